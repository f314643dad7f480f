//! Saved games, played again: the setup, every choice, and a mark of the state after each choice, so that a replay shows where it differs.
//! Games are saved as playtests. Files of earlier versions, which hold one game or a series, are read into the same structure.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Code, Diagnostic};
use crate::edit::Edit;
use crate::game::{Choice, Game, Status};
use crate::playtest::Playtest;
use crate::program::Program;
use crate::ruleset::{Ruleset, Setup};

mod earlier;
mod labels;
mod mark;
mod played;
mod read;

use earlier::Before;
use earlier::MOST_EARLIER;
pub use earlier::{Earlier, Under};
pub use labels::{Labels, Renamed};
pub(crate) use labels::{find, labels};
pub use mark::mark;
pub(crate) use mark::{mark_of, rules_mark, track_mark};
pub(crate) use read::amiss;
pub use read::is_saved;

/// The version of the last form that held a single game or a series. Version 1 didn't say which branch of a decision was taken.
const LAST_FORMAT: u32 = 2;

/// A game as it was saved.
#[derive(Clone, Debug, Deserialize)]
pub struct Saved {
    /// The version of its file's form.
    pub format: u32,
    pub ruleset: String,
    /// Names of add-ons, in the manifest's order.
    pub addons: Vec<String>,
    /// Parameters that were changed: `laps=2`.
    pub set: Vec<String>,
    pub track: String,
    /// Who sat in each seat.
    pub seats: Vec<String>,
    pub seed: u64,
    /// In a series, the players' places in the previous race, by seat.
    #[serde(default)]
    pub previous: Vec<u32>,
    /// The series that this race belongs to.
    #[serde(default)]
    pub series: Option<OfSeries>,
    /// The stretches of the game under other rules, before the current rules took it over, the earliest first.
    #[serde(default)]
    pub earlier: Vec<Earlier>,
    /// The mark of the texts of rules and data. Empty if it isn't known.
    pub rules: String,
    /// The mark of the track's text.
    pub drawn: String,
    /// The mark of the state before the first choice.
    pub start: String,
    /// The choices since these rules took over.
    pub choices: Vec<Step>,
    /// The changes by hand.
    #[serde(default)]
    pub edits: Vec<Edited>,
    pub end: End,
    /// How the rules wrote the options.
    #[serde(default)]
    pub labels: Labels,
}

/// A race's place in a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfSeries {
    /// The series, by its name in the rules.
    pub name: String,
    /// From 1.
    pub race: usize,
    /// The seed of the series, if the file has all its races so far.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Names of add-ons in addition to those of the series.
    #[serde(default)]
    pub addons: Vec<String>,
    /// Parameters changed in addition to those of the series: `laps=2`.
    #[serde(default)]
    pub set: Vec<String>,
}

/// One answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Step {
    /// The player who decided, from 1.
    pub player: usize,
    /// The decision's name.
    pub decision: String,
    /// The label as it was shown.
    #[serde(default)]
    pub label: String,
    /// The option as the rules write it, `{n} slow`, with a number if several are written alike. Empty if it is the same as the label.
    #[serde(default)]
    pub branch: String,
    /// The values of the option taken.
    #[serde(default)]
    pub values: Vec<String>,
    /// The mark of the state after it.
    pub after: String,
}

/// A change by hand.
#[derive(Clone, Debug, Deserialize)]
pub struct Edited {
    /// The number of choices made before it.
    pub after: usize,
    pub edit: Edit,
}

/// How far a game got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum End {
    /// It was played to its end.
    Over,
    /// It has more decisions than a game may have.
    Unfinished,
    /// The rules could not go on.
    Failed,
    /// It was left while a question was asked.
    Left,
}

/// A saved game, played again.
#[derive(Clone)]
pub struct Replayed {
    /// The game, as far as it went.
    pub game: Game,
    /// The rules of the earlier stretches, the earliest first.
    pub earlier: Vec<Arc<Under>>,
    /// What was played under them, up to the point where the last rules took over.
    pub before: Option<Playtest>,
    /// Where the replay could not go on: the number of choices taken, and why the next one can't be.
    pub stopped_at: Option<(usize, Diagnostic)>,
    /// The number of choices after which the state first differed.
    pub differs_after: Option<usize>,
    /// What the game does instead, if its end differs from that of the saved one.
    pub other_end: Option<Diagnostic>,
    /// Options that were taken for others, each once.
    pub renamed: Vec<Renamed>,
}

impl Saved {
    /// Checks whether its parts fit together.
    fn check(&self) -> Result<(), Diagnostic> {
        if self.earlier.len() > MOST_EARLIER {
            let message = format!("this is no saved game: it was taken over from {} rules", self.earlier.len());
            return Err(Diagnostic::nowhere(Code::BadReplay, message).hint(format!("there may be {MOST_EARLIER}")));
        }
        let mut made = 0;
        let earlier = self.earlier.iter().map(|earlier| (&earlier.choices, &earlier.edits));
        for (choices, edits) in earlier.chain([(&self.choices, &self.edits)]) {
            read::in_order("game", edits, made..=made + choices.len())?;
            made += choices.len();
        }
        are_places(&self.previous, self.seats.len())
            .map_err(|why| Diagnostic::nowhere(Code::BadReplay, format!("this is no saved game: {why}")))
    }

    /// All choices, whatever the rules under which they were made.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.earlier.iter().flat_map(|earlier| &earlier.choices).chain(&self.choices)
    }

    /// The setup to build for playing it again.
    pub fn setup(&self) -> Setup {
        Setup {
            addons: self.addons.clone(),
            track: Some(self.track.clone()),
            players: Some(self.seats.len()),
            settings: self.set.clone(),
            ..Setup::default()
        }
    }

    /// What has changed in the texts since it was saved. Empty if nothing has.
    pub fn changed(&self, ruleset: &Ruleset) -> Vec<&'static str> {
        let is_other = !self.rules.is_empty() && self.rules != rules_mark(ruleset, &self.addons);
        let rules = is_other.then_some("rules");
        let track = (self.drawn != track_mark(ruleset, &self.track)).then_some("track");
        rules.into_iter().chain(track).collect()
    }
}

impl Replayed {
    fn of(game: Game) -> Replayed {
        Replayed { game, earlier: vec![], before: None, stopped_at: None, differs_after: None, other_end: None, renamed: vec![] }
    }

    /// Whether it went as it was saved, to the last choice.
    pub fn equal(&self) -> bool {
        self.stopped_at.is_none() && self.differs_after.is_none() && self.other_end.is_none()
    }
}

/// Plays a saved game again, as far as it goes. Stretches under other rules are played under the rules of that time.
pub fn replay(program: Arc<Program>, saved: &Saved) -> Replayed {
    let known = Known { labels: &saved.labels, format: saved.format };
    let script = Script { start: &saved.start, choices: &saved.choices, edits: &saved.edits, end: Some(saved.end) };
    let (before, game) = match earlier::replay(&program, saved) {
        Ok(begun) => begun,
        Err(stopped) => return *stopped,
    };
    let replayed = replay_game(game, script, known);
    match before {
        Some(Before { playtest, rules, differs_after }) => {
            let differs_after = differs_after.or(replayed.differs_after);
            Replayed { earlier: rules, before: Some(playtest), differs_after, ..replayed }
        }
        None => replayed,
    }
}

/// What to repeat in a game.
#[derive(Clone, Copy)]
struct Script<'a> {
    /// The mark of the state.
    pub start: &'a str,
    pub choices: &'a [Step],
    pub edits: &'a [Edited],
    /// How it ended, if it must end like that again.
    pub end: Option<End>,
}

/// What a file says about the options of its rules.
#[derive(Clone, Copy)]
struct Known<'a> {
    pub labels: &'a Labels,
    /// The form of the file.
    pub format: u32,
}

/// Repeats choices as far as they go, with the changes by hand in their places. The game is at its start, or where these rules took it
/// over.
fn replay_game(game: Game, script: Script<'_>, known: Known<'_>) -> Replayed {
    let Script { start, choices, edits, end: wanted } = script;
    let mut edits = edits.iter().peekable();
    let now = labels(&game.program);
    let now = if known.format < 2 { labels::first_form(now) } else { now };
    let begin = game.choices.len();
    let mut replayed = Replayed::of(game);
    let mut same = mark(&replayed.game) == start;
    if !same {
        replayed.differs_after = Some(begin);
    }
    for n in begin..=begin + choices.len() {
        let game = &mut replayed.game;
        while let Some(edited) = edits.next_if(|edited| edited.after <= n) {
            if let Err(problem) = game.edit(&edited.edit) {
                replayed.stopped_at = Some((n, problem));
                return replayed;
            }
        }
        let Some(step) = choices.get(n - begin) else { break };
        let choice = step.choice(known.format);
        let found = match &game.status {
            Status::Asking(question) => labels::find(question, &choice, known.labels, &now),
            _ => None,
        };
        let Some(found) = found else {
            replayed.stopped_at = Some((n, not_offered(game, n, step)));
            return replayed;
        };
        let is_new = |renamed: &Renamed| !replayed.renamed.contains(renamed);
        replayed.renamed.extend(found.renamed.filter(is_new));
        if let Err(problem) = game.choose(found.option) {
            replayed.stopped_at = Some((n, problem));
            return replayed;
        }
        if same && mark(game) != step.after {
            same = false;
            replayed.differs_after = Some(n + 1);
        }
    }
    let ended = End::of(&replayed.game.status);
    if let Some(wanted) = wanted.filter(|wanted| *wanted != ended) {
        let count = begin + choices.len();
        let message = format!("the saved game {} after its {count} choices, but this one {}", wanted.verb(), ended.verb());
        let problem = Diagnostic::nowhere(Code::BadReplay, message);
        replayed.other_end = Some(match ended {
            End::Left => problem.hint("choices are missing at the end of the file, or the rules have changed"),
            _ => problem,
        });
    }
    replayed
}

impl Step {
    /// The choice in a file of this form.
    fn choice(&self, format: u32) -> Choice {
        let Step { player, decision, label, branch, values, .. } = self.clone();
        let branch = if branch.is_empty() && format > 1 { label.clone() } else { branch };
        Choice { decision, player, branch, values, label }
    }
}

impl End {
    fn of(status: &Status) -> End {
        match status {
            Status::Over => End::Over,
            Status::Unfinished => End::Unfinished,
            Status::Failed(_) => End::Failed,
            Status::Asking(_) => End::Left,
        }
    }

    fn verb(self) -> &'static str {
        match self {
            End::Over => "is over",
            End::Unfinished => "is broken off",
            End::Failed => "stops at a rule that can't go on",
            End::Left => "still asks a question",
        }
    }
}

/// Checks the players' places in the race before; none if there was no such race.
pub(crate) fn are_places(previous: &[u32], players: usize) -> Result<(), String> {
    let is_place = |place: &u32| (1..=players).contains(&(*place as usize));
    if previous.is_empty() || previous.len() == players && previous.iter().all(is_place) {
        return Ok(());
    }
    Err(format!("`previous` is to be {players} places from 1 to {players}, one for each seat"))
}

/// Why choice `n` (from 0) can't be taken.
fn not_offered(game: &Game, n: usize, step: &Step) -> Diagnostic {
    let Step { decision, player, label, .. } = step;
    let number = n + 1;
    match &game.status {
        Status::Asking(q) if *q.decision == **decision && q.player + 1 == *player => {
            let taken = if label.is_empty() { step.values.join(", ") } else { label.clone() };
            let text = format!("choice {number}, `{decision}` by player {player}: \"{taken}\" is not on offer");
            let offered: Vec<String> = q.options.iter().map(|o| format!("\"{}\"", o.label)).collect();
            Diagnostic::nowhere(Code::NotOffered, text).hint(format!("on offer: {}", offered.join(", ")))
        }
        Status::Asking(q) => {
            let text = format!(
                "choice {number} of the file is `{decision}` by player {player}, but `{}` is asked of player {}",
                q.decision,
                q.player + 1
            );
            Diagnostic::nowhere(Code::BadReplay, text).hint("a line is missing or was added before it, or the rules have changed")
        }
        Status::Over | Status::Unfinished => {
            let text = format!("choice {number} of the file is `{decision}` by player {player}, but the game is over by then");
            Diagnostic::nowhere(Code::BadReplay, text).hint("lines were added, or the rules have changed")
        }
        Status::Failed(problem) => {
            let text = format!("before choice {number}, `{decision}` by player {player}: {}", problem.message);
            Diagnostic { message: text, ..(**problem).clone() }
        }
    }
}
