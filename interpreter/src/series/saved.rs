//! A series in writing: the choices of all its races, with a mark of the state after each.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Plan, Series};
use crate::data::manifest::series::Race;
use crate::diagnostic::{Code, Diagnostic};
use crate::fnv::Fnv;
use crate::game::{Game, Status};
use crate::replay::{
    Edited, End, FORMAT, Known, Labels, Replayed, Script, Step, edited, end, form, in_order, labels, read_form, replay_game,
    rules_mark, steps, track_mark,
};
use crate::ruleset::{Ruleset, Setup};

/// A series as it is written to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Series", deny_unknown_fields)]
pub struct SavedSeries {
    /// The version of the format: [`FORMAT`].
    pub format: u32,
    /// The version of the program that wrote it.
    pub written_by: String,
    pub ruleset: String,
    /// The name of the series.
    pub series: String,
    /// Names of add-ons in addition to those of the series.
    pub addons: Vec<String>,
    /// Parameters changed in addition to those of the series: `laps=2`.
    pub set: Vec<String>,
    /// Who sat in each seat.
    pub seats: Vec<String>,
    pub seed: u64,
    /// The mark of the texts of rules and data.
    pub rules: String,
    /// The mark of what the manifest says of the series.
    pub plan: String,
    /// The races, as far as they were played.
    pub races: Vec<SavedRace>,
    /// The labels that the rules gave the options.
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    pub labels: Labels,
}

/// A race of a saved series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRace {
    pub track: String,
    /// The mark of the track's text.
    pub drawn: String,
    /// The mark of the state before the first choice.
    pub start: String,
    pub choices: Vec<Step>,
    /// What was changed by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edited>,
    pub end: End,
}

/// A saved series after it has been played again.
#[derive(Clone)]
pub struct ReplayedSeries {
    /// The series with the races that came to an end.
    pub series: Series,
    /// One for each race that was begun.
    pub races: Vec<Replayed>,
    /// Why races of the file could not be begun, if so.
    pub left_over: Option<Diagnostic>,
}

impl SavedRace {
    /// Writes a race down.
    pub fn of(ruleset: &Ruleset, track: &str, game: &Game) -> SavedRace {
        let (start, choices) = steps(game);
        let (drawn, edits) = (track_mark(ruleset, track), edited(game));
        SavedRace { track: track.to_owned(), drawn, start, choices, edits, end: end(game) }
    }
}

impl SavedSeries {
    /// Writes a series of `ruleset` down without its races. `seats` names the players.
    pub fn of(ruleset: &Ruleset, setup: &Setup, series: &Series, seats: &[&str]) -> SavedSeries {
        let plan = &series.plan;
        SavedSeries {
            format: FORMAT,
            written_by: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: ruleset.name.to_string(),
            series: plan.name.to_string(),
            addons: ruleset.addon_names(&setup.addons).0.iter().map(|a| a.to_string()).collect(),
            set: setup.settings.clone(),
            seats: seats.iter().map(|s| (*s).to_owned()).collect(),
            seed: series.seed,
            rules: rules_mark(ruleset, &addons(plan)),
            plan: plan_mark(ruleset, &plan.name),
            races: vec![],
            labels: plan.races.iter().flat_map(|race| labels(&race.program)).fold(Labels::new(), with_labels),
        }
    }

    /// The file's text, with one line per choice.
    pub fn write(&self) -> String {
        let body =
            ron::ser::to_string_pretty(self, form(4)).unwrap_or_else(|e| panic!("a saved series has only plain fields: {e}"));
        format!("// A series of Coursesetter. Play it again: coursesetter replay FILE\nSeries{body}\n")
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// If it isn't a saved series, or has another format.
    pub fn read(text: &str) -> Result<SavedSeries, Diagnostic> {
        let saved = read_form(text, "series", |saved: &SavedSeries| saved.format)?;
        let stretches: Vec<_> = saved.races.iter().map(|race| (&race.edits[..], 0..=race.choices.len())).collect();
        in_order(text, "series", &stretches)?;
        Ok(saved)
    }

    /// The setup to build for playing it again.
    pub fn setup(&self) -> Setup {
        let (addons, settings) = (self.addons.clone(), self.set.clone());
        Setup { addons, players: Some(self.seats.len()), settings, ..Setup::default() }
    }

    /// What has changed in the texts since it was saved; empty if nothing has.
    pub fn changed(&self, ruleset: &Ruleset, plan: &Plan) -> Vec<&'static str> {
        let rules = (self.rules != rules_mark(ruleset, &addons(plan))).then_some("rules");
        let series = (self.plan != plan_mark(ruleset, &self.series)).then_some("series");
        let drawn = self.races.iter().any(|race| race.drawn != track_mark(ruleset, &race.track)).then_some("tracks");
        rules.into_iter().chain(series).chain(drawn).collect()
    }

    /// Plays it again as far as it goes. The plan is that of [`SavedSeries::series`] with [`SavedSeries::setup`].
    pub fn replay(&self, plan: Arc<Plan>) -> ReplayedSeries {
        let mut again = ReplayedSeries { series: Series::new(plan, self.seed), races: vec![], left_over: None };
        for (n, race) in self.races.iter().enumerate() {
            let before = n.checked_sub(1).and_then(|n| again.races.get(n));
            let Some(game) = again.series.next_race().filter(|_| before.is_none_or(|b| b.game.status == Status::Over)) else {
                let message = match before {
                    Some(before) if before.game.status != Status::Over => {
                        format!("race {} can't begin: race {n} is not over", n + 1)
                    }
                    _ => format!("the file has {} races, but the series has {n}", self.races.len()),
                };
                again.left_over = Some(Diagnostic::nowhere(Code::BadReplay, message));
                return again;
            };
            let script = Script { start: &race.start, choices: &race.choices, edits: &race.edits, end: Some(race.end) };
            let replayed = replay_game(game, script, Known { labels: &self.labels, format: self.format });
            if replayed.stopped_at.is_none() && replayed.game.status == Status::Over {
                // It is over and has its turn, so it is taken.
                let _ = again.series.add(replayed.game.clone());
            }
            let stopped = replayed.stopped_at.is_some();
            again.races.push(replayed);
            if stopped {
                return again;
            }
        }
        again
    }
}

impl ReplayedSeries {
    /// Whether all races went as they were saved.
    pub fn equal(&self) -> bool {
        self.left_over.is_none() && self.races.iter().all(Replayed::equal)
    }
}

/// Races may have options of their own.
fn with_labels(mut all: Labels, (decision, own): (String, std::collections::BTreeSet<String>)) -> Labels {
    all.entry(decision).or_default().extend(own);
    all
}

/// All add-ons that are on in one of the races.
fn addons(plan: &Plan) -> Vec<String> {
    plan.races.iter().flat_map(|race| race.setup.addons.iter().map(|a| a.replace('-', "_"))).collect()
}

fn plan_mark(ruleset: &Ruleset, name: &str) -> String {
    let mut hash = Fnv::default();
    for series in ruleset.manifest.series.iter().filter(|s| *s.name == *name) {
        hash.add(&format!("{:?} {} {:?}", series.points, series.lowest_wins, series.ties));
        for Race { track, variant, set, .. } in &series.races {
            hash.add(track);
            let named = variant.as_ref().and_then(|(name, _)| ruleset.manifest.variants.iter().find(|v| v.name == *name));
            for (addon, _) in named.iter().flat_map(|v| &v.addons) {
                hash.add(addon);
            }
            for setting in named.iter().flat_map(|v| &v.set).chain(set) {
                hash.add(&format!("{}={}", setting.param, setting.value));
            }
        }
    }
    hash.text()
}
