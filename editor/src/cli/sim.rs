//! `sim`: plays many games with bots and measures them. See [`crate::figures::json`] for the output of `--json`.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::ProgressBar;
use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::simulate::{Comparison, Counts, compare, simulate};
use interpreter::source::Sources;

use super::long::{self, INTERRUPTED};
use super::setup::{self, Ready};
use super::{FOUND, WRONG, out, seats};
use crate::args;
use crate::figures::json::{self, Games, Other};
use crate::files::Library;
use crate::render::render;

pub mod against;
mod series;
mod table;

/// The games played, with everything that determines their figures.
struct Study<'a> {
    ready: &'a Ready,
    seats: &'a [Seat],
    seed: u64,
    /// The number of games asked for; fewer may have been played.
    games: u64,
    interrupted: bool,
}

impl Study<'_> {
    /// Returns the games of one side.
    fn games<'g>(&'g self, ready: &'g Ready, counts: &'g Counts) -> Games<'g> {
        Games {
            ruleset: &ready.ruleset.name,
            program: &ready.program,
            track: &ready.built.track_name,
            settings: &ready.setup.settings,
            seats: self.seats,
            seed: self.seed,
            asked: self.games,
            counts,
        }
    }
}

/// Runs the command.
pub fn run(args: &args::Sim, library: &Library) -> ExitCode {
    match study(args, library) {
        Ok(code) | Err(code) => code,
    }
}

fn study(args: &args::Sim, library: &Library) -> Result<ExitCode, ExitCode> {
    let seats = seats::read(&args.seats)?;
    if seats.iter().flatten().any(|s| *s == Seat::Human) {
        return Err(wrong("people can't sit in a simulation", "seats are random, quick or greedy: `--seats random,greedy`"));
    }
    if args.games == 0 {
        return Err(wrong("a study needs games", "ask for at least one: `--games 10000`"));
    }
    if let Some(name) = &args.series {
        return series::study(args, name, seats, library);
    }
    let ready = setup::build(library, &args.game, seats.as_ref().map(Vec::len))?;
    let seats = seats.unwrap_or_else(|| vec![Seat::Random; ready.program.players]);
    let other = match &args.against {
        Some(wanted) => Some(against::build(&ready, wanted)?),
        None => None,
    };
    let runner = Runner::new(args, "games")?;
    let pool = &runner.pool;
    let begun = Instant::now();
    let progress = |games| runner.bar.inc(games);
    let batch = Batch { seats: &seats, seed: args.seed, games: args.games, progress: &progress, cancel: &runner.cancel };
    let (counts, comparison) = match &other {
        None => (pool.install(|| batch.one(&ready.program)), None),
        Some(other) => {
            let comparison = pool.install(|| batch.two([&ready.program, &other.ready.program]));
            (comparison.first.clone(), Some(comparison))
        }
    };
    runner.ended(counts.games + comparison.as_ref().map_or(0, |c| c.second.games), begun);
    let interrupted = runner.is_cancelled();
    let study = Study { ready: &ready, seats: &seats, seed: args.seed, games: args.games, interrupted };
    let pair = other.as_ref().zip(comparison.as_ref());
    if args.json {
        let against = pair.map(|(other, pair)| Other::Against(&other.name, study.games(&other.ready, &pair.second), pair));
        out::print(json::text(&study.games(&ready, &counts), interrupted, against));
    } else {
        out::print(table::text(&study, &counts, pair));
    }
    let mut failed = report_failure(&ready, &counts);
    if let Some((other, comparison)) = pair {
        failed |= report_failure(&other.ready, &comparison.second);
    }
    Ok(match (interrupted, failed) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::from(FOUND),
        (false, false) => ExitCode::SUCCESS,
    })
}

/// Returns the figures of a batch as a table.
pub fn figures(ready: &Ready, seats: &[Seat], seed: u64, counts: &Counts) -> String {
    let study = Study { ready, seats, seed, games: counts.games, interrupted: false };
    table::text(&study, counts, None)
}

/// Returns a table that compares the figures under the current rules with the earlier ones.
pub fn compared(before: &Ready, now: &Ready, seats: &[Seat], seed: u64, comparison: &Comparison) -> String {
    let study = Study { ready: before, seats, seed, games: comparison.first.games, interrupted: false };
    let now = against::Against { name: "now".to_owned(), told: Some("as saved now".to_owned()), ready: now.clone() };
    table::text(&study, &comparison.first, Some((&now, comparison)))
}

/// Threads, the progress bar, and Ctrl-C.
struct Runner {
    pool: rayon::ThreadPool,
    cancel: Arc<AtomicBool>,
    bar: ProgressBar,
}

impl Runner {
    /// Prepares for as many `what` as the arguments ask for.
    fn new(args: &args::Sim, what: &str) -> Result<Runner, ExitCode> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build();
        let pool = pool.map_err(|e| wrong(&format!("threads can't be started: {e}"), "ask for fewer: `--threads 1`"))?;
        Ok(Runner { pool, cancel: long::cancel(), bar: long::bar(args.games, what) })
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Removes the progress bar and prints the speed.
    fn ended(&self, games: u64, begun: Instant) {
        let seconds = begun.elapsed().as_secs_f64();
        self.bar.finish_and_clear();
        out::note(format!(
            "{} in {seconds:.1} s on {}: {} games a second",
            table::count(games, "game"),
            table::count(self.pool.current_num_threads() as u64, "thread"),
            table::number((games as f64 / seconds.max(1e-9)) as u64)
        ));
    }
}

/// The arguments of a batch.
struct Batch<'a> {
    seats: &'a [Seat],
    seed: u64,
    games: u64,
    progress: &'a (dyn Fn(u64) + Sync),
    cancel: &'a AtomicBool,
}

impl Batch<'_> {
    fn one(&self, program: &Program) -> Counts {
        simulate(program, self.seats, self.seed, 0..self.games, self.progress, self.cancel)
    }

    fn two(&self, programs: [&Program; 2]) -> Comparison {
        compare(programs, self.seats, self.seed, 0..self.games, self.progress, self.cancel)
    }
}

/// Prints the first game that the rules could not go on with. Returns whether there was one.
fn report_failure(ready: &Ready, counts: &Counts) -> bool {
    let failure = failure(ready, counts);
    failure.iter().for_each(out::note);
    failure.is_some()
}

/// Describes the first game that the rules could not go on with, if there was one.
pub fn failure(ready: &Ready, counts: &Counts) -> Option<String> {
    let failure = counts.failure.as_ref()?;
    let problem = render(&ready.ruleset.sources, std::slice::from_ref(&failure.problem), true);
    Some(format!(
        "{}\n{} of {} games ended so. The first is game {}, with the seed {}: `coursesetter play … --seed {}` plays it with the same dice.",
        problem.trim_end(),
        table::number(counts.failed),
        table::number(counts.games),
        failure.game,
        failure.seed,
        failure.seed
    ))
}

fn wrong(message: &str, hint: &str) -> ExitCode {
    setup::report(&Sources::default(), &[Diagnostic::nowhere(Code::WrongParameter, message).hint(hint)]);
    ExitCode::from(WRONG)
}
