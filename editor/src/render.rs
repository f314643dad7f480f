//! Problems as text, with the lines they are on.

use std::borrow::Cow;

use codespan_reporting::diagnostic::{Diagnostic as Shown, Label};
use codespan_reporting::term;
use interpreter::diagnostic::{Diagnostic, Severity, count};
use interpreter::source::{Sources, Span};

mod pages;

use pages::{Pages, Places};

/// The most problems shown at once; of the others, only the number is given.
pub const MOST: usize = 100;
/// The most characters shown of a line.
pub const LONGEST: usize = 400;

/// Returns the problems as text. `colour` adds colours for a terminal.
pub fn render(sources: &Sources, problems: &[Diagnostic], colour: bool) -> String {
    let pages = Pages::new(sources);
    let config = term::Config::default();
    let mut text = String::new();
    let (first, more) = first(problems);
    for problem in first {
        let places = pages.places(problem);
        let shown = shown(&places, problem);
        if colour {
            let mut buffer = term::termcolor::Buffer::ansi();
            if term::emit_to_write_style(&mut buffer, &config, &places, &shown).is_ok() {
                text.push_str(&String::from_utf8_lossy(buffer.as_slice()));
            }
        } else {
            let mut plain = String::new();
            if term::emit_to_string(&mut plain, &config, &places, &shown).is_ok() {
                text.push_str(&plain);
            }
        }
    }
    if let Some(more) = more {
        text.push_str(&format!("{more}\n\n"));
    }
    text
}

/// Returns the problems to show, and a note on the number of the others. If there are too many, those that keep the game from being played
/// come first.
pub fn first<'d>(problems: impl IntoIterator<Item = &'d Diagnostic>) -> (Vec<&'d Diagnostic>, Option<String>) {
    let all: Vec<&Diagnostic> = problems.into_iter().collect();
    if all.len() <= MOST {
        return (all, None);
    }
    let listed = all.iter().copied().filter(|problem| problem.stands_for == 0);
    let of = |severity| listed.clone().filter(move |problem| problem.severity == severity);
    let first: Vec<&Diagnostic> = of(Severity::Error).chain(of(Severity::Warning)).take(MOST).collect();
    let left_out = count(all) - first.len();
    (first, Some(more(left_out)))
}

/// Returns a note on the number of problems left out.
pub fn more(left_out: usize) -> String {
    let what = if left_out == 1 { "problem is" } else { "problems are" };
    format!("{left_out} more {what} not shown. Mend these first, then look again.")
}

/// Shortens the lines of a text that are too long to read.
pub fn short(text: &str) -> Cow<'_, str> {
    let is_long = |line: &str| line.len() > LONGEST && line.chars().nth(LONGEST).is_some();
    if !text.lines().any(is_long) {
        return text.into();
    }
    let cut = |line: &str| if is_long(line) { line.chars().take(LONGEST).chain(['…']).collect() } else { line.to_owned() };
    text.lines().map(cut).collect::<Vec<String>>().join("\n").into()
}

fn shown(places: &Places<'_>, problem: &Diagnostic) -> Shown<usize> {
    let base = match problem.severity {
        Severity::Error => Shown::error(),
        Severity::Warning => Shown::warning(),
    };
    let mut labels = vec![];
    if let Some(span) = problem.span {
        labels.push(Label::primary(usize::from(span.source.0), places.range(span)));
    }
    for (span, text) in &problem.labels {
        labels.push(Label::secondary(usize::from(span.source.0), places.range(*span)).with_message(short(text)));
    }
    let notes = problem.hint.iter().map(|hint| format!("hint: {}", short(hint))).collect();
    base.with_code(problem.code.text()).with_message(short(&problem.message)).with_labels(labels).with_notes(notes)
}

/// Returns a problem's place, to follow its message: ` (meadow/meadow.rules, line 12)`; empty without a place.
pub fn place(sources: &Sources, span: Option<Span>) -> String {
    let Some(span) = span else { return String::new() };
    let (line, _) = sources.line_column(span);
    format!(" ({}, line {line})", sources.get(span.source).name)
}
