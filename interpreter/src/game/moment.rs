//! Every question of a game as it was asked: a game can go back to any of them at once.

use std::sync::Arc;

use super::edited::ToCome;
use super::{Game, Held, Recorder, Status};
use crate::program::header;
use crate::vm::Journal;

/// A game as it was when a question was asked.
#[derive(Clone, Debug)]
pub struct Moment {
    pub state: Arc<[i32]>,
    /// How many choices had been made, and lines written.
    pub choices: usize,
    pub lines: usize,
    held: Option<Arc<Held>>,
    /// The calls of the flow since the question before.
    pub(super) calls: Vec<Arc<Held>>,
    journal: Option<Arc<Journal>>,
    forced: ToCome,
}

impl Game {
    /// All questions since these rules have it, the first one first.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The question that was asked after so many choices.
    pub fn moment(&self, choices: usize) -> Option<&Moment> {
        self.moments.get(choices.checked_sub(self.choices_before())?)
    }

    /// The calls of the flow that have been played to their ends and in which somebody was asked or a turn began, the first one first:
    /// the game as it was before each.
    pub fn calls(&self) -> Vec<&Held> {
        let since = self.recorder.calls.iter();
        let all: Vec<&Held> = self.moments.iter().flat_map(|moment| &moment.calls).chain(since).map(|held| &**held).collect();
        // The last one may still be played.
        let is_open = matches!(self.status, Status::Asking(_));
        let ended = all.len() - usize::from(is_open && !all.is_empty());
        let turns = |state: &[i32]| state[header::TURNS];
        let is_told = |n: &usize| match all.get(n + 1) {
            Some(next) => next.choices > all[*n].choices || turns(&next.state) > turns(&all[*n].state),
            None => self.choices.len() > all[*n].choices || turns(&self.machine.memory[..]) > turns(&all[*n].state),
        };
        (0..ended).filter(is_told).map(|n| all[n]).collect()
    }

    /// Notes the question that is asked now.
    pub(super) fn note_moment(&mut self) {
        self.moments.push(Moment {
            state: self.machine.state(&self.program).into(),
            choices: self.choices.len(),
            lines: self.log.len(),
            held: self.recorder.held.clone(),
            calls: std::mem::take(&mut self.recorder.calls),
            journal: self.machine.journal().cloned().map(Arc::new),
            forced: self.recorder.forced.clone(),
        });
    }

    /// Back to the question that was asked after so many choices, as if nothing had been chosen since; `false`: there is none.
    pub fn go_back(&mut self, choices: usize) -> bool {
        let Some(moment) = self.moment(choices).cloned() else { return false };
        self.moments.truncate(choices - self.choices_before());
        self.choices.truncate(choices);
        self.edits.retain(|(at, _)| *at <= choices);
        self.log.truncate(moment.lines);
        self.log.iter_mut().for_each(|line| line.hide_after(choices));
        self.machine.set_state(&moment.state);
        self.recorder = Recorder {
            state_len: self.program.state_len,
            choices,
            earlier: moment.lines,
            held: moment.held.clone(),
            calls: moment.calls.clone(),
            forced: moment.forced.clone(),
            ..Recorder::default()
        };
        let stop = self.machine.resume(&self.program, &mut self.recorder);
        self.machine.put_journal(moment.journal.as_deref());
        self.settle(stop);
        true
    }
}
