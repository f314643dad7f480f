//! Changes a game by hand while it asks something, and sets what chance will give.
//!
//! The question is asked again after a change. A change is part of the game, as a choice is: it is saved, replayed, carried over to other
//! rules, and can be undone. What chance will give waits in the recorder and is kept with each question.

use std::collections::VecDeque;

use super::recorder::Recorder;
use super::run::Act;
use super::{Game, Held, LineKind, Past, Status};
use crate::diagnostic::{Code, Diagnostic};
use crate::edit::{Change, Edit, Forced};
use crate::program::Program;
use crate::source::Span;
use crate::vm::Machine;
use crate::vm::host::Shuffled;
use crate::vm::random::{self, Draw};

impl Game {
    /// All edits so far, each with the number of choices made before it.
    pub fn edits(&self) -> Vec<(usize, Edit)> {
        self.edits_from(0)
    }

    fn edits_from(&self, run: usize) -> Vec<(usize, Edit)> {
        self.runs[run..].iter().filter_map(|past| Some((past.run.sum.choices, past.edit.clone()?))).collect()
    }

    /// The edits made since the flow called a rule.
    pub(crate) fn edits_since(&self, held: &Held<'_>) -> Vec<(usize, Edit)> {
        self.edits_from(held.run + 1)
    }

    /// Changes the state by hand. The question is asked again, with the options that are on offer now.
    ///
    /// # Errors
    /// If nothing is asked, or if the edit doesn't fit because there is no such thing or the value is out of its range. Then nothing has
    /// changed.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), Diagnostic> {
        match self.status {
            Status::Asking(_) => self.goes_on(Act::Edit(edit), self.sum()),
            _ => Err(refused("only while somebody is asked the state can be changed".to_owned())),
        }
    }

    /// Takes the choices and makes the edits of a game of the same program, as far as possible.
    pub(crate) fn play_like(&mut self, other: &Game) {
        for Past { edit, run, .. } in other.runs.iter().skip(self.runs.len()) {
            let choice = || self.find(other.choices.get(run.sum.choices.checked_sub(1)?)?);
            let done = match (edit, choice()) {
                (Some(edit), _) => self.edit(edit),
                (None, Some(option)) => self.choose(option),
                (None, None) => return,
            };
            if done.is_err() {
                return;
            }
        }
    }
}

fn refused(why: String) -> Diagnostic {
    Diagnostic::nowhere(Code::NotOffered, why)
}

impl Recorder<'_> {
    /// Changes the state of a waiting machine, and writes that down.
    pub(super) fn edit(&mut self, program: &Program, machine: &mut Machine, edit: &Edit) -> Result<(), Diagnostic> {
        let change = edit.change(program).map_err(refused)?;
        let before = self.watch.as_ref().map(|watch| watch.read(&machine.memory[..]));
        match change {
            Change::Words(at, words) => machine.memory[usize::from(at)..][..words.len()].copy_from_slice(&words),
            Change::Card(kind, card, heap) => {
                let moved = machine.lay_card(&program.cards[kind], card, heap);
                moved.map_err(|code| refused(code.message().to_owned()))?;
            }
            Change::Forced(forced) => self.forced.extend(forced),
        }
        machine.wake_for_edit(program);
        machine.journal_breaks();
        self.ticks += 1;
        self.plain_line(machine, LineKind::Edited, machine.turn_of(), edit.told(program));
        if let Some(watch) = self.watch.as_mut().filter(|watch| before.is_some_and(|was| was != watch.read(&machine.memory[..])))
        {
            watch.note(machine, self.ticks, watch.at, Span::default(), self.sum, || vec!["by hand".into()]);
        }
        Ok(())
    }
}

/// The results that chance will give next, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ToCome {
    list: VecDeque<Forced>,
}

impl ToCome {
    pub fn extend(&mut self, forced: Vec<Forced>) {
        self.list.extend(forced);
    }

    /// The same under another program, as far as things of the same names exist there.
    pub fn under(&self, old: &Program, new: &Program) -> ToCome {
        let mut same = ToCome::default();
        for edit in self.edits(old) {
            if let Ok(Change::Forced(forced)) = edit.change(new) {
                same.extend(forced);
            }
        }
        same
    }

    /// The edits that would set each of them.
    pub fn edits(&self, program: &Program) -> impl Iterator<Item = Edit> {
        self.list.iter().filter_map(|forced| forced.edit(program))
    }

    /// The side that the next roll of a die will show, if it is set.
    pub fn side(&mut self, stream: u32, sides: u32) -> Option<u32> {
        let is_next = |forced: &Forced| matches!(forced, Forced::Side(key, _) if *key == stream);
        let at = self.list.iter().position(is_next)?;
        match self.list.remove(at) {
            Some(Forced::Side(_, side)) if side < sides => Some(side),
            _ => None,
        }
    }

    /// The position of the next card drawn from a heap: the card that was set, or the one that chance gives.
    pub fn draw(&mut self, program: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        let (cards, rows) = (&program.cards[from.kind], &program.rows[from.kind]);
        let there = machine.shuffled_in(cards, from.heap).map(|card| rows.first[card]);
        self.card(from.kind, there).unwrap_or_else(|| random::draw(machine.seed(), draw, from.number))
    }

    /// The position of the card that was set among those that may be drawn. `None` if none was set, or it can't be drawn.
    fn card(&mut self, kind: usize, mut among: impl Iterator<Item = u16>) -> Option<u32> {
        let next = self.list.iter().position(|forced| matches!(forced, Forced::Card(of, _) if *of == kind))?;
        let Some(Forced::Card(_, first)) = self.list.get(next) else { return None };
        let place = among.position(|card| card == *first)?;
        self.list.remove(next);
        Some(place as u32)
    }
}
