//! How notes look: their signs, and what each is called.

use egui::{Color32, Pos2, Shape, Stroke, vec2};
use interpreter::playtest::Sign;

use crate::board::icons;
use crate::playtest::icon;

/// The signs that a note may have, with what they are called.
pub const SIGNS: [(Sign, &str); 3] = [(Sign::Smile, "Smile"), (Sign::Question, "Question"), (Sign::Word, "Word")];

/// Draws a sign about a place.
pub fn shapes(sign: &Sign, at: Pos2, half: f32, colour: Color32) -> Vec<Shape> {
    let stroke = Stroke::new((half / 5.0).max(1.2), colour);
    let lines = icons::lines(icon(sign)).unwrap_or_default();
    let shape = |line: &Vec<Pos2>| {
        let points: Vec<Pos2> = line.iter().map(|point| at + point.to_vec2() * half).collect();
        // A dot is a line of hardly any length.
        let is_dot = points.iter().all(|point| point.distance(points[0]) < stroke.width);
        if is_dot { Shape::circle_filled(points[0], stroke.width * 0.7, colour) } else { Shape::line(points, stroke) }
    };
    lines.iter().filter(|line| !line.is_empty()).map(shape).collect()
}

/// Shows a sign in a line of text.
pub fn sign_ui(ui: &mut egui::Ui, sign: &Sign) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
    let colour = ui.visuals().text_color();
    ui.painter().extend(shapes(sign, rect.center(), 7.5, colour));
}
