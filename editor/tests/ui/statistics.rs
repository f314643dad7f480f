//! Figures beside the race: they follow what is changed, are held against what is pinned, and are seen on the board.

use super::*;

use editor::beside::Wake;
use editor::figures::{Job, Runner};
use editor::ui::statistics::Act;
use egui_kittest::kittest::NodeT;
use std::num::NonZero;
use std::sync::Arc;

/// A race with figures of a few hundred games beside it.
fn begun() -> Harness<'static, App> {
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("skoot".into()), statistics: true, ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut app = App::begin(library(), begin);
    app.apply(Action::Statistics(Act::Games(200)));
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), app);
    settle(&mut window);
    played(&mut window);
    window.key_press(Key::F4);
    settle(&mut window);
    window
}

/// Draws frames until all games are played.
fn played(window: &mut Harness<'static, App>) {
    settle(window);
    until(window, |window| {
        let statistics = &window.state().statistics;
        statistics.newest.as_ref().is_some_and(|newest| newest.is_done && statistics.is_current(newest))
    });
    settle(window);
}

/// What is told of a figure.
fn told(window: &Harness<'static, App>, start: &str) -> String {
    let told = window.query_all_by_label_contains(start).filter_map(|node| node.accesskit_node().label().or(node.value()));
    told.into_iter().find(|told| told.starts_with(start)).expect("there is such a figure")
}

fn act(window: &mut Harness<'static, App>, act: Act) {
    window.state_mut().apply(Action::Statistics(act));
    settle(window);
}

fn set_laps(window: &mut Harness<'static, App>, laps: &str) {
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some(laps.into())));
    settle(window);
}

fn settings(window: &Harness<'static, App>) -> [Option<Vec<String>>; 2] {
    let job = window.state().statistics.runner.asked().expect("something is played");
    [Some(job.now.settings.clone()), job.before.as_ref().map(|before| before.settings.clone())]
}

#[test]
fn every_figure_is_told_with_its_interval_and_what_it_rests_on() {
    let window = begun();
    window.get_by_label("200 of 200 games, 4 players (all random), seed 1");
    window.get_by_label_contains("no add-ons, track ");
    for section in ["Length of a game", "Wins by seat", "Wins by order of the first turn", "How often"] {
        window.get_by_label(section);
    }
    for start in ["rounds: ", "turns: ", "1st to have a turn: "] {
        let told = told(&window, start);
        assert!(told.contains(", 95 % interval ") && told.contains(", N 200"), "{told}");
    }
    assert!(window.query_by_label_contains("; before ").is_none(), "nothing is pinned");
}

#[test]
fn wins_that_differ_without_a_goal_about_them_are_told() {
    let mut window = begun();
    assert!(window.query_by_label_contains("No goal looks at").is_none());
    let rules = window
        .state()
        .sitting
        .live
        .texts()
        .get("skoot/skoot.rules")
        .expect("a text")
        .as_ref()
        .expect("it can be read")
        .to_string();
    let rules = rules
        .replace("ranking p in everyone by round_home(p)", "ranking p in everyone by (if p == player(1) then 0 else 1)")
        .replace("spread(win_rate) < 4%", "p95(turns) < 999");
    window.state_mut().apply(TextMessage::Write("skoot/skoot.rules".into(), rules.into()));
    settle(&mut window);
    built(&mut window);
    played(&mut window);
    window
        .get_by_label_contains("No goal looks at wins by seats, and they surely differ: 0.0 % (Player 2) to 100.0 % (Player 1).");
}

#[test]
fn a_changed_parameter_plays_anew_beside_the_rules_of_before() {
    let mut window = begun();
    let old = window.state().statistics.newest.clone().expect("there are figures");
    set_laps(&mut window, "2");
    built(&mut window);
    window.step();
    assert_eq!(settings(&window), [Some(vec!["laps=2".to_owned()]), Some(vec![])], "the first rules are pinned by themselves");
    played(&mut window);
    let new = window.state().statistics.newest.clone().expect("there are figures");
    assert!(!Arc::ptr_eq(&old, &new));
    let rounds = told(&window, "rounds: ");
    assert!(rounds.contains("; before ") && rounds.ends_with(": differs"), "{rounds}");
    // The pin stays where it is, whatever is changed next, until it is moved.
    set_laps(&mut window, "4");
    played(&mut window);
    assert_eq!(settings(&window), [Some(vec!["laps=4".to_owned()]), Some(vec![])]);
    click(&mut window, Role::Button, "Pin as baseline");
    assert_eq!(settings(&window), [Some(vec!["laps=4".to_owned()]), None], "nothing differs from itself");
    window.get_by_label_contains("These rules are pinned");
    set_laps(&mut window, "5");
    played(&mut window);
    assert_eq!(settings(&window), [Some(vec!["laps=5".to_owned()]), Some(vec!["laps=4".to_owned()])]);
    click(&mut window, Role::Button, "Unpin");
    set_laps(&mut window, "3");
    played(&mut window);
    assert_eq!(settings(&window)[1], None, "nothing is pinned by itself again");
}

/// Each game keeps who plays for its figures, and how often.
#[test]
fn a_change_that_makes_no_difference_is_said_to_make_none() {
    let mut window = begun();
    let same = "No figure has changed: these games went as before.";
    assert!(window.query_by_label(same).is_none(), "nothing is compared");
    // In a race of four, the seventh place is never taken.
    for (name, value, is_same) in [("places_decided", "7", true), ("laps", "2", false)] {
        window.state_mut().apply(SetupMessage::Set(name.into(), Some(value.into())));
        settle(&mut window);
        built(&mut window);
        played(&mut window);
        assert_eq!(window.query_by_label(same).is_some(), is_same, "{name}");
    }
}

#[test]
fn players_are_kept_for_each_game_and_figures_exported() {
    let mut window = begun();
    act(&mut window, Act::Bots(Seat::Quick));
    act(&mut window, Act::Games(20));
    played(&mut window);
    let folder = tempfile::tempdir().expect("a folder");
    for (file, begins) in [("a.csv", "key,section,label,value,"), ("a.json", "{\n  \"ruleset\": \"skoot\""), ("a.svg", "<svg")] {
        let path = folder.path().join(file);
        window.state_mut().apply(FileMessage::ExportFigures(path.clone()));
        until(&mut window, |_| path.is_file());
        let text = std::fs::read_to_string(&path).expect("it was written");
        assert!(text.starts_with(begins), "{file}: {text}");
        if file == "a.csv" {
            let columns = |line: &str| line.split(',').count();
            assert!(
                text.lines()
                    .skip(1)
                    .any(|line| line.starts_with("rounds,") && columns(line) == columns(text.lines().next().unwrap_or_default()))
            );
        }
    }
    let other = SetupMessage::Ruleset("hell-on-eight-wheels".into());
    window.state_mut().apply(other);
    built(&mut window);
    window.step();
    assert_eq!(window.state().statistics.bots, Seat::Random);
    let kept = window.state().kept();
    window.state_mut().apply(SetupMessage::Ruleset("skoot".into()));
    built(&mut window);
    window.step();
    assert_eq!((window.state().statistics.bots, window.state().statistics.games), (Seat::Quick, 20));
    assert_eq!(kept.figures.get("skoot"), Some(&("quick".to_owned(), 20)));
}

#[test]
fn old_figures_stay_until_there_are_new_ones() {
    let mut window = begun();
    window.state_mut().apply(Action::Statistics(Act::Bots(Seat::Greedy)));
    window.state_mut().apply(Action::Statistics(Act::Games(100_000)));
    // Only one frame: new figures may be there in the next.
    window.step();
    window.get_by_label_contains("of the earlier rules");
    window.get_by_label("200 of 200 games, 4 players (all random), seed 1");
    window.get_by_label_contains("Statistics (0 %)");
}

#[test]
fn the_board_shows_where_pieces_come_to_rest() {
    let mut window = begun();
    assert!(window.query_by_label_contains("pieces rest here").is_none());
    window.key_press_modifiers(egui::Modifiers::SHIFT, Key::H);
    settle(&mut window);
    assert!(window.state().statistics.heat);
    let spaces = window.query_all_by_label_contains("pieces rest here").count();
    assert!(spaces >= 40, "{spaces}");
    assert_eq!(window.query_all_by_label_contains(" times in a game (200 games)").count(), spaces);
    // The words of the legend stay in its box.
    let shapes = &window.output().shapes;
    let words = shapes.iter().find_map(|shape| match &shape.shape {
        egui::Shape::Text(text) if text.galley.text().starts_with("turns that end") => Some(text.visual_bounding_rect()),
        _ => None,
    });
    let words = words.expect("the legend is drawn");
    let is_box = |shape: &egui::Shape| matches!(shape, egui::Shape::Rect(shape) if shape.rect.width() < 400.0 && shape.rect.contains_rect(words));
    assert!(shapes.iter().any(|shape| is_box(&shape.shape)));
    click(&mut window, Role::Button, "Stops on the board");
    assert!(window.query_by_label_contains("pieces rest here").is_none());
}

#[test]
fn figures_stay_in_view_while_the_rules_are_broken() {
    let mut window = begun();
    let good = window.state().sitting.live.texts().get("skoot/skoot.rules").cloned().expect("the rules").expect("a text");
    let is_in_view = |window: &Harness<'static, App>| window.query_by_label_contains("200 of 200 games").is_some();
    assert!(is_in_view(&window));
    for (text, is_broken) in [(good.replace("roll(ski_die)", "roll(sky_die)"), true), (good.to_string(), false)] {
        let mut texts = window.state().sitting.live.disk().clone();
        texts.set("skoot/skoot.rules", Ok(text.into()));
        window.state_mut().sitting.live.set_disk(texts);
        settle(&mut window);
        built(&mut window);
        settle(&mut window);
        assert_eq!((window.state().is_broken, is_in_view(&window)), (is_broken, true));
    }
}

#[test]
fn nothing_is_played_where_nobody_wants_figures() {
    let mut window = window(library());
    settle(&mut window);
    assert!(window.state().statistics.runner.asked().is_none());
}

#[test]
fn the_runner_rests_while_somebody_draws() {
    let mut window = begun();
    window.state_mut().apply(Action::Draw);
    settle(&mut window);
    act(&mut window, Act::Games(1_000));
    // As long as another takes for it that doesn't rest.
    let job = window.state().statistics.newest.as_ref().expect("there are figures").job.clone();
    let mut other = Runner::with_threads(NonZero::new(1));
    other.want(Job { games: 1_000, ..(*job).clone() }, &(Arc::new(|| {}) as Wake));
    until(&mut window, |_| !other.is_busy());
    settle(&mut window);
    let newest = window.state().statistics.newest.clone().expect("there are figures");
    assert_eq!((newest.job.games, newest.games()), (200, 200));
    window.state_mut().apply(Action::Play);
    played(&mut window);
    assert_eq!(window.state().statistics.newest.as_ref().map(|newest| newest.games()), Some(1_000));
}

#[test]
fn what_is_not_played_leaves_figures_as_they_are() {
    let mut window = begun();
    let old = window.state().statistics.newest.clone().expect("there are figures");
    let rules = window.state().sitting.live.texts().get("skoot/skoot.rules").cloned().expect("the rules").expect("a text");
    let test = "test \"two\" on \"flat\" for 2 players { expect 1 + 1 == 2 }";
    for more in ["// why", test] {
        window.state_mut().apply(TextMessage::Write("skoot/skoot.rules".into(), format!("{rules}\n{more}\n").into()));
        settle(&mut window);
        played(&mut window);
        let statistics = &window.state().statistics;
        assert!(
            statistics.newest.as_ref().is_some_and(|newest| Arc::ptr_eq(newest, &old)) && statistics.pinned.is_none(),
            "{more}"
        );
    }
}
