//! What decided that a step was carried out: the branches and choices whose ways haven't come together again.

use std::collections::BTreeSet;
use std::iter;

use super::{BEFORE, MOST_SOURCES, Reasons, Source, Step, Trace, in_order};
use crate::program::joins::Joins;
use crate::program::{Op, Pc, Program, header};

/// The number of branches to tell of for one value, at most.
const MOST: usize = 50;
/// The number of steps to look at, and of sources to find, to learn whether something may be told, at about most.
const MOST_IN_ALL: usize = 10_000;
/// The number of groups around a step in which to look for one that tells something.
const MOST_GROUPS: usize = 6;

/// The branches and choices of a run so far.
#[derive(Clone, Debug)]
pub(super) struct Deciders {
    joins: Joins,
    /// For each site, where it asks.
    asks: Vec<Pc>,
    all: Vec<Decider>,
    /// The innermost one that still decides.
    pub now: Option<u32>,
    /// The number of calls that wait.
    depth: i32,
    /// The innermost one where the last question began to gather its options.
    gathers: Option<u32>,
    /// For each of its options, the innermost one where it was offered. Of the first options perhaps only what that one has read is left.
    offered: Vec<Reasons>,
    offers: Vec<Option<u32>>,
}

#[derive(Clone, Debug)]
struct Decider {
    outer: Option<u32>,
    pc: Pc,
    /// Where its ways come together again, at the same depth.
    join: Pc,
    depth: i32,
    read: Read,
}

/// What it has read.
#[derive(Clone, Debug)]
enum Read {
    Step(u32),
    Known(Reasons),
}

/// Deciders that end at the same place, as those of `a and b` do.
pub(super) type Group = Vec<u32>;

impl Deciders {
    pub fn new(program: &Program) -> Deciders {
        let mut asks = vec![Pc::MAX; program.sites.len()];
        for (pc, op) in program.code.iter().enumerate() {
            if let Op::Ask { site } = op {
                asks[usize::from(*site)] = pc as Pc;
            }
        }
        let (joins, all, offered, offers) = (Joins::new(program), vec![], vec![], vec![]);
        Deciders { joins, asks, all, now: None, depth: 0, gathers: None, offered, offers }
    }

    /// Ends those whose ways come together at an instruction, which runs while so many calls wait.
    pub fn come_to(&mut self, pc: Pc, depth: i32) {
        self.depth = depth;
        let is_over = |it: &&Decider| it.depth > self.depth || it.depth == self.depth && it.join == pc;
        let mut now = self.now;
        while let Some(last) = now.map(|n| &self.all[n as usize]).filter(is_over) {
            now = last.outer;
        }
        self.now = now;
    }

    /// Notes what an instruction decides, carried out at a step.
    pub fn pass(&mut self, op: Op, pc: Pc, step: u32) {
        match op {
            Op::Choose { .. } => {
                self.gathers = self.now;
                self.offered.clear();
                self.offers.clear();
            }
            Op::Offer { .. } => self.offers.push(self.now),
            Op::JumpIf { .. }
            | Op::JumpUnless { .. }
            | Op::JumpEq { .. }
            | Op::JumpNe { .. }
            | Op::JumpLt { .. }
            | Op::JumpLe { .. }
            | Op::JumpHas { .. }
            | Op::JumpHasNot { .. } => self.begin(pc, Read::Step(step)),
            _ => {}
        }
    }

    fn begin(&mut self, pc: Pc, read: Read) {
        // A loop decides anew each time round.
        let here = self.chain(self.now).map(|n| &self.all[n as usize]).take_while(|it| it.depth == self.depth);
        let earlier = { here }.find(|it| it.pc == pc);
        let outer = earlier.map_or(self.now, |earlier| earlier.outer);
        self.all.push(Decider { outer, pc, join: self.joins.after(pc), depth: self.depth, read });
        self.now = Some(self.all.len() as u32 - 1);
    }

    /// A decider and those around it.
    pub fn chain(&self, from: Option<u32>) -> impl Iterator<Item = u32> {
        iter::successors(from, |n| self.all[*n as usize].outer)
    }

    /// The innermost group, as far as it isn't among `over`.
    pub fn group(&self, from: Option<u32>, over: &BTreeSet<u32>) -> Option<Group> {
        let place = |n: u32| (self.all[n as usize].join, self.all[n as usize].depth);
        let first = place(from.filter(|n| !over.contains(n))?);
        Some(self.chain(from).take_while(|n| !over.contains(n) && place(*n) == first).collect())
    }
}

impl Trace {
    /// Notes that an option is taken, by its number in the rules and among those on offer, and by whose choice.
    pub fn chose(&mut self, program: &Program, site: u16, option: usize, offer: usize, choice: Option<Source>) {
        let since = offer.checked_sub(self.deciders.offered.len());
        let mut reasons = match since {
            None => self.deciders.offered[offer].clone(),
            Some(n) => self.deciders.offers.get(n).map_or_else(Reasons::default, |from| self.why_offered(program, *from)),
        };
        reasons.told.splice(..0, choice);
        reasons.all.extend(choice);
        let pc = self.deciders.asks[usize::from(site)];
        self.deciders.begin(pc, Read::Known(reasons));
        // Its variables get back the values that they had when it was offered, because it was chosen.
        let writers = since.and_then(|n| self.offered.get_mut(n)).map(std::mem::take).unwrap_or_default();
        for (n, (slot, _)) in program.sites[usize::from(site)].options[option].values.iter().enumerate() {
            let writer = writers.get(n).copied().unwrap_or(BEFORE);
            self.reads.push(super::Read { slot: *slot, value: 0, writer });
            self.writers[usize::from(*slot)] = self.steps.len() as u32;
            let reads = self.reads.len() as u32;
            self.steps.push(Step { pc, writes: Some(*slot), result: 0, reads, under: self.deciders.now });
        }
        self.settled = self.steps.len();
    }

    fn why_offered(&self, program: &Program, from: Option<u32>) -> Reasons {
        let over: BTreeSet<u32> = self.deciders.chain(self.deciders.gathers).collect();
        let around: Group = self.deciders.chain(from).take_while(|n| !over.contains(n)).collect();
        Reasons { told: self.decided(program, vec![around], &over), all: self.all(program, None, from) }
    }

    /// Keeps what the deciders have read when the steps are about to be forgotten.
    pub(super) fn keep_deciders(&mut self, program: &Program) {
        let offers = std::mem::take(&mut self.deciders.offers);
        let offered: Vec<_> = offers.iter().map(|from| self.why_offered(program, *from)).collect();
        self.deciders.offered.extend(offered);
        let mut chain: Vec<u32> = self.deciders.chain(self.deciders.now).collect();
        chain.reverse();
        let over = chain.iter().copied().collect();
        let number = |n: usize| n.checked_sub(1).map(|n| n as u32);
        let kept = chain.iter().enumerate().map(|(at, n)| {
            let (told, all) = (self.decided(program, vec![vec![*n]], &over), self.all(program, None, Some(*n)));
            Decider { outer: number(at), read: Read::Known(Reasons { told, all }), ..self.deciders.all[*n as usize].clone() }
        });
        let kept: Vec<Decider> = kept.collect();
        self.deciders.gathers = chain.iter().position(|n| Some(*n) == self.deciders.gathers).map(|n| n as u32);
        (self.deciders.now, self.deciders.all) = (number(kept.len()), kept);
    }

    /// What the innermost group around a step has read that tells something. A statement decides nothing about itself.
    pub(super) fn nearest(&self, program: &Program, step: usize, over: &BTreeSet<u32>) -> Vec<Source> {
        let Step { pc, under, .. } = self.steps[step];
        let span = |n: u32| program.spans.get(usize::from(self.deciders.all[n as usize].pc));
        let mut from = self.deciders.chain(under).find(|n| span(*n) != program.spans.get(usize::from(pc)));
        for _ in 0..MOST_GROUPS {
            let Some(group) = self.deciders.group(from, &BTreeSet::new()) else { break };
            from = group.last().and_then(|n| self.deciders.all[*n as usize].outer);
            let found = self.decided(program, vec![group], over);
            if !found.is_empty() {
                return found;
            }
        }
        vec![]
    }

    /// What groups have read. Where that tells nothing, what decided about what they have read, except for what is among `over`, and so on.
    pub(super) fn decided(&self, program: &Program, mut groups: Vec<Group>, over: &BTreeSet<u32>) -> Vec<Source> {
        // What two of them have read in the same step is told once.
        let (mut seen, mut steps) = (BTreeSet::new(), BTreeSet::new());
        while !groups.is_empty() {
            let (mut known, mut found, mut next) = (vec![], vec![], vec![]);
            for n in groups.into_iter().flatten() {
                if seen.len() >= MOST || known.len() + found.len() > MOST_SOURCES || !seen.insert(n) {
                    continue;
                }
                match &self.deciders.all[n as usize].read {
                    Read::Known(reasons) => known.extend(&reasons.told),
                    Read::Step(step) => {
                        let mut read = self.follow(program, *step as usize, over, &mut next);
                        read.retain(|(n, _)| !steps.contains(n));
                        steps.extend(read.iter().map(|(n, _)| *n));
                        found.extend(read);
                    }
                }
            }
            known.extend(in_order(found));
            if known.iter().any(tells) {
                return known;
            }
            groups = next;
        }
        vec![]
    }

    /// All that had a part in the value of a step, and in what a decider and those around it have decided. Nothing if the rules hide nothing.
    pub(super) fn all(&self, program: &Program, step: Option<usize>, from: Option<u32>) -> BTreeSet<Source> {
        let (mut found, mut seen, mut seen_deciders) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        if !program.has_secrets() {
            return found;
        }
        let mut waiting: Vec<usize> = step.into_iter().collect();
        let mut decides = |from: Option<u32>, found: &mut BTreeSet<Source>, waiting: &mut Vec<usize>| {
            for n in self.deciders.chain(from).take_while(|n| seen_deciders.insert(*n)) {
                match &self.deciders.all[n as usize].read {
                    Read::Known(reasons) => found.extend(&reasons.all),
                    Read::Step(step) => waiting.push(*step as usize),
                }
            }
        };
        decides(from, &mut found, &mut waiting);
        while let Some(n) = waiting.pop() {
            if !seen.insert(n) {
                continue;
            }
            if seen.len() + found.len() > MOST_IN_ALL {
                found.insert(Source::Hidden);
                break;
            }
            let (sources, writers) = self.look_at(program, n, true);
            found.extend(sources);
            waiting.extend(writers);
            decides(self.steps[n].under, &mut found, &mut waiting);
        }
        found
    }
}

/// Whether there is something to say about a source.
fn tells(source: &Source) -> bool {
    match source {
        Source::Unknown | Source::Hidden => false,
        Source::State { slot, .. } => usize::from(*slot) >= header::LEN,
        _ => true,
    }
}
