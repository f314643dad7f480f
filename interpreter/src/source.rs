//! The texts of one build, and places in them.

use std::sync::Arc;

/// Which text of a [`Sources`] is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SourceId(pub u16);

/// A range of bytes in one source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The text that is meant.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from the first byte of `self` to the last of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One text with a name for people, such as `my-race/wind.rules`.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name: the path below the folder of rulesets or tracks, with `/`.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

/// The texts of one build, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// Adds a text and returns its id.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> SourceId {
        let id = SourceId(u16::try_from(self.list.len()).expect("fewer than 65,536 sources in a build"));
        self.list.push(Source { name: name.into(), text: text.into() });
        id
    }

    /// The source with this id.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.list[usize::from(id.0)]
    }

    /// All sources with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.list.iter().enumerate().map(|(n, source)| (SourceId(n as u16), source))
    }

    /// The text that a span covers; empty if the span doesn't fit its source.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column of the span's start, both counted from 1; columns count characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        line_column(&self.get(span.source).text, span.start as usize)
    }
}

/// The line and column, from 1 on, of a place in a text. Within a letter it is the letter's.
pub fn line_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(at)];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}
