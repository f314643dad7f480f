//! What could not be read, said once and at the right place.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use pest::Parser as _;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::expected::Wanted;
use super::parser::{Grammar, Rule};
use super::scan::{self, Sort, Token};
use super::slips::{self, Failure};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// What was looked for where a broken node stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Item,
    Statement,
    TestLine,
    Arm,
    Option,
    Field,
}

impl Part {
    /// The rule that accepts one of these and nothing else.
    fn rule(self) -> Rule {
        match self {
            Part::Item => Rule::only_item,
            Part::Statement => Rule::only_statement,
            Part::TestLine => Rule::only_test_line,
            Part::Arm => Rule::only_arm,
            Part::Option => Rule::only_option,
            Part::Field => Rule::only_field,
        }
    }
}

/// The problem of a broken node: its text is parsed again, and the place where that fails is where the eye should go.
pub(super) fn explain(source: SourceId, text: &str, broken: Span, part: Part) -> Diagnostic {
    let start = broken.start as usize;
    // A statement may go on behind its line; a declaration ends where the next begins.
    let end = if part == Part::Item { broken.end as usize } else { text.len() };
    let (at, wanted) = match parse_in_detail(part.rule(), &text[start..end]) {
        Ok(_) => (start, Wanted::default()),
        Err(error) if matches!(error.variant, ErrorVariant::CustomError { .. }) => {
            let at = start + place_of(&error);
            return too_deep(span(source, at..at));
        }
        Err(error) => {
            let furthest = error.parse_attempts().map_or(0, |attempts| attempts.max_position);
            (start + furthest, Wanted::of(&error, text[..start + furthest].ends_with(is_word)))
        }
    };
    let failure = failure(text, start, at, part, wanted);
    let problem = |range, message| Diagnostic::error(Code::Syntax, span(source, range), message);
    match slips::find(&failure) {
        Some(slip) => Diagnostic { hint: slip.hint, ..problem(slip.range, slip.message) },
        None => {
            let message = format!("expected {}, found {}", failure.wanted.text(part), slips::shown(text, &failure.found));
            problem(failure.found.range, message)
        }
    }
}

/// The words around the place where the parser stopped.
fn failure(text: &str, start: usize, at: usize, part: Part, wanted: Wanted) -> Failure<'_> {
    let mut before: Vec<Token> = scan::tokens(text, start..at).collect();
    let mut found = scan::token(text, at);
    if let Some(last) = before.last() {
        if last.sort == Sort::Word && last.range.end > at {
            // The parser stopped in the middle of a word.
            found = before.pop().expect("a last token");
        } else if !matches!(&text[last.range.clone()], "," | "(" | "[" | "{") && text[last.range.end..at].contains('\n') {
            // It looked for more on the next line. The slip is at the end of this one.
            found = Token { sort: Sort::End, range: last.range.end..last.range.end };
        }
    }
    Failure { text, start, found, before, part, wanted }
}

/// Parses with a record of every word and sign that would have been accepted.
///
/// pest has one switch for the whole process. It is on only in here: elsewhere it would cost time, and change nothing.
fn parse_in_detail(sort: Rule, text: &str) -> Result<(), Box<Error<Rule>>> {
    static SWITCH: Mutex<()> = Mutex::new(());
    let _one_at_a_time = SWITCH.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let result = Grammar::parse(sort, text).map(|_| ()).map_err(Box::new);
    pest::set_error_detail(false);
    result
}

/// A `{` that is not closed where the text or the declaration ends.
pub(super) fn unclosed(source: SourceId, text: &str, open: usize, end: usize) -> Diagnostic {
    let open = slips::suspicious_brace(text, open, end).unwrap_or(open);
    Diagnostic::error(Code::Unclosed, span(source, open..open + 1), "this `{` is not closed").hint("write `}` where it ends")
}

/// Brackets, or what nests without them, beyond all measure.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(Code::TooDeep, span, "this is nested too deeply")
        .hint("give parts of it a name: a `let`, a `value` or a `rule`")
}

fn is_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// How far the parser came.
pub(super) fn place_of(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((at, _)) => at,
    }
}

pub(super) fn span(source: SourceId, range: Range<usize>) -> Span {
    Span { source, start: range.start as u32, end: range.end as u32 }
}

/// A text without the blanks and comments at its end.
pub(super) fn without_tail(text: &str) -> &str {
    let mut text = text.trim_ascii_end();
    loop {
        let line = text.rfind('\n').map_or(0, |at| at + 1);
        match scan::comment(&text[line..]) {
            Some(at) => text = text[..line + at].trim_ascii_end(),
            None => return text,
        }
    }
}
