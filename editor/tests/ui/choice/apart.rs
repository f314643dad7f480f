//! What differs between options and ways that would read alike.

use editor::ui::target::apart::{apart, ways_told};
use interpreter::chain::Way;
use interpreter::game::{Choice, Moved};
use interpreter::ir::PieceId;
use interpreter::trial::{Change, Tried};

#[test]
fn options_that_would_read_alike_say_what_differs() {
    let change = |new: &str| Change { owner: None, of: "player".into(), name: "fuel".into(), old: "9".into(), new: new.into() };
    let tried = |way: &[usize], new: &str| {
        let way = way.iter().copied().map(Some).collect();
        let moved = vec![Moved { kind: PieceId(0), piece: 0, way }];
        Tried { moved, changes: vec![change(new)], ..Tried::default() }
    };
    let called = |space: usize| Some(format!("tile {space}"));
    let (long, short, dear) = (tried(&[1, 4, 9], "5"), tried(&[1, 9], "5"), tried(&[1, 9], "3"));
    assert_eq!(apart(&long, &[&short], called).as_deref(), Some("via tile 4"));
    assert_eq!(apart(&short, &[&long], called), None);
    assert_eq!(apart(&dear, &[&short], called).as_deref(), Some("fuel 9 → 3"));
}

#[test]
fn ways_that_would_read_alike_say_where_they_differ() {
    let way = |told: &[&str]| {
        let told: Vec<String> = told.iter().map(|step| (*step).to_owned()).collect();
        let step = Choice { decision: "step".into(), player: 1, branch: String::new(), values: vec![], label: String::new() };
        Way { steps: vec![step; told.len()], spaces: vec![], told }
    };
    let by = |via: &'static str| ["Bear 2", "Bear 3", via, "Fox 1", "Fox 2", "Meadow 1"];
    let told = ways_told(&[way(&by("Hut")), way(&by("Lake")), way(&["Bear 2", "Bear 3"])]);
    assert!(told[0].ends_with("Meadow 1, via Hut") && told[1].ends_with("Meadow 1, via Lake"), "{told:?}");
    assert_eq!(told[2], "Bear 2 → 3");
    let long = [&by("Hut")[..2], &["Spring"], &by("Hut")[2..]].concat();
    let told = ways_told(&[way(&by("Hut")), way(&long)]);
    assert!(told[0].ends_with("directly (6 steps)") && told[1].ends_with("via Spring (7 steps)"), "{told:?}");
}
