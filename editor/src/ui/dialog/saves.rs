//! Forms for saving a game and opening a saved one.

use std::path::PathBuf;

use super::Around;
use super::form::{Ended, checked_ui};
use super::path::{Browsing, PathField, check_place, file_ui, path_ui};
use crate::files::Kind;
use crate::ui::action::{Action, FileMessage};
use crate::ui::browse::Looks;

/// *Save game*.
#[derive(Clone, PartialEq, Debug)]
pub struct SaveGame {
    pub path: PathField,
    pub replaces: bool,
}

impl SaveGame {
    pub fn of(app: &Around<'_>) -> Option<SaveGame> {
        let race = app.sitting.race.as_ref()?;
        Some(SaveGame { path: PathField::at(&app.library.home().join(race.file_name())), replaces: false })
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let path = game_file(&self.path)?;
        check_place(&path, Kind::SAVED_GAME, self.replaces)?;
        Ok(Action::File(FileMessage::SaveGame(path)))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("Save game");
        ui.label("Saves every choice of every branch with its rules, so that you can continue the game or replay it under other rules.");
        file_ui(ui, &mut self.path, &mut self.replaces, browsing);
        checked_ui(ui, "Save", self, Self::check)
    }
}

/// *Open game*.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OpenGame {
    pub path: PathField,
}

impl OpenGame {
    /// Proposes the last game saved or opened.
    pub fn of(app: &Around<'_>) -> OpenGame {
        let last = app.last_game.clone().filter(|path| path.is_file());
        OpenGame { path: PathField::at(&last.unwrap_or_else(|| app.library.home())) }
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let path = game_file(&self.path)?;
        if path.is_dir() {
            // Until the user has typed something, there is nothing to correct.
            let why = if self.path.is_own { "That is a folder: add the name of a file." } else { "" };
            return Err(why.to_owned());
        }
        if !path.is_file() {
            return Err("There is no such file.".to_owned());
        }
        Ok(Action::File(FileMessage::OpenGame(path)))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("Open game");
        ui.label("A game saved here or by “play --save”. An unfinished game goes on.");
        path_ui(ui, "File", &mut self.path, Looks::Open, browsing);
        checked_ui(ui, "Open", self, Self::check)
    }
}

fn game_file(field: &PathField) -> Result<PathBuf, String> {
    if field.text.trim().is_empty() { Err("Choose a file, or type its path.".to_owned()) } else { Ok(field.path()) }
}
