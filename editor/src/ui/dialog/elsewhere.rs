//! The question before a race on a board whose rules are not in the open folder.

use super::Around;
use super::form::Ended;
use super::lost::choose_ui;
use crate::files::Library;
use crate::ui::action::{Action, FileMessage};

#[derive(Clone, PartialEq, Debug)]
pub struct Elsewhere {
    /// The game that the board is drawn for.
    pub game: String,
    /// The library with its rules.
    pub library: Library,
}

impl Elsewhere {
    pub(super) fn ui(&self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        ui.heading("The rules of this board are in another folder");
        let (there, here) = (self.library.home(), app.library.home());
        ui.label(format!("It is drawn for “{}”, which is in {}.", self.game, there.display()));
        ui.label(format!("You have {} open, so the race on show is of another game.", here.display()));
        ui.add_space(8.0);
        let open = Action::File(FileMessage::PlayIn(self.library.clone()));
        choose_ui(ui, &[("Open that folder and play", Some(open)), ("Stay here", None)])
    }
}
