//! The machine: runs a program on one block of memory until a decision, the end of the game, or a rule error.
//!
//! Every backward branch and every call burns fuel, and instructions that work through many words burn more. Call depth, options and lists
//! are bounded. When the fuel runs out, the machine reports a rule error at the loop that doesn't end. `endless` finds this loop by running
//! on for as long again.

use crate::fnv::Fnv;
use crate::ir::fold::NONE;
use crate::program::{Pc, Program, Slot, header};

mod board;
pub(crate) mod cards;
mod endless;
pub mod host;
pub mod journal;
mod moment;
pub mod random;
mod rare;
mod run;
mod sets;
pub mod trap;
mod watch;

pub(crate) use endless::Endless;
pub use host::{Event, Host, Quiet};
pub use journal::Journal;
pub use moment::Moment;
pub use trap::TrapCode;

/// The number of words that an address can reach.
pub const MEMORY: usize = 65_536;
/// The number of backward branches and calls allowed between two answers.
pub const FUEL: u32 = 2_000_000;
/// A game with more decisions than this is broken off as unfinished.
pub const MOST_DECISIONS: i32 = 20_000;
/// The number of words for the options of one decision.
const OPTION_WORDS: usize = 16_384;

/// Memory and everything else a running game needs. Made once per worker and program; a game starts by copying its first state into it.
#[derive(Clone)]
pub struct Machine {
    /// State, frames and constants. The first `state_len` words are the game; the rest never changes.
    pub memory: Box<[i32; MEMORY]>,
    pub(crate) options: OfferedOptions,
    pub(crate) fuel: u32,
    /// The fuel after each answer: [`FUEL`], or less where nobody wants to wait.
    pub(crate) tank: u32,
    /// All the fuel that pieces of code run by themselves have burnt.
    pub(crate) burnt_aside: u64,
    pub(crate) search: board::Search,
    /// Buffers for sorting long lists: the order of the members, and words on their way.
    order: (Vec<u16>, Vec<i32>),
    /// How hidden values came about, if somebody may want to imagine them.
    journal: Option<Box<Journal>>,
}

/// The options on offer at a decision.
#[derive(Clone)]
pub struct OfferedOptions {
    pub(crate) words: Vec<i32>,
    /// The number of words per option: its number, then its values.
    pub(crate) stride: usize,
    pub(crate) count: usize,
    pub(crate) site: u16,
}

impl OfferedOptions {
    /// The number of options.
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The `choose` that offers them, as a position in [`Program::sites`].
    pub fn site(&self) -> usize {
        usize::from(self.site)
    }

    /// A copy without the spare room.
    pub(crate) fn on_offer(&self) -> OfferedOptions {
        OfferedOptions { words: self.words[..self.count * self.stride].to_vec(), ..*self }
    }

    /// The number of an option in its site, and its values.
    pub fn get(&self, n: usize) -> (usize, &[i32]) {
        let words = &self.words[n * self.stride..(n + 1) * self.stride];
        (words[0] as usize, &words[1..])
    }
}

/// Why the machine stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A player must choose.
    Decide,
    /// The game is over.
    Over,
    /// A piece of code that was run by itself ended, or the flow ended without `end game`.
    Done,
    /// The host asked for it at a checkpoint or at the end of a turn.
    Held,
    /// The rules failed at this instruction.
    Trap(TrapCode, Pc),
}

impl Machine {
    /// A machine for this program, at the start of a game with seed 0.
    pub fn new(program: &Program) -> Machine {
        let mut memory = vec![0; MEMORY];
        memory[..program.image.len()].copy_from_slice(&program.image);
        let memory: Box<[i32; MEMORY]> = memory.into_boxed_slice().try_into().expect("memory has its one size");
        let options = OfferedOptions { words: vec![0; OPTION_WORDS], stride: 1, count: 0, site: 0 };
        let mut machine = Machine {
            memory,
            options,
            fuel: FUEL,
            tank: FUEL,
            burnt_aside: 0,
            search: board::Search::new(program.spaces.len(), &program.hops),
            order: Default::default(),
            journal: program.hiding.is_asked_again.then(Box::default),
        };
        machine.journal_begins(program);
        machine
    }

    /// A second machine in the same state, to work something out on the side. It has no options on offer and no journal.
    pub(crate) fn aside(&self, program: &Program) -> Machine {
        let mut memory = vec![0; MEMORY];
        memory[..program.image.len()].copy_from_slice(&self.memory[..program.image.len()]);
        let memory = memory.into_boxed_slice().try_into().expect("memory has its one size");
        let options = OfferedOptions { words: vec![], stride: 1, count: 0, site: 0 };
        Machine { memory, options, search: self.search.clone(), order: Default::default(), journal: None, ..*self }
    }

    /// Goes back to the start of a game, with this seed.
    pub fn start(&mut self, program: &Program, seed: u64) {
        self.memory[..program.state_len].copy_from_slice(&program.image[..program.state_len]);
        self.set_seed(seed);
        self.fuel = self.tank;
        self.options.count = 0;
        self.journal_begins(program);
    }

    /// Tells the rules the players' places in the previous race, from 1, by seat. No places mean that this is the first race.
    pub fn set_previous(&mut self, program: &Program, places: &[u32]) {
        let base = usize::from(program.layout.previous);
        for player in 0..program.players {
            self.memory[base + player] = places.get(player).map_or(NONE, |place| *place as i32);
        }
        self.journal_begins(program);
    }

    /// Returns the fuel burnt since the last answer.
    pub(crate) fn burnt(&self) -> u64 {
        u64::from(self.tank.saturating_sub(self.fuel))
    }

    /// Sets how much fuel the machine gets after each answer from now on.
    pub fn set_tank(&mut self, fuel: u32) {
        self.tank = fuel;
        self.fuel = fuel;
    }

    /// The seed that the game draws its chance from.
    pub fn seed(&self) -> u64 {
        u64::from(self.memory[header::SEED] as u32) | u64::from(self.memory[header::SEED + 1] as u32) << 32
    }

    /// Gives the game another seed, which changes everything drawn from now on.
    pub fn set_seed(&mut self, seed: u64) {
        self.memory[header::SEED] = seed as u32 as i32;
        self.memory[header::SEED + 1] = (seed >> 32) as u32 as i32;
    }

    /// The game as plain data.
    pub fn state<'a>(&'a self, program: &Program) -> &'a [i32] {
        &self.memory[..program.state_len]
    }

    /// Puts a game back. The machine gathers the options of a decision again when it goes on.
    pub fn set_state(&mut self, state: &[i32]) {
        self.memory[..state.len()].copy_from_slice(state);
        self.options.count = 0;
        self.journal_breaks();
        self.fuel = self.tank;
    }

    /// The word at an address.
    pub fn word(&self, slot: Slot) -> i32 {
        self.memory[usize::from(slot)]
    }

    /// The player whose turn it is.
    pub fn turn_of(&self) -> Option<usize> {
        usize::try_from(self.memory[header::TURN_OF]).ok()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.memory[header::OVER] != 0
    }

    /// The options on offer.
    pub fn options(&self) -> &OfferedOptions {
        &self.options
    }

    /// Goes on from where the game waits: gathers the options of a decision (again), or runs to the next stop.
    pub fn resume<H: Host>(&mut self, program: &Program, host: &mut H) -> Stop {
        if self.is_over() {
            return Stop::Over;
        }
        let pc = self.memory[header::PC] as u16;
        self.run(program, pc, host)
    }

    /// Takes option `n` of the decision at which the machine stopped, and runs on.
    ///
    /// # Panics
    /// If that option is not on offer.
    pub fn choose<H: Host>(&mut self, program: &Program, n: usize, host: &mut H) -> Stop {
        assert!(n < self.options.count, "option {n} of {}", self.options.count);
        let pc = self.take(program, n, true, host);
        self.run(program, pc, host)
    }

    /// Runs a piece of code by itself, with the inputs that the caller has set. The waiting game stays as it is.
    pub fn run_entry<H: Host>(&mut self, program: &Program, pc: Pc, host: &mut H) -> Stop {
        let mut tank = self.tank;
        self.run_entry_on(&mut tank, program, pc, host)
    }

    /// The same with the caller's own tank, which keeps the fuel that was not burnt.
    pub(crate) fn run_entry_on<H: Host>(&mut self, tank: &mut u32, program: &Program, pc: Pc, host: &mut H) -> Stop {
        let (depth, fuel, wait) = (self.memory[header::DEPTH], self.fuel, self.memory[header::PC]);
        self.fuel = *tank;
        let stop = self.run(program, pc, host);
        if stop == Stop::Done {
            self.memory[header::DEPTH] = depth;
            self.memory[header::PC] = wait;
        }
        self.burnt_aside += u64::from(tank.saturating_sub(self.fuel));
        *tank = std::mem::replace(&mut self.fuel, fuel);
        stop
    }

    /// A number that is equal for equal states. Frames that are not in use don't count, and when the game is over, no frame is in use.
    pub fn hash(&self, program: &Program) -> u64 {
        let mut hash = Fnv::default();
        let mut add = |words: &[i32]| words.iter().for_each(|word| hash.word(*word));
        let layout = &program.layout;
        add(&self.memory[..usize::from(layout.frames)]);
        if self.is_over() {
            return hash.value();
        }
        let depth = self.memory[header::DEPTH] as usize;
        let stack = usize::from(layout.stack);
        add(&self.memory[stack..stack + depth]);
        let kept = self.memory[header::KEPT] as usize;
        add(&self.memory[usize::from(layout.kept)..usize::from(layout.kept) + kept]);
        let wait = self.memory[header::PC] as u16;
        let waiting = self.memory[stack..stack + depth].iter().map(|pc| *pc as u16).chain([wait]);
        for pc in waiting {
            let (base, top) = program.live_frame(pc);
            add(&self.memory[usize::from(base)..usize::from(top)]);
        }
        hash.value()
    }

    /// The places of the players. 1 is the winner, players who share a place have equal numbers, and `None` is a player without a place.
    pub fn places(&self, program: &Program) -> Vec<Option<u32>> {
        (0..program.players)
            .map(|p| self.memory[usize::from(program.layout.place) + p])
            .map(|w| (w != NONE).then_some(w as u32))
            .collect()
    }
}
