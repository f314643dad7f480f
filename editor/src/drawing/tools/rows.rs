//! A row for a course of several lanes: a space comes into each of them, so that the lanes stay side by side.

use std::collections::BTreeMap;
use std::sync::Arc;

use interpreter::ir::Drawn;
use kurbo::Point;

use super::course::starter;
use super::insert::{along, behind, said_by_both, set_measures};
use super::recount;
use crate::drawing::bends;
use crate::drawing::courses::{Beside, Course};
use crate::drawing::document::{Document, Item, List};
use crate::drawing::edit::{Edit, apply, size_kept};
use crate::drawing::ids::{Ids, parts};
use crate::drawing::schema::Schema;

/// How far spaces may lie beside the places that their course has for them, in distances between rows.
const OFF: f64 = 0.5;

/// The course of several lanes that a step is a part of, and the position of the row that the step leads to; `None` if there is none.
pub(super) fn over(document: &Document, schema: &Schema, (from, to): (&Item, &Item)) -> Option<(Course, usize)> {
    let course = Course::through(document, schema, from.key).filter(|course| course.lanes > 1)?;
    let (count, place) = (course.count(), |id: &Arc<str>| course.spaces.iter().position(|space| space == id));
    let (a, b) = (place(&from.id)?, place(&to.id)?);
    let is_next = b == a + 1 || course.line.comes_round() && b + count == a + 1;
    (a / count == b / count && is_next).then_some((course, a % count + 1))
}

/// Puts a row before this position into a course of lanes, and what it is.
///
/// # Errors
/// Why there can be none.
pub(super) fn inserted(
    document: &Document,
    schema: &Schema,
    (mut before, at): (Course, usize),
) -> Result<(usize, Vec<Edit>), String> {
    // There may be too few spaces to judge their size by, but none is made smaller by these.
    let mut edits = size_kept(document, schema);
    let mut document = apply(document, schema, &Edit::All(String::new(), edits.clone()))?;
    // In each lane, the ids behind count on where they do so already.
    for lane in 0..before.lanes {
        let (from, to) = ends(&before, lane, at);
        let keys: Vec<_> = before.spaces.iter().map(|id| document.space(id).map(|space| space.key)).collect();
        let Some(counted) = recount::ids_counted_on(&document, (&from, &to), None) else { continue };
        document = apply(&document, schema, &counted)?;
        edits.push(counted);
        for (id, key) in before.spaces.iter_mut().zip(keys) {
            *id = key.and_then(|key| Some(document.item(key)?.id.clone())).unwrap_or_default();
        }
    }
    let (count, mut course) = (before.count(), before.clone());
    let mut row: Vec<(Arc<Item>, Arc<Item>, Arc<str>)> = vec![];
    let letters = |lane: usize| parts(&ends(&before, lane, at).0).0.to_owned();
    let is_by_row = (1..before.lanes).any(|lane| letters(lane) == letters(0));
    let mut ids = Ids::behind(&document, Some(&ends(&before, 0, at).0));
    for lane in (0..before.lanes).rev() {
        let (from, to) = ends(&before, lane, at);
        let both = document.space(&from).zip(document.space(&to));
        let id = both.map(|_| if is_by_row { ids.next() } else { Ids::behind(&document, Some(&from)).next() });
        course.spaces.insert(lane * count + at, id.clone().unwrap_or_default());
        row.extend(both.zip(id).map(|((from, to), id)| (from.clone(), to.clone(), id)));
    }
    if !course.gaps.is_empty() {
        let gap = (at + usize::from(course.from.is_some())).saturating_sub(1).min(course.gaps.len() - 1);
        course.gaps.insert(gap, course.gaps[gap]);
    }
    // Where the line leads elsewhere than the lanes, they can't close up along it.
    let off = before.placed(&document).into_iter().filter_map(|(key, at)| Some(document.item(key)?.at?.distance(at)));
    let is_along = off.fold(0.0, f64::max) < OFF * before.spacing();
    let places: BTreeMap<Arc<str>, Point> = course.spaces.iter().cloned().zip(course.places().concat()).collect();
    let into: Vec<_> = row.iter().map(|(from, to, _)| (from.id.clone(), to.id.clone())).collect();
    edits.extend(recount::counted_on(&document, schema, &into));
    for (from, to, id) in &row {
        let mut fields = starter(&schema.space, &said_by_both(&document, schema, from.key, Some(to.key)));
        for field in schema.space.iter().filter(|field| field.drawn.is_some()) {
            fields.set(&field.name, from.fields.get(&field.name).filter(|_| field.drawn != Some(Drawn::Along)).cloned());
        }
        recount::behind(schema, from, 1).for_each(|(name, value)| fields.set(name, Some(value)));
        set_measures(&mut fields, Some(from), Some(to));
        let between = || from.at.zip(to.at).map(|(a, b)| a.midpoint(b));
        let at = places.get(id).copied().filter(|_| is_along).or_else(between);
        let item = Item { id: id.clone(), at, fields, ..Item::default() };
        edits.push(Edit::Add { list: List::Spaces, items: vec![item], before: behind(&document, from.key) });
    }
    let (new, kinds): (BTreeMap<&Arc<str>, &Arc<str>>, _) =
        (row.iter().map(|(from, _, id)| (&from.id, id)).collect(), along(schema));
    for link in document.links() {
        if kinds.contains(&link.kind) {
            let mut spaces = link.spaces.clone();
            for (n, (from, to)) in link.steps().enumerate().collect::<Vec<_>>().into_iter().rev() {
                if let Some((.., id)) = row.iter().find(|(a, b, _)| (&a.id, &b.id) == (from, to)) {
                    spaces.insert(n + 1, id.clone());
                }
            }
            edits.extend((spaces.len() > link.spaces.len()).then_some(Edit::Route { key: link.key, spaces }));
        } else if let Some(spaces) = link.spaces.iter().map(|id| new.get(id).copied().cloned()).collect::<Option<Vec<_>>>() {
            // What leads across the row before leads across this one, too.
            let mut item = Item { kind: link.kind.clone(), spaces, fields: link.fields.clone(), ..Item::default() };
            item.fields.set(bends::FIELD, None);
            edits.push(Edit::Add { list: List::Links, items: vec![item], before: None });
        }
    }
    if is_along {
        edits.extend(Beside::of(&document, schema, &before).laid_over(&document, &before, &course));
    }
    Ok((row.len(), edits))
}

/// The spaces of a lane before and behind a position.
fn ends(course: &Course, lane: usize, at: usize) -> (Arc<str>, Arc<str>) {
    let lane: &[Arc<str>] = course.by_lane().nth(lane).unwrap_or_default();
    let id = |n: usize| lane.get(n % lane.len().max(1)).cloned().unwrap_or_default();
    (id(at - 1), id(at))
}
