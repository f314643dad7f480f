//! The figures as tables that explain themselves.

use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::simulate::{Comparison, Counts, Figure};
use interpreter::stats::{self, CONFIDENCE, Estimate, Judged, PairedRow, Row, Section, Verdict};

use super::super::out::{BAD, DIM, GOOD, STRONG, WARN, styled};
use super::super::setup::Ready;
use super::Study;
use super::against::Against;

/// Sections in the order in which they are read. Somebody alone always wins.
fn sections(players: usize) -> &'static [Section] {
    match players {
        1 => &[Section::Length, Section::Measures],
        _ => &[Section::Length, Section::WinsBySeat, Section::WinsByOrder, Section::WinsByField, Section::Measures],
    }
}

/// Everything that is printed.
pub fn text(study: &Study<'_>, counts: &Counts, pair: Option<(&Against, &Comparison)>) -> String {
    let mut text = heading(study, counts);
    match pair {
        None => {
            text.push_str(&batch(&study.ready.program, study.seats, counts));
            text.push_str(&legend());
            text.push_str(&goals(&stats::goals(&study.ready.program, counts)));
        }
        Some((other, comparison)) => text.push_str(&paired(study, other, comparison)),
    }
    text
}

/// What the figures rest on.
fn heading(study: &Study<'_>, counts: &Counts) -> String {
    let program = &study.ready.program;
    let mut text = format!("{}\n", styled(STRONG, format!("{}: {}", program.ir.game.title, rests_on(study.ready))));
    text.push_str(&format!(
        "{} ({}), {} from seed {}\n",
        count(study.seats.len() as u64, "player"),
        bots(study.seats),
        count(counts.games, "game"),
        study.seed
    ));
    if study.interrupted {
        let stopped =
            format!("Stopped: {} of {} games were played. The figures are of these.", number(counts.games), number(study.games));
        text.push_str(&format!("{}\n", styled(WARN, stopped)));
    }
    text
}

/// Who sits there, in few words.
pub fn bots(seats: &[Seat]) -> String {
    let names: Vec<&str> = seats.iter().map(|s| s.name()).collect();
    match names.as_slice() {
        [first, _, ..] if names.iter().all(|name| name == first) => format!("all {first}"),
        names => names.join(", "),
    }
}

/// Add-ons, track and settings in words.
fn rests_on(ready: &Ready) -> String {
    let program = &ready.program;
    let titles: Vec<&str> = program.ir.addons.iter().map(|a| &*a.title).collect();
    let addons = if titles.is_empty() { "no add-ons".to_owned() } else { format!("with {}", titles.join(" and ")) };
    let mut parts = vec![addons, format!("track {}", ready.built.track_name)];
    parts.extend(ready.setup.settings.iter().cloned());
    parts.join(", ")
}

/// The figures of a batch.
pub fn batch(program: &Program, seats: &[Seat], counts: &Counts) -> String {
    let rows = stats::rows(program, counts);
    let mut text = unfinished(counts);
    if rows.is_empty() {
        return text + "No game came to an end, so there are no figures.\n";
    }
    let mut wins = rows.iter().filter(|r| r.section == Section::WinsBySeat).peekable();
    let nobody_won = wins.peek().is_some() && wins.all(|r| r.estimate.value == 0.0);
    if nobody_won {
        let line = "Nobody has won a game: no places were given. Let the rules call `finish(p)`, or `end game ranking …`.";
        text.push_str(&format!("{}\n", styled(WARN, line)));
    }
    for section in sections(program.players) {
        if nobody_won && matches!(section, Section::WinsBySeat | Section::WinsByOrder | Section::WinsByField) {
            continue;
        }
        let rows: Vec<&Row> = rows.iter().filter(|r| r.section == *section && shown(r)).collect();
        if rows.is_empty() {
            continue;
        }
        let mut table = Table::new(section_title(*section));
        match section {
            Section::WinsBySeat | Section::WinsByOrder | Section::WinsByField => {
                table.head = vec!["share".to_owned(), "95 % interval".to_owned(), String::new()];
                for row in rows {
                    let e = &row.estimate;
                    table.row(label(seats, row), [percent(e.value), interval(e), fairness(e, program.players)]);
                }
            }
            _ => {
                table.head = ["mean", "", "5 %", "half", "95 %"].map(str::to_owned).to_vec();
                for row in rows {
                    let at = |n: usize| row.percentiles.as_ref().map_or(String::new(), |p| p[n].value.to_string());
                    let e = &row.estimate;
                    table.row(label(seats, row), [value(row, e), margin(e), at(0), at(1), at(2)]);
                }
            }
        }
        text.push_str(&table.text());
    }
    text
}

/// Whether a share of wins is more or less than one among so many players.
pub fn fairness(share: &Estimate, players: usize) -> String {
    let fair = 1.0 / players as f64;
    let note = match share.excludes(fair) {
        false => "",
        true if share.value > fair => "more than a fair share",
        true => "less than a fair share",
    };
    note.to_owned()
}

/// What the figures mean.
pub fn legend() -> String {
    styled(
        DIM,
        format!(
            "\n± and intervals hold the true figure in {} of 100 such studies. Half of all games lie at or below `half`, one in twenty at or\n\
             below `5 %` and one in twenty above `95 %`. A round is counted as the most turns that any one player had.\n",
            (CONFIDENCE * 100.0).round()
        ),
    )
}

fn section_title(section: Section) -> &'static str {
    match section {
        Section::Measures => "Counted by the rules (of players: each player in each game)",
        other => other.title(),
    }
}

/// Measures of players are shown over all players: by seat they only differ by chance or by what wins by seat tell as well.
fn shown(row: &Row) -> bool {
    !matches!(row.figure, Figure::MeasureAt(..)) || !row.key.ends_with(|c: char| c.is_ascii_digit())
}

fn label(seats: &[Seat], row: &Row) -> String {
    match row.figure {
        Figure::WinBySeat(seat) => format!("{} ({})", row.label, seats[seat].name()),
        Figure::MeasureAt(..) => format!("  {}", row.label),
        _ => row.label.clone(),
    }
}

fn unfinished(counts: &Counts) -> String {
    let mut text = String::new();
    if counts.unfinished > 0 {
        let share = stats::proportion(counts.unfinished, counts.games, CONFIDENCE);
        let share = share.map_or(String::new(), |e| format!(" ({}, {})", percent(e.value), interval(&e)));
        let line = format!("{}{share} did not end: broken off, and in no figure.", count(counts.unfinished, "game"));
        text.push_str(&format!("{}\n", styled(WARN, line)));
    }
    if counts.failed > 0 {
        let line = format!("{} failed, see below; in no figure.", count(counts.failed, "game"));
        text.push_str(&format!("{}\n", styled(BAD, line)));
    }
    if text.is_empty() {
        text = format!("{}\n", styled(DIM, "All games came to an end."));
    }
    text
}

/// How the goals of the rules stand.
pub fn goals(goals: &[Judged]) -> String {
    if goals.is_empty() {
        return String::new();
    }
    let mut table = Table::new("Goals of the rules");
    table.left = true;
    for goal in goals {
        let style = match goal.verdict {
            Verdict::Green => GOOD,
            Verdict::Red => BAD,
            Verdict::Unsure | Verdict::Unknown => WARN,
        };
        let found = goal.estimate.map_or(goal.note.clone(), |e| {
            let show = |n| of_goal(goal, n);
            format!("{} (95 %: {} to {}; {})", show(e.value), show(e.low), show(e.high), goal.note)
        });
        let verdict = format!("{style}{:<13}{style:#}", goal.verdict.text());
        table.row(goal.title.clone(), [goal.wanted.clone(), verdict, found]);
    }
    table.text()
}

fn paired(study: &Study<'_>, other: &Against, comparison: &Comparison) -> String {
    let programs = [&*study.ready.program, &*other.ready.program];
    let mut text = format!(
        "  first:  {}\n  second: {}{}\n",
        rests_on(study.ready),
        rests_on(&other.ready),
        other.told.as_ref().map(|told| format!(" ({told})")).unwrap_or_default()
    );
    for (name, counts) in [("First", &comparison.first), ("Second", &comparison.second)] {
        if counts.unfinished + counts.failed > 0 {
            text.push_str(&format!("{name}: {}", unfinished(counts)));
        }
    }
    let rows = stats::paired_rows(programs, comparison);
    let mut differ = 0;
    for section in sections(programs[0].players) {
        let rows: Vec<&PairedRow> = rows.iter().filter(|r| r.first.section == *section && shown(&r.first)).collect();
        if rows.is_empty() {
            continue;
        }
        let mut table = Table::new(section_title(*section));
        table.head = ["first", "second", "difference", "95 % interval", ""].map(str::to_owned).to_vec();
        for row in rows {
            let d = &row.difference;
            differ += usize::from(row.differs());
            let (difference, interval) = if row.first.is_share {
                (points(d.value), format!("{} to {}", points(d.low), points(d.high)))
            } else {
                (signed(d.value), format!("{} to {}", signed(d.low), signed(d.high)))
            };
            let mark = if row.differs() { "differs" } else { "" };
            let show = |r: &Row| value(r, &r.estimate);
            table.row(
                label(study.seats, &row.first),
                [show(&row.first), show(&row.second), difference, interval, mark.to_owned()],
            );
        }
        text.push_str(&table.text());
    }
    let goals = [stats::goals(programs[0], &comparison.first), stats::goals(programs[1], &comparison.second)];
    text.push_str(&goals_of_both(&goals));
    let n = comparison.differences.iter().map(|(_, _, t)| t.n).max().unwrap_or(0);
    let all = comparison.differences.len();
    text.push_str(&styled(
        DIM,
        format!(
            "\nThe difference is second less first, game by game on the same luck, over {} of games. `differs`: 0 is outside of the\n\
             interval, so chance alone hardly explains it; of {all} figures without any difference about {:.0} would still be marked.\n",
            count(n, "pair"),
            (all as f64 * (1.0 - CONFIDENCE)).ceil()
        ),
    ));
    if differ == 0 {
        text.push_str("No figure differs surely.\n");
    }
    text
}

fn goals_of_both(goals: &[Vec<Judged>; 2]) -> String {
    if goals.iter().all(Vec::is_empty) {
        return String::new();
    }
    let mut table = Table::new("Goals of the rules");
    table.left = true;
    table.head = ["", "first", "second"].map(str::to_owned).to_vec();
    let show = |goal: Option<&Judged>| {
        goal.map_or("—".to_owned(), |g| {
            let value = g.estimate.map(|e| of_goal(g, e.value));
            format!("{}{}", g.verdict.text(), value.map_or(String::new(), |v| format!(", {v}")))
        })
    };
    for goal in &goals[0] {
        let second = goals[1].iter().find(|g| g.title == goal.title);
        table.row(goal.title.clone(), [goal.wanted.clone(), show(Some(goal)), show(second)]);
    }
    for goal in goals[1].iter().filter(|g| !goals[0].iter().any(|f| f.title == g.title)) {
        table.row(goal.title.clone(), [goal.wanted.clone(), show(None), show(Some(goal))]);
    }
    table.text()
}

/// A table with a heading, columns as wide as what is in them.
pub struct Table {
    title: String,
    pub head: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
    /// Columns are texts, not numbers.
    left: bool,
}

impl Table {
    pub fn new(title: &str) -> Table {
        Table { title: title.to_owned(), head: vec![], rows: vec![], left: false }
    }

    pub fn row<const N: usize>(&mut self, label: String, cells: [String; N]) {
        self.rows.push((label, cells.to_vec()));
    }

    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(|(_, c)| c.len()).max().unwrap_or(0);
        let cell = |row: &[String], n: usize| row.get(n).map_or(0, |c| shown_width(c));
        let widths: Vec<usize> = (0..columns)
            .map(|n| self.rows.iter().map(|(_, c)| cell(c, n)).chain([cell(&self.head, n)]).max().unwrap_or(0))
            .collect();
        let labels = self.rows.iter().map(|(l, _)| shown_width(l) + 2).chain([shown_width(&self.title)]).max().unwrap_or(0);
        let line = |label: &str, style_label: bool, cells: &[String]| {
            let mut text = if style_label { styled(STRONG, label) } else { format!("  {label}") };
            let used = shown_width(label) + if style_label { 0 } else { 2 };
            text.push_str(&" ".repeat(labels - used));
            for (n, c) in cells.iter().enumerate() {
                let pad = " ".repeat(widths[n] - shown_width(c));
                // Words stand left, numbers right.
                let words = self.left || (n + 1 == columns && !c.starts_with(|c: char| c.is_ascii_digit()));
                text.push_str("  ");
                text.push_str(&if words { format!("{c}{pad}") } else { format!("{pad}{c}") });
            }
            format!("{}\n", text.trim_end())
        };
        let mut text = format!("\n{}", line(&self.title, true, &self.head));
        self.rows.iter().for_each(|(label, cells)| text.push_str(&line(label, false, cells)));
        text
    }
}

/// Characters that are seen: colours are none.
fn shown_width(text: &str) -> usize {
    let mut width = 0;
    let mut in_escape = false;
    for c in text.chars() {
        match c {
            '\u{1b}' => in_escape = true,
            'm' if in_escape => in_escape = false,
            _ if in_escape => {}
            _ => width += 1,
        }
    }
    width
}

fn value(row: &Row, estimate: &Estimate) -> String {
    if row.is_share { percent(estimate.value) } else { decimal(estimate.value) }
}

/// `± 0.12`; nothing where one game tells no spread.
pub fn margin(estimate: &Estimate) -> String {
    if estimate.margin().is_finite() { format!("± {}", decimal(estimate.margin())) } else { "± ?".to_owned() }
}

pub fn interval(estimate: &Estimate) -> String {
    format!("{} to {}", percent(estimate.low), percent(estimate.high))
}

pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A difference of shares, in percentage points.
fn points(share: f64) -> String {
    if share == 0.0 { "0.00 pts".to_owned() } else { format!("{} pts", sign(format!("{:+.2}", share * 100.0))) }
}

fn signed(number: f64) -> String {
    if number == 0.0 { "0.000".to_owned() } else { sign(format!("{number:+.3}")) }
}

/// The true minus sign. A sign before zeros says that it is not quite 0.
fn sign(text: String) -> String {
    text.replace('-', "−")
}

pub fn decimal(number: f64) -> String {
    format!("{number:.2}").replace('-', "−")
}

/// The figure of a goal. An end that so few games can't tell is a question mark.
fn of_goal(goal: &Judged, number: f64) -> String {
    match number {
        _ if !number.is_finite() => "?".to_owned(),
        _ if goal.is_share => percent(number),
        _ if number.fract() == 0.0 => format!("{number:.0}").replace('-', "−"),
        _ => decimal(number),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_signed() {
        assert_eq!(number(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(number(12), "12");
        assert_eq!([signed(0.0), signed(-0.5), signed(1.25)], ["0.000", "−0.500", "+1.250"]);
        assert_eq!(points(-0.012), "−1.20 pts");
    }
}
