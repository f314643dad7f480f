//! Figures in words, the same in the window and in the terminal.

use std::time::Duration;

use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::simulate::Figure;
use interpreter::stats::{Estimate, Judged, Row, Section, Uneven};

/// Returns the sections in reading order. A single player always wins, so wins are left out.
pub fn sections(players: usize) -> &'static [Section] {
    match players {
        1 => &[Section::Length, Section::Measures],
        _ => &[Section::Length, Section::WinsBySeat, Section::WinsByOrder, Section::WinsByField, Section::Measures],
    }
}

/// Describes briefly who plays.
pub fn bots(seats: &[Seat]) -> String {
    let names: Vec<&str> = seats.iter().map(|s| s.name()).collect();
    match names.as_slice() {
        [first, _, ..] if names.iter().all(|name| name == first) => format!("all {first}"),
        names => names.join(", "),
    }
}

/// Describes add-ons, track and settings.
pub fn rests_on(program: &Program, track: &str, settings: &[String]) -> String {
    let titles: Vec<&str> = program.ir.addons.iter().map(|a| &*a.title).collect();
    let addons = if titles.is_empty() { "no add-ons".to_owned() } else { format!("with {}", titles.join(" and ")) };
    let mut parts = vec![addons, format!("track {track}")];
    parts.extend(settings.iter().cloned());
    parts.join(", ")
}

/// Says whether a share of wins is significantly more or less than fair for this many players.
pub fn fairness(share: &Estimate, players: usize) -> &'static str {
    let fair = 1.0 / players as f64;
    if !share.excludes(fair) {
        ""
    } else if share.value > fair {
        "more than a fair share"
    } else {
        "less than a fair share"
    }
}

/// Describes wins that differ significantly with no goal about them, and what that is based on.
pub fn uneven(uneven: &Uneven, players: usize) -> String {
    let [(fewest, low), (most, high)] = &uneven.ends;
    let spread = &uneven.spread;
    format!(
        "No goal looks at wins by {}, and they surely differ: {} ({fewest}) to {} ({most}). That is {} apart (95 %: {} to {}; {}, {}). \
         Add a goal: `goal \"…\": {} < …%`.",
        uneven.of,
        percent(low.value),
        percent(high.value),
        points(spread.value).trim_start_matches('+'),
        points(spread.low).trim_start_matches('+'),
        points(spread.high).trim_start_matches('+'),
        count(spread.n, "game"),
        count(players as u64, "player"),
        uneven.figure
    )
}

/// Returns the title of a section.
pub fn section_title(section: Section) -> &'static str {
    match section {
        Section::Measures => "Counted by the rules (of players: each player in each game)",
        other => other.title(),
    }
}

/// Whether a row is shown. Measures of players are only shown over all players: seats differ by chance, or in the same way as their wins.
pub fn shown(row: &Row) -> bool {
    !matches!(row.figure, Figure::MeasureAt(..)) || !row.key.ends_with(|c: char| c.is_ascii_digit())
}

/// Returns a mean or a share.
pub fn value(row: &Row, estimate: &Estimate) -> String {
    if row.is_share { percent(estimate.value) } else { decimal(estimate.value) }
}

/// Returns `± 0.12`, or `± ?` if a single game shows no spread.
pub fn margin(estimate: &Estimate) -> String {
    if estimate.margin().is_finite() { format!("± {}", decimal(estimate.margin())) } else { "± ?".to_owned() }
}

/// `22.1 % to 26.5 %`
pub fn interval(estimate: &Estimate) -> String {
    format!("{} to {}", percent(estimate.low), percent(estimate.high))
}

/// `24.3 %`
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Returns a difference of shares in percentage points.
pub fn points(share: f64) -> String {
    if share == 0.0 { "0.00 pts".to_owned() } else { format!("{} pts", sign(format!("{:+.2}", share * 100.0))) }
}

/// Returns a difference.
pub fn signed(number: f64) -> String {
    if number == 0.0 { "0.000".to_owned() } else { sign(format!("{number:+.3}")) }
}

/// Uses the true minus sign. A sign before zeros says that the number isn't quite 0.
fn sign(text: String) -> String {
    text.replace('-', "−")
}

/// `12.35`, with the true minus sign.
pub fn decimal(number: f64) -> String {
    format!("{number:.2}").replace('-', "−")
}

/// Returns the figure of a goal. A limit that so few games can't determine is a question mark.
pub fn of_goal(goal: &Judged, number: f64) -> String {
    match number {
        _ if !number.is_finite() => "?".to_owned(),
        _ if goal.is_share => percent(number),
        _ if number.fract() == 0.0 => format!("{number:.0}").replace('-', "−"),
        _ => decimal(number),
    }
}

/// `about 40 s left`, `about 3 min left`
pub fn left(time: Duration) -> String {
    match time.as_secs_f64().ceil() {
        secs @ ..=90.0 => format!("about {} s left", if secs > 10.0 { (secs / 5.0).ceil() * 5.0 } else { secs.max(1.0) }),
        secs @ ..=5400.0 => format!("about {} min left", (secs / 60.0).ceil()),
        secs => format!("about {} h left", (secs / 3600.0).ceil()),
    }
}

/// `1 game`, `20 games`
pub fn count(n: u64, what: &str) -> String {
    format!("{} {what}{}", number(n), if n == 1 { "" } else { "s" })
}

/// `100 000`
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}
