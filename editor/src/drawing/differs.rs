//! The differences between two drawings of one track, in words: what was added, removed or changed.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Content, Document, Item, Key, List};
use super::draft::Draft;

/// The number of differences listed; any more are counted.
const MOST: usize = 8;

/// The differences, one per line: what only mine has, what only theirs has, and what differs in both. Empty if both say the same, even if
/// the texts differ.
pub fn between(mine: &Document, theirs: &Document) -> Vec<String> {
    // Things with the same name in both are the same thing.
    let mut draft = Draft::of(mine);
    draft.replace(theirs);
    let matched = draft.finish();
    let mut lines = vec![];
    for list in List::ALL {
        let (before, after) = (by_key(mine, list), by_key(&matched, list));
        let gone = before.iter().filter(|(key, _)| !after.contains_key(*key)).map(|(_, item)| called(list, item));
        let new = after.iter().filter(|(key, _)| !before.contains_key(*key)).map(|(_, item)| called(list, item));
        let both = before.iter().filter_map(|(key, item)| Some((*item, *after.get(key)?)));
        let other = both.filter(|(a, b)| !a.says_as(b)).map(|(a, b)| format!("{} ({})", called(list, a), parts(a, b).join(", ")));
        let what = match list {
            List::Spaces => "Spaces",
            List::Links => "Links",
            List::Paths => "Paths",
            List::Courses => "Courses",
            List::Decor => "Labels, pictures, areas and strokes",
        };
        lines.extend(line(&format!("{what} only in mine"), gone.collect()));
        lines.extend(line(&format!("{what} only in theirs"), new.collect()));
        lines.extend(line(&format!("{what} that differ"), other.collect()));
        let order = |of: &Document, other: &BTreeMap<Key, &Item>| -> Vec<Key> {
            of.list(list).iter().map(|item| item.key).filter(|key| other.contains_key(key)).collect()
        };
        if order(mine, &after) != order(&matched, &before) {
            lines.push(format!("{what} stand in another order"));
        }
    }
    lines.extend(line("What differs of the track itself", of_track(mine, theirs)));
    lines
}

fn by_key(document: &Document, list: List) -> BTreeMap<Key, &Item> {
    document.list(list).iter().map(|item| (item.key, &**item)).collect()
}

/// A thing's name for people.
fn called(list: List, item: &Item) -> String {
    match (list, item.spaces.as_slice()) {
        (List::Links, [first, .., last]) if item.fields.get("name").is_none() => format!("{} {first}–{last}", item.kind),
        _ => item.title(),
    }
}

/// Which parts of a thing differ.
fn parts(a: &Item, b: &Item) -> Vec<String> {
    let names = a.fields.iter().chain(b.fields.iter().filter(|(name, _)| a.fields.get(name).is_none())).map(|(name, _)| name);
    let mut parts: Vec<String> =
        names.filter(|name| a.fields.get(name) != b.fields.get(name)).map(|n| n.replace('_', " ")).collect();
    let others =
        [(a.at != b.at, "place"), (a.spaces != b.spaces, "its spaces"), (a.kind != b.kind, "kind"), (a.id != b.id, "id")];
    parts.extend(others.into_iter().filter(|(differs, _)| *differs).map(|(_, what)| what.to_owned()));
    if parts.is_empty() {
        parts.push("how it is written".to_owned());
    }
    parts
}

/// Which properties of the tracks themselves differ.
fn of_track(mine: &Document, theirs: &Document) -> Vec<String> {
    let entries = mine.header().entries.iter().chain(&theirs.header().entries);
    let all: BTreeSet<&str> = entries.filter(|entry| matches!(entry.is, Content::Value(_))).map(|entry| &*entry.name).collect();
    all.into_iter()
        .filter(|name| mine.header().get(name) != theirs.header().get(name))
        .map(|name| name.replace('_', " "))
        .collect()
}

fn line(what: &str, all: Vec<String>) -> Option<String> {
    let more = all.len().saturating_sub(MOST);
    let mut said = all.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    if more > 0 {
        said.push_str(&format!(" and {more} more"));
    }
    (!all.is_empty()).then(|| format!("{what}: {said}"))
}
