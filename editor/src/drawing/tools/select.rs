//! Choosing what is meant.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::ir::Drawn;

use super::measure::Graph;
use crate::drawing::courses::keys;
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::declared;
use crate::drawing::schema::Schema;

/// How a click or a frame changes a selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Replace,
    Add,
    /// What was in goes out, and the other way round.
    Toggle,
    Subtract,
}

/// The selection after `hit` is chosen.
pub fn choose(selected: &BTreeSet<Key>, hit: &[Key], mode: Mode) -> BTreeSet<Key> {
    let mut next = if mode == Mode::Replace { BTreeSet::new() } else { selected.clone() };
    for key in hit {
        match mode {
            Mode::Replace | Mode::Add => drop(next.insert(*key)),
            Mode::Subtract => drop(next.remove(key)),
            Mode::Toggle => {
                if !next.remove(key) {
                    next.insert(*key);
                }
            }
        }
    }
    next
}

/// What a thing says in a field, with the default where it says nothing.
pub fn value(schema: &Schema, list: List, item: &Item, field: &str) -> Option<Arc<str>> {
    let given = item.fields.get(field).cloned();
    given.or_else(|| declared(schema, list, item, field)?.default.clone())
}

/// The value that all of these share; `Err` where they differ.
pub fn shared(document: &Document, schema: &Schema, keys: &[Key], field: &str) -> Result<Option<Arc<str>>, Mixed> {
    let mut values = keys.iter().filter_map(|key| document.find(*key)).map(|(list, _, item)| value(schema, list, item, field));
    let first = values.next().flatten();
    if values.all(|value| value == first) { Ok(first) } else { Err(Mixed) }
}

/// Several values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mixed;

/// All things of the same list and kind that say the same in a field, but those that are locked or hidden.
pub fn same(document: &Document, schema: &Schema, as_this: Key, field: &str) -> Vec<Key> {
    let Some((list, _, like)) = document.find(as_this) else { return vec![] };
    let (wanted, layers) = (value(schema, list, like, field), document.layers());
    let is_same =
        |item: &&Arc<Item>| item.kind == like.kind && layers.is_free(item) && value(schema, list, item, field) == wanted;
    document.list(list).iter().filter(is_same).map(|item| item.key).collect()
}

/// The spaces of the course through a space: as far back and on as links `drawn along` lead one way only, in order. Where tools draw no
/// links along courses, it is the longest chain of links there. The second value says whether it comes round.
pub fn course_of(document: &Document, schema: &Schema, through: Key) -> (Vec<Key>, bool) {
    Ways::of(document, schema).course(document, through)
}

/// The links of a document along which courses lead, to look for many of them.
pub struct Ways {
    /// `None` where tools draw no links along courses.
    along: Option<Graph>,
    /// Where each space is come to from.
    back: BTreeMap<Key, Key>,
    /// The links across courses, outwards and inwards.
    pub across: [Option<Graph>; 2],
}

impl Ways {
    pub fn of(document: &Document, schema: &Schema) -> Ways {
        let graph = |way: Drawn| {
            let kinds: Vec<Arc<str>> = schema.links_drawn(way).map(|link| link.name.clone()).collect();
            (!kinds.is_empty()).then(|| Graph::of(document, schema, &kinds))
        };
        let along = graph(Drawn::Along);
        let mut back = BTreeMap::new();
        for space in document.spaces() {
            for next in along.iter().flat_map(|along| along.next(space.key)) {
                back.entry(*next).or_insert(space.key);
            }
        }
        Ways { along, back, across: [graph(Drawn::Outward), graph(Drawn::Inward)] }
    }

    /// The same as [`course_of`].
    pub fn course(&self, document: &Document, through: Key) -> (Vec<Key>, bool) {
        let Some(graph) = &self.along else {
            return chain_of(document, through).unwrap_or((vec![through], false));
        };
        let mut course = vec![through];
        let mut seen = BTreeSet::from([through]);
        let mut at = through;
        while let Some(next) = graph.next(at).first().copied() {
            if next == through {
                return (course, true);
            }
            if !seen.insert(next) {
                break;
            }
            course.push(next);
            at = next;
        }
        at = through;
        let mut before = vec![];
        while let Some(last) = self.back.get(&at).copied() {
            if !seen.insert(last) {
                break;
            }
            before.push(last);
            at = last;
        }
        (before.into_iter().rev().chain(course).collect(), false)
    }
}

/// The same as far as it is neither locked nor hidden.
pub fn free_course(document: &Document, schema: &Schema, through: Key) -> BTreeSet<Key> {
    let layers = document.layers();
    let is_free = |key: &Key| document.item(*key).is_some_and(|item| layers.is_free(item));
    course_of(document, schema, through).0.into_iter().filter(is_free).collect()
}

/// The longest chain of links that leads over a space, each of its spaces once, and whether it comes round.
fn chain_of(document: &Document, through: Key) -> Option<(Vec<Key>, bool)> {
    let id = &document.item(through)?.id;
    let keys = keys(document);
    let chain = |link: &Arc<Item>| {
        let is_closed = link.spaces.len() > 3 && link.spaces.first() == link.spaces.last();
        let row = &link.spaces[usize::from(is_closed)..];
        let row: Vec<Key> = row.iter().map(|id| keys.get(&**id).copied()).collect::<Option<_>>()?;
        (row.iter().collect::<BTreeSet<_>>().len() == row.len()).then_some((row, is_closed))
    };
    let over = document.links().iter().filter(|link| !link.is_single && link.spaces.contains(id));
    over.filter_map(chain).max_by_key(|(row, _)| row.len())
}
