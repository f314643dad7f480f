//! A series in the terminal: race after race, with the table after each.

use std::process::ExitCode;
use std::sync::Arc;

use interpreter::data::manifest::series::Ties;
use interpreter::game::Status;
use interpreter::players::Seat;
use interpreter::replay::OfSeries;
use interpreter::series::{Series, Standing};

use super::super::out::{DIM, STRONG, styled};
use super::super::setup::{self, ReadySeries};
use super::super::{FOUND, out, seats};
use super::ahead::Course;
use super::race::Race;
use super::saving::Saving;
use super::table;
use super::{any_seed, how_to_answer, played};
use crate::args;
use crate::files::Library;

/// Plays until the series is over or the person leaves.
pub fn play(args: &args::Play, name: &str, library: &Library) -> Result<ExitCode, ExitCode> {
    let given = seats::read(&args.seats)?;
    let names = seats::names(&args.names, given.as_ref().map(Vec::len))?;
    let players = given.as_ref().map_or(names.len(), Vec::len);
    let ready = setup::series(library, &args.game, name, Some(players).filter(|players| *players > 0), names)?;
    let seats = given.unwrap_or_else(|| seats::usual(ready.plan.players));
    let mut saving = Saving::new(args, &seats)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    introduce(&ready, &seats, seed);
    let names: Vec<&str> = seats.iter().map(|s| s.name()).collect();
    let mut series = Series::new(Arc::new(ready.plan.clone()), seed);
    let count = ready.plan.races.len();
    while let Some(game) = series.next_race() {
        let n = series.over.len();
        let planned = &ready.plan.races[n];
        let of = OfSeries {
            name: ready.plan.name.to_string(),
            race: n + 1,
            seed: Some(seed),
            addons: ready.setup.addons.clone(),
            set: ready.setup.settings.clone(),
        };
        out::line(format!("\n{}", styled(STRONG, format!("Race {} of {count}: {}", n + 1, planned.title))));
        let course = Course::of(&game.program, &ready.ruleset.manifest);
        let mut race = Race::new(game, &seats, course);
        let left = played(&mut race, &mut |game| saving.save(game, &ready.ruleset, &planned.setup, Some(of.clone())))?;
        if let Some(left) = left {
            let choices = race.game.choices.len();
            out::line(format!("{} in race {} of {count}, after {choices} choices in it.", left.reason("series"), n + 1));
            saving.tell(library, true, "series");
            return Ok(ExitCode::SUCCESS);
        }
        if let Status::Failed(problem) = &race.game.status {
            setup::report(&ready.ruleset.sources, &[(**problem).clone()]);
        }
        if race.trouble.is_some() {
            super::report_trouble(&race, &ready.ruleset.sources);
        }
        if race.game.status != Status::Over {
            out::line(format!("The series can't go on without race {}.", n + 1));
            saving.tell(library, false, "series");
            return Ok(ExitCode::from(FOUND));
        }
        out::print(format!("\n{}", table::ranking(&race.game, &names)));
        saving.next_race();
        series.add(race.game).expect("the race is over and was the next");
        out::print(format!("\n{}", standing(&series)));
    }
    saving.tell(library, false, "series");
    Ok(ExitCode::SUCCESS)
}

fn introduce(ready: &ReadySeries, seats: &[Seat], seed: u64) {
    let first = &ready.plan.races[0];
    let title = format!("{} · {}", first.built.ir.game.title, ready.plan.name);
    let mut parts = vec![format!("{} races", ready.plan.races.len())];
    let on = ready.ruleset.addon_names(&ready.setup.addons).0;
    parts.extend(ready.ruleset.addons.iter().filter(|a| on.contains(&a.name)).map(|a| a.title.to_string()));
    parts.extend(ready.setup.settings.iter().cloned());
    parts.push(format!("seed {seed}"));
    out::line(format!("{} · {}", styled(STRONG, title), parts.join(" · ")));
    if !ready.plan.note.is_empty() {
        out::line(styled(DIM, &ready.plan.note));
    }
    how_to_answer(&first.program, seats);
}

/// Returns the table of a series, with races as rows, and who leads or has won.
pub fn standing(series: &Series) -> String {
    let plan = &series.plan;
    let standing = series.standing();
    let names: Vec<&str> = plan.races[0].program.names.iter().take(plan.players).map(|n| &**n).collect();
    let (done, all) = (standing.races.len(), plan.races.len());
    let title = match series.now() {
        None => format!("{}: the table", plan.name),
        Some(_) => format!("{} after {done} of {all} races", plan.name),
    };
    let mut cells = vec![std::iter::once("race").chain(names.iter().copied()).map(str::to_owned).collect::<Vec<_>>()];
    let both = !standing.points_are_places();
    for (race, planned) in standing.races.iter().zip(&plan.races) {
        let cell = |player: usize| {
            if both { format!("{} ({}.)", race.points[player], race.places[player]) } else { race.points[player].to_string() }
        };
        cells.push(std::iter::once(planned.title.to_string()).chain((0..plan.players).map(cell)).collect());
    }
    let totals = standing.totals.iter().map(i64::to_string);
    cells.push(std::iter::once("Total".to_owned()).chain(totals).collect());
    let place =
        |player: usize| format!("{}.{}", standing.places[player], if standing.is_shared(player) { " shared" } else { "" });
    cells.push(std::iter::once("place".to_owned()).chain((0..plan.players).map(place)).collect());
    let numbers: Vec<usize> = (1..=plan.players).collect();
    let mut text = format!("{}\n{}", styled(STRONG, title), table::columns(&cells, &numbers));
    let mut notes = vec![];
    if both {
        notes.push("Points, and in brackets the place.");
    }
    if standing.was_tied() && plan.scoring.ties == Ties::LastRace {
        notes.push("With equal totals the better place in the last race counts, then in the one before.");
    }
    if !notes.is_empty() {
        text.push_str(&format!("{}\n", styled(DIM, notes.join(" "))));
    }
    if series.now().is_none() && plan.players > 1 {
        text.push_str(&format!("{}\n", styled(STRONG, won_by(&plan.name, &names, &standing))));
    }
    text
}

/// `Mary wins World Cup with 8 points.`
fn won_by(series: &str, names: &[&str], standing: &Standing) -> String {
    let winners: Vec<usize> = standing.order().into_iter().filter(|p| standing.places[*p] == 1).collect();
    let points = winners.first().map_or(0, |p| standing.totals[*p]);
    let points = format!("{points} point{}", if points == 1 { "" } else { "s" });
    let who: Vec<&str> = winners.iter().filter_map(|p| names.get(*p).copied()).collect();
    match who.as_slice() {
        [one] => format!("{one} wins {series} with {points}."),
        many => format!("{} share the first place of {series} with {points} each.", many.join(" and ")),
    }
}
