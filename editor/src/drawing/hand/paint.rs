//! Paint: sets a value for every space that the stroke touches.

use kurbo::{Line, Point};

use super::stroke::Stroke;
use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::document::Key;
use crate::drawing::edit::{Edit, field_words};
use crate::drawing::tools::measure;

#[derive(Clone, Debug, Default)]
pub struct Paint {
    stroke: Stroke,
    over: Option<Point>,
    /// The space painted last; Shift+click paints from there.
    last: Option<Key>,
}

const NO_BRUSH: &str = "choose what to paint with in the palette first";

impl Paint {
    fn set(table: &Table<'_>, keys: Vec<Key>) -> Option<Edit> {
        if let Some(stamp) = table.settings.stamp.as_deref().filter(|_| !keys.is_empty()) {
            let set = |(name, value)| Edit::Set { keys: keys.clone(), name, value };
            let like = if stamp.is_whole { "spaces like " } else { "" };
            return Some(Edit::All(
                format!("paint {like}{}", stamp.name),
                stamp.sets(table.schema).into_iter().map(set).collect(),
            ));
        }
        let (name, value) = table.settings.brush.clone()?;
        (!keys.is_empty()).then_some(Edit::Set { keys, name, value })
    }
}

impl Grip for Paint {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = Some(pointer.at);
        match pointer.is {
            PointerIs::Pressed | PointerIs::Twice => {
                if pointer.alt {
                    let space = table.space_at(pointer.at, pointer.slack);
                    return space.map(|(key, _)| Want::PickUp(key)).into_iter().collect();
                }
                if table.settings.brush.is_none() && table.settings.stamp.is_none() {
                    return vec![Want::Refuse(NO_BRUSH.to_owned())];
                }
                self.stroke.begin(pointer.at);
                let keys = match table.space_at(pointer.at, 0.0) {
                    Some((key, _)) => vec![key],
                    None => table.places.touched(Line::new(pointer.at, pointer.at), table.settings.brush_radius),
                };
                let last = self.last.filter(|_| pointer.shift);
                self.last = keys.first().copied().or(self.last);
                let run = last.zip(keys.first()).and_then(|(from, to)| {
                    let kinds: Vec<_> = table.schema.links.iter().map(|link| link.name.clone()).collect();
                    let way = |a, b| measure::way(table.document, table.schema, a, b, &kinds);
                    match (way(from, *to), way(*to, from)) {
                        (Some(a), Some(b)) => Some(if b.len() < a.len() { b } else { a }),
                        (a, b) => a.or(b),
                    }
                });
                Paint::set(table, run.unwrap_or(keys)).map(Want::Drag).into_iter().collect()
            }
            PointerIs::Dragged => {
                let Some(part) = self.stroke.go_on(pointer.at) else { return vec![] };
                let keys = table.places.touched(part, table.settings.brush_radius.max(0.1));
                self.last = keys.last().copied().or(self.last);
                Paint::set(table, keys).map(Want::Drag).into_iter().collect()
            }
            PointerIs::Released => self.stroke.end(),
            PointerIs::Moved => vec![],
        }
    }

    fn key(&mut self, _: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        self.stroke.key(key)
    }

    fn left(&mut self) {
        self.over = None;
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let what = match (table.settings.stamp.as_deref(), &table.settings.brush) {
            (Some(stamp), _) => {
                let all: Vec<String> = stamp.fields.iter().map(|(field, value)| field_words(field, Some(value))).collect();
                let like = if stamp.is_whole { "spaces like " } else { "" };
                format!("{like}{}{}{}", stamp.name, if all.is_empty() { "" } else { ": " }, all.join(", "))
            }
            (None, Some((field, value))) => field_words(field, value.as_deref()),
            (None, None) => {
                let words = "Choose what to paint with in the palette, or Alt-click a space to paint others like it".to_owned();
                return Shows { shapes: vec![], words };
            }
        };
        let radius = table.settings.brush_radius;
        let circle =
            |at: Point| (0..=24).map(move |n| at + kurbo::Vec2::from_angle(f64::from(n) / 24.0 * std::f64::consts::TAU) * radius);
        let shapes = self.over.map(|at| Shape::line(circle(at), Mark::Draft)).into_iter().collect();
        let words = format!(
            "Drag along spaces to paint {what}; Shift-click: all of the way since the last one; Alt-click: paint others like this one"
        );
        Shows { shapes, words }
    }
}
