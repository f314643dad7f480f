//! Area and Stroke: a closed line or an open one, clicked node by node, or drawn by dragging.

use kurbo::Point;

use super::shows::Shape as Shown;
use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shows, Table, Want};
use crate::drawing::layers::{self, Layer};
use crate::drawing::shapes;
use crate::drawing::tools::line::{Line, MOST_NODES, too_many_nodes};
use crate::drawing::tools::snap;

/// An area or a stroke as far as it is drawn.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    is_area: bool,
    points: Vec<Point>,
    /// Where the pointer is.
    over: Option<Point>,
    /// Where the button went down, while it is down.
    down: Option<Point>,
    /// Where a drag has led since.
    dragged: Vec<Point>,
}

impl Shape {
    pub fn new(is_area: bool) -> Shape {
        Shape { is_area, ..Shape::default() }
    }

    /// Whether a click here closes the line of an area.
    fn closes(&self, at: Point, slack: f64) -> bool {
        self.is_area && self.points.len() > 2 && self.points[0].distance(at) <= 2.0 * slack
    }

    fn snapped(&self, table: &Table<'_>, pointer: &Pointer) -> Point {
        let at = match self.points.last().filter(|_| pointer.shift) {
            Some(last) => snap::constrained(*last, pointer.at),
            None => pointer.at,
        };
        table.on_grid(pointer, at)
    }

    fn what(&self) -> &'static str {
        if self.is_area { "area" } else { "stroke" }
    }

    /// How many points it takes.
    fn least(&self) -> usize {
        if self.is_area { 3 } else { 2 }
    }

    /// Draws it.
    fn end(&mut self, table: &Table<'_>) -> Vec<Want> {
        let points = std::mem::replace(self, Shape::new(self.is_area)).points;
        let least = self.least();
        let first = points.first().copied().unwrap_or_default();
        // What lies in one place has no line.
        if points.len() < least || points.iter().all(|at| at.distance(first) < 0.1) {
            let points = if least == 3 { "three" } else { "two" };
            return vec![Want::Refuse(format!(
                "this {} takes {points} points or more: click where it leads, then press Enter",
                self.what()
            ))];
        }
        let look = if self.is_area { &table.settings.area } else { &table.settings.stroke };
        let add = shapes::add(&Line::smooth(points, self.is_area), look);
        vec![Want::Edit(layers::shown(table.document, Layer::Ground, add)), Want::SelectNew]
    }

    fn press(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        if self.closes(pointer.at, pointer.slack) {
            return self.end(table);
        }
        if self.points.len() >= MOST_NODES {
            return vec![Want::Refuse(too_many_nodes())];
        }
        (self.down, self.dragged) = (Some(pointer.at), vec![]);
        self.points.push(self.snapped(table, pointer));
        vec![]
    }

    fn release(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        let (down, mut dragged) = (self.down.take(), std::mem::take(&mut self.dragged));
        dragged.push(pointer.at);
        let is_drag = down.is_some_and(|down| dragged.iter().any(|at| at.distance(down) > 2.0 * pointer.slack));
        let Some(last) = self.points.last().copied().filter(|_| is_drag) else { return vec![] };
        let is_first = self.points.len() == 1;
        dragged.insert(0, last);
        let mut drawn = shapes::fewer(&dragged, pointer.slack);
        // A line that comes back to where it began is closed there.
        if self.is_area && drawn.len() > 3 && drawn[0].distance(drawn[drawn.len() - 1]) <= 3.0 * pointer.slack {
            drawn.pop();
        }
        let room = MOST_NODES - self.points.len();
        self.points.extend(drawn.into_iter().skip(1).take(room));
        if is_first && self.points.len() >= self.least() { self.end(table) } else { vec![] }
    }
}

impl Grip for Shape {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = Some(pointer.at);
        match pointer.is {
            PointerIs::Moved => {}
            PointerIs::Pressed => return self.press(table, &pointer),
            PointerIs::Dragged => {
                let last = self.dragged.last().copied().or(self.down).filter(|_| self.dragged.len() < MOST_NODES);
                if self.down.is_some() && last.is_some_and(|last| last.distance(pointer.at) > pointer.slack / 2.0) {
                    self.dragged.push(pointer.at);
                }
            }
            PointerIs::Released => return self.release(table, &pointer),
            PointerIs::Twice if self.points.len() > 1 => return self.end(table),
            PointerIs::Twice => {}
        }
        vec![]
    }

    fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        if self.points.is_empty() {
            return None;
        }
        match key {
            HandKey::Enter => Some(self.end(table)),
            HandKey::Backspace => {
                self.points.pop();
                Some(vec![])
            }
            HandKey::Escape => {
                *self = Shape::new(self.is_area);
                Some(vec![])
            }
            HandKey::All => None,
        }
    }

    fn is_under_way(&self) -> bool {
        !self.points.is_empty()
    }

    fn left(&mut self) {
        self.over = None;
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let what = self.what();
        if self.points.is_empty() {
            let words = format!("Click along the line of the {what}, or drag to draw it freely");
            return Shows { shapes: vec![], words };
        }
        let closes = self.over.is_some_and(|at| self.closes(at, table.slack));
        let next = self.over.filter(|_| !closes && self.dragged.is_empty());
        let points = self.points.iter().chain(&self.dragged).copied().chain(next);
        let line = Line::smooth(points, self.is_area);
        let mut shapes = vec![Shown::along(&line.path(), Mark::Draft)];
        shapes.extend(self.points.iter().map(|at| Shown::Dot(*at, Mark::Handle)));
        let close = if self.is_area && self.points.len() > 2 { ", or a click on the first point," } else { "" };
        let words = if closes {
            "Click to close the area".to_owned()
        } else {
            format!("Click for the next point; Enter or a double click{close} ends the {what}; Backspace drops the last point")
        };
        Shows { shapes, words }
    }
}
