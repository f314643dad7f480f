//! What the shipped rules tell players while their own tests run.

use interpreter::ruleset::Ruleset;
use interpreter::testing::{self, Options, StepKind};
use suite::shipped;

/// The lines of the log, from all tests of a game or from the one with this title.
fn told(game: &str, titled: Option<&str>) -> Vec<String> {
    let ruleset = Ruleset::read(&shipped::library().read(game));
    let report = testing::run_with(&ruleset, &Options { titled, trace: true, ..Options::default() });
    assert!(report.passed() && !report.tests.is_empty(), "{game}: {:?}", report.problems);
    let steps = report.tests.into_iter().flat_map(|test| test.trace);
    steps.filter(|step| matches!(step.kind, StepKind::Rules(_))).map(|step| step.text).collect()
}

#[test]
fn wax_alone_changes_the_pulse_not_silently() {
    let lines = told("biathlon-blast", Some("[BB-53] wax is told where all the rest makes no change"));
    assert!(lines.iter().any(|line| line.contains("pulse goes from 5 to 4")), "{lines:#?}");
}

#[test]
fn one_dot_and_one_die_are_no_dots_and_dice() {
    let lines = told("skoot", None);
    for (one, several) in [(" 1 dot more", " 1 dots"), ("with 1 die.", " 1 dice")] {
        assert!(lines.iter().any(|line| line.contains(one)), "no line tells of{one}");
        assert!(!lines.iter().any(|line| line.contains(several)), "a line tells of{several}");
    }
}
