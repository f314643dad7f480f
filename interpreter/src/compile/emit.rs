//! Emits instructions, and makes labels, constants and room in frames.

use super::*;

/// A place in the code that may not be known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(pub usize);

impl Compiler<'_> {
    pub(super) fn here(&self) -> Pc {
        self.code.len().min(usize::from(u16::MAX)) as Pc
    }

    pub(super) fn emit(&mut self, op: Op) -> usize {
        if self.code.len() >= usize::from(u16::MAX) {
            self.too_big = true;
            return self.code.len() - 1;
        }
        self.code.push(op);
        self.spans.push(self.span);
        self.code.len() - 1
    }

    /// Notes what the instruction at `at` is about.
    pub(super) fn about(&mut self, at: usize, subject: Subject) {
        self.subjects.insert(at.min(usize::from(u16::MAX)) as Pc, subject);
    }

    /// Emits a jump whose target is a label.
    pub(super) fn jump(&mut self, op: Op, to: Label) {
        let at = self.emit(op);
        self.jumps.push((at, to));
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Puts a label here.
    pub(super) fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(self.here());
    }

    pub(super) fn placed(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    /// Takes words of the frame.
    pub(super) fn alloc(&mut self, words: usize) -> Slot {
        let slot = self.frame.top;
        self.frame.top += words;
        self.frame.high = self.frame.high.max(self.frame.top);
        if self.frame.top > self.constants_start {
            self.too_big = true;
            self.frame.top = slot;
            return slot as Slot;
        }
        self.open_rooms.push(self.rooms.len());
        self.room(self.here(), slot as Slot, words);
        slot as Slot
    }

    /// Frees the words of the frame from `top` on.
    pub(super) fn free(&mut self, top: usize) {
        self.frame.top = top;
        let here = self.here();
        while let Some(n) = self.open_rooms.pop_if(|n| usize::from(self.rooms[*n].at) >= top) {
            self.rooms[n].to = here;
        }
    }

    /// Starts another frame, with other rooms in use. Returns what [`Compiler::leave_frame`] needs.
    pub(super) fn enter_frame(&mut self, frame: Frame) -> (Frame, Vec<usize>) {
        (std::mem::replace(&mut self.frame, frame), std::mem::take(&mut self.open_rooms))
    }

    pub(super) fn leave_frame(&mut self, (frame, rooms): (Frame, Vec<usize>)) {
        self.free(0);
        (self.frame, self.open_rooms) = (frame, rooms);
    }

    /// Notes that something may be stored in these words, from `from` on.
    pub(super) fn room(&mut self, from: Pc, at: Slot, words: usize) {
        self.rooms.push(Room { from, to: Pc::MAX, at, words: words as u16 });
    }

    /// Notes that arguments of a rule may be stored between `from` and here.
    pub(super) fn argument_rooms(&mut self, id: RuleId, from: Pc) {
        let first = self.rooms.len();
        let rule = &self.ir.rules[id.index()];
        for (n, param) in self.rules[id.index()].params.clone().into_iter().enumerate() {
            let words = self.words(&rule.locals[n].ty, rule.span);
            self.room(from, param, words);
        }
        let here = self.here();
        self.rooms[first..].iter_mut().for_each(|room| room.to = here);
    }

    /// Notes which words of the frame are in use when a game waits at `at`.
    pub(super) fn note_live(&mut self, at: Pc) {
        self.live.push((at, self.frame.base as Slot, self.frame.top as Slot));
    }

    /// The address of a constant word.
    pub(super) fn constant(&mut self, word: i32) -> Slot {
        if let Some(slot) = self.pool.get(&word) {
            return *slot;
        }
        let slot = self.table(&[word]);
        self.pool.insert(word, slot);
        slot
    }

    /// The address of constant words. Equal constants share it.
    pub(super) fn constants(&mut self, words: &[i32]) -> Slot {
        if let [word] = words {
            return self.constant(*word);
        }
        if let Some(slot) = self.wide_pool.get(words) {
            return *slot;
        }
        let slot = self.table(words);
        self.wide_pool.insert(words.to_vec(), slot);
        slot
    }

    /// New constant words that nobody shares.
    pub(super) fn table(&mut self, words: &[i32]) -> Slot {
        let slot = self.constants_end;
        if slot + words.len() > crate::vm::MEMORY {
            self.too_big = true;
            return (crate::vm::MEMORY - 1) as Slot;
        }
        self.constants_end += words.len();
        self.memory.resize(self.constants_end, 0);
        self.memory[slot..].copy_from_slice(words);
        slot as Slot
    }

    /// Copies a value.
    pub(super) fn copy(&mut self, dst: Slot, src: Slot, words: usize) {
        match words {
            0 => {}
            _ if dst == src => {}
            1 => {
                self.emit(Op::Move { dst, src });
            }
            _ => {
                self.emit(Op::MoveN { dst, src, words: words as u16 });
            }
        }
    }

    /// The slot for a result of `words` words.
    pub(super) fn target(&mut self, want: Want, words: usize) -> Slot {
        match want {
            Want::Anywhere => self.alloc(words),
            Want::Fresh(slot) | Want::Into(slot) => slot,
        }
    }

    /// A slot for a result that is written before everything is read.
    pub(super) fn fresh(&mut self, want: Want, words: usize) -> Slot {
        match want {
            Want::Fresh(slot) => slot,
            _ => self.alloc(words),
        }
    }

    /// Moves a result to where it is wanted.
    pub(super) fn deliver(&mut self, slot: Slot, words: usize, want: Want) -> Slot {
        match want {
            Want::Anywhere => slot,
            Want::Fresh(dst) | Want::Into(dst) => {
                self.copy(dst, slot, words);
                dst
            }
        }
    }

    /// The stream of this name.
    pub(super) fn stream(&mut self, name: &Arc<str>) -> u16 {
        match self.streams.iter().position(|s| s.name == *name) {
            Some(n) => n as u16,
            None => {
                self.streams.push(Stream { name: name.clone(), key: crate::vm::random::stream_key(name) });
                (self.streams.len() - 1) as u16
            }
        }
    }
}
