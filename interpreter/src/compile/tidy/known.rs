//! Finds out what is known at each instruction: which word equals another or an entry of a table, which words differ, and what has been
//! stored. Loads of known values become copies, copies are read through, and questions that are already answered are not asked again.

use std::collections::BTreeSet;

use super::effect::{Regions, effect};
use super::{Words, ends};
use crate::ir::fold::UNSET;
use crate::program::{Kind, Op, Pc, Program, Slot};

/// Something that holds at a place in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    /// The word at `slot` equals the entry of a table.
    Entry { slot: Slot, base: Slot, index: Slot },
    /// Both words are equal; the second is the one to read.
    Same { slot: Slot, other: Slot },
    /// The words differ.
    Differ { slot: Slot, other: Slot },
    /// Something has been stored in the word.
    Stored { slot: Slot },
}

/// The number of facts kept at a place, at most.
const MOST_FACTS: usize = 32;
/// How many copies of copies are read through, at most.
const MOST_COPIES: usize = 4;

/// What holds at one place.
#[derive(Clone, Default)]
pub(super) struct Known {
    facts: Vec<Fact>,
}

impl Known {
    /// The word that this word is a copy of.
    pub fn through(&self, mut slot: Slot) -> Slot {
        for _ in 0..MOST_COPIES {
            let copied = self.facts.iter().find_map(|f| match f {
                Fact::Same { slot: s, other } if *s == slot => Some(*other),
                _ => None,
            });
            match copied {
                Some(other) => slot = other,
                None => break,
            }
        }
        slot
    }

    /// A word that equals this entry of a table.
    fn entry(&self, base: Slot, index: Slot) -> Option<Slot> {
        let index = self.through(index);
        self.facts.iter().find_map(|f| match f {
            Fact::Entry { slot, base: b, index: i } if *b == base && self.through(*i) == index => Some(*slot),
            _ => None,
        })
    }

    /// Whether two words are equal, if known.
    fn equal(&self, regions: &Regions<'_>, a: Slot, b: Slot) -> Option<bool> {
        let (x, y) = (self.through(a), self.through(b));
        if x == y {
            return Some(true);
        }
        if let (Some(x), Some(y)) = (regions.literal(x), regions.literal(y)) {
            return Some(x == y);
        }
        let differ = self.facts.iter().any(|f| match *f {
            Fact::Differ { slot, other } => {
                let (slot, other) = (self.through(slot), self.through(other));
                (slot, other) == (x, y) || (slot, other) == (y, x)
            }
            _ => false,
        });
        differ.then_some(false)
    }

    /// Whether a conditional jump is taken, if known.
    pub fn jumps(&self, regions: &Regions<'_>, op: Op) -> Option<bool> {
        let order = |a: Slot, b: Slot| {
            let (a, b) = (self.through(a), self.through(b));
            if a == b {
                return Some(std::cmp::Ordering::Equal);
            }
            Some(regions.literal(a)?.cmp(&regions.literal(b)?))
        };
        match op {
            Op::JumpEq { a, b, .. } => self.equal(regions, a, b),
            Op::JumpNe { a, b, .. } => self.equal(regions, a, b).map(|equal| !equal),
            Op::JumpIf { a, .. } => self.equal(regions, a, regions.word_of(0)?).map(|equal| !equal),
            Op::JumpUnless { a, .. } => self.equal(regions, a, regions.word_of(0)?),
            Op::JumpLt { a, b, .. } => order(a, b).map(|o| o.is_lt()),
            Op::JumpLe { a, b, .. } => order(a, b).map(|o| o.is_le()),
            _ => None,
        }
    }

    /// Whether something has been stored in a word.
    fn is_stored(&self, regions: &Regions<'_>, slot: Slot) -> bool {
        let source = self.through(slot);
        regions.literal(source).is_some_and(|word| word != UNSET)
            || self.facts.iter().any(|f| matches!(f, Fact::Stored { slot: s } if *s == slot || *s == source))
    }

    fn learn(&mut self, fact: Fact) {
        if self.facts.len() < MOST_FACTS && !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    /// Forgets everything about the words for which `written` holds.
    fn forget(&mut self, regions: &Regions<'_>, state: bool, written: impl Fn(Slot) -> bool) {
        self.facts.retain(|f| match *f {
            // A word of the state may be an entry of any of its tables.
            Fact::Entry { slot, base, index } => !(written(slot) || written(index) || state && !regions.is_constant(base)),
            Fact::Same { slot, other } | Fact::Differ { slot, other } => !written(slot) && !written(other),
            Fact::Stored { slot } => !written(slot),
        });
    }

    fn forget_table(&mut self, regions: &Regions<'_>, table: Slot) {
        let variables = regions.variables(table);
        let written = |slot: Slot| slot < regions.frames || regions.in_frame(slot) && variables.is_some_and(|v| slot >= v);
        self.facts.retain(|f| match *f {
            Fact::Entry { slot, base, index } => !regions.may_alias(base, table) && !written(slot) && !written(index),
            Fact::Same { slot, other } | Fact::Differ { slot, other } => !written(slot) && !written(other),
            Fact::Stored { slot } => !written(slot),
        });
    }

    /// Learns from the instruction at `at`, which is done.
    pub fn pass(&mut self, regions: &Regions<'_>, code: &[Op], at: usize) {
        let op = code[at];
        let effect = effect(code, at);
        if effect.opaque {
            self.facts.clear();
            return;
        }
        let entry = match op {
            Op::Load { base, index, .. } => self.entry(base, index),
            _ => None,
        };
        if let Op::Load { dst, .. } = op
            && entry == Some(dst)
        {
            return;
        }
        if let Some(table) = effect.stores {
            self.forget_table(regions, table);
        }
        if let Some(word) = effect.writes {
            self.forget(regions, word < regions.frames, |slot| slot == word);
        }
        if let Some(stretch @ (start, _)) = effect.fills {
            self.forget(regions, start < regions.frames, |slot| regions.within(slot, stretch));
        }
        match op {
            Op::Move { dst, src } if dst != src => self.learn(Fact::Same { slot: dst, other: src }),
            Op::Load { dst, base, index } if dst != index && regions.variables(base).is_none() => match entry {
                Some(other) if regions.in_frame(other) => self.learn(Fact::Same { slot: dst, other }),
                _ => self.learn(Fact::Entry { slot: dst, base, index }),
            },
            Op::Store { base, index, src } if regions.variables(base).is_none() => {
                self.learn(Fact::Entry { slot: src, base, index });
            }
            Op::MovePiece { at, piece, space } => self.learn(Fact::Entry { slot: space, base: at, index: piece }),
            Op::CheckSet { a } => self.learn(Fact::Stored { slot: a }),
            _ => {}
        }
    }

    /// Learns from a conditional jump that is taken or not.
    pub fn decide(&mut self, regions: &Regions<'_>, op: Op, taken: bool) {
        let (a, b, equal) = match op {
            Op::JumpEq { a, b, .. } => (a, b, taken),
            Op::JumpNe { a, b, .. } => (a, b, !taken),
            Op::JumpIf { a, .. } | Op::JumpUnless { a, .. } => match regions.word_of(0) {
                Some(zero) => (a, zero, matches!(op, Op::JumpUnless { .. }) == taken),
                None => return,
            },
            _ => return,
        };
        if !equal {
            self.learn(Fact::Differ { slot: a, other: b });
        } else if regions.is_constant(b) && !regions.is_constant(a) {
            self.learn(Fact::Same { slot: a, other: b });
        } else if regions.is_constant(a) && !regions.is_constant(b) {
            self.learn(Fact::Same { slot: b, other: a });
        }
    }
}

/// What is known before each instruction. `None` for instructions that are never reached.
pub(super) fn known(program: &Program, keep: &BTreeSet<Pc>, regions: &Regions<'_>) -> Vec<Option<Known>> {
    let code = &program.code;
    let mut before: Vec<Option<Known>> = vec![None; code.len()];
    let mut open: Vec<usize> = keep.iter().map(|pc| usize::from(*pc)).filter(|pc| *pc < code.len()).collect();
    open.iter().for_each(|at| before[*at] = Some(Known::default()));
    open.reverse();
    let merge = |before: &mut Vec<Option<Known>>, to: usize, new: &Known| -> bool {
        match &mut before[to] {
            Some(known) => {
                let len = known.facts.len();
                known.facts.retain(|f| new.facts.contains(f));
                known.facts.len() != len
            }
            empty => {
                *empty = Some(new.clone());
                true
            }
        }
    };
    while let Some(start) = open.pop() {
        let mut at = start;
        // Goes straight on as long as it learns something new.
        while let Some(mut known) = before[at].clone() {
            known.pass(regions, code, at);
            code[at].operands(|kind, to| {
                // Nothing is known at the target of a call, which is an entry anyway.
                if kind == Kind::To && !matches!(code[at], Op::Call { .. }) {
                    let mut taken = known.clone();
                    taken.decide(regions, code[at], true);
                    if merge(&mut before, usize::from(to), &taken) {
                        open.push(usize::from(to));
                    }
                }
            });
            known.decide(regions, code[at], false);
            if ends(code[at]) || at + 1 >= code.len() || !merge(&mut before, at + 1, &known) {
                break;
            }
            at += 1;
        }
    }
    before
}

/// Replaces loads of known values by copies, reads copies through, and drops questions that are already answered.
pub(super) fn forward(program: &mut Program, keep: &BTreeSet<Pc>, words: &Words<'_>) {
    let regions = Regions::new(program, words);
    for (at, known) in known(program, keep, &regions).iter().enumerate() {
        let Some(known) = known else { continue };
        let through = |slot: Slot| known.through(slot);
        let op = program.code[at];
        program.code[at] = match op {
            Op::Load { dst, base, index } => match known.entry(base, index).filter(|slot| *slot >= regions.frames) {
                Some(src) => Op::Move { dst, src: through(src) },
                None => Op::Load { dst, base, index: through(index) },
            },
            Op::Store { base, index, src } => Op::Store { base, index: through(index), src: through(src) },
            Op::AddAt { base, index, by } => Op::AddAt { base, index: through(index), by: through(by) },
            Op::MovePiece { at, piece, space } => Op::MovePiece { at, piece: through(piece), space: through(space) },
            Op::Move { dst, src } => Op::Move { dst, src: through(src) },
            Op::Add { dst, a, b } => Op::Add { dst, a: through(a), b: through(b) },
            Op::Sub { dst, a, b } => Op::Sub { dst, a: through(a), b: through(b) },
            Op::Min { dst, a, b } => Op::Min { dst, a: through(a), b: through(b) },
            Op::Max { dst, a, b } => Op::Max { dst, a: through(a), b: through(b) },
            Op::Eq { dst, a, b } => Op::Eq { dst, a: through(a), b: through(b) },
            Op::Lt { dst, a, b } => Op::Lt { dst, a: through(a), b: through(b) },
            Op::Le { dst, a, b } => Op::Le { dst, a: through(a), b: through(b) },
            Op::Scale { dst, a, factor } => Op::Scale { dst, a: through(a), factor },
            Op::ListAdd { list, a, capacity } => Op::ListAdd { list, a: through(a), capacity },
            Op::SetAdd { set, a, words } => Op::SetAdd { set, a: through(a), words },
            Op::SetRemove { set, a, words } => Op::SetRemove { set, a: through(a), words },
            Op::JumpHas { set, a, to } => Op::JumpHas { set, a: through(a), to },
            Op::JumpHasNot { set, a, to } => Op::JumpHasNot { set, a: through(a), to },
            Op::CheckRange { a, low, high } => Op::CheckRange { a: through(a), low, high },
            Op::CheckSet { a } if known.is_stored(&regions, a) => nothing(&regions),
            Op::CheckSet { a } => Op::CheckSet { a: through(a) },
            Op::JumpIf { .. }
            | Op::JumpUnless { .. }
            | Op::JumpEq { .. }
            | Op::JumpNe { .. }
            | Op::JumpLt { .. }
            | Op::JumpLe { .. } => match (known.jumps(&regions, op), op) {
                (Some(false), _) => nothing(&regions),
                (Some(true), _) => Op::Jump { to: target(op).expect("a jump goes somewhere") },
                (None, Op::JumpIf { a, to }) => Op::JumpIf { a: through(a), to },
                (None, Op::JumpUnless { a, to }) => Op::JumpUnless { a: through(a), to },
                (None, Op::JumpEq { a, b, to }) => Op::JumpEq { a: through(a), b: through(b), to },
                (None, Op::JumpNe { a, b, to }) => Op::JumpNe { a: through(a), b: through(b), to },
                (None, Op::JumpLt { a, b, to }) => Op::JumpLt { a: through(a), b: through(b), to },
                (None, Op::JumpLe { a, b, to }) => Op::JumpLe { a: through(a), b: through(b), to },
                (None, op) => op,
            },
            other => other,
        };
    }
}

/// An instruction that does nothing. It goes when the code is made shorter.
fn nothing(regions: &Regions<'_>) -> Op {
    Op::Move { dst: regions.frames, src: regions.frames }
}

/// Where an instruction may go, apart from the next one.
pub(super) fn target(op: Op) -> Option<Pc> {
    let mut target = None;
    op.operands(|kind, to| {
        if kind == Kind::To {
            target = Some(to);
        }
    });
    target
}
