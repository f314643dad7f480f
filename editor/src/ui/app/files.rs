//! Saving, and beginning one's own work.

use std::path::Path;

use crate::drawing::disk::{NotOpened, NotSaved, OnDisk};
use crate::drawing::recovery::Recovered;
use crate::drawing::{begin, picture, read, svg};
use crate::files::Library;
use crate::ui::dialog::lost::{Outside, named};
use crate::ui::dialog::{Dialog, Notice};

use super::{App, Room, Wanted};

impl App {
    /// Whether something is drawn that is not saved.
    pub fn is_unsaved(&self) -> bool {
        self.draw.as_ref().is_some_and(|draw| !draw.desk.drawing.is_saved())
    }

    /// Writes the track to its file; `false`: it could not be.
    pub(super) fn save(&mut self) -> bool {
        let Some(draw) = &mut self.draw else { return true };
        let document = draw.desk.document().clone();
        let result = draw.desk.on_disk.save(&document);
        self.saved(result)
    }

    fn saved(&mut self, result: Result<(), NotSaved>) -> bool {
        let Some(draw) = &mut self.draw else { return true };
        let path = draw.desk.on_disk.path().to_owned();
        match result {
            Ok(()) => {
                draw.desk.drawing.mark_saved();
                self.keeper.is_saved(&path);
                self.notice = Some(Notice::good(format!("{} is saved", named(&path))));
                self.tracks_changed();
                true
            }
            Err(NotSaved::Changed(theirs)) => {
                self.dialog = Some(Dialog::Outside(Outside { theirs, shows_both: false }));
                false
            }
            Err(NotSaved::Failed(why)) => {
                self.notice = Some(Notice::bad(format!("{} can't be saved: {why}", path.display())));
                false
            }
        }
    }

    /// Goes on with another file.
    pub(super) fn save_to(&mut self, path: &Path) {
        let Some(draw) = &mut self.draw else { return };
        let document = draw.desk.document().clone();
        let before = std::mem::replace(&mut draw.desk.on_disk, OnDisk::new(path));
        // What lies there was to be replaced.
        let result = draw.desk.on_disk.keep_mine(&document);
        if result.is_err() {
            draw.desk.on_disk = before.clone();
        }
        if self.saved(result.map_err(NotSaved::Failed)) && before.path() != path {
            self.keeper.lays_down(before.path());
            self.keeper.takes_up(path);
        }
    }

    pub(super) fn keep_mine(&mut self) {
        let Some(draw) = &mut self.draw else { return };
        let document = draw.desk.document().clone();
        let result = draw.desk.on_disk.keep_mine(&document);
        self.saved(result.map_err(NotSaved::Failed));
    }

    /// Reads what somebody else has written; what was drawn here is dropped.
    pub(super) fn take_theirs(&mut self) {
        let Some(draw) = &mut self.draw else { return };
        let mut on_disk = draw.desk.on_disk.clone();
        let name = named(on_disk.path());
        match on_disk.take_theirs() {
            Ok(document) => {
                let (camera, room) = (draw.camera, self.room);
                self.lay(&document.header().text("ruleset"), document, on_disk);
                self.room = room;
                if let Some(draw) = &mut self.draw {
                    draw.camera = camera;
                }
                self.notice = Some(Notice::good(format!("{name} has been read again")));
            }
            Err(NotOpened::Unreadable(why)) => self.notice = Some(Notice::bad(format!("{name} can't be read: {why}"))),
            Err(NotOpened::Broken(_, problem)) => {
                self.notice = Some(Notice::bad(format!("{name} can't be read: {}", problem.message)));
            }
        }
    }

    pub(super) fn export(&mut self, path: &Path, kind: picture::Kind, options: svg::Options, dpi: u16) {
        let Some(draw) = &self.draw else { return };
        let (document, checker) = (draw.desk.document(), &draw.desk.checker);
        let bytes = picture::bytes(document, &checker.schema, checker.manifest(), kind, options, dpi);
        let written = bytes.and_then(|bytes| picture::write(path, &bytes, document, kind, dpi));
        self.notice = Some(match written {
            Ok(said) => Notice::good(said),
            Err(why) => Notice::bad(why),
        });
    }

    pub(super) fn open_library(&mut self, library: Library) {
        self.clear_table();
        let first = library.first().unwrap_or_default();
        self.library = library;
        self.room = Room::Play;
        self.wanted = Wanted { ruleset: first, ..Wanted::default() };
        self.race = None;
        self.read();
        self.notice = Some(Notice::good(self.library.home().display().to_string()));
    }

    pub(super) fn begin_ruleset(&mut self, from: Option<(Library, String)>, name: &str, title: &str, library: Library) {
        let texts = from.map(|(library, name)| library.read(&name));
        let made = begin::ruleset(texts.as_ref(), name, title).and_then(|texts| begin::write_ruleset(&library, &texts));
        match made {
            Ok(_) => {
                let folder = library.rulesets.join(name);
                self.open_library(library);
                self.wanted = Wanted { ruleset: name.to_owned(), ..Wanted::default() };
                self.read();
                self.notice = Some(Notice::good(format!("{title} lies in {}", folder.display())));
            }
            Err(why) => self.notice = Some(Notice::bad(why)),
        }
    }

    pub(super) fn begin_addon(&mut self, ruleset: &str, name: &str, title: &str) {
        self.notice = Some(match begin::write_addon(&self.library, ruleset, name, title) {
            Ok(_) => {
                if self.wanted.ruleset == ruleset {
                    self.read();
                }
                let file = self.library.rulesets.join(ruleset).join(format!("{name}.rules"));
                Notice::good(format!("{title} lies in {}; it is switched on under Add-ons", file.display()))
            }
            Err(why) => Notice::bad(why),
        });
    }

    /// Lays unsaved work from last time onto the table, to be saved or not.
    pub(super) fn restore(&mut self, work: &Recovered) {
        match read::read(&work.text) {
            Ok(document) => {
                let on_disk = OnDisk::open(&work.of).map_or_else(|_| OnDisk::new(&work.of), |(on_disk, _)| on_disk);
                self.lay(&document.header().text("ruleset"), document, on_disk);
                if let Some(draw) = &mut self.draw {
                    draw.desk.drawing.mark_unsaved();
                }
                self.notice = Some(Notice::good(format!("{} is as you left it; it is not saved yet", named(&work.of))));
            }
            Err(problem) => self.notice = Some(Notice::bad(format!("it can't be read: {}", problem.message))),
        }
    }

    pub(super) fn forget(&mut self, work: &Recovered) {
        self.keeper.forget(&work.of);
        self.dialog = self.keeper.left();
    }

    /// A track was written: the list of tracks and the race's rules know it.
    fn tracks_changed(&mut self) {
        let Some(draw) = &self.draw else { return };
        let in_library = draw.desk.on_disk.path().parent() == Some(&self.library.tracks.join(&self.wanted.ruleset));
        if in_library && let Some(ruleset) = &self.ruleset {
            let name = draw.desk.on_disk.track_name();
            if !ruleset.tracks.contains_key(&name) {
                self.read_quietly();
            }
        }
    }
}
