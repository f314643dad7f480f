//! A piece of RON text with its place, read one layer at a time.

use std::borrow::Cow;
use std::collections::BTreeSet;

use ron::error::SpannedError;
use serde::de::{Deserialize, IgnoredAny};

use crate::data::broken;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Sources, Span};

/// The size of the longest file that is read. A board of 65,000 spaces takes about half of it.
pub const MOST_BYTES: usize = 8 << 20;
/// The deepest nesting that is read. Each bracket counts about twice.
const MOST_DEPTH: usize = 64;

/// One value of a file, as written. It is known to be valid RON.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    source: SourceId,
    start: usize,
    /// The value without white space and comments around it.
    text: &'a str,
}

/// The form of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape<'a> {
    Number,
    /// A text in quotes.
    Text,
    /// A bare word, including `true`, `None` and `inf`.
    Word(&'a str),
    /// `[ … ]`.
    List,
    /// `{ key: value, … }`.
    Map,
    /// `( name: value, … )`, or `()`.
    Fields,
    /// `( value, … )`.
    Tuple,
    /// A word before brackets, without these: `Some(x)`, `Game(…)`.
    Call(&'a str),
    /// Anything else in RON.
    Other,
}

impl<'a> Node<'a> {
    /// The only value of a file.
    pub fn document(sources: &'a Sources, source: SourceId) -> Result<Node<'a>, Diagnostic> {
        let whole = &*sources.get(source).text;
        if whole.len() > MOST_BYTES {
            let message = format!("a file of {} MB is too large to be read", whole.len() >> 20);
            return Err(Diagnostic::error(Code::TooLarge, Span { source, start: 0, end: 0 }, message)
                .hint(format!("files may have {} MB", MOST_BYTES >> 20)));
        }
        Node::parse(source, whole)
    }

    /// The only value of a text.
    pub fn parse(source: SourceId, whole: &'a str) -> Result<Node<'a>, Diagnostic> {
        let text = whole.strip_prefix('\u{feff}').unwrap_or(whole);
        let first = whole.len() - text.len();
        let end = match end_of(text) {
            Ok(end) => end,
            Err(error) => return Err(broken::explain(source, first, text, &error)),
        };
        let start = text.len() - skip_blank(text).len();
        if text[start..].starts_with('#') {
            let span = Span { source, start: (first + start) as u32, end: (first + start) as u32 + 1 };
            return Err(Diagnostic::error(Code::RonSyntax, span, "a line with `#!` can't be used here").hint("leave it out"));
        }
        Ok(Node { source, start: first + start, text: text[start..end].trim_end() })
    }

    /// Whether a text is one value, and what the brackets around this place hold is likely: no name twice, members of one form in a list,
    /// and two values without names at most.
    pub(super) fn can_be(text: &'a str, at: usize) -> bool {
        let Ok(end) = end_of(text) else { return false };
        let start = text.len() - skip_blank(text).len();
        let mut node = Node { source: SourceId(0), start, text: text[start..end].trim_end() };
        loop {
            let inner = match node.shape() {
                shape @ (Shape::List | Shape::Tuple) => {
                    let items = node.items();
                    let form = |item: &Node<'a>| std::mem::discriminant(&item.shape());
                    let is_likely = match shape {
                        Shape::List => items.windows(2).all(|pair| form(&pair[0]) == form(&pair[1])),
                        _ => items.len() <= 2,
                    };
                    if !is_likely {
                        return false;
                    }
                    items
                }
                Shape::Call(_) => vec![node.call()],
                Shape::Fields | Shape::Map => {
                    let entries = node.entries();
                    let names: BTreeSet<&str> = entries.iter().map(|(key, _)| key.text).collect();
                    if names.len() < entries.len() {
                        return false;
                    }
                    entries.into_iter().map(|(_, value)| value).collect()
                }
                Shape::Number | Shape::Text | Shape::Word(_) | Shape::Other => return true,
            };
            let around = inner.into_iter().find(|inner| (inner.start..inner.start + inner.text.len()).contains(&at));
            let Some(around) = around else { return true };
            node = around;
        }
    }

    /// The place of the value.
    pub fn span(&self) -> Span {
        Span { source: self.source, start: self.start as u32, end: (self.start + self.text.len()) as u32 }
    }

    /// The value as written, for messages: its first line, cut if it is long.
    pub fn shown(&self) -> String {
        let line = self.text.lines().next().unwrap_or("");
        let short: String = line.chars().take(30).collect();
        if short.len() < self.text.len() { format!("`{short}…`") } else { format!("`{short}`") }
    }

    /// The value as written.
    pub fn written(&self) -> &'a str {
        self.text
    }

    /// The value without comments, and without white space and last commas that mean nothing.
    pub fn plain(&self) -> String {
        let all = |nodes: Vec<Node<'_>>| nodes.iter().map(Node::plain).collect::<Vec<_>>().join(",");
        let named = || self.entries().iter().map(|(key, value)| format!("{}:{}", key.plain(), value.plain())).collect::<Vec<_>>();
        match self.shape() {
            Shape::List => format!("[{}]", all(self.items())),
            Shape::Tuple => format!("({})", all(self.items())),
            Shape::Fields => format!("({})", named().join(",")),
            Shape::Map => format!("{{{}}}", named().join(",")),
            Shape::Call(word) => format!("{word}{}", self.call().plain()),
            Shape::Number | Shape::Text | Shape::Word(_) | Shape::Other => self.text.to_owned(),
        }
    }

    pub fn shape(&self) -> Shape<'a> {
        match self.text.chars().next() {
            Some('"') => Shape::Text,
            Some('[') => Shape::List,
            Some('{') => Shape::Map,
            Some('0'..='9' | '+' | '-' | '.') => Shape::Number,
            Some('(') => {
                let inside = skip_blank(&self.text[1..]);
                let (name, rest) = split_word(inside);
                let rest = skip_blank(rest);
                if inside.starts_with(')') || !name.is_empty() && rest.starts_with(':') { Shape::Fields } else { Shape::Tuple }
            }
            Some('r') if self.text.starts_with("r\"") || self.raw_text() => Shape::Text,
            _ => {
                let (word, rest) = split_word(self.text);
                let rest = skip_blank(rest);
                match (word, rest.chars().next()) {
                    ("", _) => Shape::Other,
                    (_, None) => Shape::Word(word),
                    (_, Some('(')) => Shape::Call(word),
                    _ => Shape::Other,
                }
            }
        }
    }

    /// `r#"…"#`, as opposed to the word `r#x`.
    fn raw_text(&self) -> bool {
        self.text[1..].trim_start_matches('#').starts_with('"')
    }

    /// The brackets after the word of a [`Shape::Call`].
    pub fn call(&self) -> Node<'a> {
        let rest = skip_blank(split_word(self.text).1);
        Node { start: self.start + self.text.len() - rest.len(), text: rest, ..*self }
    }

    /// The value in brackets around a single value, as in `Some(…)`.
    pub fn only(&self) -> Option<Node<'a>> {
        match self.items().as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The contents of a text in quotes.
    pub fn text(&self) -> Option<Cow<'a, str>> {
        if let Some(plain) = self.plain_text() {
            return Some(Cow::Borrowed(plain));
        }
        if self.shape() != Shape::Text {
            return None;
        }
        ron::from_str::<String>(self.text).ok().map(Cow::Owned)
    }

    /// A text in quotes without escapes.
    fn plain_text(&self) -> Option<&'a str> {
        let plain = self.text.strip_prefix('"')?.strip_suffix('"')?;
        (!plain.contains('\\')).then_some(plain)
    }

    /// A whole number.
    pub fn int(&self) -> Option<i64> {
        if self.shape() != Shape::Number {
            return None;
        }
        self.text.parse().ok().or_else(|| ron::from_str(self.text).ok())
    }

    /// A number, finite or not.
    pub fn float(&self) -> Option<f64> {
        match self.shape() {
            Shape::Number => {
                let plain = self.text.parse().ok();
                plain.or_else(|| ron::from_str(self.text).ok()).or_else(|| self.int().map(|n| n as f64))
            }
            Shape::Word("inf" | "inff32" | "inff64") => Some(f64::INFINITY),
            Shape::Word("NaN" | "NaNf32" | "NaNf64") => Some(f64::NAN),
            _ => None,
        }
    }

    /// The members of a list or tuple.
    pub fn items(&self) -> Vec<Node<'a>> {
        let mut items = vec![];
        if matches!(self.shape(), Shape::List | Shape::Tuple) {
            let mut rest = skip_blank(&self.text[1..]);
            while !rest.starts_with([')', ']']) {
                let Some((item, behind)) = self.first_of(rest) else { break };
                items.push(item);
                rest = skip_comma(behind);
            }
        }
        items
    }

    /// The keys and values of a map, or of named fields.
    pub fn entries(&self) -> Vec<(Node<'a>, Node<'a>)> {
        let mut entries = vec![];
        let shape = self.shape();
        if matches!(shape, Shape::Map | Shape::Fields) {
            let mut rest = skip_blank(&self.text[1..]);
            while !rest.starts_with([')', '}']) {
                // The name of a field may be a word that is no value: `Some`.
                let name = rest.find(|c: char| c == ':' || c == '/' || c.is_whitespace()).filter(|_| shape == Shape::Fields);
                let key = name.map_or_else(|| self.first_of(rest), |end| Some(self.split(rest, end)));
                let Some((key, behind)) = key else { break };
                let Some(value) = behind.strip_prefix(':') else { break };
                let Some((value, behind)) = self.first_of(skip_blank(value)) else { break };
                entries.push((key, value));
                rest = skip_comma(behind);
            }
        }
        entries
    }

    /// The value at the beginning of a part of this node's text, and what follows it after white space and comments. Because the whole is
    /// valid RON, the part always begins with a value, and `None` never happens.
    fn first_of(&self, part: &'a str) -> Option<(Node<'a>, &'a str)> {
        Some(self.split(part, length(part)?))
    }

    fn split(&self, part: &'a str, length: usize) -> (Node<'a>, &'a str) {
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let (value, behind) = part.split_at(length);
        (Node { source: self.source, start: self.start + offset, text: value }, skip_blank(behind))
    }

    /// A key as a name: a bare word, or a text.
    pub fn name(&self) -> Option<Cow<'a, str>> {
        match self.shape() {
            Shape::Word(word) => Some(Cow::Borrowed(word)),
            Shape::Text => self.text(),
            _ => None,
        }
    }
}

/// The length of the value at the beginning of the text, which is part of valid RON. Numbers, words, plain texts and brackets around such
/// are recognized quickly; `ron` reads the others.
pub fn length(text: &str) -> Option<usize> {
    let ends = |end: usize| text[end..].starts_with([',', ':', ')', ']', '}', ' ', '\n']);
    let glance = match text.as_bytes().first()? {
        b'"' => text[1..].find(['"', '\\']).filter(|end| text.as_bytes()[end + 1] == b'"').map(|end| end + 2),
        b'0'..=b'9' | b'-' | b'.' => {
            text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '.'))).filter(|n| ends(*n))
        }
        b'a'..=b'z' => {
            text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|n| text[*n..].starts_with([',', ':', ')']))
        }
        b'(' | b'[' | b'{' => bracketed(text),
        _ => None,
    };
    glance.or_else(|| read_length(text))
}

/// The same, by reading it.
pub fn read_length(text: &str) -> Option<usize> {
    let mut ron = ron::Deserializer::from_str(text).ok()?;
    IgnoredAny::deserialize(&mut ron).ok()?;
    Some(text[..text.len() - ron.remainder().len()].trim_end().len()).filter(|n| *n > 0)
}

/// The end of the bracket at the beginning of a part of valid RON. `None` if a character or a raw text may contain brackets, or if comments
/// are nested.
fn bracketed(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut open) = (0, 0_usize);
    loop {
        let rest = &bytes[at..];
        at += match rest.first()? {
            b'(' | b'[' | b'{' => {
                open += 1;
                1
            }
            b')' | b']' | b'}' if open == 1 => return Some(at + 1),
            b')' | b']' | b'}' => {
                open -= 1;
                1
            }
            b'"' => {
                let mut escaped = false;
                2 + rest[1..].iter().position(|b| {
                    let ends = *b == b'"' && !escaped;
                    escaped = *b == b'\\' && !escaped;
                    ends
                })?
            }
            b'/' if rest.get(1) == Some(&b'/') => rest.iter().position(|b| *b == b'\n')?,
            b'/' | b'\'' | b'#' => return None,
            b'r' if rest.get(1) == Some(&b'"') => return None,
            _ => 1,
        };
    }
}

/// The text after a comma, if there is one.
fn skip_comma(text: &str) -> &str {
    text.strip_prefix(',').map_or(text, skip_blank)
}

/// Where the only value of a text ends.
fn end_of(text: &str) -> Result<usize, SpannedError> {
    let options = ron::Options::default().with_recursion_limit(MOST_DEPTH);
    let mut ron = ron::Deserializer::from_str_with_options(text, &options)?;
    IgnoredAny::deserialize(&mut ron).map_err(|error| ron.span_error(error))?;
    let rest = ron.remainder().len();
    ron.end().map_err(|error| ron.span_error(error))?;
    Ok(text.len() - rest)
}

/// The text after white space and comments.
fn skip_blank(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix("//") {
            text = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if text.starts_with("/*") {
            text = &text[block_comment(text)..];
        } else {
            return text;
        }
    }
}

/// The length of the block comment at the beginning of the text. Block comments nest.
pub fn block_comment(text: &str) -> usize {
    let (bytes, mut at, mut depth) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'*')) => (at, depth) = (at + 2, depth + 1),
            (b'*', Some(b'/')) => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The bare word at the beginning, without `r#`, and what follows.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.strip_prefix("r#").unwrap_or(text);
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    if text.starts_with(|c: char| c.is_numeric()) { ("", text) } else { text.split_at(end) }
}
