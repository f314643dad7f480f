//! How far a thing that is moved lies from its neighbours, from middle to middle.

use std::collections::BTreeSet;

use kurbo::{Point, Vec2};

use super::{Mark, Shape, Table};
use crate::drawing::document::Key;

/// Neighbours farther away than this are left out, in millimetres.
const FAR: f64 = 120.0;
/// Distances that differ by less are the same.
const SAME: f64 = 0.05;

/// Lines to the nearest neighbours in its row and column with their lengths; without any, to the nearest of all. Where it lies half-way between
/// two, both lines say so.
pub fn shapes(table: &Table<'_>, at: Point, but: &BTreeSet<Key>) -> Vec<Shape> {
    let near = table.places.spaces().filter(|(key, middle, _)| middle.distance(at) < FAR && !but.contains(key));
    let near: Vec<Vec2> = near.map(|(_, middle, _)| middle - at).filter(|by| by.hypot() > SAME).collect();
    let reach = table.places.half;
    let ways = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].map(Vec2::from);
    let nearest = ways.map(|way| {
        let ahead = near.iter().filter(|by| by.dot(way) > SAME && by.cross(way).abs() <= reach).map(|by| by.dot(way));
        ahead.min_by(f64::total_cmp)
    });
    let line = |by: Vec2, mark: Mark| {
        [Shape::line([at, at + by], mark), Shape::Words(at + by / 2.0, format!("{:.1}", by.hypot()), mark)]
    };
    let is_between = |n: usize| matches!((nearest[n], nearest[n ^ 1]), (Some(a), Some(b)) if (a - b).abs() < SAME);
    let mut shapes = vec![];
    for (n, (way, far)) in ways.into_iter().zip(nearest).enumerate() {
        let mark = if is_between(n) { Mark::Reach } else { Mark::Guide };
        shapes.extend(far.into_iter().flat_map(|far| line(way * far, mark)));
    }
    if shapes.is_empty() {
        let closest = near.into_iter().min_by(|a, b| a.hypot().total_cmp(&b.hypot()));
        shapes.extend(closest.into_iter().flat_map(|by| line(by, Mark::Guide)));
    }
    shapes
}
