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
}

impl Problems {
    pub fn add(&mut self, problem: Diagnostic) {
        if self.list.len() < MOST {
            self.list.push(problem);
        } else {
            self.left_out += 1;
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
    }

    /// The problems by place; a last one says how many more there are.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|problem| problem.span);
        if let (Some(last), true) = (self.list.last(), self.left_out > 0) {
            let message = format!("and {} more problems in this file", self.left_out);
            let (span, stands_for) = (last.span, self.left_out);
            self.list.push(Diagnostic { span, stands_for, ..Diagnostic::nowhere(last.code, message) });
        }
        self.list
    }
}
