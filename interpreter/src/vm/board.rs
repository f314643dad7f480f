//! Searches over the board: breadth first through tables of neighbours, or nearest first where steps have costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::sets;
use super::{MEMORY, Machine, TrapCode};
use crate::ir::fold::NONE;
use crate::program::HopTable;

/// Buffers for a search, kept so that a running game allocates nothing.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    queue: Vec<u16>,
    hops: Vec<u16>,
    /// The spaces still to visit, the nearest on top.
    open: BinaryHeap<Reverse<(u64, u16)>>,
    /// The cost of the way to each space.
    costs: Vec<u64>,
}

const UNSEEN: u16 = u16::MAX;

impl Search {
    pub(crate) fn new(spaces: usize, tables: &[HopTable]) -> Search {
        let costly = tables.iter().filter(|table| !table.costs.is_empty());
        let hops = costly.map(|table| table.neighbours.iter().map(Vec::len).sum::<usize>() + 1).max();
        Search {
            queue: Vec::with_capacity(spaces),
            hops: vec![UNSEEN; spaces],
            open: BinaryHeap::with_capacity(hops.unwrap_or(0)),
            costs: vec![u64::MAX; if hops.is_some() { spaces } else { 0 }],
        }
    }

    /// Visits spaces in order of the cost of the way from `from`, until `visit` (space, cost) says stop or the fuel is gone.
    fn walk_dearly(
        &mut self,
        memory: &mut [i32; MEMORY],
        table: &HopTable,
        from: u16,
        fuel: &mut u32,
        mut visit: impl FnMut(&mut [i32; MEMORY], u16, u64) -> bool,
    ) -> bool {
        self.open.clear();
        self.costs.fill(u64::MAX);
        if usize::from(from) >= self.costs.len() {
            return true;
        }
        self.costs[usize::from(from)] = 0;
        self.open.push(Reverse((0, from)));
        while let Some(Reverse((cost, space))) = self.open.pop() {
            if cost > self.costs[usize::from(space)] {
                continue;
            }
            if visit(memory, space, cost) {
                return true;
            }
            if *fuel == 0 {
                return false;
            }
            *fuel -= 1;
            let hops = table.neighbours[usize::from(space)].iter().zip(&table.costs[usize::from(space)]);
            for (&next, &step) in hops {
                // No step costs less than nothing: the loader has checked this.
                let there = cost + u64::from(memory[usize::from(step)].unsigned_abs());
                if there < self.costs[usize::from(next)] {
                    self.costs[usize::from(next)] = there;
                    self.open.push(Reverse((there, next)));
                }
            }
        }
        true
    }

    /// Visits spaces in order of their distance from `from`, until `visit` (space, hops) says stop or the fuel is gone.
    fn walk(&mut self, table: &HopTable, from: u16, fuel: &mut u32, mut visit: impl FnMut(u16, u16) -> bool) -> bool {
        self.queue.clear();
        self.hops.fill(UNSEEN);
        if usize::from(from) >= self.hops.len() {
            return true;
        }
        self.hops[usize::from(from)] = 0;
        self.queue.push(from);
        let mut at = 0;
        while at < self.queue.len() {
            let space = self.queue[at];
            at += 1;
            let hops = self.hops[usize::from(space)];
            if visit(space, hops) {
                return true;
            }
            if *fuel == 0 {
                return false;
            }
            *fuel -= 1;
            for &next in &table.neighbours[usize::from(space)] {
                if self.hops[usize::from(next)] == UNSEEN {
                    self.hops[usize::from(next)] = hops + 1;
                    self.queue.push(next);
                }
            }
        }
        true
    }
}

impl Machine {
    /// The fewest hops (or lowest cost) from a space to a member of a set; [`NONE`] if no way leads to one.
    pub(super) fn distance(&mut self, table: &HopTable, from: i32, to_set: u16) -> Result<i32, TrapCode> {
        if from == NONE {
            return Ok(NONE);
        }
        if !table.costs.is_empty() {
            let mut found = Ok(NONE);
            let done = self.search.walk_dearly(&mut self.memory, table, from as u16, &mut self.fuel, |memory, space, cost| {
                let here = sets::has(memory, to_set, i32::from(space));
                if here {
                    found = i32::try_from(cost).ok().filter(|cost| *cost < i32::MAX).ok_or(TrapCode::Overflow);
                }
                here
            });
            return if done { found } else { Err(TrapCode::Fuel) };
        }
        let (memory, mut found): (&[i32; MEMORY], i32) = (&self.memory, NONE);
        let done = self.search.walk(table, from as u16, &mut self.fuel, |space, hops| {
            let here = sets::has(memory, to_set, i32::from(space));
            if here {
                found = i32::from(hops);
            }
            here
        });
        if done { Ok(found) } else { Err(TrapCode::Fuel) }
    }

    /// Puts the spaces within so many hops into a set, leaving out the start.
    pub(super) fn reach(&mut self, table: &HopTable, from: i32, within: i32, dst: u16, words: u16) -> Result<(), ()> {
        for w in 0..words {
            self.memory[usize::from(dst.wrapping_add(w))] = 0;
        }
        if from == NONE {
            return Ok(());
        }
        if !table.costs.is_empty() {
            let done = self.search.walk_dearly(&mut self.memory, table, from as u16, &mut self.fuel, |memory, space, cost| {
                let far = u64::try_from(within).map_or(true, |within| cost > within);
                if !far && space != from as u16 {
                    sets::put(memory, dst, i32::from(space), true);
                }
                far
            });
            return if done { Ok(()) } else { Err(()) };
        }
        let memory = &mut self.memory;
        let done = self.search.walk(table, from as u16, &mut self.fuel, |space, hops| {
            let far = i32::from(hops) > within;
            if !far && hops > 0 {
                sets::put(memory, dst, i32::from(space), true);
            }
            far
        });
        if done { Ok(()) } else { Err(()) }
    }
}

/// The compass direction from one position to another: 0 north, 1 east, 2 south, 3 west. Downwards is south, an exact diagonal counts as
/// north or south, and equal positions count as north.
pub(super) fn direction(from: (i64, i64), to: (i64, i64)) -> i32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    if dx.abs() > dy.abs() {
        if dx > 0 { 1 } else { 3 }
    } else if dy > 0 {
        2
    } else {
        0
    }
}
