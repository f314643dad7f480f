//! Handles on the frame of a selection: corners and sides scale it, the one above it rotates it.

use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Vec2};

use super::Table;
use crate::drawing::decor;
use crate::drawing::document::{Item, List};

/// One handle: its position on the frame, from -1 to 1. `turns` marks the one above it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handle {
    pub x: f64,
    pub y: f64,
    pub turns: bool,
}

/// With Shift held, it rotates in steps of this many degrees.
const STEP: f64 = 15.0;

/// A frame around things, turned about its middle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// As it would lie without the turn.
    pub rect: Rect,
    /// In radians.
    pub turn: f64,
}

impl Frame {
    /// A place without the turn as it lies on the sheet.
    pub fn turned(&self, at: Point) -> Point {
        Affine::rotate_about(self.turn, self.rect.center()) * at
    }

    /// A place on the sheet as it would lie without the turn.
    pub fn upright(&self, at: Point) -> Point {
        Affine::rotate_about(-self.turn, self.rect.center()) * at
    }
}

/// The label or picture that is selected alone, with its frame.
pub fn decor(table: &Table<'_>) -> Option<(Arc<Item>, Frame)> {
    let key = table.selected.first().filter(|_| table.selected.len() == 1)?;
    let item = table.document.find(*key).filter(|(list, ..)| *list == List::Decor)?.2;
    let is_free = table.document.layers().is_free(item);
    Some((item.clone(), Frame { rect: decor::frame(item)?, turn: decor::turn(item) })).filter(|_| is_free)
}

/// The frame of the selection, with some room; of single things, only labels and pictures can be scaled and rotated.
pub fn frame(table: &Table<'_>) -> Option<Frame> {
    if let Some((_, frame)) = decor(table) {
        return Some(Frame { rect: frame.rect.inflate(2.0 * table.slack, 2.0 * table.slack), ..frame });
    }
    let middles: Vec<Point> = table.selected.iter().filter_map(|key| table.middle(*key)).collect();
    let room = table.places.half + 2.0 * table.slack;
    let frame = middles.iter().map(|at| Rect::from_points(*at, *at)).reduce(|a, b| a.union(b));
    frame.filter(|_| middles.len() > 1).map(|frame| Frame { rect: frame.inflate(room, room), turn: 0.0 })
}

/// All handles of a frame with their positions.
pub fn all(frame: &Frame, slack: f64) -> Vec<(Handle, Point)> {
    let (sides, rect) = ([-1.0, 0.0, 1.0], frame.rect);
    let scales = sides.into_iter().flat_map(|y| sides.into_iter().map(move |x| (x, y))).filter(|at| *at != (0.0, 0.0));
    let mut handles: Vec<(Handle, Point)> = scales
        .map(|(x, y)| {
            let at = rect.center() + Vec2::new(x * rect.width() / 2.0, y * rect.height() / 2.0);
            (Handle { x, y, turns: false }, frame.turned(at))
        })
        .collect();
    let above = Point::new(rect.center().x, rect.y0 - 5.0 * slack);
    handles.push((Handle { x: 0.0, y: -1.0, turns: true }, frame.turned(above)));
    handles
}

/// The handle at a position.
pub fn at(table: &Table<'_>, at: Point) -> Option<(Handle, Frame)> {
    let frame = frame(table)?;
    let near = all(&frame, table.slack).into_iter().filter(|(_, place)| place.distance(at) <= table.slack * 1.5);
    let nearest = near.min_by(|a, b| a.1.distance(at).total_cmp(&b.1.distance(at)))?;
    Some((nearest.0, frame))
}

impl Handle {
    /// A frame whose sides at this handle are moved by so much.
    pub fn moved(self, frame: Rect, by: Vec2) -> Rect {
        let along = |low: f64, high: f64, of: f64, by: f64| match of {
            0.0 => (low, high),
            of if of < 0.0 => ((low + by).min(high), high),
            _ => (low, (high + by).max(low)),
        };
        let ((x0, x1), (y0, y1)) = (along(frame.x0, frame.x1, self.x, by.x), along(frame.y0, frame.y1, self.y, by.y));
        Rect::new(x0, y0, x1, y1)
    }

    /// The transformation that a drag from one place to another makes. `even`: the same in both directions, or in steps; `middle`: about
    /// the centre. All places are those without the turn of the frame.
    pub fn pulled(self, frame: Rect, from: Point, to: Point, even: bool, middle: bool) -> Affine {
        let centre = frame.center();
        if self.turns {
            let mut angle = (to - centre).atan2() - (from - centre).atan2();
            if even {
                angle = (angle.to_degrees() / STEP).round() * STEP.to_radians();
            }
            return Affine::rotate_about(angle, centre);
        }
        let opposite = centre - Vec2::new(self.x * frame.width() / 2.0, self.y * frame.height() / 2.0);
        let anchor = if middle { centre } else { opposite };
        let share =
            |from: f64, to: f64, anchor: f64| if (from - anchor).abs() < 1e-6 { 1.0 } else { (to - anchor) / (from - anchor) };
        let mut x = if self.x == 0.0 { 1.0 } else { share(from.x, to.x, anchor.x) };
        let mut y = if self.y == 0.0 { 1.0 } else { share(from.y, to.y, anchor.y) };
        if even {
            let most = match (self.x == 0.0, self.y == 0.0) {
                (true, _) => y,
                (_, true) => x,
                _ if x.abs() > y.abs() => x,
                _ => y,
            };
            (x, y) = (most, most);
        }
        // What is pressed flat can't be pulled apart again.
        let seen = |n: f64| if n.abs() < 0.01 { 0.01_f64.copysign(n) } else { n.clamp(-1e4, 1e4) };
        Affine::translate(anchor.to_vec2()) * Affine::scale_non_uniform(seen(x), seen(y)) * Affine::translate(-anchor.to_vec2())
    }
}
