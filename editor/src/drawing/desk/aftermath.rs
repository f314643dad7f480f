//! What else became of the spaces with a deed, for people: which have other numbers.

use std::collections::BTreeMap;

use interpreter::data::track::called;

use crate::drawing::document::{Document, Key};

/// The most runs of spaces that are named.
const MOST_RUNS: usize = 3;

/// Says which spaces have other numbers than before, as the board shows them.
pub fn counted_on(before: &Document, now: &Document) -> Option<String> {
    let old: BTreeMap<Key, String> = before.spaces().iter().map(|space| (space.key, before.called(&space.id))).collect();
    let both = now.spaces().iter().filter_map(|space| {
        let (called, number) = numbered(old.get(&space.key)?)?;
        let now = now.called(&space.id);
        let new = numbered(&now).filter(|(same, new)| *same == called && *new != number)?.1;
        Some((called.to_owned(), number, new))
    });
    let mut others: Vec<(String, i64, i64)> = both.collect();
    others.sort();
    // All that count on, or back, by as many are named by the first and the last of them.
    let runs = others.chunk_by(|a, b| a.0 == b.0 && b.1 == a.1 + 1 && b.2 == a.2 + 1);
    let said = runs.filter_map(|run| match run {
        [] => None,
        [(called, old, new)] => Some(format!("{called} {old} is {called} {new} now")),
        [(called, old, new), .., (_, last, end)] => {
            // Other names are those of parts of the board, in the words of the rules.
            let s = if [called::ON_COURSE, "space"].contains(&&**called) { "s" } else { "" };
            Some(format!("{called}{s} {old} to {last} are {new} to {end} now"))
        }
    });
    let said: Vec<String> = said.take(MOST_RUNS).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// `tile 12` is the 12th tile.
fn numbered(called: &str) -> Option<(&str, i64)> {
    let (called, number) = called.rsplit_once(' ')?;
    Some((called, number.parse().ok()?))
}
