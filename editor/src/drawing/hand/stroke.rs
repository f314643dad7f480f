//! A stroke over the board while the button is down, of a brush or of the eraser.

use kurbo::{Line, Point};

use super::{HandKey, Want};

#[derive(Clone, Debug, Default)]
pub struct Stroke {
    /// Where it has come to.
    at: Option<Point>,
}

impl Stroke {
    pub fn begin(&mut self, at: Point) {
        self.at = Some(at);
    }

    /// The new part of the stroke; `None` if none was begun.
    pub fn go_on(&mut self, to: Point) -> Option<Line> {
        let from = self.at?;
        self.at = Some(to);
        Some(Line::new(from, to))
    }

    pub fn end(&mut self) -> Vec<Want> {
        self.at = None;
        vec![Want::EndDrag]
    }

    /// Escape cancels it.
    pub fn key(&mut self, key: HandKey) -> Option<Vec<Want>> {
        (key == HandKey::Escape && self.at.take().is_some()).then(|| vec![Want::CancelDrag])
    }
}
