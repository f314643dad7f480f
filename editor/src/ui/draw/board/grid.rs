//! The grid that places snap to, drawn on the paper while it is on.

use egui::{Rect, Stroke, Vec2};

use crate::ui::sheet::OnSheet;

/// How far apart lines are on the screen at least, in points.
const CLOSEST: f32 = 6.0;
/// How strong lines are, and how strong every tenth is.
const STRENGTHS: [f32; 2] = [0.08, 0.2];

/// The lines of a grid between two measures, and whether each is a strong one. Where they would lie too close on the screen, only every
/// second, fifth, tenth … is left.
pub(super) fn lines(side: f32, scale: f32, (from, to): (f32, f32)) -> Vec<(f32, bool)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_never_closer_than_a_few_points_and_every_tenth_is_strong() {
        let all = lines(5.0, 2.0, (-1.0, 52.0));
        assert_eq!(
            all.iter().map(|(at, _)| *at).collect::<Vec<_>>(),
            [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0]
        );
        assert_eq!(all.iter().filter(|(_, is_strong)| *is_strong).map(|(at, _)| *at).collect::<Vec<_>>(), [0.0, 50.0]);
        for scale in [0.001, 0.1, 1.0, 7.0, 400.0] {
            for side in [0.1, 1.0, 5.0, 200.0] {
                let found = lines(side, scale, (0.0, 1_000.0 / scale));
                assert!(found.windows(2).all(|pair| (pair[1].0 - pair[0].0) * scale >= CLOSEST * 0.99), "{side} mm at {scale}");
                assert!(found.len() > 1 || side * scale > 1_000.0, "{side} mm at {scale}");
            }
        }
    }
}
