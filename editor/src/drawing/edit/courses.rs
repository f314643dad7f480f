//! What becomes of courses when their spaces are moved or removed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use kurbo::{Affine, Point, Vec2};

use super::{FARTHEST, within};
use crate::drawing::courses::Course;
use crate::drawing::document::List;
use crate::drawing::draft::Draft;

/// How far spaces may lie from where a course that is moved as a whole takes them, in millimetres.
pub const NEAR: f64 = 0.05;

/// Lets courses follow spaces that were moved: the line of one moves with all its spaces, and one that begins or ends on a space of
/// another stays there. `old` is where they lay before.
pub fn follow(draft: &mut Draft, mut old: HashMap<Arc<str>, Point>) {
    if old.is_empty() || draft.document().courses().is_empty() {
        return;
    }
    let mut now: HashMap<Arc<str>, Point> = HashMap::new();
    let (layers, mut locked) = (draft.document().layers(), BTreeSet::new());
    for space in draft.document().spaces() {
        if let Some(at) = space.at.filter(|_| !space.id.is_empty()) {
            now.entry(space.id.clone()).or_insert(at);
        }
        if layers.lies(space).is_locked {
            locked.insert(space.id.clone());
        }
    }
    // Which courses each space matters to.
    let mut of: HashMap<Arc<str>, Vec<usize>> = HashMap::new();
    for (n, item) in draft.document().courses().iter().enumerate() {
        let ends = ["from", "to"].into_iter().filter_map(|name| item.fields.text(name).map(Arc::from));
        for id in item.spaces.iter().cloned().chain(ends) {
            of.entry(id).or_default().push(n);
        }
    }
    let mut open: BTreeSet<usize> = old.keys().filter_map(|id| of.get(id)).flatten().copied().collect();
    let mut done: BTreeSet<usize> = BTreeSet::new();
    while let Some(n) = open.pop_first() {
        if !done.insert(n) {
            continue;
        }
        let Some(mut course) = Course::read(&draft.document().courses()[n].clone()) else { continue };
        let pair = |id: &Arc<str>| Some((*old.get(id)?, *now.get(id)?));
        let own: Vec<&Arc<str>> = course.spaces.iter().filter(|id| now.contains_key(*id) && !locked.contains(*id)).collect();
        let moved: Vec<(Point, Point)> = own.iter().filter_map(|id| pair(id)).collect();
        let is_whole = moved.len() == own.len() && !own.is_empty();
        if is_whole {
            let Some(by) = affine(&moved) else { continue };
            course.line = course.line.transformed(by);
            course.lane_width = (course.lane_width * by.determinant().abs().sqrt()).min(FARTHEST);
            // What was on the right of an open line is on its left now.
            if by.determinant() < 0.0 && !course.line.comes_round() {
                course.swap_sides();
            }
        } else if !moved.is_empty() {
            continue;
        }
        let ends = [course.from.clone(), course.to.clone()].map(|id| id.and_then(|id| now.get(&id).copied()));
        course.line.hold(ends[0], ends[1]);
        if !is_whole {
            for (id, was, at) in lay(draft, &course) {
                open.extend(of.get(&id).into_iter().flatten());
                now.insert(id.clone(), at);
                old.entry(id).or_insert(was);
            }
        }
        keep(draft, &course);
    }
}

/// Puts the spaces of a course where its line has them: those that lay elsewhere, and where they lay and lie now.
fn lay(draft: &mut Draft, course: &Course) -> Vec<(Arc<str>, Point, Point)> {
    let mut moved = vec![];
    for (key, at) in course.placed(draft.document()) {
        let (Some((list, n)), Ok(at)) = (draft.place(key), within(at)) else { continue };
        let space = draft.document().spaces()[n].clone();
        moved.extend(space.at.filter(|was| *was != at).map(|was| (space.id.clone(), was, at)));
        draft.item(list, n, |item| item.at = Some(at));
    }
    moved
}

/// Stores what a course says in its document.
fn keep(draft: &mut Draft, course: &Course) {
    let Some((list, at)) = course.key.and_then(|key| draft.place(key)) else { return };
    draft.item(list, at, |item| {
        for (name, value) in course.fields() {
            item.fields.set(name, value);
        }
        item.spaces.clone_from(&course.spaces);
    });
}

/// Takes spaces out of courses. With `bridging` the others close the gap, else their places stay empty.
pub fn without(draft: &mut Draft, ids: &BTreeSet<Arc<str>>, bridging: bool) {
    let mut old = HashMap::new();
    for at in (0..draft.document().courses().len()).rev() {
        let item = draft.document().courses()[at].clone();
        let is_gone = |id: &Arc<str>| !id.is_empty() && ids.contains(id);
        let ends = ["from", "to"].map(|name| item.fields.text(name).is_some_and(|id| is_gone(&id.into())));
        if !item.spaces.iter().any(is_gone) && ends == [false, false] {
            continue;
        }
        let Some(course) = Course::read(&item) else {
            let blank = |id: &Arc<str>| if is_gone(id) { "".into() } else { id.clone() };
            draft.item(List::Courses, at, |item| item.spaces = item.spaces.iter().map(blank).collect());
            continue;
        };
        let Some(left) = course.without(ids, bridging) else {
            draft.remove(List::Courses, at);
            continue;
        };
        if bridging && left.count() < course.count() {
            old.extend(lay(draft, &left).into_iter().map(|(id, was, _)| (id, was)));
        }
        keep(draft, &left);
    }
    follow(draft, old);
}

/// What takes every first point to the second one, as nearly as files have them: `None` if nothing even does.
pub fn affine(pairs: &[(Point, Point)]) -> Option<Affine> {
    let fits = |by: &Affine| pairs.iter().all(|(from, to)| (*by * *from).distance(*to) < NEAR);
    let count = pairs.len() as f64;
    let mean = |of: fn(&(Point, Point)) -> Point| pairs.iter().map(|pair| of(pair).to_vec2()).sum::<Vec2>() / count;
    let (from, to) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let about = |by: Affine| Affine::translate(to) * by * Affine::translate(-from);
    let moved = about(Affine::IDENTITY);
    if fits(&moved) {
        return Some(moved);
    }
    let sums =
        |of: &dyn Fn(Vec2, Vec2) -> f64| -> f64 { pairs.iter().map(|(a, b)| of(a.to_vec2() - from, b.to_vec2() - to)).sum() };
    let (xx, xy, yy) = (sums(&|a, _| a.x * a.x), sums(&|a, _| a.x * a.y), sums(&|a, _| a.y * a.y));
    let (xu, yu) = (sums(&|a, b| a.x * b.x), sums(&|a, b| a.y * b.x));
    let (xv, yv) = (sums(&|a, b| a.x * b.y), sums(&|a, b| a.y * b.y));
    // Turned and scaled evenly: also for spaces in one row.
    let (c, s) = ((xu + yv) / (xx + yy), (xv - yu) / (xx + yy));
    let turned = about(Affine::new([c, s, -s, c, 0.0, 0.0]));
    if turned.is_finite() && fits(&turned) {
        return Some(turned);
    }
    let whole = xx * yy - xy * xy;
    let solved = |x: f64, y: f64| ((x * yy - y * xy) / whole, (y * xx - x * xy) / whole);
    let ((a, b), (c, d)) = (solved(xu, yu), solved(xv, yv));
    let free = about(Affine::new([a, c, b, d, 0.0, 0.0]));
    (free.is_finite() && fits(&free)).then_some(free)
}
