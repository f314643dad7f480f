//! Checks where spaces lie: outside of the sheet, or on one another.

use std::collections::BTreeMap;

use crate::data::problems::Problems;
use crate::data::track::tiles::Tile;
use crate::data::track::{SpaceData, Track};
use crate::diagnostic::{Code, Diagnostic};

/// Spaces may lie on one another by this share of the narrower one: in sharp bends, corners meet. With much less, nothing fits in where courses bend.
const SLIGHT: f64 = 0.15;
/// One lies on top of another if its middle is nearer than this share of the narrower one.
const ON_TOP: f64 = 0.6;
/// Anything nearer than this is in the same place.
const SAME: f64 = 0.001;
/// As large as this counts a space that gets what its neighbours in a lane don't take, in millimetres.
const IN_LANE: f64 = 2.0;

/// A space is looked for in so many cells each way, at most; larger ones are always looked at.
const MOST_CELLS: f64 = 8.0;
/// Of more spaces than this in one cell, and of more large ones, the rest is not compared with.
pub const MOST_COMPARED: usize = 64;

/// Two spaces that lie on one another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Overlap {
    /// Their positions. That of the second is lower.
    pub pair: (usize, usize),
    /// How far one must be moved until they only touch, in millimetres.
    pub depth: f64,
}

/// The spaces that lie on an earlier one, each with the one that it lies on most. Cells of a grid find it quickly.
pub fn on_one_another(tiles: &[Tile]) -> Vec<Overlap> {
    compared(tiles).0
}

/// The same, with the number of pairs that had to be compared.
pub fn compared(tiles: &[Tile]) -> (Vec<Overlap>, usize) {
    let reaches: Vec<f64> = tiles.iter().map(Tile::reach).collect();
    let mut sides = reaches.clone();
    sides.sort_by(f64::total_cmp);
    let side = 2.0 * sides.get(sides.len() / 2).copied().unwrap_or_default().max(0.1);
    let cell = |n: f64| (n / side).floor();
    let mut cells: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    let (mut large, mut found, mut pairs) = (vec![], vec![], 0);
    for (n, tile) in tiles.iter().enumerate() {
        let reach = reaches[n];
        let (low, high) =
            ((cell(tile.at.0 - reach), cell(tile.at.1 - reach)), (cell(tile.at.0 + reach), cell(tile.at.1 + reach)));
        let is_large = high.0 - low.0 > MOST_CELLS || high.1 - low.1 > MOST_CELLS;
        let own = || covered(low, high);
        let mut most: Option<Overlap> = None;
        let mut look = |other: usize| {
            pairs += 1;
            let (of_other, both) = (&tiles[other], reach + reaches[other]);
            let (x, y) = (tile.at.0 - of_other.at.0, tile.at.1 - of_other.at.1);
            if x * x + y * y > both * both {
                return;
            }
            let overlap = Overlap { pair: (n, other), depth: depth(tile, of_other) };
            let is_more = || most.is_none_or(|most| (overlap.depth, most.pair.1) > (most.depth, other));
            if overlap.depth > 0.0 && is_more() {
                most = Some(overlap);
            }
        };
        large.iter().copied().for_each(&mut look);
        if is_large {
            // There are few of them, or the others are no smaller.
            (0..n).rev().take(MOST_COMPARED * MOST_COMPARED).for_each(&mut look);
        } else {
            own().filter_map(|at| cells.get(&at)).flatten().copied().for_each(&mut look);
        }
        found.extend(most);
        let keep = |list: &mut Vec<usize>| {
            if list.len() < MOST_COMPARED {
                list.push(n);
            }
        };
        if is_large {
            keep(&mut large);
        } else {
            own().for_each(|at| keep(cells.entry(at).or_default()));
        }
    }
    (found, pairs)
}

/// The cells from one to another.
fn covered(low: (f64, f64), high: (f64, f64)) -> impl Iterator<Item = (i64, i64)> {
    let rows = low.1 as i64..=high.1 as i64;
    (low.0 as i64..=high.0 as i64).flat_map(move |x| rows.clone().map(move |y| (x, y)))
}

/// By how much two tiles lie on one another; 0 where that is too little to be noticed.
pub fn depth(a: &Tile, b: &Tile) -> f64 {
    let in_lane = |tile: &Tile| Tile { half: tile.half.min(IN_LANE / 2.0), long: 1.0, is_round: true, ..*tile };
    let [a, b] = [a, b].map(|tile| if tile.is_in_lane { in_lane(tile) } else { *tile });
    let (reach, away) = (a.reach() + b.reach(), distance(a.at, b.at));
    if away > reach {
        return 0.0;
    }
    let slight = SLIGHT * a.narrow().min(b.narrow());
    if away > SAME && a.depth_at_most(&b) <= slight {
        return 0.0;
    }
    let depth = a.depth(&b);
    let is_noticed = away <= SAME || depth > slight;
    if is_noticed { depth.max(SAME) } else { 0.0 }
}

/// Whether one tile lies on top of another, and not just beside it and a little on it.
pub fn is_on_top(a: &Tile, b: &Tile) -> bool {
    distance(a.at, b.at) < ON_TOP * a.narrow().min(b.narrow())
}

/// The distance between two places.
pub fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The message about two spaces that lie on one another, and the hint.
pub fn said_of([id, other]: [&str; 2], tiles: [&Tile; 2], depth: f64) -> (String, &'static str) {
    let far = distance(tiles[0].at, tiles[1].at);
    if far <= SAME {
        (format!("{id:?} is in the same place as {other:?}"), "move one of them")
    } else if is_on_top(tiles[0], tiles[1]) {
        (format!("{id:?} is on top of {other:?}, {far:.1} mm from its middle"), "move one of them")
    } else {
        (format!("{id:?} overlaps {other:?} by {depth:.1} mm"), "move one of them, or make their tiles smaller")
    }
}

/// Warns of spaces outside of the sheet.
pub fn check_sheet(track: &Track, problems: &mut Problems) {
    let (width, height) = track.sheet;
    for space in &track.spaces {
        let (x, y) = space.at;
        if !(0.0..=width).contains(&x) || !(0.0..=height).contains(&y) {
            let message = format!("{:?} is outside the sheet, which is {width} by {height} mm", space.id);
            problems.add(Diagnostic::warning(Code::WrongValue, space.span, message).hint("move it, or make the `sheet` larger"));
        }
    }
}

/// Warns of spaces that lie on one another.
pub(super) fn check_overlaps(track: &Track, has_place: &[bool], problems: &mut Problems) {
    let placed: Vec<&SpaceData> = track.spaces.iter().zip(has_place).filter(|(_, is)| **is).map(|(space, _)| space).collect();
    let tiles: Vec<Tile> = placed.iter().map(|space| space.tile).collect();
    for Overlap { pair: (n, other), depth } in on_one_another(&tiles) {
        let (space, other) = (placed[n], placed[other]);
        let (message, hint) = said_of([&space.id, &other.id], [&space.tile, &other.tile], depth);
        let problem = Diagnostic::warning(Code::Overlap, space.span, message);
        problems.add(problem.label(other.span, "the other one").hint(hint));
    }
}
