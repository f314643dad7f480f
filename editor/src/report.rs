//! A report on a playtest, as a page: what was played, by whom and how long, how it went, what was noted, and what was changed. It tells what
//! an onlooker may know, and nothing of the clock by which it is written: of the same playtest it is the same.

use std::fmt::{Display, Write};
use std::path::Path;

use interpreter::playtest::By;
use interpreter::rulebook::Rulebook;
use interpreter::show::plain;

use crate::figures::Snapshot;
use crate::figures::words::count;
use crate::page;
use crate::playtest::{Race, seat_title};
use crate::rulebook::worded;
use crate::words::{escaped, sentence, titled};

mod boards;
mod branches;
pub mod changes;
mod choices;
mod course;
mod figures;
mod notes;
pub mod times;

use boards::Boards;

/// The report on a race. `tracks` is the folder of its game's tracks, where their pictures lie.
pub fn html(race: &mut Race, figures: Option<&Snapshot>, tracks: &Path) -> String {
    let mut page = Page { body: String::new(), boards: Boards::new(tracks) };
    played(&mut page, race);
    let decisions = race.decisions();
    who(&mut page, race, &decisions);
    times::write(&mut page, race, &decisions);
    course::write(&mut page, race);
    choices::write(&mut page, race, &decisions);
    notes::write(&mut page, race);
    changes::write(&mut page, race);
    branches::write(&mut page, race);
    figures.into_iter().for_each(|figures| figures::write(&mut page, figures));
    let title = format!("{}: report on a playtest", race.program.ir.game.title);
    page::html(&title, &page.body)
}

/// The page as far as it is written, in HTML.
struct Page {
    body: String,
    boards: Boards,
}

impl Page {
    /// Adds a part of the page, which is HTML already.
    fn add(&mut self, html: impl Display) {
        let _ = writeln!(self.body, "{html}");
    }

    fn heading(&mut self, title: &str) {
        self.add(format_args!("<h2>{}</h2>", escaped(title)));
    }

    fn paragraph(&mut self, text: &str) {
        self.add(format_args!("<p>{}</p>", escaped(text)));
    }

    /// Adds what is said of something said before, less loudly.
    fn remark(&mut self, text: &str) {
        self.add(format_args!("<p class=\"weak\">{}</p>", escaped(text)));
    }

    /// Adds a list, unless it is empty.
    fn list(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            let items: String = lines.iter().map(|line| format!("<li>{}</li>", escaped(line))).collect();
            self.add(format_args!("<ul>{items}</ul>"));
        }
    }

    /// Adds a table under these titles. Its cells are HTML already.
    fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        self.table_of(&head.iter().map(|title| escaped(title)).collect::<Vec<_>>(), rows);
    }

    /// The same, with a head that is HTML already.
    fn table_of(&mut self, head: &[String], rows: &[Vec<String>]) {
        let cells = |row: &[String], tag: &str| row.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect::<String>();
        self.add(format_args!("<table>\n<tr>{}</tr>", cells(head, "th")));
        rows.iter().for_each(|row| self.add(format_args!("<tr>{}</tr>", cells(row, "td"))));
        self.add("</table>");
    }
}

/// What a player is called where the race stands.
fn name(race: &Race, player: usize) -> String {
    race.present_stage().program.names.get(player).map_or("Somebody".to_owned(), |name| name.to_string())
}

/// The cover: what was played, and the board.
fn played(page: &mut Page, race: &Race) {
    let stage = race.present_stage().clone();
    let book = Rulebook::of(&stage.ruleset, &stage.program);
    page.add(format_args!("<h1>{}</h1>", escaped(&book.title)));
    page.paragraph("Report on a playtest");
    let mut lines = vec![match &book.addons[..] {
        [] => "Without add-ons".to_owned(),
        [one] => format!("With the add-on {one}"),
        all => format!("With the add-ons {}", all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }];
    lines.extend(book.settings.iter().filter_map(|setting| {
        let usual = setting.usual.as_ref()?;
        let (name, value) = (titled(&plain(&setting.name)), worded(&setting.value));
        Some(format!("{name}: {value} (usually {})", worded(usual)))
    }));
    let track = if stage.track.name.is_empty() { &stage.track_name } else { &stage.track.name };
    lines.push(format!("Track {track}"));
    lines.extend(race.series().map(|(plan, n)| format!("Race {} of {} of {}", n + 1, plan.races.len(), plan.name)));
    lines.push(format!("{}, seed {}", count(stage.program.players as u64, "player"), race.seed()));
    page.list(&lines);
    let board = page.boards.sheet(&stage);
    page.add(board);
}

/// Who played, and how much everybody decided.
fn who(page: &mut Page, race: &Race, decisions: &[crate::playtest::Decision]) {
    page.heading("Who played");
    let rows: Vec<Vec<String>> = (0..race.present_stage().program.players)
        .map(|player| {
            let own = || decisions.iter().filter(move |decision| decision.player == player);
            let kind = race.seats.get(player).map_or("", |seat| seat_title(*seat));
            let by_people = own().filter(|decision| decision.by == By::Person).count();
            // Somebody may have taken the seat, or left it, on the way.
            let also = match own().count() {
                all if by_people > 0 && by_people < all => format!(", {by_people} of them by a person"),
                _ => String::new(),
            };
            vec![boards::named(race, player), kind.to_owned(), format!("{}{also}", count(own().count() as u64, "decision"))]
        })
        .collect();
    page.table(&["Player", "Played by", "Decided"], &rows);
}

/// Begins words with a capital letter and ends them with a dot, for a sentence of the page.
fn said(words: &str) -> String {
    let text = sentence(words.trim());
    if text.ends_with(['.', '!', '?']) || text.is_empty() { text } else { format!("{text}.") }
}
