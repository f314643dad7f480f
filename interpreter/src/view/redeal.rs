//! Deals cards anew: where the player doesn't know which cards lie, others that look alike lie there.

use crate::ir::{KindId, Type};
use crate::program::{Cards, Program};
use crate::vm::Machine;
use crate::vm::random::BotStream;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

/// Buffers for dealing.
#[derive(Clone, Debug, Default)]
pub struct Redeal {
    /// For each kind and card, the card that lies in its place now.
    pub now: Vec<Vec<u16>>,
    /// The cards whose place isn't known, grouped by looks, and the same cards dealt anew.
    unknown: Vec<u16>,
    dealt: Vec<u16>,
    /// What lay in a column or a set before.
    before: Vec<i32>,
}

impl Redeal {
    /// Deals nothing: each card lies where it lay.
    fn keep_all(&mut self, program: &Program) {
        self.now.resize_with(program.cards.len(), Vec::new);
        for (now, cards) in self.now.iter_mut().zip(&program.cards) {
            now.clear();
            now.extend(0..cards.count);
        }
    }

    /// The card that now lies where this one lay.
    pub fn card(&self, kind: usize, card: u16) -> u16 {
        self.now.get(kind).and_then(|now| now.get(usize::from(card))).copied().unwrap_or(card)
    }

    /// Deals the cards anew whose place the player doesn't know. Only cards that look alike change places. Secret fields of others stay as
    /// they are, except that a card in one is replaced by the card that lies in its place now.
    pub fn deal_anew(&mut self, program: &Program, machine: &mut Machine, player: usize, stream: &mut BotStream) {
        let known = |kind: usize, card| machine.knows_where_seen(program, &program.cards[kind], usize::from(card), Some(player));
        self.deal(program, known, stream);
        self.put(program, machine, player);
    }

    /// Decides at random which of the cards that aren't known lie in whose place. `known` gets kind and number.
    pub fn deal(&mut self, program: &Program, known: impl Fn(usize, u16) -> bool, stream: &mut BotStream) {
        self.keep_all(program);
        for kind in 0..program.cards.len() {
            let cards = &program.cards[kind];
            self.find_unknown(cards, |card| known(kind, card));
            self.dealt.clone_from(&self.unknown);
            for alike in self.dealt.chunk_by_mut(|a, b| back(cards, *a) == back(cards, *b)) {
                alike.shuffle(stream);
            }
            let now = &mut self.now[kind];
            self.unknown.iter().zip(&self.dealt).for_each(|(old, new)| now[usize::from(*old)] = *new);
        }
    }

    /// Lets two unknown cards that look alike change places, if there are any.
    pub fn exchange_two(&mut self, program: &Program, known: impl Fn(usize, u16) -> bool, stream: &mut BotStream) {
        let kind = stream.random_range(..program.cards.len());
        let cards = &program.cards[kind];
        self.find_unknown(cards, |card| known(kind, card));
        if let Some(one) = self.unknown.choose(stream).copied() {
            self.unknown.retain(|card| back(cards, *card) == back(cards, one));
            let other = self.unknown.choose(stream).copied().unwrap_or(one);
            self.now[kind].swap(usize::from(one), usize::from(other));
        }
    }

    /// Finds the cards of a kind that aren't known, grouped by looks.
    fn find_unknown(&mut self, cards: &Cards, known: impl Fn(u16) -> bool) {
        self.unknown.clear();
        self.unknown.extend((0..cards.count).filter(|card| !known(*card)));
        self.unknown.sort_unstable_by_key(|card| (back(cards, *card), *card));
    }

    /// Lays the cards as decided.
    pub fn put(&mut self, program: &Program, machine: &mut Machine, player: usize) {
        machine.wake_all(program);
        for (kind, cards) in program.cards.iter().enumerate() {
            if self.now[kind].iter().enumerate().all(|(card, new)| card == usize::from(*new)) {
                continue;
            }
            // Card `now[c]` lies where card c lay.
            // The same goes for how they lay when players began to act in secret.
            let count = usize::from(cards.count);
            let columns = [Some(cards.place), cards.before].into_iter().flatten().map(usize::from);
            for at in columns.flat_map(|first| [first, first + count, first + 2 * count]) {
                keep(&mut self.before, &machine.memory[at..at + count]);
                let moved = self.now[kind].iter().zip(&self.before);
                moved.for_each(|(new, word)| machine.memory[at + usize::from(*new)] = *word);
            }
            for heap in &cards.heaps {
                let at = usize::from(heap.set);
                self.exchange_bits(kind, &mut machine.memory[at..at + usize::from(cards.words)]);
            }
            for secret in program.hiding.secrets.iter().filter(|secret| secret.holder != player) {
                let ty = &program.ir.fields[secret.field.index()].ty;
                self.exchange(program, kind, ty, &mut machine.memory[secret.at..secret.at + secret.words]);
            }
        }
    }

    /// Inverts the last deal, so that cards that lie in the places of others become those again.
    pub fn turn_round(&mut self) {
        for now in &mut self.now {
            self.dealt.clear();
            self.dealt.extend_from_slice(now);
            self.dealt.iter().enumerate().for_each(|(card, new)| now[usize::from(*new)] = card as u16);
        }
    }

    /// Replaces the cards in the value of a secret field by those that have come in their place.
    pub fn exchange_all(&mut self, program: &Program, ty: &Type, words: &mut [i32]) {
        for kind in 0..program.cards.len() {
            if program.cards[kind].count > 0 {
                self.exchange(program, kind, ty, words);
            }
        }
    }

    fn exchange(&mut self, program: &Program, kind: usize, ty: &Type, words: &mut [i32]) {
        let of_kind = |ty: &Type| matches!(ty.present(), Type::Row(k) if *k == KindId(kind as u16));
        match ty {
            Type::Set(of) if of_kind(of) => self.exchange_bits(kind, words),
            Type::List(of, _) if of_kind(of) => {
                let len = usize::try_from(words[0]).unwrap_or(0);
                words[1..].iter_mut().take(len).for_each(|word| self.exchange(program, kind, of, std::slice::from_mut(word)));
            }
            Type::Per(of, _) => {
                let each = program.sizes.words(&program.fold(), of).unwrap_or(1).max(1);
                words.chunks_mut(each).for_each(|words| self.exchange(program, kind, of, words));
            }
            ty if of_kind(ty) => {
                if let Some(new) = usize::try_from(words[0]).ok().and_then(|card| self.now[kind].get(card)) {
                    words[0] = i32::from(*new);
                }
            }
            _ => {}
        }
    }

    fn exchange_bits(&mut self, kind: usize, words: &mut [i32]) {
        keep(&mut self.before, words);
        words.fill(0);
        for (at, word) in self.before.iter().enumerate() {
            let mut left = *word as u32;
            while left != 0 {
                let new = self.now[kind][32 * at + left.trailing_zeros() as usize];
                words[usize::from(new / 32)] |= 1 << (new % 32);
                left &= left - 1;
            }
        }
    }
}

fn back(cards: &Cards, card: u16) -> u16 {
    cards.backs[usize::from(card)]
}

fn keep(before: &mut Vec<i32>, words: &[i32]) {
    before.clear();
    before.extend_from_slice(words);
}
