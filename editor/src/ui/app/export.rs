//! Pictures are made on a thread of their own: a large one takes a while, and the window goes on meanwhile.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::App;
use crate::beside::Job;
use crate::drawing::{picture, svg};
use crate::files::{Kind, Over};
use crate::ui::dialog::Notice;
use crate::ui::dialog::lost::named;

/// A picture that is being made.
pub(super) struct Exporting {
    path: PathBuf,
    /// What was written, or why it could not be; taken once it is done.
    work: Option<Job<Result<String, String>>>,
    /// When the window saw it first.
    since: Option<f64>,
}

/// Who closes the window meanwhile gets the picture all the same.
impl Drop for Exporting {
    fn drop(&mut self) {
        Job::wait(&mut self.work, Duration::MAX);
    }
}

/// How often it is looked whether a picture is done.
const PAUSE: Duration = Duration::from_millis(100);

impl App {
    /// Begins to make a picture of the board as it is now.
    pub(super) fn export(&mut self, path: &Path, kind: picture::Kind, options: svg::Options, dpi: u16) {
        let Some(draw) = &self.table.draw else { return };
        if let Some(export) = self.table.exports.first() {
            let text = format!("{} is still being drawn: export again when it is done", named(&export.path));
            self.shell.notice = Some(Notice::bad(text));
            return;
        }
        let (document, checker) = (draw.desk.document().clone(), draw.desk.checker.clone());
        let (track, path) = (draw.desk.on_disk.path().to_owned(), path.to_owned());
        let to = path.clone();
        let work = move || {
            let bytes = picture::bytes(&document, &checker, &track, kind, options, dpi)?;
            picture::write(&to, &bytes, &document, kind, dpi, Over::Own(Kind::PICTURE))
        };
        self.table.exports.push(Exporting { path, work: Some(Job::begin(|| (), work)), since: None });
    }

    /// Says what has become of pictures that were asked for.
    pub(super) fn look_at_exports(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|i| i.time);
        let mut exports = std::mem::take(&mut self.table.exports);
        exports.retain_mut(|export| {
            let Some(done) = Job::take(&mut export.work) else {
                let secs = (now - *export.since.get_or_insert(now)).floor();
                ctx.request_repaint_after(PAUSE);
                // What could not be done meanwhile is to be read first.
                if self.shell.notice.as_ref().is_some_and(|notice| notice.is_bad) {
                    return true;
                }
                let since = if secs >= 1.0 { format!(" ({secs} s)") } else { String::new() };
                self.shell.notice = Some(Notice::good(format!("{} is being drawn …{since}", named(&export.path))));
                return true;
            };
            self.shell.notice = Some(match done {
                Ok(Ok(said)) => Notice::good(said),
                Ok(Err(why)) => Notice::bad(why),
                Err(why) => Notice::bad(format!("{} can't be drawn: {why}", named(&export.path))),
            });
            false
        });
        self.table.exports = exports;
    }
}
