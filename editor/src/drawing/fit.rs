//! Tool settings that fit a sheet: the spacing of this track's spaces, else one for its tiles, else that of the game's other tracks, less on a
//! smaller sheet, else one that suits the sheet's size.

use std::collections::{BTreeSet, HashMap};

use interpreter::data::track::TILES;
use interpreter::data::track::tiles::SHARE;
use kurbo::Point;

use super::document::Document;
use super::hand::Settings;
use super::read;

/// With fewer links than this, the spacing can't be judged.
const FEW: usize = 3;
/// Without any other track: this many spaces side by side are as wide as a square sheet of the same area.
const ACROSS: f64 = 22.0;
/// The share of the sheet's longer side that a row of a grid takes.
const ROW: f64 = 0.8;
/// The spacing, at least and at most.
pub const EVERY: (f64, f64) = (4.0, 200.0);

/// The usual settings for a track. `others` holds the texts of the game's other tracks.
pub fn settings<'t>(document: &Document, others: impl Iterator<Item = &'t str>) -> Settings {
    let own = || usual_step(document).or(document.header().tile().map(|tile| tile / SHARE.0));
    let theirs = || usual(document, others, usual_step);
    let every = own().or_else(theirs).unwrap_or(side(document) / ACROSS).clamp(EVERY.0, EVERY.1);
    let every = (every * 2.0).round() / 2.0;
    let sheet = document.header().sheet();
    let segments = (sheet.width.max(sheet.height) * ROW / every).round().clamp(2.0, 200.0) as usize;
    Settings { every, lane_width: every, segments, ..Settings::default() }
}

/// The tile size of a new track: that of the game's other tracks, else as large as its first course leaves room for.
pub fn tile<'t>(document: &Document, others: impl Iterator<Item = &'t str> + Clone) -> f64 {
    let theirs = usual(document, others.clone(), |other| other.header().tile());
    theirs.unwrap_or_else(|| settings(document, others).every * SHARE.0).clamp(TILES.0, TILES.1)
}

/// The usual measure of the game's other tracks. Pawns are as large on a larger sheet; on a smaller one, there is less room.
fn usual<'t>(
    document: &Document,
    others: impl Iterator<Item = &'t str>,
    measure: impl Fn(&Document) -> Option<f64>,
) -> Option<f64> {
    let documents = others.filter_map(|text| read::read(text).ok());
    let mut all: Vec<f64> =
        documents.filter_map(|other| Some(measure(&other)? * (side(document) / side(&other)).min(1.0))).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied()
}

/// The side of a square sheet of the same area.
fn side(document: &Document) -> f64 {
    let sheet = document.header().sheet();
    (sheet.width * sheet.height).sqrt().max(1.0)
}

/// The usual distance between linked spaces, if there are enough links; two in three links are at least this long. Spaces linked twice, or
/// both ways, count once.
pub fn usual_step(document: &Document) -> Option<f64> {
    let mut places: HashMap<&str, Point> = HashMap::new();
    for space in document.spaces() {
        if let Some(at) = space.at {
            places.entry(&space.id).or_insert(at);
        }
    }
    let steps = document.links().iter().flat_map(|link| link.steps());
    let pairs: BTreeSet<(&str, &str)> =
        steps.map(|(from, to)| if from < to { (&**from, &**to) } else { (&**to, &**from) }).collect();
    let far = |(from, to): (&str, &str)| Some(places.get(from)?.distance(*places.get(to)?));
    let mut steps: Vec<f64> = pairs.into_iter().filter_map(far).filter(|far| *far > 0.01).collect();
    steps.sort_by(f64::total_cmp);
    if steps.len() < FEW { None } else { steps.get(steps.len() / 3).copied() }
}
