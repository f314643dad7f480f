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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_move_with_their_words() {
        let (old, new) = ("let a = 1\nlet b = a\n", "let a = 100\nlet b = a\n");
        let shift = Shift::between(old, new);
        assert_eq!(shift.map(4..5), Some(4..5));
        assert_eq!(shift.map(14..15), Some(16..17));
        assert_eq!(&new[16..17], "b");
        assert_eq!(shift.back(16), Some(14));
        assert_eq!(shift.map(0..19), Some(0..21));
        assert!(Shift::between(old, old).is_none());
    }

    #[test]
    fn the_line_that_was_changed_is_counted() {
        let line = |old: &str, new: &str| Shift::between(old, new).line(old, new);
        assert_eq!(line("a\nb = 1\nc", "a\nb = 20\nc"), Some(2));
        assert_eq!(line("a\nb", "x\nb"), Some(1));
        assert_eq!([line("a\nb", "a\nb"), line("a\nb\nc", "a\nx\ny"), line("a\nb", "a\nb\nc")], [None; 3]);
    }

    #[test]
    fn half_a_character_is_never_taken() {
        let texts = ["", "é", "è", "aé", "aèb", "éé", "é", "a\u{301}", "a\u{300}x", "x\u{1F600}y", "x\u{1F601}y"];
        for old in texts {
            for new in texts {
                let shift = Shift::between(old, new);
                for start in 0..=old.len() {
                    for end in start..=old.len() {
                        let is_whole = old.is_char_boundary(start) && old.is_char_boundary(end);
                        if let Some(range) = shift.map(start..end).filter(|_| is_whole) {
                            assert!(new.get(range).is_some(), "{old} {new}");
                        }
                    }
                }
                for at in (0..=new.len()).filter(|at| new.is_char_boundary(*at)) {
                    assert!(shift.back(at).is_none_or(|at| old.is_char_boundary(at)), "{old} {new} {at}");
                }
            }
        }
    }
}
