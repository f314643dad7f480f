//! Measure: how far one can go from a space, and the way from one space to another.

use std::sync::Arc;

use interpreter::ir::Drawn;
use kurbo::Point;

use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::document::Key;
use crate::drawing::tools::measure;

#[derive(Clone, Debug, Default)]
pub struct Measure {
    from: Option<Key>,
    to: Option<Key>,
    over: Option<Point>,
}

/// The links to follow: those drawn along a course, and the kind of link in hand; without either, all.
fn kinds(table: &Table<'_>) -> Vec<Arc<str>> {
    let along = table.schema.links_drawn(Drawn::Along).map(|link| link.name.clone());
    let mut kinds: Vec<Arc<str>> = along.chain(table.settings.link.clone()).collect();
    if kinds.is_empty() {
        kinds.extend(table.schema.links.iter().map(|link| link.name.clone()));
    }
    kinds
}

impl Grip for Measure {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = Some(pointer.at);
        if pointer.is == PointerIs::Pressed {
            let space = table.space_at(pointer.at, pointer.slack).map(|(key, _)| key);
            match (self.from, self.to, space) {
                (Some(from), None, Some(to)) if from != to => self.to = Some(to),
                (_, _, from) => (self.from, self.to) = (from, None),
            }
        }
        vec![]
    }

    fn key(&mut self, _: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        let was = (key == HandKey::Escape).then(|| (self.from.take(), self.to.take()));
        was.filter(|(from, _)| from.is_some()).map(|_| vec![])
    }

    fn left(&mut self) {
        self.over = None;
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let Some((from, start)) = self.from.and_then(|key| Some((key, table.middle(key)?))) else {
            let words = format!("Click a space to see how far {} steps lead from there", table.settings.steps);
            return Shows { shapes: vec![], words };
        };
        let (kinds, half) = (kinds(table), table.places.half);
        let mut shapes = vec![Shape::Tile(start, half * 1.2, Mark::Handle)];
        if let Some(to) = self.to.filter(|to| table.document.item(*to).is_some()) {
            let way = measure::way(table.document, table.schema, from, to, &kinds);
            let words = match &way {
                Some(way) => {
                    let at: Vec<Point> = way.iter().filter_map(|key| table.middle(*key)).collect();
                    let far: f64 = at.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
                    shapes.push(Shape::Line(at, Mark::Reach));
                    let steps = way.len() - 1;
                    format!(
                        "{steps} steps from {} to {}, {far:.0} mm. Click another space to start again",
                        table.title(from),
                        table.title(to)
                    )
                }
                None => {
                    let (from, to) = (table.title(from), table.title(to));
                    format!("No way leads from {from} to {to}. Click another space to start again")
                }
            };
            return Shows { shapes, words };
        }
        let reach = measure::reach(table.document, table.schema, from, table.settings.steps, &kinds);
        for (key, steps) in reach.iter().filter(|(key, _)| **key != from) {
            let Some(at) = table.middle(*key) else { continue };
            shapes.push(Shape::Tile(at, half * 1.1, Mark::Reach));
            shapes.push(Shape::Words(at, steps.to_string(), Mark::Reach));
        }
        let count = reach.len() - 1;
        let words = format!(
            "{count} spaces within {} steps of {}. Click another one to see the way there",
            table.settings.steps,
            table.title(from)
        );
        Shows { shapes, words }
    }
}
