//! A player that needs no game's word: it plays each option out to the end of a few own turns, several times, and takes the one after
//! which `prospects` are best.

use super::BotStream;
use crate::program::Program;
use crate::vm::random::derive_seed;
use crate::vm::{Host, Machine, Quiet, Stop};

/// How often each option is played out.
pub const PLAYOUTS: usize = 8;
/// Own turns in one playout, the one in which is asked among them. With fewer it doesn't see what an option costs: in SKOOT shooting
/// badly shows two turns later, and a player who looks just so far would rather never shoot. With many more, chance covers the
/// difference.
pub const TURNS: usize = 4;
/// Questions answered in one playout before it is broken off.
const MOST_ANSWERS: usize = 200;

/// A machine to think with.
#[derive(Clone)]
pub struct Greedy {
    thought: Machine,
}

/// Answers at random until the thinker has had its turns.
struct Playout {
    stream: BotStream,
    player: i32,
    answers: usize,
    turns: usize,
}

impl Host for Playout {
    fn decide(&mut self, _: &Program, machine: &Machine) -> Option<usize> {
        self.answers += 1;
        (self.answers <= MOST_ANSWERS).then(|| self.stream.below(machine.options().len()))
    }

    fn turn_ends(&mut self, machine: &Machine) -> bool {
        self.turns += usize::from(machine.turn_of() == usize::try_from(self.player).ok());
        self.turns < TURNS
    }
}

impl Greedy {
    pub fn new(program: &Program) -> Greedy {
        Greedy { thought: Machine::new(program) }
    }

    /// The option to take. The state that is thought about is imagined: what the player may not see is drawn anew, and so is all
    /// chance to come.
    pub fn choose(&mut self, program: &Program, machine: &Machine, player: usize, stream: &mut BotStream) -> usize {
        let count = machine.options().len();
        if program.prospects.is_none() {
            return stream.below(count);
        }
        let mut best = (i64::MIN, 0);
        let seed = u64::from(stream.bits()) << 32 | u64::from(stream.bits());
        for option in 0..count {
            let mut total = 0i64;
            for playout in 0..PLAYOUTS {
                // Each option meets the same luck.
                total += self.play_out(program, machine, player, option, derive_seed(seed, playout as u64));
            }
            if total > best.0 {
                best = (total, option);
            }
        }
        best.1
    }

    fn play_out(&mut self, program: &Program, machine: &Machine, player: usize, option: usize, seed: u64) -> i64 {
        let thought = &mut self.thought;
        let mut host = Playout { stream: BotStream::new(seed, player), player: player as i32, answers: 0, turns: 0 };
        if !crate::view::imagine(program, machine, thought, player, &mut host.stream) || option >= thought.options().len() {
            return 0;
        }
        thought.set_seed(seed);
        thought.choose(program, option, &mut host);
        prospects(program, thought, player)
    }
}

/// What the rules say of a player's prospects. The machine can't go on afterwards.
pub fn prospects(program: &Program, machine: &mut Machine, player: usize) -> i64 {
    let Some(entry) = &program.prospects else { return 0 };
    machine.memory[crate::program::header::DEPTH] = 0;
    if let Some(input) = entry.inputs.first() {
        machine.memory[usize::from(*input)] = player as i32;
    }
    match machine.run_entry(program, entry.pc, &mut Quiet) {
        Stop::Done => i64::from(machine.word(entry.result)),
        _ => 0,
    }
}
