//! The grid that places snap to, drawn on the paper while it is on.

use egui::{Rect, Stroke, Vec2};

use crate::ui::sheet::OnSheet;

/// How far apart lines are on the screen at least, in points.
pub const CLOSEST: f32 = 6.0;
/// How strong lines are, and how strong every tenth is.
const STRENGTHS: [f32; 2] = [0.08, 0.2];

/// The lines of a grid between two measures, and whether each is a strong one. Where they would lie too close on the screen, only every
/// second, fifth, tenth … is left.
pub fn lines(side: f32, scale: f32, (from, to): (f32, f32)) -> Vec<(f32, bool)> {
    let mut apart = side.max(0.01);
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(30) {
        if apart * scale >= CLOSEST {
            break;
        }
        apart *= factor;
    }
    let (first, last) = ((from / apart).ceil() as i64, (to / apart).floor() as i64);
    (first..=last).take(10_000).map(|n| (n as f32 * apart, n % 10 == 0)).collect()
}

impl OnSheet<'_> {
    /// Draws a grid of this width on a sheet of this size.
    pub fn grid(&self, side: f64, sheet: Vec2) {
        let paper = Rect::from_two_pos(self.at(egui::Pos2::ZERO), self.at(sheet.to_pos2())).intersect(self.view);
        if !paper.is_positive() {
            return;
        }
        let (min, max) = (self.camera.to_sheet(self.view, paper.min), self.camera.to_sheet(self.view, paper.max));
        let stroke = |is_strong: bool| Stroke::new(1.0, self.theme.ink.gamma_multiply(STRENGTHS[usize::from(is_strong)]));
        for (x, is_strong) in lines(side as f32, self.camera.scale, (min.x, max.x)) {
            self.painter.vline(self.at(egui::pos2(x, 0.0)).x, paper.y_range(), stroke(is_strong));
        }
        for (y, is_strong) in lines(side as f32, self.camera.scale, (min.y, max.y)) {
            self.painter.hline(paper.x_range(), self.at(egui::pos2(0.0, y)).y, stroke(is_strong));
        }
    }
}
