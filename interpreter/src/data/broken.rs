//! What is wrong with a text that is no RON, in the designer's words.

use ron::error::{Error, SpannedError};

use crate::data::node::block_comment;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// The problem behind an error of the library; `text` begins at byte `first` of its source.
pub fn explain(source: SourceId, first: usize, text: &str, error: &SpannedError) -> Diagnostic {
    let place = |start: usize, end: usize| Span { source, start: (first + start) as u32, end: (first + end) as u32 };
    let at = byte(text, error.span.end.line, error.span.end.col);
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    let here = place(at, at + length);

    if error.code == Error::ExceededRecursionLimit {
        return Diagnostic::error(Code::TooLarge, here, "brackets are nested too deeply here");
    }
    if text.trim().is_empty() {
        return Diagnostic::error(Code::RonSyntax, here, "the file is empty");
    }
    if let Some((open, opener)) = unclosed(text)
        && (at + length == text.len() || text[at..].trim().is_empty() || opener == '"' || opener == '/')
    {
        let opened = place(open, open + if opener == '/' { 2 } else { 1 });
        let (message, close) = match opener {
            '"' => ("this text has no closing quote", "\""),
            '/' => ("this comment is not closed", "*/"),
            '(' => ("this bracket is not closed", ")"),
            '[' => ("this bracket is not closed", "]"),
            _ => ("this bracket is not closed", "}"),
        };
        return Diagnostic::error(Code::RonSyntax, opened, message).hint(format!("write `{close}` where it ends"));
    }
    // What lacks a comma or a bracket at the end of a line is found on the next one.
    let above = text[..at].trim_end();
    let last = above.chars().next_back().map_or(0, char::len_utf8);
    if text[above.len()..at].contains('\n') && !above.is_empty() {
        let behind = place(above.len() - last, above.len());
        match error.code {
            Error::ExpectedComma => {
                let message = format!("expected `,` behind `{}`", &above[above.len() - last..]);
                return Diagnostic::error(Code::RonSyntax, behind, message).hint("part fields and members by commas");
            }
            Error::ExpectedIdentifier if above.ends_with(',') && text[at..].starts_with('(') => {
                let message = "expected a name behind this, found `(`";
                return Diagnostic::error(Code::RonSyntax, behind, message).hint("a `)` may be missing before this comma");
            }
            _ => {}
        }
    }
    let (message, hint) = words(&error.code, text[at..].chars().next());
    let problem = Diagnostic::error(Code::RonSyntax, here, message);
    if hint.is_empty() { problem } else { problem.hint(hint) }
}

/// Message and hint for each kind of error that reading without a schema can meet.
fn words(error: &Error, found: Option<char>) -> (String, &'static str) {
    let found = found.map_or("the end of the file".to_owned(), |c| match c {
        '\'' | '"' | '\\' => format!("`{c}`"),
        c => format!("`{}`", c.escape_debug()),
    });
    match error {
        Error::Eof => ("the file ends too early".into(), "a bracket may be missing"),
        Error::ExpectedComma => (format!("expected `,` before {found}"), "part fields and members by commas"),
        Error::ExpectedMapColon => (format!("expected `:` before {found}"), "write a field as `name: value`"),
        Error::ExpectedArrayEnd => (format!("expected `]` before {found}"), ""),
        Error::ExpectedMapEnd => (format!("expected `}}` before {found}"), ""),
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => (format!("expected `)` before {found}"), ""),
        Error::ExpectedStructLike | Error::ExpectedOption => (format!("expected `(` before {found}"), ""),
        Error::ExpectedIdentifier | Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => {
            (format!("expected a name before {found}"), "in round brackets each value has a name: `name: value`")
        }
        Error::ExpectedString | Error::ExpectedStringEnd => ("this text has no closing quote".into(), "write `\"` where it ends"),
        Error::ExpectedChar | Error::ExpectedByteLiteral | Error::ExpectedByteString => {
            ("a single quote can't be used here".into(), "write texts in double quotes: \"…\"")
        }
        Error::InvalidEscape(_) => {
            ("`\\` is not followed by something it knows".into(), "write `\\\\` for one `\\`, `\\n` for a new line")
        }
        Error::ExpectedInteger
        | Error::ExpectedFloat
        | Error::FloatUnderscore
        | Error::UnderscoreAtBeginning
        | Error::IntegerOutOfBounds
        | Error::InvalidIntegerDigit { .. } => ("this number can't be read".into(), "write a number such as `12` or `12.5`"),
        Error::UnclosedBlockComment => ("a comment is not closed".into(), "write `*/` where it ends"),
        Error::TrailingCharacters => {
            (format!("{found} stands behind the end"), "a file holds one value in brackets; a closing one may stand too early")
        }
        Error::ExpectedAttribute | Error::ExpectedAttributeEnd | Error::NoSuchExtension(_) => {
            ("a line with `#!` can't be used here".into(), "leave it out")
        }
        Error::UnexpectedChar(_) => {
            (format!("{found} can't stand here"), "expected a number, a word, a text in quotes, or a bracket")
        }
        _ => (format!("{found} can't be read"), ""),
    }
}

/// The last bracket, quote or comment that is opened and never closed. A closing bracket of another kind leaves it open.
fn unclosed(text: &str) -> Option<(usize, char)> {
    let bytes = text.as_bytes();
    let mut open: Vec<(usize, char)> = vec![];
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let start = at;
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                if at >= bytes.len() {
                    return Some((start, '"'));
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => at += text[at..].find('\n').unwrap_or(text.len() - at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let length = block_comment(&text[at..]);
                if at + length >= bytes.len() && !text.ends_with("*/") {
                    return Some((at, '/'));
                }
                at += length - 1;
            }
            c @ (b'(' | b'[' | b'{') => open.push((at, char::from(c))),
            c @ (b')' | b']' | b'}') => {
                let fits = |(_, o): &(usize, char)| matches!((o, c), ('(', b')') | ('[', b']') | ('{', b'}'));
                if open.last().is_some_and(fits) {
                    open.pop();
                }
            }
            _ => {}
        }
        at += 1;
    }
    open.pop()
}

/// The byte at a line and column, both from 1, columns in characters; the end where the text is shorter.
fn byte(text: &str, line: usize, column: usize) -> usize {
    let start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    text[start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}
