//! Writes a played game down as a test of the rules: one call of the flow, or a whole race.
//!
//! A call is recorded as it was played: what differed from the beginning of a game, the dice and cards that chance gave, the arguments of
//! the rule, the answers, and what has changed by its end. Somebody picks which of the changes the test is to expect. Rules can't say
//! everything (the order of a pile, whose turn it was before), so a test may go another way than the race.

use std::sync::Arc;

use crate::edit::Change;
use crate::game::{Choice, Game, Held, Status, Sum, ToCome, question};
use crate::ir::KindId;
use crate::program::{Pc, Program, header};
use crate::reading::What;
use crate::ruleset::Setup;
use crate::testing::answers::written_by_value;
use crate::vm::host::Shuffled;
use crate::vm::random::{self, Draw};
use crate::vm::{Event, Host, Machine, Stop};

mod hidden;
mod lines;

/// Why there is no test of a call that ended in a rule error.
const NO_WAY_ON: &str = "the rules could not go on in it";

/// A test without its title and its expectations.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The setup it was played with: ` with wind on "line" for 2 players`.
    with: String,
    /// The position, what chance gave, the call and the answers.
    lines: Vec<String>,
    /// What has changed. Each change may be expected.
    pub changes: Vec<String>,
    /// The turn that it is about; `None` for a whole race.
    pub turn: Option<u32>,
    /// Whether it tells the reader something hidden.
    pub tells_hidden: bool,
    /// Whether chance decided something that tests can't script, such as who begins. Then the test may go another way.
    pub asks_chance: bool,
}

/// A moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The number of choices made and of lines written before it.
    pub choices: usize,
    pub lines: usize,
}

/// Records a call of the flow: the last one that was played to its end and in which somebody decided or a turn began, or the last such call
/// that had begun by the moment `at`. `reader` is the player who will read it; `None` is an onlooker.
///
/// # Errors
/// Why it can't become a test, in words.
pub fn call(game: &Game, setup: &Setup, track: &str, at: Option<At>, reader: Option<usize>) -> Result<Recording, String> {
    let program = &*game.program;
    let calls = game.calls();
    let is_it = |held: &Held<'_>| at.is_none_or(|at| held.choices <= at.choices && held.lines <= at.lines);
    let wanted = calls.iter().rposition(is_it);
    let wanted = wanted.ok_or("nothing has been played to its end yet that could be told as a test")?;
    let (held, open) = (&calls[wanted], game.held().filter(|_| matches!(game.status, Status::Asking(_))));
    let after = calls.get(wanted + 1).copied().or(open).map_or(&game.machine.memory[..], |next| next.state);
    let played = Played::again(game, Some(held))?;
    let rule = &program.checkpoints[usize::from(held.checkpoint)].rule;
    let changes = lines::changes(program.read(&played.end), program.read(held.state));
    if changes.is_empty() {
        return Err(format!("nothing has changed in `{rule}` that a test could expect"));
    }
    let with = played.notes.with.as_ref().ok_or_else(|| format!("`{rule}` was called with something that a test can't write"))?;
    let mut lines = lines::set_up(program.read(held.state));
    lines.extend(played.lines(&format!("{rule}({})", with.join(", ")), false));
    let (turn, with) = (Some(program.read(after).turn()), played_with(program, setup, track));
    let (tells_hidden, asks_chance) = (hidden::tells(game, held, &played, reader), played.notes.asks_chance);
    Ok(Recording { with, lines, changes, turn, tells_hidden, asks_chance })
}

/// Records a whole race, up to where it stands. Its result follows from its dice, cards and answers and, if the rules ask chance for
/// anything else, from its seed: tests have [`super::SEED`].
///
/// # Errors
/// Why it can't become a test, in words.
pub fn race(game: &Game, setup: &Setup, track: &str) -> Result<Recording, String> {
    let program = &*game.program;
    if game.sum_before() != Sum::default() || !game.previous.is_empty() {
        return Err("it began under other rules, or after another race".to_owned());
    }
    let played = Played::again(game, None)?;
    let changes = lines::changes(program.read(&played.end), program.at_first());
    let (with, lines, asks_chance) = (played_with(program, setup, track), played.lines("game", true), played.notes.asks_chance);
    Ok(Recording { with, lines, changes, turn: None, tells_hidden: program.has_secrets(), asks_chance })
}

impl Recording {
    /// The test with this title, which expects the changes that were picked.
    pub fn test(&self, title: &str, is_picked: impl Fn(usize) -> bool) -> String {
        let title: String = title.chars().filter(|letter| !matches!(letter, '"' | '\\' | '{' | '}' | '\n')).collect();
        let title = if title.trim().is_empty() { "as it was played" } else { &title };
        let mut text = format!("test \"{title}\"{} {{\n", self.with);
        let changes = self.changes.iter().enumerate().filter(|(n, _)| is_picked(*n));
        let expected = changes.map(|(_, change)| format!("expect {change}"));
        self.lines.iter().cloned().chain(expected).for_each(|line| text.push_str(&format!("  {line}\n")));
        text + "}\n"
    }
}

fn played_with(program: &Program, setup: &Setup, track: &str) -> String {
    let settings = setup.settings.iter().map(|set| set.replacen('=', " = ", 1));
    let with: Vec<String> = setup.addons.iter().cloned().chain(settings).collect();
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
    format!("{with} on \"{track}\" for {} players", program.players)
}

/// What happened when the game was played again.
struct Played {
    notes: Notes,
    /// Each choice, with its turn and with the way in which a test writes it.
    choices: Vec<(u32, Choice, String)>,
    /// The decision that is still open.
    until: Option<Arc<str>>,
    end: Vec<i32>,
}

impl Played {
    /// Plays a call of the flow again, with the choices made in it and with the results that somebody set for chance. With `None`, plays
    /// everything from the beginning.
    fn again(game: &Game, held: Option<&Held<'_>>) -> Result<Played, String> {
        let program = &*game.program;
        let mut machine = Machine::new(program).without_journal();
        machine.start(program, game.seed);
        let mut notes = Notes { goes_on: held.is_none(), ..Notes::default() };
        if let Some(held) = held {
            machine.set_state(held.state);
            (notes.forced, notes.rule) =
                (held.pending.clone(), Some(program.checkpoints[usize::from(held.checkpoint)].rule.clone()));
        }
        let mut edits = held.map_or_else(|| game.edits(), |held| game.edits_since(held)).into_iter().peekable();
        let (before, mut choices, mut until) = (held.map_or(0, |held| held.choices), vec![], None);
        let mut stop = machine.resume(program, &mut notes);
        while stop == Stop::Decide && notes.end.is_none() {
            let made = before + choices.len();
            while let Some((_, edit)) = edits.next_if(|(at, _)| *at <= made) {
                match edit.change(program)? {
                    Change::Forced(forced) => notes.forced.extend(forced),
                    Change::Words(..) | Change::Card(..) => {
                        return Err("something was changed by hand in the middle of it, which a test can't do".to_owned());
                    }
                }
            }
            let asked = question(program, &mut machine).map_err(|_| NO_WAY_ON.to_owned())?;
            let Some(choice) = game.choices.get(made) else {
                until = Some(asked.decision);
                break;
            };
            let option = asked.find(choice).ok_or("it can't be played again as it was")?;
            let answer = format!("{}: {}", asked.decision, written_by_value(&asked, option));
            choices.push((machine.read(program).turn(), choice.clone(), answer));
            stop = machine.choose(program, option, &mut notes);
        }
        if let Stop::Trap(..) = stop {
            return Err(NO_WAY_ON.to_owned());
        }
        let end = notes.end.take().unwrap_or_else(|| machine.state(program).to_vec());
        Ok(Played { notes, choices, until, end })
    }

    /// What chance gave, what was called and what was answered. With `by_turn`, the answers of each turn are on lines of their own.
    fn lines(&self, called: &str, by_turn: bool) -> Vec<String> {
        let dice = self.notes.dice.iter().map(i32::to_string);
        let draws = self.notes.draws.iter().map(|name| format!("\"{name}\""));
        let mut run = format!("run {called}");
        if !self.choices.is_empty() {
            run.push_str(" choosing ");
            let turns = self.choices.chunk_by(|(turn, ..), (other, ..)| !by_turn || turn == other);
            let answers =
                |turn: &[(u32, Choice, String)]| turn.iter().map(|(.., answer)| answer.clone()).collect::<Vec<_>>().join(", ");
            run.push_str(&turns.map(answers).collect::<Vec<_>>().join(",\n    "));
        }
        if let Some(decision) = &self.until {
            run.push_str(&format!(" until {decision}"));
        }
        let script = |word: &str, items: Vec<String>| (!items.is_empty()).then(|| wrapped(word, &items));
        let chance = script("dice", dice.collect()).into_iter().chain(script("draws", draws.collect()));
        chance.chain([run]).collect()
    }
}

/// A list after its word, on as many lines as it takes.
fn wrapped(word: &str, items: &[String]) -> String {
    const WIDEST: usize = 100;
    let (mut text, mut width) = (word.to_owned(), word.len());
    for (n, item) in items.iter().enumerate() {
        let comma = if n == 0 { "" } else { "," };
        let is_full = width + item.len() > WIDEST;
        let space = if is_full { "\n    " } else { " " };
        width = if is_full { 4 } else { width } + item.len() + 2;
        text.push_str(&format!("{comma}{space}{item}"));
    }
    text
}

/// Notes what chance gives, until the called rule has ended or for good.
#[derive(Default)]
struct Notes {
    dice: Vec<i32>,
    draws: Vec<Arc<str>>,
    /// The same cards.
    drawn: Vec<What>,
    asks_chance: bool,
    /// The rule to be called, and its arguments as rules write them.
    rule: Option<Arc<str>>,
    with: Option<Vec<String>>,
    /// The number of calls that waited when it began, and the state in which it returned to the flow. What the flow itself does afterwards
    /// doesn't belong to it.
    depth: i32,
    end: Option<Vec<i32>>,
    /// The results that somebody has set for chance.
    forced: ToCome,
    goes_on: bool,
}

impl Host for Notes {
    const TRACE: bool = true;

    fn draw(&mut self, seed: u64, draw: Draw, sides: u32) -> u32 {
        self.forced.side(draw.stream, sides).unwrap_or_else(|| random::draw(seed, draw, sides))
    }

    fn draw_card(&mut self, program: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        let n = self.forced.draw(program, machine, from, draw);
        let drawn = machine.shuffled_in(&program.cards[from.kind], from.heap).nth(n as usize);
        if let Some(card) = drawn.filter(|_| self.end.is_none()) {
            self.draws.extend(program.rows[from.kind].names.get(card).cloned());
            self.drawn.push(What::Card(KindId(from.kind as u16), card));
        }
        n
    }

    fn checkpoint(&mut self, _: &Machine, _: u16) -> bool {
        self.goes_on
    }

    fn event(&mut self, program: &Program, machine: &Machine, _: Pc, event: Event) {
        let depth = machine.memory[header::DEPTH];
        match event {
            _ if self.end.is_some() => {}
            Event::Drew { stream, result } if program.dice.iter().any(|die| die.stream == stream) => self.dice.push(result),
            Event::Drew { .. } => self.asks_chance = true,
            Event::Entered { rule } => {
                let rule = usize::from(rule);
                if self.rule.take_if(|name| *name == program.ir.rules[rule].name).is_some() {
                    (self.with, self.depth) = (lines::arguments(program, machine, rule), depth);
                }
            }
            Event::Left if self.depth == depth => self.end = Some(machine.state(program).to_vec()),
            _ => {}
        }
    }
}
