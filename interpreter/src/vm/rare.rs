//! Instructions that run less often: whole lists and sets, many draws at once, and the flow's own steps.

use super::host::Event;
use super::{Host, Machine, Stop, TrapCode, board, sets};
use crate::ir::fold::{NONE, UNSET};
use crate::program::{Op, Pc, Program, header};

/// Stops with a rule error at the instruction just read.
macro_rules! trap {
    ($code:ident, $pc:expr) => {
        return Err(Stop::Trap(TrapCode::$code, $pc.wrapping_sub(1)))
    };
}

/// The number of words that an instruction works through for the fuel of one turn of a loop.
const WORDS_OF_FUEL: u32 = 64;

impl Machine {
    /// Runs one instruction, with `pc` already behind it. Returns where the code goes on.
    #[inline(never)]
    pub(super) fn rare<H: Host>(&mut self, program: &Program, op: Op, mut pc: Pc, host: &mut H) -> Result<Pc, Stop> {
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
        // Instructions on many words burn more fuel, and few words are free.
        macro_rules! burn_words {
            ($words:expr) => {
                burn!($words as u32 / WORDS_OF_FUEL)
            };
        }
        macro_rules! extra {
            () => {{
                let Op::Extra { a, b, c } = program.steps[usize::from(pc)] else { trap!(Internal, pc) };
                pc += 1;
                (a, b, c)
            }};
        }
        // Reads the number of a heap of cards.
        macro_rules! heap {
            ($cards:expr, $slot:expr) => {
                match m!($slot) as usize {
                    heap if heap < $cards.heaps.len() => heap,
                    _ => trap!(Internal, pc),
                }
            };
        }
        match op {
            Op::MoveN { dst, src, words } => {
                burn_words!(words);
                let (dst, src, words) = (usize::from(dst), usize::from(src), usize::from(words));
                self.memory.copy_within(src..src + words, dst);
            }
            Op::Mul { dst, a, b } => m!(dst) = number!(m!(a).checked_mul(m!(b))),
            Op::Div { dst, a, b } => {
                if m!(b) == 0 {
                    trap!(DivisionByZero, pc)
                }
                m!(dst) = number!(crate::ir::fold::arithmetic(crate::ir::Arithmetic::Divide, m!(a), m!(b)));
            }
            Op::Rem { dst, a, b } => {
                if m!(b) == 0 {
                    trap!(DivisionByZero, pc)
                }
                m!(dst) = number!(crate::ir::fold::arithmetic(crate::ir::Arithmetic::Remainder, m!(a), m!(b)));
            }
            Op::Abs { dst, a } => m!(dst) = number!(m!(a).checked_abs()),
            Op::LoadN { dst, base, index } => {
                let (words, ..) = extra!();
                burn_words!(words);
                let src = usize::from(base.wrapping_add(m!(index) as u16));
                if src + usize::from(words) > self.memory.len() {
                    trap!(Internal, pc)
                }
                self.memory.copy_within(src..src + usize::from(words), usize::from(dst));
            }
            Op::StoreN { base, index, src } => {
                let (words, first, all) = extra!();
                burn_words!(words);
                let at = base.wrapping_add(m!(index) as u16);
                let before = at.wrapping_sub(first);
                if u32::from(before) + u32::from(words) > u32::from(all) || before % words.max(1) != 0 {
                    trap!(Internal, pc)
                }
                let src = usize::from(src);
                self.memory.copy_within(src..src + usize::from(words), usize::from(at));
            }
            Op::Extra { .. } => trap!(Internal, pc),
            Op::CheckRangeSome { a, low, high } => {
                if m!(a) != NONE && (m!(a) < m!(low) || m!(a) > m!(high)) {
                    trap!(OutOfRange, pc)
                }
            }
            Op::CheckEach { at, low, high } => {
                let (words, each, or_none) = extra!();
                burn_words!(words);
                let (at, bounds) = (usize::from(at), m!(low)..=m!(high));
                let fits = |n: &i32| bounds.contains(n) || *n == UNSET || or_none != 0 && *n == NONE;
                let all = &self.memory[at..at + usize::from(words)];
                let fine = match usize::from(each) {
                    0 => all.iter().all(fits),
                    each => all.chunks(each).all(|list| list[1..].iter().take(list[0].max(0) as usize).all(fits)),
                };
                if !fine {
                    return Err(Stop::Trap(TrapCode::OutOfRange, pc - 2));
                }
            }
            Op::CheckAllSet { at, words } => {
                burn_words!(words);
                if self.memory[usize::from(at)..][..usize::from(words)].contains(&UNSET) {
                    trap!(NeverSet, pc)
                }
            }
            Op::Fill { dst, src, words } => {
                burn_words!(words);
                let (word, dst) = (m!(src), usize::from(dst));
                self.memory[dst..dst + usize::from(words)].fill(word);
            }
            Op::BitOr { dst, a, b } => m!(dst) = m!(a) | m!(b),
            Op::BitAnd { dst, a, b } => m!(dst) = m!(a) & m!(b),
            Op::BitAndNot { dst, a, b } => m!(dst) = m!(a) & !m!(b),
            Op::SetAdd { set, a, words } | Op::SetRemove { set, a, words } => {
                let a = m!(a);
                if a as u32 >> 5 >= u32::from(words) {
                    trap!(Internal, pc)
                }
                sets::put(&mut self.memory, set, a, matches!(op, Op::SetAdd { .. }));
            }
            Op::SetSize { dst, set, words } => {
                burn_words!(words);
                m!(dst) = sets::size(&self.memory, set, words);
            }
            Op::EqN { dst, a, b } => {
                let (words, ..) = extra!();
                burn_words!(words);
                let (a, b, words) = (usize::from(a), usize::from(b), usize::from(words));
                m!(dst) = i32::from(self.memory[a..a + words] == self.memory[b..b + words]);
            }
            Op::ListRemove { list, a, capacity } => {
                if m!(list) as u32 > u32::from(capacity) {
                    trap!(Internal, pc)
                }
                burn_words!(m!(list));
                let (start, len, a) = (usize::from(list) + 1, m!(list) as usize, m!(a));
                if let Some(n) = self.memory[start..start + len].iter().position(|w| *w == a) {
                    self.memory.copy_within(start + n + 1..start + len, start + n);
                    m!(list) -= 1;
                }
            }
            Op::ListHas { dst, list, a } => {
                burn_words!(m!(list));
                let a = m!(a);
                m!(dst) = i32::from(self.list(list).contains(&a));
            }
            Op::ListMin { dst, list } => {
                burn_words!(m!(list));
                let Some(n) = self.list(list).iter().min() else { trap!(EmptyCollection, pc) };
                m!(dst) = *n;
            }
            Op::ListMax { dst, list } => {
                burn_words!(m!(list));
                let Some(n) = self.list(list).iter().max() else { trap!(EmptyCollection, pc) };
                m!(dst) = *n;
            }
            Op::ListSum { dst, list } => {
                burn_words!(m!(list));
                let sum: i64 = self.list(list).iter().map(|n| i64::from(*n)).sum();
                m!(dst) = number!(i32::try_from(sum).ok());
            }
            Op::ListEq { dst, a, b } => {
                burn_words!(m!(a));
                m!(dst) = i32::from(self.list(a) == self.list(b));
            }
            Op::ListCopy { dst, src, capacity } => {
                let len = m!(src) as u32 as usize;
                if len > usize::from(capacity) {
                    trap!(ListFull, pc)
                }
                if usize::from(src) + len >= self.memory.len() {
                    trap!(Internal, pc)
                }
                burn_words!(len);
                self.memory.copy_within(usize::from(src)..usize::from(src) + len + 1, usize::from(dst));
            }
            Op::Sort { list, keys, count } => {
                let (capacity, ..) = extra!();
                let len = m!(list) as u32;
                if len > u32::from(capacity) {
                    trap!(Internal, pc)
                }
                burn!(len);
                if len > super::run::FEW {
                    burn!(len * len.ilog2() / 8);
                }
                self.sort(list, keys, count, capacity);
            }
            Op::Rest {} => {
                m!(header::PC as u16) = i32::from(pc);
                self.journal_rest(program, pc);
                if !host.rest() {
                    return Err(Stop::Held);
                }
            }
            Op::RollMany { list, dice, number } => {
                let (capacity, ..) = extra!();
                let table = &program.dice[usize::from(dice)];
                let number = m!(number);
                if number > i32::from(capacity) {
                    return Err(Stop::Trap(TrapCode::ListFull, pc - 2));
                }
                m!(list) = number.max(0);
                // A draw is as much work as a turn of a loop.
                burn!(number.max(0) as u32);
                for n in 1..=number {
                    let face = self.draw(program, host, pc, table.stream, table.sides);
                    let face = at!(table.faces, face);
                    at!(list, n) = face;
                    if H::TRACE {
                        host.event(program, self, pc - 2, Event::Drew { stream: table.stream, result: face });
                    }
                }
            }
            Op::RandomOfSet { dst, set } => {
                let (words, stream, _) = extra!();
                let size = sets::size(&self.memory, set, words);
                burn_words!(words);
                burn_words!(size * 16);
                if size == 0 {
                    trap!(EmptyCollection, pc)
                }
                let mut member = -1;
                for _ in 0..=self.draw(program, host, pc, stream, size as u32) {
                    member = sets::next(&self.memory, set, words, member).unwrap_or(member);
                }
                m!(dst) = member;
                if H::TRACE {
                    host.event(program, self, pc - 2, Event::Drew { stream, result: member });
                }
            }
            Op::RandomOfList { dst, list } => {
                let (stream, ..) = extra!();
                let len = self.list(list).len();
                if len == 0 {
                    trap!(EmptyCollection, pc)
                }
                let n = self.draw(program, host, pc, stream, len as u32);
                m!(dst) = at!(list, n + 1);
                if H::TRACE {
                    host.event(program, self, pc - 2, Event::Drew { stream, result: m!(dst) });
                }
            }
            Op::RandomOfRange { dst, low, high } => {
                let (stream, ..) = extra!();
                let (low, high) = (i64::from(m!(low)), i64::from(m!(high)));
                if high < low {
                    trap!(EmptyCollection, pc)
                }
                let Ok(sides) = u32::try_from(high - low + 1) else { trap!(Overflow, pc) };
                m!(dst) = (low + i64::from(self.draw(program, host, pc, stream, sides))) as i32;
                if H::TRACE {
                    host.event(program, self, pc - 2, Event::Drew { stream, result: m!(dst) });
                }
            }
            Op::Keep { from, words } => {
                let (kept, words) = (m!(header::KEPT as u16) as usize, usize::from(words));
                if kept + words > program.layout.kept_len {
                    trap!(Depth, pc)
                }
                burn_words!(words);
                let from = usize::from(from);
                self.memory.copy_within(from..from + words, usize::from(program.layout.kept) + kept);
                m!(header::KEPT as u16) = (kept + words) as i32;
            }
            Op::Restore { from, words } => {
                let (kept, words) = (m!(header::KEPT as u16) as usize, usize::from(words));
                if kept < words {
                    trap!(Internal, pc)
                }
                let src = usize::from(program.layout.kept) + kept - words;
                self.memory.copy_within(src..src + words, usize::from(from));
                m!(header::KEPT as u16) = (kept - words) as i32;
            }
            Op::Secret { player } => {
                let (acting, next) = (m!(header::SECRET as u16), m!(player));
                if (acting == NONE) != (next == NONE) {
                    burn_words!(program.cards.iter().map(|cards| 3 * usize::from(cards.count)).sum::<usize>());
                    self.veil_cards(program, next != NONE);
                }
                m!(header::SECRET as u16) = m!(player);
                if H::TRACE {
                    host.event(program, self, pc - 1, Event::Secret { player: m!(player) });
                }
            }
            Op::CheckOwn { player } => {
                let acting = m!(header::SECRET as u16);
                if acting != NONE && acting != m!(player) {
                    trap!(SecretStore, pc)
                }
            }
            Op::MoveCard { card, to } => {
                let (kind, bottom, any_copy) = extra!();
                let cards = &program.cards[usize::from(kind)];
                burn_words!(usize::from(cards.count));
                let (mut card, to) = (m!(card) as usize, heap!(cards, to));
                if card >= usize::from(cards.count) {
                    trap!(Internal, pc)
                }
                if any_copy != 0 {
                    card = self.copy_elsewhere(&program.rows[usize::from(kind)], cards, card, to);
                }
                let from = self.place_of(cards, card);
                if let Err(code) = self.move_card(cards, card, to, bottom != 0, false) {
                    return Err(Stop::Trap(code, pc - 2));
                }
                self.tell_card(program, host, usize::from(kind), card, from);
            }
            Op::MoveAll { from, to } => {
                let (kind, bottom, _) = extra!();
                let cards = &program.cards[usize::from(kind)];
                burn!(u32::from(cards.count));
                burn_words!(usize::from(cards.count) * usize::from(cards.count));
                let (from, to) = (heap!(cards, from), heap!(cards, to));
                if let Err(code) = self.move_all(program, host, usize::from(kind), from, to, bottom != 0) {
                    return Err(Stop::Trap(code, pc - 2));
                }
            }
            Op::DrawCards { number, from, to } => {
                let (kind, ..) = extra!();
                let cards = &program.cards[usize::from(kind)];
                let (number, from, to) = (m!(number), heap!(cards, from), heap!(cards, to));
                let count = cards.count;
                burn_words!(number.clamp(0, i32::from(count)) as usize * usize::from(count));
                if let Err(code) = self.draw_cards(program, host, usize::from(kind), number, from, to) {
                    return Err(Stop::Trap(code, pc - 2));
                }
            }
            Op::Shuffle { heap, kind } => {
                let cards = &program.cards[usize::from(kind)];
                burn_words!(usize::from(cards.count));
                self.shuffle(cards, heap!(cards, heap));
            }
            Op::TopCard { dst, heap, kind } => {
                let cards = &program.cards[usize::from(kind)];
                match self.top_card(cards, heap!(cards, heap)) {
                    Ok(card) => m!(dst) = card,
                    Err(code) => return Err(Stop::Trap(code, pc - 1)),
                }
            }
            Op::JumpCopy { set, card, to } => {
                let (kind, site, _) = extra!();
                let by = m!(program.sites[usize::from(site)].by) as u32 as usize;
                if by >= program.players || m!(card) as u32 >= u32::from(program.cards[usize::from(kind)].count) {
                    trap!(Internal, pc)
                }
                if self.has_earlier_copy(program, usize::from(kind), set, m!(card), by) {
                    pc = to;
                }
            }
            Op::Touch { watch, of, classes } => {
                let of = m!(of);
                if of != NONE && of as u32 as usize >= program.players {
                    trap!(Internal, pc)
                }
                self.touch(program, watch, of, i32::from(classes));
            }
            Op::Doze { watch, member, reads } => {
                let (member, own, shared) = (m!(member), m!(reads), m!(reads + 1));
                if member as u32 as usize >= program.players {
                    trap!(Internal, pc)
                }
                self.doze(watch, member, own, shared);
            }
            Op::PlayersFrom { list, from, capacity } => {
                let (from, seats) = (m!(from), program.players as i32);
                let mut len = 0;
                for n in 0..seats {
                    let player = from.wrapping_add(n).rem_euclid(seats);
                    if sets::has(&self.memory, header::IN_PLAY as u16, player) {
                        if len >= i32::from(capacity) {
                            trap!(ListFull, pc)
                        }
                        len += 1;
                        at!(list, len) = player;
                    }
                }
                m!(list) = len;
            }
            Op::Occupants { dst, space } => {
                let (at, count, words) = extra!();
                burn_words!(count);
                let space = m!(space);
                let dst_at = usize::from(dst);
                self.memory[dst_at..dst_at + usize::from(words)].fill(0);
                for piece in 0..i32::from(count) {
                    if space != NONE && at!(at, piece) == space {
                        sets::put(&mut self.memory, dst, piece, true);
                    }
                }
            }
            Op::Distance { dst, from, to_set } => {
                let (hops, ..) = extra!();
                burn_words!(program.spaces.len());
                match self.distance(&program.hops[usize::from(hops)], m!(from), to_set) {
                    Ok(n) => m!(dst) = n,
                    Err(code) => return Err(Stop::Trap(code, pc.wrapping_sub(1))),
                }
            }
            Op::Reach { dst, from, within } => {
                let (hops, words, _) = extra!();
                burn_words!(words);
                burn_words!(program.spaces.len());
                let (from, within) = (m!(from), m!(within));
                if self.reach(&program.hops[usize::from(hops)], from, within, dst, words).is_err() {
                    trap!(Fuel, pc)
                }
            }
            Op::Direction { dst, from, to } => {
                let (from, to) = (m!(from), m!(to));
                let [from, to] = [from, to].map(|space| program.positions.get(space as usize));
                m!(dst) = from.zip(to).map_or(NONE, |(from, to)| board::direction(*from, *to));
            }
            Op::Finish { player } => {
                if !self.leave(program, m!(player), header::BEST, 1) {
                    trap!(NotInGame, pc)
                }
            }
            Op::Eliminate { player } => {
                if !self.leave(program, m!(player), header::WORST, -1) {
                    trap!(NotInGame, pc)
                }
            }
            Op::Rank { list, keys, count } => {
                let (capacity, ..) = extra!();
                if m!(list) as u32 > u32::from(capacity) || !self.rank(program, list, keys, count, capacity) {
                    trap!(Internal, pc)
                }
            }
            Op::EndGame {} => {
                m!(header::OVER as u16) = 1;
                m!(header::TURN_OF as u16) = NONE;
                return Err(Stop::Over);
            }
            Op::Said { message } => {
                if H::TRACE {
                    host.event(program, self, pc - 1, Event::Said { message });
                }
            }
            Op::Fail { .. } => trap!(Failed, pc),
            Op::Stop {} => return Err(Stop::Done),
            Op::Trap { code } => return Err(Stop::Trap(TrapCode::of(code), pc - 1)),
            // The loop itself runs all others.
            _ => trap!(Internal, pc),
        }
        Ok(pc)
    }
}
