//! A rule error in words: what, where, and how the rules got there.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::ir::Type;
use crate::ir::fold::{NONE, UNSET};
use crate::program::{Op, Pc, Program, Slot, Subject, header};
use crate::show;
use crate::vm::{Endless, Machine, TrapCode};

/// A rule error in words: what, where, and how the rules got there.
#[cold]
pub fn describe(program: &Program, machine: &Machine, code: TrapCode, pc: Pc) -> Diagnostic {
    let Endless { pc, depth } = match code {
        TrapCode::Fuel => machine.endless(program, pc),
        _ => Endless { pc, depth: machine.memory[header::DEPTH].max(0) as usize },
    };
    let span = program.spans.get(usize::from(pc)).copied().unwrap_or_default();
    let mut message = code.message().to_owned();
    if let (TrapCode::Failed, Some(Op::Fail { message: number })) = (code, program.code.get(usize::from(pc))) {
        message = show::read_template(program, machine, &program.messages[usize::from(*number)]);
    }
    let mut hint = code.hint().map(str::to_owned);
    if let Some((checked, instead)) = checked(program, machine, code, pc) {
        message = checked;
        hint = instead.or(hint);
    }
    let rules = called_from(program, machine, pc, depth);
    if let Some(own) = rules.first() {
        message = format!("{message} (in `{own}`)");
    }
    let mut problem = Diagnostic::error(Code::RuleError, span, message);
    if rules.len() > 1 {
        let shown = rules.len().min(8);
        let mut calls = rules[1..shown].iter().map(|r| format!("`{r}`")).collect::<Vec<_>>().join(" ← ");
        if rules.len() > shown {
            calls.push_str(" ← …");
        }
        problem = problem.label(span, format!("called by {calls}"));
    }
    Diagnostic { hint, is_endless: code == TrapCode::Fuel, ..problem }
}

/// The rule that contains a place and the rules that led there, innermost first.
pub(crate) fn called_by(program: &Program, machine: &Machine, pc: Pc) -> Vec<Arc<str>> {
    called_from(program, machine, pc, machine.memory[header::DEPTH].max(0) as usize)
}

/// The same, with this many waiting calls.
fn called_from(program: &Program, machine: &Machine, pc: Pc, depth: usize) -> Vec<Arc<str>> {
    let mut rules = vec![];
    let stack = usize::from(program.layout.stack);
    let waiting = machine.memory[stack..stack + depth.min(program.layout.stack_len)].iter().rev().map(|w| *w as Pc - 1);
    for at in std::iter::once(pc).chain(waiting) {
        // The rule that checks all `whenever`s is not one of the designer's.
        for rule in program.rules_at(at).into_iter().filter(|rule| Some(*rule) != program.ir.watch) {
            let name = program.ir.rules[rule.index()].name.clone();
            if rules.last() != Some(&name) {
                rules.push(name);
            }
        }
    }
    rules
}

/// What an instruction checks or fills, by its name in the rules.
fn named(subject: &Subject) -> Option<String> {
    Some(match subject {
        Subject::Place(name) => format!("`{name}`"),
        Subject::Argument(name, rule) => format!("the argument `{name}` of `{rule}`"),
        Subject::Result(rule) => format!("the result of `{rule}`"),
        _ => return None,
    })
}

/// The capacity of a list, and what was put in: "the list is full: `hand` takes 3 members, and 12 would be one more".
fn full(program: &Program, machine: &Machine, op: Op, pc: Pc, subject: Option<&Subject>) -> Option<String> {
    let in_play = || (machine.memory[header::IN_PLAY] as u32).count_ones() as i32;
    let (capacity, number) = match (op, program.code.get(usize::from(pc) + 1)) {
        (Op::ListAdd { capacity, .. }, _) => (capacity, None),
        (Op::ListCopy { src, capacity, .. }, _) => (capacity, Some(machine.word(src))),
        (Op::PlayersFrom { capacity, .. }, _) => (capacity, Some(in_play())),
        (Op::RollMany { number, .. }, Some(Op::Extra { a, .. })) => (*a, Some(machine.word(number))),
        _ => return None,
    };
    let (list, of) = match subject {
        Some(Subject::NewMember(list, of)) => (named(list), Some(of)),
        _ => (None, None),
    };
    let put = match (number, op) {
        (Some(number), _) => format!("but gets {number}"),
        (None, Op::ListAdd { a, .. }) => match of {
            Some(of) => format!("and {} would be one more", show::word(program, of, machine.word(a))),
            None => "but gets one more".to_owned(),
        },
        _ => return None,
    };
    let s = if capacity == 1 { "" } else { "s" };
    Some(format!("{}: {} takes {capacity} member{s}, {put}", TrapCode::ListFull.message(), list.unwrap_or("it".to_owned())))
}

/// What `the` looks for, and two of those found: "`the` needs exactly one Hero, but there are several, such as `Ida` and `Bo`".
fn sought(program: &Program, machine: &Machine, code: TrapCode, ty: &Type, found: [Slot; 2]) -> String {
    let words = program.ir.words(ty);
    let noun = words.strip_prefix("a ").or(words.strip_prefix("an ")).unwrap_or("value");
    let message = code.message().replace("exactly one", &format!("exactly one {noun}"));
    let [first, second] = found.map(|at| show::word(program, ty, machine.word(at)));
    if code == TrapCode::NotOne { format!("{message}, such as `{first}` and `{second}`") } else { message }
}

/// How many cards a pile takes, and how many more were put there: "the pile is full: Player 1's hand takes 3 cards, and 2 more are put
/// there".
fn full_pile(program: &Program, machine: &Machine, op: Op, pc: Pc) -> Option<String> {
    let Some(Op::Extra { a: kind, .. }) = program.code.get(usize::from(pc) + 1) else { return None };
    let (kind, cards) = (usize::from(*kind), program.cards.get(usize::from(*kind))?);
    let heap = |at: Slot| usize::try_from(machine.word(at)).ok().filter(|heap| *heap < cards.heaps.len());
    let size = |heap: usize| machine.cards_in(cards, heap).count() as i32;
    let (to, more) = match op {
        Op::MoveCard { to, .. } => (heap(to)?, 1),
        Op::MoveAll { from, to } => (heap(to)?, size(heap(from)?)),
        Op::DrawCards { from, to, .. } => {
            let (from, to) = (heap(from)?, heap(to)?);
            match cards.heaps[from].refill {
                // It was empty and was about to be refilled.
                Some(refill) if size(to) < cards.heaps[to].most => (from, size(refill.into())),
                _ => (to, 1),
            }
        }
        _ => return None,
    };
    let (most, pile) = (cards.heaps[to].most, show::heap(program, kind, to));
    let s = if most == 1 { "" } else { "s" };
    let put = if more == 1 { "another is".to_owned() } else { format!("{more} more are") };
    Some(format!("{}: {pile} takes {most} card{s}, and {put} put there", TrapCode::PileFull.message()))
}

/// What is wrong with the value that an instruction has checked, and what to do about it: "a value is out of its range: 12 in `thirst`,
/// which takes 0 to 9".
pub(crate) fn checked(program: &Program, machine: &Machine, code: TrapCode, pc: Pc) -> Option<(String, Option<String>)> {
    let subject = program.subjects.get(&pc);
    let op = *program.code.get(usize::from(pc))?;
    if let (TrapCode::NeverSet, Some(Subject::Place(name))) = (code, subject) {
        return Some((format!("`{name}` has no value yet"), None));
    }
    if let Some(Subject::Sought(ty, found)) = subject {
        return Some((sought(program, machine, code, ty, *found), None));
    }
    if code == TrapCode::ListFull {
        return full(program, machine, op, pc, subject).map(|message| (message, None));
    }
    if code == TrapCode::PileFull {
        return full_pile(program, machine, op, pc).map(|message| (message, None));
    }
    let (a, low, high) = match op {
        Op::CheckRange { a, low, high } | Op::CheckRangeSome { a, low, high } | Op::CheckIndex { a, low, high } => (a, low, high),
        Op::CheckEach { at, low, high } => {
            let Some(Op::Extra { a: words, b: each, c: or_none }) = program.code.get(usize::from(pc) + 1).copied() else {
                return None;
            };
            let [least, most] = [low, high].map(|at| machine.word(at));
            let passes = |n: i32| n == UNSET || or_none != 0 && n == NONE || (least..=most).contains(&n);
            let fits = |at: &Slot| passes(machine.word(*at));
            let of_list = |first: Slot| first + 1..=first + machine.word(first).max(0) as Slot;
            let mut all = (at..at + words).step_by(usize::from(each.max(1)));
            let wrong = if each == 0 { all.find(|at| !fits(at)) } else { all.flat_map(of_list).find(|at| !fits(at)) };
            (wrong?, low, high)
        }
        _ => return None,
    };
    let [value, low, high] = [a, low, high].map(|at| machine.word(at));
    let value = if value == NONE { "none".to_owned() } else { value.to_string() };
    let table_or_list =
        |name: &Option<Arc<str>>, what: &str| name.as_ref().map_or(format!("this {what}"), |name| format!("`{name}`"));
    Some(match (code, subject) {
        (TrapCode::OutOfRange, _) => {
            let place = subject.and_then(|subject| match subject {
                Subject::Place(name) => Some(format!("in `{name}`")),
                Subject::NewMember(list, _) => Some(format!("as a member of {}", named(list)?)),
                other => Some(format!("as {}", named(other)?)),
            });
            let takes = match place {
                Some(place) => format!("{place}, which takes {low} to {high}"),
                None => format!("where {low} to {high} are allowed"),
            };
            (format!("{}: {value} {takes}", code.message()), None)
        }
        (_, Some(Subject::Key(name, number))) => {
            let table = table_or_list(name, "table");
            let keys = match number {
                None => format!("{value}: its keys are {low} to {high}"),
                Some(n) => format!("{value} as its {} key, which goes from {low} to {high}", in_words(*n)),
            };
            let hint = format!("check first: `if … in {low}..{high}`, or declare the table with more keys");
            (format!("{table} has no entry for {keys}"), Some(hint))
        }
        (_, Some(Subject::Member(name))) => {
            let list = table_or_list(name, "list");
            let has = match high {
                0 => "it is empty".to_owned(),
                1 => "it has 1 member".to_owned(),
                _ => format!("it has {high} members, counted from 1"),
            };
            let size = name.as_ref().map_or("…", |name| name);
            (format!("{list} has no member {value}: {has}"), Some(format!("check first: `if … in 1..size({size})`")))
        }
        (_, Some(Subject::Player)) => {
            let hint = "players are counted from 1; in a test, `for … players` says how many there are";
            (format!("there is no player {value}: {high} play"), Some(hint.to_owned()))
        }
        _ => return None,
    })
}

/// `first` for 0.
fn in_words(n: usize) -> String {
    match n {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        n => crate::diagnostic::ordinal(n + 1),
    }
}
