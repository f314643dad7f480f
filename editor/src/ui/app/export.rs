//! Pictures are made on a thread of their own: a large one takes a while, and the window goes on meanwhile.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::App;
use crate::beside::Job;
use crate::board::print;
use crate::drawing::{picture, png, svg};
use crate::figures::{Snapshot, chart};
use crate::files::{self, Kind, Over};
use crate::ui::dialog::Notice;
use crate::ui::dialog::lost::named;

/// A picture that is being made.
pub(super) struct Exporting {
    path: PathBuf,
    /// What becomes of it: `drawn`.
    doing: &'static str,
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

/// Draws the chart that is on show.
fn chart(newest: &Snapshot, drawn: &str, to: &Path) -> Result<Vec<u8>, String> {
    let bars = newest.bars(drawn).ok_or("There is no chart yet")?;
    let svg = svg::of_marks(chart::SIZE, &chart::draw(bars, newest), false);
    match picture::Kind::of(to) {
        Some(picture::Kind::Png) => {
            let size = kurbo::Size::new(f64::from(chart::SIZE.x), f64::from(chart::SIZE.y));
            png::draw(&svg, size, print::USUAL_DPI)
        }
        _ => Ok(svg.into_bytes()),
    }
}

/// How often it is looked whether a picture is done.
const PAUSE: Duration = Duration::from_millis(100);

impl App {
    /// Begins to make a picture of the board as it is now.
    pub(super) fn export(&mut self, path: &Path, kind: picture::Kind, options: svg::Options, dpi: u16) {
        let Some(draw) = &self.table.draw else { return };
        if let Some(export) = self.table.exports.first() {
            let text = format!("{} is still being {}: export again when it is done", named(&export.path), export.doing);
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
        self.make(path, "drawn", work);
    }

    /// Begins to write the figures as they are now, in the form that the file's name asks for.
    pub(super) fn export_figures(&mut self, path: &Path) {
        let Some(newest) = self.statistics.newest.clone() else { return };
        let (to, drawn) = (path.to_owned(), self.statistics.drawn.clone());
        let work = move || {
            let ending = to.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
            let (bytes, kind) = match ending.as_str() {
                "csv" => (newest.csv().into_bytes(), Kind::FIGURES),
                "json" => (newest.json().ok_or("There are no figures")?.into_bytes(), Kind::FIGURES),
                _ => (chart(&newest, &drawn, &to)?, Kind::PICTURE),
            };
            files::write(&to, &bytes, Over::Own(kind)).map_err(|why| format!("{} can't be written: {why}", to.display()))?;
            Ok(format!("{}: {}", to.display(), newest.rests_on()))
        };
        self.make(path.to_owned(), "drawn", work);
    }

    /// Has something made beside the window, and told when it is there.
    pub(super) fn make(
        &mut self,
        path: PathBuf,
        doing: &'static str,
        work: impl FnOnce() -> Result<String, String> + Send + 'static,
    ) {
        self.table.exports.push(Exporting { path, doing, work: Some(Job::begin(|| (), work)), since: None });
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
                self.shell.notice = Some(Notice::good(format!("{} is being {} …{since}", named(&export.path), export.doing)));
                return true;
            };
            self.shell.notice = Some(match done {
                Ok(Ok(said)) => Notice::good(said),
                Ok(Err(why)) => Notice::bad(why),
                Err(why) => Notice::bad(format!("{} can't be {}: {why}", named(&export.path), export.doing)),
            });
            false
        });
        self.table.exports = exports;
    }
}
