//! Batches of series, each from its own seed, counted in whole numbers.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::{Plan, Standing, race_seed, standing};
use crate::diagnostic::Diagnostic;
use crate::players::Seat;
use crate::simulate::{Counts, Ended, Figure, NEVER, Tally, Workers, in_chunks, win_units};
use crate::stats::{self, CONFIDENCE, Estimate};
use crate::vm::random::derive_seed;

/// The counts of a batch of series. The counts of parts of a batch add up to those of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesCounts {
    /// Series begun. Those that are neither unfinished nor failed came to an end.
    pub series: u64,
    /// Series in which a race was broken off. They count in no figure of series; their earlier races count as races.
    pub unfinished: u64,
    /// Series in which a rule error ended a race. They count in no figure of series; their earlier races count as races.
    pub failed: u64,
    /// The first failed series of the batch.
    pub failure: Option<SeriesFailure>,
    /// The share of a won series, by seat: 1, or ½, ⅓ … where several share the first place.
    pub wins: Vec<Tally>,
    /// The points of all races together, by seat.
    pub points: Vec<Tally>,
    /// The place in the series, by seat.
    pub places: Vec<Tally>,
    /// The counts of each race, over all series that came so far.
    pub races: Vec<Counts>,
    /// A hash that equal batches share, made from the tables of every series and the final states of all their races.
    pub hash: u64,
}

/// A series that the rules could not go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesFailure {
    /// Its number in the batch.
    pub series: u64,
    /// The seed of the series.
    pub seed: u64,
    /// The race, from 0.
    pub race: usize,
    pub problem: Diagnostic,
}

impl SeriesCounts {
    /// Counts of no series.
    pub fn new(plan: &Plan) -> SeriesCounts {
        let by_seat = |unit: i64, histogram: bool| vec![Tally::new(unit, histogram); plan.players];
        SeriesCounts {
            series: 0,
            unfinished: 0,
            failed: 0,
            failure: None,
            wins: by_seat(win_units(plan.players), false),
            points: by_seat(1, true),
            places: by_seat(1, true),
            races: plan.races.iter().map(|race| Counts::new(&race.program)).collect(),
            hash: 0,
        }
    }

    /// The number of series that came to an end.
    pub fn finished(&self) -> u64 {
        self.series - self.unfinished - self.failed
    }

    /// Adds the counts of other series of the same plan.
    pub fn merge(&mut self, other: &SeriesCounts) {
        self.series += other.series;
        self.unfinished += other.unfinished;
        self.failed += other.failed;
        let earlier = |failure: &&SeriesFailure| self.failure.as_ref().is_none_or(|own| failure.series < own.series);
        if let Some(failure) = other.failure.as_ref().filter(earlier) {
            self.failure = Some(failure.clone());
        }
        for (own, more) in [(&mut self.wins, &other.wins), (&mut self.points, &other.points), (&mut self.places, &other.places)] {
            own.iter_mut().zip(more).for_each(|(own, more)| own.merge(more));
        }
        self.races.iter_mut().zip(&other.races).for_each(|(own, more)| own.merge(more));
        self.hash = self.hash.wrapping_add(other.hash);
    }

    fn add(&mut self, n: u64, standing: &Standing) {
        let winners = standing.places.iter().filter(|place| **place == 1).count() as i64;
        for seat in 0..standing.places.len() {
            let wins = &mut self.wins[seat];
            wins.add(if standing.places[seat] == 1 { wins.unit / winners.max(1) } else { 0 });
            self.points[seat].add(standing.totals[seat]);
            self.places[seat].add(i64::from(standing.places[seat]));
        }
        let numbers = standing.totals.iter().map(|t| *t as u64).chain(standing.places.iter().map(|p| u64::from(*p)));
        self.hash = self.hash.wrapping_add(derive_seed(numbers.fold(0, derive_seed), n));
    }
}

/// Plays the series with the numbers `series` of a batch; series n has the seed `derive_seed(seed, n)`. Runs on the caller's rayon pool;
/// the counts don't depend on its threads. Calls `progress` with the number of series played since the last call. After `cancel` is set, no
/// further series begins, and the counts are those of the series played.
///
/// # Panics
/// If a person sits in a seat, or if the number of seats isn't the number of players.
pub fn simulate(
    plan: &Plan,
    seats: &[Seat],
    seed: u64,
    series: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
    cancel: &AtomicBool,
) -> SeriesCounts {
    let workers: Vec<Workers<'_>> = plan.races.iter().map(|race| Workers::new(&race.program, seats, false)).collect();
    let new = || SeriesCounts::new(plan);
    let mut counts = in_chunks(series, progress, cancel, new, SeriesCounts::merge, |counts, n| {
        play(plan, &workers, seed, n, counts);
        true
    });
    let of_races = counts.races.iter().enumerate().map(|(race, counts)| derive_seed(counts.hash, race as u64));
    counts.hash = of_races.fold(counts.hash, u64::wrapping_add);
    counts
}

/// Plays a series and counts it.
fn play(plan: &Plan, workers: &[Workers<'_>], seed: u64, n: u64, counts: &mut SeriesCounts) {
    let seed = derive_seed(seed, n);
    counts.series += 1;
    let mut places: Vec<Vec<Option<u32>>> = vec![];
    let mut previous: Vec<u32> = vec![];
    for (race, planned) in plan.races.iter().enumerate() {
        let own = &mut counts.races[race];
        let ended = workers[race].with(|worker| {
            let seed = race_seed(seed, race);
            // Once begun, a series is played to its end, so that each of its races counts equally often.
            let ended = worker.play(&planned.program, (n, seed), &previous, &NEVER).unwrap_or(Ended::Unfinished);
            worker.count(&planned.program, seed, n, ended, own);
            places.push(worker.machine.places(&planned.program));
            ended
        });
        match ended {
            Ended::Over => previous = places.last().map(|places| standing::counted(places)).unwrap_or_default(),
            Ended::Unfinished => {
                counts.unfinished += 1;
                return;
            }
            Ended::Failed => {
                counts.failed += 1;
                let problem = own.failure.as_ref().filter(|failure| failure.game == n).map(|failure| failure.problem.clone());
                let first = counts.failure.as_ref().is_none_or(|failure| n < failure.series);
                if let Some(problem) = problem.filter(|_| first) {
                    counts.failure = Some(SeriesFailure { series: n, seed, race, problem });
                }
                return;
            }
        }
    }
    counts.add(n, &Standing::new(&plan.scoring, plan.players, &places));
}

/// The subject of a row in a table of series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeriesSection {
    Wins,
    Points,
    Places,
}

impl SeriesSection {
    /// A heading for newcomers.
    pub fn title(self) -> &'static str {
        match self {
            SeriesSection::Wins => "Series won by seat",
            SeriesSection::Points => "Points by seat",
            SeriesSection::Places => "Place in the series by seat",
        }
    }
}

/// One figure of a batch of series, ready to be shown.
#[derive(Clone, PartialEq, Debug)]
pub struct SeriesRow {
    pub section: SeriesSection,
    /// A key that stays the same between versions: `series.win_rate.seat.1`.
    pub key: String,
    pub label: String,
    /// Whether it is shown as a percentage.
    pub is_share: bool,
    pub estimate: Estimate,
    /// 5th, 50th and 95th percentile of single series.
    pub percentiles: Option<[Estimate; 3]>,
}

/// All figures of whole series; none if no series came to an end.
pub fn rows(plan: &Plan, counts: &SeriesCounts) -> Vec<SeriesRow> {
    let sections = [
        (SeriesSection::Wins, "series.win_rate", &counts.wins),
        (SeriesSection::Points, "series.points", &counts.points),
        (SeriesSection::Places, "series.place", &counts.places),
    ];
    let mut rows = vec![];
    for (section, key, tallies) in sections {
        for (seat, tally) in tallies.iter().enumerate() {
            let is_share = section == SeriesSection::Wins;
            let estimate = if is_share { stats::share(tally, CONFIDENCE) } else { stats::mean(tally, CONFIDENCE) };
            let percentile = |q: f64| stats::percentile(tally.histogram.as_ref()?, q, CONFIDENCE);
            let percentiles = percentile(0.05).zip(percentile(0.5)).zip(percentile(0.95)).map(|((a, b), c)| [a, b, c]);
            let label = plan.races.first().map(|race| Figure::WinBySeat(seat).label(&race.program)).unwrap_or_default();
            let key = format!("{key}.seat.{}", seat + 1);
            rows.extend(estimate.map(|estimate| SeriesRow { section, key, label, is_share, estimate, percentiles }));
        }
    }
    rows
}
