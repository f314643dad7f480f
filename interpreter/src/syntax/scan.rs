//! Words and signs of a text, roughly: enough to say what stands where the parser stopped.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Word,
    Number,
    /// A text in quotation marks.
    Text,
    /// A text whose second quotation mark is missing on its line.
    OpenText,
    Sign,
    /// The end of a line or of the whole text; its range is empty.
    End,
}

/// A word, number, text or sign with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) sort: Sort,
    pub(super) range: Range<usize>,
}

/// Signs of more than one character, also those that other languages have.
const SIGNS: &[&str] = &[
    "===", "!==", "...", "==", "!=", "<=", ">=", "=>", "->", "+=", "-=", "*=", "/=", "..", "&&", "||", "++", "--", ":=", "<>",
    "/*", "*/", "**", "::", "?.",
];

/// The token at or behind `at`, without leaving the line.
pub(super) fn token(text: &str, at: usize) -> Token {
    let start = at + text[at..].len() - text[at..].trim_start_matches([' ', '\t', '\r']).len();
    let rest = &text[start..];
    let token = |sort, len| Token { sort, range: start..start + len };
    let Some(first) = rest.chars().next() else { return token(Sort::End, 0) };
    let run = |accept: fn(char) -> bool| rest.find(|c| !accept(c)).unwrap_or(rest.len());
    match first {
        '\n' => token(Sort::End, 0),
        '/' if rest.starts_with("//") && !is_docs(rest) => token(Sort::End, 0),
        '0'..='9' => token(Sort::Number, run(|c| c.is_alphanumeric() || c == '_')),
        '"' => match text_end(rest) {
            Some(len) => token(Sort::Text, len),
            None => token(Sort::OpenText, rest.find('\n').unwrap_or(rest.len())),
        },
        c if c.is_alphabetic() || c == '_' => token(Sort::Word, run(|c| c.is_alphanumeric() || c == '_')),
        '/' if is_docs(rest) => token(Sort::Sign, 3),
        c => token(Sort::Sign, SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(c.len_utf8(), |sign| sign.len())),
    }
}

/// All tokens between two places; line ends and `///` texts are left out.
pub(super) fn tokens(text: &str, range: Range<usize>) -> impl Iterator<Item = Token> {
    let mut at = range.start;
    std::iter::from_fn(move || {
        loop {
            let next = token(text, at);
            if next.range.start >= range.end {
                return None;
            }
            if next.sort != Sort::End && &text[next.range.clone()] != "///" {
                at = next.range.end;
                return Some(next);
            }
            at = next.range.start + text[next.range.start..].find('\n')? + 1;
        }
    })
}

/// The text with a blank for each byte of its comments, tabs and carriage returns, so that the grammar knows one kind of blank only.
/// Texts in quotation marks and `///` lines stay as they are, and every place in the text stays where it is.
pub(crate) fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(found) = text[at..].find(['"', '/', '\t', '\r']) {
        plain.push_str(&text[at..at + found]);
        at += found;
        let rest = &text[at..];
        let line = || rest.find('\n').unwrap_or(rest.len());
        let (kept, blank) = match rest.as_bytes()[0] {
            b'"' => (text_end(rest).unwrap_or_else(line), 0),
            b'/' if is_docs(rest) => (line(), 0),
            b'/' if rest.starts_with("//") => (0, line()),
            b'/' => (1, 0),
            _ => (0, 1),
        };
        plain.push_str(&rest[..kept]);
        plain.extend(std::iter::repeat_n(' ', blank));
        at += kept + blank;
    }
    plain.push_str(&text[at..]);
    plain
}

/// How long the text in quotation marks is with which `rest` begins. Values stand in its braces, and among them may stand texts, which hold
/// none. Where that comes to no end within [`MOST_AHEAD`], the next quotation mark is one.
pub fn text_end(rest: &str) -> Option<usize> {
    end_of_text(rest, true).or_else(|| end_of_text(rest, false))
}

/// How far behind the first text among its values the end of a text is looked for, in bytes: many texts without ends on one line must not be
/// read to the end of that line for each of them.
pub const MOST_AHEAD: usize = 1_000;

fn end_of_text(rest: &str, has_values: bool) -> Option<usize> {
    let (mut braces, mut is_inner, mut escaped, mut last) = (0, false, false, usize::MAX);
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if at > last => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' if braces == 0 => return Some(at + 1),
            '"' => {
                is_inner = !is_inner;
                last = last.min(at + MOST_AHEAD);
            }
            '{' if has_values && !is_inner => braces += 1,
            '}' if braces > 0 && !is_inner => braces -= 1,
            _ => {}
        }
    }
    None
}

fn is_docs(rest: &str) -> bool {
    rest.starts_with("///") && !rest.starts_with("////")
}
