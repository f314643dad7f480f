//! One figure, now and before, in numbers and in words.

use interpreter::simulate::Figure;
use interpreter::stats::{self, Estimate, Row, Section};

use super::words::{self, number};
use super::{Job, Played};

/// A figure.
#[derive(Clone, Debug)]
pub struct Line {
    /// A key that stays the same: `win_rate.seat.1`.
    pub key: String,
    pub section: Section,
    pub label: String,
    /// Whether it is one of several parts of the line above.
    pub is_part: bool,
    pub is_share: bool,
    /// The current value; `None` if the current rules don't count it.
    pub now: Option<Estimate>,
    pub before: Option<Estimate>,
    /// The current value less the earlier one, game by game on the same luck.
    pub difference: Option<Estimate>,
    /// The 5th percentile, the median and the 95th percentile of single games.
    pub percentiles: Option<[f64; 3]>,
    /// The share that would be fair.
    pub fair: Option<f64>,
    pub texts: Texts,
}

/// A figure in words.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// `24.3 %`
    pub value: String,
    /// `± 1.2 %`
    pub margin: String,
    pub before: String,
    pub difference: String,
    /// Why it stands out, if it does.
    pub mark: &'static str,
    /// The whole figure, for screen readers and tooltips.
    pub told: String,
}

impl Line {
    /// Whether the difference is significant.
    pub fn differs(&self) -> bool {
        self.difference.is_some_and(|difference| difference.excludes(0.0))
    }
}

/// Returns all figures: first the current ones, then those that only the earlier rules had.
pub(super) fn lines(job: &Job, played: &Played) -> Vec<Line> {
    let now = stats::rows(&job.now.program, played.now());
    let before = job.before.as_ref().zip(played.before()).map(|(side, counts)| stats::rows(&side.program, counts));
    let before = before.unwrap_or_default();
    let paired = match (&job.before, played) {
        (Some(side), Played::Two(comparison)) => stats::paired_rows([&side.program, &job.now.program], comparison),
        _ => vec![],
    };
    let line = |of: &Row, now: Option<&Row>, before: Option<&Row>| {
        let pair = paired.iter().find(|pair| pair.second.key == of.key);
        // Compared figures come from the same games.
        let (now, before) = (pair.map(|pair| &pair.second).or(now), pair.map(|pair| &pair.first).or(before));
        let is_fair = of.is_share && matches!(of.figure, Figure::WinBySeat(_) | Figure::WinByOrder(_) | Figure::WinByField(..));
        let mut line = Line {
            key: of.key.clone(),
            section: of.section,
            label: of.label.clone(),
            is_part: matches!(of.figure, Figure::MeasureAt(..)),
            is_share: of.is_share,
            now: now.map(|row| row.estimate),
            before: before.map(|row| row.estimate),
            difference: pair.map(|pair| pair.difference),
            percentiles: now.and_then(|row| row.percentiles.as_ref()).map(|all| all.each_ref().map(|e| e.value)),
            fair: is_fair.then(|| 1.0 / job.now.program.players as f64),
            texts: Texts::default(),
        };
        line.texts = texts(&line, job.now.program.players);
        line
    };
    let is_shown = |row: &&Row| words::shown(row);
    let of_now = now.iter().filter(is_shown).map(|row| line(row, Some(row), before.iter().find(|b| b.key == row.key)));
    let gone = before.iter().filter(|row| !now.iter().any(|now| now.key == row.key));
    let gone = gone.filter(is_shown).map(|row| line(row, None, Some(row)));
    of_now.chain(gone).collect()
}

fn texts(line: &Line, players: usize) -> Texts {
    let show = |number: f64| if line.is_share { words::percent(number) } else { words::decimal(number) };
    let change = |number: f64| if line.is_share { words::points(number) } else { words::signed(number) };
    let margin = |e: &Estimate| match e.margin() {
        margin if !margin.is_finite() => "± ?".to_owned(),
        margin if line.is_share => format!("± {:.1}", margin * 100.0),
        margin => format!("± {}", words::decimal(margin)),
    };
    let range = |e: &Estimate| {
        if e.margin().is_finite() {
            format!("95 % interval {} to {}", show(e.low), show(e.high))
        } else {
            "no interval yet".to_owned()
        }
    };
    let fairness = line.now.filter(|_| line.fair.is_some()).map(|now| words::fairness(&now, players)).unwrap_or_default();
    let mark = match (line.differs(), line.difference.is_some()) {
        (true, _) => "differs",
        (false, false) => fairness,
        _ => "",
    };
    let mut told = match &line.now {
        Some(now) => format!("{}: {}, {}, N {}", line.label, show(now.value), range(now), number(now.n)),
        None => format!("{}: not counted now", line.label),
    };
    if let Some([low, half, high]) = line.percentiles {
        told.push_str(&format!("; half of all games up to {half}, nine in ten from {low} to {high}"));
    }
    if !fairness.is_empty() {
        told.push_str(&format!("; {fairness}"));
    }
    if let Some(before) = &line.before {
        told.push_str(&format!("; before {}, {}, N {}", show(before.value), range(before), number(before.n)));
    }
    if let Some(difference) = &line.difference {
        let [value, low, high] = [difference.value, difference.low, difference.high].map(change);
        let mark = if line.differs() { ": differs" } else { "" };
        told.push_str(&format!("; difference {value}, {low} to {high}, N {}{mark}", number(difference.n)));
    }
    Texts {
        value: line.now.map_or("—".to_owned(), |now| show(now.value)),
        margin: line.now.as_ref().map(margin).unwrap_or_default(),
        before: line.before.map(|before| show(before.value)).unwrap_or_default(),
        difference: line.difference.as_ref().map(|difference| with_margin(line.is_share, difference)).unwrap_or_default(),
        mark,
        told,
    }
}

/// `+2.71 ± 1.48 pts`, `−13.921 ± 0.130`
fn with_margin(is_share: bool, difference: &Estimate) -> String {
    let (value, margin) = (difference.value, difference.margin());
    match (is_share, margin.is_finite()) {
        (true, true) => format!("{} ± {:.2} pts", words::points(value).trim_end_matches(" pts"), margin * 100.0),
        (false, true) => format!("{} ± {margin:.3}", words::signed(value)),
        (true, false) => words::points(value),
        (false, false) => words::signed(value),
    }
}
