//! Fits a course to its sheet: one scale for all that lies on it, so that the shape that was drawn stays.

use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::data::track::TILES;
use interpreter::data::track::tiles::sizes;
use kurbo::{Affine, Point, Rect, Size, Vec2};

use crate::board::{Board, LETTERS, art};
use crate::drawing::decor::{frame, is_picture};
use crate::drawing::document::{Document, Item, Key};
use crate::drawing::edit::{Edit, FARTHEST, written_place};
use crate::drawing::fields::{millimetres, quoted};
use crate::drawing::schema::Schema;
use crate::drawing::shapes;
use crate::drawing::tiles::{self, TileSizes};

/// The free rim of the sheet in millimetres; on small sheets, this share of the shorter side.
const RIM: f64 = 13.0;
const RIM_SHARE: f64 = 1.0 / 16.0;
/// Spaces don't grow beyond this share of the shorter side: a few of them stay a few.
const LARGEST: f64 = 1.0 / 8.0;
/// Letters change less than spaces do, by this power of the scale, and don't shrink below what can be read, in millimetres.
const POWER: f64 = 0.65;
const READABLE: f64 = 2.7;

/// Why there is nothing to fit; `None` if there is.
pub fn refused(document: &Document) -> Option<&'static str> {
    let layers = document.layers();
    let mut things = document.spaces().iter().chain(document.decor()).chain(document.paths());
    if !document.spaces().iter().any(|space| space.at.is_some()) {
        Some("There are no spaces on the sheet")
    } else if things.any(|thing| layers.lies(thing).is_locked) {
        Some("Something on the sheet is locked: unlock all first")
    } else {
        None
    }
}

/// Lets the course fill the sheet, with its lines, labels and pictures. Returns the edit, and how many times as large it makes the course.
///
/// # Errors
/// Why there is nothing to do.
pub fn fitted(document: &Document, schema: &Schema, manifest: &Manifest) -> Result<(Edit, f64), &'static str> {
    if let Some(why) = refused(document) {
        return Err(why);
    }
    let board = Board::drawn(document, schema, manifest);
    let frame = art::course(&board).ok_or("There are no spaces on the sheet")?;
    let frame = Rect::new(frame.min.x.into(), frame.min.y.into(), frame.max.x.into(), frame.max.y.into());
    let sides: Vec<f64> = board.spaces.iter().map(|space| f64::from(space.tile.half) * 2.0).collect();
    let sheet = document.header().sheet();
    let scale = scale(frame, sheet, &sides);
    let middle = sheet.to_rect().center().to_vec2();
    let by = Affine::translate(middle) * Affine::scale(scale) * Affine::translate(-frame.center().to_vec2());
    if (scale - 1.0).abs() < 2e-3 && (by * frame.center()).distance(frame.center()) < 0.02 {
        return Err("The course fills the sheet already");
    }
    Ok((edit(document, schema, by, scale, &sides), scale))
}

/// How many times as large what lies in this frame may become. `sides`: of its spaces.
fn scale(frame: Rect, sheet: Size, sides: &[f64]) -> f64 {
    let rim = RIM.min(sheet.min_side() * RIM_SHARE);
    let room = Size::new(sheet.width - 2.0 * rim, sheet.height - 2.0 * rim);
    let fills = (room.width / frame.width().max(0.1)).min(room.height / frame.height().max(0.1));
    let (least, most) = sides.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), side| (a.min(*side), b.max(*side)));
    // What is larger already may stay so.
    let grown = (sheet.min_side() * LARGEST / most).max(1.0);
    fills.min(grown).clamp(TILES.0 / least, (TILES.1 / most).max(TILES.0 / least))
}

fn edit(document: &Document, schema: &Schema, by: Affine, scale: f64, sides: &[f64]) -> Edit {
    let placed = || document.spaces().iter().filter(|space| space.at.is_some());
    let within = |at: Point| Point::new(at.x.clamp(-FARTHEST, FARTHEST), at.y.clamp(-FARTHEST, FARTHEST));
    let mut places: Vec<(Key, Point)> = placed().filter_map(|space| Some((space.key, within(by * space.at?)))).collect();
    let times = |item: &Item, name: &str, scale: f64| item.fields.number(name).map(|number| number * scale);
    let each = |name: &str, values: Vec<(Key, f64)>| {
        let values = values.into_iter().map(|(key, value)| (key, Some(Arc::from(millimetres(value))))).collect();
        Edit::SetEach { name: name.into(), values }
    };
    let usual = || sizes(&placed().filter_map(|space| space.at).map(|at| (at.x, at.y)).collect::<Vec<_>>(), None).usual;
    // Spaces that are smaller than the others because they lie close together say so from now on.
    let usual = document.header().tile().unwrap_or_else(usual) * scale;
    let by_value = TileSizes::of(document.header(), schema);
    let side = |(space, side): (&Arc<Item>, &f64)| {
        let side = side * scale;
        let is_smaller = (side / usual - 1.0).abs() > 1e-3 && by_value.by_value(&space.fields).is_none();
        let is_own = space.fields.get("size").is_some() || is_smaller;
        is_own.then_some((space.key, side))
    };
    let sides = placed().zip(sides).filter_map(side).collect();
    let lengths = placed().filter_map(|space| Some((space.key, times(space, "length", scale)?))).collect();
    let mut edits = vec![each("size", sides), each("length", lengths)];
    let sheet = document.header().sheet();
    let (mut letters, mut pictures, mut drawn) = (vec![], [vec![], vec![]], vec![]);
    for decor in document.decor() {
        let Some(at) = decor.at.map(|at| by * at) else { continue };
        if let Some(nodes) = shapes::turned(decor, by) {
            drawn.push((decor.key, Some(nodes)));
            pictures[0].extend(times(decor, "width", scale).map(|value| (decor.key, value)));
            places.push((decor.key, within(at)));
            continue;
        }
        if is_picture(decor) {
            for (name, values) in ["width", "height"].into_iter().zip(&mut pictures) {
                values.extend(times(decor, name, scale).map(|value| (decor.key, value)));
            }
            places.push((decor.key, within(at)));
            continue;
        }
        let size = decor.fields.number("size").unwrap_or(LETTERS);
        let size_now = (size * scale.powf(POWER)).max(size.min(READABLE));
        let mut now = Item { at: Some(at), ..Item::clone(decor) };
        now.fields.set("size", Some(millimetres(size_now).into()));
        places.push((decor.key, frame(&now).map_or(at, |frame| at + onto(frame, sheet))));
        letters.extend(((size_now - size).abs() > 5e-3).then_some((decor.key, size_now)));
    }
    let [widths, heights] = pictures;
    edits.extend([each("size", letters), each("width", widths), each("height", heights)]);
    edits.push(Edit::SetEach { name: shapes::NODES.into(), values: drawn });
    let names = document
        .paths()
        .iter()
        .filter_map(|path| Some((path.key, Some(written_place(within(by * path.fields.point("name_at")?))))));
    edits.push(Edit::SetEach { name: "name_at".into(), values: names.collect() });
    edits.push(Edit::Track { name: "tile".into(), value: Some(millimetres(usual.clamp(TILES.0, TILES.1)).into()) });
    let of_values = document.header().tiles().into_iter();
    let of_values: Vec<String> =
        of_values.map(|(of, size)| format!("{}: {}", quoted(&of), millimetres((size * scale).clamp(TILES.0, TILES.1)))).collect();
    if !of_values.is_empty() {
        edits.push(Edit::Track { name: tiles::FIELD.into(), value: Some(format!("{{ {} }}", of_values.join(", ")).into()) });
    }
    edits.push(Edit::Place(places));
    Edit::All("fit the course to the sheet".into(), edits)
}

/// How far a label must move to lie on the sheet.
fn onto(label: Rect, sheet: Size) -> Vec2 {
    let along = |low: f64, high: f64, side: f64| {
        let rim = RIM_SHARE / 4.0 * sheet.min_side();
        if high - low > side - 2.0 * rim {
            side / 2.0 - (low + high) / 2.0
        } else {
            (rim - low).max(0.0) + (side - rim - high).min(0.0)
        }
    };
    Vec2::new(along(label.x0, label.x1, sheet.width), along(label.y0, label.y1, sheet.height))
}
