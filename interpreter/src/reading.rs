//! Reads a state by what the rules name, so that no code above needs to know where something lies in memory. Players, pieces, cards, spaces
//! and rows count from 0 here. `show` and `face` turn values into words for people.

use crate::ir::fold::{Fold, NONE};
use crate::ir::{Field, FieldId, KindId, LinkArity, LinkId, Owner, PieceId, Type};
use crate::program::{DiceTable, Program, Slot, header};
use crate::vm::Machine;

/// A thing in play with a value of its own, about which one may ask what it is and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A field of the state, or of the player or piece with this number.
    Field(FieldId, usize),
    /// Where a piece stands, by its number among those of its kind.
    Piece(PieceId, usize),
    /// Where a card lies, by its number among those of its kind.
    Card(KindId, usize),
    /// The place that a player has, by seat.
    Place(usize),
}

/// A state of a game, with its program.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    pub program: &'a Program,
    memory: &'a [i32],
}

/// A value with its type. It has one word, unless it is a set, list or table.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    pub program: &'a Program,
    pub ty: &'a Type,
    pub words: &'a [i32],
}

impl Machine {
    /// The state that the machine is in.
    pub fn read<'a>(&'a self, program: &'a Program) -> Reading<'a> {
        program.read(&self.memory[..])
    }
}

impl Program {
    /// A state of this program, or a memory that begins with one.
    pub fn read<'a>(&'a self, memory: &'a [i32]) -> Reading<'a> {
        Reading { program: self, memory }
    }

    /// The state in which games begin. Fields of boards and rows never change, and can be read in it.
    pub fn at_first(&self) -> Reading<'_> {
        self.read(&self.image)
    }

    /// The fields of all things of an owner.
    pub fn fields_of(&self, owner: Owner) -> impl Iterator<Item = (FieldId, &Field)> + Clone {
        self.fields().filter(move |(_, field)| field.owner == owner)
    }

    pub fn fields(&self) -> impl Iterator<Item = (FieldId, &Field)> + Clone {
        self.ir.fields.iter().enumerate().map(|(n, field)| (FieldId(n as u16), field))
    }

    /// The number of things with a field of this owner, in the state or on the board.
    pub(crate) fn all_of(&self, owner: Owner) -> usize {
        match owner {
            Owner::Track => 1,
            Owner::Space => self.spaces.len(),
            Owner::Rows(kind) => self.rows[kind.index()].len(),
            of_state => self.owners(of_state),
        }
    }

    /// The field with this name that things of an owner have.
    pub fn field_called(&self, owner: Owner, name: &str) -> Option<FieldId> {
        self.fields_of(owner).find(|(_, field)| *field.name == *name).map(|(id, _)| id)
    }

    /// The faces of a die, side by side.
    pub fn faces(&self, die: &DiceTable) -> &[i32] {
        &self.image[usize::from(die.faces)..][..die.sides as usize]
    }

    pub fn piece_kinds(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.layout.pieces.len()).map(|kind| PieceId(kind as u16))
    }

    /// The number of pieces of a kind.
    pub fn pieces(&self, kind: PieceId) -> usize {
        self.layout.pieces.get(kind.index()).map_or(0, |(_, count)| *count)
    }

    /// Everything in a state that has a value. Fields of boards and rows are left out.
    pub fn things(&self) -> impl Iterator<Item = What> {
        let fields = self.fields().flat_map(|(id, field)| (0..self.owners(field.owner)).map(move |owner| What::Field(id, owner)));
        let pieces = self.piece_kinds().flat_map(|kind| (0..self.pieces(kind)).map(move |piece| What::Piece(kind, piece)));
        let kinds = self.cards.iter().enumerate().map(|(kind, cards)| (KindId(kind as u16), usize::from(cards.count)));
        let cards = kinds.flat_map(|(kind, count)| (0..count).map(move |card| What::Card(kind, card)));
        fields.chain(pieces).chain(cards).chain((0..self.players).map(What::Place))
    }

    /// Where something lies in a state, and its number of words; `None` if there is no such thing.
    pub(crate) fn slot_of(&self, what: What) -> Option<(Slot, usize)> {
        let (base, words, n, count) = match what {
            What::Field(field, owner) => {
                let (base, words) = *self.layout.fields.get(field.index())?;
                (base, words, owner, self.owners(self.ir.fields[field.index()].owner))
            }
            What::Piece(kind, piece) => (self.layout.pieces.get(kind.index())?.0, 1, piece, self.pieces(kind)),
            What::Card(kind, card) => {
                let cards = self.cards.get(kind.index())?;
                (cards.place, 1, card, usize::from(cards.count))
            }
            What::Place(player) => (self.layout.place, 1, player, self.players),
        };
        (n < count).then(|| (base + (n * words) as Slot, words))
    }

    /// What the word at an address belongs to, if that is one of [`Program::things`].
    pub(crate) fn thing_at(&self, slot: Slot) -> Option<What> {
        let holds = |(at, words): (Slot, usize)| usize::from(slot).checked_sub(at.into()).is_some_and(|n| n < words);
        self.things().find(|what| self.slot_of(*what).is_some_and(holds))
    }
}

/// The members of a set, in order, or of a list; `None` for other types.
pub(crate) fn members(fold: &Fold<'_>, ty: &Type, words: &[i32]) -> Option<Vec<i32>> {
    match ty {
        Type::Set(of) => {
            let low = fold.first_member(of);
            let bits = (0..words.len() * 32).filter(|bit| words[bit / 32] >> (bit % 32) & 1 == 1);
            Some(bits.map(|bit| bit as i32 + low).collect())
        }
        Type::List(..) => {
            let count = words.first().map_or(0, |count| usize::try_from(*count).unwrap_or(0));
            Some(words.iter().skip(1).take(count).copied().collect())
        }
        _ => None,
    }
}

impl<'a> Reading<'a> {
    /// The words at an address. Words that never change are only in the program.
    fn words(self, at: Slot, count: usize) -> &'a [i32] {
        let (at, program) = (usize::from(at), self.program);
        let memory = if at < program.state_len { self.memory } else { &program.image[..] };
        memory.get(at..at + count).unwrap_or_default()
    }

    /// A field of the owner with this number: a player, a piece, a space or a row, or 0 for state and track. The value has no words if
    /// there is no such owner.
    pub fn field(self, field: FieldId, owner: usize) -> Value<'a> {
        let program = self.program;
        let of = &program.ir.fields[field.index()];
        let owners = program.all_of(of.owner);
        let (base, words) = program.layout.fields[field.index()];
        let words = if owner < owners { self.words(base + (owner * words) as Slot, words) } else { &[] };
        Value { program, ty: &of.ty, words }
    }

    /// Whether a field can have no other value than now, as no rule in play changes it, for any of its owners. What was changed by hand, or was
    /// taken over from other rules, counts, except in what is secret: this would tell something about it.
    pub fn is_fixed(self, field: FieldId) -> bool {
        let program = self.program;
        let of = &program.ir.fields[field.index()];
        let is_as_at_first = |owner: usize| self.field(field, owner).words == program.at_first().field(field, owner).words;
        let owners = || 0..program.owners(of.owner);
        program.in_play().fixed.contains(&field) && (of.secret || owners().all(is_as_at_first))
    }

    /// What a row of a kind says in the column of this name, whether it is written or worked out; `None` if there is no such column.
    pub fn column(self, kind: KindId, name: &str, row: usize) -> Option<Value<'a>> {
        let (program, owner) = (self.program, Owner::Rows(kind));
        if let Some(field) = program.field_called(owner, name) {
            return Some(self.field(field, row));
        }
        let derive = program.ir.derives.iter().position(|derive| derive.owner == owner && *derive.name == *name)?;
        let (base, words) = *program.layout.derives.get(derive)?;
        let words = if row < program.all_of(owner) { self.words(base + (row * words) as Slot, words) } else { &[] };
        Some(Value { program, ty: &program.ir.derives[derive].ty, words })
    }

    /// The words of something; empty if there is no such thing.
    pub fn of(self, what: What) -> &'a [i32] {
        self.program.slot_of(what).map_or(&[], |(at, words)| self.words(at, words))
    }

    /// The space on which a piece stands; `None` if it is off the board.
    pub fn piece(self, kind: PieceId, piece: usize) -> Option<usize> {
        usize::try_from(*self.of(What::Piece(kind, piece)).first()?).ok()
    }

    /// Where the pieces of a kind stand, by their numbers.
    pub fn pieces(self, kind: PieceId) -> impl Iterator<Item = Option<usize>> + 'a {
        (0..self.program.pieces(kind)).map(move |piece| self.piece(kind, piece))
    }

    /// The heap in which a card lies, by its number among those of its kind; `None` if it is out of the game.
    pub fn heap(self, kind: KindId, card: usize) -> Option<usize> {
        let heap = usize::try_from(*self.of(What::Card(kind, card)).first()?).ok()?;
        (heap < self.program.cards[kind.index()].heaps.len()).then_some(heap)
    }

    /// The spaces to which links of a kind lead from one space, in the order of the board.
    pub fn links(self, link: LinkId, from: usize) -> Vec<usize> {
        let (base, words) = self.program.layout.links[link.index()];
        let words = self.words(base + (from * words) as Slot, words);
        if self.program.ir.links[link.index()].arity == LinkArity::Many {
            (0..words.len() * 32).filter(|bit| words[bit / 32] >> (bit % 32) & 1 == 1).collect()
        } else {
            words.iter().filter_map(|space| usize::try_from(*space).ok()).collect()
        }
    }

    /// The current value of a measure, by its number: one figure, or one for each of its keys.
    pub fn measure(self, measure: usize) -> &'a [i32] {
        self.program.layout.measures.get(measure).map_or(&[], |(at, count)| self.words(*at, *count))
    }

    /// A word at the start of the state: see [`header`].
    pub(crate) fn header(self, at: usize) -> i32 {
        self.memory[at]
    }

    /// The number of turns begun so far.
    pub fn turn(self) -> u32 {
        self.header(header::TURNS).max(0) as u32
    }
}

impl<'a> Value<'a> {
    /// The only word, or the first; [`NONE`] if there is none.
    pub fn word(self) -> i32 {
        self.words.first().copied().unwrap_or(NONE)
    }

    /// The case, player, space, piece, row or number that it is; `None` if it is none, or below 0.
    pub fn index(self) -> Option<usize> {
        usize::try_from(self.word()).ok()
    }

    /// The members of a set or a list. Empty for other types.
    pub fn members(self) -> Vec<i32> {
        members(&self.program.fold(), self.ty, self.words).unwrap_or_default()
    }
}
