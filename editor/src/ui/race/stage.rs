//! The rules and the board that are raced on, and how they look: made once for each program.

use std::sync::Arc;

use interpreter::data::track::Track;
use interpreter::program::Program;
use interpreter::ruleset::Ruleset;

use super::signs::{self, Sign};
use crate::ui::board::Board;
use crate::ui::look::{self, Compass, Mark, Meter};
use crate::ui::pieces::{self, PieceLook};
use crate::ui::seat::SeatColours;

/// What stays the same from turn to turn.
pub struct Stage {
    pub ruleset: Arc<Ruleset>,
    pub track: Track,
    pub track_name: Arc<str>,
    pub program: Arc<Program>,
    pub board: Board,
    pub meters: Vec<Meter>,
    pub marks: Vec<Mark>,
    pub compasses: Vec<Compass>,
    pub signs: Vec<Sign>,
    /// By kind of piece.
    pub piece_looks: Vec<PieceLook>,
    pub(super) seat_colours: SeatColours,
}

impl Stage {
    pub fn new(ruleset: Arc<Ruleset>, track: Track, track_name: Arc<str>, program: Arc<Program>) -> Stage {
        let manifest = &ruleset.manifest;
        Stage {
            board: Board::new(&program, &track, manifest),
            meters: look::meters(&program, manifest),
            marks: look::marks(&program, manifest),
            compasses: look::compasses(&program, manifest),
            signs: signs::signs(&program, manifest),
            piece_looks: pieces::looks(&program, manifest),
            seat_colours: SeatColours::new(&program, manifest),
            ruleset,
            track,
            track_name,
            program,
        }
    }
}
