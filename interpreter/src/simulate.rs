//! Batches of games: each from its own seed, counted in whole numbers, so that the figures depend on nothing but what is played.
//!
//! Ratios and intervals are made from the counts at the very end, by [`crate::stats`].

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
mod texts;
mod trial;
mod worker;

pub use figure::Figure;
pub(crate) use figure::{is_per_player, win_units};
pub use tally::{Histogram, Tally};
pub(crate) use texts::Texts;
pub use trial::{TRIAL_DECISIONS, TRIAL_GAMES, trial};
pub(crate) use worker::{Ended, NEVER, Workers};

/// In so many games at the beginning of a batch all texts are worked out, so that a mistake in one is found: lines of the log, what is asked, and
/// what is on offer. That changes nothing else.
pub const READ_GAMES: u64 = 100;
/// Most games that are played by one worker in a row.
const CHUNK: u64 = 64;
/// Small batches are divided into about so many parts, so that every thread has some of it.
const PARTS: u64 = 16;

/// What a batch of games has shown. Counts of parts of a batch add up to the counts of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Games begun; those that came to an end are the rest after the next two.
    pub games: u64,
    /// Games broken off after [`crate::vm::MOST_DECISIONS`] decisions. They count in no figure.
    pub unfinished: u64,
    /// Games that a rule error ended. They count in no figure.
    pub failed: u64,
    /// Answers that bots have given at random because they found nothing that agrees with what they see; of all games.
    pub at_random: u64,
    /// The failed game that comes first in the batch.
    pub failure: Option<Failure>,
    /// One tally for each of [`Figure::all`], over the games that came to an end.
    pub figures: Vec<Tally>,
    /// By space: how often pieces came to rest on it in a game, over the games that came to an end; only where that is wanted. A piece
    /// rests where it stands when a turn begins, or the game ends, unless it stood there the last time.
    pub stops: Option<Vec<Tally>>,
    /// A number that equal batches share: made from the final state of every game.
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

    /// Counts of no game, with a place for where pieces come to rest.
    pub fn with_stops(program: &Program) -> Counts {
        Counts { stops: Some(vec![Tally::new(1, false); program.spaces.len()]), ..Counts::new(program) }
    }

    /// Games that came to an end.
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

/// The same games under two programs: equal seeds, so equal luck as far as the rules agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub first: Counts,
    pub second: Counts,
    /// The figures that both have, over the games that came to an end in both.
    pub pairs: Vec<Paired>,
}

/// A figure of the same games under two programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paired {
    /// Its position among the figures of either program.
    pub at: [usize; 2],
    /// Its values under either program.
    pub values: [Tally; 2],
    /// The second's value less the first's.
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
    /// How many games came to an end in both.
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

/// Plays games number `games` of a batch; game n has the seed `derive_seed(seed, n)`. Runs on the caller's rayon pool; the counts do
/// not depend on its threads. `progress` hears how many games have been played since it was last told. After `cancel` is set, no
/// further game begins and none is played to its end; the counts are those of the games played.
///
/// # Panics
/// If a person sits in a seat, or the seats are not as many as the program's players.
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

/// Plays games number `games` under both programs, with the same seats and seeds.
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

/// Games to be played batch after batch: what was made for the first batch serves those that follow.
pub struct Batches<'a> {
    program: &'a Program,
    workers: Workers<'a>,
    seed: u64,
    stops: bool,
}

impl<'a> Batches<'a> {
    /// `stops`: whether it is counted where pieces come to rest.
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

    /// Plays games number `games`, as [`simulate`] does.
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
    /// `stops`: whether it is counted where pieces come to rest.
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

    /// Plays games number `games` under both programs, as [`compare`] does.
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

    /// Plays one game under both, and says whether it did; once `cancel` is set it counts for neither.
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

/// Divides games by index into chunks, and merges what they give by index. `play` says whether it has played the game.
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
