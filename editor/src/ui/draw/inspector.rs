//! What is selected: every field, of many at once.

use eframe::egui;

use super::{Act, Draw};

/// What is selected: every field, of many at once.
pub fn inspector_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let _ = (ui, draw);
    vec![]
}
