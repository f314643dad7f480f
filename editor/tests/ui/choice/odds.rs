//! The odds as parts of a bar.

use editor::ui::odds::{MOST_PARTS, parts, percent};
use interpreter::trial::Outcome;

#[test]
fn the_least_likely_of_many_outcomes_are_one() {
    let outcome = |n: usize| Outcome { told: format!("to tile {n}"), space: Some(n), share: if n < 5 { 0.16 } else { 0.04 } };
    let all: Vec<Outcome> = (0..10).map(outcome).collect();
    let shown = parts(&all);
    assert_eq!(shown.len(), MOST_PARTS + 1);
    assert!((shown.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(shown[MOST_PARTS].0, "others");
    assert_eq!(parts(&all[..3]).len(), 3);
    assert_eq!([percent(0.004), percent(0.25)], ["<1 %", "25 %"]);
}
