//! A line in the hand of Reshape, that of a course or of a step of a link: its nodes and handles, and what is done to them.

use std::collections::BTreeSet;
use std::ops::Range;

use kurbo::Point;

use super::{Mark, Pointer, Shape, Table};
use crate::drawing::tools::line::{Bend, Line, Node, OnPiece};
use crate::drawing::tools::snap;

/// A part of a line that can be gripped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Part {
    Node(usize),
    /// A handle of a node: the one towards the next node, or the one towards the last.
    Handle(usize, bool),
    Line(OnPiece),
}

/// A line with what can be gripped of it.
pub struct LineGrip<'l> {
    pub line: &'l Line,
    /// The nodes that can be gripped.
    pub nodes: Range<usize>,
    /// Those of them that are selected.
    pub chosen: &'l BTreeSet<usize>,
    /// The handles that are shown, by their nodes.
    pub handles: Vec<(usize, bool)>,
}

/// Both handles of each of these nodes.
pub fn both_handles(nodes: &BTreeSet<usize>) -> Vec<(usize, bool)> {
    nodes.iter().flat_map(|n| [(*n, false), (*n, true)]).collect()
}

impl LineGrip<'_> {
    /// The handles that are far enough from their nodes: each with the node's place and its own.
    fn shown(&self, slack: f64) -> impl Iterator<Item = (Part, Point, Point)> {
        let placed = |(n, is_after): &(usize, bool)| {
            let (at, (before, after)) = (self.line.nodes.get(*n)?.at, self.line.handles(*n));
            Some((Part::Handle(*n, *is_after), at, at + if *is_after { after } else { before }))
        };
        self.handles.iter().filter_map(placed).filter(move |(_, from, to)| from.distance(*to) > 1.5 * slack)
    }

    pub fn handle_at(&self, at: Point, slack: f64) -> Option<Part> {
        self.shown(slack).find(|(.., place)| place.distance(at) <= 1.5 * slack).map(|(handle, ..)| handle)
    }

    /// The node at a position, and how far away it is.
    pub fn node_at(&self, at: Point, slack: f64) -> Option<(Part, f64)> {
        let far = |n: usize| Some((Part::Node(n), self.line.nodes.get(n)?.at.distance(at)));
        let near = self.nodes.clone().filter_map(far).filter(|(_, far)| *far <= 2.0 * slack);
        near.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The line itself at a position, and how far away it is.
    pub fn line_at(&self, at: Point, slack: f64) -> Option<(Part, f64)> {
        self.line.nearest(at).filter(|on| on.far <= 1.5 * slack).map(|on| (Part::Line(on), on.far))
    }

    /// The line with its nodes and handles; those that are bound to something can't be chosen.
    pub fn shapes(&self, slack: f64, is_bound: impl Fn(usize) -> bool) -> Vec<Shape> {
        let mut shapes = vec![Shape::along(&self.line.path(), Mark::Draft)];
        for (_, node, handle) in self.shown(slack) {
            shapes.push(Shape::line([node, handle], Mark::Guide));
            shapes.push(Shape::Dot(handle, Mark::Guide));
        }
        for (n, node) in self.nodes.clone().filter_map(|n| Some((n, self.line.nodes.get(n)?))) {
            let mark = match self.chosen.contains(&n) {
                true => Mark::Chosen,
                false if is_bound(n) => Mark::Guide,
                false => Mark::Handle,
            };
            shapes.push(if node.bend == Bend::Corner { Shape::Tile(node.at, slack, mark) } else { Shape::Dot(node.at, mark) });
        }
        shapes
    }
}

/// Selects a node that is pressed.
pub fn choose(nodes: &mut BTreeSet<usize>, n: usize, adds: bool) {
    match adds {
        true if nodes.remove(&n) => {}
        true => nodes.extend([n]),
        false if nodes.contains(&n) => {}
        false => *nodes = BTreeSet::from([n]),
    }
}

/// Pulls a part of a line from where it was gripped to the pointer: a node with all that are selected, a handle, or the line itself at a new
/// node. `None` where there may be no more than these `most` nodes.
pub fn pull(
    line: &mut Line,
    nodes: &mut BTreeSet<usize>,
    (on, from): (Part, Point),
    most: usize,
    table: &Table<'_>,
    pointer: &Pointer,
) -> Option<()> {
    let by = if pointer.shift { snap::constrained(from, pointer.at) } else { pointer.at } - from;
    match on {
        Part::Node(n) => {
            let anchor = line.nodes.get(n)?.at;
            let by = table.moved_on_grid(pointer, anchor, anchor + by) - anchor;
            let pulled: BTreeSet<usize> = nodes.iter().copied().chain([n]).collect();
            line.loosen(&pulled);
            for n in pulled {
                line.nodes.get_mut(n)?.at += by;
            }
        }
        Part::Handle(n, is_after) => {
            let (before, after) = line.handles(n);
            line.pull_handle(n, is_after, if is_after { after } else { before } + by, pointer.alt);
        }
        Part::Line(_) if line.nodes.len() >= most => return None,
        Part::Line(on) => {
            let n = line.add(on);
            *line.nodes.get_mut(n)? = Node::smooth(table.moved_on_grid(pointer, on.at, on.at + by));
            *nodes = BTreeSet::from([n]);
        }
    }
    Some(())
}

/// What a double click does, and its name: a node becomes a corner or smooth, one with handles of its own smooth by itself, and the line gets a
/// node where it had none. `None` where there may be no more than these `most` nodes.
pub fn changed(line: &mut Line, nodes: &mut BTreeSet<usize>, on: Part, most: usize) -> Option<&'static str> {
    let n = match on {
        Part::Line(_) if line.nodes.len() >= most => return None,
        Part::Line(on) => {
            *nodes = BTreeSet::from([line.add(on)]);
            return Some("add a node");
        }
        Part::Node(n) => {
            line.toggle(n);
            n
        }
        Part::Handle(n, _) => {
            line.nodes.get_mut(n)?.bend = Bend::Smooth;
            n
        }
    };
    let is_corner = line.nodes.get(n)?.bend == Bend::Corner;
    Some(if is_corner { "turn a node into a corner" } else { "make a node smooth" })
}
