//! Saving, and beginning one's own work.

use std::path::Path;

use interpreter::ruleset::Ruleset;

use crate::drawing::disk::{NotOpened, NotSaved, OnDisk, TRACK, bring_pictures};
use crate::drawing::document::{Content, Document, List};
use crate::drawing::edit::apply;
use crate::drawing::recovery::Recovered;
use crate::drawing::{Deed, begin, read};
use crate::files::{Library, Over};
use crate::ui::dialog::lost::{Outside, named};
use crate::ui::dialog::{Dialog, Notice};

use super::{App, Wanted};
use crate::playtest::{Shelf, saved};
use crate::ui::action::Room;

/// Whether it says anything that only tracks say: data and manifests are written in the same way.
fn is_track(document: &Document) -> bool {
    let header = document.header();
    header.get("ruleset").is_some() || header.entries.iter().any(|entry| entry.is == Content::List(List::Spaces))
}

impl App {
    /// Whether something is drawn that is not saved.
    pub fn is_unsaved(&self) -> bool {
        self.table.draw.as_ref().is_some_and(|draw| !draw.desk.drawing.is_saved())
    }

    /// Writes the track to its file; `false`: it could not be.
    pub(super) fn save(&mut self) -> bool {
        let Some(draw) = &self.table.draw else { return true };
        let path = draw.desk.on_disk.path().to_owned();
        self.write_track(&path, OnDisk::save)
    }

    /// Writes the track, with its pictures beside it; those that can't be copied there are said. `before` is where it lay.
    fn write_track(&mut self, before: &Path, write: impl FnOnce(&mut OnDisk, &Document) -> Result<(), NotSaved>) -> bool {
        let Some(draw) = &mut self.table.draw else { return true };
        let folder = |path: &Path| path.parent().unwrap_or(Path::new("")).to_owned();
        let (named, lost) = bring_pictures(draw.desk.document(), &folder(before), &folder(draw.desk.on_disk.path()));
        let schema = &draw.desk.drawing.schema;
        let document = named.as_ref().and_then(|edit| apply(draw.desk.document(), schema, edit).ok());
        let document = document.unwrap_or_else(|| draw.desk.document().clone());
        let result = write(&mut draw.desk.on_disk, &document);
        if let Some(edit) = named.filter(|_| result.is_ok()) {
            draw.desk.apply(Deed::Edit(edit));
        }
        let is_saved = self.saved(result);
        if is_saved && let (Some(notice), false) = (&mut self.shell.notice, lost.is_empty()) {
            *notice = Notice::bad(format!("{}, but {}", notice.text, lost.join("; ")));
        }
        is_saved
    }

    /// Writes all that is drawn or typed, whichever room it was done in.
    pub(super) fn save_all(&mut self) {
        // On the table an empty sheet is saved, too: it was asked for.
        let is_drawn = self.table.draw.is_some() && (self.shell.room == Room::Draw || self.is_unsaved());
        if is_drawn && !self.save() {
            return;
        }
        let drawn = self.shell.notice.clone().filter(|_| is_drawn);
        self.take_all_cells();
        let is_typed = self.sitting.live.typed().next().is_some();
        if self.save_texts()
            && is_typed
            && let (Some(drawn), Some(notice)) = (drawn, &mut self.shell.notice)
        {
            notice.text = format!("{}; {}", drawn.text, notice.text);
        }
    }

    fn saved(&mut self, result: Result<(), NotSaved>) -> bool {
        let Some(draw) = &mut self.table.draw else { return true };
        let path = draw.desk.on_disk.path().to_owned();
        match result {
            Ok(()) => {
                draw.desk.drawing.mark_saved();
                self.table.used(&path);
                self.table.keeper.is_saved();
                self.shell.notice = Some(Notice::good(format!("{} is saved", named(&path))));
                self.tracks_changed();
                true
            }
            Err(NotSaved::Changed(theirs)) => {
                self.table.keeper.looks_anew();
                self.shell.dialog = Some(Dialog::Outside(Outside::new(theirs)));
                false
            }
            Err(NotSaved::Failed(why)) => {
                self.shell.notice = Some(Notice::bad(format!("{} can't be saved: {why}", path.display())));
                false
            }
        }
    }

    /// Goes on with another file.
    pub(super) fn save_to(&mut self, path: &Path) {
        let Some(draw) = &mut self.table.draw else { return };
        let before = std::mem::replace(&mut draw.desk.on_disk, OnDisk::new(path));
        // What lies there was to be replaced.
        let write =
            |on_disk: &mut OnDisk, document: &Document| on_disk.save_over(document, Over::Own(TRACK)).map_err(NotSaved::Failed);
        if self.write_track(before.path(), write) {
            if before.path() != path {
                self.table.keeper.lays_down();
                self.table.keeper.takes_up(path);
            }
        } else if let Some(draw) = &mut self.table.draw {
            draw.desk.on_disk = before;
        }
    }

    /// Writes over what somebody else has written; a copy of that is kept.
    pub(super) fn keep_mine(&mut self) {
        let Some(draw) = &mut self.table.draw else { return };
        let kept = match self.table.keeper.put_aside(draw.desk.on_disk.path()) {
            Ok(kept) => kept,
            Err(why) => {
                let name = named(draw.desk.on_disk.path());
                let text = format!("no copy of the other {name} can be kept, so nothing is written over: {why}");
                self.shell.notice = Some(Notice::bad(text));
                return;
            }
        };
        let path = draw.desk.on_disk.path().to_owned();
        if self.write_track(&path, |on_disk, document| on_disk.keep_mine(document).map_err(NotSaved::Failed))
            && let (Some(notice), Some(kept)) = (&mut self.shell.notice, kept)
        {
            notice.text.push_str(&format!("; what the other program wrote is kept as {}", kept.display()));
        }
    }

    /// Reads what somebody else has written, as a step that can be undone.
    pub(super) fn take_theirs(&mut self) {
        let Some(draw) = &mut self.table.draw else { return };
        let mut on_disk = draw.desk.on_disk.clone();
        let name = named(on_disk.path());
        match on_disk.take_theirs() {
            Ok(document) => {
                let is_lost = !draw.desk.drawing.is_saved();
                draw.desk.take_theirs(&document, on_disk);
                self.table.keeper.is_saved();
                self.draw_for_rules();
                let back = if is_lost { "; Undo brings back what was drawn here" } else { "" };
                self.shell.notice = Some(Notice::good(format!("{name} has been read again{back}")));
            }
            Err(NotOpened::Unreadable(why)) => self.shell.notice = Some(Notice::bad(format!("{name} can't be read: {why}"))),
            Err(NotOpened::Broken(_, problem)) => {
                self.shell.notice = Some(Notice::bad(format!("{name} can't be read: {}", problem.message)));
            }
        }
    }

    pub(super) fn open_library(&mut self, library: Library) {
        let first = library.first().unwrap_or_default();
        self.go_to(library, first);
        self.shell.notice = Some(Notice::good(self.catalogue.library.home().display().to_string()));
    }

    /// Works with a ruleset of a library, and with nothing that was there before.
    pub(super) fn go_to(&mut self, library: Library, ruleset: String) {
        self.clear_table();
        self.lose_texts();
        self.catalogue.library = library;
        self.shell.room = Room::Play;
        self.sitting.wanted = Wanted { ruleset, ..Wanted::default() };
        (self.sitting.race, self.ruleset) = (None, None);
        self.sitting.shelf = Shelf::default();
        self.read();
    }

    pub(super) fn begin_ruleset(&mut self, from: Option<(Library, String)>, name: &str, title: &str, library: Library) {
        let texts = from.map(|(library, name)| library.read(&name));
        let left = texts.as_ref().map(|texts| begin::left_behind(&begin::unfinished(texts))).unwrap_or_default();
        let made = begin::ruleset(texts.as_ref(), name, title).and_then(|texts| begin::write_ruleset(&library, &texts));
        match made {
            Ok(_) => {
                let folder = library.rulesets.join(name);
                self.go_to(library, name.to_owned());
                self.shell.notice = Some(Notice::good(format!("{title} lies in {}{left}", folder.display())));
            }
            Err(why) => self.shell.notice = Some(Notice::bad(why)),
        }
    }

    pub(super) fn begin_addon(&mut self, ruleset: &str, name: &str, title: &str) {
        let texts = self.catalogue.library.read(ruleset);
        let made = begin::addon(&Ruleset::read(&texts), &texts, name, title);
        self.shell.notice = Some(match made.and_then(|made| begin::write_addon(&self.catalogue.library, ruleset, made)) {
            Ok(_) => {
                if self.sitting.wanted.ruleset == ruleset {
                    self.read();
                }
                let file = self.catalogue.library.rulesets.join(ruleset).join(format!("{name}.rules"));
                Notice::good(format!("{title} lies in {}; tick it under Setup, Add-ons, to play with it", file.display()))
            }
            Err(why) => Notice::bad(why),
        });
    }

    /// Lays unsaved work from last time onto the table, to be saved or not.
    pub(super) fn restore(&mut self, work: &Recovered) {
        if let Some(name) = self.catalogue.library.rules_name(&work.of) {
            let typed = self.sitting.live.typed().find(|(typed, _)| **typed == *name).map(|(_, typed)| typed.mine.clone());
            let typed = typed.filter(|typed| *typed != work.text);
            let kept = match typed.map(|typed| self.table.keeper.keep_copy(&work.of, &typed)).transpose() {
                Ok(kept) => kept.flatten(),
                Err(why) => {
                    self.shell.notice =
                        Some(Notice::bad(format!("no copy of what you typed since can be kept, so it stays: {why}")));
                    return;
                }
            };
            self.write_text(&name, work.text.clone());
            self.table.keeper.goes_on_typing(work);
            let kept = kept.map(|kept| format!("; what you typed since is kept as {}", kept.display())).unwrap_or_default();
            self.shell.notice = Some(Notice::good(format!("{name} is as you left it; it is not saved yet{kept}")));
            return;
        }
        if saved::is_race(&work.text) {
            return self.restore_race(work);
        }
        let track = read::read(&work.text).ok().filter(is_track);
        if track.is_none() {
            let folder = work.of.parent().unwrap_or(&work.of).display();
            self.shell.notice = Some(Notice::bad(format!("{} belongs to {folder}: open that folder first", named(&work.of))));
            return;
        }
        if let Some(document) = track {
            let on_disk = OnDisk::open(&work.of).map_or_else(|_| OnDisk::new(&work.of), |(on_disk, _)| on_disk);
            self.lay(&document.header().text("ruleset"), document, on_disk);
            if let Some(draw) = &mut self.table.draw {
                draw.desk.drawing.mark_unsaved();
                self.table.keeper.goes_on_with(work, draw.desk.document());
            }
            self.shell.notice = Some(Notice::good(format!("{} is as you left it; it is not saved yet", named(&work.of))));
        }
    }

    /// Nobody wants it: it is put with the copies of what was written over, where it can still be found.
    pub(super) fn forget(&mut self, work: &Recovered) {
        self.shell.notice = Some(match self.table.keeper.keep_copy(&work.of, &work.text) {
            Ok(kept) => {
                self.table.keeper.discard(work);
                let kept = kept.map(|kept| format!("; it still lies in {}", kept.display())).unwrap_or_default();
                Notice::good(format!("{} is not offered any more{kept}", named(&work.of)))
            }
            Err(why) => Notice::bad(format!("no copy of {} can be kept, so it stays: {why}", named(&work.of))),
        });
        self.shell.dialog = self.table.keeper.left();
    }

    /// A track was written: the list of tracks and the race's rules know it.
    fn tracks_changed(&mut self) {
        let Some(draw) = &self.table.draw else { return };
        let in_library =
            draw.desk.on_disk.path().parent() == Some(&self.catalogue.library.tracks.join(&self.sitting.wanted.ruleset));
        if in_library && let Some(ruleset) = &self.ruleset {
            let name = draw.desk.on_disk.track_name();
            if !ruleset.tracks.contains_key(&name) {
                self.read_quietly();
            }
        }
    }
}
