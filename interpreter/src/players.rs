//! Players that need no person: random, quick and greedy bots, and a table of seats that answers the machine in its own loop.
//!
//! A bot has no answer if it meets a rule error in `prospects`, or in a playout where nothing is hidden (`Table::trouble`): the game has
//! failed. Where something is hidden, an imagined state may never come about, so an error there proves nothing and the bot leaves that
//! state out.

use rand::RngExt;

use crate::diagnostic::Diagnostic;
use crate::program::{Program, header};
use crate::vm::{Host, Machine};

pub use crate::vm::random::{BotStream, bot_stream};

pub mod advice;
mod greedy;
pub(crate) mod playout;
mod quick;

pub use greedy::Greedy;
pub use quick::Quick;

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Seat {
    /// A person, or whatever else answers from outside: the machine stops.
    Human,
    /// Takes any option with equal chance.
    Random,
    /// Plays each option out at random a few times, a few of its own turns far, and takes the best.
    Quick,
    /// Plays each option out a few of its own turns far, looks for the best answers on the way, and takes the best.
    Greedy,
}

impl Seat {
    /// All kinds with their names on the command line.
    pub const NAMES: [(&'static str, Seat); 4] =
        [("human", Seat::Human), ("random", Seat::Random), ("quick", Seat::Quick), ("greedy", Seat::Greedy)];

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Seat> {
        Seat::NAMES.iter().find(|(n, _)| *n == name).map(|(_, seat)| *seat)
    }

    /// Its answer where it needn't think: the index of one of `options` options.
    pub fn at_once(self, options: usize, stream: &mut BotStream) -> Option<usize> {
        (self == Seat::Random).then(|| stream.random_range(..options))
    }

    /// Whether it imagines what an answer may lead to.
    pub fn thinks(self) -> bool {
        matches!(self, Seat::Quick | Seat::Greedy)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Seat::NAMES.iter().find(|(_, seat)| *seat == self).map_or("?", |(n, _)| n)
    }
}

/// The seats around a machine.
#[derive(Clone)]
pub struct Table {
    pub seats: Vec<Seat>,
    /// How far each seat has used its random stream. Kept and put back, these let a game go on from the middle.
    pub streams: Vec<BotStream>,
    /// Why the bot that was asked last has no answer: the rules can't go on in a playout, or can't say its prospects.
    pub trouble: Option<Trouble>,
    /// How many answers in this game bots gave at random because they found no state that agrees with what they see.
    pub at_random: u64,
    quick: Option<Box<Quick>>,
    greedy: Option<Box<Greedy>>,
}

impl Table {
    /// A table for games of this program.
    pub fn new(program: &Program, seats: &[Seat]) -> Table {
        let greedy = seats.contains(&Seat::Greedy).then(|| Box::new(Greedy::new(program)));
        let quick = seats.contains(&Seat::Quick).then(|| Box::new(Quick::new(program)));
        Table { seats: seats.to_vec(), streams: vec![bot_stream(0, 0); seats.len()], trouble: None, at_random: 0, quick, greedy }
    }

    /// Prepares for the game with this seed.
    pub fn start(&mut self, seed: u64) {
        self.at_random = 0;
        for (seat, stream) in self.streams.iter_mut().enumerate() {
            *stream = bot_stream(seed, seat);
        }
    }

    /// Asks a bot. `None` for people, and where there is [`Table::trouble`].
    pub fn answer(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        let options = machine.options();
        let site = &program.sites[options.site()];
        let seat = machine.word(site.by) as usize;
        self.trouble = None;
        let mut is_blind = false;
        let answer = match self.seats.get(seat)? {
            Seat::Human => None,
            Seat::Random => return Seat::Random.at_once(options.len(), &mut self.streams[seat]),
            Seat::Quick => {
                let stream = &mut self.streams[seat];
                self.quick.as_mut().map(|q| q.choose(program, machine, seat, stream).inspect(|_| is_blind = q.is_blind()))
            }
            Seat::Greedy => {
                let stream = &mut self.streams[seat];
                self.greedy.as_mut().map(|g| g.choose(program, machine, seat, stream).inspect(|_| is_blind = g.is_blind()))
            }
        };
        self.at_random += u64::from(is_blind);
        answer.transpose().unwrap_or_else(|trouble| {
            self.trouble = Some(trouble);
            None
        })
    }
}

/// A rule error that a bot met.
pub type Trouble = Box<Diagnostic>;

impl Host for Table {
    #[inline]
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        if machine.memory[header::DECISIONS] >= crate::vm::MOST_DECISIONS {
            return None;
        }
        self.answer(program, machine)
    }
}
