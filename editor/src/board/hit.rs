//! Hit testing: finds the space under a place on the sheet.

use emath::{Pos2, vec2};

use super::Space;
use super::shapes::Tile;
use super::way::Way;

/// Whether a place is on the tile, or at most `slack` beside it.
pub fn is_on(tile: &Tile, at: Pos2, slack: f32) -> bool {
    beside_tile(tile, at) <= slack
}

/// How far beside a tile a place lies; nothing or less on it.
fn beside_tile(tile: &Tile, at: Pos2) -> f32 {
    let away = at - tile.at;
    if tile.round {
        return away.length() - tile.half;
    }
    let along = away.dot(tile.towards).abs();
    let across = away.dot(vec2(-tile.towards.y, tile.towards.x)).abs();
    (along - tile.half * tile.long).max(across - tile.half)
}

/// How far beside an outline a place lies; nothing within it.
pub fn beside_outline(outline: &[Pos2], at: Pos2) -> f32 {
    let edges = || outline.iter().zip(outline.iter().cycle().skip(1));
    // Each edge that a line to the left crosses leads in or out.
    let crosses = |(a, b): &(&Pos2, &Pos2)| (a.y > at.y) != (b.y > at.y) && at.x > a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y);
    if edges().filter(crosses).count() % 2 == 1 {
        return 0.0;
    }
    let far = |(a, b): (&Pos2, &Pos2)| {
        let way = *b - *a;
        let t = (at - *a).dot(way) / way.length_sq().max(1e-9);
        (*a + way * t.clamp(0.0, 1.0)).distance(at)
    };
    edges().map(far).fold(f32::INFINITY, f32::min)
}

/// Returns the lane of a tile at a place, counted from 1 at the left; none on the line between two lanes.
pub fn part_at(tile: &Tile, lanes: usize, at: Pos2) -> Option<usize> {
    if lanes < 2 || !is_on(tile, at, 0.5) {
        return None;
    }
    let across = (at - tile.at).dot(vec2(-tile.towards.y, tile.towards.x)) / tile.half;
    let lane = (across.clamp(-0.999, 0.999) + 1.0) / 2.0 * lanes as f32;
    let is_clear = (lane - lane.round()).abs() > 0.06 || lane.round() < 1.0 || lane.round() >= lanes as f32;
    is_clear.then_some(lane as usize + 1)
}

/// Returns the space at a place, or at most `slack` beside it: the nearest one. If several overlap, the one with the nearest middle counts.
pub fn space_at(spaces: &[Space], at: Pos2, slack: f32) -> Option<usize> {
    let beside = |space: &Space| match &space.sector {
        Some(sector) => beside_outline(sector, at),
        None => beside_tile(&space.tile, at).max(0.0),
    };
    nearest(spaces.iter().map(|space| (&space.tile, beside(space))), at, slack)
}

fn nearest<'t>(tiles: impl Iterator<Item = (&'t Tile, f32)>, at: Pos2, slack: f32) -> Option<usize> {
    let hit = tiles.enumerate().filter(|(_, (_, beside))| *beside <= slack);
    let far = hit.map(|(n, (tile, beside))| (beside, tile.at.distance_sq(at), n));
    far.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))).map(|(.., n)| n)
}

/// How far beside its middle line a link may be drawn, in half tiles: links can have two strands side by side.
pub const BESIDE: f32 = 0.35;

/// Returns the nearest link at a place, or at most `slack` beside it. Links are given by their ways, with half the side of their tiles.
pub fn link_at<'w>(links: impl Iterator<Item = (Option<&'w Way>, f32)>, at: Pos2, slack: f32) -> Option<usize> {
    let far = |(n, (way, half)): (usize, (Option<&Way>, f32))| {
        let far = way?.distance(at);
        (far <= slack.max(half * BESIDE)).then_some((far, n))
    };
    links.enumerate().filter_map(far).min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, n)| n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use emath::{Vec2, pos2};

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
}
