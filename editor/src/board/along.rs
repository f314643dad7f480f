//! Labels along a course: the line that their letters follow. It runs beside the links, as far off as the label lies.

use std::collections::BTreeSet;
use std::sync::Arc;

use emath::{Pos2, Vec2};

use super::letters::width;
use super::print::{LETTERS, drawn};
use super::way::Way;
use super::{Arrow, Label, Space};

/// How far apart the points of the line are, in heights of letters.
const STEP: f32 = 0.25;
/// The number of its points, at most.
const MOST: f32 = 2_000.0;
/// How far around a place its direction is taken from, as a share of the length of a link.
const SMOOTH: f32 = 0.6;

/// The line that the middles of letters follow.
#[derive(Clone, Debug)]
pub struct Along {
    pub way: Way,
    /// How far along it the place of the label is.
    pub middle: f32,
}

/// Finds the lines of all labels that want one. Where no link is drawn, a label stays straight.
pub fn lay(labels: &mut [Label], spaces: &[Space], arrows: &[Arrow]) {
    for label in labels.iter_mut().filter(|label| label.lettering.along) {
        label.along = along(label, spaces, arrows).map(Arc::new);
    }
}

fn along(label: &Label, spaces: &[Space], arrows: &[Arrow]) -> Option<Along> {
    let seen = arrows.iter().filter(|arrow| arrow.look.is_seen || arrow.look.has_ribbon);
    let far = seen.filter_map(|arrow| Some((arrow, Way::of(arrow.line(spaces))?.distance(label.at))));
    let (arrow, away) = far.min_by(|a, b| a.1.total_cmp(&b.1))?;
    let first = Way::of(arrow.line(spaces))?.length();
    let smooth = (first * SMOOTH).min(label.size * 20.0);
    let long = width(drawn(&label.text), label.size * LETTERS, label.lettering.weight) + 3.0 * (away + smooth) + label.size;
    let mut points = arrow.line(spaces);
    go_on(&mut points, arrow, arrow.to, spaces, arrows, long);
    points.reverse();
    go_on(&mut points, arrow, arrow.from, spaces, arrows, long);
    let mut line = Smooth { way: Way::of(points)?, by: smooth };
    let mut near = line.nearest(label.at);
    // Letters run from left to right, or upwards.
    let towards = line.at(near).1;
    if towards.x < -1e-3 || towards.x.abs() <= 1e-3 && towards.y > 0.0 {
        line.way = Way::of(line.way.points().iter().rev().copied().collect())?;
        near = line.way.length() - near;
    }
    let beside = |(at, way): (Pos2, Vec2), by: f32| at + Vec2::new(-way.y, way.x) * by;
    let (at, towards) = line.at(near);
    let aside = (label.at - at).dot(Vec2::new(-towards.y, towards.x));
    let step = (label.size * STEP).max(2.0 * long / MOST);
    let steps = (long / step).ceil() as i32;
    let points: Vec<Pos2> = (-steps..=steps).map(|n| beside(line.at(near + n as f32 * step), aside)).collect();
    let before = Way::of(points[..=steps as usize].to_vec())?;
    Some(Along { middle: before.length(), way: Way::of(points)? })
}

/// Lengthens a line over the links that lead straight on from its last space, in either direction.
fn go_on(line: &mut Vec<Pos2>, first: &Arrow, mut last: usize, spaces: &[Space], arrows: &[Arrow], most: f32) {
    let (mut passed, mut long) = (BTreeSet::from([first.from, first.to]), 0.0);
    while long < most {
        let [.., before, end] = line[..] else { return };
        let towards = (end - before).normalized();
        let next = arrows.iter().filter(|arrow| arrow.kind == first.kind && (arrow.from == last || arrow.to == last));
        let next = next.filter_map(|arrow| {
            let mut points = arrow.line(spaces);
            let to = if arrow.from == last { arrow.to } else { arrow.from };
            if arrow.from != last {
                points.reverse();
            }
            let way = Way::of(points).filter(|_| !passed.contains(&to))?;
            Some((way.at(0.0).1.dot(towards), to, way))
        });
        let Some((_, to, way)) = next.max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        passed.insert(to);
        long += way.length();
        line.extend(&way.points()[1..]);
        last = to;
    }
}

/// A line without corners, which goes straight on beyond its ends.
struct Smooth {
    way: Way,
    /// How far around each place is looked.
    by: f32,
}

impl Smooth {
    fn beyond(&self, far: f32) -> Pos2 {
        let inside = far.clamp(0.0, self.way.length());
        let (at, way) = self.way.at(inside);
        at + way * (far - inside)
    }

    /// The place so far along it, and its direction there.
    fn at(&self, far: f32) -> (Pos2, Vec2) {
        let [a, b, c] = [far - self.by, far, far + self.by].map(|far| self.beyond(far));
        let middle = (a.to_vec2() + b.to_vec2() * 2.0 + c.to_vec2()) / 4.0;
        let way = if a.distance(c) > 1e-4 { (c - a).normalized() } else { self.way.at(far).1 };
        (middle.to_pos2(), way)
    }

    /// How far along it the point nearest to a place is.
    fn nearest(&self, at: Pos2) -> f32 {
        let (mut best, mut gone) = ((f32::INFINITY, 0.0), 0.0);
        for pair in self.way.points().windows(2) {
            let (way, long) = (pair[1] - pair[0], pair[0].distance(pair[1]));
            let share = ((at - pair[0]).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0);
            let far = at.distance(pair[0] + way * share);
            if far < best.0 {
                best = (far, gone + long * share);
            }
            gone += long;
        }
        best.1
    }
}
