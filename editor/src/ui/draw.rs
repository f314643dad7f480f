//! Drawing in the window: the board, with tools, palette and inspector around it. What is drawn and done lies in
//! [`drawing`](crate::drawing); here it is only shown and asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

pub mod board;
mod field;
mod history;
mod inspector;
mod palette;
mod pick;
mod problems;
mod rows;
mod swatch;
pub mod tools;

pub use board::vision::Vision;
pub use history::history_ui;
pub use inspector::inspector_ui;
pub use palette::palette_ui;
pub use problems::{counted as counted_problems, errors as errors_words, problems_ui};
pub use tools::tools_ui;

use pick::Pick;

use super::sheet::camera::Camera;
use crate::drawing::problems::watch::Watch;
use crate::drawing::tools::select::Mode;
use crate::drawing::{Deed, Desk, Key};
use crate::fault::unwound;

/// What the panes of the drawing table ask for.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    Do(Deed),
    /// Where to look at the sheet; `None`: all of it.
    Look(Option<Camera>),
    /// Shows what is selected as large as it can be, or everything.
    LookAtSelected,
    See(Vision),
    /// The next space that is clicked becomes this value.
    Pick(Pick),
    /// Goes to a field of a thing in the inspector.
    Field(Key, Arc<str>),
}

/// A track that is being drawn, as the window shows it.
pub struct Draw {
    pub desk: Desk,
    pub camera: Option<Camera>,
    /// Whose eyes the board is shown to.
    pub vision: Vision,
    pub canvas: board::Canvas,
    /// Looks for problems beside it.
    pub watch: Watch,
    /// What the next space that is clicked is for.
    pub pick: Option<Pick>,
    /// The field of what is selected that the inspector goes to next.
    pub wanted_field: Option<Arc<str>>,
    /// What of the palette is in sight.
    shelf: palette::Shelf,
    /// What the inspector has worked out.
    inspected: inspector::Inspected,
}

impl Draw {
    pub fn new(desk: Desk) -> Draw {
        let (vision, canvas, watch) = (Vision::Full, board::Canvas::default(), Watch::default());
        Draw {
            desk,
            camera: None,
            vision,
            canvas,
            watch,
            pick: None,
            wanted_field: None,
            shelf: Default::default(),
            inspected: Default::default(),
        }
    }

    /// Where the board was drawn last.
    pub fn view(&self) -> Option<egui::Rect> {
        self.canvas.view
    }

    /// Does what a pane asked for.
    pub fn apply(&mut self, act: Act) {
        match act {
            Act::Do(deed) => {
                if let Some(deed) = self.picked(deed) {
                    self.desk.apply(deed);
                }
            }
            Act::Look(camera) => self.camera = camera,
            Act::LookAtSelected => self.camera = self.canvas.camera_for_selected(&mut self.desk),
            Act::See(vision) => self.vision = vision,
            Act::Pick(pick) => self.pick = Some(pick),
            Act::Field(key, name) => {
                self.desk.apply(Deed::Select(vec![key], Mode::Replace));
                self.wanted_field = Some(name);
            }
        }
    }

    /// Has something done that may break off half-way by a fault: then all is as it was but for what the hand was doing.
    ///
    /// # Errors
    /// What the fault was.
    pub fn tried(&mut self, act: impl FnOnce(&mut Draw)) -> Result<(), String> {
        let (before, selected) = (self.desk.drawing.before(), self.desk.selected.clone());
        unwound(|| act(self)).inspect_err(|_| self.desk.go_back(before, selected))
    }

    /// Has the newest board looked at for problems, unless that is going on. Every pane asks for it.
    pub fn look_for_problems(&mut self, ctx: &egui::Context) {
        self.vision.shows(ctx);
        let (drawing, ctx) = (&self.desk.drawing, ctx.clone());
        let name = self.desk.on_disk.track_name();
        self.watch.look(drawing.version(), &self.desk.checker, drawing.document(), &name, move || ctx.request_repaint());
    }

    /// The things with problems, each with whether one is an error; for the board to mark. What is ignored is left out.
    pub fn marks(&self) -> BTreeMap<Key, bool> {
        let problems = self.watch.problems().iter().filter(|problem| problem.ignored.is_none());
        let mut marks = BTreeMap::new();
        // Where it is, not what else has to do with it.
        for (key, is_error) in problems.filter_map(|problem| Some((problem.keys().next()?, problem.is_error))) {
            *marks.entry(key).or_insert(false) |= is_error;
        }
        marks
    }
}
