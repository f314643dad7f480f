//! What is played in one sitting: the switches, the race on the table, those put away, and how one leads to another. A window carries out what
//! people do by calling it, and draws what it finds here.
//!
//! Races are begun and taken over in a thread of their own: what the rules set up and all races of a series may take their time. What is
//! on the table stays there until the new race is there; Undo calls that off.

use std::sync::Arc;
use std::time::Duration;

use interpreter::diagnostic::Diagnostic;
use interpreter::game::Status;
use interpreter::players::Seat;
use interpreter::program::Program;

use super::follow::{Doing, Held, Told};
use super::thinker::Failed;
use super::wanted::{Difference, Wanted, between};
use super::{Act, Changed, Pace, Race, Shelf, Takes, Thinker, Waiting};
use crate::beside::{Beside, LOOK};
use crate::live::{self, Live};
use crate::render;
use crate::workspace::Build;

/// The bots' share of a frame: longer it doesn't wait for them.
const BOTS_PER_FRAME: Duration = Duration::from_millis(8);
/// From frame to frame.
const FRAME: Duration = Duration::from_millis(16);

/// What is played in one sitting.
#[derive(Default)]
pub struct Sitting {
    pub wanted: Wanted,
    /// The texts of the wanted ruleset as they stand here, and what is built of them.
    pub live: Live,
    /// Of the next race, or of the whole series.
    pub seed: u64,
    /// Who sits where, for as many seats as were ever needed.
    pub seats: Vec<Seat>,
    pub pace: Pace,
    /// Whether bots answer for people, too.
    pub play_on: bool,
    /// Whether the odds of options that lead to chance are worked out.
    pub with_odds: bool,
    /// The race on the table: the last one that could be played.
    pub race: Option<Race>,
    pub shelf: Shelf,
    /// How races take up changes.
    pub takes: Takes,
    /// What became of the last change; until somebody has read it.
    pub told: Option<Told>,
    pub(super) held: Held,
    /// The last good build that was heard of.
    pub(super) good: Option<Arc<Build>>,
    /// The first build to begin something with, instead of taking the race over.
    pub(super) begins: Option<(u64, Option<Told>)>,
    /// What is becoming of the race.
    pub(super) doing: Option<Doing>,
    pub(super) done: Beside<Result<Changed, Vec<Diagnostic>>>,
    thinker: Thinker,
    news: Vec<News>,
}

/// What a window is to be told.
pub enum News {
    /// A build, good or not.
    Built(Arc<Build>),
    /// The series that is wanted can't be played under a build.
    NoSeries(Arc<Build>, Vec<Diagnostic>),
    Good(String),
    Bad(String),
}

impl Sitting {
    /// With a person in the first seat. Nothing is on the table yet.
    pub fn new(wanted: Wanted, seed: u64, pace: Pace) -> Sitting {
        Sitting { wanted, seed, pace, seats: vec![Seat::Human], ..Sitting::default() }
    }

    /// Takes what there is to tell.
    pub fn news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    pub(super) fn tell(&mut self, news: News) {
        self.news.push(news);
    }

    pub(super) fn tell_fault(&mut self, why: &str) {
        self.tell(News::Bad(format!("That failed, which is a fault of the program; the last good rules go on. {why}")));
    }

    /// What has been built, or why not.
    pub fn hear(&mut self, news: live::News) {
        match news {
            live::News::Built(build) => self.take_up(&build),
            live::News::Failed(why) => self.tell_fault(&why),
        }
    }

    /// Lets the race go on: shows what there is to show by this time, asks the bots. Returns in how long there is more of it.
    pub fn go_on(&mut self, now: f64) -> Option<Duration> {
        let (is_taking, is_beginning) = (self.is_taking(), self.is_beginning());
        let race = self.race.as_mut()?;
        let answers = |seat: &Seat| if self.play_on && *seat == Seat::Human { Seat::Greedy } else { *seat };
        race.seats = self.seats.iter().take(race.program.players).map(answers).collect();
        // What comes of other rules begins at what is on show.
        let moves = !is_taking && race.show(now, self.pace);
        let answered = !is_taking && !is_beginning && race.ask_bots(&mut self.thinker, self.pace, BOTS_PER_FRAME);
        self.thinker.hear(Duration::ZERO);
        if let Some(failed) = self.thinker.take_failed() {
            race.act(Act::Play(false));
            self.news.push(News::Bad(match failed {
                Failed::Panic(why) => format!("A bot failed, which is a fault of the program; the race is paused. {why}"),
                Failed::Rules(problem) => {
                    let place = render::place(&race.ruleset.sources, problem.span);
                    let why = problem.message;
                    format!("A bot can't answer, because the rules can't go on: {why}{place}. The race is paused.")
                }
            }));
        }
        race.time_decision(now);
        race.look_ahead();
        let tries = race.try_options(self.with_odds);
        let is_resting = !race.is_going(self.pace);
        let looks = race.find_why(is_resting);
        match race.waiting(self.pace) {
            _ if moves || answered => Some(Duration::ZERO),
            _ if looks || tries => Some(FRAME),
            Waiting::Bot => Some(LOOK),
            _ => None,
        }
    }

    /// Something else than the race is in hand: whoever is asked isn't deciding meanwhile.
    pub fn look_away(&mut self) {
        self.race.iter_mut().for_each(Race::look_away);
    }

    /// Whether a bot is thinking about what it is asked.
    pub fn is_thinking(&self) -> bool {
        self.thinker.is_thinking()
    }

    /// Whether a race is just being begun or taken over.
    pub fn is_changing(&self) -> bool {
        self.doing.is_some()
    }

    /// Whether the race is just being taken over: bots wait for that.
    pub fn is_taking(&self) -> bool {
        self.doing.as_ref().is_some_and(|doing| doing.takes != Takes::Begin)
    }

    /// Whether another race is about to take the place of the one on the table.
    pub fn is_beginning(&self) -> bool {
        self.is_waited_for() && (self.begins.is_none() || self.live.is_busy())
    }

    /// Whether another race is to take the place of the one on the table, now or once its rules can be played.
    pub fn is_waited_for(&self) -> bool {
        self.begins.is_some() || self.is_changing() && !self.is_taking()
    }

    /// Whether that can be called off. One of another game can't.
    pub fn can_stay(&self) -> bool {
        self.is_waited_for() && self.race.as_ref().is_some_and(|race| *race.ruleset.name == *self.wanted.ruleset)
    }

    /// The race that was about to be begun is called off: the one on the table goes on, and switches stand as they do for it.
    pub fn stay(&mut self) {
        let Some(race) = self.race.as_ref().filter(|_| self.can_stay()) else { return };
        (self.wanted, self.seed) = (race.wanted(), race.origin.seed);
        self.call_off();
        self.switched();
        self.hold_on();
    }

    /// What was about to come of the race does not, nor what was about to be begun in its place.
    pub(super) fn call_off(&mut self) {
        (self.begins, self.doing) = (None, None);
        self.done.forget();
    }

    /// Switches and sliders stand elsewhere: the race is to follow.
    pub fn switched(&mut self) {
        self.live.want(self.wanted.setup());
    }

    /// Something else is to be played: a new race begins once that is built.
    pub fn begin_once_built(&mut self, told: Option<Told>) {
        self.switched();
        self.call_off();
        self.begins = Some((self.live.asked(), told));
        if let Some(build) = self.live.newest().filter(|_| !self.live.is_busy()).cloned() {
            self.take_up(&build);
        }
    }

    /// Another game is to be played: a race of it begins once that is built.
    pub fn begin_other(&mut self) {
        (self.told, self.held.wanted) = (None, None);
        self.begin_once_built(None);
    }

    /// Begins a race under the newest rules that can be played; where nothing can, the last race stays.
    pub fn begin(&mut self, told: Option<Told>) {
        match self.live.good().filter(|good| *good.ruleset.name == *self.wanted.ruleset).cloned() {
            Some(build) if self.begins.is_none() => self.begin_under(&build, told),
            // What is wanted is still to be built, or to be mended.
            _ => self.begin_once_built(told),
        }
    }

    /// The same race from its start.
    pub fn restart(&mut self) {
        if self.is_waited_for() && self.race.is_some() {
            if !self.can_stay() {
                return;
            }
            self.stay();
        }
        match &mut self.race {
            Some(race) => race.restart(),
            None => self.begin(None),
        }
    }

    /// Whether the series' race is over and a race is left.
    pub fn can_go_on_to_next_race(&self) -> bool {
        let is_left = |race: &Race| race.series().is_some_and(|(plan, n)| n + 1 < plan.races.len());
        let is_it = |race: &Race| *race.status() == Status::Over && is_left(race);
        self.race.as_ref().is_some_and(is_it) && !self.is_waited_for()
    }

    /// Goes on with the series once its race is over and a race is left, under the newest rules unless these are held.
    pub fn next_race(&mut self) {
        let (Some(race), true) = (&self.race, self.can_go_on_to_next_race()) else { return };
        let is_meant = |good: &&Arc<Build>| good.ruleset.name == race.ruleset.name && !self.held.holds(good);
        let build = self.live.good().filter(is_meant).unwrap_or(&race.present_stage().build).clone();
        self.take(&build, Takes::NextRace, false, vec![]);
    }

    pub fn can_undo(&self) -> bool {
        self.can_stay() || self.shelf_before().is_some() || self.race.as_ref().is_some_and(Race::can_undo)
    }

    /// What Undo takes back.
    pub fn undoes(&self) -> Option<String> {
        match self.race.as_ref().filter(|_| !self.is_waited_for())?.undoes() {
            Some(what) => Some(what.to_owned()),
            None => self.shelf_before().map(|_| "back to the race before".to_owned()),
        }
    }

    /// Takes back the last thing that was done: calls off what is being begun, or goes back to the playtest that was left for this one.
    pub fn undo(&mut self) {
        if self.is_waited_for() {
            return self.stay();
        }
        self.play_on = false;
        if self.race.as_ref().is_some_and(Race::can_undo) {
            self.on_race(Race::undo);
        } else if let Some(before) = self.shelf_before() {
            self.take_up_playtest(before);
        }
    }

    /// Whether something taken back can be done again.
    pub fn can_redo(&self) -> bool {
        !self.is_waited_for() && self.race.as_ref().is_some_and(Race::can_redo)
    }

    /// Does again what was taken back.
    pub fn redo(&mut self) {
        if self.can_redo() {
            self.play_on = false;
            self.on_race(Race::redo);
        }
    }

    /// Does something in the race. Where that has led to other rules, switches and sliders go there with it, and what is changed is not
    /// taken up by itself.
    pub fn on_race<R>(&mut self, does: impl FnOnce(&mut Race) -> R) -> Option<R> {
        let race = self.race.as_mut()?;
        let before = race.present_stage().program.clone();
        let done = does(race);
        if !Arc::ptr_eq(&race.present_stage().program, &before) {
            self.follow_back();
        }
        Some(done)
    }

    /// Makes a race of what lies on the table, to be looked through beside the window: [`Race::copied`].
    pub fn copied_race(&self) -> Option<impl FnOnce() -> Race + Send + use<>> {
        let race = self.race.as_ref()?;
        let seats: Vec<Seat> = self.seats.iter().take(race.present_stage().program.players).copied().collect();
        Some(race.copied(&seats))
    }

    /// What the race on the table is played without, of what Setup shows and figures are of; nothing: they are of the same rules.
    pub fn played_without(&self) -> Vec<Difference> {
        match (&self.race, self.live.good()) {
            (Some(race), Some(good)) if race.ruleset.name == good.ruleset.name => between(&race.present_stage().build, good),
            _ => vec![],
        }
    }

    /// The rules as Setup shows them and figures are of: those that stand here, as far as they can be played.
    pub fn program_here(&self) -> Option<&Arc<Program>> {
        let good = self.live.good().filter(|good| *good.ruleset.name == *self.wanted.ruleset);
        good.and_then(|good| good.program()).or(self.race.as_ref().map(|race| &race.present_stage().program))
    }

    /// What is on show was played under other rules: what has been changed since, as far as that is known.
    pub fn changed_since(&self) -> Option<Vec<Difference>> {
        let race = self.race.as_ref().filter(|race| race.shows_other_rules())?;
        Some(between(&race.build, &race.present_stage().build))
    }

    /// The race, where it waits for a person's answer.
    pub fn asked_race(&mut self) -> Option<&mut Race> {
        let pace = self.pace;
        self.race.as_mut().filter(|race| race.waiting(pace) == Waiting::Person)
    }
}
