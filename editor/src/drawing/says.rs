//! The values of a field, of one thing or many, and the values that the drawing tools would give it.

use std::sync::Arc;

use interpreter::ir::Drawn;

use super::document::{Document, Item, Key, List};
use super::edit::declared;
use super::schema::{Field, Schema, Takes};
use super::tools::select::course_of;

/// The value of a field in one thing or many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldValue {
    /// All of them have this value.
    Own(Arc<str>),
    /// None of them gives a value, so the default holds, if there is one that is the same everywhere.
    Usual(Option<Arc<str>>),
    /// They differ.
    Mixed,
}

impl FieldValue {
    /// The value, given or default.
    pub fn value(&self) -> Option<&Arc<str>> {
        match self {
            FieldValue::Own(value) => Some(value),
            FieldValue::Usual(value) => value.as_ref(),
            FieldValue::Mixed => None,
        }
    }
}

/// The value of a field in these things.
pub fn said(schema: &Schema, items: &[(List, &Item)], name: &str) -> FieldValue {
    let mut all = None;
    for (list, item) in items.iter().copied() {
        let own = item.fields.get(name).cloned();
        let usual = || declared(schema, list, item, name).and_then(|field| field.default.clone());
        let now = match own {
            Some(value) => FieldValue::Own(value),
            None => FieldValue::Usual(usual()),
        };
        all = match all {
            None => Some(now),
            Some(last) if last == now => Some(last),
            // One gives the value that the others have by default.
            Some(last) if last.value() == now.value() && last.value().is_some() => Some(FieldValue::Usual(last.value().cloned())),
            Some(_) => return FieldValue::Mixed,
        };
    }
    all.unwrap_or(FieldValue::Usual(None))
}

/// The value that tools fill in, from how a space is drawn: its number along its course, or its lane. `None` if they fill in nothing.
pub fn as_drawn(document: &Document, schema: &Schema, space: Key, field: &Field) -> Option<Arc<str>> {
    let (low, high) = match field.takes {
        Takes::Whole(low, high) => (low, high),
        _ => return None,
    };
    let number = match field.drawn? {
        Drawn::Along => along(document, schema, space)?,
        // Lanes count from the inside.
        Drawn::Across | Drawn::Outward => lanes(document, schema, space, Drawn::Inward, Drawn::Outward)?,
        Drawn::Inward => lanes(document, schema, space, Drawn::Outward, Drawn::Inward)?,
    };
    let value = i64::from(low.max(-1_000_000)) + number as i64;
    (value <= i64::from(high)).then(|| value.to_string().into())
}

/// The number of spaces before a space on its course; on a loop, counted from the space that comes first in the file.
fn along(document: &Document, schema: &Schema, space: Key) -> Option<usize> {
    let (course, is_closed) = course_of(document, schema, space);
    let at = course.iter().position(|key| *key == space)?;
    if !is_closed {
        return Some(at);
    }
    let rank = |key: &Key| document.spaces().iter().position(|other| other.key == *key);
    let first = (0..course.len()).min_by_key(|n| rank(&course[*n]))?;
    Some((at + course.len() - first) % course.len())
}

/// The number of steps from a space over links drawn `on`, or against those drawn `back`. `None` if the rules have neither.
fn lanes(document: &Document, schema: &Schema, space: Key, on: Drawn, back: Drawn) -> Option<usize> {
    schema.links_drawn(on).chain(schema.links_drawn(back)).next()?;
    let drawn = |kind: &str| schema.link(kind).and_then(|link| link.drawn);
    let mut ids = vec![document.item(space)?.id.clone()];
    loop {
        let here = ids.last()?;
        let steps = document.links().iter().flat_map(|link| link.steps().map(move |(from, to)| (&*link.kind, from, to)));
        let mut next = steps.filter_map(|(kind, from, to)| match drawn(kind)? {
            way if way == on && from == here => Some(to.clone()),
            way if way == back && to == here => Some(from.clone()),
            _ => None,
        });
        match next.next() {
            Some(id) if !ids.contains(&id) => ids.push(id),
            _ => return Some(ids.len() - 1),
        }
    }
}

/// The links of one space: which link, which step, and from where to where.
pub fn steps_at<'d>(document: &'d Document, id: &str) -> Vec<LinkStep<'d>> {
    let mut found = vec![];
    for link in document.links() {
        for (from, to) in link.steps().filter(|(from, to)| ***from == *id || ***to == *id) {
            found.push(LinkStep { link: link.key, kind: &link.kind, from, to });
        }
    }
    found
}

/// One step of a link.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LinkStep<'d> {
    pub link: Key,
    pub kind: &'d Arc<str>,
    pub from: &'d Arc<str>,
    pub to: &'d Arc<str>,
}
