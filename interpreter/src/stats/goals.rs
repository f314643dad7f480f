//! Judges the rules' `goal` lines by a batch: reached, missed, or not yet sure.
//!
//! A goal is green when the whole interval of its figure keeps the limit, and red when the whole interval breaks it. Where wins surely
//! differ by seat or by order of the first turn and no goal covers that, [`uneven`] says so.

use crate::ir::{Comparison, Counted, Goal, Keys, Limit, Summary, Wanted};
use crate::players::Seat;
use crate::program::Program;
use crate::simulate::{Counts, Figure, Tally};

use super::{CONFIDENCE, Estimate, Method, histogram_of, mean, percentile, proportion, share};

/// A goal and its verdict.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    pub title: String,
    /// The goal as it is written, without its title: `spread(win_rate) < 4%`.
    pub wanted: String,
    pub verdict: Verdict,
    /// The figure; of several (`win_rate by seat in 20%..30%`), the one closest to breaking the limit.
    pub estimate: Option<Estimate>,
    /// Whether it is shown as a percentage.
    pub is_share: bool,
    /// What the figure is of, or why there is none.
    pub note: String,
}

/// The verdict on a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is reached.
    Green,
    /// It is missed.
    Red,
    /// More games are needed to tell.
    Unsure,
    /// The figure isn't counted.
    Unknown,
}

impl Verdict {
    /// The verdict in one word or two.
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Green => "reached",
            Verdict::Red => "missed",
            Verdict::Unsure => "not yet sure",
            Verdict::Unknown => "can't be judged",
        }
    }
}

/// Judges all goals of the rules.
pub fn goals(program: &Program, counts: &Counts) -> Vec<Judged> {
    program.ir.goals.iter().map(|goal| judge(program, counts, goal)).collect()
}

fn judge(program: &Program, counts: &Counts, goal: &Goal) -> Judged {
    let found = evaluate(program, counts, goal.wanted);
    let judged = |verdict, estimate| Judged {
        title: goal.title.to_string(),
        wanted: goal.wording.to_string(),
        verdict,
        estimate,
        is_share: found.is_share,
        note: found.note.clone(),
    };
    let limit = goal.limit;
    let Some(values) = &found.values else { return judged(Verdict::Unknown, None) };
    let Some(worst) = values.iter().copied().max_by(|a, b| limit.excess(a.value).total_cmp(&limit.excess(b.value))) else {
        return Judged { note: "no game has come to an end yet".to_owned(), ..judged(Verdict::Unsure, None) };
    };
    let verdicts: Vec<Verdict> = values.iter().map(|e| limit.verdict(e)).collect();
    let verdict = if verdicts.contains(&Verdict::Red) {
        Verdict::Red
    } else if verdicts.contains(&Verdict::Unsure) {
        Verdict::Unsure
    } else {
        Verdict::Green
    };
    judged(verdict, Some(worst))
}

/// The value of a goal's figure.
struct Found {
    /// One value, or one for each seat or turn order; `None` where there are too few figures to compare, as the note says.
    values: Option<Vec<Estimate>>,
    is_share: bool,
    note: String,
}

/// The figures of a goal before `mean`, `spread` … are applied.
struct Group<'a> {
    /// The tallies of the single figures, each over the games.
    members: Vec<&'a Tally>,
    /// The figure of all together, where that makes sense.
    whole: Option<usize>,
    is_share: bool,
    /// What the members are: `seats`.
    by: &'static str,
}

fn evaluate(program: &Program, counts: &Counts, wanted: Wanted) -> Found {
    let Wanted::Of(summary, counted) = wanted else {
        let value = proportion(counts.unfinished + counts.failed, counts.games, CONFIDENCE);
        return Found { values: Some(value.into_iter().collect()), is_share: true, note: "games broken off".to_owned() };
    };
    let group = group(program, counts, counted);
    let is_share = group.is_share || summary == Summary::Evenness;
    let found = |values, note| Found { values, is_share, note };
    // A set of keys may be smaller than expected, and fields are counted only by values that somebody had.
    let is_too_small = match summary {
        Summary::Spread => group.members.is_empty() && !matches!(counted, Counted::WinsByField(_)),
        Summary::Evenness => group.members.len() < 2,
        _ => false,
    };
    if is_too_small {
        return found(None, format!("there are {} {} to compare", group.members.len(), group.by));
    }
    let (value, note) = match summary {
        Summary::Mean => match group.whole {
            Some(n) => (mean(&counts.figures[n], CONFIDENCE), "mean".to_owned()),
            None => return found(Some(group.estimates()), format!("the one furthest off of all {}", group.by)),
        },
        Summary::Spread => (group.spread_of(&group.estimates()), format!("largest less smallest of all {}", group.by)),
        Summary::Evenness => (group.evenness(), format!("smallest of all {} by their average", group.by)),
        Summary::Min | Summary::Max => group.extreme(counts, summary == Summary::Max),
        Summary::Percentile(percent) => {
            let histogram = group.whole.and_then(|n| histogram_of(program, counts, &Figure::all(program), n));
            let value = histogram.and_then(|h| percentile(&h, f64::from(percent) / 100.0, CONFIDENCE));
            (value, "order statistics".to_owned())
        }
    };
    found(Some(value.into_iter().collect()), note)
}

/// Finds the figures.
fn group<'a>(program: &Program, counts: &'a Counts, counted: Counted) -> Group<'a> {
    let figures = Figure::all(program);
    let select = |keep: &dyn Fn(Figure) -> bool| -> Vec<&'a Tally> {
        figures.iter().zip(&counts.figures).filter(|(f, _)| keep(**f)).map(|(_, t)| t).collect()
    };
    let position = |figure: Figure| figures.iter().position(|f| *f == figure);
    let (whole, members, by) = match counted {
        Counted::Rounds => (position(Figure::Rounds), vec![], ""),
        Counted::Turns => (position(Figure::Turns), vec![], ""),
        Counted::Decisions => (position(Figure::Decisions), vec![], ""),
        Counted::WinsBySeat => (None, select(&|f| matches!(f, Figure::WinBySeat(_))), "seats"),
        Counted::WinsByOrder => (None, select(&|f| matches!(f, Figure::WinByOrder(_))), "orders of the first turn"),
        Counted::PlaceBySeat => (None, select(&|f| matches!(f, Figure::PlaceBySeat(_))), "seats"),
        Counted::WinsByField(field) => {
            let mut members = select(&|f| matches!(f, Figure::WinByField(of, _) if of == field));
            // Of spaces or rows, only those that somebody had.
            members.retain(|tally| tally.n > 0);
            (None, members, "values of this field")
        }
        Counted::Measure(measure, keys) => {
            let n = measure.index();
            let whole = position(Figure::Measure(n)).filter(|_| keys == Keys::Together);
            let members = select(&|f| matches!(f, Figure::MeasureAt(m, key) if m == n && is_meant(program, keys, key)));
            (whole, members, if crate::simulate::is_per_player(program, n) { "players" } else { "keys" })
        }
    };
    Group { members, whole, is_share: counted.is_share(), by }
}

/// Whether the goal covers a figure at this key.
fn is_meant(program: &Program, keys: Keys, key: usize) -> bool {
    let Keys::In(set) = keys else { return true };
    let base = usize::from(program.layout.consts[set.index()]);
    program.image[base + key / 32] >> (key % 32) & 1 == 1
}

impl Group<'_> {
    /// One estimate for each member, with confidence enough for all to hold together.
    fn estimates(&self) -> Vec<Estimate> {
        let confidence = 1.0 - (1.0 - CONFIDENCE) / self.members.len().max(1) as f64;
        self.members.iter().filter_map(|t| if self.is_share { share(t, confidence) } else { mean(t, confidence) }).collect()
    }

    /// The largest estimate minus the smallest; `None` until all are known.
    fn spread_of(&self, each: &[Estimate]) -> Option<Estimate> {
        let ends =
            |end: &dyn Fn(&Estimate) -> f64| each.iter().map(end).fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
        let ((least, most), (low, highest_low), (lowest_high, high)) = (ends(&|e| e.value), ends(&|e| e.low), ends(&|e| e.high));
        let n = each.iter().map(|e| e.n).min().filter(|_| each.len() == self.members.len())?;
        let low_end = (highest_low - lowest_high).max(0.0);
        Some(Estimate { value: most - least, low: low_end, high: high - low, n, method: Method::Several })
    }

    /// The smallest of several figures as a share of their average: 100 % where all are alike, 0 % where one is never counted.
    fn evenness(&self) -> Option<Estimate> {
        let each = self.estimates();
        let least = |end: &dyn Fn(&Estimate) -> f64| each.iter().map(end).fold(f64::MAX, f64::min).max(0.0);
        let average = |end: &dyn Fn(&Estimate) -> f64| each.iter().map(end).sum::<f64>() / each.len() as f64;
        let (middle, low, high) = (average(&|e| e.value), average(&|e| e.low.max(0.0)), average(&|e| e.high));
        (each.len() == self.members.len() && middle > 0.0).then(|| Estimate {
            value: least(&|e| e.value) / middle,
            low: least(&|e| e.low) / high,
            high: (least(&|e| e.high) / low).min(1.0),
            n: each.iter().map(|e| e.n).min().unwrap_or(0),
            method: Method::Several,
        })
    }

    /// The largest or smallest of several figures, or of the games.
    fn extreme(&self, counts: &Counts, largest: bool) -> (Option<Estimate>, String) {
        let word = if largest { "largest" } else { "smallest" };
        let Some(whole) = self.whole else {
            let each = self.estimates();
            let end = |end: &dyn Fn(&Estimate) -> f64| {
                let ends = each.iter().map(end);
                if largest { ends.fold(f64::MIN, f64::max) } else { ends.fold(f64::MAX, f64::min) }
            };
            let value = each.first().map(|first| Estimate {
                value: end(&|e| e.value),
                low: end(&|e| e.low),
                high: end(&|e| e.high),
                n: first.n,
                method: Method::Several,
            });
            return (value, format!("{word} of all {}", self.by));
        };
        let tallies = if self.members.is_empty() { vec![&counts.figures[whole]] } else { self.members.clone() };
        let values = tallies.iter().filter(|t| t.n > 0).map(|t| if largest { t.max } else { t.min });
        let value = if largest { values.max() } else { values.min() };
        let n = tallies.first().map_or(0, |t| t.n);
        let seen = value.map(|v| v as f64).map(|v| Estimate { value: v, low: v, high: v, n, method: Method::Seen });
        (seen, format!("{word} of the games played"))
    }
}

/// Wins that surely differ and that no goal covers.
#[derive(Clone, PartialEq, Debug)]
pub struct Uneven {
    /// The seat or order with the smallest share and the one with the largest, in words.
    pub ends: [(String, Estimate); 2],
    /// How far they lie apart.
    pub spread: Estimate,
    /// What the shares are of, in the plural: `orders of the first turn`.
    pub of: &'static str,
    /// The figure that a goal would name: `spread(win_rate by order)`.
    pub figure: &'static str,
}

/// Finds wins that differ by seat, or by order of the first turn, without a goal that covers them. Players of several kinds win more or
/// less because of their kind, so then there is nothing to report.
pub fn uneven(program: &Program, counts: &Counts, seats: &[Seat]) -> Vec<Uneven> {
    if program.players < 2 || seats.iter().any(|seat| *seat != seats[0]) {
        return vec![];
    }
    let figures = Figure::all(program);
    let select = |keep: &dyn Fn(Figure) -> bool| {
        let (labels, members) =
            figures.iter().zip(&counts.figures).filter(|(f, _)| keep(**f)).map(|(f, t)| (f.label(program), t)).unzip();
        (labels, members)
    };
    let by_seat: (Vec<String>, Vec<&Tally>) = select(&|f| matches!(f, Figure::WinBySeat(_)));
    let by_order: (Vec<String>, Vec<&Tally>) = select(&|f| matches!(f, Figure::WinByOrder(_)));
    let looks_at = |those: &[Counted]| {
        let mut goals = program.ir.goals.iter();
        goals.any(|goal| matches!(goal.wanted, Wanted::Of(_, counted) if those.contains(&counted)))
    };
    // Places say something about seats, too.
    let seat_is_looked_at = looks_at(&[Counted::WinsBySeat, Counted::PlaceBySeat]);
    let order_is_looked_at = looks_at(&[Counted::WinsByOrder]);
    // Where seats take turns in a fixed order, one report covers both.
    let is_one = by_seat.1 == by_order.1;
    let tells_seat = !(seat_is_looked_at || is_one && order_is_looked_at);
    let tells_order = !order_is_looked_at && !is_one;
    let seat = (tells_seat, by_seat, "seats", "spread(win_rate)");
    let order = (tells_order, by_order, "orders of the first turn", "spread(win_rate by order)");
    let found = [seat, order].into_iter().filter(|(tells, ..)| *tells).filter_map(|(_, (labels, members), of, figure)| {
        let group = Group { members, whole: None, is_share: true, by: of };
        let each = group.estimates();
        let spread = group.spread_of(&each)?;
        let mut each: Vec<(String, Estimate)> = labels.into_iter().zip(each).collect();
        each.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
        let ends = [each.first()?.clone(), each.last()?.clone()];
        (spread.low > 0.0).then_some(Uneven { ends, spread, of, figure })
    });
    found.collect()
}

impl Limit {
    fn keeps(&self, value: f64) -> bool {
        match *self {
            Limit::Compare(comparison, limit) => match comparison {
                Comparison::Eq => value == limit,
                Comparison::Ne => value != limit,
                Comparison::Le => value <= limit,
                Comparison::Ge => value >= limit,
                Comparison::Lt => value < limit,
                Comparison::Gt => value > limit,
            },
            Limit::Within(low, high) => low <= value && value <= high,
        }
    }

    /// How far a value is on the wrong side of the limit.
    fn excess(&self, value: f64) -> f64 {
        match *self {
            Limit::Compare(Comparison::Le | Comparison::Lt, limit) => value - limit,
            Limit::Compare(Comparison::Ge | Comparison::Gt, limit) => limit - value,
            Limit::Compare(Comparison::Eq, limit) => (value - limit).abs(),
            Limit::Compare(Comparison::Ne, limit) => -(value - limit).abs(),
            Limit::Within(low, high) => (low - value).max(value - high),
        }
    }

    /// Whether an estimate is within the limit, as far as its interval tells.
    pub fn verdict(&self, estimate: &Estimate) -> Verdict {
        let (low, high) = (self.keeps(estimate.low), self.keeps(estimate.high));
        // Both ends may keep a limit that the middle breaks, and the other way round.
        let inside = |limit: f64| estimate.low <= limit && limit <= estimate.high;
        let passes = match *self {
            Limit::Compare(Comparison::Eq | Comparison::Ne, limit) => inside(limit) && estimate.low < estimate.high,
            Limit::Within(a, b) => !low && !high && (inside(a) || inside(b)),
            Limit::Compare(..) => false,
        };
        match (low, high) {
            _ if passes => Verdict::Unsure,
            (true, true) => Verdict::Green,
            (false, false) => Verdict::Red,
            _ => Verdict::Unsure,
        }
    }
}
