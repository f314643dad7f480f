//! What is wrong with a text that isn't RON, in the designer's words.

use std::ops::Range;

use ron::error::{Error, SpannedError};

use crate::data::node::{Node, block_comment};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// The longest value that a message quotes.
const MOST_SHOWN: usize = 30;

/// The problem behind an error of the library. `text` begins at byte `first` of its source.
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
    if text[at..].starts_with('=') && matches!(error.code, Error::ExpectedComma | Error::ExpectedMapColon) {
        return Diagnostic::error(Code::RonSyntax, here, "a value comes after `:`, not after `=`").write(":");
    }
    if let Some(stray) = stray(text, at) {
        let problem = Diagnostic::error(Code::RonSyntax, place(stray, stray + 1), "this `(` is one too many");
        return problem.hint("leave it out").replacing("");
    }
    // A name in quotes belongs to a list of rows, further out than a bracket in which names have no quotes.
    let is_row = matches!(error.code, Error::ExpectedIdentifier) && text[at..].starts_with('"');
    // The same goes for a field in a list. The values in round brackets either all have names or none has.
    let is_field = error.code == Error::ExpectedComma && text[at..].starts_with(':');
    let tells = |Unclosed { open, opener, seen, .. }: &Unclosed| {
        let is_outside = is_row && *opener == '(' || is_field && *opener == '[';
        *seen <= at || text[at..].trim().is_empty() || matches!(opener, '"' | '/') || is_outside && *open < at
    };
    if let Some(Unclosed { open, opener, seen, is_crossed }) = unclosed(text).filter(tells) {
        if seen < text.len() && unclosed(&format!("{} {}", &text[..seen], &text[seen + 1..])).is_none() {
            let closing = place(seen, seen + 1);
            let with_comma = text[..seen].trim_end().ends_with(',') && text[seen + 1..].starts_with(',');
            let surplus = place(seen, seen + 1 + usize::from(with_comma));
            let message = format!("this `{}` is one too many", &text[seen..seen + 1]);
            return Diagnostic::error(Code::RonSyntax, closing, message).hint("leave it out").replacing_at(surplus, "");
        }
        let opened = place(open, open + if opener == '/' { 2 } else { 1 });
        if is_crossed {
            let message = format!("this `{}` can't close the `{opener}` that is open here", &text[seen..seen + 1]);
            return Diagnostic::error(Code::RonSyntax, place(seen, seen + 1), message)
                .label(opened, "opened here")
                .hint("change one of them: a list is `[…]`, a place or fields with names are `(…)`, rows are `{…}`");
        }
        let (message, close) = match opener {
            '"' => ("this text has no closing quote", "\""),
            '/' => ("this comment is not closed", "*/"),
            '(' => ("this bracket is not closed", ")"),
            '[' => ("this bracket is not closed", "]"),
            _ => ("this bracket is not closed", "}"),
        };
        return Diagnostic::error(Code::RonSyntax, opened, message).hint(format!("write `{close}` where it ends"));
    }
    if let Some(problem) = otherwise_written(place, text, at, &error.code) {
        return problem;
    }
    // The comma is missing after the value before, wherever the next value is.
    let before = pieces(&text[..at]).filter_map(Piece::value).last();
    let is_value = |c: char| c.is_alphanumeric() || matches!(c, '"' | '(' | '[' | '{' | '_' | '-' | '+' | '.');
    match (&error.code, before) {
        (Error::ExpectedComma, Some(value)) if text[at..].starts_with(is_value) => {
            let value = word_at(text, value.start).unwrap_or(value);
            let message = match &text[value.clone()] {
                written if written.len() <= MOST_SHOWN && !written.contains('\n') => format!("expected `,` after `{written}`"),
                _ => "expected `,` after this".to_owned(),
            };
            return Diagnostic::error(Code::RonSyntax, place(value.start, value.end), message)
                .hint("separate fields and members with commas")
                .replacing_at(place(value.end, value.end), ",");
        }
        // A bracket comes where a field should begin. Either the bracket before it is still open, or this one is too many.
        (Error::ExpectedIdentifier, Some(comma)) if text[at..].starts_with('(') && text[comma.clone()] == *"," => {
            let outer = unclosed(&text[..at]).map_or(0, |unclosed| unclosed.open);
            let is_deeper = indent(text, at) > indent(text, outer);
            if is_deeper {
                let hint = "leave it out, or write `name: (…)`; several values are a list: `[(…), (…)]`";
                return Diagnostic::error(Code::RonSyntax, here, "expected a name before this `(`").hint(hint);
            }
            return Diagnostic::error(Code::RonSyntax, place(comma.start, comma.end), "expected a name after this, found `(`")
                .hint("a `)` may be missing before this comma");
        }
        _ => {}
    }
    // `([ … ], name: …`: because of an extra bracket, fields become members of a tuple.
    if is_field && let Some(Unclosed { open, opener: '(', .. }) = unclosed(&text[..at]) {
        let message = "this bracket has values without names, but named fields follow";
        return Diagnostic::error(Code::RonSyntax, place(open, open + 1), message).hint("there may be a `(` too many");
    }
    let (message, hint) = words(&error.code, text[at..].chars().next());
    let problem = Diagnostic::error(Code::RonSyntax, here, message);
    if hint.is_empty() { problem } else { problem.hint(hint) }
}

/// The problem of what rules or other languages write in another way.
fn otherwise_written(place: impl Fn(usize, usize) -> Span, text: &str, at: usize, error: &Error) -> Option<Diagnostic> {
    let problem = |from: usize, to: usize, message: &str| Diagnostic::error(Code::RonSyntax, place(from, to), message);
    let before = text[..at].trim_end();
    let sign = if text[at..].starts_with('#') { Some(at) } else { before.strip_suffix('#').map(str::len) };
    if let Some(sign) = sign.filter(|sign| !text[*sign + 1..].starts_with(['!', '"', '#'])) {
        return Some(problem(sign, sign + 1, "a remark begins with `//`, not with `#`").write("//"));
    }
    let last = || pieces(before).filter_map(Piece::value).last();
    let is_colon = *error == Error::ExpectedComma && text[at..].starts_with(':');
    match unclosed(before)? {
        Unclosed { open, opener: '[', .. } if is_colon => {
            let message = "the members of a list have no names, but these have";
            Some(problem(open, open + 1, message).hint("a table is written in braces, such as `{mud: 1, else: 0}`"))
        }
        Unclosed { open, opener: '(', .. } if is_colon && text[last()?].starts_with('"') => {
            let message = "names in quotes can't stand in this round bracket";
            Some(problem(open, open + 1, message).hint("rows with names are written in braces, such as `{\"Ida\": (age: 3)}`"))
        }
        Unclosed { open, opener: '{', .. }
            if *error == Error::ExpectedMapColon && text[at..].starts_with(['}', ',']) && !before[open..].contains(':') =>
        {
            let end = text[at..].find('}').map_or(at, |end| at + end);
            let list = format!("[{}]", text[open + 1..end].trim());
            let is_short = !list.contains(['\n', '{', ':']) && text[end..].starts_with('}');
            let problem = problem(open, open + 1, "values without names are a list or set, in square brackets");
            Some(if is_short {
                problem.hint(format!("write `{list}`")).replacing_at(place(open, end + 1), list)
            } else {
                problem.hint("write `[…]` instead of these braces")
            })
        }
        _ if text[at..].starts_with('.') => {
            let word = word_at(text, last()?.start)?;
            let end = at + 1 + text[at + 1..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len() - at - 1);
            let case = &text[at + 1..end];
            let are_words = [&text[word.clone()], case].iter().all(|part| part.starts_with(char::is_alphabetic));
            let message = format!("a case is written alone, without `{}.`", &text[word.clone()]);
            (are_words && word.end == at).then(|| problem(word.start, end, &message).write(case))
        }
        _ => None,
    }
}

/// Message and hint for each kind of error that can occur when reading without a schema.
fn words(error: &Error, found: Option<char>) -> (String, &'static str) {
    let found = found.map_or("the end of the file".to_owned(), |c| match c {
        '\'' | '"' | '\\' => format!("`{c}`"),
        c => format!("`{}`", c.escape_debug()),
    });
    match error {
        Error::Eof => ("the file ends too early".into(), "a bracket may be missing"),
        Error::ExpectedComma => (format!("expected `,` before {found}"), "separate fields and members with commas"),
        Error::ExpectedMapColon => (format!("expected `:` before {found}"), "write a field as `name: …`"),
        Error::ExpectedArrayEnd => (format!("expected `]` before {found}"), ""),
        Error::ExpectedMapEnd => (format!("expected `}}` before {found}"), ""),
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => (format!("expected `)` before {found}"), ""),
        Error::ExpectedStructLike | Error::ExpectedOption => (format!("expected `(` before {found}"), ""),
        Error::ExpectedIdentifier | Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => {
            (format!("expected a name before {found}"), "in round brackets each value has a name: `name: …`")
        }
        Error::ExpectedString | Error::ExpectedStringEnd => ("this text has no closing quote".into(), "write `\"` where it ends"),
        Error::ExpectedChar | Error::ExpectedByteLiteral | Error::ExpectedByteString => {
            ("a single quote can't be used here".into(), "write texts in double quotes: \"…\"")
        }
        Error::InvalidEscape(_) => (
            "this `\\` means nothing in a text".into(),
            "write a sign that there is, such as `\\\\` for a backslash or `\\n` for a new line",
        ),
        Error::ExpectedInteger
        | Error::ExpectedFloat
        | Error::FloatUnderscore
        | Error::UnderscoreAtBeginning
        | Error::IntegerOutOfBounds
        | Error::InvalidIntegerDigit { .. } => ("this number can't be read".into(), "write a number such as `12` or `12.5`"),
        Error::UnclosedBlockComment => ("a comment is not closed".into(), "write `*/` where it ends"),
        Error::TrailingCharacters => {
            (format!("{found} follows after the end"), "the file holds one value in brackets; perhaps one is closed too early")
        }
        Error::ExpectedAttribute | Error::ExpectedAttributeEnd | Error::NoSuchExtension(_) => {
            ("a line with `#!` can't be used here".into(), "leave it out")
        }
        Error::UnexpectedChar(_) => {
            (format!("{found} can't be used here"), "expected a number, a word, a text in quotes, or a bracket")
        }
        _ => (format!("{found} can't be read"), ""),
    }
}

/// About how many letters may be read to find out which bracket is too many, and how many brackets are tried at most.
const MOST_READ: usize = 4_000_000;
const MOST_TRIED: usize = 30;

/// The `(` without which everything can be read, if one is too many: the last before the place where that fails. If any other would do, a
/// `)` may as well be missing. Of `[` and `{`, nobody knows: in `spaces: [(id: "a"), links: []`, the `]` is likelier to be missing.
fn stray(text: &str, at: usize) -> Option<usize> {
    let mut open: Vec<usize> = vec![];
    let mut surplus = [0_i32; 3];
    for piece in pieces(text) {
        let start = match piece {
            Piece::Open(..) => return None,
            Piece::Remark => continue,
            Piece::Value(range) => range.start,
        };
        match text.as_bytes()[start] {
            b'(' => {
                surplus[0] += 1;
                open.push(start);
            }
            b')' => surplus[0] -= 1,
            b'[' => surplus[1] += 1,
            b']' => surplus[1] -= 1,
            b'{' => surplus[2] += 1,
            b'}' => surplus[2] -= 1,
            _ => {}
        }
    }
    let tried = (MOST_READ / text.len().max(1)).clamp(1, MOST_TRIED);
    let last = open.into_iter().rev().filter(|start| surplus == [1, 0, 0] && *start <= at).take(tried);
    let mut fitting = last.filter(|start| Node::can_be(&format!("{} {}", &text[..*start], &text[start + 1..]), *start));
    let stray = fitting.next()?;
    // Of brackets side by side, it doesn't matter which is left out.
    fitting.all(|other| text[other..stray].chars().all(|c| c == '(' || c.is_whitespace())).then_some(stray)
}

/// A bracket, quote or comment that is opened and never closed.
struct Unclosed {
    open: usize,
    opener: char,
    /// Where that shows: at a closing bracket of another kind, or at the end.
    seen: usize,
    /// Whether that closing bracket closes nothing else either.
    is_crossed: bool,
}

/// The bracket, quote or comment that lacks its end. If a closing bracket meets an open bracket of another kind, it is the open one.
/// Otherwise it is a bracket that is closed further left than it was opened, as the layout shows, or else the innermost.
fn unclosed(text: &str) -> Option<Unclosed> {
    let (mut line, mut depth, mut before) = (0, depth_of(text, 0), 0);
    // Each with the indentation of its line.
    let mut open: Vec<(usize, char, usize)> = vec![];
    let (mut crooked, mut over_lines) = (None, None);
    for piece in pieces(text) {
        let (at, sign) = match piece {
            // The first text that goes on past its line is likelier to lack its end than the last one.
            Piece::Open(open, '"') => {
                return Some(Unclosed { open: over_lines.unwrap_or(open), opener: '"', seen: text.len(), is_crossed: false });
            }
            Piece::Open(open, opener) => return Some(Unclosed { open, opener, seen: text.len(), is_crossed: false }),
            Piece::Remark => continue,
            Piece::Value(range) => match text.as_bytes()[range.start] {
                b'"' => {
                    over_lines = over_lines.or(text[range.clone()].contains('\n').then_some(range.start));
                    continue;
                }
                sign @ (b'(' | b'[' | b'{' | b')' | b']' | b'}') => (range.start, sign),
                _ => continue,
            },
        };
        if let Some(ended) = text[before..at].rfind('\n') {
            line = before + ended + 1;
            depth = depth_of(text, line);
        }
        before = at;
        let close = match sign {
            b')' => '(',
            b']' => '[',
            b'}' => '{',
            opener => {
                open.push((at, char::from(opener), depth));
                continue;
            }
        };
        match open.last().copied() {
            Some((from, opener, opened)) if opener == close => {
                open.pop();
                if line + depth == at && depth < opened {
                    crooked = crooked.or(Some((from, opener)));
                }
            }
            Some((from, opener, _)) => {
                // The bracket that it closes may be open further out.
                let is_crossed = !open.iter().any(|(_, o, _)| *o == close);
                return Some(Unclosed { open: from, opener, seen: at, is_crossed });
            }
            None => {}
        }
    }
    let (from, opener, _) = open.pop()?;
    let (open, opener) = crooked.unwrap_or((from, opener));
    Some(Unclosed { open, opener, seen: text.len(), is_crossed: false })
}

/// A part of a text that is not blank.
enum Piece {
    /// A text in quotes, or one letter or sign.
    Value(Range<usize>),
    /// A comment.
    Remark,
    /// A quote or comment without its end.
    Open(usize, char),
}

/// The pieces of a text, as far as they can be told apart.
fn pieces(text: &str) -> impl Iterator<Item = Piece> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while bytes.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        let start = at;
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                Some(if at > bytes.len() { Piece::Open(start, '"') } else { Piece::Value(start..at) })
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                Some(Piece::Remark)
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += block_comment(&text[at..]);
                let ended = at < bytes.len() || text.ends_with("*/");
                Some(if ended { Piece::Remark } else { Piece::Open(start, '/') })
            }
            _ => {
                at += text[start..].chars().next().map_or(1, char::len_utf8);
                Some(Piece::Value(start..at))
            }
        }
    })
}

impl Piece {
    fn value(self) -> Option<Range<usize>> {
        if let Piece::Value(range) = self { Some(range) } else { None }
    }
}

/// The whole word or number that ends with the letter at `last`.
fn word_at(text: &str, last: usize) -> Option<Range<usize>> {
    let of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.');
    let end = last + text[last..].chars().next().filter(|c| of_word(*c))?.len_utf8();
    Some(text[..end].trim_end_matches(of_word).len()..end)
}

/// The indentation of the line that begins here.
fn depth_of(text: &str, line: usize) -> usize {
    text[line..].len() - text[line..].trim_start_matches([' ', '\t']).len()
}

/// The indentation of the line that contains this place.
fn indent(text: &str, at: usize) -> usize {
    depth_of(text, text[..at].rfind('\n').map_or(0, |ended| ended + 1))
}

/// The byte at a line and column, both from 1, with columns in characters. If the text is shorter, its end.
fn byte(text: &str, line: usize, column: usize) -> usize {
    let start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    text[start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}
