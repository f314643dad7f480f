//! The games to play, and everything that determines their figures.

use std::sync::Arc;

use interpreter::fnv::Fnv;
use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::ruleset::Ruleset;

use super::words;
use crate::words::{plain, titled};
use crate::workspace::Build;

/// A program, with everything that determines its figures.
#[derive(Clone)]
pub struct Side {
    pub program: Arc<Program>,
    pub ruleset: Arc<Ruleset>,
    /// The track: its file's name, `ring`, and its own, `Ring`.
    pub track: Arc<str>,
    pub title: Arc<str>,
    /// `laps=2`.
    pub settings: Vec<String>,
    /// A hash of the texts, without tests and comments, and the settings. Equal games have equal hashes.
    pub hash: u64,
}

/// A number of games to play.
#[derive(Clone)]
pub struct Job {
    pub now: Side,
    /// The side to compare with, on the same luck.
    pub before: Option<Side>,
    /// The bots in all seats.
    pub bots: Seat,
    pub seed: u64,
    pub games: u64,
}

impl Side {
    /// Returns the side for a build; `None` if it can't be played.
    pub fn of(build: &Build) -> Option<Side> {
        Some(Side {
            program: build.program()?.clone(),
            ruleset: build.ruleset.clone(),
            track: build.built.track_name.clone(),
            title: build.built.track.name.clone(),
            settings: build.setup.settings.clone(),
            hash: hash(build),
        })
    }

    /// Describes the side in words: `no add-ons, track Ring, Laps 2`.
    pub fn told(&self) -> String {
        let in_words = |setting: &String| match setting.split_once('=') {
            Some((name, value)) => format!("{} {}", titled(name), plain(value)),
            None => setting.clone(),
        };
        let settings: Vec<String> = self.settings.iter().map(in_words).collect();
        words::rests_on(&self.program, &self.title, &settings)
    }

    /// Whether the figures of both sides can be compared.
    pub fn compares_with(&self, other: &Side) -> bool {
        self.ruleset.name == other.ruleset.name && self.program.players == other.program.players
    }
}

impl Job {
    /// Whether both jobs play the same games.
    pub fn is_same(&self, other: &Job) -> bool {
        let hash = |side: &Side| (side.hash, side.program.players);
        hash(&self.now) == hash(&other.now)
            && self.before.as_ref().map(hash) == other.before.as_ref().map(hash)
            && (self.bots, self.seed, self.games) == (other.bots, other.seed, other.games)
    }

    /// Returns a bot for each player.
    pub fn seats(&self) -> Vec<Seat> {
        vec![self.bots; self.now.program.players]
    }
}

/// Hashes the settings, and the parts of the texts that are played.
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
