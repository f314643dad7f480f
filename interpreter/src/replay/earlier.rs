//! What was played before other rules took a game over, written down with the texts of then: so it can be played again and taken over again.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Edited, Known, Labels, Replayed, Saved, Script, Step, replay_game, steps_until};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::program::Program;
use crate::reload;
use crate::ruleset::{Built, Ruleset, Setup, Texts};

/// Most rules that a game that is saved may have been taken over from.
pub const MOST_EARLIER: usize = 200;

/// A stretch of a game under rules from which others took it over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Earlier {
    pub addons: Vec<String>,
    pub set: Vec<String>,
    pub track: String,
    /// The ruleset's texts by name. What the next stretch has, too, is left out.
    pub texts: BTreeMap<String, String>,
    /// The mark of the state before the first choice.
    pub start: String,
    /// Those before the call of the flow at which it was taken over.
    pub choices: Vec<Step>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edited>,
    /// How many calls came after that one before somebody was asked.
    #[serde(default, skip_serializing_if = "is_none")]
    pub calls_later: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "that is what serde wants")]
fn is_none(calls: &usize) -> bool {
    *calls == 0
}

/// The rules that a stretch of a game was played under.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    pub ruleset: &'a Ruleset,
    pub setup: &'a Setup,
    pub track: &'a str,
}

/// The same, built from texts that were saved.
#[derive(Debug)]
pub struct Under {
    pub texts: Texts,
    pub ruleset: Arc<Ruleset>,
    pub setup: Setup,
    pub built: Built,
}

impl Saved {
    /// A game that was taken over from other rules: `earlier` are those, the first ones first, as many as [`Game::before`] leads to.
    pub fn after(mut self, game: &Game, earlier: &[Rules<'_>]) -> Saved {
        let mut later = game;
        // The texts that are told already, by the stretch behind.
        let mut told: BTreeMap<String, String> = BTreeMap::new();
        for rules in earlier.iter().rev() {
            let Some(before) = later.before() else { break };
            let (start, choices) = steps_until(before, later.sum_before().choices);
            let texts = texts(rules);
            let own = texts.iter().filter(|(name, text)| told.get(*name) != Some(text));
            let edits = before.edits_before_held().into_iter().map(|(after, edit)| Edited { after, edit });
            self.earlier.push(Earlier {
                addons: rules.ruleset.addon_names(&rules.setup.addons).0.iter().map(|addon| addon.to_string()).collect(),
                set: rules.setup.settings.clone(),
                track: rules.track.to_owned(),
                texts: own.map(|(name, text)| (name.clone(), text.clone())).collect(),
                start,
                choices,
                edits: edits.collect(),
                calls_later: later.calls_later(),
            });
            (told, later) = (texts, before);
        }
        self.earlier.reverse();
        self
    }

    /// The rules of the stretches before, as they were.
    fn earlier_rules(&self) -> Vec<Under> {
        let mut texts = Texts { name: self.ruleset.clone(), ..Texts::default() };
        let mut all = vec![];
        for earlier in self.earlier.iter().rev() {
            for (name, text) in &earlier.texts {
                texts.set(name, Ok(text.as_str().into()));
            }
            let setup = Setup { addons: earlier.addons.clone(), settings: earlier.set.clone(), ..self.setup() };
            let setup = Setup { track: Some(earlier.track.clone()), ..setup };
            let ruleset = Arc::new(Ruleset::read(&texts));
            let built = ruleset.build(&setup);
            all.push(Under { texts: texts.clone(), ruleset, setup, built });
        }
        all.reverse();
        all
    }
}

/// The texts that are needed to build the rules again: all of the ruleset, the track, and the one that rows are read for.
fn texts(rules: &Rules<'_>) -> BTreeMap<String, String> {
    let Rules { ruleset, track, .. } = rules;
    let usual = ruleset.track_name(None);
    let is_needed = |name: &str| name == *track || usual.as_deref() == Some(name);
    let others: Vec<_> = ruleset.tracks.iter().filter(|(name, _)| !is_needed(name)).map(|(_, source)| *source).collect();
    let sources = ruleset.sources.iter().filter(|(id, _)| !others.contains(id));
    sources.map(|(_, source)| (source.name.to_string(), source.text.to_string())).collect()
}

/// The game where the last rules take it over, or at its start; before it, what was played until then.
///
/// # Errors
/// As far as it goes where it can't be taken over as it was: under the last rules from its start.
pub(super) fn replay(program: &Arc<Program>, saved: &Saved) -> Result<(Option<Replayed>, Game), Box<Replayed>> {
    let start = |program: &Arc<Program>| Game::start_after(program.clone(), saved.seed, saved.previous.clone());
    let rules: Vec<Arc<Under>> = saved.earlier_rules().into_iter().map(Arc::new).collect();
    let mut before: Option<Replayed> = None;
    for (n, earlier) in saved.earlier.iter().enumerate() {
        let choices = before.as_ref().map_or(0, |before| before.game.choices.len());
        let Some(under) = rules[n].built.program.clone() else {
            let Under { ruleset, built, setup, .. } = &*rules[n];
            let mut problems = ruleset.problems_of(setup).into_iter().chain(built.problems.clone());
            let why = problems.next().map_or("they can't be built".to_owned(), |problem| problem.message);
            let text = format!("the rules that it was played under after choice {choices} can't be played any more: {why}");
            return Err(stopped(saved, program, choices, text));
        };
        let game = match &before {
            None => start(&under),
            Some(before) => taken_over(&before.game, under, saved, n - 1, program)?,
        };
        let script = Script { start: &earlier.start, choices: &earlier.choices, edits: &earlier.edits, end: None };
        let replayed = replay_game(game, script, Known { labels: &Labels::new(), format: saved.format });
        if let Some((n, problem)) = &replayed.stopped_at {
            return Err(stopped(saved, program, *n, problem.message.clone()));
        }
        let differs_after = before.and_then(|before| before.differs_after).or(replayed.differs_after);
        before = Some(Replayed { differs_after, ..replayed });
    }
    let Some(before) = before else { return Ok((None, start(program))) };
    let game = taken_over(&before.game, program.clone(), saved, saved.earlier.len() - 1, program)?;
    Ok((Some(Replayed { earlier: rules, ..before }), game))
}

fn taken_over(
    game: &Game,
    under: Arc<Program>,
    saved: &Saved,
    earlier: usize,
    last: &Arc<Program>,
) -> Result<Game, Box<Replayed>> {
    let n = game.choices.len();
    match reload::carry_over_before(game, under, saved.earlier[earlier].calls_later) {
        Ok(carried) if carried.parted.is_none() => Ok(carried.game),
        Ok(carried) => {
            let why = carried.parted.map_or(String::new(), |(_, why)| why.message);
            Err(stopped(saved, last, n, format!("other rules can't take it over as they did: {why}")))
        }
        Err(why) => Err(stopped(saved, last, n, format!("other rules can't take it over as they did: {}", why.message))),
    }
}

/// Where the way over other rules has ended: the game under the last ones from its start, with all choices that were saved as far as they go.
fn stopped(saved: &Saved, last: &Arc<Program>, after: usize, why: String) -> Box<Replayed> {
    let choices: Vec<Step> = saved.steps().cloned().collect();
    let edits = saved.earlier.iter().flat_map(|earlier| &earlier.edits).chain(&saved.edits).cloned();
    let script = Script { start: "", choices: &choices, edits: &edits.collect::<Vec<_>>(), end: None };
    let game = Game::start_after(last.clone(), saved.seed, saved.previous.clone());
    let again = replay_game(game, script, Known { labels: &saved.labels, format: saved.format }).game;
    let problem = Diagnostic::nowhere(Code::BadReplay, why).hint("it is played from its start under the rules as they stand now");
    Box::new(Replayed { stopped_at: Some((after, problem)), ..Replayed::of(again) })
}
