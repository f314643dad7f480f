//! Cards on their heaps. A heap is a set of cards. Cards whose place in the heap is decided have a number, which counts upwards or
//! downwards from the shuffled part. Which card lies where in the shuffled part is decided only when one is drawn.
//!
//! Each card has a bitset of the players who know where it lies.

use super::host::{Event, Shuffled};
use super::{Host, Machine, TrapCode, sets};
use crate::ir::fold::NONE;
use crate::ir::rows::Rows;
use crate::program::{Cards, Heap, Program, header};

/// Where a state says how somebody sees a card lie: its heap, and as many words behind that as there are cards each, its number and the
/// set of players who know it. While players act in secret, nobody sees what becomes of the cards in private piles of others, so these
/// lie as they did when the first began.
pub(crate) fn seen(memory: &[i32], cards: &Cards, card: usize, player: Option<usize>) -> usize {
    let now = usize::from(cards.place) + card;
    let Some(before) = cards.before.filter(|_| memory[header::SECRET] != NONE) else { return now };
    let heap = usize::try_from(memory[now]).ok().and_then(|heap| cards.heaps.get(heap));
    let is_of_other = |heap: &Heap| heap.owner.is_some_and(|owner| Some(owner) != player && heap.seen_by == 1 << owner);
    if heap.is_some_and(is_of_other) { usize::from(before) + card } else { now }
}

impl Machine {
    pub(super) fn place_of(&self, cards: &Cards, card: usize) -> i32 {
        self.memory[usize::from(cards.place) + card]
    }

    fn order_of(&self, cards: &Cards, card: usize) -> i32 {
        self.memory[usize::from(cards.order) + card]
    }

    /// The cards of a heap, in their declared order.
    pub fn cards_in<'a>(&'a self, cards: &'a Cards, heap: usize) -> impl Iterator<Item = usize> + 'a {
        let set = cards.heaps[heap].set;
        let mut at = -1;
        std::iter::from_fn(move || {
            at = sets::next(&self.memory, set, cards.words, at)?;
            Some(at as usize)
        })
    }

    /// The cards of a heap whose place in it is left to chance.
    pub fn shuffled_in<'a>(&'a self, cards: &'a Cards, heap: usize) -> impl Iterator<Item = usize> + 'a {
        self.cards_in(cards, heap).filter(|c| self.order_of(cards, *c) == 0)
    }

    /// Keeps how the cards lie while players act in secret, or forgets it.
    #[cold]
    pub(super) fn veil_cards(&mut self, program: &Program, begins: bool) {
        for cards in &program.cards {
            let Some(before) = cards.before.map(usize::from) else { continue };
            let (at, words) = (usize::from(cards.place), 3 * usize::from(cards.count));
            if begins {
                self.memory.copy_within(at..at + words, before);
            } else {
                self.memory[before..before + words].fill(0);
            }
        }
    }

    /// The number of the heap in which somebody sees a card lie.
    pub fn seen_in(&self, cards: &Cards, card: usize, player: Option<usize>) -> i32 {
        self.memory[seen(&self.memory[..], cards, card, player)]
    }

    /// Whether a card may have moved in secret, so that somebody sees where it was before.
    pub fn is_veiled(&self, cards: &Cards, card: usize, player: Option<usize>) -> bool {
        seen(&self.memory[..], cards, card, player) != usize::from(cards.place) + card
    }

    /// Whether a player knows where a card is. `None` is an onlooker, who knows what all players know.
    pub fn knows(&self, program: &Program, cards: &Cards, card: usize, player: Option<usize>) -> bool {
        self.is_known_by(program, usize::from(cards.known) + card, player)
    }

    /// Whether a player knows a card where they see it lie, while players act in secret: where it lay before.
    pub fn knows_where_seen(&self, program: &Program, cards: &Cards, card: usize, player: Option<usize>) -> bool {
        self.is_known_by(program, seen(&self.memory[..], cards, card, player) + 2 * usize::from(cards.count), player)
    }

    fn is_known_by(&self, program: &Program, at: usize, player: Option<usize>) -> bool {
        let known = self.memory[at];
        match player {
            Some(player) => known >> player & 1 == 1,
            None => (0..program.players).all(|p| known >> p & 1 == 1),
        }
    }

    /// A copy of the card that lies elsewhere than in the heap, or the card itself if there is none.
    pub(super) fn copy_elsewhere(&self, rows: &Rows, cards: &Cards, card: usize, heap: usize) -> usize {
        let copies = (card..rows.len()).take_while(|n| usize::from(rows.first[*n]) == card);
        copies.into_iter().find(|n| self.place_of(cards, *n) != heap as i32).unwrap_or(card)
    }

    /// Whether an earlier copy of a card in a set lies in the same place, as a player sees it. Cards whose place the player doesn't know count as
    /// lying together.
    pub(super) fn has_earlier_copy(&self, program: &Program, kind: usize, set: u16, card: i32, player: usize) -> bool {
        let (rows, cards) = (&program.rows[kind], &program.cards[kind]);
        let place = |card: i32| {
            let card = card as usize;
            let is_known = self.knows_where_seen(program, cards, card, Some(player));
            is_known.then(|| self.seen_in(cards, card, Some(player)))
        };
        let first = i32::from(rows.first[card as usize]);
        (first..card).any(|c| sets::has(&self.memory, set, c) && place(c) == place(card))
    }

    /// Whether the acting player may touch a heap. Players who act in secret may touch only heaps that they own and that nobody else sees.
    fn may_touch(&self, cards: &Cards, heap: usize) -> bool {
        let acting = self.memory[header::SECRET];
        acting == NONE || cards.heaps[heap].owner == Some(acting as usize) && cards.heaps[heap].seen_by == 1 << acting
    }

    /// Lays a card on top of a heap, wherever it was before and whoever acts in secret.
    pub(crate) fn lay_card(&mut self, cards: &Cards, card: usize, to: usize) -> Result<(), TrapCode> {
        let acting = std::mem::replace(&mut self.memory[header::SECRET], NONE);
        let before = self.place_of(cards, card);
        // A full pile takes no card, so the card stays where it is.
        let is_full = before != to as i32 && sets::size(&self.memory, cards.heaps[to].set, cards.words) >= cards.heaps[to].most;
        let moved = if is_full { Err(TrapCode::PileFull) } else { self.move_card(cards, card, to, false, false) };
        self.memory[header::SECRET] = acting;
        if let Some(before) = cards.before.filter(|_| acting != NONE && moved.is_ok()) {
            let (now, before, count) = (usize::from(cards.place) + card, usize::from(before) + card, usize::from(cards.count));
            (0..3).for_each(|column| self.memory[before + column * count] = self.memory[now + column * count]);
        }
        moved
    }

    /// Moves a card. With `by_place` the card is taken for its position in the heap, so players who knew it still do.
    pub(super) fn move_card(
        &mut self,
        cards: &Cards,
        card: usize,
        to: usize,
        bottom: bool,
        by_place: bool,
    ) -> Result<(), TrapCode> {
        let from = self.place_of(cards, card);
        if !self.may_touch(cards, to) || from != NONE && !self.may_touch(cards, from as usize) {
            return Err(TrapCode::SecretStore);
        }
        let target = &cards.heaps[to];
        let mut seen_by = target.seen_by;
        if from != NONE {
            let source = &cards.heaps[from as usize];
            seen_by |= source.seen_by;
            if !by_place && from != to as i32 {
                self.lose_track(cards, card, from as usize, !seen_by);
            }
            self.close_gap(cards, card, from as usize);
            sets::put(&mut self.memory, source.set, card as i32, false);
        }
        if sets::size(&self.memory, target.set, cards.words) >= target.most {
            return Err(TrapCode::PileFull);
        }
        let orders = self.cards_in(cards, to).map(|c| self.order_of(cards, c));
        let order = if bottom { orders.min().unwrap_or(0).min(0) - 1 } else { orders.max().unwrap_or(0).max(0) + 1 };
        sets::put(&mut self.memory, target.set, card as i32, true);
        self.memory[usize::from(cards.place) + card] = to as i32;
        self.memory[usize::from(cards.order) + card] = order;
        self.memory[usize::from(cards.known) + card] |= seen_by;
        Ok(())
    }

    /// Makes players who saw neither end of a move forget which of the cards that look alike have stayed.
    fn lose_track(&mut self, cards: &Cards, card: usize, from: usize, blind: i32) {
        let back = cards.backs[card];
        let alike = |c: usize| cards.backs[c] == back;
        if self.cards_in(cards, from).filter(|c| alike(*c)).count() < 2 {
            return;
        }
        for c in 0..usize::from(cards.count) {
            if alike(c) && self.place_of(cards, c) == from as i32 {
                self.memory[usize::from(cards.known) + c] &= !blind;
            }
        }
    }

    /// Closes the gap in the numbers when a card leaves its heap.
    fn close_gap(&mut self, cards: &Cards, card: usize, heap: usize) {
        let own = self.order_of(cards, card);
        if own == 0 {
            return;
        }
        let (place, order, count) = (usize::from(cards.place), usize::from(cards.order), usize::from(cards.count));
        let Ok([places, orders]) = self.memory.get_disjoint_mut([place..place + count, order..order + count]) else { return };
        for (place, order) in places.iter().zip(orders) {
            let beyond = if own > 0 { *order > own } else { *order < own };
            if beyond && *place == heap as i32 {
                *order -= own.signum();
            }
        }
    }

    /// The card at the top or the bottom of a heap. If that part is shuffled, chance decides.
    fn end_card<H: Host>(&mut self, program: &Program, host: &mut H, kind: usize, heap: usize, bottom: bool) -> Option<usize> {
        let cards = &program.cards[kind];
        let sign = if bottom { -1 } else { 1 };
        let end = self.cards_in(cards, heap).max_by_key(|c| self.order_of(cards, *c) * sign)?;
        if self.order_of(cards, end) != 0 {
            return Some(end);
        }
        let number = self.shuffled_in(cards, heap).count() as u32;
        let stream = cards.heaps[heap].stream;
        let draw = self.next_draw(program, stream);
        let n = host.draw_card(program, self, Shuffled { kind, heap, number }, draw).min(number - 1);
        let card = self.shuffled_in(cards, heap).nth(n as usize)?;
        self.journal_event(super::journal::Event::Card { draw, kind, card: card as u16, seen_by: 0 });
        Some(card)
    }

    pub(super) fn move_all<H: Host>(
        &mut self,
        program: &Program,
        host: &mut H,
        kind: usize,
        from: usize,
        to: usize,
        bottom: bool,
    ) -> Result<(), TrapCode> {
        let cards = &program.cards[kind];
        if from == to {
            return Ok(());
        }
        let (source, target) = (&cards.heaps[from], &cards.heaps[to]);
        let (coming, there) =
            (sets::size(&self.memory, source.set, cards.words), sets::size(&self.memory, target.set, cards.words));
        if !self.may_touch(cards, from) || !self.may_touch(cards, to) {
            return Err(TrapCode::SecretStore);
        }
        if coming + there > target.most {
            return Err(TrapCode::PileFull);
        }
        let undecided = self.shuffled_in(cards, from).nth(1).is_some();
        if there > 0 || undecided && target.seen_by != 0 {
            // The card that ends up nearest to those already there goes first. Shuffled cards that everybody comes to see are laid in their
            // declared order, so that chance decides nothing that everybody sees.
            loop {
                let next = match self.cards_in(cards, from).max_by_key(|c| self.order_of(cards, *c) * if bottom { 1 } else { -1 })
                {
                    Some(card) if target.seen_by != 0 || self.order_of(cards, card) != 0 => Some(card),
                    _ => self.end_card(program, host, kind, from, !bottom),
                };
                let Some(card) = next else { return Ok(()) };
                self.move_card(cards, card, to, bottom, true)?;
                self.tell_card(program, host, kind, card, from as i32);
            }
        }
        let seen_by = source.seen_by | target.seen_by;
        let mut at = -1;
        while let Some(card) = sets::next(&self.memory, source.set, cards.words, at) {
            at = card;
            sets::put(&mut self.memory, source.set, card, false);
            sets::put(&mut self.memory, target.set, card, true);
            self.memory[usize::from(cards.place) + card as usize] = to as i32;
            self.memory[usize::from(cards.known) + card as usize] |= seen_by;
            self.tell_card(program, host, kind, card as usize, from as i32);
        }
        Ok(())
    }

    /// Reports that a card has moved from `from` to where it lies now.
    #[inline]
    pub(super) fn tell_card<H: Host>(&mut self, program: &Program, host: &mut H, kind: usize, card: usize, from: i32) {
        self.journal_sees(kind, card, self.memory[usize::from(program.cards[kind].known) + card]);
        if H::TRACE {
            let to = self.place_of(&program.cards[kind], card);
            let event = Event::CardMoved { kind: kind as u16, card: card as i32, from, to };
            host.event(program, self, self.memory[header::PC] as u16, event);
        }
    }

    pub(super) fn draw_cards<H: Host>(
        &mut self,
        program: &Program,
        host: &mut H,
        kind: usize,
        number: i32,
        from: usize,
        to: usize,
    ) -> Result<(), TrapCode> {
        let cards = &program.cards[kind];
        let heap = &cards.heaps[from];
        for _ in 0..number.min(i32::from(cards.count)) {
            let mut card = self.end_card(program, host, kind, from, false);
            if card.is_none()
                && let Some(refill) = heap.refill
            {
                self.move_all(program, host, kind, usize::from(refill), from, false)?;
                self.shuffle(cards, from);
                card = self.end_card(program, host, kind, from, false);
            }
            let Some(card) = card else { break };
            self.move_card(cards, card, to, false, true)?;
            self.tell_card(program, host, kind, card, from as i32);
        }
        Ok(())
    }

    /// Shuffles a heap: players who can't see into it no longer know where its cards lie.
    pub(super) fn shuffle(&mut self, cards: &Cards, heap: usize) {
        let seen_by = cards.heaps[heap].seen_by;
        for c in 0..usize::from(cards.count) {
            if self.place_of(cards, c) == heap as i32 {
                self.memory[usize::from(cards.order) + c] = 0;
                self.memory[usize::from(cards.known) + c] &= seen_by;
            }
        }
    }

    pub(super) fn top_card(&self, cards: &Cards, heap: usize) -> Result<i32, TrapCode> {
        let Some(card) = self.cards_in(cards, heap).max_by_key(|c| self.order_of(cards, *c)) else { return Ok(NONE) };
        let open = self.order_of(cards, card) == 0 && self.cards_in(cards, heap).nth(1).is_some();
        if open { Err(TrapCode::Shuffled) } else { Ok(card as i32) }
    }
}
