//! A player that thinks little: it plays options out at random, drops the worse half of them again and again, and takes the one that is
//! left.
//!
//! Its playouts are as long as a greedy player's, but it looks for no answers to the questions on the way. Where single answers
//! matter, many short looks tell more than one long one, and it is no weaker for a small part of the work; where a turn is worth only
//! what its questions together come to, it is no match.
//!
//! How strong it is depends on the game (figures stand in `rulesets/README.md`): measure it before resting figures on it.

use super::playout::{Playout, imagined, prospects, turns_ahead};
use super::{BotStream, Trouble};
use crate::program::Program;
use crate::view::Imagination;
use crate::vm::random::derive_seed;
use crate::vm::{Machine, Moment, Stop};
use rand::{Rng, RngExt};

/// About how many playouts a question of few options is worth. Half of the options go after each round, and each round has an equal
/// part of them; every option that is still there is played out at least once in it.
const PLAYOUTS: usize = 12;

/// A machine to think with.
#[derive(Clone)]
pub struct Quick {
    thought: Machine,
    imagination: Imagination,
    /// Own turns in one playout.
    turns: usize,
    /// The decision as it was imagined.
    moment: Moment,
    /// The options that may still be the best: what their playouts add up to, and their number.
    scores: Vec<(i64, usize)>,
    /// The same before the playouts that are under way.
    before: Vec<(i64, usize)>,
}

impl Quick {
    pub fn new(program: &Program) -> Quick {
        let mut thought = Machine::new(program).without_journal();
        let turns = turns_ahead(program, &mut thought);
        Quick { thought, imagination: Imagination::default(), turns, moment: Moment::default(), scores: vec![], before: vec![] }
    }

    /// Whether the last answer was given at random: nothing that agrees with what the player sees was found.
    pub fn is_blind(&self) -> bool {
        self.imagination.is_blind()
    }

    /// The option to take. Each playout has luck of its own, the same for all options.
    ///
    /// # Errors
    /// If the rules can't go on in a playout, or say no prospects.
    pub fn choose(
        &mut self,
        program: &Program,
        machine: &Machine,
        player: usize,
        stream: &mut BotStream,
    ) -> Result<usize, Trouble> {
        let count = machine.options().len();
        // Among equals chance takes one.
        let first = stream.random_range(..count);
        if program.prospects.is_none() {
            return Ok(first);
        }
        self.scores.clear();
        self.scores.extend((0..count).map(|n| (0, (first + n) % count)));
        self.imagination.prepare(program, machine, &mut self.thought, player);
        let seed = stream.next_u64();
        let mut seeds = (0..).map(|n| derive_seed(seed, n));
        let rounds = count.next_power_of_two().ilog2() as usize;
        for _ in 0..rounds {
            let playouts = (PLAYOUTS / (rounds * self.scores.len())).max(1);
            for seed in seeds.by_ref().take(playouts) {
                self.play_out_all(program, machine, player, seed)?;
            }
            if self.scores.iter().all(|(total, _)| *total == self.scores[0].0) {
                break;
            }
            self.scores.sort_unstable_by_key(|(total, option)| (-total, (option + count - first) % count));
            self.scores.truncate(self.scores.len().div_ceil(2));
        }
        Ok(self.scores[0].1)
    }

    /// Adds the prospects after each option that is left, on one imagined state. Who is asked out of turn looks to the end of the turn
    /// that is on.
    fn play_out_all(&mut self, program: &Program, machine: &Machine, player: usize, seed: u64) -> Result<(), Trouble> {
        let mut playout = Playout::new(seed, player, self.turns);
        playout.all_turns = machine.turn_of() != Some(player);
        let count = machine.options().len();
        if !self.imagination.imagine(program, machine, &mut self.thought, &mut playout.stream)
            || self.thought.options().len() != count
        {
            return Ok(());
        }
        self.thought.set_seed(seed);
        self.thought.keep(program, &mut self.moment);
        self.before.clone_from(&self.scores);
        for (total, option) in &mut self.scores {
            self.thought.go_back(&self.moment);
            if let Stop::Trap(code, pc) = self.thought.choose(program, *option, &mut playout.clone()) {
                imagined(program, &self.thought, code, pc)?;
                self.scores.clone_from(&self.before);
                return Ok(());
            }
            *total += prospects(program, &mut self.thought, player)?;
        }
        Ok(())
    }
}
