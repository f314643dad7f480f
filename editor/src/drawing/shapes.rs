//! Areas and strokes drawn by hand: their lines as things of a document. Nodes are kept as they lie from the place of the whole.

use std::sync::Arc;

use interpreter::data::track::decor::{self, LOOKS};
use interpreter::data::track::{Decor, kit};
use kurbo::{Affine, Point, Rect, Shape};

use super::decor::{Sort, sort};
use super::document::{Item, List};
use super::edit::{Edit, FARTHEST, written_place};
use super::fields::{Fields, rounded};
use super::tools::line::Line;

/// The field with the nodes.
pub const NODES: &str = "nodes";

/// Looks of areas to begin with, by their names.
pub fn looks() -> impl Iterator<Item = (Arc<str>, Fields)> {
    let named = kit::entries(include_str!("../../areas.ron")).into_iter();
    named.filter_map(|named| Some((named.name, Fields::read(&named.written)?)))
}

/// Whether this is an area or a stroke.
pub fn is_drawn(item: &Item) -> bool {
    matches!(sort(item), Sort::Area | Sort::Stroke)
}

/// The line of an area or a stroke, where it lies on the sheet.
pub fn line(item: &Item) -> Option<Line> {
    let line = Line::read(item.fields.get(NODES).filter(|_| is_drawn(item))?, sort(item) == Sort::Area)?;
    Some(line.transformed(Affine::translate(item.at?.to_vec2()))).filter(|line| line.nodes.len() > 1)
}

/// The frame around the line of an area or a stroke.
pub fn frame(item: &Item) -> Option<Rect> {
    line(item).map(|line| line.path().bounding_box())
}

/// The middle of a line, by which it is placed.
fn middle(line: &Line) -> Point {
    let middle = line.path().bounding_box().center();
    let within = |n: f64| rounded(n.clamp(-FARTHEST, FARTHEST));
    Point::new(within(middle.x), within(middle.y))
}

/// The nodes of a line as they are written, from its middle.
fn written(line: &Line) -> Arc<str> {
    line.transformed(Affine::translate(-middle(line).to_vec2())).written()
}

/// The edit that draws a new area, or a stroke, along a line.
pub fn add(line: &Line, look: &Fields) -> Edit {
    let mut fields = Fields::default();
    fields.set(NODES, Some(written(line)));
    look.iter().for_each(|(name, value)| fields.set(name, Some(value.clone())));
    let kind = if line.is_closed { "area" } else { "stroke" };
    let item = Item { kind: kind.into(), at: Some(middle(line)), fields, ..Item::default() };
    Edit::Add { list: List::Decor, items: vec![item], before: None }
}

/// The edit that lays an area or a stroke along another line.
pub fn laid(item: &Item, line: &Line, what: &str) -> Edit {
    let keys = vec![item.key];
    let nodes = Edit::Set { keys, name: NODES.into(), value: Some(written(line)) };
    Edit::All(what.to_owned(), vec![nodes, Edit::Place(vec![(item.key, middle(line))])])
}

/// The nodes of an area or a stroke after a turn, a flip or a scale about its place; `None` for everything else.
pub fn turned(item: &Item, by: Affine) -> Option<Arc<str>> {
    let [a, b, c, d, ..] = by.as_coeffs();
    let line = Line::read(item.fields.get(NODES).filter(|_| is_drawn(item))?, false)?;
    Some(line.transformed(Affine::new([a, b, c, d, 0.0, 0.0])).written())
}

/// The edits that give these things all of a look, and nothing that it doesn't say.
pub fn looking(items: &[&Item], look: &Fields) -> Edit {
    let keys: Vec<_> = items.iter().map(|item| item.key).collect();
    let set = |name: &str| Edit::Set { keys: keys.clone(), name: name.into(), value: look.get(name).cloned() };
    // How dim it is stays.
    let fields = LOOKS.into_iter().filter(|name| *name != "opacity");
    Edit::All("change the look of an area".to_owned(), fields.map(set).collect())
}

/// An area or a stroke as the track reads it.
pub fn read(item: &Item) -> Option<Decor> {
    let (at, kind) = (item.at?, item.kind.clone());
    let mut fields = item.fields.clone();
    fields.set("kind", Some(kind));
    fields.set("at", Some(written_place(at)));
    is_drawn(item).then(|| decor::of_text(&fields.written())).flatten()
}

/// How far a drawn line lies from where its points were, at most, in slacks.
const OFF: f64 = 0.8;

/// The points of a line drawn by hand of which it keeps its shape.
pub fn fewer(points: &[Point], slack: f64) -> Vec<Point> {
    let mut keeps = vec![false; points.len()];
    let mut parts = vec![(0, points.len().saturating_sub(1))];
    while let Some((first, last)) = parts.pop() {
        let (Some(a), Some(b)) = (points.get(first).copied(), points.get(last).copied()) else { break };
        (keeps[first], keeps[last]) = (true, true);
        let far = |n: usize| kurbo::ParamCurveNearest::nearest(&kurbo::Line::new(a, b), points[n], 1e-3).distance_sq.sqrt();
        let most = (first + 1..last).map(|n| (far(n), n)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, n)) = most.filter(|(far, _)| *far > OFF * slack) {
            parts.extend([(first, n), (n, last)]);
        }
    }
    points.iter().zip(keeps).filter(|(_, keeps)| *keeps).map(|(at, _)| *at).collect()
}
