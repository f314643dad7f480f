//! Link: from space to space by dragging, or with two clicks; a click on an arrow flips it.

use kurbo::Point;

use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::bends;
use crate::drawing::document::{Item, Key};
use crate::drawing::edit::Edit;
use crate::drawing::hit::Hit;
use crate::drawing::tools::pen;

#[derive(Clone, Debug, Default)]
pub struct Link {
    from: Option<Key>,
    /// Whether the button went down on `from` and is still down.
    is_down: bool,
    /// The edit that removes the arrow just flipped, if the click becomes a double click.
    turned: Option<Edit>,
    over: Option<Point>,
}

impl Link {
    fn draw(&mut self, table: &Table<'_>, from: Key, to: Key, goes_on: bool) -> Vec<Want> {
        self.from = goes_on.then_some(to);
        let Some(kind) = table.link_kind() else {
            return vec![Want::Refuse("these rules have no links".to_owned())];
        };
        match pen::link(table.document, table.schema, &kind, &table.settings.link_fields, from, to) {
            Some(edit) => vec![Want::Edit(edit)],
            None => vec![],
        }
    }
}

/// Flips one step; a link with a name and fields of its own keeps them.
pub fn flip(item: &Item, step: usize) -> Option<Edit> {
    let (from, to) = item.steps().nth(step)?;
    let is_plain = item.fields.is_empty() || item.spaces.len() > 2 && bends::is_only_drawn(&item.fields);
    if is_plain && item.id.is_empty() {
        return Some(Edit::Flip { kind: item.kind.clone(), from: from.clone(), to: to.clone() });
    }
    let spaces = item.spaces.iter().rev().cloned().collect();
    Some(Edit::All(format!("reverse {}", item.title()), vec![Edit::Route { key: item.key, spaces }]))
}

/// The step of a link at a place. While links are drawn, those that the board doesn't show are seen, too.
fn step_at(table: &Table<'_>, at: Point) -> Option<(Key, usize)> {
    match table.places.at(at, table.slack) {
        Some(Hit::Step(key, step)) => Some((key, step)),
        Some(_) => None,
        None => table.places.step_near(at, table.places.beside_line(table.slack)),
    }
}

impl Grip for Link {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = Some(pointer.at);
        let space = table.space_at(pointer.at, pointer.slack).map(|(key, _)| key);
        if pointer.is == PointerIs::Pressed {
            self.turned = None;
        }
        if pointer.is == PointerIs::Twice
            && let Some(erase) = self.turned.take()
        {
            // Nobody meant to flip it: both clicks are one step.
            return vec![Want::CancelDrag, Want::Edit(erase)];
        }
        match pointer.is {
            PointerIs::Pressed | PointerIs::Twice => match (space, self.from) {
                (Some(to), Some(from)) if to != from => return self.draw(table, from, to, pointer.shift),
                (Some(from), None) => (self.from, self.is_down) = (Some(from), true),
                (Some(_), Some(_)) => self.from = None,
                (None, Some(_)) => self.from = None,
                (None, None) => {
                    let Some((key, step)) = step_at(table, pointer.at) else { return vec![] };
                    let erase = pen::erase(table.document, table.places, Hit::Step(key, step));
                    if pointer.alt || pointer.is == PointerIs::Twice {
                        return erase.map(Want::Edit).into_iter().collect();
                    }
                    let Some(flip) = table.document.item(key).and_then(|item| flip(item, step)) else { return vec![] };
                    self.turned = erase;
                    return vec![Want::EndDrag, Want::Drag(flip)];
                }
            },
            PointerIs::Released => {
                let was_down = std::mem::take(&mut self.is_down);
                match (self.from.filter(|_| was_down), space) {
                    (Some(from), Some(to)) if from != to => return self.draw(table, from, to, pointer.shift),
                    (Some(_), None) => self.from = None,
                    _ => {}
                }
            }
            _ => {}
        }
        vec![]
    }

    fn key(&mut self, _: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        (self.is_down, self.turned) = (false, None);
        (key == HandKey::Escape && self.from.take().is_some()).then(Vec::new)
    }

    fn left(&mut self) {
        self.over = None;
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let Some(kind) = table.link_kind().map(|kind| kind.replace('_', " ")) else {
            return Shows { shapes: vec![], words: "These rules have no links".to_owned() };
        };
        let Some(at) = self.over else {
            return Shows { shapes: vec![], words: format!("Drag from space to space to draw “{kind}”") };
        };
        let space = table.space_at(at, table.slack);
        let mut shapes: Vec<Shape> =
            space.map(|(_, at)| Shape::Tile(at, table.places.half * 1.15, Mark::Draft)).into_iter().collect();
        let words = match (self.from, space) {
            (Some(from), over) => {
                let to = over.map_or(at, |(_, middle)| middle);
                shapes.extend(table.middle(from).map(|from| Shape::line([from, to], Mark::Draft)));
                let to = over
                    .filter(|(key, _)| *key != from)
                    .map_or_else(|| "the space it leads to".to_owned(), |(key, _)| table.title(key));
                format!(
                    "“{kind}” from {}: click {to}, or release there; with Shift the next one continues from there",
                    table.title(from)
                )
            }
            (None, Some((key, _))) => format!("Drag, or click, from {} to the space that “{kind}” leads to", table.title(key)),
            (None, None) => match step_at(table, at) {
                Some((key, step)) => {
                    let item = table.document.item(key);
                    let line = item.and_then(|item| bends::line(table.document, item, step));
                    shapes.extend(line.map(|line| Shape::along(&line.path(), Mark::Handle)));
                    let title = item.map(|item| item.title()).unwrap_or_default();
                    format!("Click to reverse this arrow (“{title}”); double click or Alt-click to delete it")
                }
                None => format!("Drag from space to space to draw “{kind}”; click an arrow to reverse it"),
            },
        };
        Shows { shapes, words }
    }
}
