//! What tests and add-ons that are off have to say stands under Problems.

use super::*;

use editor::ui::action::Pane;
use interpreter::reading::What;

const GUST: &str = "/// A gust.
addon gust \"Gust\" for small
/// A gust before each turn.
before rule turn(p) { blow_at(p) }
test \"it blows\" for 2 players { run deal()\n expect size(player(1).hand) == 3 }
test \"it blows on\" for 2 players { run deal()\n expect size(player(2).hand) == 3 }
";
const TESTS: &str = "
test \"three cards\" for 2 players { run deal()\n expect size(player(1).hand) == 3 }
test \"four cards\" for 2 players { run deal()\n expect size(player(2).hand) == 4 }
";

/// The small game with two tests, one of which fails, and an add-on that is off, and broken.
fn game() -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder for the game");
    let manifest = include_str!("small/game.ron").replace("[\"small.rules\"],", "[\"small.rules\"], addons: [\"gust.rules\"],");
    let rules = format!("{}{TESTS}", include_str!("small/small.rules"));
    for (name, text) in [
        ("rulesets/small/game.ron", &*manifest),
        ("rulesets/small/small.rules", &rules),
        ("rulesets/small/gust.rules", GUST),
        ("rulesets/small/moves.ron", include_str!("small/moves.ron")),
        ("tracks/small/line.ron", include_str!("small/line.ron")),
    ] {
        let path = folder.path().join(name);
        let made = std::fs::create_dir_all(path.parent().expect("a folder")).and_then(|()| std::fs::write(&path, text));
        made.expect("a file of the game");
    }
    let library = Library { rulesets: folder.path().join("rulesets"), tracks: folder.path().join("tracks") };
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("small".into()), ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library, begin));
    settle(&mut window);
    assert!(!window.state().is_broken && window.state().sitting.race.is_some());
    (folder, window)
}

/// Waits until something is told.
#[track_caller]
fn told(window: &mut Harness<'static, App>, text: &'static str) {
    until(window, |window| window.query_all_by_label_contains(text).next().is_some());
}

#[test]
fn an_add_on_that_is_off_and_tests_that_fail_stand_under_problems() {
    let (_folder, mut window) = game();
    window.state_mut().shell.layouts.want(Pane::Problems);
    told(&mut window, "(in the add-on Gust, which is off)");
    told(&mut window, "small/gust.rules:4:");
    told(&mut window, "The test “four cards” fails");
    told(&mut window, "is 3, expected 4");
    told(&mut window, "Problems: 1 error, 1 failed test");
    told(&mut window, "One of the rules' own tests fails. The rules can be played all the same.");
    // Of all tests there are, those that can't be run among them.
    window.state_mut().shell.layouts.want(Pane::Rules);
    told(&mut window, "1 of 4 tests passed (F8)");
    // What a change mends is told wherever one is.
    window.state_mut().shell.layouts.want(Pane::Log);
    let write = |window: &mut Harness<'static, App>, name: &str, text: String| {
        window.state_mut().apply(TextMessage::Write(name.to_owned(), text.into()));
    };
    write(&mut window, "small/gust.rules", GUST.replace("blow_at(p)", "wind = east"));
    told(&mut window, "Problems: 1 failed test");
    let rules = format!("{}{}", include_str!("small/small.rules"), TESTS.replace("== 4", "== 3"));
    write(&mut window, "small/small.rules", rules);
    until(&mut window, |window| window.query_by_label_contains("failed test").is_none());
    window.state_mut().shell.layouts.want(Pane::Rules);
    told(&mut window, "4 of 4 tests passed");
}

/// Each of the two is well by itself; together they change the same rule.
#[test]
fn add_ons_that_clash_only_together_stand_under_problems() {
    let (_folder, mut window) = game();
    window.state_mut().shell.layouts.want(Pane::Problems);
    let addon = |name: &str| format!("addon {name} \"{name}\" for small\n/// All wind.\nreplace rule deal() {{ wind = east }}\n");
    let manifest = include_str!("small/game.ron")
        .replace("[\"small.rules\"],", "[\"small.rules\"], addons: [\"gust.rules\", \"gale.rules\"],");
    for (name, text) in [("gust.rules", addon("gust")), ("gale.rules", addon("gale")), ("game.ron", manifest)] {
        window.state_mut().apply(TextMessage::Write(format!("small/{name}"), text.into()));
    }
    told(&mut window, "(with gust, gale)");
}

#[test]
fn of_very_many_failed_tests_the_rest_are_counted() {
    let (_folder, mut window) = game();
    window.state_mut().shell.layouts.want(Pane::Problems);
    let tests: String =
        (0..150).map(|n| format!("test \"t{n}\" for 2 players {{ run deal()\n expect size(player(1).hand) == 9 }}\n")).collect();
    let rules = format!("{}{tests}", include_str!("small/small.rules"));
    window.state_mut().apply(TextMessage::Write("small/small.rules".to_owned(), rules.into()));
    // The error of the add-on that is off stands before them.
    told(&mut window, "51 more problems are not shown. Mend these first, then look again.");
}

#[test]
fn what_is_wrong_with_a_track_is_said_as_its_board_calls_things() {
    const TRACK: &str = "tracks/skoot/hilly.ron";
    let (_folder, library) = copy();
    let mut window = window(library);
    assert!(window.query_all_by_label("Start").next().is_some(), "where the piece stands that is asked about");
    let program = &race(&window).program;
    let kind = program.piece_kinds().next().expect("racers");
    let stands = |n: usize| race(&window).table_state.read(program).of(What::Piece(kind, n)).first().copied();
    let named = |n: &usize| stands(*n).is_some_and(|space| &*program.called[space as usize] == "Start");
    assert_eq!((0..program.pieces(kind)).filter(named).count(), 4, "where the pieces stand");
    let whole =
        window.state().sitting.live.texts().get(TRACK).and_then(|text| text.as_ref().ok()).expect("the track").to_string();
    let cut = whole.replacen("(kind: \"ahead\", chain: [\"st\", \"a02\"]),", "", 1);
    assert_ne!(cut, whole);
    window.state_mut().apply(TextMessage::Write(TRACK.into(), cut.into()));
    window.state_mut().shell.layouts.want(Pane::Problems);
    settle(&mut window);
    window.get_by_label("Start: leads nowhere: draw an ahead link from here to the next tile");
    let problems = &window.state().problems;
    assert!(problems.iter().all(|problem| !problem.message.contains('`') && !problem.hint.contains('`')), "{problems:?}");
}
