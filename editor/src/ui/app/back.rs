//! The way back: what was typed into the table on show, or what was done in the race.

use super::App;
use crate::ui::layout::Pane;

impl App {
    pub fn can_undo(&self) -> bool {
        self.steps_in_table()[0] || self.sitting.can_undo()
    }

    /// What Undo takes back.
    pub fn undoes(&self) -> Option<String> {
        if self.steps_in_table()[0] { Some("what was typed into the table".to_owned()) } else { self.sitting.undoes() }
    }

    /// Whether Undo and Redo are for the text whose table of data is on show.
    fn steps_in_table(&self) -> [bool; 2] {
        if self.shell.layouts.shows == Some(Pane::Rules) { self.rules.steps_in_table() } else { [false; 2] }
    }

    /// Takes back the last thing that was done.
    pub(super) fn undo(&mut self) {
        if self.steps_in_table()[0] {
            return self.rules.step_in_table(false);
        }
        if self.sitting.can_stay() {
            self.saves.forget();
        }
        self.sitting.undo();
        self.open_wanted();
    }

    pub fn can_redo(&self) -> bool {
        self.steps_in_table()[1] || self.sitting.can_redo()
    }

    /// What Redo does again.
    pub fn redoes(&self) -> Option<&str> {
        if self.steps_in_table()[1] { Some("what was typed into the table") } else { self.sitting.race.as_ref()?.redoes() }
    }

    /// Does again what was taken back.
    pub(super) fn redo(&mut self) {
        if self.steps_in_table()[1] { self.rules.step_in_table(true) } else { self.sitting.redo() }
    }

    /// What the race on the table is played without, of what Setup shows and figures are of. While something is being built nothing is
    /// settled.
    pub fn played_without(&self) -> Vec<String> {
        if self.is_building() { vec![] } else { self.sitting.played_without() }
    }
}
