//! Series: several races, one after the other, whose points add up.
//!
//! Ruleset, add-ons, parameters, name, seats, a seed and the choices determine a series completely. Race n (from 0) has the seed
//! `derive_seed(seed, n)`. Everybody keeps their seat; all else starts afresh in each race, except that `previous_place(p)` gives rules the
//! places in the race before.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Game, Status};
use crate::vm::random::derive_seed;

mod plan;
mod saved;
mod simulate;
mod standing;

pub use plan::{Plan, PlannedRace, problems};
pub use saved::{ReplayedSeries, changed};
pub use simulate::{SeriesCounts, SeriesFailure, SeriesRow, SeriesSection, rows, simulate};
pub use standing::{RaceResult, Scoring, Standing, counted};

/// A series in play, with the races that are over.
#[derive(Clone)]
pub struct Series {
    pub plan: Arc<Plan>,
    pub seed: u64,
    /// The finished races, in order.
    pub over: Vec<Game>,
}

impl Series {
    /// A series before its first race.
    pub fn new(plan: Arc<Plan>, seed: u64) -> Series {
        Series { plan, seed, over: vec![] }
    }

    /// The number of the race to be played now, from 0; `None` once all are over.
    pub fn now(&self) -> Option<usize> {
        Some(self.over.len()).filter(|n| *n < self.plan.races.len())
    }

    /// The race to be played now, at its first question; `None` once all are over.
    pub fn next_race(&self) -> Option<Game> {
        let n = self.now()?;
        let previous = self.over.last().map(|game| standing::counted(&game.places())).unwrap_or_default();
        Some(Game::start_after(self.plan.races[n].program.clone(), race_seed(self.seed, n), previous))
    }

    /// Adds the race that has been played.
    ///
    /// # Errors
    /// If it isn't over, or no race is left.
    pub fn add(&mut self, game: Game) -> Result<(), Diagnostic> {
        if self.now().is_none() {
            return Err(Diagnostic::nowhere(Code::BadReplay, "all races of the series are over"));
        }
        match &game.status {
            Status::Over => self.over.push(game),
            Status::Failed(problem) => return Err((**problem).clone()),
            Status::Asking(_) | Status::Unfinished => {
                let message = format!("race {} of the series is not over", self.over.len() + 1);
                return Err(Diagnostic::nowhere(Code::BadReplay, message));
            }
        }
        Ok(())
    }

    /// The table after the races that are over.
    pub fn standing(&self) -> Standing {
        let places: Vec<Vec<Option<u32>>> = self.over.iter().map(Game::places).collect();
        Standing::new(&self.plan.scoring, self.plan.players, &places)
    }
}

/// The seed of race `n` (from 0) of a series.
pub fn race_seed(series: u64, n: usize) -> u64 {
    derive_seed(series, n as u64)
}
