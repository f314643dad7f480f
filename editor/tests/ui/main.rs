//! The window without a screen: widgets are found by what they say, and the state is looked at afterwards.

mod as_test;
mod back;
mod bots;
mod cards;
mod choice;
mod commands;
mod derby;
mod draw;
mod edits;
mod events;
mod files;
mod found;
mod help;
mod large;
mod layout;
mod live;
mod looks;
mod meter;
mod moments;
mod mountain;
mod notes;
mod overlap;
mod panes;
#[cfg(feature = "snapshots")]
mod pictures;
mod pieces;
mod playtest;
#[cfg(feature = "print")]
mod print;
mod rulebook;
mod rules;
mod seam;
mod sheet;
mod small;
mod statistics;
mod strip;
mod tab;
mod table;
mod theme;
mod view;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use editor::files::Library;
use editor::playtest::timeline::{Stop, StopKind};
use editor::playtest::{Act, Pace, Race, Waiting};
use editor::ui::action::{Action, FileMessage, Pane, RaceMessage, SetupMessage, TextMessage};
use editor::ui::app::{App, Begin};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use interpreter::game::Status;
use interpreter::players::Seat;

use egui::Key;
use egui::accesskit::Role;

/// The project's own rulesets and tracks.
fn library() -> Library {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Library { rulesets: project.join("rulesets"), tracks: project.join("tracks") }
}

/// A race of SKOOT, with its setup beside the board.
fn window(library: Library) -> Harness<'static, App> {
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("skoot".into()), ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library, begin));
    window.state_mut().shell.layouts.want(Pane::Setup);
    settle(&mut window);
    window
}

fn race<'a>(window: &'a Harness<'static, App>) -> &'a Race {
    window.state().sitting.race.as_ref().expect("a race is open")
}

/// So many more frames are drawn once nothing is to come: what has come stands in every pane by then.
const LAST_FRAMES: usize = 2;

/// For so long something may go on beside the window, on a machine however slow.
const PATIENCE: Duration = Duration::from_secs(300);

/// Draws frames until a person is asked or the race is over.
fn settle(window: &mut Harness<'static, App>) {
    window.step();
    let (mut frames, mut still) = (0, 0);
    let begun = Instant::now();
    while frames < 5_000 && begun.elapsed() < PATIENCE {
        if window.state().is_building() || window.state().is_learning() || window.state().sitting.is_thinking() {
            still = 0;
            wait(window);
            continue;
        }
        still = match window.state().sitting.race.as_ref().map(|race| race.waiting(Pace::Instant)) {
            // Behind a dialog it waits.
            Some(Waiting::Showing | Waiting::Bot) if window.state().shell.dialog.is_none() => 0,
            _ => still + 1,
        };
        if still > LAST_FRAMES {
            return;
        }
        window.step();
        frames += 1;
    }
    panic!("the bots never come to an end");
}

/// Draws frames until everything that was changed is built.
fn built(window: &mut Harness<'static, App>) {
    window.step();
    let mut still = 0;
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if window.state().is_building() || window.state().is_learning() {
            still = 0;
            wait(window);
            continue;
        }
        still += 1;
        if still > LAST_FRAMES {
            return;
        }
        window.step();
    }
    panic!("it is never built");
}

/// The stop at the question after so many choices, or at the end.
#[track_caller]
fn stop_after(window: &Harness<'static, App>, choices: usize) -> usize {
    let is_it = |stop: &Stop| matches!(stop.kind, StopKind::Question | StopKind::End) && stop.choices == choices;
    race(window).timeline().stops.iter().position(is_it).expect("somebody is asked there")
}

/// Draws frames until this holds.
#[track_caller]
fn until<S>(window: &mut Harness<'static, S>, holds: impl Fn(&Harness<'static, S>) -> bool) {
    let begun = Instant::now();
    while !holds(window) {
        assert!(begun.elapsed() < PATIENCE, "it never comes about");
        wait(window);
    }
}

/// Waits a little for what goes on beside the window. In the window hardly any time passes by that, however long it takes: what it tells for
/// some seconds is still there.
fn wait<S>(window: &mut Harness<'static, S>) {
    std::thread::sleep(Duration::from_millis(2));
    let now = window.ctx.input(|i| i.time);
    window.input_mut().time = Some(now + 0.01);
    window.step();
    window.input_mut().time = None;
}

/// The last stop up to the moment of the past that is on show; `None`: nobody looks back.
fn looking_at(race: &Race) -> Option<Stop> {
    race.timeline().stops.get(race.stop_on_show()).filter(|_| race.looks_back).cloned()
}

/// Where pieces stand: by kind, then number.
fn standing(race: &Race) -> Vec<Vec<Option<usize>>> {
    let state = race.table_state.read(&race.program);
    race.program.piece_kinds().map(|kind| state.pieces(kind).collect()).collect()
}

/// Leads to a line of the log.
fn look_at_line(race: &Race, line: usize) -> Act {
    Act::LookAtMoment(race.path().moment(line).expect("it was written"))
}

fn click(window: &mut Harness<'static, App>, role: Role, label: &str) {
    window.get_by_role_and_label(role, label).click();
    settle(window);
}

/// Clicks on a card, the first of equal ones, wherever its row is scrolled to.
fn click_card(window: &mut Harness<'static, App>, label: &str) {
    window.get_all_by_role_and_label(Role::Button, label).next().expect("a card is called so").click_accesskit();
    settle(window);
}

/// A game of this title, for a person and a bot that answers quickly.
fn against_a_bot(title: &str) -> Harness<'static, App> {
    let mut window = window(library());
    click(&mut window, Role::ComboBox, "Game");
    click(&mut window, Role::Button, title);
    window.step();
    assert_eq!(race(&window).program.ir.game.title.as_ref(), title);
    window.state_mut().apply(SetupMessage::Players(2));
    window.state_mut().apply(RaceMessage::Seat(1, Seat::Random));
    settle(&mut window);
    window
}

/// Clicks on a space of the board.
fn click_space(window: &mut Harness<'static, App>, space: usize) {
    let name = race(window).board.described(space);
    let at = |label: &str| label.starts_with(&name);
    window.get_by(|node| node.role() == Role::Button && node.label().is_some_and(|l| at(&l))).click();
    settle(window);
}

/// Clicks through the race, taking options in turn, and returns how often somebody was asked.
fn play_to_the_end(window: &mut Harness<'static, App>) -> usize {
    for asked in 0..2_000 {
        let Some(question) = race(window).question().filter(|_| race(window).waiting(Pace::Instant) == Waiting::Person) else {
            assert_eq!(race(window).game().status, Status::Over);
            return asked;
        };
        let label = question.options[asked % question.options.len()].told.clone();
        click(window, Role::Button, &label);
    }
    panic!("the race never ends");
}

/// The question is on show, with its prompt and all its options.
fn assert_asked(window: &Harness<'static, App>) {
    let question = race(window).question().expect("somebody is asked");
    window.get_by_label(&question.prompt);
    for option in &question.options {
        window.get_by_role_and_label(Role::Button, &option.told);
    }
}

#[test]
fn a_race_without_addons_is_played_to_its_ranking() {
    let mut window = window(library());
    assert_asked(&window);
    window.get_by_label_contains("your recovery roll stays as it is");
    assert!(window.query_by_label_contains("[SK-").is_none(), "citations are for the rules, not for players");
    assert!(play_to_the_end(&mut window) >= 2);
    window.get_by_label("The race is over");
    window.get_by_label("Place");
    // Who has won, and by what the rules rank.
    let has = |part: &str| window.query_all_by_label_contains(part).next().is_some();
    assert!(has(" wins") || has(" share the first place"));
    assert!(has("Home in"));
    assert!(race(&window).game().places().iter().all(Option::is_some));
    click(&mut window, Role::Button, "Another race");
    assert!(race(&window).path().sum().choices < 8);
    assert_asked(&window);
}

#[test]
fn addons_come_with_what_they_need_and_are_played_to_the_ranking() {
    let mut window = window(library());
    click(&mut window, Role::CheckBox, "More realistic shooting");
    assert_eq!(window.state().sitting.wanted.addons, ["heart_rate", "realistic_shooting"]);
    assert_eq!(race(&window).program.ir.addons.len(), 2);
    assert_asked(&window);
    assert_eq!(window.query_all_by_role(Role::ProgressIndicator).count(), 4, "a meter for each player");
    assert!(play_to_the_end(&mut window) > 10);
    window.get_by_label("The race is over");
    window.get_by_label("Two dice turns");
    click(&mut window, Role::CheckBox, "Heart rate meter");
    assert!(window.state().sitting.wanted.addons.is_empty());
    assert!(race(&window).program.ir.addons.is_empty());
}

#[test]
fn a_decision_is_taken_back() {
    let mut window = window(library());
    let (before, hash) = (race(&window).game().choices.clone(), race(&window).game().hash());
    click(&mut window, Role::Button, "Hard");
    let after = race(&window).game().choices.clone();
    assert!(after.len() > before.len());
    click(&mut window, Role::Button, "Undo");
    assert_eq!((&race(&window).game().choices, race(&window).game().hash()), (&before, hash));
    // The bots' luck is taken back, too: the same decision leads to the same race.
    window.key_press(Key::Num3);
    settle(&mut window);
    assert_eq!(race(&window).game().choices, after);
}

#[test]
fn spaces_can_be_found_by_name() {
    let window = window(library());
    window.get_by_label("Tile 5, climb, ahead to tile 6");
    assert!(window.query_all_by_label_contains(", ahead to ").count() >= 40);
}

#[test]
fn bots_play_on_by_themselves() {
    let mut window = window(library());
    window.get_by_role_and_label(Role::CheckBox, "Auto-play").click();
    settle(&mut window);
    settle(&mut window);
    window.get_by_label("The race is over");
}

#[test]
fn numbers_of_a_table_are_changed_within_their_range() {
    let mut window = window(library());
    click(&mut window, Role::DisclosureTriangle, "Parameters");
    window.get_by_role_and_label(Role::Slider, "Loops for 6").focus();
    window.step();
    window.key_press(Key::ArrowRight);
    settle(&mut window);
    assert_eq!(window.state().sitting.wanted.settings.get("loops_for").map(String::as_str), Some("[5, 4, 3, 2, 1, 1]"));
    let program = &race(&window).program;
    let param = program.ir.params.iter().position(|p| &*p.name == "loops_for").expect("a param of SKOOT");
    assert_eq!(program.params[param], [5, 4, 3, 2, 1, 1]);
}

#[test]
fn a_large_seed_is_shown_and_read_to_its_last_digit() {
    const LARGE: u64 = (1 << 53) + 1;
    let mut window = window(library());
    window.state_mut().apply(SetupMessage::Seed(LARGE));
    settle(&mut window);
    let choices = race(&window).game().choices.clone();
    for (typed, seed) in [(None, LARGE), (Some(LARGE + 2), LARGE + 2), (Some(u64::MAX), u64::MAX), (None, u64::MAX)] {
        window.get_by_role_and_label(Role::SpinButton, "Seed").click();
        (0..3).for_each(|_| window.step());
        if let Some(typed) = typed {
            window.event(egui::Event::Text(typed.to_string()));
            window.step();
        }
        window.key_press(Key::Enter);
        settle(&mut window);
        assert_eq!((window.state().sitting.seed, race(&window).seed()), (seed, seed), "{typed:?}");
        assert!(typed.is_some() || seed != LARGE || race(&window).game().choices == choices);
    }
}

#[test]
fn what_is_no_seed_is_told_and_changes_nothing() {
    let mut window = window(library());
    for typed in ["seven", "-1", "1.5", "99999999999999999999"] {
        window.get_by_role_and_label(Role::SpinButton, "Seed").click();
        (0..3).for_each(|_| window.step());
        window.event(egui::Event::Text(typed.to_owned()));
        window.step();
        window.key_press(Key::Enter);
        settle(&mut window);
        window.get_by_label(&format!("“{typed}” is no seed: that is a whole number from 0 to {}", u64::MAX));
        assert_eq!(window.state().sitting.seed, 7);
    }
}

/// A copy of SKOOT that can be changed.
fn copy() -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().expect("a folder for a copy");
    let library = copy_into(folder.path());
    (folder, library)
}

/// The same in this folder.
fn copy_into(folder: &Path) -> Library {
    let copied = |from: &Path, to: PathBuf| {
        std::fs::create_dir_all(&to).expect("a folder");
        for file in std::fs::read_dir(from).expect("the project's files").flatten() {
            std::fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
        }
    };
    copied(&library().rulesets.join("skoot"), folder.join("rulesets/skoot"));
    copied(&library().tracks.join("skoot"), folder.join("tracks/skoot"));
    Library { rulesets: folder.join("rulesets"), tracks: folder.join("tracks") }
}

/// The copy with a series of two short races.
fn with_series(points: &str) -> (tempfile::TempDir, Library) {
    let (folder, library) = copy();
    let file = folder.path().join("rulesets/skoot/game.ron");
    let manifest = std::fs::read_to_string(&file).expect("the manifest");
    let races = r#"["flat", (track: "hilly", variant: "Heart rate")]"#;
    let series = format!("series: [(name: \"Two Hills\", races: {races}, points: {points}, wins: highest)],\n    default_track");
    std::fs::write(&file, manifest.replacen("default_track", &series, 1)).expect("a change");
    (folder, library)
}

/// The same, with the series begun.
fn in_series(points: &str) -> (tempfile::TempDir, Harness<'static, App>) {
    let (folder, library) = with_series(points);
    let mut window = window(library);
    window.state_mut().apply(SetupMessage::Series(Some("Two Hills".into())));
    settle(&mut window);
    (folder, window)
}

#[test]
fn a_series_is_played_race_after_race_with_its_table() {
    let (_folder, library) = with_series("[10, 8, 6, 4, 3, 2, 1, 0]");
    let mut window = window(library);
    window.get_by_role_and_label(Role::ComboBox, "Series");
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("2".into())));
    window.state_mut().apply(SetupMessage::Series(Some("Two Hills".into())));
    settle(&mut window);
    assert_eq!((&*race(&window).track_name, window.state().race_number()), ("flat", Some(0)));
    assert!(window.query_by_role_and_label(Role::ComboBox, "Track").is_none(), "a series has its own tracks");
    window.state_mut().apply(RaceMessage::NextRace);
    assert_eq!(window.state().race_number(), Some(0), "not before the race is over");
    play_to_the_end(&mut window);
    window.get_by_label("Two Hills after 1 of 2 races");
    let first = race(&window).game().places();
    let next = race(&window).series().expect("a series").0.races[1].title.clone();
    window.get_by_role_and_label(Role::Button, &format!("Next race: {next}"));
    // Not while somebody writes.
    window.state_mut().apply(TextMessage::ShowText("skoot/skoot.rules".into(), 0..0));
    settle(&mut window);
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Enter);
    settle(&mut window);
    assert_eq!(window.state().race_number(), Some(0));
    window.key_press(Key::Escape);
    settle(&mut window);
    // The key counts as it was pressed, though Ctrl is let go within the same frame.
    let (key, modifiers) = (Key::Enter, egui::Modifiers::COMMAND);
    window.event(egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers });
    settle(&mut window);
    assert_eq!((&*race(&window).track_name, window.state().race_number()), ("hilly", Some(1)));
    assert_eq!(race(&window).program.ir.addons.len(), 1);
    let previous: Vec<Option<u32>> = race(&window).game().previous.iter().map(|place| Some(*place)).collect();
    assert_eq!(previous, first);
    // One can go back over the end of a race.
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((&*race(&window).track_name, window.state().race_number()), ("flat", Some(0)));
    assert_eq!((race(&window).game().places(), window.state().sitting.told.as_ref()), (first, None));
    window.state_mut().apply(Action::Redo);
    settle(&mut window);
    assert_eq!((&*race(&window).track_name, window.state().race_number()), ("hilly", Some(1)));
    play_to_the_end(&mut window);
    window.get_by_label("Two Hills: the table");
    window.get_by_label("Total");
    let seed = window.state().sitting.seed;
    // The table is higher than the room for a question.
    window.get_by_role_and_label(Role::Button, "Another series").click_accesskit();
    settle(&mut window);
    assert_ne!(window.state().sitting.seed, seed);
    assert_eq!(window.state().race_number(), Some(0));
    window.state_mut().apply(SetupMessage::Series(None));
    settle(&mut window);
    assert!(race(&window).series().is_none());
    window.state_mut().shell.layouts.want(Pane::Setup);
    settle(&mut window);
    window.get_by_role_and_label(Role::ComboBox, "Track");
}

#[test]
fn a_series_that_cannot_be_played_says_why() {
    let (_folder, mut window) = in_series("[1]");
    window.get_by_label_contains("The last good race goes on");
    window.get_by_label_contains("this gives points for 1 place");
    window.state_mut().apply(SetupMessage::Series(None));
    settle(&mut window);
    assert!(window.query_by_label_contains("The last good race goes on").is_none());
}

#[test]
fn broken_rules_show_their_problem_and_the_last_race_goes_on() {
    let (folder, library) = copy();
    let rules = folder.path().join("rulesets/skoot/skoot.rules");
    let good = std::fs::read_to_string(&rules).expect("the rules");

    let mut window = window(library);
    click(&mut window, Role::Button, "Brisk");
    let played = race(&window).game().choices.clone();

    let broken = good.replacen("roll(ski_die)", "roll(sky_die)", 1);
    assert_ne!(broken, good);
    std::fs::write(&rules, broken).expect("a change");
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::R);
    settle(&mut window);
    window.get_by_label_contains("The last good race goes on");
    window.get_by_label_contains("roll(sky_die)");
    window.get_by_label_contains("skoot/skoot.rules:");
    window.get_by_label_contains("Hint: ");
    assert_eq!(race(&window).game().choices, played);
    let label = race(&window).question().expect("the race goes on").options[0].label.clone();
    click(&mut window, Role::Button, &label);
    assert!(race(&window).path().sum().choices > played.len());

    std::fs::write(&rules, good).expect("the change taken back");
    click(&mut window, Role::Button, "Try again");
    assert!(window.query_by_label_contains("The last good race goes on").is_none());
}

#[test]
fn without_any_ruleset_the_window_says_so() {
    let folder = tempfile::tempdir().expect("an empty folder");
    let window = window(Library { rulesets: folder.path().into(), tracks: folder.path().into() });
    window.get_by_label("Nothing to play yet.");
    window.get_by_label_contains("can't be played as it is");
}
