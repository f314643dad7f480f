//! The rules and the board that are raced on: made once for each program.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use interpreter::data::track::Track;
use interpreter::playtest;
use interpreter::program::Program;
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::series::Plan;

use super::wanted::Wanted;
use crate::board::Board;
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
    /// What a window has made of it.
    with_it: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Stage {
    /// A build to play on, or a race of a series that is played under it, by its number from 0. `None`: it can't be played.
    pub fn of(build: &Arc<Build>, series: Option<(Arc<Plan>, usize)>) -> Option<Stage> {
        let plan = series.as_ref().map(|(plan, _)| plan.clone());
        let (setup, built) = match &series {
            Some((plan, race)) => plan.races.get(*race).map(|planned| (&planned.setup, &planned.built))?,
            None => (&build.setup, &build.built),
        };
        let (ruleset, program, manifest) = (build.ruleset.clone(), built.program.clone()?, &build.ruleset.manifest);
        Some(Stage {
            board: Board::new(&program, &built.track, manifest),
            with_it: OnceLock::new(),
            track: built.track.clone(),
            track_name: built.track_name.clone(),
            build: build.clone(),
            plan,
            setup: setup.clone(),
            ruleset,
            program,
        })
    }

    /// Where the switches stood for it.
    pub fn wanted(&self) -> Wanted {
        let series = self.plan.as_ref().map(|plan| plan.name.to_string());
        Wanted { series, ..Wanted::of(&self.ruleset.name, &self.build.setup) }
    }

    /// What a playtest keeps of it.
    pub fn texts(&self) -> playtest::Build {
        playtest::Build { texts: self.build.texts.clone(), setup: self.setup.clone() }
    }

    /// What a window has made of it, of one type, which is kept with it.
    ///
    /// # Panics
    /// If it was asked for something of another type before.
    pub fn with_it<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        let made = self.with_it.get_or_init(|| Box::new(make()));
        made.downcast_ref().expect("one type is kept with a stage")
    }
}
