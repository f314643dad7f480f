//! A saved series, played again.

use std::sync::Arc;

use super::{Plan, PlannedRace, Series};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Status;
use crate::replay::{self, Replayed, Saved};
use crate::ruleset::Ruleset;

/// A saved series after it has been played again.
#[derive(Clone)]
pub struct ReplayedSeries {
    /// The series with the races that came to an end.
    pub series: Series,
    /// One for each race that was begun.
    pub races: Vec<Replayed>,
    /// Why races of the file could not be begun, if so.
    pub left_over: Option<Diagnostic>,
}

impl ReplayedSeries {
    /// Plays the races of a series again, as far as it goes.
    pub fn of(plan: Arc<Plan>, seed: u64, races: &[Saved]) -> ReplayedSeries {
        let mut again = ReplayedSeries { series: Series::new(plan, seed), races: vec![], left_over: None };
        for (n, race) in races.iter().enumerate() {
            let before = n.checked_sub(1).and_then(|n| again.races.get(n));
            let Some(game) = again.series.next_race().filter(|_| before.is_none_or(|b| b.game.status == Status::Over)) else {
                let message = match before {
                    Some(before) if before.game.status != Status::Over => {
                        format!("race {} can't begin: race {n} is not over", n + 1)
                    }
                    _ => format!("the file has {} races, but the series has {n}", races.len()),
                };
                again.left_over = Some(Diagnostic::nowhere(Code::BadReplay, message));
                return again;
            };
            let race = Saved { seed: game.seed, previous: game.previous, ..race.clone() };
            let replayed = replay::replay(game.program, &race);
            let stopped = replayed.stopped_at.is_some();
            if !stopped && replayed.game.status == Status::Over {
                // It is over and has its turn, so it is taken.
                let _ = again.series.add(replayed.game.clone());
            }
            again.races.push(replayed);
            if stopped {
                return again;
            }
        }
        again
    }

    /// Whether all races went as they were saved.
    pub fn equal(&self) -> bool {
        self.left_over.is_none() && self.races.iter().all(Replayed::equal)
    }
}

/// What has changed in the texts since the races of a series were saved; empty if nothing has.
pub fn changed(races: &[Saved], ruleset: &Ruleset, plan: &Plan) -> Vec<&'static str> {
    let in_texts: Vec<_> = races.iter().map(|race| race.changed(ruleset)).collect();
    let is_told = |what: &str| in_texts.iter().any(|told| told.contains(&what));
    let is_other = |(race, planned): (&Saved, &PlannedRace)| {
        let names: Vec<String> = ruleset.addon_names(&planned.setup.addons).0.iter().map(|addon| addon.to_string()).collect();
        // Earlier versions kept no setups of single races.
        let is_known = !race.rules.is_empty();
        let is_equal = !is_known || (&race.addons, &race.set) == (&names, &planned.setup.settings);
        *race.track != *planned.built.track_name || !is_equal
    };
    let is_other = races.iter().zip(&plan.races).any(is_other);
    let all = [("rules", is_told("rules")), ("series", is_other), ("tracks", is_told("track"))];
    all.into_iter().filter_map(|(what, is)| is.then_some(what)).collect()
}
