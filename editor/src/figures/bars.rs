//! How often games had each length, now and before.

use interpreter::simulate::{Counts, Figure, Histogram};

use super::{Job, Played};

/// The most bars; beyond that, several values share a bar.
const MOST: i64 = 48;

/// The shares of games, by their value of a figure.
#[derive(Clone, Debug)]
pub struct Bars {
    pub key: String,
    pub label: String,
    /// The first value of the first bar, and the number of values in each bar.
    pub first: i64,
    pub width: i64,
    /// For each bar, its share of all games.
    pub now: Vec<f64>,
    /// Empty if there are no earlier games.
    pub before: Vec<f64>,
    /// The number of games.
    pub n: u64,
}

impl Bars {
    /// Returns bars for the lengths of games, and for what the rules count once per game.
    pub(super) fn all(job: &Job, played: &Played) -> Vec<Bars> {
        let program = &job.now.program;
        let keys_before: Vec<String> =
            job.before.iter().flat_map(|side| Figure::all(&side.program).into_iter().map(|f| f.key(&side.program))).collect();
        let is_wanted =
            |figure: &Figure| matches!(figure, Figure::Rounds | Figure::Turns | Figure::Decisions | Figure::Measure(_));
        let all = Figure::all(program).into_iter().enumerate().filter(|(_, figure)| is_wanted(figure));
        let bars = all.filter_map(|(n, figure)| {
            let key = figure.key(program);
            let now = histogram(played.now(), n)?;
            let before = keys_before.iter().position(|k| *k == key).and_then(|n| histogram(played.before()?, n));
            Bars::new(key, figure.label(program), now, before)
        });
        bars.collect()
    }

    /// Returns `None` without games.
    fn new(key: String, label: String, now: &Histogram, before: Option<&Histogram>) -> Option<Bars> {
        let values = || now.iter().chain(before.into_iter().flat_map(Histogram::iter)).map(|(value, _)| value);
        let (first, last) = (values().min()?, values().max()?);
        let width = last.saturating_sub(first).saturating_add(1).div_euclid(MOST).saturating_add(1);
        let shares = |histogram: &Histogram| {
            let total = histogram.total().max(1) as f64;
            let mut shares = vec![0.0; ((last.saturating_sub(first)) / width + 1) as usize];
            histogram.iter().for_each(|(value, n)| shares[(value.saturating_sub(first) / width) as usize] += n as f64 / total);
            shares
        };
        Some(Bars { key, label, first, width, now: shares(now), before: before.map(shares).unwrap_or_default(), n: now.total() })
    }

    /// Returns the middle of a bar.
    pub fn middle(&self, bar: usize) -> f64 {
        self.first as f64 + bar as f64 * self.width as f64 + (self.width - 1) as f64 / 2.0
    }

    /// Returns the values of a bar in words: `12`, `12 to 14`.
    pub fn values(&self, bar: usize) -> String {
        let first = self.first.saturating_add(self.width.saturating_mul(bar as i64));
        if self.width == 1 { first.to_string() } else { format!("{first} to {}", first.saturating_add(self.width - 1)) }
    }
}

fn histogram(counts: &Counts, figure: usize) -> Option<&Histogram> {
    counts.figures.get(figure)?.histogram.as_ref()
}
