//! The view of the sheet: converts millimetres to points on the screen and back.

use egui::{Pos2, Rect, Vec2};

/// The least and the greatest scale, in points per millimetre.
pub const SCALES: (f32, f32) = (0.05, 60.0);

/// Points per millimetre at true size, on a screen with 96 points to the inch.
const TRUE: f32 = 96.0 / 25.4;

/// The margin around a sheet, in millimetres, so that its edges are seen.
const EDGE: f32 = 2.0;

/// The place on the sheet in the middle of the view, and the scale in points per millimetre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub middle: Pos2,
    pub scale: f32,
}

impl Camera {
    /// Shows all of `what`, as large as possible.
    pub fn fit(what: Rect, view: Rect) -> Camera {
        let scale = (view.width() / what.width().max(1.0)).min(view.height() / what.height().max(1.0));
        Camera { middle: what.center(), scale: scale.clamp(SCALES.0, SCALES.1) }
    }

    /// How large things are, as a share of their true size on a screen with 96 points to the inch.
    pub fn share(self) -> f32 {
        self.scale / TRUE
    }

    /// The same view at true size.
    pub fn at_true_size(self) -> Camera {
        Camera { scale: TRUE, ..self }
    }

    /// Shows a sheet with everything on it and beside it.
    pub fn of_sheet(things: Rect, sheet: Vec2, view: Rect) -> Camera {
        Camera::fit(things.union(Rect::from_min_size(Pos2::ZERO, sheet)).expand(EDGE), view)
    }

    pub fn to_screen(self, view: Rect, at: Pos2) -> Pos2 {
        view.center() + (at - self.middle) * self.scale
    }

    pub fn to_sheet(self, view: Rect, at: Pos2) -> Pos2 {
        self.middle + (at - view.center()) / self.scale
    }

    /// Moves the sheet by this many points.
    pub fn pan(self, by: Vec2) -> Camera {
        Camera { middle: self.middle - by / self.scale, ..self }
    }

    /// Zooms around the cursor, which stays at the same place on the sheet.
    pub fn zoom(self, view: Rect, cursor: Pos2, factor: f32) -> Camera {
        let fixed = self.to_sheet(view, cursor);
        let scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        Camera { middle: fixed - (cursor - view.center()) / scale, scale }
    }
}
