//! What else became of the spaces with a deed, for people: which have other ids.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::drawing::document::{Document, Key};
use crate::drawing::ids::parts;

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
