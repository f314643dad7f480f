//! Writes down what happens while the machine runs.

use std::sync::Arc;

use super::watch::Watch;
use super::{CardsMoved, Line, LineKind, Moved, Rolled, Stop, StopKind, Sum, ToCome, Veil};
use crate::ir;
use crate::ir::fold::NONE;
use crate::program::{Pc, Program, Slot, header};
use crate::show::{self, Eyes, called_by};
use crate::source::Span;
use crate::vm::host::Shuffled;
use crate::vm::random::Draw;
use crate::vm::{Event, Host, Machine, random};

/// The number of words for states at a run's stops, at most. The last ones are kept.
const MOST_KEPT: usize = 1_000_000;
/// The number of cards that a line names, at most.
const MOST_NAMES: usize = 6;

/// Writes down what happens.
#[derive(Debug, Default)]
pub(crate) struct Recorder<'a> {
    pub(crate) lines: Vec<Line>,
    pub(super) stops: Vec<Stop>,
    /// The counts so far.
    pub(super) sum: Sum,
    /// What somebody has set for chance to give.
    pub(super) forced: ToCome,
    pub(super) watch: Option<&'a mut Watch>,
    /// The number of trace events so far, and the number after which the state is wanted.
    pub(super) ticks: u32,
    until: Option<u32>,
    state_len: usize,
    /// The number of words in states that are kept, and the position of the last stop after the first whose state was dropped.
    kept: usize,
    oldest: usize,
    /// The number of lines written when the flow last called a rule. Nothing is added to those lines any more.
    sealed: usize,
    /// The cards in the last line, and their move: the kind, and the heaps from which and to which they moved.
    cards: Vec<i32>,
    between: Option<(u16, i32, i32)>,
    /// Hidden dice that nobody has been told yet: the face, the instruction that rolled it, and its line.
    rolled: Vec<(i32, Pc, usize)>,
}

impl<'a> Recorder<'a> {
    /// `sum` counts everything before the run, including the answer that begins it.
    pub fn new(program: &Program, sum: Sum, forced: ToCome, watch: Option<&'a mut Watch>) -> Recorder<'a> {
        Recorder { sum, forced, watch, state_len: program.state_len, ..Recorder::default() }
    }

    /// The same, and keeps the state after this many events.
    pub fn until(self, until: Option<u32>) -> Recorder<'a> {
        Recorder { until, ..self }
    }

    /// Notes the beginning of something that one can look back to.
    pub(super) fn stop(&mut self, kind: StopKind, machine: &Machine) {
        let is_kept = if self.until.is_some() { kind == StopKind::Between } else { kind != StopKind::Line };
        let state = is_kept.then(|| machine.memory[..self.state_len].into());
        self.kept += state.as_ref().map_or(0, |_| self.state_len);
        // The state at the beginning of a run is kept.
        while self.kept > MOST_KEPT && self.oldest + 1 < self.stops.len() {
            self.oldest += 1;
            self.kept -= self.stops[self.oldest].state.take().map_or(0, |_| self.state_len);
        }
        let pending = if state.is_some() { self.forced.clone() } else { ToCome::default() };
        self.stops.push(Stop { kind, tick: self.ticks, sum: self.sum, state, pending });
    }

    /// Keeps the state, if it is wanted at this point of the run.
    pub(super) fn stop_between(&mut self, machine: &Machine) {
        if self.until == Some(self.ticks) {
            self.stop(StopKind::Between, machine);
        }
    }

    /// Notes that the last line was written, or extended.
    fn told(&mut self, machine: &Machine) {
        match self.stops.last_mut().filter(|stop| stop.kind == StopKind::Line && stop.sum.lines == self.sum.lines) {
            Some(stop) => stop.tick = self.ticks,
            None => self.stop(StopKind::Line, machine),
        }
    }

    /// The last line, if it is of this kind and may be extended.
    fn last_line(&mut self, kind: LineKind) -> Option<&mut Line> {
        self.lines.last_mut().filter(|line| line.kind == kind && self.sum.lines > self.sealed)
    }

    /// Writes a card's move. Cards that move together share a line.
    fn card_moved(&mut self, program: &Program, machine: &Machine, pc: Pc, between: (u16, i32, i32), card: i32) {
        let goes_on = self.between == Some(between) && self.last_line(LineKind::Cards).is_some();
        if goes_on {
            self.lines.pop();
            self.sum.lines -= 1;
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
            let known = cards.iter().filter(named).take(MOST_NAMES);
            let mut names: Vec<String> = known.map(|card| show::word(program, &ty, *card)).collect();
            let more = cards.len() - names.len();
            match (names.len(), more) {
                (_, 0) => {}
                (0, 1) => names.push("1 card".into()),
                (0, more) => names.push(format!("{more} cards")),
                (_, more) => names.push(format!("{more} more")),
            }
            format!("{}: {} → {}", names.join(", "), place(from), place(to))
        };
        self.veiled_line(program, machine, pc, LineKind::Cards, &read);
        // Of those that the line only counts, it doesn't say who knows them.
        if let Some(line) = self.lines.last_mut().filter(|_| cards.len() <= MOST_NAMES) {
            let [from, to] = [from, to].map(|heap| usize::try_from(heap).ok());
            let cards = cards.iter().filter_map(|card| usize::try_from(*card).ok()).collect();
            line.cards = Some(CardsMoved { kind: ir::KindId(kind), cards, from, to });
        }
        self.cards = cards;
    }

    /// Writes a line that may tell something not everybody may know. Each reader gets what they may read.
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
        self.plain_line(machine, kind, machine.turn_of(), text);
        let (secret, last) = (machine.memory[header::SECRET], self.lines.len() - 1);
        let line = &mut self.lines[last];
        (line.span, line.rules) = (span_at(program, pc), called_by(program, machine, pc));
        line.only_for = (secret != NONE).then_some(secret as usize);
    }

    /// Writes a line that no rule has written.
    pub(super) fn plain_line(&mut self, machine: &Machine, kind: LineKind, turn_of: Option<usize>, text: String) {
        self.lines.push(Line {
            text,
            kind,
            turn_of,
            turn: machine.memory[header::TURNS] as u32,
            span: Span::default(),
            rules: vec![],
            veil: None,
            only_for: None,
            block: self.sum.blocks,
            choices: self.sum.choices,
            moved: None,
            rolled: None,
            cards: None,
        });
        self.sum.lines += 1;
        if kind != LineKind::Turn {
            self.told(machine);
        }
    }
}

fn span_at(program: &Program, pc: Pc) -> Span {
    program.spans.get(usize::from(pc)).copied().unwrap_or_default()
}

impl Host for Recorder<'_> {
    const TRACE: bool = true;

    fn draw(&mut self, seed: u64, draw: Draw, sides: u32) -> u32 {
        self.forced.side(draw.stream, sides).unwrap_or_else(|| random::draw(seed, draw, sides))
    }

    fn draw_card(&mut self, program: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        self.forced.draw(program, machine, from, draw)
    }

    fn checkpoint(&mut self, machine: &Machine, checkpoint: u16) -> bool {
        self.ticks += 1;
        self.stop(StopKind::Call(checkpoint), machine);
        self.sealed = self.sum.lines;
        self.stop_between(machine);
        true
    }

    fn step(&mut self, machine: &Machine, pc: Pc) {
        if let Some(watch) = &mut self.watch {
            watch.step(machine, pc);
        }
    }

    fn event(&mut self, program: &Program, machine: &Machine, pc: Pc, event: Event) {
        self.ticks += 1;
        if let (Event::Chose { site, option, asked }, Some(watch)) = (event, &mut self.watch) {
            watch.chose(machine, site, option, asked.then(|| self.sum.choices.saturating_sub(1)));
        }
        self.tell(program, machine, pc, event);
        self.stop_between(machine);
    }
}

impl Recorder<'_> {
    /// Tells hidden dice to the player in whose secret field they are stored, if this happens where they are rolled.
    fn show_to_holder(&mut self, program: &Program, pc: Pc, slot: Slot) {
        if self.rolled.is_empty() {
            return;
        }
        let at = usize::from(slot);
        let Some(secret) = program.hiding.secrets.iter().find(|secret| (secret.at..secret.at + secret.words).contains(&at))
        else {
            return;
        };
        let store = span_at(program, pc);
        let is_of_store = |rolled: Pc| {
            let span = span_at(program, rolled);
            span.source == store.source && store.start <= span.start && span.end <= store.end
        };
        let told: Vec<(i32, Pc, usize)> = self.rolled.drain(..).filter(|(_, at, _)| is_of_store(*at)).collect();
        for (side, _, line) in told {
            let Some(veil) = self.lines.get_mut(line).and_then(|line| line.veil.as_mut()) else { continue };
            let text = &mut Arc::make_mut(veil).by_player[secret.holder];
            *text = text.strip_suffix('…').map_or_else(|| format!("{text}, {side}"), |begin| format!("{begin}{side}"));
        }
    }

    /// Writes down what there is to tell about an event.
    fn tell(&mut self, program: &Program, machine: &Machine, pc: Pc, event: Event) {
        match event {
            Event::Turn { player } => {
                let name = usize::try_from(player).ok().and_then(|p| program.names.get(p));
                let text = name.map_or("A turn begins.".to_owned(), |n| format!("{n}'s turn"));
                self.line(program, machine, pc, LineKind::Turn, text);
                self.stop(StopKind::Turn, machine);
            }
            Event::Drew { stream, result } => {
                // Only dice show a number. Other draws show in what the rules do with them.
                if let Some(die) = program.dice.iter().position(|die| die.stream == stream) {
                    let dice = &program.ir.dice[die];
                    let (name, hidden) = (dice.name.replace('_', " "), program.hiding.is_drawn_hidden(pc));
                    let goes_on = |line: &&mut Line| line.text.starts_with(&format!("{name}:")) && line.veil.is_some() == hidden;
                    match self.last_line(LineKind::Rolled).filter(goes_on) {
                        Some(last) => {
                            last.text.push_str(&format!(", {result}"));
                            self.told(machine);
                        }
                        None => self.line(program, machine, pc, LineKind::Rolled, format!("{name}: {result}")),
                    }
                    let at = self.lines.len().saturating_sub(1);
                    if let Some(line) = self.lines.last_mut() {
                        let none = || Rolled { dice: ir::DiceId(die as u16), faces: vec![] };
                        line.rolled.get_or_insert_with(none).faces.push(result);
                    }
                    if let Some(line) = self.lines.get_mut(at).filter(|_| hidden) {
                        self.rolled.push((result, pc, at));
                        let nothing = || format!("{name}: …");
                        let veil = || Veil { by_player: vec![nothing(); program.players], onlooker: nothing() };
                        line.veil.get_or_insert_with(|| Arc::new(veil()));
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
                    |w: i32| if w == NONE { "off the board".to_owned() } else { show::told(program, &ir::Type::Space, &[w]) };
                // Steps of one piece share a line.
                let start = format!("{name}: ");
                match self.last_line(LineKind::Moved).filter(|line| line.text.starts_with(&start)) {
                    Some(last) => {
                        last.text.push_str(&format!(" → {}", place(to)));
                        self.told(machine);
                    }
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
            // Even that somebody was asked quietly would tell the others something. The rules tell what comes of it.
            Event::Chose { site, .. } if program.sites[usize::from(site)].quiet => {}
            Event::Chose { site, option, asked: true } => {
                let site = &program.sites[usize::from(site)];
                let (number, words) = machine.options().get(option);
                let chosen = &site.options[number];
                let who = show::word(program, &ir::Type::Player, machine.word(site.by));
                // The player who was asked has read it, so it can be evaluated.
                let worked_out = chosen.label.as_ref().filter(|label| label.entry.is_some()).map(|label| {
                    let mut aside = machine.aside(program);
                    let _ = show::work_out(program, &mut aside, label);
                    aside
                });
                let machine_then = worked_out.as_ref().unwrap_or(machine);
                let read = |eyes: Option<Eyes<'_>>| {
                    let label = match &chosen.label {
                        Some(label) => show::read_template_for(program, machine_then, label, eyes),
                        None => {
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
                if let Some(line) = self.lines.last_mut() {
                    line.span = chosen.span;
                }
            }
            Event::Stored { slot, .. } => {
                self.show_to_holder(program, pc, slot);
                if let Some(watch) = self.watch.as_mut().filter(|watch| watch.covers(slot)) {
                    watch.note(machine, self.ticks, slot, span_at(program, pc), self.sum, || called_by(program, machine, pc));
                }
            }
            Event::Secret { player } if player == NONE => self.sum.blocks += 1,
            _ => {}
        }
    }
}
