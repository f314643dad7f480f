//! Erase: deletes whatever is clicked, or every space and label that the stroke crosses.

use kurbo::Point;

use super::stroke::Stroke;
use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::document::Key;
use crate::drawing::edit::Edit;
use crate::drawing::hit::Hit;
use crate::drawing::tools::{insert, pen};

#[derive(Clone, Debug, Default)]
pub struct Erase {
    stroke: Stroke,
    over: Option<Point>,
}

/// Erases spaces and closes the gaps. A stroke may go over more, so it isn't named after the first ones.
fn closing(table: &Table<'_>, keys: Vec<Key>) -> Edit {
    let keys = pen::with_labels(table.document, table.places, keys);
    Edit::All("delete spaces and close the gaps".to_owned(), vec![insert::deleted(table.document, table.schema, keys)])
}

impl Grip for Erase {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = Some(pointer.at);
        match pointer.is {
            PointerIs::Pressed | PointerIs::Twice => {
                self.stroke.begin(pointer.at);
                let hit = table.places.at(pointer.at, pointer.slack).filter(|hit| !table.document.is_locked(hit.key()));
                let edit = match hit {
                    Some(Hit::Space(key)) if pointer.alt => Some(closing(table, vec![key])),
                    Some(hit) => pen::erase(table.document, table.places, hit),
                    None => None,
                };
                edit.map(Want::Drag).into_iter().collect()
            }
            PointerIs::Dragged => {
                let Some(part) = self.stroke.go_on(pointer.at) else { return vec![] };
                let touched = table.places.touched(part, 0.0).into_iter();
                let keys = touched.filter(|key| !table.document.is_locked(*key)).collect();
                let edit = if pointer.alt {
                    closing(table, keys)
                } else {
                    Edit::Remove { keys: pen::with_labels(table.document, table.places, keys), bridging: false }
                };
                vec![Want::Drag(edit)]
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
        let hit = self.over.and_then(|at| table.places.at(at, table.slack));
        let mut shapes = vec![];
        if let Some(Hit::Space(key)) = hit {
            shapes.extend(table.middle(key).map(|at| Shape::Tile(at, table.places.half * 1.15, Mark::Gone)));
        }
        let words = match hit {
            Some(Hit::Space(key)) => {
                format!("Click to delete {}; with Alt its neighbours are linked over the gap", table.title(key))
            }
            Some(Hit::Step(key, _)) => format!("Click to delete this link (“{}”)", table.title(key)),
            Some(hit) => format!("Click to delete {}", table.title(hit.key())),
            None => "Click what to delete, or drag over it".to_owned(),
        };
        Shows { shapes, words }
    }
}
