//! Puts cards into the piles of the new program.

use super::Notes;
use super::names::Names;
use crate::ir::fold::NONE;
use crate::ir::{KindId, Owner};
use crate::program::Cards;

/// Puts every card where it lay. New cards lie where they begin, and cards that are gone are taken out.
pub(super) fn mapped(names: &Names<'_>, old: &[i32], state: &mut [i32], notes: &mut Notes) {
    for (kind, from) in names.old.cards.iter().enumerate().filter(|(_, cards)| cards.count > 0) {
        let name = &names.old.ir.kinds[kind].name;
        let Some((to, rows)) = names.rows(KindId(kind as u16)) else {
            notes.add(format!("cards `{name}` are gone"));
            continue;
        };
        let cards = &names.new.cards[to];
        if cards.count == 0 {
            continue;
        }
        let heaps: Vec<Option<i32>> = (0..from.heaps.len()).map(|heap| same_heap(names, from, heap, cards)).collect();
        let mut is_old = vec![false; usize::from(cards.count)];
        let mut gone = 0;
        for (card, now) in rows.iter().enumerate() {
            let Some(now) = now.and_then(|now| usize::try_from(now).ok()) else {
                gone += 1;
                continue;
            };
            is_old[now] = true;
            let heap = usize::try_from(old[usize::from(from.place) + card]).ok();
            let place = heap.and_then(|heap| heaps.get(heap).copied().flatten());
            if place.is_none() && heap.is_some() {
                notes.add(format!("piles with cards `{name}` are gone; their cards are out of the game"));
            }
            state[usize::from(cards.place) + now] = place.unwrap_or(NONE);
            for (from, to) in [(from.order, cards.order), (from.known, cards.known)] {
                state[usize::from(to) + now] = old[usize::from(from) + card];
            }
        }
        if gone > 0 {
            notes.add(format!("{gone} of the cards `{name}` are gone"));
        }
        let new = is_old.iter().filter(|is_old| !**is_old).count();
        if new > 0 {
            notes.add_new(format!("{new} new cards `{name}` lie where they begin"));
        }
        below(cards, &is_old, state);
        fill_sets(cards, state);
    }
}

/// The heap of the new program with the same name and owner.
fn same_heap(names: &Names<'_>, from: &Cards, heap: usize, to: &Cards) -> Option<i32> {
    let heap = &from.heaps[heap];
    let pile = &names.old.ir.piles[heap.pile.index()];
    let found = to.heaps.iter().position(|other| {
        let new = &names.new.ir.piles[other.pile.index()];
        let owner = match pile.owner {
            Owner::State => Some(0),
            owner => names.owner(owner, heap.number),
        };
        new.name == pile.name && names.same_owner(pile.owner, new.owner) && owner == Some(other.number)
    });
    found.map(|n| n as i32)
}

/// Puts new cards below those whose order somebody knows.
fn below(cards: &Cards, is_old: &[bool], state: &mut [i32]) {
    for card in (0..is_old.len()).filter(|card| !is_old[*card]) {
        let heap = state[usize::from(cards.place) + card];
        if heap == NONE || state[usize::from(cards.order) + card] == 0 {
            continue;
        }
        let others = (0..is_old.len()).filter(|other| *other != card && state[usize::from(cards.place) + other] == heap);
        let lowest = others.map(|other| state[usize::from(cards.order) + other]).min().unwrap_or(0);
        state[usize::from(cards.order) + card] = lowest.min(0) - 1;
    }
}

/// Fills each heap's set of cards from the places of the cards.
fn fill_sets(cards: &Cards, state: &mut [i32]) {
    for (n, heap) in cards.heaps.iter().enumerate() {
        let set = usize::from(heap.set)..usize::from(heap.set) + usize::from(cards.words);
        state[set.clone()].fill(0);
        for card in 0..usize::from(cards.count) {
            if state[usize::from(cards.place) + card] == n as i32 {
                state[set.start + card / 32] |= 1 << (card % 32);
            }
        }
    }
}
