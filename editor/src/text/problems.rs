//! The problems in a file, at their places in its current text.

use std::ops::Range;

use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::source::Span;

use super::floor;
use super::shift::Shift;
use crate::workspace::Build;

/// A problem and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Empty only if the text is.
    pub range: Range<usize>,
    pub is_error: bool,
    /// Whether it is a place that a problem elsewhere refers to.
    pub is_related: bool,
    pub message: String,
    pub hint: Option<String>,
}

impl Mark {
    /// The message and the hint.
    pub fn words(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{}\nHint: {hint}", self.message),
            None => self.message.clone(),
        }
    }
}

/// All problems that a build found.
pub fn all(build: &Build) -> impl Iterator<Item = &Diagnostic> {
    build.ruleset.problems.iter().chain(&build.built.problems)
}

/// Returns the problems in the file of this name. Its text may have changed since the build; problems inside the changed part are dropped.
pub fn of(build: &Build, name: &str, text: &str) -> Vec<Mark> {
    marks(build, all(build), name, text)
}

/// Like [`of`], for other problems in the same texts, such as those of a test.
pub fn marks<'a>(build: &Build, problems: impl Iterator<Item = &'a Diagnostic>, name: &str, text: &str) -> Vec<Mark> {
    let sources = &build.ruleset.sources;
    let Some((id, source)) = sources.iter().find(|(_, source)| *source.name == *name) else { return vec![] };
    let shift = Shift::between(&source.text, text);
    let place = |span: Span| {
        let span = Some(span).filter(|span| span.source == id)?;
        let built = span.start as usize..(span.end as usize).max(span.start as usize);
        // The user is working on this place. Its problem is dropped until the next build.
        let range = shift.map(built.clone()).filter(|range| range.len() == built.len())?;
        Some(visible(text, range))
    };
    let mut marks = vec![];
    for problem in problems {
        let is_error = problem.severity == Severity::Error;
        let own = problem.span.and_then(place).map(|range| Mark {
            range,
            is_error,
            is_related: false,
            message: problem.message.clone(),
            hint: problem.hint.clone(),
        });
        let related = problem.labels.iter().filter_map(|(span, label)| {
            let message = format!("{label}: {}", problem.message);
            Some(Mark { range: place(*span)?, is_error: false, is_related: true, message, hint: None })
        });
        marks.extend(own.into_iter().chain(related));
    }
    marks.sort_by_key(|mark| (mark.range.start, mark.range.end));
    marks
}

/// Widens a place to at least one character, so that it can be seen. A problem at the end of a line is shown under the last character.
fn visible(text: &str, range: Range<usize>) -> Range<usize> {
    let (start, end) = (floor(text, range.start), floor(text, range.end.max(range.start)));
    if end > start {
        return start..end;
    }
    let width = |c: Option<char>| c.filter(|c| *c != '\n').map_or(0, char::len_utf8);
    let ahead = width(text[start..].chars().next());
    if ahead > 0 { start..start + ahead } else { start - width(text[..start].chars().next_back())..start }
}
