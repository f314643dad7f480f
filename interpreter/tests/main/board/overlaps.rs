//! Which spaces lie on one another.

use interpreter::data::track::places::{MOST_COMPARED, compared, on_one_another};
use interpreter::data::track::tiles::Tile;

fn square(x: f64, y: f64, side: f64) -> Tile {
    Tile { at: (x, y), half: side / 2.0, ..Tile::default() }
}

#[test]
fn tiles_overlap_by_their_real_sizes() {
    let town = square(0.0, 0.0, 40.0);
    let pairs = |tiles: &[Tile]| on_one_another(tiles).into_iter().map(|overlap| overlap.pair).collect::<Vec<_>>();
    assert_eq!(pairs(&[town, square(22.0, 0.0, 10.0), square(24.0, 0.0, 10.0)]), [(1, 0), (2, 1)], "each is told once");
    assert!(pairs(&[town, square(24.0, 0.0, 10.0)]).is_empty(), "edges that meet are no overlap");
    // In a corner, two of 16 mm turn by so much that anybody sees them meet.
    let turned =
        |degrees: f64| Tile { towards: (degrees.to_radians().cos(), degrees.to_radians().sin()), ..square(15.5, 6.0, 16.0) };
    assert_eq!(
        (pairs(&[square(0.0, 0.0, 16.0), turned(50.0)]), pairs(&[square(0.0, 0.0, 16.0), turned(0.0)])),
        (vec![(1, 0)], vec![])
    );
    let disc = Tile { is_round: true, ..town };
    assert_eq!((pairs(&[town, square(20.0, 20.0, 10.0)]), pairs(&[disc, square(20.0, 20.0, 10.0)])), (vec![(1, 0)], vec![]));
    // Of several, the one that it lies on most.
    assert_eq!(pairs(&[square(0.0, 0.0, 10.0), square(11.0, 0.0, 10.0), square(7.0, 0.0, 10.0)]), [(2, 1)]);
    let lane = |x: f64| Tile { is_in_lane: true, ..square(x, 0.0, 10.0) };
    assert_eq!((pairs(&[lane(0.0), lane(5.0)]), pairs(&[lane(0.0), lane(0.5)])), (vec![], vec![(1, 0)]));
    // However much smaller or larger than others it is.
    let mut many: Vec<Tile> = (0..100).map(|n| square(f64::from(n) * 12.0, 0.0, 10.0)).collect();
    many.push(square(600.0, 405.0, 800.0));
    many.push(square(606.0, 0.0, 0.2));
    assert!(pairs(&many).is_empty());
    many[100].at.1 = 400.0;
    assert_eq!(pairs(&many), [(100, 28), (101, 100)]);
}

#[test]
fn of_many_tiles_few_pairs_are_compared() {
    let row: Vec<Tile> = (0..10_000).map(|n| square(f64::from(n) * 2.0, 0.0, 2.0)).collect();
    let (found, pairs) = compared(&row);
    assert!(found.is_empty() && pairs < 20 * row.len(), "{pairs}");
    let heap = vec![square(5.0, 5.0, 3.0); 2_000];
    let (found, pairs) = compared(&heap);
    assert!(found.len() == 1_999 && pairs <= 4 * MOST_COMPARED * heap.len(), "{} {pairs}", found.len());
    // Of tiles that are much larger than others, less than half of all pairs.
    let large: Vec<Tile> = (0..4_000).map(|n| square(f64::from(n), 0.0, if n % 3 == 0 { 10_000.0 } else { 0.5 })).collect();
    let (found, pairs) = compared(&large);
    assert!(found.len() == 3_999 && pairs < large.len() * large.len() / 4, "{} {pairs}", found.len());
}
