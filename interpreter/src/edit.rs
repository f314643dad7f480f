//! Changes of a running game by hand. They go by name, so that they can be written to a file and repeated. No value is put outside of its
//! range.

use serde::{Deserialize, Serialize};

use crate::data::out_of_range;
use crate::ir::fold::NONE;
use crate::ir::{FieldId, KindId, Owner, PieceId, Type};
use crate::program::{DiceTable, Program, Slot};
use crate::reading::What;
use crate::show;

mod read;

pub use read::{read, values};

/// One change. Numbers count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// Gives a field another value. `of` is `state`, `player`, or a kind of piece.
    Field { of: String, number: usize, name: String, value: String },
    /// Moves a piece to another space, or off the board with `none`.
    Piece { kind: String, number: usize, space: String },
    /// Puts a card on top of another pile, of this owner.
    Card { kind: String, number: usize, pile: String, owner: usize },
    /// Sets the next faces of a die.
    Roll { die: String, faces: Vec<i32> },
    /// Sets the next cards that chance gives.
    Draw { kind: String, cards: Vec<String> },
}

/// An edit that fits a program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// Sets words from this address on.
    Words(Slot, Vec<i32>),
    /// Moves a card of a kind to a heap.
    Card(usize, usize, usize),
    Forced(Vec<Forced>),
}

/// A result that chance will give.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Forced {
    /// The stream's key, and the side.
    Side(u32, u32),
    /// The kind, and the first of the cards that are copies of each other.
    Card(usize, u16),
}

impl Forced {
    /// The edit that would set it; `None` if it doesn't exist in the program.
    pub fn edit(&self, program: &Program) -> Option<Edit> {
        match self {
            Forced::Side(key, side) => {
                let is_it = |table: &DiceTable| program.streams[usize::from(table.stream)].key == *key && *side < table.sides;
                let n = program.dice.iter().position(is_it)?;
                let face = program.faces(&program.dice[n])[*side as usize];
                Some(Edit::Roll { die: program.ir.dice[n].name.to_string(), faces: vec![face] })
            }
            Forced::Card(kind, first) => {
                let card = program.rows.get(*kind)?.names.get(usize::from(*first))?.to_string();
                Some(Edit::Draw { kind: program.ir.kinds[*kind].name.to_string(), cards: vec![card] })
            }
        }
    }
}

impl Edit {
    /// Gives a thing another value, as people read it. `None` if there is no such thing, or if it can't be set.
    pub fn of(program: &Program, what: What, value: &str) -> Option<Edit> {
        let value = value.trim().to_owned();
        Some(match what {
            What::Field(field, owner) => {
                let field = program.ir.fields.get(field.index())?;
                let of = match field.owner {
                    Owner::State => "state".to_owned(),
                    Owner::Player => "player".to_owned(),
                    Owner::Piece(piece) => program.ir.pieces[piece.index()].name.to_string(),
                    Owner::Track | Owner::Space | Owner::Rows(_) => return None,
                };
                Edit::Field { of, number: owner + 1, name: field.name.to_string(), value }
            }
            What::Piece(kind, piece) => {
                Edit::Piece { kind: program.ir.pieces.get(kind.index())?.name.to_string(), number: piece + 1, space: value }
            }
            What::Card(..) | What::Place(_) => return None,
        })
    }

    /// Puts a card on a pile, by its number among the heaps of its kind.
    pub fn card(program: &Program, kind: KindId, card: usize, heap: usize) -> Option<Edit> {
        let heap = program.cards.get(kind.index())?.heaps.get(heap)?;
        Some(Edit::Card {
            kind: program.ir.kinds[kind.index()].name.to_string(),
            number: card + 1,
            pile: program.ir.piles[heap.pile.index()].name.to_string(),
            owner: heap.number + 1,
        })
    }

    /// Checks whether the edit fits.
    ///
    /// # Errors
    /// Why it doesn't: there is no such thing, or the value is out of its range.
    pub fn check(&self, program: &Program) -> Result<(), String> {
        self.change(program).map(|_| ())
    }

    /// The change that the edit makes in this program.
    pub(crate) fn change(&self, program: &Program) -> Result<Change, String> {
        match self {
            Edit::Field { of, number, name, value } => {
                let (at, words, ty) = field(program, of, *number, name)?;
                let read = read(program, ty, value).filter(|read| read.len() == words);
                let read = read.ok_or_else(|| format!("`{name}` can't be {value}"))?;
                match out_of_range(&program.fold(), ty, &read) {
                    Some(why) => Err(format!("`{name}`: {why}")),
                    None => Ok(Change::Words(at, read)),
                }
            }
            Edit::Piece { kind, number, space } => {
                let piece = program.ir.pieces.iter().position(|p| *p.name == **kind);
                let piece = piece.ok_or_else(|| format!("there are no pieces `{kind}`"))?;
                let (id, count) = (PieceId(piece as u16), program.pieces(PieceId(piece as u16)));
                let slot = number.checked_sub(1).and_then(|n| program.slot_of(What::Piece(id, n)));
                let (at, _) = slot.ok_or_else(|| format!("there are {count} `{kind}`"))?;
                let word = match &**space {
                    "none" | "off the board" => NONE,
                    name => {
                        let found = program.spaces.iter().position(|s| **s == *name);
                        found.ok_or_else(|| format!("there is no space `{name}`"))? as i32
                    }
                };
                Ok(Change::Words(at, vec![word]))
            }
            Edit::Card { kind, number, pile, owner } => {
                let at = kind_of(program, kind)?;
                let cards = &program.cards[at];
                let card = number.checked_sub(1).filter(|n| *n < usize::from(cards.count));
                let card = card.ok_or_else(|| format!("there are {} `{kind}`", cards.count))?;
                let is_it = |heap: &crate::program::Heap| {
                    *program.ir.piles[heap.pile.index()].name == **pile && heap.number + 1 == *owner
                };
                let heap = cards.heaps.iter().position(is_it).ok_or_else(|| format!("there is no such pile `{pile}`"))?;
                Ok(Change::Card(at, card, heap))
            }
            Edit::Roll { die, faces } => {
                let n = program.ir.dice.iter().position(|d| *d.name == **die);
                let n = n.ok_or_else(|| format!("there is no die `{die}`"))?;
                let table = &program.dice[n];
                let all = program.faces(table);
                let key = program.streams[usize::from(table.stream)].key;
                let side = |face: &i32| match all.iter().position(|f| f == face) {
                    Some(side) => Ok(Forced::Side(key, side as u32)),
                    None => Err(format!("`{die}` has no face {face}")),
                };
                faces.iter().map(side).collect::<Result<_, _>>().map(Change::Forced)
            }
            Edit::Draw { kind, cards } => {
                let at = kind_of(program, kind)?;
                let rows = &program.rows[at];
                let first = |name: &String| match rows.names.iter().position(|n| **n == **name) {
                    Some(row) => Ok(Forced::Card(at, rows.first[row])),
                    None => Err(format!("there is no `{kind}` called {name}")),
                };
                cards.iter().map(first).collect::<Result<_, _>>().map(Change::Forced)
            }
        }
    }

    /// The edit in words, as everybody may read them.
    pub fn told(&self, program: &Program) -> String {
        let whose = |of: &str, number: usize| match of {
            "state" => String::new(),
            "player" => format!("{}'s ", show::word(program, &Type::Player, number as i32 - 1)),
            kind => match program.ir.pieces.iter().position(|p| *p.name == *kind) {
                Some(p) => format!("{}'s ", show::word(program, &Type::Piece(PieceId(p as u16)), number as i32 - 1)),
                None => String::new(),
            },
        };
        match self {
            Edit::Field { of, number, name, value } => {
                let is_secret = program.ir.fields.iter().any(|field| *field.name == **name && field.secret);
                let ty = field(program, of, *number, name).ok().map(|(_, _, ty)| ty);
                let said = ty.and_then(|ty| Some(show::told(program, ty, &read(program, ty, value)?)));
                let value = if is_secret { "something else" } else { said.as_deref().unwrap_or(value) };
                format!("By hand: {}{} is {value} now", whose(of, *number), name.replace('_', " "))
            }
            Edit::Piece { kind, number, space } => {
                let piece = whose(kind, *number);
                let at = program.spaces.iter().position(|id| **id == **space);
                let space = at.map_or(&**space, |at| &program.called[at]);
                format!("By hand: {} stands on {space} now", piece.trim_end().trim_end_matches("'s"))
            }
            Edit::Card { pile, owner, .. } => {
                let of = program.ir.piles.iter().find(|p| *p.name == **pile).map_or("", |p| match p.owner {
                    Owner::Player => "player",
                    _ => "state",
                });
                format!("By hand: a card lies in {}{} now", whose(of, *owner), pile.replace('_', " "))
            }
            Edit::Roll { die, faces } => {
                let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
                format!("By hand: {} shows {} next", die.replace('_', " "), faces.join(", "))
            }
            Edit::Draw { cards, .. } => format!("By hand: {} comes next", if cards.len() == 1 { "a card" } else { "some cards" }),
        }
    }
}

fn kind_of(program: &Program, kind: &str) -> Result<usize, String> {
    let found = program.ir.kinds.iter().position(|k| *k.name == *kind);
    found.filter(|n| program.cards[*n].count > 0).ok_or_else(|| format!("there are no cards `{kind}`"))
}

/// The place of a field, the number of its words, and its type.
fn field<'p>(program: &'p Program, of: &str, number: usize, name: &str) -> Result<(Slot, usize, &'p Type), String> {
    let owner_of = |owner: Owner| match owner {
        Owner::State => Some("state"),
        Owner::Player => Some("player"),
        Owner::Piece(p) => Some(&*program.ir.pieces[p.index()].name),
        Owner::Track | Owner::Space | Owner::Rows(_) => None,
    };
    let found = program.fields().find(|(_, f)| *f.name == *name && owner_of(f.owner) == Some(of));
    let (id, field) = found.ok_or_else(|| format!("there is no field `{name}` of `{of}`"))?;
    let slot = number.checked_sub(1).and_then(|n| program.slot_of(What::Field(id, n)));
    let (at, words) = slot.ok_or_else(|| format!("there are {} of `{of}`", program.owners(field.owner)))?;
    Ok((at, words, &field.ty))
}

/// The type of a field, for forms.
pub fn type_of(program: &Program, field: FieldId) -> Option<&Type> {
    program.ir.fields.get(field.index()).map(|field| &field.ty)
}
