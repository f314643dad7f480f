//! Lines through nodes, by which courses are drawn: smooth by themselves, cornered, or bent by handles.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::data::node::{Node as Written, Shape};
pub use interpreter::data::track::courses::MOST_NODES;
use kurbo::{BezPath, ParamCurve, ParamCurveArclen, ParamCurveNearest, PathSeg, Point, Vec2};

use super::curve;
pub use crate::board::curve::{Bend, Node};
use crate::drawing::edit::FARTHEST;
use crate::drawing::fields::{millimetres, parse, point};

/// A line through nodes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    pub nodes: Vec<Node>,
    pub is_closed: bool,
}

/// A position on a line: which piece, and how far along it from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OnPiece {
    pub piece: usize,
    pub t: f64,
    pub at: Point,
    /// How far it is from where it was looked for, in millimetres.
    pub far: f64,
}

/// Why a line gets no more nodes.
pub fn too_many_nodes() -> String {
    format!("a line can have at most {MOST_NODES} nodes")
}

/// How long the handles of a curve are that closes a line, in distances between its ends, and at most where it comes back, in distances at which
/// ends are near.
const ROUND: f64 = 0.4;
const LONGEST_BACK: f64 = 4.0;
/// How far beside the ends of a line the curve lies on which it comes back, in distances between them.
const ASIDE: f64 = 0.35;

/// From where on a turn is sharp: the cosine of the angle that is left.
const SHARP: f64 = 0.2;

/// How long a line of nodes may be in a file.
const LONGEST: usize = 80;

impl Line {
    pub fn smooth(points: impl IntoIterator<Item = Point>, is_closed: bool) -> Line {
        Line { nodes: points.into_iter().map(Node::smooth).collect(), is_closed }
    }

    /// Whether it comes round; that takes three nodes.
    pub fn comes_round(&self) -> bool {
        self.is_closed && self.nodes.len() > 2
    }

    /// The curve: one piece from each node to the next, and of a closed line one from the last to the first.
    pub fn path(&self) -> BezPath {
        curve::through(&self.nodes, self.comes_round())
    }

    /// Reads the nodes as files have them; `None` if that isn't possible.
    pub fn read(nodes: &str, is_closed: bool) -> Option<Line> {
        let list = parse(nodes).filter(|list| list.shape() == Shape::List)?;
        let nodes: Option<Vec<Node>> = list.items().into_iter().map(read_node).collect();
        Some(Line { nodes: nodes.filter(|nodes| !nodes.is_empty())?, is_closed })
    }

    /// The nodes as files have them.
    pub fn written(&self) -> Arc<str> {
        // What lies farther away couldn't be read back.
        let within = |n: f64| millimetres(n.clamp(-FARTHEST, FARTHEST));
        let pair = |x: f64, y: f64| format!("({}, {})", within(x), within(y));
        let node = |node: &Node| {
            let bend = match node.bend {
                Bend::Smooth => String::new(),
                Bend::Corner => ", corner: true".to_owned(),
                Bend::Handles { before, after } => {
                    format!(", before: {}, after: {}", pair(before.x, before.y), pair(after.x, after.y))
                }
            };
            format!("(at: {}{bend})", pair(node.at.x, node.at.y))
        };
        let nodes: Vec<String> = self.nodes.iter().map(node).collect();
        let short = format!("[{}]", nodes.join(", "));
        if short.len() <= LONGEST {
            return short.into();
        }
        let mut lines = String::from("[");
        let mut width = LONGEST;
        for node in nodes {
            if width + node.len() > LONGEST {
                lines.push_str("\n            ");
                width = 0;
            } else {
                lines.push(' ');
            }
            width += node.len() + 2;
            lines.push_str(&node);
            lines.push(',');
        }
        format!("{lines}\n        ]").into()
    }

    /// The handles of a node as the line has them, whether they were set or not.
    pub fn handles(&self, n: usize) -> (Vec2, Vec2) {
        let Some(node) = self.nodes.get(n) else { return (Vec2::ZERO, Vec2::ZERO) };
        if let Bend::Handles { before, after } = node.bend {
            return (before, after);
        }
        // They depend on the nodes beside it alone.
        let (count, round) = (self.nodes.len(), self.comes_round());
        let last = n.checked_sub(1).or(round.then_some(count - 1));
        let next = Some(n + 1).filter(|n| *n < count).or(round.then_some(0));
        let near: Vec<Node> = last.into_iter().chain([n]).chain(next).map(|n| self.nodes[n]).collect();
        let path = curve::through(&near, false);
        let mut pieces = path.segments();
        let before = last.and_then(|_| pieces.next()).map_or(Vec2::ZERO, |piece| piece.to_cubic().p2 - node.at);
        let after = next.and_then(|_| pieces.next()).map_or(Vec2::ZERO, |piece| piece.to_cubic().p1 - node.at);
        (before, after)
    }

    /// Moves one handle of a node. The other one turns with it, unless the node is a corner or `alone`.
    pub fn pull_handle(&mut self, n: usize, is_after: bool, to: Vec2, alone: bool) {
        let (mut before, mut after) = self.handles(n);
        let Some(node) = self.nodes.get_mut(n) else { return };
        let (pulled, other) = if is_after { (&mut after, &mut before) } else { (&mut before, &mut after) };
        let is_straight = pulled.cross(*other).abs() <= 0.02 * pulled.hypot() * other.hypot() && pulled.dot(*other) <= 0.0;
        *pulled = to;
        if is_straight && !alone && to.hypot() > 1e-6 && node.bend != Bend::Corner {
            *other = to * (-other.hypot() / to.hypot());
        }
        node.bend = Bend::Handles { before, after };
    }

    /// Turns a handle of a node this way, however long it is. The other one turns with it where the line still bends the node by itself.
    pub fn turn_handle(&mut self, n: usize, way: Vec2, is_after: bool) {
        let (before, after) = self.handles(n);
        let Some(node) = self.nodes.get_mut(n) else { return };
        let (own, other) = if is_after { (after, before) } else { (before, after) };
        let (own, other) = (way * own.hypot(), if node.bend == Bend::Smooth { way * -other.hypot() } else { other });
        let (before, after) = if is_after { (other, own) } else { (own, other) };
        node.bend = Bend::Handles { before, after };
    }

    /// Lets these nodes be bent by the line itself where they end a straight piece whose other end isn't among them: once they are pulled, it is
    /// straight no more. Between two straight pieces that lead to different sides, a corner is left.
    pub fn loosen(&mut self, nodes: &BTreeSet<usize>) {
        let count = self.nodes.len();
        for n in nodes.iter().copied().filter(|n| *n < count) {
            let ((before, after), at) = (self.handles(n), self.nodes[n].at);
            let is_straight = |handle: Vec2, other: usize| {
                let way = self.nodes[other].at - at;
                !nodes.contains(&other) && handle.dot(way) > 0.0 && handle.cross(way).abs() < 0.01 * handle.dot(way)
            };
            let straight = [is_straight(before, (n + count - 1) % count), is_straight(after, (n + 1) % count)];
            // The ends of an open line have one handle.
            let is_end = before == Vec2::ZERO || after == Vec2::ZERO;
            let is_smooth = is_end || before.dot(after) < 0.0 && before.cross(after).abs() < 0.01 * -before.dot(after);
            let node = &mut self.nodes[n];
            match node.bend {
                Bend::Handles { .. } if is_smooth && straight != [false, false] => node.bend = Bend::Smooth,
                Bend::Handles { .. } if straight == [true, true] => node.bend = Bend::Corner,
                _ => {}
            }
        }
    }

    /// Turns a corner into a smooth node, and any other into a corner.
    pub fn toggle(&mut self, n: usize) {
        if let Some(node) = self.nodes.get_mut(n) {
            node.bend = if node.bend == Bend::Corner { Bend::Smooth } else { Bend::Corner };
        }
    }

    /// The position at a share of its length, from 0 to 1.
    pub fn at(&self, share: f64) -> Option<OnPiece> {
        let pieces: Vec<PathSeg> = self.path().segments().collect();
        let mut far = share.clamp(0.0, 1.0) * curve::length(&self.path());
        for (piece, segment) in pieces.iter().enumerate() {
            let long = segment.arclen(curve::EXACT);
            if far <= long || piece + 1 == pieces.len() {
                let t = if long > 1e-9 { segment.inv_arclen(far.min(long), curve::EXACT).clamp(0.0, 1.0) } else { 0.0 };
                return Some(OnPiece { piece, t, at: segment.eval(t), far: 0.0 });
            }
            far -= long;
        }
        None
    }

    /// The nearest position on it.
    pub fn nearest(&self, at: Point) -> Option<OnPiece> {
        let on = |(piece, segment): (usize, PathSeg)| {
            let near = segment.nearest(at, 1e-3);
            OnPiece { piece, t: near.t, at: segment.eval(near.t), far: near.distance_sq.sqrt() }
        };
        let path = self.path();
        let all = path.segments().enumerate().map(on).filter(|on| on.far.is_finite());
        all.min_by(|a, b| a.far.total_cmp(&b.far))
    }

    /// Adds a node where the line already passes; returns its number. Where handles shape the line, it keeps its shape.
    pub fn add(&mut self, on: OnPiece) -> usize {
        let count = self.nodes.len();
        let (a, b) = (on.piece.min(count.saturating_sub(1)), (on.piece + 1) % count.max(1));
        let is_shaped = |node: &Node| matches!(node.bend, Bend::Handles { .. });
        let mut new = Node::smooth(on.at);
        if count > 1 && (is_shaped(&self.nodes[a]) || is_shaped(&self.nodes[b])) {
            let ((before_a, _), (_, after_b)) = (self.handles(a), self.handles(b));
            if let Some(segment) = self.path().segments().nth(on.piece) {
                let (first, second) = (segment.subsegment(0.0..on.t).to_cubic(), segment.subsegment(on.t..1.0).to_cubic());
                let handles = |at: Point, before: Point, after: Point| Bend::Handles { before: before - at, after: after - at };
                self.nodes[a].bend = Bend::Handles { before: before_a, after: first.p1 - self.nodes[a].at };
                self.nodes[b].bend = Bend::Handles { before: second.p2 - self.nodes[b].at, after: after_b };
                new.bend = handles(on.at, first.p2, second.p1);
            }
        }
        self.nodes.insert((on.piece + 1).min(count), new);
        (on.piece + 1).min(count)
    }

    /// Removes nodes; those that a line needs stay, and then it says no.
    pub fn remove(&mut self, nodes: &[usize]) -> bool {
        let left = self.nodes.len() - nodes.iter().filter(|n| **n < self.nodes.len()).count();
        if left < if self.is_closed { 3 } else { 2 } {
            return false;
        }
        let mut n = 0;
        self.nodes.retain(|_| {
            n += 1;
            !nodes.contains(&(n - 1))
        });
        true
    }

    /// Puts its ends back where they are bound to.
    pub fn hold(&mut self, first: Option<Point>, last: Option<Point>) {
        if let Some((node, at)) = self.nodes.first_mut().zip(first) {
            node.at = at;
        }
        if let Some((node, at)) = self.nodes.last_mut().zip(last) {
            node.at = at;
        }
    }

    #[must_use]
    pub fn transformed(&self, by: kurbo::Affine) -> Line {
        Line { nodes: self.nodes.iter().map(|node| node.transformed(by)).collect(), is_closed: self.is_closed }
    }

    /// Leads an open line on to a point: smoothly, or straight behind a sharp turn. What it had before keeps its shape. Whether it turns sharply.
    pub fn lead_on(&mut self, to: Point) -> bool {
        let before = self.handles(self.nodes.len().saturating_sub(1)).0;
        let mut is_sharp = false;
        if let Some(end) = self.nodes.last_mut() {
            let way = to - end.at;
            is_sharp = before.dot(way) > SHARP * before.hypot() * way.hypot();
            let after = if is_sharp { way } else { before * (-way.hypot() / before.hypot().max(1e-6)) } / 3.0;
            if end.bend != Bend::Corner {
                end.bend = Bend::Handles { before, after };
            }
        }
        self.nodes.push(Node::smooth(to));
        is_sharp
    }

    /// An open line closed by a curve that goes on from both of its ends. What it had before keeps its shape. Where its ends neither lead
    /// towards each other nor are as near as this, the curve comes back beside it, on the side to which its ends turn, or on the other one.
    /// `None` where there is no line.
    pub fn rounded(&self, near: f64, on_other_side: bool) -> Option<Line> {
        let last = self.nodes.len().checked_sub(1).filter(|last| *last > 0 && !self.is_closed)?;
        let (inwards, back) = (self.handles(0).1, self.handles(last).0);
        let (first, end) = (self.nodes[0].at, self.nodes[last].at);
        let way = end - first;
        let mut closed = Line { is_closed: true, ..self.clone() };
        let mut go_on = |n: usize, before: Vec2, after: Vec2| {
            if closed.nodes[n].bend != Bend::Corner {
                closed.nodes[n].bend = Bend::Handles { before, after };
            }
        };
        // Both ends go on as they lead, and what lies between them keeps its shape.
        let comes_back = way.hypot() > near && (inwards.dot(way) > 0.0 || back.dot(way) < 0.0);
        let long = (way.hypot() * ROUND).min(if comes_back { LONGEST_BACK * near } else { f64::INFINITY });
        let on = |inwards: Vec2| inwards * (-long / inwards.hypot().max(1e-6));
        go_on(0, on(inwards), inwards);
        go_on(last, back, on(back));
        if comes_back {
            let right = curve::right_of(way);
            let side = |inwards: Vec2| right.dot(inwards) / inwards.hypot().max(1e-6);
            let turns_left = side(inwards) + side(back) > 0.1 * right.hypot();
            let aside = if turns_left != on_other_side { -right } else { right } * ASIDE;
            closed.nodes.push(Node::smooth(first.midpoint(end) + aside));
        }
        Some(closed)
    }

    /// The same line from its end to its beginning. A closed one still begins where it did.
    #[must_use]
    pub fn reversed(&self) -> Line {
        let turned = |node: &Node| match node.bend {
            Bend::Handles { before, after } => Node { bend: Bend::Handles { before: after, after: before }, ..*node },
            _ => *node,
        };
        let mut nodes: Vec<Node> = self.nodes.iter().rev().map(turned).collect();
        if self.comes_round() {
            nodes.rotate_right(1);
        }
        Line { nodes, is_closed: self.is_closed }
    }

    /// An open line in two at a position. Both have a node there; a closed one becomes a single open line that begins and ends there.
    pub fn cut(&self, on: OnPiece) -> Vec<Line> {
        let mut line = self.clone();
        let near = |n: usize| line.nodes.get(n).is_some_and(|node| node.at.distance(on.at) < 1e-3).then_some(n);
        let at_node = near(on.piece).or_else(|| near((on.piece + 1) % line.nodes.len().max(1)));
        // Both parts keep the shape that the whole has.
        let pieces: Vec<PathSeg> = self.path().segments().collect();
        for (n, node) in line.nodes.iter_mut().enumerate() {
            let last = if n > 0 { pieces.get(n - 1) } else { pieces.last().filter(|_| self.comes_round()) };
            let before = last.map_or(Vec2::ZERO, |piece| piece.to_cubic().p2 - node.at);
            let after = pieces.get(n).map_or(Vec2::ZERO, |piece| piece.to_cubic().p1 - node.at);
            node.bend = Bend::Handles { before, after };
        }
        let n = match at_node {
            Some(n) => n,
            None => line.add(on),
        };
        let mut nodes = line.nodes;
        if self.comes_round() {
            nodes.rotate_left(n);
            nodes.extend(nodes.first().copied());
            return vec![Line { nodes, is_closed: false }];
        }
        let second = nodes[n..].to_vec();
        nodes.truncate(n + 1);
        [nodes, second].into_iter().filter(|nodes| nodes.len() > 1).map(|nodes| Line { nodes, is_closed: false }).collect()
    }
}

fn read_node(node: Written<'_>) -> Option<Node> {
    if node.shape() != Shape::Fields {
        return None;
    }
    let (mut at, mut is_corner, mut handles) = (None, false, [None, None]);
    for (key, value) in node.entries() {
        match key.written() {
            "at" => at = Some(point(value)?),
            "corner" => is_corner = value.written() == "true",
            "before" => handles[0] = Some(point(value)?.to_vec2()),
            "after" => handles[1] = Some(point(value)?.to_vec2()),
            _ => return None,
        }
    }
    let bend = match handles {
        _ if is_corner => Bend::Corner,
        [None, None] => Bend::Smooth,
        [before, after] => Bend::Handles { before: before.unwrap_or_default(), after: after.unwrap_or_default() },
    };
    Some(Node { at: at?, bend })
}
