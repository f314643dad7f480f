//! A game changed by hand while it asks something, and games played again with such changes in their places.

use std::collections::VecDeque;

use super::{Choice, Game, Held, LineKind, Status};
use crate::diagnostic::{Code, Diagnostic};
use crate::edit::{Change, Edit, Forced};
use crate::program::{Program, header};
use crate::source::Span;
use crate::vm::Machine;
use crate::vm::host::Shuffled;
use crate::vm::random::{self, Draw};
use crate::why::Raw;

impl Game {
    /// All edits so far, each with the number of choices that had been made.
    pub fn edits(&self) -> &[(usize, Edit)] {
        &self.edits
    }

    /// The edits that were made since the flow called a rule.
    pub(crate) fn edits_since(&self, held: &Held) -> &[(usize, Edit)] {
        self.edits.get(self.edits_before(held)..).unwrap_or_default()
    }

    /// Those that were made before the flow last called a rule.
    pub(crate) fn edits_before_held(&self) -> &[(usize, Edit)] {
        self.held().and_then(|held| self.edits.get(..self.edits_before(held))).unwrap_or_default()
    }

    fn edits_before(&self, held: &Held) -> usize {
        let lines = self.log.get(self.lines_before()..held.lines).unwrap_or_default();
        lines.iter().filter(|line| line.kind == LineKind::Edited).count()
    }

    /// Changes the state by hand. What is asked is asked again, with what is on offer now.
    ///
    /// # Errors
    /// If nothing is asked, or it doesn't fit: there is no such thing, or the value is out of its range. Then nothing has changed.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), Diagnostic> {
        let refused = |why: String| Diagnostic::nowhere(Code::NotOffered, why);
        if !matches!(self.status, Status::Asking(_)) {
            return Err(refused("only while somebody is asked the state can be changed".to_owned()));
        }
        let change = edit.change(&self.program).map_err(refused)?;
        let watched = self.recorder.watched.map(|of| (of, self.machine.memory[usize::from(of.at)..][..of.words].to_vec()));
        match change {
            Change::Words(at, words) => self.machine.memory[usize::from(at)..][..words.len()].copy_from_slice(&words),
            Change::Card(kind, card, heap) => {
                let moved = self.machine.lay_card(&self.program.cards[kind], card, heap);
                moved.map_err(|code| refused(code.message().to_owned()))?;
            }
            Change::Forced(forced) => self.recorder.forced.extend(forced),
        }
        if let Some((of, before)) = watched {
            let words = self.machine.memory[usize::from(of.at)..][..before.len()].to_vec();
            if words != before {
                self.recorder.writes.push(Raw {
                    last: of.at,
                    words,
                    span: Span::default(),
                    rules: vec!["by hand".into()],
                    choices: self.choices.len(),
                    lines: self.log.len() + 1,
                    state: Some(self.machine.state(&self.program).into()),
                    turn: self.machine.memory[header::TURNS] as u32,
                    turn_of: self.machine.turn_of(),
                    known_by: of.known_by(&self.machine.memory[..]),
                });
            }
        }
        self.machine.wake_for_edit(&self.program);
        self.machine.journal_breaks();
        self.edits.push((self.choices.len(), edit.clone()));
        self.write_line(edit.told(&self.program), LineKind::Edited, self.machine.turn_of());
        self.recorder.earlier = self.log.len();
        self.recorder.calls = self.moments.pop().map(|moment| moment.calls).unwrap_or_default();
        let stop = self.machine.resume(&self.program, &mut self.recorder);
        self.settle(stop);
        Ok(())
    }

    /// Takes the choices and makes the edits of a game of the same program, as far as it goes.
    pub(crate) fn play_like(&mut self, other: &Game) {
        let mut edits = other.edits.iter().peekable();
        for n in self.choices.len()..=other.choices.len() {
            while let Some((_, edit)) = edits.next_if(|(at, _)| *at <= n) {
                if self.edit(edit).is_err() {
                    return;
                }
            }
            let Some(choice): Option<&Choice> = other.choices.get(n) else { return };
            let Some(option) = self.find(choice) else { return };
            if self.choose(option).is_err() {
                return;
            }
        }
    }
}

/// What chance is to give next, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ToCome {
    list: VecDeque<Forced>,
}

impl ToCome {
    pub fn extend(&mut self, forced: Vec<Forced>) {
        self.list.extend(forced);
    }

    /// The side that the next roll of a die is to show.
    pub fn side(&mut self, stream: u32, sides: u32) -> Option<u32> {
        let is_next = |forced: &Forced| matches!(forced, Forced::Side(key, _) if *key == stream);
        let at = self.list.iter().position(is_next)?;
        match self.list.remove(at) {
            Some(Forced::Side(_, side)) if side < sides => Some(side),
            _ => None,
        }
    }

    /// The place of the next card that is drawn from a heap: as somebody wanted, or as chance gives it.
    pub fn draw(&mut self, program: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        let (cards, rows) = (&program.cards[from.kind], &program.rows[from.kind]);
        let there = machine.shuffled_in(cards, from.heap).map(|card| rows.first[card]);
        self.card(from.kind, there).unwrap_or_else(|| random::draw(machine.seed(), draw, from.number))
    }

    /// The place among the cards that could come of the one that is to come; `None`: none is, or it can't.
    fn card(&mut self, kind: usize, mut among: impl Iterator<Item = u16>) -> Option<u32> {
        let next = self.list.iter().position(|forced| matches!(forced, Forced::Card(of, _) if *of == kind))?;
        let Some(Forced::Card(_, first)) = self.list.get(next) else { return None };
        let place = among.position(|card| card == *first)?;
        self.list.remove(next);
        Some(place as u32)
    }
}
