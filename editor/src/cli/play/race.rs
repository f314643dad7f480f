//! A race at the terminal: bots answer, people are asked, and the log is printed as it grows.

use std::collections::BTreeSet;
use std::io::{BufRead, IsTerminal, Write};
use std::sync::Arc;

use interpreter::chain::{self, End};
use interpreter::diagnostic::Diagnostic;
use interpreter::game::{Game, Line, LineKind, Offer, Question, Status};
use interpreter::ir::KindId;
use interpreter::players::{Seat, Table};
use interpreter::view::has_secrets;

use super::super::out::{self, DIM, KEY, STRONG, WARN, styled};
use super::ahead::Course;
use super::{cards, table};
use crate::words::without_citations;

/// A race, with everything already printed.
pub struct Race {
    pub game: Game,
    table: Table,
    /// For each line of the log, whether it has been printed.
    told: Vec<bool>,
    /// The hands already shown.
    hands: cards::Told,
    /// The player who was asked last.
    asked: Option<usize>,
    course: Course,
    /// The error in the rules that keeps a bot from answering.
    pub trouble: Option<Box<Diagnostic>>,
    /// For each player, the view ahead as it was last printed, and in which turn.
    ahead: Vec<(Vec<String>, u32)>,
}

/// Clears a terminal, including its scrollback.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";
/// The most lines of the log printed for a person who was not looking.
const MOST_LINES: usize = 14;

/// Why the person stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    Quit,
    NoMoreInput,
}

/// A person's answer.
enum Answer {
    Option(usize),
    /// Goes to a space farther on, by this way.
    Follow(chain::Way),
    Undo,
    Show,
    Quit,
}

impl Left {
    /// Describes why a `what` stopped: a race or a series.
    pub fn reason(self, what: &str) -> String {
        match self {
            Left::Quit => format!("You quit the {what}"),
            Left::NoMoreInput => format!("\nThere is no more input; the {what} stops"),
        }
    }
}

impl Race {
    /// Begins a race.
    pub fn new(game: Game, seats: &[Seat], course: Course) -> Race {
        let mut table = Table::new(&game.program, seats);
        table.start(game.seed);
        let ahead = vec![(vec![], 0); game.program.players];
        Race { game, table, told: vec![], hands: cards::Told::default(), asked: None, course, trouble: None, ahead }
    }

    /// Plays up to and including the next answer of a person, or to the end, and prints what happens. If a bot can't answer, sets
    /// [`Race::trouble`].
    ///
    /// # Errors
    /// Returns an error if the person leaves.
    pub fn play_on(&mut self) -> Result<(), Left> {
        loop {
            self.tell();
            let Status::Asking(question) = &self.game.status else { return Ok(()) };
            match self.table.answer(&self.game.program, &self.game.machine) {
                Some(option) => self.take(option),
                None if self.table.trouble.is_some() => {
                    self.trouble = self.table.trouble.take();
                    return Ok(());
                }
                None => {
                    let question = question.clone();
                    return self.ask(&question);
                }
            }
        }
    }

    fn take(&mut self, option: usize) {
        self.game.luck = self.table.streams[..].into();
        self.game.choose(option).expect("an answer is one of the options");
    }

    /// Asks a person until there is an answer.
    fn ask(&mut self, question: &Question) -> Result<(), Left> {
        self.hand_over(question.player)?;
        self.show(question);
        let ends = chain::ends(&self.game.program, &self.game.machine);
        if !ends.is_empty() {
            let mut names: Vec<&str> = ends.iter().map(|end| &*self.game.program.spaces[end.space]).collect();
            names.sort_by_key(|name| by_numbers(name));
            let text = format!("Or the name of a space farther on: {}", names.join(", "));
            out::wrapped(&text, out::width()).iter().for_each(|line| out::line(styled(DIM, line)));
        }
        loop {
            match answer(question, &ends, &self.game.program.spaces)? {
                Answer::Option(n) => {
                    self.take(n);
                    self.tell();
                    return Ok(());
                }
                Answer::Follow(way) => {
                    for step in &way.steps {
                        let Some(option) = self.game.find(step) else { break };
                        self.take(option);
                    }
                    self.tell();
                    return Ok(());
                }
                Answer::Quit => return Err(Left::Quit),
                Answer::Show => {
                    out::print(table::state(&self.game, Some(question.player), &self.course));
                    out::print(indented(&self.course.ahead(&self.game, question.player)));
                    out::print(indented(&self.course.paths()));
                }
                Answer::Undo if self.take_back() => return Ok(()),
                Answer::Undo => out::line("There is nothing to undo yet."),
            }
        }
    }

    /// If several people with secrets share a terminal, clears one person's secrets before the next one looks. If the output can't be
    /// cleared, warns them once.
    fn hand_over(&mut self, player: usize) -> Result<(), Left> {
        let before = self.asked.replace(player);
        if before == Some(player) || self.people().count() < 2 || !has_secrets(&self.game.program) {
            return Ok(());
        }
        if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
            if before.is_none() {
                let text = "Several people share this output, and each can read what the others hold; the window hides it between turns.";
                out::line(styled(WARN, text));
            }
            return Ok(());
        }
        let who = styled(STRONG, &self.game.program.names[player]);
        out::print(format!("{CLEAR}{who}, press Enter when nobody else looks. "));
        if !matches!(std::io::stdin().lock().read_until(b'\n', &mut vec![]), Ok(1..)) {
            return Err(Left::NoMoreInput);
        }
        out::print(CLEAR.to_owned());
        self.hands.forget_now(player);
        // These lines came after the player's last choice.
        let own = self.game.choices.iter().rposition(|choice| choice.player == player + 1).map_or(0, |n| n + 1);
        let lines: Vec<&Line> = self.game.log_for(Some(player)).filter(|line| line.choices >= own).collect();
        for line in &lines[lines.len().saturating_sub(MOST_LINES)..] {
            out::print(log_line(line, line.text_for(Some(player))));
        }
        Ok(())
    }

    /// Returns the seats of people.
    fn people(&self) -> impl Iterator<Item = usize> + '_ {
        self.table.seats.iter().enumerate().filter(|(_, seat)| **seat == Seat::Human).map(|(n, _)| n)
    }

    fn show(&mut self, question: &Question) {
        let who = &self.game.program.names[question.player];
        let prompt = if question.prompt.is_empty() {
            format!("{}?", question.decision.replace('_', " "))
        } else {
            question.prompt.clone()
        };
        let before = self.hands.before(&self.game, question, &self.course);
        let ahead = self.course.ahead(&self.game, question.player);
        // The view ahead matters when cards or spaces are chosen. Otherwise it is only printed when it has changed.
        let chosen = |offer: &Offer| offer.space().is_some() || offer.row().is_some_and(|(kind, _)| is_card(&self.game, kind));
        // On an open board, it is printed once per turn.
        let turn = self.game.log.last().map_or(0, |line| line.turn);
        let (last, told_in) = &self.ahead[question.player];
        let is_due = if self.course.is_open() { *told_in != turn } else { question.options.iter().any(chosen) };
        let ahead_text = if *last != ahead || is_due { indented(&ahead) } else { String::new() };
        self.ahead[question.player] = (ahead, turn);
        out::print(format!("\n{before}{ahead_text}{}: {prompt}\n", styled(STRONG, who)));
        let longest = question.options.iter().map(|o| o.label.chars().count()).max().unwrap_or(0).min(30);
        for (n, offer) in question.options.iter().enumerate() {
            let says = cards::told_of(&self.game, offer).filter(|_| offer.docs.text.is_empty());
            let mut docs = says.unwrap_or_else(|| without_citations(&offer.docs.text));
            if let (Some(space), true) = (offer.space(), docs.is_empty()) {
                docs = self.course.facts(&self.game.program, space);
                if docs.is_empty() {
                    docs = self.course.onward(&self.game.program, space);
                }
            }
            let key = if says_numbers(question) { String::new() } else { (n + 1).to_string() };
            out::print(option_lines(&key, offer, &docs, longest));
        }
    }

    /// Returns to the last answer of a person. Returns whether there is one.
    fn take_back(&mut self) -> bool {
        let human = |player: usize| self.table.seats.get(player - 1) == Some(&Seat::Human);
        let Some(last) = self.game.choices.iter().rposition(|c| human(c.player)) else { return false };
        self.game.go_back(last);
        self.table.streams = self.game.luck.to_vec();
        self.told = vec![true; self.game.log.len()];
        self.hands = cards::Told::default();
        out::line(styled(DIM, "Undone."));
        true
    }

    /// Prints the lines of the log that the reader hasn't seen.
    fn tell(&mut self) {
        self.told.resize(self.game.log.len(), false);
        let (watcher, blocks) = (self.watcher(), self.game.sum().blocks);
        for (line, told) in self.game.log.iter().zip(&mut self.told) {
            if line.is_for(watcher, blocks) && !*told {
                *told = true;
                out::print(log_line(line, line.text_for(watcher)));
            }
        }
    }

    /// Returns the only person, whose secrets may be printed. With several people, nobody's secrets are.
    fn watcher(&self) -> Option<usize> {
        let mut people = self.people();
        let first = people.next();
        first.filter(|_| people.next().is_none())
    }
}

/// Splits a name for natural sorting: `2-1` comes before `10-1`.
pub fn by_numbers(name: &str) -> Vec<(&str, u64)> {
    let mut parts = vec![];
    let mut rest = name;
    while !rest.is_empty() {
        let (text, behind) = rest.split_at(rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len()));
        let (digits, behind) = behind.split_at(behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len()));
        parts.push((text, digits.parse().unwrap_or(u64::MAX)));
        rest = behind;
    }
    parts
}

/// Whether rows of this kind are cards.
fn is_card(game: &Game, kind: KindId) -> bool {
    !game.program.cards[kind.index()].heaps.is_empty()
}

/// Returns dimmed lines, wrapped for the terminal.
fn indented(lines: &[String]) -> String {
    let wrapped = lines.iter().flat_map(|line| out::wrapped(line, out::width().saturating_sub(2)));
    wrapped.map(|line| format!("  {}\n", styled(DIM, line))).collect()
}

/// Returns a line of the log as printed.
pub fn log_line(line: &Line, text: &str) -> String {
    match line.kind {
        LineKind::Turn => format!("\n{}\n", styled(STRONG, text)),
        LineKind::Said | LineKind::Chose | LineKind::Edited => format!("  {}\n", text),
        LineKind::Rolled | LineKind::Moved | LineKind::Cards => format!("  {}\n", styled(DIM, text)),
        LineKind::Over => format!("\n{}\n", styled(STRONG, text)),
        LineKind::Failed => format!("\n{}\n", styled(out::BAD, text)),
    }
}

/// Whether all options are distinct numbers. Then they get no numbers of their own, which could be mistaken for them.
fn says_numbers(question: &Question) -> bool {
    let mut seen = BTreeSet::new();
    question.options.iter().all(|offer| offer.label.parse::<i64>().is_ok_and(|number| seen.insert(number)))
}

/// Returns an option with its number and, dimmed, its documentation.
fn option_lines(key: &str, offer: &Offer, docs: &str, longest: usize) -> String {
    let label = &offer.label;
    // Documentation that only repeats the label is left out: "One die: as ever" beside "One die".
    let docs = docs.strip_prefix(&format!("{label}: ")).unwrap_or(docs);
    let docs = if label.ends_with(docs) { "" } else { docs };
    let (key, label) = match key {
        "" => (String::new(), styled(KEY, format!("{label:>3}"))),
        _ => (styled(KEY, format!("{key:>3}  ")), label.clone()),
    };
    if docs.is_empty() {
        return format!("{key}{label}\n");
    }
    let indent = 5 + longest + 2;
    let lines = out::wrapped(docs, out::width().saturating_sub(indent).max(20));
    let gap = " ".repeat((longest + 2).saturating_sub(offer.label.chars().count()).max(2));
    let mut text = format!("{key}{label}{gap}{}\n", styled(DIM, &lines[0]));
    for line in &lines[1..] {
        text.push_str(&format!("{}{}\n", " ".repeat(indent), styled(DIM, line)));
    }
    text
}

/// Reads one answer from the terminal.
fn answer(question: &Question, ends: &[End], spaces: &[Arc<str>]) -> Result<Answer, Left> {
    loop {
        out::print(styled(KEY, "> "));
        let mut bytes = vec![];
        let read = std::io::stdin().lock().read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return Err(Left::NoMoreInput);
        }
        let typed = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !std::io::stdin().is_terminal() {
            // If nobody types at the terminal, the answers are printed as part of the race.
            out::line(&typed);
        }
        match typed.to_lowercase().as_str() {
            "" => continue,
            "?" | "help" => return Ok(Answer::Show),
            "u" | "undo" => return Ok(Answer::Undo),
            "q" | "quit" | "exit" => return Ok(Answer::Quit),
            _ => {}
        }
        match named(&typed, question) {
            Ok(option) => return Ok(Answer::Option(option)),
            Err(_) if ends.iter().any(|end| is_way_to(end, &typed, spaces).is_some()) => {
                let way = ends.iter().find_map(|end| is_way_to(end, &typed, spaces)).cloned();
                return Ok(way.map_or(Answer::Show, Answer::Follow));
            }
            Err(_) if ends.iter().any(|end| spaces[end.space].to_lowercase() == typed.to_lowercase()) => {
                let end = ends.iter().find(|end| spaces[end.space].to_lowercase() == typed.to_lowercase());
                out::line("There are several ways; type one of them:");
                end.iter().flat_map(|end| &end.ways).for_each(|way| out::line(format!("  {}", way.shown())));
            }
            Err(why) => {
                let _ = std::io::stdout().flush();
                out::line(styled(WARN, why));
            }
        }
    }
}

/// Returns the way that was typed: an end with only one way to it, or the spaces of one of several ways.
fn is_way_to<'e>(end: &'e End, typed: &str, spaces: &[Arc<str>]) -> Option<&'e chain::Way> {
    let typed = typed.to_lowercase();
    match end.ways.as_slice() {
        [way] => (spaces[end.space].to_lowercase() == typed).then_some(way),
        several => {
            let plain =
                |text: &str| text.to_lowercase().replace(['→', ','], " ").split_whitespace().collect::<Vec<_>>().join(" ");
            several.iter().find(|way| plain(&way.shown()) == plain(&typed))
        }
    }
}

/// Returns the option with this number, this label, or a label beginning so.
pub fn named(typed: &str, question: &Question) -> Result<usize, String> {
    let count = question.options.len();
    let labels: Vec<String> = question.options.iter().map(|o| o.label.to_lowercase()).collect();
    let lower = typed.to_lowercase();
    let exact: Vec<usize> = (0..count).filter(|n| labels[*n] == lower).collect();
    // A number is the one printed before an option, unless the options are numbers themselves.
    let is_number = typed.parse::<usize>().is_ok() && !says_numbers(question);
    match exact[..] {
        [one] if !is_number => return Ok(one),
        [_, _, ..] if !is_number => {
            let numbers: Vec<String> = exact.iter().map(|n| (n + 1).to_string()).collect();
            return Err(format!("Several options say \"{typed}\". Type the number of one: {}.", numbers.join(" or ")));
        }
        _ => {}
    }
    if says_numbers(question) {
        let numbers: Vec<&str> = labels.iter().map(String::as_str).collect();
        return Err(format!("Type one of these numbers: {}.", numbers.join(", ")));
    }
    if let Ok(number) = typed.parse::<usize>() {
        return match number {
            1.. if number <= count => Ok(number - 1),
            _ => Err(format!("There are options 1 to {count}.")),
        };
    }
    let starting: Vec<usize> = (0..count).filter(|n| labels[*n].starts_with(&lower)).collect();
    match starting[..] {
        [one] => Ok(one),
        [] => Err(format!("No option starts with \"{typed}\". Type a number from 1 to {count}, ? for the state, u or q.")),
        _ => {
            let list: Vec<&str> = starting.iter().map(|n| &*question.options[*n].label).collect();
            Err(format!("\"{typed}\" could be {}.", list.join(" or ")))
        }
    }
}
