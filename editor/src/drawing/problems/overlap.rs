//! Overlapping spaces: reported as soon as they overlap, with fixes that separate, merge or delete them.

use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::data::track::places::{self, Overlap, on_one_another, said_of};
use interpreter::data::track::tiles::Tile;
use interpreter::diagnostic::Code;
use kurbo::{Point, Vec2};

use super::{About, Checker, Fix, Problem};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::Edit;
use crate::drawing::fit::usual_step;
use crate::drawing::schema::Schema;
use crate::drawing::tiles::tiles;

/// How far a space is moved aside while nothing is linked yet, in millimetres.
const ASIDE: f64 = 12.0;
/// The number of overlaps on a board that get fixes, at most; each fix looks at the whole board.
pub const MOST_MENDED: usize = 24;
/// How many steps away a free position is looked for.
const FARTHEST: usize = 4;
/// The number of directions tried.
const DIRECTIONS: usize = 16;
/// How much farther than touching a space is moved aside.
const APART: f64 = 1.1;

impl Checker {
    /// The interpreter's problem, worked out here from the whole board, because any other space may be there; and lanes that are folded.
    pub(super) fn overlaps(&self, document: &Document) -> Vec<Problem> {
        if document.header().get("sheet").is_none() {
            return self.folds(document, false);
        }
        let spaces: Vec<&Arc<Item>> = document.spaces().iter().filter(|space| space.at.is_some()).collect();
        let tiles = tiles(document, &self.schema, self.manifest());
        let ignored = document.header().ignored();
        let problem = |Overlap { pair: (n, other), depth }: Overlap| {
            let (space, under) = (spaces[n], spaces[other]);
            let about = vec![About::Item(List::Spaces, space.key), About::Item(List::Spaces, under.key)];
            let (message, hint) = said_of([&space.id, &under.id], [&tiles[n], &tiles[other]], depth);
            Problem {
                code: Code::Overlap,
                is_error: false,
                is_step: false,
                hint: Some(hint.to_owned()),
                // Fixes come from a check of the whole board.
                fixes: vec![],
                asks: vec![],
                ignored: self.why_ignored(document, &ignored, Code::Overlap, &about, &message),
                about,
                lies_at: 1,
                message,
            }
        };
        on_one_another(&tiles).into_iter().map(problem).chain(self.folds(document, false)).collect()
    }
}

/// Fixes that separate a space from the one below: delete the one that nothing refers to, move it beside the other, or, if its middle lies on
/// the other, merge the two.
pub(super) fn fixes(document: &Document, (schema, manifest): (&Schema, &Manifest), space: &Item, about: &[About]) -> Vec<Fix> {
    let Some(About::Item(List::Spaces, other)) = about.get(1) else { return vec![] };
    let Some(other) = document.item(*other) else { return vec![] };
    let placed = document.spaces().iter().filter(|space| space.at.is_some()).map(|space| space.key);
    let tiles: Vec<(Key, Tile)> = placed.zip(tiles(document, schema, manifest)).collect();
    let tile = |key: Key| tiles.iter().find(|(of, _)| *of == key).map(|(_, tile)| tile);
    let (Some(own), Some(under)) = (tile(space.key), tile(other.key)) else { return vec![] };
    let is_on_top = places::is_on_top(own, under);
    let taken_out = |item: &Item, title: String| Fix { title, edit: Edit::Remove { keys: vec![item.key], bridging: false } };
    let (is_known, other_is_known) = (is_named(document, &space.id), is_named(document, &other.id));
    let mut fixes = vec![];
    match (is_known, other_is_known) {
        _ if !is_on_top => {}
        (false, _) if space.fields.is_empty() => fixes.push(taken_out(space, "delete it".to_owned())),
        (_, false) if other.fields.is_empty() => fixes.push(taken_out(other, format!("delete {}", document.called(&other.id)))),
        _ => {}
    }
    fixes.extend(beside(document, &tiles, (space.key, own), under).map(|at| Fix {
        title: format!("move it beside {}", document.called(&other.id)),
        edit: Edit::Place(vec![(space.key, at)]),
    }));
    // Fields that name it would lead nowhere.
    if is_on_top && is_known && other_is_known && !is_in_fields(document, &space.id) {
        fixes.push(merged(document, space, other));
    }
    fixes
}

/// Whether a link, a path or a field leads to it.
fn is_named(document: &Document, id: &str) -> bool {
    let mut lines = document.links().iter().chain(document.paths());
    lines.any(|line| line.spaces.iter().any(|space| **space == *id)) || is_in_fields(document, id)
}

fn is_in_fields(document: &Document, id: &str) -> bool {
    let quoted = format!("\"{id}\"");
    let in_field = |item: &Arc<Item>| item.fields.iter().any(|(_, value)| value.contains(&quoted));
    List::ALL.into_iter().flat_map(|list| document.list(list)).any(in_field)
        || document.header().fields().iter().any(|(_, value)| value.contains(&quoted))
}

/// The nearest free position beside a space, on the sheet.
fn beside(document: &Document, tiles: &[(Key, Tile)], (moved, tile): (Key, &Tile), other: &Tile) -> Option<Point> {
    let step = usual_step(document).unwrap_or(ASIDE).max((tile.narrow() + other.narrow()) / 2.0 * APART);
    let sheet = document.header().sheet();
    let middle = Point::from(other.at);
    let away = Some(Point::from(tile.at) - middle).filter(|away| away.hypot() > 0.01).unwrap_or(Vec2::new(1.0, 0.0));
    let is_free = |at: Point| {
        let is_on_sheet = (0.0..=sheet.width).contains(&at.x) && (0.0..=sheet.height).contains(&at.y);
        let there = Tile { at: at.into(), ..*tile };
        is_on_sheet && tiles.iter().all(|(key, other)| *key == moved || places::depth(&there, other) <= 0.0)
    };
    // Starting from where it lies now, to both sides.
    let turns = (0..DIRECTIONS).map(|n| {
        let side = if n % 2 == 0 { -1.0 } else { 1.0 };
        side * n.div_ceil(2) as f64 * std::f64::consts::TAU / DIRECTIONS as f64
    });
    let angles: Vec<f64> = turns.map(|turn| away.atan2() + turn).collect();
    let around = |far: usize| angles.iter().map(move |angle| middle + Vec2::from_angle(*angle) * step * far as f64);
    (1..=FARTHEST).flat_map(around).find(|at| is_free(*at))
}

/// Merges the two: what leads to one leads to the other.
fn merged(document: &Document, space: &Item, other: &Item) -> Fix {
    let lines = document.links().iter().chain(document.paths());
    let mut edits: Vec<Edit> = vec![];
    for line in lines.filter(|line| line.spaces.contains(&space.id)) {
        let renamed = line.spaces.iter().map(|id| if *id == space.id { &other.id } else { id });
        let mut spaces: Vec<Arc<str>> = renamed.cloned().collect();
        spaces.dedup();
        let fewest = if document.links().iter().any(|link| link.key == line.key) { 2 } else { 1 };
        edits.push(if spaces.len() >= fewest {
            Edit::Route { key: line.key, spaces }
        } else {
            Edit::Remove { keys: vec![line.key], bridging: false }
        });
    }
    edits.push(Edit::Remove { keys: vec![space.key], bridging: false });
    let [space, other] = [&space.id, &other.id].map(|id| document.called(id));
    Fix { title: format!("merge it with {other}"), edit: Edit::All(format!("merge {space} with {other}"), edits) }
}
