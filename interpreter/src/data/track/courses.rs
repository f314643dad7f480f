//! The lines along which courses are drawn. They are for drawing, so nothing is kept of them: they are only checked.

use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::data::track::spaces::named;
use crate::data::track::{FARTHEST, MOST_SPACES, point};
use crate::data::value::Reader;
use crate::diagnostic::{Code, Diagnostic};

/// The number of points of one line, at most.
pub const MOST_NODES: usize = 10_000;
/// The number of lanes of one course, at most.
pub const MOST_LANES: usize = 64;

const FIELDS: [&str; 10] = ["id", "nodes", "closed", "spaces", "lanes", "lane_width", "gaps", "touching", "from", "to"];

/// Checks `courses`. Unknown ids are reported only if `report_ids`.
pub fn check(node: Node<'_>, report_ids: bool, reader: &mut Reader<'_>) {
    for item in form::list(node, "courses", &mut reader.problems).unwrap_or_default() {
        let Some(form) = Form::read(item, "a course", &mut reader.problems) else { continue };
        form.only("a course", FIELDS.into_iter(), &mut reader.problems);
        if let Some(id) = form.get("id") {
            form::text(id, &mut reader.problems);
        }
        let nodes = form.required("nodes", "this course", "[(at: (10, 10)), (at: (90, 10))]", &mut reader.problems);
        let nodes = nodes.and_then(|node| form::list(node, "the points of a line", &mut reader.problems)).unwrap_or_default();
        for name in ["closed", "touching"] {
            form.get(name).map(|node| form::yes(node, &mut reader.problems));
        }
        if let Some(node) = form.get("lane_width") {
            form::measure(node, 0.1, FARTHEST, &mut reader.problems);
        }
        for gap in form.get("gaps").and_then(|node| form::list(node, "gaps", &mut reader.problems)).unwrap_or_default() {
            form::measure(gap, 0.001, FARTHEST, &mut reader.problems);
        }
        if form.get("nodes").is_some_and(|node| node.shape() == Shape::List) && nodes.len() < 2 {
            let problem = Diagnostic::error(Code::WrongValue, form.opening(), "a line takes two points or more");
            reader
                .problems
                .add(problem.hint("write the places that the course passes, as in `[(at: (10, 10)), (at: (90, 10))]`"));
        }
        if nodes.len() > MOST_NODES {
            let message = format!("a line may have {MOST_NODES} points, and this one has {}", nodes.len());
            reader.problems.add(Diagnostic::error(Code::TooLarge, form.opening(), message));
        }
        for node in nodes.into_iter().take(MOST_NODES) {
            read_node(node, &mut reader.problems);
        }
        let lanes = form.get("lanes").and_then(|node| form::whole(node, 1, MOST_LANES as i64, &mut reader.problems)).unwrap_or(1);
        let spaces = form.get("spaces").and_then(|node| form::list(node, "ids of spaces", &mut reader.problems));
        let spaces = spaces.unwrap_or_default();
        if spaces.len() > MOST_SPACES || !spaces.len().is_multiple_of(lanes as usize) {
            let message = format!("{} spaces can't be divided among {lanes} lanes", spaces.len());
            let problem = Diagnostic::error(Code::WrongValue, form.opening(), message);
            reader
                .problems
                .add(problem.hint("name as many spaces for each lane, one lane after the other; \"\" leaves a place out"));
        }
        let is_gap = |node: &Node<'_>| node.shape() == Shape::Text && node.text().is_some_and(|id| id.is_empty());
        let ends = ["from", "to"].into_iter().filter_map(|name| form.get(name));
        for node in spaces.into_iter().filter(|node| !is_gap(node)).chain(ends) {
            named(node, report_ids, reader);
        }
    }
}

/// A point that a line passes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LineNode {
    /// In millimetres.
    pub at: (f64, f64),
    pub is_corner: bool,
    /// The handles before and after it, in millimetres from it; `None` for a node that is smooth by itself.
    pub handles: Option<[(f64, f64); 2]>,
}

/// `(at: (10, 10))`, with `corner: true`, or with the handles `before: (-5, 0), after: (5, 0)`.
pub(super) fn read_node(node: Node<'_>, problems: &mut Problems) -> Option<LineNode> {
    let form = Form::read(node, "a point of a line", problems)?;
    form.only("a point of a line", ["at", "corner", "before", "after"].into_iter(), problems);
    let at = form.required("at", "this point", "(12.5, 40)", problems).and_then(|node| point(node, problems));
    let is_corner = form.get("corner").and_then(|node| form::yes(node, problems)).unwrap_or(false);
    let handles = ["before", "after"].map(|name| form.get(name).and_then(|node| point(node, problems)));
    let handles = handles.iter().any(Option::is_some).then(|| handles.map(Option::unwrap_or_default));
    Some(LineNode { at: at?, is_corner, handles })
}
