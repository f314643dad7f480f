//! `watch`: checks, tests and plays a ruleset again whenever one of its files is saved.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::players::Seat;
use interpreter::ruleset::{Setup, Texts};
use interpreter::simulate::{Counts, compare, simulate};

use super::check::tests;
use super::setup::{self, Ready};
use super::{long, out, seats, sim};
use crate::args;
use crate::figures::words::count;
use crate::files::Library;
use crate::render::render;
use crate::workspace::Workspace;
use crate::workspace::watcher::Watcher;

/// How often to look whether files have been saved again meanwhile.
const LOOK: Duration = Duration::from_millis(100);

/// Goes on until Ctrl-C ends it.
pub fn run(args: &args::Watch, library: &Library) -> ExitCode {
    match watch(args, library) {
        Ok(never) => match never {},
        Err(code) => code,
    }
}

enum Never {}

fn watch(args: &args::Watch, library: &Library) -> Result<Never, ExitCode> {
    let name = &args.game.ruleset;
    let seats = seats::read(&args.seats)?;
    let ruleset = setup::ruleset(library, name)?;
    let addons = setup::with_required(&ruleset, &args.game.with);
    let (track, settings) = (args.game.track.clone(), args.game.set.clone());
    let wanted = Setup { addons, track, settings, players: seats.as_ref().map(Vec::len), ..Setup::default() };
    long::ends_on_ctrl_c();
    let mut watcher = Watcher::new(&[&library.rulesets.join(name), &library.tracks.join(name)]);
    let mut workspace = Workspace::new(library.read(name), wanted);
    let mut watched = Watched { args, seats, before: None };
    loop {
        if let Some(job) = workspace.job() {
            workspace.finish(job.run());
            let texts = workspace.texts().clone();
            let cancel = AtomicBool::new(false);
            std::thread::scope(|scope| {
                let told = scope.spawn(|| watched.tell(&workspace, &cancel));
                while !told.is_finished() {
                    if watcher.wait(LOOK) && is_other(library, name, &texts) {
                        cancel.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
        watcher.wait(Duration::from_secs(1));
        let changed = workspace.set_texts(library.read(name));
        if !changed.is_empty() {
            out::line(format!("\n── {} ──", out::styled(out::STRONG, changed.join(", "))));
        }
    }
}

fn is_other(library: &Library, name: &str, texts: &Texts) -> bool {
    !crate::workspace::differences(texts, &library.read(name)).is_empty()
}

/// The state of a watch.
struct Watched<'a> {
    args: &'a args::Watch,
    seats: Option<Vec<Seat>>,
    /// The last build that could be played, and in which no game failed.
    before: Option<Ready>,
}

impl Watched<'_> {
    /// Prints problems, tests and figures: all of them the first time, then the changes. Stops early when the files have changed again.
    fn tell(&mut self, workspace: &Workspace, cancel: &AtomicBool) {
        let Some(build) = workspace.newest() else { return };
        let ruleset = &build.ruleset;
        let mut problems: Vec<Diagnostic> = ruleset.problems.iter().chain(&build.built.problems).cloned().collect();
        problems.sort_by_key(|problem| problem.severity != Severity::Error);
        out::print(render(&ruleset.sources, &problems, true));
        let Some(program) = build.program().cloned() else {
            out::line(out::styled(out::BAD, "It can't be played like this. The last good rules stay in use."));
            return;
        };
        let tested = tests::run_tests(ruleset, &problems);
        let all = tested.passed + tested.failed;
        match tested.failed {
            0 => out::line(out::styled(out::GOOD, format!("{} passed", count(all as u64, "test")))),
            failed => out::line(out::styled(out::BAD, format!("{failed} of {all} tests failed"))),
        }
        let ready = Ready { ruleset: ruleset.clone(), setup: build.setup.clone(), built: build.built.clone(), program };
        if let Some(counts) = self.play(&ready, cancel) {
            match sim::failure(&ready, &counts) {
                None => self.before = Some(ready),
                Some(failure) => {
                    out::line(failure);
                    if self.before.is_some() {
                        out::line("The next save is compared with the last state in which no game failed.");
                    }
                }
            }
        }
    }

    /// Plays games and prints the figures. Returns the counts, unless it was cancelled.
    fn play(&self, ready: &Ready, cancel: &AtomicBool) -> Option<Counts> {
        let players = ready.program.players;
        let seats = self.seats.clone().unwrap_or_else(|| vec![Seat::Random; players]);
        let games = self.args.games;
        let before = self.before.as_ref().filter(|before| before.program.players == players);
        let (text, counts) = match before {
            Some(before) => {
                let programs = [&*before.program, &*ready.program];
                let comparison = compare(programs, &seats, self.args.seed, 0..games, &|_| {}, cancel);
                (sim::compared(before, ready, &seats, self.args.seed, &comparison), comparison.second)
            }
            None => {
                let counts = simulate(&ready.program, &seats, self.args.seed, 0..games, &|_| {}, cancel);
                (sim::figures(ready, &seats, self.args.seed, &counts), counts)
            }
        };
        if cancel.load(Ordering::Relaxed) {
            out::line("saved again: starting anew");
            return None;
        }
        out::print(text);
        Some(counts)
    }
}
