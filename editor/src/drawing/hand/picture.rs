//! Picture: a background to trace. Drag it to move it; scale it by two points whose distance you know.

use kurbo::Point;

use super::{Grip, HandKey, Mark, Pointer, PointerIs, Question, Shape, Shows, Table, Want};
use crate::drawing::document::Key;
use crate::drawing::edit::Edit;
use crate::drawing::tools::pen;

#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The picture under the button, where the button went down, and where the picture's centre was.
    down: Option<(Key, Point, Point)>,
    is_dragged: bool,
    /// The points whose distance is known.
    points: Vec<(Key, Point)>,
    /// Where a click asked for a new picture.
    new: Option<Point>,
}

/// The opacity of a new picture.
const OPACITY: f64 = 0.5;

impl Grip for Picture {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        match pointer.is {
            PointerIs::Pressed => {
                let picture = table.places.pictures_at(pointer.at).find(|key| !table.document.is_locked(*key));
                self.down = picture.and_then(|key| Some((key, pointer.at, table.middle(key)?)));
                self.is_dragged = false;
                if self.down.is_none() {
                    self.new = Some(pointer.at);
                    self.points.clear();
                }
            }
            PointerIs::Dragged => {
                let Some((key, from, middle)) = self.down else { return vec![] };
                if self.is_dragged || from.distance(pointer.at) > pointer.slack {
                    self.is_dragged = true;
                    return vec![Want::Drag(Edit::Place(vec![(key, middle + (pointer.at - from))]))];
                }
            }
            PointerIs::Released => {
                if std::mem::take(&mut self.is_dragged) {
                    self.down = None;
                    return vec![Want::EndDrag];
                }
                if let Some((key, at, _)) = self.down.take() {
                    if self.points.first().is_some_and(|(other, _)| *other != key) || self.points.len() > 1 {
                        self.points.clear();
                    }
                    self.points.push((key, at));
                    return vec![Want::Select([key].into())];
                }
            }
            _ => {}
        }
        vec![]
    }

    fn key(&mut self, _: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        if key != HandKey::Escape {
            return None;
        }
        let was = std::mem::take(self);
        if was.is_dragged {
            return Some(vec![Want::CancelDrag]);
        }
        (was.new.is_some() || !was.points.is_empty()).then(Vec::new)
    }

    fn shows(&self, _: &Table<'_>) -> Shows {
        let at: Vec<Point> = self.points.iter().map(|(_, at)| *at).collect();
        let words = match at.len() {
            0 => "Click to add a picture to trace over, in the middle; drag one to move it; click two points of it to scale it",
            1 => "Click a second point of the picture, whose distance from the first you know",
            _ => "Type how far apart the two points are, in millimetres on the board",
        };
        let mut shapes: Vec<Shape> = at.iter().map(|at| Shape::Dot(*at, Mark::Handle)).collect();
        shapes.push(Shape::Line(at, Mark::Draft));
        Shows { shapes, words: words.to_owned() }
    }

    fn asks(&self) -> Option<Question> {
        if let Some(at) = self.new {
            return Some(Question { at, asks: "File of the picture, beside the track".to_owned(), now: String::new() });
        }
        let [(_, a), (_, b)] = self.points[..] else { return None };
        let now = format!("{:.1}", a.distance(b));
        Some(Question { at: a.midpoint(b), asks: "Distance in millimetres".to_owned(), now })
    }

    fn answer(&mut self, table: &Table<'_>, text: &str) -> Vec<Want> {
        let was = std::mem::take(self);
        let text = text.trim();
        if was.new.is_some() {
            // Its proportions are unknown until the picture is read.
            let frame = pen::fitted(table.document.header().sheet(), 1.0, 1.0);
            let edit = pen::picture(frame.center(), text, frame.width(), frame.height(), OPACITY);
            return if text.is_empty() { vec![] } else { vec![Want::Edit(edit), Want::SelectNew] };
        }
        let [(key, a), (_, b)] = was.points[..] else { return vec![] };
        let far = text.trim_end_matches("mm").trim().replace(',', ".").parse::<f64>();
        let edit = far.ok().and_then(|far| pen::scale_by_two_points(table.document, key, a, b, far));
        vec![edit.map_or_else(|| Want::Refuse("type a distance in millimetres, such as 120".to_owned()), Want::Edit)]
    }
}
