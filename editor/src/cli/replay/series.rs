//! Replays a saved series race by race and compares.

use std::process::ExitCode;
use std::sync::Arc;

use interpreter::diagnostic::Diagnostic;
use interpreter::replay::Saved;
use interpreter::ruleset::Setup;
use interpreter::series::{self, ReplayedSeries};

use super::super::play::{log_line, standing};
use super::super::{FOUND, out, setup};
use crate::args;
use crate::files::Library;

/// Replays the series in the file. Succeeds only if it goes as it was saved.
pub fn again(
    args: &args::Replay,
    (name, seed, setup): (&str, u64, Setup),
    saved: &[Saved],
    library: &Library,
) -> Result<ExitCode, ExitCode> {
    let ruleset = setup::ruleset(library, &saved[0].ruleset)?;
    let ready = setup::planned(ruleset, name, setup)?;
    let changed = series::changed(saved, &ready.ruleset, &ready.plan);
    super::note_changes(&changed, "series");
    let replayed = ReplayedSeries::of(Arc::new(ready.plan.clone()), seed, saved);
    replayed.races.iter().for_each(super::note_renamed);
    if args.log {
        for (race, planned) in replayed.races.iter().zip(&ready.plan.races) {
            out::line(format!("\n{}", out::styled(out::STRONG, &planned.title)));
            race.game.log.iter().for_each(|line| out::print(log_line(line, &line.text)));
        }
        out::line("");
    }
    if !replayed.series.over.is_empty() {
        out::print(standing(&replayed.series));
    }
    let (title, races) = (&ready.plan.races[0].built.ir.game.title, saved.len());
    let choices: usize = saved.iter().map(|race| race.steps().count()).sum();
    let mut problems: Vec<Diagnostic> = vec![];
    for (n, (race, saved)) in replayed.races.iter().zip(saved).enumerate() {
        for mut problem in super::differences(race, &saved.steps().collect::<Vec<_>>(), &changed, "series") {
            problem.message = format!("race {}: {}", n + 1, problem.message);
            problems.push(problem);
        }
    }
    problems.extend(replayed.left_over.clone());
    if problems.is_empty() {
        let all = if races == 1 { "1 race".to_owned() } else { format!("all {races} races") };
        let text = format!("{title}, {name}, seed {seed}: equal to the saved series through {all} and {choices} choices.");
        out::line(out::styled(out::GOOD, text));
        return Ok(ExitCode::SUCCESS);
    }
    setup::report(&ready.ruleset.sources, &problems);
    Ok(ExitCode::from(FOUND))
}
