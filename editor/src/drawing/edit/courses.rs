//! What becomes of courses when their spaces are moved or removed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use kurbo::{Affine, Point, Vec2};

use crate::drawing::courses::Course;
use crate::drawing::document::{Key, List};
use crate::drawing::draft::Draft;
use crate::drawing::fields::rounded;

/// How far spaces may lie from where a course that is moved as a whole takes them, in millimetres.
const NEAR: f64 = 0.05;

/// Lets courses follow spaces that were moved: the line of one moves with all its spaces, and one that begins or ends on a space of
/// another stays there. `old` is where they lay before.
pub fn follow(draft: &mut Draft, mut old: HashMap<Arc<str>, Point>) {
    let mut done: BTreeSet<Key> = BTreeSet::new();
    loop {
        let is_open = |item: &&Arc<crate::drawing::document::Item>| {
            let ends = ["from", "to"].into_iter().filter_map(|name| item.fields.text(name));
            !done.contains(&item.key)
                && (item.spaces.iter().any(|id| old.contains_key(id)) || ends.into_iter().any(|id| old.contains_key(&*id)))
        };
        let Some(item) = draft.document().courses().iter().find(is_open).cloned() else { return };
        done.insert(item.key);
        let Some(mut course) = Course::read(&item) else { continue };
        let now: HashMap<&str, Point> =
            draft.document().spaces().iter().filter_map(|space| Some((&*space.id, space.at?))).collect();
        let pair = |id: &Arc<str>| Some((*old.get(id)?, *now.get(&**id)?));
        let own: Vec<&Arc<str>> = course.spaces.iter().filter(|id| now.contains_key(&***id)).collect();
        let moved: Vec<(Point, Point)> = own.iter().filter_map(|id| pair(id)).collect();
        let ends = [course.from.as_ref().and_then(pair), course.to.as_ref().and_then(pair)];
        if moved.len() == own.len() && !own.is_empty() {
            let Some(by) = affine(&moved) else { continue };
            course.line = course.line.transformed(by);
        } else if moved.is_empty() {
            let last = course.line.nodes.len() - 1;
            for (n, end) in [(0, ends[0]), (last, ends[1])] {
                if let Some((_, at)) = end {
                    course.line.nodes[n].at = at;
                }
            }
            for (key, at) in course.placed(draft.document()) {
                let Some((list, n)) = draft.place(key) else { continue };
                let at = Point::new(rounded(at.x), rounded(at.y));
                let space = draft.document().spaces()[n].clone();
                if let Some(was) = space.at.filter(|was| *was != at) {
                    old.entry(space.id.clone()).or_insert(was);
                    draft.item(list, n, |item| item.at = Some(at));
                }
            }
        } else {
            continue;
        }
        keep(draft, &course);
    }
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
    for at in (0..draft.document().courses().len()).rev() {
        let item = draft.document().courses()[at].clone();
        let is_gone = |id: &Arc<str>| ids.contains(id);
        for name in ["from", "to"] {
            if item.fields.text(name).is_some_and(|id| ids.contains(&*id)) {
                draft.item(List::Courses, at, |item| item.fields.set(name, None));
            }
        }
        if !item.spaces.iter().any(is_gone) {
            continue;
        }
        let left = || item.spaces.iter().filter(|id| !id.is_empty() && !is_gone(id));
        if left().count() < 2 {
            draft.remove(List::Courses, at);
            continue;
        }
        let Some(mut course) = Course::read(&item) else { continue };
        if bridging && course.lanes == 1 {
            let (before, after) = (usize::from(course.from.is_some()), usize::from(course.to.is_some()));
            let has_gaps = course.gaps.len() + usize::from(!course.line.comes_round()) == course.spaces.len() + before + after;
            let gone: Vec<usize> = (0..course.spaces.len()).filter(|n| is_gone(&course.spaces[*n])).collect();
            for n in gone.into_iter().rev() {
                course.spaces.remove(n);
                let gap = (n + before).min(course.gaps.len().saturating_sub(1));
                if has_gaps {
                    course.gaps.remove(gap);
                }
            }
            for (key, at) in course.placed(draft.document()) {
                if let Some((list, n)) = draft.place(key) {
                    draft.item(list, n, |item| item.at = Some(Point::new(rounded(at.x), rounded(at.y))));
                }
            }
        } else {
            for id in course.spaces.iter_mut().filter(|id| is_gone(id)) {
                *id = "".into();
            }
        }
        keep(draft, &course);
    }
}

/// What takes every first point to the second one, as nearly as files have them: `None` if nothing even does.
fn affine(pairs: &[(Point, Point)]) -> Option<Affine> {
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
