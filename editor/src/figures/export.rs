//! Figures as files: as JSON, as a table for spreadsheets, and the lengths of games as a chart.

use interpreter::players::Seat;
use interpreter::simulate::Counts;
use interpreter::stats::Estimate;

use super::json::{self, Games, Other};
use super::{Job, Line, Played, Side, Snapshot, words};

/// The first line of the table, which also says that Coursesetter wrote a file.
pub const HEAD: &str = "key,section,label,value,low,high,n,share,p5,p50,p95,before,before_low,before_high,before_n,difference,\
                        difference_low,difference_high,differs";

impl Snapshot {
    /// Returns the figures as JSON, with the same keys as `sim --json`; `None` if playing failed.
    pub fn json(&self) -> Option<String> {
        let (played, job) = (self.played.as_ref()?, &self.job);
        let seats = job.seats();
        let before = match (&job.before, played) {
            (Some(before), Played::Two(pair)) => Some(Other::Before(games(job, before, &seats, &pair.first), pair)),
            _ => None,
        };
        Some(json::text(&games(job, &job.now, &seats, played.now()), !self.is_done, before))
    }

    /// Returns the figures as comma-separated values, a line for each.
    pub fn csv(&self) -> String {
        let all = self.parts.iter().flat_map(|part| part.lines.iter().map(|line| (words::section_title(part.section), line)));
        std::iter::once(HEAD.to_owned()).chain(all.map(|(section, line)| row(section, line))).map(|row| row + "\n").collect()
    }
}

fn games<'a>(job: &Job, side: &'a Side, seats: &'a [Seat], counts: &'a Counts) -> Games<'a> {
    Games {
        ruleset: &side.ruleset.name,
        program: &side.program,
        track: &side.track,
        settings: &side.settings,
        seats,
        seed: job.seed,
        asked: job.games,
        counts,
    }
}

fn row(section: &str, line: &Line) -> String {
    let number = |number: f64| if number.is_finite() { number.to_string() } else { String::new() };
    let range = |estimate: Option<Estimate>| {
        estimate.map_or_else(|| vec![String::new(); 3], |e| vec![number(e.value), number(e.low), number(e.high)])
    };
    let count = |estimate: Option<Estimate>| estimate.map_or_else(String::new, |e| e.n.to_string());
    let percentiles = line.percentiles.map_or_else(|| vec![String::new(); 3], |all| all.into_iter().map(number).collect());
    let mut cells = vec![quoted(&line.key), quoted(section), quoted(&line.label)];
    cells.extend(range(line.now));
    cells.extend([count(line.now), line.is_share.to_string()]);
    cells.extend(percentiles);
    cells.extend(range(line.before));
    cells.push(count(line.before));
    cells.extend(range(line.difference));
    cells.push(if line.difference.is_some() { line.differs().to_string() } else { String::new() });
    cells.join(",")
}

/// Quotes a text that would not be one cell of a table of CSV.
pub fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
