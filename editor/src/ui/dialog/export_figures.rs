//! The form for exporting figures.

use super::Around;
use super::form::{Ended, checked_ui, seen};
use super::path::{Browsing, PathField, check_place, path_ui};
use crate::drawing::picture;
use crate::files::Kind;
use crate::ui::action::{Action, FileMessage};
use crate::ui::browse::Looks;

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
        let kind = self.ending().ok_or("Figures are files that end in `.csv` or `.json`, the chart in `.svg` or `.png`.")?;
        let is_picture = picture::Kind::of(std::path::Path::new(&format!("x.{kind}"))).is_some();
        check_place(&path, if is_picture { Kind::PICTURE } else { Kind::FIGURES }, self.replaces)?;
        Ok(Action::File(FileMessage::ExportFigures(path)))
    }

    /// Returns the ending that the file's name has, if it is that of a kind.
    fn ending(&self) -> Option<&'static str> {
        let ending = self.path.path().extension()?.to_string_lossy().to_ascii_lowercase();
        KINDS.into_iter().map(|(_, known, _)| known).find(|known| *known == ending)
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("Export figures");
        let now = self.ending();
        ui.horizontal(|ui| {
            for (name, ending, hover) in KINDS {
                if ui.selectable_label(now == Some(ending), name).on_hover_text(hover).clicked() {
                    self.path.text = self.path.path().with_extension(ending).display().to_string();
                    self.replaces = false;
                }
            }
        });
        if path_ui(ui, "File", &mut self.path, Looks::Save, browsing) {
            self.replaces = false;
        }
        let is_there = seen(ui, "whether it is there", &self.path, |path| path.path().is_file());
        ui.add_enabled(is_there, egui::Checkbox::new(&mut self.replaces, "Replace existing file"));
        checked_ui(ui, "Export", self, Self::check)
    }
}
