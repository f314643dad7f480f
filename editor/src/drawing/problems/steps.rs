//! What is still to be drawn: whatever is wrong with an empty board is a step from there to one that can be played.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::diagnostic::Code;
use kurbo::Point;

use super::{About, Checked, Checker, Problem};
use crate::drawing::document::{Document, List, SHEET};
use crate::drawing::kit::Template;
use crate::drawing::tools::clip;
use crate::drawing::{begin, edit, write};

/// The name of the empty board. No track of the ruleset is called so.
const EMPTY: &str = "an empty board";

/// A step from an empty board to one that can be played.
#[derive(Clone, Debug)]
pub struct Step<'p> {
    /// The rules' own words.
    pub says: &'p str,
    /// The problem that it is as long as it isn't done.
    pub open: Option<&'p Problem>,
    /// Whether it is done: it is no problem, and the rules could look for it.
    pub is_done: bool,
    /// The templates that do it and others besides, none of which is done yet, with how many they do. Each is offered once, at the first.
    pub templates: Vec<(&'p str, usize)>,
}

/// A template, and which steps are done once it lies on an empty board.
pub(super) type Does = (Arc<str>, BTreeSet<usize>);

impl Checker {
    /// The steps from an empty board to one that can be played, in the words and the order of the rules. They are worked out once.
    pub(super) fn steps(&self) -> Arc<[Arc<str>]> {
        let steps = self.steps.get_or_init(|| {
            if !self.is_sound {
                return [].into();
            }
            let empty = begin::track(self, "", SHEET);
            let written = write::write(&empty);
            let (built, ruleset) = self.build(&written, EMPTY, None);
            let mut known = BTreeSet::new();
            let found = self.found(&empty, EMPTY, &written, &built.problems, &ruleset).into_iter();
            let missing = found.filter(|problem| problem.is_error && problem.about.iter().all(About::is_rules));
            missing.map(|problem| Arc::from(problem.bare())).filter(|says: &Arc<str>| known.insert(says.clone())).collect()
        });
        steps.clone()
    }

    /// Works out once what each template of the ruleset does of the steps.
    pub(super) fn try_templates(&self) {
        let does = |template: &Template| {
            let empty = begin::track(self, "", SHEET);
            let laid = template.laid(Point::ORIGIN, empty.header().tile().unwrap_or(1.0));
            let pasted = laid.and_then(|by| clip::pasted(&empty, &self.schema, &template.part, by, "").ok());
            let document = edit::apply(&empty, &self.schema, &pasted?).ok()?;
            let written = write::write(&document);
            let (built, ruleset) = self.build(&written, EMPTY, None);
            let found = self.found(&document, EMPTY, &written, &built.problems, &ruleset);
            let is_open = |step: &str| found.iter().any(|problem| problem.is_error && problem.bare() == step);
            let steps = self.steps();
            let done = steps.iter().enumerate().filter(|(_, step)| !is_open(step)).map(|(n, _)| n);
            Some((template.name.clone(), done.collect()))
        };
        self.done_by_templates.get_or_init(|| Template::all(self).iter().filter_map(does).collect());
    }

    /// Notes which problems are steps. As long as there are any, what can't be worked out for a space may well follow from them, such as a
    /// way to a finish that isn't drawn yet, and is left out. What may be there once alone and is there more than once is no step, but wrong.
    pub(super) fn tell_steps(&self, document: &Document, problems: &mut Vec<Problem>) {
        let steps = self.steps();
        let is_asked = |problem: &Problem| problem.is_error && steps.iter().any(|step| **step == *problem.bare());
        let mut has_causes = false;
        for problem in problems.iter_mut().filter(|problem| is_asked(problem)) {
            let all = self.all_of_sole(document, problem.bare());
            problem.is_step = all.len() < 2;
            has_causes |= problem.ignored.is_none();
            if !problem.is_step {
                problem.hint = Some(format!("{} spaces say so: take it away from all but one", all.len()));
                problem.lies_at = all.len();
                problem.about.splice(0..0, all);
            }
        }
        let follows = |problem: &Problem| problem.code == Code::NoSuchOnTrack && problem.is_error && !is_asked(problem);
        if has_causes {
            problems.retain(|problem| !follows(problem));
        }
    }

    /// The spaces that all say what only one may say and what a message names, such as `start: true`.
    fn all_of_sole(&self, document: &Document, message: &str) -> Vec<About> {
        let is_named = |(field, value): &&(Arc<str>, Arc<str>)| message.contains(&format!("`{field}: {value}`"));
        let Some((field, value)) = self.schema.sole.iter().find(is_named) else { return vec![] };
        let says = document.spaces().iter().filter(|space| space.fields.get(field) == Some(value));
        says.map(|space| About::Item(List::Spaces, space.key)).collect()
    }
}

impl Checked {
    /// All steps, done or not. `problems`: those of the newest board.
    pub fn steps<'p>(&'p self, problems: &'p [Problem]) -> Vec<Step<'p>> {
        // As long as something else keeps the rules from looking at the board, nobody knows what is done.
        let is_looked_at = self.program.is_some() || self.worked_out.is_some();
        let step = |says: &'p Arc<str>| {
            let open = problems.iter().find(|problem| problem.is_step && problem.bare() == &**says);
            Step { says, open, is_done: is_looked_at && open.is_none(), templates: vec![] }
        };
        let mut steps: Vec<Step<'p>> = self.steps.iter().map(step).collect();
        for (name, does) in self.done_by_templates.iter() {
            let is_ahead = does.iter().all(|n| steps.get(*n).is_some_and(|step| !step.is_done));
            if let Some(first) = does.first().filter(|_| is_ahead && does.len() > 1) {
                steps[*first].templates.push((name, does.len()));
            }
        }
        steps
    }
}
