//! Forms for games: a new ruleset, a new add-on, another folder.

use std::path::PathBuf;

use super::Around;
use super::form::{Ended, checked, checked_ui, choice_ui, free_title, seen, text_ui};
use super::path::{Browsing, PathField, path_ui};
use crate::drawing::begin;
use crate::files::{Library, written_path};
use crate::ui::action::{Action, FileMessage};
use crate::ui::browse::Looks;

/// *New ruleset*.
#[derive(Clone, PartialEq, Debug)]
pub struct NewRuleset {
    /// The titles and places of rulesets to copy. The first is a small race without a place.
    sources: Vec<(String, Option<(Library, String)>)>,
    pub source: usize,
    pub title: String,
    pub name: String,
    /// Whether the user has typed the folder's name.
    is_named: bool,
    pub folder: PathField,
}

impl NewRuleset {
    pub fn of(app: &Around<'_>) -> NewRuleset {
        let mut sources = vec![("A small race that runs".to_owned(), None)];
        for library in app.library.and_others() {
            for name in library.names() {
                let title = library.title(&name);
                if !sources.iter().any(|(known, _)| *known == title) {
                    sources.push((title, Some((library.clone(), name))));
                }
            }
        }
        let folder = PathField::at(&own_folder(app));
        let library = Library::in_folder(&folder.path());
        let title = free_title("My race", |title| {
            let name = begin::folder_name(title);
            !library.rulesets.join(&name).exists() && !library.tracks.join(&name).exists()
        });
        NewRuleset { sources, source: 0, name: begin::folder_name(&title), title, is_named: false, folder }
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        begin::check_name(&self.name)?;
        begin::check_title(&self.title)?;
        if self.folder.text.trim().is_empty() {
            return Err("Choose a folder for it.".to_owned());
        }
        let folder = self.folder.path();
        if folder.is_file() {
            return Err("That is a file; a folder is needed.".to_owned());
        }
        let library = Library::in_folder(&folder);
        for made in [library.rulesets.join(&self.name), library.tracks.join(&self.name)] {
            if made.exists() {
                return Err(format!("{} already exists: choose another name.", made.display()));
            }
        }
        let from = self.sources.get(self.source).and_then(|(_, from)| from.clone());
        Ok(Action::File(FileMessage::BeginRuleset {
            from,
            name: self.name.clone(),
            title: self.title.trim().to_owned(),
            library,
        }))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("New ruleset");
        let titles: Vec<String> = self.sources.iter().map(|(title, _)| title.clone()).collect();
        choice_ui(ui, "From", &titles, &mut self.source);
        if text_ui(ui, "Name", &mut self.title) && !self.is_named {
            self.name = begin::folder_name(&self.title);
        }
        self.is_named |= text_ui(ui, "Folder name", &mut self.name);
        path_ui(ui, "Location", &mut self.folder, Looks::Folder, browsing);
        if let Ok(Action::File(FileMessage::BeginRuleset { library, .. })) = checked(ui, self, Self::check) {
            let shown = |folder: &std::path::Path| folder.join(&self.name).display().to_string();
            ui.small(format!("Rules: {}\nTracks: {}", shown(&library.rulesets), shown(&library.tracks)));
        }
        checked_ui(ui, "Create", self, Self::check)
    }
}

/// Returns the open folder, or a folder in the user's home if the open one belongs to the program.
fn own_folder(app: &Around<'_>) -> PathBuf {
    if *app.library == Library::built_in() { written_path("~/Coursesetter") } else { app.library.home() }
}

/// Refuses to put something among the program's own files.
///
/// # Errors
/// Returns what to do instead.
pub fn check_own(library: &Library) -> Result<(), String> {
    let why = "These games belong to the program. File, New ruleset… makes a copy of your own, File, Open folder… opens one.";
    if library.is_the_programs() { Err(why.to_owned()) } else { Ok(()) }
}

/// *New add-on*.
#[derive(Clone, PartialEq, Debug)]
pub struct NewAddon {
    library: Library,
    games: Vec<(String, String)>,
    pub game: usize,
    pub title: String,
    pub name: String,
    is_named: bool,
}

impl NewAddon {
    pub fn of(app: &Around<'_>) -> NewAddon {
        let at_hand = app.game_at_hand.clone();
        NewAddon {
            library: app.library.clone(),
            games: app.rulesets.to_vec(),
            game: app.rulesets.iter().position(|(name, _)| *name == at_hand).unwrap_or(0),
            title: "My add-on".to_owned(),
            name: "my-add-on".to_owned(),
            is_named: false,
        }
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        check_own(&self.library)?;
        begin::check_name(&self.name)?;
        begin::check_title(&self.title)?;
        let (game, _) = self.games.get(self.game).ok_or("There is no game to add to.")?;
        let file = self.library.rulesets.join(game).join(format!("{}.rules", self.name));
        if file.exists() {
            return Err(format!("{} already exists: choose another name.", file.display()));
        }
        Ok(Action::File(FileMessage::BeginAddon {
            ruleset: game.clone(),
            name: self.name.clone(),
            title: self.title.trim().to_owned(),
        }))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui) -> Option<Ended> {
        ui.heading("New add-on");
        let titles: Vec<String> = self.games.iter().map(|(_, title)| title.clone()).collect();
        choice_ui(ui, "For", &titles, &mut self.game);
        if text_ui(ui, "Name", &mut self.title) && !self.is_named {
            self.name = begin::folder_name(&self.title);
        }
        self.is_named |= text_ui(ui, "File name", &mut self.name);
        if let Some((game, _)) = self.games.get(self.game) {
            let folder = self.library.rulesets.join(game);
            ui.small(format!(
                "{}: with one example in it. The game's game.ron will name it.",
                folder.join(&self.name).with_extension("rules").display()
            ));
        }
        checked_ui(ui, "Create", self, Self::check)
    }
}

/// *Open folder*.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenFolder {
    pub path: PathField,
}

impl OpenFolder {
    pub fn of(app: &Around<'_>) -> OpenFolder {
        OpenFolder { path: PathField::at(&app.library.home()) }
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let path = self.path.path();
        if self.path.text.trim().is_empty() || !path.exists() {
            return Err("There is no such folder. File, New ruleset… makes one.".to_owned());
        }
        if !path.is_dir() {
            return Err("That is a file; a folder is needed.".to_owned());
        }
        let library = Library::in_folder(&path);
        if library.names().is_empty() {
            return Err("There are no rulesets in it: folders with a game.ron. File, New ruleset begins one.".to_owned());
        }
        Ok(Action::File(FileMessage::OpenLibrary(library)))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("Open folder");
        path_ui(ui, "Folder with rulesets and tracks", &mut self.path, Looks::Folder, browsing);
        if let Ok(Action::File(FileMessage::OpenLibrary(library))) = checked(ui, self, Self::check) {
            let names = seen(ui, "its rulesets", &library, Library::names);
            let listed = names.iter().take(6).cloned().collect::<Vec<_>>().join(", ");
            let more = if names.len() > 6 { " …" } else { "" };
            ui.small(format!(
                "{}: {listed}{more}",
                if names.len() == 1 { "1 ruleset".to_owned() } else { format!("{} rulesets", names.len()) }
            ));
        }
        checked_ui(ui, "Open", self, Self::check)
    }
}
