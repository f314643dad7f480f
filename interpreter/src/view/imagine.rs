//! States that agree with what one player sees: what bots think on.

use crate::ir::fold::NONE;
use crate::ir::{KindId, Type};
use crate::players::BotStream;
use crate::program::{Cards, Program, header};
use crate::vm::{Host, Machine, Stop};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::has_secrets;

/// Imagines states. It keeps the room that it needs for it, so that a bot that thinks doesn't ask for memory.
#[derive(Clone, Debug, Default)]
pub struct Imagination {
    /// By card: the one that lies in its place now.
    now: Vec<u16>,
    /// The cards of which isn't known where they are, those that look alike side by side; and the same dealt anew.
    unknown: Vec<u16>,
    dealt: Vec<u16>,
    /// What lay in a column or a set before.
    before: Vec<i32>,
}

impl Imagination {
    /// Puts into `thought` a state that agrees with what `player`, who is being asked, can see: the game itself where nothing is
    /// hidden. What others have answered in secret since the block began is asked again of chance. Returns whether that could be
    /// done.
    pub fn imagine(
        &mut self,
        program: &Program,
        machine: &Machine,
        thought: &mut Machine,
        player: usize,
        stream: &mut BotStream,
    ) -> bool {
        let block = machine.secret_block();
        let in_secret = machine.memory[header::SECRET] != NONE;
        if !has_secrets(program) || !in_secret || block.is_none() {
            thought.set_state(machine.state(program));
            thought.memory[header::PC] = machine.memory[header::PC];
            self.draw_anew(program, thought, player, stream);
            return thought.resume(program, &mut StopAtOnce) == Stop::Decide;
        }
        let Some(block) = block else { return false };
        thought.set_state(&block.state);
        self.draw_anew(program, thought, player, stream);
        let mut host = AskAgain { player, own: &block.answers, stream };
        thought.resume(program, &mut host) == Stop::Decide
    }

    /// Decides anew, at random, all that the player can't see: where cards lie, and what others keep secret in fields. Whether there
    /// is anything in such a field stays as it is.
    fn draw_anew(&mut self, program: &Program, machine: &mut Machine, player: usize, stream: &mut BotStream) {
        self.redeal(program, machine, player, stream);
        let fold = program.fold();
        for_each_secret(program, player, |ty, at, words| {
            let is_card = matches!(ty.present(), Type::Row(kind) if !program.cards[kind.index()].heaps.is_empty());
            let members = program.sizes.members(&fold, ty.present()).filter(|n| words == 1 && *n > 0 && !is_card);
            if let Some(members) = members.filter(|_| !ty.is_optional() || machine.memory[at] != NONE) {
                machine.memory[at] = fold.first_member(ty.present()) + stream.random_range(..members) as i32;
            }
        });
    }

    /// Deals anew, at random, the cards of which the player doesn't know where they are. Only cards that look alike change places.
    /// What others keep secret in fields stays as it is, but that a card in such a field is the one that lies there now.
    pub fn redeal(&mut self, program: &Program, machine: &mut Machine, player: usize, stream: &mut BotStream) {
        machine.wake_all(program);
        for (kind, cards) in program.cards.iter().enumerate() {
            if !self.deal(program, machine, cards, player, stream) {
                continue;
            }
            // Card `now[c]` lies where card c lay.
            for column in [cards.place, cards.order, cards.known] {
                let at = usize::from(column);
                self.keep(machine, at, usize::from(cards.count));
                self.now.iter().zip(&self.before).for_each(|(new, word)| machine.memory[at + usize::from(*new)] = *word);
            }
            for heap in &cards.heaps {
                self.exchange_bits(machine, usize::from(heap.set), usize::from(cards.words));
            }
            let kind = KindId(kind as u16);
            for_each_secret(program, player, |ty, at, words| self.exchange(program, machine, ty, kind, at, words));
        }
    }

    /// Decides which card lies in whose place. Returns whether any has changed.
    fn deal(&mut self, program: &Program, machine: &Machine, cards: &Cards, player: usize, stream: &mut BotStream) -> bool {
        self.now.clear();
        self.now.extend(0..cards.count);
        let back = |card: &u16| cards.backs[usize::from(*card)];
        let hidden = |card: &u16| !machine.knows(program, cards, usize::from(*card), Some(player));
        self.unknown.clear();
        self.unknown.extend((0..cards.count).filter(hidden));
        self.unknown.sort_unstable_by_key(|card| (back(card), *card));
        self.dealt.clone_from(&self.unknown);
        for alike in self.dealt.chunk_by_mut(|a, b| back(a) == back(b)) {
            alike.shuffle(stream);
        }
        self.unknown.iter().zip(&self.dealt).for_each(|(old, new)| self.now[usize::from(*old)] = *new);
        self.unknown != self.dealt
    }

    fn keep(&mut self, machine: &Machine, at: usize, words: usize) {
        self.before.clear();
        self.before.extend_from_slice(&machine.memory[at..at + words]);
    }

    /// Puts the cards that have come in place of others into a value.
    fn exchange(&mut self, program: &Program, machine: &mut Machine, ty: &Type, kind: KindId, at: usize, words: usize) {
        let of_kind = |ty: &Type| matches!(ty.present(), Type::Row(k) if *k == kind);
        match ty {
            Type::Set(of) if of_kind(of) => self.exchange_bits(machine, at, words),
            Type::List(of, _) if of_kind(of) => {
                let len = usize::try_from(machine.memory[at]).unwrap_or(0);
                (at + 1..at + 1 + len).for_each(|at| self.exchange(program, machine, of, kind, at, 1));
            }
            Type::Per(of, _) => {
                let each = program.sizes.words(&program.fold(), of).unwrap_or(1).max(1);
                (at..at + words).step_by(each).for_each(|at| self.exchange(program, machine, of, kind, at, each));
            }
            ty if of_kind(ty) => {
                if let Some(new) = usize::try_from(machine.memory[at]).ok().and_then(|card| self.now.get(card)) {
                    machine.memory[at] = i32::from(*new);
                }
            }
            _ => {}
        }
    }

    fn exchange_bits(&mut self, machine: &mut Machine, at: usize, words: usize) {
        self.keep(machine, at, words);
        machine.memory[at..at + words].fill(0);
        for (card, new) in self.now.iter().enumerate() {
            if self.before[card / 32] >> (card % 32) & 1 == 1 {
                machine.memory[at + usize::from(new / 32)] |= 1 << (new % 32);
            }
        }
    }
}

/// The values of secret fields that belong to others: their types, addresses and words.
fn for_each_secret(program: &Program, player: usize, mut each: impl FnMut(&Type, usize, usize)) {
    for (n, field) in program.ir.fields.iter().enumerate().filter(|(_, f)| f.secret) {
        let (base, words) = program.layout.fields[n];
        let is_others = |n: &usize| program.holder(field.owner, *n).is_some_and(|holder| holder != player);
        for owner in (0..program.owners(field.owner)).filter(is_others) {
            each(&field.ty, usize::from(base) + owner * words, words);
        }
    }
}

struct StopAtOnce;

impl Host for StopAtOnce {}

/// Answers at random for the others, as before for the player, and stops at the player's next question.
struct AskAgain<'a> {
    player: usize,
    /// Whose answers, and which option; those before have been given.
    own: &'a [(usize, usize)],
    stream: &'a mut BotStream,
}

impl Host for AskAgain<'_> {
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        let options = machine.options();
        if machine.word(program.sites[options.site()].by) != self.player as i32 {
            return Some(self.stream.random_range(..options.len()));
        }
        let at = self.own.iter().position(|(player, _)| *player == self.player)?;
        let answer = self.own[at].1;
        self.own = &self.own[at + 1..];
        Some(answer.min(options.len() - 1))
    }
}
