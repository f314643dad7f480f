//! The rules and the board that are raced on, and how they look: made once for each program.

use std::sync::Arc;

use interpreter::data::track::Track;
use interpreter::playtest;
use interpreter::program::Program;
use interpreter::ruleset::{Built, Ruleset, Setup};
use interpreter::series::Plan;

use super::signs::{self, Sign};
use crate::ui::board::Board;
use crate::ui::look::{self, Compass, Mark, Meter};
use crate::ui::pieces::{self, PieceLook};
use crate::ui::seat::SeatColours;
use crate::workspace::Build;

/// What stays the same from turn to turn.
pub struct Stage {
    /// What was wanted: a race of a series is another one of the same.
    pub build: Arc<Build>,
    /// The series that it is a race of.
    pub plan: Option<Arc<Plan>>,
    /// What the program is built of.
    pub setup: Setup,
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
    /// `None`: it can't be played.
    pub fn of(build: &Arc<Build>) -> Option<Stage> {
        Stage::built(build, &build.setup, &build.built, None)
    }

    /// A race of a series that is played under a build, by its number from 0.
    pub fn in_series(build: &Arc<Build>, plan: Arc<Plan>, race: usize) -> Option<Stage> {
        let planned = plan.races.get(race)?;
        Stage::built(build, &planned.setup, &planned.built, Some(plan.clone()))
    }

    fn built(build: &Arc<Build>, setup: &Setup, built: &Built, plan: Option<Arc<Plan>>) -> Option<Stage> {
        let (ruleset, program, manifest) = (build.ruleset.clone(), built.program.clone()?, &build.ruleset.manifest);
        Some(Stage {
            board: Board::new(&program, &built.track, manifest),
            meters: look::meters(&program, manifest),
            marks: look::marks(&program, manifest),
            compasses: look::compasses(&program, manifest),
            signs: signs::signs(&program, manifest),
            piece_looks: pieces::looks(&program, manifest),
            seat_colours: SeatColours::new(&program, manifest),
            track: built.track.clone(),
            track_name: built.track_name.clone(),
            build: build.clone(),
            plan,
            setup: setup.clone(),
            ruleset,
            program,
        })
    }

    /// What a playtest keeps of it.
    pub fn texts(&self) -> playtest::Build {
        playtest::Build { texts: self.build.texts.clone(), setup: self.setup.clone() }
    }
}
