//! Problems as the window lists them.

use std::ops::Range;

use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::source::Sources;

use crate::render::{first, short};

/// A problem ready to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    pub kind: Kind,
    pub message: String,
    /// `my-race/my-race.rules:12:3`; empty for a problem without a place.
    pub place: String,
    /// The line as written.
    pub line: String,
    pub hint: String,
    /// The name of the text, and the place in it.
    pub at: Option<(String, Range<usize>)>,
}

/// The kind of a row in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    Error,
    Warning,
    /// The test with this title fails.
    Test(String),
    /// The number of problems that are not listed.
    #[default]
    More,
}

impl Problem {
    /// Returns everything said of it, to be copied.
    pub fn text(&self) -> String {
        let parts = [&self.message, &self.place, &self.line, &self.hint];
        parts.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("\n")
    }

    pub fn new(sources: &Sources, problem: &Diagnostic) -> Problem {
        let place = problem.span.map(|span| {
            let (line, column) = sources.line_column(span);
            (format!("{}:{line}:{column}", sources.get(span.source).name), sources.get(span.source).text.lines().nth(line - 1))
        });
        let (place, line) = place.unwrap_or_default();
        let at = problem.span.map(|span| (sources.get(span.source).name.to_string(), span.start as usize..span.end as usize));
        Problem {
            at,
            kind: if problem.severity == Severity::Error { Kind::Error } else { Kind::Warning },
            message: short(&problem.message).into_owned(),
            place,
            line: line.unwrap_or_default().trim().chars().take(160).collect(),
            hint: problem.hint.as_deref().map(short).unwrap_or_default().into_owned(),
        }
    }

    /// Returns as many problems as are shown, errors first. A last row gives the number of the others.
    pub fn all<'d>(sources: &Sources, problems: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<Problem> {
        let (mut first, more) = first(problems);
        first.sort_by_key(|problem| problem.severity != Severity::Error);
        let mut all: Vec<Problem> = first.into_iter().map(|problem| Problem::new(sources, problem)).collect();
        all.extend(more.map(|message| Problem { message, ..Problem::default() }));
        all
    }
}
