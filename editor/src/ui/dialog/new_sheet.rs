//! What every new track has, whatever it begins as: its game, its name, its sheet and its file.

use std::path::PathBuf;

use kurbo::Size;

use super::Around;
use super::form::{choice_ui, free_title, text_ui};
use super::path::{Browsing, PathField, path_ui};
use super::tracks::new_track_file;
use crate::drawing::begin;
use crate::drawing::document::SHEETS;
use crate::files::{self, Library};
use crate::ui::browse::Looks;
use crate::ui::widget::drop_down;

const OWN_SIZE: &str = "Custom size";

#[derive(Clone, PartialEq, Debug)]
pub struct NewSheet {
    library: Library,
    games: Vec<(String, String)>,
    game: usize,
    title: String,
    /// Whether somebody other than the form has given it its title.
    is_titled: bool,
    width: f64,
    height: f64,
    path: PathField,
}

impl NewSheet {
    pub fn of(app: &Around<'_>) -> NewSheet {
        let game = app.game_at_hand.clone();
        let mut new = NewSheet {
            library: app.library.clone(),
            games: app.rulesets.to_vec(),
            game: app.rulesets.iter().position(|(name, _)| *name == game).unwrap_or(0),
            title: String::new(),
            is_titled: false,
            width: 420.0,
            height: 297.0,
            path: PathField::default(),
        };
        new.propose();
        new
    }

    /// Gives it a title whose file doesn't exist yet.
    fn propose(&mut self) {
        self.title = free_title("My track", |title| !files::is_there(&self.file_of(title)));
        self.follow();
    }

    /// The file that belongs to a title.
    fn file_of(&self, title: &str) -> PathBuf {
        let name = begin::folder_name(title);
        let name = if name.is_empty() { "track" } else { &name };
        self.library.tracks.join(self.game()).join(format!("{name}.ron"))
    }

    pub fn library(&self) -> &Library {
        &self.library
    }

    pub fn game(&self) -> &str {
        self.games.get(self.game).map_or("", |(name, _)| name)
    }

    pub fn sheet(&self) -> Size {
        Size::new(self.width, self.height)
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    /// Gives it this title.
    pub fn name_it(&mut self, title: String) {
        (self.title, self.is_titled) = (title, true);
        self.follow();
    }

    /// Names the file after the track.
    fn follow(&mut self) {
        self.path.follow(&self.file_of(&self.title));
    }

    /// Returns the track's title and file.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<(String, PathBuf), String> {
        if self.title.trim().is_empty() {
            return Err("Give the track a name.".to_owned());
        }
        let path = new_track_file(&self.path)?;
        if files::is_there(&path) {
            return Err("There is a file of this name already.".to_owned());
        }
        Ok((self.title.trim().to_owned(), path))
    }

    /// Returns whether another game was chosen.
    pub fn game_ui(&mut self, ui: &mut egui::Ui) -> bool {
        let titles: Vec<String> = self.games.iter().map(|(_, title)| title.clone()).collect();
        let is_changed = choice_ui(ui, "For", &titles, &mut self.game);
        if is_changed && self.is_titled {
            self.follow();
        } else if is_changed {
            self.propose();
        }
        is_changed
    }

    /// Returns whether the name was changed.
    pub fn title_ui(&mut self, ui: &mut egui::Ui) -> bool {
        let is_changed = text_ui(ui, "Name", &mut self.title);
        if is_changed {
            self.name_it(self.title.clone());
        }
        is_changed
    }

    pub fn path_ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) {
        path_ui(ui, "File", &mut self.path, Looks::Save, browsing);
    }

    pub fn sheet_ui(&mut self, ui: &mut egui::Ui) {
        ui.label("Sheet");
        ui.horizontal_wrapped(|ui| {
            let (long, short) = (self.width.max(self.height), self.width.min(self.height));
            let named = SHEETS.iter().find(|(_, w, h)| (*w, *h) == (short, long)).map_or(OWN_SIZE, |(name, ..)| name);
            let combo = egui::ComboBox::new("sheet", "").width(90.0).selected_text(named);
            drop_down(ui, combo, "Sheet", |ui| {
                for (name, height, width) in SHEETS {
                    if ui.selectable_label(name == named, name).clicked() {
                        let is_upright = self.height > self.width && width != height;
                        (self.width, self.height) = if is_upright { (height, width) } else { (width, height) };
                    }
                }
            });
            for (name, upright) in [("Landscape", false), ("Portrait", true)] {
                if ui.selectable_label((self.height > self.width) == upright && long > short, name).clicked() {
                    (self.width, self.height) = if upright { (short, long) } else { (long, short) };
                }
            }
            for (name, side) in [("Width", &mut self.width), ("Height", &mut self.height)] {
                let drag = egui::DragValue::new(side).range(50.0..=3_000.0).speed(1.0).suffix(" mm").max_decimals(1);
                ui.add(drag).on_hover_text(name);
            }
        });
    }
}
