//! More spaces for a course: at its ends, and between two that are linked.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::ir::Drawn;
use kurbo::Point;

use super::course::starter;
use super::curve;
use super::line::Line;
use super::select::Ways;
use super::{recount, rows};
use crate::drawing::bends;
use crate::drawing::courses::{Beside, Course, NARROWER, Room, fitted, steps_on, touch};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::{Edit, MOST_SPACES, all_declared, apply, counted, size_kept};
use crate::drawing::fields::{Fields, items, millimetres, quoted};
use crate::drawing::ids::{Ids, parts};
use crate::drawing::schema::{Field, Schema, Takes};
use crate::drawing::tiles;

/// In how many ways room is made for a space, at most.
const MOST_WAYS: usize = 16;
/// At how many places a space behind a sharp turn is tried.
const TRIES: u32 = 64;

/// So many nodes at the end of a line that is cut have other neighbours than before.
const BESIDE_CUT: usize = 2;

/// A course lengthened to a point beyond its end, or before its beginning, by as many spaces as there is room for; and which of its places
/// are new. The others keep their places, unless all `is_even`: then they are spread along the same line. A space that lies there, it leads to.
/// `None` if there is room for none, and it leads nowhere.
pub fn beyond(
    course: &Course,
    (is_end, is_even): (bool, bool),
    (to, on): (Point, Option<&Arc<str>>),
) -> Option<(Course, Range<usize>)> {
    if !is_end {
        let (longer, new) = beyond(&course.reversed(), (true, is_even), (to, on))?;
        return Some((longer.reversed(), 0..new.len()));
    }
    let (mut longer, step) = (course.clone(), course.usual_spacing());
    let is_sharp = longer.line.lead_on(to);
    let (old, new) = (curve::length(&course.line.path()), curve::length(&longer.line.path()));
    let far = new - old;
    // Behind a sharp turn, the first one lies farther away where it would lie on an old one.
    let clear = if is_sharp { clear_of(course, to, step) } else { Some(step) };
    let aside = clear.filter(|clear| *clear <= far).map_or(0.0, |clear| clear - step);
    let is_even = is_even && course.gaps.is_empty() && aside <= 0.0;
    let steps = steps_on((far - aside) / step, is_even);
    let most = (MOST_SPACES - course.spaces.len().min(MOST_SPACES)) as f64;
    let has_room = steps.is_finite() && clear.is_some_and(|clear| clear <= far.max(step));
    let steps = if has_room { steps.clamp(0.0, most) as usize } else { 0 }.max(usize::from(on.is_some()));
    let more = steps - usize::from(on.is_some());
    let first = longer.spaces.len();
    let none: Vec<Arc<str>> = vec!["".into(); more];
    longer.spaces.extend(none);
    // Uneven gaps stay as they are. The new ones share what is added, as far as they are no wider than usual: the line ends with the last.
    if !is_even && steps > 0 {
        let even = || vec![step; course.steps()];
        let mut gaps = if course.gaps.len() == course.steps() { course.gaps.clone() } else { even() };
        let scale = gaps.iter().sum::<f64>() / old.max(0.01);
        let mut gap = (far - aside) / steps as f64;
        if on.is_none() && gap > step {
            gap = step;
            let end = longer.line.at((old + aside + steps as f64 * gap) / new)?;
            let nodes = longer.line.nodes.clone();
            longer.line = longer.line.cut(end).into_iter().next()?;
            // Only those beside the cut are held as they were bent: the others keep their bends.
            let far = longer.line.nodes.len().saturating_sub(BESIDE_CUT);
            longer.line.nodes.iter_mut().zip(nodes).take(far).for_each(|(node, old)| node.bend = old.bend);
        }
        gaps.extend(vec![gap * scale; steps]);
        gaps[course.steps()] += aside * scale;
        longer.gaps = gaps;
    }
    if let Some(on) = on {
        longer.to = Some(on.clone());
    }
    (steps > 0).then_some((longer, first..first + more))
}

/// How far from the end of a course, straight towards a point, a space lies clear of those before the last: a step or more. `None` if it
/// lies on one of them all along.
fn clear_of(course: &Course, to: Point, step: f64) -> Option<f64> {
    let places = course.places().into_iter().next()?;
    let (end, others) = places.split_last()?;
    let way = to - *end;
    let far = way.hypot();
    let tries = (0..=TRIES).map(|n| step + (far - step).max(0.0) * f64::from(n) / f64::from(TRIES));
    tries.into_iter().find(|far_on| {
        let at = *end + way * (far_on / far.max(1e-6));
        others.iter().all(|other| other.distance(at) > step * (1.0 - NARROWER))
    })
}

/// Lengthens a course of one lane to a point, or to a space that lies there and that it can lead to.
pub fn lengthened(
    document: &Document,
    schema: &Schema,
    course: &Course,
    (is_end, is_even): (bool, bool),
    to: (Point, Option<&Arc<str>>),
) -> Option<Edit> {
    let (mut longer, new) = beyond(course, (is_end, is_even), to)?;
    let mut there: Vec<Key> = course.spaces.iter().filter_map(|id| Some(document.space(id)?.key)).collect();
    if is_end {
        there.reverse();
    }
    let (like, beside) = (*there.first()?, there.get(1).copied());
    let count = new.len();
    let spaces = if count == 1 { "a space".to_owned() } else { format!("{count} spaces") };
    if let Some(last) = stays_last(document, schema, course, is_end) {
        let edits = before_last(document, schema, (course, longer), new, &there, is_end)?;
        return Some(Edit::All(format!("lengthen a course by {spaces}: {} stays at its end", document.called(&last)), edits));
    }
    let mut edits = filled(document, schema, &mut longer, new.clone(), (like, beside), is_end);
    let own = document.item(like).map(|item| &item.id);
    let mut linked: Vec<Arc<str>> = longer.spaces[new].to_vec();
    let [before, behind] = if is_end { [own, to.1] } else { [to.1, own] };
    linked.splice(0..0, before.cloned());
    linked.extend(behind.cloned());
    for (kind, is_back) in linking(document, schema, beside, like, is_end) {
        let linked: Vec<Arc<str>> = if is_back { linked.iter().rev().cloned().collect() } else { linked.clone() };
        edits.push(Edit::Connect { kind, spaces: linked });
    }
    edits.extend(Beside::of(document, schema, course).laid_longer(document, course, &longer));
    let name = match to.1 {
        Some(on) if count == 0 => format!("lead a course to {}", document.called(on)),
        _ => format!("lengthen a course by {spaces}"),
    };
    Some(Edit::All(name, edits))
}

/// The links by which a course that ends at a space of another leads to it, or from it where it begins there. They replace those of a space at
/// which it ended before.
///
/// # Errors
/// What to do where the rules let only one link lead on, and another one does already.
pub fn leading(document: &Document, schema: &Schema, course: &Course, is_end: bool, on: &Arc<str>) -> Result<Vec<Edit>, String> {
    let mut there = course.spaces.iter().filter(|id| !id.is_empty());
    let mut next = || document.space(if is_end { there.next_back() } else { there.next() }?);
    let Some(last) = next() else { return Ok(vec![]) };
    let was = Course::of(document, &last.id).and_then(|own| own.to);
    let mut edits = vec![];
    for (kind, is_back) in linking(document, schema, next().map(|space| space.key), last.key, is_end) {
        let [from, to] = if is_end == is_back { [on, &last.id] } else { [&last.id, on] };
        let links = document.links().iter().filter(|link| link.kind == kind);
        let leads = links.flat_map(|link| link.steps()).find(|(space, _)| *space == from);
        let leads = leads.filter(|(_, other)| !is_end || was.as_ref() != Some(other));
        if let Some((_, other)) = leads.filter(|_| schema.link(&kind).is_some_and(|kind| kind.is_single)) {
            let [from, other] = [from, other].map(|id| document.called(id));
            return Err(format!("{from} leads on already: delete its link to {other} first"));
        }
        edits.push(Edit::Connect { kind, spaces: vec![from.clone(), to.clone()] });
    }
    Ok(edits)
}

/// The edits that take away the links between an end of a course and the space of another at which it ends, or begins.
pub fn unlinked(document: &Document, course: &Course, is_end: bool) -> Vec<Edit> {
    let mut there = course.spaces.iter().filter(|id| !id.is_empty());
    let last = if is_end { there.next_back() } else { there.next() };
    let Some((last, on)) = last.zip(if is_end { course.to.as_ref() } else { course.from.as_ref() }) else { return vec![] };
    let mut edits = vec![];
    for link in document.links() {
        let between = link.steps().filter(|step| [(last, on), (on, last)].contains(step));
        edits.extend(between.map(|(from, to)| Edit::Disconnect { kind: link.kind.clone(), from: from.clone(), to: to.clone() }));
    }
    edits
}

/// The kinds of link that a course goes on with behind an end, and whether they lead against it: those along courses, or where the rules know
/// none, those between its last two spaces.
pub(super) fn linking(
    document: &Document,
    schema: &Schema,
    beside: Option<Key>,
    end: Key,
    is_end: bool,
) -> Vec<(Arc<str>, bool)> {
    let along = along(schema);
    let id = |key: Key| document.item(key).map(|item| &item.id);
    let Some((beside, end)) = beside.and_then(id).zip(id(end)).filter(|_| along.is_empty()) else {
        return along.into_iter().map(|kind| (kind, false)).collect();
    };
    let (from, to) = if is_end { (beside, end) } else { (end, beside) };
    let mut kinds: Vec<(Arc<str>, bool)> = vec![];
    for item in document.links() {
        for is_back in [false, true] {
            let (from, to) = if is_back { (to, from) } else { (from, to) };
            let is_new = kinds.iter().all(|(kind, back)| (kind, *back) != (&item.kind, is_back));
            if is_new && item.steps().any(|(a, b)| (a, b) == (from, to)) {
                kinds.push((item.kind.clone(), is_back));
            }
        }
    }
    kinds
}

/// The space at an end of a course that stays there when the course is lengthened: a start or a finish, of which the rules let there be one.
pub fn stays_last(document: &Document, schema: &Schema, course: &Course, is_end: bool) -> Option<Arc<str>> {
    let mut there = course.spaces.iter().filter(|id| !id.is_empty());
    let last = document.space(if is_end { there.next_back() } else { there.next() }?)?;
    (schema.links_drawn(Drawn::Along).next().is_some() && there.next().is_some() && schema.is_sole(last)).then(|| last.id.clone())
}

/// The edits by which the new places lie before the last space of a course, which moves on with its number. `there` are the spaces from
/// that end on.
fn before_last(
    document: &Document,
    schema: &Schema,
    (course, mut longer): (&Course, Course),
    new: Range<usize>,
    there: &[Key],
    is_end: bool,
) -> Option<Vec<Edit>> {
    let (last, beside) = (document.item(*there.first()?)?, document.item(*there.get(1)?)?);
    let new = if is_end { new.start.checked_sub(1)?..new.end.checked_sub(1)? } else { new.start + 1..new.end + 1 };
    // What lay at the inner end of the new places lies at the outer one.
    if is_end {
        longer.spaces.swap(new.start, new.end)
    } else {
        longer.spaces.swap(new.start - 1, new.end - 1)
    }
    let mut edits = vec![];
    let mut renumbered = document.clone();
    let id = counted_to(document, beside, last, new.len()).filter(|_| is_end).unwrap_or_else(|| last.id.clone());
    if id != last.id {
        edits.push(Edit::Rename { key: last.key, id: id.clone() });
        renumbered = apply(document, schema, &edits[0]).ok()?;
        longer.spaces.iter_mut().filter(|one| **one == last.id).for_each(|one| *one = id.clone());
    }
    let between = (beside.key, there.get(2).copied());
    edits.extend(filled(&renumbered, schema, &mut longer, new.clone(), between, is_end));
    let mut linked: Vec<Arc<str>> = longer.spaces[new].to_vec();
    let ends = if is_end { [beside.id.clone(), id] } else { [id, beside.id.clone()] };
    linked.insert(0, ends[0].clone());
    linked.push(ends[1].clone());
    for kind in along(schema) {
        let leads = |item: &&Arc<Item>| item.kind == kind && item.steps().any(|(from, to)| *from == ends[0] && *to == ends[1]);
        let [from, to] = ends.clone();
        edits.extend(renumbered.links().iter().find(leads).map(|_| Edit::Disconnect { kind: kind.clone(), from, to }));
        edits.push(Edit::Connect { kind, spaces: linked.clone() });
    }
    edits.extend(Beside::of(document, schema, course).laid_longer(&renumbered, course, &longer));
    Some(edits)
}

/// The id of the last space of a course if it follows the one beside it and so many come between.
fn counted_to(document: &Document, beside: &Item, last: &Item, more: usize) -> Option<Arc<str>> {
    let ((letters, first, _), (other, second, digits)) = (parts(&beside.id), parts(&last.id));
    let second = second.filter(|second| letters == other && first == second.checked_sub(1))?;
    let to: Arc<str> = format!("{letters}{:0digits$}", second.checked_add(u32::try_from(more).ok()?)?).into();
    document.space(&to).is_none().then_some(to)
}

/// Puts a space into a step of a link at a place near it: the link leads over it then. In a course the others make room for it, and where they
/// have none, its line gets longer. Without one that is there already, a new one is made. It takes its number and its place in the order of
/// progress, and the ids behind it count on. Paths and lists that name the two spaces one behind the other name it between them. Into lanes
/// side by side, a whole row comes.
///
/// # Errors
/// Why there can be none.
pub fn at_step(
    document: &Document,
    (schema, manifest): (&Schema, &Manifest),
    (link, n, at): (Key, usize, Point),
    space: Option<Key>,
) -> Result<Edit, String> {
    let gone = "this link is no longer there";
    let ends = |document: &Document| {
        let link = document.item(link)?.clone();
        let (from, to) = link.steps().nth(n)?;
        Some((link.clone(), document.space(from)?.clone(), document.space(to)?.clone()))
    };
    let (_, from, to) = ends(document).ok_or(gone)?;
    let space = space.and_then(|key| document.item(key));
    let called = |id| document.called(id);
    if let Some(over) = rows::over(document, schema, (&from, &to)) {
        if space.is_some() {
            return Err("lanes side by side get a whole row: select the link, then Insert space".to_owned());
        }
        let (count, edits) = rows::inserted(document, schema, over)?;
        let name = format!("insert a row of {count} spaces between {} and {}", called(&from.id), called(&to.id));
        return Ok(Edit::All(name, edits));
    }
    let what = space.map_or("a space".to_owned(), |space| called(&space.id));
    let name = format!("insert {what} between {} and {}", called(&from.id), called(&to.id));
    // Wherever it was in a course, it isn't any more.
    let mut edits = space.map(|space| out_of_courses(document, &space.id)).unwrap_or_default();
    edits.extend(recount::ids_counted_on(document, (&from.id, &to.id), space));
    // There may be too few spaces to judge their size by, but none is made smaller by this one.
    edits.extend(size_kept(document, schema));
    let document = &apply(document, schema, &Edit::All(String::new(), edits.clone()))?;
    let (link, from, to) = ends(document).ok_or(gone)?;
    let space = space.and_then(|space| document.item(space.key));
    // Where the link bends, the space lies on it, unless the track keeps another line for its course.
    let bent = bends::nearest(document, &link, n, at);
    let id = match course_over(document, schema, &link, n).filter(|(course, _)| bent.is_none() || course.key.is_some()) {
        Some((course, at)) => {
            let (id, roomy) = in_course(document, (schema, manifest), (course, at), (&from, &to), space);
            edits.extend(roomy);
            id
        }
        None if space.is_some() => space.map(|space| space.id.clone()).unwrap_or_default(),
        None => {
            let id = Ids::behind(document, Some(&from.id)).next();
            let at = bent.map(|on| on.at).or(from.at.zip(to.at).map(|(a, b)| a.midpoint(b)));
            let mut fields = starter(&schema.space, &said_by_both(document, schema, from.key, Some(to.key)));
            set_measures(&mut fields, Some(&from), Some(&to));
            recount::behind(schema, &from, 1).for_each(|(name, value)| fields.set(name, Some(value)));
            let item = Item { id: id.clone(), at, fields, ..Item::default() };
            edits.push(Edit::Add { list: List::Spaces, items: vec![item], before: behind(document, from.key) });
            id
        }
    };
    // Whatever led from the one to the other along the course leads over it, too.
    let leads = |item: &&Arc<Item>| item.steps().any(|(f, t)| (f, t) == (&from.id, &to.id));
    let is_along = |item: &Item| schema.link(&item.kind).is_some_and(|link| link.drawn == Some(Drawn::Along));
    for item in document.links().iter().filter(leads).filter(|item| item.key == link.key || is_along(item)) {
        let mut spaces = item.spaces.clone();
        let mut cut = None;
        for step in (1..spaces.len()).rev().filter(|at| (&item.spaces[at - 1], &item.spaces[*at]) == (&from.id, &to.id)) {
            spaces.insert(step, id.clone());
            cut = bends::nearest(document, item, step - 1, at).and_then(|on| bends::cut(document, item, step - 1, (on, &id)));
        }
        edits.push(Edit::Route { key: item.key, spaces });
        edits.extend(cut.map(|value| Edit::Set { keys: vec![item.key], name: bends::FIELD.into(), value: Some(value) }));
    }
    edits.extend(space.and_then(|space| moved_behind(document, space.key, from.key)));
    edits.extend(recount::counted_on(document, schema, &[(from.id.clone(), to.id.clone())]));
    if let Some(space) = space {
        let own = recount::behind(schema, &from, 1);
        edits.extend(own.map(|(name, value)| Edit::Set { keys: vec![space.key], name: name.into(), value: Some(value) }));
    }
    edits.extend(space.into_iter().flat_map(|space| says_as_both(document, schema, space, from.key, to.key)));
    edits.extend(named_between(document, schema, [&from.id, &to.id], &id));
    Ok(Edit::All(name, edits))
}

/// The course that a step of a link is a part of, and where in it something comes in there: a course of one lane, or the link itself with its
/// ends on what they lead from and to.
fn course_over(document: &Document, schema: &Schema, link: &Item, n: usize) -> Option<(Course, usize)> {
    let (from, to) = link.steps().nth(n)?;
    let key = |id: &Arc<str>| document.space(id).map(|space| space.key);
    // Beside a single lane, others would stay behind.
    let is_across = |link: &&Arc<Item>| {
        let drawn = schema.link(&link.kind).and_then(|kind| kind.drawn);
        drawn.is_some_and(|drawn| drawn != Drawn::Along)
    };
    let in_lanes: BTreeSet<&Arc<str>> = document.links().iter().filter(is_across).flat_map(|link| &link.spaces).collect();
    let is_alone = |course: &Course| course.lanes == 1 && !course.spaces.iter().any(|id| in_lanes.contains(id));
    let ways = Ways::of(document, schema);
    let through = |id: &Arc<str>| {
        let key = key(id)?;
        Course::of(document, id).or_else(|| fitted(document, schema, &ways, key)).filter(is_alone)
    };
    let over = |course: Course| place_between(&course, from, to).map(|at| (course, at));
    let known = through(from).and_then(over).or_else(|| through(to).and_then(over));
    known.or_else(|| {
        let is_in_course = |id: &&Arc<str>| through(id).is_some();
        let is_step = along(schema).contains(&link.kind);
        let row = if is_step { vec![from.clone(), to.clone()] } else { link.spaces.clone() };
        // Only in a chain, both ends may be those of others.
        let [first, .., last] = &row[..] else { return None };
        let (begins, ends) = match row.len() {
            2 => (is_in_course(&first), is_in_course(&last)),
            _ => (true, true),
        };
        let inner = row[usize::from(begins)..row.len() - usize::from(ends)].to_vec();
        let at = inner.iter().position(|id| id == to).unwrap_or(inner.len());
        let places = row.iter().map(|id| document.space(id)?.at).collect::<Option<Vec<Point>>>()?;
        let is_once = row.iter().collect::<BTreeSet<_>>().len() == row.len();
        let [from, to] = [(begins, first), (ends, last)].map(|(is_bound, id)| is_bound.then(|| id.clone()));
        let course = Course { line: Line::smooth(places, false), spaces: inner, lanes: 1, from, to, ..Course::default() };
        let is_free = |id: &Arc<str>| !in_lanes.contains(id) && through(id).is_none();
        (is_once && course.spaces.iter().all(is_free)).then_some((course, at))
    })
}

/// Puts a space into a course at a position between two others, which has room for it then: its id, and the edits.
fn in_course(
    document: &Document,
    (schema, manifest): (&Schema, &Manifest),
    (before, at): (Course, usize),
    (from, to): (&Arc<Item>, &Arc<Item>),
    space: Option<&Arc<Item>>,
) -> (Arc<str>, Vec<Edit>) {
    let beside = Beside::of(document, schema, &before);
    let mut course = before.clone();
    course.spaces.insert(at, space.map(|space| space.id.clone()).unwrap_or_default());
    // There is less room for each now, but none is made smaller.
    course.touching = false;
    if !course.gaps.is_empty() {
        let gap = (at + usize::from(course.from.is_some())).saturating_sub(1).min(course.gaps.len() - 1);
        course.gaps.insert(gap, course.gaps[gap]);
    }
    let crowded = |document: &Document| tiles::crowded(document, schema, manifest);
    let is_own = |key: Key| space.is_some_and(|space| space.key == key);
    let had: BTreeSet<(Key, Option<Key>)> =
        crowded(document).into_iter().filter(|(a, b)| !is_own(*a) && !b.is_some_and(is_own)).collect();
    let mut best: Option<(usize, Arc<str>, Vec<Edit>)> = None;
    // What branches off and lies beside moves along, so that each way is tried.
    for mut course in Room::of(document, schema, manifest).ways(&before, &course, at).take(MOST_WAYS) {
        let mut edits = vec![];
        if space.is_none() {
            edits = filled(document, schema, &mut course, at..at + 1, (from.key, Some(to.key)), true);
        }
        edits.extend(beside.laid_over(document, &before, &course));
        let laid = apply(document, schema, &Edit::All(String::new(), edits.clone()));
        let new = |laid: Document| crowded(&laid).iter().filter(|pair| !had.contains(pair)).count();
        let count = laid.map_or(usize::MAX, new);
        if best.as_ref().is_none_or(|(least, ..)| count < *least) {
            best = Some((count, course.spaces[at].clone(), edits));
        }
        if count == 0 {
            break;
        }
    }
    best.map(|(_, id, edits)| (id, edits)).unwrap_or_default()
}

/// The edits by which a space says what both of two others say, unless it says something else itself.
fn says_as_both(document: &Document, schema: &Schema, space: &Item, one: Key, other: Key) -> Vec<Edit> {
    let both = said_by_both(document, schema, one, Some(other));
    let is_other = |field: &Field| {
        let own = space.fields.get(&field.name).filter(|value| !field.is_default(value));
        own.is_some_and(|value| both.get(&field.name) != Some(value))
    };
    if schema.space.iter().filter(|field| field.drawn.is_none()).any(is_other) {
        return vec![];
    }
    let missing = both.iter().filter(|(name, _)| space.fields.get(name).is_none());
    missing.map(|(name, value)| Edit::Set { keys: vec![space.key], name: name.clone(), value: Some(value.clone()) }).collect()
}

/// Puts a space right behind another in the order of progress.
fn moved_behind(document: &Document, space: Key, from: Key) -> Option<Edit> {
    let place = |key: Key| document.spaces().iter().position(|space| space.key == key);
    let (a, b) = (place(space)?, place(from)?);
    let mut keys: Vec<Key> = document.spaces()[a.min(b)..=a.max(b)].iter().map(|item| item.key).collect();
    keys.retain(|key| *key != space);
    let behind = keys.iter().position(|key| *key == from)? + 1;
    keys.insert(behind, space);
    Some(Edit::Order { list: List::Spaces, keys })
}

/// The edits by which paths and lists that name two spaces one behind the other, either way round, name another one between them.
fn named_between(document: &Document, schema: &Schema, ends: [&Arc<str>; 2], id: &Arc<str>) -> Vec<Edit> {
    let route = |path: &Arc<Item>| Some(Edit::Route { key: path.key, spaces: between(&path.spaces, ends, id)? });
    let written = ends.map(|id| quoted(id));
    let lists = relisted(document, schema, |list| between(list, [&written[0], &written[1]], &quoted(id)));
    document.paths().iter().filter_map(route).chain(lists).collect()
}

/// A row with something new wherever these two stand side by side; `None` if they don't, or if it is there already.
fn between<T: Clone + PartialEq>(row: &[T], ends: [&T; 2], new: &T) -> Option<Vec<T>> {
    let is_between = |n: &usize| {
        let pair = [&row[n - 1], &row[*n]];
        pair == ends || pair == [ends[1], ends[0]]
    };
    let mut longer = row.to_vec();
    (1..row.len()).rev().filter(is_between).for_each(|n| longer.insert(n, new.clone()));
    (longer.len() > row.len() && !row.contains(new)).then_some(longer)
}

/// The edits that change the lists of spaces which fields hold, whatever they are fields of. Spaces are in quotes there.
fn relisted(document: &Document, schema: &Schema, change: impl Fn(&[String]) -> Option<Vec<String>>) -> Vec<Edit> {
    let is_list = |field: &&Field| matches!(&field.takes, Takes::List(of) if **of == Takes::Space);
    let changed = |value: Option<&Arc<str>>| Some(format!("[{}]", change(&items(value?))?.join(", ")).into());
    let mut edits = vec![];
    for list in [List::Spaces, List::Links, List::Paths] {
        for item in document.list(list) {
            for field in all_declared(schema, list, item).iter().filter(is_list) {
                let (keys, name) = (vec![item.key], field.name.clone());
                edits.extend(changed(item.fields.get(&name)).map(|value| Edit::Set { keys, name, value: Some(value) }));
            }
        }
    }
    let own = document.header().fields();
    for field in schema.track.iter().filter(is_list) {
        let name = field.name.clone();
        edits.extend(changed(own.get(&name)).map(|value| Edit::TrackField { name, value: Some(value) }));
    }
    edits
}

/// Takes a space out of the courses that it was in, whose others stay where they are.
fn out_of_courses(document: &Document, id: &Arc<str>) -> Vec<Edit> {
    let courses = document.courses().iter().filter(|item| item.spaces.contains(id)).filter_map(|item| Course::read(item));
    let without = |course: Course| match course.without(&BTreeSet::from([id.clone()]), false) {
        Some(left) => left.kept(document),
        None => course.key.map(|key| Edit::Remove { keys: vec![key], bridging: false }).into_iter().collect(),
    };
    courses.flat_map(without).collect()
}

/// Where in a course a place between two spaces is that follow each other.
fn place_between(course: &Course, from: &Arc<str>, to: &Arc<str>) -> Option<usize> {
    let place = |id: &Arc<str>| course.spaces.iter().position(|space| space == id);
    let is_last = |a: usize| a + 1 == course.spaces.len();
    match (place(from), place(to)) {
        (Some(a), Some(b)) if b == a + 1 => Some(b),
        (Some(a), Some(0)) if is_last(a) && course.line.comes_round() => Some(a + 1),
        (Some(a), None) if is_last(a) && course.to.as_ref() == Some(to) => Some(a + 1),
        (None, Some(0)) if course.from.as_ref() == Some(from) => Some(0),
        _ => None,
    }
}

/// The kinds of link along a course.
pub(super) fn along(schema: &Schema) -> Vec<Arc<str>> {
    schema.links_drawn(Drawn::Along).map(|link| link.name.clone()).collect()
}

/// The key of the space behind one in the order of progress.
pub(super) fn behind(document: &Document, key: Key) -> Option<Key> {
    let at = document.spaces().iter().position(|space| space.key == key)?;
    document.spaces().get(at + 1).map(|space| space.key)
}

/// What two spaces both say, but for what tools fill in.
pub(super) fn said_by_both(document: &Document, schema: &Schema, one: Key, other: Option<Key>) -> Fields {
    let said = |key: Option<Key>, field: &Field| document.item(key?)?.fields.get(&field.name).cloned();
    let mut both = Fields::default();
    for field in schema.space.iter().filter(|field| field.drawn.is_none()) {
        both.set(&field.name, said(Some(one), field).filter(|value| said(other, field).as_ref() == Some(value)));
    }
    both
}

/// Gives new places of a course their spaces, which stand behind or in front of the first of `like` in the order of progress. They say what
/// both of `like` say.
pub(super) fn filled(
    document: &Document,
    schema: &Schema,
    course: &mut Course,
    new: Range<usize>,
    like: (Key, Option<Key>),
    is_behind: bool,
) -> Vec<Edit> {
    let (like, beside) = like;
    let both = said_by_both(document, schema, like, beside);
    let old = document.item(like);
    let mut ids = Ids::behind(document, old.map(|item| &*item.id));
    let places = course.places().into_iter().next().unwrap_or_default();
    let mut items = vec![];
    for (n, at) in new.clone().enumerate() {
        course.spaces[at] = ids.next();
        let mut fields = starter(&schema.space, &both);
        if let Some(old) = old.filter(|_| is_behind) {
            recount::behind(schema, old, n as i64 + 1).for_each(|(name, value)| fields.set(name, Some(value)));
        }
        match touch(&places, at, course.line.comes_round(), course.across()).filter(|_| course.touching) {
            Some((size, length)) => {
                fields.set("size", Some(millimetres(size).into()));
                fields.set("length", Some(millimetres(length).into()));
            }
            // Between two that give their own, it is as large as one of them.
            None => set_measures(&mut fields, old, beside.and_then(|key| document.item(key))),
        }
        items.push(Item { id: course.spaces[at].clone(), at: places.get(at).copied(), fields, ..Item::default() });
    }
    let before = if is_behind { behind(document, like) } else { Some(like) };
    vec![Edit::Add { list: List::Spaces, items, before }]
}

/// Gives a space the measures of another one, if a third one gives its own, too.
pub(super) fn set_measures(fields: &mut Fields, like: Option<&Arc<Item>>, other: Option<&Arc<Item>>) {
    for name in ["size", "length"] {
        let measure = like.and_then(|item| item.fields.get(name));
        fields.set(name, measure.filter(|_| other.is_some_and(|item| item.fields.get(name).is_some())).cloned());
    }
}

/// Deletes things and closes the gaps: the counterpart of an insertion. The others of their courses close up, and what lies behind counts back.
pub fn deleted(document: &Document, schema: &Schema, keys: Vec<Key>) -> Edit {
    let gone: BTreeSet<Key> = keys.iter().copied().collect();
    let all = List::ALL.into_iter().flat_map(|list| document.list(list).iter().map(move |item| (list, &**item)));
    let what = counted(all.filter(|(_, item)| gone.contains(&item.key)));
    let mut edits = closed_up(document, schema, &gone);
    let ids: BTreeSet<String> = document.spaces().iter().filter(|s| gone.contains(&s.key)).map(|s| quoted(&s.id)).collect();
    edits.extend(relisted(document, schema, |list| {
        list.iter().any(|id| ids.contains(id)).then(|| list.iter().filter(|id| !ids.contains(*id)).cloned().collect())
    }));
    edits.extend(recount::counted_back(document, schema, &gone));
    edits.push(Edit::Remove { keys, bridging: true });
    edits.extend(recount::ids_counted_back(document, &gone));
    if edits.len() > 1 { Edit::All(format!("delete {what}"), edits) } else { edits.remove(0) }
}

/// Lays the courses of these spaces without them, with what lies beside; those that the track doesn't keep yet are fitted first.
fn closed_up(document: &Document, schema: &Schema, gone: &BTreeSet<Key>) -> Vec<Edit> {
    let spaces: Vec<&Arc<Item>> = document.spaces().iter().filter(|space| gone.contains(&space.key)).collect();
    let ids: BTreeSet<Arc<str>> = spaces.iter().map(|space| space.id.clone()).collect();
    let (mut document, mut edits, mut known) = (document.clone(), vec![], BTreeSet::new());
    for space in spaces {
        if known.contains(&space.id) {
            continue;
        }
        let Some(course) = Course::through(&document, schema, space.key) else { continue };
        known.extend(course.spaces.iter().cloned());
        let Some(left) = course.without(&ids, true).filter(|left| left.count() < course.count()) else { continue };
        let closed = Edit::All(String::new(), Beside::without(&document, schema, &course, gone).laid(&document, &left));
        // The next course may be a branch that the track keeps by now.
        document = apply(&document, schema, &closed).unwrap_or(document);
        edits.push(closed);
    }
    edits
}
