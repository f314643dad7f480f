//! Going back: to the race before, to the rules before, and what is told of that.

use super::*;

use editor::playtest::follow::Outcome;
use editor::playtest::wanted::told as words;
use std::sync::Arc;

const RULES: &str = "skoot/skoot.rules";

/// A copy that may be written to, with figures beside the race, in which somebody has decided something.
fn begun() -> (tempfile::TempDir, Harness<'static, App>) {
    let (folder, library) = copy();
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("skoot".into()), statistics: true, ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut app = App::begin(library, begin);
    app.apply(Action::Statistics(editor::ui::statistics::Act::Games(200)));
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), app);
    window.state_mut().shell.layouts.want(Pane::Setup);
    settle(&mut window);
    click(&mut window, Role::Button, "Hard");
    (folder, window)
}

fn laps(window: &Harness<'static, App>) -> i32 {
    let program = &race(window).program;
    program.params[program.ir.params.iter().position(|p| &*p.name == "laps").expect("a param of SKOOT")][0]
}

/// What Setup and Statistics tell of the race on the table.
fn told(window: &mut Harness<'static, App>) -> usize {
    [Pane::Statistics, Pane::Setup].into_iter().for_each(|pane| window.state_mut().shell.layouts.want(pane));
    until(window, |window| window.state().statistics.newest.is_some());
    settle(window);
    window.query_all_by_label_contains("is played without this change").count()
}

#[test]
fn setup_and_statistics_tell_the_same_of_a_race_that_is_played_otherwise() {
    let (_folder, mut window) = begun();
    let good = window.state().sitting.live.texts().get(RULES).cloned().expect("the rules").expect("a text");
    let before = laps(&window);
    let changed = good.replace("laps: int in 1..9 = 3", "laps: int in 1..9 = 5");
    assert_ne!(*changed, *good);
    window.state_mut().apply(TextMessage::Write(RULES.to_owned(), changed.into()));
    settle(&mut window);
    assert_eq!((laps(&window), told(&mut window)), (5, 0));
    click(&mut window, Role::Button, "Undo");
    assert_eq!(laps(&window), before);
    assert_eq!(told(&mut window), 2, "once in each");
    let texts = window.state().sitting.live.texts();
    let line = good.lines().position(|line| line.contains("laps: int in 1..9 = 3")).expect("it is declared") + 1;
    assert_eq!(words(&window.state().played_without(), texts), format!("{RULES}, line {line}"));
    // What Setup shows is what figures are of.
    let here = window.state().sitting.program_here().expect("something can be played").clone();
    assert!(std::sync::Arc::ptr_eq(&here, &window.state().statistics.now.as_ref().expect("figures").program));
    window.get_all_by_role_and_label(Role::Button, "Apply it to the race").next().expect("a way out").click();
    settle(&mut window);
    assert_eq!((laps(&window), told(&mut window)), (5, 0));
}

#[test]
fn a_parameter_that_was_gone_back_before_is_taken_up_again() {
    let (_folder, mut window) = begun();
    let before = laps(&window);
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("9".into())));
    settle(&mut window);
    click(&mut window, Role::Button, "Undo");
    assert_eq!((laps(&window), told(&mut window)), (before, 0), "all went back together");
    assert!(window.state().statistics.now.as_ref().is_some_and(|now| now.settings.is_empty()));
    click(&mut window, Role::Button, "Apply the change");
    assert_eq!(laps(&window), 9);
    assert_eq!(window.state().sitting.wanted.settings.get("laps").map(String::as_str), Some("9"));
}

#[test]
fn another_race_says_so_and_leads_back() {
    let (_folder, mut window) = begun();
    let (hash, track, seed) = (race(&window).game().hash(), race(&window).track_name.clone(), window.state().sitting.seed);
    let others = [
        Action::Setup(SetupMessage::Track(if &*track == "flat" { "hilly" } else { "flat" }.to_owned())),
        Action::Setup(SetupMessage::Players(2)),
        Action::Setup(SetupMessage::Seed(seed + 1)),
    ];
    for other in others {
        window.state_mut().apply(other.clone());
        settle(&mut window);
        built(&mut window);
        assert_ne!(race(&window).game().hash(), hash, "{other:?}");
        window.get_by_label_contains("A new race ");
        click(&mut window, Role::Button, "Back to the last race");
        built(&mut window);
        assert_eq!((race(&window).game().hash(), &race(&window).track_name), (hash, &track), "{other:?}");
        assert_eq!(window.state().sitting.seed, seed);
        assert_eq!(window.state().sitting.program_here().map(|program| program.players), Some(race(&window).program.players));
        assert!(window.query_by_role_and_label(Role::Button, "Back to the last race").is_none());
    }
    // Once something is decided in the new race, Undo is for that.
    window.state_mut().apply(SetupMessage::Seed(seed + 1));
    settle(&mut window);
    let option = race(&window).question().expect("somebody is asked").options[0].label.clone();
    click(&mut window, Role::Button, &option);
    assert!(window.query_by_role_and_label(Role::Button, "Back to the last race").is_none());
    assert!(!matches!(window.state().sitting.told.as_ref().map(|told| &told.outcome), Some(Outcome::Anew(_))));
}

#[test]
fn a_series_that_was_left_stands_in_setup_again() {
    let (_folder, mut window) = in_series("[10, 8, 6, 4, 3, 2, 1, 0]");
    let option = race(&window).question().expect("somebody is asked").options[0].label.clone();
    click(&mut window, Role::Button, &option);
    window.state_mut().apply(SetupMessage::Series(None));
    settle(&mut window);
    assert!(race(&window).series().is_none() && window.state().sitting.wanted.series.is_none());
    click(&mut window, Role::Button, "Back to the last race");
    assert!(race(&window).series().is_some());
    assert_eq!(window.state().sitting.wanted.series.as_deref(), Some("Two Hills"));
}

#[test]
fn what_waits_for_a_track_to_be_mended_is_called_off_or_begins_then() {
    const TRACK: &str = "tracks/skoot/flat.ron";
    let (_folder, mut window) = begun();
    let (choices, wanted) = (race(&window).game().choices.clone(), window.state().sitting.wanted.clone());
    assert!(!choices.is_empty());
    let whole = window.state().sitting.live.texts().get(TRACK).and_then(|text| text.as_ref().ok()).expect("the track").clone();
    let write = |window: &mut Harness<'static, App>, text: Arc<str>| {
        window.state_mut().apply(TextMessage::Write(TRACK.into(), text));
        settle(window);
    };
    write(&mut window, "(ruleset: ".into());
    window.state_mut().apply(SetupMessage::Track("flat".into()));
    settle(&mut window);
    assert_eq!(race(&window).game().choices, choices, "it can't be played yet");
    assert!(window.state().can_undo());
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    write(&mut window, whole.clone());
    assert_eq!(
        (&race(&window).game().choices, &window.state().sitting.wanted),
        (&choices, &wanted),
        "nobody waits for it any more"
    );
    // Who begins the race on the table again doesn't wait for another, either.
    write(&mut window, "(ruleset: ".into());
    window.state_mut().apply(SetupMessage::Track("flat".into()));
    settle(&mut window);
    window.state_mut().apply(RaceMessage::Restart);
    settle(&mut window);
    write(&mut window, whole.clone());
    assert!(race(&window).path().sum().choices < choices.len(), "it began again");
    assert_eq!(window.state().sitting.wanted, wanted);
    // Else it begins once it is mended.
    write(&mut window, "(ruleset: ".into());
    window.state_mut().apply(SetupMessage::Track("flat".into()));
    settle(&mut window);
    assert_ne!(&*race(&window).track_name, "flat");
    write(&mut window, whole);
    assert_eq!(&*race(&window).track_name, "flat");
}

/// A comment makes a newer build of the rules that the race is played under.
#[test]
fn who_comes_back_from_a_branch_to_the_newest_rules_is_told_nothing() {
    use editor::playtest::Act;
    let (_folder, mut window) = begun();
    let (good, before) =
        (window.state().sitting.live.texts().get(RULES).cloned().expect("the rules").expect("a text"), laps(&window));
    let write = |window: &mut Harness<'static, App>, laps: u8, more: &str| {
        let text = good.replace("laps: int in 1..9 = 3", &format!("laps: int in 1..9 = {laps}")) + more;
        window.state_mut().apply(TextMessage::Write(RULES.to_owned(), text.into()));
        settle(window);
    };
    write(&mut window, 5, "");
    let option = race(&window).question().expect("somebody is asked").options[0].label.clone();
    click(&mut window, Role::Button, &option);
    write(&mut window, 5, "// why\n");
    for act in [Act::LookAt(0), Act::PlayFromHere] {
        window.state_mut().apply(Action::Playtest(act));
        settle(&mut window);
    }
    assert_eq!(laps(&window), before);
    window.get_by_role_and_label(Role::Button, "Apply the change");
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((laps(&window), &window.state().sitting.told), (5, &None));
    write(&mut window, 6, "// why\n");
    assert_eq!(laps(&window), 6, "the race follows again");
}

/// Takes the first option, where a person is asked.
fn answer(window: &mut Harness<'static, App>) {
    let label = race(window).asked().expect("a person is asked").options[0].label.clone();
    click(window, Role::Button, &label);
}

#[test]
fn playtests_that_were_left_are_gone_on_with_from_the_menu() {
    let mut window = window(library());
    answer(&mut window);
    let mut left = vec![];
    let seed = window.state().sitting.seed;
    for other in [
        SetupMessage::Seed(seed + 1),
        SetupMessage::Track("flat".into()),
        SetupMessage::Players(3),
        SetupMessage::Ruleset("biathlon-blast".into()),
    ] {
        left.push((
            window.state().sitting.playtest_title().expect("a race"),
            race(&window).game().hash(),
            window.state().sitting.wanted.clone(),
        ));
        window.state_mut().apply(other.clone());
        settle(&mut window);
        assert_eq!(window.state().sitting.shelf.away().count(), left.len(), "{other:?}");
        answer(&mut window);
    }
    let last = window.state().sitting.playtest_title().expect("a race");
    for (title, hash, wanted) in left.iter().rev() {
        let before = window.state().sitting.playtest_title().expect("a race");
        window.get_by_role_and_label(Role::Button, "Playtest").click();
        (0..3).for_each(|_| window.step());
        window.get_by_label_contains("Playtests (5)").click();
        (0..3).for_each(|_| window.step());
        window.get_by_role_and_label(Role::Button, title).click();
        settle(&mut window);
        assert_eq!((window.state().sitting.playtest_title().as_ref(), race(&window).game().hash()), (Some(title), *hash));
        assert_eq!((&window.state().sitting.wanted, &window.state().played_without()[..]), (wanted, &[][..]));
        assert!(window.state().sitting.shelf.away().any(|(_, other)| other == before), "{before} is kept");
        assert!(race(&window).can_undo(), "what was done in it can be taken back");
    }
    // The rules that are written now are those of the game on the table.
    let number = window.state().sitting.shelf.away().find(|(_, title)| *title == last).expect("it was left").0;
    window.state_mut().apply(RaceMessage::TakeUpPlaytest(number));
    settle(&mut window);
    assert!(window.state().sitting.live.texts().get("biathlon-blast/game.ron").is_some());
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("1".into())));
    answer(&mut window);
}

#[test]
fn it_is_told_when_the_oldest_playtest_is_let_go() {
    let mut window = window(library());
    let (seed, title) = (window.state().sitting.seed, window.state().sitting.playtest_title().expect("a race"));
    let first = title.rsplit_once(", ").expect("its seed, and what was decided").0;
    for n in 1..=42 {
        assert!(window.state().shell.notice.is_none() && window.state().sitting.shelf.away().count() < 41, "{n}");
        answer(&mut window);
        window.state_mut().apply(SetupMessage::Seed(seed + n));
        settle(&mut window);
        if let Some(notice) = &window.state().shell.notice {
            assert!(notice.text.contains(first) && n == 41, "{n}: {}", notice.text);
            return assert_eq!(window.state().sitting.shelf.away().count(), 40);
        }
    }
    panic!("it is told");
}

/// What nobody has decided anything in is not kept.
#[test]
fn undo_leads_back_to_the_playtest_before_and_no_further() {
    let mut window = window(library());
    answer(&mut window);
    let (hash, seed) = (race(&window).game().hash(), window.state().sitting.seed);
    for n in 1..4 {
        window.state_mut().apply(SetupMessage::Seed(seed + n));
        settle(&mut window);
    }
    let kept: Vec<String> = window.state().sitting.shelf.away().map(|(_, title)| title.to_owned()).collect();
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((race(&window).game().hash(), window.state().sitting.seed), (hash, seed), "{kept:?}");
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert!(race(&window).game().hash() != hash && race(&window).seed() == seed && !window.state().can_undo());
}

/// A menu takes the focus from the text, but not what the text has of steps.
#[test]
fn undo_in_the_menu_is_for_the_text_that_is_typed_in() {
    let (_folder, mut window) = begun();
    let text = |window: &Harness<'static, App>| {
        window.state().sitting.live.texts().get(RULES).cloned().expect("the rules").expect("a text")
    };
    let good = text(&window);
    window.state_mut().apply(TextMessage::ShowText(RULES.to_owned(), 0..0));
    settle(&mut window);
    window.event(egui::Event::Text("// ".to_owned()));
    settle(&mut window);
    let (typed, choices) = (text(&window), race(&window).path().sum().choices);
    assert_ne!(typed, good);
    for (title, wanted) in [("Undo", &good), ("Redo", &typed), ("Undo", &good)] {
        window.get_all_by_role_and_label(Role::Button, "Edit").next().expect("the menu").click();
        window.run_steps(2);
        window.get_by_label(&format!("{title}: typing in {RULES}")).click();
        settle(&mut window);
        assert!(text(&window) == *wanted, "{title}");
    }
    assert_eq!(race(&window).path().sum().choices, choices);
    // With another pane worked in, it is for the race again.
    let label = race(&window).undoes().expect("somebody has answered").to_owned();
    window.ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
    settle(&mut window);
    window.get_all_by_role_and_label(Role::Button, "Edit").next().expect("the menu").click();
    window.run_steps(2);
    window.get_by_label(&format!("Undo: {label}"));
}

/// The list has keys of its own as soon as it is there.
#[test]
fn escape_closes_the_list_of_words_wherever_the_keys_went_before() {
    let (_folder, mut window) = begun();
    window.state_mut().apply(TextMessage::PointAt(RULES.to_owned(), 0..0));
    settle(&mut window);
    let moment = race(&window).stop_on_show();
    window.state_mut().apply(TextMessage::Rules(editor::ui::rules::Order::Complete));
    settle(&mut window);
    assert!(window.state().rules.is_completing());
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(!window.state().rules.is_completing());
    assert_eq!(race(&window).stop_on_show(), moment);
}

/// Neither a button that comes nor the race that begins takes the focus away from a number.
#[test]
fn a_parameter_is_typed_digit_by_digit() {
    let (_folder, mut window) = begun();
    click(&mut window, Role::DisclosureTriangle, "Parameters");
    window.get_by_role_and_label(Role::Slider, "Laps").scroll_to_me();
    settle(&mut window);
    let slider = window.get_by_role_and_label(Role::Slider, "Laps").rect();
    let beside = window.get_all_by_role(Role::SpinButton).find(|number| slider.y_range().contains(number.rect().center().y));
    beside.expect("its number").click();
    settle(&mut window);
    for letter in ["6", "7"] {
        window.event(egui::Event::Text(letter.to_owned()));
        settle(&mut window);
        assert!(window.state().sitting.wanted.settings.is_empty(), "it is not yet all typed");
    }
    window.key_press(Key::Backspace);
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!((laps(&window), window.state().sitting.wanted.settings.get("laps").map(String::as_str)), (6, Some("6")));
}
