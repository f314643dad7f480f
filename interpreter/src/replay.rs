//! A game written down: the setup, every choice, and a mark of the state after each choice, so that a replay shows where it differs.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Code, Diagnostic};
use crate::edit::Edit;
use crate::game::{Choice, Game, Run, Status};
use crate::playtest::Playtest;
use crate::program::Program;
use crate::ruleset::{Ruleset, Setup};

mod earlier;
mod labels;
mod mark;
mod read;

use earlier::Before;
pub use earlier::{Earlier, MOST_EARLIER, Rules, Under};
pub use labels::{Labels, Renamed};
pub(crate) use labels::{find, labels};
pub use mark::mark;
pub(crate) use mark::{mark_of, rules_mark, track_mark};
pub use read::is_series;
pub(crate) use read::{in_order, read_form};

/// The version of this form. Version 1 didn't say which branch of a decision was taken. It can be read as well.
pub const FORMAT: u32 = 2;

/// A game as it is written to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The version of the form: [`FORMAT`].
    pub format: u32,
    /// The version of the program that wrote it.
    pub written_by: String,
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub previous: Vec<u32>,
    /// The series that this race belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<OfSeries>,
    /// The stretches of the game under other rules, before the current rules took it over, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Earlier>,
    /// The mark of the texts of rules and data.
    pub rules: String,
    /// The mark of the track's text.
    pub drawn: String,
    /// The mark of the state before the first choice.
    pub start: String,
    /// The choices since these rules took over.
    pub choices: Vec<Step>,
    /// The changes by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edited>,
    pub end: End,
    /// How the rules wrote the options.
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    pub labels: Labels,
}

/// A race's place in a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfSeries {
    /// The series, by its name in the rules.
    pub name: String,
    /// From 1.
    pub race: usize,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The player who decided, from 1.
    pub player: usize,
    /// The decision's name.
    pub decision: String,
    /// The label as it was shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The option as the rules write it, `{n} slow`, with a number if several are written alike. Empty if it is the same as the label.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub branch: String,
    /// The values of the option taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The mark of the state after it.
    pub after: String,
}

/// A change by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edited {
    /// The number of choices made before it.
    pub after: usize,
    pub edit: Edit,
}

/// How far a game got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Writes down a game of `ruleset`. `seats` are the names of the players. A game taken over from other rules needs [`Saved::after`].
    pub fn of(ruleset: &Ruleset, setup: &Setup, track: &str, seats: &[&str], game: &Game) -> Saved {
        let (start, choices) = steps(game);
        Saved {
            format: FORMAT,
            written_by: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: ruleset.name.to_string(),
            addons: ruleset.addon_names(&setup.addons).0.iter().map(|a| a.to_string()).collect(),
            set: setup.settings.clone(),
            track: track.to_owned(),
            seats: seats.iter().map(|s| (*s).to_owned()).collect(),
            seed: game.seed,
            previous: game.previous.clone(),
            series: None,
            earlier: vec![],
            rules: rules_mark(ruleset, &setup.addons),
            drawn: track_mark(ruleset, track),
            start,
            choices,
            edits: edited(game),
            end: end(game),
            labels: labels(&game.program),
        }
    }

    /// The file's text, with one line per choice.
    pub fn write(&self) -> String {
        let body =
            ron::ser::to_string_pretty(self, form(2)).unwrap_or_else(|e| panic!("a saved game has only plain fields: {e}"));
        format!("// A game of Coursesetter. Play it again: coursesetter replay FILE\n{body}\n")
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// If it isn't a saved game, or has another form.
    pub fn read(text: &str) -> Result<Saved, Diagnostic> {
        let saved = read_form(text, "game", |saved: &Saved| saved.format)?;
        saved.check(text)?;
        Ok(saved)
    }

    /// Checks whether its parts fit together.
    fn check(&self, text: &str) -> Result<(), Diagnostic> {
        if self.earlier.len() > MOST_EARLIER {
            let message = format!("this is no saved game: it was taken over from {} rules", self.earlier.len());
            return Err(Diagnostic::nowhere(Code::BadReplay, message).hint(format!("there may be {MOST_EARLIER}")));
        }
        let mut made = 0;
        let earlier = self.earlier.iter().map(|earlier| (&earlier.choices, &earlier.edits));
        let stretches: Vec<_> = earlier
            .chain([(&self.choices, &self.edits)])
            .map(|(choices, edits)| {
                let begin = made;
                made += choices.len();
                (&edits[..], begin..=made)
            })
            .collect();
        in_order(text, "game", &stretches)?;
        let players = self.seats.len();
        let is_place = |place: &u32| (1..=players).contains(&(*place as usize));
        if !self.previous.is_empty() && (self.previous.len() != players || !self.previous.iter().all(is_place)) {
            let message =
                format!("this is no saved game: `previous` is to be {players} places from 1 to {players}, one for each seat");
            return Err(Diagnostic::nowhere(Code::BadReplay, message));
        }
        Ok(())
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
        let rules = (self.rules != rules_mark(ruleset, &self.addons)).then_some("rules");
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
pub(crate) struct Script<'a> {
    /// The mark of the state.
    pub start: &'a str,
    pub choices: &'a [Step],
    pub edits: &'a [Edited],
    /// How it ended, if it must end like that again.
    pub end: Option<End>,
}

/// What a file says about the options of its rules.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub labels: &'a Labels,
    /// The form of the file.
    pub format: u32,
}

/// Repeats choices as far as they go, with the changes by hand in their places. The game is at its start, or where these rules took it
/// over.
pub(crate) fn replay_game(game: Game, script: Script<'_>, known: Known<'_>) -> Replayed {
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
    let ended = end(&replayed.game);
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
    fn verb(self) -> &'static str {
        match self {
            End::Over => "is over",
            End::Unfinished => "is broken off",
            End::Failed => "stops at a rule that can't go on",
            End::Left => "still asks a question",
        }
    }
}

/// The layout of a file: each part down to `depth` has its own line.
pub(crate) fn form(depth: usize) -> ron::ser::PrettyConfig {
    ron::ser::PrettyConfig::new().depth_limit(depth).new_line("\n".to_owned())
}

/// The mark of the start, and every choice since these rules took over, with the mark after it. Marks are computed only when somebody asks,
/// because play doesn't need them.
pub(crate) fn steps(game: &Game) -> (String, Vec<Step>) {
    let mut machine = game.machine.aside(&game.program);
    let mut mark = |run: &Run| {
        machine.set_state(&run.end.state);
        mark_of(&game.program, &machine)
    };
    let start = game.runs().next().map_or(String::new(), &mut mark);
    let mut steps = vec![];
    // A change by hand leaves the number of choices as it is.
    let answers = game.runs().zip(game.runs().skip(1)).filter(|(before, run)| run.sum.choices > before.sum.choices);
    for (_, run) in answers {
        let Choice { decision, player, branch, values, label } = game.choices[run.sum.choices - 1].clone();
        let branch = if branch == label { String::new() } else { branch };
        steps.push(Step { player, decision, label, branch, values, after: mark(run) });
    }
    (start, steps)
}

/// The changes by hand.
pub(crate) fn edited(game: &Game) -> Vec<Edited> {
    game.edits().into_iter().map(|(after, edit)| Edited { after, edit }).collect()
}

pub(crate) fn end(game: &Game) -> End {
    match game.status {
        Status::Over => End::Over,
        Status::Unfinished => End::Unfinished,
        Status::Failed(_) => End::Failed,
        Status::Asking(_) => End::Left,
    }
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
