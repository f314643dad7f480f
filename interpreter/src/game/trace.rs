//! Records what the instructions of a run read and wrote, to find out where a value came from.

use std::collections::BTreeSet;

use self::deciders::{Deciders, Group};
use crate::program::{Kind, Op, Pc, Program, Slot, header, verify};
use crate::vm::Machine;

mod deciders;

/// The number of steps kept, at most. Of a longer game, the last ones are kept.
const MOST_STEPS: usize = 400_000;
/// The number of steps through which one value is followed, at most.
const MOST_FOLLOWED: usize = 2_000;
/// The number of sources to find for one value, at about most.
const MOST_SOURCES: usize = 2_000;
/// The number of faces of one roll to tell, at most.
const MOST_FACES: usize = 100;
/// Stands for a write before the steps that are kept.
const BEFORE: u32 = u32::MAX;

/// The steps of a game so far, run by run. The program takes one instruction at each step.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    deciders: Deciders,
    steps: Vec<Step>,
    reads: Vec<Read>,
    /// For each word, the step that wrote it last.
    writers: Vec<u32>,
    /// For each option of the last question, but for those of forgotten steps, the steps that wrote its variables.
    offered: Vec<Vec<u32>>,
    /// Faces of several dice rolled at once, each with the step that rolled it.
    faces: Vec<(u32, i32)>,
    /// The number of steps whose results are known.
    settled: usize,
    /// Whether a variable from before the steps that are kept may hold something hidden.
    holds_hidden: bool,
}

/// An instruction that was carried out.
#[derive(Clone, Copy, Debug)]
struct Step {
    pc: Pc,
    /// The first word that it writes, and the value of that word afterwards.
    writes: Option<Slot>,
    result: i32,
    /// The end of its reads in the list of all reads.
    reads: u32,
    /// What decided that it was carried out.
    under: Option<u32>,
}

/// A word that was read, and the step that had written it.
#[derive(Clone, Copy, Debug)]
struct Read {
    slot: Slot,
    value: i32,
    writer: u32,
}

/// Something that a value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// A face of dice as they were rolled.
    Rolled { pc: Pc, dice: u16, face: i32 },
    /// What an operation made of several values.
    Made { pc: Pc, value: i32 },
    /// A word that never changes, from a table that is read at an index.
    Table { pc: Pc, slot: Slot, value: i32 },
    /// A word of the state.
    State { pc: Pc, slot: Slot, value: i32 },
    /// What somebody chose: the number among all choices, and the option in the rules. The number is `None` if there was nothing to choose
    /// and nobody else may know that.
    Chose { choice: Option<usize>, site: u16, option: usize },
    /// A variable from before the steps that are kept, a card, or anything else that can't be told.
    Unknown,
    /// The same where it may hold something hidden, or more than can be followed.
    Hidden,
}

/// What decided about something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reasons {
    /// What there is to tell, in the order of the run.
    pub told: Vec<Source>,
    /// If the rules hide anything, all that had a part in it. One may tell it to those who may know each of these.
    pub all: BTreeSet<Source>,
}

impl Trace {
    pub fn new(program: &Program) -> Trace {
        let (steps, reads, faces, offered) = (vec![], vec![], vec![], vec![]);
        let writers = vec![BEFORE; program.image.len()];
        Trace { deciders: Deciders::new(program), steps, reads, writers, offered, faces, settled: 0, holds_hidden: false }
    }

    /// Begins a run, before which a variable may hold something hidden or not.
    pub fn begin(&mut self, holds_hidden: bool) {
        self.holds_hidden = holds_hidden;
    }

    /// Forgets all steps but for what decided before.
    fn forget(&mut self, program: &Program) {
        self.keep_deciders(program);
        self.steps.clear();
        self.reads.clear();
        self.writers.fill(BEFORE);
        self.offered.clear();
        self.faces.clear();
        self.settled = 0;
        self.holds_hidden = true;
    }

    /// Notes an instruction that is about to be carried out.
    pub fn step(&mut self, program: &Program, machine: &Machine, pc: Pc) {
        self.settle(program, machine);
        if self.steps.len() >= MOST_STEPS {
            self.forget(program);
        }
        self.deciders.come_to(pc, machine.memory[header::DEPTH]);
        self.one(program, machine, pc);
        let op = program.code[usize::from(pc)];
        match op {
            Op::Choose { .. } => self.offered.clear(),
            Op::Offer { site, option } => {
                let values = &program.sites[usize::from(site)].options[usize::from(option)].values;
                self.offered.push(values.iter().map(|(slot, _)| self.writers[usize::from(*slot)]).collect());
            }
            _ => {}
        }
        self.deciders.pass(op, pc, self.steps.len() as u32 - 1);
    }

    /// Notes what the last instruction wrote.
    fn settle(&mut self, program: &Program, machine: &Machine) {
        let (n, is_settled) = (self.steps.len().wrapping_sub(1) as u32, self.settled == self.steps.len());
        let Some(step) = self.steps.last_mut().filter(|_| !is_settled) else { return };
        let word = |slot: Slot| machine.memory[usize::from(slot)];
        step.result = step.writes.map_or(0, word);
        if let Op::RollMany { list, .. } = program.code[usize::from(step.pc)] {
            let all = usize::try_from(word(list)).unwrap_or(0).min(MOST_FACES);
            self.faces.extend((0..all).map(|face| (n, word(list.wrapping_add(1 + face as Slot)))));
        }
        self.settled = self.steps.len();
    }

    fn one(&mut self, program: &Program, machine: &Machine, pc: Pc) {
        let (op, word) = (program.code[usize::from(pc)], |slot: Slot| machine.memory[usize::from(slot)]);
        let extra = match program.code.get(usize::from(pc) + 1) {
            Some(Op::Extra { a, b, c }) => (*a, *b, *c),
            _ => (0, 0, 0),
        };
        let mut writes: Vec<(Slot, usize)> = vec![];
        op.operands(|kind, slot| match kind {
            Kind::Read => self.read(machine, slot),
            Kind::Write => writes.push((slot, 1)),
            _ => {}
        });
        let at = |base: Slot, index: Slot| base.wrapping_add(word(index) as Slot);
        match op {
            Op::Load { base, index, .. } | Op::LoadSome { base, index, .. } => self.read(machine, at(base, index)),
            Op::LoadN { base, index, .. } => {
                (0..extra.0).for_each(|n| self.read(machine, at(base, index).wrapping_add(n)));
            }
            Op::Store { base, index, .. } => writes.push((at(base, index), 1)),
            Op::AddAt { base, index, .. } => {
                self.read(machine, at(base, index));
                writes.push((at(base, index), 1));
            }
            Op::StoreN { base, index, .. } => writes.push((at(base, index), extra.0.into())),
            Op::MovePiece { at: table, piece, .. } => writes.push((at(table, piece), 1)),
            _ => {}
        }
        verify::each_stretch(program, op, extra, &mut |first, words, is_written| {
            let is_list = matches!(
                op,
                Op::ListMin { .. } | Op::ListMax { .. } | Op::ListSum { .. } | Op::ListHas { .. } | Op::ListEq { .. }
            ) || matches!(op, Op::ListCopy { .. }) && !is_written;
            let words = if is_list { 1 + usize::try_from(word(first)).unwrap_or(0).min(1_000) } else { words };
            if is_written {
                writes.push((first, words));
            }
            // A value that changes in part is made from its old value.
            if !is_written || matches!(op, Op::SetAdd { .. } | Op::SetRemove { .. } | Op::ListAdd { .. } | Op::ListRemove { .. })
            {
                (0..words).for_each(|n| self.read(machine, first.wrapping_add(n as Slot)));
            }
        });
        let n = self.steps.len() as u32;
        for (first, words) in &writes {
            for slot in usize::from(*first)..usize::from(*first) + words {
                if let Some(writer) = self.writers.get_mut(slot) {
                    *writer = n;
                }
            }
        }
        let writes = writes.first().map(|(slot, _)| *slot);
        self.steps.push(Step { pc, writes, result: 0, reads: self.reads.len() as u32, under: self.deciders.now });
    }

    fn read(&mut self, machine: &Machine, slot: Slot) {
        let writer = self.writers.get(usize::from(slot)).copied().unwrap_or(BEFORE);
        self.reads.push(Read { slot, value: machine.memory[usize::from(slot)], writer });
    }

    /// What the current instruction has made its value from, and what decided that it did, each in the order of the run.
    pub fn sources(&mut self, program: &Program, machine: &Machine) -> (Vec<Source>, Reasons) {
        self.settle(program, machine);
        let Some(last) = self.steps.len().checked_sub(1) else { return Default::default() };
        let over = self.deciders.chain(self.steps[last].under).collect();
        let mut groups = vec![];
        let sources = in_order(self.follow(program, last, &over, &mut groups));
        let mut told = self.nearest(program, last, &over);
        told.extend(self.decided(program, groups, &over));
        (sources, Reasons { told, all: self.all(program, Some(last), None) })
    }

    /// What the value of a step was made from. Adds what decided about it and isn't among `over`.
    fn follow(&self, program: &Program, last: usize, over: &BTreeSet<u32>, groups: &mut Vec<Group>) -> Vec<(usize, Source)> {
        let mut found: Vec<(usize, Source)> = vec![];
        let (mut waiting, mut seen) = (vec![last], BTreeSet::from([last]));
        while let Some(n) = waiting.pop() {
            if seen.len() > MOST_FOLLOWED || found.len() > MOST_SOURCES {
                break;
            }
            if n != last {
                groups.extend(self.deciders.group(self.steps[n].under, over));
            }
            let (sources, writers) = self.look_at(program, n, false);
            found.extend(sources.into_iter().map(|source| (n, source)));
            waiting.extend(writers.into_iter().filter(|writer| seen.insert(*writer)));
        }
        found
    }

    /// What a step has read, and the steps that wrote what it has read from variables. Which player's field or which piece it reads or
    /// writes counts only if `all` does.
    fn look_at(&self, program: &Program, n: usize, all: bool) -> (Vec<Source>, Vec<usize>) {
        let Step { pc, result, .. } = self.steps[n];
        let op = program.code[usize::from(pc)];
        let mut sources = match op {
            Op::Roll { dice, .. } => vec![Source::Rolled { pc, dice, face: result }],
            Op::RollMany { dice, .. } => {
                let first = self.faces.partition_point(|(step, _)| (*step as usize) < n);
                let faces = self.faces[first..].iter().take_while(|(step, _)| *step as usize == n);
                faces.map(|(_, face)| Source::Rolled { pc, dice, face: *face }).collect()
            }
            Op::ListMin { .. } | Op::ListMax { .. } | Op::ListSum { .. } => vec![Source::Made { pc, value: result }],
            _ => vec![],
        };
        let mut writers = vec![];
        let mut index = index(op).filter(|(base, _)| !all && *base < program.layout.frames).map(|(_, index)| index);
        for Read { slot, value, writer } in self.reads_of(n) {
            if index.take_if(|index| index == slot).is_some() {
                continue;
            }
            if usize::from(*slot) >= program.state_len {
                let is_table = is_table(program, self.steps[n], *slot);
                sources.extend(is_table.then_some(Source::Table { pc, slot: *slot, value: *value }));
            } else if *slot < program.layout.frames {
                sources.push(Source::State { pc, slot: *slot, value: *value });
            } else if *writer == BEFORE {
                sources.push(if self.holds_hidden { Source::Hidden } else { Source::Unknown });
            } else {
                writers.push(*writer as usize);
            }
        }
        (sources, writers)
    }

    fn reads_of(&self, step: usize) -> &[Read] {
        let begin = step.checked_sub(1).map_or(0, |before| self.steps[before].reads);
        &self.reads[begin as usize..self.steps[step].reads as usize]
    }
}

/// What an instruction finds its word by, behind which address.
fn index(op: Op) -> Option<(Slot, Slot)> {
    match op {
        Op::Load { base, index, .. }
        | Op::LoadSome { base, index, .. }
        | Op::LoadN { base, index, .. }
        | Op::Store { base, index, .. }
        | Op::StoreN { base, index, .. }
        | Op::AddAt { base, index, .. } => Some((base, index)),
        Op::MovePiece { at, piece, .. } => Some((at, piece)),
        _ => None,
    }
}

fn in_order(mut found: Vec<(usize, Source)>) -> Vec<Source> {
    found.sort_by_key(|(n, _)| *n);
    found.into_iter().map(|(_, source)| source).collect()
}

/// Whether a constant is read at an index. Any other constant is a number as it stands in the rules.
fn is_table(program: &Program, step: Step, slot: Slot) -> bool {
    let mut is_operand = false;
    program.code[usize::from(step.pc)].operands(|kind, own| is_operand |= kind == Kind::Read && own == slot);
    !is_operand
}
