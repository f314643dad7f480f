//! Playouts, which bots try options with: the game is played on at random for some turns, and the rules say what the player's prospects are
//! then.

use super::{BotStream, Trouble, bot_stream};
use crate::diagnostic::Diagnostic;
use crate::program::{Pc, Program};
use crate::show::describe;
use crate::vm::{Host, Machine, Quiet, Stop, TrapCode};
use rand::RngExt;

/// About how many of its own questions a playout looks ahead, including the one being asked.
const AHEAD: usize = 3;
/// The number of the bot's own turns in one playout, at most, including the current one.
const MOST_TURNS: usize = 6;
/// The number of questions a playout answers at random before it is broken off.
pub const MOST_ANSWERS: usize = 200;
/// The number of random games that show how often players are asked, and the number of questions after which each is broken off.
const SAMPLES: u64 = 4;
const SAMPLE_ANSWERS: usize = 1_000;

/// Answers at random until the bot has had its turns, or is asked itself.
#[derive(Clone)]
pub struct Playout {
    pub stream: BotStream,
    player: i32,
    /// Whether the bot's own questions stop the playout.
    pub asks: bool,
    /// Whether everybody's turns count, not just the bot's.
    pub all_turns: bool,
    pub answers: usize,
    turns: usize,
    most_turns: usize,
}

impl Playout {
    /// A playout of this many of the bot's own turns.
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

/// The number of own turns a playout needs to look about [`AHEAD`] of the bot's questions ahead.
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

/// What the rules say of a player's prospects. The machine can't go on after this call.
///
/// # Errors
/// The rule error, if they can't say.
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

/// What becomes of a rule error in a state that a bot has imagined. Where the bot sees everything, what it imagines can happen in a game,
/// and so can the error, which the author of the rules should hear of. Where something is hidden from the bot, it may have imagined
/// something impossible (a hand that nobody can hold), so the state doesn't count and the error is dropped.
pub fn imagined(program: &Program, machine: &Machine, code: TrapCode, pc: Pc) -> Result<(), Trouble> {
    if program.has_secrets() {
        return Ok(());
    }
    let problem = describe(program, machine, code, pc);
    let message = format!("{}, in what a bot has played ahead", problem.message);
    Err(Box::new(Diagnostic { message, ..problem }))
}
