//! What the rules want of many games: figures, and the limits they should keep.

use std::sync::Arc;

use super::{Comparison, ConstId, FieldId, MeasureId};

#[derive(Clone, Debug)]
pub struct Goal {
    pub title: Arc<str>,
    /// The goal as it is written, without its title: `spread(win_rate) < 4%`.
    pub wording: Arc<str>,
    pub wanted: Wanted,
    pub limit: Limit,
}

/// The figure that a goal looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The share of games that were broken off.
    Unfinished,
    Of(Summary, Counted),
}

/// How the values of single games become one figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Summary {
    /// Also used for a figure that stands alone.
    Mean,
    /// From 1 to 99.
    Percentile(u8),
    Min,
    Max,
    /// The largest of several figures minus the smallest.
    Spread,
    /// The smallest of several figures as a share of their average.
    Evenness,
}

/// What is counted in each game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    Rounds,
    Turns,
    Decisions,
    WinsBySeat,
    /// By order of the first turn.
    WinsByOrder,
    /// By the value that players have in this field at the end. The field takes one of several values.
    WinsByField(FieldId),
    PlaceBySeat,
    Measure(MeasureId, Keys),
}

/// The keys at which a measure is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// Over all of them: `falls`.
    Together,
    /// At each: `falls by Ground`.
    Each,
    /// At each key in this set: `falls by slopes`.
    In(ConstId),
}

impl Counted {
    /// Whether it is a share of games, from 0 to 1.
    pub fn is_share(self) -> bool {
        matches!(self, Counted::WinsBySeat | Counted::WinsByOrder | Counted::WinsByField(_))
    }
}

/// The limit of a figure, with percentages as hundredths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limit {
    Compare(Comparison, f64),
    Within(f64, f64),
}
