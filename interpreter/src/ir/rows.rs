//! The rows of data kinds, as their files give them. The rules name them, the track may point to them, and no game changes them.
//!
//! In a program, rows are columns among the constants. Paths and links with a capital are rows, too: a track draws them, while other kinds
//! have a file. The names that rows may use on a track are known from its outline (`data/track/outline.rs`) before any value is read.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::KindId;
use super::fold::Words;
use crate::source::Span;

/// The members of one kind, in the order of the file. Each copy of a card is a member of its own, and copies stand side by side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    /// The name of each member. Empty for records.
    pub names: Vec<Arc<str>>,
    /// For each member, the first copy of the same row.
    pub first: Vec<u16>,
    /// For each member, its values in the order of the kind's fields. `None` is a value that is missing or wrong.
    pub values: Vec<Arc<Vec<Option<Words>>>>,
    /// For each member, its place in the file.
    pub spans: Vec<Span>,
    /// The first member of each name.
    pub by_name: BTreeMap<Arc<str>, u16>,
    /// The rows of the file that are left out on this track, and the space, link or path that it lacks: `Lift "L1"`.
    pub left_out: BTreeMap<Arc<str>, Arc<str>>,
    /// The number of spaces in the longest path, for kinds of paths.
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

/// The rows of each kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tables {
    pub kinds: Vec<Rows>,
    /// The values of fields of type text. A field's word is a position in this list.
    pub texts: Vec<Arc<str>>,
}

impl Tables {
    /// The first member with this name.
    pub fn named(&self, kind: KindId, name: &str) -> Option<u16> {
        self.kinds.get(kind.index())?.by_name.get(name).copied()
    }

    /// What the track lacks, if a row of this name is left out on it.
    pub fn lacking(&self, kind: KindId, name: &str) -> Option<&str> {
        Some(self.kinds.get(kind.index())?.left_out.get(name)?)
    }

    /// The number of members of each kind.
    pub fn counts(&self) -> Vec<usize> {
        self.kinds.iter().map(Rows::len).collect()
    }

    /// The number of spaces in the longest path of each kind.
    pub fn longest(&self) -> Vec<usize> {
        self.kinds.iter().map(|rows| rows.longest).collect()
    }
}

/// What to do about something that a track lacks.
pub const LACKING_HINT: &str = "draw it on the track, or name something that is there";

/// The message about a row that is named on a track on which it is left out.
pub fn left_out(track: &str, lacking: &str, kind: &str, name: &str) -> String {
    format!("the track `{track}` has no {lacking}, so {kind} {name:?} is left out there")
}
