//! Reports what could not be read, once and at the right place.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use pest::Parser as _;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::expected::Wanted;
use super::lex::{self, Sort, Token, is_word};
use super::parser::{Grammar, Rule};
use super::slips::{self, Failure};
use super::words;
use crate::diagnostic::{Code, Diagnostic, Replacement};
use crate::source::{SourceId, Sources, Span};

/// What the parser looked for at the place of a broken node.
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

/// The problem of a broken node. The function parses its text again, and marks the place where that fails.
pub(super) fn explain(sources: &Sources, text: &str, broken: Span, part: Part) -> Diagnostic {
    let (source, start) = (broken.source, broken.start as usize);
    // A statement may go on after its line. A declaration ends where the next begins.
    let end = if part == Part::Item { broken.end as usize } else { text.len() };
    let (at, wanted) = match parse_in_detail(part.rule(), &text[start..end]) {
        Ok(()) => (start, Wanted::default()),
        Err(error) if matches!(error.variant, ErrorVariant::CustomError { .. }) => {
            let at = start + place_of(&error);
            return too_deep(span(source, at..at));
        }
        Err(error) => {
            let at = start + error.parse_attempts().map_or(0, |attempts| attempts.max_position);
            (at, Wanted::of(&error, text[..at].ends_with(is_word)))
        }
    };
    let failure = failure(sources, text, start, at, part, wanted);
    let problem = |range, message| Diagnostic::error(Code::Syntax, span(source, range), message);
    match slips::find(&failure) {
        Some(slip) => {
            let replace = slip.replace.map(|(range, text)| Box::new(Replacement { span: span(source, range), text }));
            Diagnostic { hint: slip.hint, replace, ..problem(slip.range, slip.message) }
        }
        None => problem(failure.found.range.clone(), failure.message()),
    }
}

/// The words around the place where the parser stopped.
fn failure<'a>(sources: &'a Sources, text: &'a str, start: usize, at: usize, part: Part, wanted: Wanted) -> Failure<'a> {
    let mut before: Vec<Token> = lex::tokens(text, start..at).filter(|token| token.sort != Sort::Docs).collect();
    let mut found = lex::token(text, at);
    if found.sort == Sort::Docs {
        // Only `///` itself is wrong here, not the text after it.
        found.range.end = found.range.start + 3;
    }
    let mut moved = found.sort == Sort::End;
    if let Some(last) = before.last() {
        let word = &text[last.range.clone()];
        if matches!(last.sort, Sort::Word | Sort::Number | Sort::Sign) && last.range.end > at
            || last.range.end == at && wanted.is_empty() && words::RESERVED.contains(&word)
        {
            // The parser stopped in the middle of a word or sign, or after a word that it knows but can't use here.
            found = before.pop().expect("a last token");
            moved = true;
        } else if (!wanted.value() || ends_line(&text[found.range.clone()]))
            && !matches!(word, "," | "(" | "[" | "{")
            && text.get(last.range.end..at).is_some_and(|gap| gap.contains('\n'))
        {
            // The parser looked for more on the next line, so the slip is at the end of this one.
            found = Token { sort: Sort::End, range: last.range.end..last.range.end };
            moved = true;
        }
    }
    let wanted = if moved { wanted_before(text, start, found.range.start, part).unwrap_or(wanted) } else { wanted };
    Failure { sources, text, start, found, before, part, wanted }
}

/// What could have come at `at`, whatever is there.
fn wanted_before(text: &str, start: usize, at: usize, part: Part) -> Option<Wanted> {
    let cut = format!("{} ", text[start..at].trim_ascii_end());
    let error = parse_in_detail(part.rule(), &cut).err()?;
    let furthest = error.parse_attempts()?.max_position;
    (furthest == cut.len()).then(|| Wanted::of(&error, false))
}

/// Parses with a record of every word and sign that would have been accepted.
///
/// pest has one switch for the whole process. It is on only in here, because elsewhere it would cost time and change nothing.
fn parse_in_detail(sort: Rule, text: &str) -> Result<(), Box<Error<Rule>>> {
    static SWITCH: Mutex<()> = Mutex::new(());
    let _one_at_a_time = SWITCH.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let result = Grammar::parse(sort, text).map(|_| ()).map_err(Box::new);
    pest::set_error_detail(false);
    result
}

/// The problem of a `{` that is not closed before the text or the declaration ends.
pub(super) fn unclosed(source: SourceId, text: &str, open: usize, end: usize) -> Diagnostic {
    let open = slips::suspicious_brace(text, open, end).unwrap_or(open);
    Diagnostic::error(Code::Unclosed, span(source, open..open + 1), "this `{` is not closed").hint("write `}` where it ends")
}

/// The problem of brackets, or of anything that nests without them, far too deep.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(Code::TooDeep, span, "this is nested too deeply")
        .hint("name parts of it with a `let`, a `value` or a `rule`")
}

/// Whether this word at the beginning of a line shows that the line before has ended.
fn ends_line(word: &str) -> bool {
    matches!(word, "" | "}") || words::STATEMENTS.contains(&word)
}

/// The place that the parser reached.
pub(super) fn place_of(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((at, _)) => at,
    }
}

pub(super) fn span(source: SourceId, range: Range<usize>) -> Span {
    Span { source, start: range.start as u32, end: range.end as u32 }
}
