//! What is wrong with the board, with what would mend it.

use eframe::egui;

use super::{Act, Draw};

/// What is wrong with the board, with what would mend it.
pub fn problems_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let _ = (ui, draw);
    vec![]
}
