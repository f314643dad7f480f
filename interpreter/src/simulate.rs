//! Batches of games, each from its own seed, counted in whole numbers, so that figures depend on nothing but what is played.
//!
//! [`crate::stats`] makes ratios and intervals from the counts at the very end.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::players::Seat;
use crate::program::Program;
use crate::vm::random::derive_seed;

mod figure;
mod stops;
mod tally;
mod trial;
mod worker;

pub(crate) use figure::is_per_player;
pub use figure::{Figure, win_units};
pub use tally::{Histogram, Tally};
pub use trial::{TRIAL_DECISIONS, TRIAL_GAMES, Trial, trial};
pub(crate) use worker::{Ended, NEVER, Workers};

/// In this many games at the beginning of a batch, all texts are worked out (lines of the log, questions and options), so that an error in
/// one is found. This changes nothing else.
pub const READ_GAMES: u64 = 100;
/// The number of games that one worker plays in a row, at most.
const CHUNK: u64 = 64;
/// Small batches are divided into about this many parts, so that every thread gets some of the work.
const PARTS: u64 = 16;

/// The counts of a batch of games. The counts of parts of a batch add up to those of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Games begun. Those that are neither unfinished nor failed came to an end.
    pub games: u64,
    /// Games broken off after [`crate::vm::MOST_DECISIONS`] decisions. They count in no figure.
    pub unfinished: u64,
    /// Games that a rule error ended. They count in no figure.
    pub failed: u64,
    /// Answers that bots gave at random because they found no state that agrees with what they see, over all games.
    pub at_random: u64,
    /// The first failed game of the batch.
    pub failure: Option<Failure>,
    /// One tally for each of [`Figure::all`], over the games that came to an end.
    pub figures: Vec<Tally>,
    /// For each space, how often pieces came to rest on it in a game, over the games that came to an end; only if this was asked for. A
    /// piece comes to rest where it stands when a turn begins or the game ends, unless it already stood there the last time.
    pub stops: Option<Vec<Tally>>,
    /// A hash that equal batches share, made from the final state of every game.
    pub hash: u64,
}

/// A game that the rules could not go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its number in the batch.
    pub game: u64,
    /// The seed of the game itself.
    pub seed: u64,
    pub problem: Diagnostic,
}

impl Counts {
    /// Counts of no game.
    pub fn new(program: &Program) -> Counts {
        let figures = Figure::all(program).iter().map(|f| f.tally(program)).collect();
        Counts { games: 0, unfinished: 0, failed: 0, at_random: 0, failure: None, figures, stops: None, hash: 0 }
    }

    /// Counts of no game, with room to count where pieces come to rest.
    pub fn with_stops(program: &Program) -> Counts {
        Counts { stops: Some(vec![Tally::new(1, false); program.spaces.len()]), ..Counts::new(program) }
    }

    /// The number of games that came to an end.
    pub fn finished(&self) -> u64 {
        self.games - self.unfinished - self.failed
    }

    /// Adds the counts of other games of the same program.
    pub fn merge(&mut self, other: &Counts) {
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.failed += other.failed;
        self.at_random += other.at_random;
        let earlier = |failure: &&Failure| self.failure.as_ref().is_none_or(|own| failure.game < own.game);
        if let Some(failure) = other.failure.as_ref().filter(earlier) {
            self.failure = Some(failure.clone());
        }
        self.figures.iter_mut().zip(&other.figures).for_each(|(own, more)| own.merge(more));
        if let (Some(own), Some(more)) = (&mut self.stops, &other.stops) {
            own.iter_mut().zip(more).for_each(|(own, more)| own.merge(more));
        }
        self.hash = self.hash.wrapping_add(other.hash);
    }
}

/// The same games under two programs, with equal seeds and so with equal luck as far as the rules agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub first: Counts,
    pub second: Counts,
    /// The figures that both programs have, over the games that came to an end in both.
    pub pairs: Vec<Paired>,
}

/// A figure of the same games under two programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paired {
    /// Its position among the figures of each program.
    pub at: [usize; 2],
    /// Its values under each program.
    pub values: [Tally; 2],
    /// The second program's value minus the first's.
    pub difference: Tally,
}

impl Paired {
    fn new(at: [usize; 2], unit: i64) -> Paired {
        let tally = || Tally::new(unit, false);
        Paired { at, values: [tally(), tally()], difference: tally() }
    }

    fn add(&mut self, first: i64, second: i64) {
        self.values[0].add(first);
        self.values[1].add(second);
        self.difference.add(second - first);
    }

    fn merge(&mut self, more: &Paired) {
        self.values.iter_mut().zip(&more.values).for_each(|(own, more)| own.merge(more));
        self.difference.merge(&more.difference);
    }
}

impl Comparison {
    /// The number of games that came to an end in both programs.
    pub fn compared(&self) -> u64 {
        self.pairs.iter().map(|pair| pair.difference.n).max().unwrap_or(0)
    }

    /// Adds other games of the same two programs.
    pub fn merge(&mut self, other: &Comparison) {
        self.first.merge(&other.first);
        self.second.merge(&other.second);
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(own, more)| own.merge(more));
    }
}

/// Plays the games with the numbers `games` of a batch; game n has the seed `derive_seed(seed, n)`. Runs on the caller's rayon pool; the
/// counts don't depend on its threads. Calls `progress` with the number of games played since the last call. After `cancel` is set, no
/// further game begins and none is finished; the counts are those of the games played.
///
/// # Panics
/// If a person sits in a seat, or if the number of seats isn't the program's number of players.
pub fn simulate(
    program: &Program,
    seats: &[Seat],
    seed: u64,
    games: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
    cancel: &AtomicBool,
) -> Counts {
    Batches::new(program, seats, seed, false).play(games, progress, cancel)
}

/// Plays the games with the numbers `games` under both programs, with the same seats and seeds.
///
/// # Panics
/// As [`simulate`].
pub fn compare(
    programs: [&Program; 2],
    seats: &[Seat],
    seed: u64,
    games: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
    cancel: &AtomicBool,
) -> Comparison {
    Pairs::new(programs, seats, seed, false).play(games, progress, cancel)
}

/// Games to be played batch after batch, reusing what was made for the first batch.
pub struct Batches<'a> {
    program: &'a Program,
    workers: Workers<'a>,
    seed: u64,
    stops: bool,
}

impl<'a> Batches<'a> {
    /// `stops` asks for counting where pieces come to rest.
    ///
    /// # Panics
    /// As [`simulate`].
    pub fn new(program: &'a Program, seats: &'a [Seat], seed: u64, stops: bool) -> Batches<'a> {
        Batches { program, workers: Workers::new(program, seats, stops), seed, stops }
    }

    /// Counts of no game.
    pub fn counts(&self) -> Counts {
        if self.stops { Counts::with_stops(self.program) } else { Counts::new(self.program) }
    }

    /// Plays the games with the numbers `games`, as [`simulate`] does.
    pub fn play(&self, games: Range<u64>, progress: &(dyn Fn(u64) + Sync), cancel: &AtomicBool) -> Counts {
        in_chunks(
            games,
            progress,
            cancel,
            || self.counts(),
            Counts::merge,
            |counts, n| {
                let seed = derive_seed(self.seed, n);
                self.workers.with(|worker| {
                    let Some(ended) = worker.play(self.program, (n, seed), &[], cancel) else { return false };
                    worker.count(self.program, seed, n, ended, counts);
                    true
                })
            },
        )
    }
}

/// The same games under two programs, batch after batch.
pub struct Pairs<'a> {
    programs: [&'a Program; 2],
    workers: [Workers<'a>; 2],
    pairs: Vec<(usize, usize, i64)>,
    seed: u64,
    stops: bool,
}

impl<'a> Pairs<'a> {
    /// `stops` asks for counting where pieces come to rest.
    ///
    /// # Panics
    /// As [`simulate`].
    pub fn new(programs: [&'a Program; 2], seats: &'a [Seat], seed: u64, stops: bool) -> Pairs<'a> {
        let workers = programs.map(|program| Workers::new(program, seats, stops));
        Pairs { programs, workers, pairs: figure::pairs(programs), seed, stops }
    }

    /// A comparison of no games.
    pub fn comparison(&self) -> Comparison {
        let counts = |program| if self.stops { Counts::with_stops(program) } else { Counts::new(program) };
        let [first, second] = self.programs.map(counts);
        let pairs = self.pairs.iter().map(|(a, b, unit)| Paired::new([*a, *b], *unit)).collect();
        Comparison { first, second, pairs }
    }

    /// Plays the games with the numbers `games` under both programs, as [`compare`] does.
    pub fn play(&self, games: Range<u64>, progress: &(dyn Fn(u64) + Sync), cancel: &AtomicBool) -> Comparison {
        in_chunks(
            games,
            progress,
            cancel,
            || self.comparison(),
            Comparison::merge,
            |comparison, n| self.pair(comparison, n, cancel),
        )
    }

    /// Plays one game under both programs and says whether it counts. Once `cancel` is set, it counts for neither.
    fn pair(&self, comparison: &mut Comparison, n: u64, cancel: &AtomicBool) -> bool {
        let seed = derive_seed(self.seed, n);
        let [first, second] = self.programs;
        self.workers[0].with(|one| {
            self.workers[1].with(|two| {
                let Some(one_ended) = one.play(first, (n, seed), &[], cancel) else { return false };
                let Some(two_ended) = two.play(second, (n, seed), &[], cancel) else { return false };
                one.count(first, seed, n, one_ended, &mut comparison.first);
                two.count(second, seed, n, two_ended, &mut comparison.second);
                if (one_ended, two_ended) == (Ended::Over, Ended::Over) {
                    for pair in &mut comparison.pairs {
                        if let (Some(first), Some(second)) = (one.row[pair.at[0]], two.row[pair.at[1]]) {
                            pair.add(first, second);
                        }
                    }
                }
                true
            })
        })
    }
}

/// Divides games into chunks by index, and merges the results by index. `play` says whether it has played the game.
pub(crate) fn in_chunks<T: Send>(
    games: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
    cancel: &AtomicBool,
    new: impl Fn() -> T + Sync + Send,
    merge: impl Fn(&mut T, &T) + Sync + Send,
    play: impl Fn(&mut T, u64) -> bool + Sync + Send,
) -> T {
    let all = games.end.saturating_sub(games.start);
    let each = (all / PARTS).clamp(1, CHUNK);
    let count_chunk = |mut counts: T, chunk: u64| {
        let first = games.start + chunk * each;
        let mut played = 0;
        for n in first..games.end.min(first + each) {
            if cancel.load(Ordering::Relaxed) || !play(&mut counts, n) {
                break;
            }
            played += 1;
        }
        progress(played);
        counts
    };
    (0..all.div_ceil(each)).into_par_iter().fold(&new, count_chunk).reduce(&new, |mut own, more| {
        merge(&mut own, &more);
        own
    })
}
