//! What is drawn on tiles, and where pieces stand on them.

use std::f32::consts::FRAC_PI_4;

use editor::board::shapes::{Tile, along, beside_sign, between, compass, eased, fan, right_of};
use emath::{Pos2, Vec2, pos2, vec2};

const TILE: Tile =
    Tile { at: Pos2 { x: 10.0, y: 20.0 }, half: 4.0, long: 1.0, towards: Vec2 { x: 0.0, y: 1.0 }, round: false, corner: None };

fn near(a: Pos2, b: Pos2) -> bool {
    a.distance(b) < 1e-3
}

#[test]
fn places_on_a_tile_follow_its_direction() {
    assert!(near(TILE.place(1.0, 0.0), pos2(10.0, 24.0)));
    assert!(near(TILE.place(0.0, 1.0), pos2(6.0, 20.0)));
}

#[test]
fn whatever_is_drawn_on_a_tile_stays_on_it() {
    for tile in [TILE, Tile { round: true, ..TILE }, Tile { towards: vec2(0.6, 0.8), ..TILE }, Tile { long: 2.5, ..TILE }] {
        let stripes = [tile.stripes(false), tile.stripes(true)].concat().concat();
        let long = [0.0, FRAC_PI_4, -FRAC_PI_4].map(|turn| tile.long_arrow(turn));
        let long = long.map(|(shaft, head)| [&shaft[..], &head].concat()).concat();
        let arrows = [tile.two_arrows().concat(), long].concat();
        let ((line, head), (roof, walls)) = (tile.start(), tile.house());
        let (bowl, handle) = tile.cup();
        let facing = [0, 1, 2, 3].map(|direction| tile.facing(direction)).concat();
        let signs = [
            &facing[..],
            &tile.chevron(),
            &tile.entry_line(),
            &line,
            &head,
            &roof,
            &walls,
            &bowl,
            &handle,
            &tile.chequers().concat(),
        ]
        .concat();
        for at in [tile.outline(2.0), stripes, tile.dots(), arrows, signs].concat() {
            assert!(editor::board::hit::is_on(&tile, at, 0.01), "{at:?} of {tile:?}");
        }
    }
}

#[test]
fn no_outline_has_a_point_twice_and_none_shows_its_corners() {
    for tile in
        [TILE, Tile { round: true, ..TILE }, Tile { long: 0.3, ..TILE }, Tile { towards: vec2(0.6, 0.8), round: true, ..TILE }]
    {
        for scale in [0.1, 1.0, 40.0] {
            let points = tile.outline(scale);
            let count = points.len();
            assert!((0..count).all(|n| points[n].distance(points[(n + 1) % count]) > 0.01), "{points:?}");
            if tile.round {
                let middles = (0..count).map(|n| points[n].lerp(points[(n + 1) % count], 0.5).distance(tile.at));
                assert!(
                    middles.fold(0.0, |most: f32, far| most.max(tile.half - far)) * scale < 0.25,
                    "{count} points at {scale}"
                );
            }
        }
    }
}

#[test]
fn an_arrow_runs_from_edge_to_edge() {
    let next = Tile { at: pos2(10.0, 32.0), ..TILE };
    let [start, tip] = between(&TILE, &next).expect("there is room");
    assert!(start.y > 24.0 && tip.y < 28.0 && start.y < tip.y);
    assert!(between(&TILE, &Tile { at: pos2(10.0, 25.0), ..TILE }).is_none());
    assert!(between(&TILE, &TILE).is_none());
}

#[test]
fn pieces_on_one_space_stand_apart() {
    for count in 2..=8 {
        for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let ((one, radius), (other, _)) = (fan(a, count), fan(b, count));
            assert!((one - other).length() > radius, "{a} and {b} of {count} can't be told apart");
        }
    }
    assert_eq!(fan(0, 1).0, Vec2::ZERO);
}

#[test]
fn pieces_keep_off_the_sign_of_their_tile() {
    for tile in [TILE, Tile { towards: vec2(0.6, -0.8), ..TILE }] {
        for count in 1..=4 {
            for (n, m) in (0..count).flat_map(|n| (0..=n).map(move |m| (n, m))) {
                let ((one, radius), (other, _)) = (beside_sign(&tile, n, count), beside_sign(&tile, m, count));
                assert!(one.length() - radius > 0.4, "{n} of {count} covers the sign");
                let out = [tile.towards, right_of(tile.towards)].map(|way| one.dot(way).abs() + radius);
                assert!(out.iter().all(|out| *out < 1.1), "{n} of {count} stands on its neighbour");
                assert!(n == m || (one - other).length() > 2.0 * radius, "{n} and {m} of {count}");
            }
        }
        assert!(beside_sign(&tile, 0, 1).0.y >= 0.0, "names are written below pieces");
    }
}

#[test]
fn a_piece_passes_each_space_of_its_way() {
    let way = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 10.0)];
    assert_eq!(along(&way, 0.0), Some(pos2(0.0, 0.0)));
    assert_eq!(along(&way, 0.5), Some(pos2(10.0, 0.0)));
    assert_eq!(along(&way, 2.0), Some(pos2(10.0, 10.0)));
    assert_eq!(along(&way[..1], 0.3), Some(pos2(0.0, 0.0)));
    assert_eq!(along(&[], 0.3), None);
    assert_eq!([eased(0.0), eased(0.5), eased(1.0)], [0.0, 0.5, 1.0]);
}

#[test]
fn north_is_up_and_east_to_the_right() {
    let near = |a: Vec2, b: Vec2| (a - b).length() < 1e-5;
    assert!(near(compass(0), vec2(0.0, -1.0)) && near(compass(1), vec2(1.0, 0.0)));
    assert!(near(compass(2), vec2(0.0, 1.0)) && near(compass(3), vec2(-1.0, 0.0)));
}
