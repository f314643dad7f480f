//! What else became of the spaces with a deed, for people: which have other ids, and which have no room.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::data::manifest::Manifest;

use crate::drawing::document::{Document, Key};
use crate::drawing::ids::parts;
use crate::drawing::schema::Schema;
use crate::drawing::tiles;

/// Says which spaces have other ids than before.
pub fn counted_on(before: &Document, now: &Document) -> Option<String> {
    let old: BTreeMap<Key, &Arc<str>> = before.spaces().iter().map(|space| (space.key, &space.id)).collect();
    let both = now.spaces().iter().filter_map(|space| Some((*old.get(&space.key)?, &space.id)));
    let others: Vec<(&Arc<str>, &Arc<str>)> = both.filter(|(old, new)| old != new).collect();
    fn by<'a>((old, new): &(&'a Arc<str>, &Arc<str>)) -> Option<(&'a str, Ordering)> {
        let ((letters, old, _), (letters_now, new, _)) = (parts(old), parts(new));
        if letters == letters_now { Some((letters, new?.cmp(&old?))) } else { None }
    }
    // All that count on, or back, with the same letters are named by the first and the last of them.
    let said = others.chunk_by(|a, b| by(a).is_some() && by(a) == by(b)).filter_map(|run| match run {
        [] => None,
        [(old, new)] => Some(format!("the id {old} is {new} now")),
        [(old, new), .., (last, end)] => Some(format!("the ids {old} to {last} are {new} to {end} now")),
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// Says which space has no room that had some before, if there are more links between spaces than before.
pub fn crowded(before: &Document, now: &Document, (schema, manifest): (&Schema, &Manifest)) -> Option<String> {
    let steps = |document: &Document| document.links().iter().map(|link| link.steps().count()).sum::<usize>();
    (steps(now) > steps(before)).then_some(())?;
    let old: BTreeSet<(Key, Option<Key>)> = tiles::crowded(before, schema, manifest).into_iter().collect();
    let (one, other) = tiles::crowded(now, schema, manifest).into_iter().find(|it| !old.contains(it))?;
    let called = |key: Key| now.item(key).map(|item| now.called(&item.id)).unwrap_or_default();
    let lies = other.map_or("reaches beyond the sheet".to_owned(), |other| format!("overlaps {}", called(other)));
    Some(format!("there is no room for it: {} {lies}. Lengthen the course, or make its tiles smaller", called(one)))
}
