//! Figures as JSON: the output of `sim --json`, and what the window exports. Keys stay the same in later versions; new ones may be added.
//!
//! - `ruleset`, `addons`, `track`, `settings`, `players`, `seats`, `seed`: what was played. The track is given by its file's name.
//! - `games`: the numbers `asked`, `played`, `finished`, `unfinished` (broken off), `failed` (by an error in the rules), and `at_random`
//!   (answers that bots gave at random, because no state they imagined agreed with what they saw). `interrupted`: whether Ctrl-C ended the
//!   study.
//! - `hash`: a hexadecimal number, the same for equal studies, whatever the threads.
//! - `confidence`: that of all intervals, 0.95.
//! - `figures`: a list of `key` (`rounds`, `turns`, `decisions`, `win_rate.seat.N`, `win_rate.order.N`, `place.seat.N`, `measure.NAME`,
//!   `measure.NAME.KEY`), `label`, `mean`, `low`, `high`, `n`, `method`, `share` (whether 1 means all), and for whole numbers `p5`, `p50`,
//!   `p95`.
//! - `goals`: a list of `title`, `goal`, `verdict` (`reached`, `missed`, `not yet sure`, `can't be judged`), `value`, `low`, `high`,
//!   `note`.
//! - `uneven`: wins that differ significantly by seat or by order of the first turn, with no goal about them. A list, mostly empty, of
//!   `figure` (the name to use in a goal: `spread(win_rate by order)`), `value`, `low`, `high` (how far the shares lie apart), `n` (the
//!   number of games), `method`, and `fewest` and `most`: the `label`, `value`, `low` and `high` of the smallest and the largest share. The
//!   intervals are wide enough to hold for all seats or orders at once.
//! - With `--against` also `against`: `name` and the same keys for the second game, and `differences`: a list of `key`, `first`, `second`,
//!   `difference` (second less first, on the same luck), `low`, `high`, `n` and `differs` (whether 0 lies outside the interval). They are
//!   based on the games that ended under both; `figures` and `goals` of either side are based on all its games.
//! - From the window, with a pinned baseline, also `before`: the same keys for the baseline, and `differences` with the baseline as `first`.
//!
//! A number that doesn't exist, such as the interval of a single game, is null.

use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::simulate::{Comparison, Counts};
use interpreter::stats::{self, CONFIDENCE, Estimate};
use serde::Serialize;

/// Games that were played under the same rules, with everything that determines their figures.
pub struct Games<'a> {
    pub ruleset: &'a str,
    pub program: &'a Program,
    /// The track's file name.
    pub track: &'a str,
    pub settings: &'a [String],
    pub seats: &'a [Seat],
    pub seed: u64,
    /// The number of games asked for.
    pub asked: u64,
    pub counts: &'a Counts,
}

/// What games are compared with.
pub enum Other<'a> {
    /// A variant of this name, and a comparison with it as the second side.
    Against(&'a str, Games<'a>, &'a Comparison),
    /// The rules before a change, and a comparison with them as the first side.
    Before(Games<'a>, &'a Comparison),
}

#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    first: Side,
    confidence: f64,
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Second>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<Vec<Difference>>,
}

#[derive(Serialize)]
struct Second {
    name: String,
    #[serde(flatten)]
    side: Side,
}

#[derive(Serialize)]
struct Side {
    ruleset: String,
    addons: Vec<String>,
    track: String,
    settings: Vec<String>,
    players: usize,
    seats: Vec<&'static str>,
    seed: u64,
    games: Counted,
    hash: String,
    figures: Vec<Figure>,
    goals: Vec<Goal>,
    uneven: Vec<Uneven>,
}

/// How many games were played, and how they ended.
#[derive(Serialize)]
pub struct Counted {
    pub asked: u64,
    pub played: u64,
    pub finished: u64,
    pub unfinished: u64,
    pub failed: u64,
    pub at_random: u64,
}

impl Counted {
    /// Summarizes the games, of which so many were asked for.
    pub fn of(asked: u64, counts: &Counts) -> Counted {
        let Counts { games, unfinished, failed, at_random, .. } = *counts;
        Counted { asked, played: games, finished: counts.finished(), unfinished, failed, at_random }
    }
}

#[derive(Serialize)]
pub struct Figure {
    pub key: String,
    pub label: String,
    pub mean: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub n: u64,
    pub method: &'static str,
    pub share: bool,
    #[serde(flatten)]
    pub percentiles: Option<Percentiles>,
}

impl Figure {
    pub fn new(key: &str, label: &str, estimate: Estimate, share: bool, percentiles: Option<[Estimate; 3]>) -> Figure {
        Figure {
            key: key.to_owned(),
            label: label.to_owned(),
            mean: estimate.value,
            low: finite(estimate.low),
            high: finite(estimate.high),
            n: estimate.n,
            method: estimate.method.text(),
            share,
            percentiles: Percentiles::of(percentiles),
        }
    }
}

#[derive(Serialize)]
pub struct Percentiles {
    p5: f64,
    p50: f64,
    p95: f64,
}

impl Percentiles {
    pub fn of(percentiles: Option<[Estimate; 3]>) -> Option<Percentiles> {
        percentiles.map(|[p5, p50, p95]| Percentiles { p5: p5.value, p50: p50.value, p95: p95.value })
    }
}

#[derive(Serialize)]
pub struct Goal {
    title: String,
    goal: String,
    verdict: &'static str,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    note: String,
}

/// Wins that differ significantly, with no goal about them.
#[derive(Serialize)]
pub struct Uneven {
    figure: &'static str,
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
    n: u64,
    method: &'static str,
    fewest: Share,
    most: Share,
}

/// The share of wins of one seat, or of one place in the turn order.
#[derive(Serialize)]
struct Share {
    label: String,
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Serialize)]
struct Difference {
    key: String,
    first: f64,
    second: f64,
    difference: f64,
    low: Option<f64>,
    high: Option<f64>,
    n: u64,
    differs: bool,
}

/// Returns figures as JSON, with a final line break.
pub fn text(games: &Games<'_>, interrupted: bool, other: Option<Other<'_>>) -> String {
    let (against, before, differences) = match other {
        None => (None, None, None),
        Some(Other::Against(name, second, pair)) => {
            let all = differences([games.program, second.program], pair);
            (Some(Second { name: name.to_owned(), side: side(&second) }), None, Some(all))
        }
        Some(Other::Before(first, pair)) => {
            let all = differences([first.program, games.program], pair);
            (None, Some(side(&first)), Some(all))
        }
    };
    let whole = Whole { first: side(games), confidence: CONFIDENCE, interrupted, against, before, differences };
    let text = serde_json::to_string_pretty(&whole).expect("names and numbers can be written");
    format!("{text}\n")
}

fn differences(programs: [&Program; 2], pair: &Comparison) -> Vec<Difference> {
    let difference = |row: &stats::PairedRow| Difference {
        key: row.first.key.clone(),
        first: row.first.estimate.value,
        second: row.second.estimate.value,
        difference: row.difference.value,
        low: finite(row.difference.low),
        high: finite(row.difference.high),
        n: row.difference.n,
        differs: row.differs(),
    };
    stats::paired_rows(programs, pair).iter().map(difference).collect()
}

fn side(games: &Games<'_>) -> Side {
    let (program, counts) = (games.program, games.counts);
    Side {
        ruleset: games.ruleset.to_owned(),
        addons: program.ir.addons.iter().map(|a| a.name.to_string()).collect(),
        track: games.track.to_owned(),
        settings: games.settings.to_vec(),
        players: program.players,
        seats: games.seats.iter().map(|s| s.name()).collect(),
        seed: games.seed,
        games: Counted::of(games.asked, counts),
        hash: format!("{:016x}", counts.hash),
        figures: figures_of(program, counts),
        goals: goals_of(program, counts),
        uneven: uneven_of(program, counts, games.seats),
    }
}

impl Uneven {
    fn of(found: &stats::Uneven) -> Uneven {
        let [fewest, most] = &found.ends;
        let share = |(label, share): &(String, Estimate)| Share {
            label: label.clone(),
            value: share.value,
            low: finite(share.low),
            high: finite(share.high),
        };
        Uneven {
            figure: found.figure,
            value: found.spread.value,
            low: finite(found.spread.low),
            high: finite(found.spread.high),
            n: found.spread.n,
            method: found.spread.method.text(),
            fewest: share(fewest),
            most: share(most),
        }
    }
}

/// Returns the figures of a batch.
pub fn figures_of(program: &Program, counts: &Counts) -> Vec<Figure> {
    let figure = |row: &stats::Row| Figure::new(&row.key, &row.label, row.estimate, row.is_share, row.percentiles);
    stats::rows(program, counts).iter().map(figure).collect()
}

/// Returns the state of the rules' goals after a batch.
pub fn goals_of(program: &Program, counts: &Counts) -> Vec<Goal> {
    let goal = |goal: &stats::Judged| Goal {
        title: goal.title.clone(),
        goal: goal.wanted.clone(),
        verdict: goal.verdict.text(),
        value: goal.estimate.map(|e| e.value),
        low: goal.estimate.and_then(|e| finite(e.low)),
        high: goal.estimate.and_then(|e| finite(e.high)),
        note: goal.note.clone(),
    };
    stats::goals(program, counts).iter().map(goal).collect()
}

/// Returns the wins that differ with no goal about them.
pub fn uneven_of(program: &Program, counts: &Counts, seats: &[Seat]) -> Vec<Uneven> {
    stats::uneven(program, counts, seats).iter().map(Uneven::of).collect()
}

/// Returns a number if JSON can hold it.
pub fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}
