//! The problems in a file, at their places in its current text.

use std::ops::Range;

use interpreter::diagnostic::{Diagnostic, Severity};

use super::floor;
use super::shift::Shift;
use crate::workspace::Build;

/// A problem and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Empty only if the text is.
    pub range: Range<usize>,
    pub is_error: bool,
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
    let mut marks: Vec<Mark> = problems
        .filter_map(|problem| {
            let span = problem.span.filter(|span| span.source == id)?;
            let built = span.start as usize..(span.end as usize).max(span.start as usize);
            // The user is working on this place. Its problem is dropped until the next build.
            let range = shift.map(built.clone()).filter(|range| range.len() == built.len())?;
            Some(Mark {
                range: visible(text, range),
                is_error: problem.severity == Severity::Error,
                message: problem.message.clone(),
                hint: problem.hint.clone(),
            })
        })
        .collect();
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

/// Returns the problem after a place, or before it if `back`, and goes round at the ends.
pub fn next(marks: &[Mark], at: usize, back: bool) -> Option<&Mark> {
    if back {
        marks.iter().rev().find(|mark| mark.range.start < at).or(marks.last())
    } else {
        marks.iter().find(|mark| mark.range.start > at).or(marks.first())
    }
}
