//! The rows of data kinds as their files give them. The rules name them, the track may point to them, no game changes them.
//!
//! In a program they are columns among the constants. Links with a capital and paths are rows, too: a track draws them where other
//! kinds have a file. What rows may name on a track is known from its outline (`data/track/outline.rs`) before any value is read.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::KindId;
use super::fold::Words;
use crate::source::Span;

/// The members of one kind, in the order of the file. Each copy of a card is a member of its own; copies stand side by side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    /// By member; empty for records.
    pub names: Vec<Arc<str>>,
    /// By member: the first that is a copy of the same row.
    pub first: Vec<u16>,
    /// By member: its values in the order of the kind's fields; `None`: left out, or wrong.
    pub values: Vec<Arc<Vec<Option<Words>>>>,
    /// By member: where it is written.
    pub spans: Vec<Span>,
    /// The first member of each name.
    pub by_name: BTreeMap<Arc<str>, u16>,
    /// Of paths: the most spaces that one has.
    pub longest: usize,
}

impl Rows {
    pub fn len(&self) -> usize {
        self.first.len()
    }

    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Whether any row has more than one copy.
    pub fn has_copies(&self) -> bool {
        self.first.iter().enumerate().any(|(n, first)| n != usize::from(*first))
    }
}

/// By kind: its rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tables {
    pub kinds: Vec<Rows>,
    /// What fields of type text say: their word is a position in this list.
    pub texts: Vec<Arc<str>>,
}

impl Tables {
    /// The first member of a name.
    pub fn named(&self, kind: KindId, name: &str) -> Option<u16> {
        self.kinds.get(kind.index())?.by_name.get(name).copied()
    }

    /// How many members there are, by kind.
    pub fn counts(&self) -> Vec<usize> {
        self.kinds.iter().map(Rows::len).collect()
    }

    /// The most spaces of a path, by kind.
    pub fn longest(&self) -> Vec<usize> {
        self.kinds.iter().map(|rows| rows.longest).collect()
    }
}
