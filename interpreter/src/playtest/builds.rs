//! What a playtest is played under: all its texts, by content, and the programs of the builds used last.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::program::Program;
use crate::ruleset::{Ruleset, Setup, Texts};

/// The number of programs kept for builds, at most. Building one again takes some 30 milliseconds.
const MOST_PROGRAMS: usize = 24;

/// One of the programs that a playtest is played under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stage(pub(super) usize);

/// Texts, and what is built from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Build {
    pub texts: Texts,
    pub setup: Setup,
}

/// Everything that a playtest was played under.
#[derive(Clone, Default)]
pub(super) struct Builds {
    known: Vec<Known>,
    texts: BTreeSet<Arc<str>>,
    used: u32,
}

/// A program with its build. `build` is `None` for a program that came without its texts, which is kept.
#[derive(Clone)]
struct Known {
    build: Option<Build>,
    program: Option<Arc<Program>>,
    used: u32,
}

impl Builds {
    /// A program without its texts.
    pub fn program_alone(&mut self, program: &Arc<Program>) -> Stage {
        self.stage(|known| known.program.as_ref().is_some_and(|own| Arc::ptr_eq(own, program)), || (None, program.clone()))
    }

    /// A build and its program. Equal builds are one. A program that came without its texts has them from now on.
    pub fn add(&mut self, mut build: Build, program: Arc<Program>) -> Stage {
        let Texts { files, tracks, .. } = &mut build.texts;
        for text in files.values_mut().chain(tracks.values_mut()).flatten() {
            match self.texts.get(text) {
                Some(same) => *text = same.clone(),
                None => drop(self.texts.insert(text.clone())),
            }
        }
        let is_it = |known: &Known| known.build.is_none() && known.program.as_ref().is_some_and(|own| Arc::ptr_eq(own, &program));
        if let Some(n) = self.known.iter().position(is_it) {
            self.known[n].build = Some(build);
            return Stage(n);
        }
        let same = build.clone();
        self.stage(|known| known.build.as_ref() == Some(&same), || (Some(build), program))
    }

    fn stage(&mut self, is_it: impl Fn(&Known) -> bool, new: impl FnOnce() -> (Option<Build>, Arc<Program>)) -> Stage {
        let n = self.known.iter().position(is_it).unwrap_or_else(|| {
            let (build, program) = new();
            self.known.push(Known { build, program: Some(program), used: 0 });
            self.known.len() - 1
        });
        self.program(Stage(n));
        Stage(n)
    }

    /// Drops programs without texts that nothing is played under.
    pub fn retain(&mut self, is_played: impl Fn(Stage) -> bool) {
        let alone = self.known.iter_mut().enumerate().filter(|(_, known)| known.build.is_none());
        alone.filter(|(n, _)| !is_played(Stage(*n))).for_each(|(_, known)| known.program = None);
    }

    /// What a stage was built from, if it came with that.
    pub fn build(&self, stage: Stage) -> Option<&Build> {
        self.known[stage.0].build.as_ref()
    }

    /// The program of a stage, built again if it was dropped.
    pub fn program(&mut self, stage: Stage) -> Arc<Program> {
        self.used += 1;
        let known = &mut self.known[stage.0];
        known.used = self.used;
        if let Some(program) = &known.program {
            return program.clone();
        }
        let build = known.build.as_ref().expect("a program without texts is kept");
        let program = Ruleset::read(&build.texts).build(&build.setup).program.expect("what was built once is built again");
        known.program = Some(program.clone());
        // A program that somebody else keeps costs nothing.
        let is_kept = |known: &&mut Known| known.program.as_ref().is_some_and(|own| Arc::strong_count(own) == 1);
        let mut kept: Vec<&mut Known> = self.known.iter_mut().filter(|known| known.build.is_some()).filter(is_kept).collect();
        if kept.len() > MOST_PROGRAMS {
            kept.sort_by_key(|known| known.used);
            kept[0].program = None;
        }
        program
    }
}
