//! Writes down what happens while the machine runs.

use std::sync::Arc;

use super::edited::ToCome;
use super::trouble::called_by;
use super::{Held, Line, LineKind, Moved, Veil};
use crate::ir;
use crate::ir::fold::NONE;
use crate::program::{Pc, Program, Slot, header};
use crate::show::{self, Eyes};
use crate::vm::host::Shuffled;
use crate::vm::random::Draw;
use crate::vm::{Event, Host, Machine, random};
use crate::why::{MOST_KEPT, Raw, Watched};

/// Most calls of the flow that are kept of what happens between two questions.
const MOST_CALLS: usize = 200;
/// Most cards that a line names.
const MOST_NAMES: usize = 6;

/// Writes down what happens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) lines: Vec<Line>,
    pub(super) choices: usize,
    /// The cards of which the last line tells, and between which heaps of which kind they moved.
    pub(super) cards: Vec<i32>,
    pub(super) between: Option<(u16, i32, i32)>,
    /// A secret block has ended: what happened in it may be read.
    pub(super) revealed: bool,
    /// Words of a state, and lines written before these.
    pub(super) state_len: usize,
    pub(super) earlier: usize,
    pub(super) held: Option<Arc<Held>>,
    /// The calls of the flow since the last question, the last [`MOST_CALLS`] of them.
    pub(super) calls: Vec<Arc<Held>>,
    pub(super) watched: Option<Watched>,
    pub(super) writes: Vec<Raw>,
    /// What somebody wants chance to give.
    pub(super) forced: ToCome,
}

impl Recorder {
    /// Words of one instruction come in order, and are one change.
    fn stored(&mut self, program: &Program, machine: &Machine, pc: Pc, slot: Slot) {
        let is_in = |of: &Watched| (of.at..of.at + of.words as Slot).contains(&slot);
        let Some(watched) = self.watched.filter(is_in) else { return };
        let now = machine.memory[usize::from(watched.at)..][..watched.words].to_vec();
        let span = program.spans.get(usize::from(pc)).copied().unwrap_or_default();
        let state = (self.writes.len() * self.state_len < MOST_KEPT).then(|| machine.memory[..self.state_len].into());
        match self.writes.last_mut().filter(|last| last.last < slot && last.words == now && last.span == span) {
            Some(last) => (last.last, last.state) = (slot, state),
            None => self.writes.push(Raw {
                words: now,
                last: slot,
                span,
                rules: called_by(program, machine, pc),
                choices: self.choices,
                lines: self.earlier + self.lines.len(),
                state,
                turn: machine.memory[header::TURNS] as u32,
                turn_of: machine.turn_of(),
                known_by: watched.known_by(&machine.memory[..]),
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
            rules: called_by(program, machine, pc),
            veil: None,
            only_for: (secret != NONE).then_some(secret as usize),
            was_for: None,
            choices: self.choices,
            moved: None,
            state: None,
        });
    }
}

impl Host for Recorder {
    const TRACE: bool = true;

    fn draw(&mut self, seed: u64, draw: Draw, sides: u32) -> u32 {
        self.forced.side(draw.stream, sides).unwrap_or_else(|| random::draw(seed, draw, sides))
    }

    fn draw_card(&mut self, program: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        self.forced.draw(program, machine, from, draw)
    }

    fn checkpoint(&mut self, machine: &Machine, checkpoint: u16) -> bool {
        let held = Arc::new(Held {
            checkpoint,
            state: machine.memory[..self.state_len].to_vec(),
            choices: self.choices,
            lines: self.earlier + self.lines.len(),
            forced: self.forced.clone(),
        });
        if self.calls.len() == MOST_CALLS {
            self.calls.remove(0);
        }
        self.calls.push(held.clone());
        self.held = Some(held);
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
                // Whoever was asked has read it, so it can be worked out.
                let text = chosen.label.as_ref().map(|label| show::template(program, &mut copy, label).unwrap_or_default());
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
                if let Some(line) = self.lines.last_mut() {
                    line.span = chosen.span;
                }
            }
            Event::Stored { slot, .. } => self.stored(program, machine, pc, slot),
            Event::Secret { player } if player == NONE => {
                let choices = self.choices;
                self.lines.iter_mut().for_each(|line| line.show(choices));
                self.revealed = true;
            }
            _ => {}
        }
    }
}
