//! Drawing in the window: the board, with tools, palette and inspector around it. What is drawn and done lies in
//! [`drawing`](crate::drawing); here it is only shown and asked for.

pub mod board;
mod history;
mod inspector;
mod palette;
mod problems;
mod tools;

pub use board::vision::Vision;
pub use history::history_ui;
pub use inspector::inspector_ui;
pub use palette::palette_ui;
pub use problems::problems_ui;
pub use tools::tools_ui;

use super::canvas::camera::Camera;
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
}

/// A track that is being drawn, as the window shows it.
pub struct Draw {
    pub desk: Desk,
    pub camera: Option<Camera>,
    /// Whose eyes the board is shown to.
    pub vision: Vision,
    /// What is wrong with spaces, as shown on them: whether it is an error.
    pub marks: Vec<(Key, bool)>,
    pub canvas: board::Canvas,
}

impl Draw {
    pub fn new(desk: Desk) -> Draw {
        Draw { desk, camera: None, vision: Vision::Full, marks: vec![], canvas: board::Canvas::default() }
    }

    /// Where the board was drawn last.
    pub fn view(&self) -> Option<eframe::egui::Rect> {
        self.canvas.view
    }

    /// Does what a pane asked for.
    pub fn apply(&mut self, act: Act) {
        match act {
            Act::Do(deed) => self.desk.apply(deed),
            Act::Look(camera) => self.camera = camera,
            Act::LookAtSelected => self.camera = self.canvas.camera_for_selected(&mut self.desk),
            Act::See(vision) => self.vision = vision,
        }
    }
}
