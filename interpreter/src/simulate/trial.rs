//! Trial games: a few random games that look only for rule errors. All texts are worked out, and everybody's prospects after each turn.

use rand::RngExt;

use super::Texts;
use crate::diagnostic::Diagnostic;
use crate::ir::fold::NONE;
use crate::players::playout::prospects;
use crate::players::{BotStream, bot_stream};
use crate::program::{Program, header};
use crate::show::describe;
use crate::vm::random::derive_seed;
use crate::vm::{Host, Machine, Stop};

/// The number of games tried of each setup.
pub const TRIAL_GAMES: u64 = 2;
/// The number of decisions after which a trial game is broken off.
pub const TRIAL_DECISIONS: usize = 2_000;

/// Plays trial games, and returns the first rule error of each, without repetitions.
pub fn trial(program: &Program) -> Vec<Diagnostic> {
    let mut machine = Machine::new(program).without_journal();
    let mut trial = Trial { program, texts: Texts::new(program), stream: bot_stream(0, 0), decisions: 0, trouble: None };
    let mut found: Vec<Diagnostic> = vec![];
    for n in 0..TRIAL_GAMES {
        let seed = derive_seed(0, n);
        machine.start(program, seed);
        (trial.stream, trial.decisions) = (bot_stream(seed, 0), 0);
        let stop = machine.resume(program, &mut trial);
        let problem = match stop {
            Stop::Trap(code, pc) => Some(describe(program, &machine, code, pc)),
            Stop::Over => trial.look(&machine).err().map(|problem| *problem),
            _ => trial.trouble.take().map(|problem| *problem),
        };
        found.extend(problem.filter(|problem| !found.contains(problem)));
    }
    found
}

struct Trial<'p> {
    program: &'p Program,
    texts: Texts,
    stream: BotStream,
    decisions: usize,
    trouble: Option<Box<Diagnostic>>,
}

impl Trial<'_> {
    fn look(&mut self, machine: &Machine) -> Result<(), Box<Diagnostic>> {
        if self.program.prospects.is_none() {
            return Ok(());
        }
        (0..self.program.players).try_for_each(|player| {
            let beside = self.texts.take_over(self.program, machine);
            beside.memory[header::TURN_OF] = NONE;
            prospects(self.program, beside, player).map(|_| ())
        })
    }
}

impl Host for Trial<'_> {
    const TEXTS: bool = true;

    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        self.decisions += 1;
        if self.decisions > TRIAL_DECISIONS {
            return None;
        }
        self.trouble = self.texts.work_out(program, machine).err();
        self.trouble.is_none().then(|| self.stream.random_range(..machine.options().len()))
    }

    fn turn_ends(&mut self, machine: &Machine) -> bool {
        self.trouble = self.look(machine).err();
        self.trouble.is_none()
    }
}
