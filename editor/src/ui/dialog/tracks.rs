//! Forms for tracks: a new one, opening one, saving under another name.

use std::path::{Path, PathBuf};

use super::Around;
use super::form::{Ended, checked_ui, choice_ui, seen, text_ui};
use super::games::check_own;
use super::lost::{named, told_apart};
use super::new_sheet::NewSheet;
use super::path::{Browsing, PathField, check_place, path_ui};
use super::thumbs::{self, Thumbs};
use crate::drawing::disk::TRACK;
use crate::drawing::{begin, read};
use crate::files::{self, Library};
use crate::ui::action::{Action, FileMessage, Start};
use crate::ui::browse::Looks;

/// *New track*.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTrack {
    new: NewSheet,
    /// The tracks of the game to start from, by title and file, and which of them is chosen; 0 is a blank sheet.
    starts: Vec<(String, PathBuf)>,
    start: usize,
}

impl NewTrack {
    pub fn of(app: &Around<'_>) -> NewTrack {
        let mut form = NewTrack { new: NewSheet::of(app), starts: vec![], start: 0 };
        form.list_starts();
        form
    }

    fn list_starts(&mut self) {
        let files = track_files(self.new.library(), self.new.game());
        self.starts = files.into_iter().map(|file| (track_title(&file), file)).collect();
        self.start = 0;
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let (title, path) = self.new.check()?;
        let start = match self.start.checked_sub(1).and_then(|n| self.starts.get(n)) {
            Some((_, file)) => Start::Copy(file.clone()),
            None => Start::Blank(self.new.sheet()),
        };
        Ok(Action::File(FileMessage::BeginTrack { ruleset: self.new.game().to_owned(), path, title, start }))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("New track");
        if self.new.game_ui(ui) {
            self.list_starts();
        }
        let starts = self.starts.iter().map(|(title, file)| format!("{title} ({})", named(file)));
        let starts: Vec<String> = ["A blank sheet".to_owned()].into_iter().chain(starts).collect();
        choice_ui(ui, "Start from", &starts, &mut self.start);
        self.new.title_ui(ui);
        // A copy has the sheet of its track.
        ui.add_enabled_ui(self.start == 0, |ui| self.new.sheet_ui(ui));
        self.new.path_ui(ui, browsing);
        checked_ui(ui, "Create", self, Self::check)
    }
}

/// Returns a path at which a track can be saved, whether there is a file or not.
pub(super) fn new_track_file(field: &PathField) -> Result<PathBuf, String> {
    if field.text.trim().is_empty() {
        return Err("Choose where to save it.".to_owned());
    }
    let path = field.path();
    let name = named(&path);
    let Some(stem) = name.strip_suffix(".ron") else {
        return Err("Tracks are files that end in `.ron`.".to_owned());
    };
    begin::check_name(stem)?;
    if path.is_dir() {
        return Err("That is a folder: add the name of a file.".to_owned());
    }
    let shipped = Library::built_in();
    if path.starts_with(&shipped.tracks) {
        check_own(&shipped)?;
    }
    match path.ancestors().skip(1).find(|folder| folder.exists()) {
        Some(folder) if !folder.is_dir() => Err(format!("{} is not a folder.", folder.display())),
        _ => Ok(path),
    }
}

/// A track in the list.
#[derive(Clone, PartialEq, Debug)]
struct Listed {
    /// The heading above it.
    group: String,
    /// The name of its ruleset.
    game: String,
    /// Its name on the board.
    title: String,
    file: PathBuf,
}

/// Returns the files of a game's tracks.
fn track_files(library: &Library, game: &str) -> Vec<PathBuf> {
    files::folder(&library.tracks.join(game)).into_iter().filter(|file| files::is_text(file, &["ron"])).collect()
}

/// Returns a track's name, or the name of its file if it has none.
pub fn track_title(file: &Path) -> String {
    let name = || file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let document = files::read(file).ok().and_then(|text| read::read(&text).ok());
    document.map(|document| document.header().text("name")).filter(|title| !title.is_empty()).unwrap_or_else(name)
}

/// *Open track*.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenTrack {
    /// The tracks drawn on last, then the library's others.
    tracks: Vec<Listed>,
    /// The search as typed.
    pub sought: String,
    pub path: PathField,
}

impl OpenTrack {
    pub fn of(app: &Around<'_>) -> OpenTrack {
        let on_table = app.draw.as_ref().map(|draw| draw.desk.on_disk.path());
        let recent = app.recent.iter().filter(|file| Some(file.as_path()) != on_table && file.is_file()).map(|file| {
            let document = files::read(file).ok().and_then(|text| read::read(&text).ok());
            let game = document.map(|document| document.header().text("ruleset")).unwrap_or_default();
            Listed { group: "Recent".to_owned(), game, title: track_title(file), file: file.clone() }
        });
        let mut tracks: Vec<Listed> = recent.collect();
        // The game at hand comes first.
        let at_hand = app.draw.as_ref().map(|draw| draw.desk.document().header().text("ruleset"));
        let (first, others): (Vec<_>, Vec<_>) = app.rulesets.iter().partition(|(name, _)| at_hand.as_ref() == Some(name));
        for (name, title) in first.into_iter().chain(others) {
            for file in track_files(app.library, name) {
                if !tracks.iter().any(|listed| listed.file == file) {
                    let (group, game, title) = (title.clone(), name.clone(), track_title(&file));
                    tracks.push(Listed { group, game, title, file });
                }
            }
        }
        OpenTrack { tracks, sought: String::new(), path: PathField::default() }
    }

    /// The tracks that the search finds.
    fn found(&self) -> Vec<Listed> {
        let words: Vec<String> = self.sought.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let says = |listed: &Listed| [&listed.title, &*named(&listed.file), &listed.group, &listed.game].join(" ").to_lowercase();
        let is_sought = |listed: &&Listed| words.iter().all(|word| says(listed).contains(word));
        self.tracks.iter().filter(is_sought).cloned().collect()
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        if self.path.text.trim().is_empty() {
            return Err("Choose a track, or type its path.".to_owned());
        }
        let path = self.path.path();
        if !path.is_file() {
            return Err("There is no such file.".to_owned());
        }
        if path.extension().is_none_or(|e| e != "ron") {
            return Err("Tracks are files that end in `.ron`.".to_owned());
        }
        Ok(Action::File(FileMessage::DrawFile(path)))
    }

    pub(super) fn ui(
        &mut self,
        ui: &mut egui::Ui,
        library: &Library,
        thumbs: &mut Thumbs,
        browsing: &mut Browsing<'_>,
    ) -> Option<Ended> {
        ui.heading("Open track");
        let is_typed = text_ui(ui, "Find", &mut self.sought);
        let (found, written) = (self.found(), self.path.path());
        let at = found.iter().position(|listed| listed.file == written);
        let (up, down) = ui.input(|i| (i.key_pressed(egui::Key::ArrowUp), i.key_pressed(egui::Key::ArrowDown)));
        let next = match at {
            None if is_typed || down => Some(0),
            Some(at) if down => Some(at + 1),
            Some(at) if up => at.checked_sub(1),
            _ => None,
        };
        let next = next.and_then(|next| found.get(next)).filter(|_| !self.sought.trim().is_empty() || !is_typed);
        if let Some(listed) = next {
            self.path = PathField::at(&listed.file);
        }
        let is_moved = next.is_some();
        let (mut chosen, written) = (None, self.path.path());
        let height = (ui.ctx().content_rect().height() - 360.0).clamp(60.0, 400.0);
        let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, false]);
        area.show(ui, |ui| {
            if found.is_empty() {
                ui.weak("No track has these words.");
            }
            let mut last = "";
            for listed in &found {
                let Listed { group, game, title, file } = listed;
                if group != last {
                    ui.weak(group);
                    last = group;
                }
                let is_chosen = written == *file;
                let row = ui.horizontal(|ui| {
                    let picture = thumbs.thumb_ui(ui, library, game, file);
                    let alike = self.tracks.iter().filter(|other| other.title == *title);
                    let name = told_apart(file, alike.map(|other| other.file.as_path()));
                    let words = (title.as_str(), egui::RichText::new(&name).small().weak());
                    let row = egui::Button::selectable(is_chosen, words).min_size(egui::vec2(0.0, thumbs::ROOM.y));
                    let row = ui.add(row).on_hover_text(file.display().to_string());
                    let said = format!("{title}, {name}");
                    row.widget_info(|| egui::WidgetInfo::selected(egui::accesskit::Role::Button, true, is_chosen, &said));
                    (picture, row)
                });
                let (picture, row) = row.inner;
                if is_chosen && is_moved {
                    row.scroll_to_me(None);
                }
                if row.clicked() || picture.clicked() {
                    self.path = PathField::at(file);
                }
                if row.double_clicked() || picture.double_clicked() {
                    chosen = Some(Ended::Done(vec![Action::File(FileMessage::DrawFile(file.clone()))]));
                }
            }
        });
        path_ui(ui, "File", &mut self.path, Looks::Open, browsing);
        chosen.or(checked_ui(ui, "Open", self, Self::check))
    }
}

/// *Save as*.
#[derive(Clone, PartialEq, Debug)]
pub struct SaveAs {
    pub path: PathField,
    pub replaces: bool,
}

impl SaveAs {
    pub fn of(app: &Around<'_>) -> Option<SaveAs> {
        let path = app.draw.as_ref()?.desk.on_disk.path();
        Some(SaveAs { path: PathField { is_own: true, ..PathField::at(path) }, replaces: false })
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let path = new_track_file(&self.path)?;
        check_place(&path, TRACK, self.replaces)?;
        Ok(Action::File(FileMessage::SaveTo(path)))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("Save as");
        if path_ui(ui, "File", &mut self.path, Looks::Save, browsing) {
            self.replaces = false;
        }
        let is_there = seen(ui, "whether it is there", &self.path, |path| path.path().exists());
        ui.add_enabled(is_there, egui::Checkbox::new(&mut self.replaces, "Replace existing file"));
        checked_ui(ui, "Save", self, Self::check)
    }
}
