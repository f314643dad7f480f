//! `play`: a race in the terminal.

use std::process::ExitCode;

use interpreter::diagnostic::Diagnostic;
use interpreter::game::{Game, Status};
use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::source::Sources;

use super::setup::{self, Ready};
use super::{FOUND, out, seats};
use crate::args;
use crate::files::Library;

mod ahead;
mod around;
mod cards;
mod pieces;
pub mod race;
mod saving;
mod series;
mod table;

use ahead::Course;
use race::{Left, Race};
use saving::Saving;

pub use race::log_line;
pub use series::standing;
pub use table::{columns, ranking};

/// Plays until the race is over or the person leaves.
pub fn run(args: &args::Play, library: &Library) -> ExitCode {
    let played = match &args.series {
        Some(name) => series::play(args, name, library),
        None => play(args, library),
    };
    match played {
        Ok(code) | Err(code) => code,
    }
}

fn play(args: &args::Play, library: &Library) -> Result<ExitCode, ExitCode> {
    let given = seats::read(&args.seats)?;
    let names = seats::names(&args.names, given.as_ref().map(Vec::len))?;
    let players = given.as_ref().map_or(names.len(), Vec::len);
    let ready = setup::build_for(library, &args.game, Some(players).filter(|players| *players > 0), names)?;
    let seats = given.unwrap_or_else(|| seats::usual(ready.program.players));
    let mut saving = Saving::new(args, &seats)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    introduce(&ready, &seats, seed);
    let names: Vec<&str> = seats.iter().map(|s| s.name()).collect();
    let course = Course::of(&ready.program, &ready.ruleset.manifest);
    let mut race = Race::new(Game::start(ready.program.clone(), seed), &seats, course);
    let left = played(&mut race, &mut |game| saving.save(game, &ready.ruleset, &ready.setup, None))?;
    let code = match (&left, &race.game.status) {
        _ if race.trouble.is_some() => report_trouble(&race, &ready.ruleset.sources),
        (Some(left), _) => {
            out::line(format!("{} after {} choices.", left.reason("race"), race.game.choices.len()));
            ExitCode::SUCCESS
        }
        (None, Status::Failed(problem)) => {
            setup::report(&ready.ruleset.sources, &[(**problem).clone()]);
            ExitCode::from(FOUND)
        }
        (None, Status::Unfinished) => ExitCode::from(FOUND),
        (None, _) => {
            out::print(format!("\n{}", table::ranking(&race.game, &names)));
            ExitCode::SUCCESS
        }
    };
    saving.tell(library, left.is_some(), "game");
    Ok(code)
}

/// Plays a race to its end, or until the person leaves. The race is saved after each answer, so that closing the terminal loses nothing.
fn played(race: &mut Race, save: &mut dyn FnMut(&Game) -> Result<(), ExitCode>) -> Result<Option<Left>, ExitCode> {
    let left = loop {
        match race.play_on() {
            Ok(()) if race.trouble.is_some() => break None,
            Ok(()) if matches!(race.game.status, Status::Asking(_)) => save(&race.game)?,
            Ok(()) => break None,
            Err(left) => break Some(left),
        }
    };
    save(&race.game)?;
    Ok(left)
}

/// Reports why a bot can't answer, so that the race can't go on.
fn report_trouble(race: &Race, sources: &Sources) -> ExitCode {
    let problems: Vec<Diagnostic> = race.trouble.iter().map(|problem| (**problem).clone()).collect();
    setup::report(sources, &problems);
    out::line("A bot can't answer because of that, and the race stops.");
    ExitCode::from(FOUND)
}

/// Prints what is played, by whom, and how to answer.
fn introduce(ready: &Ready, seats: &[Seat], seed: u64) {
    let Ready { ruleset, built, program, setup } = ready;
    let mut parts = vec![format!("track {}", built.track.name)];
    let on = ruleset.addon_names(&setup.addons).0;
    parts.extend(ruleset.addons.iter().filter(|a| on.contains(&a.name)).map(|a| a.title.to_string()));
    parts.extend(setup.settings.iter().cloned());
    parts.push(format!("seed {seed}"));
    out::line(format!("{} · {}", out::styled(out::STRONG, &built.ir.game.title), parts.join(" · ")));
    how_to_answer(program, seats);
}

/// Prints who plays, and what people can type.
fn how_to_answer(program: &Program, seats: &[Seat]) {
    let who: Vec<String> = program.names.iter().zip(seats).map(|(n, s)| format!("{n}: {}", s.name())).collect();
    out::line(who.join(" · "));
    if seats.contains(&Seat::Human) {
        let help = "Answer with a number or the option's first letters. ? shows the state, u undoes, q quits.";
        out::line(out::styled(out::DIM, help));
    }
}

/// Returns a random seed that is short enough to type.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000
}
