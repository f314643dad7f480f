//! Moving, rotating, scaling and aligning the selection.

use std::collections::BTreeSet;

use kurbo::{Affine, Point, Rect, Vec2};

use crate::drawing::document::{Document, Key};
use crate::drawing::edit::Edit;

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

fn placed(document: &Document, keys: &[Key]) -> Vec<(Key, Point)> {
    let keys: BTreeSet<&Key> = keys.iter().collect();
    let items = document.spaces().iter().chain(document.decor()).filter(|item| keys.contains(&item.key));
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
    Edit::Arrange("rotate", transformed(document, keys, Affine::rotate_about(degrees.to_radians(), round)))
}

/// Scales them about a point; a negative factor mirrors.
pub fn scaled(document: &Document, keys: &[Key], from: Point, x: f64, y: f64) -> Edit {
    let scale = Affine::scale_non_uniform(x, y);
    let how = if x < 0.0 || y < 0.0 { "flip" } else { "scale" };
    Edit::Arrange(
        how,
        transformed(document, keys, Affine::translate(from.to_vec2()) * scale * Affine::translate(-from.to_vec2())),
    )
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
