//! A player that needs no game's word: it plays each option out for a few own turns and takes the one after which `prospects` are best.
//!
//! How far is far enough depends on the game. Where a player is asked several times a turn, the end of the own turn is near, and it is
//! better to look for the best answers to the questions on the way than to guess them. Where a player is asked once a turn or less,
//! what an option costs shows turns later (in SKOOT shooting badly shows two turns later, and a player who looks just so far would
//! rather never shoot), and chance is all that can be played against. A few random games tell which of the two it is.

use super::BotStream;
use crate::program::Program;
use crate::view::Imagination;
use crate::vm::random::derive_seed;
use crate::vm::{Host, Machine, Moment, Quiet, Stop};

/// About how many own questions a playout looks ahead, the one that is asked among them.
const AHEAD: usize = 3;
/// Most own turns in one playout, the one in which is asked among them.
const MOST_TURNS: usize = 6;
/// How often each option is played out where playouts answer at random. The worse half of the options goes after half of them.
const PLAYOUTS: usize = 6;
/// How often each option is played out where playouts look for the best answers.
const SEARCHES: usize = 1;
/// Ends that one search looks at; what is asked behind them is answered at random.
const ENDS: usize = 16;
/// Own questions that a search looks behind one another.
const DEPTH: usize = 6;
/// Questions answered at random in one playout before it is broken off.
const MOST_ANSWERS: usize = 200;
/// Random games that tell how often players are asked, and questions after which one is broken off.
const SAMPLES: u64 = 4;
const SAMPLE_ANSWERS: usize = 1_000;

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
}

/// Answers at random until the thinker has had its turns, or is asked itself.
#[derive(Clone)]
struct Playout {
    stream: BotStream,
    player: i32,
    /// Whether the thinker's own questions stop the playout.
    asks: bool,
    answers: usize,
    turns: usize,
    most_turns: usize,
}

impl Host for Playout {
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        if self.asks && machine.word(program.sites[machine.options().site()].by) == self.player {
            return None;
        }
        self.answers += 1;
        (self.answers <= MOST_ANSWERS).then(|| self.stream.below(machine.options().len()))
    }

    fn turn_ends(&mut self, machine: &Machine) -> bool {
        self.turns += usize::from(machine.turn_of() == usize::try_from(self.player).ok());
        self.turns < self.most_turns
    }
}

impl Greedy {
    pub fn new(program: &Program) -> Greedy {
        let mut thought = Machine::new(program);
        let turns = turns_ahead(program, &mut thought);
        let moments = vec![Moment::default(); DEPTH + 1];
        Greedy { thought, imagination: Imagination::default(), turns, moments, scores: vec![] }
    }

    /// The option to take. The state that is thought about is imagined: what the player may not see is drawn anew, and so is all
    /// chance to come. Each option meets the same luck.
    pub fn choose(&mut self, program: &Program, machine: &Machine, player: usize, stream: &mut BotStream) -> usize {
        let count = machine.options().len();
        if program.prospects.is_none() {
            return stream.below(count);
        }
        // Among equals chance takes one: a game in which nothing seems to matter goes on all the same.
        let first = stream.below(count);
        self.scores.clear();
        self.scores.extend((0..count).map(|n| (0, (first + n) % count)));
        let seed = u64::from(stream.bits()) << 32 | u64::from(stream.bits());
        let searches = self.turns == 1;
        let playouts = if searches { SEARCHES } else { PLAYOUTS };
        for n in 0..playouts {
            let seed = derive_seed(seed, n as u64);
            let mut playout = Playout {
                stream: BotStream::new(seed, player),
                player: player as i32,
                asks: searches,
                answers: 0,
                turns: 0,
                most_turns: self.turns,
            };
            if !self.imagination.imagine(program, machine, &mut self.thought, player, &mut playout.stream)
                || self.thought.options().len() != count
            {
                continue;
            }
            self.thought.set_seed(seed);
            self.thought.keep(program, &mut self.moments[0]);
            for at in 0..self.scores.len() {
                let option = self.scores[at].1;
                self.scores[at].0 += self.play_out(program, player, 0, option, playout.clone(), &mut ENDS.clone());
            }
            if n + 1 == playouts / 2 {
                self.scores.sort_unstable_by_key(|(total, option)| (-total, (option + count - first) % count));
                self.scores.truncate(count.div_ceil(2));
            }
        }
        let better = |best: (i64, usize), next: &(i64, usize)| if next.0 > best.0 { *next } else { best };
        self.scores[1..].iter().fold(self.scores[0], better).1
    }

    /// The prospects after an option of the decision that was kept at `depth`; behind it the best answers, as far as `ends` are left.
    fn play_out(
        &mut self,
        program: &Program,
        player: usize,
        depth: usize,
        option: usize,
        mut playout: Playout,
        ends: &mut usize,
    ) -> i64 {
        self.thought.go_back(&self.moments[depth]);
        let mut stop = self.thought.choose(program, option, &mut playout);
        while stop == Stop::Decide && playout.answers <= MOST_ANSWERS {
            let count = self.thought.options().len();
            if depth < DEPTH && count <= *ends {
                self.thought.keep(program, &mut self.moments[depth + 1]);
                let tried = (0..count).map(|n| self.play_out(program, player, depth + 1, n, playout.clone(), ends));
                return tried.max().unwrap_or(0);
            }
            playout.answers += 1;
            let answer = playout.stream.below(count);
            stop = self.thought.choose(program, answer, &mut playout);
        }
        *ends = ends.saturating_sub(1);
        prospects(program, &mut self.thought, player)
    }
}

/// How many own turns a playout needs to look about [`AHEAD`] own questions ahead.
fn turns_ahead(program: &Program, machine: &mut Machine) -> usize {
    struct Sample {
        stream: BotStream,
        answers: usize,
    }
    impl Host for Sample {
        fn decide(&mut self, _: &Program, machine: &Machine) -> Option<usize> {
            self.answers += 1;
            (self.answers < SAMPLE_ANSWERS).then(|| self.stream.below(machine.options().len()))
        }
    }
    let (mut answers, mut turns) = (0, 0);
    for seed in 0..SAMPLES {
        machine.start(program, seed);
        let mut sample = Sample { stream: BotStream::new(seed, 0), answers: 0 };
        machine.resume(program, &mut sample);
        answers += sample.answers;
        turns += machine.memory[crate::program::header::TURNS].max(0) as usize;
    }
    ((2 * AHEAD * turns + answers) / (2 * answers).max(1)).clamp(1, MOST_TURNS)
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
