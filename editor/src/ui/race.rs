//! A race in the window: the game, its seats, the way back, and how much of what has happened is on show already.

use std::sync::Arc;
use std::time::{Duration, Instant};

use interpreter::chain::{self, End};
use interpreter::data::track::Track;
use interpreter::game::{Choice, Game, LineKind, Moved, Question, Status};
use interpreter::players::{BotStream, Seat, Table};
use interpreter::program::Program;
use interpreter::ruleset::Ruleset;
use interpreter::view;
use interpreter::vm::Machine;

use super::board::Board;
use super::canvas::shapes;
use super::canvas::signs::{self, Sign};
use super::look::{self, Compass, Mark, Meter};
use super::pieces::{self, PieceLook};
use super::seat::SeatColours;

/// How fast what has happened is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// At once.
    Instant,
    /// Pieces glide quickly.
    Quick,
    /// Pieces glide so that one can follow.
    Slow,
    /// Each turn waits for a click.
    Step,
}

impl Pace {
    /// All with what they are called.
    pub const ALL: [(Pace, &'static str); 4] =
        [(Pace::Instant, "Instant"), (Pace::Quick, "Quick"), (Pace::Slow, "Slow"), (Pace::Step, "Turn by turn")];

    /// Seconds for one step of a piece.
    fn step_secs(self) -> f64 {
        match self {
            Pace::Instant => 0.0,
            Pace::Quick | Pace::Step => 0.075,
            Pace::Slow => 0.22,
        }
    }

    /// Seconds before a turn's lines are shown.
    fn rest_secs(self) -> f64 {
        match self {
            Pace::Instant => 0.0,
            Pace::Quick | Pace::Step => 0.12,
            Pace::Slow => 0.5,
        }
    }
}

/// What the window waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Something is still being shown.
    Showing,
    /// A click shows the next turn.
    NextTurn,
    /// A bot is asked.
    Bot,
    /// A person is asked.
    Person,
    /// Another person must sit down first: what is asked and shown then is not for the others.
    Handover,
    /// The game is over, or can't go on.
    Nobody,
}

/// An answer that was given.
#[derive(Clone, Debug)]
struct Answer {
    option: usize,
    by_person: bool,
    /// How far the bots had used up their luck.
    luck: Vec<BotStream>,
}

/// A piece on its way.
#[derive(Clone, Debug)]
pub struct Glide {
    pub moved: Moved,
    begin: f64,
    end: f64,
}

/// One race.
pub struct Race {
    pub ruleset: Arc<Ruleset>,
    pub track: Track,
    pub track_name: Arc<str>,
    pub program: Arc<Program>,
    pub board: Board,
    pub meters: Vec<Meter>,
    pub marks: Vec<Mark>,
    pub compasses: Vec<Compass>,
    pub signs: Vec<Sign>,
    seat_colours: SeatColours,
    /// By kind of piece.
    pub piece_looks: Vec<PieceLook>,
    pub game: Game,
    table: Table,
    answers: Vec<Answer>,
    /// Lines of the log that are on show.
    pub shown: usize,
    /// Where pieces stand on show: by kind, then number.
    pub places: Vec<Vec<Option<usize>>>,
    pub glide: Option<Glide>,
    /// The last move on show.
    pub trail: Option<Moved>,
    /// The state on show: that of the turn being shown, or the game's own.
    pub table_state: Machine,
    /// Whose turn is on show.
    pub turn_of: Option<usize>,
    rest_until: f64,
    next_turn: bool,
    /// Of several people the one who sits before the window.
    seated: Option<usize>,
    /// Where further questions like this one lead to, and after how many answers that was looked up.
    ends: (usize, Vec<End>),
}

impl Race {
    /// A new race of a game at its first question; nothing is on show yet.
    pub fn new(ruleset: Arc<Ruleset>, track: Track, track_name: Arc<str>, game: Game, seats: &[Seat]) -> Race {
        let program = game.program.clone();
        let board = Board::new(&program, &track, &ruleset.manifest);
        let meters = look::meters(&program, &ruleset.manifest);
        let marks = look::marks(&program, &ruleset.manifest);
        let compasses = look::compasses(&program, &ruleset.manifest);
        let signs = signs::signs(&program, &ruleset.manifest);
        let seat_colours = SeatColours::new(&program, &ruleset.manifest);
        let piece_looks = pieces::looks(&program, &ruleset.manifest);
        let mut table = Table::new(&program, seats);
        table.start(game.seed);
        let table_state = Machine::new(&program);
        let mut race = Race {
            ruleset,
            track,
            track_name,
            board,
            meters,
            marks,
            compasses,
            signs,
            seat_colours,
            piece_looks,
            game,
            table,
            answers: vec![],
            shown: 0,
            places: vec![],
            glide: None,
            trail: None,
            table_state,
            turn_of: None,
            rest_until: 0.0,
            next_turn: false,
            seated: None,
            ends: (usize::MAX, vec![]),
            program,
        };
        race.places = race.places_of(&race.program.image);
        race
    }

    /// The same race from its start.
    pub fn again(&self) -> Race {
        let (ruleset, game) = (self.ruleset.clone(), self.game.from_start());
        Race::new(ruleset, self.track.clone(), self.track_name.clone(), game, &self.table.seats)
    }

    pub fn seats(&self) -> &[Seat] {
        &self.table.seats
    }

    /// Puts others into the seats; the bots' luck goes on where it was.
    pub fn set_seats(&mut self, seats: &[Seat]) {
        if self.table.seats != seats {
            let luck = self.table.streams.clone();
            self.table = Table::new(&self.program, seats);
            self.table.streams = luck;
        }
    }

    /// What is to be answered, once all that led there is on show.
    pub fn question(&self) -> Option<&Question> {
        match &self.game.status {
            Status::Asking(question) if self.is_all_shown() => Some(question),
            _ => None,
        }
    }

    /// The question, where a person is asked and may see it.
    pub fn asked(&self) -> Option<&Question> {
        self.question().filter(|q| self.is_person(q.player) && !self.must_hand_over(q.player))
    }

    fn is_person(&self, player: usize) -> bool {
        self.table.seats.get(player) == Some(&Seat::Human)
    }

    pub fn has_people(&self) -> bool {
        self.table.seats.contains(&Seat::Human)
    }

    /// Whether somebody else must look away before this person is asked.
    fn must_hand_over(&self, player: usize) -> bool {
        let people = self.table.seats.iter().filter(|s| **s == Seat::Human).count();
        people > 1 && self.seated != Some(player) && view::has_secrets(&self.program)
    }

    /// The person who is asked sits before the window now.
    pub fn take_seat(&mut self) {
        if let Status::Asking(q) = &self.game.status {
            self.seated = Some(q.player);
        }
    }

    pub fn is_all_shown(&self) -> bool {
        self.glide.is_none() && self.shown == self.game.log.len()
    }

    /// What it waits for, at this pace.
    pub fn waiting(&self, pace: Pace) -> Waiting {
        let next_is_turn = self.game.log.get(self.shown).is_some_and(|l| l.kind == LineKind::Turn);
        match &self.game.status {
            _ if pace == Pace::Step && self.glide.is_none() && next_is_turn && !self.next_turn => Waiting::NextTurn,
            _ if !self.is_all_shown() => Waiting::Showing,
            Status::Asking(q) if self.is_person(q.player) && self.must_hand_over(q.player) => Waiting::Handover,
            Status::Asking(q) if self.is_person(q.player) => Waiting::Person,
            Status::Asking(_) => Waiting::Bot,
            _ => Waiting::Nobody,
        }
    }

    /// Takes an option of the question.
    pub fn choose(&mut self, option: usize, by_person: bool) {
        let luck = self.table.streams.clone();
        if self.game.choose(option).is_ok() {
            self.answers.push(Answer { option, by_person, luck });
        }
    }

    /// Looks up where the question leads to, once for each.
    pub fn look_ahead(&mut self) {
        let asked = self.game.choices.len();
        if self.ends.0 != asked && self.asked().is_some() {
            self.ends = (asked, chain::ends(&self.program, &self.game.machine));
        }
    }

    /// Spaces farther on that a click leads to, while a person is asked.
    pub fn ends(&self) -> &[End] {
        let is_current = self.ends.0 == self.game.choices.len() && self.asked().is_some();
        if is_current { &self.ends.1 } else { &[] }
    }

    /// Answers one question after the other, as long as they are asked.
    pub fn follow(&mut self, steps: &[Choice]) {
        for step in steps {
            let Some(option) = self.game.find(step) else { break };
            self.choose(option, true);
        }
    }

    /// Lets bots answer for a while; returns whether one did.
    pub fn ask_bots(&mut self, pace: Pace, most: Duration) -> bool {
        let begin = Instant::now();
        let mut answered = false;
        while self.waiting(pace) == Waiting::Bot {
            let luck = self.table.streams.clone();
            let Some(option) = self.table.answer(&self.program, &self.game.machine) else { break };
            if self.game.choose(option).is_err() {
                break;
            }
            self.answers.push(Answer { option, by_person: false, luck });
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

    pub fn can_undo(&self) -> bool {
        self.answers.iter().any(|a| a.by_person)
    }

    /// Back to the last answer that a person gave, before it. The race is played again up to there.
    pub fn undo(&mut self) {
        let Some(n) = self.answers.iter().rposition(|a| a.by_person) else { return };
        let luck = self.answers[n].luck.clone();
        self.answers.truncate(n);
        self.game = self.game.from_start();
        for answer in &self.answers {
            let taken = self.game.choose(answer.option);
            debug_assert!(taken.is_ok(), "the same seed and answers make the same race");
        }
        self.table.streams = luck;
        self.trail = None;
        self.skip();
    }

    /// Shows the next turn.
    pub fn show_next_turn(&mut self) {
        self.next_turn = true;
    }

    /// Shows everything at once.
    pub fn skip(&mut self) {
        self.glide = None;
        self.shown = self.game.log.len();
        if let Some(moved) = self.game.log.iter().rev().find_map(|l| l.moved.clone()) {
            self.trail = Some(self.followed(moved));
        }
        self.catch_up();
    }

    /// Shows what there is to show by this time; returns whether something still moves.
    pub fn show(&mut self, now: f64, pace: Pace) -> bool {
        if pace == Pace::Instant {
            if !self.is_all_shown() {
                self.skip();
            }
            return false;
        }
        loop {
            if let Some(glide) = &self.glide {
                if now < glide.end {
                    return true;
                }
                self.land();
            }
            if now < self.rest_until {
                return true;
            }
            let Some(line) = self.game.log.get(self.shown) else {
                self.catch_up();
                return false;
            };
            if line.kind == LineKind::Turn {
                if pace == Pace::Step && !self.next_turn {
                    return false;
                }
                self.next_turn = false;
                if let Some(state) = line.state.clone() {
                    self.table_state.set_state(&state);
                }
                self.turn_of = line.turn_of;
                self.rest_until = now + pace.rest_secs();
            }
            if let Some(moved) = line.moved.clone().map(|moved| self.followed(moved)) {
                let steps = moved.way.len().saturating_sub(1) as f64;
                self.trail = None;
                self.glide = Some(Glide { moved, begin: now, end: now + steps * pace.step_secs() });
            }
            self.shown += 1;
        }
    }

    /// Where the gliding piece is now, in millimetres.
    pub fn glide_at(&self, now: f64) -> Option<eframe::egui::Pos2> {
        let glide = self.glide.as_ref()?;
        let t = ((now - glide.begin) / (glide.end - glide.begin).max(1e-6)) as f32;
        shapes::along(&self.way(&glide.moved), shapes::eased(t))
    }

    /// A move with the spaces in between: rules may move a piece several spaces at once.
    fn followed(&self, mut moved: Moved) -> Moved {
        let mut way: Vec<Option<usize>> = moved.way.first().copied().into_iter().collect();
        for pair in moved.way.windows(2) {
            if let [Some(from), Some(to)] = pair {
                way.extend(self.board.between(*from, *to).into_iter().map(Some));
            }
            way.push(pair[1]);
        }
        moved.way = way;
        moved
    }

    /// The middles of the spaces of a way.
    pub fn way(&self, moved: &Moved) -> Vec<eframe::egui::Pos2> {
        moved.way.iter().flatten().filter_map(|s| self.board.spaces.get(*s)).map(|s| s.tile.at).collect()
    }

    /// The lane of its space on which a piece stands, from 1, where the manifest says which field tells it.
    pub fn lane_of(&self, kind: usize, piece: usize) -> Option<usize> {
        let (slot, _) = self.program.field_slot(self.piece_looks.get(kind)?.part?, piece);
        usize::try_from(self.table_state.memory[usize::from(slot)]).ok().filter(|lane| *lane > 0)
    }

    /// The seat that a piece belongs to.
    pub fn owner(&self, kind: usize, piece: usize) -> usize {
        piece / (self.places[kind].len() / self.program.players.max(1)).max(1)
    }

    /// The colour of a seat as things stand on show.
    pub fn colour(&self, seat: usize) -> eframe::egui::Color32 {
        self.seat_colours.of(&self.program, &self.table_state.memory[..], seat)
    }

    /// Whose eyes are on the window: the only person, or of several the one who sits there and is asked; `None`: nobody's, or those
    /// of several, who see nothing that is secret.
    pub fn viewer(&self) -> Option<usize> {
        let mut people = (0..self.table.seats.len()).filter(|n| self.is_person(*n));
        match (people.next(), people.next()) {
            (one, None) => one,
            _ => self.asked().map(|q| q.player).filter(|player| self.seated == Some(*player)),
        }
    }

    fn land(&mut self) {
        let Some(glide) = self.glide.take() else { return };
        let place = self.places.get_mut(glide.moved.kind.index()).and_then(|kind| kind.get_mut(glide.moved.piece));
        if let (Some(place), Some(last)) = (place, glide.moved.way.last()) {
            *place = *last;
        }
        self.trail = Some(glide.moved);
    }

    /// What is on show is what is.
    fn catch_up(&mut self) {
        self.table_state.set_state(self.game.machine.state(&self.program));
        self.places = self.places_of(&self.game.machine.memory[..]);
        self.turn_of = match &self.game.status {
            Status::Asking(_) => self.game.machine.turn_of(),
            _ => None,
        };
    }

    fn places_of(&self, memory: &[i32]) -> Vec<Vec<Option<usize>>> {
        let tables = self.program.layout.pieces.iter();
        tables
            .map(|(base, count)| {
                let words = &memory[usize::from(*base)..usize::from(*base) + count];
                words.iter().map(|w| usize::try_from(*w).ok()).collect()
            })
            .collect()
    }
}
