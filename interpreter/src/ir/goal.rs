//! What the rules want of many games: a figure, and the limit that it should keep.

use std::sync::Arc;

use super::{Comparison, ConstId, FieldId, MeasureId};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Goal {
    pub title: Arc<str>,
    /// The goal as it is written, without its title: `spread(win_rate) < 4%`.
    pub wording: Arc<str>,
    pub wanted: Wanted,
    pub limit: Limit,
    pub span: Span,
}

/// The figure that a goal looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The share of games that were broken off.
    Unfinished,
    Of(Summary, Counted),
}

/// What is made of the values that games have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Summary {
    /// Also of a figure that stands alone.
    Mean,
    /// From 1 to 99.
    Percentile(u8),
    Min,
    Max,
    /// The largest of several figures less the smallest.
    Spread,
    /// The smallest of several figures as a share of their average.
    Evenness,
}

/// What is counted of each game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    Rounds,
    Turns,
    Decisions,
    WinsBySeat,
    /// By order of the first turn.
    WinsByOrder,
    /// By what players end with in this field, which takes one of several values.
    WinsByField(FieldId),
    PlaceBySeat,
    Measure(MeasureId, Keys),
}

/// Which of its keys a measure is counted at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// Over all of them: `falls`.
    Together,
    /// At each: `falls by Ground`.
    Each,
    /// At each in this set: `falls by slopes`.
    In(ConstId),
}

impl Counted {
    /// Whether it is a share of games, from 0 to 1.
    pub fn is_share(self) -> bool {
        matches!(self, Counted::WinsBySeat | Counted::WinsByOrder | Counted::WinsByField(_))
    }
}

/// What a figure should be. Per cent are hundredths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limit {
    Compare(Comparison, f64),
    Within(f64, f64),
}
