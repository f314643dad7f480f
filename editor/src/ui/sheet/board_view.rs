//! What is seen of the board in a race.

use egui::Rect;

use super::camera::Camera;
use crate::board::Board;

/// What is seen of the board in a race.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum BoardView {
    /// The whole course.
    #[default]
    Course,
    /// The whole sheet, with its title and its legend.
    Sheet,
    At(Camera),
}

impl BoardView {
    /// Whether somebody has moved or zoomed it.
    pub fn is_moved(self) -> bool {
        matches!(self, BoardView::At(_))
    }

    pub fn camera(self, board: &Board, view: Rect) -> Camera {
        match self {
            BoardView::Course => Camera::fit(board.bounds, view),
            BoardView::Sheet => Camera::of_sheet(board.bounds, board.sheet, view),
            BoardView::At(camera) => camera,
        }
    }
}
