//! Where pieces come to rest in a game.
//!
//! This is counted only on request (`Batches::new`): when a turn begins and at the end, for pieces that stand elsewhere than the last time.

use super::Tally;
use crate::program::Program;
use crate::vm::Machine;

/// Watches the pieces of a game from turn to turn.
pub(super) struct Watched {
    /// Where the positions of each kind of piece lie, and how many.
    tables: Vec<(usize, usize)>,
    /// Where each piece stood the last time, kind after kind; empty before the first turn.
    stood: Vec<i32>,
    /// By space: how often a piece came to rest there.
    counts: Vec<i64>,
}

impl Watched {
    pub(super) fn new(program: &Program) -> Watched {
        let tables = program.layout.pieces.iter().map(|(at, count)| (usize::from(*at), *count)).collect();
        Watched { tables, stood: vec![], counts: vec![0; program.spaces.len()] }
    }

    /// Prepares for another game.
    pub(super) fn start(&mut self) {
        self.stood.clear();
        self.counts.fill(0);
    }

    /// Looks where the pieces stand: those that stand elsewhere than the last time have come to rest. Before the first turn, pieces were
    /// put where they stand, not moved.
    pub(super) fn look(&mut self, machine: &Machine) {
        let is_first = self.stood.is_empty();
        let mut piece = 0;
        for (at, count) in &self.tables {
            for now in &machine.memory[*at..at + count] {
                if is_first {
                    self.stood.push(*now);
                } else if self.stood[piece] != *now {
                    self.stood[piece] = *now;
                    if let Some(count) = usize::try_from(*now).ok().and_then(|space| self.counts.get_mut(space)) {
                        *count += 1;
                    }
                }
                piece += 1;
            }
        }
    }

    /// Counts the game.
    pub(super) fn count(&self, tallies: &mut [Tally]) {
        tallies.iter_mut().zip(&self.counts).for_each(|(tally, count)| tally.add(*count));
    }
}
