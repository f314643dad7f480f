//! Which words belong together: a field's value for one owner, a figure, a variable. What an instruction stores stays within the place in
//! which it begins.
//!
//! Frames overlap, so it depends on the position in the code which of their words are one variable. `Program::rooms` says from which
//! instruction to which.

use super::{Pc, Program, Slot, watch};

/// A variable, or room for an intermediate value. The instructions from `from` to `to` may store there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Room {
    pub from: Pc,
    /// The position after the last.
    pub to: Pc,
    pub at: Slot,
    pub words: u16,
}

/// Values of the same size, one after the other.
#[derive(Clone, Copy, Debug)]
struct Table {
    at: usize,
    each: usize,
    count: usize,
}

impl Table {
    fn holds(&self, at: usize, words: usize) -> bool {
        self.at <= at && at + words <= self.at + self.each * self.count
    }

    fn is_one(&self, at: usize, words: usize) -> bool {
        self.holds(at, words) && (at - self.at) / self.each == (at + words - 1 - self.at) / self.each
    }
}

/// All places of a program in which its instructions may store.
pub struct Places<'a> {
    pub program: &'a Program,
    /// The places of the state, sorted by their first word.
    tables: Vec<Table>,
}

impl<'a> Places<'a> {
    pub fn new(program: &'a Program) -> Places<'a> {
        let layout = &program.layout;
        let mut tables = vec![];
        let mut add = |at: Slot, each: usize, count: usize| {
            if each * count > 0 {
                tables.push(Table { at: at.into(), each, count });
            }
        };
        for (field, (at, each)) in program.ir.fields.iter().zip(&layout.fields) {
            if field.owner.is_of_state() {
                add(*at, *each, program.owners(field.owner));
            }
        }
        layout.measures.iter().for_each(|(at, count)| add(*at, 1, *count));
        layout.watches.iter().for_each(|at| add(*at, watch::OWN + program.players, 1));
        if layout.changed != 0 {
            add(layout.changed, 1, 1);
        }
        tables.sort_unstable_by_key(|table| table.at);
        Places { program, tables }
    }

    fn table(&self, at: usize) -> Option<&Table> {
        let n = self.tables.partition_point(|table| table.at <= at);
        self.tables[..n].last()
    }

    /// Whether these words lie in one place. For frames, the place is one of the rooms.
    pub fn hold(&self, rooms: &[Room], at: usize, words: usize) -> bool {
        if words == 0 {
            return true;
        }
        if at < usize::from(self.program.layout.frames) {
            return self.table(at).is_some_and(|table| table.is_one(at, words));
        }
        let around = || self.program.layout.around.iter().map(|(at, words)| (usize::from(*at), *words));
        let rooms = rooms.iter().rev().map(|room| (usize::from(room.at), usize::from(room.words)));
        let is_inside = |(first, all): (usize, usize)| first <= at && at + words <= first + all;
        rooms.into_iter().any(is_inside) || around().any(is_inside)
    }

    /// Whether an index may lead to each of these words, to store `words` of them at a multiple of `words`.
    pub fn hold_all(&self, rooms: &[Room], first: usize, all: usize, words: usize) -> bool {
        if first >= usize::from(self.program.layout.frames) {
            return self.hold(rooms, first, all);
        }
        let fits = |table: &Table| {
            table.holds(first, all) && table.each.is_multiple_of(words) && (first - table.at).is_multiple_of(words)
        };
        words > 0 && self.table(first).is_some_and(fits)
    }
}

/// The rooms that are open at one instruction after the other.
pub(crate) struct OpenRooms {
    /// The rooms still to come, the next one last.
    waiting: Vec<Room>,
    open: Vec<Room>,
    /// Where the first open room ends.
    first_end: usize,
}

impl OpenRooms {
    pub fn new(program: &Program) -> OpenRooms {
        let mut waiting: Vec<Room> = program.rooms.iter().filter(|room| room.from < room.to).copied().collect();
        waiting.sort_unstable();
        waiting.reverse();
        OpenRooms { waiting, open: vec![], first_end: usize::MAX }
    }

    /// The rooms open at an instruction, which must not lie before the last one asked for.
    pub fn at(&mut self, pc: usize) -> &[Room] {
        while let Some(room) = self.waiting.pop_if(|room| usize::from(room.from) <= pc) {
            self.open.push(room);
            self.first_end = self.first_end.min(room.to.into());
        }
        if self.first_end <= pc {
            self.open.retain(|room| usize::from(room.to) > pc);
            self.first_end = self.open.iter().map(|room| room.to.into()).min().unwrap_or(usize::MAX);
        }
        &self.open
    }
}
