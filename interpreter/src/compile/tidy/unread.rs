//! Which words are read later; what is copied or loaded into others goes.

use std::collections::{BTreeMap, BTreeSet};

use super::effect::{Regions, Stretch, effect};
use super::{Words, ends};
use crate::program::{Kind, Op, Pc, Program, Slot};

/// For each instruction the words of frames that may be read from there on before they are written.
pub(super) struct Live {
    /// The first word of frames.
    first: usize,
    /// Words of bits for an instruction.
    words: usize,
    bits: Vec<u64>,
}

impl Live {
    /// Works it out: all words where the code is left or does more than is known here.
    pub fn of(program: &Program, keep: &BTreeSet<Pc>, regions: &Regions<'_>) -> Live {
        let first = usize::from(program.layout.frames);
        let words = (program.state_len - first).div_ceil(64);
        let (code, len) = (&program.code, program.code.len());
        let mut live = Live { first, words, bits: vec![0u64; words * (len + 1)] };
        let frames = Frames::of(program);
        let mut changed = true;
        let mut now = vec![0u64; words];
        while changed {
            changed = false;
            for at in (0..len).rev() {
                let op = code[at];
                let effect = effect(code, at);
                now.fill(0);
                let reads_variables = effect.loads.is_some_and(|base| regions.variables(base).is_some());
                if effect.opaque || effect.sees_all || reads_variables {
                    now.fill(u64::MAX);
                    // Of its own frame nobody reads more than what follows: callees have theirs, and a result lies before the parameters.
                    let (from, to) = frames.own(code, at);
                    for n in live.bits_of((from, to.saturating_sub(from).into())) {
                        let later = !matches!(op, Op::Return {}) && live.bits[(at + 1) * words + n / 64] & 1 << (n % 64) != 0;
                        if !later {
                            now[n / 64] &= !(1u64 << (n % 64));
                        }
                    }
                } else {
                    if !ends(op) {
                        now.copy_from_slice(&live.bits[(at + 1) * words..(at + 2) * words]);
                    }
                    op.operands(|kind, to| {
                        if kind == Kind::To {
                            let to = usize::from(to) * words;
                            now.iter_mut().zip(&live.bits[to..to + words]).for_each(|(n, l)| *n |= l);
                        }
                    });
                    if let Some((word, bit)) = effect.writes.and_then(|slot| live.bit(slot)) {
                        now[word] &= !bit;
                    }
                    for (word, bit) in effect.reads.into_iter().flatten().filter_map(|slot| live.bit(slot)) {
                        now[word] |= bit;
                    }
                    if let Some(stretch) = effect.sees {
                        live.bits_of(stretch).for_each(|n| now[n / 64] |= 1u64 << (n % 64));
                    }
                }
                if keep.contains(&(at as Pc)) {
                    // Whoever looks at a game that waits here sees all frames, of this one the part that is in use.
                    let unused = frames.unused(at as Pc);
                    let unused = live.bits_of((unused.0, unused.1.saturating_sub(unused.0).into()));
                    let hidden: Vec<usize> = unused.filter(|n| now[n / 64] & 1u64 << (n % 64) == 0).collect();
                    now.fill(u64::MAX);
                    hidden.into_iter().for_each(|n| now[n / 64] &= !(1u64 << (n % 64)));
                }
                let before = &mut live.bits[at * words..(at + 1) * words];
                if before != now.as_slice() {
                    before.copy_from_slice(&now);
                    changed = true;
                }
            }
        }
        live
    }

    fn bit(&self, slot: Slot) -> Option<(usize, u64)> {
        usize::from(slot).checked_sub(self.first).filter(|n| *n < self.words * 64).map(|n| (n / 64, 1u64 << (n % 64)))
    }

    /// The numbers of the bits for the words of frames in a stretch.
    fn bits_of(&self, (start, words): Stretch) -> std::ops::Range<usize> {
        let end = self.first + self.words * 64;
        match usize::from(start) {
            start if start < self.first => 0..0,
            start => start.min(end) - self.first..(start + words).min(end) - self.first,
        }
    }

    /// Whether a word may be read from this instruction on.
    pub fn is_read(&self, at: usize, slot: Slot) -> bool {
        self.bit(slot).is_none_or(|(word, bit)| self.bits[at * self.words + word] & bit != 0)
    }
}

/// Which words of its frame a rule is done with.
struct Frames {
    /// For each instruction of a rule: where its parameters begin, and one behind its frame.
    own: Vec<(Slot, Slot)>,
    /// Where a game may wait: the first word that is not in use there, and one behind its frame.
    unused: BTreeMap<Pc, (Slot, Slot)>,
}

impl Frames {
    fn of(program: &Program) -> Frames {
        let mut own = vec![(0, 0); program.code.len()];
        for rule in &program.rules {
            if let (Some(entry), Some(first)) = (rule.entry, rule.params.first()) {
                let end = usize::from(rule.end).min(own.len());
                own[usize::from(entry).min(end)..end].fill((*first, rule.frame_end));
            }
        }
        let mut unused: BTreeMap<Pc, (Slot, Slot)> = BTreeMap::new();
        for (at, _, top) in &program.live {
            let (first, end) = own.get(usize::from(*at)).copied().unwrap_or_default();
            let from = unused.get(at).map_or(*top, |(from, _)| *from.max(top)).max(first);
            unused.insert(*at, (from, end));
        }
        Frames { own, unused }
    }

    /// The words of its own frame that an instruction leaves alone which may otherwise read anything: from, and one behind the last.
    fn own(&self, code: &[Op], at: usize) -> (Slot, Slot) {
        let (first, end) = self.own[at];
        match code[at] {
            Op::Return {} => (first, end),
            Op::Call { .. } | Op::TurnEnd {} | Op::Checkpoint { .. } if self.unused.contains_key(&(at as Pc + 1)) => (first, end),
            _ => (0, 0),
        }
    }

    /// The words that are not in use where a game may wait: from, and one behind the last.
    fn unused(&self, at: Pc) -> (Slot, Slot) {
        self.unused.get(&at).copied().unwrap_or_default()
    }
}

/// Takes out copies and loads into words of the frame that are written again before anybody reads them.
pub(super) fn drop_unread(program: &mut Program, keep: &BTreeSet<Pc>, words: &Words<'_>) {
    let regions = Regions::new(program, words);
    let live = Live::of(program, keep, &regions);
    for at in 0..program.code.len().saturating_sub(1) {
        let dst = match program.code[at] {
            Op::Move { dst, .. } => dst,
            Op::Load { dst, base, .. } if regions.variables(base).is_none() => dst,
            _ => continue,
        };
        if !live.is_read(at + 1, dst) {
            // A copy of a word to itself is left out when the code is made shorter.
            program.code[at] = Op::Move { dst, src: dst };
        }
    }
}
