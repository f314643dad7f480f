//! The tables that the rulesets' authors worked out, against what the odds calculator finds.

use editor::files::Library;
use interpreter::odds::{Distribution, Question, odds};
use interpreter::ruleset::{Ruleset, Setup};

fn ask(addons: &[&str], question: Question<'_>) -> Distribution {
    let library = Library::find(&editor::args::Folders::default());
    let ruleset = Ruleset::read(&library.read("skoot"));
    let addons = addons.iter().map(|a| (*a).to_owned()).collect();
    let setup = Setup { addons, track: Some("test-loop".into()), players: Some(2), ..Setup::default() };
    odds(&ruleset, &setup, &question).unwrap_or_else(|trouble| panic!("{:#?}", trouble.problems))
}

fn ways(found: &Distribution) -> Vec<u128> {
    found.rows.iter().map(|row| row.ways).collect()
}

#[track_caller]
fn mean(found: &Distribution, wanted: f64) {
    let mean = found.mean.expect("a number has a mean");
    assert!((mean - wanted).abs() < 0.0006, "{mean}");
}

#[track_caller]
fn realistic(heart: u32, wanted: [u128; 6], expected: f64) {
    let given = format!("player(1).heart = {heart}; move player(1).racer to shooting");
    for (run, of) in [("shoot(player(1))", Some("player(1).penalties")), ("fire(player(1))", None)] {
        let found = ask(&["heart-rate", "realistic-shooting"], Question { given: &given, run, choosing: "", of });
        assert_eq!((found.total, ways(&found)), (7776, wanted.to_vec()));
        mean(&found, expected);
    }
}

#[track_caller]
fn basic(shots: u32, wanted: [u128; 6], expected: f64) {
    let given = format!("player(1).shots = {shots}; move player(1).racer to shooting");
    let question =
        Question { given: &given, run: "shoot(player(1))", choosing: "tactic: \"Steady\"", of: Some("player(1).penalties") };
    let found = ask(&[], question);
    assert_eq!((found.total, ways(&found)), (6_u128.pow(shots), wanted.to_vec()));
    mean(&found, expected);
}

#[test]
fn realistic_shooting_in_zone_0() {
    realistic(0, [3108, 2946, 1265, 331, 125, 1], 0.897);
}

#[test]
fn realistic_shooting_in_zone_1() {
    realistic(5, [2373, 3030, 1611, 305, 331, 126], 1.173);
}

#[test]
fn realistic_shooting_in_zone_2() {
    realistic(8, [1722, 2946, 1926, 420, 510, 252], 1.461);
}

#[test]
fn realistic_shooting_in_zone_3() {
    realistic(11, [1182, 2706, 2166, 540, 725, 457], 1.780);
}

#[test]
fn realistic_shooting_in_zone_4() {
    realistic(14, [762, 2346, 2295, 651, 960, 762], 2.127);
}

#[test]
fn one_shooting_die() {
    basic(1, [1, 1, 1, 1, 1, 1], 2.5);
}

#[test]
fn two_shooting_dice() {
    basic(2, [11, 9, 7, 5, 3, 1], 1.528);
}

#[test]
fn three_shooting_dice() {
    basic(3, [91, 61, 37, 19, 7, 1], 1.042);
}

#[test]
fn four_shooting_dice() {
    basic(4, [671, 369, 175, 65, 15, 1], 0.755);
}

#[test]
fn five_shooting_dice() {
    basic(5, [4651, 2101, 781, 211, 31, 1], 0.569);
}
