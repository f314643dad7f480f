//! Words and signs of a text. The lexer refuses nothing, so half-written text has tokens, too. Recovery, completion and colours all go by
//! these tokens. The parser gets a text without the tokens that it has no use for.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A name or a word of the language.
    Word,
    /// A number, with the letters written right after it.
    Number,
    /// A text in quotation marks, with the values in its braces.
    Text,
    /// A text without its second quotation mark on the line.
    OpenText,
    /// One or more signs that belong together: `+=`.
    Sign,
    /// `//` and everything after it.
    Comment,
    /// `///` and everything after it, which the rulebook prints.
    Docs,
    /// The end of a line or of the whole text. Its range is empty.
    End,
}

/// A word, number, text or sign with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub sort: Sort,
    /// Its place.
    pub range: Range<usize>,
}

/// Signs of more than one character, including those of other languages.
const SIGNS: &[&str] = &[
    "===", "!==", "...", "==", "!=", "<=", ">=", "=>", "->", "+=", "-=", "*=", "/=", "..", "&&", "||", "++", "--", ":=", "<>",
    "/*", "*/", "**", "::", "?.", "??",
];

/// Whether it may be part of a word.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The token at or after `at`, without leaving the line.
pub fn token(text: &str, at: usize) -> Token {
    let start = at + text.as_bytes()[at..].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
    let rest = &text[start..];
    let line = || rest.find('\n').unwrap_or(rest.len());
    let (sort, len) = match rest.chars().next() {
        None | Some('\n') => (Sort::End, 0),
        Some('/') if rest.starts_with("///") && !rest.starts_with("////") => (Sort::Docs, line()),
        Some('/') if rest.starts_with("//") => (Sort::Comment, line()),
        Some('0'..='9') => (Sort::Number, word_end(rest)),
        Some('"') => text_end(rest).map_or_else(|| (Sort::OpenText, line()), |len| (Sort::Text, len)),
        Some(c) if is_word(c) => (Sort::Word, word_end(rest)),
        Some(c) => (Sort::Sign, sign_end(rest).unwrap_or(c.len_utf8())),
    };
    Token { sort, range: start..start + len }
}

/// The length of the word that a text begins with.
fn word_end(rest: &str) -> usize {
    let len = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    match rest.as_bytes().get(len) {
        Some(b) if !b.is_ascii() => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        _ => len,
    }
}

/// The length of the sign of several characters that a text begins with.
fn sign_end(rest: &str) -> Option<usize> {
    // Most signs are single, and what follows them can't be part of one.
    rest.as_bytes().get(1).filter(|b| b"=.>-+&|:<*/?".contains(b))?;
    SIGNS.iter().find(|sign| rest.starts_with(**sign)).map(|sign| sign.len())
}

/// All tokens that begin between two places, except the ends of lines.
pub fn tokens(text: &str, range: Range<usize>) -> impl Iterator<Item = Token> {
    let mut at = range.start;
    std::iter::from_fn(move || {
        loop {
            let next = token(text, at);
            at = next.range.end + usize::from(next.sort == Sort::End);
            if next.range.start >= range.end {
                return None;
            }
            if next.sort != Sort::End {
                return Some(next);
            }
        }
    })
}

/// The braces in a text in quotation marks, with the values in them.
pub fn holes(text: &str, of: &Token) -> Vec<Range<usize>> {
    let (mut holes, mut at) = (vec![], of.range.start);
    while let Some(open) = text[at..of.range.end].find(['{', '\\']) {
        let start = at + open;
        at = start + 1;
        if text[start..].starts_with('\\') {
            at += text[at..of.range.end].chars().next().map_or(0, char::len_utf8);
            continue;
        }
        let Some(len) = hole_end(&text[at..of.range.end]) else { break };
        holes.push(at..at + len);
        at += len;
    }
    holes
}

/// The length of the hole that begins before `rest`. It contains texts and braces as a whole, unless it is too long.
fn hole_end(rest: &str) -> Option<usize> {
    let (mut braces, mut is_text) = (0, false);
    for (at, c) in rest.char_indices().take(MOST_AHEAD) {
        match c {
            '"' => is_text = !is_text,
            '{' if !is_text => braces += 1,
            '}' if !is_text && braces == 0 => return Some(at),
            '}' if !is_text => braces -= 1,
            _ => {}
        }
    }
    rest.find('}')
}

/// The text with a blank for each byte of its comments, tabs and carriage returns, so that the grammar knows only one kind of blank. Texts
/// in quotation marks and `///` lines stay as they are, and every place in the text stays where it is.
pub(crate) fn without_comments(text: &str) -> String {
    let (mut plain, mut at) = (String::with_capacity(text.len()), 0);
    for token in tokens(text, 0..text.len()).filter(|token| token.sort != Sort::Comment) {
        blank(&mut plain, &text[at..token.range.start]);
        plain.push_str(&text[token.range.clone()]);
        at = token.range.end;
    }
    blank(&mut plain, &text[at..]);
    plain
}

/// Adds blanks for everything but the ends of lines.
fn blank(plain: &mut String, gap: &str) {
    plain.extend(gap.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

/// How many brackets may be open at one place. Rulebooks need about ten.
const MOST_OPEN: usize = 100;

/// The place of the first bracket that is nested too deeply. Such a text is refused without trying. Brackets in a text in quotation marks
/// count, and are closed with it.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for token in tokens(text, 0..text.len()) {
        let mut inside = open;
        for (at, byte) in text[token.range.clone()].bytes().enumerate() {
            match byte {
                _ if matches!(token.sort, Sort::Docs | Sort::Comment) => break,
                b'(' | b'[' | b'{' if inside == MOST_OPEN => return Some(token.range.start + at),
                b'(' | b'[' | b'{' => inside += 1,
                b')' | b']' | b'}' => inside = inside.saturating_sub(1),
                _ => {}
            }
        }
        if token.sort == Sort::Sign {
            open = inside;
        }
    }
    None
}

/// The length of the text in quotation marks that `rest` begins with. Its braces hold values, and these may hold texts, which hold no
/// values. If that doesn't end within [`MOST_AHEAD`], the next quotation mark ends the text.
fn text_end(rest: &str) -> Option<usize> {
    end_of_text(rest, true).or_else(|| end_of_text(rest, false))
}

/// How far after the first text among its values to look for the end of a text, in bytes. If a line has many texts without ends, the lexer
/// must not read to the end of the line for each of them.
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
