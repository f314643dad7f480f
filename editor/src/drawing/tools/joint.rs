//! Where a part of a track that is laid on a board joins what lies there: an end of it that lies on a space, or close to an open end of a
//! course.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::ir::Drawn;
use kurbo::{Affine, Point, Vec2};

use super::insert::along;
use super::{clip, course, pen};
use crate::drawing::document::{Document, Item, Key};
use crate::drawing::edit::{Edit, apply};
use crate::drawing::fields::Fields;
use crate::drawing::fit::usual_step;
use crate::drawing::hit::{OpenEnds, Places};
use crate::drawing::schema::{Field, Schema};

/// How near an end lies to an open end of a course that it goes on from, in usual distances between linked spaces.
const NEAR: f64 = 1.5;

/// How far beside a space the middle of an end may lie that is on it, in halves of a usual side.
const BESIDE: f64 = 0.6;

/// How a part lies once its ends have found what they join.
#[derive(Clone, PartialEq, Debug)]
pub struct Joined {
    pub by: Affine,
    pub joints: Vec<Joint>,
    /// Why an end can't join what it lies on.
    pub refused: Option<String>,
}

/// An end of the part, and the space that it joins.
#[derive(Clone, PartialEq, Debug)]
pub struct Joint {
    /// The end's id in the part.
    own: Arc<str>,
    pub there: Key,
    /// Whether the way leads from there into the part, and not out of it.
    pub leads_in: bool,
    /// Whether both are the same space then: what lies there stays.
    pub is_one: bool,
    /// The kinds of link between them.
    kinds: Vec<Arc<str>>,
}

impl Joint {
    /// The end's id in the part.
    pub fn own(&self) -> &str {
        &self.own
    }
}

/// The board on which a part is laid.
#[derive(Clone, Copy)]
pub struct Board<'a> {
    pub document: &'a Document,
    pub schema: &'a Schema,
    pub places: &'a Places,
    /// The kind of link in hand, which leads off where the way on is taken.
    pub pen: Option<&'a Arc<str>>,
}

impl Board<'_> {
    /// What the ends of a part join that is laid like this. It moves a little so that they meet.
    pub fn joined(&self, part: &Document, by: Affine) -> Joined {
        let mut joined = Joined { by, joints: vec![], refused: None };
        let mut found: Vec<(Arc<Item>, bool, Key, bool)> = vec![];
        let along = along(self.schema);
        let ends = self.places.ends.get_or_init(|| self.open_ends(&along));
        let reach = NEAR * ends.step.unwrap_or(2.0 * self.places.half);
        for (own, leads_in) in open_ends(part, &along) {
            let Some(at) = own.at.map(|at| by * at) else { continue };
            let on = self.places.space_at(at, BESIDE * self.places.half);
            let near = || {
                let open = ends.open.iter().filter(|(_, _, begins)| *begins != leads_in);
                let near = open.map(|(key, to, _)| (*key, to.distance(at))).filter(|(_, far)| *far <= reach);
                near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(key, _)| key)
            };
            let is_on = on.is_some();
            let Some(there) = on.or_else(near) else { continue };
            if !found.iter().any(|(_, way, of, _)| (*way, *of) == (leads_in, there)) {
                found.push((own, leads_in, there, is_on));
            }
        }
        let is_one = found.iter().filter(|(.., is_on)| *is_on).all(|(own, _, there, _)| self.are_alike(own, *there));
        for (own, leads_in, there, is_on) in found {
            let is_one = is_on && is_one;
            match self.kinds(part, &own.id, there, (leads_in, is_one)) {
                Ok(kinds) => joined.joints.push(Joint { own: own.id.clone(), there, leads_in, is_one, kinds }),
                Err(why) => {
                    joined.refused = Some(why);
                    continue;
                }
            }
            if is_on && joined.by == by {
                joined.by = self.met(part, &own, there, (leads_in, is_one), by).unwrap_or(by);
            }
        }
        joined
    }

    /// Where the courses of the board can be gone on with.
    fn open_ends(&self, along: &[Arc<str>]) -> OpenEnds {
        let ends = if along.is_empty() { vec![] } else { open_ends(self.document, along) };
        let open = ends.into_iter().filter_map(|(space, begins)| Some((space.key, space.at?, begins))).collect();
        OpenEnds { step: usual_step(self.document), open }
    }

    /// Whether the end of a part says nothing that the space it lies on doesn't say.
    fn are_alike(&self, own: &Item, there: Key) -> bool {
        let Some(there) = self.document.item(there) else { return false };
        let said = |item: &Item, field: &Field| item.fields.get(&field.name).filter(|value| !field.is_default(value)).cloned();
        let mut fields = self.schema.space.iter().filter(|field| field.drawn.is_none() && !field.is_computed);
        // Where no way is drawn along a course, links lead from place to place.
        let is_place = along(self.schema).is_empty() && fields.clone().any(|field| said(there, field).is_some());
        is_place || fields.all(|field| said(own, field).is_none_or(|value| said(there, field) == Some(value)))
    }

    /// What moves a part so that its end lies on the space, or one step beside it.
    fn met(&self, part: &Document, own: &Item, there: Key, (leads_in, is_one): (bool, bool), by: Affine) -> Option<Affine> {
        let (at, to) = (by * own.at?, self.document.item(there)?.at?);
        let step = if is_one { Vec2::ZERO } else { next(part, &own.id, leads_in).map(|next| by * next - at)? };
        Some(Affine::translate(to + step - at) * by)
    }

    /// The kinds of link by which it is joined; none where both are one space, unless the way on from there is taken.
    fn kinds(&self, part: &Document, own: &str, there: Key, (leads_in, is_one): (bool, bool)) -> Result<Vec<Arc<str>>, String> {
        let id = self.document.item(there).map(|item| item.id.clone()).unwrap_or_default();
        let leads = |document: &Document, from: Option<&str>, to: Option<&str>| -> Vec<Arc<str>> {
            let is_it =
                |step: (&Arc<str>, &Arc<str>)| from.is_none_or(|id| **step.0 == *id) && to.is_none_or(|id| **step.1 == *id);
            document.links().iter().filter(|link| link.steps().any(is_it)).map(|link| link.kind.clone()).collect()
        };
        let along = along(self.schema);
        if along.is_empty() {
            let is_plain = |kind: &Arc<str>| self.schema.link(kind).is_some_and(|link| link.fields.is_empty());
            let there = if leads_in { leads(self.document, None, Some(&id)) } else { leads(self.document, Some(&id), None) };
            let first = || self.schema.links.iter().map(|link| link.name.clone()).find(|kind| is_plain(kind));
            let kind = there.into_iter().find(|kind| is_plain(kind)).or_else(first);
            return Ok(if is_one { vec![] } else { kind.into_iter().collect() });
        }
        if !leads_in {
            return Ok(if is_one { vec![] } else { along });
        }
        let taken = leads(self.document, Some(&id), None);
        let is_free = |kind: &Arc<str>| !self.schema.link(kind).is_some_and(|link| link.is_single) || !taken.contains(kind);
        let free: Vec<Arc<str>> = along.iter().filter(|kind| is_free(kind)).cloned().collect();
        if !free.is_empty() {
            return Ok(if is_one { vec![] } else { free });
        }
        // It branches off by what leads to its beginning otherwise, by the kind in hand, or by the only other kind.
        let others =
            || self.schema.links.iter().filter(|link| link.drawn.is_none()).map(|link| link.name.clone()).filter(is_free);
        let inside = leads(part, None, Some(own)).into_iter().find(|kind| others().any(|other| other == *kind));
        let in_hand = || self.pen.filter(|pen| others().any(|other| other == **pen)).cloned();
        let only = || others().next().filter(|_| others().count() == 1);
        inside.or_else(in_hand).or_else(only).map(|kind| vec![kind]).ok_or_else(|| {
            let called = self.document.called(&id);
            format!("{called} leads on already: choose the kind of link that branches off with Link first")
        })
    }

    /// Lays a part with its joints, as one step. `verb` is its name in the history.
    ///
    /// # Errors
    /// Where there is nothing in it.
    pub fn laid(&self, part: &Document, joined: &Joined, verb: &str) -> Result<Edit, String> {
        let (document, schema) = (self.document, self.schema);
        let id = |key: Key| document.item(key).map(|item| item.id.clone()).unwrap_or_default();
        let ones = joined.joints.iter().filter(|joint| joint.is_one);
        let onto: clip::Renamed = ones.map(|joint| (joint.own.clone(), id(joint.there))).collect();
        let mut part = part.clone();
        // Where the way on is taken, what follows the end is linked in another way.
        let mut links: Vec<(Arc<str>, Arc<str>, &Joint)> = vec![];
        for joint in joined.joints.iter().filter(|joint| !joint.kinds.is_empty()) {
            let mut own = joint.own.clone();
            if joint.is_one {
                let Some(next) = cut(&mut part, schema, &own) else { continue };
                own = next;
            }
            links.push((id(joint.there), own, joint));
        }
        let (paste, renamed) = clip::pasted_onto(document, schema, &part, joined.by, verb, &onto)?;
        let Edit::All(name, mut edits) = paste else { return Ok(paste) };
        for (there, own, joint) in &links {
            let own = renamed.get(own).unwrap_or(own).clone();
            let spaces = if joint.leads_in { vec![there.clone(), own] } else { vec![own, there.clone()] };
            edits.extend(
                joint.kinds.iter().map(|kind| pen::link_over(document, schema, kind, &Fields::default(), spaces.clone())),
            );
        }
        // A course of the track goes on as one.
        let ways = along(schema);
        let (mut laid, mut done) = (document.clone(), 0);
        for joint in joined.joints.iter().filter(|joint| joint.kinds.iter().all(|kind| ways.contains(kind))) {
            if done < edits.len() {
                laid = apply(&laid, schema, &Edit::All(String::new(), edits[done..].to_vec()))?;
                done = edits.len();
            }
            let there = id(joint.there);
            let follows = |(from, to): (&Arc<str>, &Arc<str>)| {
                let (one, other) = if joint.leads_in { (from, to) } else { (to, from) };
                (*one == there && renamed.values().any(|new| new == other)).then(|| other.clone())
            };
            let mut steps = laid.links().iter().filter(|link| ways.contains(&link.kind)).flat_map(|link| link.steps());
            let own = if joint.is_one { steps.find_map(follows) } else { renamed.get(&joint.own).cloned() };
            let key = |id: &str| laid.space(id).map(|space| space.key);
            let is_kept = |id: &Arc<str>| laid.courses().iter().any(|course| course.spaces.contains(id));
            let Some(own) = own.filter(|own| is_kept(&there) || is_kept(own)) else { continue };
            let pair: Vec<Key> = [&there, &own].into_iter().filter_map(|id| key(id)).collect();
            edits.extend(course::join(&laid, schema, &pair));
        }
        Ok(Edit::All(name, edits))
    }
}

/// The spaces at which the ways of a document begin, and those at which they end; the second value says whether one begins there.
fn open_ends(document: &Document, along: &[Arc<str>]) -> Vec<(Arc<Item>, bool)> {
    let ways = || document.links().iter().filter(|link| along.is_empty() || along.contains(&link.kind));
    let steps = || ways().flat_map(|link| link.steps());
    let (from, to): (BTreeSet<&Arc<str>>, BTreeSet<&Arc<str>>) = steps().unzip();
    let mut count: BTreeMap<&Arc<str>, usize> = BTreeMap::new();
    steps().for_each(|(from, to)| [from, to].into_iter().for_each(|id| *count.entry(id).or_default() += 1));
    let is_end = |id: &Arc<str>| from.contains(id) != to.contains(id) && (!along.is_empty() || count.get(id) == Some(&1));
    // Of several spaces with one id, the first is meant.
    let mut seen = BTreeSet::new();
    let ends = document.spaces().iter().filter(|space| is_end(&space.id) && seen.insert(&space.id));
    let placed = ends.filter(|space| space.at.is_some());
    placed.map(|space| (space.clone(), from.contains(&space.id))).collect()
}

/// Where the ways of a part begin and end: the place, the way on from there or up to there, and whether it begins.
pub fn ends(part: &Document, schema: &Schema) -> impl Iterator<Item = (Point, Vec2, bool)> {
    let end = |(own, begins): (Arc<Item>, bool)| {
        let (at, beside) = (own.at?, next(part, &own.id, begins)?);
        Some((at, if begins { beside - at } else { at - beside }, begins))
    };
    open_ends(part, &along(schema)).into_iter().filter_map(end)
}

/// How the way lies from the end of a part to the space that follows it, or comes before it.
fn next(part: &Document, own: &str, leads_in: bool) -> Option<Point> {
    let beside = |(from, to): (&Arc<str>, &Arc<str>)| {
        let (one, other) = if leads_in { (from, to) } else { (to, from) };
        (**one == *own).then(|| part.space(other)?.at).flatten()
    };
    part.links().iter().flat_map(|link| link.steps()).find_map(beside)
}

/// Cuts the ways along a course that begin at a space off it; the space that they led to.
fn cut(part: &mut Document, schema: &Schema, own: &str) -> Option<Arc<str>> {
    let is_along = |link: &Item| schema.link(&link.kind).is_some_and(|kind| kind.drawn == Some(Drawn::Along));
    let leads = |link: &Item| is_along(link) && link.spaces.first().is_some_and(|first| **first == *own);
    let mut next = None;
    let mut links = part.links().to_vec();
    for link in links.iter_mut().filter(|link| leads(link)) {
        let mut shorter = Item { written: None, ..(**link).clone() };
        shorter.spaces.remove(0);
        next = next.or_else(|| shorter.spaces.first().cloned());
        *link = Arc::new(shorter);
    }
    links.retain(|link| link.spaces.len() > 1);
    *part.list_mut(crate::drawing::document::List::Links) = links;
    next
}
