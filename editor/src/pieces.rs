//! Pieces on the board: where each stands, a shape in the colour of its seat, and small signs at its edge for what the manifest wants to be
//! seen.

use std::collections::BTreeMap;
use std::sync::Arc;

use emath::{Pos2, Vec2, vec2};
use interpreter::data::manifest::look::{Marks, Shape};
use interpreter::data::manifest::{Manifest, Use};
use interpreter::ir::{FieldId, Owner, PieceId, PileId, Type};
use interpreter::program::Program;
use interpreter::vm::Machine;
use interpreter::{face, show};

use crate::board::fonts::Weight;
use crate::board::print::{self, Pen, Press, Words};
use crate::board::vision::{WHITE, contrast};
use crate::board::{Board, shapes};
use crate::looks::Rgb;

pub mod dice;
pub mod seats;

use seats::SeatColours;

/// What the manifest says of a kind of piece.
#[derive(Clone, Debug, Default)]
pub struct PieceLook {
    /// The field that says on which part of a space it stands, from 1.
    pub part: Option<FieldId>,
    /// The field that says what it is called, its own or its player's.
    pub label: Option<FieldId>,
    pub badges: Vec<Badge>,
    /// The field of the state that says which of them a turn is about.
    pub marked_by: Option<FieldId>,
}

/// A sign at the edge of a piece.
#[derive(Clone, Debug)]
pub struct Badge {
    of: Of,
    pub colour: Rgb,
    pub shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Of {
    Field(FieldId),
    Pile(PileId),
}

/// Colours of signs of which nothing is said.
const PLAIN: [Rgb; 3] = [[0x2b, 0x8a, 0x4b], [0xb3, 0x3a, 0x2e], [0xf2, 0xee, 0xe2]];
/// Where signs are, as shares of the radius: right above, right below, left below, left above; then right, below, left, above.
const CORNERS: [Vec2; 8] = [
    vec2(0.86, -0.86),
    vec2(0.86, 0.86),
    vec2(-0.86, 0.86),
    vec2(-0.86, -0.86),
    vec2(1.22, 0.0),
    vec2(0.0, 1.22),
    vec2(-1.22, 0.0),
    vec2(0.0, -1.22),
];
/// The radius of a sign, where there are at most four and where there may be more.
const SIGNS: (f32, f32) = (0.6, 0.44);

/// The looks of all kinds of pieces.
pub fn looks(program: &Program, manifest: &Manifest) -> Vec<PieceLook> {
    let look = |(n, piece): (usize, &interpreter::ir::Piece)| {
        let owner = Owner::Piece(PieceId(n as u16));
        let field = |name: &str| {
            // What is secret isn't shown to everybody.
            let found = program.ir.fields.iter().position(|f| f.owner == owner && *f.name == *name && !f.secret)?;
            Some(FieldId(found as u16))
        };
        let of = |name: &str| {
            let pile =
                || Some(Of::Pile(PileId(program.ir.piles.iter().position(|p| p.owner == owner && *p.name == *name)? as u16)));
            field(name).map(Of::Field).or_else(pile)
        };
        let said = manifest.look(&piece.name);
        let badges = said.fields(Use::Badge).unwrap_or_default().iter().enumerate().filter_map(|(at, (name, _))| {
            let of = of(name)?;
            let own = manifest.look(&format!("{}.{name}", piece.name));
            let usual = if matches!(of, Of::Pile(_)) { Shape::Card } else { Shape::Round };
            let colour = own.colour.unwrap_or(PLAIN[at % PLAIN.len()]);
            Some(Badge { of, colour, shape: own.shape.unwrap_or(usual) })
        });
        let label = said.field(Use::Label).and_then(|name| match name.strip_prefix("owner.") {
            Some(name) => program.field_called(Owner::Player, name).filter(|field| !program.ir.fields[field.index()].secret),
            None => field(name),
        });
        let marked_by = program.fields_of(Owner::State).find(|(_, f)| {
            let is_such = !f.secret && *f.ty.present() == Type::Piece(PieceId(n as u16));
            is_such && manifest.look(&format!("state.{}", f.name)).marks == Some(Marks::Piece)
        });
        let part = said.field(Use::Part).and_then(field);
        PieceLook { part, label, badges: badges.collect(), marked_by: marked_by.map(|(id, _)| id) }
    };
    program.ir.pieces.iter().enumerate().map(look).collect()
}

impl PieceLook {
    /// What a piece is called: `Home's Pivot 5`, or as the rules name it.
    pub fn name(&self, program: &Program, state: &Machine, kind: usize, piece: usize) -> String {
        let plain = show::word(program, &Type::Piece(PieceId(kind as u16)), piece as i32);
        let Some(label) = self.label else { return plain };
        let field = &program.ir.fields[label.index()];
        let player = program.holder(Owner::Piece(PieceId(kind as u16)), piece).unwrap_or(0);
        let own = state.read(program).field(label, if field.owner == Owner::Player { player } else { piece }).said().text();
        program.names.get(player).map_or(own.clone(), |owner| format!("{owner}'s {own}"))
    }

    /// The same without its player's name: `Pivot 5`.
    pub fn own_name(&self, program: &Program, state: &Machine, kind: usize, piece: usize) -> String {
        let of_piece = self.label.filter(|label| program.ir.fields[label.index()].owner != Owner::Player);
        let plain = || show::word(program, &Type::Piece(PieceId(kind as u16)), piece as i32);
        of_piece.map_or_else(plain, |label| state.read(program).field(label, piece).said().text())
    }

    /// What its player is called besides the name, once that is known: the racer in this seat.
    pub fn of_player(&self, program: &Program, state: &Machine, player: usize) -> Option<String> {
        let label = self.label.filter(|label| program.ir.fields[label.index()].owner == Owner::Player)?;
        let said = state.read(program).field(label, player).said();
        Some(said).filter(|said| !said.is_nothing()).map(|said| said.text()).filter(|text| text != "not set")
    }

    /// The lane of its space on which a piece stands, from 1, where the manifest says which field tells it.
    pub fn lane(&self, program: &Program, state: &Machine, piece: usize) -> Option<usize> {
        state.read(program).field(self.part?, piece).index().filter(|lane| *lane > 0)
    }

    /// Which of them a turn is about.
    pub fn marked(&self, program: &Program, state: &Machine) -> Option<usize> {
        state.read(program).field(self.marked_by?, 0).index()
    }

    /// What the row of data says after which a piece is called: `number 5, role pivot, speed 6`.
    pub fn says(&self, program: &Program, state: &Machine, piece: usize) -> Option<String> {
        let label = self.label?;
        let field = &program.ir.fields[label.index()];
        let Type::Row(kind) = *field.ty.present() else { return None };
        if matches!(field.owner, Owner::Player) {
            return None;
        }
        let row = state.read(program).field(label, piece).index()?;
        Some(face::told(&face::facts(program, kind, row))).filter(|told| !told.is_empty())
    }

    /// The signs of a piece that tell a viewer something: which, and how many.
    pub fn signs(&self, program: &Program, state: &Machine, viewer: Option<usize>, piece: usize) -> Vec<(usize, i32)> {
        let signs = self.badges.iter().enumerate().map(|(n, badge)| (n, badge.count(program, state, viewer, piece)));
        signs.filter(|(n, count)| *count != 0 && *n < CORNERS.len()).collect()
    }

    /// What the signs of a piece tell a viewer: `speed tokens 2`.
    pub fn told(&self, program: &Program, state: &Machine, viewer: Option<usize>, piece: usize) -> Vec<(Arc<str>, i32)> {
        self.signs(program, state, viewer, piece).into_iter().map(|(n, count)| (self.badges[n].name(program), count)).collect()
    }

    /// Where the signs of a piece are, each with its radius, and what it is a sign of, with its count.
    pub fn placed<'s>(
        &'s self,
        at: Pos2,
        radius: f32,
        signs: &'s [(usize, i32)],
    ) -> impl Iterator<Item = (Pos2, f32, &'s Badge, i32)> {
        let share = if self.badges.len() > 4 { SIGNS.1 } else { SIGNS.0 };
        signs.iter().map(move |(n, count)| (at + CORNERS[*n] * radius, radius * share, &self.badges[*n], *count))
    }
}

impl Badge {
    fn name(&self, program: &Program) -> Arc<str> {
        match self.of {
            Of::Field(field) => program.ir.fields[field.index()].name.clone(),
            Of::Pile(pile) => program.ir.piles[pile.index()].name.clone(),
        }
    }

    /// What it counts: a number as it is, anything else that is there as 1, the cards that a viewer sees in a pile.
    fn count(&self, program: &Program, state: &Machine, viewer: Option<usize>, piece: usize) -> i32 {
        match self.of {
            Of::Field(field) => {
                let word = state.read(program).field(field, piece).word();
                match &program.ir.fields[field.index()].ty {
                    Type::Bool => i32::from(word == 1),
                    ty if ty.is_optional() => i32::from(word >= 0),
                    _ => word.max(0),
                }
            }
            Of::Pile(pile) => {
                let cards = &program.cards[program.ir.piles[pile.index()].kind.index()];
                let of_pile = cards.heaps.iter().enumerate().filter(|(_, heap)| heap.pile == pile);
                let own = of_pile.filter(|(_, heap)| heap.number == piece).map(|(n, _)| n);
                let count = |heap: usize| {
                    (0..usize::from(cards.count)).filter(|card| state.seen_in(cards, *card, viewer) == heap as i32).count() as i32
                };
                own.map(count).sum()
            }
        }
    }

    /// What is written on it; one card is told by its being there.
    pub fn says(&self, count: i32) -> Option<String> {
        (self.shape != Shape::Card || count > 1).then(|| count.to_string())
    }
}

/// A piece where it stands on the board, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    pub kind: usize,
    pub piece: usize,
    pub at: Pos2,
    pub radius: f32,
    /// Whether no other piece stands on its space.
    pub is_alone: bool,
}

/// The pieces on a board, without those that are `left_out`. Those on one space stand side by side, and beside what is printed there.
pub fn standing(
    board: &Board,
    program: &Program,
    state: &Machine,
    looks: &[PieceLook],
    left_out: impl Fn(usize, usize) -> bool,
) -> Vec<Standing> {
    let mut taken = BTreeMap::<usize, Vec<(usize, usize)>>::new();
    for kind in program.piece_kinds() {
        for (piece, space) in state.read(program).pieces(kind).enumerate() {
            let space = space.filter(|_| !left_out(kind.index(), piece));
            space.into_iter().for_each(|space| taken.entry(space).or_default().push((kind.index(), piece)));
        }
    }
    let mut all = vec![];
    for (space, pieces) in taken {
        let Some(space) = board.spaces.get(space) else { continue };
        let (tile, has_sign, lanes) = (&space.tile, space.has_sign(), space.look.drawn.lanes);
        for (n, (kind, piece)) in pieces.iter().copied().enumerate() {
            let place = if has_sign { shapes::beside_sign(tile, n, pieces.len()) } else { shapes::fan(n, pieces.len()) };
            let (mut offset, mut radius) = place;
            let lane = looks.get(kind).and_then(|look| look.lane(program, state, piece));
            if let Some(lane) = lane.filter(|lane| lanes > 1 && *lane <= lanes) {
                // The first lane is the left one.
                let across = (lane as f32 - 0.5) / lanes as f32 * 2.0 - 1.0;
                offset = (tile.place(0.0, across) - tile.at) / tile.half;
                radius = if has_sign && lanes == 2 { 0.44 } else { 0.72 / (lanes as f32).sqrt() };
            }
            let (at, radius) = (tile.at + offset * tile.half, radius * tile.half);
            all.push(Standing { kind, piece, at, radius, is_alone: pieces.len() == 1 });
        }
    }
    all
}

/// What is written on a piece: the letter of its seat, or which of several of its player's it is.
pub fn written(program: &Program, kind: usize, piece: usize) -> String {
    let owner = Owner::Piece(PieceId(kind as u16));
    match program.of_each(owner) {
        1 => seats::letter(program, program.holder(owner, piece).unwrap_or(0)),
        each => (piece % each + 1).to_string(),
    }
}

/// The font size of the names of players below their pieces, as a multiple of the piece's radius.
const NAME: f32 = 0.75;

/// Prints the pieces of a state where they stand, as an onlooker sees them.
pub fn print(press: &mut dyn Press, board: &Board, program: &Program, state: &Machine, manifest: &Manifest) {
    let (looks, colours) = (looks(program, manifest), SeatColours::new(program, manifest));
    for Standing { kind, piece, at, radius, is_alone } in standing(board, program, state, &looks, |_, _| false) {
        let owner = Owner::Piece(PieceId(kind as u16));
        let seat = program.holder(owner, piece).unwrap_or(0);
        let look = &looks[kind];
        press.begin(&look.name(program, state, kind, piece));
        print_seat(press, at, radius, seat, colours.of(state.read(program), seat), &written(program, kind, piece));
        for (at, radius, badge, count) in look.placed(at, radius, &look.signs(program, state, None, piece)) {
            let edge = Pen { width: radius * 0.16, colour: print::between(badge.colour, [0; 3], 0.5) };
            print_shape(press, print::corners(badge.shape, at, radius), (at, radius), badge.colour, edge);
            if let Some(says) = badge.says(count) {
                press.words(words(&says, at, radius * 1.5, contrast(badge.colour), None));
            }
        }
        if let Some(name) = program.names.get(seat).filter(|_| is_alone && program.of_each(owner) == 1) {
            let at = at + vec2(0.0, radius * (1.35 + NAME / 2.0));
            press.words(words(name, at, radius * NAME, print::Inks::PRINT.ink, Some(WHITE)));
        }
        press.end();
    }
}

/// Prints the piece of a seat in its shape and colour, with what is written on it.
pub fn print_seat(press: &mut dyn Press, at: Pos2, radius: f32, seat: usize, colour: Rgb, text: &str) {
    let width = radius * 0.12;
    // Of a white ring and a dark one, either can be seen on any ground.
    let (ring, edge) = (radius + width, Pen { width, colour: WHITE });
    print_shape(press, seats::corners(seat, at, ring), (at, ring), WHITE, edge);
    let edge = Pen { width, colour: print::between(colour, [0; 3], seats::OUTLINE) };
    print_shape(press, seats::corners(seat, at, radius), (at, radius), colour, edge);
    let (middle, font) = seats::letter_place(seat, at, radius);
    press.words(words(text, middle, font, contrast(colour), None));
}

fn print_shape(press: &mut dyn Press, corners: Option<Vec<Pos2>>, (at, radius): (Pos2, f32), fill: Rgb, edge: Pen) {
    match corners {
        Some(corners) => press.polygon(&corners, Some(fill), Some(edge)),
        None => press.disc(at, radius, fill, Some(edge)),
    }
}

fn words(text: &str, at: Pos2, font: f32, colour: Rgb, halo: Option<Rgb>) -> Words<'_> {
    Words { text, at, font, weight: Weight::Bold, colour, halo, opacity: 1.0, turn: 0.0 }
}
