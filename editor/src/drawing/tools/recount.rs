//! Numbers along courses, in ids and in fields that count along them: what they become where a course is turned round, and where something
//! comes in or goes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::ir::Drawn;

use crate::drawing::document::{Document, Item, Key};
use crate::drawing::edit::Edit;
use crate::drawing::fields::quoted;
use crate::drawing::ids::parts;
use crate::drawing::schema::{Field, Schema, Takes};

/// What a space says that comes so many steps behind another one, in the fields that count along.
pub fn behind<'s>(schema: &'s Schema, from: &Item, by: i64) -> impl Iterator<Item = (&'s str, Arc<str>)> {
    let value = move |field: &Field| from.fields.number(&field.name).map(|value| value as i64 + by);
    let values: Vec<_> = schema.fields_drawn(Drawn::Along).map(|field| (field, value(field))).collect();
    values.into_iter().filter_map(|(field, value)| Some((&*field.name, written(field, value?)?)))
}

/// The edits after which the spaces behind these steps count on by one, wherever they count on there already: something comes in between.
pub fn counted_on(document: &Document, schema: &Schema, into: &[(Arc<str>, Arc<str>)]) -> Vec<Edit> {
    let numbers = Numbers::of(document, schema);
    let mut edits = vec![];
    for field in schema.fields_drawn(Drawn::Along) {
        let next = numbers.next(|id| numbers.value(id, field));
        let rows = into.iter().filter(|(from, to)| next.get(from) == Some(&to)).map(|(_, to)| row(&next, to));
        let rows = rows.filter_map(|row| row.into_iter().map(|id| numbers.moved(id, field, 1)).collect::<Option<Vec<_>>>());
        edits.extend(set(field, rows.flatten().collect()));
    }
    edits
}

/// The edits after which the spaces behind those that go count back. Of lanes side by side, none does unless all of their spaces go.
pub fn counted_back(document: &Document, schema: &Schema, gone: &BTreeSet<Key>) -> Vec<Edit> {
    let numbers = Numbers::of(document, schema);
    let mut beside: BTreeMap<&Arc<str>, Vec<&Arc<str>>> = BTreeMap::new();
    let is_across = |kind: &str| schema.link(kind).and_then(|kind| kind.drawn).is_some_and(|drawn| drawn != Drawn::Along);
    for (from, to) in document.links().iter().filter(|link| is_across(&link.kind)).flat_map(|link| link.steps()) {
        beside.entry(from).or_default().push(to);
        beside.entry(to).or_default().push(from);
    }
    let is_gone = |id: &Arc<str>| numbers.spaces.get(id).is_none_or(|space| gone.contains(&space.key));
    let mut edits = vec![];
    for field in schema.fields_drawn(Drawn::Along) {
        let next = numbers.next(|id| numbers.value(id, field));
        let all_go = |id: &Arc<str>| {
            let (mut seen, mut left) = (BTreeSet::from([id]), vec![id]);
            while let Some(id) = left.pop() {
                let same =
                    beside.get(id).into_iter().flatten().filter(|other| numbers.value(other, field) == numbers.value(id, field));
                left.extend(same.filter(|other| seen.insert(other)));
            }
            seen.into_iter().all(is_gone)
        };
        let mut values = vec![];
        for first in firsts(&next) {
            let mut by = 0;
            for id in row(&next, first) {
                if is_gone(id) {
                    by += i64::from(all_go(id));
                } else if by > 0 {
                    values.extend(numbers.moved(id, field, -by));
                }
            }
        }
        edits.extend(set(field, values));
    }
    edits
}

/// The edits after which these spaces are numbered the other way round, wherever a whole row of them counts on from one to the next.
pub fn turned(document: &Document, schema: &Schema, chosen: &BTreeSet<&Arc<str>>) -> Vec<Edit> {
    let numbers = Numbers::of(document, schema);
    let mut edits = vec![];
    for field in schema.fields_drawn(Drawn::Along) {
        let pairs = swapped(&numbers.next(|id| numbers.value(id, field)), chosen);
        let value = |(id, other): (&Arc<str>, &Arc<str>)| {
            Some((numbers.spaces.get(id)?.key, numbers.spaces.get(other)?.fields.get(&field.name).cloned()))
        };
        edits.extend(set(field, pairs.into_iter().filter_map(value).collect()));
    }
    let number = |id: &Arc<str>| Some((parts(id).0.to_owned(), i64::from(parts(id).1?)));
    let new = |(id, other): (&Arc<str>, &Arc<str>)| Some((numbers.spaces.get(id)?.key, Some(quoted(other).into())));
    let values: Vec<_> = swapped(&numbers.next(number), chosen).into_iter().filter_map(new).collect();
    edits.extend((!values.is_empty()).then(|| Edit::SetEach { name: "id".into(), values }));
    edits
}

/// Each space of a whole row that counts on by one, with the one that lies as far from its other end.
fn swapped<'d>(next: &Next<'d>, chosen: &BTreeSet<&Arc<str>>) -> Vec<(&'d Arc<str>, &'d Arc<str>)> {
    let mut pairs = vec![];
    for first in firsts(next) {
        let row = row(next, first);
        if row.iter().all(|id| chosen.contains(id)) {
            pairs.extend(row.iter().copied().zip(row.iter().rev().copied()).filter(|(id, other)| id != other));
        }
    }
    pairs
}

/// Which space counts on from which, by one.
type Next<'d> = BTreeMap<&'d Arc<str>, &'d Arc<str>>;

/// Where each row begins that counts on.
fn firsts<'n, 'd>(next: &'n Next<'d>) -> impl Iterator<Item = &'d Arc<str>> + use<'n, 'd> {
    let behind: BTreeSet<&Arc<str>> = next.values().copied().collect();
    next.keys().copied().filter(move |id| !behind.contains(id))
}

/// The spaces that count on from one, which comes first.
fn row<'d>(next: &Next<'d>, first: &'d Arc<str>) -> Vec<&'d Arc<str>> {
    std::iter::successors(Some(first), |id| next.get(id).copied()).collect()
}

/// The numbers of the spaces of a track.
struct Numbers<'d> {
    /// The steps that lead along.
    steps: Vec<(&'d Arc<str>, &'d Arc<str>)>,
    /// Of several spaces with one id, the first is meant.
    spaces: BTreeMap<&'d Arc<str>, &'d Arc<Item>>,
}

impl<'d> Numbers<'d> {
    fn of(document: &'d Document, schema: &Schema) -> Numbers<'d> {
        let kinds: Vec<&Arc<str>> =
            schema.links_drawn(Drawn::Along).filter(|kind| !kind.both_ways).map(|kind| &kind.name).collect();
        let links = document.links().iter().filter(|link| kinds.contains(&&link.kind));
        Numbers {
            steps: links.flat_map(|link| link.steps()).collect(),
            spaces: document.spaces().iter().rev().map(|space| (&space.id, space)).collect(),
        }
    }

    fn value(&self, id: &Arc<str>, field: &Field) -> Option<(String, i64)> {
        Some((String::new(), self.spaces.get(id)?.fields.number(&field.name)? as i64))
    }

    /// What a space says once it counts on by so many; `None` if it can't.
    fn moved(&self, id: &Arc<str>, field: &Field, by: i64) -> Option<(Key, Option<Arc<str>>)> {
        let (_, value) = self.value(id, field)?;
        Some((self.spaces.get(id)?.key, Some(written(field, value + by)?)))
    }

    fn next(&self, count: impl Fn(&Arc<str>) -> Option<(String, i64)>) -> Next<'d> {
        let (mut next, mut behind) = (BTreeMap::new(), BTreeSet::new());
        for (from, to) in &self.steps {
            let counts_on = count(from).zip(count(to)).is_some_and(|((a, n), (b, m))| a == b && n + 1 == m);
            if counts_on && !next.contains_key(from) && behind.insert(*to) {
                next.insert(*from, *to);
            }
        }
        next
    }
}

/// A number as it is written in a field, if the field takes it.
fn written(field: &Field, value: i64) -> Option<Arc<str>> {
    let fits = matches!(field.takes, Takes::Whole(low, high) if (i64::from(low)..=i64::from(high)).contains(&value));
    fits.then(|| value.to_string().into())
}

fn set(field: &Field, values: Vec<(Key, Option<Arc<str>>)>) -> Option<Edit> {
    (!values.is_empty()).then(|| Edit::SetEach { name: field.name.clone(), values })
}
