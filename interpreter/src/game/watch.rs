//! Watches words of the state while a game is played.

use std::sync::Arc;

use super::Sum;
use super::trace::{Reasons, Source, Trace};
use crate::ir::fold::NONE;
use crate::program::{Pc, Program, Slot, header};
use crate::source::Span;
use crate::vm::Machine;

/// A change of watched words, as the machine reports it.
#[derive(Clone, Debug)]
pub(crate) struct Raw {
    /// The words after the change, and the last of them that this change is known to have written.
    pub words: Vec<i32>,
    pub last: Slot,
    pub span: Span,
    pub rules: Vec<Arc<str>>,
    pub choices: usize,
    pub lines: usize,
    /// The run of the game, and the number of trace events in it so far.
    pub run: usize,
    pub tick: u32,
    pub turn: u32,
    pub turn_of: Option<usize>,
    /// The set of players who knew the new value at that moment.
    pub known_by: i32,
    /// What the value was made from, what decided that it was made, and whether players acted in secret at that moment.
    pub sources: Vec<Source>,
    pub reasons: Reasons,
    pub in_secret: bool,
}

/// Words whose changes are recorded, and those changes.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    /// The first word, and their number.
    pub at: Slot,
    pub words: usize,
    /// The word that tells which players know them, if not everybody does.
    pub known: Option<Slot>,
    pub writes: Vec<Raw>,
    /// The current run of the game.
    run: usize,
    program: Arc<Program>,
    trace: Trace,
}

impl Watch {
    pub fn new(program: &Arc<Program>, at: Slot, words: usize, known: Option<Slot>) -> Watch {
        let program = Arc::new(program.step_by_step());
        Watch { at, words, known, writes: vec![], run: 0, trace: Trace::new(&program), program }
    }

    /// The program to be watched.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Begins a run.
    pub fn begin(&mut self, run: usize, machine: &Machine) {
        self.run = run;
        let hiding = &self.program.hiding;
        let holds_hidden = if machine.options().is_empty() {
            hiding.rests.values().any(|(is_held, _)| *is_held)
        } else {
            hiding.held.get(machine.options().site()).is_some_and(|is_held| *is_held)
        };
        self.trace.begin(holds_hidden);
    }

    /// Notes an instruction that is about to be carried out.
    pub fn step(&mut self, machine: &Machine, pc: Pc) {
        self.trace.step(&self.program, machine, pc);
    }

    /// Notes that an option is taken, by its number among those on offer. `choice` is the number of the choice if somebody was asked.
    pub fn chose(&mut self, machine: &Machine, site: u16, offer: usize, choice: Option<usize>) {
        let option = machine.options().get(offer).0;
        let is_untold = self.program.sites[usize::from(site)].quiet || machine.memory[header::SECRET] != NONE;
        let chosen = (choice.is_some() || is_untold).then_some(Source::Chose { choice, site, option });
        self.trace.chose(&self.program, site, option, offer, chosen);
    }

    pub fn covers(&self, slot: Slot) -> bool {
        (self.at..self.at + self.words as Slot).contains(&slot)
    }

    /// Their values in a state.
    pub fn read(&self, state: &[i32]) -> Vec<i32> {
        state[usize::from(self.at)..][..self.words].to_vec()
    }

    /// Notes that a word was written. The words that one instruction writes come in order, and are one change.
    pub fn note(
        &mut self,
        machine: &Machine,
        tick: u32,
        slot: Slot,
        span: Span,
        sum: Sum,
        rules: impl FnOnce() -> Vec<Arc<str>>,
    ) {
        let words = self.read(&machine.memory[..]);
        if let Some(last) = self.writes.last_mut().filter(|last| last.last < slot && last.words == words && last.span == span) {
            return (last.last, last.tick) = (slot, tick);
        }
        let (sources, reasons) = self.trace.sources(&self.program, machine);
        self.writes.push(Raw {
            words,
            last: slot,
            span,
            rules: rules(),
            choices: sum.choices,
            lines: sum.lines,
            run: self.run,
            tick,
            turn: machine.memory[header::TURNS] as u32,
            turn_of: machine.turn_of(),
            known_by: self.known.map_or(-1, |known| machine.word(known)),
            sources,
            reasons,
            in_secret: machine.memory[header::SECRET] != NONE,
        });
    }
}
