//! The way back: to the race before, to the rules before, and what is told where the race on show is played under others than stand here.
//!
//! Setup shows the rules as they stand here, and figures are of those. The race on show may be played under others for a while,
//! when somebody has gone back before a change: then both say what it is played without.

use std::sync::Arc;

use interpreter::program::Program;

use super::App;
use super::follow::{Outcome, Told, is_played_as};
use crate::playtest::Race;
use crate::playtest::wanted::between;
use crate::ui::layout::Pane;
use crate::workspace::Build;

/// What the race on show is played without, of the rules as they stand here.
#[derive(Default)]
pub struct Otherwise {
    /// The program and the build that were held against each other last.
    of: Option<(Arc<Program>, Arc<Build>)>,
    what: Vec<String>,
}

impl App {
    pub fn can_undo(&self) -> bool {
        self.steps_in_table()[0]
            || self.can_stay()
            || self.shelf.before().is_some()
            || self.race.as_ref().is_some_and(Race::can_undo)
    }

    /// What Undo takes back.
    pub fn undoes(&self) -> Option<String> {
        if self.steps_in_table()[0] {
            return Some("what was typed into the table".to_owned());
        }
        match self.race.as_ref().filter(|_| !self.is_waited_for())?.undoes() {
            Some(what) => Some(what.to_owned()),
            None => self.shelf.before().map(|_| "back to the race before".to_owned()),
        }
    }

    /// Whether Undo and Redo are for the text whose table of data is on show.
    fn steps_in_table(&self) -> [bool; 2] {
        if self.shell.layouts.shows == Some(Pane::Rules) { self.rules.steps_in_table() } else { [false; 2] }
    }

    /// Takes back the last thing that was done.
    pub(super) fn undo(&mut self) {
        if self.steps_in_table()[0] {
            return self.rules.step_in_table(false);
        }
        if self.is_waited_for() {
            return self.stay();
        }
        self.play_on = false;
        if self.race.as_ref().is_some_and(Race::can_undo) {
            self.on_race(Race::undo);
        } else if let Some(before) = self.shelf.before() {
            self.take_up_playtest(before);
        }
    }

    pub fn can_redo(&self) -> bool {
        self.steps_in_table()[1] || !self.is_waited_for() && self.race.as_ref().is_some_and(Race::can_redo)
    }

    /// What Redo does again.
    pub fn redoes(&self) -> Option<&str> {
        if self.steps_in_table()[1] { Some("what was typed into the table") } else { self.race.as_ref()?.redoes() }
    }

    /// Does again what was taken back.
    pub(super) fn redo(&mut self) {
        if self.steps_in_table()[1] {
            return self.rules.step_in_table(true);
        }
        if !self.can_redo() {
            return;
        }
        self.play_on = false;
        self.on_race(Race::redo);
    }

    /// Does something in the race. Where that has led to other rules, switches and sliders go there with it, and what is changed is not
    /// taken up by itself.
    pub(super) fn on_race<R>(&mut self, does: impl FnOnce(&mut Race) -> R) -> Option<R> {
        let race = self.race.as_mut()?;
        let before = race.present_stage().program.clone();
        let done = does(race);
        if !Arc::ptr_eq(&race.present_stage().program, &before) {
            self.follow_back();
        }
        Some(done)
    }

    fn follow_back(&mut self) {
        let Some(race) = &self.race else { return };
        let undone = std::mem::replace(&mut self.wanted, race.wanted());
        self.shelf.on.wanted = self.wanted.clone();
        self.switched();
        self.follow.call_off();
        self.follow.undone = (undone != self.wanted).then_some(undone);
        // From a branch under rules before one may have come back to the newest.
        let good = self.live.good().zip(self.race.as_ref());
        let is_newest = good.is_some_and(|(good, race)| is_played_as(&race.present_stage().build, good));
        self.follow.hold(if is_newest { 0 } else { self.live.asked() });
        self.follow.told = (!is_newest).then(|| Told { changed: vec![], outcome: Outcome::Held });
    }

    /// The switches stand again as they did before one went back; `false`: they stand so already.
    pub(super) fn take_up_undone(&mut self) -> bool {
        let Some(wanted) = self.follow.undone.take() else { return false };
        self.wanted = wanted;
        self.switched();
        true
    }

    /// Holds the race on show against the rules as they stand here.
    pub(super) fn hold_against(&mut self) {
        // While something is being built nothing is settled.
        let (Some(race), Some(good), false) = (&self.race, self.live.good(), self.is_building()) else {
            self.otherwise = Otherwise::default();
            return;
        };
        let is_held = |(program, build): &(Arc<Program>, Arc<Build>)| {
            Arc::ptr_eq(program, &race.present_stage().program) && Arc::ptr_eq(build, good)
        };
        if !self.otherwise.of.as_ref().is_some_and(is_held) {
            let is_its = race.ruleset.name == good.ruleset.name;
            let what = if is_its { between(&race.present_stage().build, good) } else { vec![] };
            self.otherwise = Otherwise { of: Some((race.present_stage().program.clone(), good.clone())), what };
        }
    }

    /// What the race on show is played without, of what Setup shows and figures are of; nothing: they are of the same rules.
    pub fn played_without(&self) -> &[String] {
        &self.otherwise.what
    }

    /// The rules as Setup shows them and figures are of: those that stand here, as far as they can be played.
    pub fn program_here(&self) -> Option<&Arc<Program>> {
        let good = self.live.good().filter(|good| *good.ruleset.name == *self.wanted.ruleset);
        good.and_then(|good| good.program()).or(self.race.as_ref().map(|race| &race.present_stage().program))
    }
}
