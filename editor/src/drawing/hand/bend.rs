//! Bend: the line of a link with its nodes and handles, while Reshape holds one.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::data::track::MOST_BENT;
use kurbo::Point;

use super::{HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::bends;
use crate::drawing::document::{Item, List};
use crate::drawing::edit::Edit;
use crate::drawing::hit::Hit;
use crate::drawing::tools::line::{Bend, Line, Node, OnPiece};
use crate::drawing::tools::snap;

/// What is done to the line of the link that is selected.
#[derive(Clone, Debug, Default)]
pub struct Bending {
    /// The node that is selected: of this step, at this position in its line.
    node: Option<(usize, usize)>,
    /// The step that was pressed last, whose ends show their handles.
    step: Option<usize>,
    state: State,
}

#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Idle,
    /// The button is down, and nothing has moved yet. `is_new` if this press has selected the link.
    Pressed { on: Part, from: Point, is_new: bool },
    /// Something is pulled; `begun` is the link before.
    Pulling { on: Part, from: Point, begun: Arc<Item> },
}

/// A part of the line of a step that can be gripped.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Part {
    Node(usize, usize),
    /// A handle of a node: the one towards the next node, or the one towards the last.
    Handle(usize, usize, bool),
    Line(usize, OnPiece),
}

/// A handle: the number of its node, whether it lies after it, the node's place and its own.
type ShownHandle = (usize, bool, Point, Point);

/// The link in hand: the only thing selected.
pub fn in_hand<'t>(table: &Table<'t>) -> Option<&'t Arc<Item>> {
    let key = table.selected.first().filter(|_| table.selected.len() == 1)?;
    let is_free = |list: List, item: &Item| list == List::Links && table.document.layers().is_free(item);
    table.document.find(*key).filter(|(list, _, item)| is_free(*list, item)).map(|(.., item)| item)
}

/// The line of one of its steps, given by its number.
fn line_of(lines: &[(usize, Line)], step: usize) -> Option<&Line> {
    lines.iter().find(|(n, _)| *n == step).map(|(_, line)| line)
}

/// The nodes of a line that aren't its ends, which lie on spaces.
fn inner(line: &Line) -> impl Iterator<Item = (usize, &Node)> {
    let last = line.nodes.len().saturating_sub(1);
    line.nodes.iter().enumerate().filter(move |(n, _)| *n > 0 && *n < last)
}

/// One step of a link along another line.
fn bent(item: &Item, step: usize, line: &Line, what: &str) -> Edit {
    let value = bends::with(item, step, line);
    Edit::All(what.to_owned(), vec![Edit::Set { keys: vec![item.key], name: bends::FIELD.into(), value }])
}

impl Bending {
    /// The handles that are shown, with the number of their step: those of the node that is selected, else those of both ends of a line that
    /// bends.
    fn handles(&self, lines: &[(usize, Line)]) -> Option<(usize, Vec<ShownHandle>)> {
        let step = self.node.map_or(self.step, |(step, _)| Some(step))?;
        let line = line_of(lines, step)?;
        let last = line.nodes.len() - 1;
        let all = match self.node {
            Some((_, n)) => vec![(n, false), (n, true)],
            None if line.nodes.iter().all(|node| node.bend == Bend::Smooth) && last == 1 => vec![],
            None => vec![(0, true), (last, false)],
        };
        let placed = |(n, is_after): (usize, bool)| {
            let (at, (before, after)) = (line.nodes.get(n)?.at, line.handles(n));
            Some((n, is_after, at, at + if is_after { after } else { before }))
        };
        Some((step, all.into_iter().filter_map(placed).collect()))
    }

    fn part_at(&self, lines: &[(usize, Line)], at: Point, slack: f64) -> Option<Part> {
        let near = |(_, _, from, to): &ShownHandle| from.distance(*to) > 1.5 * slack && to.distance(at) <= 1.5 * slack;
        let handles = self.handles(lines);
        if let Some((step, (n, is_after, ..))) = handles.and_then(|(step, all)| Some((step, all.into_iter().find(near)?))) {
            return Some(Part::Handle(step, n, is_after));
        }
        let nodes = lines.iter().flat_map(|(step, line)| inner(line).map(move |(n, node)| (*step, n, node.at.distance(at))));
        if let Some((step, n, _)) = nodes.filter(|(.., far)| *far <= 2.0 * slack).min_by(|a, b| a.2.total_cmp(&b.2)) {
            return Some(Part::Node(step, n));
        }
        let on = lines.iter().filter_map(|(step, line)| Some((*step, line.nearest(at)?)));
        let on = on.filter(|(_, on)| on.far <= 1.5 * slack).min_by(|a, b| a.1.far.total_cmp(&b.1.far));
        on.map(|(step, on)| Part::Line(step, on))
    }

    /// A press on the link in hand, or on another one, which comes into hand; `None` if it is on no link.
    pub fn press(&mut self, table: &Table<'_>, pointer: &Pointer) -> Option<Vec<Want>> {
        let (at, slack) = (pointer.at, pointer.slack);
        let hit = table.places.at(at, slack);
        let own = in_hand(table).map(|item| bends::lines(table.document, item));
        let part = own.and_then(|lines| self.part_at(&lines, at, slack));
        // The line itself goes on below the spaces at its ends.
        if let Some(on) = part.filter(|on| !matches!((on, hit), (Part::Line(..), Some(Hit::Space(_))))) {
            match on {
                Part::Node(step, n) => (self.node, self.step) = (Some((step, n)), Some(step)),
                Part::Line(step, _) => (self.node, self.step) = (None, Some(step)),
                Part::Handle(..) => {}
            }
            self.state = State::Pressed { on, from: at, is_new: false };
            return Some(vec![]);
        }
        *self = Bending::default();
        let Some(Hit::Step(key, step)) = hit else { return None };
        self.step = Some(step);
        let item = table.document.item(key)?;
        let on = bends::line(table.document, item, step)?.nearest(at)?;
        self.state = State::Pressed { on: Part::Line(step, on), from: at, is_new: true };
        Some(vec![Want::Select(BTreeSet::from([key]))])
    }

    /// The link along its line as it is pulled.
    fn pulled(&mut self, table: &Table<'_>, on: Part, from: Point, begun: &Item, pointer: &Pointer) -> Option<Edit> {
        let to = if pointer.shift { snap::constrained(from, pointer.at) } else { pointer.at };
        let by = to - from;
        let (step, what) = match on {
            Part::Node(step, _) => (step, "pull a node of a link"),
            Part::Handle(step, ..) | Part::Line(step, _) => (step, "bend a link"),
        };
        let mut line = bends::line(table.document, begun, step)?;
        match on {
            Part::Node(_, n) => {
                let node = line.nodes.get_mut(n)?;
                node.at = table.on_grid(pointer, node.at + by);
            }
            Part::Handle(_, n, is_after) => {
                let (before, after) = line.handles(n);
                line.pull_handle(n, is_after, if is_after { after } else { before } + by, pointer.alt);
            }
            Part::Line(_, on) if line.nodes.len() < MOST_BENT + 2 => {
                let n = line.add(on);
                *line.nodes.get_mut(n)? = Node::smooth(table.on_grid(pointer, on.at + by));
                self.node = Some((step, n));
            }
            Part::Line(..) => return None,
        }
        Some(bent(begun, step, &line, what))
    }

    /// What follows a press. `None` as long as no press has gripped a link.
    pub fn pointer(&mut self, table: &Table<'_>, pointer: &Pointer) -> Option<Vec<Want>> {
        match pointer.is {
            PointerIs::Dragged => {
                if let State::Pressed { on, from, .. } = self.state
                    && from.distance(pointer.at) >= pointer.slack
                    && let Some(begun) = in_hand(table)
                {
                    self.state = State::Pulling { on, from, begun: begun.clone() };
                }
                match self.state.clone() {
                    State::Idle => None,
                    State::Pressed { .. } => Some(vec![]),
                    State::Pulling { on, from, begun } => {
                        Some(self.pulled(table, on, from, &begun, pointer).map(Want::Drag).into_iter().collect())
                    }
                }
            }
            PointerIs::Released => match std::mem::take(&mut self.state) {
                State::Idle => None,
                State::Pulling { .. } => Some(vec![Want::EndDrag]),
                // A click on the line of the link in hand adds a node there.
                State::Pressed { on: Part::Line(step, on), is_new: false, .. } => Some(self.add(table, step, on)),
                State::Pressed { .. } => Some(vec![]),
            },
            PointerIs::Twice => {
                self.state = State::Idle;
                let item = in_hand(table)?;
                let lines = bends::lines(table.document, item);
                let part = self.part_at(&lines, pointer.at, pointer.slack);
                let Some(Part::Node(step, n) | Part::Handle(step, n, _)) = part else { return Some(vec![]) };
                let mut line = line_of(&lines, step)?.clone();
                match part {
                    Some(Part::Node(..)) => line.toggle(n),
                    _ => line.nodes.get_mut(n)?.bend = Bend::Smooth,
                }
                let is_corner = line.nodes.get(n)?.bend == Bend::Corner;
                let what = if is_corner { "turn a node into a corner" } else { "make a node smooth" };
                Some(vec![Want::Edit(bent(item, step, &line, what))])
            }
            PointerIs::Moved | PointerIs::Pressed => None,
        }
    }

    fn add(&mut self, table: &Table<'_>, step: usize, on: OnPiece) -> Vec<Want> {
        let Some(item) = in_hand(table) else { return vec![] };
        let Some(mut line) = bends::line(table.document, item, step) else { return vec![] };
        if line.nodes.len() >= MOST_BENT + 2 {
            return vec![Want::Refuse(format!("a step of a link may have {MOST_BENT} nodes"))];
        }
        self.node = Some((step, line.add(on)));
        vec![Want::Edit(bent(item, step, &line, "add a node"))]
    }

    pub fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        match key {
            HandKey::Escape => match std::mem::take(&mut self.state) {
                State::Pulling { .. } => {
                    self.node = None;
                    Some(vec![Want::CancelDrag])
                }
                _ => self.node.take().map(|_| vec![]),
            },
            HandKey::Backspace => {
                let item = in_hand(table)?;
                let Some((step, n)) = self.node.take() else {
                    return Some(vec![Want::Refuse(
                        "Click the node to remove first. To delete links, take the tool Select".to_owned(),
                    )]);
                };
                let mut line = bends::line(table.document, item, step)?;
                let is_inner = inner(&line).any(|(at, _)| at == n);
                (is_inner && line.remove(&[n])).then(|| vec![Want::Edit(bent(item, step, &line, "remove a node"))])
            }
            HandKey::All | HandKey::Enter => None,
        }
    }

    /// The line of the link in hand with its nodes; `None` if none is.
    pub fn shows(&self, table: &Table<'_>, over: Option<Point>) -> Option<Shows> {
        let lines = bends::lines(table.document, in_hand(table)?);
        let slack = table.slack;
        let mut shapes: Vec<Shape> = lines.iter().map(|(_, line)| Shape::along(&line.path(), Mark::Draft)).collect();
        for (_, _, from, to) in self.handles(&lines).map(|(_, all)| all).unwrap_or_default() {
            if from.distance(to) > 1.5 * slack {
                shapes.push(Shape::line([from, to], Mark::Guide));
                shapes.push(Shape::Dot(to, Mark::Guide));
            }
        }
        for (step, line) in &lines {
            for (n, node) in inner(line) {
                let is_chosen = self.node == Some((*step, n));
                let mark = if is_chosen { Mark::Chosen } else { Mark::Handle };
                shapes.push(if node.bend == Bend::Corner {
                    Shape::Tile(node.at, slack, mark)
                } else {
                    Shape::Dot(node.at, mark)
                });
            }
        }
        let words = match (&self.state, over.and_then(|at| self.part_at(&lines, at, slack))) {
            (State::Pulling { .. }, _) => "Bending. Shift: straight; Escape: back",
            (_, Some(Part::Node(..))) => "Drag the node; double click: corner or smooth; Backspace removes it",
            (_, Some(Part::Handle(..))) => {
                "Drag the handle to bend the line; Alt: this one alone; double click: smooth by itself"
            }
            (_, Some(Part::Line(..))) => "Drag to bend the link here; click to add a node",
            (_, None) => "A link. Drag its line to bend it; click another link, or a space of a course, to reshape that",
        };
        Some(Shows { shapes, words: words.to_owned() })
    }

    pub fn is_pulling(&self) -> bool {
        matches!(self.state, State::Pulling { .. })
    }
}
