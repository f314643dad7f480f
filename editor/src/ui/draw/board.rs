//! The sheet with everything on it, the tool in hand, and what it shows meanwhile.

use eframe::egui;

use super::{Act, Draw};

/// The sheet with everything on it, the tool in hand, and what it shows meanwhile.
pub fn board_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let _ = (ui, draw);
    vec![]
}
