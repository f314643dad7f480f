//! Why something is as it is: the writes that made it, each with its rule and its place, found by playing the game again.

use std::sync::Arc;

use crate::game::Game;
use crate::ir::fold::NONE;
use crate::ir::{FieldId, KindId, Owner, PieceId, Type};
use crate::program::{Program, Slot};
use crate::show;
use crate::source::Span;

/// What is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A field of the state, or of the player or piece of this number.
    Field(FieldId, usize),
    /// Where a piece stands, by its number among those of its kind.
    Piece(PieceId, usize),
    /// Where a card lies, by its number among those of its kind.
    Card(KindId, usize),
    /// The place that a player has, by seat.
    Place(usize),
}

/// One time that it changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Write {
    /// Values as people read them.
    pub old: String,
    pub new: String,
    /// The line of the rules that did it.
    pub span: Span,
    /// The rule in which that stands, and those that called it, innermost first.
    pub rules: Vec<Arc<str>>,
    /// How many choices had been made: so far the game has to be played to stand where it did then.
    pub choices: usize,
    /// Turns begun by then, and whose it was.
    pub turn: u32,
    pub turn_of: Option<usize>,
}

/// A change of watched words, as the machine tells of it.
#[derive(Clone, Debug)]
pub(crate) struct Raw {
    /// The words from then on, and the last of them that this change is known to have written.
    pub words: Vec<i32>,
    pub last: Slot,
    pub span: Span,
    pub rules: Vec<Arc<str>>,
    pub choices: usize,
    pub turn: u32,
    pub turn_of: Option<usize>,
}

/// All changes of a thing, the first one first. Of a game that was carried over to these rules only those since then. Empty where there is
/// no such thing.
pub fn writes(game: &Game, what: What) -> Vec<Write> {
    let program = &*game.program;
    let Some((at, words)) = place(program, what) else { return vec![] };
    let (begin, raw) = game.watched(at, words);
    let mut before = shown(program, what, &begin);
    let mut list = vec![];
    for raw in raw {
        let now = shown(program, what, &raw.words);
        let old = std::mem::replace(&mut before, now.clone());
        if old != now {
            let Raw { span, rules, choices, turn, turn_of, .. } = raw;
            list.push(Write { old, new: now, span, rules, choices, turn, turn_of });
        }
    }
    list
}

/// Where it lies in the state: first word, and how many.
fn place(program: &Program, what: What) -> Option<(Slot, usize)> {
    let (base, words, owner, owners) = match what {
        What::Field(field, owner) => {
            let owners = match program.ir.fields.get(field.index())?.owner {
                Owner::State => 1,
                Owner::Player => program.players,
                Owner::Piece(piece) => program.layout.pieces[piece.index()].1,
                Owner::Track | Owner::Space | Owner::Rows(_) => return None,
            };
            let (base, words) = program.layout.fields[field.index()];
            (base, words, owner, owners)
        }
        What::Piece(kind, piece) => {
            let (base, count) = *program.layout.pieces.get(kind.index())?;
            (base, 1, piece, count)
        }
        What::Card(kind, card) => {
            let cards = program.cards.get(kind.index())?;
            (cards.place, 1, card, usize::from(cards.count))
        }
        What::Place(player) => (program.layout.place, 1, player, program.players),
    };
    (owner < owners).then(|| (base + (owner * words) as Slot, words))
}

fn shown(program: &Program, what: What, words: &[i32]) -> String {
    let word = words.first().copied().unwrap_or(NONE);
    match what {
        What::Field(field, _) => show::value(program, &program.ir.fields[field.index()].ty, words),
        What::Piece(..) if word == NONE => "off the board".to_owned(),
        What::Piece(..) => show::word(program, &Type::Space, word),
        What::Card(kind, _) => {
            let heaps = program.cards[kind.index()].heaps.len();
            let heap = usize::try_from(word).ok().filter(|heap| *heap < heaps);
            heap.map_or("out of the game".to_owned(), |heap| show::heap(program, kind.index(), heap))
        }
        What::Place(_) => show::word(program, &Type::int(), word),
    }
}
