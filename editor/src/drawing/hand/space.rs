//! Space: one space at a time, each linked from the last.

use std::collections::BTreeSet;

use kurbo::Point;

use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Tool, Want};
use crate::drawing::edit::Edit;
use crate::drawing::hit::Hit;
use crate::drawing::tools::{insert, pen};

#[derive(Clone, Debug, Default)]
pub struct Space {
    over: Option<Point>,
    guides: Vec<Shape>,
}

impl Space {
    /// The edit of a click on a link: it puts a space in between. With Alt, links don't matter.
    fn inserts(&self, table: &Table<'_>, pointer: &Pointer) -> Option<Edit> {
        match table.places.at(pointer.at, 0.0)? {
            Hit::Step(key, n) if !pointer.alt => insert::at_step(table.document, table.schema, (key, n, pointer.at), None).ok(),
            _ => None,
        }
    }
}

impl Grip for Space {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        let snapped = table.snapped(&pointer, pointer.at, &BTreeSet::new());
        self.over = Some(snapped.at);
        self.guides.clear();
        self.guides
            .extend([snapped.column, snapped.row].into_iter().flatten().map(|p| Shape::line([p, snapped.at], Mark::Guide)));
        if !matches!(pointer.is, PointerIs::Pressed | PointerIs::Twice) {
            return vec![];
        }
        match table.space_at(pointer.at, 0.0) {
            // A click goes on from here; a second click goes on from nowhere.
            Some((key, _)) if table.one_space() == Some(key) => vec![Want::Select(BTreeSet::new())],
            Some((key, _)) => vec![Want::Select(BTreeSet::from([key]))],
            None => {
                if let Some(edit) = self.inserts(table, &pointer) {
                    return vec![Want::Edit(edit), Want::SelectNew];
                }
                let from = table.one_space().filter(|_| !pointer.alt);
                let edit = pen::space(table.document, table.schema, snapped.at, &table.brushed(Tool::Space), from);
                vec![Want::Edit(edit), Want::SelectNew]
            }
        }
    }

    /// First leaves the next space unlinked, then puts the tool down.
    fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        (key == HandKey::Escape && table.one_space().is_some()).then(|| vec![Want::Select(BTreeSet::new())])
    }

    fn left(&mut self) {
        self.over = None;
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let mut shapes = self.guides.clone();
        let Some(at) = self.over else { return Shows::default() };
        if let Some((key, _)) = table.space_at(at, 0.0) {
            let words = format!("Click to go on from {}{}", table.title(key), table.paints_words(Tool::Space));
            return Shows { shapes, words };
        }
        if let Some(Hit::Step(key, n)) = table.places.at(at, 0.0)
            && let Some((from, to)) = table.document.item(key).and_then(|link| link.steps().nth(n))
        {
            let between: Vec<Point> = [from, to].into_iter().filter_map(|id| table.document.space(id)?.at).collect();
            let words = format!("Click to insert a space between {from} and {to}; Alt-click: one beside the link");
            shapes.push(Shape::line(between, Mark::Draft));
            shapes.push(Shape::Tile(at, table.places.half * 0.6, Mark::Draft));
            return Shows { shapes, words };
        }
        shapes.push(Shape::Tile(at, table.places.half, Mark::Draft));
        let words = match table.one_space() {
            Some(key) => {
                shapes.extend(table.middle(key).map(|from| Shape::line([from, at], Mark::Draft)));
                let from = table.title(key);
                format!(
                    "Click to add a space after {from}; Alt-click or Escape first: without a link{}",
                    table.brushed_words(Tool::Space)
                )
            }
            None => {
                format!("Click to add a space; click an existing one to go on from it{}", table.brushed_words(Tool::Space))
            }
        };
        Shows { shapes, words }
    }
}
