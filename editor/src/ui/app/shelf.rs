//! The playtests of this sitting: one is on the table, the others are put away, and each can be gone on with.

use interpreter::players::Seat;

use super::App;
use crate::playtest::wanted::Wanted;
use crate::playtest::{PutAway, Race, Tip, Way};
use crate::ui::dialog::Notice;

/// Most that are put away: the one that was begun first is let go.
const MOST: usize = 40;

/// All playtests of this sitting.
#[derive(Default)]
pub struct Shelf {
    /// Those put away, in the order in which they were begun.
    away: Vec<Away>,
    /// The one on the table.
    pub(super) on: Begun,
    begun: u32,
}

/// How a playtest was begun.
#[derive(Clone, Default)]
pub(super) struct Begun {
    /// Numbers count up.
    number: u32,
    /// The one that was left for it.
    from: Option<u32>,
    /// What it was begun, or taken over, with.
    pub wanted: Wanted,
    /// Of the race, or of the whole series.
    pub seed: u64,
}

struct Away {
    race: PutAway,
    begun: Begun,
    title: String,
}

impl Shelf {
    /// Those put away, by their numbers, and what they are called.
    pub fn away(&self) -> impl Iterator<Item = (u32, &str)> {
        self.away.iter().map(|away| (away.begun.number, away.title.as_str()))
    }

    fn has(&self, number: u32) -> bool {
        self.away.iter().any(|away| away.begun.number == number)
    }

    /// The one that was left for the one on the table.
    pub(super) fn before(&self) -> Option<u32> {
        self.on.from.filter(|from| self.has(*from))
    }
}

impl App {
    /// All ways that can be compared with the one that is played, which is the first, with what they are called.
    pub fn ways(&self) -> Vec<(Way, String)> {
        let Some(race) = &self.race else { return vec![] };
        let (on, name) = race.played_branch();
        let played = (Way::Branch(on), name.map_or("Current branch".to_owned(), |name| format!("{name} (current)")));
        let branches = race.branches().iter().map(|branch| (Way::Branch(branch.number), branch.title()));
        let is_of_game = |away: &&Away| away.begun.wanted.ruleset == *race.ruleset.name;
        let away = self.shelf.away.iter().filter(is_of_game).map(|away| (Way::Away(away.begun.number), away.title.clone()));
        [played].into_iter().chain(branches).chain(away).collect()
    }

    /// Where such a way stands.
    pub fn tip(&self, way: Way) -> Option<Tip> {
        match way {
            Way::Branch(branch) => self.race.as_ref()?.tip(branch),
            Way::Away(number) => Race::tip_of(&self.shelf.away.iter().find(|away| away.begun.number == number)?.race),
        }
    }

    /// What the playtest on the table is called.
    pub fn playtest_title(&self) -> Option<String> {
        self.race.as_ref().map(title)
    }

    /// Takes the race from the table for another. One in which nobody has done anything is let go.
    fn leave_race(&mut self) -> Option<u32> {
        let (race, begun) = (self.race.take()?, self.shelf.on.clone());
        let is_watched = !race.has_people() && race.path().sum().choices > 0;
        if !race.can_undo() && !is_watched {
            return begun.from;
        }
        let (number, title) = (begun.number, title(&race));
        let away = Away { race: race.put_away(), begun, title };
        let at = self.shelf.away.partition_point(|other| other.begun.number < number);
        self.shelf.away.insert(at, away);
        if self.shelf.away.len() > MOST {
            let text = format!("Only {MOST} playtests are kept: “{}”, the oldest, is gone", self.shelf.away.remove(0).title);
            self.shell.notice = Some(Notice::good(text));
        }
        Some(number)
    }

    /// Lays a new race onto the table.
    pub(super) fn lay_race(&mut self, race: Race) {
        let is_elsewhere = |last: &Race| last.track_name != race.track_name || last.ruleset.name != race.ruleset.name;
        if self.race.as_ref().is_none_or(is_elsewhere) {
            self.camera = None;
        }
        self.seats.resize(self.seats.len().max(race.seats.len()), Seat::Greedy);
        let from = self.leave_race();
        self.shelf.begun += 1;
        self.shelf.on = Begun { number: self.shelf.begun, from, wanted: race.wanted(), seed: self.seed };
        self.race = Some(race);
    }

    /// What was about to come of the race before comes no more.
    pub(super) fn lies_on_table(&mut self) {
        self.play_on = false;
        (self.follow.told, self.follow.undone) = (None, None);
        self.follow.call_off();
    }

    /// Goes on with a playtest that was put away; the one on the table is put away for it.
    pub(super) fn take_up_playtest(&mut self, number: u32) {
        let Some(at) = self.shelf.away.iter().position(|away| away.begun.number == number) else { return };
        let Away { race, begun, .. } = self.shelf.away.remove(at);
        self.leave_race();
        let is_other_game = begun.wanted.ruleset != self.wanted.ruleset;
        (self.wanted, self.seed, self.shelf.on) = (begun.wanted.clone(), begun.seed, begun);
        let race = Race::taken_up(race);
        self.take_seats(&race.seats);
        (self.race, self.camera) = (Some(race), None);
        self.lies_on_table();
        if is_other_game {
            self.open_texts()
        } else {
            self.switched()
        }
        // Rules that were changed meanwhile are told of, and taken up when somebody wishes it.
        self.follow.hold(self.live.asked());
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
