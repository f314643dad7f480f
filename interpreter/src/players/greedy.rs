//! A bot that needs no word of any game: it plays each option out for a few of its own turns and takes the one after which `prospects` are
//! best.
//!
//! How far is far enough depends on the game. Where a player is asked several times a turn, the end of the turn is near, and it pays to
//! search for the best answers to the questions on the way instead of guessing them. Where a player is asked once a turn or less, the cost
//! of an option shows only turns later (if missing a shot costs the turn after next, a bot that looks no further would rather never shoot),
//! and playing on at random is all one can do. A few random games show which of the two a game is.

use super::advice::Advisor;
use super::playout::{MOST_ANSWERS, Playout, imagined, prospects, turns_ahead};
use super::{BotStream, Seat, Trouble};
use crate::program::Program;
use crate::view::Imagination;
use crate::vm::random::derive_seed;
use crate::vm::{Machine, Moment, Stop};
use rand::{Rng, RngExt};

/// How many playouts each option gets where playouts answer at random. The worse half of the options gets only half of them.
const PLAYOUTS: usize = 6;
/// How many playouts each option gets where playouts search for the best answers.
const SEARCHES: usize = 1;
/// The number of ends that one search looks at. Questions beyond them are answered at random.
const ENDS: usize = 16;
/// The number of its own questions that a search follows one after another, at most.
const DEPTH: usize = 6;

/// A machine to think with.
#[derive(Clone)]
pub struct Greedy {
    thought: Machine,
    imagination: Imagination,
    /// The bot's own turns in one playout.
    turns: usize,
    /// The decision as it was imagined, followed by those that a search has reached.
    moments: Vec<Moment>,
    /// The options that may still be the best: the sum of their playouts, and their index.
    scores: Vec<(i64, usize)>,
    /// The same before the playouts that are under way.
    before: Vec<(i64, usize)>,
}

impl Greedy {
    pub fn new(program: &Program) -> Greedy {
        let mut thought = Machine::new(program).without_journal();
        let turns = turns_ahead(program, &mut thought);
        let moments = vec![Moment::default(); DEPTH + 1];
        Greedy { thought, imagination: Imagination::default(), turns, moments, scores: vec![], before: vec![] }
    }

    /// Whether the last answer was given at random because no state was found that agrees with what the player sees.
    pub fn is_blind(&self) -> bool {
        self.imagination.is_blind()
    }

    /// Chooses an option. The bot thinks about imagined states, in which everything it may not see and all chance to come is drawn again.
    /// All options meet the same luck.
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
        if program.prospects.is_none() {
            return Ok(stream.random_range(..count));
        }
        // Chance decides between equals, so that a game in which nothing seems to matter goes on all the same.
        let first = stream.random_range(..count);
        self.scores.clear();
        self.scores.extend((0..count).map(|n| (0, (first + n) % count)));
        self.imagination.prepare(program, machine, &mut self.thought, player);
        let seed = stream.next_u64();
        let playouts = if self.turns == 1 { SEARCHES } else { PLAYOUTS };
        for n in 0..playouts {
            self.play_out_all(program, machine, player, derive_seed(seed, n as u64))?;
            if n + 1 == playouts / 2 {
                self.scores.sort_unstable_by_key(|(total, option)| (-total, (option + count - first) % count));
                self.scores.truncate(count.div_ceil(2));
            }
        }
        let better = |best: (i64, usize), next: &(i64, usize)| if next.0 > best.0 { *next } else { best };
        Ok(self.scores[1..].iter().fold(self.scores[0], better).1)
    }

    /// Adds the prospects after each remaining option, on one imagined state. Returns whether that counts.
    fn play_out_all(&mut self, program: &Program, machine: &Machine, player: usize, seed: u64) -> Result<bool, Trouble> {
        let mut playout = Playout::new(seed, player, self.turns);
        playout.asks = self.turns == 1;
        if !self.imagination.imagine(program, machine, &mut self.thought, &mut playout.stream)
            || self.thought.options().len() != machine.options().len()
        {
            return Ok(false);
        }
        self.thought.set_seed(seed);
        self.thought.keep(program, &mut self.moments[0]);
        self.before.clone_from(&self.scores);
        for at in 0..self.scores.len() {
            let option = self.scores[at].1;
            match self.play_out(program, player, 0, option, playout.clone(), &mut ENDS.clone())? {
                Some(prospects) => self.scores[at].0 += prospects,
                None => {
                    self.scores.clone_from(&self.before);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The prospects after an option of the decision kept at `depth`, followed by the best answers while `ends` last. `None` if what was
    /// imagined doesn't count.
    fn play_out(
        &mut self,
        program: &Program,
        player: usize,
        depth: usize,
        option: usize,
        mut playout: Playout,
        ends: &mut usize,
    ) -> Result<Option<i64>, Trouble> {
        self.thought.go_back(&self.moments[depth]);
        let mut stop = self.thought.choose(program, option, &mut playout);
        while stop == Stop::Decide && playout.answers <= MOST_ANSWERS {
            let count = self.thought.options().len();
            if depth < DEPTH && count <= *ends {
                self.thought.keep(program, &mut self.moments[depth + 1]);
                let mut best = i64::MIN;
                for n in 0..count {
                    match self.play_out(program, player, depth + 1, n, playout.clone(), ends)? {
                        Some(prospects) => best = best.max(prospects),
                        None => return Ok(None),
                    }
                }
                return Ok(Some(best));
            }
            playout.answers += 1;
            let answer = playout.stream.random_range(..count);
            stop = self.thought.choose(program, answer, &mut playout);
        }
        if let Stop::Trap(code, pc) = stop {
            return imagined(program, &self.thought, code, pc).map(|()| None);
        }
        *ends = ends.saturating_sub(1);
        prospects(program, &mut self.thought, player).map(Some)
    }
}

impl Advisor for Greedy {
    fn name(&self) -> &'static str {
        Seat::Greedy.name()
    }

    fn has_values(&self, program: &Program) -> bool {
        program.prospects.is_some()
    }

    fn prepare(&mut self, program: &Program, machine: &Machine, player: usize) {
        self.imagination.prepare(program, machine, &mut self.thought, player);
    }

    fn values(
        &mut self,
        program: &Program,
        machine: &Machine,
        player: usize,
        luck: &mut BotStream,
    ) -> Result<Option<Vec<i64>>, Trouble> {
        self.scores.clear();
        self.scores.extend((0..machine.options().len()).map(|n| (0, n)));
        let counts = self.play_out_all(program, machine, player, luck.next_u64())?;
        Ok(counts.then(|| self.scores.iter().map(|(value, _)| *value).collect()))
    }
}
