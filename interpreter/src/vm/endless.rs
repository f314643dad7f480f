//! Finds the loop that doesn't end. The fuel may run out anywhere, most likely in a rule that the loop calls.

use std::collections::BTreeMap;

use super::{Host, Machine};
use crate::program::{Op, Pc, Program, header};

/// A loop that goes on and on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Endless {
    /// The instruction that leads back to the loop's beginning.
    pub pc: Pc,
    /// The number of calls that wait there.
    pub depth: usize,
}

/// A loop that comes round less often than this may itself lie around the endless one. By the second round, all loops inside have ended.
const OFTEN: u32 = 2;

impl Machine {
    /// Finds the outermost loop that still goes on when the machine, which ran out of fuel at `pc`, runs for as long again.
    #[cold]
    pub(crate) fn endless(&self, program: &Program, pc: Pc) -> Endless {
        let depth = self.memory[header::DEPTH].max(0);
        let is_operand = |pc: &Pc| matches!(program.code.get(usize::from(*pc)), Some(Op::Extra { .. }));
        let begin = (0..=pc).rev().find(|pc| !is_operand(pc)).unwrap_or(pc);
        let mut rounds = Rounds { program, last: begin, depth, loops: BTreeMap::new() };
        let mut machine = self.clone();
        machine.fuel = machine.tank;
        machine.run(program, begin, &mut rounds);
        let loops = || rounds.loops.iter().filter(|((at, ..), _)| (0..=depth).contains(at));
        let often = loops().filter(|(_, times)| **times >= OFTEN);
        // The loop with the fewest waiting calls first, then the widest.
        let outer = |((depth, from, to), _): &(&(i32, Pc, Pc), &u32)| (*depth, to.abs_diff(*from).wrapping_neg());
        let found = often.min_by_key(outer).or_else(|| loops().min_by_key(outer));
        match found {
            Some(((depth, pc, _), _)) => Endless { pc: *pc, depth: *depth as usize },
            None => Endless { pc, depth: depth as usize },
        }
    }
}

/// Counts backward branches.
struct Rounds<'p> {
    program: &'p Program,
    last: Pc,
    depth: i32,
    /// How often each branch was taken, by the number of waiting calls, the instruction that leads back, and its target.
    loops: BTreeMap<(i32, Pc, Pc), u32>,
}

impl Host for Rounds<'_> {
    fn step(&mut self, _: &Machine, pc: Pc) {
        match self.program.code.get(usize::from(self.last)) {
            Some(Op::Call { .. }) => self.depth += 1,
            Some(Op::Return {}) => self.depth -= 1,
            _ if pc < self.last => *self.loops.entry((self.depth, self.last, pc)).or_default() += 1,
            _ => {}
        }
        self.last = pc;
    }
}
