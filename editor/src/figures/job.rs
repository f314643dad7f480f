//! What is to be played, and what its figures rest on.

use std::sync::Arc;

use interpreter::fnv::Fnv;
use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::ruleset::Ruleset;

use super::words;
use crate::workspace::Build;

/// A program with all that its figures rest on.
#[derive(Clone)]
pub struct Side {
    pub program: Arc<Program>,
    pub ruleset: Arc<Ruleset>,
    /// The file's name: `ring`.
    pub track: Arc<str>,
    /// `laps=2`.
    pub settings: Vec<String>,
    /// A number that is shared where the same is played: texts without tests and comments, and settings.
    pub hash: u64,
}

/// Games to be played.
#[derive(Clone)]
pub struct Job {
    pub now: Side,
    /// What it is compared with, on the same luck.
    pub before: Option<Side>,
    /// Who sits in every seat.
    pub bots: Seat,
    pub seed: u64,
    pub games: u64,
}

impl Side {
    /// Of something that was built; `None` where it can't be played.
    pub fn of(build: &Build) -> Option<Side> {
        Some(Side {
            program: build.program()?.clone(),
            ruleset: build.ruleset.clone(),
            track: build.built.track_name.clone(),
            settings: build.setup.settings.clone(),
            hash: hash(build),
        })
    }

    /// A short name for just these rules, data, track and settings: `3f2a91`.
    pub fn short(&self) -> String {
        format!("{:06x}", self.hash >> 40)
    }

    /// In words: `no add-ons, track ring, laps=2, rules 3f2a91`.
    pub fn told(&self) -> String {
        format!("{}, rules {}", words::rests_on(&self.program, &self.track, &self.settings), self.short())
    }

    /// Whether figures of the two can be held against each other.
    pub fn compares_with(&self, other: &Side) -> bool {
        self.ruleset.name == other.ruleset.name && self.program.players == other.program.players
    }
}

impl Job {
    /// Whether the same games would be played.
    pub fn is_same(&self, other: &Job) -> bool {
        let hash = |side: &Side| (side.hash, side.program.players);
        hash(&self.now) == hash(&other.now)
            && self.before.as_ref().map(hash) == other.before.as_ref().map(hash)
            && (self.bots, self.seed, self.games) == (other.bots, other.seed, other.games)
    }

    /// A bot for each player.
    pub fn seats(&self) -> Vec<Seat> {
        vec![self.bots; self.now.program.players]
    }
}

/// A number for what is played of the texts, and what was set.
fn hash(build: &Build) -> u64 {
    let mut hash = Fnv::default();
    for (name, _) in build.texts.named() {
        if let Some(played) = build.played(&name) {
            hash.add(&name);
            hash.add(&played);
        }
    }
    build.setup.addons.iter().chain(&build.setup.settings).for_each(|set| hash.add(set));
    hash.value()
}
