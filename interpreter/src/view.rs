//! What one player may see, and states imagined from it.

use std::collections::BTreeMap;

use crate::face;
use crate::ir::fold::NONE;
use crate::ir::{KindId, Owner, PileId, Type, Visibility};
use crate::players::BotStream;
use crate::program::{Program, header};
use crate::show;
use crate::vm::{Host, Machine, Stop};

/// A value that somebody may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Whose it is: a player, a piece, or nobody's.
    pub owner: Option<usize>,
    pub name: String,
    /// `None`: it is there, but hidden from the one who looks.
    pub value: Option<String>,
    pub docs: std::sync::Arc<str>,
}

/// What a player sees of the state; `None`: somebody who looks on, who sees no secrets at all.
pub fn view(program: &Program, machine: &Machine, player: Option<usize>) -> Vec<Seen> {
    let mut seen = fields(program, machine, player);
    for heap in heaps(program, machine, player) {
        seen.push(Seen { owner: heap.owner, value: Some(heap.told(program)), name: heap.name, docs: heap.docs });
    }
    seen
}

/// The fields, and where the pieces stand.
pub fn fields(program: &Program, machine: &Machine, player: Option<usize>) -> Vec<Seen> {
    let mut seen = vec![];
    for (n, field) in program.ir.fields.iter().enumerate() {
        let (base, words) = program.layout.fields[n];
        let owners = match field.owner {
            Owner::State => 1,
            Owner::Player => program.players,
            Owner::Piece(p) => program.layout.pieces[p.index()].1,
            Owner::Track | Owner::Space | Owner::Rows(_) => continue,
        };
        for owner in 0..owners {
            let at = usize::from(base) + owner * words;
            let holder = match field.owner {
                Owner::State => None,
                Owner::Piece(_) => Some(owner / (owners / program.players.max(1)).max(1)),
                _ => Some(owner),
            };
            let hidden = field.secret && (player.is_none() || holder != player);
            let value = (!hidden).then(|| face::value(program, &field.ty, &machine.memory[at..at + words]).text());
            let name = field.name.replace('_', " ");
            seen.push(Seen { owner: holder, name, value, docs: field.docs.text.clone() });
        }
    }
    for (piece, &(base, count)) in program.ir.pieces.iter().zip(&program.layout.pieces) {
        for n in 0..count {
            let word = machine.memory[usize::from(base) + n];
            let value = if word == NONE { "off the board".to_owned() } else { show::word(program, &Type::Space, word) };
            let owner = Some(n / (count / program.players.max(1)).max(1));
            seen.push(Seen { owner, name: piece.as_name.replace('_', " "), value: Some(value), docs: piece.docs.text.clone() });
        }
    }
    seen
}

/// Whether anything in the state is hidden from somebody.
pub fn has_secrets(program: &Program) -> bool {
    program.ir.fields.iter().any(|f| f.secret) || program.ir.piles.iter().any(|p| p.visibility != Visibility::Open)
}

/// A pile as somebody sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Heap {
    pub pile: PileId,
    /// Whose it is: a player, or nobody's.
    pub owner: Option<usize>,
    /// As people read it: `in play`.
    pub name: String,
    pub docs: std::sync::Arc<str>,
    /// The cards that the one who looks knows.
    pub cards: Vec<usize>,
    /// The others: how many of each back, and what that back says.
    pub unknown: Vec<(usize, Option<String>)>,
}

impl Heap {
    pub fn count(&self) -> usize {
        self.cards.len() + self.unknown.iter().map(|(count, _)| count).sum::<usize>()
    }

    /// By name what is known, by number and back what not.
    pub fn told(&self, program: &Program) -> String {
        let rows = &program.rows[program.ir.piles[self.pile.index()].kind.index()];
        let mut names: Vec<String> = self.cards.iter().map(|card| rows.names[*card].to_string()).collect();
        for (count, back) in &self.unknown {
            let what = if *count == 1 { "card" } else { "cards" };
            names.push(match back {
                Some(back) => format!("{count} {what} ({back})"),
                None => format!("{count} {what}"),
            });
        }
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    }
}

/// What lies in the piles, in the order of the rules.
pub fn heaps(program: &Program, machine: &Machine, player: Option<usize>) -> Vec<Heap> {
    let mut all = vec![];
    for (n, pile) in program.ir.piles.iter().enumerate() {
        let cards = &program.cards[pile.kind.index()];
        for (number, heap) in cards.heaps.iter().enumerate().filter(|(_, heap)| heap.pile.index() == n) {
            let mut known = vec![];
            let mut unknown: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
            for card in machine.cards_in(cards, number) {
                if machine.knows(program, cards, card, player) {
                    known.push(card);
                } else {
                    unknown.entry(cards.backs[card]).or_insert((0, card)).0 += 1;
                }
            }
            let back_of = |card: usize| {
                let back = program.ir.kinds[pile.kind.index()].back?;
                let (base, words) = program.layout.fields[back.index()];
                let at = usize::from(base) + card * words;
                Some(show::value(program, &program.ir.fields[back.index()].ty, &machine.memory[at..at + words]))
            };
            all.push(Heap {
                pile: PileId(n as u16),
                owner: heap.owner,
                name: pile.name.replace('_', " "),
                docs: pile.docs.text.clone(),
                cards: known,
                unknown: unknown.into_values().map(|(count, card)| (count, back_of(card))).collect(),
            });
        }
    }
    all
}

/// Deals anew, at random, the cards of which the player doesn't know where they are. Only cards that look alike change places.
/// What others keep secret in fields stays as it is, but that a card in such a field is the one that lies there now.
pub fn redeal(program: &Program, machine: &mut Machine, player: usize, stream: &mut BotStream) {
    for (kind, cards) in program.cards.iter().enumerate() {
        let count = usize::from(cards.count);
        let mut now: Vec<usize> = (0..count).collect();
        let mut backs: Vec<u16> = cards.backs.clone();
        backs.sort_unstable();
        backs.dedup();
        for back in backs {
            let hidden = |c: &usize| cards.backs[*c] == back && !machine.knows(program, cards, *c, Some(player));
            let unknown: Vec<usize> = (0..count).filter(hidden).collect();
            let mut dealt = unknown.clone();
            for n in (1..dealt.len()).rev() {
                dealt.swap(n, stream.below(n + 1));
            }
            unknown.iter().zip(dealt).for_each(|(old, new)| now[*old] = new);
        }
        if now.iter().enumerate().all(|(old, new)| old == *new) {
            continue;
        }
        // Card `now[c]` lies where card c lay.
        for column in [cards.place, cards.order, cards.known] {
            let at = usize::from(column);
            let before = machine.memory[at..at + count].to_vec();
            now.iter().zip(before).for_each(|(new, word)| machine.memory[at + new] = word);
        }
        for heap in &cards.heaps {
            exchange_bits(machine, usize::from(heap.set), usize::from(cards.words), &now);
        }
        let kind = KindId(kind as u16);
        for (n, field) in program.ir.fields.iter().enumerate().filter(|(_, f)| f.secret) {
            let (base, words) = program.layout.fields[n];
            let owners = match field.owner {
                Owner::Player => program.players,
                Owner::Piece(p) => program.layout.pieces[p.index()].1,
                _ => continue,
            };
            let each = (owners / program.players.max(1)).max(1);
            for owner in (0..owners).filter(|o| o / each != player) {
                exchange(program, machine, &field.ty, kind, usize::from(base) + owner * words, words, &now);
            }
        }
    }
}

/// Puts the cards that have come in place of others into a value.
fn exchange(program: &Program, machine: &mut Machine, ty: &Type, kind: KindId, at: usize, words: usize, now: &[usize]) {
    let of_kind = |ty: &Type| matches!(ty.present(), Type::Row(k) if *k == kind);
    match ty {
        Type::Set(of) if of_kind(of) => exchange_bits(machine, at, words, now),
        Type::List(of, _) if of_kind(of) => {
            let len = usize::try_from(machine.memory[at]).unwrap_or(0);
            (at + 1..at + 1 + len).for_each(|at| exchange(program, machine, of, kind, at, 1, now));
        }
        Type::Per(of, _) => {
            let each = program.sizes.words(&program.fold(), of).unwrap_or(1).max(1);
            (at..at + words).step_by(each).for_each(|at| exchange(program, machine, of, kind, at, each, now));
        }
        ty if of_kind(ty) => {
            if let Some(new) = usize::try_from(machine.memory[at]).ok().and_then(|card| now.get(card)) {
                machine.memory[at] = *new as i32;
            }
        }
        _ => {}
    }
}

fn exchange_bits(machine: &mut Machine, at: usize, words: usize, now: &[usize]) {
    let before = machine.memory[at..at + words].to_vec();
    machine.memory[at..at + words].fill(0);
    for (card, new) in now.iter().enumerate() {
        if before[card / 32] >> (card % 32) & 1 == 1 {
            machine.memory[at + new / 32] |= 1 << (new % 32);
        }
    }
}

/// Puts into `thought` a state that agrees with what `player`, who is being asked, can see: the game itself where nothing is hidden.
/// What others have answered in secret since the block began is asked again of chance. Returns whether that could be done.
pub fn imagine(program: &Program, machine: &Machine, thought: &mut Machine, player: usize, stream: &mut BotStream) -> bool {
    let block = machine.secret_block();
    let in_secret = machine.memory[header::SECRET] != NONE;
    if !has_secrets(program) || !in_secret || block.is_none() {
        thought.set_state(machine.state(program));
        thought.memory[header::PC] = machine.memory[header::PC];
        redeal(program, thought, player, stream);
        return thought.resume(program, &mut StopAtOnce) == Stop::Decide;
    }
    let Some(block) = block else { return false };
    thought.set_state(&block.state);
    redeal(program, thought, player, stream);
    let own: Vec<usize> = block.answers.iter().filter(|(p, _)| *p == player).map(|(_, option)| *option).collect();
    let mut host = AskAgain { player: player as i32, own, given: 0, stream };
    thought.resume(program, &mut host) == Stop::Decide
}

struct StopAtOnce;

impl Host for StopAtOnce {}

/// Answers at random for the others, as before for the player, and stops at the player's next question.
struct AskAgain<'a> {
    player: i32,
    own: Vec<usize>,
    given: usize,
    stream: &'a mut BotStream,
}

impl Host for AskAgain<'_> {
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        let options = machine.options();
        if machine.word(program.sites[options.site()].by) != self.player {
            return Some(self.stream.below(options.len()));
        }
        let answer = self.own.get(self.given).copied();
        self.given += 1;
        answer.map(|n| n.min(options.len() - 1))
    }
}
