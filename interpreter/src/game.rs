//! A game being played: a program, a machine, the choices made and the log.

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

pub use log::{CardsMoved, Line, LineKind, Moved, Rolled, Veil};
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
    /// The players' places in the previous race of a series, by seat. Empty if there was none.
    pub previous: Vec<u32>,
    pub status: Status,
    /// How far each seat's bot has used its luck. Code that lets a bot answer sets this before. Going back restores it.
    pub luck: Arc<[BotStream]>,
    /// Every answer so far, in order.
    pub choices: Vec<Choice>,
    /// What happened, in order.
    pub log: Vec<Line>,
    /// The results of the beginning and of each answer and change by hand since. Their lines are in the log.
    runs: Vec<Past>,
    /// Where these rules took the game over, if not at its start.
    begun: Option<Arc<Begun>>,
    watch: Option<Watch>,
}

/// The result of the beginning, an answer or a change by hand, and how far the bots had used their luck by then.
#[derive(Clone)]
struct Past {
    edit: Option<Edit>,
    luck: Arc<[BotStream]>,
    run: Arc<Run>,
    /// The node of this run, if the game is the way to a node of a playtest.
    node: Option<NodeId>,
}

/// A game as it was when these rules took it over.
struct Begun {
    start: Snapshot,
    /// The call of the flow before which it stands.
    checkpoint: u16,
    sum: Sum,
    luck: Arc<[BotStream]>,
    choices: Vec<Choice>,
    log: Vec<Line>,
}

/// A game as it was when the flow called a rule.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// The call, as a position in [`Program::checkpoints`].
    pub checkpoint: u16,
    pub state: &'a [i32],
    /// The number of choices made and of lines written.
    pub choices: usize,
    pub lines: usize,
    /// The results that somebody has set for chance, still to come.
    pub(crate) pending: &'a ToCome,
    /// The run of the game in which it was.
    pub(crate) run: usize,
}

/// What the game waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// A player must choose.
    Asking(Question),
    /// The game is over. The places are in the machine.
    Over,
    /// The game has had more decisions than it may have.
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
    /// The player who decides, from 0.
    pub player: usize,
    /// The question. Empty if the rules give no text.
    pub prompt: String,
    /// In the order of the rules; never empty.
    pub options: Vec<Offer>,
    pub quiet: bool,
}

/// An option on offer.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Its text as tests and saved games write it, with the ids of spaces.
    pub label: String,
    /// Its text as people read it, which begins with a capital if it names a space.
    pub told: String,
    /// Which of the options in the rules it is: [`crate::program::SiteOption::branch`].
    pub branch: Arc<str>,
    /// Its values with their types.
    pub values: Vec<(i32, ir::Type)>,
    /// The values as text.
    pub shown: Vec<String>,
    /// The row of data that taking it gives, if it gives one.
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

    /// Whether a choice answers this decision of this player.
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

/// An answer. It names the option itself rather than its number, so that it survives a change of order. An option is known by its branch
/// and its values, so two options that differ only in their texts, or only in what they do, are different.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The decision's name.
    pub decision: String,
    /// The player who decided, from 1.
    pub player: usize,
    /// Which of the options in the rules it is: [`crate::program::SiteOption::branch`].
    pub branch: String,
    /// The values of the option taken. Empty for an option with only a label.
    pub values: Vec<String>,
    /// The label as it was shown.
    pub label: String,
}

impl Game {
    /// Starts a game and runs it to its first question.
    pub fn start(program: Arc<Program>, seed: u64) -> Game {
        Game::start_after(program, seed, vec![])
    }

    /// The same for a race that is not the first of its series. `previous` are the places in the race before, by seat.
    pub fn start_after(program: Arc<Program>, seed: u64, previous: Vec<u32>) -> Game {
        Game::begin(program, seed, previous, None)
    }

    fn begin(program: Arc<Program>, seed: u64, previous: Vec<u32>, watch: Option<Watch>) -> Game {
        let mut game = Game { watch, ..Game::empty(program, seed, previous, None) };
        game.machine.start(&game.program, seed);
        game.machine.set_previous(&game.program, &game.previous);
        game.begun(Act::Begin, Sum::default())
    }

    /// A game in which nothing has happened yet, except what happened under the rules before.
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

    /// Does something, and runs until the game waits again. `sum` counts everything so far, including this.
    fn goes_on(&mut self, act: Act<'_>, sum: Sum) -> Result<(), Diagnostic> {
        let begun = || self.begun.as_ref().map(|begun| &begun.start);
        if let Some(watch) = &mut self.watch {
            watch.begin(self.runs.len(), &self.machine);
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

    /// A part of a path as a game, which goes on from where rules took the race over unless the part begins the race.
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

    fn restarted(&self, watch: Option<Watch>) -> Game {
        let program = watch.as_ref().map_or(&self.program, Watch::program).clone();
        match &self.begun {
            None => Game::begin(program, self.seed, self.previous.clone(), watch),
            Some(begun) => Game::go_on(program, begun.clone(), self.seed, self.previous.clone(), watch),
        }
    }

    /// Plays the game again as it was played, and records what is written into the watched words.
    pub(crate) fn watched(&self, watch: Watch) -> Vec<Raw> {
        let mut game = self.restarted(Some(watch));
        game.play_like(self);
        game.watch.map_or(vec![], |watch| watch.writes)
    }

    /// The state in which it began, or in which these rules took it over.
    pub(crate) fn first_state(&self) -> &[i32] {
        self.begun.as_ref().map_or(&self.program.image, |begun| &begun.start.state)
    }

    /// The counts at the moment when these rules took the game over.
    pub fn sum_before(&self) -> Sum {
        self.begun.as_ref().map_or(Sum::default(), |begun| begun.sum)
    }

    /// The counts so far.
    pub fn sum(&self) -> Sum {
        self.runs.last().map_or(Sum::default(), |past| past.run.sum)
    }

    /// The results of the beginning and of each answer and change by hand since these rules took over. Their lines are in the log.
    pub fn runs(&self) -> impl DoubleEndedIterator<Item = &Run> + ExactSizeIterator {
        self.runs.iter().map(|past| &*past.run)
    }

    /// All calls of the flow since these rules took over, as far as their states are kept.
    fn all_calls(&self) -> impl DoubleEndedIterator<Item = Held<'_>> {
        self.runs().enumerate().flat_map(|(n, run)| run.stops.iter().filter_map(move |stop| stop.held(n)))
    }

    /// The game as it was when the flow last called a rule; `None` if it hasn't yet.
    pub fn held(&self) -> Option<Held<'_>> {
        self.all_calls().next_back()
    }

    /// The calls of the flow that have been played to their ends and in which somebody was asked or a turn began, in order. For each, the
    /// game as it was before the call.
    pub fn calls(&self) -> Vec<Held<'_>> {
        let all: Vec<Held<'_>> = self.all_calls().collect();
        // The last one may still be in play.
        let is_open = matches!(self.status, Status::Asking(_));
        let turns = |state: &[i32]| state[header::TURNS];
        let is_told = |n: &usize| match all.get(n + 1) {
            Some(next) => next.choices > all[*n].choices || turns(next.state) > turns(all[*n].state),
            None => !is_open && (self.choices.len() > all[*n].choices || turns(&self.machine.memory[..]) > turns(all[*n].state)),
        };
        (0..all.len()).filter(is_told).map(|n| all[n]).collect()
    }

    /// The run that ended with the question asked after this many choices.
    fn asked_after(&self, choices: usize) -> Option<usize> {
        let is_past = choices < self.choices.len() || choices == self.choices.len() && matches!(self.status, Status::Asking(_));
        let last = self.runs.partition_point(|past| past.run.sum.choices <= choices).checked_sub(1)?;
        (is_past && self.runs[last].run.sum.choices == choices).then_some(last)
    }

    /// The moment of a playtest after this many trace events of one of its runs, if the game is the way there.
    pub(crate) fn moment_in(&self, run: usize, tick: u32) -> Option<Moment> {
        Some(Moment { node: self.runs.get(run)?.node?, tick })
    }

    /// What was done since the way through a playtest ended, run by run: the change by hand (`None` for an answer), and the bots' luck by
    /// then.
    pub(crate) fn done(&self) -> impl Iterator<Item = (Option<&Edit>, &Arc<[BotStream]>, &Run)> {
        let done = self.runs.iter().skip(1).filter(|past| past.node.is_none());
        done.map(|past| (past.edit.as_ref(), &past.luck, &*past.run))
    }

    /// Goes back to the question that was asked after this many choices, as if nothing had been chosen since. Returns `false` if there is
    /// none.
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

    /// Takes an option of the current question.
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

    /// The option that a choice names, if it is on offer. Under other rules than those of the choice, [`crate::replay`] also finds an
    /// option that has been rewritten.
    pub fn find(&self, choice: &Choice) -> Option<usize> {
        match &self.status {
            Status::Asking(question) => question.find(choice),
            _ => None,
        }
    }

    /// The players' places, from 1; `None` for a player without a place.
    pub fn places(&self) -> Vec<Option<u32>> {
        self.machine.places(&self.program)
    }

    /// A number that equal games share.
    pub fn hash(&self) -> u64 {
        self.machine.hash(&self.program)
    }
}

/// The bots' luck in a game in which nobody has decided anything.
pub(crate) fn luck_at_first(program: &Program, seed: u64) -> Arc<[BotStream]> {
    (0..program.players).map(|seat| bot_stream(seed, seat)).collect()
}

/// What the machine asks, as texts. Leaves the game as it was.
///
/// # Errors
/// The rule error, if a text can't be evaluated.
pub fn question(program: &Program, machine: &mut Machine) -> Result<Question, Box<Diagnostic>> {
    let saved: Vec<i32> = machine.state(program).to_vec();
    let question = worked_out(program, machine);
    // Evaluating texts may have used room of the frame.
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
        let (label, told) = match &option.label {
            Some(label) => {
                show::work_out(program, machine, label)?;
                (show::written_template(program, machine, label), show::read_template(program, machine, label))
            }
            None => {
                let told = values.iter().map(|(w, ty)| show::word_for(program, ty, *w, None)).collect::<Vec<_>>();
                (shown.join(", "), told.join(", "))
            }
        };
        let names_space = values.iter().any(|(_, ty)| matches!(ty, ir::Type::Space));
        let told = if names_space { show::capital(&told) } else { told };
        let gives = option.gives.as_ref();
        let gives = gives.and_then(|t| show::template_value(program, machine, t, player));
        Ok(Offer { label, told, branch: option.branch.clone(), values, shown, gives, docs: option.docs.clone() })
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

/// The branch and values by which an option is known.
type Named = (Arc<str>, Vec<String>);

/// Gives options of one branch different branches if their values are different things with the same names (two players may have the same
/// name).
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
