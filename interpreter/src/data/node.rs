//! A piece of RON text with its place: looked into one layer at a time.

use std::borrow::Cow;

use ron::value::RawValue;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::data::broken;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Sources, Span};

/// Longest file that is read: a board of 65,000 spaces takes about half of it.
pub const MOST_BYTES: usize = 8 << 20;
/// Deepest nesting that is read; each bracket counts about twice.
const MOST_DEPTH: usize = 64;

/// One value of a file, as written. It is known to be good RON.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    source: SourceId,
    start: usize,
    /// From the first letter of the value; white space and comments may follow it.
    text: &'a str,
}

/// What a value looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape<'a> {
    Number,
    /// In quotes.
    Text,
    /// A bare word, also `true`, `None`, `inf`.
    Word(&'a str),
    /// `[ … ]`.
    List,
    /// `{ key: value, … }`.
    Map,
    /// `( name: value, … )`, or `()`.
    Fields,
    /// `( value, … )`.
    Tuple,
    /// A word before brackets: `Some(x)`, `Game(…)`; without its brackets.
    Call(&'a str),
    /// Anything else that RON knows.
    Other,
}

impl<'a> Node<'a> {
    /// The one value of a file.
    pub fn document(sources: &'a Sources, source: SourceId) -> Result<Node<'a>, Diagnostic> {
        let whole = &*sources.get(source).text;
        if whole.len() > MOST_BYTES {
            let message = format!("a file of {} MB is too large to be read", whole.len() >> 20);
            return Err(Diagnostic::error(Code::TooLarge, Span { source, start: 0, end: 0 }, message)
                .hint(format!("files may have {} MB", MOST_BYTES >> 20)));
        }
        Node::parse(source, whole)
    }

    /// The one value of a text.
    pub fn parse(source: SourceId, whole: &'a str) -> Result<Node<'a>, Diagnostic> {
        let text = whole.strip_prefix('\u{feff}').unwrap_or(whole);
        let first = whole.len() - text.len();
        let options = ron::Options::default().with_recursion_limit(MOST_DEPTH);
        if let Err(error) = options.from_str::<IgnoredAny>(text) {
            return Err(broken::explain(source, first, text, &error));
        }
        let value = skip_blank(text);
        if value.starts_with('#') {
            let at = first + text.len() - value.len();
            let span = Span { source, start: at as u32, end: at as u32 + 1 };
            return Err(Diagnostic::error(Code::RonSyntax, span, "a line with `#!` can't be used here").hint("leave it out"));
        }
        Ok(Node { source, start: whole.len() - value.len(), text: value })
    }

    /// Where the value stands.
    pub fn span(&self) -> Span {
        let length = match self.shape() {
            Shape::Word(word) => self.text.find(word).unwrap_or(0) + word.len(),
            Shape::Number => self.token().len(),
            Shape::Text if self.plain_text().is_some() => self.plain_text().map_or(0, str::len) + 2,
            _ => {
                let end = ron::Deserializer::from_str(self.text).ok().and_then(|mut ron| {
                    (&mut ron).deserialize_ignored_any(IgnoredAny).ok()?;
                    Some(self.text.len() - ron.remainder().len())
                });
                end.unwrap_or(self.text.trim_end().len())
            }
        };
        Span { source: self.source, start: self.start as u32, end: (self.start + length) as u32 }
    }

    /// The value as written, for messages: its first line, cut where it is long.
    pub fn shown(&self) -> String {
        let written = self.written();
        let line = written.lines().next().unwrap_or("");
        let short: String = line.chars().take(30).collect();
        if short.len() < written.len() { format!("`{short}…`") } else { format!("`{short}`") }
    }

    /// The value as written.
    pub fn written(&self) -> &'a str {
        let span = self.span();
        self.text.get(..(span.end - span.start) as usize).unwrap_or(self.text)
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

    /// `r#"…"#`, in contrast to the word `r#x`.
    fn raw_text(&self) -> bool {
        self.text[1..].trim_start_matches('#').starts_with('"')
    }

    /// The brackets behind the word of a [`Shape::Call`].
    pub fn call(&self) -> Node<'a> {
        self.inside(skip_blank(split_word(self.text).1))
    }

    /// The value inside of `Some(…)`: of brackets around one value.
    pub fn only(&self) -> Option<Node<'a>> {
        match self.items().as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// What a text in quotes says.
    pub fn text(&self) -> Option<Cow<'a, str>> {
        if let Some(plain) = self.plain_text() {
            return Some(Cow::Borrowed(plain));
        }
        if self.shape() != Shape::Text {
            return None;
        }
        let mut ron = ron::Deserializer::from_str(self.text).ok()?;
        <String as serde::Deserialize>::deserialize(&mut ron).ok().map(Cow::Owned)
    }

    /// A text in quotes without escapes.
    fn plain_text(&self) -> Option<&'a str> {
        let (plain, _) = self.text.strip_prefix('"')?.split_once('"')?;
        (!plain.contains('\\')).then_some(plain)
    }

    /// A whole number.
    pub fn int(&self) -> Option<i64> {
        if self.shape() != Shape::Number {
            return None;
        }
        self.token().parse().ok().or_else(|| ron::from_str(self.token()).ok())
    }

    /// A number; finite or not.
    pub fn float(&self) -> Option<f64> {
        match self.shape() {
            Shape::Number => {
                let plain = self.token().parse().ok();
                plain.or_else(|| ron::from_str(self.token()).ok()).or_else(|| self.int().map(|n| n as f64))
            }
            Shape::Word("inf" | "inff32" | "inff64") => Some(f64::INFINITY),
            Shape::Word("NaN" | "NaNf32" | "NaNf64") => Some(f64::NAN),
            _ => None,
        }
    }

    fn token(&self) -> &'a str {
        let end = self.text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '+' | '-')));
        &self.text[..end.unwrap_or(self.text.len())]
    }

    /// The members of a list or tuple.
    pub fn items(&self) -> Vec<Node<'a>> {
        let Ok(mut ron) = ron::Deserializer::from_str(self.text) else { return vec![] };
        let members = match self.shape() {
            Shape::List => (&mut ron).deserialize_seq(Members),
            Shape::Tuple => (&mut ron).deserialize_tuple(0, Members),
            _ => return vec![],
        };
        members.unwrap_or_default().into_iter().map(|raw| self.inside(skip_blank(raw.get_ron()))).collect()
    }

    /// The keys and values of a map, or of named fields.
    pub fn entries(&self) -> Vec<(Node<'a>, Node<'a>)> {
        let Ok(mut ron) = ron::Deserializer::from_str(self.text) else { return vec![] };
        let entries = match self.shape() {
            Shape::Map => (&mut ron).deserialize_map(Entries { named: false }),
            Shape::Fields => (&mut ron).deserialize_struct("", &[], Entries { named: true }),
            _ => return vec![],
        };
        let place = |text: &'a str| self.inside(skip_blank(text));
        entries.unwrap_or_default().into_iter().map(|(key, value)| (place(key), place(value.get_ron()))).collect()
    }

    /// A key as a name: a bare word, or a text.
    pub fn name(&self) -> Option<Cow<'a, str>> {
        match self.shape() {
            Shape::Word(word) => Some(Cow::Borrowed(word)),
            Shape::Text => self.text(),
            _ => None,
        }
    }

    /// A node on a part of this one's text. The parts that `ron` hands out borrow from the text, so their place follows from
    /// where they lie in it.
    fn inside(&self, part: &'a str) -> Node<'a> {
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        Node { source: self.source, start: self.start + offset, text: part }
    }
}

/// The text behind white space and comments.
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

/// Length of the block comment with which the text begins; they nest.
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

struct Members;

impl<'a> Visitor<'a> for Members {
    type Value = Vec<&'a RawValue>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut members = vec![];
        while let Some(member) = list.next_element()? {
            members.push(member);
        }
        Ok(members)
    }
}

struct Entries {
    named: bool,
}

impl<'a> Visitor<'a> for Entries {
    type Value = Vec<(&'a str, &'a RawValue)>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("fields")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = vec![];
        loop {
            let key =
                if self.named { map.next_key_seed(FieldName)? } else { map.next_key::<&RawValue>()?.map(RawValue::get_ron) };
            let Some(key) = key else { return Ok(entries) };
            entries.push((key, map.next_value()?));
        }
    }
}

/// Reads the name of a field as it stands in the text.
struct FieldName;

impl<'a> DeserializeSeed<'a> for FieldName {
    type Value = &'a str;

    fn deserialize<D: Deserializer<'a>>(self, ron: D) -> Result<Self::Value, D::Error> {
        ron.deserialize_identifier(self)
    }
}

impl<'a> Visitor<'a> for FieldName {
    type Value = &'a str;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, name: &'a str) -> Result<Self::Value, E> {
        Ok(name)
    }
}
