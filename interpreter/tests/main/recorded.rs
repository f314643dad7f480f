//! Tests that are recorded of what happened in a game.

use interpreter::edit::Edit;
use interpreter::game::{Game, Status};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::testing::record::{self, At, Recording};
use interpreter::testing::{Report, SEED, run};

use crate::common::every::Dice;
use crate::common::{rulesets, shipped};

const RULES: &str = r#"
game small "Small" for 2..2 players
link next one? drawn along
dice wheel = 1..6
player { points: int = 0, secret plan: int in 0..9 = 0 }
flow {
  repeat 5 times { for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
turn rule turn(p: player) {
  choose go by p { "Roll" { p.points += roll(wheel) }; "Plan" { p.plan = 3 } }
  choose again by p { "Roll again" { p.points += roll(wheel) }; "Rest" { } }
}
"#;

fn texts(rules: &str) -> Texts {
    crate::reload::texts(rules, crate::reload::TRACK, crate::reload::TOKENS)
}

/// A game of those rules in which somebody set something by hand, and answered; and what is recorded of it.
fn edited(edits: &[(usize, Edit)], answers: &[usize], reader: Option<usize>) -> (Game, Result<Recording, String>) {
    let mut game = Game::start(crate::reload::program(&texts(RULES)), 3);
    for (n, answer) in answers.iter().enumerate() {
        for (_, edit) in edits.iter().filter(|(at, _)| *at == n) {
            game.edit(edit).unwrap_or_else(|why| panic!("{why:?}"));
        }
        game.choose(*answer).expect("it is asked");
    }
    let recording = record::call(&game, &Setup::default(), "line", None, reader);
    (game, recording)
}

fn all(recording: &Recording, title: &str) -> String {
    recording.test(title, |_| true)
}

/// Runs tests that are added to the rules of a game.
fn run_with(texts: &Texts, tests: &str, only: &str) -> Report {
    let ruleset = Ruleset::read(texts);
    let file = ruleset.sources.get(ruleset.base[0].source).name.to_string();
    let old = texts.get(&file).and_then(|text| text.as_ref().ok()).expect("its text").clone();
    let mut with = texts.clone();
    assert!(with.set(&file, Ok(format!("{old}\n{tests}").into())));
    run(&Ruleset::read(&with), Some(only))
}

#[test]
fn before_anything_has_happened_there_is_nothing_to_tell() {
    let (_, none) = edited(&[], &[], None);
    assert_eq!(none, Err("nothing has been played to its end yet that could be told as a test".to_owned()));
    assert!(edited(&[], &[0], None).1.is_err(), "the turn is still being played");
}

#[test]
fn what_is_picked_is_expected() {
    let (_, recording) = edited(&[], &[0, 1], None);
    let recording = recording.expect("it is told");
    assert_eq!((recording.turn, recording.changes.len()), (Some(1), 1), "{recording:?}");
    let test = all(&recording, "a {\"b\"}");
    let run = "run turn(player(1)) choosing go: \"Roll\", again: \"Rest\"";
    let points = test.split("points == ").nth(1).and_then(|rest| rest.chars().next()).expect("a figure");
    let wanted = format!(
        "test \"a b\" on \"line\" for 2 players {{\n  dice {points}\n  {run}\n  expect player(1).points == {points}\n}}\n"
    );
    assert_eq!(test, wanted);
    assert_eq!(
        recording.test("", |_| false),
        wanted.replace("a b", "as it was played").replace(&format!("  expect player(1).points == {points}\n"), "")
    );
    let report = run_with(&texts(RULES), &test, "a b");
    assert!(report.passed() && report.tests.len() == 1, "{report:?}");
}

#[test]
fn a_test_tells_of_the_dice_that_were_set_by_hand() {
    let wheel = |faces: &[i32]| Edit::Roll { die: "wheel".into(), faces: faces.to_vec() };
    // Set in the turn itself, and in the one before it.
    for at in [0, 1, 2, 3] {
        let n = if at % 2 == 0 { 2 } else { 1 };
        for faces in [[5, 2], [1, 6]] {
            let (game, test) = edited(&[(at, wheel(&faces[..n])), (2, wheel(&[4, 4]))], &[0, 0, 0, 0], None);
            let rolled: Vec<&str> = game.log.iter().filter_map(|line| line.text.strip_prefix("wheel: ")).collect();
            let test = test.expect("it is told");
            let last = &rolled[rolled.len() - 2..];
            assert!(all(&test, "it").contains(&format!("  dice {}\n", last.join(", "))), "{rolled:?}: {test:?}");
            assert!(!test.tells_hidden, "{test:?}");
        }
    }
}

#[test]
fn of_a_turn_changed_by_hand_there_is_no_test() {
    let points = Edit::Field { of: "player".into(), number: 1, name: "points".into(), value: "30".into() };
    let (_, test) = edited(&[(1, points.clone())], &[0, 0], None);
    assert!(test.as_ref().is_err_and(|why| why.contains("by hand")), "{test:?}");
    // Before the turn it is part of what stood there.
    let (_, test) = edited(&[(1, points)], &[0, 0, 0, 0], None);
    assert!(test.as_ref().is_ok_and(|test| all(test, "it").contains("player(1).points = 3")), "{test:?}");
}

#[test]
fn a_test_that_tells_secrets_says_so() {
    assert!(edited(&[], &[0, 1], Some(1)).1.is_ok_and(|test| !test.tells_hidden));
    for (reader, hidden) in [(Some(0), false), (Some(1), true), (None, true)] {
        let (_, test) = edited(&[], &[1, 0], reader);
        assert!(test.as_ref().is_ok_and(|test| test.tells_hidden == hidden), "{reader:?}: {test:?}");
    }
}

#[test]
fn a_moment_of_the_past_is_told() {
    let mut game = Game::start(crate::reload::program(&texts(RULES)), 3);
    (0..8).for_each(|_| game.choose(0).expect("it is asked"));
    let told = |at: Option<usize>| {
        let at = at.map(|choices| At { choices, lines: usize::MAX });
        let recording = record::call(&game, &Setup::default(), "line", at, None).expect("it can be told");
        (recording.turn, all(&recording, "it happened"))
    };
    let ((first_turn, first), (last_turn, last)) = (told(Some(1)), told(None));
    assert_eq!((first_turn, last_turn), (Some(1), Some(4)));
    assert!(first.contains("run turn(player(1))") && !first.contains("\n  player(1).points = "), "{first}");
    assert!(last.contains("run turn(player(2))") && last.contains("\n  player(1).points = "), "{last}");
    assert_eq!((told(Some(0)).1, told(Some(7)).1), (first, last));
}

#[test]
fn who_has_left_is_set_up_and_a_place_is_expected() {
    let rules = RULES.replacen("\"Rest\" { }", "\"Rest\" { if p == player(1) { finish(p) } else { eliminate(p) } }", 1);
    let mut game = Game::start(crate::reload::program(&texts(&rules.replace("2..2", "3..3"))), 3);
    [0, 1, 0, 1, 0, 0].into_iter().for_each(|option| game.choose(option).expect("it is asked"));
    let at = |choices| Some(At { choices, lines: usize::MAX });
    let told = |at| all(&record::call(&game, &Setup::default(), "line", at, None).expect("it can be told"), "it happened");
    assert!(told(at(0)).contains("expect place(player(1)) == 1"), "{}", told(at(0)));
    let last = told(None);
    assert!(last.contains("\n  finish(player(1))\n  eliminate(player(2))\n"), "{last}");
    let report = run_with(&texts(&rules.replace("2..2", "3..3")), &last, "it happened");
    assert!(report.passed() && report.tests.len() == 1, "{report:?}");
}

/// Bots have played a shipped game for so many choices.
fn raced(name: &str, most: usize) -> (Texts, String, Game) {
    let texts = shipped(name);
    let built = Ruleset::read(&texts).build(&Setup::default());
    let program = built.program.expect("a shipped game can be played");
    let (mut dice, mut game) = (Dice::new(&program, 3), Game::start(program, SEED));
    while let Status::Asking(question) = &game.status
        && game.choices.len() < most
    {
        let option = dice.choose(question);
        game.choose(option).expect("an option on offer can be taken");
    }
    (texts, built.track_name.to_string(), game)
}

#[test]
fn what_is_recorded_of_every_shipped_game_holds() {
    for name in rulesets() {
        let (texts, track, game) = raced(&name, 90);
        let (mut tests, mut asks_chance) = (String::new(), vec![]);
        for held in game.calls().iter().step_by(5) {
            let at = At { choices: held.choices, lines: held.lines };
            let recording = record::call(&game, &Setup::default(), &track, Some(at), None);
            let recording = recording.unwrap_or_else(|why| panic!("{name}: {at:?}: {why}"));
            tests.push_str(&all(&recording, &format!("it happened {}", asks_chance.len())));
            asks_chance.push(recording.asks_chance);
        }
        let report = run_with(&texts, &tests, "it happened");
        assert_eq!((report.tests.len(), &report.problems[..]), (asks_chance.len(), &[][..]), "{name}");
        // Only where chance decided what no test can script it may go another way.
        let failed = report.tests.iter().zip(&asks_chance).find(|(test, asks_chance)| !test.passed() && !**asks_chance);
        assert!(failed.is_none(), "{name}: {failed:#?}");
        assert!(asks_chance.len() > 3 && asks_chance.iter().filter(|asks_chance| **asks_chance).count() < 3, "{name}");
    }
}

#[test]
fn whole_races_are_recorded_and_run_again() {
    for name in rulesets() {
        let (texts, track, game) = raced(&name, usize::MAX);
        assert_eq!(game.status, Status::Over, "{name}");
        let recording = record::race(&game, &Setup::default(), &track).unwrap_or_else(|why| panic!("{name}: {why}"));
        let places = (0..game.program.players).map(|p| format!("place(player({})) == ", p + 1));
        assert!(places.into_iter().all(|place| recording.changes.iter().any(|change| change.starts_with(&place))), "{name}");
        let report = run_with(&texts, &all(&recording, "the whole race"), "the whole race");
        assert!(report.passed() && report.tests.len() == 1, "{name}: {report:?}");
    }
}
