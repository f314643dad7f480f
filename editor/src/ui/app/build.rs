//! From what is wanted to a race.

use std::sync::Arc;
use std::time::Duration;

use super::App;
use crate::ui::action::Pane;
use crate::ui::problem::Problem;
use crate::workspace::Build;

/// So long one look waits for what is being begun, before there is a window.
const LONG: Duration = Duration::from_millis(100);

impl App {
    /// Reads the files of the wanted ruleset, then begins a race of it.
    pub(super) fn read(&mut self) {
        self.open_texts();
        self.saves.forget();
        self.sitting.begin_other();
    }

    /// Works on the texts of the wanted ruleset, as they lie on the disk and are typed and drawn here.
    pub(super) fn open_texts(&mut self) {
        self.catalogue.list_rulesets();
        self.sitting.live.open(self.catalogue.library.read(&self.sitting.wanted.ruleset), self.sitting.wanted.setup());
        if let Some(wake) = &self.shell.wake {
            self.sitting.live.watch(&self.catalogue.library, wake.clone());
        }
        self.sitting.live.set_drawn(self.drawn());
        self.sitting.hold_on();
    }

    /// The same where the playtest on the table is one of another game by now.
    pub(super) fn open_wanted(&mut self) {
        if self.sitting.live.disk().name != self.sitting.wanted.ruleset {
            self.open_texts();
        }
    }

    /// The same before there is a window: waits for it.
    pub(super) fn read_now(&mut self) {
        self.read();
        while let Some(news) = self.sitting.live.build_now() {
            self.sitting.hear(news);
            self.take_news();
        }
        while self.is_building() {
            self.shell.notice = self.catalogue.take_titles(LONG).or(self.shell.notice.take());
            self.sitting.follow(LONG);
            self.take_news();
        }
    }

    /// Reads the files of the wanted ruleset, and lets the race follow.
    pub(super) fn read_quietly(&mut self) {
        self.sitting.live.set_disk(self.catalogue.library.read(&self.sitting.wanted.ruleset));
    }

    /// Shows what was built: the ruleset, its tracks and its problems. The race is left as it is.
    pub(super) fn show_build(&mut self, build: &Arc<Build>) {
        let ruleset = &build.ruleset;
        let is_known =
            self.ruleset.as_ref().is_some_and(|last| last.name == ruleset.name && last.tracks.len() == ruleset.tracks.len());
        self.catalogue.see(build, is_known);
        self.ruleset = Some(ruleset.clone());
        self.problems = Problem::all(build, ruleset.problems.iter().chain(&build.built.problems));
        self.set_broken(!build.is_good());
    }

    /// What is wrong comes to the front, and goes when it is mended.
    pub(super) fn set_broken(&mut self, is_broken: bool) {
        if self.is_broken != is_broken && !self.rest.is_typing() && !self.shell.presents() {
            self.shell.layouts.want(if is_broken { Pane::Problems } else { Pane::Log });
        }
        self.is_broken = is_broken;
    }

    /// Which race of the series is on show, from 0.
    pub fn race_number(&self) -> Option<usize> {
        self.sitting.race.as_ref()?.series().map(|(_, race)| race)
    }
}
