//! Nothing is lost: unsaved work is kept every few seconds, the open file is looked at again and again, and what crashed the program is
//! not opened by itself.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};

use eframe::egui;

use super::App;
use crate::drawing::disk::{OnDisk, Outside};
use crate::drawing::recovery::Recovery;
use crate::drawing::{read, write};
use crate::ui::dialog::lost::{self, named};
use crate::ui::dialog::{Dialog, Notice};

/// Seconds between two looks at the open file.
const LOOK_SECS: f64 = 1.0;
/// Seconds between two copies of unsaved work.
const KEEP_SECS: f64 = 3.0;

/// What watches over the open file.
pub struct Keeper {
    recovery: Option<Recovery>,
    looked: f64,
    kept: f64,
    /// The version of the drawing that was kept last.
    version: Option<u64>,
    /// A look that goes on in a thread of its own.
    look: Option<Receiver<(OnDisk, Outside)>>,
    /// What somebody else has written, of which was asked already.
    asked: Option<Outside>,
}

impl Keeper {
    pub fn new(recovery: Option<Recovery>) -> Keeper {
        Keeper { recovery, looked: f64::MIN, kept: f64::MIN, version: None, look: None, asked: None }
    }

    /// What was never saved, as a question.
    pub fn left(&self) -> Option<Dialog> {
        let works = self.recovery.as_ref()?.found();
        (!works.is_empty()).then_some(Dialog::Left(lost::Left { works }))
    }

    /// Whether the program ended while it had this file open.
    pub fn crashed_on(&self, path: &Path) -> bool {
        self.recovery.as_ref().is_some_and(|recovery| recovery.is_marked(path))
    }

    pub fn takes_up(&mut self, path: &Path) {
        (self.version, self.look, self.asked) = (None, None, None);
        if let Some(recovery) = &self.recovery {
            recovery.mark(path);
        }
    }

    /// It is put away, as it is wanted.
    pub fn lays_down(&mut self, path: &Path) {
        (self.version, self.look, self.asked) = (None, None, None);
        if let Some(recovery) = &self.recovery {
            recovery.unmark(path);
            recovery.forget(path);
        }
    }

    pub fn is_saved(&mut self, path: &Path) {
        self.asked = None;
        self.forget(path);
    }

    pub fn forget(&mut self, path: &Path) {
        self.version = None;
        if let Some(recovery) = &self.recovery {
            recovery.forget(path);
        }
    }
}

impl App {
    /// Looks after the open file, now and then.
    pub(super) fn keep(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|i| i.time);
        let Some(draw) = &self.draw else { return };
        let (path, drawing) = (draw.desk.on_disk.path().to_owned(), &draw.desk.drawing);
        if let Some(recovery) = self.keeper.recovery.clone()
            && !drawing.is_saved()
            && self.keeper.version != Some(drawing.version())
            && now >= self.keeper.kept + KEEP_SECS
        {
            (self.keeper.kept, self.keeper.version) = (now, Some(drawing.version()));
            let (document, path) = (drawing.document().clone(), path.clone());
            // Where it can't be kept nothing can be done about it; saving says why.
            std::thread::spawn(move || drop(recovery.keep(&path, &write::text(&document))));
        }
        if self.keeper.look.is_none() && now >= self.keeper.looked + LOOK_SECS {
            self.keeper.looked = now;
            let (send, receive) = mpsc::channel();
            let (on_disk, ctx) = (draw.desk.on_disk.clone(), ctx.clone());
            std::thread::spawn(move || {
                let outside = on_disk.look();
                let is_news = outside != Outside::Same;
                // The window may be gone.
                let _ = send.send((on_disk, outside));
                if is_news {
                    ctx.request_repaint();
                }
            });
            self.keeper.look = Some(receive);
        }
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(LOOK_SECS));
        match self.keeper.look.as_ref().map(Receiver::try_recv) {
            Some(Ok((on_disk, outside))) => {
                self.keeper.look = None;
                // It may have been saved meanwhile.
                if self.draw.as_ref().is_some_and(|draw| draw.desk.on_disk == on_disk) {
                    self.seen(outside);
                }
            }
            Some(Err(mpsc::TryRecvError::Disconnected)) => self.keeper.look = None,
            _ => {}
        }
    }

    /// What lies on the disk is not what was read or written last.
    fn seen(&mut self, outside: Outside) {
        if outside == Outside::Same {
            self.keeper.asked = None;
            return;
        }
        if self.dialog.is_some() || self.keeper.asked.as_ref() == Some(&outside) {
            return;
        }
        let Some(draw) = &mut self.draw else { return };
        let name = named(draw.desk.on_disk.path());
        self.keeper.asked = Some(outside.clone());
        match outside {
            Outside::Changed(theirs) => {
                // Nothing is drawn that could be lost.
                if draw.desk.drawing.is_saved() && read::read(&theirs).is_ok() {
                    self.take_theirs();
                } else {
                    self.dialog = Some(Dialog::Outside(lost::Outside { theirs, shows_both: false }));
                }
            }
            Outside::Gone => {
                draw.desk.drawing.mark_unsaved();
                self.notice = Some(Notice::bad(format!("{name} is gone; Save writes it again")));
            }
            Outside::Unreadable(why) => self.notice = Some(Notice::bad(format!("{name} can't be read any more: {why}"))),
            Outside::Same => {}
        }
    }

    /// What was left of the last time: work that was never saved is offered, and the track that was open is opened again, unless that
    /// is what ended the program.
    pub fn come_back(&mut self, last: Option<PathBuf>) {
        self.dialog = self.keeper.left();
        let Some(last) = last.filter(|path| path.is_file()) else { return };
        if self.keeper.crashed_on(&last) {
            let name = named(&last);
            self.notice = Some(Notice::bad(format!(
                "{name} was open when the program ended by a fault, so it is not opened by itself; Ctrl+O opens it"
            )));
        } else if self.dialog.is_none() {
            self.draw_file(&last);
        }
    }

    /// The window closes as it should.
    pub fn put_away(&mut self) {
        self.clear_table();
    }
}
