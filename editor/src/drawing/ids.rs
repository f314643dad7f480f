//! Ids for new spaces, which continue those of the old ones.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::document::Document;

/// An id as letters, a number and its number of digits: `a07` is `a`, 7, 2.
pub fn parts(id: &str) -> (&str, Option<u32>, usize) {
    let letters = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &id[letters.len()..];
    (letters, digits.parse().ok(), digits.len())
}

/// Gives out unused ids.
pub struct Ids {
    taken: BTreeSet<Arc<str>>,
    letters: String,
    next: u32,
    digits: usize,
}

impl Ids {
    /// Continues after `like`; without it, after the last space whose id ends in a number, else with `a01`.
    pub fn behind(document: &Document, like: Option<&str>) -> Ids {
        let taken: BTreeSet<Arc<str>> = document.spaces().iter().map(|space| space.id.clone()).collect();
        let numbered = |id: &&str| parts(id).1.is_some();
        let last = || document.spaces().iter().rev().map(|space| &*space.id).find(numbered);
        let (letters, number, digits) = match like.or_else(last) {
            Some(id) => parts(id),
            None => ("a", Some(0), 2),
        };
        let letters = match (number, letters) {
            // An id without a number gets one: `rec` is followed by `rec-2`.
            (None, "") => "a".to_owned(),
            (None, letters) => format!("{letters}-"),
            (_, letters) => letters.to_owned(),
        };
        let (next, digits) = (number.map_or(2, |n| n.saturating_add(1)), if number.is_some() { digits } else { 1 });
        Ids { taken, letters, next, digits }
    }

    /// Counts from 1 under these letters.
    pub fn under(document: &Document, letters: &str) -> Ids {
        let same = |id: &str| matches!(parts(id), (l, Some(_), _) if l == letters);
        let digits = document.spaces().iter().find(|s| same(&s.id)).map_or(2, |s| parts(&s.id).2);
        let taken = document.spaces().iter().map(|space| space.id.clone()).collect();
        Ids { taken, letters: letters.to_owned(), next: 1, digits }
    }

    /// The id itself if it is free, else the next one in its row.
    pub fn free(&mut self, id: &str) -> Arc<str> {
        if !id.is_empty() && self.taken.insert(id.into()) {
            return id.into();
        }
        let (letters, number, digits) = parts(id);
        let mut inner = Ids {
            taken: std::mem::take(&mut self.taken),
            letters: if number.is_none() && !letters.is_empty() { format!("{letters}-") } else { letters.to_owned() },
            next: number.map_or(2, |n| n.saturating_add(1)),
            digits: if number.is_some() { digits } else { 1 },
        };
        if inner.letters.is_empty() {
            inner.letters.push('a');
        }
        let id = inner.next();
        self.taken = inner.taken;
        id
    }

    /// Frees an id.
    pub fn give_back(&mut self, id: &str) {
        self.taken.remove(id);
    }

    /// The next free id.
    #[expect(clippy::should_implement_trait, reason = "it never ends, and one is taken at a time")]
    pub fn next(&mut self) -> Arc<str> {
        loop {
            let id: Arc<str> = format!("{}{:0digits$}", self.letters, self.next, digits = self.digits).into();
            match self.next.checked_add(1) {
                Some(next) => self.next = next,
                None => {
                    self.letters.push('-');
                    self.next = 1;
                }
            }
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// Whether an id can be written: letters, digits, `_` and `-`, at most 60 bytes.
pub fn is_good(id: &str) -> bool {
    !id.is_empty() && id.len() <= 60 && id.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}
