//! Courses and grids: spaces at even distance along a line, in one lane or more, with the links and numbers that the rules ask for.
//!
//! Lanes count from the inside: of a loop the side within it, else the right side on the way on. `drawn along` leads from space to space of
//! a lane, `inward` to the next lane inside, `outward` outside, `across` both ways. An `int` field that is drawn so counts the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
pub use interpreter::data::track::courses::MOST_LANES;
use interpreter::ir::Drawn;
use kurbo::Point;

use super::curve;
use super::insert::{filled, linking};
use super::line::Line;
use super::pen::link_over;
use super::recount;
use super::select::course_of;
use crate::drawing::courses::{self, Beside, Course};
use crate::drawing::document::{Document, Item, Key, List, Notes};
use crate::drawing::edit::{Edit, MOST_SPACES, apply};
use crate::drawing::fields::{Fields, millimetres, quoted};
use crate::drawing::ids::{Ids, parts};
use crate::drawing::schema::{Schema, Takes};
use crate::drawing::tiles::crowded;

/// A course as it is being drawn.
#[derive(Clone, Debug, Default)]
pub struct CourseDraft {
    /// The points of its centre line.
    pub points: Vec<Point>,
    pub is_closed: bool,
    pub spread: Spread,
    /// 1 or more.
    pub lanes: usize,
    /// From lane to lane, in millimetres.
    pub lane_width: f64,
    /// What every space of it says.
    pub fields: Fields,
    /// Which space it goes on from, if the first one is to be linked from there. Where the line begins at that space, none is drawn on it.
    pub from: Option<Key>,
    /// Which space it leads to, in the same way.
    pub to: Option<Key>,
    /// The kind of link in hand: it leads off where the way on is taken, and all along where the rules have no kind that tools draw.
    pub pen: Option<Arc<str>>,
    pub pen_fields: Fields,
    /// Whether the spaces say how large they are, so that neighbours touch.
    pub touching: bool,
}

/// How the spaces are spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Spread {
    /// About so many millimetres apart.
    Every(f64),
    /// So many in each lane.
    Count(usize),
}

impl Default for Spread {
    fn default() -> Spread {
        Spread::Every(14.0)
    }
}

impl CourseDraft {
    /// The line it is drawn along. Points that repeat count once.
    pub fn line(&self) -> Line {
        let mut points: Vec<Point> = self.points.iter().copied().filter(|at| at.is_finite()).collect();
        let is_same = |a: &Point, b: &Point| a.distance(*b) < 0.01;
        points.dedup_by(|a, b| is_same(a, b));
        if self.is_closed && points.len() > 1 && is_same(&points[0], &points[points.len() - 1]) {
            points.pop();
        }
        let is_closed = self.is_closed && points.len() > 2;
        Line::smooth(points, is_closed)
    }

    /// The course that the track is to keep: its spaces have no ids yet, and those on which it begins or ends aren't among them.
    fn kept(&self, document: &Document) -> Course {
        let (line, lanes) = (self.line(), self.lanes.clamp(1, MOST_LANES));
        let far = curve::length(&line.path());
        let count = match self.spread {
            _ if far < 0.01 => 0,
            Spread::Count(count) => count,
            Spread::Every(every) => (far / every.max(0.5)).round().max(1.0) as usize + usize::from(!line.comes_round()),
        };
        let (begins, ends) = self.joins(document);
        let id = |key: Option<Key>| Some(document.item(key?)?.id.clone());
        let from = id(self.from).filter(|_| begins && !self.is_closed);
        let to = id(self.to).filter(|_| ends && !self.is_closed);
        let joined = usize::from(from.is_some()) + usize::from(to.is_some());
        let spaces = vec!["".into(); count.min(MOST_SPACES / lanes).saturating_sub(joined) * lanes];
        let (lane_width, touching) = (self.lane_width, self.touching);
        Course { key: None, line, spaces, lanes, lane_width, gaps: vec![], touching, from, to }
    }

    /// The places of the spaces that are new: lanes from the inside, each in the direction of the course.
    pub fn places(&self, document: &Document) -> Vec<Vec<Point>> {
        self.kept(document).places()
    }

    /// Whether it begins, and whether it ends, at a space that is there already.
    fn joins(&self, document: &Document) -> (bool, bool) {
        let is_at = |key: Option<Key>, point: Option<&Point>| {
            let at = key.and_then(|key| document.item(key)?.at);
            at.zip(point).is_some_and(|(at, point)| at.distance(*point) < 0.1)
        };
        (is_at(self.from, self.points.first()), is_at(self.to, self.points.last()))
    }

    /// The kinds of link along it: those that the rules let tools draw, else the one in hand.
    fn along<'s>(&'s self, schema: &'s Schema) -> Vec<&'s Arc<str>> {
        let drawn: Vec<&Arc<str>> = schema.links_drawn(Drawn::Along).map(|link| &link.name).collect();
        if drawn.is_empty() { self.pen.iter().collect() } else { drawn }
    }

    /// The kinds by which it leads off from where it begins: not one that leads on from there already, where only one may.
    ///
    /// # Errors
    /// What to do where there is none.
    pub fn first_links<'s>(&'s self, document: &Document, schema: &'s Schema) -> Result<Vec<&'s Arc<str>>, String> {
        let Some(from) = self.from.and_then(|key| document.item(key)) else { return Ok(vec![]) };
        let leads = |kind: &str| document.links().iter().any(|l| *l.kind == *kind && l.steps().any(|(f, _)| *f == from.id));
        let is_free = |kind: &&Arc<str>| !schema.link(kind).is_some_and(|link| link.is_single && leads(kind));
        let along = self.along(schema);
        let is_taken = !along.is_empty() && !along.iter().any(&is_free);
        match self.pen.as_ref().filter(|_| is_taken) {
            Some(pen) if is_free(&pen) => Ok(vec![pen]),
            _ if is_taken => {
                let branches = schema.links.len() > 1 && schema.links.iter().any(|link| link.drawn.is_none());
                let other = if branches { "choose on the left which kind of link branches off, or " } else { "" };
                Err(format!("{} leads on already: {other}begin beside it", document.called(&from.id)))
            }
            _ => Ok(along.into_iter().filter(is_free).collect()),
        }
    }

    /// Draws it; `None` where the line is too short for a space.
    pub fn edit(&self, document: &Document, schema: &Schema) -> Option<Edit> {
        let mut kept = self.kept(document);
        let (lanes, closed, count) = (kept.places(), kept.line.comes_round(), kept.count());
        if count == 0 {
            return None;
        }
        let ids = self.ids(document, lanes.len(), count);
        let mut items = vec![];
        // The order of progress: along first, then from the inside.
        for n in 0..count {
            for (lane, places) in lanes.iter().enumerate() {
                let mut fields = starter(&schema.space, &self.fields);
                for (way, number) in
                    [(Drawn::Along, n), (Drawn::Across, lane), (Drawn::Outward, lane), (Drawn::Inward, lanes.len() - 1 - lane)]
                {
                    for field in schema.fields_drawn(way) {
                        let value = field.lowest().unwrap_or(1).max(-1_000_000) as i64 + number as i64;
                        let fits =
                            matches!(field.takes, Takes::Whole(low, high) if (i64::from(low)..=i64::from(high)).contains(&value));
                        let written = value.to_string();
                        fields.set(&field.name, (fits && !field.is_default(&written)).then(|| written.into()));
                    }
                }
                if let Some((size, length)) = courses::touch(places, n, closed, kept.across()).filter(|_| self.touching) {
                    fields.set("size", Some(millimetres(size).into()));
                    fields.set("length", Some(millimetres(length).into()));
                }
                fields.sort_by_rank(|name| schema.space.iter().position(|field| *field.name == *name));
                items.push(Item { id: ids[lane][n].clone(), at: Some(places[n]), fields, ..Item::default() });
            }
        }
        let mut edits = vec![Edit::Add { list: List::Spaces, items, before: None }];
        let mut connect = |kind: &Arc<str>, spaces: Vec<Arc<str>>| {
            if spaces.len() > 1 {
                edits.push(Edit::Connect { kind: kind.clone(), spaces });
            }
        };
        for kind in self.along(schema) {
            for lane in &ids {
                let mut spaces = lane.clone();
                spaces.extend(lane.first().filter(|_| closed && count > 1).cloned());
                connect(kind, spaces);
            }
            if let Some(to) = self.to.and_then(|key| document.item(key)) {
                connect(kind, vec![ids[0][count - 1].clone(), to.id.clone()]);
            }
        }
        let across = |n: usize| -> Vec<Arc<str>> { ids.iter().map(|lane| lane[n].clone()).collect() };
        let back = |n: usize| across(n).into_iter().rev();
        for link in schema.links.iter().filter(|_| lanes.len() > 1) {
            let row = |n: usize| match link.drawn {
                Some(Drawn::Outward) => Some(across(n)),
                Some(Drawn::Inward) => Some(back(n).collect()),
                Some(Drawn::Across) if link.both_ways || link.is_single => Some(across(n)),
                Some(Drawn::Across) => Some(across(n).into_iter().chain(back(n).skip(1)).collect()),
                Some(Drawn::Along) | None => None,
            };
            edits.extend(chains(document, &link.name, (0..count).filter_map(row)));
        }
        if let Some(from) = self.from.and_then(|key| document.item(key)) {
            for kind in self.first_links(document, schema).unwrap_or_default() {
                let spaces = vec![from.id.clone(), ids[0][0].clone()];
                edits.push(link_over(document, schema, kind, &self.pen_fields, spaces));
            }
        }
        kept.spaces = ids.into_iter().flatten().collect();
        edits.extend(kept.kept(document));
        let what = match (self.touching && matches!(self.spread, Spread::Count(_)), closed) {
            (true, _) => "grid",
            (false, true) => "loop",
            (false, false) => "course",
        };
        Some(Edit::All(format!("draw a {what} of {} spaces", count * lanes.len()), edits))
    }

    /// Ids by lane: with one lane they go on as the others do, with several they are `a1-01`, `a2-01` …
    fn ids(&self, document: &Document, lanes: usize, count: usize) -> Vec<Vec<Arc<str>>> {
        let from = self.from.and_then(|key| document.item(key)).map(|item| item.id.clone());
        let mut row = Ids::behind(document, from.as_deref());
        if lanes == 1 {
            return vec![(0..count).map(|_| row.next()).collect()];
        }
        let taken = |letters: &str| document.spaces().iter().any(|space| space.id.starts_with(letters));
        let letter = ('a'..='z').find(|c| !(1..=lanes).any(|lane| taken(&format!("{c}{lane}-")))).unwrap_or('z');
        (1..=lanes)
            .map(|lane| {
                let mut row = Ids::under(document, &format!("{letter}{lane}-"));
                (0..count).map(|_| row.next()).collect()
            })
            .collect()
    }
}

/// Links over spaces that nothing leads from or to yet: all at once, for there may be thousands.
fn chains(document: &Document, kind: &Arc<str>, rows: impl Iterator<Item = Vec<Arc<str>>>) -> Option<Edit> {
    let items: Vec<Item> = rows.map(|spaces| Item { kind: kind.clone(), spaces, ..Item::default() }).collect();
    let last = document.links().iter().rposition(|link| link.kind == *kind);
    let before = last.and_then(|at| document.links().get(at + 1)).map(|next| next.key);
    (!items.is_empty()).then_some(Edit::Add { list: List::Links, items, before })
}

/// Fields for something new: those given, and for those that have to be there the first value that they take.
pub fn starter(declared: &[crate::drawing::schema::Field], given: &Fields) -> Fields {
    let mut fields = Fields::default();
    for field in declared {
        let value = given.get(&field.name).filter(|value| !field.is_default(value)).cloned();
        let needed = || match &field.takes {
            _ if !field.is_needed => None,
            Takes::Bool => Some("false".into()),
            Takes::Whole(low, high) => Some(0.clamp(*low, (*high).max(*low)).to_string().into()),
            Takes::Word { cases, .. } => cases.first().map(|case| case.name.clone()),
            Takes::Row { names, .. } => names.first().map(|name| crate::drawing::fields::quoted(name).into()),
            Takes::Text => Some("\"\"".into()),
            Takes::Space | Takes::Set(_) | Takes::List(_) | Takes::Other { .. } => None,
        };
        fields.set(&field.name, value.or_else(needed));
    }
    let is_declared = |name: &str| declared.iter().any(|field| *field.name == *name);
    for (name, value) in given.iter().filter(|(name, _)| !is_declared(name)) {
        fields.set(name, Some(value.clone()));
    }
    fields
}

/// Turns round every link `drawn along` between these spaces, their order of progress, and their numbers. What was on the right of lanes
/// that don't come round is on their left then: they count from the other side, and links lead across them the other way.
pub fn reverse(document: &Document, schema: &Schema, keys: &[Key]) -> Edit {
    let keys: BTreeSet<Key> = keys.iter().copied().collect();
    let chosen = || document.spaces().iter().filter(|space| keys.contains(&space.key));
    // Of several spaces with one id, the first is meant.
    let by_id: BTreeMap<&str, &Item> = document.spaces().iter().rev().map(|space| (&*space.id, &**space)).collect();
    let ids: BTreeSet<&Arc<str>> = chosen().map(|space| &space.id).collect();
    let kept = document.courses().iter().filter_map(|item| Course::read(item));
    let mut courses: Vec<Course> =
        kept.filter(|course| course.spaces.iter().all(|id| id.is_empty() || ids.contains(id))).collect();
    let kept: Vec<Edit> = courses.iter().flat_map(|course| course.reversed().kept(document)).collect();
    if courses.is_empty() {
        courses.extend(chosen().next().and_then(|space| Course::through(document, schema, space.key)));
    }
    let changes_sides = |course: &&Course| course.lanes > 1 && !course.line.comes_round();
    let aside: BTreeSet<&Arc<str>> = courses.iter().filter(changes_sides).flat_map(|course| &course.spaces).collect();
    let mut edits = vec![];
    for kind in schema.links.iter().filter(|link| !link.both_ways) {
        let turned = match kind.drawn {
            Some(Drawn::Along) => &ids,
            Some(Drawn::Outward | Drawn::Inward | Drawn::Across) => &aside,
            None => continue,
        };
        let is_turned = |from: &Arc<str>, to: &Arc<str>| turned.contains(from) && turned.contains(to);
        let links = || document.links().iter().enumerate().filter(|(_, link)| link.kind == kind.name);
        // Where only one may lead on, what is turned takes the place of what led on before.
        let turned = links().flat_map(|(_, link)| link.steps()).filter(|(from, to)| is_turned(from, to));
        let led: BTreeSet<&Arc<str>> = turned.map(|(_, to)| to).filter(|_| kind.is_single).collect();
        for (at, link) in links().filter(|(_, link)| link.steps().any(|(from, to)| is_turned(from, to) || led.contains(from))) {
            let mut parts = turned_parts(&link.spaces, is_turned, |from| led.contains(from)).into_iter();
            edits.push(match parts.next() {
                Some(spaces) => Edit::Route { key: link.key, spaces },
                None => Edit::Remove { keys: vec![link.key], bridging: false },
            });
            let rest = parts.map(|spaces| Item { spaces, notes: Notes::default(), written: None, ..(**link).clone() });
            let (items, before): (Vec<Item>, _) = (rest.collect(), document.links().get(at + 1).map(|next| next.key));
            if !items.is_empty() {
                // Before the next link may be taken away.
                edits.insert(0, Edit::Add { list: List::Links, items, before });
            }
        }
    }
    edits.push(Edit::Order { list: List::Spaces, keys: chosen().rev().map(|space| space.key).collect() });
    edits.extend(kept);
    let mut left = ids.clone();
    for course in &courses {
        let set = |name: &str, value: &dyn Fn(&Item) -> Option<Arc<str>>| Edit::SetEach {
            name: name.into(),
            values: turned_values(&by_id, course, value),
        };
        let is_aside = changes_sides(&course);
        let ways = [Drawn::Along, Drawn::Outward, Drawn::Inward, Drawn::Across];
        for field in ways.iter().take(if is_aside { 4 } else { 1 }).flat_map(|way| schema.fields_drawn(*way)) {
            edits.push(set(&field.name, &|space| space.fields.get(&field.name).cloned()));
        }
        // Where a place is left out, ids can't change places.
        if is_aside && course.spaces.iter().all(|id| by_id.contains_key(&**id)) {
            for id in &course.spaces {
                left.remove(id);
            }
            edits.push(set("id", &|space| Some(quoted(&space.id).into())));
        }
    }
    edits.extend(recount::turned(document, schema, &left));
    Edit::All("reverse the course".to_owned(), edits)
}

/// The values of what counts along a course, or across it, so that it counts the other way: the first space says what the last one said.
fn turned_values(
    spaces: &BTreeMap<&str, &Item>,
    course: &Course,
    value: impl Fn(&Item) -> Option<Arc<str>>,
) -> Vec<(Key, Option<Arc<str>>)> {
    let reversed = course.reversed();
    let old = course.by_lane().flatten().map(|id| spaces.get(&**id).map(|space| value(space)));
    let lanes = reversed.by_lane().flatten().map(|id| spaces.get(&**id).map(|space| space.key));
    lanes.zip(old).filter_map(|(key, value)| key.zip(value)).collect()
}

/// A chain in parts: those between spaces that are turned the other way round, the others as they are, but for steps that lead on from
/// where something else does then.
fn turned_parts(
    spaces: &[Arc<str>],
    is_turned: impl Fn(&Arc<str>, &Arc<str>) -> bool,
    is_led: impl Fn(&Arc<str>) -> bool,
) -> Vec<Vec<Arc<str>>> {
    let is_in = |n: usize| is_turned(&spaces[n], &spaces[n + 1]);
    let steps = spaces.len().saturating_sub(1);
    // A loop begins where what is turned begins.
    let is_loop = steps > 1 && spaces.first() == spaces.last();
    let begins = (0..steps).find(|n| is_loop && is_in(*n) && !is_in((n + steps - 1) % steps)).unwrap_or(0);
    let mut parts: Vec<(bool, Vec<Arc<str>>)> = vec![];
    for n in (0..steps).map(|n| (begins + n) % steps) {
        let (from, to, turned) = (&spaces[n], &spaces[n + 1], is_in(n));
        if !turned && is_led(from) {
            continue;
        }
        match parts.last_mut() {
            Some((of, part)) if *of == turned && part.last() == Some(from) => part.push(to.clone()),
            _ => parts.push((turned, vec![from.clone(), to.clone()])),
        }
    }
    for (_, part) in parts.iter_mut().filter(|(turned, _)| *turned) {
        part.reverse();
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Whether the course through a space comes round, its line and its links.
pub fn comes_round(document: &Document, schema: &Schema, space: Key) -> bool {
    let kept = document.item(space).and_then(|item| Course::of(document, &item.id));
    kept.is_none_or(|course| course.line.comes_round()) && course_of(document, schema, space).1
}

/// What to do where no course is meant.
const NO_COURSE: &str = "select a space of the course to close";

/// Leads from the last of these spaces to the first, by every link `drawn along`, over new spaces where a course has room for some. The others
/// keep their places, unless all `is_even`: then they are spread along the same line.
///
/// # Errors
/// Why it can't be closed.
pub fn close(document: &Document, (schema, manifest): (&Schema, &Manifest), keys: &[Key], is_even: bool) -> Result<Edit, String> {
    let end = |key: Option<&Key>| document.item(*key?);
    let (Some(first), Some(last)) = (end(keys.first()), end(keys.last())) else { return Err(NO_COURSE.to_owned()) };
    let is_whole = |course: &Course| {
        course.by_lane().any(|lane| lane.first() == Some(&first.id)) && course.by_lane().any(|lane| lane.last() == Some(&last.id))
    };
    let course = Course::through(document, schema, first.key).filter(is_whole);
    let mut edits = vec![];
    let mut rows = vec![vec![last.id.clone(), first.id.clone()]];
    if let Some(course) = &course {
        // The line of a course comes round with all its lanes.
        if course.lanes > 1 {
            let ends = |lane: &[Arc<str>]| Some(vec![lane.last()?.clone(), lane.first()?.clone()]);
            rows = course.by_lane().filter_map(ends).filter(|ends| ends.iter().all(|id| !id.is_empty())).collect();
        }
        if let Some((mut closed, more)) = course.closed(document.header().sheet(), is_even) {
            let new = closed.count() - more..closed.count();
            if more > 0 {
                edits.extend(filled(document, schema, &mut closed, new.clone(), (last.key, Some(first.key)), true));
                rows[0].splice(1..1, closed.spaces[new].iter().cloned());
            }
            edits.extend(Beside::of(document, schema, course).laid_longer(document, course, &closed));
        }
    }
    let mut along: Vec<Arc<str>> = schema.links_drawn(Drawn::Along).map(|link| link.name.clone()).collect();
    if let (true, Some([.., before, end])) = (along.is_empty(), course.as_ref().map(|course| &course.spaces[..])) {
        // Where tools draw no links along courses, it goes on with the kind that leads to its end.
        let leads = |link: &&Arc<Item>| link.steps().any(|step| step == (before, end));
        along.extend(document.links().iter().find(leads).map(|link| link.kind.clone()));
    }
    if keys.len() < 2 || along.is_empty() {
        return Err(NO_COURSE.to_owned());
    }
    let selected = keys.iter().filter_map(|key| document.item(*key)).map(|space| &space.id);
    let own: BTreeSet<&Arc<str>> = course.iter().flat_map(|course| &course.spaces).chain(selected).collect();
    let steps = document.links().iter().filter(|link| along.contains(&link.kind)).flat_map(|link| link.steps());
    let leads_off = |(from, to): &(&Arc<str>, &Arc<str>)| rows.iter().any(|row| row[0] == **from) && !own.contains(to);
    if let Some((from, to)) = steps.into_iter().find(leads_off) {
        let [from, to] = [from, to].map(|id| document.called(id));
        return Err(format!("{from} leads on already: delete its link to {to} first"));
    }
    let connect = |kind: &Arc<str>| {
        let row = |spaces: &Vec<Arc<str>>| Edit::Connect { kind: kind.clone(), spaces: spaces.clone() };
        rows.iter().map(row).collect::<Vec<_>>()
    };
    edits.extend(along.iter().flat_map(connect));
    let edit = Edit::All("close the loop".to_owned(), edits);
    // Between its ends, new spaces may be a little narrow.
    let closed = apply(document, schema, &edit)?;
    let is_in_the_way = |key: &Key| document.item(*key).is_some() && ![first.key, last.key].contains(key);
    let met = crowded(&closed, schema, manifest).into_iter().filter_map(|(space, other)| {
        let pair = [space, other?];
        pair.iter().any(|key| document.item(*key).is_none()).then(|| pair.into_iter().find(is_in_the_way))?
    });
    match met.min() {
        Some(other) => Err(format!("there is no room to lead it round: new spaces would lie on {}", document.title(other))),
        None => Ok(edit),
    }
}

/// Cuts the course of a space before it, and takes away the links that lead there along the course.
///
/// # Errors
/// What to select instead.
pub fn split(document: &Document, schema: &Schema, keys: &[Key]) -> Result<Edit, String> {
    let [key] = keys else { return Err("select the one space where the second part is to begin".to_owned()) };
    let course = Course::through(document, schema, *key).filter(|course| course.lanes == 1);
    let id = document.item(*key).map(|item| item.id.clone()).unwrap_or_default();
    let (course, parts) = course.and_then(|course| course.cut(&id).map(|parts| (course, parts))).ok_or_else(|| {
        format!(
            "each part needs at least two spaces of a course with a single lane, so none can begin with {}",
            document.called(&id)
        )
    })?;
    let n = course.spaces.iter().position(|space| *space == id).unwrap_or(0);
    let last = n.checked_sub(1).map_or_else(|| course.spaces.last(), |n| course.spaces.get(n)).cloned().unwrap_or_default();
    let mut edits: Vec<Edit> = parts.iter().flat_map(|part| part.kept(document)).collect();
    for kind in schema.links_drawn(Drawn::Along) {
        let leads = |item: &Arc<Item>| item.kind == kind.name && item.steps().any(|(from, to)| *from == last && *to == id);
        if document.links().iter().any(leads) {
            edits.push(Edit::Disconnect { kind: kind.name.clone(), from: last.clone(), to: id.clone() });
        }
    }
    Ok(Edit::All(format!("split the course before {}", document.called(&id)), edits))
}

/// Joins two courses where one ends and the other begins: their spaces stay as far apart as they are, and the links along them lead on.
///
/// # Errors
/// What to select instead.
pub fn join(document: &Document, schema: &Schema, keys: &[Key]) -> Result<Edit, String> {
    let what = "select the last space of one course and the first space of the other";
    let [a, b] = keys else { return Err(what.to_owned()) };
    let of = |key: &Key| Course::through(document, schema, *key).ok_or(what);
    let id = |key: &Key| document.item(*key).map(|item| item.id.clone()).unwrap_or_default();
    let (first, second) = (of(a)?, of(b)?);
    let is_end = |course: &Course, id: &Arc<str>| course.by_lane().any(|lane| lane.last() == Some(id));
    let is_start = |course: &Course, id: &Arc<str>| course.by_lane().any(|lane| lane.first() == Some(id));
    let (first, second) =
        match (is_end(&first, &id(a)) && is_start(&second, &id(b)), is_end(&second, &id(b)) && is_start(&first, &id(a))) {
            (true, _) => (first, second),
            (_, true) => (second, first),
            _ => return Err(what.to_owned()),
        };
    if first.spaces.iter().any(|id| !id.is_empty() && second.spaces.contains(id)) {
        return Err("these are the two ends of one course: close the loop instead".to_owned());
    }
    let joined = first.joined(&second).ok_or("only two open courses with equally many lanes can be joined")?;
    let mut edits = vec![];
    for (from, to) in first.by_lane().zip(second.by_lane()) {
        let mut ends = [from.last(), to.first()].into_iter().flatten().filter_map(|id| document.space(id));
        let (Some(last), Some(next)) = (ends.next(), ends.next()) else { continue };
        let beside = from.len().checked_sub(2).and_then(|n| document.space(&from[n])).map(|space| space.key);
        for (kind, is_back) in linking(document, schema, beside, last.key, true) {
            let (from, to) = if is_back { (next, last) } else { (last, next) };
            edits.push(Edit::Connect { kind, spaces: vec![from.id.clone(), to.id.clone()] });
        }
    }
    edits.extend(recount::gone_on(document, schema, &first, &second));
    edits.extend(second.key.map(|key| Edit::Remove { keys: vec![key], bridging: false }));
    let beside = Beside::of(document, schema, &first).and(Beside::of(document, schema, &second));
    edits.extend(beside.laid(document, &joined));
    Ok(Edit::All(format!("join two courses of {} and {} spaces", first.spaces.len(), second.spaces.len()), edits))
}

/// The letters by which a row of spaces is known, for [`Edit::Renumber`]: those of the first.
pub fn letters(document: &Document, keys: &[Key]) -> String {
    let first = keys.first().and_then(|key| document.item(*key));
    first.map_or("a", |item| parts(&item.id).0).to_owned()
}
