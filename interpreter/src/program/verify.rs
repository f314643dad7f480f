//! Proof that a program can run without doubt: jumps land in the code, addresses in the memory that they may touch, every way ends in
//! a stop. With it a faulty index is a bug of the compiler, found before the first game.

use super::{Kind, Op, Pc, Program};

/// A faulty instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub pc: Pc,
    pub what: String,
}

/// Looks through a program.
///
/// # Errors
/// The first instruction that may not run.
pub fn verify(program: &Program) -> Result<(), Wrong> {
    let code = &program.code;
    let wrong = |pc: usize, what: String| Err(Wrong { pc: pc.min(usize::from(u16::MAX)) as Pc, what });
    match code.last() {
        Some(
            Op::Jump { .. } | Op::Back { .. } | Op::Return {} | Op::Stop {} | Op::Trap { .. } | Op::EndGame {} | Op::Fail { .. },
        ) => {}
        _ => return wrong(code.len().saturating_sub(1), "the code runs over its end".to_owned()),
    }
    for (pc, op) in code.iter().enumerate() {
        let mut fault = None;
        op.operands(|kind, operand| {
            let operand = usize::from(operand);
            match kind {
                Kind::To if operand >= code.len() => fault = Some(format!("{} jumps to {operand}", op.name())),
                Kind::To if matches!(code[operand], Op::Extra { .. }) => fault = Some("a jump into an operand".to_owned()),
                Kind::Read if operand >= program.image.len() => fault = Some(format!("{} reads {operand}", op.name())),
                Kind::Write if operand >= program.image.len() => fault = Some(format!("{} writes {operand}", op.name())),
                _ => {}
            }
        });
        fault = fault.or_else(|| tables(program, *op));
        if needs_extra(*op) != code.get(pc + 1).is_some_and(|next| matches!(next, Op::Extra { .. })) {
            fault = Some(format!("{} and its further operands", op.name()));
        }
        if let Some(what) = fault {
            return wrong(pc, what);
        }
    }
    let entries =
        program.rules.iter().filter_map(|r| r.entry).chain(program.sites.iter().flat_map(|s| s.options.iter().map(|o| o.to)));
    for entry in entries {
        if usize::from(entry) >= code.len() {
            return wrong(usize::from(entry), "an entry outside of the code".to_owned());
        }
    }
    Ok(())
}

/// Whether positions in side tables are there.
fn tables(program: &Program, op: Op) -> Option<String> {
    let (n, len, what) = match op {
        Op::Roll { dice, .. } | Op::RollMany { dice, .. } => (dice, program.dice.len(), "dice"),
        Op::Choose { site } | Op::Ask { site } => (site, program.sites.len(), "decision"),
        Op::Offer { site, option } => {
            let Some(site) = program.sites.get(usize::from(site)) else { return Some("decision".to_owned()) };
            (option, site.options.len(), "option")
        }
        Op::Say { message, .. } | Op::Said { message } | Op::Fail { message } => (message, program.messages.len(), "message"),
        Op::Checkpoint { id } => (id, program.checkpoints.len(), "checkpoint"),
        Op::Call { rule, .. } => (rule, program.rules.len(), "rule"),
        _ => return None,
    };
    (usize::from(n) >= len).then(|| format!("{} without its {what}", op.name()))
}

fn needs_extra(op: Op) -> bool {
    matches!(
        op,
        Op::LoadN { .. }
            | Op::StoreN { .. }
            | Op::SetNext { .. }
            | Op::EqN { .. }
            | Op::Sort { .. }
            | Op::RollMany { .. }
            | Op::RandomOfSet { .. }
            | Op::RandomOfList { .. }
            | Op::RandomOfRange { .. }
            | Op::Occupants { .. }
            | Op::Distance { .. }
            | Op::Reach { .. }
            | Op::Rank { .. }
            | Op::MoveCard { .. }
            | Op::MoveAll { .. }
            | Op::DrawCards { .. }
            | Op::JumpCopy { .. }
    )
}
