//! What has a line that the hand bends: a link, with a line for each of its steps, or an area or a stroke, with a single one.

use std::ops::Range;
use std::sync::Arc;

use interpreter::data::track::MOST_BENT;

use super::Table;
use crate::drawing::bends;
use crate::drawing::decor::sort;
use crate::drawing::document::{Document, Item, List};
use crate::drawing::edit::Edit;
use crate::drawing::shapes;
use crate::drawing::tools::line::{Line, MOST_NODES, too_many_nodes};

/// A thing whose line can be bent.
#[derive(Clone, Debug)]
pub enum Bendable {
    Link(Arc<Item>),
    /// An area or a stroke.
    Drawn(Arc<Item>),
}

impl Bendable {
    pub fn of(list: List, item: &Arc<Item>) -> Option<Bendable> {
        match list {
            List::Links => Some(Bendable::Link(item.clone())),
            List::Decor if shapes::is_drawn(item) => Some(Bendable::Drawn(item.clone())),
            _ => None,
        }
    }

    /// The one in hand: the only thing selected.
    pub fn in_hand(table: &Table<'_>) -> Option<Bendable> {
        let key = table.selected.first().filter(|_| table.selected.len() == 1)?;
        let (list, _, item) = table.document.find(*key).filter(|(.., item)| table.document.layers().is_free(item))?;
        Bendable::of(list, item)
    }

    pub fn item(&self) -> &Item {
        match self {
            Bendable::Link(item) | Bendable::Drawn(item) => item,
        }
    }

    pub fn list(&self) -> List {
        match self {
            Bendable::Link(_) => List::Links,
            Bendable::Drawn(_) => List::Decor,
        }
    }

    pub fn is_link(&self) -> bool {
        matches!(self, Bendable::Link(_))
    }

    /// The lines of all steps.
    pub fn lines(&self, document: &Document) -> Vec<(usize, Line)> {
        match self {
            Bendable::Link(item) => bends::lines(document, item),
            Bendable::Drawn(item) => shapes::line(item).map(|line| (0, line)).into_iter().collect(),
        }
    }

    /// The line of one step.
    pub fn line(&self, document: &Document, step: usize) -> Option<Line> {
        match self {
            Bendable::Link(item) => bends::line(document, item, step),
            Bendable::Drawn(item) => shapes::line(item),
        }
    }

    /// The nodes of a line that can be pulled: of a link, those that aren't its ends, which lie on spaces.
    pub fn inner(&self, line: &Line) -> Range<usize> {
        match self {
            Bendable::Link(_) => 1..line.nodes.len().saturating_sub(1),
            Bendable::Drawn(_) => 0..line.nodes.len(),
        }
    }

    /// The most nodes of the line of a step; of a link, its ends are among them.
    pub fn most(&self) -> usize {
        match self {
            Bendable::Link(_) => MOST_BENT + 2,
            Bendable::Drawn(_) => MOST_NODES,
        }
    }

    /// Why no further node can be added.
    pub fn too_many(&self) -> String {
        match self {
            Bendable::Link(_) => format!("a link can have at most {MOST_BENT} nodes"),
            Bendable::Drawn(_) => too_many_nodes(),
        }
    }

    /// What it is called.
    pub fn noun(&self) -> &'static str {
        match self {
            Bendable::Link(_) => "link",
            Bendable::Drawn(item) => sort(item).word(),
        }
    }

    /// One step of it along another line.
    pub fn bent(&self, step: usize, line: &Line, what: &str) -> Edit {
        match self {
            Bendable::Link(item) => {
                let value = bends::with(item, step, line);
                Edit::All(what.to_owned(), vec![Edit::Set { keys: vec![item.key], name: bends::FIELD.into(), value }])
            }
            Bendable::Drawn(item) => shapes::laid(item, line, what),
        }
    }
}
