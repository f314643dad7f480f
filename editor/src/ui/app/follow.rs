//! The race follows the rules, the data, the parameters, the add-ons and the track while they are changed.
//!
//! A change is told by content, wherever it came from: typed, saved elsewhere, drawn, switched. It is built beside the window and
//! the newest build wins. This file alone decides what becomes of the race then:
//!
//! - A change applies at the moment on show. What bots did beyond it is let go; what a person did stays as a branch. In a series it holds
//!   for this race and those to come.
//! - Several changes in a row are taken over from the race as it was before the first of them, so a number that is half typed cuts
//!   nothing off. Together they are one step back.
//! - What was taken over counts if nothing has been done in the race since (`Race::version`) and the same is on show; otherwise it
//!   is taken over again.
//! - Tests and comments of rules are not played (comments in `.ron` files count as changes). Where texts differ in these alone
//!   (`Ruleset::played`, asked through `Build`), the race stays as it is, with what is told of it, and its figures stand.

use std::sync::Arc;
use std::time::Duration;

use interpreter::playtest::Moment;

use super::App;
use super::begin::Begun;
use super::rest::Drawn;
use crate::beside::Wake;
use crate::beside::{Beside, LOOK};
use crate::live::News;
pub use crate::playtest::Takes;
use crate::playtest::wanted::{Wanted, between};
use crate::playtest::{Race, Reloaded};
use crate::ui::dialog::Notice;
use crate::workspace::Build;

/// What became of the race when something was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What was changed: `my-race/wind.rules`, `Laps`.
    pub changed: Vec<String>,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// What didn't fit, and what is new, in words.
    CarriedOver(Vec<String>, Vec<String>),
    /// Where the race parts from what it was, if it does: after how many choices, and why.
    Replayed(Option<(usize, String)>),
    /// The race goes on under the rules before: why.
    Stuck(String),
    /// A new race was begun: why.
    Begun(&'static str),
    /// Another race was wished, and what is other about it.
    Anew(&'static str),
    /// The race goes on under the rules before, because that was wished.
    Held,
    /// The race of a series is over: the next one is played under the new rules.
    Series,
}

impl Told {
    /// Of a new race, and what is other about it.
    pub(super) fn anew(what: &'static str) -> Option<Told> {
        Some(Told { changed: vec![], outcome: Outcome::Anew(what) })
    }
}

/// What the window keeps of the changes that the race follows.
#[derive(Default)]
pub struct Follow {
    pub takes: Takes,
    /// What became of the last change; until somebody has read it.
    pub told: Option<Told>,
    /// Builds up to this number are not taken up by themselves.
    held: u64,
    /// The last good build that the window has heard of.
    good: Option<Arc<Build>>,
    /// The first build to begin something with, instead of taking the race over.
    pub(super) begins: Option<(u64, Option<Told>)>,
    /// What is being begun: under which rules, and what is told of it where the last race can be brought back.
    pub(super) beginning: Option<(Arc<Build>, Option<Told>)>,
    pub(super) coming: Beside<Begun>,
    /// Where the switches stood before one went back, to be taken up again.
    pub(super) undone: Option<Wanted>,
    taking: Option<Taking>,
    taken: Beside<Result<Reloaded, String>>,
    pub(super) drawn: Option<Drawn>,
    /// When something was typed last, while it is not at rest.
    pub(super) typed: Option<f64>,
    /// Whether it is told that the last good rules go on: from the first rest in typing until all is mended.
    pub tells_broken: bool,
}

/// A race that is being taken over, in a thread of its own.
struct Taking {
    build: Arc<Build>,
    takes: Takes,
    /// Whether somebody wished it in just this way.
    is_wished: bool,
    /// What was changed.
    changed: Vec<String>,
    /// The race as it was when that began: see [`Race::version`]; and the moment on show.
    of: (u64, Moment),
}

impl Follow {
    /// Whether somebody is just typing rules.
    pub fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// Whether the race is just being taken over: bots wait for that.
    pub fn is_taking(&self) -> bool {
        self.taking.is_some()
    }

    /// What was about to come of the race does not, nor what was about to be begun in its place.
    pub(super) fn call_off(&mut self) {
        (self.begins, self.beginning, self.taking) = (None, None, None);
        self.coming.forget();
        self.taken.forget();
    }

    /// Builds up to this number are not taken up by themselves.
    pub(super) fn hold(&mut self, number: u64) {
        self.held = number;
    }

    /// The same where some are held already.
    pub(super) fn hold_on(&mut self, number: u64) {
        if self.held > 0 {
            self.held = number;
        }
    }

    pub(super) fn is_held(&self, build: &Build) -> bool {
        build.number <= self.held
    }

    /// A good build has come. Where it is played as the last, which is held, so is this.
    fn hears_of(&mut self, build: &Arc<Build>) {
        let Some(last) = self.good.replace(build.clone()) else { return };
        if self.is_held(&last) && is_played_as(&last, build) {
            self.held = self.held.max(build.number);
        }
    }
}

impl App {
    /// Takes up what has been changed: in files, by typing, by drawing, by switches and sliders.
    pub(super) fn follow(&mut self, ctx: &egui::Context) {
        self.follow_drawing(ctx);
        self.follow_typing(ctx);
        self.take_checker();
        self.rules.take_known();
        let wake = self.shell.wake.clone().unwrap_or_else(|| waking(ctx));
        while let Some(news) = self.live.poll(&wake) {
            self.hear(news);
            ctx.request_repaint();
        }
        self.take_opened();
        self.take_saved();
        self.shell.notice = self.catalogue.take_titles(Duration::ZERO).or(self.shell.notice.take());
        self.take_begun(Duration::ZERO);
        self.take_finished();
        self.let_anew_go();
        self.hold_against();
        if self.is_at_it() || self.is_learning() {
            ctx.request_repaint_after(LOOK);
        }
    }

    pub(super) fn hear(&mut self, news: News) {
        match news {
            News::Built(build) => {
                self.take_up(&build);
                self.draw_for_rules();
            }
            News::Failed(why) => self.shell.notice = Some(failed(&why)),
        }
    }

    /// Whether something is still being built, begun and taken over, or about to be.
    pub fn is_building(&self) -> bool {
        let is_drawn = self.follow.drawn.as_ref().is_some_and(|drawn| !drawn.is_taken);
        self.live.is_busy() || self.is_at_it() || is_drawn
    }

    /// Whether it is still being worked out what the newest rules mean for what is drawn and written.
    pub fn is_learning(&self) -> bool {
        self.table.checking.is_at_it() || self.rules.is_learning()
    }

    /// Whether a thread is at something that the window looks for.
    fn is_at_it(&self) -> bool {
        let is_opening = self.saves.is_at_it() || self.catalogue.titles.is_at_it();
        self.follow.is_taking() || self.follow.beginning.is_some() || is_opening
    }

    /// Whether the race is just being taken over.
    pub fn is_taking(&self) -> bool {
        self.follow.is_taking()
    }

    /// Whether a bot is thinking about what it is asked.
    pub fn is_thinking(&self) -> bool {
        self.thinker.is_thinking()
    }

    /// Once somebody has done something in a new race one doesn't go straight back from it.
    fn let_anew_go(&mut self) {
        let is_anew = self.follow.told.as_ref().is_some_and(|told| matches!(told.outcome, Outcome::Anew(_)));
        if is_anew && (self.shelf.before().is_none() || self.race.as_ref().is_some_and(Race::can_undo)) {
            self.follow.told = None;
        }
    }

    /// Switches and sliders stand elsewhere: the race is to follow.
    pub(super) fn switched(&mut self) {
        self.live.want(self.wanted.setup());
    }

    /// Something else is to be played: a new race begins once that is built.
    pub(super) fn begin_once_built(&mut self, told: Option<Told>) {
        self.live.want(self.wanted.setup());
        self.follow.call_off();
        self.follow.begins = Some((self.live.asked(), told));
        if let Some(build) = self.live.newest().filter(|_| !self.live.is_busy()).cloned() {
            self.take_up(&build);
        }
    }

    /// A finished build: it is shown, and the race follows where it can.
    fn take_up(&mut self, build: &Arc<Build>) {
        // Of a build that is older than what is wanted nobody can say what there is none of.
        if build.number == self.live.asked() && self.leave_unknown(build) {
            self.live.want(self.wanted.setup());
            self.follow.hold_on(self.live.asked());
            self.follow.begins = self.follow.begins.take().map(|(_, told)| (self.live.asked(), told));
            return;
        }
        self.show_build(build);
        if build.is_good() {
            self.follow.hears_of(build);
        }
        let begins = self.follow.begins.take_if(|(number, _)| build.number >= *number);
        match begins {
            Some((_, told)) if build.is_good() => self.begin_race(build, told),
            // It is begun once they can be played.
            Some(begins) => self.follow.begins = Some(begins),
            // What is begun comes with a newer build.
            None if self.follow.begins.is_some() => {}
            None if !build.is_good() || self.begin_under(build) => {}
            None if !self.follow.is_held(build) => self.take_over(build, self.follow.takes, false),
            None => {}
        }
    }

    /// The race goes on under the rules of a build, if they are other ones or somebody wishes it in just this way.
    pub(super) fn take_over(&mut self, build: &Arc<Build>, takes: Takes, is_wished: bool) {
        let goes_on = self.follow.taking.take().is_some_and(|taking| matches!(taking.takes, Takes::NextRace(_)));
        self.follow.taken.forget();
        if goes_on {
            return self.next_race();
        }
        let Some(program) = build.program().cloned() else { return };
        let Some(race) = self.race.as_ref().filter(|race| race.ruleset.name == build.ruleset.name) else {
            return self.begin_race(build, None);
        };
        // Where the race is under these rules already, it may still be wished in the other way.
        let before = race.before_reload().filter(|_| is_wished).unwrap_or(race.present_stage());
        let changed = between(&before.build, build);
        if changed.is_empty() {
            // What was told of the race still holds, unless it was that it is played under other rules.
            let is_over = |told: &mut Told| matches!(told.outcome, Outcome::Held | Outcome::Stuck(_) | Outcome::Series);
            self.follow.told.take_if(is_over);
            return;
        }
        // What nobody has decided anything in yet begins anew.
        if race.path().sum().choices == 0 && !race.can_undo() {
            let told = self.follow.told.take();
            return self.begin_race(build, told);
        }
        let is_over = race.has_ended() && takes == Takes::CarryOver;
        if is_over && self.can_go_on_to_next_race() {
            self.follow.told = Some(Told { changed, outcome: Outcome::Series });
            return;
        }
        if is_over || race.series().is_none() && race.present_stage().program.players != program.players {
            let why = if is_over { "The race was over" } else { "Another number of players sits at the table" };
            let told = Told { changed, outcome: Outcome::Begun(why) };
            return self.begin_race(build, Some(told));
        }
        self.take(build, takes, is_wished, changed);
    }

    /// The race takes up rules, or its series goes on under them, in a thread of its own.
    pub(super) fn take(&mut self, build: &Arc<Build>, takes: Takes, is_wished: bool, changed: Vec<String>) {
        let Some(race) = &self.race else { return };
        let of = (race.version, race.scene.moment);
        self.follow.taken.ask(race.taking(build, takes));
        self.follow.taking = Some(Taking { build: build.clone(), takes, is_wished, changed, of });
    }

    /// The race goes on as it was taken over, unless somebody has done something in it meanwhile: then that is taken over.
    fn take_finished(&mut self) {
        let Some(done) = self.follow.taken.take() else { return };
        let Some(Taking { build, takes, is_wished, changed, of }) = self.follow.taking.take() else { return };
        let Some(race) = &mut self.race else { return };
        if (race.version, race.scene.moment) != of {
            return if changed.is_empty() { self.next_race() } else { self.take_over(&build, takes, is_wished) };
        }
        let outcome = match done {
            Ok(Ok(reloaded)) => {
                let outcome = outcome(&reloaded, takes);
                race.reload(reloaded);
                self.shelf.on.wanted = race.wanted();
                (self.follow.undone, self.follow.held) = (None, 0);
                outcome
            }
            Ok(Err(why)) => Some(Outcome::Stuck(why)),
            Err(why) => return self.shell.notice = Some(failed(&why)),
        };
        self.follow.told = outcome.map(|outcome| Told { changed, outcome });
    }

    /// The race takes up the newest rules that can be played, in this way.
    pub(super) fn take_over_now(&mut self, takes: Takes) {
        if self.is_beginning() || self.take_up_undone() {
            return;
        }
        let Some(build) = self.live.good().cloned() else { return };
        self.follow.held = 0;
        self.take_over(&build, takes, true);
    }

    /// The last change is taken up at the newest moment instead, which it has left as a branch.
    pub(super) fn take_over_newest(&mut self) {
        let Some(race) = self.race.as_mut().filter(|race| race.change_left_branch()) else { return };
        race.undo();
        race.skip();
        self.take_over_now(Takes::CarryOver);
    }

    /// What is on show was played under other rules: what has been changed since, as far as that is known.
    pub fn changed_since(&self) -> Option<Vec<String>> {
        let race = self.race.as_ref().filter(|race| race.shows_other_rules())?;
        Some(between(&race.build, &race.present_stage().build))
    }
}

/// Whether the same is played in both, by as many.
pub(super) fn is_played_as(known: &Build, build: &Build) -> bool {
    let players = |build: &Build| build.program().map(|program| program.players);
    players(known) == players(build) && between(known, build).is_empty()
}

fn outcome(Reloaded { report, parted_after, .. }: &Reloaded, takes: Takes) -> Option<Outcome> {
    let parted = report.parted.as_ref().map(|(_, problem)| problem.message.clone());
    Some(match takes {
        Takes::Replay => Outcome::Replayed(parted.map(|why| (*parted_after, why))),
        Takes::CarryOver => Outcome::CarriedOver(report.notes.iter().cloned().chain(parted).collect(), report.new.clone()),
        Takes::NextRace(_) => return None,
    })
}

/// Wakes the window.
pub(in crate::ui) fn waking(ctx: &egui::Context) -> Wake {
    let ctx = ctx.clone();
    Arc::new(move || ctx.request_repaint())
}

/// What is said of a fault of the program.
pub(super) fn failed(why: &str) -> Notice {
    Notice::bad(format!("That failed, which is a fault of the program; the last good rules go on. {why}"))
}
