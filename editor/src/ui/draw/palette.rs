//! What can be drawn: brushes, pens and lines of the ruleset.

use eframe::egui;

use super::{Act, Draw};

/// What can be drawn: brushes, pens and lines of the ruleset.
pub fn palette_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let _ = (ui, draw);
    vec![]
}
