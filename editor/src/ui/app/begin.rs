//! Races are begun in a thread of their own: what the rules set up and all races of a series may take their time. What is on the table stays
//! there until the new race is there; Undo calls that off.

use std::sync::Arc;
use std::time::Duration;

use interpreter::diagnostic::Diagnostic;
use interpreter::game::Status;
use interpreter::players::Seat;
use interpreter::playtest::Playtest;
use interpreter::ruleset::Setup;
use interpreter::series::{Plan, Series};

use super::App;
use super::follow::Told;
use crate::ui::dialog::Notice;
use crate::ui::problem::Problem;
use crate::ui::race::{Race, Stage};
use crate::ui::wanted::Wanted;
use crate::workspace::Build;

/// What is begun.
#[derive(Clone, Copy)]
pub(super) enum What {
    /// A race, or the series that is wanted; with what is to be told as other about it.
    Anew(Option<&'static str>),
    /// The next race of the series.
    Next,
}

/// A race that is being begun.
pub(super) struct Beginning {
    what: What,
    /// The rules that it is begun under; `None`: those that are played already.
    build: Option<Arc<Build>>,
    /// What is told of it, where the last race can be brought back.
    told: Option<Told>,
    /// Rules that are newer than it have come meanwhile.
    is_older: bool,
}

/// What has come of it.
pub(super) enum Begun {
    Race(Box<Race>, Option<Series>),
    /// A series that can't be played.
    Refused(Vec<Diagnostic>),
}

type Work = Box<dyn FnOnce() -> Begun + Send>;

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
    pub(super) fn again(&mut self, what: Option<&'static str>) {
        match self.live.good().filter(|good| *good.ruleset.name == *self.wanted.ruleset).cloned() {
            Some(build) if self.follow.begins.is_none() => self.begin_race(&build, What::Anew(what), None),
            // What is wanted is still to be built, or to be mended.
            _ => self.begin_once_built(What::Anew(what)),
        }
    }

    /// Begins a race or a whole series under the rules of a build that can be played.
    pub(super) fn begin_race(&mut self, build: &Arc<Build>, what: What, told: Option<Told>) {
        if let Some(work) = self.new_race(build) {
            self.begin_with(work, Beginning { what, build: Some(build.clone()), told, is_older: false });
        }
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
        let is_left = self.series.as_ref().is_some_and(|series| series.over.len() + 1 < series.plan.races.len());
        let is_over = self.race.as_ref().is_some_and(|race| *race.status() == Status::Over);
        is_left && is_over && !self.is_waited_for()
    }

    /// Goes on with the series once its race is over and a race is left.
    pub(super) fn next_race(&mut self) {
        let (Some(series), Some(race), true) = (&self.series, &self.race, self.can_go_on_to_next_race()) else { return };
        let (mut series, game, seats) = (series.clone(), race.game(), self.seats.clone());
        let build = race.present_stage().build.clone();
        let work = Box::new(move || match series.add(game) {
            Ok(()) => race_of(&build, series, &seats),
            Err(problem) => Begun::Refused(vec![problem]),
        });
        self.begin_with(work, Beginning { what: What::Next, build: None, told: None, is_older: false });
    }

    fn begin_with(&mut self, work: Work, beginning: Beginning) {
        self.follow.call_off();
        self.follow.coming.ask(work);
        self.follow.beginning = Some(beginning);
    }

    fn new_race(&self, build: &Arc<Build>) -> Option<Work> {
        let (build, seed, seats) = (build.clone(), self.seed, self.seats.clone());
        if let Some(name) = self.wanted.series.clone() {
            let setup: Setup = self.wanted.setup();
            return Some(Box::new(move || match Plan::new(&build.ruleset, &name, &setup) {
                Ok(plan) => race_of(&build, Series::new(Arc::new(plan), seed), &seats),
                Err(problems) => Begun::Refused(problems),
            }));
        }
        build.program()?;
        Some(Box::new(move || {
            let Some(stage) = Stage::of(&build) else { return Begun::Refused(vec![]) };
            let playtest = Playtest::new(Some(stage.texts()), &stage.program, seed, vec![]);
            let seats = seated(&seats, stage.program.players);
            Begun::Race(Box::new(Race::new([stage], playtest, &seats)), None)
        }))
    }

    /// What has been begun takes its place on the table, once it is there; waits for it so long at most.
    pub(super) fn take_begun(&mut self, most: Duration) {
        let Some(done) = self.follow.coming.wait(most) else { return };
        let Some(Beginning { what, build, told, is_older }) = self.follow.beginning.take() else { return };
        let (race, series) = match done {
            Ok(Begun::Race(race, series)) => (race, series),
            Ok(Begun::Refused(problems)) => return self.refuse(build, &problems, what),
            Err(why) => {
                let text = format!("The race can't be begun, which is a fault of the program; the last one goes on. {why}");
                return self.shell.notice = Some(Notice::bad(text));
            }
        };
        if build.is_some() {
            (self.follow.told, self.follow.undone) = (None, None);
            self.follow.hold(0);
        }
        while self.seats.len() < race.program.players {
            self.seats.push(Seat::Greedy);
        }
        self.lay_race(*race, series);
        if let Some(build) = &build {
            let series = self.series.as_ref().map(|series| series.plan.name.to_string());
            self.shelf.on.wanted = Wanted { series, ..Wanted::of(&build.ruleset.name, &build.setup) };
        }
        if told.is_some() {
            self.follow.told = told.filter(|_| self.shelf.before().is_some());
        }
        if let What::Anew(Some(what)) = what {
            self.tell_anew(what);
        }
        if is_older && let Some(good) = self.live.good().cloned() {
            self.take_over(&good, self.follow.takes, false);
        }
    }

    /// The series that is wanted can't be played: the last race goes on until it can be.
    fn refuse(&mut self, build: Option<Arc<Build>>, problems: &[Diagnostic], what: What) {
        if matches!(what, What::Anew(_)) {
            self.follow.begins = Some((self.live.asked() + 1, what));
        }
        let ruleset = build.map(|build| build.ruleset.clone()).or_else(|| self.ruleset.clone());
        if let Some(ruleset) = ruleset {
            self.problems = Problem::all(&ruleset.sources, problems);
            self.set_broken(true);
        }
    }

    /// What newer rules mean for a race that is being begun; `false`: none is.
    pub(super) fn begin_under(&mut self, build: &Arc<Build>) -> bool {
        let is_held = self.follow.is_held(build);
        let Some(beginning) = &mut self.follow.beginning else { return false };
        match beginning.what {
            What::Next => beginning.is_older |= !is_held,
            what => {
                let told = beginning.told.take();
                self.begin_race(build, what, told);
            }
        }
        true
    }

    /// The race that was about to be begun is called off: the one on the table goes on, and switches stand as they do for it. One of another
    /// game can't be called off.
    pub(super) fn stay(&mut self) {
        if !self.can_stay() {
            return;
        }
        let Some(race) = &self.race else { return };
        self.seed = self.series.as_ref().map_or(race.seed(), |series| series.seed);
        self.follow.call_off();
        self.saves.forget();
        self.wanted = self.shelf.on.wanted.clone();
        self.switched();
        self.follow.hold_on(self.live.asked());
    }
}

/// The race of a series that comes now.
fn race_of(build: &Arc<Build>, series: Series, seats: &[Seat]) -> Begun {
    let planned = series.now().and_then(|n| series.plan.races.get(n));
    let stage = planned.and_then(|planned| Stage::in_series(build, &planned.setup, &planned.built));
    match (series.next_race(), stage) {
        (Some(game), Some(stage)) => {
            let seats = seated(seats, game.program.players);
            Begun::Race(Box::new(Race::new([stage], Playtest::of(&game, |_| true), &seats)), Some(series))
        }
        _ => Begun::Refused(vec![]),
    }
}

/// Who sits there; in a seat that was never needed a bot.
fn seated(seats: &[Seat], players: usize) -> Vec<Seat> {
    (0..players).map(|n| seats.get(n).copied().unwrap_or(Seat::Greedy)).collect()
}
