//! Tests that are written of what happened in a game.

use std::cell::Cell;

use interpreter::edit::Edit;
use interpreter::game::{Game, Held, Status};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::testing::{At, Refused, Wish, Written, run, written};

use crate::common::every::Dice;
use crate::common::{rulesets, shipped};

#[test]
fn what_happened_becomes_a_test_that_passes() {
    let mut made = vec![];
    for name in rulesets() {
        let texts = shipped(&name);
        let ruleset = Ruleset::read(&texts);
        let setup = Setup::default();
        let built = ruleset.build(&setup);
        let program = built.program.expect("a shipped game can be played");
        for most in [3, 14, 30] {
            let mut dice = Dice::new(&program, most as u64);
            let mut game = Game::start(program.clone(), 5);
            while let Status::Asking(question) = &game.status {
                if game.choices.len() >= most {
                    break;
                }
                let option = dice.choose(question);
                game.choose(option).expect("an option on offer can be taken");
            }
            let (track, title) = (&*built.track_name, "it \"happened\"");
            let wish = Wish { texts: &texts, setup: &setup, track, title, at: None, reader: None };
            let Ok(test) = written(&game, &wish, &|| true) else { continue };
            let mut with = texts.clone();
            let old = with.get(&test.file).and_then(|text| text.as_ref().ok()).expect("its text").clone();
            assert!(with.set(&test.file, Ok(format!("{old}\n{}", test.text).into())), "{name}");
            let report = run(&Ruleset::read(&with), Some("it happened"));
            assert!(report.passed() && report.tests.len() == 1, "{name}: {}\n{:?}", test.text, report.problems);
            assert_eq!(report.tests[0].expectations, test.expectations, "{name}");
            assert!(test.text.contains("expect "), "{}", test.text);
            made.push(name.clone());
        }
    }
    made.dedup();
    assert!(made.len() >= 2, "{made:?}");
}

#[test]
fn before_anything_has_happened_there_is_no_test() {
    let texts = shipped("skoot");
    let ruleset = Ruleset::read(&texts);
    let built = ruleset.build(&Setup::default());
    let game = Game::start(built.program.expect("it can be played"), 1);
    let setup = Setup::default();
    let wish = Wish { texts: &texts, setup: &setup, track: &built.track_name, title: "nothing", at: None, reader: None };
    let none = written(&game, &wish, &|| true);
    assert!(none.as_ref().is_err_and(|refused| refused.nearest.is_none()), "{none:?}");
}

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

/// A game of those rules in which somebody set the dice, and answered; and the test that is written of it.
fn edited(edits: &[(usize, Edit)], answers: &[usize], reader: Option<usize>) -> (Game, Result<Written, Refused>) {
    let texts = crate::reload::texts(RULES, crate::reload::TRACK, crate::reload::TOKENS);
    let mut game = Game::start(crate::reload::program(&texts), 3);
    for (n, answer) in answers.iter().enumerate() {
        for (_, edit) in edits.iter().filter(|(at, _)| *at == n) {
            game.edit(edit).unwrap_or_else(|why| panic!("{why:?}"));
        }
        game.choose(*answer).expect("it is asked");
    }
    let wish = Wish { texts: &texts, setup: &Setup::default(), track: "line", title: "it happened", at: None, reader };
    let test = written(&game, &wish, &|| true);
    (game, test)
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
            assert!(test.text.contains(&format!("  dice {}\n", last.join(", "))), "{rolled:?}: {}", test.text);
            assert!(!test.tells_hidden, "{}", test.text);
        }
    }
}

#[test]
fn of_a_turn_changed_by_hand_there_is_no_test() {
    let points = Edit::Field { of: "player".into(), number: 1, name: "points".into(), value: "30".into() };
    let (_, test) = edited(&[(1, points.clone())], &[0, 0], None);
    assert!(test.as_ref().is_err_and(|no| no.why.contains("by hand") && no.nearest.is_none()), "{test:?}");
    // Before the turn it is part of what stood there.
    let (_, test) = edited(&[(1, points)], &[0, 0, 0, 0], None);
    assert!(test.as_ref().is_ok_and(|test| test.text.contains("player(1).points = 3")), "{test:?}");
}

#[test]
fn a_test_that_tells_secrets_says_so() {
    assert!(edited(&[], &[0, 1], Some(1)).1.is_ok_and(|test| !test.tells_hidden));
    for (reader, hidden) in [(Some(0), false), (Some(1), true), (None, true)] {
        let (_, test) = edited(&[], &[1, 0], reader);
        assert!(test.as_ref().is_ok_and(|test| test.tells_hidden == hidden), "{reader:?}: {test:?}");
    }
}

/// Bots have played a shipped game for so many choices.
fn raced(name: &str, most: usize) -> (Texts, String, Game) {
    let texts = shipped(name);
    let built = Ruleset::read(&texts).build(&Setup::default());
    let program = built.program.expect("a shipped game can be played");
    let (mut dice, mut game) = (Dice::new(&program, 3), Game::start(program, 5));
    while let Status::Asking(question) = &game.status
        && game.choices.len() < most
    {
        let option = dice.choose(question);
        game.choose(option).expect("an option on offer can be taken");
    }
    (texts, built.track_name.to_string(), game)
}

#[test]
fn calls_of_every_shipped_game_can_be_told() {
    let mut few = vec![];
    for name in rulesets() {
        let (texts, track, game) = raced(&name, 90);
        let (setup, mut refused) = (Setup::default(), vec![]);
        let at = |held: &Held<'_>| At { choices: held.choices, lines: held.lines };
        let moments: Vec<At> = game.calls().iter().map(at).step_by(5).collect();
        for at in &moments {
            let wish = Wish { texts: &texts, setup: &setup, track: &track, title: "it happened", at: Some(*at), reader: None };
            if let Err(no) = written(&game, &wish, &|| true) {
                // What is offered instead does.
                if let Some((at, _)) = no.nearest {
                    assert!(written(&game, &Wish { at: Some(at), ..wish }, &|| true).is_ok(), "{name}: {at:?}");
                }
                refused.push((*at, no.why));
            }
        }
        // Most of them.
        if refused.len() * 2 > moments.len() {
            few.push(format!("{name}: of {} calls: {refused:?}", moments.len()));
        }
    }
    assert!(few.is_empty(), "{few:#?}");
}

#[test]
fn nobody_waits_for_it_any_more() {
    let (texts, track, game) = raced("ski-the-mountain", 60);
    let setup = Setup::default();
    let wish = Wish { texts: &texts, setup: &setup, track: &track, title: "it happened", at: None, reader: None };
    let asked = Cell::new(0);
    let gone = written(&game, &wish, &|| {
        asked.set(asked.get() + 1);
        false
    });
    assert!(gone.is_err_and(|refused| refused.nearest.is_none()));
    assert!((1..200).contains(&asked.get()), "no test is run, and no call is tried");
}

#[test]
fn the_search_for_another_call_comes_to_an_end() {
    // Under these texts every turn asks for more than was answered.
    let (_, track, game) = raced("ski-the-mountain", 90);
    let mut texts = shipped("ski-the-mountain");
    let file = "ski-the-mountain/day.rules";
    let text = texts.get(file).and_then(|text| text.as_ref().ok()).expect("its text").clone();
    let other = text.replacen(
        "turn rule turn(p: player) {",
        "turn rule turn(p: player) { choose dawdle by p { \"Yes\" { }; \"No\" { } }",
        1,
    );
    assert_ne!(*other, *text);
    assert!(texts.set(file, Ok(other.into())));
    let setup = Setup::default();
    let wish = Wish { texts: &texts, setup: &setup, track: &track, title: "it happened", at: None, reader: None };
    let asked = Cell::new(0);
    let none = written(&game, &wish, &|| {
        asked.set(asked.get() + 1);
        true
    });
    assert!(none.is_err());
    assert!(asked.get() < 300, "{}", asked.get());
}

#[test]
fn a_moment_of_the_past_is_told_and_no_other_test_is_run_for_it() {
    let texts = crate::reload::texts(RULES, crate::reload::TRACK, crate::reload::TOKENS);
    let mut game = Game::start(crate::reload::program(&texts), 3);
    (0..8).for_each(|_| game.choose(0).expect("it is asked"));
    let told = |texts: &Texts, at: Option<usize>, title: &str| {
        let at = at.map(|choices| At { choices, lines: usize::MAX });
        let wish = Wish { texts, setup: &Setup::default(), track: "line", title, at, reader: None };
        written(&game, &wish, &|| true).expect("it can be told").text
    };
    let (first, last) = (told(&texts, Some(1), "it happened"), told(&texts, None, "it happened"));
    assert!(first.contains("run turn(player(1))") && !first.contains("\n  player(1).points = "), "{first}");
    assert!(last.contains("run turn(player(2))") && last.contains("\n  player(1).points = "), "{last}");
    assert_eq!((told(&texts, Some(0), "it happened"), told(&texts, Some(7), "it happened")), (first.clone(), last));
    // Tests that fail are none of its business, whatever they are called.
    let failing = |title: &str| format!("{RULES}\ntest \"{title}\" on \"line\" for 2 players {{ expect 1 == 2 }}\n");
    let beside = crate::reload::texts(&failing("it happened elsewhere"), crate::reload::TRACK, crate::reload::TOKENS);
    assert_eq!(told(&beside, Some(1), "it happened"), first);
    let same = crate::reload::texts(&failing("it happened"), crate::reload::TRACK, crate::reload::TOKENS);
    assert!(told(&same, Some(1), "it happened").starts_with("test \"it happened, 2\""));
    assert!(told(&beside, Some(1), "").starts_with("test \"as it was played\""));
}

#[test]
fn what_keeps_a_test_from_being_written_is_told() {
    let (game, test) = edited(&[], &[0, 0, 0, 0], None);
    assert!(test.is_ok(), "{test:?}");
    let texts = |rules: &str| crate::reload::texts(rules, crate::reload::TRACK, crate::reload::TOKENS);
    let told = |rules: &str, goes_on: bool| {
        let (texts, setup) = (texts(rules), Setup::default());
        let wish = Wish { texts: &texts, setup: &setup, track: "line", title: "it happened", at: None, reader: None };
        written(&game, &wish, &|| goes_on).expect_err("there is none").why
    };
    for broken in [RULES.replacen("roll(wheel)", "roll(weel)", 1), RULES.replacen("flow {", "flow", 1)] {
        assert!(told(&broken, true).starts_with("the rules have to be mended first: "), "{}", told(&broken, true));
    }
    assert!(told(RULES, false).contains("given up"), "{}", told(RULES, false));
}
