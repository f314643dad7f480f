//! Every question of a game as it was asked: a game can go back to any of them at once.

use std::sync::Arc;

use super::edited::ToCome;
use super::{Game, Held, Recorder, Status};
use crate::vm::SecretBlock;

/// A game as it was when a question was asked.
#[derive(Clone, Debug)]
pub struct Moment {
    pub state: Arc<[i32]>,
    /// How many choices had been made, and lines written.
    pub choices: usize,
    pub lines: usize,
    held: Option<Arc<Held>>,
    secret: Option<Arc<SecretBlock>>,
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

    /// The calls of the flow that have been played to their ends and in which somebody was asked, the first one first: the game as it was
    /// before each.
    pub fn calls(&self) -> Vec<&Held> {
        let same = |a: &Held, b: &Held| (a.choices, a.lines, a.checkpoint) == (b.choices, b.lines, b.checkpoint);
        let mut calls: Vec<&Held> = self.moments.iter().filter_map(|moment| moment.held.as_deref()).collect();
        calls.dedup_by(|a, b| same(a, b));
        let is_open = matches!(self.status, Status::Asking(_));
        calls.retain(|held| !is_open || self.held().is_none_or(|now| !same(held, now)));
        calls
    }

    /// Notes the question that is asked now.
    pub(super) fn note_moment(&mut self) {
        let last = self.moments.last();
        let held = self.recorder.held.as_ref().map(|held| {
            let same = last
                .and_then(|last| last.held.as_ref())
                .filter(|last| (last.checkpoint, last.choices, last.lines) == (held.checkpoint, held.choices, held.lines));
            same.cloned().unwrap_or_else(|| Arc::new(held.clone()))
        });
        self.moments.push(Moment {
            state: self.machine.state(&self.program).into(),
            choices: self.choices.len(),
            lines: self.log.len(),
            held,
            secret: self.machine.secret_block().cloned().map(Arc::new),
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
            held: moment.held.as_deref().cloned(),
            forced: moment.forced.clone(),
            ..Recorder::default()
        };
        let stop = self.machine.resume(&self.program, &mut self.recorder);
        if let Some(secret) = &moment.secret {
            self.machine.put_secret_block(secret);
        }
        self.settle(stop);
        true
    }
}
