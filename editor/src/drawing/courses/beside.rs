//! What moves with a course besides its own spaces: labels and loose spaces close to it, and branches that begin or end on it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Vec2};

use super::Course;
use super::fit::fitted;
use crate::drawing::decor::{self, is_label};
use crate::drawing::document::{Document, Item, Key};
use crate::drawing::edit::{Edit, apply};
use crate::drawing::schema::Schema;
use crate::drawing::tools::curve::{self, OnLine};
use crate::drawing::tools::select::Ways;

/// How far from a space of the course a label lies that belongs to it, and a loose space, in distances between its spaces.
const LABEL: f64 = 2.0;
const LOOSE: f64 = 3.0;
/// How far a label may be off the row or the column of a space and still be meant to lie in it, in millimetres, and how much nearer it counts
/// then: a name is put beside or below what it names.
const IN_LINE: (f64, f64) = (0.3, 0.6);
/// The most spaces beside a course that are looked at for a branch.
const MOST_BRANCHES: usize = 32;

/// What keeps its place beside a course.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Beside {
    /// Labels and loose spaces: each with a space of the course, and how far it lies along the way and to the right of it from there.
    things: Vec<(Key, Key, Vec2)>,
    /// Branches that the track doesn't keep yet: as soon as it keeps the course, it keeps them, too, so that they follow.
    branches: Vec<Course>,
}

impl Beside {
    /// What lies beside a course as a document has it.
    pub fn of(document: &Document, schema: &Schema, course: &Course) -> Beside {
        Beside::without(document, schema, course, &BTreeSet::new())
    }

    /// The same where these spaces are to go: what lies beside one of them keeps its place beside the next one that stays.
    pub fn without(document: &Document, schema: &Schema, course: &Course, gone: &BTreeSet<Key>) -> Beside {
        let own: BTreeSet<&Arc<str>> = course.spaces.iter().filter(|id| !id.is_empty()).collect();
        let placed: Vec<(Key, bool, Point)> =
            document.spaces().iter().filter_map(|space| Some((space.key, own.contains(&space.id), space.at?))).collect();
        let far = course.spacing();
        type FarAway = fn(Vec2) -> f64;
        let nearest = |at: Point, how_far: FarAway, all: &dyn Fn(Key, bool) -> bool| {
            let away = placed.iter().filter(|(key, is_own, _)| all(*key, *is_own));
            let away = away.map(|(key, is_own, to)| (*key, *is_own, at - *to));
            away.min_by(|a, b| how_far(a.2).total_cmp(&how_far(b.2)))
        };
        let staying = |at: Point, how_far: FarAway, all: &dyn Fn(Key) -> bool, (key, away): (Key, Vec2)| {
            let stays = || nearest(at, how_far, &|key, is_own| is_own && all(key) && !gone.contains(&key));
            if gone.contains(&key) { stays().map(|(key, _, away)| (key, away)) } else { Some((key, away)) }
        };
        let of_loose = |at: Point, linked: &BTreeSet<Key>| {
            let all = |key: Key| linked.contains(&key);
            let (key, is_own, away) = nearest(at, Vec2::hypot, &|key, _| all(key))?;
            staying(at, Vec2::hypot, &all, (key, away)).filter(|_| is_own && away.hypot() <= LOOSE * far)
        };
        // What is locked stays where it is.
        let layers = document.layers();
        let is_locked = |item: &Item| layers.lies(item).is_locked;
        let loose = loose(document, &own);
        let spaces = document.spaces().iter().filter(|space| !is_locked(space));
        let spaces = spaces.filter_map(|space| Some((space, loose.get(&space.id)?)));
        let spaces: BTreeMap<Key, (Key, Vec2)> =
            spaces.filter_map(|(space, linked)| Some((space.key, of_loose(space.at?, linked)?))).collect();
        // A label goes with the space that it belongs to, whichever course that lies on, or with a loose one that goes along.
        let of_label = |at: Point| {
            let (key, is_own, away) = nearest(at, apart, &|_, _| true).filter(|(.., away)| away.hypot() <= LABEL * far)?;
            if is_own {
                return staying(at, apart, &|_| true, (key, away));
            }
            spaces.get(&key).map(|(base, by)| (*base, *by + away))
        };
        let labels = document.decor().iter().filter(|item| is_label(item) && !is_locked(item));
        let labels: Vec<(Key, (Key, Vec2))> = labels.filter_map(|item| Some((item.key, of_label(item.at?)?))).collect();
        let towards: BTreeMap<Key, Vec2> = course.directed(document).into_iter().map(|(key, on)| (key, on.towards)).collect();
        let from_space = |(key, (space, away)): (Key, (Key, Vec2))| {
            let towards = towards.get(&space)?;
            Some((key, space, Vec2::new(away.dot(*towards), away.dot(curve::right_of(*towards)))))
        };
        let things = labels.into_iter().chain(spaces).filter_map(from_space).collect();
        Beside { things, branches: branches(document, schema, course) }
    }

    /// The same with what lies beside another course.
    #[must_use]
    pub fn and(mut self, other: Beside) -> Beside {
        self.things.extend(other.things);
        self.branches.extend(other.branches);
        self
    }

    /// The edits that lay the course, and all of this beside it.
    pub fn laid(&self, document: &Document, course: &Course) -> Vec<Edit> {
        self.laid_where(document, course, course.directed(document))
    }

    /// The same, but what the course has where it had it stays where it lies.
    pub fn laid_over(&self, document: &Document, before: &Course, course: &Course) -> Vec<Edit> {
        self.laid_where(document, course, course.moved(document, before))
    }

    /// The edits that lay a course which has got longer: only where its spaces are to be even do they move.
    pub fn laid_longer(&self, document: &Document, before: &Course, course: &Course) -> Vec<Edit> {
        if course.gaps.is_empty() { self.laid(document, course) } else { self.laid_over(document, before, course) }
    }

    fn laid_where(&self, document: &Document, course: &Course, on: Vec<(Key, OnLine)>) -> Vec<Edit> {
        let kept = document.courses().iter().flat_map(|item| &item.spaces);
        let mut known: BTreeSet<&Arc<str>> = kept.chain(&course.spaces).filter(|id| !id.is_empty()).collect();
        let mut edits = vec![];
        for branch in &self.branches {
            if branch.spaces.iter().all(|id| !known.contains(id)) {
                edits.extend(branch.kept(document));
                known.extend(branch.spaces.iter().filter(|id| !id.is_empty()));
            }
        }
        edits.extend(course.laid(document, on.iter().map(|(key, on)| (*key, on.at)).collect()));
        let followed = self.placed(document, &on.into_iter().collect());
        edits.extend((!followed.is_empty()).then_some(Edit::Place(followed)));
        edits
    }

    /// Where labels and loose spaces lie beside these spaces as they are laid now.
    fn placed(&self, document: &Document, on: &BTreeMap<Key, OnLine>) -> Vec<(Key, Point)> {
        let sheet = document.header().sheet().to_rect();
        let place = |(key, space, away): &(Key, Key, Vec2)| {
            let on = on.get(space)?;
            let to = on.at + on.towards * away.x + curve::right_of(on.towards) * away.y;
            Some((*key, kept_on(sheet, document.item(*key)?, to)))
        };
        self.things.iter().filter_map(place).collect()
    }
}

/// Where a label goes that is to go there: one that lay on the sheet as a whole stays on it.
fn kept_on(sheet: Rect, item: &Item, to: Point) -> Point {
    let frame = decor::frame(item).filter(|_| is_label(item)).zip(item.at).map(|(frame, at)| {
        let turned = Affine::rotate_about(decor::turn(item), frame.center()).transform_rect_bbox(frame);
        (turned, turned + (to - at))
    });
    let Some((_, frame)) = frame.filter(|(was, _)| sheet.contains_rect(*was)) else { return to };
    let back = |low: f64, high: f64, side: f64| -low.min(0.0) - (high - side).max(0.0);
    to + Vec2::new(back(frame.x0, frame.x1, sheet.x1), back(frame.y0, frame.y1, sheet.y1))
}

/// How far away a label counts as lying from a space.
fn apart(away: Vec2) -> f64 {
    let is_in_line = away.x.abs().min(away.y.abs()) < IN_LINE.0;
    away.hypot() * if is_in_line { IN_LINE.1 } else { 1.0 }
}

/// The spaces of no course whose links all lead to these spaces, or from them; with those.
fn loose(document: &Document, own: &BTreeSet<&Arc<str>>) -> BTreeMap<Arc<str>, BTreeSet<Key>> {
    let kept: BTreeSet<&Arc<str>> = document.courses().iter().flat_map(|item| &item.spaces).collect();
    let keys = super::keys(document);
    let mut loose: BTreeMap<Arc<str>, BTreeSet<Key>> = BTreeMap::new();
    let mut bound: BTreeSet<&Arc<str>> = BTreeSet::new();
    for (from, to) in document.links().iter().flat_map(|link| link.steps()) {
        for (one, other) in [(from, to), (to, from)].into_iter().filter(|(one, _)| !own.contains(one) && !kept.contains(one)) {
            match keys.get(&**other).filter(|_| own.contains(other)) {
                Some(key) => drop(loose.entry(one.clone()).or_default().insert(*key)),
                None => drop(bound.insert(one)),
            }
        }
    }
    loose.retain(|id, _| !bound.contains(id));
    loose
}

/// The branches of a course that the track doesn't keep yet.
fn branches(document: &Document, schema: &Schema, course: &Course) -> Vec<Course> {
    let Ok(document) = apply(document, schema, &Edit::All(String::new(), course.kept(document))) else { return vec![] };
    let own: BTreeSet<&Arc<str>> = course.spaces.iter().filter(|id| !id.is_empty()).collect();
    let mut known: BTreeSet<Arc<str>> = document.courses().iter().flat_map(|item| item.spaces.iter().cloned()).collect();
    let steps = document.links().iter().flat_map(|link| link.steps());
    let beside = steps.flat_map(|(from, to)| [(from, to), (to, from)]).filter(|(a, b)| own.contains(a) && !own.contains(b));
    let beside: Vec<&Arc<str>> = beside.map(|(_, other)| other).collect();
    let mut looked = BTreeSet::new();
    let mut found = vec![];
    let ways = (!beside.is_empty()).then(|| Ways::of(&document, schema));
    for id in beside {
        if known.contains(id) || !looked.insert(id) || looked.len() > MOST_BRANCHES {
            continue;
        }
        let branch = document.space(id).zip(ways.as_ref()).and_then(|(space, ways)| fitted(&document, schema, ways, space.key));
        let leads = |end: &Option<Arc<str>>| end.as_ref().is_some_and(|id| own.contains(id));
        let Some(branch) = branch.filter(|branch| leads(&branch.from) || leads(&branch.to)) else { continue };
        known.extend(branch.spaces.iter().cloned());
        found.push(branch);
    }
    found
}
