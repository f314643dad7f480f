//! The view of the sheet: converts millimetres to points on the screen and back.

use egui::{Pos2, Rect, Vec2};

/// The least and the greatest scale, in points per millimetre.
const SCALES: (f32, f32) = (0.05, 60.0);

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

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    const VIEW: Rect = Rect { min: Pos2 { x: 100.0, y: 50.0 }, max: Pos2 { x: 700.0, y: 450.0 } };

    fn near(a: Pos2, b: Pos2) -> bool {
        a.distance(b) < 1e-3
    }

    #[test]
    fn a_sheet_is_shown_with_what_lies_beside_it() {
        let (sheet, things) = (vec2(420.0, 297.0), Rect::from_min_max(pos2(40.0, -30.0), pos2(500.0, 90.0)));
        let camera = Camera::of_sheet(things, sheet, VIEW);
        for at in [Pos2::ZERO, sheet.to_pos2(), things.min, things.max] {
            assert!(VIEW.contains(camera.to_screen(VIEW, at)), "{at:?}");
        }
    }

    #[test]
    fn the_whole_sheet_fits() {
        let sheet = Rect::from_min_size(Pos2::ZERO, vec2(300.0, 100.0));
        let camera = Camera::fit(sheet, VIEW);
        assert_eq!(camera.scale, 2.0);
        assert!(near(camera.to_screen(VIEW, pos2(0.0, 50.0)), pos2(100.0, 250.0)));
    }

    #[test]
    fn there_and_back() {
        let camera = Camera { middle: pos2(40.0, 30.0), scale: 3.5 };
        let at = pos2(123.0, 77.0);
        assert!(near(camera.to_screen(VIEW, camera.to_sheet(VIEW, at)), at));
    }

    #[test]
    fn zooming_keeps_what_is_under_the_cursor() {
        let camera = Camera { middle: pos2(40.0, 30.0), scale: 3.5 };
        let cursor = pos2(222.0, 99.0);
        let closer = camera.zoom(VIEW, cursor, 1.7);
        assert!(near(closer.to_sheet(VIEW, cursor), camera.to_sheet(VIEW, cursor)));
        assert!(closer.scale > camera.scale);
        assert_eq!(camera.zoom(VIEW, cursor, 1e9).scale, SCALES.1);
    }

    #[test]
    fn panning_moves_by_points() {
        let camera = Camera { middle: pos2(40.0, 30.0), scale: 2.0 };
        let at = pos2(10.0, 10.0);
        let moved = camera.pan(vec2(7.0, -3.0)).to_screen(VIEW, at) - camera.to_screen(VIEW, at);
        assert!((moved - vec2(7.0, -3.0)).length() < 1e-3);
    }
}
