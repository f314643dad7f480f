//! A list of problems that stays readable.

use crate::diagnostic::{Diagnostic, Severity};

/// The number of problems listed for one file, at most.
const MOST: usize = 500;

/// Collects the problems of one file.
#[derive(Default)]
pub struct Problems {
    list: Vec<Diagnostic>,
    /// The number of errors and of warnings left out.
    errors: usize,
    warnings: usize,
}

impl Problems {
    pub fn add(&mut self, problem: Diagnostic) {
        if self.list.len() < MOST {
            self.list.push(problem);
        } else {
            *if problem.severity == Severity::Error { &mut self.errors } else { &mut self.warnings } += 1;
        }
    }

    /// The number of problems found so far.
    pub fn count(&self) -> usize {
        self.list.len() + self.errors + self.warnings
    }

    /// Adds all problems of another list.
    pub fn append(&mut self, others: Problems) {
        others.list.into_iter().for_each(|problem| self.add(problem));
        self.errors += others.errors;
        self.warnings += others.warnings;
    }

    /// The problems by place. The last ones say how many more there are.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|problem| problem.span);
        if let Some(last) = self.list.last().cloned() {
            for (left_out, severity, what) in
                [(self.errors, Severity::Error, "error"), (self.warnings, Severity::Warning, "warning")]
            {
                let message = format!("and {left_out} more {what}{} in this file", if left_out == 1 { "" } else { "s" });
                let more =
                    Diagnostic { span: last.span, stands_for: left_out, severity, ..Diagnostic::nowhere(last.code, message) };
                self.list.extend((left_out > 0).then_some(more));
            }
        }
        self.list
    }
}
