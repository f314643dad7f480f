//! A bot that thinks little: it plays options out at random, drops the worse half of them again and again, and takes the last one left.
//!
//! Its playouts are as long as a greedy bot's, but it doesn't search for answers to the questions on the way. Where single answers matter,
//! many short looks tell more than one long one, and a quick bot is no weaker for a small part of the work. Where a turn is worth only what
//! its questions add up to, it is no match.
//!
//! How strong it is depends on the game (`rulesets/README.md` has figures), so measure it before you rest figures on it.

use super::playout::{Playout, imagined, prospects, turns_ahead};
use super::{BotStream, Trouble};
use crate::program::Program;
use crate::view::Imagination;
use crate::vm::random::derive_seed;
use crate::vm::{Machine, Moment, Stop};
use rand::{Rng, RngExt};

/// About how many playouts a question with few options gets. Half of the options are dropped after each round, all rounds share the
/// playouts equally, and every option still in a round is played out at least once.
const PLAYOUTS: usize = 12;

/// A machine to think with.
#[derive(Clone)]
pub struct Quick {
    thought: Machine,
    imagination: Imagination,
    /// The bot's own turns in one playout.
    turns: usize,
    /// The decision as it was imagined.
    moment: Moment,
    /// The options that may still be the best: the sum of their playouts, and their index.
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

    /// Whether the last answer was given at random because no state was found that agrees with what the player sees.
    pub fn is_blind(&self) -> bool {
        self.imagination.is_blind()
    }

    /// Chooses an option. Each playout has its own luck, the same for all options.
    ///
    /// # Errors
    /// If the rules can't go on in a playout, or can't say the prospects.
    pub fn choose(
        &mut self,
        program: &Program,
        machine: &Machine,
        player: usize,
        stream: &mut BotStream,
    ) -> Result<usize, Trouble> {
        let count = machine.options().len();
        // Chance decides between equals.
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

    /// Adds the prospects after each remaining option, on one imagined state. A bot asked out of turn looks to the end of the current turn.
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
