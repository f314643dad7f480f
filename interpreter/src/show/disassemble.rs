//! A readable listing of a program.

use std::fmt::Write;

use crate::ir::{Key, Owner, RuleId, Type};
use crate::program::{Kind, Op, Pc, Program, Slot, Subject, header};
use crate::show;

/// The listing of one rule: place, operation, operands by name.
pub fn rule(program: &Program, rule: RuleId) -> String {
    let code = &program.rules[rule.index()];
    match code.entry {
        Some(entry) => listing(program, entry, code.end),
        None => "compiled in place wherever it is called, or never called\n".to_owned(),
    }
}

/// The listing of a stretch of code.
pub fn listing(program: &Program, from: Pc, to: Pc) -> String {
    let mut text = String::new();
    for pc in from..to {
        let op = program.code[usize::from(pc)];
        let _ = write!(text, "{pc:5}  {:<12}", op.name());
        let mut first = true;
        op.operands(|kind, operand| {
            let _ = write!(text, "{}{}", if first { "  " } else { ", " }, operand_text(program, pc, kind, operand));
            first = false;
        });
        while text.ends_with(' ') {
            text.pop();
        }
        text.push('\n');
    }
    text
}

fn operand_text(program: &Program, pc: Pc, kind: Kind, operand: u16) -> String {
    let op = program.code[usize::from(pc)];
    match kind {
        Kind::Read | Kind::Write => slot_name(program, operand),
        Kind::Base => match program.subjects.get(&pc) {
            // Entries are counted from an entry 0 that the table may not have.
            Some(Subject::Place(name)) if table_base(op) == Some(operand) => format!("@{name}"),
            _ => format!("@{}", table_name(program, operand)),
        },
        Kind::To => format!("→ {operand}"),
        Kind::Count => operand.to_string(),
        Kind::Id => match op {
            Op::Roll { .. } | Op::RollMany { .. } => {
                program.ir.dice.get(usize::from(operand)).map_or_else(|| operand.to_string(), |d| d.name.to_string())
            }
            Op::Call { .. } => program.ir.rules[usize::from(operand)].name.to_string(),
            Op::Choose { .. } | Op::Offer { .. } | Op::Ask { .. } => {
                let decision = program.sites[usize::from(operand)].decision;
                program.ir.decisions[decision.index()].name.to_string()
            }
            Op::Checkpoint { .. } => program.checkpoints[usize::from(operand)].rule.to_string(),
            _ => format!("#{operand}"),
        },
    }
}

/// The address from which an instruction counts the entries of a table.
fn table_base(op: Op) -> Option<Slot> {
    match op {
        Op::Load { base, .. }
        | Op::LoadJumpNe { base, .. }
        | Op::LoadJumpEq { base, .. }
        | Op::LoadJumpLe { base, .. }
        | Op::LoadLoad { base, .. }
        | Op::LoadLoadJumpNe { base, .. }
        | Op::LoadLoadJumpLe { base, .. }
        | Op::LoadSome { base, .. }
        | Op::LoadN { base, .. }
        | Op::Store { base, .. }
        | Op::StoreN { base, .. }
        | Op::AddAt { base, .. } => Some(base),
        _ => None,
    }
}

/// What begins at an address: a field of all who have it, or whatever lies there.
fn table_name(program: &Program, slot: Slot) -> String {
    let mut fields = program.ir.fields.iter().zip(&program.layout.fields);
    match fields.find(|(_, (base, _))| *base == slot && usize::from(slot) >= header::LEN) {
        Some((field, _)) => field.name.to_string(),
        None => slot_name(program, slot),
    }
}

/// The entry of a table, or the member of a list, that contains this word: `[mud]`, `[2, 0]`. Empty for a value of one word.
fn entry_name(program: &Program, ty: &Type, word: usize) -> String {
    let fold = program.fold();
    match ty {
        Type::Per(of, keys) => {
            let each = fold.sizes.words(&fold, of).unwrap_or(1).max(1);
            let mut entry = word / each;
            let mut names = vec![];
            for key in keys.iter().rev() {
                let (low, count) = fold.dimension(key).unwrap_or((0, 1));
                let n = (entry % count.max(1)) as i32;
                entry /= count.max(1);
                names.push(match key {
                    Key::Each(ty) => show::word(program, ty, fold.first_member(ty).wrapping_add(n)),
                    Key::Range(..) => low.wrapping_add(n).to_string(),
                });
            }
            names.reverse();
            format!("[{}]{}", names.join(", "), entry_name(program, of, word % each))
        }
        Type::List(..) if word > 0 => format!("[{word}]"),
        _ => String::new(),
    }
}

/// What lies at an address, by its name in the rules if it has one.
pub fn slot_name(program: &Program, slot: Slot) -> String {
    let at = usize::from(slot);
    let layout = &program.layout;
    if at < header::LEN {
        return match at {
            header::TURN_OF => "turn_of".to_owned(),
            header::IN_PLAY => "players".to_owned(),
            header::BEST => "best_place".to_owned(),
            header::WORST => "worst_place".to_owned(),
            _ => format!("header {at}"),
        };
    }
    for (field, &(base, words)) in program.ir.fields.iter().zip(&layout.fields) {
        let owners = program.all_of(field.owner);
        if (usize::from(base)..usize::from(base) + words * owners).contains(&at) {
            let offset = (at - usize::from(base)) / words.max(1);
            let owner = match field.owner {
                Owner::State | Owner::Track => String::new(),
                Owner::Space => format!("{}.", program.spaces[offset]),
                _ => format!("{}.", offset + 1),
            };
            let word = (at - usize::from(base)) % words.max(1);
            return format!("{owner}{}{}", field.name, entry_name(program, &field.ty, word));
        }
    }
    for (piece, &(base, count)) in program.ir.pieces.iter().zip(&layout.pieces) {
        if (usize::from(base)..usize::from(base) + count).contains(&at) {
            return format!("{} {} at", piece.name, at - usize::from(base) + 1);
        }
    }
    for (measure, &(base, count)) in program.ir.measures.iter().zip(&layout.measures) {
        if (usize::from(base)..usize::from(base) + count).contains(&at) {
            return format!("{} {}", measure.name, at - usize::from(base) + 1);
        }
    }
    for (c, &base) in program.ir.consts.iter().zip(&layout.consts) {
        if base == slot {
            return c.name.to_string();
        }
    }
    for (link, &(base, words)) in program.ir.links.iter().zip(&layout.links) {
        if (usize::from(base)..usize::from(base) + words * program.spaces.len()).contains(&at) {
            return link.name.to_string();
        }
    }
    for (derive, &(base, words)) in program.ir.derives.iter().zip(&layout.derives) {
        if (usize::from(base)..usize::from(base) + words * program.spaces.len()).contains(&at) {
            return derive.name.to_string();
        }
    }
    if at >= program.state_len {
        return match program.image.get(at) {
            Some(&crate::ir::fold::NONE) => "none".to_owned(),
            Some(word) => format!("={word}"),
            None => format!("?{at}"),
        };
    }
    if at >= usize::from(layout.frames) { format!("r{}", at - usize::from(layout.frames)) } else { format!("s{at}") }
}
