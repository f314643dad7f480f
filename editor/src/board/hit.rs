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
pub fn beside_tile(tile: &Tile, at: Pos2) -> f32 {
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

/// Returns which of these tiles, each with how far away it is, is meant at a place.
pub fn nearest<'t>(tiles: impl Iterator<Item = (&'t Tile, f32)>, at: Pos2, slack: f32) -> Option<usize> {
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
