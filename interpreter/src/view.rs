//! What one player may see, and states imagined from it.
//!
//! A bot thinks about a state imagined from what its player sees. How a hidden thing is imagined depends on what it is:
//!
//! - Cards that the player can't know are dealt anew among those that look alike (`redeal`).
//! - What others keep in secret fields is found by playing again. The machine's journal keeps the stretches between two waits in which
//!   secret fields may have been stored (`compile/hiding.rs` knows from where on). `again` plays them anew: first it draws everything that
//!   may end up in secret fields, then it draws again whatever shows something other than what the player has seen. It never starts from
//!   what really happened, because it would then find that more often than anything else. Open rolls stay as they were.
//! - Each player goes through every stretch once, in a few ways (`imagine`). The result follows from the journal and the game's seed alone,
//!   whoever has thought before.
//! - Older stretches of a field are forgotten. Whatever is forgotten or can't be found is drawn by its type (`anew`).
//! - While somebody is asked, a variable, a parameter or a loop may hold something hidden, or something hidden may have led to the question
//!   or be evaluated around it (`compile/held.rs`). Nothing can be put into a frame from outside, so the stretch goes on. Each playout then
//!   imagines the decision by playing the stretch again from its beginning, until the player is asked the same, wherever in the rules that
//!   happens.
//!
//! If no state is found that agrees with what a bot sees, the bot answers at random, and figures say how often (`Counts::at_random`).
//!
//! What people are told isn't hidden: who is asked and what the answer is, except in quiet decisions and those that store secrets, and what
//! is rolled, except by dice that may end up in secret fields. The log tells only their holder about those.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::face;
use crate::ir::{Owner, PileId, Type, Visibility};
use crate::program::Program;
use crate::reading::What;
use crate::show;
use crate::vm::Machine;

mod again;
mod anew;
mod imagine;
mod redeal;

pub use imagine::Imagination;

/// A value that somebody may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The player it belongs to, or nobody.
    pub owner: Option<usize>,
    /// What it is a field of, in a manifest's words: `state`, `player`, or a kind of piece.
    pub of: Arc<str>,
    pub name: String,
    /// `None` if it is hidden from the onlooker.
    pub value: Option<String>,
    /// Whether it is an empty set or list, or a table of empty ones.
    pub is_empty: bool,
    /// Whether it is a set or a list, whose members are separated by commas.
    pub is_list: bool,
    /// Whether nothing in play changes it: see [`is_fixed`](crate::reading::Reading::is_fixed).
    pub is_fixed: bool,
    pub docs: Arc<str>,
    /// What *Why* can be asked about, if it is one thing.
    pub what: Option<What>,
}

/// What a player sees of the state. `None` is an onlooker, who sees no secrets at all.
pub fn view(program: &Program, machine: &Machine, player: Option<usize>) -> Vec<Seen> {
    let mut seen = fields(program, machine, player);
    for heap in heaps(program, machine, player) {
        let of = if heap.owner.is_some() { "player" } else { "state" };
        seen.push(Seen {
            owner: heap.owner,
            of: of.into(),
            value: Some(heap.told(program)),
            is_empty: heap.count() == 0,
            is_list: true,
            is_fixed: false,
            what: None,
            name: heap.name,
            docs: heap.docs,
        });
    }
    seen
}

/// The fields, and where the pieces stand.
pub fn fields(program: &Program, machine: &Machine, player: Option<usize>) -> Vec<Seen> {
    let mut seen = vec![];
    let state = machine.read(program);
    for (id, field) in program.fields() {
        let of: Arc<str> = match field.owner {
            Owner::Piece(p) => program.ir.pieces[p.index()].name.clone(),
            Owner::Player => "player".into(),
            _ => "state".into(),
        };
        let is_fixed = state.is_fixed(id);
        for owner in 0..program.owners(field.owner) {
            let holder = program.holder(field.owner, owner);
            let hidden = field.secret && holder != player;
            let said = state.field(id, owner).said();
            let has_members = matches!(field.ty, Type::Set(_) | Type::List(..) | Type::Per(..));
            let value = (!hidden).then(|| said.whole_text());
            let is_empty = has_members && value.as_deref() == Some("none");
            let is_list = matches!(field.ty, Type::Set(_) | Type::List(..));
            let name = field.name.replace('_', " ");
            let what = Some(What::Field(id, owner));
            seen.push(Seen {
                owner: holder,
                of: of.clone(),
                name,
                value,
                is_empty,
                is_list,
                is_fixed,
                docs: field.docs.text.clone(),
                what,
            });
        }
    }
    for kind in program.piece_kinds() {
        let piece = &program.ir.pieces[kind.index()];
        for (n, space) in state.pieces(kind).enumerate() {
            let value = space.map_or("off the board".to_owned(), |space| show::told(program, &Type::Space, &[space as i32]));
            let (owner, what) = (program.holder(Owner::Piece(kind), n), Some(What::Piece(kind, n)));
            let (of, name) = (piece.name.clone(), piece.as_name.replace('_', " "));
            seen.push(Seen {
                owner,
                of,
                name,
                value: Some(value),
                is_empty: false,
                is_list: false,
                is_fixed: false,
                docs: piece.docs.text.clone(),
                what,
            });
        }
    }
    seen
}

/// Whether somebody may know what a thing is, or where it lies, at this moment. `None` is an onlooker.
pub fn is_open(program: &Program, machine: &Machine, what: What, player: Option<usize>) -> bool {
    match what {
        What::Field(field, owner) => {
            program.ir.fields.get(field.index()).is_none_or(|field| !field.secret || program.holder(field.owner, owner) == player)
        }
        What::Card(kind, card) => program.cards.get(kind.index()).is_none_or(|cards| {
            let is_known = || machine.knows(program, cards, card, player) && !machine.is_veiled(cards, card, player);
            card >= usize::from(cards.count) || is_known()
        }),
        What::Piece(..) | What::Place(_) => true,
    }
}

/// Whether anything in the state is hidden from somebody.
pub fn has_secrets(program: &Program) -> bool {
    program.ir.fields.iter().any(|f| f.secret) || program.ir.piles.iter().any(|p| p.visibility != Visibility::Open)
}

/// A pile as somebody sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Heap {
    pub pile: PileId,
    /// The player it belongs to, or nobody.
    pub owner: Option<usize>,
    /// Its number among those of its declaration, which is the number of its player or piece.
    pub number: usize,
    /// The name as people read it: `in play`.
    pub name: String,
    pub docs: Arc<str>,
    /// The cards that the onlooker knows.
    pub cards: Vec<usize>,
    /// The other cards: how many there are of each back, and what that back says.
    pub unknown: Vec<(usize, Option<String>)>,
}

impl Heap {
    pub fn count(&self) -> usize {
        self.cards.len() + self.unknown.iter().map(|(count, _)| count).sum::<usize>()
    }

    /// Adds the unknown cards of another pile.
    pub fn add(&mut self, other: &Heap) {
        for (count, back) in &other.unknown {
            match self.unknown.iter_mut().find(|(_, own)| own == back) {
                Some((own, _)) => *own += count,
                None => self.unknown.push((*count, back.clone())),
            }
        }
    }

    /// The known cards by name, the others by number and back.
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

/// The piles with their cards, in the order of the rules. While players act in secret, private piles of others are as they were when the
/// first began.
pub fn heaps(program: &Program, machine: &Machine, player: Option<usize>) -> Vec<Heap> {
    let mut all = vec![];
    for (n, pile) in program.ir.piles.iter().enumerate() {
        let cards = &program.cards[pile.kind.index()];
        for (number, heap) in cards.heaps.iter().enumerate().filter(|(_, heap)| heap.pile.index() == n) {
            let mut known = vec![];
            let mut unknown: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
            let is_here = |card: &usize| machine.seen_in(cards, *card, player) == number as i32;
            for card in (0..usize::from(cards.count)).filter(is_here) {
                if machine.knows_where_seen(program, cards, card, player) {
                    known.push(card);
                } else {
                    unknown.entry(cards.backs[card]).or_insert((0, card)).0 += 1;
                }
            }
            let back_of = |card: usize| face::back(program, pile.kind, card);
            all.push(Heap {
                pile: PileId(n as u16),
                owner: heap.owner,
                number: heap.number,
                name: pile.name.replace('_', " "),
                docs: pile.docs.text.clone(),
                cards: known,
                unknown: unknown.into_values().map(|(count, card)| (count, back_of(card))).collect(),
            });
        }
    }
    all
}
