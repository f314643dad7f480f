//! Workers, which play the games of a batch: a machine, its seats, and notes on the game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::stops::Watched;
use super::{Counts, Failure, Figure, READ_GAMES, figure};
use crate::diagnostic::Diagnostic;
use crate::fnv::Fnv;
use crate::players::{Seat, Table};
use crate::program::{Program, header};
use crate::show::{Texts, describe};
use crate::vm::random::derive_seed;
use crate::vm::{Host, Machine, Stop};

/// A flag that nobody ever sets.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

/// Workers that are not in use, so that few are ever made.
pub(crate) struct Workers<'a> {
    program: &'a Program,
    seats: &'a [Seat],
    /// Whether workers note where pieces come to rest.
    stops: bool,
    idle: Mutex<Vec<Worker>>,
}

impl<'a> Workers<'a> {
    /// Workers for games of a program.
    pub(crate) fn new(program: &'a Program, seats: &'a [Seat], stops: bool) -> Workers<'a> {
        assert_eq!(seats.len(), program.players, "a seat for each player");
        assert!(!seats.contains(&Seat::Human), "only bots play in a simulation");
        Workers { program, seats, stops, idle: Mutex::default() }
    }

    /// Lends a worker.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut Worker) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let worker = idle().pop();
        let mut worker = worker.unwrap_or_else(|| Worker::new(self.program, self.seats, self.stops));
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
    /// The values of the figures in the last game; `None` where a game has no such value.
    pub(super) row: Vec<Option<i64>>,
    /// Where pieces came to rest in it, if this was asked for.
    stops: Option<Watched>,
    /// Why it could not go on.
    problem: Option<Diagnostic>,
    /// Works out texts; made when first needed.
    texts: Option<Box<Texts>>,
}

impl Worker {
    fn new(program: &Program, seats: &[Seat], stops: bool) -> Worker {
        let figures = Figure::all(program);
        let machine = Machine::new(program);
        // The journal of hidden things is only for bots that think.
        let thinks = seats.iter().any(|seat| seat.thinks());
        let machine = if thinks { machine.with_room_for_journal(program) } else { machine.without_journal() };
        Worker {
            machine,
            table: Table::new(program, seats),
            row: vec![None; figures.len()],
            figures,
            stops: stops.then(|| Watched::new(program)),
            problem: None,
            texts: None,
        }
    }

    /// Plays game number `n` of a batch. `previous` are the places in the race before. Returns `None` if `cancel` was set before its end.
    pub(crate) fn play(
        &mut self,
        program: &Program,
        (n, seed): (u64, u64),
        previous: &[u32],
        cancel: &AtomicBool,
    ) -> Option<Ended> {
        self.machine.start(program, seed);
        self.machine.set_previous(program, previous);
        self.table.start(seed);
        self.problem = None;
        if let Some(stops) = &mut self.stops {
            stops.start();
        }
        let watcher = Watcher { table: &mut self.table, order: vec![], stops: self.stops.as_mut(), cancel };
        let (stop, watcher, trouble) = match n {
            ..READ_GAMES => {
                let texts = self.texts.get_or_insert_with(|| Box::new(Texts::new(program)));
                let mut host = Reader { watcher, texts, trouble: None };
                (self.machine.resume(program, &mut host), host.watcher, host.trouble)
            }
            _ => {
                let mut host = watcher;
                (self.machine.resume(program, &mut host), host, None)
            }
        };
        let trouble = trouble.or_else(|| watcher.table.trouble.take());
        match (stop, trouble) {
            (Stop::Over | Stop::Done | Stop::Held, _) => {}
            (Stop::Decide, Some(problem)) => {
                self.problem = Some(*problem);
                return Some(Ended::Failed);
            }
            (Stop::Decide, None) if cancel.load(Ordering::Relaxed) => return None,
            (Stop::Decide, None) => return Some(Ended::Unfinished),
            (Stop::Trap(code, pc), _) => {
                self.problem = Some(describe(program, &self.machine, code, pc));
                return Some(Ended::Failed);
            }
        }
        figure::read(program, &self.machine, &watcher.order, &self.figures, &mut self.row);
        if let Some(stops) = &mut self.stops {
            stops.look(&self.machine);
        }
        Some(Ended::Over)
    }

    /// Counts the last game, number `n` of its batch.
    pub(crate) fn count(&mut self, program: &Program, seed: u64, n: u64, ended: Ended, counts: &mut Counts) {
        counts.games += 1;
        counts.at_random += self.table.at_random;
        counts.hash = counts.hash.wrapping_add(derive_seed(digest(program, &self.machine), n));
        match ended {
            Ended::Unfinished => counts.unfinished += 1,
            Ended::Failed => {
                counts.failed += 1;
                if let Some(problem) = self.problem.take().filter(|_| counts.failure.as_ref().is_none_or(|own| n < own.game)) {
                    counts.failure = Some(Failure { game: n, seed, problem });
                }
            }
            Ended::Over => {
                for (tally, value) in counts.figures.iter_mut().zip(&self.row) {
                    if let Some(value) = value {
                        tally.add(*value);
                    }
                }
                if let (Some(stops), Some(tallies)) = (&self.stops, &mut counts.stops) {
                    stops.count(tallies);
                }
            }
        }
    }
}

/// A watcher that also works out everything people would read.
struct Reader<'a> {
    watcher: Watcher<'a>,
    texts: &'a mut Texts,
    trouble: Option<Box<Diagnostic>>,
}

impl Host for Reader<'_> {
    const TEXTS: bool = true;

    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        match self.texts.work_out(program, machine) {
            Ok(()) => self.watcher.decide(program, machine),
            Err(problem) => {
                self.trouble = Some(problem);
                None
            }
        }
    }

    fn forced(&mut self, program: &Program, machine: &Machine) -> bool {
        self.trouble = self.texts.work_out_only(program, machine).err();
        self.trouble.is_none()
    }

    fn turn(&mut self, machine: &Machine, player: i32) {
        self.watcher.turn(machine, player);
    }
}

/// How a game of a batch ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    Over,
    Unfinished,
    Failed,
}

/// A hash of the state in which a game ended. Unlike [`Machine::hash`], it doesn't depend on where code lies, so a better compiler gives
/// the same.
fn digest(program: &Program, machine: &Machine) -> u64 {
    let words = &machine.memory[header::TURN_OF..usize::from(program.layout.frames)];
    let mut hash = Fnv::default();
    words.iter().for_each(|word| hash.word(*word));
    hash.value()
}

/// A table that also notes in which order players have their first turns, and where pieces come to rest.
struct Watcher<'a> {
    table: &'a mut Table,
    order: Vec<usize>,
    stops: Option<&'a mut Watched>,
    cancel: &'a AtomicBool,
}

impl Host for Watcher<'_> {
    #[inline]
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        // A bot may think for long, so this looks whether to stop between two of its answers.
        if self.cancel.load(Ordering::Relaxed) {
            return None;
        }
        self.table.decide(program, machine)
    }

    #[inline]
    fn turn(&mut self, machine: &Machine, player: i32) {
        if let Some(stops) = &mut self.stops {
            stops.look(machine);
        }
        let all = self.order.len() == self.table.seats.len();
        match usize::try_from(player) {
            Ok(player) if !all && !self.order.contains(&player) => self.order.push(player),
            _ => {}
        }
    }
}
