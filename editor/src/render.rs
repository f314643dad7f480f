//! Problems as text with the line they are on.

use codespan_reporting::diagnostic::{Diagnostic as Shown, Label};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term;
use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::source::Sources;

/// The problems as plain text (`colour`: with colours for a terminal).
pub fn render(sources: &Sources, problems: &[Diagnostic], colour: bool) -> String {
    let mut files = SimpleFiles::new();
    for (_, source) in sources.iter() {
        files.add(source.name.to_string(), source.text.to_string());
    }
    let config = term::Config::default();
    let mut text = String::new();
    for problem in problems {
        let shown = shown(sources, problem);
        if colour {
            let mut buffer = term::termcolor::Buffer::ansi();
            if term::emit_to_write_style(&mut buffer, &config, &files, &shown).is_ok() {
                text.push_str(&String::from_utf8_lossy(buffer.as_slice()));
            }
        } else {
            let mut plain = String::new();
            if term::emit_to_string(&mut plain, &config, &files, &shown).is_ok() {
                text.push_str(&plain);
            }
        }
    }
    text
}

fn shown(sources: &Sources, problem: &Diagnostic) -> Shown<usize> {
    let base = match problem.severity {
        Severity::Error => Shown::error(),
        Severity::Warning => Shown::warning(),
    };
    let range = |span: interpreter::source::Span| {
        let text = &sources.get(span.source).text;
        let at = |n: u32| {
            let mut n = (n as usize).min(text.len());
            while !text.is_char_boundary(n) {
                n -= 1;
            }
            n
        };
        at(span.start)..at(span.end.max(span.start))
    };
    let mut labels = vec![];
    if let Some(span) = problem.span {
        labels.push(Label::primary(usize::from(span.source.0), range(span)));
    }
    for (span, text) in &problem.labels {
        labels.push(Label::secondary(usize::from(span.source.0), range(*span)).with_message(text));
    }
    let notes = problem.hint.iter().map(|h| format!("hint: {h}")).collect();
    base.with_code(problem.code.text()).with_message(&problem.message).with_labels(labels).with_notes(notes)
}
