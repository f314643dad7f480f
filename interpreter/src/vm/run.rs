//! The loop: one instruction after the other, without allocating, hashing or formatting. It contains the instructions that run most often,
//! so that the compiler keeps its variables in registers; the rest is in `rare`.

use std::hint::cold_path;

use super::host::Event;
use super::random::Draw;
use super::{Host, Machine, OPTION_WORDS, Stop, TrapCode, sets};
use crate::ir::fold::{NONE, UNSET};
use crate::program::{Kind, Op, Pc, Program, header};

/// Stops with a rule error at the instruction just read.
macro_rules! trap {
    ($code:ident, $pc:expr) => {
        return Stop::Trap(TrapCode::$code, $pc.wrapping_sub(1))
    };
}

/// Up to this many members are sorted by insertion.
pub(super) const FEW: u32 = 64;

impl Machine {
    /// Runs from `pc` to the next stop.
    #[inline(never)]
    pub(super) fn run<H: Host>(&mut self, program: &Program, start: Pc, host: &mut H) -> Stop {
        let code = &*program.steps;
        let mut pc = start;
        let mut shadow: Vec<i32> = if H::TRACE { self.memory[..usize::from(program.layout.frames)].to_vec() } else { Vec::new() };

        macro_rules! m {
            ($slot:expr) => {
                self.memory[usize::from($slot)]
            };
        }
        macro_rules! at {
            ($base:expr, $index:expr) => {
                self.memory[usize::from($base.wrapping_add($index as u16))]
            };
        }
        macro_rules! number {
            ($result:expr) => {
                match $result {
                    Some(n) if n > UNSET => n,
                    _ => trap!(Overflow, pc),
                }
            };
        }
        macro_rules! burn {
            ($fuel:expr) => {
                match self.fuel.checked_sub($fuel) {
                    Some(left) => self.fuel = left,
                    None => {
                        self.fuel = 0;
                        trap!(Fuel, pc)
                    }
                }
            };
        }
        macro_rules! extra {
            () => {{
                let Op::Extra { a, b, c } = code[usize::from(pc)] else { trap!(Internal, pc) };
                pc += 1;
                (a, b, c)
            }};
        }

        // The address of a store at an index. It must be one of the words that the instruction may write.
        macro_rules! inside {
            ($base:expr, $index:expr) => {{
                let Op::Extra { a: first, b: words, .. } = code[usize::from(pc)] else { trap!(Internal, pc) };
                let at = $base.wrapping_add($index as u16);
                if at.wrapping_sub(first) >= words {
                    trap!(Internal, pc)
                }
                usize::from(at)
            }};
        }
        // The load in the next instruction, alone or fused with others.
        macro_rules! load_next {
            () => {{
                let (Op::Load { dst, base, index }
                | Op::LoadJumpNe { dst, base, index }
                | Op::LoadJumpEq { dst, base, index }
                | Op::LoadJumpLe { dst, base, index }
                | Op::LoadLoad { dst, base, index }
                | Op::LoadLoadJumpNe { dst, base, index }
                | Op::LoadLoadJumpLe { dst, base, index }) = code[usize::from(pc)]
                else {
                    trap!(Internal, pc)
                };
                m!(dst) = at!(base, m!(index));
                pc += 1;
            }};
        }
        // A branch that the processor can predict, rather than a choice between two numbers that the next instruction must wait for.
        macro_rules! branch {
            ($taken:expr, $to:expr) => {
                branch!($taken, $to, pc)
            };
            ($taken:expr, $to:expr, $other:expr) => {
                if $taken {
                    cold_path();
                    pc = $to;
                } else {
                    pc = $other;
                }
            };
        }

        loop {
            host.step(self, pc);
            let op = code[usize::from(pc)];
            pc += 1;
            match op {
                Op::Move { dst, src } => m!(dst) = m!(src),
                Op::Add { dst, a, b } => m!(dst) = number!(m!(a).checked_add(m!(b))),
                Op::Sub { dst, a, b } => m!(dst) = number!(m!(a).checked_sub(m!(b))),
                Op::Min { dst, a, b } => m!(dst) = m!(a).min(m!(b)),
                Op::Max { dst, a, b } => m!(dst) = m!(a).max(m!(b)),
                Op::Not { dst, a } => m!(dst) = 1i32.wrapping_sub(m!(a)),
                Op::Scale { dst, a, factor } => m!(dst) = m!(a).wrapping_mul(i32::from(factor)),
                Op::Eq { dst, a, b } => m!(dst) = i32::from(m!(a) == m!(b)),
                Op::Lt { dst, a, b } => m!(dst) = i32::from(m!(a) < m!(b)),
                Op::Le { dst, a, b } => m!(dst) = i32::from(m!(a) <= m!(b)),
                Op::Jump { to } => pc = to,
                Op::Back { to } => {
                    burn!(1);
                    pc = to;
                }
                Op::JumpIf { a, to } => {
                    branch!(m!(a) != 0, to)
                }
                Op::JumpUnless { a, to } => {
                    branch!(m!(a) == 0, to)
                }
                Op::JumpEq { a, b, to } => {
                    branch!(m!(a) == m!(b), to)
                }
                Op::JumpNe { a, b, to } => {
                    branch!(m!(a) != m!(b), to)
                }
                Op::JumpLt { a, b, to } => {
                    branch!(m!(a) < m!(b), to)
                }
                Op::JumpLe { a, b, to } => {
                    branch!(m!(a) <= m!(b), to)
                }
                Op::Next { i, last, to } => {
                    let n = m!(i);
                    if n < m!(last) {
                        m!(i) = n + 1;
                        burn!(1);
                        pc = to;
                    }
                }
                Op::Load { dst, base, index } => m!(dst) = at!(base, m!(index)),
                Op::SubMax { dst, a, b } => {
                    m!(dst) = number!(m!(a).checked_sub(m!(b)));
                    let Op::Max { dst, a, b } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    m!(dst) = m!(a).max(m!(b));
                    pc += 1;
                }
                Op::BackJumpLe { to } => {
                    burn!(1);
                    let Op::JumpLe { a, b, to: exit } = code[usize::from(to)] else { trap!(Internal, pc) };
                    branch!(m!(a) <= m!(b), exit, to + 1);
                }
                Op::NextJumpEq { i, last, to } => {
                    let n = m!(i);
                    if n < m!(last) {
                        m!(i) = n + 1;
                        burn!(1);
                        let Op::JumpEq { a, b, to: hit } = code[usize::from(to)] else { trap!(Internal, pc) };
                        branch!(m!(a) == m!(b), hit, to + 1);
                    }
                }
                Op::LoadJumpNe { dst, base, index } => {
                    m!(dst) = at!(base, m!(index));
                    let Op::JumpNe { a, b, to } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    branch!(m!(a) != m!(b), to, pc + 1);
                }
                Op::LoadJumpEq { dst, base, index } => {
                    m!(dst) = at!(base, m!(index));
                    let Op::JumpEq { a, b, to } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    branch!(m!(a) == m!(b), to, pc + 1);
                }
                Op::LoadJumpLe { dst, base, index } => {
                    m!(dst) = at!(base, m!(index));
                    let Op::JumpLe { a, b, to } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    branch!(m!(a) <= m!(b), to, pc + 1);
                }
                Op::LoadLoad { dst, base, index } => {
                    m!(dst) = at!(base, m!(index));
                    load_next!();
                }
                Op::LoadLoadJumpNe { dst, base, index } => {
                    m!(dst) = at!(base, m!(index));
                    load_next!();
                    let Op::JumpNe { a, b, to } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    branch!(m!(a) != m!(b), to, pc + 1);
                }
                Op::LoadLoadJumpLe { dst, base, index } => {
                    m!(dst) = at!(base, m!(index));
                    load_next!();
                    let Op::JumpLe { a, b, to } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    branch!(m!(a) <= m!(b), to, pc + 1);
                }
                Op::MoveJump { dst, src } => {
                    m!(dst) = m!(src);
                    let Op::Jump { to } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    pc = to;
                }
                Op::MoveJumpNe { dst, src } => {
                    m!(dst) = m!(src);
                    let Op::JumpNe { a, b, to } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    branch!(m!(a) != m!(b), to, pc + 1);
                }
                Op::MoveJumpLe { dst, src } => {
                    m!(dst) = m!(src);
                    let Op::JumpLe { a, b, to } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    branch!(m!(a) <= m!(b), to, pc + 1);
                }
                Op::AddBackJumpLe { dst, a, b } => {
                    m!(dst) = number!(m!(a).checked_add(m!(b)));
                    let Op::BackJumpLe { to } = code[usize::from(pc)] else { trap!(Internal, pc) };
                    pc += 1;
                    burn!(1);
                    let Op::JumpLe { a, b, to: exit } = code[usize::from(to)] else { trap!(Internal, pc) };
                    branch!(m!(a) <= m!(b), exit, to + 1);
                }
                Op::LoadSome { dst, base, index } => {
                    let index = m!(index);
                    m!(dst) = if index == NONE { NONE } else { at!(base, index) };
                }
                Op::Store { base, index, src } => {
                    self.memory[inside!(base, m!(index))] = m!(src);
                    pc += 1;
                }
                Op::AddAt { base, index, by } => {
                    let at = inside!(base, m!(index));
                    self.memory[at] = number!(self.memory[at].checked_add(m!(by)));
                    pc += 1;
                }
                Op::CheckRange { a, low, high } => {
                    if m!(a) < m!(low) || m!(a) > m!(high) {
                        trap!(OutOfRange, pc)
                    }
                }
                Op::CheckIndex { a, low, high } => {
                    if m!(a) < m!(low) || m!(a) > m!(high) {
                        trap!(NoSuchKey, pc)
                    }
                }
                Op::CheckSet { a } => {
                    if m!(a) == UNSET {
                        trap!(NeverSet, pc)
                    }
                }
                Op::JumpHas { set, a, to } => {
                    branch!(sets::has(&self.memory, set, m!(a)), to)
                }
                Op::JumpHasNot { set, a, to } => {
                    branch!(!sets::has(&self.memory, set, m!(a)), to)
                }
                Op::SetNext { cursor, set, to } => {
                    let (words, ..) = extra!();
                    burn!(1);
                    match sets::next(&self.memory, set, words, m!(cursor)) {
                        Some(member) => m!(cursor) = member,
                        None => pc = to,
                    }
                }
                Op::ListAdd { list, a, capacity } => {
                    let len = m!(list);
                    if len as u32 >= u32::from(capacity) {
                        trap!(ListFull, pc)
                    }
                    at!(list, len + 1) = m!(a);
                    m!(list) = len + 1;
                }
                Op::Roll { dst, dice } => {
                    let table = &program.dice[usize::from(dice)];
                    let face = self.draw(program, host, pc, table.stream, table.sides);
                    let face = at!(table.faces, face);
                    m!(dst) = face;
                    if H::TRACE {
                        host.event(program, self, pc - 1, Event::Drew { stream: table.stream, result: face });
                    }
                }
                Op::Call { to, rule } => {
                    burn!(1);
                    let depth = m!(header::DEPTH as u16) as usize;
                    if depth >= program.layout.stack_len {
                        trap!(Depth, pc)
                    }
                    self.memory[usize::from(program.layout.stack) + depth] = i32::from(pc);
                    m!(header::DEPTH as u16) = depth as i32 + 1;
                    pc = to;
                    if H::TRACE {
                        host.event(program, self, to, Event::Entered { rule });
                    }
                }
                Op::Return {} => {
                    if H::TRACE {
                        host.event(program, self, pc - 1, Event::Left);
                    }
                    let Some(depth) = (m!(header::DEPTH as u16) as usize).checked_sub(1) else { trap!(Internal, pc) };
                    m!(header::DEPTH as u16) = depth as i32;
                    pc = self.memory[usize::from(program.layout.stack) + depth] as u16;
                }
                Op::Choose { site } => {
                    self.options.site = site;
                    self.options.count = 0;
                    self.options.stride = program.sites[usize::from(site)].stride;
                }
                Op::Offer { site, option } => {
                    let (known, gathered) = (&program.sites[usize::from(site)], (self.options.site, self.options.stride));
                    if gathered != (site, known.stride) {
                        trap!(Internal, pc)
                    }
                    let values = &known.options[usize::from(option)].values;
                    let start = self.options.count * self.options.stride;
                    if start + self.options.stride > OPTION_WORDS {
                        trap!(TooManyOptions, pc)
                    }
                    self.options.words[start] = i32::from(option);
                    for (n, (slot, _)) in values.iter().enumerate() {
                        self.options.words[start + 1 + n] = m!(*slot);
                    }
                    self.options.count += 1;
                }
                Op::Ask { site } => {
                    if self.options.site != site {
                        trap!(Internal, pc)
                    }
                    let site = &program.sites[usize::from(site)];
                    let (count, wait) = (self.options.count, site.pc);
                    if count == 0 {
                        match site.otherwise {
                            Some(to) => pc = to,
                            None => trap!(NoOptions, pc),
                        }
                    } else if count == 1 && !site.always {
                        if !host.forced(program, self) {
                            m!(header::PC as u16) = i32::from(wait);
                            return Stop::Decide;
                        }
                        pc = self.take(program, 0, false, host);
                    } else {
                        m!(header::PC as u16) = i32::from(wait);
                        match host.decide(program, self) {
                            Some(n) => pc = self.take(program, n.min(count - 1), true, host),
                            None => return Stop::Decide,
                        }
                    }
                }
                Op::MovePiece { at, piece, space } => {
                    let (piece, to) = (m!(piece), m!(space));
                    let from = std::mem::replace(&mut self.memory[inside!(at, piece)], to);
                    if H::TRACE {
                        host.event(program, self, pc - 1, Event::Moved { piece, from, to });
                    }
                    pc += 1;
                }
                Op::Say { to, .. } => {
                    if !H::TEXTS {
                        pc = to;
                    }
                }
                Op::Checkpoint { id } => {
                    m!(header::CHECKPOINT as u16) = m!(header::CHECKPOINT as u16).wrapping_add(1);
                    self.forget_draws(program);
                    m!(header::PC as u16) = i32::from(pc);
                    if self.journal.is_some() {
                        self.journal_rest(program, pc);
                    }
                    if !host.checkpoint(self, id) {
                        return Stop::Held;
                    }
                }
                Op::TurnBegin { player } => {
                    let player = m!(player);
                    if player >= program.players as i32 {
                        trap!(Internal, pc)
                    }
                    m!(header::TURN_OF as u16) = player;
                    m!(header::TURNS as u16) = m!(header::TURNS as u16).wrapping_add(1);
                    if player >= 0 {
                        let turns = &mut at!(program.layout.turns_of, player);
                        *turns = turns.wrapping_add(1);
                        if m!(header::FIRST_TURN as u16) == NONE {
                            m!(header::FIRST_TURN as u16) = player;
                        }
                    }
                    self.forget_draws(program);
                    host.turn(self, player);
                    if H::TRACE {
                        host.event(program, self, pc - 1, Event::Turn { player });
                    }
                }
                Op::TurnEnd {} => {
                    m!(header::PC as u16) = i32::from(pc);
                    let go_on = host.turn_ends(self);
                    m!(header::TURN_OF as u16) = NONE;
                    if !go_on {
                        return Stop::Held;
                    }
                }
                other => match self.rare(program, other, pc, host) {
                    Ok(next) => pc = next,
                    Err(stop) => {
                        if H::TRACE {
                            self.report(program, pc.wrapping_sub(1), &mut shadow, host);
                        }
                        return stop;
                    }
                },
            }
            if H::TRACE && writes_state(op, program.layout.frames) {
                self.report(program, pc.wrapping_sub(1), &mut shadow, host);
            }
        }
    }

    /// Goes on with option `n`: puts its values where its body finds them, and returns where the body starts.
    pub(super) fn take<H: Host>(&mut self, program: &Program, n: usize, asked: bool, host: &mut H) -> Pc {
        let site = &program.sites[self.options.site()];
        if self.journal.is_some() {
            self.journal_answer(program, n, asked);
        }
        let start = n * self.options.stride;
        let number = self.options.words[start] as usize;
        let option = &site.options[number];
        for (k, (slot, _)) in option.values.iter().enumerate() {
            self.memory[usize::from(*slot)] = self.options.words[start + 1 + k];
        }
        if asked {
            self.memory[header::DECISIONS] = self.memory[header::DECISIONS].wrapping_add(1);
            if self.options.count > 1 {
                self.fuel = self.tank;
            }
        }
        if H::TRACE {
            host.event(program, self, site.pc, Event::Chose { site: self.options.site, option: n, asked });
        }
        option.to
    }

    /// Draws a number below `sides` from a stream, for the instruction before `pc`.
    #[inline(never)]
    pub(super) fn draw<H: Host>(&mut self, program: &Program, host: &mut H, pc: Pc, stream: u16, sides: u32) -> u32 {
        let draw = self.next_draw(program, stream);
        let side = host.draw(self.seed(), draw, sides).min(sides.saturating_sub(1));
        if self.journal.is_some() {
            let hidden = program.hiding.is_drawn_hidden(pc - 1);
            self.journal_event(super::journal::Event::Drew { draw, side, hidden });
        }
        side
    }

    /// The name of the next draw from a stream.
    #[inline]
    pub(super) fn next_draw(&mut self, program: &Program, stream: u16) -> Draw {
        let nth = &mut self.memory[usize::from(program.layout.draws.wrapping_add(stream))];
        let draw_number = *nth as u32;
        *nth = nth.wrapping_add(1);
        let turn_of = self.memory[header::TURN_OF];
        let (player, turn) = if turn_of >= 0 {
            (turn_of as u32 + 1, self.memory[usize::from(program.layout.turns_of.wrapping_add(turn_of as u16))] as u32)
        } else {
            (0, self.memory[header::CHECKPOINT] as u32)
        };
        let key = program.streams[usize::from(stream)].key;
        Draw { stream: key, player, turn, nth: draw_number }
    }

    pub(super) fn forget_draws(&mut self, program: &Program) {
        let draws = usize::from(program.layout.draws);
        self.memory[draws..draws + program.streams.len()].fill(0);
    }

    /// The members of a list. A length that leads out of memory counts as an empty list.
    pub(super) fn list(&self, list: u16) -> &[i32] {
        let start = usize::from(list) + 1;
        let len = self.memory[usize::from(list)] as usize;
        self.memory.get(start..start.saturating_add(len)).unwrap_or(&[])
    }

    /// Sorts a list by its key columns, keeping the order of equal members.
    pub(super) fn sort(&mut self, list: u16, keys: u16, count: u16, capacity: u16) {
        let key = |n: u16, row: usize| usize::from(keys) + usize::from(n) * usize::from(capacity) + row;
        let (first, len) = (usize::from(list) + 1, self.memory[usize::from(list)] as usize);
        if len > FEW as usize {
            return self.sort_many(first, key(0, 0), count, capacity, len);
        }
        for i in 1..len {
            let mut j = i;
            while j > 0 {
                let order = (0..count).map(|n| self.memory[key(n, j - 1)].cmp(&self.memory[key(n, j)])).find(|o| o.is_ne());
                if order != Some(std::cmp::Ordering::Greater) {
                    break;
                }
                self.memory.swap(first + j - 1, first + j);
                (0..count).for_each(|n| self.memory.swap(key(n, j - 1), key(n, j)));
                j -= 1;
            }
        }
    }

    /// The same for long lists: sorts positions first, in a buffer that is made once.
    #[inline(never)]
    fn sort_many(&mut self, first: usize, keys: usize, count: u16, capacity: u16, len: usize) {
        let column = |n: u16| keys + usize::from(n) * usize::from(capacity);
        let (memory, (order, words)) = (&mut self.memory, &mut self.order);
        order.clear();
        order.extend(0..len as u16);
        order.sort_unstable_by(|a, b| {
            let by_key = |n: u16| memory[column(n) + usize::from(*a)].cmp(&memory[column(n) + usize::from(*b)]);
            (0..count).map(by_key).find(|o| o.is_ne()).unwrap_or(a.cmp(b))
        });
        for start in std::iter::once(first).chain((0..count).map(column)) {
            words.clear();
            words.extend(order.iter().map(|n| memory[start + usize::from(*n)]));
            memory[start..start + len].copy_from_slice(words);
        }
    }

    /// Takes a player out of the game with the best or worst free place.
    pub(super) fn leave(&mut self, program: &Program, player: i32, place: usize, step: i32) -> bool {
        if player >= program.players as i32 || !sets::has(&self.memory, header::IN_PLAY as u16, player) {
            return false;
        }
        sets::put(&mut self.memory, header::IN_PLAY as u16, player, false);
        self.memory[usize::from(program.layout.place) + player as usize] = self.memory[place];
        self.memory[place] += step;
        true
    }

    /// Gives the best free places to the members of a sorted list who have none. Members with equal keys share a place. Returns whether all
    /// members are players.
    pub(super) fn rank(&mut self, program: &Program, list: u16, keys: u16, count: u16, capacity: u16) -> bool {
        if self.list(list).iter().any(|player| !(0..program.players as i32).contains(player)) {
            return false;
        }
        let mut before: Option<(usize, i32)> = None;
        for row in 0..self.memory[usize::from(list)] as usize {
            let player = self.memory[usize::from(list) + 1 + row] as usize;
            let slot = usize::from(program.layout.place) + player;
            if self.memory[slot] != NONE {
                continue;
            }
            let key = |n: u16, row: usize| self.memory[usize::from(keys) + usize::from(n) * usize::from(capacity) + row];
            let place = match before {
                Some((last, place)) if (0..count).all(|n| key(n, last) == key(n, row)) => place,
                _ => self.memory[header::BEST],
            };
            self.memory[slot] = place;
            self.memory[header::BEST] += 1;
            before = Some((row, place));
        }
        true
    }

    /// Reports every word of the state that differs from the shadow. Blocks without a difference are skipped at once, because a traced rule
    /// that never ends gets here millions of times.
    #[cold]
    fn report<H: Host>(&self, program: &Program, pc: Pc, shadow: &mut [i32], host: &mut H) {
        const BLOCK: usize = 64;
        let mut first = header::LEN;
        for known in shadow[first..].chunks_mut(BLOCK) {
            let now = &self.memory[first..first + known.len()];
            if *known != *now {
                for (n, (known, new)) in known.iter_mut().zip(now).enumerate() {
                    let old = std::mem::replace(known, *new);
                    if old != *new {
                        host.event(program, self, pc, Event::Stored { slot: (first + n) as u16, old, new: *new });
                    }
                }
            }
            first += known.len();
        }
    }
}

/// Whether an instruction may change the state outside of frames.
fn writes_state(op: Op, frames: u16) -> bool {
    let mut writes = matches!(
        op,
        Op::Store { .. }
            | Op::StoreN { .. }
            | Op::AddAt { .. }
            | Op::MovePiece { .. }
            | Op::MoveCard { .. }
            | Op::MoveAll { .. }
            | Op::DrawCards { .. }
            | Op::Shuffle { .. }
            | Op::Finish { .. }
            | Op::Eliminate { .. }
            | Op::Rank { .. }
    );
    if matches!(op, Op::JumpHas { .. } | Op::JumpHasNot { .. } | Op::Call { .. } | Op::Jump { .. }) {
        return false;
    }
    op.operands(|kind, slot| writes |= matches!(kind, Kind::Write | Kind::Base) && slot < frames);
    writes
}
