//! The statistics of the rules in the window. Games are played again whenever the rules change, and the figures are shown beside the
//! earlier ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use interpreter::players::Seat;
use interpreter::stats::Estimate;

use crate::beside::Wake;
use crate::figures::{Job, Runner, Side, Snapshot};
use crate::playtest::Race;
use crate::workspace::Build;

/// The numbers of games to choose from.
pub const GAMES: [u64; 5] = [200, 1_000, 5_000, 20_000, 100_000];
/// The bots to choose from.
pub const BOTS: [Seat; 3] = [Seat::Random, Seat::Quick, Seat::Greedy];
/// Statistics have a seed of their own, so that a new race doesn't change them.
const SEED: u64 = 1;

/// The window's state of the statistics.
pub struct Statistics {
    /// While this is off, nothing is played in the background.
    pub is_on: bool,
    pub runner: Runner,
    pub bots: Seat,
    pub games: u64,
    /// The players and the number of games chosen for each game, by its folder's name.
    pub chosen: BTreeMap<String, (Seat, u64)>,
    /// The rules that figures are compared with.
    pub pinned: Option<Side>,
    /// Whether the first rules are pinned when they change.
    pins_itself: bool,
    /// The rules that can be played now. `of` is the build they were taken from.
    pub now: Option<Side>,
    of: Option<Arc<Build>>,
    pub newest: Option<Arc<Snapshot>>,
    /// Whether the board shows where pieces come to rest.
    pub heat: bool,
    /// The key of the figure whose values are drawn as bars.
    pub drawn: String,
}

/// A change of the statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    Bots(Seat),
    Games(u64),
    /// Pins the current rules as the baseline for later changes.
    Pin,
    Unpin,
    Heat(bool),
    /// Draws the values of this figure as bars.
    DrawBars(String),
}

impl Statistics {
    pub fn new(is_on: bool) -> Statistics {
        Statistics {
            is_on,
            runner: Runner::default(),
            bots: Seat::Random,
            games: 5_000,
            chosen: BTreeMap::new(),
            pinned: None,
            pins_itself: true,
            now: None,
            of: None,
            newest: None,
            heat: false,
            drawn: "rounds".to_owned(),
        }
    }

    pub fn act(&mut self, act: Act) {
        match act {
            Act::Bots(bots) => self.choose(bots, self.games),
            Act::Games(games) => self.choose(self.bots, games.clamp(1, GAMES[GAMES.len() - 1])),
            Act::Pin => self.pinned = self.now.clone(),
            Act::Unpin => (self.pinned, self.pins_itself) = (None, false),
            Act::Heat(on) => self.heat = on,
            Act::DrawBars(key) => self.drawn = key,
        }
    }

    /// Chooses who plays, and how often. This game keeps it.
    fn choose(&mut self, bots: Seat, games: u64) {
        (self.bots, self.games) = (bots, games);
        if let Some(now) = &self.now {
            self.chosen.insert(now.ruleset.name.to_string(), (bots, games));
        }
    }

    /// Takes new rules that can be played. The first rules are pinned automatically.
    fn see(&mut self, side: Side) {
        let name = &side.ruleset.name;
        if self.now.as_ref().is_none_or(|was| was.ruleset.name != *name) {
            let usual = if self.now.is_some() { Seat::Random } else { self.bots };
            (self.bots, self.games) = self.chosen.get(&**name).copied().unwrap_or((usual, self.games));
        }
        match &self.now {
            Some(was) if was.ruleset.name != side.ruleset.name => (self.pinned, self.pins_itself) = (None, true),
            Some(was) if was.hash != side.hash && was.compares_with(&side) && self.pins_itself && self.pinned.is_none() => {
                self.pinned = Some(was.clone());
            }
            _ => {}
        }
        self.now = Some(side);
    }

    /// Plays games under the last good build. `rests` says that nobody is looking.
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
        // Finished figures are taken before new ones are wanted, so that none pass unseen.
        self.newest = self.runner.newest();
        if let Some(now) = &self.now {
            let before = self.before().cloned();
            self.runner.want(Job { now: now.clone(), before, bots: self.bots, seed: SEED, games: self.games }, wake);
        }
    }

    /// Returns the pinned rules, if they differ from the current ones and have as many players.
    pub fn before(&self) -> Option<&Side> {
        let now = self.now.as_ref()?;
        self.pinned.as_ref().filter(|pinned| pinned.compares_with(now) && pinned.hash != now.hash)
    }

    /// Whether the figures are of the current rules.
    pub fn is_current(&self, snapshot: &Snapshot) -> bool {
        self.runner.is_of_asked(snapshot)
    }

    /// Returns the title of the tab.
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

    /// Returns where pieces come to rest, if that is known for the race's board.
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
    /// Whether the figures are of earlier rules, with new ones still to come.
    pub is_old: bool,
}

impl Heat {
    /// Returns how often, in a game, a piece comes to rest on a space. The space is given by its index on the board and its id.
    pub fn at(&self, space: usize, id: &str) -> Option<Estimate> {
        let is_it = self.newest.job.now.program.spaces.get(space).is_some_and(|name| **name == *id);
        self.newest.stops.get(space).copied().flatten().filter(|_| is_it)
    }

    /// Returns the greatest value of any space.
    pub fn most(&self) -> f64 {
        self.newest.stops.iter().flatten().map(|stops| stops.value).fold(0.0, f64::max)
    }

    /// Returns words about the games that the figures are based on.
    pub fn rests_on(&self) -> String {
        self.newest.rests_on()
    }
}
