//! A readable listing of a program.

use std::fmt::Write;

use super::{Kind, Op, Pc, Program, Slot, header};
use crate::ir::{Owner, RuleId};

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
            let _ = write!(text, "{}{}", if first { "  " } else { ", " }, operand_text(program, op, kind, operand));
            first = false;
        });
        while text.ends_with(' ') {
            text.pop();
        }
        text.push('\n');
    }
    text
}

fn operand_text(program: &Program, op: Op, kind: Kind, operand: u16) -> String {
    match kind {
        Kind::Read | Kind::Write => slot_name(program, operand),
        Kind::Base => format!("@{}", slot_name(program, operand)),
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

/// What lies at an address, in the rules' names where it has one.
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
        let owners = match field.owner {
            Owner::Track => 1,
            Owner::Space => program.spaces.len(),
            Owner::Rows(k) => program.rows[k.index()].len(),
            of_state => program.owners(of_state),
        };
        if (usize::from(base)..usize::from(base) + words * owners).contains(&at) {
            let offset = (at - usize::from(base)) / words.max(1);
            let owner = match field.owner {
                Owner::State | Owner::Track => String::new(),
                Owner::Space => format!("{}.", program.spaces[offset]),
                _ => format!("{}.", offset + 1),
            };
            return format!("{owner}{}", field.name);
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
