//! The problems of what was touched since a board was checked, at once: the interpreter reads a small board of just these things and of
//! what they name. So it says what a check of all will say; what it can't know of yet stays as it was found last.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::diagnostic::Code;

use super::{About, Checked, Checker, Problem};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::schema::{Schema, Takes};
use crate::drawing::write;

/// Where more is touched, or more hangs on it, all is checked instead.
const MOST: usize = 400;
/// The kinds of problems that reading finds.
const TOLD: [Code; 5] = [Code::UnknownField, Code::MissingField, Code::WrongValue, Code::DuplicateId, Code::DanglingId];

/// What is otherwise than it was, and whatever that may make wrong or right.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Touched {
    /// Things of the board as it is now.
    pub keys: BTreeSet<Key>,
    /// Things that are no longer there.
    pub gone: BTreeSet<Key>,
}

impl Touched {
    /// The difference of two boards.
    pub fn between(old: &Document, new: &Document) -> Touched {
        let mut touched = Touched::default();
        let (mut ids, mut ends): (BTreeSet<Arc<str>>, BTreeSet<Arc<str>>) = Default::default();
        for list in List::ALL {
            let (before, after) = changed(old.list(list), new.list(list));
            for (key, item) in &before {
                let now = after.get(key);
                if now.is_none() {
                    touched.gone.insert(*key);
                }
                if list == List::Spaces && now.is_none_or(|now| now.id != item.id) {
                    ids.insert(item.id.clone());
                    ids.extend(now.map(|now| now.id.clone()));
                }
                ends.extend(item.spaces.iter().cloned());
            }
            for (key, item) in &after {
                touched.keys.insert(*key);
                if list == List::Spaces && !before.contains_key(key) {
                    ids.insert(item.id.clone());
                }
                ends.extend(item.spaces.iter().cloned());
            }
        }
        // Others of the same id, and whatever leads from or to them.
        let named = new.spaces().iter().filter(|space| ids.contains(&space.id) || ends.contains(&space.id));
        touched.keys.extend(named.map(|space| space.key));
        if !ids.is_empty() {
            let lines = new.links().iter().chain(new.paths()).filter(|line| line.spaces.iter().any(|id| ids.contains(id)));
            touched.keys.extend(lines.map(|line| line.key));
        }
        touched
    }

    /// Whether nothing is otherwise.
    pub fn is_nothing(&self) -> bool {
        self.keys.is_empty() && self.gone.is_empty()
    }
}

/// The items of two lists that differ, before and after.
type Differing<'d> = BTreeMap<Key, &'d Arc<Item>>;

fn changed<'d>(old: &'d [Arc<Item>], new: &'d [Arc<Item>]) -> (Differing<'d>, Differing<'d>) {
    // Most of a list is the same from its front and from its end.
    let same = old.iter().zip(new).take_while(|(a, b)| Arc::ptr_eq(a, b)).count();
    let (old, new) = (&old[same..], &new[same..]);
    let same = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| Arc::ptr_eq(a, b)).count();
    let before: Differing = old[..old.len() - same].iter().map(|item| (item.key, item)).collect();
    let mut after: Differing = new[..new.len() - same].iter().map(|item| (item.key, item)).collect();
    let mut left = before.clone();
    for (key, item) in before {
        if after.get(&key).is_some_and(|now| Arc::ptr_eq(now, item)) {
            after.remove(&key);
            left.remove(&key);
        }
    }
    (left, after)
}

impl Problem {
    /// Whether it is one of those that can be told of a thing by itself and by what it names.
    pub fn is_told_at_once(&self) -> bool {
        let of = self.about.first();
        // Kinds that nobody knows are told once for all.
        let is_kind = self.code == Code::UnknownField && matches!(of, Some(About::Item(List::Links | List::Paths, _)));
        self.is_error && TOLD.contains(&self.code) && matches!(of, Some(About::Item(..))) && !is_kind
    }
}

impl Checker {
    /// The problems of a board after a change, without checking all of it: `last` is what was found on an earlier one. `None` where too
    /// much was touched.
    pub fn touched(&self, last: &Checked, document: &Document, name: &str) -> Option<Vec<Problem>> {
        let touched = Touched::between(&last.document, document);
        if touched.is_nothing() {
            return Some(last.problems.clone());
        }
        let part = part(&self.schema, document, &touched)?;
        let of = |problem: &Problem| match problem.about.first() {
            Some(About::Item(_, key)) => Some(*key),
            _ => None,
        };
        let is_there = |key: Key| !touched.gone.contains(&key);
        let old = last.problems.iter().filter(|problem| match of(problem) {
            Some(key) => is_there(key) && !(problem.is_told_at_once() && touched.keys.contains(&key)),
            None => true,
        });
        let mut all: Vec<Problem> = old.cloned().collect();
        let written = write::write(&part);
        let (found, ruleset) = self.read(&written, name);
        let found = self.found(document, name, &written, &found, &ruleset);
        all.extend(found.into_iter().filter(|p| p.is_told_at_once() && of(p).is_some_and(|key| touched.keys.contains(&key))));
        Some(all)
    }
}

/// A board of what was touched and of what that names; `None` where that is too much.
fn part(schema: &Schema, document: &Document, touched: &Touched) -> Option<Document> {
    if touched.keys.len() > MOST || names_lines(schema) {
        return None;
    }
    let is_touched = |item: &Item| touched.keys.contains(&item.key);
    let ids: BTreeSet<&Arc<str>> = document.spaces().iter().filter(|space| is_touched(space)).map(|space| &space.id).collect();
    let mut part = Document { header: document.header.clone(), next_key: document.next_key, ..Document::default() };
    let mut named: BTreeSet<Arc<str>> = ids.iter().map(|id| (*id).clone()).collect();
    let mut room = MOST * 4;
    for list in [List::Links, List::Paths] {
        for item in document.list(list) {
            if is_touched(item) {
                room = room.checked_sub(item.spaces.len())?;
                named.extend(item.spaces.iter().cloned());
                part.lists[list as usize].push(item.clone());
            } else if list == List::Links {
                // Of others only the steps that matter.
                for (from, to) in item.steps().filter(|(from, to)| ids.contains(from) || ids.contains(to)) {
                    room = room.checked_sub(1)?;
                    named.extend([from.clone(), to.clone()]);
                    let spaces = vec![from.clone(), to.clone()];
                    part.lists[list as usize].push(Arc::new(Item { spaces, written: None, ..(**item).clone() }));
                }
            }
        }
    }
    // Spaces that a field names.
    for space in document.spaces().iter().filter(|space| is_touched(space)) {
        for field in schema.space.iter().filter(|field| field.names_spaces()) {
            named.extend(space.fields.get(&field.name).map(|value| quoted_words(value)).unwrap_or_default());
        }
    }
    for line in document.links().iter().chain(document.paths()).filter(|item| is_touched(item)) {
        let declared = crate::drawing::edit::all_declared(schema, List::Links, line);
        let declared = if declared.is_empty() { crate::drawing::edit::all_declared(schema, List::Paths, line) } else { declared };
        for field in declared.iter().filter(|field| field.names_spaces()) {
            named.extend(line.fields.get(&field.name).map(|value| quoted_words(value)).unwrap_or_default());
        }
    }
    let is_named = |space: &&Arc<Item>| is_touched(space) || named.contains(&space.id);
    part.lists[List::Spaces as usize] = document.spaces().iter().filter(is_named).cloned().collect();
    part.lists[List::Decor as usize] = document.decor().iter().filter(|item| is_touched(item)).cloned().collect();
    Some(part)
}

/// Whether a field may name a link or a path of the track: then a part says too little.
fn names_lines(schema: &Schema) -> bool {
    fn names(takes: &Takes, schema: &Schema) -> bool {
        match takes {
            Takes::Row { of, .. } => schema.link(of).is_some() || schema.path(of).is_some(),
            Takes::Set(of) | Takes::List(of) => names(of, schema),
            Takes::Other { .. } => true,
            _ => false,
        }
    }
    let lines = schema.links.iter().flat_map(|link| &link.fields).chain(schema.paths.iter().flat_map(|path| &path.fields));
    schema.space.iter().chain(lines).any(|field| names(&field.takes, schema))
}

/// Everything in quotes.
fn quoted_words(value: &str) -> Vec<Arc<str>> {
    value.split('"').skip(1).step_by(2).map(Arc::from).collect()
}
