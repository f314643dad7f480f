//! A race as somebody plays and watches it: its playtest and its seats, and the moment of it that is on show. Nothing here knows a window.
//!
//! Board, table, cards and turn are of one moment, under its rules (`Race::show_at`); only the log and the slider go on to where
//! the race stands now, along a path that is brought there whenever refs have moved. What is drawn between two moments is the
//! piece on its way.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::{Deref, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use interpreter::chain::{self, End};
use interpreter::game::{Choice, Game, LineKind, Moved, Question, Status};
use interpreter::ir::{Owner, PieceId};
use interpreter::players::{BotStream, Seat};
use interpreter::playtest::{self, By, Deed, Moment, NodeId, Path, Playtest, Scene};
use interpreter::series::{Plan, Standing};
use interpreter::view;
use interpreter::vm::Machine;
use interpreter::why::Write;

use crate::beside::Beside;

mod clock;
mod edit;
pub mod follow;
mod notes;
mod pace;
mod place;
pub mod recent;
mod record;
pub mod saved;
mod shelf;
mod show;
mod sitting;
mod stage;
mod steps;
mod thinker;
mod time;
pub mod timeline;
mod trials;
pub mod wanted;
mod why;

pub use notes::{Noted, icon, when, writer};
pub use pace::{Pace, Waiting};
pub use place::Place;
pub use record::{Decision, RulesChanged};
pub use shelf::{Shelf, Tip, Way};
pub use show::{Glide, Thrown};
pub use sitting::{News, Sitting};
pub use stage::Stage;
pub use steps::{Branch, Changed, Takes};
pub use thinker::Thinker;
pub use time::Act;
pub use trials::Hint;
pub use why::{Asked, Thing};

use clock::DecisionClock;
use shelf::Origin;
use thinker::Answered;
use time::Going;
use timeline::Timeline;
use trials::Trials;
use wanted::Wanted;

/// Who plays, in words.
pub fn seat_title(seat: Seat) -> &'static str {
    match seat {
        Seat::Human => "Person",
        Seat::Random => "Random bot",
        Seat::Quick => "Quick bot",
        Seat::Greedy => "Greedy bot",
    }
}

/// One race.
pub struct Race {
    /// All that it was played on.
    stages: BTreeMap<playtest::Stage, Arc<Stage>>,
    playtest: Playtest,
    /// The way to where it stands now, and to where it would once Redo is done.
    path: Path,
    ahead: Option<Path>,
    pub seats: Vec<Seat>,
    origin: Origin,
    /// Another number as soon as anything is done in this race. No two races share one.
    pub version: u64,
    /// The moment on show.
    pub scene: Scene,
    /// How far runs that were played here have been on show, in ticks.
    seen: BTreeMap<NodeId, u32>,
    /// Its state. Where the race stands now, the game waits in it.
    pub table_state: Machine,
    /// Somebody looks at how it was.
    pub looks_back: bool,
    /// Whether it was paused before that.
    was_paused: bool,
    going: Going,
    next_turn: bool,
    rest_until: f64,
    pub glide: Option<Glide>,
    /// The dice that are falling, or fell last.
    pub thrown: Option<Thrown>,
    /// The line that tells of something that has happened to somebody, while it is shown for a moment.
    pub stops_at: Option<usize>,
    /// The last move on show.
    pub trail: Option<Moved>,
    /// Of several people the one who sits before the window.
    seated: Option<usize>,
    timeline: OnceCell<Arc<Timeline>>,
    /// The notes, with where each stands.
    notes: OnceCell<Vec<Noted>>,
    /// How long the person who is asked has looked at the question.
    clock: DecisionClock,
    /// The other ways in which it went, and of which version these are.
    branches: (u64, Vec<Branch>),
    /// How many deeds there were ever when somebody began to change the state by hand.
    editing: Option<u32>,
    asked_why: Option<Asked>,
    /// Looks for what was asked about.
    looking: Beside<Vec<Write>>,
    /// Where further questions like this one lead to, once that was looked up.
    ends: Option<Vec<End>>,
    /// What its options lead to.
    trials: Trials,
}

/// What is asked of the rules and the board is asked of the race.
impl Deref for Race {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.stages[&self.scene.stage]
    }
}

fn next_version() -> u64 {
    static VERSIONS: AtomicU64 = AtomicU64::new(0);
    VERSIONS.fetch_add(1, Ordering::Relaxed)
}

impl Race {
    /// A race that goes on; all that it was played on is told. Nothing is on show yet.
    ///
    /// # Panics
    /// If what it is played on by now is not among that.
    pub fn new(stages: impl IntoIterator<Item = Stage>, mut playtest: Playtest, seats: &[Seat]) -> Race {
        let known = |stage: Stage| (playtest.stage(Some(stage.texts()), &stage.program), Arc::new(stage));
        let stages: BTreeMap<playtest::Stage, Arc<Stage>> = stages.into_iter().map(known).collect();
        Race::on(stages, playtest, seats)
    }

    fn on(stages: BTreeMap<playtest::Stage, Arc<Stage>>, mut playtest: Playtest, seats: &[Seat]) -> Race {
        let path = playtest.path(playtest.head());
        let begin = playtest.at(Moment { node: path.legs()[0].node, tick: 0 });
        let scene = begin.expect("a race begins somewhere");
        let mut race = Race {
            stages,
            playtest,
            path,
            ahead: None,
            seats: seats.to_vec(),
            origin: Origin::default(),
            version: next_version(),
            seen: BTreeMap::new(),
            table_state: Machine::new(&scene.program),
            looks_back: false,
            was_paused: false,
            going: Going::default(),
            next_turn: false,
            rest_until: 0.0,
            glide: None,
            thrown: None,
            stops_at: None,
            trail: None,
            seated: None,
            timeline: OnceCell::new(),
            notes: OnceCell::new(),
            clock: DecisionClock::default(),
            branches: Default::default(),
            editing: None,
            asked_why: None,
            looking: Beside::default(),
            ends: None,
            trials: Trials::default(),
            scene,
        };
        race.show_at(race.scene.moment);
        race
    }

    /// The race stands elsewhere: its way there is read.
    fn bring(&mut self) {
        self.playtest.bring(&mut self.path, self.playtest.head());
        let ahead = self.playtest.undone().last().map(Deed::head);
        self.ahead = ahead.map(|head| self.playtest.path(head));
        (self.version, self.ends) = (next_version(), None);
        (self.timeline, self.notes) = (OnceCell::new(), OnceCell::new());
    }

    /// How often Undo has something to take back.
    pub fn deeds(&self) -> usize {
        self.playtest.deeds().len()
    }

    /// Where it stands now.
    pub fn newest(&self) -> Moment {
        Moment::end(self.playtest.head())
    }

    /// The last moment of a node's run that was on show.
    fn seen_of(&self, node: NodeId) -> Moment {
        Moment { node, tick: self.seen.get(&node).copied().unwrap_or(u32::MAX) }
    }

    /// What there was to see at a moment, whatever is on show.
    pub fn scene_at(&self, moment: Moment) -> Option<Scene> {
        self.playtest.clone().at(moment)
    }

    /// The way to where it stands now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it waits for where it stands now.
    pub fn status(&self) -> &Status {
        &self.path.last().run.status
    }

    pub fn seed(&self) -> u64 {
        self.path.begin().0
    }

    /// What a file with it is called, unless somebody calls it otherwise.
    pub fn file_name(&self) -> String {
        format!("{}-{}.ron", self.ruleset.name, self.seed())
    }

    /// The series that it is a race of, and which of its races it is, from 0.
    pub fn series(&self) -> Option<(&Arc<Plan>, usize)> {
        Some((self.present_stage().plan.as_ref()?, self.playtest.places_before().len()))
    }

    /// The table of the series, with this race as it is on show.
    pub fn standing(&self) -> Option<Standing> {
        let (plan, _) = self.series()?;
        let before = self.playtest.places_before().into_iter().map(|race| race.into_iter().map(Some).collect());
        let races: Vec<_> = before.chain([self.table_state.places(&self.scene.program)]).collect();
        Some(Standing::new(&plan.scoring, plan.players, &races))
    }

    /// Where the switches stood for it.
    pub fn wanted(&self) -> Wanted {
        self.present_stage().wanted()
    }

    /// As it stands now, as a game of its own.
    pub fn game(&self) -> Game {
        self.game_with(self.playtest.head())
    }

    /// The same of what was played under the rules that a node was played under.
    pub fn game_with(&self, node: NodeId) -> Game {
        let is_in = |part: &Range<usize>| self.path.legs()[part.start].node <= node;
        let part = self.path.parts().into_iter().rfind(is_in);
        self.path.game(part.unwrap_or(0..self.path.legs().len()))
    }

    /// What is to be answered, once all that led there is on show.
    pub fn question(&self) -> Option<&Question> {
        match self.status() {
            Status::Asking(question) if self.is_all_shown() && !self.looks_back => Some(question),
            _ => None,
        }
    }

    /// The question, where a person is asked and may see it.
    pub fn asked(&self) -> Option<&Question> {
        self.question().filter(|q| self.is_person(q.player) && !self.must_hand_over(q.player))
    }

    pub fn is_person(&self, player: usize) -> bool {
        self.seats.get(player) == Some(&Seat::Human)
    }

    fn asks_bot(&self) -> bool {
        matches!(self.status(), Status::Asking(question) if !self.is_person(question.player))
    }

    pub fn has_people(&self) -> bool {
        self.seats.contains(&Seat::Human)
    }

    /// Whether somebody else must look away before this person is asked.
    fn must_hand_over(&self, player: usize) -> bool {
        let people = self.seats.iter().filter(|s| **s == Seat::Human).count();
        people > 1 && self.seated != Some(player) && view::has_secrets(&self.program)
    }

    /// The person who is asked sits before the window now.
    pub fn take_seat(&mut self) {
        if let Status::Asking(q) = self.status() {
            self.seated = Some(q.player);
        }
    }

    pub fn is_all_shown(&self) -> bool {
        self.glide.is_none() && self.scene.moment == self.newest()
    }

    /// What it waits for, at this pace.
    pub fn waiting(&self, pace: Pace) -> Waiting {
        let next_is_turn = self.path.line(self.scene.sum.lines).is_some_and(|l| l.kind == LineKind::Turn);
        match self.status() {
            _ if self.looks_back => Waiting::Past,
            _ if !self.is_all_shown() && self.going == Going::Paused => Waiting::Paused,
            _ if pace == Pace::Step && self.glide.is_none() && next_is_turn && !self.next_turn => Waiting::NextTurn,
            _ if !self.is_all_shown() => Waiting::Showing,
            Status::Asking(q) if self.is_person(q.player) && self.must_hand_over(q.player) => Waiting::Handover,
            Status::Asking(q) if self.is_person(q.player) => Waiting::Person,
            Status::Asking(_) if self.holds_bots() => Waiting::Paused,
            Status::Asking(_) => Waiting::Bot,
            _ => Waiting::Nobody,
        }
    }

    /// Takes an option of the question, as a person.
    pub fn choose(&mut self, option: usize) {
        if let Status::Asking(question) = self.status()
            && let Some(offer) = question.options.get(option)
        {
            self.follow(&[question.choice(offer)]);
        }
    }

    fn take(&mut self, option: usize, by: By, millis: u32, luck: Arc<[BotStream]>) -> bool {
        let Ok(node) = self.playtest.choose(option, by, millis, luck) else { return false };
        self.seen.entry(node).or_insert(0);
        self.bring();
        true
    }

    /// Looks up where the question leads to, once for each.
    pub fn look_ahead(&mut self) {
        if self.ends.is_none() && self.asked().is_some() {
            self.ends = Some(chain::ends(&self.scene.program, &self.table_state));
        }
    }

    /// Spaces farther on that a click leads to, while a person is asked.
    pub fn ends(&self) -> &[End] {
        self.ends.as_deref().filter(|_| self.asked().is_some()).unwrap_or_default()
    }

    /// Answers one question after the other, as long as they are asked: as one step.
    pub fn follow(&mut self, steps: &[Choice]) {
        let before = self.playtest.refs().clone();
        // All that a click answers was thought over before it.
        let mut millis = self.decided_millis();
        for step in steps {
            let Status::Asking(question) = self.status() else { break };
            let (option, luck) = (question.find(step), self.playtest.luck(self.playtest.head()));
            if !option.is_some_and(|option| self.take(option, By::Person, millis, luck)) {
                break;
            }
            millis = 0;
        }
        if *self.playtest.refs() != before {
            self.playtest.did("", before);
            self.going = Going::Plays;
        }
    }

    /// Lets bots answer for a while; returns whether one did. The race is the same however long they take.
    pub fn ask_bots(&mut self, thinker: &mut Thinker, pace: Pace, most: Duration) -> bool {
        let begin = Instant::now();
        let mut answered = false;
        while self.waiting(pace) == Waiting::Bot {
            let Some(Answered { option, luck }) = self.bots_answer(thinker, most.saturating_sub(begin.elapsed())) else { break };
            if !self.take(option, By::Bot, 0, luck.into()) {
                break;
            }
            answered = true;
            if pace == Pace::Instant {
                self.skip();
            }
            if begin.elapsed() >= most {
                break;
            }
        }
        answered
    }

    /// What the bot that is asked answers, if it needs no longer than this.
    fn bots_answer(&mut self, thinker: &mut Thinker, most: Duration) -> Option<Answered> {
        let mut luck = self.playtest.luck(self.playtest.head()).to_vec();
        let Status::Asking(question) = self.status() else { return None };
        let player = question.player;
        match self.seats.get(player)?.at_once(question.options.len(), luck.get_mut(player)?) {
            Some(option) => Some(Answered { option, luck }),
            None => thinker.answer(self.version, &self.scene.program, &self.table_state, &self.seats, &luck, most),
        }
    }

    /// All pieces by kind and number, and where each stands on show.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, usize, Option<usize>)> {
        let (program, state) = (&self.scene.program, self.table_state.read(&self.scene.program));
        program.piece_kinds().flat_map(move |kind| state.pieces(kind).enumerate().map(move |(n, at)| (kind.index(), n, at)))
    }

    /// Whose turn is on show.
    pub fn turn_of(&self) -> Option<usize> {
        self.scene.turn_of.filter(|_| matches!(self.scene.status, None | Some(Status::Asking(_))))
    }

    /// The seat that a piece belongs to.
    pub fn owner(&self, kind: usize, piece: usize) -> usize {
        self.program.holder(Owner::Piece(PieceId(kind as u16)), piece).unwrap_or(0)
    }

    /// Whose eyes are on the window: the only person, or of several the one who sits there and is asked; `None`: nobody's, or those
    /// of several, who see nothing that is secret.
    pub fn viewer(&self) -> Option<usize> {
        let mut people = (0..self.seats.len()).filter(|n| self.is_person(*n));
        match (people.next(), people.next()) {
            (one, None) => one,
            _ => self.asked().map(|q| q.player).filter(|player| self.seated == Some(*player)),
        }
    }
}
