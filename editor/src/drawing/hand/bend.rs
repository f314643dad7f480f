//! Bend: the line of a link, of an area or of a stroke with its nodes and handles, while Reshape holds one.

use std::collections::BTreeSet;

use kurbo::Point;

use super::bendable::Bendable;
use super::line_grip::{self, LineGrip, Part, both_handles};
use super::{HandKey, LineDeed, LinePart, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::bends;
use crate::drawing::document::Key;
use crate::drawing::edit::Edit;
use crate::drawing::hit::Hit;
use crate::drawing::tools::line::{Bend, Line};

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
    Pulling { on: (usize, Part), from: Point, begun: Bendable },
}

/// What is said while a link is bent.
pub const PULLING: &str = "Bending. Shift: straight; Ctrl: snapping the other way; Escape: back";
static NONE: BTreeSet<usize> = BTreeSet::new();

impl Bending {
    /// Forgets what was done to another link, and nodes that are gone.
    pub fn look_up(&mut self, table: &Table<'_>) {
        let held = Bendable::in_hand(table);
        let key = held.as_ref().map(|held| held.item().key);
        if self.link != key {
            *self = Bending { link: key, ..Bending::default() };
        }
        let line = held.zip(self.step).and_then(|(held, step)| Some((held.line(table.document, step)?, held)));
        if let Some((line, held)) = line {
            self.nodes.retain(|n| held.inner(&line).contains(n));
        }
    }

    /// The line of a step with its inner nodes. Handles are shown of the nodes that are selected, else of both ends of a line that bends.
    fn grip<'l>(&'l self, held: &Bendable, step: usize, line: &'l Line) -> LineGrip<'l> {
        let is_own = self.step == Some(step);
        let last = line.nodes.len() - 1;
        let is_bent = last > 1 || line.nodes.iter().any(|node| node.bend != Bend::Smooth);
        let handles = match is_own {
            true if !self.nodes.is_empty() => both_handles(&self.nodes),
            true if is_bent && held.is_link() => vec![(0, true), (last, false)],
            _ => vec![],
        };
        LineGrip { line, nodes: held.inner(line), chosen: if is_own { &self.nodes } else { &NONE }, handles }
    }

    fn part_at(&self, held: &Bendable, lines: &[(usize, Line)], at: Point, slack: f64) -> Option<(usize, Part)> {
        let grips = || lines.iter().map(|(step, line)| (*step, self.grip(held, *step, line)));
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
        let held = Bendable::in_hand(table)?;
        let part = self.part_at(&held, &held.lines(table.document), at, slack);
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
        let (list, _, item) = table.document.find(key).filter(|(.., item)| table.document.layers().is_free(item))?;
        let on = Bendable::of(list, item)?.line(table.document, step)?.nearest(at)?;
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
        let link = Bendable::in_hand(table).filter(Bendable::is_link).map(|link| link.item().key);
        *self = Bending { link, ..Bending::default() };
        let Some(on) = link.and_then(|_| self.gripped(table, at, table.slack)) else { return false };
        self.step = Some(on.0);
        if let Part::Node(n) = on.1 {
            line_grip::choose(&mut self.nodes, n, false);
        }
        self.state = State::Pressed { on, from: at, is_new: true };
        true
    }

    /// The link along its line as it is pulled.
    fn pulled(&mut self, table: &Table<'_>, on: (usize, Part), from: Point, begun: &Bendable, pointer: &Pointer) -> Option<Edit> {
        let (step, part) = on;
        let mut line = begun.line(table.document, step)?;
        line_grip::pull(&mut line, &mut self.nodes, (part, from), begun.most(), table, pointer)?;
        let what = if matches!(part, Part::Node(_)) { "pull a node of" } else { "bend" };
        let article = if begun.noun() == "area" { "an" } else { "a" };
        Some(begun.bent(step, &line, &format!("{what} {article} {}", begun.noun())))
    }

    /// What follows a press. `None` as long as no press has gripped a link.
    pub fn pointer(&mut self, table: &Table<'_>, pointer: &Pointer) -> Option<Vec<Want>> {
        match pointer.is {
            PointerIs::Dragged => {
                if let State::Pressed { on, from, .. } = self.state
                    && from.distance(pointer.at) >= pointer.slack
                    && let Some(begun) = Bendable::in_hand(table)
                {
                    self.state = State::Pulling { on, from, begun };
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
                Bendable::in_hand(table)?;
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
        let held = Bendable::in_hand(table)?;
        let mut line = held.line(table.document, step)?;
        Some(vec![match line_grip::changed(&mut line, &mut self.nodes, on, held.most()) {
            Some(what) => Want::Edit(held.bent(step, &line, what)),
            None => Want::Refuse(held.too_many()),
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
                let held = Bendable::in_hand(table)?;
                let nodes: Vec<usize> = std::mem::take(&mut self.nodes).into_iter().collect();
                let Some(step) = self.step.filter(|_| !nodes.is_empty()) else {
                    let noun = held.noun();
                    let why = format!("Click the node to delete first. To delete {noun}s, use the Select tool");
                    return Some(vec![Want::Refuse(why)]);
                };
                let mut line = held.line(table.document, step)?;
                let what = if nodes.len() == 1 { "remove a node" } else { "remove nodes" };
                Some(if line.remove(&nodes) {
                    vec![Want::Edit(held.bent(step, &line, what))]
                } else {
                    vec![Want::Refuse("this line needs the nodes that it has".to_owned())]
                })
            }
            HandKey::All => {
                let drawn = Bendable::in_hand(table).filter(|held| !held.is_link())?;
                self.step = Some(0);
                self.nodes = drawn.inner(&drawn.line(table.document, 0)?).collect();
                Some(vec![])
            }
            HandKey::Enter => None,
        }
    }

    /// The part of the line in hand at a place.
    pub fn line_part(&self, table: &Table<'_>, at: Point) -> Option<LinePart> {
        let of = Bendable::in_hand(table)?.list();
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
        let is_bent = |held: &Bendable| held.is_link() && held.item().fields.get(bends::FIELD).is_some();
        let Some(link) = Bendable::in_hand(table).filter(is_bent) else { return vec![] };
        let lines = link.lines(table.document).into_iter().filter(|(_, line)| !link.inner(line).is_empty());
        lines.flat_map(|(step, line)| self.grip(&link, step, &line).shapes(table.slack, |_| false)).collect()
    }

    /// The line in hand with its nodes; `None` if none is.
    pub fn shows(&self, table: &Table<'_>, over: Option<Point>) -> Option<Shows> {
        let held = Bendable::in_hand(table)?;
        let lines = held.lines(table.document);
        let slack = table.slack;
        let shapes = lines.iter().flat_map(|(step, line)| self.grip(&held, *step, line).shapes(slack, |_| false)).collect();
        let words = match (&self.state, over.and_then(|at| self.part_at(&held, &lines, at, slack))) {
            (State::Pulling { .. }, _) => PULLING,
            (_, Some((_, Part::Node(_)))) => {
                "Drag the node; double click: corner or smooth; Backspace removes it; Shift selects several"
            }
            (_, Some((_, Part::Handle(..)))) => {
                "Drag the handle to bend the line; Alt: this one alone; double click: smooth by itself"
            }
            (_, Some((_, Part::Line(_)))) => "Drag to bend the line here; click to add a node",
            (_, None) if !held.is_link() => "Drag its nodes or its line; click something else to reshape that",
            (_, None) => "A link. Drag its line to bend it; click another link, or a space of a course, to reshape that",
        };
        Some(Shows { shapes, words: words.to_owned() })
    }

    pub fn is_pulling(&self) -> bool {
        matches!(self.state, State::Pulling { .. })
    }
}
