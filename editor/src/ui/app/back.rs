//! The way back: to the race before, to the rules before, and what is told where the race on show is played under others than stand here.
//!
//! Setup shows the rules as they stand here, and figures are of those. The race on show may be played under others for a while,
//! when somebody has gone back before a change: then both say what it is played without.

use std::sync::Arc;

use interpreter::program::Program;

use super::App;
use super::follow::{Outcome, Told, is_played_as};
use crate::ui::dialog::Notice;
use crate::ui::layout::Pane;
use crate::ui::race::Race;
use crate::ui::wanted::{Wanted, between};
use crate::workspace::Build;

/// What the race on show is played without, of the rules as they stand here.
#[derive(Default)]
pub struct Otherwise {
    /// The program and the build that were held against each other last.
    of: Option<(Arc<Program>, Arc<Build>)>,
    what: Vec<String>,
}

/// A test that was added to a text: Undo takes it from there, until something else is done in the race or to the text.
pub(super) struct Added {
    name: String,
    before: Arc<str>,
    with: Arc<str>,
    /// How things stood in the race.
    done: Option<(u64, usize)>,
}

impl App {
    pub fn can_undo(&self) -> bool {
        self.is_table_undone()
            || self.last_added().is_some()
            || self.can_stay()
            || self.shelf.before().is_some()
            || self.race.as_ref().is_some_and(Race::can_undo)
    }

    /// What Undo takes back.
    pub fn undoes(&self) -> Option<String> {
        if self.is_table_undone() {
            return Some("what was typed into the table".to_owned());
        }
        if let Some(added) = self.last_added() {
            return Some(format!("the test in {}", added.name));
        }
        match self.race.as_ref().filter(|_| !self.is_waited_for())?.undoes() {
            Some(what) => Some(what.to_owned()),
            None => self.shelf.before().map(|_| "back to the race before".to_owned()),
        }
    }

    /// Whether Undo is for the table of data that is on show.
    fn is_table_undone(&self) -> bool {
        self.shell.layouts.shows == Some(Pane::Rules) && self.rules.can_take_back()
    }

    /// Takes back the last thing that was done.
    pub(super) fn undo(&mut self) {
        if self.is_table_undone() {
            if let Some((name, text)) = self.rules.take_back() {
                self.write_text(&name, text);
            }
            return;
        }
        if self.last_added().is_some()
            && let Some(Added { name, before, .. }) = self.added.take()
        {
            self.write_text(&name, before);
            self.shell.notice = Some(Notice::good(format!("The test is out of {name} again")));
            return;
        }
        if self.is_waited_for() {
            return self.stay();
        }
        self.play_on = false;
        let program = self.program_played();
        match (&mut self.race, self.shelf.before()) {
            (Some(race), _) if race.can_undo() => {
                race.undo();
                self.followed_back(program.as_ref());
            }
            (_, Some(before)) => self.take_up_playtest(before),
            _ => {}
        }
    }

    pub fn can_redo(&self) -> bool {
        !self.is_waited_for() && self.race.as_ref().is_some_and(Race::can_redo)
    }

    /// Does again what was taken back in the race.
    pub(super) fn redo(&mut self) {
        if !self.can_redo() {
            return;
        }
        self.play_on = false;
        let program = self.program_played();
        if let Some(race) = &mut self.race {
            race.redo();
        }
        self.followed_back(program.as_ref());
    }

    /// Adds a test to a text, where it begins in it.
    pub(super) fn add_test(&mut self, name: String, with: Arc<str>, at: usize) {
        let Some(Ok(before)) = self.live.texts().get(&name).cloned() else { return };
        self.write_text(&name, with.clone());
        let title = with.get(at..).and_then(|test| test.split('"').nth(1)).unwrap_or_default();
        let end = at + with.get(at..).map_or(0, |test| test.trim_end().len());
        self.shell.notice = Some(Notice::good(format!("Added to {name}: {title}")).leading_to(&name, at..end));
        self.added = Some(Added { name, before, with, done: self.done_in_race() });
    }

    /// The test that was added, if nothing else was done since.
    fn last_added(&self) -> Option<&Added> {
        let stands = |added: &&Added| matches!(self.live.texts().get(&added.name), Some(Ok(text)) if *text == added.with);
        self.added.as_ref().filter(|added| added.done == self.done_in_race()).filter(stands)
    }

    fn done_in_race(&self) -> Option<(u64, usize)> {
        self.race.as_ref().map(|race| (race.seed(), race.steps_done()))
    }

    /// The race has gone back, perhaps to other rules: switches and sliders go back with it, and what is changed is not taken up by itself.
    pub(super) fn followed_back(&mut self, before: Option<&Arc<Program>>) {
        let is_other = |race: &&Race| before.is_none_or(|before| !Arc::ptr_eq(&race.present_stage().program, before));
        // A race of a series is under the rules that the series began with.
        let Some(race) = self.race.as_ref().filter(is_other).filter(|_| self.series.is_none()) else { return };
        let wanted = Wanted::of(&self.wanted.ruleset, &race.present_stage().build.setup);
        let undone = std::mem::replace(&mut self.wanted, wanted);
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
        // Of a series it is told elsewhere; while something is being built nothing is settled.
        let settled = self.series.is_none() && !self.is_building();
        let (Some(race), Some(good), true) = (&self.race, self.live.good(), settled) else {
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
