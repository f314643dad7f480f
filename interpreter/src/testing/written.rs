//! What has just happened in a game, written down as a test of the rules.
//!
//! The test is run, and what doesn't hold is taken out of it until it passes. It is of one call of the flow; what that was called
//! with is read from its frame. Where one can't be told, the nearest call that can is offered. The search takes a bounded number of
//! runs and ends when nobody waits for it any more. `Written::tells_hidden` says whether the test gives away what is hidden from
//! whoever looks: the window asks before it shows such a test.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Options, run_with};
use crate::diagnostic::{Diagnostic, Severity};
use crate::game::{Game, Held, Status};
use crate::ir::Type;
use crate::program::{Program, header};
use crate::ruleset::{Ruleset, Setup, Texts};
use crate::syntax::tree::ItemKind;

mod hidden;
mod lines;
mod played;

use lines::{expectations, literal, statements};
use played::Played;

/// How often lines that don't hold are taken out.
const MOST_ROUNDS: usize = 12;
/// Most other calls that are tried where there is no test of one.
const MOST_TRIED: usize = 16;
/// Most runs of tests of other calls, until one passes.
const MOST_RUNS: usize = 100;
/// Most ways in which the rule is called until the same happens.
const MOST_CALLS: usize = 12;

/// A test that passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub text: String,
    /// The rules file that it belongs to, by its name as problems give it.
    pub file: String,
    /// How much it expects.
    pub expectations: usize,
    /// Whether it tells what is hidden from the one who reads it.
    pub tells_hidden: bool,
}

/// Why there is no test.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// In words.
    pub why: String,
    /// The nearest moment of which there is one, and in which turn it lies.
    pub nearest: Option<(At, u32)>,
    /// It is so for every moment, so none was looked for.
    pub is_for_all: bool,
}

impl Refused {
    /// There is none of any moment.
    pub fn all(why: String) -> Refused {
        Refused { why, nearest: None, is_for_all: true }
    }
}

/// A moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// How many choices had been made, and lines written, before it.
    pub choices: usize,
    pub lines: usize,
}

/// What a test is to be of, and for whom.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    pub texts: &'a Texts,
    pub setup: &'a Setup,
    pub track: &'a str,
    pub title: &'a str,
    /// `None`: the last that was played to its end.
    pub at: Option<At>,
    /// Whose eyes it is for; `None`: somebody's who looks on.
    pub reader: Option<usize>,
}

/// The call of the flow around a moment as a test: what stood before, the dice and answers, and what has changed. It is one that was played
/// to its end and in which somebody decided or a turn began; else the last before. What can't be said in a test is left out; the test has been run.
///
/// Each run of a test takes its time: between two of them `goes_on` is asked whether anybody still waits for it.
///
/// # Errors
/// Why there is none, and where there would be one.
pub fn written(game: &Game, wish: &Wish<'_>, goes_on: &dyn Fn() -> bool) -> Result<Written, Refused> {
    // Rules that can't be woven fail every test.
    let report = run_with(&Ruleset::read(wish.texts), &Options { titled: Some(""), ..Options::default() });
    if let Some(problem) = report.problems.iter().find(|problem| problem.severity == Severity::Error) {
        return Err(Refused::all(format!("the rules have to be mended first: {}", problem.message)));
    }
    let calls = game.calls();
    let nearest = |failed| nearest(game, &calls, failed, wish, goes_on);
    let Some(wanted) = wanted(&calls, wish.at) else {
        let why = "nothing has been played to its end yet that could be told as a test".to_owned();
        return Err(Refused { why, nearest: nearest(None), is_for_all: false });
    };
    let patience = Patience { goes_on, runs: Cell::new(usize::MAX) };
    of_call(game, &calls[wanted], wish, &patience).map_err(|why| Refused {
        why,
        nearest: nearest(Some(wanted)),
        is_for_all: false,
    })
}

/// The turn of which there would be a test, at a moment, or of the last that was played to its end.
pub fn turn_told(game: &Game, at: Option<At>) -> Option<u32> {
    let calls = game.calls();
    Some(turn_of(game, &calls, wanted(&calls, at)?))
}

fn wanted(calls: &[Held<'_>], at: Option<At>) -> Option<usize> {
    calls.iter().rposition(|held| at.is_none_or(|at| held.choices <= at.choices && held.lines <= at.lines))
}

/// The turn that a call was in when it ended; between those that are told none begins.
fn turn_of(game: &Game, calls: &[Held<'_>], n: usize) -> u32 {
    let open = game.held().filter(|_| matches!(game.status, Status::Asking(_)));
    let after = calls.get(n + 1).copied().or(open).map_or(&game.machine.memory[..], |next| next.state);
    after[header::TURNS].max(0) as u32
}

/// How long somebody waits for a test.
struct Patience<'a> {
    goes_on: &'a dyn Fn() -> bool,
    /// Runs that are left.
    runs: Cell<usize>,
}

impl Patience<'_> {
    /// Whether a test may be run once more.
    fn is_left(&self) -> bool {
        let left = self.runs.get();
        self.runs.set(left.saturating_sub(1));
        left > 0 && (self.goes_on)()
    }
}

/// The nearest call of which there is a test, besides one.
fn nearest(
    game: &Game,
    calls: &[Held<'_>],
    failed: Option<usize>,
    wish: &Wish<'_>,
    goes_on: &dyn Fn() -> bool,
) -> Option<(At, u32)> {
    let patience = Patience { goes_on, runs: Cell::new(MOST_RUNS) };
    let mut others: Vec<usize> = (0..calls.len()).filter(|n| Some(*n) != failed).collect();
    others.sort_by_key(|n| n.abs_diff(failed.unwrap_or(0)));
    let mut tried = others.into_iter().take(MOST_TRIED).take_while(|_| goes_on() && patience.runs.get() > 0);
    let found = tried.find(|n| of_call(game, &calls[*n], wish, &patience).is_ok())?;
    let Held { choices, lines, .. } = calls[found];
    Some((At { choices, lines }, turn_of(game, calls, found)))
}

/// A call of the flow as a test.
fn of_call(game: &Game, held: &Held<'_>, wish: &Wish<'_>, patience: &Patience<'_>) -> Result<Written, String> {
    let program = &game.program;
    let played = Played::again(game, held)?;
    let tells_hidden = hidden::tells(game, held, &played, wish.reader);
    let rule = &program.checkpoints[usize::from(held.checkpoint)].rule;
    let ruleset = Ruleset::read(wish.texts);
    let (file, old) = base(&ruleset, wish.texts).ok_or("the rules have no text to add a test to")?;
    let title = free_title(&ruleset, wish.title);
    let before = statements(program, held.state, &program.image);
    let after = expectations(program, &played.end, held.state);
    if after.is_empty() {
        return Err(format!("nothing has changed in `{rule}` that a test could expect"));
    }
    for arguments in calls_of(program, rule, held, &played) {
        let mut lines = vec![first_line(program, wish.setup, wish.track, &title)];
        lines.extend(before.iter().cloned());
        lines.extend(script(&played));
        let run = lines.len();
        let choosing = if played.answers.is_empty() { "" } else { " choosing " };
        lines.push(format!("  run {rule}({}){choosing}{}", arguments.join(", "), played.answers.join(", ")));
        lines.extend(after.iter().cloned());
        lines.push("}".to_owned());
        if let Some((text, expectations)) = pruned((wish.texts, &file, &old), &title, (lines, run), patience) {
            return Ok(Written { text, file, expectations, tells_hidden });
        }
    }
    if !(patience.goes_on)() {
        return Err("it took too long, and was given up".to_owned());
    }
    Err(format!("`{rule}` can't be called by a test so that the same happens"))
}

/// With what a rule may have been called, the likeliest first: with what lies in its frame, else with what the loops of the flow have come
/// to, and whose turn it was.
fn calls_of(program: &Program, rule: &str, held: &Held<'_>, played: &Played) -> Vec<Vec<String>> {
    let found = program.ir.rules.iter().zip(&program.rules).filter(|(known, _)| *known.name == *rule);
    let Some((known, _)) = found.clone().next_back() else { return vec![] };
    let types: Vec<&Type> = known.locals[..usize::from(known.params)].iter().map(|local| &local.ty).collect();
    let mut calls: Vec<Vec<String>> = vec![];
    for (known, code) in found.filter(|(_, code)| code.params.len() == types.len()) {
        let given = known.locals.iter().zip(&code.params).map(|(local, slot)| {
            let count = program.sizes.words(&program.fold(), &local.ty)?;
            literal(program, &local.ty, played.asked.get(usize::from(*slot)..)?.get(..count)?)
        });
        calls.extend(given.collect::<Option<Vec<String>>>());
    }
    // What each of its parameters may have been.
    let come_to = |ty: &Type| -> Vec<String> {
        let loops = program.checkpoints[usize::from(held.checkpoint)].loops.iter().rev();
        let members = loops.filter_map(|place| place.progress.member()).map(|slot| held.state[usize::from(slot)]);
        match ty.present() {
            Type::Player => {
                let turn_of = played.turn_of.map(|player| player as i32);
                let all = members.chain(turn_of).chain(0..program.players as i32);
                all.filter_map(|word| literal(program, ty, &[word])).collect()
            }
            _ => members.filter_map(|word| literal(program, ty, &[word])).collect(),
        }
    };
    let mut likely: Vec<Vec<String>> = vec![vec![]];
    for ty in types {
        let values = come_to(ty);
        likely =
            likely.iter().flat_map(|call| values.iter().map(|value| [&call[..], std::slice::from_ref(value)].concat())).collect();
        likely.truncate(MOST_CALLS * 4);
    }
    for call in likely {
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    calls.truncate(MOST_CALLS);
    calls
}

/// Takes out what doesn't hold until the test passes; `None`: nothing is left.
fn pruned(
    (texts, file, old): (&Texts, &str, &str),
    title: &str,
    (mut lines, mut run): (Vec<String>, usize),
    patience: &Patience<'_>,
) -> Option<(String, usize)> {
    for _ in 0..MOST_ROUNDS {
        if !patience.is_left() {
            return None;
        }
        let text = lines.join("\n") + "\n";
        let whole = format!("{}\n\n{text}", old.trim_end());
        let begin = whole.len() - text.len();
        let mut with = texts.clone();
        with.set(file, Ok(Arc::from(&*whole)));
        let ruleset = Ruleset::read(&with);
        let report = run_with(&ruleset, &Options { titled: Some(title), ..Options::default() });
        let problems = report.problems.iter().chain(report.tests.iter().flat_map(|test| &test.problems));
        let errors: Vec<&Diagnostic> = problems.filter(|problem| problem.severity == Severity::Error).collect();
        if errors.is_empty() {
            let expectations = report.tests.iter().map(|test| test.expectations).sum();
            return (expectations > 0).then_some((text, expectations));
        }
        // Each problem takes out its line.
        let mut bad: Vec<usize> = vec![];
        for at in errors.iter().filter_map(|problem| problem.span) {
            let at = (at.start as usize).checked_sub(begin)?;
            bad.push(text.get(..at)?.matches('\n').count());
        }
        bad.sort_unstable();
        bad.dedup();
        if bad.is_empty() || bad.iter().any(|n| *n == 0 || *n == run || *n + 1 >= lines.len()) {
            return None;
        }
        for n in bad.into_iter().rev() {
            lines.remove(n);
            run -= usize::from(n < run);
        }
    }
    None
}

/// The file of the base rules, and its text.
fn base(ruleset: &Ruleset, texts: &Texts) -> Option<(String, String)> {
    let name = &ruleset.sources.get(ruleset.base.first()?.source).name;
    let text = texts.get(name)?.as_ref().ok()?;
    Some((name.to_string(), text.to_string()))
}

/// A title that no test has yet.
fn free_title(ruleset: &Ruleset, title: &str) -> String {
    let title: String = title.chars().filter(|letter| !matches!(letter, '"' | '\\' | '{' | '}' | '\n')).collect();
    let title = if title.trim().is_empty() { "as it was played".to_owned() } else { title };
    let trees = ruleset.base.iter().chain(ruleset.addons.iter().map(|addon| &addon.tree));
    let known: BTreeSet<String> = trees
        .flat_map(|tree| &tree.items)
        .filter_map(|item| if let ItemKind::Test(test) = &item.kind { test.title.plain() } else { None })
        .collect();
    let numbered = (2..=known.len() + 2).map(|n| format!("{title}, {n}"));
    std::iter::once(title.clone()).chain(numbered).find(|title| !known.contains(title)).unwrap_or(title)
}

fn first_line(program: &Program, setup: &Setup, track: &str, title: &str) -> String {
    let settings = setup.settings.iter().map(|set| set.replacen('=', " = ", 1));
    let with: Vec<String> = setup.addons.iter().cloned().chain(settings).collect();
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
    format!("test \"{title}\"{with} on \"{track}\" for {} players {{", program.players)
}

fn script(played: &Played) -> Vec<String> {
    let list = |word: &str, items: Vec<String>| (!items.is_empty()).then(|| format!("  {word} {}", items.join(", ")));
    let dice = list("dice", played.dice.iter().map(i32::to_string).collect());
    let draws = list("draws", played.draws.iter().map(|name| format!("\"{name}\"")).collect());
    dice.into_iter().chain(draws).collect()
}
