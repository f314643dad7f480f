//! Players that need no person: random and greedy ones, and a table of seats that answers the machine in its own loop.

use crate::program::{Program, header};
use crate::vm::random::derive_seed;
use crate::vm::{Host, Machine};

mod greedy;

pub use greedy::Greedy;

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Seat {
    /// A person, or whatever answers from outside: the machine stops.
    Human,
    /// Takes any option, all alike.
    Random,
    /// Plays each option out a few own turns far, several times, and takes the best.
    Greedy,
}

impl Seat {
    /// All kinds with their names, as the command line has them.
    pub const NAMES: [(&'static str, Seat); 3] = [("human", Seat::Human), ("random", Seat::Random), ("greedy", Seat::Greedy)];

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Seat> {
        Seat::NAMES.iter().find(|(n, _)| *n == name).map(|(_, seat)| *seat)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Seat::NAMES.iter().find(|(_, seat)| *seat == self).map_or("?", |(n, _)| n)
    }
}

/// A stream of random numbers of a bot's own (PCG32 by way of SplitMix64 steps): one thinking longer never changes the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotStream(u64);

impl BotStream {
    /// The stream of a seat in the game with this seed.
    pub fn new(seed: u64, seat: usize) -> BotStream {
        BotStream(derive_seed(seed ^ 0x626f_7473, seat as u64))
    }

    /// The next 32 bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        let x = (((self.0 >> 18) ^ self.0) >> 27) as u32;
        x.rotate_right((self.0 >> 59) as u32)
    }

    /// A number below `n`, which is at least 1; uniform to within 2^-32.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.bits()) * n as u64) >> 32) as usize
    }
}

/// Seats around a machine.
#[derive(Clone)]
pub struct Table {
    pub seats: Vec<Seat>,
    /// How far each seat has used up its luck: kept and put back, a game can be taken up again from the middle.
    pub streams: Vec<BotStream>,
    greedy: Option<Box<Greedy>>,
}

impl Table {
    /// A table for games of a program.
    pub fn new(program: &Program, seats: &[Seat]) -> Table {
        let greedy = seats.contains(&Seat::Greedy).then(|| Box::new(Greedy::new(program)));
        Table { seats: seats.to_vec(), streams: vec![BotStream(0); seats.len()], greedy }
    }

    /// Makes ready for the game with this seed.
    pub fn start(&mut self, seed: u64) {
        for (seat, stream) in self.streams.iter_mut().enumerate() {
            *stream = BotStream::new(seed, seat);
        }
    }

    /// Asks a bot. `None` for people.
    pub fn answer(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        let options = machine.options();
        let site = &program.sites[options.site()];
        let seat = machine.word(site.by) as usize;
        match self.seats.get(seat)? {
            Seat::Human => None,
            Seat::Random => Some(self.streams[seat].below(options.len())),
            Seat::Greedy => {
                let stream = &mut self.streams[seat];
                self.greedy.as_mut().map(|g| g.choose(program, machine, seat, stream))
            }
        }
    }
}

impl Host for Table {
    #[inline]
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        if machine.memory[header::DECISIONS] >= crate::vm::MOST_DECISIONS {
            return None;
        }
        self.answer(program, machine)
    }
}
