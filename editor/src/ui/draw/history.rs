//! Everything that was done, by name; a click goes there.

use eframe::egui;

use super::{Act, Draw};

/// Everything that was done, by name; a click goes there.
pub fn history_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let _ = (ui, draw);
    vec![]
}
