//! The state changed by hand.

use std::sync::Arc;

use interpreter::edit::Edit;
use interpreter::game::Status;

use super::Race;
use super::time::Going;

/// Changing the state by hand, from when it is begun until it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Editing {
    /// How many steps there were when it was begun; fewer, where some of those were taken back since.
    from: usize,
    /// How many of those that were taken back may come again.
    before: usize,
}

impl Race {
    /// Changes the state on show, as one step; of a moment of the past the race goes on from there. It pauses before bots go on.
    ///
    /// # Errors
    /// Why that can't be, in words; then nothing has changed.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), String> {
        if self.shows_other_rules() && self.looking_at().is_none() {
            return Err("what is on show was played under other rules; it can be changed once it pauses".to_owned());
        }
        edit.check(&self.program)?;
        let (mut play, branch) = match self.branched() {
            Some((play, branch)) => (play, Some(branch)),
            None => (self.play_now(), None),
        };
        play.game.edit(edit).map_err(|problem| problem.message)?;
        let name = edit.told(&self.program);
        self.exchange(&name, play);
        if let Some(editing) = &mut self.editing {
            // What was taken back of the time before doesn't come again.
            editing.before = editing.from;
        }
        self.branches.extend(branch.map(Arc::new));
        self.going = Going::Paused;
        Ok(())
    }

    /// Why nothing of what is on show can be changed; `None`: it can.
    pub fn edits_nothing(&self) -> Option<&'static str> {
        let is_asked = self.can_branch() || matches!(self.present().status, Status::Asking(_));
        (!is_asked).then_some("The race is over: look back to a moment of it, and change that")
    }

    /// Whether pieces are dragged to change where they stand.
    pub fn is_edited(&self) -> bool {
        self.editing.is_some()
    }

    /// How many steps were made since editing was begun, which [`Race::leave_editing`] takes back.
    pub fn steps_edited(&self) -> usize {
        self.editing.map_or(0, |editing| self.steps.len().saturating_sub(editing.from))
    }

    /// Begins to change the state by hand, or ends it; what was changed stays.
    pub(super) fn set_editing(&mut self, on: bool) {
        self.editing = on.then_some(self.editing.unwrap_or(Editing { from: self.steps.len(), before: self.steps.len() }));
    }

    /// What was there before editing was begun, and is taken back, is no part of it.
    pub(super) fn edited_at_most_from_here(&mut self) {
        if let Some(editing) = &mut self.editing {
            editing.from = editing.from.min(self.steps.len());
        }
    }

    /// The last step has come again: it may be one from before editing was begun.
    pub(super) fn edited_from_here(&mut self) {
        if let Some(editing) = &mut self.editing {
            editing.from = editing.from.max(self.steps.len().min(editing.before));
        }
    }

    /// Ends editing: what was changed stays, and the race goes on from it.
    pub(super) fn end_editing(&mut self) {
        self.editing = None;
        if self.looked.at.is_none() {
            self.going = Going::Plays;
        }
    }

    /// Ends editing, and takes back all that was done since it was begun.
    pub(super) fn leave_editing(&mut self) {
        let undone = self.undone.len();
        for _ in 0..self.steps_edited() {
            self.undo();
        }
        self.undone.truncate(undone);
        self.editing = None;
    }
}
