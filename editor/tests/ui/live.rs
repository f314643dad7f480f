//! Rules, parameters and tracks are changed while a race goes on, and the race follows.

mod rows;

use super::*;

use editor::drawing::Deed;
use editor::drawing::edit::Edit;
use editor::playtest::Takes;
use editor::playtest::follow::Outcome;
use editor::ui::action::{FileMessage, Pane, RaceMessage, Room, SetupMessage, Start, TextMessage};
use editor::ui::app::Begin;
use editor::ui::command::Command;
use editor::ui::dialog::Dialog;
use editor::ui::draw::Act;
use std::fs;
use std::sync::Arc;

const RULES: &str = "skoot/skoot.rules";

fn param(window: &Harness<'static, App>, name: &str) -> Vec<i32> {
    let program = &race(window).program;
    program.params[program.ir.params.iter().position(|p| &*p.name == name).expect("a param of SKOOT")].clone()
}

fn text(window: &Harness<'static, App>, name: &str) -> String {
    let text = window.state().sitting.live.texts().get(name).expect("there is such a text");
    text.as_ref().expect("it can be read").to_string()
}

/// Types a text in the place of another.
fn write(window: &mut Harness<'static, App>, name: &str, text: String) {
    window.state_mut().apply(TextMessage::Write(name.to_owned(), text.into()));
    settle(window);
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "there is {from}");
    text.replacen(from, to, 1)
}

fn outcome<'a>(window: &'a Harness<'static, App>) -> Option<&'a Outcome> {
    window.state().sitting.told.as_ref().map(|told| &told.outcome)
}

/// A race in which somebody has decided something.
fn begun() -> (tempfile::TempDir, Harness<'static, App>) {
    let (folder, library) = copy();
    let mut window = window(library);
    click(&mut window, Role::Button, "Hard");
    (folder, window)
}

#[test]
fn a_slider_turns_while_the_race_goes_on_and_back() {
    let (_folder, mut window) = begun();
    let (choices, laps) = (race(&window).game().choices.clone(), param(&window, "laps"));
    window.step();
    let round = race(&window).timeline().stops.last().map(|stop| stop.round);
    assert!(round > Some(1), "{round:?}");
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("9".into())));
    settle(&mut window);
    assert_eq!((param(&window, "laps"), &race(&window).game().choices), (vec![9], &choices));
    window.step();
    assert_eq!(race(&window).timeline().stops.last().map(|stop| stop.round), round, "rounds are counted on");
    window.get_by_role_and_label(Role::Button, "Revert change");
    window.get_by_label("Laps 9:");
    window.get_by_label_contains("The race goes on under the new rules");
    click(&mut window, Role::Button, "Undo");
    assert_eq!((param(&window, "laps"), &race(&window).game().choices), (laps, &choices));
    assert!(window.state().sitting.wanted.settings.is_empty(), "the slider goes back, too");
    click(&mut window, Role::Button, "Hide");
    assert!(window.query_by_label_contains("The race is back").is_none());
}

#[test]
fn what_is_taken_back_leaves_the_race_as_it_was_and_nothing_is_said() {
    let (_folder, mut window) = begun();
    let (choices, laps) = (race(&window).game().choices.clone(), param(&window, "laps"));
    let rules = text(&window, RULES);
    for value in ["9", "8"] {
        window.state_mut().apply(SetupMessage::Set("laps".into(), Some(value.into())));
        settle(&mut window);
    }
    write(&mut window, RULES, replaced(&rules, "laps: int in 1..9 = 3", "laps: int in 1..9 = 5"));
    assert!(outcome(&window).is_some());
    write(&mut window, RULES, rules);
    window.state_mut().apply(SetupMessage::Set("laps".into(), None));
    settle(&mut window);
    assert_eq!((param(&window, "laps"), &race(&window).game().choices), (laps, &choices));
    assert_eq!(outcome(&window), None);
    assert!(window.state().played_without().is_empty());
}

#[test]
fn it_is_said_whether_rules_track_or_looks_have_changed() {
    let (_folder, mut window) = begun();
    let track = format!("tracks/skoot/{}.ron", race(&window).present_stage().build.built.track_name);
    let (drawn, manifest) = (text(&window, &track), text(&window, "skoot/game.ron"));
    write(&mut window, &track, replaced(&drawn, "terrain: climb", "terrain: plain"));
    window.get_by_label_contains("The race goes on with the changed track");
    assert!(window.query_by_label_contains("under the new rules").is_none());
    write(&mut window, &track, drawn);
    assert_eq!(outcome(&window), None);
    let look = manifest.find("appearance: {").expect("there are looks") + "appearance: {".len();
    write(&mut window, "skoot/game.ron", format!("{} \"Terrain.bog\": (), {}", &manifest[..look], &manifest[look..]));
    window.get_by_label_contains("The race goes on with the new looks");
}

#[test]
fn the_line_that_was_changed_is_told_where_it_stands_by_now() {
    let (_folder, mut window) = begun();
    let good = text(&window, RULES);
    let line = good.lines().position(|line| line.contains("laps: int in 1..")).expect("a line") + 1;
    let changed = replaced(&good, "laps: int in 1..9 = 3", "laps: int in 1..9 = 5");
    write(&mut window, RULES, changed.clone());
    window.get_by_label(&format!("{RULES}, line {line}:"));
    write(&mut window, RULES, format!("// above\n{changed}"));
    window.get_by_label(&format!("{RULES}, line {}:", line + 1));
    write(&mut window, RULES, format!("// above\n// again\n{changed}// below\n"));
    window.get_by_label(&format!("{RULES}, line {}:", line + 2));
}

#[test]
fn an_addon_is_switched_on_while_the_race_goes_on() {
    let (_folder, mut window) = begun();
    let choices = race(&window).path().sum().choices;
    let switch = |window: &Harness<'static, App>| window.get_by_role_and_label(Role::CheckBox, "Heart rate meter").rect();
    let place = switch(&window);
    click(&mut window, Role::CheckBox, "Heart rate meter");
    assert_eq!(race(&window).program.ir.addons.len(), 1);
    assert_eq!(switch(&window), place, "what is told takes its room from the board");
    let Some(Outcome::CarriedOver(unfit, new)) = outcome(&window) else { panic!("{:?}", outcome(&window)) };
    assert!(unfit.is_empty() && new.iter().any(|new| new.contains("`heart` is new")), "{unfit:?} {new:?}");
    assert!(window.query_by_label_contains("did not fit").is_none());
    assert!(matches!(outcome(&window), Some(Outcome::CarriedOver(..))));
    assert!(race(&window).path().sum().choices <= choices && race(&window).question().is_some());
    assert_asked(&window);
    assert!(play_to_the_end(&mut window) > 2);
}

#[test]
fn what_is_typed_is_played_and_broken_text_leaves_the_last_good_rules() {
    let (folder, mut window) = begun();
    let good = text(&window, RULES);
    let choices = race(&window).game().choices.clone();
    let changed = replaced(&good, "laps: int in 1..", "laps: int in 2..");
    write(&mut window, RULES, changed.clone());
    assert_eq!(outcome(&window), Some(&Outcome::CarriedOver(vec![], vec![])));
    window.get_by_label_contains("skoot/skoot.rules, line ");
    assert_eq!(race(&window).game().choices, choices);
    let program = race(&window).program.clone();
    write(&mut window, RULES, replaced(&changed, "roll(ski_die)", "roll(sky_die)"));
    assert!(window.state().is_broken);
    assert!(Arc::ptr_eq(&program, &race(&window).program), "the last good rules go on");
    until(&mut window, |window| window.query_by_label_contains("The race goes on under the last good rules").is_some());
    settle(&mut window);
    let label = race(&window).question().expect("the race goes on").options[0].label.clone();
    click(&mut window, Role::Button, &label);
    assert!(race(&window).path().sum().choices > choices.len());
    write(&mut window, RULES, changed.clone());
    assert!(!window.state().is_broken);
    // Nothing is on the disk before it is saved.
    let file = folder.path().join("rulesets").join(RULES);
    assert!(fs::read_to_string(&file).expect("the rules") == good);
    assert!(window.state().has_unsaved());
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(fs::read_to_string(&file).expect("the rules") == changed);
    assert!(!window.state().has_unsaved());
}

/// While a number is typed every key gives other rules. What the first of them cut off is not lost by the last.
#[test]
fn several_changes_on_end_are_one() {
    let (_folder, mut window) = begun();
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("9".into())));
    settle(&mut window);
    let before = race(&window).game().hash();
    for laps in ["7", "8", "3"] {
        window.state_mut().apply(SetupMessage::Set("laps".into(), Some(laps.into())));
        settle(&mut window);
    }
    assert_eq!(param(&window, "laps"), [3]);
    click(&mut window, Role::Button, "Undo");
    assert_ne!(param(&window, "laps"), [9], "all four were one step");
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("9".into())));
    settle(&mut window);
    assert_eq!(race(&window).game().hash(), before);
}

#[test]
fn a_race_is_replayed_to_where_it_parts() {
    let (_folder, mut window) = begun();
    window.state_mut().apply(RaceMessage::Takes(Takes::Replay));
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("9".into())));
    settle(&mut window);
    assert_eq!(outcome(&window), Some(&Outcome::Replayed(None)));
    let choices = race(&window).game().choices.clone();
    let first = choices.iter().position(|choice| choice.branch == "Hard").expect("it was chosen");
    // What was chosen is called something else.
    let changed = text(&window, RULES).replace("\"Hard\"", "\"Tough\"");
    write(&mut window, RULES, changed);
    let Some(Outcome::Replayed(Some((parts, why)))) = outcome(&window) else { panic!("{:?}", outcome(&window)) };
    assert_eq!(*parts, first);
    assert!(why.contains("`Hard` is no longer on offer"), "{why}");
    window.get_by_label_contains(&format!("is different from choice {}", first + 1));
    // A bot is asked before the person is.
    assert_eq!(race(&window).path().sum().choices, 1);
    click(&mut window, Role::Button, "Undo");
    assert_eq!(race(&window).game().choices, choices);
}

#[test]
fn what_was_carried_over_is_replayed_instead_and_the_other_way_round() {
    let (_folder, mut window) = begun();
    let (choices, laps) = (race(&window).game().choices.clone(), param(&window, "laps"));
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("9".into())));
    settle(&mut window);
    assert!(matches!(outcome(&window), Some(Outcome::CarriedOver(..))));
    click(&mut window, Role::Button, "Replay instead");
    assert_eq!(outcome(&window), Some(&Outcome::Replayed(None)));
    assert!(race(&window).path().parts().len() == 1, "it was played so from its start");
    assert_eq!((&race(&window).game().choices, param(&window, "laps")), (&choices, vec![9]));
    click(&mut window, Role::Button, "Carry over instead");
    assert!(matches!(outcome(&window), Some(Outcome::CarriedOver(..))));
    assert!(race(&window).path().parts().len() == 2);
    // All of it is one step back.
    click(&mut window, Role::Button, "Undo");
    assert_eq!((&race(&window).game().choices, param(&window, "laps")), (&choices, laps));
    assert!(race(&window).path().parts().len() == 1);
}

#[test]
fn what_another_program_saves_is_followed() {
    let (folder, library) = copy();
    let mut window = window(library);
    let ctx = window.ctx.clone();
    window.state_mut().watch(&ctx);
    settle(&mut window);
    click(&mut window, Role::Button, "Hard");
    let choices = race(&window).game().choices.clone();
    let file = folder.path().join("rulesets").join(RULES);
    let changed = replaced(&fs::read_to_string(&file).expect("the rules"), "laps: int in 1..", "laps: int in 2..");
    fs::write(&file, changed).expect("saved");
    until(&mut window, |window| window.state().sitting.told.is_some());
    assert_eq!(outcome(&window), Some(&Outcome::CarriedOver(vec![], vec![])));
    assert_eq!(race(&window).game().choices, choices);
}

#[test]
fn both_sides_change_a_file_and_nothing_is_lost() {
    let (folder, mut window) = begun();
    let file = folder.path().join("rulesets").join(RULES);
    let good = text(&window, RULES);
    let (mine, theirs) = (format!("{good}// mine\n"), format!("{good}// theirs\n"));
    write(&mut window, RULES, mine.clone());
    fs::write(&file, &theirs).expect("saved by somebody else");
    window.state_mut().apply(Action::Reload);
    settle(&mut window);
    window.get_by_label_contains("was changed by another program");
    assert!(text(&window, RULES) == mine, "what is typed stays until that is decided");
    click(&mut window, Role::Button, "Take theirs");
    assert!(text(&window, RULES) == theirs);
    assert!(!window.state().has_unsaved());

    write(&mut window, RULES, mine.clone());
    fs::write(&file, &good).expect("saved by somebody else");
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(fs::read_to_string(&file).expect("the rules") == good, "nothing is written over unasked");
    window.get_by_role_and_label(Role::Button, "Show both").click();
    settle(&mut window);
    // The dialog has become larger.
    window.get_by_role_and_label(Role::Button, "Keep mine").click_accesskit();
    settle(&mut window);
    assert!(fs::read_to_string(&file).expect("the rules") == mine);
}

#[test]
fn typed_rules_are_asked_about_before_they_are_lost() {
    let (folder, mut window) = begun();
    let good = text(&window, RULES);
    write(&mut window, RULES, format!("{good}// mine\n"));
    window.state_mut().apply(Action::Quit);
    settle(&mut window);
    assert!(matches!(window.state().shell.dialog, Some(Dialog::Unsaved(_))));
    window.get_by_label("Save skoot/skoot.rules?");
    click(&mut window, Role::Button, "Save");
    let file = folder.path().join("rulesets").join(RULES);
    assert!(fs::read_to_string(file).expect("the rules") == format!("{good}// mine\n"));
}

#[test]
fn what_is_drawn_is_the_board_that_is_raced_on() {
    let (_folder, mut window) = begun();
    let (choices, spaces) = (race(&window).game().choices.clone(), race(&window).board.spaces.len());
    window.state_mut().apply(Action::Draw);
    settle(&mut window);
    let desk = &window.state().table.draw.as_ref().expect("the track lies on the table").desk;
    let key = desk.document().spaces().last().expect("a board has spaces").key;
    let renamed = Deed::Edit(Edit::Rename { key, id: "new_name".into() });
    window.state_mut().apply(Action::Board(Act::Do(renamed)));
    window.state_mut().apply(Action::Play);
    until(&mut window, |window| window.state().sitting.told.is_some());
    assert_eq!(window.state().shell.room, Room::Play);
    assert_eq!(race(&window).board.spaces.len(), spaces);
    assert!(race(&window).board.spaces.iter().any(|space| *space.id == *"new_name"));
    assert_eq!(race(&window).game().choices, choices);
}

#[test]
fn a_window_that_nobody_watches_for_reads_files_when_it_is_told() {
    let (folder, library) = copy();
    let begin = Begin { seed: Some(3), ..Begin::default() };
    assert!(begin.recovery.is_none());
    let mut window = window(library);
    let file = folder.path().join("rulesets").join(RULES);
    let changed = replaced(&fs::read_to_string(&file).expect("the rules"), "laps: int in 1..", "laps: int in 2..");
    fs::write(&file, &changed).expect("saved");
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::R);
    settle(&mut window);
    assert!(text(&window, RULES) == changed);
}

#[test]
fn a_line_of_the_log_leads_to_its_rule() {
    let (_folder, mut window) = begun();
    // The text has changed since: the line stands elsewhere by now.
    let broken = format!("rule broken( {{\n{}", text(&window, RULES));
    write(&mut window, RULES, broken.clone());
    window.state_mut().shell.layouts.want(Pane::Log);
    settle(&mut window);
    let names = |window: &Harness<'static, App>, rule: &str| window.query_all_by_label(rule).count();
    let written = race(&window).path().lines().rev().find(|line| !line.rules.is_empty()).expect("a rule wrote something");
    let stood = race(&window).ruleset.sources.slice(written.span).to_owned();
    let label = written.rules[0].to_string();
    assert_eq!(names(&window, &label), 0, "only those who ask for it read names of rules");
    let shows = Command::RuleNames.action(window.state());
    window.state_mut().apply(shows);
    settle(&mut window);
    window.get_all_by_label(&label).last().expect("the log names its rules").click();
    settle(&mut window);
    let rules = &window.state().rules;
    assert_eq!(rules.open(), RULES);
    let selected = broken.get(rules.selected()).expect("a place of the text");
    assert_eq!(selected, stood);
    // The next key is meant for the race, not for the text; an answer waits until the state is as it should be.
    window.key_press(Key::E);
    window.step();
    settle(&mut window);
    assert!(race(&window).is_edited());
    assert_eq!(text(&window, RULES), broken);
    let choices = race(&window).path().sum().choices;
    window.state_mut().apply(RaceMessage::Choose(0));
    settle(&mut window);
    assert_eq!(race(&window).path().sum().choices, choices);
    assert!(window.state().shell.notice.as_ref().is_some_and(|notice| notice.text.contains("Done")));
}

/// What is refused on the drawing table leaves race and rules as they are, though it is another game.
#[test]
fn a_board_of_another_game_that_can_not_be_played_leaves_the_race() {
    let mut window = window(library());
    click(&mut window, Role::Button, "Hard");
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("9".into())));
    settle(&mut window);
    let choices = race(&window).game().choices.clone();
    let path = tempfile::tempdir().expect("a folder").path().join("new.ron");
    let other = library().names().into_iter().find(|name| name != "skoot").expect("there are other games");
    let start = Start::Blank(kurbo::Size::new(300.0, 200.0));
    window.state_mut().apply(FileMessage::BeginTrack { ruleset: other, path, title: "New".into(), start });
    settle(&mut window);
    window.state_mut().apply(Action::PlayDrawn);
    settle(&mut window);
    assert_eq!(window.state().shell.room, Room::Draw);
    window.state_mut().apply(Action::Play);
    settle(&mut window);
    let is_skoot = |window: &Harness<'static, App>| {
        let app = window.state();
        app.sitting.wanted.ruleset == "skoot"
            && app.sitting.live.texts().name == "skoot"
            && &*race(window).ruleset.name == "skoot"
    };
    assert!(is_skoot(&window));
    assert_eq!(race(&window).game().choices, choices);
    click(&mut window, Role::Button, "Undo");
    assert!(is_skoot(&window) && param(&window, "laps") != [9]);
    window.state_mut().apply(RaceMessage::NewRace);
    settle(&mut window);
    assert!(is_skoot(&window));
}

#[test]
fn another_number_of_players_begins_a_race_and_the_last_can_be_brought_back() {
    let (_folder, mut window) = begun();
    let (hash, players) = (race(&window).game().hash(), race(&window).program.players);
    let manifest = text(&window, "skoot/game.ron");
    let from = format!("players: {players}");
    write(&mut window, "skoot/game.ron", replaced(&manifest, &from, "players: 5"));
    assert_eq!(race(&window).program.players, 5);
    window.get_by_label_contains("Another number of players sits at the table");
    click(&mut window, Role::Button, "Back to the last race");
    assert_eq!((race(&window).game().hash(), race(&window).program.players), (hash, players));
    window.state_mut().apply(SetupMessage::Track("flat".into()));
    settle(&mut window);
    assert_eq!(&*race(&window).track_name, "flat");
    click(&mut window, Role::Button, "Undo");
    assert_eq!(race(&window).game().hash(), hash);
}

#[test]
fn tests_of_the_rules_leave_a_race_as_it_lies() {
    let (_folder, library) = copy();
    let mut window = window(library);
    play_to_the_end(&mut window);
    let (program, choices) = (race(&window).program.clone(), race(&window).game().choices.clone());
    let rules = text(&window, RULES);
    let test = "/// Beside the point.\ntest \"one and one\" on \"flat\" for 2 players { expect 1 + 1 == 2 }\n";
    for with in [format!("{rules}\n\n{test}"), replaced(&rules, "/// [SK-1]", &format!("{test}\n/// [SK-1]")), rules.clone()] {
        write(&mut window, RULES, with);
        assert!(!window.state().is_broken && window.state().sitting.live.texts().get(RULES).is_some());
        assert_eq!(race(&window).game().status, Status::Over);
        assert!(Arc::ptr_eq(&race(&window).program, &program));
        assert_eq!((outcome(&window), &window.state().played_without()[..]), (None, &[][..]));
    }
    // What is said of a rule is told in play.
    write(&mut window, RULES, replaced(&rules, "/// [SK-1]", "/// Said anew. [SK-1]"));
    assert!(matches!(outcome(&window), Some(Outcome::Begun(_))), "{:?}", outcome(&window));
    assert_ne!(race(&window).game().choices, choices);
}

#[test]
fn that_the_last_good_rules_go_on_is_told_once_typing_rests() {
    let (_folder, mut window) = begun();
    let rules = text(&window, RULES);
    let told =
        |window: &Harness<'static, App>| window.query_by_label_contains("The race goes on under the last good rules").is_some();
    window.state_mut().apply(TextMessage::Write(RULES.to_owned(), replaced(&rules, "param laps", "para laps").into()));
    window.step();
    assert!(!told(&window));
    until(&mut window, told);
    window.state_mut().apply(TextMessage::Write(RULES.to_owned(), rules.into()));
    until(&mut window, |window| !told(window));
}

#[test]
fn a_finished_race_can_be_brought_back_after_several_changes() {
    let (_folder, mut window) = begun();
    window.state_mut().apply(RaceMessage::PlayOn(true));
    for _ in 0..200 {
        settle(&mut window);
        if race(&window).game().status == Status::Over {
            break;
        }
    }
    window.state_mut().apply(RaceMessage::PlayOn(false));
    let hash = race(&window).game().hash();
    assert_eq!(race(&window).game().status, Status::Over);
    for laps in ["1", "4"] {
        let rules = text(&window, RULES);
        let at = rules.find("param laps: int in 1..9 = ").expect("a param of SKOOT") + "param laps: int in 1..9 = ".len();
        write(&mut window, RULES, format!("{}{laps}{}", &rules[..at], &rules[at + 1..]));
        // Somebody is asked before anything was decided.
        assert!(race(&window).game().hash() != hash);
    }
    click(&mut window, Role::Button, "Undo");
    assert_eq!(race(&window).game().hash(), hash);
}

#[test]
fn a_race_that_the_rules_leave_is_brought_back() {
    let (_folder, mut window) = begun();
    let (hash, players) = (race(&window).game().hash(), race(&window).program.players);
    let manifest = text(&window, "skoot/game.ron");
    let other = replaced(&manifest, &format!("players: {players}"), &format!("players: {}", players + 1));
    write(&mut window, "skoot/game.ron", other);
    assert_eq!(race(&window).program.players, players + 1);
    assert!(matches!(outcome(&window), Some(Outcome::Begun(_))));
    // Another change leaves it as it lies.
    let rules = text(&window, RULES) + "\nrule nothing_new() { }\n";
    write(&mut window, RULES, rules);
    for _ in 0..3 {
        if race(&window).program.players != players {
            window.state_mut().apply(Action::Undo);
            settle(&mut window);
        }
    }
    assert_eq!((race(&window).game().hash(), race(&window).program.players), (hash, players));
}

/// Whether this is in the list behind the button in the strip that counts what did not fit.
fn lists_what_did_not_fit(window: &mut Harness<'static, App>, note: &str) -> bool {
    let press = |window: &mut Harness<'static, App>| {
        window.get_by(|node| node.role() == Role::Button && node.label().is_some_and(|l| l.ends_with(" left out"))).click();
        window.run_steps(4);
    };
    press(window);
    let is_listed = window.query_by_label_contains(note).is_some();
    press(window);
    is_listed
}

#[test]
fn nothing_that_is_told_moves_the_board() {
    let (_folder, mut window) = begun();
    let board = |window: &Harness<'static, App>| window.get_by_role_and_label(Role::Canvas, "Board").rect();
    let before = board(&window);
    let rules = text(&window, RULES);
    write(&mut window, RULES, replaced(&rules, "tactic: int in 0..3", "tactic: int in 0..1"));
    assert!(matches!(outcome(&window), Some(Outcome::CarriedOver(..))));
    assert_eq!(board(&window), before);
    window.key_press(Key::E);
    settle(&mut window);
    assert!(race(&window).is_edited() && board(&window) == before);
    window.get_by_label("You are editing the state.");
    write(&mut window, RULES, replaced(&rules, "roll(ski_die)", "roll(sky_die)"));
    until(&mut window, |window| window.query_by_label_contains("The race goes on under the last good rules").is_some());
    assert_eq!(board(&window), before);
}

#[test]
fn what_did_not_fit_is_listed_and_the_change_may_be_taken_up_again() {
    let (_folder, mut window) = begun();
    let rules = text(&window, RULES);
    write(&mut window, RULES, replaced(&rules, "tactic: int in 0..3", "tactic: int in 0..1"));
    let Some(Outcome::CarriedOver(notes, _)) = outcome(&window) else { panic!("{:?}", outcome(&window)) };
    assert!(notes.iter().any(|note| note.contains("2 is out of its range; it is 1 now")), "{notes:?}");
    assert!(lists_what_did_not_fit(&mut window, "Player 1's tactic: 2 is out of its range; it is 1 now"));
    // In a small window it may leave the board no room.
    for size in [egui::vec2(420.0, 220.0), egui::vec2(1280.0, 800.0)] {
        window.set_size(size);
        settle(&mut window);
    }
    let program = race(&window).program.clone();
    click(&mut window, Role::Button, "Keep playing the old rules");
    assert_eq!(outcome(&window), Some(&Outcome::Held));
    assert!(!Arc::ptr_eq(&program, &race(&window).program));
    click(&mut window, Role::Button, "Apply the change");
    assert!(Arc::ptr_eq(&program, &race(&window).program));
    assert!(lists_what_did_not_fit(&mut window, "Player 1's tactic: 2 is out of its range; it is 1 now"));
    // Reverted, it is gone from the text, too, whether the race goes on with it or without it.
    let changed = text(&window, RULES);
    for is_held in [false, true] {
        if is_held {
            click(&mut window, Role::Button, "Keep playing the old rules");
        }
        click(&mut window, Role::Button, "Revert change");
        built(&mut window);
        assert_eq!((text(&window, RULES), outcome(&window)), (rules.clone(), None));
        assert!(!Arc::ptr_eq(&program, &race(&window).program));
        write(&mut window, RULES, changed.clone());
    }
}

#[test]
fn where_the_place_in_the_flow_is_gone_a_replay_is_offered() {
    let (_folder, mut window) = begun();
    let program = race(&window).program.clone();
    // The loop of the flow is another one.
    let flow = "for p in racing_order() where p.home_in is none { turn(p) }";
    let rules = replaced(&text(&window, RULES), flow, "for q in racing_order() where q.home_in is none { turn(q) }");
    write(&mut window, RULES, rules);
    assert!(matches!(outcome(&window), Some(Outcome::Stuck(_))), "{:?} {:?}", outcome(&window), window.state().problems.first());
    assert!(Arc::ptr_eq(&program, &race(&window).program), "the race goes on under the rules before");
    click(&mut window, Role::Button, "Replay under the new rules");
    assert!(matches!(outcome(&window), Some(Outcome::Replayed(_))));
    assert!(!Arc::ptr_eq(&program, &race(&window).program));
}

const ROWS: &str = "biathlon-blast/biathletes.ron";

/// The rules with what is not played.
const ASIDE: [&str; 3] = ["// why\n", "test \"two\" on \"flat\" for 2 players { expect 1 + 1 == 2 }\n", ""];

#[test]
fn what_was_taken_back_stays_so_until_something_else_is_played() {
    let (_folder, mut window) = begun();
    let (rules, laps) = (text(&window, RULES), param(&window, "laps"));
    let with = |laps: &str| replaced(&rules, "laps: int in 1..9 = 3", &format!("laps: int in 1..9 = {laps}"));
    write(&mut window, RULES, with("5"));
    assert_eq!(param(&window, "laps"), [5]);
    click(&mut window, Role::Button, "Keep playing the old rules");
    let option = race(&window).question().expect("somebody is asked").options[0].label.clone();
    click(&mut window, Role::Button, &option);
    for aside in ASIDE {
        for text in [with("5") + aside, with("rather 5") + aside, with("5 // again") + aside] {
            write(&mut window, RULES, text);
            assert_eq!((param(&window, "laps"), outcome(&window)), (laps.clone(), Some(&Outcome::Held)), "{aside}");
        }
    }
    write(&mut window, RULES, with("6"));
    assert_eq!(param(&window, "laps"), [6]);
}

#[test]
fn what_is_told_of_a_race_stays_where_nothing_that_is_played_changes() {
    let (_folder, mut window) = begun();
    let (rules, program) = (text(&window, RULES), race(&window).program.clone());
    let other = replaced(&rules, "tactic: int in 0..3", "tactic: int in 0..1");
    write(&mut window, RULES, other.clone());
    for aside in ASIDE {
        write(&mut window, RULES, other.clone() + aside);
        assert!(matches!(outcome(&window), Some(Outcome::CarriedOver(..))), "{aside}: {:?}", outcome(&window));
        assert!(lists_what_did_not_fit(&mut window, "Player 1's tactic: 2 is out of its range; it is 1 now"));
    }
    click(&mut window, Role::Button, "Keep playing the old rules");
    assert!(Arc::ptr_eq(&program, &race(&window).program));
    // That the rules are other ones is told no longer than they are.
    write(&mut window, RULES, rules.clone());
    assert_eq!(outcome(&window), None);
    let flow = "for p in racing_order() where p.home_in is none { turn(p) }";
    write(&mut window, RULES, replaced(&rules, flow, "for q in racing_order() where q.home_in is none { turn(q) }"));
    assert!(matches!(outcome(&window), Some(Outcome::Stuck(_))), "{:?}", outcome(&window));
    write(&mut window, RULES, rules.clone() + ASIDE[0]);
    assert_eq!(outcome(&window), None);
    // The last race can be brought back although something was said of the rules.
    let (hash, players) = (race(&window).game().hash(), race(&window).program.players);
    let manifest = replaced(&text(&window, "skoot/game.ron"), &format!("players: {players}"), "players: 5");
    write(&mut window, "skoot/game.ron", manifest);
    assert_eq!(race(&window).program.players, 5);
    write(&mut window, RULES, rules + ASIDE[1]);
    click(&mut window, Role::Button, "Back to the last race");
    assert_eq!(race(&window).game().hash(), hash);
}

#[test]
fn changed_rules_hold_for_the_race_of_a_series_and_for_those_to_come() {
    let (_folder, mut window) = in_series("[10, 8, 6, 4, 3, 2, 1, 0]");
    let rules = text(&window, RULES);
    let with = |laps: &str| replaced(&rules, "laps: int in 1..9 = 3", &format!("laps: int in 1..9 = {laps}"));
    let option = race(&window).question().expect("somebody is asked").options[0].label.clone();
    click(&mut window, Role::Button, &option);
    write(&mut window, RULES, with("2"));
    assert!(matches!(outcome(&window), Some(Outcome::CarriedOver(..))), "{:?}", outcome(&window));
    assert_eq!((param(&window, "laps"), window.state().race_number()), (vec![2], Some(0)));
    play_to_the_end(&mut window);
    let places = race(&window).game().places();
    write(&mut window, RULES, with("4"));
    assert_eq!((outcome(&window), window.state().race_number()), (Some(&Outcome::Series), Some(0)));
    window.state_mut().apply(RaceMessage::NextRace);
    settle(&mut window);
    assert_eq!((param(&window, "laps"), window.state().race_number(), outcome(&window)), (vec![4], Some(1), None));
    assert_eq!(race(&window).game().previous.iter().map(|place| Some(*place)).collect::<Vec<_>>(), places);
    // Back in the first race, it is under its own rules.
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((param(&window, "laps"), race(&window).game().places()), (vec![2], places));
    assert_eq!(outcome(&window), Some(&Outcome::Held));
}

#[test]
fn rules_that_came_at_a_moment_of_the_past_are_applied_at_the_newest_one_instead() {
    let (_folder, mut window) = begun();
    let option = race(&window).question().expect("somebody is asked").options[0].label.clone();
    click(&mut window, Role::Button, &option);
    let choices = race(&window).path().sum().choices;
    let stop = stop_after(&window, 1);
    window.state_mut().apply(Action::Playtest(editor::playtest::Act::LookAt(stop)));
    settle(&mut window);
    let rules = text(&window, RULES);
    write(&mut window, RULES, replaced(&rules, "laps: int in 1..9 = 3", "laps: int in 1..9 = 5"));
    assert!(race(&window).path().sum().choices < choices && race(&window).branches().len() == 1);
    click(&mut window, Role::Button, "Apply at the newest moment instead");
    assert_eq!((race(&window).path().sum().choices, race(&window).branches().len()), (choices, 0));
    assert_eq!((param(&window, "laps"), race(&window).looks_back), (vec![5], false));
    assert!(window.query_by_label("Apply at the newest moment instead").is_none());
}

/// Long rules take a while to be woven, and their names to be found.
#[test]
fn no_frame_waits_for_what_new_rules_mean_to_a_drawing_and_to_a_text() {
    let (_folder, mut window) = begun();
    // A frame is drawn once: what is asked for in it can't be there before the next.
    window.ctx.options_mut(|options| options.max_passes = 1.try_into().expect("one"));
    for action in [Action::Draw, Action::Play, Action::Text(TextMessage::ShowRules)] {
        window.state_mut().apply(action);
        settle(&mut window);
    }
    let checker =
        |window: &Harness<'static, App>| window.state().table.draw.as_ref().expect("a track is drawn").desk.checker.clone();
    let (before, asked) = (checker(&window), window.state().sitting.live.asked());
    let changed = replaced(&text(&window, RULES), "laps: int in 1..", "laps: int in 2..");
    window.state_mut().apply(TextMessage::Write(RULES.to_owned(), changed.into()));
    until(&mut window, |window| window.state().sitting.live.newest().is_some_and(|newest| newest.number > asked));
    let newest = window.state().sitting.live.newest().expect("it is built").clone();
    assert!(Arc::ptr_eq(&before, &checker(&window)), "the frame that takes up a build does not weave");
    assert!(!window.state().rules.knows(&newest), "nor does it look for names");
    settle(&mut window);
    assert!(!Arc::ptr_eq(&before, &checker(&window)));
    assert!(window.state().rules.knows(&newest));
}
