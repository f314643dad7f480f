//! A game being played: a program, a machine, what has been chosen and what has happened.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::edit::Edit;
use crate::ir::{self, Docs};
use crate::program::{Program, header};
use crate::show;
use crate::source::Span;
use crate::vm::{MOST_DECISIONS, Machine, Stop};
use crate::why::{Raw, Watched};

mod edited;
mod log;
mod moment;
pub(crate) mod recorder;
mod trouble;

pub use log::{Line, LineKind, Moved, Veil};
pub use moment::Moment;
pub use trouble::describe;

pub(crate) use edited::ToCome;
use recorder::Recorder;

/// A game in play. Equal setups, seeds and choices give equal games.
#[derive(Clone)]
pub struct Game {
    pub program: Arc<Program>,
    pub machine: Machine,
    pub seed: u64,
    /// The players' places in the race before this one of a series, by seat; empty: there was none.
    pub previous: Vec<u32>,
    pub status: Status,
    /// Every answer so far, in order.
    pub choices: Vec<Choice>,
    /// What happened, in order.
    pub log: Vec<Line>,
    recorder: Recorder,
    /// Every question so far.
    moments: Vec<Moment>,
    /// Changes by hand, each with the number of choices that had been made.
    edits: Vec<(usize, Edit)>,
    /// Where these rules took it over, if not at its start.
    begun: Option<Arc<Begun>>,
}

/// A game as it was when these rules took it over.
struct Begun {
    /// Under the rules before.
    before: Arc<Game>,
    state: Vec<i32>,
    /// The call of the flow before which it is, where it is before one.
    checkpoint: Option<u16>,
    choices: Vec<Choice>,
    log: Vec<Line>,
    forced: ToCome,
}

/// A game as it was when the flow called a rule.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// Which call: a position in [`Program::checkpoints`].
    pub checkpoint: u16,
    pub state: Vec<i32>,
    /// How many choices had been made, and lines written.
    pub choices: usize,
    pub lines: usize,
    /// What somebody wanted chance to give after it.
    pub(crate) forced: ToCome,
}

/// What the game waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// A player must choose.
    Asking(Question),
    /// The game is over; places are in the machine.
    Over,
    /// More decisions than a game may have.
    Unfinished,
    /// The rules could not go on.
    Failed(Box<Diagnostic>),
}

/// A decision, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Position in [`Program::sites`].
    pub site: usize,
    /// The decision's name: `tactic`.
    pub decision: Arc<str>,
    /// Who decides, from 0.
    pub player: usize,
    /// What is asked; empty where the rules give no text.
    pub prompt: String,
    /// In the order of the rules; never empty.
    pub options: Vec<Offer>,
    pub quiet: bool,
}

/// An option on offer.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What it says.
    pub label: String,
    /// Which of the options that the rules write it is: [`crate::program::SiteOption::branch`].
    pub branch: Arc<str>,
    /// The values that make it what it is, with their types.
    pub values: Vec<(i32, ir::Type)>,
    /// The same as text.
    pub shown: Vec<String>,
    /// The row of data that taking it gives, where it gives one.
    pub gives: Option<(i32, ir::Type)>,
    /// Its `///` text.
    pub docs: Docs,
}

impl PartialEq for ir::Type {
    fn eq(&self, other: &ir::Type) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

impl Question {
    /// The option that a choice names, if it is on offer here.
    pub fn find(&self, choice: &Choice) -> Option<usize> {
        let is_it = |offer: &Offer| *offer.branch == *choice.branch && offer.shown == choice.values;
        self.is_of(choice).then(|| self.options.iter().position(is_it))?
    }

    /// Whether it asks what a choice answers, and the same player.
    pub fn is_of(&self, choice: &Choice) -> bool {
        *self.decision == *choice.decision && self.player + 1 == choice.player
    }
}

impl Offer {
    /// Whether it is the same option as another: of the same branch, with the same values.
    pub fn is_same(&self, other: &Offer) -> bool {
        self.branch == other.branch && self.shown == other.shown
    }

    /// The space that it stands for, if it has one.
    pub fn space(&self) -> Option<usize> {
        self.values.iter().find(|(_, ty)| matches!(ty, ir::Type::Space)).and_then(|(w, _)| usize::try_from(*w).ok())
    }

    /// The row of data that it stands for, if it has one: a card, an action.
    pub fn row(&self) -> Option<(ir::KindId, usize)> {
        self.values.iter().chain(&self.gives).find_map(|(w, ty)| match ty.present() {
            ir::Type::Row(kind) => Some((*kind, usize::try_from(*w).ok()?)),
            _ => None,
        })
    }
}

/// An answer: the option itself, not its number, so that it survives a change of order. An option is known by its branch and its values: two
/// that differ in their texts alone, or only in what they do, are two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The decision's name.
    pub decision: String,
    /// Who decided, from 1.
    pub player: usize,
    /// Which of the options that the rules write it is: [`crate::program::SiteOption::branch`].
    pub branch: String,
    /// The values of the option taken; empty for one that has only a label.
    pub values: Vec<String>,
    /// The label, as it was shown.
    pub label: String,
}

impl Game {
    /// Starts a game and runs it to its first question.
    pub fn start(program: Arc<Program>, seed: u64) -> Game {
        Game::start_after(program, seed, vec![])
    }

    /// The same for a race that is not the first of its series: `previous` are the places in the one before, by seat.
    pub fn start_after(program: Arc<Program>, seed: u64, previous: Vec<u32>) -> Game {
        Game::begin(program, seed, previous, Recorder::default())
    }

    fn begin(program: Arc<Program>, seed: u64, previous: Vec<u32>, recorder: Recorder) -> Game {
        let mut machine = Machine::new(&program);
        machine.start(&program, seed);
        machine.set_previous(&program, &previous);
        let recorder = Recorder { state_len: program.state_len, ..recorder };
        let (status, moments, edits) = (Status::Over, vec![], vec![]);
        let (choices, log, begun) = (vec![], vec![], None);
        let game = Game { program, machine, seed, previous, status, choices, log, recorder, moments, edits, begun };
        game.resumed()
    }

    /// The same at its next question.
    fn resumed(mut self) -> Game {
        let stop = self.machine.resume(&self.program, &mut self.recorder);
        self.settle(stop);
        self
    }

    /// A game that these rules take over in this state, before a call of the flow. What was chosen and written until `held` stays.
    pub(crate) fn taken_over(&self, program: Arc<Program>, state: Vec<i32>, checkpoint: u16, held: &Held) -> Game {
        let choices = self.choices[..held.choices.min(self.choices.len())].to_vec();
        let written = &self.log[..held.lines.min(self.log.len())];
        // What they say is of the rules and the board that were then.
        let log = written.iter().map(|line| Line { moved: None, state: None, span: Span::default(), ..line.clone() }).collect();
        let forced = held.forced.clone();
        let before = Arc::new(self.clone());
        let begun = Arc::new(Begun { before, state, checkpoint: Some(checkpoint), choices, log, forced });
        Game::go_on(program, begun, self.seed, self.previous.clone(), Recorder::default())
    }

    fn go_on(program: Arc<Program>, begun: Arc<Begun>, seed: u64, previous: Vec<u32>, recorder: Recorder) -> Game {
        let mut machine = Machine::new(&program);
        machine.set_state(&begun.state);
        let (choices, log) = (begun.choices.clone(), begun.log.clone());
        let held = begun.checkpoint.map(|checkpoint| {
            let (state, forced) = (begun.state.clone(), begun.forced.clone());
            Arc::new(Held { checkpoint, state, choices: choices.len(), lines: log.len(), forced })
        });
        let calls = held.iter().cloned().collect();
        let forced = begun.forced.clone();
        let (state_len, earlier) = (program.state_len, log.len());
        let recorder = Recorder { state_len, choices: choices.len(), earlier, held, calls, forced, ..recorder };
        let (status, moments, edits) = (Status::Over, vec![], vec![]);
        let begun = Some(begun);
        let game = Game { program, machine, seed, previous, status, choices, log, recorder, moments, edits, begun };
        game.resumed()
    }

    /// The same game at its first question; of one that these rules took over, at the first one then.
    pub fn from_start(&self) -> Game {
        self.restarted(Recorder::default())
    }

    fn restarted(&self, recorder: Recorder) -> Game {
        match &self.begun {
            None => Game::begin(self.program.clone(), self.seed, self.previous.clone(), recorder),
            Some(begun) => Game::go_on(self.program.clone(), begun.clone(), self.seed, self.previous.clone(), recorder),
        }
    }

    /// Plays it again as it was played, and notes what is written into some words: as they were at the start, then each change.
    pub(crate) fn watched(&self, watched: Watched) -> (Vec<i32>, Vec<Raw>) {
        let first = self.begun.as_ref().map_or(&self.program.image, |begun| &begun.state);
        let begin = first[usize::from(watched.at)..][..watched.words].to_vec();
        let mut game = self.restarted(Recorder { watched: Some(watched), ..Recorder::default() });
        game.play_like(self);
        (begin, game.recorder.writes)
    }

    /// The game under the rules before, as it was when these took it over; `None`: it began under these.
    pub fn before(&self) -> Option<&Arc<Game>> {
        self.begun.as_ref().map(|begun| &begun.before)
    }

    /// The state in which these rules took the game over.
    pub fn state_before(&self) -> Option<&[i32]> {
        self.begun.as_ref().map(|begun| &begun.state[..])
    }

    /// The choices that had been made when these rules took the game over.
    pub fn choices_before(&self) -> usize {
        self.begun.as_ref().map_or(0, |begun| begun.choices.len())
    }

    /// The lines that had been written when these rules took the game over.
    pub fn lines_before(&self) -> usize {
        self.begun.as_ref().map_or(0, |begun| begun.log.len())
    }

    /// The game as it was when the flow last called a rule; `None`: it has not yet.
    pub fn held(&self) -> Option<&Held> {
        self.recorder.held.as_deref()
    }

    /// Takes an option of the question that is asked.
    ///
    /// # Errors
    /// If nothing is asked, or there is no such option.
    pub fn choose(&mut self, option: usize) -> Result<(), Diagnostic> {
        let Status::Asking(question) = &self.status else {
            return Err(Diagnostic::nowhere(Code::NotOffered, "nothing is being asked"));
        };
        let Some(offer) = question.options.get(option) else {
            let text = format!("there is no option {}, only {}", option + 1, question.options.len());
            return Err(Diagnostic::nowhere(Code::NotOffered, text));
        };
        self.choices.push(Choice {
            decision: question.decision.to_string(),
            player: question.player + 1,
            branch: offer.branch.to_string(),
            values: offer.shown.clone(),
            label: offer.label.clone(),
        });
        self.recorder.choices = self.choices.len();
        let stop = self.machine.choose(&self.program, option, &mut self.recorder);
        self.settle(stop);
        Ok(())
    }

    /// The option that a choice names, if it is on offer. Under other rules than it was made under, one that is written otherwise by now is
    /// found by [`crate::replay`].
    pub fn find(&self, choice: &Choice) -> Option<usize> {
        match &self.status {
            Status::Asking(question) => question.find(choice),
            _ => None,
        }
    }

    /// The winners' places by player, from 1; none while the game goes on.
    pub fn places(&self) -> Vec<Option<u32>> {
        self.machine.places(&self.program)
    }

    /// The lines that a player may read; `None`: somebody who looks on.
    pub fn log_for(&self, player: Option<usize>) -> impl Iterator<Item = &Line> {
        self.log.iter().filter(move |l| l.only_for.is_none() || l.only_for == player)
    }

    /// The number that equal games share.
    pub fn hash(&self) -> u64 {
        self.machine.hash(&self.program)
    }

    fn settle(&mut self, stop: Stop) {
        self.log.append(&mut self.recorder.lines);
        self.recorder.earlier = self.log.len();
        if self.recorder.revealed {
            let choices = self.choices.len();
            self.log.iter_mut().for_each(|line| line.show(choices));
            self.recorder.revealed = false;
        }
        self.status = match stop {
            Stop::Decide if self.machine.memory[header::DECISIONS] >= MOST_DECISIONS => Status::Unfinished,
            Stop::Decide => match question(&self.program, &mut self.machine) {
                Ok(question) => Status::Asking(question),
                Err(problem) => Status::Failed(problem),
            },
            Stop::Over => Status::Over,
            Stop::Done | Stop::Held => Status::Over,
            Stop::Trap(code, pc) => Status::Failed(Box::new(describe(&self.program, &self.machine, code, pc))),
        };
        let (text, kind) = match &self.status {
            Status::Asking(_) => return self.note_moment(),
            Status::Over => ("The game is over.".to_owned(), LineKind::Over),
            Status::Unfinished => (format!("After {MOST_DECISIONS} decisions the game is broken off."), LineKind::Over),
            Status::Failed(problem) => (format!("The rules could not go on: {}", problem.message), LineKind::Failed),
        };
        self.write_line(text, kind, None);
    }

    /// A line that no rule has written.
    fn write_line(&mut self, text: String, kind: LineKind, turn_of: Option<usize>) {
        self.log.push(Line {
            text,
            kind,
            turn_of,
            turn: self.machine.memory[header::TURNS] as u32,
            span: Span::default(),
            rules: vec![],
            veil: None,
            only_for: None,
            was_for: None,
            choices: self.choices.len(),
            moved: None,
            state: None,
        });
    }
}

/// What the machine asks, as texts. The game is left as it was.
///
/// # Errors
/// If a text can't be worked out: the rule error.
pub fn question(program: &Program, machine: &mut Machine) -> Result<Question, Box<Diagnostic>> {
    let saved: Vec<i32> = machine.state(program).to_vec();
    let question = worked_out(program, machine);
    // Working out texts may have used room of the frame.
    machine.memory[..saved.len()].copy_from_slice(&saved);
    question
}

fn worked_out(program: &Program, machine: &mut Machine) -> Result<Question, Box<Diagnostic>> {
    let number = machine.options().site();
    let site = &program.sites[number];
    let options = machine.options().clone();
    let player = usize::try_from(machine.word(site.by)).unwrap_or(0);
    let prompt = site.prompt.as_ref().map(|t| show::template(program, machine, t)).transpose()?.unwrap_or_default();
    let offer = |n: usize| {
        let (option, words) = options.get(n);
        let option = &site.options[option];
        for ((slot, _), word) in option.values.iter().zip(words) {
            machine.memory[usize::from(*slot)] = *word;
        }
        let values: Vec<(i32, ir::Type)> = option.values.iter().zip(words).map(|((_, ty), w)| (*w, ty.clone())).collect();
        let shown: Vec<String> = values.iter().map(|(w, ty)| show::word(program, ty, *w)).collect();
        let label = match &option.label {
            Some(label) => show::template(program, machine, label)?,
            None => shown.join(", "),
        };
        let gives = option.gives.as_ref();
        let gives = gives.and_then(|t| show::template_value(program, machine, t, player));
        Ok(Offer { label, branch: option.branch.clone(), values, shown, gives, docs: option.docs.clone() })
    };
    let offers: Vec<Offer> = (0..options.len()).map(offer).collect::<Result<_, Box<Diagnostic>>>()?;
    Ok(Question {
        site: number,
        decision: program.ir.decisions[site.decision.index()].name.clone(),
        player,
        prompt,
        options: told_apart(offers),
        quiet: site.quiet,
    })
}

/// What an option is known by.
type Named = (Arc<str>, Vec<String>);

/// Options of one branch whose values are different things of the same name (two players may bear one) get branches of their own.
fn told_apart(mut offers: Vec<Offer>) -> Vec<Offer> {
    let mut named: BTreeMap<Named, Vec<Vec<i32>>> = BTreeMap::new();
    for offer in offers.iter_mut().filter(|offer| !offer.values.is_empty()) {
        let words: Vec<i32> = offer.values.iter().map(|(word, _)| *word).collect();
        let alike = named.entry((offer.branch.clone(), offer.shown.clone())).or_default();
        let known = alike.iter().position(|other| *other == words);
        if known.is_none() {
            alike.push(words);
        }
        if let n @ 2.. = known.map_or(alike.len(), |n| n + 1) {
            offer.branch = format!("{} ({n})", offer.branch).into();
        }
    }
    offers
}
