//! A player that needs no game's word: it plays each option out for a few own turns and takes the one after which `prospects` are best.
//!
//! How far is far enough depends on the game. Where a player is asked several times a turn, the end of the own turn is near, and it is
//! better to look for the best answers to the questions on the way than to guess them. Where a player is asked once a turn or less,
//! what an option costs shows turns later (where missing a shot costs the turn after next, a player who looks just so far would
//! rather never shoot), and chance is all that can be played against. A few random games tell which of the two it is.

use super::playout::{MOST_ANSWERS, Playout, imagined, prospects, turns_ahead};
use super::{BotStream, Trouble};
use crate::program::Program;
use crate::view::Imagination;
use crate::vm::random::derive_seed;
use crate::vm::{Machine, Moment, Stop};
use rand::{Rng, RngExt};

/// How often each option is played out where playouts answer at random. The worse half of the options goes after half of them.
const PLAYOUTS: usize = 6;
/// How often each option is played out where playouts look for the best answers.
const SEARCHES: usize = 1;
/// Ends that one search looks at; what is asked behind them is answered at random.
const ENDS: usize = 16;
/// Own questions that a search looks behind one another.
const DEPTH: usize = 6;

/// A machine to think with.
#[derive(Clone)]
pub struct Greedy {
    thought: Machine,
    imagination: Imagination,
    /// Own turns in one playout.
    turns: usize,
    /// The decision as it was imagined, and those behind it that a search is at.
    moments: Vec<Moment>,
    /// The options that may still be the best: what their playouts add up to, and their number.
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

    /// Whether the last answer was given at random: nothing that agrees with what the player sees was found.
    pub fn is_blind(&self) -> bool {
        self.imagination.is_blind()
    }

    /// The option to take. The state that is thought about is imagined: what the player may not see is drawn anew, and so is all
    /// chance to come. Each option meets the same luck.
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
        if program.prospects.is_none() {
            return Ok(stream.random_range(..count));
        }
        // Among equals chance takes one: a game in which nothing seems to matter goes on all the same.
        let first = stream.random_range(..count);
        self.scores.clear();
        self.scores.extend((0..count).map(|n| (0, (first + n) % count)));
        self.imagination.prepare(program, machine, &mut self.thought, player);
        let seed = stream.next_u64();
        let searches = self.turns == 1;
        let playouts = if searches { SEARCHES } else { PLAYOUTS };
        for n in 0..playouts {
            let seed = derive_seed(seed, n as u64);
            let mut playout = Playout::new(seed, player, self.turns);
            playout.asks = searches;
            if !self.imagination.imagine(program, machine, &mut self.thought, &mut playout.stream)
                || self.thought.options().len() != count
            {
                continue;
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
                        break;
                    }
                }
            }
            if n + 1 == playouts / 2 {
                self.scores.sort_unstable_by_key(|(total, option)| (-total, (option + count - first) % count));
                self.scores.truncate(count.div_ceil(2));
            }
        }
        let better = |best: (i64, usize), next: &(i64, usize)| if next.0 > best.0 { *next } else { best };
        Ok(self.scores[1..].iter().fold(self.scores[0], better).1)
    }

    /// The prospects after an option of the decision that was kept at `depth`; behind it the best answers, as far as `ends` are left. `None`:
    /// what was imagined doesn't count.
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
