//! A small game of our own for what the window does in any game: equal cards, lanes, a compass, colours that names say.

use super::*;

use editor::playtest::Act;
use egui::{PointerButton, Pos2, vec2};
use interpreter::players::Seat;

/// The game, with a person and a bot that answers quickly.
pub fn small() -> (tempfile::TempDir, Harness<'static, App>) {
    small_with(|_| {})
}

/// The same, with files that are changed before the window opens.
pub fn small_with(change: impl FnOnce(&std::path::Path)) -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder for the game");
    let (rules, tracks) = (folder.path().join("rulesets/small"), folder.path().join("tracks/small"));
    for made in [&rules, &tracks] {
        std::fs::create_dir_all(made).expect("a folder");
    }
    let files = [
        (rules.join("game.ron"), include_str!("small/game.ron")),
        (rules.join("small.rules"), include_str!("small/small.rules")),
        (rules.join("moves.ron"), include_str!("small/moves.ron")),
        (tracks.join("line.ron"), include_str!("small/line.ron")),
    ];
    for (file, text) in files {
        std::fs::write(file, text).expect("a file of the game");
    }
    change(folder.path());
    let library = Library { rulesets: folder.path().join("rulesets"), tracks: folder.path().join("tracks") };
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("small".into()), ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library, begin));
    window.state_mut().apply(RaceMessage::Seat(1, Seat::Random));
    settle(&mut window);
    assert!(window.state().problems.is_empty(), "{:?}", window.state().problems);
    (folder, window)
}

/// Answers until a space is asked for.
fn to_the_board(window: &mut Harness<'static, App>) {
    for _ in 0..2 {
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(window);
    }
}

/// A click at a place.
pub fn click_at(window: &mut Harness<'static, App>, at: Pos2) {
    window.event(egui::Event::PointerMoved(at));
    for pressed in [true, false] {
        let modifiers = egui::Modifiers::default();
        window.event(egui::Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers });
    }
    settle(window);
}

/// The place of what is called so: of the last, where there are several.
fn place(window: &Harness<'static, App>, label: &str) -> Pos2 {
    window.get_all_by_label_contains(label).last().expect("something is called so").rect().center()
}

#[test]
fn each_of_two_equal_cards_is_played_by_a_click() {
    for copy in [0, 1] {
        let (_folder, mut window) = small();
        let question = race(&window).question().expect("a card is asked for").clone();
        let labels: Vec<&str> = question.options.iter().map(|o| &*o.label).collect();
        assert_eq!(labels, ["Dip", "Long"], "equal cards are one option");
        let cards = window.query_all_by_role_and_label(Role::Button, "Dip").collect::<Vec<_>>();
        assert_eq!(cards.len(), 2, "both can be clicked");
        let at = cards[copy].rect().center();
        click_at(&mut window, at);
        assert_eq!(race(&window).game().choices.last().map(|c| &*c.label), Some("Dip"));
        assert_eq!(race(&window).path().sum().choices, 1);
    }
}

#[test]
fn seats_have_the_colours_that_they_are_called_like_until_a_field_says_another() {
    let (_folder, mut window) = small();
    let [red, green] = [0, 1].map(|seat| race(&window).colour(seat));
    assert!(red.r() > 150 && red.g() < 100 && red.b() < 100, "{red:?}");
    assert!(green.g() > 100 && green.r() < 100, "{green:?}");
    window.state_mut().apply(RaceMessage::Choose(0));
    settle(&mut window);
    click(&mut window, Role::Button, "ice");
    assert_eq!(race(&window).colour(0), red, "of ice the manifest says nothing");
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    click(&mut window, Role::Button, "wax");
    assert_eq!(race(&window).colour(0), egui::Color32::from_rgb(0x12, 0x34, 0x56));
}

#[test]
fn a_click_on_a_half_of_a_space_takes_that_lane() {
    for (side, lane) in [(-0.3, "1"), (0.3, "2")] {
        let (_folder, mut window) = small();
        to_the_board(&mut window);
        let rect = window.get_by_label_contains("Tile 2,").rect();
        // The way leads to the right: the first lane, its left one, is the upper one.
        click_at(&mut window, rect.center() + vec2(0.0, side * rect.height()));
        let choice = race(&window).path().choices().rfind(|c| c.player == 1 && c.decision == "spot").expect("the lane is taken");
        assert_eq!(choice.values, ["a3", lane]);
    }
    let (_folder, mut window) = small();
    to_the_board(&mut window);
    let (at, taken) = (place(&window, "Tile 2,"), race(&window).path().sum().choices);
    click_at(&mut window, at);
    assert_eq!(race(&window).path().sum().choices, taken, "between the lanes a list is opened");
    window.step();
    assert!(window.query_all_by_role_and_label(Role::Button, "Tile 2 (lane 2)").count() >= 2);
}

#[test]
fn a_compass_says_where_the_wind_comes_from() {
    let (_folder, mut window) = small();
    window.get_by_label("Wind: none");
    for _ in 0..3 {
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    window.get_by_label("Wind: north");
}

#[test]
fn the_plain_rules_can_be_chosen_again() {
    let (_folder, mut window) = small();
    window.state_mut().shell.layouts.want(Pane::Setup);
    settle(&mut window);
    click(&mut window, Role::ComboBox, "Variant");
    click(&mut window, Role::Button, "Breezy");
    window.get_by_label("Wind: west");
    click(&mut window, Role::ComboBox, "Variant");
    click(&mut window, Role::Button, "As written");
    window.get_by_label("Wind: none");
    assert!(window.state().sitting.wanted.settings.is_empty());
}

#[test]
fn undo_brings_back_a_race_that_was_begun_anew() {
    for button in ["Restart race", "New race"] {
        let (_folder, mut window) = small();
        (0..3).for_each(|_| {
            window.state_mut().apply(RaceMessage::Choose(0));
            settle(&mut window);
        });
        let (choices, seed) = (race(&window).game().choices.clone(), window.state().sitting.seed);
        click(&mut window, Role::Button, button);
        assert!(race(&window).game().choices.is_empty());
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
        click(&mut window, Role::Button, "Undo");
        assert!(race(&window).game().choices.is_empty(), "first what was decided since");
        click(&mut window, Role::Button, "Undo");
        assert_eq!((&race(&window).game().choices, window.state().sitting.seed), (&choices, seed), "{button}");
    }
}

#[test]
fn a_move_over_several_spaces_is_drawn_along_them() {
    let (_folder, mut window) = small();
    to_the_board(&mut window);
    let far = race(&window).question().expect("a space is asked for").options.len() - 1;
    window.state_mut().apply(RaceMessage::Seat(1, Seat::Human));
    settle(&mut window);
    window.state_mut().apply(RaceMessage::TakeSeat);
    settle(&mut window);
    window.state_mut().apply(RaceMessage::Choose(far));
    settle(&mut window);
    let way = &race(&window).trail.as_ref().expect("a piece has moved").way;
    assert_eq!(way, &(0..5).map(Some).collect::<Vec<_>>());
}

/// Once its rules are mended it goes on.
#[test]
fn a_rule_error_in_prospects_pauses_the_race_and_says_where_it_is() {
    let (_folder, mut window) = small();
    let rules = include_str!("small/small.rules");
    let line = rules.lines().count() + 1;
    let write = |window: &mut Harness<'static, App>, prospects: &str| {
        window.state_mut().apply(TextMessage::Write("small/small.rules".to_owned(), format!("{rules}{prospects}\n").into()));
        built(window);
        assert!(window.state().problems.is_empty(), "{:?}", window.state().problems);
    };
    write(&mut window, "value prospects(p: player) -> int = 10 / size(p.told)");
    window.state_mut().apply(RaceMessage::Seat(1, Seat::Greedy));
    for _ in 0..3 {
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    let told = "A bot can't answer, because the rules can't go on: a division by zero (in prospects)";
    until(&mut window, |window| window.query_all_by_label_contains(told).next().is_some());
    assert!(window.query_all_by_label_contains(&format!("(small/small.rules, line {line})")).next().is_some());
    assert!(window.query_all_by_label_contains("The race is paused.").next().is_some());
    assert_eq!(race(&window).game().choices.len(), 3);

    write(&mut window, "value prospects(p: player) -> int = 10 / (1 + size(p.told))");
    window.state_mut().apply(Action::Playtest(Act::Play(true)));
    until(&mut window, |window| race(window).game().choices.len() == 6);
}

#[test]
fn an_icon_of_ones_own_is_copied_and_follows_its_file() {
    use interpreter::data::manifest::look::Icon;
    let (folder, mut window) = small();
    let svg = |colour: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><circle cx=\"4\" cy=\"4\" r=\"4\" fill=\"{colour}\"/></svg>"
        )
    };
    let file = folder.path().join("moose.svg");
    std::fs::write(&file, svg("#ff0000")).expect("an icon");
    window.state_mut().apply(Action::Draw);
    settle(&mut window);
    let own = |file: &Path| Action::Board(editor::ui::draw::Act::OwnIcon("space.is_start".into(), file.to_owned()));
    window.state_mut().apply(own(&file));
    let inside = folder.path().join("rulesets/small/icons/moose.svg");
    assert_eq!(std::fs::read_to_string(&inside).expect("a copy"), svg("#ff0000"));
    let hash = |window: &Harness<'static, App>| {
        let race = window.state().sitting.race.as_ref().expect("a race goes on");
        match race.board.spaces[0].look.drawn.icons.first() {
            Some(Icon::Own(picture)) => Some(picture.hash),
            _ => None,
        }
    };
    until(&mut window, |window| hash(window).is_some());
    let first = hash(&window);
    std::fs::write(&inside, svg("#00ff00")).expect("another icon");
    window.state_mut().apply(Action::Reload);
    until(&mut window, |window| hash(window).is_some() && hash(window) != first);
    std::fs::write(&inside, "<svg").expect("a broken icon");
    window.state_mut().apply(Action::Reload);
    let is_told = |window: &Harness<'static, App>| {
        let problems = &window.state().problems;
        problems.iter().any(|problem| problem.message.contains("icons/moose.svg") && problem.message.contains("can't be drawn"))
    };
    until(&mut window, is_told);
    until(&mut window, |window| hash(window).is_none());
    // What is no picture isn't copied.
    for (name, text) in [("notes.txt", "a"), ("empty.png", ""), ("torn.svg", "<svg")] {
        std::fs::write(folder.path().join(name), text).expect("a file");
        window.state_mut().apply(own(&folder.path().join(name)));
        assert!(!folder.path().join("rulesets/small/icons").join(name).exists(), "{name}");
        let notice = window.state().shell.notice.as_ref().expect("it is said");
        assert!(notice.is_bad && notice.text.contains("can't be an icon"), "{}", notice.text);
    }
}
