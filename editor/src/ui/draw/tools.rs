//! The tools, and how the one in hand works.

use eframe::egui;

use super::{Act, Draw};

/// The tools, and how the one in hand works.
pub fn tools_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let _ = (ui, draw);
    vec![]
}
