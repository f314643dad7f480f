//! Immediate problems of whatever was touched since the last check: the interpreter reads a small board of just these things and of what
//! they name. So the messages are those of a full check. Anything this can't know stays as it was last found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::diagnostic::Code;

use super::{About, Checked, Checker, Fix, Problem};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::FARTHEST;
use crate::drawing::schema::{Schema, Takes};
use crate::drawing::write;

/// If more than this is touched or depends on it, everything is checked instead.
const MOST: usize = 400;
/// The kinds of problems that reading finds.
const TOLD: [Code; 5] = [Code::UnknownField, Code::MissingField, Code::WrongValue, Code::DuplicateId, Code::DanglingId];

/// What has changed, and everything whose problems may change with it. Positions cause no problem of this kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Touched {
    /// Things on the current board.
    pub keys: BTreeSet<Key>,
    /// Things that no longer exist.
    pub gone: BTreeSet<Key>,
}

impl Touched {
    /// The difference between two boards.
    pub fn between(old: &Document, new: &Document) -> Touched {
        let mut touched = Touched::default();
        let (mut ids, mut ends): (BTreeSet<Arc<str>>, BTreeSet<Arc<str>>) = Default::default();
        // Where links of a kind begin: a second one from there may be one too many.
        let mut starts: BTreeSet<(Arc<str>, Arc<str>)> = BTreeSet::new();
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
            if list == List::Links {
                let links = before.values().chain(after.values());
                starts.extend(links.flat_map(|link| link.steps().map(|(from, _)| (link.kind.clone(), from.clone()))));
            }
            for (key, item) in &after {
                touched.keys.insert(*key);
                if list == List::Spaces && !before.contains_key(key) {
                    ids.insert(item.id.clone());
                }
                ends.extend(item.spaces.iter().cloned());
            }
        }
        // Others with the same id, and whatever leads from or to them.
        let named = new.spaces().iter().filter(|space| ids.contains(&space.id) || ends.contains(&space.id));
        touched.keys.extend(named.map(|space| space.key));
        let starts_there = |link: &&Arc<Item>| link.steps().any(|(from, _)| starts.contains(&(link.kind.clone(), from.clone())));
        touched.keys.extend(new.links().iter().filter(starts_there).map(|link| link.key));
        if !ids.is_empty() {
            let lines = new.links().iter().chain(new.paths()).filter(|line| line.spaces.iter().any(|id| ids.contains(id)));
            touched.keys.extend(lines.map(|line| line.key));
        }
        touched
    }

    /// Whether nothing has changed.
    pub fn is_nothing(&self) -> bool {
        self.keys.is_empty() && self.gone.is_empty()
    }
}

/// The items that differ between two lists, before and after.
type Differing<'d> = BTreeMap<Key, &'d Arc<Item>>;

fn changed<'d>(old: &'d [Arc<Item>], new: &'d [Arc<Item>]) -> (Differing<'d>, Differing<'d>) {
    let is_same = |(a, b): &(&Arc<Item>, &Arc<Item>)| a.key == b.key && (Arc::ptr_eq(a, b) || is_only_moved(a, b));
    if old.len() == new.len() {
        let other = old.iter().zip(new).filter(|pair| !is_same(pair));
        let (before, after): (Vec<_>, Vec<_>) = other.unzip();
        return differing(before.into_iter(), after.into_iter());
    }
    // Most of a list is the same from its front and from its end.
    let same = old.iter().zip(new).take_while(is_same).count();
    let (old, new) = (&old[same..], &new[same..]);
    let same = old.iter().rev().zip(new.iter().rev()).take_while(is_same).count();
    differing(old[..old.len() - same].iter(), new[..new.len() - same].iter())
}

fn differing<'d>(
    old: impl Iterator<Item = &'d Arc<Item>>,
    new: impl Iterator<Item = &'d Arc<Item>>,
) -> (Differing<'d>, Differing<'d>) {
    let mut before: Differing = old.map(|item| (item.key, item)).collect();
    let mut after: Differing = new.map(|item| (item.key, item)).collect();
    before.retain(|key, item| {
        let is_same = after.get(key).is_some_and(|now| Arc::ptr_eq(now, item) || is_only_moved(item, now));
        if is_same {
            after.remove(key);
        }
        !is_same
    });
    (before, after)
}

/// Whether only the position has changed, on or beside the sheet.
fn is_only_moved(old: &Item, new: &Item) -> bool {
    let is_near = |item: &Item| item.at.is_some_and(|at| at.x.abs().max(at.y.abs()) <= FARTHEST);
    let is_called_the_same = old.id == new.id && old.kind == new.kind && old.is_single == new.is_single;
    is_near(old) && is_near(new) && is_called_the_same && old.spaces == new.spaces && old.fields == new.fields
}

impl Problem {
    /// Whether a problem can be found by looking at one thing and at what it names.
    pub fn is_told_at_once(&self) -> bool {
        let of = self.about.first();
        // Unknown kinds are reported once for all.
        let is_kind = self.code == Code::UnknownField && matches!(of, Some(About::Item(List::Links | List::Paths, _)));
        let is_told = self.is_error && TOLD.contains(&self.code) || self.code == Code::Overlap;
        is_told && matches!(of, Some(About::Item(..))) && !is_kind
    }
}

impl Checker {
    /// The problems of a board after a change, without checking all of it. `last` is the result for an earlier board. `None` if too much
    /// was touched.
    pub fn touched(&self, last: &Checked, document: &Document, name: &str) -> Option<Arc<[Problem]>> {
        let touched = Touched::between(&last.document, document);
        if touched.is_nothing() && is_the_same(&last.document, document) {
            return Some(last.problems.clone());
        }
        let overlaps = self.overlaps(document);
        let has_links = || last.problems.iter().flat_map(|problem| &problem.fixes).any(Fix::draws_links);
        let overlapped = last.problems.iter().filter(|problem| problem.code == Code::Overlap);
        if touched.is_nothing() && !has_links() && overlapped.map(|p| &p.message).eq(overlaps.iter().map(|p| &p.message)) {
            return Some(last.problems.clone());
        }
        let part = if touched.is_nothing() { None } else { Some(part(&self.schema, document, &touched)?) };
        let of = |problem: &Problem| match problem.about.first() {
            Some(About::Item(_, key)) => Some(*key),
            _ => None,
        };
        let is_there = |key: Key| !touched.gone.contains(&key);
        let old = last.problems.iter().filter(|problem| match of(problem) {
            // Overlaps are found again for the whole board.
            _ if problem.code == Code::Overlap => false,
            Some(key) => is_there(key) && !(problem.is_told_at_once() && touched.keys.contains(&key)),
            None => true,
        });
        let mut all: Vec<Problem> = old.cloned().collect();
        if let Some(part) = part {
            let written = write::write(&part);
            let (found, ruleset) = self.read(&written, name);
            let found = self.found(document, name, &written, &found, &ruleset);
            let is_news = |p: &Problem| p.is_told_at_once() && p.code != Code::Overlap;
            all.extend(found.into_iter().filter(|p| is_news(p) && of(p).is_some_and(|key| touched.keys.contains(&key))));
        }
        all.extend(overlaps);
        // Links are proposed only by full checks.
        all.iter_mut().for_each(|problem| problem.fixes.retain(|fix| !fix.draws_links()));
        Some(all.into())
    }
}

/// Whether nothing was moved either.
fn is_the_same(old: &Document, new: &Document) -> bool {
    let are_same = |a: &[Arc<Item>], b: &[Arc<Item>]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b));
    List::ALL.into_iter().all(|list| are_same(old.list(list), new.list(list)))
}

/// A board of what was touched and of what that names; `None` if that is too much.
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
                part.list_mut(list).push(item.clone());
            } else if list == List::Links {
                // Of other chains, only the steps that matter.
                for (from, to) in item.steps().filter(|(from, to)| ids.contains(from) || ids.contains(to)) {
                    room = room.checked_sub(1)?;
                    named.extend([from.clone(), to.clone()]);
                    let spaces = vec![from.clone(), to.clone()];
                    part.list_mut(list).push(Arc::new(Item { spaces, written: None, ..(**item).clone() }));
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
    *part.list_mut(List::Spaces) = document.spaces().iter().filter(is_named).cloned().collect();
    *part.list_mut(List::Decor) = document.decor().iter().filter(|item| is_touched(item)).cloned().collect();
    Some(part)
}

/// Whether a field may name a link or a path of the track; then a part isn't enough.
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
