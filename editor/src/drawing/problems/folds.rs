//! Lanes that are folded over each other: told as soon as they are, with a fix that bends their course more widely.

use std::collections::HashMap;
use std::sync::Arc;

use interpreter::diagnostic::Code;
use kurbo::Point;

use super::{About, Checker, Fix, Problem};
use crate::drawing::courses::{Beside, Course, keys, places};
use crate::drawing::document::{Document, List};
use crate::drawing::edit::Edit;
use crate::drawing::schema::Schema;

/// As many of the nodes nearest to a fold are tried.
const MOST_TRIED: usize = 3;

impl Checker {
    /// The folds of all courses; the interpreter knows nothing of lines. Fixes come from a check of the whole board.
    pub(super) fn folds(&self, document: &Document, is_mended: bool) -> Vec<Problem> {
        let courses = document.courses().iter().filter_map(|item| Course::read(item));
        let courses: Vec<Course> = courses.filter(|course| course.lanes > 1).collect();
        if courses.is_empty() {
            return vec![];
        }
        let (places, keys, ignored) = (places(document), keys(document), document.header().ignored());
        let mut found = vec![];
        for course in &courses {
            let folds = course.folds_in(&places);
            let mut fix =
                if is_mended && !folds.is_empty() { wider(document, &self.schema, course, &folds, &places) } else { None };
            for fold in folds {
                let about: Vec<About> = fold.iter().filter_map(|id| Some(About::Item(List::Spaces, *keys.get(&**id)?))).collect();
                let (Some(first), Some(last)) = (fold.first(), fold.last()) else { continue };
                let message = format!(
                    "the {} lanes fold over each other from {first:?} to {last:?}: the course bends too tightly or crosses itself",
                    course.lanes
                );
                found.push(Problem {
                    code: Code::Overlap,
                    is_error: false,
                    is_step: false,
                    hint: Some("pull its nodes apart there with Reshape, or make its lanes fewer or narrower".to_owned()),
                    // It mends the first one.
                    fixes: fix.take().into_iter().collect(),
                    asks: vec![],
                    ignored: self.why_ignored(document, &ignored, Code::Overlap, &about, &message),
                    lies_at: about.len(),
                    about,
                    message,
                });
            }
        }
        found
    }
}

/// The same course without the node at the first of its folds, if that leaves fewer of them.
fn wider(
    document: &Document,
    schema: &Schema,
    course: &Course,
    folds: &[Vec<Arc<str>>],
    places: &HashMap<&str, Point>,
) -> Option<Fix> {
    let at = *places.get(&**folds.first()?.first()?)?;
    // Its ends stay where they are.
    let ends = usize::from(!course.line.comes_round());
    let mut nodes: Vec<usize> = (ends..course.line.nodes.len().saturating_sub(ends)).collect();
    nodes.sort_by(|a, b| course.line.nodes[*a].at.distance(at).total_cmp(&course.line.nodes[*b].at.distance(at)));
    let without = |n: usize| {
        let mut wider = course.clone();
        let is_less = wider.line.remove(&[n]) && {
            let lanes = wider.places();
            wider.folds(|lane, n| lanes.get(lane)?.get(n).copied()).len() < folds.len()
        };
        is_less.then_some(wider)
    };
    let wider = nodes.into_iter().take(MOST_TRIED).find_map(without)?;
    let edits = Beside::of(document, schema, course).laid(document, &wider);
    Some(Fix { title: "remove the node there".to_owned(), edit: Edit::All("remove a node".to_owned(), edits) })
}
