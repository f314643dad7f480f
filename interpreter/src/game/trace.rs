//! Records what the instructions of a run read and wrote, to find out where a value came from.

use crate::program::{Kind, Op, Pc, Program, Slot, verify};
use crate::vm::Machine;

/// The number of steps kept from a run, at most. From a longer run, the last ones are kept.
const MOST_STEPS: usize = 400_000;
/// The number of steps through which one value is followed, at most.
const MOST_FOLLOWED: usize = 2_000;
/// The number of faces of one roll to tell, at most.
const MOST_FACES: usize = 100;
/// Stands for a write before this run.
const BEFORE: u32 = u32::MAX;

/// The steps of a run so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    steps: Vec<Step>,
    reads: Vec<Read>,
    /// For each word, the step that wrote it last.
    writers: Vec<u32>,
    /// Faces of several dice rolled at once, each with the step that rolled it.
    faces: Vec<(u32, i32)>,
    /// The number of steps whose results are known.
    settled: usize,
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
}

/// A word that was read, and the step that had written it.
#[derive(Clone, Copy, Debug)]
struct Read {
    slot: Slot,
    value: i32,
    writer: u32,
}

/// Something that a value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A face of dice as they were rolled.
    Rolled { pc: Pc, dice: u16, face: i32 },
    /// What an operation made of several values.
    Made { pc: Pc, value: i32 },
    /// A word that never changes, from a table that is read at an index.
    Table { pc: Pc, slot: Slot, value: i32 },
    /// A word of the state.
    State { pc: Pc, slot: Slot, value: i32 },
    /// A word of a frame from before the run, a card, or anything else that can't be told.
    Unknown,
}

impl Trace {
    /// Begins a run.
    pub fn begin(&mut self, program: &Program) {
        self.steps.clear();
        self.reads.clear();
        self.writers.clear();
        self.faces.clear();
        self.settled = 0;
        self.writers.resize(program.image.len(), BEFORE);
    }

    /// Notes an instruction that is about to be carried out.
    pub fn step(&mut self, program: &Program, machine: &Machine, pc: Pc) {
        if self.steps.len() >= MOST_STEPS {
            self.begin(program);
        }
        self.settle(program, machine);
        let also = program.code[usize::from(pc)].does_next();
        self.one(program, machine, pc);
        if also {
            // Only now is the value written that it reads from the first.
            self.settle(program, machine);
            self.one(program, machine, pc + 1);
        }
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
            Op::Load { base, index, .. }
            | Op::LoadJumpNe { base, index, .. }
            | Op::LoadJumpEq { base, index, .. }
            | Op::LoadJumpLe { base, index, .. }
            | Op::LoadLoad { base, index, .. }
            | Op::LoadLoadJumpNe { base, index, .. }
            | Op::LoadLoadJumpLe { base, index, .. }
            | Op::LoadSome { base, index, .. } => self.read(machine, at(base, index)),
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
                Op::ListMin { .. }
                    | Op::ListMax { .. }
                    | Op::ListSum { .. }
                    | Op::ListGet { .. }
                    | Op::ListHas { .. }
                    | Op::ListEq { .. }
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
        self.steps.push(Step { pc, writes, result: 0, reads: self.reads.len() as u32 });
    }

    fn read(&mut self, machine: &Machine, slot: Slot) {
        let writer = self.writers.get(usize::from(slot)).copied().unwrap_or(BEFORE);
        self.reads.push(Read { slot, value: machine.memory[usize::from(slot)], writer });
    }

    /// What the current instruction has made its value from, in the order of the run.
    pub fn sources(&mut self, program: &Program, machine: &Machine) -> Vec<Source> {
        self.settle(program, machine);
        let Some(last) = self.steps.len().checked_sub(1) else { return vec![] };
        let mut found: Vec<(usize, Source)> = vec![];
        let (mut waiting, mut seen) = (vec![last], vec![last]);
        while let Some(n) = waiting.pop() {
            let Step { pc, result, .. } = self.steps[n];
            let made = match program.code[usize::from(pc)] {
                Op::Roll { dice, .. } => Some(Source::Rolled { pc, dice, face: result }),
                Op::RollMany { dice, .. } => {
                    let faces = self.faces.iter().filter(|(step, _)| *step as usize == n);
                    found.extend(faces.map(|(_, face)| (n, Source::Rolled { pc, dice, face: *face })));
                    None
                }
                Op::ListMin { .. } | Op::ListMax { .. } | Op::ListSum { .. } => Some(Source::Made { pc, value: result }),
                _ => None,
            };
            found.extend(made.map(|made| (n, made)));
            for Read { slot, value, writer } in self.reads_of(n).to_vec() {
                let at = usize::from(slot);
                let source = if at >= program.state_len {
                    is_table(program, self.steps[n], slot).then_some(Source::Table { pc, slot, value })
                } else if slot < program.layout.frames {
                    Some(Source::State { pc, slot, value })
                } else if writer == BEFORE {
                    Some(Source::Unknown)
                } else {
                    let writer = writer as usize;
                    if !seen.contains(&writer) && seen.len() < MOST_FOLLOWED {
                        seen.push(writer);
                        waiting.push(writer);
                    }
                    None
                };
                found.extend(source.map(|source| (n, source)));
            }
        }
        found.sort_by_key(|(n, _)| *n);
        found.into_iter().map(|(_, source)| source).collect()
    }

    fn reads_of(&self, step: usize) -> &[Read] {
        let begin = step.checked_sub(1).map_or(0, |before| self.steps[before].reads);
        &self.reads[begin as usize..self.steps[step].reads as usize]
    }
}

/// Whether a constant is read at an index. Any other constant is a number as it stands in the rules.
fn is_table(program: &Program, step: Step, slot: Slot) -> bool {
    let mut is_operand = false;
    program.code[usize::from(step.pc)].operands(|kind, own| is_operand |= kind == Kind::Read && own == slot);
    !is_operand
}
