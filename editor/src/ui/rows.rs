//! Long lists of rows of the same height. Only the rows in view are drawn.

use egui::{Align, Layout, Rect, Sense, UiBuilder, vec2};

/// Shows the rows in the room that is left. `area` scrolls them. `row` draws one, from left to right, and is given its index and place.
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
            // The row must have exactly the height that the area assumes, or the area would not come to rest at its end.
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
            // Whatever the rows above, what is in a row keeps its id, and with it the focus.
            let line = UiBuilder::new()
                .scope_id(ui.scope_id().with(("row", n)))
                .max_rect(rect)
                .layout(Layout::left_to_right(Align::Center));
            row(&mut ui.new_child(line), n, rect);
        }
    });
}

/// Returns the height of a row of text, with a little air.
pub fn height(ui: &egui::Ui) -> f32 {
    let high = |style| ui.text_style_height(&style);
    high(egui::TextStyle::Body).max(high(egui::TextStyle::Monospace)) + 1.0
}
