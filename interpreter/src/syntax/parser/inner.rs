//! A walk over the parts of one pair.

use pest::iterators::Pairs;

use super::{Pair, Rule};

/// The remaining parts of a pair.
pub(super) struct Inner<'s>(pub(super) Pairs<'s, Rule>);

impl<'s> Inner<'s> {
    pub(super) fn of(pair: Pair<'s>) -> Inner<'s> {
        Inner(pair.into_inner())
    }

    /// The kind of the next part.
    pub(super) fn rule(&self) -> Option<Rule> {
        self.0.peek().map(|pair| pair.as_rule())
    }

    /// The next part, whatever it is.
    pub(super) fn next(&mut self) -> Pair<'s> {
        self.0.next().expect("the grammar promises another part")
    }

    /// The next part, if it is of this kind.
    pub(super) fn take(&mut self, sort: Rule) -> Option<Pair<'s>> {
        if self.rule() == Some(sort) { self.0.next() } else { None }
    }

    /// Skips a word, and returns whether it was there.
    pub(super) fn skip(&mut self, keyword: Rule) -> bool {
        self.take(keyword).is_some()
    }

    /// The part after an optional word: `max 3`.
    pub(super) fn behind(&mut self, keyword: Rule) -> Option<Pair<'s>> {
        self.take(keyword)?;
        self.0.next()
    }

    /// The next part of this kind. Skips the words before it.
    pub(super) fn find(&mut self, sort: Rule) -> Pair<'s> {
        self.0.by_ref().find(|pair| pair.as_rule() == sort).unwrap_or_else(|| panic!("the grammar promises a part {sort:?}"))
    }
}
