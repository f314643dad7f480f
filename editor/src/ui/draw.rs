//! Drawing in the window: the board, with tools, palette and inspector around it. What is drawn and done lies in
//! [`drawing`](crate::drawing); here it is only shown and asked for.

use std::collections::BTreeMap;

pub mod board;
mod field;
mod history;
mod inspector;
mod palette;
mod pick;
mod problems;
mod swatch;
mod tools;

pub use board::vision::Vision;
pub use history::history_ui;
pub use inspector::inspector_ui;
pub use palette::palette_ui;
pub use problems::{counted as counted_problems, problems_ui};
pub use tools::tools_ui;

use pick::Pick;

use super::canvas::camera::Camera;
use crate::drawing::problems::watch::Watch;
use crate::drawing::{Deed, Desk, Key};

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
}

impl Draw {
    pub fn new(desk: Desk) -> Draw {
        let (vision, canvas, watch) = (Vision::Full, board::Canvas::default(), Watch::default());
        Draw { desk, camera: None, vision, canvas, watch, pick: None }
    }

    /// Where the board was drawn last.
    pub fn view(&self) -> Option<eframe::egui::Rect> {
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
        }
    }

    /// Has the newest board looked at for problems, unless that is going on. Every pane asks for it.
    pub fn look_for_problems(&mut self, ctx: &eframe::egui::Context) {
        let (drawing, ctx) = (&self.desk.drawing, ctx.clone());
        let name = self.desk.on_disk.track_name();
        self.watch.look(drawing.version(), &self.desk.checker, drawing.document(), &name, move || ctx.request_repaint());
    }

    /// The things with problems, each with whether one is an error; for the board to mark. What is ignored is left out.
    pub fn marks(&self) -> Vec<(Key, bool)> {
        let problems = self.watch.problems().iter().filter(|problem| problem.ignored.is_none());
        let mut marks = BTreeMap::new();
        // Where it is, not what else has to do with it.
        for (key, is_error) in problems.filter_map(|problem| Some((problem.keys().next()?, problem.is_error))) {
            *marks.entry(key).or_insert(false) |= is_error;
        }
        marks.into_iter().collect()
    }
}
