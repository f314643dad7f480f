//! Lists that may be long: rows of one height, of which only those in view are drawn.

use egui::{Align, Layout, Rect, Sense, UiBuilder, vec2};

/// Shows the rows in what room is left. `area` says how they scroll; `row` draws one, in a line from left to right, and is told where it lies.
pub fn rows_ui(
    ui: &mut egui::Ui,
    area: egui::ScrollArea,
    height: f32,
    count: usize,
    mut row: impl FnMut(&mut egui::Ui, usize, Rect),
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    area.auto_shrink([false, false]).show_rows(ui, height, count, |ui, shown| {
        for n in shown {
            // Exactly as high as the area takes rows to be, or it would not come to rest at its end.
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
            let line = UiBuilder::new().id_salt(n).max_rect(rect).layout(Layout::left_to_right(Align::Center));
            row(&mut ui.new_child(line), n, rect);
        }
    });
}

/// The height of a row of words, with a little air.
pub fn height(ui: &egui::Ui) -> f32 {
    let high = |style| ui.text_style_height(&style);
    high(egui::TextStyle::Body).max(high(egui::TextStyle::Monospace)) + 1.0
}
