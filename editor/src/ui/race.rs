//! A race in the window: its playtest and its seats, and the moment of it that is on show.
//!
//! Board, table, cards and turn are of one moment, under its rules (`Race::show_at`); only the log and the slider go on to where
//! the race stands now, along a path that is brought there whenever refs have moved. What is drawn between two moments is the
//! piece on its way.

use std::collections::BTreeMap;
use std::ops::{Deref, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use interpreter::chain::{self, End};
use interpreter::edit::Edit;
use interpreter::game::{Choice, Game, LineKind, Moved, Question, Status};
use interpreter::ir::{Owner, PieceId};
use interpreter::players::{BotStream, Seat};
use interpreter::playtest::{self, By, Moment, NodeId, Path, Playtest, Refs, Scene};
use interpreter::reading::Reading;
use interpreter::view;
use interpreter::vm::Machine;
use interpreter::why::Write;

use crate::beside::Beside;
use crate::playtest::timeline::Timeline;

mod edit;
mod glide;
mod pace;
mod place;
pub mod signs;
mod stage;
mod steps;
mod thinker;
mod time;
mod why;

pub use glide::Glide;
pub use pace::{Pace, Waiting};
pub use place::Place;
pub use stage::Stage;
pub use steps::{Branch, Reloaded, Takes};
pub use thinker::Thinker;
pub use time::Act;
pub use why::{Asked, Thing};

use thinker::Answered;
use time::Going;

/// One race.
pub struct Race {
    /// That of the moment on show.
    stage: Arc<Stage>,
    of: playtest::Stage,
    /// All that it was played on.
    stages: BTreeMap<playtest::Stage, Arc<Stage>>,
    playtest: Playtest,
    /// The way to where it stands now, and a machine that waits there.
    path: Path,
    machine: Machine,
    seats: Vec<Seat>,
    version: u64,
    /// The moment on show. While it is not live, somebody looks back at it.
    at: Moment,
    live: bool,
    timeline: Arc<Timeline>,
    /// Of which version that is, and what branches are called.
    renewed: Option<u64>,
    going: Going,
    /// How many deeds there were ever when somebody began to change the state by hand.
    editing: Option<u32>,
    /// The other ways in which it went.
    branches: Vec<Branch>,
    asked_why: Option<Asked>,
    /// Looks for what was asked about.
    looking: Beside<Vec<Write>>,
    /// Lines of the log that are on show, and secret blocks that are over by then.
    pub shown: usize,
    blocks: u32,
    /// What is to come by somebody's wish, by then.
    pending: Vec<Edit>,
    /// Where pieces stand on show: by kind, then number.
    pub places: Vec<Vec<Option<usize>>>,
    pub glide: Option<Glide>,
    /// The last move on show.
    pub trail: Option<Moved>,
    /// The state on show.
    pub table_state: Machine,
    /// Whose turn is on show, and which turn and round.
    pub turn_of: Option<usize>,
    pub turn: u32,
    pub round: u32,
    rest_until: f64,
    next_turn: bool,
    /// Of several people the one who sits before the window.
    seated: Option<usize>,
    /// Where further questions like this one lead to, and after how many answers that was looked up.
    ends: (usize, Vec<End>),
}

/// A race that was put away: what it takes to go on with it, and no more.
pub struct PutAway {
    stages: BTreeMap<playtest::Stage, Arc<Stage>>,
    playtest: Playtest,
    seats: Vec<Seat>,
    at: Moment,
}

/// A way in which a race went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A branch of the playtest on the table, by its place there.
    Branch(usize),
    /// What was played last in one that was put away, by its number.
    Away(u32),
}

/// Where a way of a race stands.
pub struct Tip {
    pub scene: Scene,
    pub stage: Arc<Stage>,
}

impl Tip {
    fn of(playtest: &Playtest, stages: &BTreeMap<playtest::Stage, Arc<Stage>>, tip: NodeId) -> Option<Tip> {
        let scene = playtest.clone().at(Moment::end(tip))?;
        let stage = stages.get(&scene.stage)?.clone();
        Some(Tip { scene, stage })
    }
}

/// What is asked of the rules and the board is asked of the race.
impl Deref for Race {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.stage
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

    fn on(stages: BTreeMap<playtest::Stage, Arc<Stage>>, playtest: Playtest, seats: &[Seat]) -> Race {
        let of = playtest.node(playtest.head()).expect("a race stands somewhere").stage;
        let stage = stages[&of].clone();
        let table_state = Machine::new(&stage.program);
        let mut race = Race {
            playtest,
            path: Path::default(),
            machine: Machine::new(&stage.program),
            stages,
            of,
            seats: seats.to_vec(),
            version: next_version(),
            at: Moment::default(),
            live: true,
            timeline: Arc::default(),
            renewed: None,
            going: Going::default(),
            editing: None,
            branches: vec![],
            asked_why: None,
            looking: Beside::default(),
            shown: 0,
            blocks: 0,
            pending: vec![],
            places: vec![],
            glide: None,
            trail: None,
            table_state,
            turn_of: None,
            turn: 0,
            round: 0,
            rest_until: 0.0,
            next_turn: false,
            seated: None,
            ends: (usize::MAX, vec![]),
            stage,
        };
        race.places = places(race.program.at_first());
        race.bring();
        race.show_at(Moment { node: race.path.legs()[0].node, tick: 0 });
        race
    }

    pub fn put_away(self) -> PutAway {
        let Race { stages, mut playtest, seats, at, .. } = self;
        playtest.forget();
        PutAway { stages, playtest, seats, at }
    }

    /// What the race stands at in one that was put away.
    pub fn tip_of(away: &PutAway) -> Option<Tip> {
        Tip::of(&away.playtest, &away.stages, away.playtest.head())
    }

    /// Where a branch stands, by its place in the playtest.
    pub fn tip(&self, branch: usize) -> Option<Tip> {
        Tip::of(&self.playtest, &self.stages, self.playtest.refs().branches.get(branch)?.tip)
    }

    /// Goes on with one that was put away: what was on show is on show again, and nothing moves by itself.
    pub fn taken_up(away: PutAway) -> Race {
        let mut race = Race::on(away.stages, away.playtest, &away.seats);
        race.show_again(away.at);
        race
    }

    /// The race stands elsewhere: its way there is read, and a machine waits there.
    fn bring(&mut self) {
        let was = self.path.legs().last().map(|leg| leg.stage);
        self.playtest.bring(&mut self.path, self.playtest.head());
        let last = self.path.last();
        if was != Some(last.stage) {
            self.machine = Machine::new(&last.program);
        }
        last.run.wait(&last.program, &mut self.machine);
        self.version = next_version();
    }

    /// All that was tried.
    pub fn playtest(&self) -> &Playtest {
        &self.playtest
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

    /// A number that is another one as soon as anything is done in this race; no two races share one.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Puts others into the seats; the bots' luck goes on where it was.
    pub fn set_seats(&mut self, seats: &[Seat]) {
        if self.seats != seats {
            self.seats = seats.to_vec();
        }
    }

    /// What is to be answered, once all that led there is on show.
    pub fn question(&self) -> Option<&Question> {
        match self.status() {
            Status::Asking(question) if self.is_all_shown() && self.live => Some(question),
            _ => None,
        }
    }

    /// The question, where a person is asked and may see it.
    pub fn asked(&self) -> Option<&Question> {
        self.question().filter(|q| self.is_person(q.player) && !self.must_hand_over(q.player))
    }

    fn is_person(&self, player: usize) -> bool {
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
        self.glide.is_none() && self.at == Moment::end(self.playtest.head())
    }

    /// What it waits for, at this pace.
    pub fn waiting(&self, pace: Pace) -> Waiting {
        let next_is_turn = self.path.line(self.shown).is_some_and(|l| l.kind == LineKind::Turn);
        match self.status() {
            _ if !self.live => Waiting::Past,
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

    /// Takes an option of the question.
    pub fn choose(&mut self, option: usize, by_person: bool) {
        let before = self.playtest.refs().clone();
        let by = if by_person { By::Person } else { By::Bot };
        let luck = self.playtest.luck(self.playtest.head());
        if self.take(option, by, luck) && by_person {
            self.answered(before);
        }
    }

    fn take(&mut self, option: usize, by: By, luck: Arc<[BotStream]>) -> bool {
        let is_taken = self.playtest.choose(option, by, 0, luck).is_ok();
        if is_taken {
            self.bring();
        }
        is_taken
    }

    /// A person has answered.
    fn answered(&mut self, before: Refs) {
        self.playtest.did("", before);
        self.going = Going::Plays;
    }

    /// Looks up where the question leads to, once for each.
    pub fn look_ahead(&mut self) {
        let asked = self.path.sum().choices;
        if self.ends.0 != asked && self.asked().is_some() {
            self.ends = (asked, chain::ends(&self.stage.program, &self.machine));
        }
    }

    /// Spaces farther on that a click leads to, while a person is asked.
    pub fn ends(&self) -> &[End] {
        let is_current = self.ends.0 == self.path.sum().choices && self.asked().is_some();
        if is_current { &self.ends.1 } else { &[] }
    }

    /// Answers one question after the other, as long as they are asked: as one step.
    pub fn follow(&mut self, steps: &[Choice]) {
        let before = self.playtest.refs().clone();
        for step in steps {
            let Status::Asking(question) = self.status() else { break };
            let (option, luck) = (question.find(step), self.playtest.luck(self.playtest.head()));
            if !option.is_some_and(|option| self.take(option, By::Person, luck)) {
                break;
            }
        }
        if *self.playtest.refs() != before {
            self.answered(before);
        }
    }

    /// Lets bots answer for a while; returns whether one did. The race is the same however long they take.
    pub fn ask_bots(&mut self, thinker: &mut Thinker, pace: Pace, most: Duration) -> bool {
        let begin = Instant::now();
        let mut answered = false;
        while self.waiting(pace) == Waiting::Bot {
            let Some(Answered { option, luck }) = self.bots_answer(thinker, most.saturating_sub(begin.elapsed())) else { break };
            if !self.take(option, By::Bot, luck.into()) {
                break;
            }
            if matches!(self.going, Going::Until(..)) {
                self.renew_timeline();
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
            None => thinker.answer(&self.path.last().program, &self.machine, &self.seats, &luck, most),
        }
    }

    /// The lane of its space on which a piece stands, from 1, where the manifest says which field tells it.
    pub fn lane_of(&self, kind: usize, piece: usize) -> Option<usize> {
        let lane = self.table_state.read(&self.program).field(self.piece_looks.get(kind)?.part?, piece);
        lane.index().filter(|lane| *lane > 0)
    }

    /// The seat that a piece belongs to.
    pub fn owner(&self, kind: usize, piece: usize) -> usize {
        self.program.holder(Owner::Piece(PieceId(kind as u16)), piece).unwrap_or(0)
    }

    /// The colour of a seat as things stand on show.
    pub fn colour(&self, seat: usize) -> egui::Color32 {
        self.seat_colours.of(self.table_state.read(&self.program), seat)
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

/// Where pieces stand: by kind, then number.
fn places(state: Reading<'_>) -> Vec<Vec<Option<usize>>> {
    state.program.piece_kinds().map(|kind| state.pieces(kind).collect()).collect()
}
