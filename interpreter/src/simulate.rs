//! Batches of games: each from its own seed, counted in whole numbers, so that the figures depend on nothing but what is played.
//!
//! Ratios and intervals are made from the counts at the very end, by [`crate::stats`].

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::game::describe;
use crate::players::{Seat, Table};
use crate::program::{Program, header};
use crate::vm::random::derive_seed;
use crate::vm::{Host, Machine, Stop};

mod figure;
mod tally;

pub use figure::Figure;
pub(crate) use figure::{is_per_player, player_field, win_units};
pub use tally::{Histogram, Tally};

/// Games that are played by one worker in a row. Fixed, so that the work is divided alike everywhere.
const CHUNK: u64 = 64;

/// What a batch of games has shown. Counts of parts of a batch add up to the counts of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Games begun; those that came to an end are the rest after the next two.
    pub games: u64,
    /// Games broken off after [`crate::vm::MOST_DECISIONS`] decisions. They count in no figure.
    pub unfinished: u64,
    /// Games that a rule error ended. They count in no figure.
    pub failed: u64,
    /// The failed game that comes first in the batch.
    pub failure: Option<Failure>,
    /// One tally for each of [`Figure::all`], over the games that came to an end.
    pub figures: Vec<Tally>,
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
        Counts { games: 0, unfinished: 0, failed: 0, failure: None, figures, hash: 0 }
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
        let earlier = |failure: &&Failure| self.failure.as_ref().is_none_or(|own| failure.game < own.game);
        if let Some(failure) = other.failure.as_ref().filter(earlier) {
            self.failure = Some(failure.clone());
        }
        self.figures.iter_mut().zip(&other.figures).for_each(|(own, more)| own.merge(more));
        self.hash = self.hash.wrapping_add(other.hash);
    }
}

/// The same games under two programs: equal seeds, so equal luck as far as the rules agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub first: Counts,
    pub second: Counts,
    /// For each figure that both have (its position in the first and in the second) the second's value less the first's, over
    /// the games that came to an end in both.
    pub differences: Vec<(usize, usize, Tally)>,
}

/// Plays games number `games` of a batch; game n has the seed `derive_seed(seed, n)`. Runs on the caller's rayon pool; the counts do
/// not depend on its threads. `progress` hears how many games have been played since it was last told. After `cancel` is set, no
/// further game begins, and the counts are those of the games played.
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
    let workers = Workers::new(program, seats);
    in_chunks(
        games,
        progress,
        cancel,
        || Counts::new(program),
        Counts::merge,
        |counts, n| {
            workers.with(|worker| worker.play(program, derive_seed(seed, n), &[], n, counts));
        },
    )
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
    let workers = programs.map(|program| Workers::new(program, seats));
    let pairs = figure::pairs(programs);
    let new = || Comparison {
        first: Counts::new(programs[0]),
        second: Counts::new(programs[1]),
        differences: pairs.iter().map(|(a, b, unit)| (*a, *b, Tally::new(*unit, false))).collect(),
    };
    let merge = |own: &mut Comparison, more: &Comparison| {
        own.first.merge(&more.first);
        own.second.merge(&more.second);
        own.differences.iter_mut().zip(&more.differences).for_each(|(own, more)| own.2.merge(&more.2));
    };
    in_chunks(games, progress, cancel, new, merge, |comparison, n| {
        workers[0].with(|first| {
            workers[1].with(|second| {
                let seed = derive_seed(seed, n);
                let first_ended = first.play(programs[0], seed, &[], n, &mut comparison.first);
                let second_ended = second.play(programs[1], seed, &[], n, &mut comparison.second);
                if (first_ended, second_ended) == (Ended::Over, Ended::Over) {
                    for (a, b, tally) in &mut comparison.differences {
                        if let (Some(a), Some(b)) = (first.row[*a], second.row[*b]) {
                            tally.add(b - a);
                        }
                    }
                }
            });
        });
    })
}

/// Divides games by index into chunks, and merges what they give by index.
pub(crate) fn in_chunks<T: Send>(
    games: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
    cancel: &AtomicBool,
    new: impl Fn() -> T + Sync + Send,
    merge: impl Fn(&mut T, &T) + Sync + Send,
    play: impl Fn(&mut T, u64) + Sync + Send,
) -> T {
    let chunks = games.end.saturating_sub(games.start).div_ceil(CHUNK);
    let count_chunk = |mut counts: T, chunk: u64| {
        let first = games.start + chunk * CHUNK;
        let mut played = 0;
        for n in first..games.end.min(first + CHUNK) {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            play(&mut counts, n);
            played += 1;
        }
        progress(played);
        counts
    };
    (0..chunks).into_par_iter().fold(&new, count_chunk).reduce(&new, |mut own, more| {
        merge(&mut own, &more);
        own
    })
}

/// Machines and tables that are not in use, so that few are ever made.
pub(crate) struct Workers<'a> {
    program: &'a Program,
    seats: &'a [Seat],
    idle: Mutex<Vec<Worker>>,
}

impl<'a> Workers<'a> {
    /// Workers for games of a program.
    pub(crate) fn new(program: &'a Program, seats: &'a [Seat]) -> Workers<'a> {
        assert_eq!(seats.len(), program.players, "a seat for each player");
        assert!(!seats.contains(&Seat::Human), "only bots play in a simulation");
        Workers { program, seats, idle: Mutex::default() }
    }

    /// Lends a worker.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut Worker) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let worker = idle().pop();
        let mut worker = worker.unwrap_or_else(|| Worker::new(self.program, self.seats));
        let result = work(&mut worker);
        idle().push(worker);
        result
    }
}

/// What one thread plays with.
pub(crate) struct Worker {
    pub(crate) machine: Machine,
    table: Table,
    figures: Vec<Figure>,
    /// The values of the figures in the game just played; `None` where a game has no such value.
    row: Vec<Option<i64>>,
}

impl Worker {
    fn new(program: &Program, seats: &[Seat]) -> Worker {
        let figures = Figure::all(program);
        let row = vec![None; figures.len()];
        Worker { machine: Machine::new(program), table: Table::new(program, seats), figures, row }
    }

    /// Plays a game, number `n` of its batch, and counts it. `previous` are the places in the race before.
    pub(crate) fn play(&mut self, program: &Program, seed: u64, previous: &[u32], n: u64, counts: &mut Counts) -> Ended {
        self.machine.start(program, seed);
        self.machine.set_previous(program, previous);
        self.table.start(seed);
        let mut host = Watcher { table: &mut self.table, order: vec![] };
        let stop = self.machine.resume(program, &mut host);
        counts.games += 1;
        counts.hash = counts.hash.wrapping_add(derive_seed(digest(program, &self.machine), n));
        match stop {
            Stop::Over | Stop::Done | Stop::Held => {}
            Stop::Decide => {
                counts.unfinished += 1;
                return Ended::Unfinished;
            }
            Stop::Trap(code, pc) => {
                counts.failed += 1;
                if counts.failure.as_ref().is_none_or(|own| n < own.game) {
                    let problem = describe(program, &self.machine, code, pc);
                    counts.failure = Some(Failure { game: n, seed, problem });
                }
                return Ended::Failed;
            }
        }
        figure::read(program, &self.machine, &host.order, &self.figures, &mut self.row);
        for (tally, value) in counts.figures.iter_mut().zip(&self.row) {
            if let Some(value) = value {
                tally.add(*value);
            }
        }
        Ended::Over
    }
}

/// How a game of a batch ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    Over,
    Unfinished,
    Failed,
}

/// A number for the state in which a game ended. Unlike [`Machine::hash`] it doesn't depend on where code lies, so that a better compiler
/// gives the same.
fn digest(program: &Program, machine: &Machine) -> u64 {
    let words = &machine.memory[header::TURN_OF..usize::from(program.layout.frames)];
    words.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| {
        (hash ^ u64::from(*word as u32)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17)
    })
}

/// A table that also notes in which order the players have their first turns.
struct Watcher<'a> {
    table: &'a mut Table,
    order: Vec<usize>,
}

impl Host for Watcher<'_> {
    #[inline]
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        self.table.decide(program, machine)
    }

    #[inline]
    fn turn(&mut self, _: &Machine, player: i32) {
        let all = self.order.len() == self.table.seats.len();
        match usize::try_from(player) {
            Ok(player) if !all && !self.order.contains(&player) => self.order.push(player),
            _ => {}
        }
    }
}
