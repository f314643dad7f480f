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

use super::sitting::{News, Sitting};
use super::wanted::{Difference, Wanted, between};
use super::{Changed, Race, Takes};
use crate::workspace::Build;

/// What became of the race when something was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What was changed: `my-race/wind.rules`, `Laps`.
    pub changed: Vec<Difference>,
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
    pub fn anew(what: &'static str) -> Option<Told> {
        Some(Told { changed: vec![], outcome: Outcome::Anew(what) })
    }
}

/// Changes that are not taken up by themselves, because somebody has gone back before them.
#[derive(Default)]
pub(super) struct Held {
    /// Builds up to this number.
    number: u64,
    /// Where the switches stood, to be taken up again.
    pub wanted: Option<Wanted>,
}

impl Held {
    pub fn holds(&self, build: &Build) -> bool {
        build.number <= self.number
    }
}

/// A race that is being begun or taken over, in a thread of its own.
pub(super) struct Doing {
    build: Arc<Build>,
    pub takes: Takes,
    /// Whether somebody wished it in just this way.
    is_wished: bool,
    /// What was changed.
    changed: Vec<Difference>,
    /// What is told of a new race, where the last one can be brought back.
    told: Option<Told>,
    /// The race as it was when that began: see [`Race::shown`]. `None`: it doesn't matter.
    of: Option<(u64, Moment)>,
}

impl Sitting {
    /// Goes on with what was changed, as far as that has come; waits for it so long at most.
    pub fn follow(&mut self, most: Duration) {
        self.take_done(most);
        // Once somebody has done something in a new race one doesn't go straight back from it.
        let is_anew = self.told.as_ref().is_some_and(|told| matches!(told.outcome, Outcome::Anew(_)));
        if is_anew && (self.shelf_before().is_none() || self.race.as_ref().is_some_and(Race::can_undo)) {
            self.told = None;
        }
    }

    /// Nothing that has been changed so far is taken up by itself.
    pub fn hold(&mut self) {
        self.held.number = self.live.asked();
    }

    /// The same where something is held already.
    pub fn hold_on(&mut self) {
        if self.held.number > 0 {
            self.hold();
        }
    }

    /// A finished build: it is shown, and the race follows where it can.
    pub(super) fn take_up(&mut self, build: &Arc<Build>) {
        // Of a build that is older than what is wanted nobody can say what there is none of.
        if build.number == self.live.asked() && self.wanted.leave_unknown(&build.built.ir) {
            self.switched();
            self.hold_on();
            self.begins = self.begins.take().map(|(_, told)| (self.live.asked(), told));
            return;
        }
        self.tell(News::Built(build.clone()));
        if build.is_good() {
            self.hear_of(build);
        }
        let is_begun = self.begins.as_ref().is_some_and(|(number, _)| build.number >= *number);
        match &self.begins {
            // Otherwise it is begun once they can be played, or comes with a newer build.
            Some(_) if !is_begun || !build.is_good() => {}
            Some(_) => {
                let told = self.begins.take().and_then(|(_, told)| told);
                self.begin_under(build, told);
            }
            None if !build.is_good() => {}
            // A race that is being begun is begun under newer rules instead.
            None if self.is_waited_for() => {
                let told = self.doing.take().and_then(|doing| doing.told);
                self.begin_under(build, told);
            }
            None if !self.held.holds(build) => self.take_over(build, self.takes, false),
            None => {}
        }
    }

    /// A good build has come. Where it is played as the last, which is held, so is this.
    fn hear_of(&mut self, build: &Arc<Build>) {
        let Some(last) = self.good.replace(build.clone()) else { return };
        if self.held.holds(&last) && is_played_as(&last, build) {
            self.held.number = self.held.number.max(build.number);
        }
    }

    /// Begins a race or a whole series under the rules of a build that can be played.
    pub(super) fn begin_under(&mut self, build: &Arc<Build>, told: Option<Told>) {
        self.call_off();
        self.take(build, Takes::Begin, false, vec![]);
        self.doing.iter_mut().for_each(|doing| doing.told = told.clone());
    }

    /// The same because it is no use to take over what is on show: as long as that is so.
    fn begin_instead(&mut self, build: &Arc<Build>, told: Option<Told>) {
        self.begin_under(build, told);
        if let (Some(race), Some(doing)) = (&self.race, &mut self.doing) {
            doing.of = Some(race.shown());
        }
    }

    /// The race goes on under the rules of a build, if they are other ones or somebody wishes it in just this way.
    fn take_over(&mut self, build: &Arc<Build>, takes: Takes, is_wished: bool) {
        let goes_on = self.doing.take().is_some_and(|doing| doing.takes == Takes::NextRace);
        self.done.forget();
        if goes_on {
            return self.next_race();
        }
        let Some(program) = build.program().cloned() else { return };
        let Some(race) = self.race.as_ref().filter(|race| race.ruleset.name == build.ruleset.name) else {
            return self.begin_under(build, None);
        };
        // Where the race is under these rules already, it may still be wished in the other way.
        let before = race.before_reload().filter(|_| is_wished).unwrap_or(race.present_stage());
        let changed = between(&before.build, build);
        if changed.is_empty() {
            // What was told of the race still holds, unless it was that it is played under other rules.
            let is_over = |told: &mut Told| matches!(told.outcome, Outcome::Held | Outcome::Stuck(_) | Outcome::Series);
            self.told.take_if(is_over);
            return;
        }
        // The changes were taken back, one by one: so is what they did to the race.
        if !is_wished && race.before_reload().is_some_and(|before| is_played_as(&before.build, build)) {
            self.race.iter_mut().for_each(Race::undo);
            (self.held, self.told) = (Held::default(), None);
            return;
        }
        // Under other names the race goes on as it is. Once it is over, they are for the next one.
        let is_renamed = changed.len() == 1 && before.build.setup.names != build.setup.names;
        if is_renamed && race.has_ended() {
            return;
        }
        let takes = if is_renamed { Takes::CarryOver } else { takes };
        // What nobody has decided anything in yet begins anew.
        if race.path().sum().choices == 0 && !race.can_undo() {
            let told = self.told.take();
            return self.begin_instead(build, told);
        }
        let is_over = race.has_ended() && takes == Takes::CarryOver;
        if is_over && self.can_go_on_to_next_race() {
            self.told = Some(Told { changed, outcome: Outcome::Series });
            return;
        }
        if is_over || race.series().is_none() && race.present_stage().program.players != program.players {
            let why = if is_over { "The race was over" } else { "Another number of players sits at the table" };
            let told = Told { changed, outcome: Outcome::Begun(why) };
            return self.begin_instead(build, Some(told));
        }
        self.take(build, takes, is_wished, changed);
    }

    /// A race begins under a build, takes it up, or its series goes on under it, in a thread of its own.
    pub(super) fn take(&mut self, build: &Arc<Build>, takes: Takes, is_wished: bool, changed: Vec<Difference>) {
        let of = self.race.as_ref().filter(|_| takes != Takes::Begin).map(Race::shown);
        self.done.ask(Race::changing(self.race.as_ref(), build, takes, (self.wanted.series.clone(), self.seed)));
        self.doing = Some(Doing { build: build.clone(), takes, is_wished, changed, told: None, of });
    }

    /// What has become of the race is laid onto the table, unless somebody has done something in it meanwhile: then that is taken over.
    fn take_done(&mut self, most: Duration) {
        let Some(done) = self.done.wait(most) else { return };
        let Some(Doing { build, takes, is_wished, changed, told, of }) = self.doing.take() else { return };
        let done = match done {
            Ok(done) => done,
            Err(why) => return self.tell_fault(&why),
        };
        // While another race is begun, this one may be shown on.
        let is_shown_on = |race: &Race| takes == Takes::Begin && !race.looks_back;
        let is_other = |(version, at), race: &Race| version != race.version || at != race.scene.moment && !is_shown_on(race);
        match (takes, done, &mut self.race) {
            (_, _, Some(race)) if of.is_some_and(|of| is_other(of, race)) => match takes {
                Takes::NextRace => self.next_race(),
                Takes::Begin => {
                    self.told = told.filter(|told| !matches!(told.outcome, Outcome::Begun(_)));
                    self.take_over(&build, self.takes, false);
                }
                _ => self.take_over(&build, takes, is_wished),
            },
            (Takes::Begin, Ok(begun), _) => {
                self.lay_race(begun.race());
                self.held = Held::default();
                self.told = told.filter(|_| self.shelf_before().is_some());
            }
            // The series that is wanted can't be played: the last race goes on until it can be.
            (Takes::Begin, Err(problems), _) => {
                self.begins = Some((self.live.asked() + 1, told));
                self.tell(News::NoSeries(build, problems));
            }
            (_, Ok(done), Some(race)) => {
                let outcome = outcome(&done, takes);
                race.reload(done);
                self.held = Held::default();
                self.told = outcome.map(|outcome| Told { changed, outcome });
            }
            (_, Err(problems), Some(_)) => {
                let why = problems.first().map_or_else(String::new, |problem| problem.message.clone());
                self.told = Some(Told { changed, outcome: Outcome::Stuck(why) });
            }
            (.., None) => {}
        }
    }

    /// The race takes up the newest rules that can be played, in this way. Switches that stood elsewhere before one went back stand there
    /// again.
    pub fn take_over_now(&mut self, takes: Takes) {
        if self.is_beginning() {
            return;
        }
        if let Some(wanted) = self.held.wanted.take() {
            self.wanted = wanted;
            return self.switched();
        }
        let Some(build) = self.live.good().cloned() else { return };
        self.held = Held::default();
        self.take_over(&build, takes, true);
    }

    /// The last change is taken up at the newest moment instead, which it has left as a branch.
    pub fn take_over_newest(&mut self) {
        let Some(race) = self.race.as_mut().filter(|race| race.change_left_branch()) else { return };
        race.undo();
        race.skip();
        self.take_over_now(Takes::CarryOver);
    }

    /// The race has come under other rules by what was done in it: the switches stand as they do there.
    pub(super) fn follow_back(&mut self) {
        let Some(race) = &self.race else { return };
        let undone = std::mem::replace(&mut self.wanted, race.wanted());
        // From a branch under rules before one may have come back to the newest.
        let is_newest = self.live.good().is_some_and(|good| is_played_as(&race.present_stage().build, good));
        self.switched();
        self.call_off();
        let number = if is_newest { 0 } else { self.live.asked() };
        self.held = Held { number, wanted: Some(undone).filter(|undone| *undone != self.wanted) };
        let changed = self.played_without();
        self.told = (!is_newest).then_some(Told { changed, outcome: Outcome::Held });
    }

    /// The last change is undone where it was made: the switches stand as before it. Returns the texts as they were then, to be written.
    pub fn revert_change(&mut self) -> Vec<(String, Arc<str>)> {
        let Some(race) = &self.race else { return vec![] };
        let before = race.before_reload().unwrap_or(race.present_stage()).clone();
        let changed = self.live.good().map(|good| good.played_otherwise(&before.build)).unwrap_or_default();
        (self.wanted, self.held) = (before.wanted(), Held::default());
        self.switched();
        let text = |name: String| Some((before.build.texts.get(&name)?.clone().ok()?, name));
        changed.into_iter().filter_map(text).map(|(text, name)| (name, text)).collect()
    }
}

/// Whether the same is played in both, by as many.
fn is_played_as(known: &Build, build: &Build) -> bool {
    let players = |build: &Build| build.program().map(|program| program.players);
    players(known) == players(build) && between(known, build).is_empty()
}

fn outcome(Changed { report, parted_after, .. }: &Changed, takes: Takes) -> Option<Outcome> {
    let parted = report.parted.as_ref().map(|(_, problem)| problem.message.clone());
    Some(match takes {
        Takes::Replay => Outcome::Replayed(parted.map(|why| (*parted_after, why))),
        Takes::CarryOver => Outcome::CarriedOver(report.notes.iter().cloned().chain(parted).collect(), report.new.clone()),
        Takes::NextRace | Takes::Begin => return None,
    })
}
