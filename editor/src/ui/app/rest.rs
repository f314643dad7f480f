//! What is typed and drawn counts once the hand rests.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::App;
use crate::drawing::write;

/// A drawing is taken up once nothing was drawn for so long, in seconds.
const DRAWN_REST: f64 = 0.25;
/// A text is at rest once nothing was typed for so long, in seconds.
const TYPED_REST: f64 = 0.8;

/// The drawing as it was looked at last.
#[derive(Clone, PartialEq)]
struct Drawn {
    path: PathBuf,
    version: u64,
    since: f64,
    is_taken: bool,
}

/// What is just being typed and drawn.
#[derive(Default)]
pub struct Rest {
    drawn: Option<Drawn>,
    /// When something was typed last, while it is not at rest.
    typed: Option<f64>,
    /// Whether it is told that the last good rules go on: from the first rest in typing until all is mended.
    pub tells_broken: bool,
}

impl Rest {
    /// Whether somebody is just typing rules.
    pub fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// Whether what is drawn doesn't count yet.
    pub fn is_drawing(&self) -> bool {
        self.drawn.as_ref().is_some_and(|drawn| !drawn.is_taken)
    }
}

impl App {
    /// What is drawn counts as the track once the hand rests.
    pub(super) fn follow_drawing(&mut self, ctx: &egui::Context) {
        let now = self.shell.now;
        let Some(draw) = &self.table.draw else {
            if self.rest.drawn.take().is_some() {
                self.sitting.live.set_drawn(None);
            }
            return;
        };
        let (path, version) = (draw.desk.on_disk.path(), draw.desk.drawing.version());
        let known = self.rest.drawn.as_ref().filter(|drawn| drawn.path == path && drawn.version == version);
        let (since, is_taken) = match known {
            Some(drawn) if drawn.is_taken => return,
            Some(drawn) => (drawn.since, now >= drawn.since + DRAWN_REST),
            // What is laid onto the table as it is saved needs no rest.
            None => (now, draw.desk.drawing.is_saved()),
        };
        self.rest.drawn = Some(Drawn { path: path.to_owned(), version, since, is_taken });
        if is_taken {
            self.sitting.live.set_drawn(self.drawn())
        } else {
            ctx.request_repaint_after(Duration::from_secs_f64((since + DRAWN_REST - now).max(0.0)))
        }
    }

    pub(super) fn follow_typing(&mut self, ctx: &egui::Context) {
        let Some(since) = self.rest.typed else { return };
        let left = since + TYPED_REST - self.shell.now;
        if left > 0.0 { ctx.request_repaint_after(Duration::from_secs_f64(left)) } else { self.rest.typed = None }
    }

    /// The track on the drawing table, by its name among the texts, where it is one of the wanted ruleset.
    pub(super) fn drawn(&self) -> Option<(String, Arc<str>)> {
        let (name, document) = (self.drawn_track()?, self.table.draw.as_ref()?.desk.document());
        Some((format!("tracks/{}/{name}.ron", self.sitting.wanted.ruleset), write::text(document).into()))
    }

    /// What that track is called among the tracks of its ruleset.
    pub(super) fn drawn_track(&self) -> Option<String> {
        let draw = self.table.draw.as_ref()?;
        let name = draw.desk.on_disk.track_name();
        let game = draw.desk.document().header().text("ruleset");
        let is_its = game == self.sitting.wanted.ruleset || !self.catalogue.library.has(&game);
        let in_library =
            draw.desk.on_disk.path().parent() == Some(&self.catalogue.library.tracks.join(&self.sitting.wanted.ruleset));
        let is_meant = in_library || self.sitting.wanted.track.as_ref() == Some(&name);
        (is_its && is_meant).then_some(name)
    }

    /// A text as it is typed.
    pub(super) fn write_text(&mut self, name: &str, text: Arc<str>) {
        self.sitting.live.write(name, text);
        self.rest.typed = Some(self.shell.now);
    }
}
