//! How large tiles are, which way they face, and how far they lie on each other.

use interpreter::data::track::tiles::{ALONE, SHARE, Tile, direction, neighbours, sizes, straightness};

/// A place in millimetres.
type Pair = (f64, f64);

#[test]
fn neighbours_do_not_touch() {
    let at = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (23.0, 4.0), (200.0, 90.0)];
    assert_eq!(neighbours(&at), [10.0, 10.0, 5.0, 5.0, 200.0_f64.hypot(0.0).min((177.0_f64).hypot(86.0))]);
    let sizes = sizes(&at, None);
    assert_eq!((sizes.usual, sizes.each[0]), (8.0, 8.0));
    assert!((sizes.each[3] - 4.6).abs() < 1e-9, "one that is close by is smaller");
    assert_eq!(sizes.each[4], 8.0, "one far away is as large as the others");
}

#[test]
fn the_nearest_is_found_in_rows_columns_and_piles() {
    let pile = vec![(10.0, 10.0); 3];
    let column: Vec<Pair> = (0..9).map(|n| (40.0, f64::from(n * n))).collect();
    let row: Vec<Pair> = column.iter().map(|(x, y)| (*y, *x)).collect();
    let grid: Vec<Pair> = (0..40).map(|n| (f64::from(n * 7 % 11), f64::from(n * 5 % 13))).collect();
    for at in [[&pile[..], &column].concat(), [&row[..], &pile].concat(), [&grid[..], &grid, &column].concat(), pile] {
        let far = |a: &Pair, b: &Pair| (a.0 - b.0).hypot(a.1 - b.1);
        let nearest = |a: &Pair| at.iter().map(|b| far(a, b)).filter(|far| *far > 0.01).fold(f64::INFINITY, f64::min);
        let expected: Vec<f64> = at.iter().map(|a| if nearest(a).is_finite() { nearest(a) } else { ALONE }).collect();
        assert_eq!(neighbours(&at), expected, "{at:?}");
    }
}

#[test]
fn a_few_that_lie_far_apart_do_not_cover_the_sheet() {
    let towns = [(20.0, 200.0), (400.0, 200.0)];
    assert_eq!(sizes(&towns, None).usual, 16.0);
    let many: Vec<Pair> = (0..8).map(|n| (f64::from(n) * 50.0, 0.0)).collect();
    assert_eq!(sizes(&many, None).usual, 40.0);
}

#[test]
fn one_alone_has_a_size() {
    let alone = ALONE * SHARE.0;
    assert_eq!(sizes(&[(3.0, 4.0)], None).each, [alone]);
    assert_eq!(sizes(&[(0.0, 0.0), (0.0, 0.0)], None).each, [alone, alone]);
    assert_eq!(sizes(&[], None).usual, alone);
}

#[test]
fn directions_run_from_the_last_to_the_next() {
    let (west, here, east, south) = ((0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (10.0, 10.0));
    assert_eq!(direction(here, Some(west), Some(east)), (1.0, 0.0));
    assert_eq!(direction(here, Some(west), None), (1.0, 0.0));
    // In a sharp corner, the space faces the way out.
    assert_eq!(direction(here, Some(west), Some(south)), (0.0, 1.0));
    assert_eq!(direction(here, None, None), (1.0, 0.0));
    assert!(straightness(Some(west), here, Some(east)) > straightness(Some(south), here, Some(east)));
}

#[test]
fn how_far_tiles_lie_on_each_other_depends_on_their_shapes() {
    let square = Tile { half: 5.0, ..Tile::default() };
    let at = |x: f64, y: f64| Tile { at: (x, y), ..square };
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(near(square.depth(&at(8.0, 0.0)), 2.0) && near(square.depth(&at(12.0, 0.0)), -2.0));
    assert!(near(square.depth(&at(12.0, 5.0)), -2.0), "beside an edge, only that counts");
    assert!(square.depth(&at(9.5, 9.5)) < 0.0, "corners are round");
    assert!(near(square.depth(&square), 10.0));
    let disc = |x: f64, y: f64| Tile { is_round: true, ..at(x, y) };
    assert!(near(disc(0.0, 0.0).depth(&disc(6.0, 8.0)), 0.0));
    assert!(near(disc(0.0, 0.0).depth(&disc(0.0, 0.0)), 10.0));
    let turned = Tile { towards: (0.6, 0.8), ..at(11.0, 0.0) };
    assert!(square.depth(&turned) > 0.0 && near(square.depth(&turned), turned.depth(&square)), "a corner reaches further");
    let long = Tile { long: 3.0, ..at(0.0, 0.0) };
    let across = Tile { towards: (0.0, 1.0), ..long };
    assert!(near(long.depth(&at(19.0, 0.0)), 1.0) && long.depth(&at(0.0, 11.0)) < 0.0);
    assert!(near(long.depth(&across), 20.0), "as a cross, no corner of which lies on the other");
}
