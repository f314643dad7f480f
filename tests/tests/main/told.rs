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

/// Dice or cards, what the rules add and take away, and what comes of it.
#[test]
fn shots_and_blocks_are_told_as_sums() {
    let says = [
        (
            "biathlon-blast",
            "[BB-77] crosswind costs a hit",
            "shoots 4, 4, 4, 0, 0 against 3: 3 hit, and wind from the side takes 1. 2 of 5.",
        ),
        ("biathlon-blast", "[BB-78] a bullet, a hit", "spends 1 bullet for 4 of 5 hits."),
    ];
    let block =
        "[HW-T6] [HW-24] [HW-25] [HW-26] [HW-27] 7 of spades against 5 of spades: she gets past; against the 6: knocked down";
    let blocks = [
        "Away's Blocker 2 blocks Home's Jammer 1. Strategy 8 against 6: cards 1 to 1.",
        "Away's Blocker 2 shows 7 of spades. Below her strength of 8: 7 of spades.",
        "Home's Jammer 1 has an answer to every suit, and gets past Away's Blocker 2.",
        "Home's Jammer 1 shows 6 of spades. Below her strength of 6: none.",
        "An impact of 7 against a strength of 6: Home's Jammer 1 is knocked down.",
        "Away's Blocker 2, next to her, draws 2 of hearts against a strength of 8: she stays on her feet.",
    ];
    for (game, titled, line) in says.into_iter().chain(blocks.map(|line| ("hell-on-eight-wheels", block, line))) {
        let lines = told(game, Some(titled));
        assert!(lines.iter().any(|told| told.contains(line)), "{line}: {lines:#?}");
    }
}
