//! `replay`: plays a saved game again and compares.

use std::process::ExitCode;

use interpreter::diagnostic::{Code, Diagnostic, Severity, has_errors};
use interpreter::game::Status;
use interpreter::replay::{self, OfSeries, Replayed, Saved, Step};
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::source::Sources;
use interpreter::testing::SEED;
use interpreter::testing::record::{self, Recording};

use super::play::{log_line, ranking};
use super::{FOUND, WRONG, out, setup};
use crate::args;
use crate::files::{self, Library};

mod series;

/// Replays the game in the file. Succeeds only if it goes as it was saved.
pub fn run(args: &args::Replay, library: &Library) -> ExitCode {
    match again(args, library) {
        Ok(code) | Err(code) => code,
    }
}

fn again(args: &args::Replay, library: &Library) -> Result<ExitCode, ExitCode> {
    let file = args.file.display();
    let fail = |problem: Diagnostic, code: u8| {
        setup::report(&Sources::default(), &[problem]);
        ExitCode::from(code)
    };
    let text = files::read(&args.file)
        .map_err(|why| fail(Diagnostic::nowhere(Code::Unreadable, format!("{file} can't be read: {why}")), WRONG))?;
    let damaged = |p: Diagnostic| {
        let message = format!("{file}: {}", p.message);
        fail(Diagnostic { message, ..p }, FOUND)
    };
    let mut races = Saved::read(&text).map_err(damaged)?;
    let of = races.first().and_then(|race| race.series.clone());
    if let Some(OfSeries { name, seed: Some(seed), addons, set, .. }) = of {
        if args.under.is_some() {
            let problem = Diagnostic::nowhere(
                Code::BadReplay,
                format!("{file} is a series; a single race can be played under other rules"),
            );
            return Err(fail(problem, WRONG));
        }
        let setup = Setup { addons, settings: set, players: Some(races[0].seats.len()), ..Setup::default() };
        return series::again(args, (&name, seed, setup), &races, library);
    }
    let Some(saved) = races.pop() else { return Err(damaged(Diagnostic::nowhere(Code::BadReplay, "it has no race"))) };
    let ruleset = setup::ruleset(library, args.under.as_ref().unwrap_or(&saved.ruleset))?;
    if let Some(problem) = of_another_game(&saved, &ruleset, &file.to_string()) {
        return Err(fail(problem, WRONG));
    }
    let ready = setup::built(ruleset, saved.setup())?;
    let changed = saved.changed(&ready.ruleset);
    if args.under.is_none() {
        note_changes(&changed, "game");
    }
    let replayed = replay::replay(ready.program.clone(), &saved);
    let game = &replayed.game;
    note_renamed(&replayed);
    if args.as_test && replayed.equal() {
        let recording = record::race(game, &ready.setup, &ready.built.track_name);
        let no_test = |why| fail(Diagnostic::nowhere(Code::BadReplay, format!("{file} can't be a test: {why}")), FOUND);
        return recording.map_err(no_test).map(|recording| print_test(&recording, saved.seed));
    }
    if args.log {
        game.log.iter().for_each(|line| out::print(log_line(line, &line.text)));
        out::line("");
    }
    if game.status == Status::Over {
        let seats: Vec<&str> = saved.seats.iter().map(String::as_str).collect();
        out::print(ranking(game, &seats));
    }
    let steps: Vec<&Step> = saved.steps().collect();
    let (title, count) = (&ready.built.ir.game.title, steps.len());
    if replayed.equal() {
        let text = format!("{title}, seed {}: equal to the saved game through all {count} choices.", saved.seed);
        out::line(out::styled(out::GOOD, text));
        return Ok(ExitCode::SUCCESS);
    }
    setup::report(&ready.ruleset.sources, &differences(&replayed, &steps, &changed, "game"));
    Ok(ExitCode::from(FOUND))
}

/// Prints a recording as a test. If the race is over, the test expects the places; otherwise it expects all changes.
fn print_test(recording: &Recording, seed: u64) -> ExitCode {
    if recording.asks_chance && seed != SEED {
        let text = format!("note: chance decided something that no test can script; a race of seed {SEED} would go the same way");
        out::note(out::styled(out::WARN, text));
    }
    let is_place = |change: &String| change.starts_with("place(");
    let has_places = recording.changes.iter().any(is_place);
    out::print(recording.test(&format!("the race of seed {seed}"), |n| !has_places || is_place(&recording.changes[n])));
    ExitCode::SUCCESS
}

/// Returns why a game can't be played under the rules of another one. Either these have no such add-ons, parameters, track or players, or
/// none of its decisions.
fn of_another_game(saved: &Saved, ruleset: &Ruleset, file: &str) -> Option<Diagnostic> {
    if saved.ruleset == *ruleset.name || has_errors(&ruleset.problems_of(&saved.setup())) {
        return None;
    }
    let built = ruleset.build(&saved.setup());
    let why = match &built.program {
        None => built.problems.iter().find(|problem| problem.severity == Severity::Error)?.message.clone(),
        Some(program) => {
            let is_known = |step: &Step| program.ir.decisions.iter().any(|decision| *decision.name == *step.decision);
            let first = saved.steps().next().filter(|_| !saved.steps().any(is_known))?;
            format!("there is no `{}` to decide", first.decision)
        }
    };
    // A mistake in the rules themselves is reported at its own place.
    if built.problems.iter().any(|problem| problem.severity == Severity::Error && problem.span.is_some()) {
        return None;
    }
    let (of, under) = (&saved.ruleset, &ruleset.name);
    let message = format!("{file} is a game of `{of}`, which can't be played under `{under}`: {why}");
    let hint = format!("--under takes rules of the same game: a changed copy, as `new ruleset NAME --from {of}` makes one");
    Some(Diagnostic::nowhere(Code::BadReplay, message).hint(hint))
}

/// Prints which texts have changed since a `what` was saved.
fn note_changes(changed: &[&str], what: &str) {
    if let [.., last] = changed {
        let have = if changed.len() > 1 || last.ends_with('s') && *last != "series" { "have" } else { "has" };
        let text =
            format!("note: the {} {have} changed since the {what} was saved; trying all the same", changed.join(" and the "));
        out::note(out::styled(out::WARN, text));
    }
}

/// Prints which options were found under a new name.
fn note_renamed(replayed: &Replayed) {
    for renamed in &replayed.renamed {
        out::note(out::styled(out::WARN, format!("note: {}", renamed.told())));
    }
}

/// Returns how a replayed race differs from the saved one with these choices. The saved one is a `what` or part of one.
fn differences(replayed: &Replayed, choices: &[&Step], changed: &[&str], what: &str) -> Vec<Diagnostic> {
    let count = choices.len();
    let mut problems = vec![];
    if let Some(after) = replayed.differs_after {
        let place = match after.checked_sub(1).and_then(|n| choices.get(n)) {
            Some(step) => format!("after choice {after} of {count}, `{}` by player {}", step.decision, step.player),
            None => "from the start, before the first choice".to_owned(),
        };
        let problem = Diagnostic::nowhere(Code::BadReplay, format!("the state differs from that of the saved {what} {place}"));
        problems.push(if changed.is_empty() {
            problem.hint(format!("the file was edited, or the {what} was saved by another version of the program"))
        } else {
            problem.hint("the change of the rules or the track shows here")
        });
    }
    problems.extend(replayed.stopped_at.iter().map(|(_, problem)| problem.clone()));
    problems.extend(replayed.other_end.clone());
    problems
}
