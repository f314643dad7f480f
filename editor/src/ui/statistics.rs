//! Figures of what stands in the window: they are played anew whenever the rules are others, beside those of before.

use std::sync::Arc;

use interpreter::players::Seat;
use interpreter::stats::Estimate;

use super::race::Race;
use crate::beside::Wake;
use crate::figures::{Job, Runner, Side, Snapshot};
use crate::workspace::Build;

/// How many games can be asked for.
pub const GAMES: [u64; 5] = [200, 1_000, 5_000, 20_000, 100_000];
/// Who can play them.
pub const BOTS: [Seat; 3] = [Seat::Random, Seat::Quick, Seat::Greedy];
/// Figures have a seed of their own: another race in the window is no reason for others.
const SEED: u64 = 1;

/// What the window keeps of figures.
pub struct Statistics {
    /// Nothing is played in the background otherwise.
    pub is_on: bool,
    pub runner: Runner,
    pub bots: Seat,
    pub games: u64,
    /// What figures are compared with.
    pub pinned: Option<Side>,
    /// Whether the first rules are pinned when they are changed.
    pins_itself: bool,
    /// What can be played now, and what it was taken from.
    pub now: Option<Side>,
    of: Option<Arc<Build>>,
    pub newest: Option<Arc<Snapshot>>,
    /// Whether the board shows where pieces come to rest.
    pub heat: bool,
    /// Whether they were on show when something was wrong that came before them.
    pub were_in_front: bool,
    /// The figure whose values are drawn as bars, by its key.
    pub drawn: String,
}

/// What can be done with figures.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    Bots(Seat),
    Games(u64),
    /// What is played now is what later changes are compared with.
    Pin,
    Unpin,
    Heat(bool),
    /// Draws this figure's values as bars.
    DrawBars(String),
}

impl Statistics {
    pub fn new(is_on: bool) -> Statistics {
        Statistics {
            is_on,
            runner: Runner::default(),
            bots: Seat::Random,
            games: 5_000,
            pinned: None,
            pins_itself: true,
            now: None,
            of: None,
            newest: None,
            heat: false,
            were_in_front: false,
            drawn: "rounds".to_owned(),
        }
    }

    pub fn act(&mut self, act: Act) {
        match act {
            Act::Bots(bots) => self.bots = bots,
            Act::Games(games) => self.games = games.clamp(1, GAMES[GAMES.len() - 1]),
            Act::Pin => self.pinned = self.now.clone(),
            Act::Unpin => (self.pinned, self.pins_itself) = (None, false),
            Act::Heat(on) => self.heat = on,
            Act::DrawBars(key) => self.drawn = key,
        }
    }

    /// Other rules can be played now. The first that were seen are pinned by themselves.
    fn see(&mut self, side: Side) {
        match &self.now {
            Some(was) if was.ruleset.name != side.ruleset.name => (self.pinned, self.pins_itself) = (None, true),
            Some(was) if was.hash != side.hash && was.compares_with(&side) && self.pins_itself && self.pinned.is_none() => {
                self.pinned = Some(was.clone());
            }
            _ => {}
        }
        self.now = Some(side);
    }

    /// Lets figures be played of the last good build. `rests`: nobody looks at them.
    pub fn follow(&mut self, good: Option<&Arc<Build>>, rests: bool, wake: &Wake) {
        if !self.is_on {
            return;
        }
        self.runner.rest(rests);
        if let Some(good) = good
            && self.of.as_ref().is_none_or(|of| !Arc::ptr_eq(of, good))
        {
            self.of = Some(good.clone());
            if let Some(side) = Side::of(good) {
                self.see(side);
            }
        }
        // What is there before others are asked for: so that no figures pass unseen.
        self.newest = self.runner.newest();
        if let Some(now) = &self.now {
            let before = self.before().cloned();
            self.runner.want(Job { now: now.clone(), before, bots: self.bots, seed: SEED, games: self.games }, wake);
        }
    }

    /// What is compared with: what is pinned, where it is something else with as many players.
    pub fn before(&self) -> Option<&Side> {
        let now = self.now.as_ref()?;
        self.pinned.as_ref().filter(|pinned| pinned.compares_with(now) && pinned.hash != now.hash)
    }

    /// Whether figures are of what can be played now.
    pub fn is_current(&self, snapshot: &Snapshot) -> bool {
        self.runner.is_of_asked(snapshot)
    }

    /// What the tab says.
    pub fn title(&self) -> String {
        match (&self.newest, self.is_on) {
            (Some(newest), true) if self.is_current(newest) && newest.is_done => "Statistics".to_owned(),
            (Some(newest), true) if self.is_current(newest) => {
                format!("Statistics ({} %)", newest.games() * 100 / newest.job.games.max(1))
            }
            (_, true) if self.now.is_some() => "Statistics (0 %)".to_owned(),
            _ => "Statistics".to_owned(),
        }
    }

    /// Where pieces come to rest, as far as that is known of the board that is raced on.
    pub fn heat(&self, race: &Race) -> Option<Heat> {
        let newest = self.newest.clone().filter(|_| self.heat)?;
        let now = &newest.job.now;
        let is_its = now.ruleset.name == race.ruleset.name && now.track == race.track_name && !newest.stops.is_empty();
        let is_old = !self.is_current(&newest);
        is_its.then_some(Heat { newest, is_old })
    }
}

/// How often pieces come to rest on the spaces of a board.
pub struct Heat {
    newest: Arc<Snapshot>,
    /// Figures of the rules of now are still to come.
    pub is_old: bool,
}

impl Heat {
    /// In a game, on a space by its place and id on the board.
    pub fn at(&self, space: usize, id: &str) -> Option<Estimate> {
        let is_it = self.newest.job.now.program.spaces.get(space).is_some_and(|name| **name == *id);
        self.newest.stops.get(space).copied().flatten().filter(|_| is_it)
    }

    /// The most on any space.
    pub fn most(&self) -> f64 {
        self.newest.stops.iter().flatten().map(|stops| stops.value).fold(0.0, f64::max)
    }

    /// What it rests on.
    pub fn rests_on(&self) -> String {
        self.newest.rests_on()
    }
}
