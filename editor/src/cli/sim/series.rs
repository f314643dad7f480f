//! `sim --series`: plays many series with bots and measures them. Also documents the output of `--json`.
//!
//! Keys stay the same in later versions; new ones may be added.
//! - `ruleset`, `series`, `addons`, `settings`, `players`, `seats`, `seed`: what was played.
//! - `played`: the numbers of whole series: `asked`, `played`, `finished`, `unfinished` (a race was broken off), `failed` (by an error in
//!   the rules), and `at_random` as in [`crate::figures::json`]. `interrupted`: whether Ctrl-C ended the study.
//! - `hash`: a hexadecimal number, the same for equal studies, whatever the threads. `confidence`: that of all intervals, 0.95.
//! - `figures`: those of whole series, as in [`crate::figures::json`]: `series.win_rate.seat.N`, `series.points.seat.N`, `series.place.seat.N`.
//! - `races`: for each race `title`, `track`, `addons`, `settings`, and `games`, `hash`, `figures`, `goals`, `uneven` as in
//!   [`crate::figures::json`].

use std::process::ExitCode;
use std::time::Instant;

use interpreter::players::Seat;
use interpreter::series::{self, SeriesCounts, SeriesRow, SeriesSection};
use interpreter::stats::CONFIDENCE;
use serde::Serialize;

use super::super::long::INTERRUPTED;
use super::super::out::{BAD, DIM, STRONG, WARN, styled};
use super::super::setup::{self, ReadySeries};
use super::super::{FOUND, out};
use super::table::{self, Table, count, number};
use super::{Runner, wrong};
use crate::args;
use crate::figures::json::{Counted, Figure, Goal, Uneven, figures_of, goals_of, uneven_of};
use crate::files::Library;

/// Plays many series and prints their figures.
pub fn study(args: &args::Sim, name: &str, seats: Option<Vec<Seat>>, library: &Library) -> Result<ExitCode, ExitCode> {
    if args.against.is_some() {
        let hint = "compare single races, or play the series twice with other settings and the same seed";
        return Err(wrong("series can't be compared with `--against` yet", hint));
    }
    let ready = setup::series(library, &args.game, name, seats.as_ref().map(Vec::len), vec![])?;
    let seats = seats.unwrap_or_else(|| vec![Seat::Random; ready.plan.players]);
    let runner = Runner::new(args, "series")?;
    let begun = Instant::now();
    let progress = |played| runner.bar.inc(played);
    let counts =
        runner.pool.install(|| series::simulate(&ready.plan, &seats, args.seed, 0..args.games, &progress, &runner.cancel));
    runner.ended(counts.races.iter().map(|race| race.games).sum(), begun);
    let study = Study { ready: &ready, seats: &seats, args, interrupted: runner.is_cancelled() };
    out::print(if args.json { study.json(&counts) } else { study.text(&counts) });
    if let Some(failure) = &counts.failure {
        setup::report(&ready.ruleset.sources, std::slice::from_ref(&failure.problem));
        out::note(format!(
            "{} of {} series ended so. The first is series {}, in race {}: `coursesetter play … --series … --seed {}` has the same dice.",
            number(counts.failed),
            number(counts.series),
            failure.series,
            failure.race + 1,
            failure.seed
        ));
    }
    Ok(match (study.interrupted, counts.failure.is_some()) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::from(FOUND),
        (false, false) => ExitCode::SUCCESS,
    })
}

struct Study<'a> {
    ready: &'a ReadySeries,
    seats: &'a [Seat],
    args: &'a args::Sim,
    interrupted: bool,
}

impl Study<'_> {
    fn text(&self, counts: &SeriesCounts) -> String {
        let plan = &self.ready.plan;
        let mut text = self.heading(counts);
        let rows = series::rows(plan, counts);
        if rows.is_empty() {
            text.push_str("No series came to an end, so there are no figures of series.\n");
        }
        for section in [SeriesSection::Wins, SeriesSection::Points] {
            let rows: Vec<&SeriesRow> = rows.iter().filter(|row| row.section == section).collect();
            if rows.is_empty() || (section == SeriesSection::Wins && plan.players == 1) {
                continue;
            }
            let mut table = Table::new(section.title());
            for (row, seat) in rows.iter().zip(self.seats) {
                let (label, e) = (format!("{} ({})", row.label, seat.name()), &row.estimate);
                if row.is_share {
                    table.head = ["share", "95 % interval", ""].map(str::to_owned).to_vec();
                    table.row(label, [table::percent(e.value), table::interval(e), table::fairness(e, plan.players).to_owned()]);
                } else {
                    table.head = ["mean", "", "5 %", "half", "95 %"].map(str::to_owned).to_vec();
                    let at = |n: usize| row.percentiles.as_ref().map_or(String::new(), |p| p[n].value.to_string());
                    table.row(label, [table::decimal(e.value), table::margin(e), at(0), at(1), at(2)]);
                }
            }
            text.push_str(&table.text());
        }
        if !rows.is_empty() {
            let of = format!("\nOf {}. A shared win counts for each as its part.\n", count_series(counts.finished()));
            text.push_str(&styled(DIM, of));
        }
        for (n, (race, counts)) in plan.races.iter().zip(&counts.races).enumerate() {
            let addons: Vec<&str> = race.program.ir.addons.iter().map(|a| &*a.title).collect();
            let mut parts = vec![format!("track {}", race.built.track_name), count(counts.games, "game")];
            parts.extend((!addons.is_empty()).then(|| format!("with {}", addons.join(" and "))));
            parts.extend(race.setup.settings.iter().cloned());
            let title = format!("Race {} of {}: {}", n + 1, plan.races.len(), race.title);
            text.push_str(&format!("\n{} ({})\n", styled(STRONG, title), parts.join(", ")));
            text.push_str(&table::batch(&race.program, self.seats, counts));
            text.push_str(&table::goals(&interpreter::stats::goals(&race.program, counts)));
            text.push_str(&table::uneven("", &race.program, self.seats, counts));
        }
        text.push_str(&table::legend());
        text
    }

    /// Returns what the figures are based on.
    fn heading(&self, counts: &SeriesCounts) -> String {
        let plan = &self.ready.plan;
        let ir = &plan.races[0].built.ir;
        let addons = self.ready.ruleset.addon_names(&self.ready.setup.addons).0;
        let titles: Vec<&str> =
            self.ready.ruleset.addons.iter().filter(|a| addons.contains(&a.name)).map(|a| &*a.title).collect();
        let addons = if titles.is_empty() { "no add-ons".to_owned() } else { format!("with {}", titles.join(" and ")) };
        let parts: Vec<String> = std::iter::once(addons).chain(self.ready.setup.settings.iter().cloned()).collect();
        let mut text = format!("{}\n", styled(STRONG, format!("{}, {}: {}", ir.game.title, plan.name, parts.join(", "))));
        text.push_str(&format!(
            "{} ({}), {} of {} from seed {}\n",
            count(self.seats.len() as u64, "player"),
            table::bots(self.seats),
            count_series(counts.series),
            count(plan.races.len() as u64, "race"),
            self.args.seed
        ));
        if self.interrupted {
            let (played, asked) = (number(counts.series), number(self.args.games));
            let stopped = format!("Stopped: {played} of {asked} series were played. The figures are of these.");
            text.push_str(&format!("{}\n", styled(WARN, stopped)));
        }
        if counts.unfinished > 0 {
            let line = format!("{} did not end: a race was broken off. In no figure of series.", count_series(counts.unfinished));
            text.push_str(&format!("{}\n", styled(WARN, line)));
        }
        if counts.failed > 0 {
            let line = format!("{} failed (see below), and count in no figure of series.", count_series(counts.failed));
            text.push_str(&format!("{}\n", styled(BAD, line)));
        }
        text
    }

    fn json(&self, counts: &SeriesCounts) -> String {
        let plan = &self.ready.plan;
        let figure = |row: &SeriesRow| Figure::new(&row.key, &row.label, row.estimate, row.is_share, row.percentiles);
        let race = |(race, counts): (&series::PlannedRace, &interpreter::simulate::Counts)| Race {
            title: race.title.to_string(),
            track: race.built.track_name.to_string(),
            addons: race.program.ir.addons.iter().map(|a| a.name.to_string()).collect(),
            settings: race.setup.settings.clone(),
            games: Counted::of(self.args.games, counts),
            hash: format!("{:016x}", counts.hash),
            figures: figures_of(&race.program, counts),
            goals: goals_of(&race.program, counts),
            uneven: uneven_of(&race.program, counts, self.seats),
        };
        let whole = Whole {
            ruleset: self.ready.ruleset.name.to_string(),
            series: plan.name.to_string(),
            addons: self.ready.ruleset.addon_names(&self.ready.setup.addons).0.iter().map(|a| a.to_string()).collect(),
            settings: self.ready.setup.settings.clone(),
            players: plan.players,
            seats: self.seats.iter().map(|s| s.name()).collect(),
            seed: self.args.seed,
            played: Counted {
                asked: self.args.games,
                played: counts.series,
                finished: counts.finished(),
                unfinished: counts.unfinished,
                failed: counts.failed,
                at_random: counts.races.iter().map(|race| race.at_random).sum(),
            },
            hash: format!("{:016x}", counts.hash),
            confidence: CONFIDENCE,
            interrupted: self.interrupted,
            figures: series::rows(plan, counts).iter().map(figure).collect(),
            races: plan.races.iter().zip(&counts.races).map(race).collect(),
        };
        let text = serde_json::to_string_pretty(&whole).expect("names and numbers can be written");
        format!("{text}\n")
    }
}

/// Counts series: the plural is the same word.
fn count_series(n: u64) -> String {
    format!("{} series", number(n))
}

#[derive(Serialize)]
struct Whole {
    ruleset: String,
    series: String,
    addons: Vec<String>,
    settings: Vec<String>,
    players: usize,
    seats: Vec<&'static str>,
    seed: u64,
    played: Counted,
    hash: String,
    confidence: f64,
    interrupted: bool,
    figures: Vec<Figure>,
    races: Vec<Race>,
}

#[derive(Serialize)]
struct Race {
    title: String,
    track: String,
    addons: Vec<String>,
    settings: Vec<String>,
    games: Counted,
    hash: String,
    figures: Vec<Figure>,
    goals: Vec<Goal>,
    uneven: Vec<Uneven>,
}
