//! What an instruction reads and writes.

use std::collections::BTreeMap;

use super::Words;
use crate::program::{Op, Program, Slot};

/// The words that an instruction reads and writes, as far as they are known.
#[derive(Clone, Copy, Default)]
pub(super) struct Effect {
    pub reads: [Option<Slot>; 3],
    pub writes: Option<Slot>,
    /// The table read at an index.
    pub loads: Option<Slot>,
    /// The table written at an index.
    pub stores: Option<Slot>,
    /// Further words that are read.
    pub sees: Option<Stretch>,
    /// Further words that may be written.
    pub fills: Option<Stretch>,
    /// Whether it may read anything.
    pub sees_all: bool,
    /// Whether it may read or write anything.
    pub opaque: bool,
}

/// Consecutive words: the first, and their number.
pub(super) type Stretch = (Slot, usize);

/// How far a set or list may reach if the instruction doesn't tell its size.
const FAR: usize = u16::MAX as usize;

/// What the instruction at `at` does to memory, as far as it is known.
pub(super) fn effect(code: &[Op], at: usize) -> Effect {
    let none = Effect::default();
    let reads = |a: Slot| Effect { reads: [Some(a), None, None], ..none };
    let reads_two = |a: Slot, b: Slot| Effect { reads: [Some(a), Some(b), None], ..none };
    let reads_three = |a: Slot, b: Slot, c: Slot| Effect { reads: [Some(a), Some(b), Some(c)], ..none };
    let behind = match code.get(at + 1) {
        Some(Op::Extra { a, .. }) => usize::from(*a),
        _ => 0,
    };
    match code[at] {
        Op::Move { dst, src } => Effect { writes: Some(dst), ..reads(src) },
        Op::MoveN { dst, src, words } => Effect { sees: Some((src, words.into())), fills: Some((dst, words.into())), ..none },
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
        | Op::BitAndNot { dst, a, b } => Effect { writes: Some(dst), ..reads_two(a, b) },
        Op::Abs { dst, a } | Op::Not { dst, a } | Op::Scale { dst, a, .. } => Effect { writes: Some(dst), ..reads(a) },
        Op::Jump { .. } | Op::Back { .. } | Op::Say { .. } | Op::Choose { .. } | Op::Extra { .. } => none,
        Op::JumpIf { a, .. } | Op::JumpUnless { a, .. } => reads(a),
        Op::JumpEq { a, b, .. } | Op::JumpNe { a, b, .. } | Op::JumpLt { a, b, .. } | Op::JumpLe { a, b, .. } => reads_two(a, b),
        Op::Next { i, last, .. } => Effect { writes: Some(i), ..reads_two(i, last) },
        Op::Load { dst, base, index } | Op::LoadSome { dst, base, index } => {
            Effect { writes: Some(dst), loads: Some(base), ..reads(index) }
        }
        Op::LoadN { dst, base, index } => Effect { loads: Some(base), fills: Some((dst, behind)), ..reads(index) },
        Op::Store { base, index, src } => Effect { stores: Some(base), ..reads_two(index, src) },
        Op::AddAt { base, index, by } => Effect { loads: Some(base), stores: Some(base), ..reads_two(index, by) },
        Op::MovePiece { at, piece, space } => Effect { stores: Some(at), ..reads_two(piece, space) },
        Op::CheckRange { a, low, high } | Op::CheckRangeSome { a, low, high } | Op::CheckIndex { a, low, high } => {
            reads_three(a, low, high)
        }
        Op::CheckEach { at, low, high } => Effect { sees: Some((at, behind)), ..reads_two(low, high) },
        Op::CheckAllSet { at, words } => Effect { sees: Some((at, words.into())), ..none },
        Op::CheckSet { a } | Op::CheckOwn { player: a } => reads(a),
        Op::Fill { dst, src, words } => Effect { fills: Some((dst, words.into())), ..reads(src) },
        Op::JumpHas { set, a, .. } | Op::JumpHasNot { set, a, .. } => Effect { sees: Some((set, FAR)), ..reads(a) },
        Op::SetAdd { set, a, words } | Op::SetRemove { set, a, words } => {
            Effect { sees: Some((set, words.into())), fills: Some((set, words.into())), ..reads(a) }
        }
        Op::SetSize { dst, set, words } => Effect { writes: Some(dst), sees: Some((set, words.into())), ..none },
        Op::SetNext { cursor, set, .. } => Effect { writes: Some(cursor), sees: Some((set, behind)), ..reads(cursor) },
        Op::ListAdd { list, a, capacity } => {
            Effect { sees: Some((list, 1)), fills: Some((list, usize::from(capacity) + 1)), ..reads(a) }
        }
        Op::ListMin { dst, list } | Op::ListMax { dst, list } | Op::ListSum { dst, list } => {
            Effect { writes: Some(dst), sees: Some((list, FAR)), ..none }
        }
        // The block of a `whenever` lies at the end of the state.
        Op::Touch { watch, of, .. } => Effect { sees: Some((watch, FAR)), fills: Some((watch, FAR)), ..reads(of) },
        Op::Doze { watch, member, reads } => {
            Effect { sees: Some((watch, FAR)), fills: Some((watch, FAR)), ..reads_three(member, reads, reads + 1) }
        }
        Op::Roll { dst, .. } => Effect { writes: Some(dst), ..none },
        Op::Offer { .. } | Op::Said { .. } => Effect { sees_all: true, ..none },
        _ => Effect { opaque: true, ..none },
    }
}

/// The parts of memory that instructions reach.
pub(super) struct Regions<'a> {
    pub frames: Slot,
    pub constants: Slot,
    /// The first address of each table of the state, sorted.
    tables: Vec<Slot>,
    /// The numbers that are already known, by address.
    numbers: BTreeMap<Slot, i32>,
    words: &'a Words<'a>,
}

impl<'a> Regions<'a> {
    pub fn new(program: &Program, words: &'a Words<'a>) -> Regions<'a> {
        let layout = &program.layout;
        let mut tables: Vec<Slot> = vec![layout.place, layout.previous, layout.turns_of, layout.draws];
        tables.extend(layout.fields.iter().map(|(slot, _)| *slot).filter(|slot| *slot < layout.frames));
        tables.extend(layout.pieces.iter().map(|(slot, _)| *slot));
        tables.extend(layout.measures.iter().map(|(slot, _)| *slot));
        tables.sort_unstable();
        tables.dedup();
        let numbers = words.literals.iter().map(|(word, slot)| (*slot, *word)).collect();
        Regions { frames: layout.frames, constants: program.state_len as Slot, tables, numbers, words }
    }

    /// Whether this word never changes.
    pub fn is_constant(&self, slot: Slot) -> bool {
        slot >= self.constants
    }

    /// Whether this is a word of a frame.
    pub fn in_frame(&self, slot: Slot) -> bool {
        slot >= self.frames && slot < self.constants
    }

    /// The number that this word holds, if it is already known.
    pub fn literal(&self, slot: Slot) -> Option<i32> {
        self.numbers.get(&slot).copied()
    }

    /// The word that holds this number, if there is one.
    pub fn word_of(&self, number: i32) -> Option<Slot> {
        self.words.literals.get(&number).copied()
    }

    /// The possible starts of tables that instructions address by this word.
    fn starts(&self, base: Slot) -> impl Iterator<Item = Slot> {
        [base].into_iter().chain(self.words.table_starts.get(&base).into_iter().flatten().copied())
    }

    /// The first word of a frame that may lie in the table, if its entries are variables.
    pub fn variables(&self, base: Slot) -> Option<Slot> {
        self.starts(base).filter(|start| self.in_frame(*start)).min()
    }

    /// Whether writing through one table may change an entry of another.
    pub fn may_alias(&self, a: Slot, b: Slot) -> bool {
        self.starts(a).any(|a| self.starts(b).any(|b| self.same_table(a, b)))
    }

    fn same_table(&self, a: Slot, b: Slot) -> bool {
        if self.is_constant(a) || self.is_constant(b) {
            return false;
        }
        match (self.tables.binary_search(&a), self.tables.binary_search(&b)) {
            (Ok(a), Ok(b)) => a == b,
            _ => true,
        }
    }

    /// Whether a word lies in a stretch, which ends where its part of memory does.
    pub fn within(&self, slot: Slot, (start, words): Stretch) -> bool {
        let end = if start < self.frames { usize::from(self.frames) } else { usize::MAX };
        slot >= start && usize::from(slot) < end.min(usize::from(start) + words)
    }
}
