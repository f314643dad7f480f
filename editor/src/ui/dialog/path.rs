//! A field for a path, typed or chosen in the system's file dialog.

use std::path::{Path, PathBuf};

use egui::{WidgetInfo, accesskit::Role};

use super::form::{seen, take_first};
use crate::files::{self, Kind, written_path};
use crate::ui::browse::{Browse, Looks};

/// A path as typed.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct PathField {
    pub text: String,
    /// Whether the user has typed the path. It no longer follows other fields then.
    pub is_own: bool,
}

impl PathField {
    pub fn at(path: &Path) -> PathField {
        PathField { text: path.display().to_string(), is_own: false }
    }

    pub fn path(&self) -> PathBuf {
        written_path(&self.text)
    }

    /// Follows other fields, unless the user has typed a path here.
    pub fn follow(&mut self, path: &Path) {
        if !self.is_own {
            self.text = path.display().to_string();
        }
    }
}

/// The window's state that a form with a path needs.
pub struct Browsing<'a> {
    /// The open file dialog, and the label of the field that it is for.
    pub open: &'a mut Option<(String, Browse)>,
    /// Why the file dialog gave no result, and for which field.
    pub note: &'a mut Option<(String, String)>,
}

/// Checks whether a file may be written at this path. An existing file is replaced only by one of its own kind, and only if the user wants
/// that.
///
/// # Errors
/// Returns what still has to be corrected.
pub fn check_place(path: &Path, kind: Kind, replaces: bool) -> Result<(), String> {
    if path.is_dir() {
        return Err("That is a folder: add the name of a file.".to_owned());
    }
    if !files::is_there(path) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
        return folder
            .map_or(Ok(()), |folder| Err(format!("There is no folder {}: choose one that is there.", folder.display())));
    }
    if !files::may_replace(path, kind) {
        return Err(format!("There is a file of this name already. It is {}, so it stays: choose another name.", kind.else_name));
    }
    if replaces { Ok(()) } else { Err("There is a file of this name already. Tick the box above to replace it.".to_owned()) }
}

/// Returns the part of a path that is replaced most often, as a range of characters. For a file to be saved, this is its name without the
/// ending.
pub fn name_in(path: &str, looks: Looks) -> (usize, usize) {
    let letters: Vec<char> = path.chars().collect();
    let from = letters.iter().rposition(|c| matches!(c, '/' | '\\')).map_or(0, |at| at + 1);
    let to = letters.iter().rposition(|c| *c == '.').filter(|dot| *dot > from).unwrap_or(letters.len());
    if looks == Looks::Save { (from, to) } else { (0, letters.len()) }
}

/// Shows a field for a path, with a button for the system's file dialog. Returns whether it was changed.
pub fn path_ui(ui: &mut egui::Ui, label: &str, field: &mut PathField, looks: Looks, browsing: &mut Browsing<'_>) -> bool {
    let mut changed = false;
    if let Some(answer) = browsing.open.as_mut().filter(|(of, _)| of == label).and_then(|(_, browse)| browse.answer()) {
        *browsing.open = None;
        match answer {
            Some(path) => {
                *field = PathField { is_own: true, ..PathField::at(&path) };
                changed = true;
            }
            None => {
                let why = "Nothing was chosen. If no dialog opens, type the path here.";
                *browsing.note = Some((label.to_owned(), why.to_owned()));
            }
        }
    }
    ui.label(label);
    ui.horizontal(|ui| {
        let is_open = browsing.open.is_some();
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = ui.add_enabled(!is_open, egui::Button::new("Browse…"));
            if button.on_hover_text("Choose in the system's dialog").clicked() {
                *browsing.note = None;
                *browsing.open = Some((label.to_owned(), Browse::open(ui.ctx(), looks, &field.path())));
            }
            let edit = egui::TextEdit::singleline(&mut field.text).desired_width(f32::INFINITY);
            let response = ui.add(edit);
            response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, label));
            let (from, to) = name_in(&field.text, looks);
            take_first(ui, &response, from, to);
            if response.changed() {
                field.is_own = true;
                changed = true;
            }
        });
    });
    if let Some((_, note)) = browsing.note.as_ref().filter(|(of, _)| of == label) {
        ui.small(note);
    }
    changed
}

/// Shows the field for a file to be written, and a box to tick for replacing one that is there.
pub fn file_ui(ui: &mut egui::Ui, path: &mut PathField, replaces: &mut bool, browsing: &mut Browsing<'_>) {
    if path_ui(ui, "File", path, Looks::Save, browsing) {
        *replaces = false;
    }
    let is_there = seen(ui, "whether it is there", path, |path| path.path().is_file());
    ui.add_enabled(is_there, egui::Checkbox::new(replaces, "Replace existing file"));
}

/// Shows kinds of files to choose from, by their names, endings and uses. A click gives the file's name that ending.
pub fn endings_ui(ui: &mut egui::Ui, path: &mut PathField, replaces: &mut bool, kinds: &[(&str, &str, &str)]) {
    let now = path.path().extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ui.horizontal(|ui| {
        for (name, ending, hover) in kinds {
            if ui.selectable_label(now.as_deref() == Some(*ending), *name).on_hover_text(*hover).clicked() {
                path.text = path.path().with_extension(ending).display().to_string();
                *replaces = false;
            }
        }
    });
}
