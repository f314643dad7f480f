//! The form for exporting figures.

use super::Around;
use super::form::{Ended, checked_ui};
use super::path::{Browsing, PathField, check_place, endings_ui, file_ui};
use crate::drawing::picture;
use crate::files::Kind;
use crate::ui::action::{Action, FileMessage};

/// *Export figures*.
#[derive(Clone, PartialEq, Debug)]
pub struct ExportFigures {
    pub path: PathField,
    pub replaces: bool,
}

/// The kinds of files: their names, endings and uses.
const KINDS: [(&str, &str, &str); 4] = [
    ("CSV", "csv", "All figures as a table, for spreadsheets"),
    ("JSON", "json", "Everything, with the same keys as `sim --json`"),
    ("SVG", "svg", "The chart, sharp at every size"),
    ("PNG", "png", "The chart, for chats and web pages"),
];

impl ExportFigures {
    pub fn of(app: &Around<'_>) -> ExportFigures {
        let name = format!("{}-figures.csv", app.game_at_hand);
        ExportFigures { path: PathField::at(&app.library.home().join(name)), replaces: false }
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let path = self.path.path();
        if self.path.text.trim().is_empty() {
            return Err("Choose where to save them.".to_owned());
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        if !KINDS.iter().any(|(_, known, _)| *known == ending) {
            return Err("Figures are files that end in `.csv` or `.json`, the chart in `.svg` or `.png`.".to_owned());
        }
        check_place(&path, if picture::Kind::of(&path).is_some() { Kind::PICTURE } else { Kind::FIGURES }, self.replaces)?;
        Ok(Action::File(FileMessage::ExportFigures(path)))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("Export figures");
        endings_ui(ui, &mut self.path, &mut self.replaces, &KINDS);
        file_ui(ui, &mut self.path, &mut self.replaces, browsing);
        checked_ui(ui, "Export", self, Self::check)
    }
}
