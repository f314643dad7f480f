//! How a race looks: the looks of its pieces, seats and signs, made once for each stage, and the piece on its way.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use egui::{Color32, Pos2, Rect};
use interpreter::game::{Moved, Question};
use interpreter::ir::{FieldId, KindId, PieceId, Type};
use interpreter::show;

use super::look::{self, Compass, Mark, Meter};
use super::sheet::marks::Drawing;
use super::words::{has_words, with_names};
use crate::board::shapes;
use crate::faces::{self, Face};
use crate::pieces::seats::{self, SeatColours};
use crate::pieces::{self, PieceLook};
use crate::playtest::{Race, Stage};
use crate::scoresheet;

pub mod signs;

use signs::Sign;

/// One side of a card of a kind: the face of one, or the back with what tells it from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Front(usize),
    Back(Option<String>),
}

/// A side of a card, ready to be painted.
pub struct Shown {
    pub face: Face,
    pub drawing: Drawing,
}

impl Shown {
    /// Where a part of the card lies if the whole lies there; a negative frame if the face doesn't show it.
    pub fn part(&self, n: usize, whole: Rect) -> Rect {
        let Some(part) = self.face.parts.get(n).filter(|part| part.is_positive()) else { return Rect::NOTHING };
        let scale = whole.width() / self.face.size.x;
        Rect::from_min_max(whole.min + part.min.to_vec2() * scale, whole.min + part.max.to_vec2() * scale)
    }
}

/// The sides of cards that were drawn so far.
type Drawn = Mutex<BTreeMap<(KindId, Side), Arc<Shown>>>;

/// What the manifest says about the looks of a stage.
pub struct Looks {
    pub meters: Vec<Meter>,
    pub marks: Vec<Mark>,
    pub compasses: Vec<Compass>,
    pub signs: Vec<Sign>,
    /// By kind of piece.
    pub pieces: Vec<PieceLook>,
    /// The fields of players that stand on the score sheet.
    pub on_sheet: Vec<FieldId>,
    seat_colours: SeatColours,
    cards: Drawn,
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
            on_sheet: scoresheet::fields(program, manifest),
            seat_colours: SeatColours::new(program, manifest),
            cards: Drawn::default(),
        })
    }

    /// One side of a card, which is drawn once.
    pub fn card(&self, kind: KindId, side: Side) -> Arc<Shown> {
        let (program, manifest) = (&*self.program, &self.ruleset.manifest);
        let draw = |(kind, side): &(KindId, Side)| {
            let face = match side {
                Side::Front(card) => faces::front(program, manifest, *kind, *card),
                Side::Back(says) => faces::back(program, manifest, *kind, says.as_deref()),
            };
            Arc::new(Shown { drawing: Drawing::of(&face.marks), face })
        };
        let mut drawn = self.looks().cards.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.entry((kind, side)).or_insert_with_key(draw).clone()
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
        self.looks().pieces.get(kind)?.lane(&self.program, &self.table_state, piece)
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
        look::colour(self.looks().seat_colours.of(self.table_state.read(&self.program), seat))
    }

    /// What is written on the pieces of a seat: the first letter of its name, or its number where two names begin alike.
    pub fn letter(&self, seat: usize) -> String {
        seats::letter(&self.program, seat)
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
