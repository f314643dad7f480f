//! Problems as the window lists them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use interpreter::data::track::called::Places;
use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::source::{SourceId, Sources};

use super::words::without_ticks;
use crate::drawing::document::Document;
use crate::drawing::read;
use crate::render::{first, short};
use crate::workspace::Build;

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
        Problem::told(sources, problem, &mut Boards::default())
    }

    fn told(sources: &Sources, problem: &Diagnostic, boards: &mut Boards) -> Problem {
        let place = problem.span.map(|span| {
            let (line, column) = sources.line_column(span);
            (format!("{}:{line}:{column}", sources.get(span.source).name), sources.get(span.source).text.lines().nth(line - 1))
        });
        let (place, line) = place.unwrap_or_default();
        let at = problem.span.map(|span| (sources.get(span.source).name.to_string(), span.start as usize..span.end as usize));
        let mut words = |said: &str| short(&boards.in_words(sources, problem, said)).into_owned();
        Problem {
            at,
            kind: if problem.severity == Severity::Error { Kind::Error } else { Kind::Warning },
            message: words(&problem.message),
            place,
            line: line.unwrap_or_default().trim().chars().take(160).collect(),
            hint: problem.hint.as_deref().map(words).unwrap_or_default(),
        }
    }

    /// Returns as many problems as are shown, errors first. A last row gives the number of the others.
    pub fn all<'d>(build: &Build, problems: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<Problem> {
        let (sources, manifest) = (&build.ruleset.sources, &build.ruleset.manifest);
        let (mut first, more) = first(problems);
        first.sort_by_key(|problem| problem.severity != Severity::Error);
        let places = Arc::new(Places::of(&build.built.ir, manifest));
        let mut boards = Boards { read: BTreeMap::new(), places };
        let mut all: Vec<Problem> = first.into_iter().map(|problem| Problem::told(sources, problem, &mut boards)).collect();
        all.extend(more.map(|message| Problem { message, ..Problem::default() }));
        all
    }
}

/// The boards that messages are about, each read once.
#[derive(Default)]
struct Boards {
    read: BTreeMap<u16, Option<Document>>,
    /// How their game names places.
    places: Arc<Places>,
}

impl Boards {
    /// A message with what spaces are called on the board that it is about, and without marks around code.
    fn in_words(&mut self, sources: &Sources, problem: &Diagnostic, message: &str) -> String {
        let spans = problem.span.into_iter().chain(problem.labels.iter().map(|(span, _)| *span));
        let board = spans.map(|span| span.source).find(|source| sources.get(*source).name.starts_with("tracks/"));
        let read = |source: SourceId| {
            let mut document = read::read(&sources.get(source).text).ok()?;
            document.name_as(&self.places);
            Some(document)
        };
        match board.and_then(|source| self.read.entry(source.0).or_insert_with(|| read(source)).as_ref()) {
            Some(document) => document.in_words(message),
            None => without_ticks(message),
        }
    }
}
