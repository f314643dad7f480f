//! Jumps to questions whose answer is known on the way there go past them.

use std::collections::BTreeSet;

use super::Words;
use super::effect::Regions;
use super::known::{known, target};
use super::unread::Live;
use crate::program::{Op, Pc, Program, Slot};

/// Most instructions that a jump goes past.
const FARTHEST: usize = 16;

/// Lets every jump go as far as what is known on its way carries it. What it goes past is done only for a word that nobody reads there.
pub(super) fn thread(program: &mut Program, keep: &BTreeSet<Pc>, words: &Words<'_>) {
    let regions = Regions::new(program, words);
    let before = known(program, keep, &regions);
    let live = Live::of(program, keep, &regions);
    let code = &program.code;
    let mut moved: Vec<(usize, Pc)> = vec![];
    for (at, op) in code.iter().enumerate() {
        let (Some(known), Some(first), true) = (&before[at], target(*op), may_move(*op)) else { continue };
        let mut known = known.clone();
        known.pass(&regions, code, at);
        known.decide(&regions, *op, true);
        let (mut to, mut best) = (usize::from(first), first);
        let mut written: Vec<Slot> = vec![];
        for _ in 0..FARTHEST {
            match code[to] {
                Op::Jump { to: further } => to = usize::from(further),
                Op::Move { dst, src } if dst == src => to += 1,
                Op::Move { dst, .. } | Op::Load { dst, .. } => {
                    known.pass(&regions, code, to);
                    written.push(dst);
                    to += 1;
                    continue;
                }
                question => match known.jumps(&regions, question) {
                    Some(true) => to = usize::from(target(question).expect("a jump goes somewhere")),
                    Some(false) => to += 1,
                    None => break,
                },
            }
            if written.iter().all(|slot| !live.is_read(to, *slot)) {
                best = to as Pc;
            }
        }
        if best != first {
            moved.push((at, best));
        }
    }
    for (at, to) in moved {
        program.code[at] = program.code[at].retarget(to);
    }
}

/// Whether this jump may go elsewhere. Loops keep their way back: only it burns fuel.
fn may_move(op: Op) -> bool {
    matches!(
        op,
        Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpUnless { .. }
            | Op::JumpEq { .. }
            | Op::JumpNe { .. }
            | Op::JumpLt { .. }
            | Op::JumpLe { .. }
            | Op::JumpHas { .. }
            | Op::JumpHasNot { .. }
    )
}
