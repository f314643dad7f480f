//! The way back: what was done in the race, and whether Undo is for the text that is typed in.

use super::App;
use crate::playtest::wanted::Difference;

impl App {
    pub fn can_undo(&self) -> bool {
        self.sitting.can_undo()
    }

    /// What Undo takes back.
    pub fn undoes(&self) -> Option<String> {
        self.sitting.undoes()
    }

    /// The open text if Undo and Redo are for it, because somebody types in it or it is open as a table, and whether it has a step for each.
    pub fn steps_in_text(&self) -> Option<(&str, [bool; 2])> {
        let steps = self.rules.steps().filter(|_| self.shell.layouts.shows_rules);
        steps.map(|steps| (self.rules.open(), steps))
    }

    /// Takes back the last thing that was done.
    pub(super) fn undo(&mut self) {
        if self.sitting.can_stay() {
            self.saves.forget();
        }
        self.sitting.undo();
        self.open_wanted();
    }

    pub fn can_redo(&self) -> bool {
        self.sitting.can_redo()
    }

    /// What Redo does again.
    pub fn redoes(&self) -> Option<&str> {
        self.sitting.race.as_ref()?.redoes()
    }

    /// Does again what was taken back.
    pub(super) fn redo(&mut self) {
        self.sitting.redo()
    }

    /// What the race on the table is played without, of what Setup shows and figures are of. While something is being built nothing is
    /// settled.
    pub fn played_without(&self) -> Vec<Difference> {
        if self.is_building() { vec![] } else { self.sitting.played_without() }
    }
}
