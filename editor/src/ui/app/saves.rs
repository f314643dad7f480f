//! Games in files, and reports on them. They are read and written in threads of their own.

use std::path::{Path, PathBuf};

use super::App;
use crate::beside::Beside;
use crate::drawing::recovery::Recovered;
use crate::figures::Snapshot;
use crate::files::{self, Kind, Over, REPORT_MARK};
use crate::playtest::saved::{self, Opened};
use crate::report;
use crate::ui::action::{Pane, Room};
use crate::ui::dialog::Notice;
use crate::ui::dialog::lost::named;

/// Games that are being read and written.
#[derive(Default)]
pub(super) struct Saves {
    /// From a file of this name, or the unsaved race that it is.
    opening: Beside<(String, Option<Recovered>, Result<Opened, String>)>,
    saving: Beside<(SavedRace, Result<(), String>)>,
    reporting: Beside<(PathBuf, Result<(), String>)>,
}

/// A race that is being written.
struct SavedRace {
    path: PathBuf,
    /// The file in which it is kept until it is saved, and its version.
    kept: (PathBuf, u64),
}

impl Saves {
    /// Nothing is opened any more.
    pub fn forget(&mut self) {
        self.opening.forget();
    }

    pub fn is_at_it(&self) -> bool {
        self.opening.is_at_it() || self.saving.is_at_it() || self.reporting.is_at_it()
    }
}

impl App {
    /// Writes the playtest to a file, with all its branches.
    pub(super) fn save_game(&mut self, path: &Path) {
        let (Some(race), Some(write)) = (&self.sitting.race, self.sitting.writing()) else { return };
        let (path, kept) = (path.to_owned(), (self.catalogue.library.home().join(race.file_name()), race.version));
        self.saves.saving.ask(move || {
            let written = files::write(&path, write().as_bytes(), Over::Own(Kind::SAVED_GAME)).map_err(|why| why.to_string());
            (SavedRace { path, kept }, written)
        });
    }

    /// A game has been written.
    pub(super) fn take_saved(&mut self) {
        self.shell.notice = Some(match self.saves.saving.take() {
            None => return,
            Some(Ok((SavedRace { path, kept: (of, version) }, Ok(())))) => {
                let text = format!("{} is saved", named(&path));
                self.table.keeper.race_is_saved(&of, version);
                self.last_game = Some(path);
                Notice::good(text)
            }
            Some(Ok((saved, Err(why)))) => Notice::bad(format!("{} can't be saved: {why}", saved.path.display())),
            Some(Err(why)) => Notice::bad(format!("The game can't be saved, which is a fault of the program: {why}")),
        });
    }

    /// Writes the report on the playtest to a file, with the figures of its rules if they are on show.
    pub(super) fn report_to(&mut self, path: &Path) {
        let (Some(race), Some(copied)) = (&self.sitting.race, self.sitting.copied_race()) else { return };
        let (path, tracks) = (path.to_owned(), self.track_folder(race));
        let is_its =
            |figures: &Snapshot| figures.job.now.ruleset.name == race.ruleset.name && self.statistics.is_current(figures);
        let is_on_show = self.shell.layouts.is_in_front(Room::Play, Pane::Statistics);
        let figures = self.statistics.newest.clone().filter(|figures| is_on_show && is_its(figures));
        self.saves.reporting.ask(move || {
            let page = format!("{REPORT_MARK}\n{}", report::html(&mut copied(), figures.as_deref(), &tracks));
            let written = files::write(&path, page.as_bytes(), Over::Own(Kind::REPORT)).map_err(|why| why.to_string());
            (path, written)
        });
    }

    /// A report has been written.
    pub(super) fn take_reported(&mut self) {
        self.shell.notice = Some(match self.saves.reporting.take() {
            None => return,
            Some(Ok((path, Ok(())))) => Notice::good(format!("{} is written", path.display())),
            Some(Ok((path, Err(why)))) => Notice::bad(format!("{} can't be written: {why}", path.display())),
            Some(Err(why)) => Notice::bad(format!("The report can't be written, which is a fault of the program: {why}")),
        });
    }

    /// Goes on with a game that was saved, as far as its choices can be made.
    pub(super) fn open_game(&mut self, path: &Path) {
        let (path, library) = (path.to_owned(), self.catalogue.library.clone());
        self.last_game = Some(path.clone());
        self.saves.opening.ask(move || {
            let (file, text) = (named(&path), files::read(&path).map_err(|why| why.to_string()));
            let read = text.and_then(|text| saved::read(&file, &text, &library));
            (file, None, read)
        });
    }

    /// Goes on with a race that was never saved.
    pub(super) fn restore_race(&mut self, work: &Recovered) {
        let (file, work, library) = (named(&work.of), work.clone(), self.catalogue.library.clone());
        self.saves.opening.ask(move || {
            let read = saved::read(&file, &work.text, &library);
            (file, Some(work), read)
        });
    }

    /// A saved game that was read is laid onto the table, under its own rules.
    pub(super) fn take_opened(&mut self) {
        let (restored, Opened { race, mut text, is_bad }) = match self.saves.opening.take() {
            None => return,
            Some(Ok((_, restored, Ok(opened)))) => (restored, opened),
            Some(Ok((file, _, Err(why)))) => {
                return self.shell.notice = Some(Notice::bad(format!("{file} can't be opened: {why}")));
            }
            Some(Err(why)) => {
                let text = format!("The game can't be opened, which is a fault of the program: {why}");
                return self.shell.notice = Some(Notice::bad(text));
            }
        };
        self.shell.room = Room::Play;
        self.sitting.open(*race);
        if let Some(race) = &self.sitting.race {
            self.table.keeper.opens_race(race.version, restored.as_ref());
        }
        if let Some(work) = restored.filter(|_| !is_bad) {
            text = format!("{} is as you left it; it is not saved yet", named(&work.of));
        }
        self.open_texts();
        self.shell.notice = Some(if is_bad { Notice::bad(text) } else { Notice::good(text) });
    }
}
