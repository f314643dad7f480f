//! The state changed by hand.

use interpreter::edit::Edit;
use interpreter::game::Status;

use super::Race;
use super::time::Going;

impl Race {
    /// Changes the state on show, as one step; of a moment of the past the race goes on from there. It pauses before bots go on.
    ///
    /// # Errors
    /// Why that can't be, in words; then nothing has changed.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), String> {
        if self.shows_other_rules() && !self.looks_back {
            return Err("what is on show was played under other rules; it can be changed once it pauses".to_owned());
        }
        edit.check(&self.program)?;
        let at = self.branches_from().unwrap_or(self.playtest.head());
        self.playtest.edit_at(at, edit).map_err(|problem| problem.message)?;
        self.moved();
        self.going = Going::Paused;
        Ok(())
    }

    /// Why nothing of what is on show can be changed; `None`: it can.
    pub fn edits_nothing(&self) -> Option<&'static str> {
        let is_asked = self.branches_from().is_some() || matches!(self.status(), Status::Asking(_));
        (!is_asked).then_some("The race is over: look back to a moment of it, and change that")
    }

    /// Whether pieces are dragged to change where they stand.
    pub fn is_edited(&self) -> bool {
        self.editing.is_some()
    }

    /// How many steps were made since editing was begun, which [`super::Act::LeaveEditing`] takes back.
    pub fn steps_edited(&self) -> usize {
        self.editing.map_or(0, |ever| self.playtest.deeds_after(ever))
    }
}
