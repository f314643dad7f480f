//! A list of problems that stays readable.

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;

/// Most problems that are listed for one file.
const MOST: usize = 500;

/// Collects the problems of one file.
#[derive(Default)]
pub struct Problems {
    list: Vec<Diagnostic>,
    left_out: usize,
    /// Whether there is an error among those that are left out.
    leaves_errors: bool,
}

impl Problems {
    pub fn add(&mut self, problem: Diagnostic) {
        if self.list.len() < MOST {
            self.list.push(problem);
        } else {
            self.left_out += 1;
            self.leaves_errors |= problem.severity == Severity::Error;
        }
    }

    /// Problems found so far.
    pub fn count(&self) -> usize {
        self.list.len() + self.left_out
    }

    /// Whether something at just this place is wrong.
    pub fn any_error_at(&self, span: Span) -> bool {
        self.list.iter().any(|problem| problem.span == Some(span) && problem.severity == Severity::Error)
    }

    /// Adds all of the others.
    pub fn append(&mut self, others: Problems) {
        others.list.into_iter().for_each(|problem| self.add(problem));
        self.left_out += others.left_out;
        self.leaves_errors |= others.leaves_errors;
    }

    /// The problems by place; a last one says how many more there are.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|problem| problem.span);
        if let (Some(last), true) = (self.list.last(), self.left_out > 0) {
            let message = format!("and {} more problems in this file", self.left_out);
            let (span, stands_for) = (last.span, self.left_out);
            let severity = if self.leaves_errors { Severity::Error } else { Severity::Warning };
            self.list.push(Diagnostic { span, stands_for, severity, ..Diagnostic::nowhere(last.code, message) });
        }
        self.list
    }
}
