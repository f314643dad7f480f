//! The signs at the edge of pieces, as the window paints them.

use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke};

use super::look;
use super::theme;
use crate::board::print;
use crate::pieces::PieceLook;

/// Paints the signs of a piece around its disc.
pub fn signs_ui(look: &PieceLook, painter: &Painter, at: Pos2, radius: f32, signs: &[(usize, i32)]) {
    for (at, radius, badge, count) in look.placed(at, radius, signs) {
        let colour = look::colour(badge.colour);
        let edge = Stroke::new((radius * 0.16).max(0.75), theme::between(colour, Color32::BLACK, 0.5));
        match print::corners(badge.shape, at, radius) {
            Some(corners) => drop(painter.add(Shape::convex_polygon(corners, colour, edge))),
            None => drop(painter.circle(at, radius, colour, edge)),
        }
        if let Some(says) = badge.says(count) {
            let font = FontId::proportional((radius * 1.5).clamp(4.0, 200.0));
            painter.text(at, Align2::CENTER_CENTER, says, font, theme::on(colour));
        }
    }
}
