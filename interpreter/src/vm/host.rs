//! What a running machine asks of the code that runs it. Each use has its own host, compiled into the loop.
//!
//! Texts are worked out only where somebody reads them (`Host::TEXTS`): in a game for people, in tests, in the first games of a batch and
//! in trial games (`simulate/trial.rs`). Working out a text draws nothing and writes nothing that counts, so equal seeds give equal games
//! either way.

use super::Machine;
use super::random::{self, Draw};
use crate::program::{Pc, Program};

/// Answers draws and decisions, and hears what happens. Every method has a plain default.
pub trait Host {
    /// Whether the loop reports what it does. Without it, no report is compiled in.
    const TRACE: bool = false;
    /// Whether the machine works out the texts of `say`, so that a mistake in one is a rule error there. This changes nothing else.
    const TEXTS: bool = Self::TRACE;

    /// The result of a draw, from 0 up to `sides` (exclusive).
    #[inline]
    fn draw(&mut self, seed: u64, draw: Draw, sides: u32) -> u32 {
        random::draw(seed, draw, sides)
    }

    /// The card drawn from the shuffled part of a heap, as a position in declared order, from 0 up to `number` (exclusive).
    #[inline]
    fn draw_card(&mut self, program: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        let _ = program;
        self.draw(machine.seed(), draw, from.number)
    }

    /// Which of [`Machine::options`] to take. `None` stops the machine at the decision.
    #[inline]
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        let _ = (program, machine);
        None
    }

    /// A decision has only one of [`Machine::options`], which the machine takes without asking. `false` stops it at the decision.
    #[inline]
    fn forced(&mut self, program: &Program, machine: &Machine) -> bool {
        let _ = (program, machine);
        true
    }

    /// The flow is about to call a rule. `false` stops the machine there; it can go on later.
    #[inline]
    fn checkpoint(&mut self, machine: &Machine, checkpoint: u16) -> bool {
        let _ = (machine, checkpoint);
        true
    }

    /// The flow is at a place where the journal may rest. `false` stops the machine there.
    #[inline]
    fn rest(&mut self) -> bool {
        true
    }

    /// A turn begins.
    #[inline]
    fn turn(&mut self, machine: &Machine, player: i32) {
        let _ = (machine, player);
    }

    /// A turn ends. `false` stops the machine there.
    #[inline]
    fn turn_ends(&mut self, machine: &Machine) -> bool {
        let _ = machine;
        true
    }

    /// The instruction at `pc` is about to run.
    #[inline]
    fn step(&mut self, machine: &Machine, pc: Pc) {
        let _ = (machine, pc);
    }

    /// Something happened (only with `TRACE`).
    #[inline]
    fn event(&mut self, program: &Program, machine: &Machine, pc: Pc, event: Event) {
        let _ = (program, machine, pc, event);
    }
}

/// The shuffled part of a heap of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shuffled {
    /// The kind of the cards and the number of the heap.
    pub kind: usize,
    pub heap: usize,
    /// The number of cards.
    pub number: u32,
}

/// An entry of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A rule is called.
    Entered { rule: u16 },
    /// A rule returns to its caller.
    Left,
    /// A word of the state (not of a frame) changed.
    Stored { slot: u16, old: i32, new: i32 },
    /// Chance decided: the stream and the result (a face or a member).
    Drew { stream: u16, result: i32 },
    /// A card moved from one heap of its kind to another.
    CardMoved { kind: u16, card: i32, from: i32, to: i32 },
    /// A piece moved.
    Moved { piece: i32, from: i32, to: i32 },
    /// A message is ready to be read.
    Said { message: u16 },
    /// A player took an option; `asked` tells whether there was a choice.
    Chose { site: u16, option: usize, asked: bool },
    /// A turn begins.
    Turn { player: i32 },
    /// A secret block begins for a player, or ends ([`NONE`](crate::ir::fold::NONE)).
    Secret { player: i32 },
}

/// A host that stops at each decision and hears nothing.
pub struct Quiet;

impl Host for Quiet {}
