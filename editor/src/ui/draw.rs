//! Drawing in the window: the board, with tools, palette and inspector around it. What is drawn and done lies in
//! [`drawing`](crate::drawing); here it is only shown and asked for.

pub mod board;
mod history;
mod inspector;
mod palette;
mod problems;
mod tools;

pub use history::history_ui;
pub use inspector::inspector_ui;
pub use palette::palette_ui;
pub use problems::problems_ui;
pub use tools::tools_ui;

use super::canvas::camera::Camera;
use crate::drawing::{Deed, Desk};

/// What the panes of the drawing table ask for.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    Do(Deed),
    /// Where to look at the sheet; `None`: all of it.
    Look(Option<Camera>),
}

/// A track that is being drawn, as the window shows it.
pub struct Draw {
    pub desk: Desk,
    pub camera: Option<Camera>,
}

impl Draw {
    pub fn new(desk: Desk) -> Draw {
        Draw { desk, camera: None }
    }

    /// Does what a pane asked for.
    pub fn apply(&mut self, act: Act) {
        match act {
            Act::Do(deed) => self.desk.apply(deed),
            Act::Look(camera) => self.camera = camera,
        }
    }
}
