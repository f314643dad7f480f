//! Moving, rotating, scaling and aligning the selection.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{Affine, Point, Rect, Size, Vec2};

use crate::drawing::decor::{is_label, is_picture};
use crate::drawing::document::{Document, Key, List};
use crate::drawing::edit::{Edit, counted};
use crate::drawing::on_table::OnTable;
use crate::drawing::shapes;

/// What things are aligned by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    Left,
    Centre,
    Right,
    Top,
    Middle,
    Bottom,
}

/// Where labels and pictures go among the others of their kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rise {
    Front,
    Forward,
    Backward,
    Back,
}

fn placed(document: &Document, keys: &[Key]) -> Vec<(Key, Point)> {
    let keys: BTreeSet<&Key> = keys.iter().collect();
    let items = document.spaces().iter().chain(document.decor()).filter(|item| keys.contains(&item.key));
    let layers = document.layers();
    let items = items.filter(|item| !layers.lies(item).is_locked);
    items.filter_map(|item| Some((item.key, item.at?))).collect()
}

/// The frame around the centres of these things.
pub fn extent(document: &Document, keys: &[Key]) -> Option<Rect> {
    let points = placed(document, keys);
    points.iter().map(|(_, at)| Rect::from_points(*at, *at)).reduce(|a, b| a.union(b))
}

/// Moves them by this much: a drag, or a nudge.
pub fn moved(document: &Document, keys: &[Key], by: Vec2) -> Edit {
    Edit::Place(transformed(document, keys, Affine::translate(by)))
}

/// Rotates them about a point, in degrees clockwise.
pub fn turned(document: &Document, keys: &[Key], round: Point, degrees: f64) -> Edit {
    arranged(document, "rotate", placed(document, keys), Affine::rotate_about(degrees.to_radians(), round))
}

/// Scales them about a point; a negative factor mirrors.
pub fn scaled(document: &Document, keys: &[Key], from: Point, x: f64, y: f64) -> Edit {
    let scale = Affine::scale_non_uniform(x, y);
    let how = if x < 0.0 || y < 0.0 { "flip" } else { "scale" };
    let by = Affine::translate(from.to_vec2()) * scale * Affine::translate(-from.to_vec2());
    arranged(document, how, placed(document, keys), by)
}

/// Moves things that lay in these places; areas and strokes turn, flip and scale with them.
pub fn arranged(document: &Document, how: &'static str, places: Vec<(Key, Point)>, by: Affine) -> Edit {
    let moved: BTreeSet<Key> = places.iter().map(|(key, _)| *key).collect();
    let decor = document.decor().iter().filter(|item| moved.contains(&item.key));
    let lines: Vec<_> = decor.filter_map(|item| Some((item.key, Some(shapes::turned(item, by)?)))).collect();
    let edit = Edit::Arrange(how, places.iter().map(|(key, at)| (*key, by * *at)).collect());
    if lines.is_empty() {
        return edit;
    }
    let lists = [List::Spaces, List::Decor];
    let items = lists.into_iter().flat_map(|list| document.list(list).iter().map(move |item| (list, &**item)));
    let name = format!("{how} {}", counted(items.filter(|(_, item)| moved.contains(&item.key))));
    Edit::All(name, vec![edit, Edit::SetEach { name: shapes::NODES.into(), values: lines }])
}

fn transformed(document: &Document, keys: &[Key], by: Affine) -> Vec<(Key, Point)> {
    placed(document, keys).into_iter().map(|(key, at)| (key, by * at)).collect()
}

/// Aligns them; `None` if there are fewer than two.
pub fn aligned(document: &Document, keys: &[Key], by: Align) -> Option<Edit> {
    let frame = extent(document, keys).filter(|_| placed(document, keys).len() > 1)?;
    let to = |at: Point| match by {
        Align::Left => Point::new(frame.x0, at.y),
        Align::Centre => Point::new(frame.center().x, at.y),
        Align::Right => Point::new(frame.x1, at.y),
        Align::Top => Point::new(at.x, frame.y0),
        Align::Middle => Point::new(at.x, frame.center().y),
        Align::Bottom => Point::new(at.x, frame.y1),
    };
    let moved = placed(document, keys).into_iter().map(|(key, at)| (key, to(at))).collect();
    Some(Edit::All(format!("align {} things", keys.len()), vec![Edit::Place(moved)]))
}

/// Moves each thing with one of these frames, or each group as a whole, to a side or the middle of the page; `None` if there are none.
pub fn on_page(document: &Document, frames: &[(Key, Rect)], page: Size, by: Align) -> Option<Edit> {
    let group = |key: &Key| document.item(*key).and_then(|item| OnTable::of(item).group);
    let mut groups: BTreeMap<u32, Rect> = BTreeMap::new();
    for (key, frame) in frames {
        if let Some(group) = group(key) {
            groups.entry(group).and_modify(|whole| *whole = whole.union(*frame)).or_insert(*frame);
        }
    }
    let centre = page.to_rect().center();
    let to_page = |frame: Rect| match by {
        Align::Left => Vec2::new(-frame.x0, 0.0),
        Align::Centre => Vec2::new(centre.x - frame.center().x, 0.0),
        Align::Right => Vec2::new(page.width - frame.x1, 0.0),
        Align::Top => Vec2::new(0.0, -frame.y0),
        Align::Middle => Vec2::new(0.0, centre.y - frame.center().y),
        Align::Bottom => Vec2::new(0.0, page.height - frame.y1),
    };
    let whole = |(key, frame): &(Key, Rect)| group(key).and_then(|group| groups.get(&group)).unwrap_or(frame).to_owned();
    let by: BTreeMap<Key, Vec2> = frames.iter().map(|frame| (frame.0, to_page(whole(frame)))).collect();
    let keys: Vec<Key> = by.keys().copied().collect();
    let moved = placed(document, &keys).into_iter().map(|(key, at)| (key, at + by.get(&key).copied().unwrap_or_default()));
    let things = if keys.len() == 1 { "a thing".to_owned() } else { format!("{} things", keys.len()) };
    (!keys.is_empty()).then(|| Edit::All(format!("align {things} on the page"), vec![Edit::Place(moved.collect())]))
}

/// Makes the gaps between things with these frames equal, across the sheet or down; the outermost stay. `None` if there are fewer than three.
pub fn distributed(document: &Document, frames: &[(Key, Rect)], across: bool) -> Option<Edit> {
    let span = |frame: &Rect| if across { (frame.x0, frame.x1) } else { (frame.y0, frame.y1) };
    let middle = |frame: &Rect| span(frame).0 + span(frame).1;
    let mut sorted: Vec<&(Key, Rect)> = frames.iter().collect();
    sorted.sort_by(|(_, a), (_, b)| middle(a).total_cmp(&middle(b)));
    let (first, last) = (sorted.first()?, sorted.last().filter(|_| sorted.len() > 2)?);
    let full: f64 = sorted.iter().map(|(_, frame)| span(frame).1 - span(frame).0).sum();
    let gap = (span(&last.1).1 - span(&first.1).0 - full) / (sorted.len() - 1) as f64;
    let mut next = span(&first.1).0;
    let mut by = BTreeMap::new();
    for (key, frame) in &sorted {
        by.insert(*key, next - span(frame).0);
        next += span(frame).1 - span(frame).0 + gap;
    }
    let keys: Vec<Key> = sorted.iter().map(|(key, _)| *key).collect();
    let to = |(key, at): (Key, Point)| {
        let by = by.get(&key).copied().unwrap_or_default();
        (key, at + if across { Vec2::new(by, 0.0) } else { Vec2::new(0.0, by) })
    };
    let moved = placed(document, &keys).into_iter().map(to).collect();
    Some(Edit::All(format!("distribute {} things", keys.len()), vec![Edit::Place(moved)]))
}

/// Puts labels, pictures, areas and strokes above or below the others. Areas and strokes always lie above pictures and below labels, so only
/// the order of each kind among themselves counts.
///
/// # Errors
/// Where nothing but spaces and links is chosen.
pub fn raised(document: &Document, keys: &[Key], by: Rise) -> Result<Edit, String> {
    let is_chosen = |key: &Key| keys.contains(key);
    let (labels, others): (Vec<_>, Vec<_>) = document.decor().iter().partition(|item| is_label(item));
    let (pictures, drawn): (Vec<_>, Vec<_>) = others.into_iter().partition(|item| is_picture(item));
    let mut order: Vec<Key> = vec![];
    let mut count = 0;
    for part in [pictures, drawn, labels] {
        let mut part: Vec<Key> = part.into_iter().map(|item| item.key).collect();
        count += part.iter().filter(|key| is_chosen(key)).count();
        match by {
            Rise::Front => part.sort_by_key(is_chosen),
            Rise::Back => part.sort_by_key(|key| !is_chosen(key)),
            Rise::Forward => (1..part.len()).rev().for_each(|n| {
                if is_chosen(&part[n - 1]) && !is_chosen(&part[n]) {
                    part.swap(n - 1, n);
                }
            }),
            Rise::Backward => (1..part.len()).for_each(|n| {
                if is_chosen(&part[n]) && !is_chosen(&part[n - 1]) {
                    part.swap(n - 1, n);
                }
            }),
        }
        order.extend(part);
    }
    if count == 0 {
        return Err("spaces lie in the order of their numbers: select labels, pictures, areas or strokes".to_owned());
    }
    let (verb, way) = match by {
        Rise::Front => ("bring", "to the front"),
        Rise::Forward => ("bring", "forward"),
        Rise::Backward => ("send", "backward"),
        Rise::Back => ("send", "to the back"),
    };
    let things = if count == 1 { "a thing".to_owned() } else { format!("{count} things") };
    Ok(Edit::All(format!("{verb} {things} {way}"), vec![Edit::Order { list: List::Decor, keys: order }]))
}
