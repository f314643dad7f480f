//! Path: spaces clicked in order.

use kurbo::Point;

use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::document::{Key, List};
use crate::drawing::tools::{measure, pen};

const NONE: &str = "These rules have no paths: join spaces with the Link tool";

#[derive(Clone, Debug, Default)]
pub struct Path {
    spaces: Vec<Key>,
    over: Option<Point>,
}

impl Path {
    fn end(&mut self, table: &Table<'_>, spaces: &[Key]) -> Vec<Want> {
        self.spaces.clear();
        let Some(kind) = table.settings.path_kind(table.schema) else {
            return vec![Want::Refuse(NONE.to_owned())];
        };
        pen::path(table.document, table.schema, &kind, &table.settings.path_fields, spaces).map(Want::Edit).into_iter().collect()
    }

    /// The spaces between the last one and this one, where links lead there.
    fn between(&self, table: &Table<'_>, to: Key) -> Vec<Key> {
        let kinds: Vec<_> = table.schema.links.iter().map(|link| link.name.clone()).collect();
        let way = self.spaces.last().and_then(|last| measure::way(table.document, table.schema, *last, to, &kinds));
        way.map_or_else(|| vec![to], |way| way[1..].to_vec())
    }
}

impl Grip for Path {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = Some(pointer.at);
        match pointer.is {
            PointerIs::Pressed => {
                let Some((key, _)) = table.space_at(pointer.at, pointer.slack) else { return vec![] };
                match self.spaces.last() {
                    Some(last) if *last == key => {}
                    Some(_) if pointer.shift => self.spaces.extend(self.between(table, key)),
                    _ => self.spaces.push(key),
                }
            }
            PointerIs::Twice if !self.spaces.is_empty() => {
                let spaces = std::mem::take(&mut self.spaces);
                return self.end(table, &spaces);
            }
            _ => {}
        }
        vec![]
    }

    fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        let is_drawing = !self.spaces.is_empty();
        match key {
            HandKey::Enter if is_drawing => {
                let spaces = std::mem::take(&mut self.spaces);
                Some(self.end(table, &spaces))
            }
            // The selection, in its order.
            HandKey::Enter => {
                let spaces = table.document.spaces().iter().map(|space| space.key).filter(|key| table.selected.contains(key));
                let spaces: Vec<Key> = spaces.collect();
                (!spaces.is_empty()).then(|| self.end(table, &spaces))
            }
            HandKey::Backspace => is_drawing.then(|| {
                self.spaces.pop();
                vec![]
            }),
            HandKey::Escape => is_drawing.then(|| {
                self.spaces.clear();
                vec![]
            }),
            HandKey::All => None,
        }
    }

    fn left(&mut self) {
        self.over = None;
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let Some(kind) = table.settings.path_kind(table.schema).map(|kind| kind.replace('_', " ")) else {
            return Shows { shapes: vec![], words: NONE.to_owned() };
        };
        let over = self.over.and_then(|at| table.space_at(at, table.slack));
        let at: Vec<Point> = self.spaces.iter().filter_map(|key| table.middle(*key)).collect();
        let mut shapes = vec![];
        let end = over.map(|(_, at)| at).or(self.over).filter(|_| !at.is_empty());
        shapes.push(Shape::line(at.iter().copied().chain(end), Mark::Draft));
        shapes.extend(over.map(|(_, at)| Shape::Tile(at, table.places.half * 1.15, Mark::Draft)));
        shapes.extend(at.iter().enumerate().map(|(n, at)| Shape::Words(*at, (n + 1).to_string(), Mark::Draft)));
        let is_chosen = |key: &Key| table.document.find(*key).is_some_and(|(list, ..)| list == List::Spaces);
        let words = match self.spaces.len() {
            0 if table.selected.iter().any(is_chosen) => {
                format!("Click the spaces of the {kind} in order, or press Enter for those that are selected")
            }
            0 => format!("Click the spaces of the {kind} in order, from its first"),
            n => format!(
                "{n} spaces. Click the next one, with Shift all on the way there; Enter or double click ends; Backspace drops the last"
            ),
        };
        Shows { shapes, words }
    }
}
