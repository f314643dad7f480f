//! Numbers along courses, in ids and in fields that count along them: what they become where a course is turned round, and where something
//! comes in or goes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::ir::Drawn;

use crate::drawing::courses::{self, Course};
use crate::drawing::document::{Document, Item, Key};
use crate::drawing::edit::Edit;
use crate::drawing::fields::quoted;
use crate::drawing::ids::parts;
use crate::drawing::schema::{Field, Schema, Takes};

/// What spaces say in a field.
type Values = Vec<(Key, Option<Arc<str>>)>;

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
        let next = numbers.next_in(field);
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
        let next = numbers.next_in(field);
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

/// The ids behind a new space counted on by one, if the two that it lies between follow each other: `a07` becomes `a08`, and so on as far
/// as they go without a gap. A space with a number that comes in between takes that one; one with a name keeps it.
pub fn ids_counted_on(document: &Document, (from, to): (&str, &str), space: Option<&Arc<Item>>) -> Option<Edit> {
    let ((letters, first, digits), (other, second, _)) = (parts(from), parts(to));
    let second = second.filter(|second| letters == other && first == second.checked_sub(1))?;
    if space.is_some_and(|space| parts(&space.id).1.is_none()) {
        return None;
    }
    let written = |n: u32| format!("{letters}{n:0digits$}");
    let keys = courses::keys(document);
    let key = |n: u32| keys.get(&*written(n)).copied().filter(|key| space.is_none_or(|space| space.key != *key));
    let row = (second..=u32::MAX).map_while(|n| Some((n, key(n)?)));
    // Beyond the largest number, none counts on.
    let values: Option<Vec<_>> = row.map(|(n, key)| Some((key, Some(quoted(&written(n.checked_add(1)?)).into())))).collect();
    let own = space.map(|space| (space.key, Some(quoted(&written(second)).into())));
    Some(Edit::SetEach { name: "id".into(), values: values?.into_iter().chain(own).collect() })
}

/// The ids behind spaces that go counted back, where the spaces before and behind follow each other then: without `a08`, `a09` becomes `a08`.
pub fn ids_counted_back(document: &Document, gone: &BTreeSet<Key>) -> Option<Edit> {
    let all = courses::keys(document);
    let steps: BTreeSet<(&str, &str)> =
        document.links().iter().flat_map(|link| link.steps()).map(|(from, to)| (&**from, &**to)).collect();
    let mut values: Values = vec![];
    let mut seen: BTreeSet<Key> = BTreeSet::new();
    let mut spaces: Vec<&Arc<Item>> = document.spaces().iter().filter(|space| gone.contains(&space.key)).collect();
    // By number, whatever their order of progress: what counts back further up counts back by more.
    spaces.sort_by_key(|space| (parts(&space.id).0, parts(&space.id).1));
    for space in spaces {
        let (letters, Some(first), digits) = parts(&space.id) else { continue };
        let written = |n: u32| format!("{letters}{n:0digits$}");
        let before = first.checked_sub(1).map(written).and_then(|id| Some((*all.get(&*id)?, id)));
        let leads = |(key, id): (Key, String)| !gone.contains(&key) && steps.contains(&(&*id, &*space.id));
        if seen.contains(&space.key) || !before.is_some_and(leads) {
            continue;
        }
        let mut by = 0;
        for (n, key) in (first..=u32::MAX).map_while(|n| Some((n, *all.get(&*written(n))?))) {
            if gone.contains(&key) {
                seen.insert(key);
                by += 1;
            } else {
                values.push((key, Some(quoted(&written(n - by)).into())));
            }
        }
    }
    (!values.is_empty()).then(|| Edit::SetEach { name: "id".into(), values })
}

/// The edits after which fields that count along a course go on from one course to the next.
pub fn gone_on(document: &Document, schema: &Schema, first: &Course, second: &Course) -> Vec<Edit> {
    let mut values: BTreeMap<&str, Values> = BTreeMap::new();
    for (before, next) in first.by_lane().zip(second.by_lane()) {
        let Some(last) = before.last().and_then(|id| document.space(id)) else { continue };
        for (n, space) in next.iter().enumerate().filter_map(|(n, id)| Some((n, document.space(id)?))) {
            for (name, value) in behind(schema, last, n as i64 + 1) {
                values.entry(name).or_default().push((space.key, Some(value)));
            }
        }
    }
    values.into_iter().map(|(name, values)| Edit::SetEach { name: name.into(), values }).collect()
}

/// The edits after which these spaces are numbered the other way round, wherever a whole row of them counts on from one to the next.
pub fn turned(document: &Document, schema: &Schema, chosen: &BTreeSet<&Arc<str>>) -> Vec<Edit> {
    let numbers = Numbers::of(document, schema);
    let mut edits = vec![];
    for field in schema.fields_drawn(Drawn::Along) {
        let pairs = swapped(&numbers.next_in(field), chosen);
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

    fn value(&self, id: &Arc<str>, field: &Field) -> Option<i64> {
        Some(self.spaces.get(id)?.fields.number(&field.name)? as i64)
    }

    /// What a space says once it counts on by so many; `None` if it can't.
    fn moved(&self, id: &Arc<str>, field: &Field, by: i64) -> Option<(Key, Option<Arc<str>>)> {
        Some((self.spaces.get(id)?.key, Some(written(field, self.value(id, field)? + by)?)))
    }

    /// The rows that count on in a field.
    fn next_in(&self, field: &Field) -> Next<'d> {
        self.next(|id| Some(((), self.value(id, field)?)))
    }

    /// The rows that count on, among those spaces that are counted alike.
    fn next<Alike: PartialEq>(&self, count: impl Fn(&Arc<str>) -> Option<(Alike, i64)>) -> Next<'d> {
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

fn set(field: &Field, values: Values) -> Option<Edit> {
    (!values.is_empty()).then(|| Edit::SetEach { name: field.name.clone(), values })
}
