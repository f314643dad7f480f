//! Prints figures as tables that explain themselves.

use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::simulate::{Comparison, Counts, Figure};
use interpreter::stats::{self, CONFIDENCE, Judged, PairedRow, Row, Section, Verdict};

use super::super::out::{BAD, DIM, GOOD, STRONG, WARN, styled};
use super::super::setup::Ready;
use super::Study;
use super::against::Against;
use crate::figures::words;
pub use crate::figures::words::{bots, count, decimal, fairness, interval, margin, number, percent};
use crate::figures::words::{of_goal, points, section_title, sections, shown, signed, value};

/// Returns the whole output.
pub fn text(study: &Study<'_>, counts: &Counts, pair: Option<(&Against, &Comparison)>) -> String {
    let mut text = heading(study, counts);
    match pair {
        None => {
            text.push_str(&batch(&study.ready.program, study.seats, counts));
            text.push_str(&legend());
            text.push_str(&goals(&stats::goals(&study.ready.program, counts)));
            text.push_str(&uneven("", &study.ready.program, study.seats, counts));
        }
        Some((other, comparison)) => text.push_str(&paired(study, other, comparison)),
    }
    text
}

/// Returns what the figures are based on.
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

/// Returns the figures of a batch.
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
                    table.row(label(seats, row), [percent(e.value), interval(e), fairness(e, program.players).to_owned()]);
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

/// Explains the figures.
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
        let line = format!("{}{share} did not end, and count in no figure.", count(counts.unfinished, "game"));
        text.push_str(&format!("{}\n", styled(WARN, line)));
    }
    if counts.failed > 0 {
        let line = format!("{} failed (see below), and count in no figure.", count(counts.failed, "game"));
        text.push_str(&format!("{}\n", styled(BAD, line)));
    }
    if text.is_empty() {
        text = format!("{}\n", styled(DIM, "All games came to an end."));
    }
    if counts.at_random > 0 {
        let line = format!(
            "{} given at random: no state that a bot imagined agreed with what it saw.",
            count(counts.at_random, "answer")
        );
        text.push_str(&format!("{}\n", styled(WARN, line)));
    }
    text
}

/// Returns the state of the rules' goals.
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

/// Returns the differences that no goal is about. `of` names one of two batches.
pub fn uneven(of: &str, program: &Program, seats: &[Seat], counts: &Counts) -> String {
    let line = |found| format!("\n{}\n", styled(WARN, format!("{of}{}", words::uneven(found, program.players))));
    stats::uneven(program, counts, seats).iter().map(line).collect()
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
        if counts.unfinished + counts.failed + counts.at_random > 0 {
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
    let n = comparison.compared();
    // Goals and these lines are of all games of each, the figures above of those that came to an end under both.
    let of = |name: &str, counts: &Counts| {
        let all = count(counts.finished(), "game");
        if counts.finished() == n { format!("{name}: ") } else { format!("{name}, in all {all} that came to an end: ") }
    };
    text.push_str(&uneven(&of("First", &comparison.first), programs[0], study.seats, &comparison.first));
    text.push_str(&uneven(&of("Second", &comparison.second), programs[1], study.seats, &comparison.second));
    if n == 0 {
        text.push_str("\nNo game came to an end under both, so there is nothing to compare.\n");
        return text;
    }
    let all = comparison.pairs.len();
    let is_same = [&comparison.first, &comparison.second].iter().all(|counts| counts.finished() == n);
    let goals = if is_same { "" } else { "; goals are judged by all games of each" };
    text.push_str(&styled(
        DIM,
        format!(
            "\nThe figures are of the {} of games that came to an end under both, on the same luck{goals}. The difference is second less\n\
             first, game by game. `differs`: 0 is outside of the interval, so chance alone hardly explains it; of {all} figures without any\n\
             difference about {:.0} would still be marked.\n",
            count(n, "pair"),
            (all as f64 * (1.0 - CONFIDENCE)).ceil()
        ),
    ));
    if differ == 0 {
        text.push_str("No figure differs significantly.\n");
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

/// A table with a heading. Its columns are as wide as their contents.
pub struct Table {
    title: String,
    pub head: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
    /// Whether all columns are texts, not numbers.
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
                // Words are aligned left, numbers right.
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

/// Counts the visible characters, leaving out colour codes.
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

/// Returns add-ons, track and settings in words.
fn rests_on(ready: &Ready) -> String {
    words::rests_on(&ready.program, &ready.built.track_name, &ready.setup.settings)
}
