//! The form for writing a report.

use super::Around;
use super::form::{Ended, checked_ui};
use super::path::{Browsing, PathField, check_place, file_ui};
use crate::files::Kind;
use crate::page;
use crate::ui::action::{Action, FileMessage};

/// *Export report*.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportForm {
    pub path: PathField,
    pub replaces: bool,
}

impl ReportForm {
    pub fn of(app: &Around<'_>) -> Option<ReportForm> {
        let race = app.sitting.race.as_ref()?;
        let name = format!("{}-{}.html", race.ruleset.name, race.seed());
        Some(ReportForm { path: PathField::at(&app.library.home().join(name)), replaces: false })
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let path = self.path.path();
        if !page::is_page(&path) {
            return Err("Reports are files that end in `.html`.".to_owned());
        }
        check_place(&path, Kind::REPORT, self.replaces)?;
        Ok(Action::File(FileMessage::ReportTo(path)))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("Export report");
        ui.label("A page for any browser: what was played, by whom and how long, how it went, notes with the board, changed rules, branches.");
        file_ui(ui, &mut self.path, &mut self.replaces, browsing);
        checked_ui(ui, "Export", self, Self::check)
    }
}
