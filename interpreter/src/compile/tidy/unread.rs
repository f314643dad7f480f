//! Finds out which words are read later. Copies and loads into other words are dropped.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::effect::{Regions, Stretch, effect};
use super::{Words, ends};
use crate::program::{Kind, Op, Pc, Program, Slot};

/// For each instruction, the words of frames that may be read from there on before they are written. Words outside the frames count as
/// read.
pub(super) struct Live {
    /// The first word of frames.
    first: usize,
    /// The number of words of bits for each instruction.
    words: usize,
    bits: Vec<u64>,
}

impl Live {
    /// Computes this. Where the code is left, or does more than is known here, all words count.
    pub fn of(program: &Program, keep: &BTreeSet<Pc>, regions: &Regions<'_>) -> Live {
        let first = usize::from(program.layout.frames);
        let words = usize::from(program.layout.stack).saturating_sub(first).div_ceil(64);
        let len = program.code.len();
        let mut live = Live { first, words, bits: vec![0u64; words * (len + 1)] };
        let (frames, sources) = (Frames::of(program), sources(&program.code));
        // An instruction is looked at again only when something new is known about those that follow it.
        let mut stale = vec![true; len];
        let mut again = true;
        let mut now = vec![0u64; words];
        while std::mem::take(&mut again) {
            for at in (0..len).rev() {
                if !std::mem::take(&mut stale[at]) {
                    continue;
                }
                live.before(program, at, regions, &frames, &mut now);
                if keep.contains(&(at as Pc)) {
                    // Anybody who looks at a game that waits here sees all frames, but only the part of this one that is in use.
                    let (from, to) = frames.unused(at as Pc);
                    let unused = live.bits_of((from, to.saturating_sub(from).into()));
                    fill_but(&mut now, unused, |n, now| now[n / 64]);
                }
                let known = &mut live.bits[at * words..(at + 1) * words];
                if known == now.as_slice() {
                    continue;
                }
                known.copy_from_slice(&now);
                if at > 0 {
                    stale[at - 1] = true;
                }
                let from = sources.partition_point(|(to, _)| usize::from(*to) < at);
                for (_, source) in sources[from..].iter().take_while(|(to, _)| usize::from(*to) == at) {
                    stale[usize::from(*source)] = true;
                    again |= usize::from(*source) >= at;
                }
            }
        }
        live
    }

    /// What may be read from an instruction on, given what is known about those that follow it.
    fn before(&self, program: &Program, at: usize, regions: &Regions<'_>, frames: &Frames, now: &mut [u64]) {
        let (code, words) = (&program.code, self.words);
        let (op, effect) = (code[at], effect(code, at));
        let later = &self.bits[(at + 1) * words..(at + 2) * words];
        let reads_variables = effect.loads.is_some_and(|base| regions.variables(base).is_some());
        if effect.opaque || effect.sees_all || reads_variables {
            // Nobody reads more of the rule's own frame than what follows does. Callees have their own frames, and a result lies before the
            // parameters.
            let (from, to) = frames.own(code, at);
            let own = self.bits_of((from, to.saturating_sub(from).into()));
            let is_last = matches!(op, Op::Return {});
            fill_but(now, own, |n, _| if is_last { 0 } else { later[n / 64] });
            return;
        }
        if ends(op) {
            now.fill(0)
        } else {
            now.copy_from_slice(later)
        }
        op.operands(|kind, to| {
            if kind == Kind::To {
                let to = usize::from(to) * words;
                now.iter_mut().zip(&self.bits[to..to + words]).for_each(|(n, l)| *n |= l);
            }
        });
        if let Some((word, bit)) = effect.writes.and_then(|slot| self.bit(slot)) {
            now[word] &= !bit;
        }
        for (word, bit) in effect.reads.into_iter().flatten().filter_map(|slot| self.bit(slot)) {
            now[word] |= bit;
        }
        if let Some(stretch) = effect.sees {
            for (word, bits) in parts(self.bits_of(stretch)) {
                now[word] |= bits;
            }
        }
    }

    fn bit(&self, slot: Slot) -> Option<(usize, u64)> {
        usize::from(slot).checked_sub(self.first).filter(|n| *n < self.words * 64).map(|n| (n / 64, 1u64 << (n % 64)))
    }

    /// The numbers of the bits for the words of frames in a stretch.
    fn bits_of(&self, (start, words): Stretch) -> Range<usize> {
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

/// A range of bits, as the words that contain it, each with a mask of its bits in the range.
fn parts(range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let words = range.start / 64..range.end.div_ceil(64).max(range.start / 64);
    words.map(move |word| {
        let from = range.start.saturating_sub(word * 64);
        let to = (range.end - word * 64).min(64);
        let below = |n: usize| u64::MAX.checked_shr(64 - n as u32).unwrap_or(0);
        (word, below(to) & !below(from))
    })
}

/// Sets all bits outside of a range. Those inside are taken from the word that `kept` returns for the number of the word's first bit.
fn fill_but(bits: &mut [u64], range: Range<usize>, kept: impl Fn(usize, &[u64]) -> u64) {
    let mut at = 0;
    for (word, part) in parts(range) {
        bits[at..word].fill(u64::MAX);
        let kept = kept(word * 64, bits);
        bits[word] = kept | !part;
        at = word + 1;
    }
    bits[at..].fill(u64::MAX);
}

/// All jumps as (target, source), sorted.
fn sources(code: &[Op]) -> Vec<(Pc, Pc)> {
    let mut sources = vec![];
    for (at, op) in code.iter().enumerate() {
        op.operands(|kind, to| {
            if kind == Kind::To {
                sources.push((to, at as Pc));
            }
        });
    }
    sources.sort_unstable();
    sources
}

/// The words of its frame that a rule has finished with.
struct Frames {
    /// For each instruction of a rule, where the parameters begin and where the frame ends (exclusive).
    own: Vec<(Slot, Slot)>,
    /// For each place where a game may wait, the first word not in use there, and the end of the frame (exclusive).
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

    /// The words of the rule's own frame that an instruction surely leaves alone, although it may read anything else, as start and end
    /// (exclusive).
    fn own(&self, code: &[Op], at: usize) -> (Slot, Slot) {
        let (first, end) = self.own[at];
        match code[at] {
            Op::Return {} => (first, end),
            Op::Call { .. } | Op::TurnEnd {} | Op::Checkpoint { .. } if self.unused.contains_key(&(at as Pc + 1)) => (first, end),
            _ => (0, 0),
        }
    }

    /// The words that are not in use where a game may wait, as start and end (exclusive).
    fn unused(&self, at: Pc) -> (Slot, Slot) {
        self.unused.get(&at).copied().unwrap_or_default()
    }
}

/// Drops copies and loads into words of the frame that are written again before anybody reads them.
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
            // A copy of a word to itself is dropped when the code is made shorter.
            program.code[at] = Op::Move { dst, src: dst };
        }
    }
}
