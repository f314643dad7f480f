//! Numbers along a course that is turned round: in ids, and in fields that count along it. They run the new way where they ran the old one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::ir::Drawn;

use crate::drawing::document::{Document, Item};
use crate::drawing::edit::Edit;
use crate::drawing::fields::quoted;
use crate::drawing::ids::parts;
use crate::drawing::schema::Schema;

/// The edits after which these spaces are numbered the other way round, wherever a whole row of them counts on from one to the next.
pub fn turned(document: &Document, schema: &Schema, chosen: &BTreeSet<&Arc<str>>) -> Vec<Edit> {
    let kinds: Vec<&Arc<str>> = schema.links_drawn(Drawn::Along).filter(|kind| !kind.both_ways).map(|kind| &kind.name).collect();
    let links = document.links().iter().filter(|link| kinds.contains(&&link.kind));
    let steps: Vec<(&Arc<str>, &Arc<str>)> = links.flat_map(|link| link.steps()).collect();
    // Of several spaces with one id, the first is meant.
    let spaces: BTreeMap<&Arc<str>, &Arc<Item>> = document.spaces().iter().rev().map(|space| (&space.id, space)).collect();
    let mut edits = vec![];
    for field in schema.fields_drawn(Drawn::Along) {
        let value = |id: &Arc<str>| spaces.get(id)?.fields.number(&field.name);
        let pairs = swapped(&steps, chosen, |id| Some((String::new(), value(id)? as i64)));
        let set = |(id, other): (&Arc<str>, &Arc<str>)| {
            Some((spaces.get(id)?.key, spaces.get(other)?.fields.get(&field.name).cloned()))
        };
        let values: Vec<_> = pairs.into_iter().filter_map(set).collect();
        edits.extend((!values.is_empty()).then(|| Edit::SetEach { name: field.name.clone(), values }));
    }
    let number = |id: &Arc<str>| Some((parts(id).0.to_owned(), i64::from(parts(id).1?)));
    let new = |(id, other): (&Arc<str>, &Arc<str>)| Some((spaces.get(id)?.key, Some(quoted(other).into())));
    let values: Vec<_> = swapped(&steps, chosen, number).into_iter().filter_map(new).collect();
    edits.extend((!values.is_empty()).then(|| Edit::SetEach { name: "id".into(), values }));
    edits
}

/// Each space of a whole row that counts on by one, with the one that lies as far from its other end.
fn swapped<'s>(
    steps: &[(&'s Arc<str>, &'s Arc<str>)],
    chosen: &BTreeSet<&Arc<str>>,
    count: impl Fn(&Arc<str>) -> Option<(String, i64)>,
) -> Vec<(&'s Arc<str>, &'s Arc<str>)> {
    let (mut next, mut behind) = (BTreeMap::new(), BTreeSet::new());
    for (from, to) in steps {
        let counts_on = count(from).zip(count(to)).is_some_and(|((a, n), (b, m))| a == b && n + 1 == m);
        if counts_on && !next.contains_key(from) && behind.insert(*to) {
            next.insert(*from, *to);
        }
    }
    let mut pairs = vec![];
    for first in next.keys().filter(|id| !behind.contains(*id)) {
        let row: Vec<&Arc<str>> = std::iter::successors(Some(*first), |id| next.get(id).copied()).collect();
        if row.iter().all(|id| chosen.contains(id)) {
            pairs.extend(row.iter().copied().zip(row.iter().rev().copied()).filter(|(id, other)| id != other));
        }
    }
    pairs
}
