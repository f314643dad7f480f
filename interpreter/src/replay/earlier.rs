//! The stretches of a game before other rules took it over, with the texts of that time, so that they can be played again and taken over
//! again.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::{Edited, Known, Labels, Replayed, Saved, Script, Step, replay_game};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Choice, Game};
use crate::players::Seat;
use crate::playtest::{Build, Path, Playtest};
use crate::program::Program;
use crate::ruleset::{Built, Ruleset, Setup, Texts};

/// The number of rules that a game in a file of an earlier version may have been taken over from, at most.
pub(super) const MOST_EARLIER: usize = 200;

/// A stretch of a game under rules from which others took it over.
#[derive(Clone, Debug, Deserialize)]
pub struct Earlier {
    pub addons: Vec<String>,
    pub set: Vec<String>,
    pub track: String,
    /// The ruleset's texts by name. Texts that the next stretch has, too, are left out.
    pub texts: BTreeMap<String, String>,
    /// The mark of the state before the first choice.
    pub start: String,
    /// The choices before the call of the flow at which it was taken over.
    pub choices: Vec<Step>,
    #[serde(default)]
    pub edits: Vec<Edited>,
    /// How many calls came after that one before somebody was asked.
    #[serde(default)]
    pub calls_later: usize,
}

/// The rules that a stretch of a game was played under, built from its texts.
#[derive(Clone, Debug)]
pub struct Under {
    pub texts: Texts,
    pub ruleset: Arc<Ruleset>,
    pub setup: Setup,
    pub built: Built,
}

impl Under {
    /// Builds them. Rules that are the same as `before` are not parsed again.
    pub fn of(Build { texts, setup }: Build, before: Option<&Ruleset>) -> Under {
        let ruleset = Arc::new(Ruleset::read_after(&texts, before));
        let built = ruleset.build(&setup);
        Under { texts, ruleset, setup, built }
    }

    /// Why they can't be played.
    pub(crate) fn problem(&self) -> String {
        let mut problems = self.ruleset.problems_of(&self.setup).into_iter().chain(self.built.problems.clone());
        problems.next().map_or("they can't be built".to_owned(), |problem| problem.message)
    }

    /// Builds the rules of a file, one after the other.
    pub fn builder() -> impl FnMut(Build) -> Arc<Under> {
        let mut last: Option<Arc<Under>> = None;
        move |build| last.insert(Arc::new(Under::of(build, last.as_ref().map(|last| &*last.ruleset)))).clone()
    }
}

impl Saved {
    /// The rules of the earlier stretches, as they were.
    fn earlier_rules(&self) -> Vec<Arc<Under>> {
        let mut texts = Texts { name: self.ruleset.clone(), ..Texts::default() };
        let (mut build, mut all) = (Under::builder(), vec![]);
        for earlier in self.earlier.iter().rev() {
            for (name, text) in &earlier.texts {
                texts.set(name, Ok(text.as_str().into()));
            }
            let setup = Setup { addons: earlier.addons.clone(), settings: earlier.set.clone(), ..self.setup() };
            let setup = Setup { track: Some(earlier.track.clone()), ..setup };
            all.push(build(Build { texts: texts.clone(), setup }));
        }
        all.reverse();
        all
    }
}

/// What was played under the earlier rules, up to where the last rules took over.
pub(super) struct Before {
    pub playtest: Playtest,
    pub rules: Vec<Arc<Under>>,
    pub differs_after: Option<usize>,
}

/// The game where the last rules take it over, or at its start, and what was played before that.
///
/// # Errors
/// If it can't be taken over as it was. The replay is then played under the last rules from its start, as far as it goes.
pub(super) fn replay(program: &Arc<Program>, saved: &Saved) -> Result<(Option<Before>, Game), Box<Replayed>> {
    let rules = saved.earlier_rules();
    let is_of_person = |choice: &Choice| saved.seats.get(choice.player.wrapping_sub(1)).is_some_and(|seat| is_human(seat));
    let (mut before, mut path, mut choices): (Option<Before>, Path, usize) = Default::default();
    let mut begin = |before: &mut Option<Before>, program: &Arc<Program>, n: usize, choices: usize| {
        let Some(Before { playtest, .. }) = before else {
            return Ok(Game::start_after(program.clone(), saved.seed, saved.previous.clone()));
        };
        let taken = playtest.taken_over_before(saved.earlier[n - 1].calls_later, program);
        taken.map_err(|why| (choices, format!("other rules can't take it over as they did: {}", why.message)))?;
        playtest.bring(&mut path, playtest.head());
        let last = path.parts().pop().unwrap_or_default();
        Ok(path.game(last))
    };
    let mut played = || {
        for (n, earlier) in saved.earlier.iter().enumerate() {
            let under = rules[n].built.program.as_ref().ok_or_else(|| {
                let why = rules[n].problem();
                (choices, format!("the rules that it was played under after choice {choices} can't be played any more: {why}"))
            })?;
            let game = begin(&mut before, under, n, choices)?;
            let script = Script { start: &earlier.start, choices: &earlier.choices, edits: &earlier.edits, end: None };
            let replayed = replay_game(game, script, Known { labels: &Labels::new(), format: saved.format });
            if let Some((n, problem)) = replayed.stopped_at {
                return Err((n, problem.message));
            }
            choices = replayed.game.choices.len();
            match &mut before {
                Some(Before { playtest, differs_after, .. }) => {
                    playtest.add(&replayed.game, is_of_person);
                    *differs_after = differs_after.or(replayed.differs_after);
                }
                None => {
                    let playtest = Playtest::of(None, &replayed.game, is_of_person);
                    before = Some(Before { playtest, rules: rules.clone(), differs_after: replayed.differs_after });
                }
            }
        }
        begin(&mut before, program, saved.earlier.len(), choices)
    };
    match played() {
        Ok(game) => Ok((before, game)),
        Err((after, why)) => Err(stopped(saved, program, after, why)),
    }
}

fn is_human(seat: &str) -> bool {
    Seat::named(seat).is_none_or(|seat| seat == Seat::Human)
}

/// The replay if the earlier rules could not lead to the last ones: the game under the last rules from its start, with all saved choices as
/// far as they go.
fn stopped(saved: &Saved, last: &Arc<Program>, after: usize, why: String) -> Box<Replayed> {
    let choices: Vec<Step> = saved.steps().cloned().collect();
    let edits = saved.earlier.iter().flat_map(|earlier| &earlier.edits).chain(&saved.edits).cloned();
    let script = Script { start: "", choices: &choices, edits: &edits.collect::<Vec<_>>(), end: None };
    let game = Game::start_after(last.clone(), saved.seed, saved.previous.clone());
    let again = replay_game(game, script, Known { labels: &saved.labels, format: saved.format }).game;
    let problem = Diagnostic::nowhere(Code::BadReplay, why).hint("it is played from its start under the rules as they stand now");
    Box::new(Replayed { stopped_at: Some((after, problem)), ..Replayed::of(again) })
}
