//! What bots try options out with: the game played on at random for some turns, and what the rules say of the player's prospects then.

use super::{BotStream, Trouble, bot_stream};
use crate::diagnostic::Diagnostic;
use crate::program::{Pc, Program};
use crate::show::describe;
use crate::vm::{Host, Machine, Quiet, Stop, TrapCode};
use rand::RngExt;

/// About how many own questions a playout looks ahead, the one that is asked among them.
const AHEAD: usize = 3;
/// Most own turns in one playout, the one in which is asked among them.
const MOST_TURNS: usize = 6;
/// Questions answered at random in one playout before it is broken off.
pub const MOST_ANSWERS: usize = 200;
/// Random games that tell how often players are asked, and questions after which one is broken off.
const SAMPLES: u64 = 4;
const SAMPLE_ANSWERS: usize = 1_000;

/// Answers at random until the thinker has had its turns, or is asked itself.
#[derive(Clone)]
pub struct Playout {
    pub stream: BotStream,
    player: i32,
    /// Whether the thinker's own questions stop the playout.
    pub asks: bool,
    /// Whether everybody's turns count, not the thinker's alone.
    pub all_turns: bool,
    pub answers: usize,
    turns: usize,
    most_turns: usize,
}

impl Playout {
    /// A playout of so many own turns.
    pub fn new(seed: u64, player: usize, most_turns: usize) -> Playout {
        let stream = bot_stream(seed, player);
        Playout { stream, player: player as i32, asks: false, all_turns: false, answers: 0, turns: 0, most_turns }
    }
}

impl Host for Playout {
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        if self.asks && machine.word(program.sites[machine.options().site()].by) == self.player {
            return None;
        }
        self.answers += 1;
        (self.answers <= MOST_ANSWERS).then(|| self.stream.random_range(..machine.options().len()))
    }

    fn turn_ends(&mut self, machine: &Machine) -> bool {
        self.turns += usize::from(self.all_turns || machine.turn_of() == usize::try_from(self.player).ok());
        self.turns < self.most_turns
    }
}

/// How many own turns a playout needs to look about [`AHEAD`] own questions ahead.
pub fn turns_ahead(program: &Program, machine: &mut Machine) -> usize {
    struct Sample {
        stream: BotStream,
        answers: usize,
    }
    impl Host for Sample {
        fn decide(&mut self, _: &Program, machine: &Machine) -> Option<usize> {
            self.answers += 1;
            (self.answers < SAMPLE_ANSWERS).then(|| self.stream.random_range(..machine.options().len()))
        }
    }
    let (mut answers, mut turns) = (0, 0);
    for seed in 0..SAMPLES {
        machine.start(program, seed);
        let mut sample = Sample { stream: bot_stream(seed, 0), answers: 0 };
        machine.resume(program, &mut sample);
        answers += sample.answers;
        turns += machine.memory[crate::program::header::TURNS].max(0) as usize;
    }
    ((2 * AHEAD * turns + answers) / (2 * answers).max(1)).clamp(1, MOST_TURNS)
}

/// What the rules say of a player's prospects. The machine can't go on afterwards.
///
/// # Errors
/// If they can't say it: the rule error.
pub fn prospects(program: &Program, machine: &mut Machine, player: usize) -> Result<i64, Trouble> {
    let Some(entry) = &program.prospects else { return Ok(0) };
    machine.memory[crate::program::header::DEPTH] = 0;
    if let Some(input) = entry.inputs.first() {
        machine.memory[usize::from(*input)] = player as i32;
    }
    match machine.run_entry(program, entry.pc, &mut Quiet) {
        Stop::Trap(code, pc) => Err(Box::new(describe(program, machine, code, pc))),
        _ => Ok(i64::from(machine.word(entry.result))),
    }
}

/// What becomes of a rule error in what a bot has imagined. Where the bot sees everything, what it imagines can happen in a game, and so can
/// the error: whoever makes the rules is to hear of it. Where something is hidden from it, it may have imagined what can never be (a hand that
/// nobody can hold), and the error with it: then what it has imagined doesn't count, and nothing is said.
pub fn imagined(program: &Program, machine: &Machine, code: TrapCode, pc: Pc) -> Result<(), Trouble> {
    if program.has_secrets() {
        return Ok(());
    }
    let problem = describe(program, machine, code, pc);
    let message = format!("{}, in what a bot has played ahead", problem.message);
    Err(Box::new(Diagnostic { message, ..problem }))
}
