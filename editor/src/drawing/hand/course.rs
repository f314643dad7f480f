//! Course and Grid: a smooth line through points, with the spaces it will get.

use std::collections::BTreeSet;

use emath::vec2;
use interpreter::data::track::tiles::{SHARE, direction};
use kurbo::{ParamCurve, Point};

use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Tool, Want};
use crate::board::pos;
use crate::board::shapes::Tile;
use crate::drawing::courses::touch;
use crate::drawing::document::Key;
use crate::drawing::edit::{self, Edit};
use crate::drawing::tiles::Rounds;
use crate::drawing::tools::course::{CourseDraft, Spread};
use crate::drawing::tools::line::{MOST_NODES, too_many_nodes};
use crate::drawing::tools::{pen, snap};

/// A line as far as it is drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    is_grid: bool,
    points: Vec<Point>,
    /// The space it begins on.
    from: Option<Key>,
    /// Where the pointer is.
    over: Option<Point>,
    /// Where the button went down for a point, while it is down. If it is released elsewhere, that becomes the next point.
    down: Option<Point>,
}

/// Where a click would lead.
enum Next {
    Point(Point),
    /// To the first point, closing the line.
    Round,
    /// To a space, which ends the line.
    To(Key, Point),
}

impl Drawn {
    pub fn new(is_grid: bool) -> Drawn {
        Drawn { is_grid, ..Drawn::default() }
    }

    fn tool(&self) -> Tool {
        if self.is_grid { Tool::Grid } else { Tool::Course }
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

    fn course(&self, table: &Table<'_>, next: Option<Next>) -> CourseDraft {
        let settings = table.settings;
        let fields = table.brushed(self.tool());
        // Spaces that are wider than others by what they say don't overlap.
        let wide = Some(2.0 * table.places.half_of(&fields)).filter(|wide| *wide > 2.0 * table.places.half);
        let every = settings.every.max(wide.map_or(0.0, |wide| wide / SHARE.1));
        let spread = if self.is_grid { Spread::Count(settings.segments.max(1)) } else { Spread::Every(every) };
        let mut course = CourseDraft {
            points: self.points.clone(),
            // A branch doesn't come round; to lead back to where it begins, it ends on that space.
            is_closed: settings.is_closed && self.points.len() > 2 && self.from.is_none(),
            spread,
            lanes: settings.lanes,
            lane_width: settings.lane_width,
            fields,
            from: self.from,
            to: None,
            pen: settings.course_kind(table.schema).or_else(|| settings.link.clone()),
            pen_fields: settings.link_fields.clone(),
            // Beside each other in a bend, tiles of one size would overlap inside and lie apart outside.
            touching: self.is_grid || settings.lanes > 1,
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

    /// Adds a point, or leads to what is there.
    fn click(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        self.down = Some(pointer.at);
        match self.next(table, pointer) {
            Next::Point(_) if self.points.len() >= MOST_NODES => return vec![Want::Refuse(too_many_nodes())],
            Next::Point(at) => self.points.push(at),
            Next::To(key, at) if self.points.is_empty() => {
                self.from = Some(key);
                if let Err(why) = self.course(table, None).first_links(table.document, table.schema) {
                    self.from = None;
                    return vec![Want::Refuse(format!("{why}{}", table.paints_words(self.tool())))];
                }
                self.points.push(at);
            }
            // The space that it has just begun on.
            Next::To(key, _) if self.from == Some(key) && self.points.len() < 3 => {}
            next => return self.end(table, Some(next)),
        }
        vec![]
    }

    /// Draws the line.
    fn end(&mut self, table: &Table<'_>, next: Option<Next>) -> Vec<Want> {
        let course = self.course(table, next);
        let edit = course.edit(table.document, table.schema);
        *self = Drawn::new(self.is_grid);
        match edit {
            Some(edit) => vec![Want::Edit(self.joined(table, edit)), Want::SelectNew],
            None => vec![Want::Refuse("the line is too short for a space: click where it leads, then press Enter".to_owned())],
        }
    }
}

impl Drawn {
    /// The course with a path over its spaces, if new ones get one.
    fn joined(&self, table: &Table<'_>, edit: Edit) -> Edit {
        let settings = table.settings;
        let wants = settings.adds_path && !self.is_grid && settings.lanes == 1;
        let path = settings.path_kind(table.schema).filter(|_| wants).and_then(|kind| {
            let old: BTreeSet<Key> = table.document.spaces().iter().map(|space| space.key).collect();
            let drawn = edit::apply(table.document, table.schema, &edit).ok()?;
            let new: Vec<Key> = drawn.spaces().iter().map(|space| space.key).filter(|key| !old.contains(key)).collect();
            pen::path(&drawn, table.schema, &kind, &settings.path_fields, &new)
        });
        match (edit, path) {
            (Edit::All(name, mut edits), Some(path)) => {
                edits.push(path);
                Edit::All(name, edits)
            }
            (edit, _) => edit,
        }
    }
}

/// The spaces that a course would get, as large as this where they don't say how large they are. Each turns with its lane.
fn tiles(table: &Table<'_>, course: &CourseDraft, places: &[Vec<Point>], half: f64) -> impl Iterator<Item = Tile> {
    let comes_round = course.line().comes_round();
    let across = (course.lanes > 1).then_some(course.lane_width);
    let middle = |key: Option<Key>| table.middle(key?);
    let ends = [middle(course.from), middle(course.to)];
    let round = Rounds::of(table.schema, table.manifest).is_round(&course.fields);
    let tile = move |lane: &[Point], n: usize, ends: [Option<Point>; 2]| {
        let across_end = |at: Option<&Point>| at.copied().filter(|_| comes_round);
        let last = n.checked_sub(1).map(|n| lane[n]).or(ends[0]).or(across_end(lane.last()));
        let next = lane.get(n + 1).copied().or(ends[1]).or(across_end(lane.first()));
        let turned = || direction(lane[n].into(), last.map(Into::into), next.map(Into::into));
        let (x, y) = if table.manifest.look("space").lies_straight { (1.0, 0.0) } else { turned() };
        let size = touch(lane, n, comes_round, across).filter(|_| course.touching);
        let (half, long) = size.map_or((half, 1.0), |(size, length)| (size / 2.0, length / size));
        Tile { half: half as f32, long: long as f32, towards: vec2(x as f32, y as f32), round, ..Tile::upright(pos(lane[n])) }
    };
    // Only the innermost lane goes on from a space, and leads to one.
    let of_lane = move |(lane, places): (usize, &Vec<Point>)| {
        let ends = if lane == 0 { ends } else { [None; 2] };
        (0..places.len()).map(|n| tile(places, n, ends)).collect::<Vec<_>>()
    };
    places.iter().enumerate().flat_map(of_lane)
}

impl Grip for Drawn {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = Some(pointer.at);
        match pointer.is {
            PointerIs::Pressed => return self.click(table, &pointer),
            // A line can also be dragged, from where the button goes down to where it is released.
            PointerIs::Released => {
                let is_drag = self.down.take().is_some_and(|down| down.distance(pointer.at) > pointer.slack.max(1.0) * 2.0);
                if is_drag && !self.points.is_empty() {
                    let wants = self.click(table, &pointer);
                    self.down = None;
                    return wants;
                }
            }
            PointerIs::Twice if self.points.len() > 1 => return self.end(table, None),
            _ => {}
        }
        vec![]
    }

    fn is_under_way(&self) -> bool {
        !self.points.is_empty()
    }

    fn is_branch(&self) -> bool {
        self.from.is_some()
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
            HandKey::All => None,
        }
    }

    fn left(&mut self) {
        self.over = None;
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
                    let begun = Drawn { from: Some(key), ..self.clone() };
                    match begun.course(table, None).first_links(table.document, table.schema) {
                        Ok(_) => format!(
                            "Click to begin the {what} at {}: it continues from there{}",
                            table.title(key),
                            table.paints_words(self.tool())
                        ),
                        Err(why) => format!("{why}{}", table.paints_words(self.tool())),
                    }
                }
                _ => format!(
                    "Click where the {what} begins; on a space, it continues from there{}",
                    table.brushed_words(self.tool())
                ),
            };
            return Shows { shapes, words };
        }
        let is_round = matches!(over, Some(Next::Round));
        let ends_on = if let Some(Next::To(key, _)) = &over { Some(*key) } else { None };
        let course = self.course(table, over);
        let path = course.line().path();
        let line = path.segments().flat_map(|segment| (0..=8).map(move |n| segment.eval(f64::from(n) / 8.0)));
        shapes.push(Shape::line(line, Mark::Draft));
        let places = course.places(table.document);
        let half = (table.settings.every * 0.4).min(if table.places.spaces().next().is_some() { table.places.half } else { 6.0 });
        let half = if course.lanes > 1 { half.min(table.settings.lane_width * 0.42) } else { half };
        let count: usize = places.iter().map(Vec::len).sum();
        shapes.extend(tiles(table, &course, &places, half.max(0.5)).map(|tile| Shape::Space(tile, Mark::Draft)));
        shapes.extend(self.points.iter().map(|at| Shape::Dot(*at, Mark::Handle)));
        let spaces = |what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let words = if is_round {
            format!("Click to close the loop: {}", spaces("space"))
        } else if let Some(key) = ends_on {
            format!(
                "Click to end at {}: {} lead{} to it",
                table.title(key),
                spaces("new space"),
                if count == 1 { "s" } else { "" }
            )
        } else {
            let close = if self.points.len() > 2 { "; click the first point to close the loop" } else { "" };
            format!(
                "{}. Click for the next point; Enter or double click ends the line; Backspace drops the last point{close}{}",
                spaces("space"),
                table.brushed_words(self.tool())
            )
        };
        Shows { shapes, words }
    }
}
