//! Nothing is lost: unsaved work is kept every few seconds, the open file is looked at again and again, and what crashed the program is
//! not opened by itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::App;
use crate::beside::Job;
use crate::drawing::disk::{OnDisk, Outside};
use crate::drawing::recovery::{Mark, Recovered, Recovery};
use crate::drawing::{Document, read, write};
use crate::files;
use crate::ui::dialog::lost::{self, named};
use crate::ui::dialog::{Dialog, Notice};

/// Seconds between two looks at the open file.
const LOOK_SECS: f64 = 1.0;
/// Seconds between two copies of unsaved work.
const KEEP_SECS: f64 = 3.0;

/// What watches over the open file.
pub struct Keeper {
    recovery: Option<Recovery>,
    /// Of the open file.
    mark: Option<Arc<Mark>>,
    looked: f64,
    kept: f64,
    /// The version of the drawing that was kept last.
    version: Option<u64>,
    /// A look that goes on in a thread of its own.
    look: Option<Job<(OnDisk, Outside)>>,
    /// What somebody else has written, of which was asked already.
    asked: Option<Outside>,
    /// The typed texts that were kept last, by file, and when; `None`: it could not be kept.
    texts: BTreeMap<PathBuf, (Arc<Mark>, Option<Arc<str>>)>,
    texts_kept: f64,
    /// The races kept in this sitting, by the file in which each would be saved, and which version of each was kept last.
    races: BTreeMap<PathBuf, (Arc<Mark>, u64)>,
    /// The version of the race on the table that was kept or saved last.
    race_version: Option<u64>,
    race_kept: f64,
    /// Copies that are being kept.
    copying: Vec<Copying>,
    /// Why copies can't be kept at the moment, as was told.
    told: Option<String>,
}

/// What a copy is of.
#[derive(Clone, Copy)]
enum Work {
    Drawing,
    Text,
    Race,
}

/// A copy of unsaved work that is being written.
struct Copying {
    of: PathBuf,
    work: Work,
    /// `None`: it is known what has become of it.
    job: Option<Job<Result<(), String>>>,
}

impl Keeper {
    pub fn new(recovery: Option<Recovery>) -> Keeper {
        let (mark, version, look, asked, told) = (None, None, None, None, None);
        let (texts, races, race_version, copying) = (BTreeMap::new(), BTreeMap::new(), None, vec![]);
        let [looked, kept, texts_kept, race_kept] = [f64::MIN; 4];
        Keeper {
            recovery,
            mark,
            looked,
            kept,
            version,
            look,
            asked,
            texts,
            texts_kept,
            races,
            race_version,
            race_kept,
            copying,
            told,
        }
    }

    /// Keeps a copy on a thread of its own, which says what has become of it.
    fn keep_copy_of(&mut self, of: &Path, work: Work, keep: impl FnOnce() -> Result<(), String> + Send + 'static) {
        self.copying.push(Copying { of: of.to_owned(), work, job: Some(Job::begin(|| (), keep)) });
    }

    /// What could not be kept is to be tried again; says why, once for each reason.
    fn failed(&mut self) -> Option<String> {
        let mut news = None;
        let mut copying = std::mem::take(&mut self.copying);
        for copy in &mut copying {
            let Some(done) = Job::take(&mut copy.job) else { continue };
            let Err(why) = done.and_then(|done| done) else {
                self.told = None;
                continue;
            };
            match copy.work {
                Work::Drawing => self.version = None,
                Work::Text => {
                    if let Some((_, kept)) = self.texts.get_mut(&copy.of) {
                        *kept = None;
                    }
                }
                Work::Race => self.race_version = None,
            }
            if self.told.as_ref() != Some(&why) {
                let name = named(&copy.of);
                news = Some(format!("no copy of your unsaved {name} can be kept: {why}. Save it yourself, perhaps elsewhere"));
                self.told = Some(why);
            }
        }
        copying.retain(|copy| copy.job.is_some());
        self.copying = copying;
        news
    }

    /// What was never saved, as a question.
    pub fn left(&self) -> Option<Dialog> {
        let left = self.left_works();
        (!left.works.is_empty()).then_some(Dialog::Left(left))
    }

    /// What was never saved, if there is anything.
    pub fn left_works(&self) -> lost::Left {
        lost::Left { works: self.recovery.as_ref().map(Recovery::found).unwrap_or_default() }
    }

    /// Whether the program ended while it had this file open.
    pub fn crashed_on(&self, path: &Path) -> bool {
        self.recovery.as_ref().is_some_and(|recovery| recovery.is_left(path))
    }

    /// Whether another window draws on this file.
    pub fn is_elsewhere(&self, path: &Path) -> bool {
        self.recovery.as_ref().is_some_and(|recovery| recovery.is_elsewhere(path))
    }

    pub fn takes_up(&mut self, path: &Path) {
        self.forget_looks();
        self.mark = self.recovery.as_ref().map(|recovery| Arc::new(recovery.mark(path)));
    }

    /// It is put away, as it is wanted.
    pub fn lays_down(&mut self) {
        self.forget_looks();
        if let Some(mark) = self.mark.take() {
            mark.end();
        }
    }

    fn forget_looks(&mut self) {
        (self.version, self.look, self.asked) = (None, None, None);
    }

    /// Whether another program has written to the open track, and it was put off to say which of the two is to stay.
    pub fn is_changed_outside(&self) -> bool {
        matches!(self.asked, Some(Outside::Changed(_)))
    }

    /// What was seen of the file is old: it is looked at anew.
    pub fn looks_anew(&mut self) {
        self.look = None;
    }

    pub fn is_saved(&mut self) {
        (self.asked, self.version) = (None, None);
        if let Some(mark) = &self.mark {
            mark.forget();
        }
    }

    /// Keeps what is drawn now, then forgets where it came from.
    pub fn goes_on_with(&mut self, work: &Recovered, document: &Document) {
        let (Some(recovery), Some(mark)) = (&self.recovery, &self.mark) else { return };
        if mark.keep(mark.turn(), &write::text(document)).is_ok() {
            recovery.discard(work);
        }
    }

    /// Keeps typed texts that are not saved, by file.
    pub fn keep_texts(&mut self, typed: &BTreeMap<PathBuf, Arc<str>>, now: f64) {
        self.texts.retain(|path, (mark, _)| {
            let is_typed = typed.contains_key(path);
            if !is_typed {
                mark.end();
            }
            is_typed
        });
        let Some(recovery) = self.recovery.clone().filter(|_| now >= self.texts_kept + KEEP_SECS) else { return };
        self.texts_kept = now;
        for (path, text) in typed {
            let known = self.texts.get(path);
            if known.is_some_and(|(_, known)| known.as_ref() == Some(text)) {
                continue;
            }
            let mark = known.map_or_else(|| Arc::new(recovery.mark(path)), |(mark, _)| mark.clone());
            self.texts.insert(path.clone(), (mark.clone(), Some(text.clone())));
            let (turn, text) = (mark.turn(), text.clone());
            self.keep_copy_of(path, Work::Text, move || mark.keep(turn, &text));
        }
    }

    /// Keeps what is typed now, then forgets where it came from.
    pub fn goes_on_typing(&mut self, work: &Recovered) {
        let Some(recovery) = &self.recovery else { return };
        // Where files can't be locked, both marks might be of one file.
        if let Some((before, _)) = self.texts.remove(&work.of) {
            before.end();
        }
        let mark = Arc::new(recovery.mark(&work.of));
        if mark.keep(mark.turn(), &work.text).is_ok() {
            recovery.discard_for(work, Some(&mark));
        }
        self.texts.insert(work.of.clone(), (mark, Some(work.text.clone())));
    }

    /// Whether this version of the race on the table is neither kept nor saved.
    fn lacks_race(&self, version: u64) -> bool {
        self.recovery.is_some() && self.race_version != Some(version)
    }

    /// The mark of a version of the race that would be saved in this file.
    fn race_mark(&mut self, of: &Path, version: u64) -> Option<Arc<Mark>> {
        let recovery = self.recovery.as_ref()?;
        let (mark, kept) = self.races.entry(of.to_owned()).or_insert_with(|| (Arc::new(recovery.mark(of)), version));
        *kept = version;
        Some(mark.clone())
    }

    /// Keeps the race on the table.
    fn keep_race(&mut self, of: &Path, version: u64, now: f64, write: impl FnOnce() -> String + Send + 'static) {
        let Some(mark) = self.race_mark(of, version) else { return };
        (self.race_kept, self.race_version) = (now, Some(version));
        let turn = mark.turn();
        self.keep_copy_of(of, Work::Race, move || mark.keep(turn, &write()));
    }

    /// A version of a race is saved, so that it need not be kept unless a newer one is kept already.
    pub fn race_is_saved(&mut self, of: &Path, version: u64) {
        if let Some((mark, _)) = self.races.get(of).filter(|(_, kept)| *kept <= version) {
            mark.forget();
        }
        self.race_version = Some(version);
    }

    /// A race from a file was opened, or one that was never saved: it is kept here before it is forgotten where it came from.
    pub fn opens_race(&mut self, version: u64, unsaved: Option<&Recovered>) {
        self.race_version = Some(version);
        let Some(work) = unsaved else { return };
        let (Some(mark), Some(recovery)) = (self.race_mark(&work.of, version), &self.recovery) else { return };
        if mark.keep(mark.turn(), &work.text).is_ok() {
            recovery.discard_for(work, Some(&mark));
        }
    }

    /// The window closes: no race is needed any more.
    fn ends_races(&mut self) {
        std::mem::take(&mut self.races).values().for_each(|(mark, _)| mark.end());
    }

    pub fn discard(&mut self, work: &Recovered) {
        if let Some(recovery) = &self.recovery {
            recovery.discard(work);
        }
    }

    /// A copy of what lies at a path, before it is written over: where it is kept; `None`: nothing lies there, or nothing is kept.
    ///
    /// # Errors
    /// Why it can't be kept.
    pub fn put_aside(&self, path: &Path) -> Result<Option<PathBuf>, String> {
        let Some(recovery) = &self.recovery else { return Ok(None) };
        if !files::is_there(path) {
            return Ok(None);
        }
        recovery.put_aside(path, &files::bytes(path, files::LARGEST_KEPT)?).map(Some)
    }

    /// A copy of what is about to be dropped here: where it is kept; `None`: nothing is kept.
    ///
    /// # Errors
    /// Why it can't be kept.
    pub fn keep_copy(&self, of: &Path, text: &str) -> Result<Option<PathBuf>, String> {
        self.recovery.as_ref().map(|recovery| recovery.put_aside(of, text.as_bytes())).transpose()
    }
}

impl App {
    /// Whether another program has changed the file that is being drawn.
    pub fn is_changed_outside(&self) -> bool {
        self.table.keeper.is_changed_outside()
    }

    /// What was never saved at an earlier end, if there is anything.
    pub fn left_works(&self) -> lost::Left {
        self.table.keeper.left_works()
    }

    /// Looks after the open file, now and then.
    pub(super) fn keep(&mut self, ctx: &egui::Context) {
        let now = self.shell.now;
        self.keep_texts();
        self.keep_race(ctx);
        self.ask_about_torn();
        if let Some(why) = self.table.keeper.failed() {
            self.shell.notice = Some(Notice::bad(why));
        }
        if self.sitting.live.typed().next().is_some() {
            // What was typed last is kept even if nothing else happens.
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(KEEP_SECS));
        }
        let Some(draw) = &self.table.draw else { return };
        let drawing = &draw.desk.drawing;
        if let Some(mark) = self.table.keeper.mark.clone()
            && !drawing.is_saved()
            && self.table.keeper.version != Some(drawing.version())
            && now >= self.table.keeper.kept + KEEP_SECS
        {
            (self.table.keeper.kept, self.table.keeper.version) = (now, Some(drawing.version()));
            let (document, turn) = (drawing.document().clone(), mark.turn());
            let of = draw.desk.on_disk.path().to_owned();
            self.table.keeper.keep_copy_of(&of, Work::Drawing, move || mark.keep(turn, &write::text(&document)));
        }
        if self.table.keeper.look.is_none() && now >= self.table.keeper.looked + LOOK_SECS {
            self.table.keeper.looked = now;
            let (on_disk, ctx) = (draw.desk.on_disk.clone(), ctx.clone());
            let look = move || {
                let outside = on_disk.look();
                if outside != Outside::Same {
                    ctx.request_repaint();
                }
                (on_disk, outside)
            };
            self.table.keeper.look = Some(Job::begin(|| (), look));
        }
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(LOOK_SECS));
        // It may have been saved meanwhile.
        if let Some(Ok((on_disk, outside))) = Job::take(&mut self.table.keeper.look)
            && self.table.draw.as_ref().is_some_and(|draw| draw.desk.on_disk == on_disk)
        {
            self.seen(outside);
        }
    }

    /// Keeps the race on the table, once a person has done something in it.
    fn keep_race(&mut self, ctx: &egui::Context) {
        let Some(race) = self.sitting.race.as_ref().filter(|race| race.has_people() && race.can_undo()) else { return };
        if !self.table.keeper.lacks_race(race.version) {
            return;
        }
        if self.shell.now < self.table.keeper.race_kept + KEEP_SECS {
            // What was done last is kept even if nothing else happens.
            return ctx.request_repaint_after(std::time::Duration::from_secs_f64(KEEP_SECS));
        }
        let (of, version) = (self.catalogue.library.home().join(race.file_name()), race.version);
        if let Some(write) = self.sitting.writing() {
            self.table.keeper.keep_race(&of, version, self.shell.now, write);
        }
    }

    /// What lies on the disk is not what was read or written last.
    fn seen(&mut self, outside: Outside) {
        // What is asked already is asked of what lies there now.
        match (&mut self.shell.dialog, &outside) {
            (Some(Dialog::Outside(_)), Outside::Same) => self.shell.dialog = None,
            (Some(Dialog::Outside(asked)), Outside::Changed(theirs)) => {
                asked.now(theirs.clone());
                self.table.keeper.asked = Some(outside);
                return;
            }
            _ => {}
        }
        if outside == Outside::Same {
            self.table.keeper.asked = None;
            return;
        }
        if self.shell.dialog.is_some() || self.table.keeper.asked.as_ref() == Some(&outside) {
            return;
        }
        let Some(draw) = &mut self.table.draw else { return };
        let name = named(draw.desk.on_disk.path());
        self.table.keeper.asked = Some(outside.clone());
        match outside {
            Outside::Changed(theirs) => {
                // Nothing is drawn that could be lost.
                if draw.desk.drawing.is_saved() && read::read(&theirs).is_ok() {
                    self.take_theirs();
                } else {
                    self.shell.dialog = Some(Dialog::Outside(lost::Outside::new(theirs)));
                }
            }
            Outside::Gone => {
                draw.desk.drawing.mark_unsaved();
                self.shell.notice = Some(Notice::bad(format!("{name} is gone; Save writes it again")));
            }
            Outside::Unreadable(why) => self.shell.notice = Some(Notice::bad(format!("{name} can't be read any more: {why}"))),
            Outside::Same => {}
        }
    }

    /// What was left of the last time: work that was never saved is offered, and the track that was open is opened again, unless that
    /// is what ended the program.
    pub fn come_back(&mut self, last: Option<PathBuf>) {
        self.shell.dialog = self.table.keeper.left();
        let Some(last) = last.filter(|path| path.is_file()) else { return };
        let name = named(&last);
        if self.table.keeper.is_elsewhere(&last) {
            self.shell.notice =
                Some(Notice::good(format!("{name} is open in another window of Coursesetter; Ctrl+O opens it here, too")));
        } else if self.table.keeper.crashed_on(&last) {
            self.shell.notice = Some(Notice::bad(format!(
                "{name} was open when the program ended by a fault, so it is not opened by itself; Ctrl+O opens it"
            )));
        } else if self.shell.dialog.is_none() {
            self.draw_file(&last);
        }
    }

    /// The window closes as it should.
    pub fn put_away(&mut self) {
        self.clear_table();
        self.table.keeper.ends_races();
    }
}
