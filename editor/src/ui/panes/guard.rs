//! Keeps a panic in one pane from the others, and shows it in that pane.

use crate::fault::unwound;
use crate::ui::theme::strong;

/// Shows a pane. If that panics, the pane shows the message from then on, with a button to try again. Panes only request changes, which are
/// made elsewhere, so a panic leaves nothing half done.
pub fn guarded<R>(
    ui: &mut egui::Ui,
    title: &str,
    failed: &mut Option<String>,
    show: impl FnOnce(&mut egui::Ui) -> R,
) -> Option<R> {
    if let Some(why) = failed.clone() {
        ui.vertical_centered(|ui| {
            ui.add_space(12.0);
            ui.label(strong(format!("“{title}” has failed")));
            ui.label("That is a fault of the program. What you work on is not touched by it.");
            ui.add_space(4.0);
            ui.weak(why);
            ui.add_space(4.0);
            if ui.button("Try again").clicked() {
                *failed = None;
            }
        });
        return None;
    }
    match unwound(|| ui.scope(show).inner) {
        Ok(shown) => Some(shown),
        Err(why) => {
            *failed = Some(why);
            ui.ctx().request_repaint();
            None
        }
    }
}
