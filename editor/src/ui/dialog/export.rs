//! The form for exporting pictures.

use kurbo::Size;

use super::Around;
use super::form::{Ended, checked_ui};
use super::path::{Browsing, PathField, check_place, endings_ui, file_ui};
use crate::board::print;
use crate::drawing::picture::Kind;
use crate::drawing::{png, svg};
use crate::files;
use crate::ui::action::{Action, FileMessage};

/// The kinds of pictures: their names, endings and uses.
const KINDS: [(&str, &str, &str); 2] = [
    ("SVG", "svg", "Lines and letters: sharp at every size, editable in a drawing program"),
    ("PNG", "png", "Pixels: for print shops, chats and web pages"),
];

/// *Export*.
#[derive(Clone, PartialEq, Debug)]
pub struct Export {
    pub path: PathField,
    pub options: svg::Options,
    pub dpi: u16,
    pub replaces: bool,
    sheet: Size,
}

impl Export {
    pub fn of(app: &Around<'_>) -> Option<Export> {
        let desk = &app.draw.as_ref()?.desk;
        let path = PathField::at(&desk.on_disk.path().with_extension("svg"));
        let sheet = desk.document().header().sheet();
        Some(Export { path, options: svg::Options::default(), dpi: print::USUAL_DPI, replaces: false, sheet })
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let path = self.path.path();
        if self.path.text.trim().is_empty() {
            return Err("Choose where to save it.".to_owned());
        }
        let Some(kind) = Kind::of(&path) else {
            return Err("Pictures are files that end in `.svg` or `.png`.".to_owned());
        };
        if path.is_dir() {
            return Err("That is a folder: add the name of a file.".to_owned());
        }
        if !path.parent().is_some_and(std::path::Path::is_dir) {
            return Err("There is no such folder.".to_owned());
        }
        check_place(&path, files::Kind::PICTURE, self.replaces)?;
        Ok(Action::File(FileMessage::ExportTo { path, kind, options: self.options, dpi: self.dpi }))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("Export");
        let kind = Kind::of(&self.path.path());
        endings_ui(ui, &mut self.path, &mut self.replaces, &KINDS);
        file_ui(ui, &mut self.path, &mut self.replaces, browsing);
        ui.checkbox(&mut self.options.ids, "Show space ids");
        ui.checkbox(&mut self.options.pictures, "Include pictures to trace over");
        ui.add_enabled_ui(kind == Some(Kind::Png), |ui| {
            ui.horizontal(|ui| {
                let label = ui.label("Dots per inch");
                ui.add(egui::DragValue::new(&mut self.dpi).range(print::DPI).speed(1.0)).labelled_by(label.id);
                let (width, height) = png::pixels(self.sheet, self.dpi);
                ui.weak(format!("{width} × {height} pixels"));
            });
        });
        ui.small(format!("It prints at true size: {} by {} mm.", self.sheet.width, self.sheet.height));
        checked_ui(ui, "Export", self, Self::check)
    }
}
