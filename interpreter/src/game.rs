//! A game being played: a program, a machine, what has been chosen and what has happened.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::edit::Edit;
use crate::ir::{self, Docs};
use crate::playtest::{Event, Leg, Moment, NodeId, Path};
use crate::program::{Program, header};
use crate::show;
use crate::vm::Machine;
use crate::vm::random::{BotStream, bot_stream};

mod edited;
mod log;
pub(crate) mod recorder;
pub(crate) mod run;
mod trace;
mod watch;

pub use log::{Line, LineKind, Moved, Veil};
pub use run::{Run, Snapshot, Stop, StopKind, Sum};
pub(crate) use trace::Source;
pub(crate) use watch::{Raw, Watch};

pub(crate) use edited::ToCome;
use recorder::Recorder;
use run::{Act, run};

/// A game in play. Equal setups, seeds and choices give equal games.
#[derive(Clone)]
pub struct Game {
    pub program: Arc<Program>,
    pub machine: Machine,
    pub seed: u64,
    /// The players' places in the race before this one of a series, by seat; empty: there was none.
    pub previous: Vec<u32>,
    pub status: Status,
    /// How far the bots have used up their luck, by seat. Whoever lets a bot answer says so before; it comes back with what is gone back to.
    pub luck: Arc<[BotStream]>,
    /// Every answer so far, in order.
    pub choices: Vec<Choice>,
    /// What happened, in order.
    pub log: Vec<Line>,
    /// What came of the beginning, and of each answer and change by hand since; their lines stand in the log.
    runs: Vec<Past>,
    /// Where these rules took it over, if not at its start.
    begun: Option<Arc<Begun>>,
    watch: Option<Watch>,
}

/// What came of the beginning, an answer or a change by hand, and how far the bots had used up their luck with it.
#[derive(Clone)]
struct Past {
    edit: Option<Edit>,
    luck: Arc<[BotStream]>,
    run: Arc<Run>,
    /// Of a game that is the way to a node of a playtest: that of this run.
    node: Option<NodeId>,
}

/// A game as it was when these rules took it over.
struct Begun {
    start: Snapshot,
    /// The call of the flow before which it is.
    checkpoint: u16,
    sum: Sum,
    luck: Arc<[BotStream]>,
    choices: Vec<Choice>,
    log: Vec<Line>,
}

/// A game as it was when the flow called a rule.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// Which call: a position in [`Program::checkpoints`].
    pub checkpoint: u16,
    pub state: &'a [i32],
    /// How many choices had been made, and lines written.
    pub choices: usize,
    pub lines: usize,
    /// What somebody wanted chance to give after it.
    pub(crate) pending: &'a ToCome,
    /// In which run of the game.
    pub(crate) run: usize,
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

impl Question {
    /// The option that a choice names, if it is on offer here.
    pub fn find(&self, choice: &Choice) -> Option<usize> {
        let is_it = |offer: &Offer| *offer.branch == *choice.branch && offer.shown == choice.values;
        self.is_of(choice).then(|| self.options.iter().position(is_it))?
    }

    /// The answer that takes one of its options.
    pub fn choice(&self, offer: &Offer) -> Choice {
        Choice {
            decision: self.decision.to_string(),
            player: self.player + 1,
            branch: offer.branch.to_string(),
            values: offer.shown.clone(),
            label: offer.label.clone(),
        }
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
        Game::begin(program, seed, previous, None)
    }

    fn begin(program: Arc<Program>, seed: u64, previous: Vec<u32>, watch: Option<Watch>) -> Game {
        let mut game = Game { watch, ..Game::empty(program, seed, previous, None) };
        game.machine.start(&game.program, seed);
        game.machine.set_previous(&game.program, &game.previous);
        game.begun(Act::Begin, Sum::default())
    }

    /// In which nothing has happened yet but what had under the rules before.
    fn empty(program: Arc<Program>, seed: u64, previous: Vec<u32>, begun: Option<Arc<Begun>>) -> Game {
        let (luck, choices, log) = match &begun {
            Some(begun) => (begun.luck.clone(), begun.choices.clone(), begun.log.clone()),
            None => (luck_at_first(&program, seed), vec![], vec![]),
        };
        let machine = Machine::new(&program);
        Game { program, machine, seed, previous, status: Status::Over, luck, choices, log, runs: vec![], begun, watch: None }
    }

    fn go_on(program: Arc<Program>, begun: Arc<Begun>, seed: u64, previous: Vec<u32>, watch: Option<Watch>) -> Game {
        let (act, sum) = (Act::Call(begun.checkpoint), begun.sum);
        let mut game = Game { watch, ..Game::empty(program, seed, previous, Some(begun.clone())) };
        game.machine.set_state(&begun.start.state);
        game.begun(act, sum)
    }

    fn begun(mut self, act: Act<'_>, sum: Sum) -> Game {
        // Only a change by hand may not fit.
        let _ = self.goes_on(act, sum);
        self
    }

    /// Does something, and runs to where the game waits again. `sum` is what has been counted with it.
    fn goes_on(&mut self, act: Act<'_>, sum: Sum) -> Result<(), Diagnostic> {
        let begun = || self.begun.as_ref().map(|begun| &begun.start);
        if let Some(watch) = &mut self.watch {
            watch.begin(self.runs.len());
        }
        let pending = self.runs.last().map(|past| &past.run.end).or_else(begun).map(|last| last.pending.clone());
        let recorder = Recorder::new(&self.program, sum, pending.unwrap_or_default(), self.watch.as_mut());
        let mut run = run(&self.program, &mut self.machine, act, recorder)?;
        self.log.append(&mut run.lines);
        self.status = std::mem::replace(&mut run.status, Status::Over);
        let edit = if let Act::Edit(edit) = act { Some(edit.clone()) } else { None };
        self.runs.push(Past { edit, luck: self.luck.clone(), run: Arc::new(run), node: None });
        Ok(())
    }

    /// A part of a path, from where rules took it over if it doesn't begin a race.
    pub(crate) fn along(path: &Path, part: Range<usize>) -> Game {
        let (before, legs) = (&path.legs()[..part.start], &path.legs()[part]);
        let (program, (seed, previous), sum) = (legs[0].program.clone(), path.begin(), legs[0].run.begin);
        let start = legs[0].run.stops.first().filter(|_| matches!(*legs[0].event, Event::Rules(_)));
        let begun = start.and_then(|Stop { kind, state, pending, .. }| {
            let StopKind::Call(checkpoint) = *kind else { return None };
            let start = Snapshot { state: state.clone()?, journal: None, pending: pending.clone() };
            let choices = before.iter().filter_map(Leg::choice).cloned().collect();
            let log = path.lines().take(sum.lines).map(Line::of_other_rules).collect();
            let luck = before.iter().rev().find_map(Leg::luck).cloned().unwrap_or_else(|| luck_at_first(&program, seed));
            Some(Arc::new(Begun { start, checkpoint, sum, luck, choices, log }))
        });
        let mut game = Game::empty(program.clone(), seed, previous.to_vec(), begun);
        for Leg { node, event, run, .. } in legs {
            if let Event::Choice { choice, luck, .. } = &**event {
                game.choices.push(choice.clone());
                game.luck = luck.clone();
            }
            let edit = if let Event::Edit(edit) = &**event { Some(edit.clone()) } else { None };
            game.log.extend(run.lines.iter().cloned());
            game.runs.push(Past { edit, luck: game.luck.clone(), run: run.clone(), node: Some(*node) });
        }
        game.status = legs[legs.len() - 1].run.wait(&game.program, &mut game.machine);
        game
    }

    /// The same game at its first question; of one that these rules took over, at the first one then.
    pub fn from_start(&self) -> Game {
        self.restarted(None)
    }

    fn restarted(&self, watch: Option<Watch>) -> Game {
        match &self.begun {
            None => Game::begin(self.program.clone(), self.seed, self.previous.clone(), watch),
            Some(begun) => Game::go_on(self.program.clone(), begun.clone(), self.seed, self.previous.clone(), watch),
        }
    }

    /// Plays it again as it was played, and notes what is written into some words.
    pub(crate) fn watched(&self, watch: Watch) -> Vec<Raw> {
        let mut game = self.restarted(Some(watch));
        game.play_like(self);
        game.watch.map_or(vec![], |watch| watch.writes)
    }

    /// The state in which it began, or in which these rules took it over.
    pub(crate) fn first_state(&self) -> &[i32] {
        self.begun.as_ref().map_or(&self.program.image, |begun| &begun.start.state)
    }

    /// What had been counted when these rules took the game over.
    pub fn sum_before(&self) -> Sum {
        self.begun.as_ref().map_or(Sum::default(), |begun| begun.sum)
    }

    /// What has been counted so far.
    pub fn sum(&self) -> Sum {
        self.runs.last().map_or(Sum::default(), |past| past.run.sum)
    }

    /// What came of the beginning, of each answer and of each change by hand since these rules have it. Their lines stand in the log.
    pub fn runs(&self) -> impl DoubleEndedIterator<Item = &Run> + ExactSizeIterator {
        self.runs.iter().map(|past| &*past.run)
    }

    /// All calls of the flow since these rules have it, as far as their states are kept.
    fn all_calls(&self) -> impl DoubleEndedIterator<Item = Held<'_>> {
        self.runs().enumerate().flat_map(|(n, run)| run.stops.iter().filter_map(move |stop| stop.held(n)))
    }

    /// The game as it was when the flow last called a rule; `None`: it has not yet.
    pub fn held(&self) -> Option<Held<'_>> {
        self.all_calls().next_back()
    }

    /// The calls of the flow that have been played to their ends and in which somebody was asked or a turn began, the first one first:
    /// the game as it was before each.
    pub fn calls(&self) -> Vec<Held<'_>> {
        let all: Vec<Held<'_>> = self.all_calls().collect();
        // The last one may still be played.
        let is_open = matches!(self.status, Status::Asking(_));
        let turns = |state: &[i32]| state[header::TURNS];
        let is_told = |n: &usize| match all.get(n + 1) {
            Some(next) => next.choices > all[*n].choices || turns(next.state) > turns(all[*n].state),
            None => !is_open && (self.choices.len() > all[*n].choices || turns(&self.machine.memory[..]) > turns(all[*n].state)),
        };
        (0..all.len()).filter(is_told).map(|n| all[n]).collect()
    }

    /// What came of the last answer or change before the question that was asked after so many choices.
    fn asked_after(&self, choices: usize) -> Option<usize> {
        let is_past = choices < self.choices.len() || choices == self.choices.len() && matches!(self.status, Status::Asking(_));
        let last = self.runs.partition_point(|past| past.run.sum.choices <= choices).checked_sub(1)?;
        (is_past && self.runs[last].run.sum.choices == choices).then_some(last)
    }

    /// The moment of a playtest after so many trace events of one of its runs, if it is a way there.
    pub(crate) fn moment_in(&self, run: usize, tick: u32) -> Option<Moment> {
        Some(Moment { node: self.runs.get(run)?.node?, tick })
    }

    /// What was done that is no way through a playtest, run by run: the change by hand (`None`: an answer), and the bots' luck with it.
    pub(crate) fn done(&self) -> impl Iterator<Item = (Option<&Edit>, &Arc<[BotStream]>, &Run)> {
        let done = self.runs.iter().skip(1).filter(|past| past.node.is_none());
        done.map(|past| (past.edit.as_ref(), &past.luck, &*past.run))
    }

    /// Back to the question that was asked after so many choices, as if nothing had been chosen since; `false`: there is none.
    pub fn go_back(&mut self, choices: usize) -> bool {
        let Some(last) = self.asked_after(choices) else { return false };
        self.runs.truncate(last + 1);
        let Past { luck, run, .. } = &self.runs[last];
        self.luck = luck.clone();
        self.choices.truncate(run.sum.choices);
        self.log.truncate(run.sum.lines);
        self.status = self.runs[last].run.end.put_back(&self.program, &mut self.machine);
        true
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
        self.choices.push(question.choice(offer));
        let sum = self.sum();
        self.goes_on(Act::Choose(option), Sum { choices: sum.choices + 1, ..sum })
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

    /// The number that equal games share.
    pub fn hash(&self) -> u64 {
        self.machine.hash(&self.program)
    }
}

/// The bots' luck of a game in which nobody has decided anything.
pub(crate) fn luck_at_first(program: &Program, seed: u64) -> Arc<[BotStream]> {
    (0..program.players).map(|seat| bot_stream(seed, seat)).collect()
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
    let options = machine.options().on_offer();
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
