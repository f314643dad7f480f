//! A game written down: what was played, every choice, and a mark of the state after each, so that a replay shows where it parts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Choice, Game, Status};
use crate::ir::{Owner, Type};
use crate::program::{Part, Program, header};
use crate::ruleset::{Ruleset, Setup};
use crate::show;

/// The version of this form.
pub const FORMAT: u32 = 1;

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
    /// The mark of the rules' and data's texts.
    pub rules: String,
    /// The mark of the track's text.
    pub drawn: String,
    /// The mark of the state before the first choice.
    pub start: String,
    pub choices: Vec<Step>,
    pub end: End,
    /// What the options were called.
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    pub labels: Labels,
}

/// By decision, the labels of all options that have nothing but their text: with them an option is found again after it was renamed.
pub type Labels = BTreeMap<String, BTreeSet<String>>;

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Who decided, from 1.
    pub player: usize,
    /// The decision's name.
    pub decision: String,
    /// The label, as it was shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The values of the option taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The mark of the state after it.
    pub after: String,
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
    /// Somebody left it while a question was asked.
    Left,
}

/// A saved game, played again.
#[derive(Clone)]
pub struct Replayed {
    /// As far as it went.
    pub game: Game,
    /// Where the replay could not go on: how many choices were taken, and why not the next.
    pub stopped_at: Option<(usize, Diagnostic)>,
    /// After how many choices the state was another for the first time.
    pub differs_after: Option<usize>,
    /// The game ended otherwise than the saved one: what it does instead.
    pub other_end: Option<Diagnostic>,
    /// Options that were taken under a new name, each once.
    pub renamed: Vec<Renamed>,
}

/// An option that has another label than in the saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    pub decision: String,
    pub from: String,
    pub to: String,
}

impl Saved {
    /// Writes down a game of `ruleset`. `seats` are the names of those who play.
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
            rules: rules_mark(ruleset, &setup.addons),
            drawn: track_mark(ruleset, track),
            start,
            choices,
            end: end(game),
            labels: labels(&game.program),
        }
    }

    /// The file's text: a choice is one line.
    pub fn write(&self) -> String {
        let body =
            ron::ser::to_string_pretty(self, form(2)).unwrap_or_else(|e| panic!("a saved game has only plain fields: {e}"));
        format!("// A game of Coursesetter. Play it again: coursesetter replay FILE\n{body}\n")
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// If it isn't a saved game, or one of another form.
    pub fn read(text: &str) -> Result<Saved, Diagnostic> {
        read_form(text, "game", |saved: &Saved| saved.format)
    }

    /// What has to be built to play it again.
    pub fn setup(&self) -> Setup {
        Setup {
            addons: self.addons.clone(),
            track: Some(self.track.clone()),
            players: Some(self.seats.len()),
            settings: self.set.clone(),
            ..Setup::default()
        }
    }

    /// What has changed in the texts since it was saved; empty: nothing.
    pub fn changed(&self, ruleset: &Ruleset) -> Vec<&'static str> {
        let rules = (self.rules != rules_mark(ruleset, &self.addons)).then_some("rules");
        let track = (self.drawn != track_mark(ruleset, &self.track)).then_some("track");
        rules.into_iter().chain(track).collect()
    }
}

impl Replayed {
    /// Whether it went as it was saved, to the last choice.
    pub fn equal(&self) -> bool {
        self.stopped_at.is_none() && self.differs_after.is_none() && self.other_end.is_none()
    }
}

/// Plays a saved game again, as far as it goes.
pub fn replay(program: Arc<Program>, saved: &Saved) -> Replayed {
    replay_game(Game::start(program, saved.seed), &saved.start, &saved.choices, saved.end, &saved.labels)
}

/// Takes choices in a game at its start, as far as it goes. `start` is the mark of the state, `wanted` how it ended.
pub(crate) fn replay_game(game: Game, start: &str, choices: &[Step], wanted: End, known: &Labels) -> Replayed {
    let now = labels(&game.program);
    let mut replayed = Replayed { game, stopped_at: None, differs_after: None, other_end: None, renamed: vec![] };
    let mut same = mark(&replayed.game) == start;
    if !same {
        replayed.differs_after = Some(0);
    }
    for (n, step) in choices.iter().enumerate() {
        let game = &mut replayed.game;
        let choice = step.choice();
        let found = game.find(&choice).or_else(|| {
            let renamed = new_name(known, &now, step)?;
            let option = game.find(&Choice { label: renamed.to.clone(), ..choice })?;
            if !replayed.renamed.contains(&renamed) {
                replayed.renamed.push(renamed);
            }
            Some(option)
        });
        let Some(option) = found else {
            replayed.stopped_at = Some((n, not_offered(game, n, step)));
            return replayed;
        };
        if let Err(problem) = game.choose(option) {
            replayed.stopped_at = Some((n, problem));
            return replayed;
        }
        if same && mark(game) != step.after {
            same = false;
            replayed.differs_after = Some(n + 1);
        }
    }
    let ended = end(&replayed.game);
    if ended != wanted {
        let count = choices.len();
        let message = format!("the saved game {} after its {count} choices, but this one {}", wanted.verb(), ended.verb());
        let problem = Diagnostic::nowhere(Code::BadReplay, message);
        replayed.other_end = Some(match ended {
            End::Left => problem.hint("choices are missing at the end of the file, or the rules have changed"),
            _ => problem,
        });
    }
    replayed
}

/// The labels of a program's options that have nothing but their text.
pub(crate) fn labels(program: &Program) -> Labels {
    let mut labels = Labels::new();
    for site in &program.sites {
        let own = labels.entry(program.ir.decisions[site.decision.index()].name.to_string()).or_default();
        for label in site.options.iter().filter(|o| o.values.is_empty()).filter_map(|o| o.label.as_ref()) {
            let parts: Option<String> =
                label.parts.iter().map(|part| if let Part::Plain(p) = part { Some(&**p) } else { None }).collect();
            own.extend(parts);
        }
    }
    labels
}

/// What the option of a step is called now, if its label is gone and exactly one label of its decision is new.
fn new_name(known: &Labels, now: &Labels, step: &Step) -> Option<Renamed> {
    let (was, is) = (known.get(&step.decision)?, now.get(&step.decision)?);
    if !step.values.is_empty() || !was.contains(&step.label) || is.contains(&step.label) {
        return None;
    }
    let mut new = is.difference(was);
    let to = new.next().filter(|_| new.next().is_none())?;
    Some(Renamed { decision: step.decision.clone(), from: step.label.clone(), to: to.clone() })
}

impl Step {
    fn choice(&self) -> Choice {
        Choice { decision: self.decision.clone(), player: self.player, values: self.values.clone(), label: self.label.clone() }
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

/// How a file is laid out: down to `depth` each part has its own line.
pub(crate) fn form(depth: usize) -> ron::ser::PrettyConfig {
    ron::ser::PrettyConfig::new().depth_limit(depth).new_line("\n".to_owned())
}

/// What stands where something else belongs.
fn amiss(error: &ron::Error) -> String {
    use ron::Error;
    match error {
        Error::ExpectedInteger => "expected a whole number".into(),
        Error::ExpectedString => "expected a text in quotes".into(),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) | Error::ExpectedAttribute => "expected `(`".into(),
        Error::ExpectedArray => "expected `[`".into(),
        Error::NoSuchStructField { found, .. } => format!("nothing is called `{found}` here"),
        Error::MissingStructField { field, .. } => format!("`{field}` is missing"),
        Error::DuplicateStructField { field, .. } => format!("`{field}` stands there twice"),
        Error::Eof => "the file ends too early".into(),
        other => other.to_string(),
    }
}

/// Reads the text of a saved `what`; `format` tells which form it is of.
pub(crate) fn read_form<'t, T: Deserialize<'t>>(text: &'t str, what: &str, format: fn(&T) -> u32) -> Result<T, Diagnostic> {
    let saved = ron::from_str(text).map_err(|e| {
        let at = e.span.start;
        let message = format!("this is no saved {what}: line {}, column {}: {}", at.line, at.col, amiss(&e.code));
        Diagnostic::nowhere(Code::BadReplay, message)
            .hint("write one with `play --save FILE`; a file that was cut off or edited may have lost a bracket or a quote")
    })?;
    match format(&saved) {
        FORMAT => Ok(saved),
        other => {
            let message = format!("it is of form {other}, and this version reads form {FORMAT}");
            Err(Diagnostic::nowhere(Code::BadReplay, message))
        }
    }
}

/// The mark of the start, and every choice with the mark after it. They are made by playing the game once more: in play there is no
/// need of them.
pub(crate) fn steps(game: &Game) -> (String, Vec<Step>) {
    let mut again = game.from_start();
    let start = mark(&again);
    let mut steps = vec![];
    for choice in &game.choices {
        let Some(option) = again.find(choice) else { break };
        if again.choose(option).is_err() {
            break;
        }
        let Choice { decision, player, values, label } = choice.clone();
        steps.push(Step { player, decision, label, values, after: mark(&again) });
    }
    (start, steps)
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

/// A short mark of all that the rules name: fields, pieces, places, whose turn it is. It stays the same where a change of the rules
/// changes only how the program is laid out.
pub fn mark(game: &Game) -> String {
    let (program, machine) = (&game.program, &game.machine);
    let mut hash = Fnv::default();
    for (field, &(base, words)) in program.ir.fields.iter().zip(&program.layout.fields) {
        let owners = match field.owner {
            Owner::State => 1,
            Owner::Player => program.players,
            Owner::Piece(p) => program.layout.pieces[p.index()].1,
            Owner::Track | Owner::Space | Owner::Rows(_) => continue,
        };
        hash.add(&field.name);
        for owner in 0..owners {
            let at = usize::from(base) + owner * words;
            hash.add(&show::value(program, &field.ty, &machine.memory[at..at + words]));
        }
    }
    for (piece, &(base, count)) in program.ir.pieces.iter().zip(&program.layout.pieces) {
        hash.add(&piece.name);
        for word in &machine.memory[usize::from(base)..usize::from(base) + count] {
            hash.add(&show::word(program, &Type::Space, *word));
        }
    }
    for (cards, rows) in program.cards.iter().zip(&program.rows) {
        for (number, heap) in cards.heaps.iter().enumerate() {
            hash.add(&program.ir.piles[heap.pile.index()].name);
            machine.cards_in(cards, number).for_each(|card| hash.add(&rows.names[card]));
        }
    }
    for place in machine.places(program) {
        hash.add(&format!("{place:?}"));
    }
    hash.add(&format!("{:?} {}", machine.turn_of(), machine.memory[header::OVER]));
    format!("{:08x}", (hash.0 >> 32) as u32 ^ hash.0 as u32)
}

/// The mark of the texts of the base, the add-ons and the data. Ends of lines don't count.
pub(crate) fn rules_mark(ruleset: &Ruleset, addons: &[String]) -> String {
    let on = ruleset.addon_names(addons).0;
    let trees = ruleset.base.iter().chain(ruleset.addons.iter().filter(|a| on.contains(&a.name)).map(|a| &a.tree));
    let mut hash = Fnv::default();
    for source in trees.map(|t| t.source).chain(ruleset.data.values().copied()) {
        hash.add(&ruleset.sources.get(source).text);
    }
    hash.text()
}

pub(crate) fn track_mark(ruleset: &Ruleset, track: &str) -> String {
    let mut hash = Fnv::default();
    if let Some(source) = ruleset.tracks.get(track) {
        hash.add(&ruleset.sources.get(*source).text);
    }
    hash.text()
}

/// FNV-1a over texts, each with its end.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub(crate) fn text(&self) -> String {
        format!("{:016x}", self.0)
    }

    pub(crate) fn add(&mut self, text: &str) {
        for byte in text.bytes().filter(|b| *b != b'\r').chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
