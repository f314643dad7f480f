//! What is known at each instruction: which word equals which other, or which entry of a table. Loads of what is known become copies,
//! copies are read through, and temporaries that nobody reads any more go.

use std::collections::BTreeSet;

use super::{Effect, ends};
use crate::program::{Kind, Op, Pc, Program, Slot};

/// Something that holds at a place in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fact {
    /// The word at `slot` equals the entry of a table.
    Entry { slot: Slot, base: Slot, index: Slot },
    /// Both words are equal; the second is the one to read.
    Same { slot: Slot, other: Slot },
}

/// Most facts kept at a place.
const MOST_FACTS: usize = 24;

struct Regions<'a> {
    program: &'a Program,
    /// First address of each table of the state, sorted.
    tables: Vec<Slot>,
    constants: Slot,
}

impl Regions<'_> {
    /// Whether writing through one table may change an entry of another.
    fn may_alias(&self, a: Slot, b: Slot) -> bool {
        if a >= self.constants || b >= self.constants {
            return false;
        }
        match (self.tables.binary_search(&a), self.tables.binary_search(&b)) {
            (Ok(a), Ok(b)) => a == b,
            _ => true,
        }
    }
}

fn regions(program: &Program) -> Regions<'_> {
    let layout = &program.layout;
    let mut tables: Vec<Slot> = vec![layout.place, layout.previous, layout.turns_of, layout.draws];
    tables.extend(layout.fields.iter().map(|(slot, _)| *slot).filter(|slot| *slot < layout.frames));
    tables.extend(layout.pieces.iter().map(|(slot, _)| *slot));
    tables.extend(layout.measures.iter().map(|(slot, _)| *slot));
    tables.sort_unstable();
    tables.dedup();
    Regions { program, tables, constants: program.state_len as Slot }
}

/// What an instruction does to memory, as far as this pass knows it.
fn effect(op: Op) -> Effect {
    let plain = |reads: [Option<Slot>; 3], writes: Option<Slot>| Effect { reads, writes, stores: None, opaque: false };
    match op {
        Op::Move { dst, src } => plain([Some(src), None, None], Some(dst)),
        Op::Add { dst, a, b }
        | Op::Sub { dst, a, b }
        | Op::Mul { dst, a, b }
        | Op::Div { dst, a, b }
        | Op::Rem { dst, a, b }
        | Op::Min { dst, a, b }
        | Op::Max { dst, a, b }
        | Op::Eq { dst, a, b }
        | Op::Lt { dst, a, b }
        | Op::Le { dst, a, b }
        | Op::BitOr { dst, a, b }
        | Op::BitAnd { dst, a, b }
        | Op::BitAndNot { dst, a, b } => plain([Some(a), Some(b), None], Some(dst)),
        Op::Abs { dst, a } | Op::Not { dst, a } | Op::Scale { dst, a, .. } => plain([Some(a), None, None], Some(dst)),
        Op::Jump { .. } | Op::Back { .. } | Op::Say { .. } => plain([None; 3], None),
        Op::JumpIf { a, .. } | Op::JumpUnless { a, .. } => plain([Some(a), None, None], None),
        Op::JumpEq { a, b, .. } | Op::JumpNe { a, b, .. } | Op::JumpLt { a, b, .. } | Op::JumpLe { a, b, .. } => {
            plain([Some(a), Some(b), None], None)
        }
        Op::Next { i, last, .. } => plain([Some(i), Some(last), None], Some(i)),
        Op::Load { dst, index, .. } | Op::LoadSome { dst, index, .. } => plain([Some(index), None, None], Some(dst)),
        Op::Store { base, index, src } => {
            Effect { reads: [Some(index), Some(src), None], writes: None, stores: Some(base), opaque: false }
        }
        Op::AddAt { base, index, by } => {
            Effect { reads: [Some(index), Some(by), None], writes: None, stores: Some(base), opaque: false }
        }
        Op::MovePiece { at, piece, space } => {
            Effect { reads: [Some(piece), Some(space), None], writes: None, stores: Some(at), opaque: false }
        }
        Op::CheckRange { a, low, high } | Op::CheckRangeSome { a, low, high } | Op::CheckIndex { a, low, high } => {
            plain([Some(a), Some(low), Some(high)], None)
        }
        Op::CheckSet { a } | Op::CheckOwn { player: a } => plain([Some(a), None, None], None),
        Op::Roll { dst, .. } => plain([None; 3], Some(dst)),
        _ => Effect { reads: [None; 3], writes: None, stores: None, opaque: true },
    }
}

/// Whether the table of a load lies where frames lie: then its words are variables.
fn in_frame(program: &Program, base: Slot) -> bool {
    base >= program.layout.frames && usize::from(base) < program.state_len
}

fn kill_word(regions: &Regions<'_>, facts: &mut Vec<Fact>, word: Slot) {
    let frames = regions.program.layout.frames;
    facts.retain(|f| match *f {
        Fact::Entry { slot, base, index } => {
            // A word of the state may be an entry of any of its tables.
            let entry = word < frames && base < regions.constants;
            slot != word && index != word && !entry
        }
        Fact::Same { slot, other } => slot != word && other != word,
    });
}

fn kill_table(regions: &Regions<'_>, facts: &mut Vec<Fact>, table: Slot) {
    let frames = regions.program.layout.frames;
    facts.retain(|f| match *f {
        Fact::Entry { slot, base, index } => {
            !regions.may_alias(base, table) && slot >= frames && (index >= frames || index >= regions.constants)
        }
        Fact::Same { slot, other } => slot >= frames && (other >= frames || other >= regions.constants),
    });
}

fn learn(facts: &mut Vec<Fact>, fact: Fact) {
    if facts.len() < MOST_FACTS && !facts.contains(&fact) {
        facts.push(fact);
    }
}

/// What holds behind an instruction.
fn after(regions: &Regions<'_>, op: Op, facts: &mut Vec<Fact>) {
    let effect = effect(op);
    if effect.opaque {
        if !matches!(op, Op::Extra { .. }) {
            facts.clear();
        }
        return;
    }
    if let Some(table) = effect.stores {
        kill_table(regions, facts, table);
    }
    if let Some(word) = effect.writes {
        kill_word(regions, facts, word);
    }
    match op {
        Op::Move { dst, src } if dst != src => learn(facts, Fact::Same { slot: dst, other: src }),
        Op::Load { dst, base, index } if dst != index && !in_frame(regions.program, base) => {
            learn(facts, Fact::Entry { slot: dst, base, index });
        }
        Op::Store { base, index, src } if !in_frame(regions.program, base) => {
            learn(facts, Fact::Entry { slot: src, base, index })
        }
        Op::MovePiece { at, piece, space } => learn(facts, Fact::Entry { slot: space, base: at, index: piece }),
        _ => {}
    }
}

/// The facts in front of each instruction.
fn facts(program: &Program, keep: &BTreeSet<Pc>) -> Vec<Option<Vec<Fact>>> {
    let regions = regions(program);
    let code = &program.code;
    let mut before: Vec<Option<Vec<Fact>>> = vec![None; code.len()];
    let mut open: Vec<usize> = keep.iter().map(|pc| usize::from(*pc)).filter(|pc| *pc < code.len()).collect();
    open.iter().for_each(|at| before[*at] = Some(vec![]));
    open.reverse();
    while let Some(start) = open.pop() {
        let mut at = start;
        // Straight on as long as something new is learnt.
        while let Some(mut facts) = before[at].clone() {
            after(&regions, code[at], &mut facts);
            let mut merge = |to: usize| -> bool {
                match &mut before[to] {
                    Some(known) => {
                        let len = known.len();
                        known.retain(|f| facts.contains(f));
                        known.len() != len
                    }
                    empty => {
                        *empty = Some(facts.clone());
                        true
                    }
                }
            };
            code[at].operands(|kind, to| {
                // Where a call goes nothing is known; it is an entry anyway.
                if kind == Kind::To && !matches!(code[at], Op::Call { .. }) && merge(usize::from(to)) {
                    open.push(usize::from(to));
                }
            });
            if ends(code[at]) || at + 1 >= code.len() || !merge(at + 1) {
                break;
            }
            at += 1;
        }
    }
    before
}

/// Replaces loads of what is known by copies, and reads copies through.
pub(super) fn forward(program: &mut Program, keep: &BTreeSet<Pc>) {
    let facts = facts(program, keep);
    let frames = program.layout.frames;
    for (at, known) in facts.iter().enumerate() {
        let Some(known) = known else { continue };
        let through = |slot: Slot| {
            let mut slot = slot;
            for _ in 0..4 {
                match known.iter().find_map(|f| match f {
                    Fact::Same { slot: s, other } if *s == slot => Some(*other),
                    _ => None,
                }) {
                    Some(other) => slot = other,
                    None => break,
                }
            }
            slot
        };
        program.code[at] = match program.code[at] {
            Op::Load { dst, base, index } => {
                let index = through(index);
                let same = known.iter().find_map(|f| match f {
                    Fact::Entry { slot, base: b, index: i } if *b == base && through(*i) == index && *slot >= frames => {
                        Some(*slot)
                    }
                    _ => None,
                });
                match same {
                    Some(src) => Op::Move { dst, src: through(src) },
                    None => Op::Load { dst, base, index },
                }
            }
            Op::Store { base, index, src } => Op::Store { base, index: through(index), src: through(src) },
            Op::AddAt { base, index, by } => Op::AddAt { base, index: through(index), by: through(by) },
            Op::MovePiece { at, piece, space } => Op::MovePiece { at, piece: through(piece), space: through(space) },
            Op::Move { dst, src } => Op::Move { dst, src: through(src) },
            Op::Add { dst, a, b } => Op::Add { dst, a: through(a), b: through(b) },
            Op::Sub { dst, a, b } => Op::Sub { dst, a: through(a), b: through(b) },
            Op::Min { dst, a, b } => Op::Min { dst, a: through(a), b: through(b) },
            Op::Max { dst, a, b } => Op::Max { dst, a: through(a), b: through(b) },
            Op::JumpIf { a, to } => Op::JumpIf { a: through(a), to },
            Op::JumpUnless { a, to } => Op::JumpUnless { a: through(a), to },
            Op::JumpEq { a, b, to } => Op::JumpEq { a: through(a), b: through(b), to },
            Op::JumpNe { a, b, to } => Op::JumpNe { a: through(a), b: through(b), to },
            Op::JumpLt { a, b, to } => Op::JumpLt { a: through(a), b: through(b), to },
            Op::JumpLe { a, b, to } => Op::JumpLe { a: through(a), b: through(b), to },
            Op::CheckRange { a, low, high } => Op::CheckRange { a: through(a), low, high },
            other => other,
        };
    }
}

/// Takes out copies and loads into words of the frame that are written again before anybody reads them.
pub(super) fn drop_unread(program: &mut Program, keep: &BTreeSet<Pc>) {
    let first = usize::from(program.layout.frames);
    let words = (program.state_len - first).div_ceil(64);
    let len = program.code.len();
    // What is read later, per instruction: all of it where the code is left or does more than this pass knows.
    let mut live = vec![0u64; words * (len + 1)];
    let slot_bit =
        |slot: Slot| usize::from(slot).checked_sub(first).filter(|n| *n < words * 64).map(|n| (n / 64, 1u64 << (n % 64)));
    let mut changed = true;
    let mut now = vec![0u64; words];
    while changed {
        changed = false;
        for at in (0..len).rev() {
            let op = program.code[at];
            let effect = effect(op);
            now.fill(0);
            let mut frame_table = false;
            if let Op::Load { base, .. } | Op::LoadSome { base, .. } = op {
                frame_table = in_frame(program, base);
            }
            if effect.opaque && !matches!(op, Op::Extra { .. }) || frame_table || keep.contains(&(at as Pc)) {
                now.fill(u64::MAX);
            } else {
                if !ends(op) {
                    now.copy_from_slice(&live[(at + 1) * words..(at + 2) * words]);
                }
                op.operands(|kind, to| {
                    if kind == Kind::To {
                        let to = usize::from(to) * words;
                        now.iter_mut().zip(&live[to..to + words]).for_each(|(n, l)| *n |= l);
                    }
                });
                if let Some((word, bit)) = effect.writes.and_then(slot_bit) {
                    now[word] &= !bit;
                }
                for (word, bit) in effect.reads.into_iter().flatten().filter_map(slot_bit) {
                    now[word] |= bit;
                }
            }
            let before = &mut live[at * words..(at + 1) * words];
            if before != now.as_slice() {
                before.copy_from_slice(&now);
                changed = true;
            }
        }
    }
    for at in 0..len {
        let dst = match program.code[at] {
            Op::Move { dst, .. } => dst,
            Op::Load { dst, base, .. } if !in_frame(program, base) => dst,
            _ => continue,
        };
        let Some((word, bit)) = slot_bit(dst) else { continue };
        let unread = live[(at + 1) * words + word] & bit == 0 && at + 1 < len;
        if unread {
            // A copy of a word to itself is left out when the code is made shorter.
            program.code[at] = Op::Move { dst, src: dst };
        }
    }
}
