//! Which points lie within an area drawn by hand.

use editor::board::art::areas::{MOST_CROSSED, ROW, Rows};
use emath::{Pos2, Rect, pos2};

#[test]
fn rows_know_what_lies_within_a_line() {
    // A frame with a bay.
    let points = [(0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (20.0, 10.0), (0.0, 30.0)].map(|(x, y)| pos2(x, y));
    let rows = Rows::of(&points, Rect::from_points(&points), 0.4, MOST_CROSSED);
    for (at, is_in) in [((5.0, 5.0), true), ((20.0, 5.0), true), ((20.0, 20.0), false), ((5.0, 22.0), true), ((45.0, 5.0), false)]
    {
        assert_eq!(rows.contains(pos2(at.0, at.1)), is_in, "{at:?}");
    }
    assert!(!rows.contains(pos2(10.0, -3.0)) && !rows.contains(pos2(10.0, 300.0)));
}

#[test]
fn rows_cross_no_line_without_end() {
    let zigzag: Vec<Pos2> = (0..200_000).map(|n| pos2(n as f32 * 1e-3, (n % 2) as f32 * 300.0)).collect();
    let rows = Rows::of(&zigzag, Rect::from_points(&zigzag), ROW, MOST_CROSSED);
    let crossed: usize = rows.crossed.iter().map(Vec::len).sum();
    assert!(crossed <= MOST_CROSSED as usize + zigzag.len(), "{crossed}");
}
