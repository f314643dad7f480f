//! The playtests of this sitting: one is on the table, the others are put away, and each can be gone on with.

use std::collections::BTreeMap;
use std::sync::Arc;

use interpreter::players::Seat;
use interpreter::playtest::{self, Moment, Playtest, Scene};

use super::follow::Held;
use super::sitting::{News, Sitting};
use super::wanted::Wanted;
use super::{Race, Stage};

/// Most that are put away: the one that was begun first is let go.
const MOST: usize = 40;

/// The playtests put away.
#[derive(Default)]
pub struct Shelf {
    /// In the order in which they were begun.
    away: Vec<PutAway>,
    begun: u32,
}

/// How a playtest was begun.
#[derive(Clone, Copy, Default)]
pub(super) struct Origin {
    /// Numbers count up.
    number: u32,
    /// The one that was left for it.
    from: Option<u32>,
    /// Of the race, or of the whole series.
    pub seed: u64,
}

/// A race that was put away: what it takes to go on with it, and no more.
struct PutAway {
    stages: BTreeMap<playtest::Stage, Arc<Stage>>,
    playtest: Playtest,
    seats: Vec<Seat>,
    at: Moment,
    /// How far its last run was shown.
    seen: Moment,
    origin: Origin,
    wanted: Wanted,
    title: String,
}

/// A way in which a race went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A branch of the playtest on the table, by its place there.
    Branch(usize),
    /// What was played last in one that was put away, by its number.
    Away(u32),
}

/// Where a way of a race stands, as far as it was shown.
pub struct Tip {
    pub scene: Scene,
    pub stage: Arc<Stage>,
}

impl Tip {
    fn of(playtest: &Playtest, stages: &BTreeMap<playtest::Stage, Arc<Stage>>, tip: Moment) -> Option<Tip> {
        let scene = playtest.clone().at(tip)?;
        let stage = stages.get(&scene.stage)?.clone();
        Some(Tip { scene, stage })
    }
}

impl Shelf {
    /// Those put away, by their numbers, and what they are called.
    pub fn away(&self) -> impl Iterator<Item = (u32, &str)> {
        self.away.iter().map(|away| (away.origin.number, away.title.as_str()))
    }

    fn find(&self, number: u32) -> Option<usize> {
        self.away.iter().position(|away| away.origin.number == number)
    }
}

impl Sitting {
    /// The playtest that was left for the one on the table.
    pub(super) fn shelf_before(&self) -> Option<u32> {
        self.race.as_ref()?.origin.from.filter(|from| self.shelf.find(*from).is_some())
    }

    /// All ways that can be compared with the one that is played, which is the first, with what they are called.
    pub fn ways(&self) -> Vec<(Way, String)> {
        let Some(race) = &self.race else { return vec![] };
        let (on, name) = race.played_branch();
        let played = (Way::Branch(on), name.map_or("Current branch".to_owned(), |name| format!("{name} (current)")));
        let branches = race.branches().iter().map(|branch| (Way::Branch(branch.number), branch.title()));
        let away = self.shelf.away.iter().filter(|away| away.wanted.ruleset == *race.ruleset.name);
        let away = away.map(|away| (Way::Away(away.origin.number), away.title.clone()));
        [played].into_iter().chain(branches).chain(away).collect()
    }

    /// Where such a way stands.
    pub fn tip(&self, way: Way) -> Option<Tip> {
        match way {
            Way::Branch(branch) => {
                let race = self.race.as_ref()?;
                Tip::of(&race.playtest, &race.stages, race.seen_of(race.playtest.refs().branches.get(branch)?.tip))
            }
            Way::Away(number) => {
                let away = &self.shelf.away[self.shelf.find(number)?];
                Tip::of(&away.playtest, &away.stages, away.seen)
            }
        }
    }

    /// What the playtest on the table is called.
    pub fn playtest_title(&self) -> Option<String> {
        self.race.as_ref().map(title)
    }

    /// Takes the race from the table for another. One in which nobody has done anything is let go.
    fn leave_race(&mut self) -> Option<u32> {
        let race = self.race.take()?;
        let is_watched = !race.has_people() && race.path().sum().choices > 0;
        if !race.can_undo() && !is_watched {
            return race.origin.from;
        }
        let (wanted, title, seen) = (race.wanted(), title(&race), race.seen_of(race.playtest.head()));
        let Race { stages, mut playtest, seats, scene, origin, .. } = race;
        playtest.forget();
        let away = PutAway { stages, playtest, seats, at: scene.moment, seen, origin, wanted, title };
        let at = self.shelf.away.partition_point(|other| other.origin.number < origin.number);
        self.shelf.away.insert(at, away);
        if self.shelf.away.len() > MOST {
            let oldest = self.shelf.away.remove(0).title;
            self.tell(News::Good(format!("Only {MOST} playtests are kept: “{oldest}”, the oldest, is gone")));
        }
        Some(origin.number)
    }

    /// Lays a new race onto the table.
    pub(super) fn lay_race(&mut self, mut race: Race) {
        let players = race.program.players;
        self.seats.resize(self.seats.len().max(players), Seat::Greedy);
        if race.seats.is_empty() {
            race.seats = self.seats[..players].to_vec();
        } else {
            self.seats[..players].copy_from_slice(&race.seats);
        }
        let from = self.leave_race();
        self.shelf.begun += 1;
        race.origin = Origin { number: self.shelf.begun, from, seed: self.seed };
        self.race = Some(race);
    }

    /// What was about to come of the race before comes no more. Rules that were changed meanwhile are told of, and taken up when somebody
    /// wishes it.
    fn lies_on_table(&mut self) {
        self.call_off();
        (self.play_on, self.told, self.held) = (false, None, Held::default());
        self.switched();
        self.hold();
    }

    /// Lays a race that was saved onto the table.
    pub fn open(&mut self, race: Race) {
        (self.wanted, self.seed) = (race.wanted(), race.seed());
        self.lay_race(race);
        self.lies_on_table();
    }

    /// Goes on with a playtest that was put away; the one on the table is put away for it. What was on show is on show again, and nothing
    /// moves by itself.
    pub fn take_up_playtest(&mut self, number: u32) {
        let Some(at) = self.shelf.find(number) else { return };
        let PutAway { stages, playtest, seats, at, seen, origin, wanted, .. } = self.shelf.away.remove(at);
        self.leave_race();
        (self.wanted, self.seed) = (wanted, origin.seed);
        let mut race = Race::on(stages, playtest, &seats);
        race.seen.insert(seen.node, seen.tick);
        race.look_back(at);
        race.looks_back = !race.is_all_shown();
        race.origin = origin;
        self.seats.resize(self.seats.len().max(seats.len()), Seat::Greedy);
        self.seats[..seats.len()].copy_from_slice(&seats);
        self.race = Some(race);
        self.lies_on_table();
    }
}

/// `Heads Up: Valley, 4 players, seed 7, 12 decisions`.
fn title(race: &Race) -> String {
    let stage = race.present_stage();
    let (game, players) = (&stage.program.ir.game.title, stage.program.players);
    let on = match race.series() {
        Some((plan, n)) => format!("{}, race {} of {}", plan.name, n + 1, plan.races.len()),
        None if stage.track.name.is_empty() => stage.track_name.to_string(),
        None => stage.track.name.to_string(),
    };
    let choices = race.path().sum().choices;
    let [players_end, choices_end] = [players, choices].map(|count| if count == 1 { "" } else { "s" });
    format!("{game}: {on}, {players} player{players_end}, seed {}, {choices} decision{choices_end}", race.seed())
}
