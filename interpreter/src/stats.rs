//! Figures for people, made at the very end from the counts of a batch: means, shares and percentiles, each with its 95 % interval.
//!
//! If the batch were played again and again with other seeds, 95 of 100 such intervals would contain the true value. [`Method`] says which
//! kind of interval is used.

use crate::ir::Type;
use crate::program::Program;
use crate::simulate::{Comparison, Counts, Figure, Histogram, Paired, Tally};

mod goals;
mod quantile;

pub use goals::{Judged, Uneven, Verdict, goals, uneven};
pub use quantile::{normal_quantile, t_quantile};

/// The confidence of intervals, unless said otherwise.
pub const CONFIDENCE: f64 = 0.95;
/// With fewer values than this, their own spread is uncertain, so shares get the wider interval.
const FEW: u64 = 100;

/// An estimate with the interval in which the true value may lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// The number of values it rests on.
    pub n: u64,
    pub method: Method,
}

/// How an interval was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Wilson's score interval, for shares of yes and no. It works well with few games and near 0 and 1.
    Wilson,
    /// Student's t on the mean. Used for numbers, for differences, and for shares that can be split: shared wins vary less than yes and no,
    /// so Wilson's interval would be too wide.
    Mean,
    /// Order statistics: the values at the two ranks between which the true percentile lies.
    Ranks,
    /// No interval: the smallest or largest value of the games played.
    Seen,
    /// Made from the intervals of several figures, each widened so that all hold together (Bonferroni).
    Several,
}

impl Method {
    /// The method in a few words.
    pub fn text(self) -> &'static str {
        match self {
            Method::Wilson => "Wilson score interval",
            Method::Mean => "t interval on the mean",
            Method::Ranks => "order statistics",
            Method::Seen => "of the games played",
            Method::Several => "intervals of all figures at once (Bonferroni)",
        }
    }
}

impl Estimate {
    /// Half the width of the interval: the ± of a mean.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a number lies outside the interval.
    pub fn excludes(&self, number: f64) -> bool {
        number < self.low || number > self.high
    }
}

/// The mean of a tally with its interval; `None` without values.
pub fn mean(tally: &Tally, confidence: f64) -> Option<Estimate> {
    if tally.n == 0 {
        return None;
    }
    let (n, unit) = (tally.n as f64, tally.unit as f64);
    let value = tally.sum as f64 / n / unit;
    // A single value says nothing about the spread.
    let margin = match tally.n {
        1 => f64::INFINITY,
        _ => t_quantile((1.0 + confidence) / 2.0, n - 1.0) * (variance(tally) / n).sqrt() / unit,
    };
    Some(Estimate { value, low: value - margin, high: value + margin, n: tally.n, method: Method::Mean })
}

/// The mean of values from 0 to 1, such as wins, with its interval; `None` without values.
pub fn share(tally: &Tally, confidence: f64) -> Option<Estimate> {
    let by_mean = mean(tally, confidence)?;
    let whole = i128::from(tally.unit) * tally.sum == i128::try_from(tally.squares).unwrap_or(-1);
    if !whole && tally.n >= FEW {
        return Some(Estimate { low: by_mean.low.max(0.0), high: by_mean.high.min(1.0), ..by_mean });
    }
    let (low, high) = wilson(by_mean.value, tally.n as f64, confidence);
    Some(Estimate { low, high, method: Method::Wilson, ..by_mean })
}

/// A proportion `count` of `of`, with its interval; `None` out of none.
pub fn proportion(count: u64, of: u64, confidence: f64) -> Option<Estimate> {
    if of == 0 {
        return None;
    }
    let value = count as f64 / of as f64;
    let (low, high) = wilson(value, of as f64, confidence);
    Some(Estimate { value, low, high, n: of, method: Method::Wilson })
}

/// The value below which a share `q` of all values lies, with its interval. An end that so few values can't determine is infinite.
pub fn percentile(histogram: &Histogram, q: f64, confidence: f64) -> Option<Estimate> {
    let n = histogram.total();
    let rank = |r: f64| histogram.at_rank((r.max(1.0) as u64).min(n));
    let value = rank((n as f64 * q).ceil())? as f64;
    let z = normal_quantile((1.0 + confidence) / 2.0);
    let (middle, spread) = (n as f64 * q, z * (n as f64 * q * (1.0 - q)).sqrt());
    let (first, last) = ((middle - spread).floor(), (middle + spread).ceil() + 1.0);
    let low = if first < 1.0 { f64::NEG_INFINITY } else { rank(first)? as f64 };
    let high = if last > n as f64 { f64::INFINITY } else { rank(last)? as f64 };
    Some(Estimate { value, low, high, n, method: Method::Ranks })
}

fn wilson(p: f64, n: f64, confidence: f64) -> (f64, f64) {
    let z = normal_quantile((1.0 + confidence) / 2.0);
    let z2 = z * z;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let margin = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // At 0 and 1, rounding must not push the end away.
    ((middle - margin).clamp(0.0, p), (middle + margin).clamp(p, 1.0))
}

/// The sample variance, in squared units. The numerator is exact as long as it fits.
fn variance(tally: &Tally) -> f64 {
    let (n, n1) = (tally.n as f64, (tally.n - 1) as f64);
    let exact = || {
        let sum = tally.sum.unsigned_abs();
        u128::from(tally.n).checked_mul(tally.squares)?.checked_sub(sum.checked_mul(sum)?)
    };
    match exact() {
        Some(numerator) => numerator as f64 / n / n1,
        None => (tally.squares as f64 - tally.sum as f64 * (tally.sum as f64 / n)).max(0.0) / n1,
    }
}

/// The subject of a row in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    Length,
    WinsBySeat,
    WinsByOrder,
    WinsByField,
    PlaceBySeat,
    Measures,
}

impl Section {
    /// A heading for newcomers.
    pub fn title(self) -> &'static str {
        match self {
            Section::Length => "Length of a game",
            Section::WinsBySeat => "Wins by seat",
            Section::WinsByOrder => "Wins by order of the first turn",
            Section::WinsByField => "Wins by what players have",
            Section::PlaceBySeat => "Place by seat",
            Section::Measures => "Measures",
        }
    }
}

/// One figure of a batch, ready to be shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub figure: Figure,
    pub section: Section,
    /// A key that stays the same between versions: `win_rate.seat.1`.
    pub key: String,
    pub label: String,
    /// Whether it is shown as a percentage.
    pub is_share: bool,
    /// The mean or share.
    pub estimate: Estimate,
    /// The 5th, 50th and 95th percentile of single games, or of single players in single games for a measure per player.
    pub percentiles: Option<[Estimate; 3]>,
}

/// All figures of a batch.
pub fn rows(program: &Program, counts: &Counts) -> Vec<Row> {
    let figures = Figure::all(program);
    let row = |(n, figure): (usize, &Figure)| {
        let estimate = estimate(*figure, &counts.figures[n])?;
        let percentiles = histogram_of(program, counts, &figures, n).and_then(|h| {
            Some([percentile(&h, 0.05, CONFIDENCE)?, percentile(&h, 0.5, CONFIDENCE)?, percentile(&h, 0.95, CONFIDENCE)?])
        });
        Some(Row {
            figure: *figure,
            section: section(*figure),
            key: figure.key(program),
            label: figure.label(program),
            is_share: figure.is_share(),
            estimate,
            percentiles,
        })
    };
    figures.iter().enumerate().filter_map(row).collect()
}

fn estimate(figure: Figure, tally: &Tally) -> Option<Estimate> {
    if figure.is_share() { share(tally, CONFIDENCE) } else { mean(tally, CONFIDENCE) }
}

fn section(figure: Figure) -> Section {
    match figure {
        Figure::Rounds | Figure::Turns | Figure::Decisions => Section::Length,
        Figure::WinBySeat(_) => Section::WinsBySeat,
        Figure::WinByOrder(_) => Section::WinsByOrder,
        Figure::WinByField(..) => Section::WinsByField,
        Figure::PlaceBySeat(_) => Section::PlaceBySeat,
        Figure::Measure(_) | Figure::MeasureAt(..) => Section::Measures,
    }
}

/// How often each value came up; for a measure per player, over all players.
fn histogram_of(program: &Program, counts: &Counts, figures: &[Figure], n: usize) -> Option<Histogram> {
    match figures[n] {
        Figure::Measure(m) if matches!(program.ir.measures[m].per, Some(Type::Player)) => {
            let mut all = Histogram::default();
            let keys = figures.iter().zip(&counts.figures).filter(|(f, _)| matches!(f, Figure::MeasureAt(of, _) if *of == m));
            keys.filter_map(|(_, t)| t.histogram.as_ref()).for_each(|h| all.merge(h));
            Some(all)
        }
        _ => counts.figures[n].histogram.clone(),
    }
}

/// A figure under two programs, over the games that came to an end in both.
#[derive(Clone, PartialEq, Debug)]
pub struct PairedRow {
    /// The rows of both programs. Their estimates are of these games, their percentiles of all games.
    pub first: Row,
    pub second: Row,
    /// The second program's value minus the first's, game by game with the same luck, which is much more precise than two separate batches.
    pub difference: Estimate,
}

impl PairedRow {
    /// Whether chance alone hardly explains the difference: 0 lies outside its interval.
    pub fn differs(&self) -> bool {
        self.difference.excludes(0.0)
    }
}

/// All figures that both programs have.
pub fn paired_rows(programs: [&Program; 2], comparison: &Comparison) -> Vec<PairedRow> {
    let firsts = rows(programs[0], &comparison.first);
    let seconds = rows(programs[1], &comparison.second);
    let keys = programs.map(|p| Figure::all(p).iter().map(|f| f.key(p)).collect::<Vec<_>>());
    let side = |rows: &[Row], key: &str, values: &Tally| {
        let row = rows.iter().find(|row| row.key == key)?;
        Some(Row { estimate: estimate(row.figure, values)?, ..row.clone() })
    };
    let pair = |pair: &Paired| {
        let [a, b] = pair.at;
        Some(PairedRow {
            first: side(&firsts, &keys[0][a], &pair.values[0])?,
            second: side(&seconds, &keys[1][b], &pair.values[1])?,
            difference: mean(&pair.difference, CONFIDENCE)?,
        })
    };
    comparison.pairs.iter().filter_map(pair).collect()
}
