//! Pieces on the board: a disc in the colour of its seat, with small signs at its edge for what the manifest wants to be seen.

use std::sync::Arc;

use egui::{Align2, Color32, FontId, Pos2, Stroke, Vec2, vec2};
use interpreter::data::manifest::look::{Marks, Shape};
use interpreter::data::manifest::{Manifest, Use};
use interpreter::ir::{FieldId, Owner, PieceId, PileId, Type};
use interpreter::program::Program;
use interpreter::vm::Machine;
use interpreter::{face, show};

use super::look;
use super::theme;
use crate::board::print;

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
    colour: Color32,
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Of {
    Field(FieldId),
    Pile(PileId),
}

/// Colours of signs of which nothing is said.
const PLAIN: [Color32; 3] =
    [Color32::from_rgb(0x2b, 0x8a, 0x4b), Color32::from_rgb(0xb3, 0x3a, 0x2e), Color32::from_rgb(0xf2, 0xee, 0xe2)];
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
            let colour = own.colour.map_or(PLAIN[at % PLAIN.len()], look::colour);
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

    /// Paints the signs of a piece around its disc.
    pub fn signs_ui(&self, painter: &egui::Painter, at: Pos2, radius: f32, signs: &[(usize, i32)]) {
        let share = if self.badges.len() > 4 { SIGNS.1 } else { SIGNS.0 };
        for (n, count) in signs {
            self.badges[*n].paint(painter, at + CORNERS[*n] * radius, radius * share, *count);
        }
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

    fn paint(&self, painter: &egui::Painter, at: Pos2, radius: f32, count: i32) {
        let edge = Stroke::new((radius * 0.16).max(0.75), theme::between(self.colour, Color32::BLACK, 0.5));
        match print::corners(self.shape, at, radius) {
            Some(corners) => drop(painter.add(egui::Shape::convex_polygon(corners, self.colour, edge))),
            None => drop(painter.circle(at, radius, self.colour, edge)),
        }
        // One card is told by its being there.
        if self.shape != Shape::Card || count > 1 {
            let font = FontId::proportional((radius * 1.5).clamp(4.0, 200.0));
            painter.text(at, Align2::CENTER_CENTER, count.to_string(), font, theme::on(self.colour));
        }
    }
}
