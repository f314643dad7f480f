//! What happens in a test, written down for somebody who wants to see it: its lines, what the rules did at each, and what each expectation
//! found.

use super::claims;
use super::dealer::Dealer;
use super::runner::Runner;
use crate::game::LineKind;
use crate::game::recorder::Recorder;
use crate::program::{Expectation, Pc, Program};
use crate::source::Span;
use crate::vm::host::Shuffled;
use crate::vm::random::Draw;
use crate::vm::{Event, Host, Machine, Stop};

/// One line of what happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The line of the test, or the place in the rules.
    pub span: Span,
    pub kind: StepKind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A line of the test begins.
    Line,
    /// What the rules did.
    Rules(LineKind),
    /// An expectation that held, with the values of its sides.
    Held,
    /// An expectation that did not hold.
    Failed,
}

/// Steps, as they are written.
#[derive(Default)]
pub(crate) struct Trace {
    pub steps: Vec<Step>,
    /// The state before the first rule that the test runs.
    pub before: Option<Vec<i32>>,
    recorder: Recorder<'static>,
    /// Whether the first way through this line has ended. The other ways are not written down.
    is_closed: bool,
}

/// Where the machine goes on.
pub(super) enum Go {
    Entry(Pc),
    On,
    Choose(usize),
}

impl Runner<'_> {
    pub(super) fn go(&mut self, go: Go, dealer: &mut Dealer<'_>) -> Stop {
        match self.trace.as_mut().filter(|trace| !trace.is_closed) {
            Some(trace) => run(self.machine, self.program, go, &mut Traced { dealer, recorder: &mut trace.recorder }),
            None => run(self.machine, self.program, go, dealer),
        }
    }

    /// Begins a line of the test.
    pub(super) fn trace_line(&mut self, span: Span) {
        if let Some(trace) = &mut self.trace {
            let text = claims::source_text(self.sources, span);
            trace.steps.push(Step { span, kind: StepKind::Line, text });
            trace.is_closed = false;
        }
    }

    /// Writes down what happened on the first way, and nothing after it.
    pub(super) fn first_way_ends(&mut self) {
        if let Some(trace) = &mut self.trace {
            let lines = std::mem::take(&mut trace.recorder).lines;
            trace.steps.extend(lines.into_iter().map(|line| Step {
                span: line.span,
                kind: StepKind::Rules(line.kind),
                text: line.text,
            }));
            trace.is_closed = true;
        }
    }

    /// Writes down what an expectation found. `shown` are the values of its sides.
    pub(super) fn trace_expected(&mut self, what: &Expectation, holds: bool, shown: &[String]) {
        let Some(trace) = &mut self.trace else { return };
        let source = |span| claims::source_text(self.sources, span);
        // Nobody needs to read that 3 is 3.
        let sides =
            what.sides.iter().map(|side| source(side.span)).zip(shown).filter(|(text, value)| text.trim_matches('"') != *value);
        let sides: Vec<String> = sides.map(|(text, value)| format!("{text} is {value}")).collect();
        let text = if sides.is_empty() { source(what.span) } else { sides.join(", ") };
        let kind = if holds { StepKind::Held } else { StepKind::Failed };
        trace.steps.push(Step { span: what.span, kind, text });
    }
}

fn run(machine: &mut Machine, program: &Program, go: Go, host: &mut impl Host) -> Stop {
    match go {
        Go::Entry(pc) => machine.run_entry(program, pc, host),
        Go::On => machine.resume(program, host),
        Go::Choose(option) => machine.choose(program, option, host),
    }
}

/// The dealer's answers, with a listener.
struct Traced<'a, 'd> {
    dealer: &'a mut Dealer<'d>,
    recorder: &'a mut Recorder<'static>,
}

impl Host for Traced<'_, '_> {
    const TRACE: bool = true;

    fn draw(&mut self, seed: u64, draw: Draw, sides: u32) -> u32 {
        self.dealer.draw(seed, draw, sides)
    }

    fn draw_card(&mut self, program: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        self.dealer.draw_card(program, machine, from, draw)
    }

    fn forced(&mut self, program: &Program, machine: &Machine) -> bool {
        self.dealer.forced(program, machine)
    }

    fn checkpoint(&mut self, machine: &Machine, checkpoint: u16) -> bool {
        self.dealer.checkpoint(machine, checkpoint)
    }

    fn turn_ends(&mut self, machine: &Machine) -> bool {
        self.dealer.turn_ends(machine)
    }

    fn event(&mut self, program: &Program, machine: &Machine, pc: Pc, event: Event) {
        self.recorder.event(program, machine, pc, event);
    }
}
