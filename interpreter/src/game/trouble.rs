//! A rule error in words: what, where, and how the rules got there.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::ir::fold::NONE;
use crate::program::{Op, Pc, Program, Slot, header};
use crate::show;
use crate::vm::{Machine, TrapCode};

/// A rule error in words: what, where, and how the rules got there.
#[cold]
pub fn describe(program: &Program, machine: &Machine, code: TrapCode, pc: Pc) -> Diagnostic {
    let span = program.spans.get(usize::from(pc)).copied().unwrap_or_default();
    let mut message = code.message().to_owned();
    if let (TrapCode::Failed, Some(Op::Fail { message: number })) = (code, program.code.get(usize::from(pc))) {
        message = show::read_template(program, machine, &program.messages[usize::from(*number)]);
    }
    if let (TrapCode::OutOfRange, Some(stored)) = (code, out_of_range(program, machine, pc)) {
        message = format!("{message}: {stored}");
    }
    let rules = called_by(program, machine, pc);
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
    match code.hint() {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

/// The rule that stands at a place and those that led there, innermost first.
pub(super) fn called_by(program: &Program, machine: &Machine, pc: Pc) -> Vec<Arc<str>> {
    let mut rules = vec![];
    let depth = machine.memory[header::DEPTH].max(0) as usize;
    let stack = usize::from(program.layout.stack);
    let waiting = machine.memory[stack..stack + depth.min(program.layout.stack_len)].iter().rev().map(|w| *w as Pc - 1);
    for at in std::iter::once(pc).chain(waiting) {
        for rule in program.rules_at(at) {
            let name = program.ir.rules[rule.index()].name.clone();
            if rules.last() != Some(&name) {
                rules.push(name);
            }
        }
    }
    rules
}

/// What was to be stored, and into which field: "12 in `thirst`, which takes 0 to 9".
fn out_of_range(program: &Program, machine: &Machine, pc: Pc) -> Option<String> {
    let (Op::CheckRange { a, low, high } | Op::CheckRangeSome { a, low, high }) = *program.code.get(usize::from(pc))? else {
        return None;
    };
    // Where it goes is told by the instruction that stores it, right behind.
    let behind = program.code.iter().skip(usize::from(pc)).take(6);
    let stored = behind.filter_map(|op| match *op {
        Op::Move { dst, src } if src == a => Some(dst),
        Op::Store { base, src, .. } if src == a => Some(base),
        _ => None,
    });
    let name = std::iter::once(a).chain(stored).find_map(|address| field_at(program, address));
    let [value, low, high] = [a, low, high].map(|at| machine.word(at));
    let value = if value == NONE { "none".to_owned() } else { value.to_string() };
    let place = name.map_or(" where only".to_owned(), |name| format!(" in `{name}`, which takes"));
    Some(format!("{value}{place} {low} to {high}{}", if name.is_some() { "" } else { " may be" }))
}

/// The name of the field of players, pieces or the game that lies at an address.
fn field_at(program: &Program, address: Slot) -> Option<&str> {
    let layout = &program.layout;
    let others = layout.pieces.iter().chain(&layout.measures).map(|(base, _)| (*base, None));
    let fields = layout.fields.iter().enumerate().map(|(n, (base, _))| (*base, Some(n)));
    let behind = address >= layout.frames;
    let (_, field) = fields.chain(others).filter(|(base, _)| *base <= address && !behind).max_by_key(|(base, _)| *base)?;
    field.map(|n| &*program.ir.fields[n].name)
}
