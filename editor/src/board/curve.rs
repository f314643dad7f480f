//! Curves through nodes, as courses and bent links are drawn.

use std::cell::Cell;

use emath::Pos2;
use interpreter::data::track::courses::LineNode;
use kurbo::{BezPath, PathEl, Point, Vec2};

use super::pos;

/// A point that a line passes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node {
    pub at: Point,
    pub bend: Bend,
}

/// How a line passes a node.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Bend {
    /// Smoothly, as the nodes beside it ask for.
    #[default]
    Smooth,
    /// With a corner.
    Corner,
    /// As its handles say: how far they are from the node, in millimetres.
    Handles { before: Vec2, after: Vec2 },
}

/// How a line from one place to another bends.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Bent {
    /// The nodes that it passes.
    pub nodes: Vec<Node>,
    /// How it leaves the one and arrives at the other, if handles say so.
    pub ends: [Option<Vec2>; 2],
}

impl Bent {
    pub fn is_straight(&self) -> bool {
        *self == Bent::default()
    }

    /// All nodes of the line between two places.
    pub fn between(&self, from: Point, to: Point) -> Vec<Node> {
        let bend = |before: Option<Vec2>, after: Option<Vec2>| match before.or(after) {
            Some(_) => Bend::Handles { before: before.unwrap_or_default(), after: after.unwrap_or_default() },
            None => Bend::Smooth,
        };
        let (first, last) = (bend(None, self.ends[0]), bend(self.ends[1], None));
        let ends = [Node { at: from, bend: first }, Node { at: to, bend: last }];
        ends[..1].iter().chain(&self.nodes).chain(&ends[1..]).copied().collect()
    }
}

impl Node {
    pub fn smooth(at: Point) -> Node {
        Node { at, bend: Bend::Smooth }
    }

    /// The node moved, its handles with it.
    #[must_use]
    pub fn transformed(self, by: kurbo::Affine) -> Node {
        let turned = |handle: Vec2| by * (self.at + handle) - by * self.at;
        let bend = match self.bend {
            Bend::Handles { before, after } => Bend::Handles { before: turned(before), after: turned(after) },
            other => other,
        };
        Node { at: by * self.at, bend }
    }
}

impl From<&LineNode> for Node {
    fn from(node: &LineNode) -> Node {
        let bend = match node.handles {
            _ if node.is_corner => Bend::Corner,
            Some([before, after]) => Bend::Handles { before: before.into(), after: after.into() },
            None => Bend::Smooth,
        };
        Node { at: node.at.into(), bend }
    }
}

/// How long a handle of a smooth node is at least, in lengths of its piece: a node that juts out would be a point otherwise.
const LEAST: f64 = 0.17;

/// The line through nodes, with one piece from each to the next. Smooth nodes are passed as centripetal Catmull-Rom curves pass them,
/// which make no loops of their own, and roundly where the line turns sharply.
pub fn through(nodes: &[Node], closed: bool) -> BezPath {
    let mut path = BezPath::new();
    let Some(first) = nodes.first() else { return path };
    path.move_to(first.at);
    let count = nodes.len();
    let node = |n: isize| {
        if closed { nodes[n.rem_euclid(count as isize) as usize] } else { nodes[n.clamp(0, count as isize - 1) as usize] }
    };
    let pieces = if closed { count } else { count - 1 };
    for n in 0..pieces as isize {
        let (a, b) = (node(n), node(n + 1));
        let (p0, p1, p2, p3) = (node(n - 1).at, a.at, b.at, node(n + 2).at);
        let (d1, d2, d3) = (p0.distance(p1).sqrt(), p1.distance(p2).sqrt(), p2.distance(p3).sqrt());
        let c1 = match a.bend {
            Bend::Handles { after, .. } => p1 + after,
            Bend::Smooth if d1 > 1e-9 => handle(p0, p1, p2, d1, d2),
            Bend::Smooth | Bend::Corner => p1.lerp(p2, 1.0 / 3.0),
        };
        let c2 = match b.bend {
            Bend::Handles { before, .. } => p2 + before,
            Bend::Smooth if d3 > 1e-9 => handle(p3, p2, p1, d3, d2),
            Bend::Smooth | Bend::Corner => p2.lerp(p1, 1.0 / 3.0),
        };
        path.curve_to(c1, c2, p2);
    }
    if closed {
        path.close_path();
    }
    path
}

/// The handle of `b` towards `c`, where `a` lies on the other side; `near` and `far` are the roots of the distances to `a` and `c`.
fn handle(a: Point, b: Point, c: Point, near: f64, far: f64) -> Point {
    let (n2, f2) = (near * near, far * far);
    let sum = c.to_vec2() * n2 - a.to_vec2() * f2 + b.to_vec2() * (2.0 * n2 + 3.0 * near * far + f2);
    let handle = (sum / (3.0 * near * (near + far))) - b.to_vec2();
    let (long, least) = (handle.hypot(), LEAST * f2);
    b + if (1e-6..least).contains(&long) { handle * (least / long) } else { handle }
}

/// How far the points of a flattened curve may be from it, in millimetres, and of a long link as a share of its length.
const FLAT: f64 = 0.02;
const FLAT_SHARE: f64 = 5e-5;

/// The points of a line from one place to another.
pub fn flat(from: Pos2, bent: &Bent, to: Pos2) -> Vec<Pos2> {
    if bent.is_straight() {
        return vec![from, to];
    }
    let end = |at: Pos2| Point::new(f64::from(at.x), f64::from(at.y));
    points(&bent.between(end(from), end(to)))
}

/// The points of a line through nodes. However far away those and their handles are, there are at most some hundred from one to the next.
pub fn points(nodes: &[Node]) -> Vec<Pos2> {
    let path = through(nodes, false);
    let size = path.control_box().size();
    flattened(&path, FLAT.max(FLAT_SHARE * size.width.max(size.height)), usize::MAX)
}

/// The points of all areas and strokes of a track, at most.
pub const MOST_POINTS: usize = 200_000;

/// The points of a line, which are taken from those that are left; `None` if it has more. Of a closed line, the first isn't there again.
pub fn flattened_within(path: &BezPath, left: &mut usize) -> Option<Vec<Pos2>> {
    // Handles far away make many points of each piece.
    let points = flattened(path, FLAT, *left);
    if points.len() > *left {
        // Looking at it took time, too: many such lines together take no longer than the first, and short ones still find room.
        *left /= 2;
        return None;
    }
    *left -= points.len();
    Some(points)
}

/// The points of a line that lie as near to it; once they are more than these, no further piece is looked at.
fn flattened(path: &BezPath, near: f64, most: usize) -> Vec<Pos2> {
    let (mut points, count) = (vec![], Cell::new(0));
    kurbo::flatten(path.iter().take_while(|_| count.get() <= most), near, |part| {
        if let PathEl::MoveTo(at) | PathEl::LineTo(at) = part {
            points.push(pos(at));
            count.set(points.len());
        }
    });
    points
}
