//! What happened, line by line, as far as it is on show.

use eframe::egui::{self, RichText};
use interpreter::game::{Line, LineKind};

use super::race::Race;
use super::theme::{self, Theme};

/// The log of the race: all of it, at its end unless one looks back.
pub fn log_ui(ui: &mut egui::Ui, race: &Race) {
    let viewer = race.viewer();
    let may_read = |line: &&Line| line.only_for.is_none() || line.only_for == viewer;
    let lines: Vec<&Line> = race.game.log.iter().take(race.shown).filter(may_read).collect();
    if lines.is_empty() {
        // The panel stays as high as it is.
        ui.set_min_size(ui.available_size());
        ui.weak("What happens in the race is told here.");
        return;
    }
    let height = 19.0;
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true).animated(false).show_rows(
        ui,
        height,
        lines.len(),
        |ui, rows| {
            for line in &lines[rows] {
                ui.horizontal(|ui| {
                    ui.set_height(height);
                    line_ui(ui, race, line, line.text_for(viewer));
                });
            }
        },
    );
}

fn line_ui(ui: &mut egui::Ui, race: &Race, line: &Line, text: &str) {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), egui::Sense::hover());
    let text = match (line.kind, line.turn_of) {
        (LineKind::Turn, Some(player)) => {
            theme::seat_disc(ui.painter(), rect.center(), 8.0, race.colour(player), &(player + 1).to_string());
            RichText::new(text).strong()
        }
        (_, Some(player)) => {
            let bar = egui::Rect::from_center_size(rect.center(), egui::vec2(3.0, 19.0));
            ui.painter().rect_filled(bar, 0.0, race.colour(player));
            RichText::new(text)
        }
        _ => RichText::new(text),
    };
    let text = match line.kind {
        LineKind::Failed => text.color(theme.error).strong(),
        LineKind::Over => text.strong(),
        LineKind::Moved | LineKind::Cards => text.weak(),
        LineKind::Said => text.italics(),
        _ => text,
    };
    ui.add(egui::Label::new(text).truncate());
    if line.kind == LineKind::Turn {
        ui.weak(format!("turn {}", line.turn));
    }
}
