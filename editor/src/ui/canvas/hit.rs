//! Which space lies under a place of the sheet.

use eframe::egui::{Pos2, vec2};

use super::shapes::Tile;

/// Whether the place is on the tile, or at most `slack` beside it.
pub fn is_on(tile: &Tile, at: Pos2, slack: f32) -> bool {
    let away = at - tile.at;
    if tile.round {
        return away.length() <= tile.half + slack;
    }
    let along = away.dot(tile.towards).abs();
    let across = away.dot(vec2(-tile.towards.y, tile.towards.x)).abs();
    along <= tile.half * tile.long + slack && across <= tile.half + slack
}

/// The tile at a place: where several overlap, the one with the nearest middle.
pub fn tile_at<'t>(tiles: impl Iterator<Item = &'t Tile>, at: Pos2, slack: f32) -> Option<usize> {
    let hit = tiles.enumerate().filter(|(_, tile)| is_on(tile, at, slack));
    hit.min_by(|(_, a), (_, b)| a.at.distance_sq(at).total_cmp(&b.at.distance_sq(at))).map(|(n, _)| n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{Vec2, pos2};

    fn tile(x: f32, towards: Vec2, round: bool) -> Tile {
        Tile { at: pos2(x, 0.0), half: 5.0, long: 1.0, towards: towards.normalized(), round }
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
    fn the_nearest_of_two_is_meant() {
        let tiles = [tile(0.0, vec2(1.0, 0.0), false), tile(8.0, vec2(1.0, 0.0), false)];
        assert_eq!(tile_at(tiles.iter(), pos2(3.5, 0.0), 0.0), Some(0));
        assert_eq!(tile_at(tiles.iter(), pos2(4.5, 0.0), 0.0), Some(1));
        assert_eq!(tile_at(tiles.iter(), pos2(30.0, 0.0), 0.0), None);
    }
}
