//! Bend: the line of a link, of an area or of a stroke with its nodes and handles, while Reshape holds one.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use interpreter::data::track::MOST_BENT;
use kurbo::Point;

use super::line_grip::{self, LineGrip, Part, both_handles};
use super::{HandKey, LineDeed, LinePart, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::bends;
use crate::drawing::decor::sort;
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::Edit;
use crate::drawing::hit::Hit;
use crate::drawing::shapes;
use crate::drawing::tools::line::{Bend, Line, MOST_NODES, too_many_nodes};

/// What is done to the line of the link that is selected, or to that of an area or a stroke. These have a single step.
#[derive(Clone, Debug, Default)]
pub struct Bending {
    /// The link that this is about.
    link: Option<Key>,
    /// The step that was pressed last, whose ends show their handles.
    step: Option<usize>,
    /// Its nodes that are selected, by their positions in its line.
    nodes: BTreeSet<usize>,
    state: State,
}

#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Idle,
    /// The button is down, and nothing has moved yet. `is_new` if this press has selected the link.
    Pressed { on: (usize, Part), from: Point, is_new: bool },
    /// Something is pulled; `begun` is the link before.
    Pulling { on: (usize, Part), from: Point, begun: Arc<Item> },
}

/// What is said while a link is bent.
pub const PULLING: &str = "Bending. Shift: straight; Ctrl: snapping the other way; Escape: back";
static NONE: BTreeSet<usize> = BTreeSet::new();

/// The link in hand, the area or the stroke: the only thing selected.
pub fn in_hand<'t>(table: &Table<'t>) -> Option<&'t Arc<Item>> {
    let key = table.selected.first().filter(|_| table.selected.len() == 1)?;
    let bends = |list: List, item: &Item| list == List::Links || list == List::Decor && shapes::is_drawn(item);
    let is_free = |list: List, item: &Item| bends(list, item) && table.document.layers().is_free(item);
    table.document.find(*key).filter(|(list, _, item)| is_free(*list, item)).map(|(.., item)| item)
}

/// The link in hand.
fn link_in_hand<'t>(table: &Table<'t>) -> Option<&'t Arc<Item>> {
    in_hand(table).filter(|item| !shapes::is_drawn(item))
}

/// The lines of all steps of a thing.
fn lines(document: &Document, item: &Item) -> Vec<(usize, Line)> {
    if shapes::is_drawn(item) {
        return shapes::line(item).map(|line| (0, line)).into_iter().collect();
    }
    bends::lines(document, item)
}

/// The line of one step of a thing.
fn line(document: &Document, item: &Item, step: usize) -> Option<Line> {
    if shapes::is_drawn(item) { shapes::line(item) } else { bends::line(document, item, step) }
}

/// The nodes of a line that can be pulled: of a link, those that aren't its ends, which lie on spaces.
fn inner(item: &Item, line: &Line) -> Range<usize> {
    if shapes::is_drawn(item) { 0..line.nodes.len() } else { 1..line.nodes.len().saturating_sub(1) }
}

/// The most nodes of the line of a step; of a link, its ends are among them.
fn most(item: &Item) -> usize {
    if shapes::is_drawn(item) { MOST_NODES } else { MOST_BENT + 2 }
}

/// What a thing is called.
fn noun(item: &Item) -> &'static str {
    if shapes::is_drawn(item) { sort(item).word() } else { "link" }
}

/// One step of a thing along another line.
fn bent(item: &Item, step: usize, line: &Line, what: &str) -> Edit {
    if shapes::is_drawn(item) {
        return shapes::laid(item, line, what);
    }
    let value = bends::with(item, step, line);
    Edit::All(what.to_owned(), vec![Edit::Set { keys: vec![item.key], name: bends::FIELD.into(), value }])
}

impl Bending {
    /// Forgets what was done to another link, and nodes that are gone.
    pub fn look_up(&mut self, table: &Table<'_>) {
        let item = in_hand(table);
        if self.link != item.map(|item| item.key) {
            *self = Bending { link: item.map(|item| item.key), ..Bending::default() };
        }
        let line = item.zip(self.step).and_then(|(item, step)| Some((item, line(table.document, item, step)?)));
        if let Some((item, line)) = line {
            self.nodes.retain(|n| inner(item, &line).contains(n));
        }
    }

    /// The line of a step with its inner nodes. Handles are shown of the nodes that are selected, else of both ends of a line that bends.
    fn grip<'l>(&'l self, item: &Item, step: usize, line: &'l Line) -> LineGrip<'l> {
        let is_own = self.step == Some(step);
        let last = line.nodes.len() - 1;
        let is_bent = last > 1 || line.nodes.iter().any(|node| node.bend != Bend::Smooth);
        let handles = match is_own {
            true if !self.nodes.is_empty() => both_handles(&self.nodes),
            true if is_bent && !shapes::is_drawn(item) => vec![(0, true), (last, false)],
            _ => vec![],
        };
        LineGrip { line, nodes: inner(item, line), chosen: if is_own { &self.nodes } else { &NONE }, handles }
    }

    fn part_at(&self, item: &Item, lines: &[(usize, Line)], at: Point, slack: f64) -> Option<(usize, Part)> {
        let grips = || lines.iter().map(|(step, line)| (*step, self.grip(item, *step, line)));
        if let Some(handle) = grips().find_map(|(step, grip)| Some((step, grip.handle_at(at, slack)?))) {
            return Some(handle);
        }
        let nearest = |of: &dyn Fn(&LineGrip<'_>) -> Option<(Part, f64)>| {
            let near = grips().filter_map(|(step, grip)| of(&grip).map(|(on, far)| ((step, on), far)));
            near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(on, _)| on)
        };
        nearest(&|grip| grip.node_at(at, slack)).or_else(|| nearest(&|grip| grip.line_at(at, slack)))
    }

    /// What a press would grip of the thing in hand. The line itself goes on below spaces.
    fn gripped(&self, table: &Table<'_>, at: Point, slack: f64) -> Option<(usize, Part)> {
        let is_on_space = || matches!(table.places.at(at, slack), Some(Hit::Space(_)));
        let item = in_hand(table)?;
        let part = self.part_at(item, &lines(table.document, item), at, slack);
        part.filter(|on| !matches!(on.1, Part::Line(_)) || !is_on_space())
    }

    /// A press on the thing in hand, or on another one, which comes into hand; `None` if it is on none.
    pub fn press(&mut self, table: &Table<'_>, pointer: &Pointer) -> Option<Vec<Want>> {
        let (at, slack) = (pointer.at, pointer.slack);
        if let Some(on) = self.gripped(table, at, slack) {
            if self.step.replace(on.0) != Some(on.0) || matches!(on.1, Part::Line(_)) {
                self.nodes.clear();
            }
            if let Part::Node(n) = on.1 {
                line_grip::choose(&mut self.nodes, n, pointer.shift);
            }
            self.state = State::Pressed { on, from: at, is_new: false };
            return Some(vec![]);
        }
        *self = Bending::default();
        let (key, step) = match table.places.at(at, slack)? {
            Hit::Step(key, step) => (key, step),
            Hit::Decor(key) | Hit::Below(key) => (key, 0),
            Hit::Space(_) | Hit::Path(_) | Hit::Name(_) => return None,
        };
        let item = table.document.item(key).filter(|item| table.document.layers().is_free(item))?;
        let on = line(table.document, item, step)?.nearest(at)?;
        (self.link, self.step) = (Some(key), Some(step));
        // Within an area, its line isn't gripped.
        if on.far > 2.0 * table.places.beside_line(slack) {
            return Some(vec![Want::Select(BTreeSet::from([key]))]);
        }
        self.state = State::Pressed { on: (step, Part::Line(on)), from: at, is_new: true };
        Some(vec![Want::Select(BTreeSet::from([key]))])
    }

    /// Takes hold of the link in hand, whatever was done to it before. Returns whether it lies there.
    pub fn take_hold(&mut self, table: &Table<'_>, at: Point) -> bool {
        *self = Bending { link: link_in_hand(table).map(|item| item.key), ..Bending::default() };
        let Some(on) = link_in_hand(table).and_then(|_| self.gripped(table, at, table.slack)) else { return false };
        self.step = Some(on.0);
        if let Part::Node(n) = on.1 {
            line_grip::choose(&mut self.nodes, n, false);
        }
        self.state = State::Pressed { on, from: at, is_new: true };
        true
    }

    /// The link along its line as it is pulled.
    fn pulled(&mut self, table: &Table<'_>, on: (usize, Part), from: Point, begun: &Item, pointer: &Pointer) -> Option<Edit> {
        let (step, part) = on;
        let mut line = line(table.document, begun, step)?;
        line_grip::pull(&mut line, &mut self.nodes, (part, from), most(begun), table, pointer)?;
        let what = if matches!(part, Part::Node(_)) { "pull a node of" } else { "bend" };
        let article = if noun(begun) == "area" { "an" } else { "a" };
        Some(bent(begun, step, &line, &format!("{what} {article} {}", noun(begun))))
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
                State::Pressed { on: on @ (_, Part::Line(_)), is_new: false, .. } => self.change(table, on),
                State::Pressed { .. } => Some(vec![]),
            },
            PointerIs::Twice => {
                self.state = State::Idle;
                in_hand(table)?;
                match self.gripped(table, pointer.at, pointer.slack) {
                    Some(on) => self.change(table, on),
                    None => Some(vec![]),
                }
            }
            PointerIs::Moved | PointerIs::Pressed => None,
        }
    }

    /// Changes a node, or adds one.
    fn change(&mut self, table: &Table<'_>, (step, on): (usize, Part)) -> Option<Vec<Want>> {
        let item = in_hand(table)?;
        let mut line = line(table.document, item, step)?;
        Some(vec![match line_grip::changed(&mut line, &mut self.nodes, on, most(item)) {
            Some(what) => Want::Edit(bent(item, step, &line, what)),
            None if shapes::is_drawn(item) => Want::Refuse(too_many_nodes()),
            None => Want::Refuse(format!("a link can have at most {MOST_BENT} nodes")),
        }])
    }

    pub fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        match key {
            HandKey::Escape => match std::mem::take(&mut self.state) {
                State::Pulling { .. } => {
                    self.nodes.clear();
                    Some(vec![Want::CancelDrag])
                }
                _ => (!std::mem::take(&mut self.nodes).is_empty()).then(Vec::new),
            },
            HandKey::Backspace => {
                let item = in_hand(table)?;
                let nodes: Vec<usize> = std::mem::take(&mut self.nodes).into_iter().collect();
                let Some(step) = self.step.filter(|_| !nodes.is_empty()) else {
                    let noun = noun(item);
                    let why = format!("Click the node to delete first. To delete {noun}s, use the Select tool");
                    return Some(vec![Want::Refuse(why)]);
                };
                let mut line = line(table.document, item, step)?;
                let what = if nodes.len() == 1 { "remove a node" } else { "remove nodes" };
                Some(if line.remove(&nodes) {
                    vec![Want::Edit(bent(item, step, &line, what))]
                } else {
                    vec![Want::Refuse("this line needs the nodes that it has".to_owned())]
                })
            }
            HandKey::All => {
                let item = in_hand(table).filter(|item| shapes::is_drawn(item))?;
                self.step = Some(0);
                self.nodes = (0..shapes::line(item)?.nodes.len()).collect();
                Some(vec![])
            }
            HandKey::Enter => None,
        }
    }

    /// The part of the line in hand at a place.
    pub fn line_part(&self, table: &Table<'_>, at: Point) -> Option<LinePart> {
        let of = if shapes::is_drawn(in_hand(table)?) { List::Decor } else { List::Links };
        match self.gripped(table, at, table.slack)?.1 {
            Part::Node(_) => Some(LinePart { is_node: true, of }),
            Part::Line(_) => Some(LinePart { is_node: false, of }),
            Part::Handle(..) => None,
        }
    }

    pub fn on_line(&mut self, table: &Table<'_>, at: Point, deed: LineDeed) -> Option<Vec<Want>> {
        let (step, part) = self.gripped(table, at, table.slack)?;
        if let (LineDeed::RemoveNode, Part::Node(n)) = (deed, part) {
            (self.step, self.nodes) = (Some(step), BTreeSet::from([n]));
            return self.key(table, HandKey::Backspace);
        }
        self.step = Some(step);
        self.change(table, (step, part))
    }

    /// The nodes of the link in hand, with the lines that lead over them.
    pub fn nodes(&self, table: &Table<'_>) -> Vec<Shape> {
        let Some(item) = link_in_hand(table).filter(|item| item.fields.get(bends::FIELD).is_some()) else { return vec![] };
        let lines = bends::lines(table.document, item).into_iter().filter(|(_, line)| !inner(item, line).is_empty());
        lines.flat_map(|(step, line)| self.grip(item, step, &line).shapes(table.slack, |_| false)).collect()
    }

    /// The line in hand with its nodes; `None` if none is.
    pub fn shows(&self, table: &Table<'_>, over: Option<Point>) -> Option<Shows> {
        let item = in_hand(table)?;
        let lines = lines(table.document, item);
        let slack = table.slack;
        let shapes = lines.iter().flat_map(|(step, line)| self.grip(item, *step, line).shapes(slack, |_| false)).collect();
        let words = match (&self.state, over.and_then(|at| self.part_at(item, &lines, at, slack))) {
            (State::Pulling { .. }, _) => PULLING,
            (_, Some((_, Part::Node(_)))) => {
                "Drag the node; double click: corner or smooth; Backspace removes it; Shift selects several"
            }
            (_, Some((_, Part::Handle(..)))) => {
                "Drag the handle to bend the line; Alt: this one alone; double click: smooth by itself"
            }
            (_, Some((_, Part::Line(_)))) => "Drag to bend the line here; click to add a node",
            (_, None) if shapes::is_drawn(item) => "Drag its nodes or its line; click something else to reshape that",
            (_, None) => "A link. Drag its line to bend it; click another link, or a space of a course, to reshape that",
        };
        Some(Shows { shapes, words: words.to_owned() })
    }

    pub fn is_pulling(&self) -> bool {
        matches!(self.state, State::Pulling { .. })
    }
}
