//! What is kept of a figure over many games: whole numbers, which add up to the same in any order.

use std::collections::BTreeMap;

/// Values below this are counted in a vector, others in a map.
const IN_ROW: i64 = 4096;

/// The values that a figure took, summed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Values are multiples of one `unit`th: 12 for shares of a win among up to four players.
    pub unit: i64,
    /// The number of values.
    pub n: u64,
    pub sum: i128,
    /// The sum of their squares.
    pub squares: u128,
    /// The smallest value; without values, the largest `i64`.
    pub min: i64,
    /// The largest value; without values, the smallest `i64`.
    pub max: i64,
    /// How often each value came up, if that is kept.
    pub histogram: Option<Histogram>,
}

impl Tally {
    pub fn new(unit: i64, histogram: bool) -> Tally {
        let histogram = histogram.then(Histogram::default);
        Tally { unit, n: 0, sum: 0, squares: 0, min: i64::MAX, max: i64::MIN, histogram }
    }

    #[inline]
    pub fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += i128::from(value);
        self.squares += u128::from(value.unsigned_abs()) * u128::from(value.unsigned_abs());
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        if let Some(histogram) = &mut self.histogram {
            histogram.add(value, 1);
        }
    }

    pub fn merge(&mut self, other: &Tally) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        if let (Some(own), Some(more)) = (&mut self.histogram, &other.histogram) {
            own.merge(more);
        }
    }
}

/// How often each value came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The counts of 0, 1, 2 …, as far as they came up.
    row: Vec<u64>,
    /// The counts of negative and of large values.
    others: BTreeMap<i64, u64>,
}

impl Histogram {
    /// Counts a value.
    #[inline]
    pub fn add(&mut self, value: i64, times: u64) {
        if (0..IN_ROW).contains(&value) {
            let at = value as usize;
            if at >= self.row.len() {
                self.row.resize(at + 1, 0);
            }
            self.row[at] += times;
        } else {
            *self.others.entry(value).or_default() += times;
        }
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Histogram) {
        for (value, times) in other.iter() {
            self.add(value, times);
        }
    }

    /// The values that came up and how often, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let below = self.others.range(..0).map(|(v, n)| (*v, *n));
        let row = self.row.iter().enumerate().filter(|(_, n)| **n > 0).map(|(v, n)| (v as i64, *n));
        let above = self.others.range(0..).map(|(v, n)| (*v, *n));
        below.chain(row).chain(above)
    }

    /// The number of values.
    pub fn total(&self) -> u64 {
        self.iter().map(|(_, n)| n).sum()
    }

    /// The value at a rank, counted from 1 in ascending order; `None` without values.
    pub fn at_rank(&self, rank: u64) -> Option<i64> {
        let mut seen = 0;
        let mut last = None;
        for (value, n) in self.iter() {
            seen += n;
            last = Some(value);
            if seen >= rank {
                break;
            }
        }
        last
    }
}
