//! Widgets that several panels use.

use egui::accesskit::Role;
use egui::{Key, KeyboardShortcut, RichText, WidgetInfo};
use interpreter::players::Seat;

use super::theme;
use crate::playtest::Race;
pub use crate::playtest::seat_title;
use crate::ui::theme::strong;

/// Shows a label and a list to choose from. Each entry has its name in files and its title.
pub fn choice_ui(ui: &mut egui::Ui, label: &str, names: &[(String, String)], now: &str) -> Option<String> {
    ui.weak(label);
    let shown = names.iter().find(|(name, _)| name == now).map_or(now, |(_, shown)| shown);
    let mut chosen = None;
    let combo = egui::ComboBox::new(label, "").width(ui.available_width() - 8.0).selected_text(shown);
    drop_down(ui, combo, label, |ui| {
        for (name, shown) in names {
            if ui.selectable_label(name == now, shown).on_hover_text(name).clicked() && name != now {
                chosen = Some(name.clone());
            }
        }
    });
    chosen
}

/// Shows a sentence in what is left of a strip, cut where it is too long, and before it what it is about.
pub fn sentence_ui(ui: &mut egui::Ui, about: Option<String>, text: impl Into<egui::WidgetText>) {
    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        if let Some(about) = about {
            let most = ui.available_width() * MOST_ABOUT;
            ui.scope(|ui| {
                ui.set_max_width(most);
                ui.add(egui::Label::new(strong(about)).truncate());
            });
        }
        ui.add(egui::Label::new(text).truncate());
    });
}

/// The most of the strip that is taken by what a sentence is about.
const MOST_ABOUT: f32 = 0.4;

/// The id under which stands in which pass a popover with a text field was shown last.
fn field_shown() -> egui::Id {
    egui::Id::unique("a popover with a text field")
}

/// Whether a popover with a text field is open: what is typed is meant for it.
pub fn is_field_open(ctx: &egui::Context) -> bool {
    let shown = ctx.data(|data| data.get_temp::<u64>(field_shown()));
    shown.is_some_and(|shown| ctx.cumulative_pass_nr() <= shown + 1)
}

/// Gives the focus to the text field of a popover as long as nothing else in it has it, so that whatever is typed goes there. Call it once it
/// is known whether the field lost the focus.
pub fn keep_focus(ui: &egui::Ui, field: &egui::Response) {
    let now = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(field_shown(), now));
    if ui.memory(|memory| memory.focused()).is_none() {
        field.request_focus();
        ui.ctx().request_repaint();
    }
}

/// Shows a box with a list of options to choose from. A click on one closes the list by itself; Enter does, too, and goes back to the box.
pub fn drop_down(
    ui: &mut egui::Ui,
    combo: egui::ComboBox<'_>,
    label: &str,
    options_ui: impl FnOnce(&mut egui::Ui),
) -> egui::Response {
    let combo = combo.show_ui(ui, |ui| {
        options_ui(ui);
        let focused = ui.memory(|memory| memory.focused()).and_then(|id| ui.ctx().read_response(id));
        let is_here = focused.is_some_and(|focused| focused.layer_id == ui.layer_id());
        let is_chosen = is_here && ui.input(|i| [Key::Enter, Key::Space].into_iter().any(|key| i.key_pressed(key)));
        if is_chosen {
            ui.close();
        }
        is_chosen
    });
    if combo.inner == Some(true) {
        combo.response.request_focus();
    }
    combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, label));
    combo.response
}

/// Shows a seat's piece in a line of text.
pub fn disc_ui(ui: &mut egui::Ui, race: &Race, player: usize, radius: f32) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(egui::Vec2::splat(radius * 2.0 + 1.0), egui::Sense::hover());
    theme::seat_piece(ui.painter(), rect.center(), radius - 1.0, player, race.colour(player), &race.letter(player));
    response
}

/// Shows who can play a seat. Returns who was chosen.
pub fn kinds_ui(ui: &mut egui::Ui, now: Seat) -> Option<Seat> {
    let mut chosen = None;
    for (name, kind) in Seat::NAMES {
        if ui.selectable_label(kind == now, seat_title(kind)).on_hover_text(name).clicked() {
            chosen = Some(kind);
        }
    }
    chosen
}

/// Shows a button as wide as its panel, with its key.
pub fn wide_button(ui: &mut egui::Ui, text: &str, key: &str) -> egui::Response {
    let size = egui::vec2(ui.available_width(), 30.0);
    let key = RichText::new(key).weak().small();
    let response = ui.add(egui::Button::new(text).right_text(key).min_size(size));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    response
}

/// The button that Enter presses.
pub fn primary(ui: &egui::Ui, verb: &str) -> egui::Button<'static> {
    let chosen = ui.visuals().selection;
    egui::Button::new(strong(verb).color(chosen.stroke.color)).fill(chosen.bg_fill)
}

/// A list that begins at its top when it is first shown of something, wherever it was scrolled to of something else.
pub fn from_top(name: &str, is_begun: &mut bool) -> egui::ScrollArea {
    let area = egui::ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
    if std::mem::replace(is_begun, true) { area } else { area.vertical_scroll_offset(0.0) }
}

/// A row that goes sideways, by the wheel as well. A table that is wider than its page doesn't: over it the wheel turns the page.
pub fn row_area(ui: &mut egui::Ui, name: &str) -> egui::ScrollArea {
    ui.style_mut().always_scroll_the_only_direction = true;
    egui::ScrollArea::horizontal().id_salt(name).auto_shrink([false, true])
}

/// Shows a table, which scrolls sideways if it was wider than its page. A narrow one has no area of its own, which would keep what gets the
/// focus in it from scrolling into view.
pub fn wide_table_ui(ui: &mut egui::Ui, name: &str, grid: egui::Grid, rows_ui: impl FnOnce(&mut egui::Ui)) {
    let id = ui.scope_id().with(("width of the table", name));
    let before = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or_default();
    let width = if before > ui.available_width() {
        egui::ScrollArea::horizontal().id_salt(name).show(ui, |ui| grid.show(ui, rows_ui)).inner.response.rect.width()
    } else {
        grid.show(ui, rows_ui).response.rect.width()
    };
    ui.data_mut(|data| data.insert_temp(id, width));
}

/// How many pages down Page Up and Page Down have asked for, unless something is typed. They are taken.
pub fn page_keys(ui: &egui::Ui) -> f32 {
    if ui.ctx().text_edit_focused() {
        return 0.0;
    }
    let none = egui::Modifiers::NONE;
    let count = |key| ui.input_mut(|input| input.count_and_consume_key(none, key)) as f32;
    count(egui::Key::PageDown) - count(egui::Key::PageUp)
}

/// Returns a shortcut as text. `Ctrl+Plus` becomes `Ctrl++`, as on the keyboard.
pub fn keys_text(ctx: &egui::Context, keys: &KeyboardShortcut) -> String {
    let text = ctx.format_shortcut(keys);
    let name = keys.logical_key.name();
    match text.strip_suffix(name) {
        Some(modifiers) if keys.logical_key == egui::Key::ArrowLeft => format!("{modifiers}←"),
        Some(modifiers) if keys.logical_key == egui::Key::ArrowRight => format!("{modifiers}→"),
        Some(modifiers) if name.len() > 1 => format!("{modifiers}{}", keys.logical_key.symbol_or_name()),
        _ => text,
    }
}
