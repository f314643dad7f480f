//! How a race looks: the looks of its pieces, seats and signs, made once for each stage, and the piece on its way.

use egui::{Color32, Pos2};
use interpreter::game::{Moved, Question};
use interpreter::ir::{PieceId, Type};
use interpreter::show;

use super::look::{self, Compass, Mark, Meter};
use super::pieces::{self, PieceLook};
use super::seat::SeatColours;
use super::words::{has_words, with_names};
use crate::board::shapes;
use crate::playtest::{Race, Stage};

pub mod signs;

use signs::Sign;

/// What the manifest says about the looks of a stage.
pub struct Looks {
    pub meters: Vec<Meter>,
    pub marks: Vec<Mark>,
    pub compasses: Vec<Compass>,
    pub signs: Vec<Sign>,
    /// By kind of piece.
    pub pieces: Vec<PieceLook>,
    seat_colours: SeatColours,
}

impl Stage {
    /// The looks of a stage, which keeps them.
    pub fn looks(&self) -> &Looks {
        let (program, manifest) = (&*self.program, &self.ruleset.manifest);
        self.with_it(|| Looks {
            meters: look::meters(program, manifest),
            marks: look::marks(program, manifest),
            compasses: look::compasses(program, manifest),
            signs: signs::signs(program, manifest),
            pieces: pieces::looks(program, manifest),
            seat_colours: SeatColours::new(program, manifest),
        })
    }

    /// A message about the race as the window says it: with what spaces are called instead of their ids, and without marks around code.
    pub fn in_words(&self, message: &str) -> String {
        let space = |id: &str| self.program.spaces.iter().position(|space| **space == *id);
        with_names(message, |id| space(id).map(|space| self.program.called[space].to_string()))
    }
}

impl Race {
    /// The lane of its space on which a piece stands, from 1, where the manifest says which field tells it.
    pub fn lane_of(&self, kind: usize, piece: usize) -> Option<usize> {
        let lane = self.table_state.read(&self.program).field(self.looks().pieces.get(kind)?.part?, piece);
        lane.index().filter(|lane| *lane > 0)
    }

    /// The piece that a question is about, by kind and number: the one that the manifest marks, the one of the player that the question
    /// names, or the player's only one.
    pub fn asked_about(&self, question: &Question) -> Option<(usize, usize)> {
        let (program, state) = (&self.program, &self.table_state);
        let looks = self.looks().pieces.iter().enumerate();
        let marked = looks.clone().find_map(|(kind, look)| Some((kind, look.marked(program, state)?)));
        let own = || self.pieces().filter(|(kind, piece, _)| self.owner(*kind, *piece) == question.player);
        let named = || {
            let name = |kind: usize, piece: usize| {
                let name = show::word(program, &Type::Piece(PieceId(kind as u16)), piece as i32);
                name.split_once("'s ").map_or(name.clone(), |(_, own)| own.to_owned())
            };
            let named = own().map(|(kind, piece, _)| (name(kind, piece), (kind, piece)));
            named.filter(|(name, _)| has_words(&question.prompt, name)).max_by_key(|(name, _)| name.len()).map(|(_, piece)| piece)
        };
        let only = || {
            let mut own = own();
            own.next().filter(|_| own.next().is_none()).map(|(kind, piece, _)| (kind, piece))
        };
        marked.or_else(named).or_else(only)
    }

    /// The colour of a seat as things stand on show.
    pub fn colour(&self, seat: usize) -> Color32 {
        self.looks().seat_colours.of(self.table_state.read(&self.program), seat)
    }

    /// What is written on the pieces of a seat: the first letter of its name, or its number where two names begin alike.
    pub fn letter(&self, seat: usize) -> String {
        let first = |name: &str| name.chars().next().filter(|first| first.is_alphabetic());
        let own = self.program.names.get(seat).and_then(|name| first(name));
        let alike = self.program.names.iter().filter(|name| first(name) == own).count();
        own.filter(|_| alike == 1).map_or_else(|| (seat + 1).to_string(), |own| own.to_uppercase().to_string())
    }

    /// Where the gliding piece is now, in millimetres.
    pub fn glide_at(&self, now: f64) -> Option<Pos2> {
        let glide = self.glide.as_ref()?;
        shapes::along(&self.way(&glide.moved), shapes::eased(glide.share(now)))
    }

    /// The middles of the spaces of a way.
    pub fn way(&self, moved: &Moved) -> Vec<Pos2> {
        moved.way.iter().flatten().filter_map(|s| self.board.spaces.get(*s)).map(|s| s.tile.at).collect()
    }
}
