//! Races are begun in a thread of their own: what the rules set up and all races of a series may take their time. What is on the table stays
//! there until the new race is there; Undo calls that off.

use std::sync::Arc;
use std::time::Duration;

use interpreter::diagnostic::Diagnostic;
use interpreter::game::Status;
use interpreter::players::Seat;
use interpreter::playtest::Playtest;
use interpreter::series::{Plan, race_seed};

use super::App;
use super::follow::Told;
use crate::playtest::{Race, Stage, Takes};
use crate::ui::dialog::Notice;
use crate::ui::problem::Problem;
use crate::workspace::Build;

/// What has come of a race or series that was begun: a race, or why a series can't be played.
pub(super) type Begun = Result<Box<Race>, Vec<Diagnostic>>;

impl App {
    /// Whether another race is about to take the place of the one on the table.
    pub fn is_beginning(&self) -> bool {
        self.follow.beginning.is_some() || self.follow.begins.is_some() && self.live.is_busy()
    }

    /// Whether another race is to take the place of the one on the table, now or once its rules can be played.
    pub(super) fn is_waited_for(&self) -> bool {
        self.follow.beginning.is_some() || self.follow.begins.is_some()
    }

    /// Whether that can be called off. One of another game can't.
    pub(super) fn can_stay(&self) -> bool {
        self.is_waited_for() && self.race.as_ref().is_some_and(|race| *race.ruleset.name == *self.wanted.ruleset)
    }

    /// Begins a race under the newest rules that can be played; where nothing can, the last race stays.
    pub(super) fn again(&mut self, told: Option<Told>) {
        match self.live.good().filter(|good| *good.ruleset.name == *self.wanted.ruleset).cloned() {
            Some(build) if self.follow.begins.is_none() => self.begin_race(&build, told),
            // What is wanted is still to be built, or to be mended.
            _ => self.begin_once_built(told),
        }
    }

    /// Begins a race or a whole series under the rules of a build that can be played.
    pub(super) fn begin_race(&mut self, build: &Arc<Build>, told: Option<Told>) {
        self.follow.call_off();
        let (own, seed, seats, series) = (build.clone(), self.seed, self.seats.clone(), self.wanted.series.clone());
        self.follow.coming.ask(move || {
            let (stage, seed) = match series {
                Some(name) => {
                    let plan = Plan::new(&own.ruleset, &name, &own.setup)?;
                    (Stage::in_series(&own, Arc::new(plan), 0), race_seed(seed, 0))
                }
                None => (Stage::of(&own), seed),
            };
            let stage = stage.ok_or_else(Vec::new)?;
            let playtest = Playtest::new(Some(stage.texts()), &stage.program, seed, vec![]);
            // In a seat that was never needed sits a bot.
            let seat = |n: usize| seats.get(n).copied().unwrap_or(Seat::Greedy);
            let seats: Vec<Seat> = (0..stage.program.players).map(seat).collect();
            Ok(Box::new(Race::new([stage], playtest, &seats)))
        });
        self.follow.beginning = Some((build.clone(), told));
    }

    /// The same race from its start.
    pub(super) fn restart(&mut self) {
        if self.is_waited_for() && self.race.is_some() {
            if !self.can_stay() {
                return;
            }
            self.stay();
        }
        match &mut self.race {
            Some(race) => race.restart(),
            None => self.again(None),
        }
    }

    /// Whether the series' race is over and a race is left.
    pub fn can_go_on_to_next_race(&self) -> bool {
        let is_left = |race: &Race| race.series().is_some_and(|(plan, n)| n + 1 < plan.races.len());
        let is_it = |race: &Race| *race.status() == Status::Over && is_left(race);
        self.race.as_ref().is_some_and(is_it) && !self.is_waited_for()
    }

    /// Goes on with the series once its race is over and a race is left, under the newest rules unless these are held.
    pub(super) fn next_race(&mut self) {
        let (Some(race), true) = (&self.race, self.can_go_on_to_next_race()) else { return };
        let is_meant = |good: &&Arc<Build>| good.ruleset.name == race.ruleset.name && !self.follow.is_held(good);
        let build = self.live.good().filter(is_meant).unwrap_or(&race.present_stage().build).clone();
        self.take(&build, Takes::NextRace(self.shelf.on.seed), false, vec![]);
    }

    /// What has been begun takes its place on the table, once it is there; waits for it so long at most.
    pub(super) fn take_begun(&mut self, most: Duration) {
        let Some(done) = self.follow.coming.wait(most) else { return };
        let Some((build, told)) = self.follow.beginning.take() else { return };
        let race = match done {
            Ok(Ok(race)) => race,
            // The series that is wanted can't be played: the last race goes on until it can be.
            Ok(Err(problems)) => {
                self.follow.begins = Some((self.live.asked() + 1, told));
                self.problems = Problem::all(&build.ruleset.sources, &problems);
                return self.set_broken(true);
            }
            Err(why) => {
                let text = format!("The race can't be begun, which is a fault of the program; the last one goes on. {why}");
                return self.shell.notice = Some(Notice::bad(text));
            }
        };
        self.lay_race(*race);
        self.follow.hold(0);
        (self.follow.told, self.follow.undone) = (told.filter(|_| self.shelf.before().is_some()), None);
    }

    /// A race that is being begun is begun under newer rules instead; `false`: none is.
    pub(super) fn begin_under(&mut self, build: &Arc<Build>) -> bool {
        let begun = self.follow.beginning.take();
        begun.map(|(_, told)| self.begin_race(build, told)).is_some()
    }

    /// The race that was about to be begun is called off: the one on the table goes on, and switches stand as they do for it. One of another
    /// game can't be called off.
    pub(super) fn stay(&mut self) {
        if !self.can_stay() {
            return;
        }
        self.follow.call_off();
        self.saves.forget();
        (self.wanted, self.seed) = (self.shelf.on.wanted.clone(), self.shelf.on.seed);
        self.switched();
        self.follow.hold_on(self.live.asked());
    }
}
