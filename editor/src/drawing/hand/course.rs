//! Course and Grid: a smooth line by its points, with the spaces that it will get.

use kurbo::{ParamCurve, Point};

use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::document::Key;
use crate::drawing::tools::course::{Course, Spread};
use crate::drawing::tools::{curve, snap};

/// A line as far as it is drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    is_grid: bool,
    points: Vec<Point>,
    /// The space that it begins on.
    from: Option<Key>,
    /// Where the pointer is.
    over: Option<Point>,
}

/// Where a click at a place would lead.
enum Next {
    Point(Point),
    /// To the first point, round.
    Round,
    /// To a space, which ends it.
    To(Key, Point),
}

impl Drawn {
    pub fn new(is_grid: bool) -> Drawn {
        Drawn { is_grid, ..Drawn::default() }
    }

    fn next(&self, table: &Table<'_>, pointer: &Pointer) -> Next {
        let mut at = pointer.at;
        if let Some(first) = self.points.first().filter(|_| self.points.len() > 2)
            && self.from.is_none()
            && first.distance(at) <= pointer.slack.max(table.places.half * 0.8)
        {
            return Next::Round;
        }
        if let Some((key, middle)) = table.space_at(at, pointer.slack) {
            return Next::To(key, middle);
        }
        if let Some(last) = self.points.last().filter(|_| pointer.shift) {
            at = snap::constrained(*last, at);
        }
        Next::Point(table.on_grid(pointer, at))
    }

    fn course(&self, table: &Table<'_>, next: Option<Next>) -> Course {
        let settings = table.settings;
        let spread = match self.is_grid {
            true => Spread::Count(settings.segments.max(1)),
            false => Spread::Every(settings.every),
        };
        let mut course = Course {
            points: self.points.clone(),
            is_closed: settings.is_closed && self.points.len() > 2,
            spread,
            lanes: settings.lanes,
            lane_width: settings.lane_width,
            fields: table.brushed(),
            from: self.from,
            to: None,
            pen: settings.link.clone(),
            pen_fields: settings.link_fields.clone(),
            touching: self.is_grid,
        };
        match next {
            Some(Next::Point(at)) => course.points.push(at),
            Some(Next::Round) => course.is_closed = true,
            Some(Next::To(key, at)) => {
                course.points.push(at);
                (course.to, course.is_closed) = (Some(key), false);
            }
            None => {}
        }
        course
    }

    /// Draws what there is.
    fn end(&mut self, table: &Table<'_>, next: Option<Next>) -> Vec<Want> {
        let course = self.course(table, next);
        let edit = course.edit(table.document, table.schema);
        *self = Drawn::new(self.is_grid);
        match edit {
            Some(edit) => vec![Want::Edit(edit), Want::SelectNew],
            None => vec![Want::Refuse("the line is too short for a space: click a point farther on first".to_owned())],
        }
    }
}

impl Grip for Drawn {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = Some(pointer.at);
        match pointer.is {
            PointerIs::Pressed => match self.next(table, &pointer) {
                Next::Point(at) => self.points.push(at),
                Next::To(key, at) if self.points.is_empty() => {
                    self.from = Some(key);
                    if let Err(why) = self.course(table, None).first_links(table.document, table.schema) {
                        self.from = None;
                        return vec![Want::Refuse(why)];
                    }
                    self.points.push(at);
                }
                // The space that it has just begun on.
                Next::To(key, _) if self.from == Some(key) && self.points.len() < 3 => {}
                next => return self.end(table, Some(next)),
            },
            PointerIs::Twice if self.points.len() > 1 => return self.end(table, None),
            _ => {}
        }
        vec![]
    }

    fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        if self.points.is_empty() {
            return None;
        }
        match key {
            HandKey::Enter => Some(self.end(table, None)),
            HandKey::Backspace => {
                self.points.pop();
                if self.points.is_empty() {
                    self.from = None;
                }
                Some(vec![])
            }
            HandKey::Escape => {
                *self = Drawn::new(self.is_grid);
                Some(vec![])
            }
        }
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let what = if self.is_grid { "grid" } else { "course" };
        let over = self.over.map(|at| {
            let hover = Pointer { is: PointerIs::Moved, at, slack: table.slack, shift: false, ctrl: false, alt: false };
            self.next(table, &hover)
        });
        let mut shapes = vec![];
        if self.points.is_empty() {
            let words = match over {
                Some(Next::To(key, at)) => {
                    shapes.push(Shape::Tile(at, table.places.half * 1.2, Mark::Draft));
                    format!("Click to begin the {what} on {}: it goes on from there", table.title(key))
                }
                _ => format!("Click where the {what} begins; on a space, it goes on from there"),
            };
            return Shows { shapes, words };
        }
        let is_round = matches!(over, Some(Next::Round));
        let ends_on = if let Some(Next::To(key, _)) = &over { Some(*key) } else { None };
        let course = self.course(table, over);
        let path = curve::smooth(&course.points, course.is_closed);
        let line = path.segments().flat_map(|segment| (0..=8).map(move |n| segment.eval(f64::from(n) / 8.0)));
        shapes.push(Shape::line(line, Mark::Draft));
        let places = course.new_places(table.document);
        let half = (table.settings.every * 0.4).min(if table.places.spaces().next().is_some() { table.places.half } else { 6.0 });
        let half = if course.lanes > 1 { half.min(table.settings.lane_width * 0.42) } else { half };
        let count: usize = places.iter().map(Vec::len).sum();
        shapes.extend(places.into_iter().flatten().map(|at| Shape::Tile(at, half.max(0.5), Mark::Draft)));
        shapes.extend(self.points.iter().map(|at| Shape::Dot(*at, Mark::Handle)));
        let words = if is_round {
            format!("Click to close the loop: {count} spaces")
        } else if let Some(key) = ends_on {
            format!("Click to end on {}: {count} new spaces lead to it", table.title(key))
        } else {
            let close = if self.points.len() > 2 { "; click the first point to close the loop" } else { "" };
            format!(
                "{count} spaces. Click for the next point; Enter or double click ends the line; Backspace drops the last point{close}"
            )
        };
        Shows { shapes, words }
    }
}
