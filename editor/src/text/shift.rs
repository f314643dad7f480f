//! Maps places in the text that was built to the current text. Places before and after the change move with their words; places inside it
//! are dropped.

use std::ops::Range;

/// The difference between two texts.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Shift {
    /// The number of bytes that both texts share at the start.
    before: usize,
    /// Where the shared end begins in the old text.
    old_behind: usize,
    new_behind: usize,
}

impl Shift {
    pub fn between(old: &str, new: &str) -> Shift {
        let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let before = super::floor(old, same).min(super::floor(new, same));
        let most = (old.len() - before).min(new.len() - before);
        let mut behind = old.bytes().rev().zip(new.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
        while !old.is_char_boundary(old.len() - behind) || !new.is_char_boundary(new.len() - behind) {
            behind -= 1;
        }
        Shift { before, old_behind: old.len() - behind, new_behind: new.len() - behind }
    }

    /// Whether nothing has changed.
    pub fn is_none(&self) -> bool {
        self.before == self.old_behind && self.before == self.new_behind
    }

    /// Returns the part of the new text that is not in the old one.
    pub fn changed(&self) -> Range<usize> {
        self.before..self.new_behind
    }

    /// Returns the line of the new text, counted from 1, if it is the only one that differs. `None` if several differ, or lines were added
    /// or removed.
    pub fn line(&self, old: &str, new: &str) -> Option<usize> {
        let (was, is) = (&old[self.before..self.old_behind], &new[self.before..self.new_behind]);
        let is_one = !self.is_none() && !was.contains('\n') && !is.contains('\n');
        is_one.then(|| new[..self.before].matches('\n').count() + 1)
    }

    /// Maps a place in the old text to the new one.
    pub fn map(&self, range: Range<usize>) -> Option<Range<usize>> {
        let moved = |at: usize| at - self.old_behind + self.new_behind;
        if range.end <= self.before {
            Some(range)
        } else if range.start >= self.old_behind {
            Some(moved(range.start)..moved(range.end))
        } else if range.start <= self.before && range.end >= self.old_behind {
            Some(range.start..moved(range.end))
        } else {
            None
        }
    }

    /// Maps a place in the new text to the old one.
    pub fn back(&self, at: usize) -> Option<usize> {
        if at <= self.before {
            Some(at)
        } else if at >= self.new_behind {
            Some(at - self.new_behind + self.old_behind)
        } else {
            None
        }
    }
}
