//! A game being played: a program, a machine, what has been chosen and what has happened.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::ir::fold::NONE;
use crate::ir::{self, Docs};
use crate::program::{Op, Pc, Program, Slot, header};
use crate::show::{self, Eyes};
use crate::source::Span;
use crate::vm::random::Draw;
use crate::vm::{Event, Host, MOST_DECISIONS, Machine, Quiet, Stop, TrapCode, random};
use crate::why::Raw;

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
    /// Where these rules took it over, if not at its start.
    begun: Option<Arc<Begun>>,
}

/// A game as it was when these rules took it over.
#[derive(Clone, Debug)]
struct Begun {
    state: Vec<i32>,
    /// The call of the flow before which it is, where it is before one.
    checkpoint: Option<u16>,
    choices: Vec<Choice>,
    log: Vec<Line>,
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

impl Offer {
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

/// An answer: the option itself, not its number, so that it survives a change of order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Choice {
    /// The decision's name.
    pub decision: String,
    /// Who decided, from 1.
    pub player: usize,
    /// The values of the option taken; empty for one that has only a label.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The label, as it was shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub text: String,
    pub kind: LineKind,
    /// Whose turn it was.
    pub turn_of: Option<usize>,
    /// Turns begun when it happened.
    pub turn: u32,
    /// The place in the rules.
    pub span: Span,
    /// What others read in its place, where it names what not all may see.
    pub veil: Option<Arc<Veil>>,
    /// Who may read it now: a choice made in secret is its player's, all else from such a block until it ends. What was chosen is
    /// everybody's when the rules show it.
    pub only_for: Option<usize>,
    /// How many choices had been made.
    pub choices: usize,
    /// Which piece moved, for lines that tell of a move.
    pub moved: Option<Moved>,
    /// The state as the turn began, for lines that tell of a turn: what was on the table then can be shown again.
    pub state: Option<Arc<[i32]>>,
}

/// A line as each reader may read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Veil {
    pub by_player: Vec<String>,
    /// To somebody who looks on.
    pub onlooker: String,
}

impl Line {
    /// The secret block is over.
    fn show(&mut self) {
        self.only_for = self.only_for.filter(|_| self.kind == LineKind::Chose);
    }

    /// What a player reads; `None`: somebody who looks on.
    pub fn text_for(&self, player: Option<usize>) -> &str {
        match (&self.veil, player) {
            (None, _) => &self.text,
            (Some(veil), Some(player)) => veil.by_player.get(player).unwrap_or(&veil.onlooker),
            (Some(veil), None) => &veil.onlooker,
        }
    }
}

/// A piece's way over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    pub kind: ir::PieceId,
    /// Its number among all pieces of its kind.
    pub piece: usize,
    /// Where it stood and where each step led; `None`: off the board.
    pub way: Vec<Option<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Turn,
    Said,
    Rolled,
    Moved,
    /// Cards went from pile to pile.
    Cards,
    Chose,
    Over,
    Failed,
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
        let (status, choices, log) = (Status::Over, vec![], vec![]);
        let mut game = Game { program, machine, seed, previous, status, choices, log, recorder, begun: None };
        let stop = game.machine.resume(&game.program, &mut game.recorder);
        game.settle(stop);
        game
    }

    /// A game that these rules take over in this state, before a call of the flow. What was chosen and written until `held` stays.
    pub(crate) fn taken_over(&self, program: Arc<Program>, state: Vec<i32>, checkpoint: u16, held: &Held) -> Game {
        let choices = self.choices[..held.choices.min(self.choices.len())].to_vec();
        let log = self.log[..held.lines.min(self.log.len())].to_vec();
        let begun = Arc::new(Begun { state, checkpoint: Some(checkpoint), choices, log });
        Game::go_on(program, begun, self.seed, self.previous.clone(), Recorder::default())
    }

    fn go_on(program: Arc<Program>, begun: Arc<Begun>, seed: u64, previous: Vec<u32>, recorder: Recorder) -> Game {
        let mut machine = Machine::new(&program);
        machine.set_state(&begun.state);
        let (choices, log) = (begun.choices.clone(), begun.log.clone());
        let held = begun.checkpoint.map(|checkpoint| Held {
            checkpoint,
            state: begun.state.clone(),
            choices: choices.len(),
            lines: log.len(),
        });
        let (state_len, earlier) = (program.state_len, log.len());
        let recorder = Recorder { state_len, choices: choices.len(), earlier, held, ..recorder };
        let status = Status::Over;
        let mut game = Game { program, machine, seed, previous, status, choices, log, recorder, begun: Some(begun) };
        let stop = game.machine.resume(&game.program, &mut game.recorder);
        game.settle(stop);
        game
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
    pub(crate) fn watched(&self, at: Slot, words: usize) -> (Vec<i32>, Vec<Raw>) {
        let first = self.begun.as_ref().map_or(&self.program.image, |begun| &begun.state);
        let begin = first[usize::from(at)..][..words].to_vec();
        let mut game = self.restarted(Recorder { watched: Some((at, words)), ..Recorder::default() });
        for choice in &self.choices[game.choices.len()..] {
            let Some(option) = game.find(choice) else { break };
            if game.choose(option).is_err() {
                break;
            }
        }
        (begin, game.recorder.writes)
    }

    /// The choices that had been made when these rules took the game over.
    pub fn choices_before(&self) -> usize {
        self.begun.as_ref().map_or(0, |begun| begun.choices.len())
    }

    /// The game as it was when the flow last called a rule; `None`: it has not yet.
    pub fn held(&self) -> Option<&Held> {
        self.recorder.held.as_ref()
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
            values: offer.shown.clone(),
            label: offer.label.clone(),
        });
        self.recorder.choices = self.choices.len();
        let stop = self.machine.choose(&self.program, option, &mut self.recorder);
        self.settle(stop);
        Ok(())
    }

    /// The option that a choice names: by its values, else by its label. An option that has another label by now is found by
    /// [`crate::replay`], which knows what the labels were.
    pub fn find(&self, choice: &Choice) -> Option<usize> {
        let Status::Asking(q) = &self.status else { return None };
        if *q.decision != *choice.decision || q.player + 1 != choice.player {
            return None;
        }
        q.options.iter().position(|o| {
            if choice.values.is_empty() { o.shown.is_empty() && o.label == choice.label } else { o.shown == choice.values }
        })
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
            self.log.iter_mut().for_each(Line::show);
            self.recorder.revealed = false;
        }
        self.status = match stop {
            Stop::Decide if self.machine.memory[header::DECISIONS] >= MOST_DECISIONS => Status::Unfinished,
            Stop::Decide => Status::Asking(question(&self.program, &mut self.machine)),
            Stop::Over => Status::Over,
            Stop::Done | Stop::Held => Status::Over,
            Stop::Trap(code, pc) => Status::Failed(Box::new(describe(&self.program, &self.machine, code, pc))),
        };
        let text = match &self.status {
            Status::Asking(_) => return,
            Status::Over => ("The game is over.".to_owned(), LineKind::Over),
            Status::Unfinished => (format!("After {MOST_DECISIONS} decisions the game is broken off."), LineKind::Over),
            Status::Failed(problem) => (format!("The rules could not go on: {}", problem.message), LineKind::Failed),
        };
        self.log.push(Line {
            text: text.0,
            kind: text.1,
            turn_of: None,
            turn: self.machine.memory[header::TURNS] as u32,
            span: Span::default(),
            veil: None,
            only_for: None,
            choices: self.choices.len(),
            moved: None,
            state: None,
        });
    }
}

/// What the machine asks, as texts.
pub fn question(program: &Program, machine: &mut Machine) -> Question {
    let number = machine.options().site();
    let site = &program.sites[number];
    let options = machine.options().clone();
    let player = usize::try_from(machine.word(site.by)).unwrap_or(0);
    let saved: Vec<i32> = machine.state(program).to_vec();
    let prompt = site.prompt.as_ref().map(|t| show::template(program, machine, t, &mut Quiet)).unwrap_or_default();
    let offers = (0..options.len())
        .map(|n| {
            let (option, words) = options.get(n);
            let option = &site.options[option];
            for ((slot, _), word) in option.values.iter().zip(words) {
                machine.memory[usize::from(*slot)] = *word;
            }
            let values: Vec<(i32, ir::Type)> = option.values.iter().zip(words).map(|((_, ty), w)| (*w, ty.clone())).collect();
            let shown: Vec<String> = values.iter().map(|(w, ty)| show::word(program, ty, *w)).collect();
            let label = match &option.label {
                Some(label) => show::template(program, machine, label, &mut Quiet),
                None => shown.join(", "),
            };
            let gives = option.gives.as_ref();
            let gives = gives.and_then(|t| show::template_value(program, machine, t, player, &mut Quiet));
            Offer { label, values, shown, gives, docs: option.docs.clone() }
        })
        .collect();
    // Working out texts may have used room of the frame; the game is as it was.
    machine.memory[..saved.len()].copy_from_slice(&saved);
    Question {
        site: number,
        decision: program.ir.decisions[site.decision.index()].name.clone(),
        player,
        prompt,
        options: offers,
        quiet: site.quiet,
    }
}

/// A rule error in words: what, where, and how the rules got there.
#[cold]
pub fn describe(program: &Program, machine: &Machine, code: TrapCode, pc: Pc) -> Diagnostic {
    let span = program.spans.get(usize::from(pc)).copied().unwrap_or_default();
    let mut message = code.message().to_owned();
    if let (TrapCode::Failed, Some(Op::Fail { message: number })) = (code, program.code.get(usize::from(pc))) {
        message = show::read_template(program, machine, &program.messages[usize::from(*number)]);
    }
    if let (TrapCode::OutOfRange, Some(stored)) = (code, out_of_range(program, machine, pc)) {
        message = format!("{message}: {stored}");
    }
    let rules = called_by(program, machine, pc);
    if let Some(own) = rules.first() {
        message = format!("{message} (in `{own}`)");
    }
    let mut problem = Diagnostic::error(Code::RuleError, span, message);
    if rules.len() > 1 {
        let shown = rules.len().min(8);
        let mut calls = rules[1..shown].iter().map(|r| format!("`{r}`")).collect::<Vec<_>>().join(" ← ");
        if rules.len() > shown {
            calls.push_str(" ← …");
        }
        problem = problem.label(span, format!("called by {calls}"));
    }
    match code.hint() {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

/// The rule that stands at a place and those that led there, innermost first.
fn called_by(program: &Program, machine: &Machine, pc: Pc) -> Vec<Arc<str>> {
    let mut rules = vec![];
    let depth = machine.memory[header::DEPTH].max(0) as usize;
    let stack = usize::from(program.layout.stack);
    let waiting = machine.memory[stack..stack + depth.min(program.layout.stack_len)].iter().rev().map(|w| *w as Pc - 1);
    for at in std::iter::once(pc).chain(waiting) {
        for rule in program.rules_at(at) {
            let name = program.ir.rules[rule.index()].name.clone();
            if rules.last() != Some(&name) {
                rules.push(name);
            }
        }
    }
    rules
}

/// Most cards that a line names.
const MOST_NAMES: usize = 6;

/// What was to be stored, and into which field: "12 in `heart`, which takes 0 to 9".
fn out_of_range(program: &Program, machine: &Machine, pc: Pc) -> Option<String> {
    let (Op::CheckRange { a, low, high } | Op::CheckRangeSome { a, low, high }) = *program.code.get(usize::from(pc))? else {
        return None;
    };
    // Where it goes is told by the instruction that stores it, right behind.
    let behind = program.code.iter().skip(usize::from(pc)).take(6);
    let stored = behind.filter_map(|op| match *op {
        Op::Move { dst, src } if src == a => Some(dst),
        Op::Store { base, src, .. } if src == a => Some(base),
        _ => None,
    });
    let name = std::iter::once(a).chain(stored).find_map(|address| field_at(program, address));
    let [value, low, high] = [a, low, high].map(|at| machine.word(at));
    let value = if value == NONE { "none".to_owned() } else { value.to_string() };
    let place = name.map_or(" where only".to_owned(), |name| format!(" in `{name}`, which takes"));
    Some(format!("{value}{place} {low} to {high}{}", if name.is_some() { "" } else { " may be" }))
}

/// The name of the field of players, pieces or the game that lies at an address.
fn field_at(program: &Program, address: Slot) -> Option<&str> {
    let layout = &program.layout;
    let others = layout.pieces.iter().chain(&layout.measures).map(|(base, _)| (*base, None));
    let fields = layout.fields.iter().enumerate().map(|(n, (base, _))| (*base, Some(n)));
    let behind = address >= layout.frames;
    let (_, field) = fields.chain(others).filter(|(base, _)| *base <= address && !behind).max_by_key(|(base, _)| *base)?;
    field.map(|n| &*program.ir.fields[n].name)
}

/// Writes down what happens.
#[derive(Clone, Debug, Default)]
struct Recorder {
    lines: Vec<Line>,
    choices: usize,
    /// The cards of which the last line tells, and between which heaps of which kind they moved.
    cards: Vec<i32>,
    between: Option<(u16, i32, i32)>,
    /// A secret block has ended: what happened in it may be read.
    revealed: bool,
    /// Words of a state, and lines written before these.
    state_len: usize,
    earlier: usize,
    held: Option<Held>,
    /// Words whose changes are noted: the first, and how many.
    watched: Option<(Slot, usize)>,
    writes: Vec<Raw>,
}

impl Recorder {
    /// Words of one instruction come in order, and are one change.
    fn stored(&mut self, program: &Program, machine: &Machine, pc: Pc, slot: Slot) {
        let Some((base, words)) = self.watched.filter(|(base, words)| (*base..base + *words as Slot).contains(&slot)) else {
            return;
        };
        let now = machine.memory[usize::from(base)..][..words].to_vec();
        let span = program.spans.get(usize::from(pc)).copied().unwrap_or_default();
        match self.writes.last_mut().filter(|last| last.last < slot && last.words == now && last.span == span) {
            Some(last) => last.last = slot,
            None => self.writes.push(Raw {
                words: now,
                last: slot,
                span,
                rules: called_by(program, machine, pc),
                choices: self.choices,
                turn: machine.memory[header::TURNS] as u32,
                turn_of: machine.turn_of(),
            }),
        }
    }

    /// Cards that move together are one line.
    fn card_moved(&mut self, program: &Program, machine: &Machine, pc: Pc, between: (u16, i32, i32), card: i32) {
        let goes_on = self.between == Some(between) && self.lines.last().is_some_and(|l| l.kind == LineKind::Cards);
        if goes_on {
            self.lines.pop();
        } else {
            self.cards.clear();
        }
        self.cards.push(card);
        self.between = Some(between);
        let cards = std::mem::take(&mut self.cards);
        let (kind, from, to) = between;
        let place = |heap: i32| usize::try_from(heap).map_or(String::new(), |heap| show::heap(program, usize::from(kind), heap));
        let ty = ir::Type::Row(ir::KindId(kind));
        let read = |eyes: Option<Eyes<'_>>| {
            let named = |card: &&i32| eyes.is_none_or(|eyes| eyes.knows(program, usize::from(kind), **card));
            let mut names: Vec<String> = cards.iter().filter(named).map(|card| show::word(program, &ty, *card)).collect();
            let shown = names.len().min(MOST_NAMES);
            let more = cards.len() - shown;
            names.truncate(shown);
            match (shown, more) {
                (_, 0) => {}
                (0, 1) => names.push("1 card".into()),
                (0, more) => names.push(format!("{more} cards")),
                (_, more) => names.push(format!("{more} more")),
            }
            format!("{}: {} → {}", names.join(", "), place(from), place(to))
        };
        self.veiled_line(program, machine, pc, LineKind::Cards, &read);
        self.cards = cards;
    }

    /// A line that may tell what not all may know: to each reader what they may read.
    fn veiled_line(
        &mut self,
        program: &Program,
        machine: &Machine,
        pc: Pc,
        kind: LineKind,
        read: &dyn Fn(Option<Eyes<'_>>) -> String,
    ) {
        self.line(program, machine, pc, kind, read(None));
        let Some(line) = self.lines.last_mut().filter(|_| program.has_secrets()) else { return };
        let seen = |player| read(Some(Eyes { machine, player }));
        let veil = Veil { by_player: (0..program.players).map(|p| seen(Some(p))).collect(), onlooker: seen(None) };
        if veil.onlooker != line.text || veil.by_player.iter().any(|text| *text != line.text) {
            line.veil = Some(Arc::new(veil));
        }
    }

    fn line(&mut self, program: &Program, machine: &Machine, pc: Pc, kind: LineKind, text: String) {
        let secret = machine.memory[header::SECRET];
        self.lines.push(Line {
            text,
            kind,
            turn_of: machine.turn_of(),
            turn: machine.memory[header::TURNS] as u32,
            span: program.spans.get(usize::from(pc)).copied().unwrap_or_default(),
            veil: None,
            only_for: (secret != NONE).then_some(secret as usize),
            choices: self.choices,
            moved: None,
            state: None,
        });
    }
}

impl Host for Recorder {
    const TRACE: bool = true;

    fn draw(&mut self, seed: u64, draw: Draw, sides: u32) -> u32 {
        random::draw(seed, draw, sides)
    }

    fn checkpoint(&mut self, machine: &Machine, checkpoint: u16) -> bool {
        let held = self.held.get_or_insert_default();
        held.state.clear();
        held.state.extend_from_slice(&machine.memory[..self.state_len]);
        (held.checkpoint, held.choices, held.lines) = (checkpoint, self.choices, self.earlier + self.lines.len());
        true
    }

    fn event(&mut self, program: &Program, machine: &Machine, pc: Pc, event: Event) {
        match event {
            Event::Turn { player } => {
                let name = usize::try_from(player).ok().and_then(|p| program.names.get(p));
                let text = name.map_or("A turn begins.".to_owned(), |n| format!("{n}'s turn"));
                self.line(program, machine, pc, LineKind::Turn, text);
                if let Some(line) = self.lines.last_mut() {
                    line.state = Some(machine.state(program).into());
                }
            }
            Event::Drew { stream, result } => {
                // Only dice show a number; what else is drawn is told by what is done with it.
                if let Some(dice) = program.ir.dice.iter().zip(&program.dice).find(|(_, d)| d.stream == stream).map(|(d, _)| d) {
                    let name = dice.name.replace('_', " ");
                    match self.lines.last_mut().filter(|l| l.kind == LineKind::Rolled && l.text.starts_with(&format!("{name}:")))
                    {
                        Some(last) => last.text.push_str(&format!(", {result}")),
                        None => self.line(program, machine, pc, LineKind::Rolled, format!("{name}: {result}")),
                    }
                }
            }
            Event::Moved { from, to, .. } if from == to => {}
            Event::Moved { piece, from, to } => {
                let crate::program::Op::MovePiece { at, .. } = program.code[usize::from(pc)] else { return };
                let Some(kind) = program.layout.pieces.iter().position(|(base, _)| *base == at) else { return };
                let ty = ir::Type::Piece(ir::PieceId(kind as u16));
                let name = show::word(program, &ty, piece);
                let place =
                    |w: i32| if w == NONE { "off the board".to_owned() } else { show::word(program, &ir::Type::Space, w) };
                // Steps of one piece are one line.
                let start = format!("{name}: ");
                match self.lines.last_mut().filter(|l| l.kind == LineKind::Moved && l.text.starts_with(&start)) {
                    Some(last) => last.text.push_str(&format!(" → {}", place(to))),
                    None => self.line(program, machine, pc, LineKind::Moved, format!("{start}{} → {}", place(from), place(to))),
                }
                let space = |w: i32| usize::try_from(w).ok();
                if let Some(line) = self.lines.last_mut() {
                    let begin = || Moved { kind: ir::PieceId(kind as u16), piece: piece as usize, way: vec![space(from)] };
                    line.moved.get_or_insert_with(begin).way.push(space(to));
                }
            }
            Event::CardMoved { kind, card, from, to } => self.card_moved(program, machine, pc, (kind, from, to), card),
            Event::Said { message } => {
                let message = &program.messages[usize::from(message)];
                let read = |eyes: Option<Eyes<'_>>| show::read_template_for(program, machine, message, eyes);
                self.veiled_line(program, machine, pc, LineKind::Said, &read);
            }
            // That somebody was asked quietly tells the others something: what comes of it is told by the rules.
            Event::Chose { site, .. } if program.sites[usize::from(site)].quiet => {}
            Event::Chose { site, option, asked: true } => {
                let site = &program.sites[usize::from(site)];
                let (number, words) = machine.options().get(option);
                let chosen = &site.options[number];
                let who = show::word(program, &ir::Type::Player, machine.word(site.by));
                let mut copy = machine.clone();
                let text = chosen.label.as_ref().map(|label| show::template(program, &mut copy, label, &mut Quiet));
                let read = |eyes: Option<Eyes<'_>>| {
                    let label = match (&chosen.label, &text) {
                        (Some(label), Some(_)) if eyes.is_some() => show::read_template_for(program, &copy, label, eyes),
                        (_, Some(text)) => text.clone(),
                        _ => {
                            let values = chosen.values.iter().zip(words);
                            values.map(|((_, ty), w)| show::word_for(program, ty, *w, eyes)).collect::<Vec<_>>().join(", ")
                        }
                    };
                    // A number alone doesn't say of what.
                    match label.parse::<i64>() {
                        Ok(_) => format!("{who}: {} {label}", program.ir.decisions[site.decision.index()].name.replace('_', " ")),
                        Err(_) => format!("{who}: {label}"),
                    }
                };
                self.veiled_line(program, machine, pc, LineKind::Chose, &read);
            }
            Event::Stored { slot, .. } => self.stored(program, machine, pc, slot),
            Event::Secret { player } if player == NONE => {
                self.lines.iter_mut().for_each(Line::show);
                self.revealed = true;
            }
            _ => {}
        }
    }
}
