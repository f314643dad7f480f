//! One run: everything from a beginning, an answer or a change by hand until the game waits again.
//!
//! A game for people is a line of runs. Each run keeps the state in which it ended, and the places where a line was written, a turn began
//! or the flow called a rule. So a game can go back to any question at once.

use std::sync::Arc;

use super::recorder::Recorder;
use super::{Held, Line, LineKind, Status, ToCome, question};
use crate::diagnostic::Diagnostic;
use crate::edit::Edit;
use crate::program::{Program, header};
use crate::show;
use crate::vm::{self, Journal, MOST_DECISIONS, Machine, Quiet};

/// Everything needed to go on from where a game waits.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub state: Arc<[i32]>,
    /// How hidden values came about, if the rules hide anything.
    pub(crate) journal: Option<Arc<Journal>>,
    /// What somebody has set for chance to give.
    pub(crate) pending: ToCome,
}

/// What has been counted since a game began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    /// The number of choices made.
    pub choices: usize,
    /// The number of lines written.
    pub lines: usize,
    /// The number of secret blocks that are over, so that what happened in them may be read.
    pub blocks: u32,
}

/// Something that one can look back to: a line was written, a turn began, or the flow called a rule.
#[derive(Clone, Debug)]
pub struct Stop {
    pub kind: StopKind,
    /// The number of trace events of the run so far.
    pub tick: u32,
    /// The counts at that moment.
    pub sum: Sum,
    /// The state at that moment, for turns and calls. `None` if there were too many to keep them all.
    pub state: Option<Arc<[i32]>>,
    pub(crate) pending: ToCome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopKind {
    Line,
    Turn,
    /// The flow calls a rule: a position in [`Program::checkpoints`].
    Call(u16),
    /// Somewhere between the others.
    Between,
    /// The game waits.
    End,
}

/// What is done with a waiting machine.
#[derive(Clone, Copy)]
pub(crate) enum Act<'a> {
    /// Begins a game.
    Begin,
    /// Goes on where the flow calls a rule.
    Call(u16),
    /// Takes an option.
    Choose(usize),
    /// Changes the state by hand.
    Edit(&'a Edit),
}

/// The result of an act.
#[derive(Clone, Debug)]
pub struct Run {
    pub lines: Vec<Line>,
    /// In order.
    pub stops: Vec<Stop>,
    pub end: Snapshot,
    /// The counts before it and at its end.
    pub begin: Sum,
    pub sum: Sum,
    /// The number of its trace events.
    pub ticks: u32,
    pub status: Status,
}

/// Runs a machine until it waits again. The recorder knows what has been counted before, and writes down what happens.
///
/// # Errors
/// If a change by hand doesn't fit. Then nothing has changed.
pub(crate) fn run(program: &Program, machine: &mut Machine, act: Act<'_>, mut recorder: Recorder<'_>) -> Result<Run, Diagnostic> {
    let begin = recorder.sum;
    recorder.stop_between(machine);
    let stop = match act {
        Act::Begin => machine.resume(program, &mut recorder),
        Act::Call(checkpoint) => {
            recorder.stop(StopKind::Call(checkpoint), machine);
            machine.resume(program, &mut recorder)
        }
        Act::Choose(option) => machine.choose(program, option, &mut recorder),
        Act::Edit(edit) => {
            recorder.edit(program, machine, edit)?;
            recorder.stop_between(machine);
            machine.resume(program, &mut recorder)
        }
    };
    let status = status(program, machine, stop);
    let last = match &status {
        Status::Asking(_) => None,
        Status::Over => Some(("The race is over.".to_owned(), LineKind::Over)),
        Status::Unfinished => Some((format!("After {MOST_DECISIONS} decisions the game is broken off."), LineKind::Over)),
        Status::Failed(problem) => Some((format!("The rules could not go on: {}", problem.message), LineKind::Failed)),
    };
    if let Some((text, kind)) = last {
        recorder.ticks += 1;
        recorder.plain_line(machine, kind, None, text);
    }
    let Recorder { lines, stops, sum, ticks, forced, .. } = recorder;
    let end =
        Snapshot { state: machine.state(program).into(), journal: machine.journal().cloned().map(Arc::new), pending: forced };
    Ok(Run { lines, stops, end, begin, sum, ticks, status })
}

fn status(program: &Program, machine: &mut Machine, stop: vm::Stop) -> Status {
    match stop {
        vm::Stop::Decide if machine.memory[header::DECISIONS] >= MOST_DECISIONS => Status::Unfinished,
        vm::Stop::Decide => question(program, machine).map_or_else(Status::Failed, Status::Asking),
        vm::Stop::Over | vm::Stop::Done | vm::Stop::Held => Status::Over,
        vm::Stop::Trap(code, pc) => Status::Failed(Box::new(show::describe(program, machine, code, pc))),
    }
}

impl Stop {
    /// The game as it was when the flow called a rule, in this run of it. `None` if no rule was called here, or if its state is not kept.
    pub(crate) fn held(&self, run: usize) -> Option<Held<'_>> {
        let (StopKind::Call(checkpoint), Some(state), Sum { choices, lines, .. }) = (self.kind, &self.state, self.sum) else {
            return None;
        };
        Some(Held { checkpoint, state, choices, lines, pending: &self.pending, run })
    }
}

impl Run {
    /// Makes a machine wait again as it did at the end of the run. Returns what it waits for.
    pub fn wait(&self, program: &Program, machine: &mut Machine) -> Status {
        match self.status {
            Status::Asking(_) => drop(self.end.load(program, machine)),
            _ => machine.set_state(&self.end.state),
        }
        self.status.clone()
    }
}

impl Snapshot {
    /// Makes the game wait in a machine again as it did.
    pub(crate) fn load(&self, program: &Program, machine: &mut Machine) -> vm::Stop {
        machine.set_state(&self.state);
        let stop = machine.resume(program, &mut Quiet);
        machine.put_journal(self.journal.as_deref());
        stop
    }

    /// The same. Returns what the game waits for.
    pub(crate) fn put_back(&self, program: &Program, machine: &mut Machine) -> Status {
        let stop = self.load(program, machine);
        status(program, machine, stop)
    }
}
