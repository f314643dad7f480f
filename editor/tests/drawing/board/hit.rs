//! Which tile, lane or link is meant at a place.

use editor::board::hit::{beside_outline, beside_tile, is_on, link_at, nearest, part_at};
use editor::board::shapes::Tile;
use editor::board::way::Way;
use emath::{Vec2, pos2, vec2};

fn tile(x: f32, towards: Vec2, round: bool) -> Tile {
    Tile { at: pos2(x, 0.0), half: 5.0, long: 1.0, towards: towards.normalized(), round, corner: None }
}

#[test]
fn corners_turn_with_the_tile() {
    let straight = tile(0.0, vec2(1.0, 0.0), false);
    let turned = tile(0.0, vec2(1.0, 1.0), false);
    let round = tile(0.0, vec2(1.0, 0.0), true);
    let corner = pos2(4.5, 4.5);
    assert_eq!([straight, turned, round].map(|t| is_on(&t, corner, 0.0)), [true, false, false]);
    let tip = pos2(6.5, 0.0);
    assert_eq!([straight, turned, round].map(|t| is_on(&t, tip, 0.0)), [false, true, false]);
    assert!(is_on(&straight, tip, 2.0));
}

#[test]
fn a_long_tile_is_hit_along_its_direction() {
    let long = Tile { long: 2.0, ..tile(0.0, vec2(0.0, 1.0), false) };
    let places = [pos2(0.0, 9.0), pos2(0.0, 11.0), pos2(6.0, 0.0)];
    assert_eq!(places.map(|at| is_on(&long, at, 0.0)), [true, false, false]);
}

#[test]
fn the_first_lane_is_the_left_one() {
    // The tile points up, so its lanes lie side by side from left to right.
    let up = tile(0.0, vec2(0.0, -1.0), false);
    let places = [pos2(-4.0, 1.0), pos2(4.0, 1.0), pos2(0.1, 1.0), pos2(9.0, 0.0)];
    assert_eq!(places.map(|at| part_at(&up, 2, at)), [Some(1), Some(2), None, None]);
    assert_eq!(part_at(&up, 1, pos2(-4.0, 1.0)), None);
    assert_eq!([-4.9, 0.0, 4.9].map(|x| part_at(&up, 3, pos2(x, 0.0))), [Some(1), Some(2), Some(3)]);
}

#[test]
fn the_nearest_of_two_is_meant() {
    let tiles = [tile(0.0, vec2(1.0, 0.0), false), tile(8.0, vec2(1.0, 0.0), false)];
    let at = |x: f32| nearest(tiles.iter().map(|tile| (tile, beside_tile(tile, pos2(x, 0.0)).max(0.0))), pos2(x, 0.0), 0.0);
    assert_eq!([3.5, 4.5, 30.0].map(at), [Some(0), Some(1), None]);
}

#[test]
fn an_outline_is_hit_within_it_and_beside_it() {
    let wedge = [pos2(0.0, 0.0), pos2(10.0, -5.0), pos2(10.0, 5.0)];
    let places = [pos2(9.5, 4.0), pos2(9.5, -4.0), pos2(1.0, 0.0), pos2(12.0, 0.0), pos2(-3.0, 0.0)];
    assert_eq!(places.map(|at| beside_outline(&wedge, at)), [0.0, 0.0, 0.0, 2.0, 3.0]);
    assert!(beside_outline(&wedge, pos2(1.0, 4.0)) > 2.0);
}

#[test]
fn where_a_tile_points_is_never_minus_nothing() {
    let turns = [vec2(1.0, 0.0), vec2(1.0, -0.001), vec2(1.0, -0.0), vec2(0.0, -1.0)].map(|to| tile(0.0, to, true).turn());
    assert_eq!(turns.map(|turn| turn.to_string()), ["0", "0", "0", "270"]);
}

#[test]
fn links_are_hit_beside_their_middle_but_not_beyond_their_ends() {
    let (a, b, c) = (tile(0.0, vec2(1.0, 0.0), true), tile(60.0, vec2(1.0, 0.0), true), tile(120.0, vec2(1.0, 0.0), true));
    let ways = [(a, b), (b, c)].map(|(from, to)| Way::between(&from, &to, &[from.at, to.at]));
    let links = || ways.iter().map(|way| (way.as_ref(), 5.0));
    let places = [pos2(30.0, 1.5), pos2(90.0, -1.5), pos2(30.0, 4.0), pos2(60.0, 0.0)];
    assert_eq!(places.map(|at| link_at(links(), at, 0.5)), [Some(0), Some(1), None, None]);
    assert_eq!(link_at(links(), pos2(30.0, 4.0), 5.0), Some(0));
}
