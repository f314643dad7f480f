//! Editors for texts, numbers, choices and the values of declared fields. Typed text is returned once, when it is complete.

use std::fmt::Debug;
use std::hash::Hash;

use egui::accesskit::Role;
use egui::{RichText, WidgetInfo, vec2};

use crate::ui::theme::Theme;
use crate::ui::widget::drop_down;
use crate::ui::words::sentence;

pub mod number;
mod value;

pub use number::{Number, Turned, number_ui};
pub use value::{ValueChange, value_ui};

/// Shown for things with different values.
pub const MIXED: &str = "mixed";
/// The share of a pane's width that names take.
const NAMES: f32 = 0.34;

/// Takes the focus from a text field before a click elsewhere changes the selection, so that the text goes to the thing it was typed for.
pub fn end_typing(ui: &egui::Ui) {
    let ctx = ui.ctx();
    let Some(at) = ctx.input(|i| i.pointer.any_pressed().then(|| i.pointer.interact_pos())).flatten() else { return };
    let Some(focused) = ctx.memory(egui::Memory::focused).filter(|_| ctx.text_edit_focused()) else { return };
    if ctx.read_response(focused).is_some_and(|response| !response.rect.contains(at)) {
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
    }
}

/// Shows a name on the left and its content on the right, or below if the pane is too narrow for that.
pub fn row_ui<R>(ui: &mut egui::Ui, name: &str, docs: &str, content: impl FnOnce(&mut egui::Ui) -> R) -> R {
    let width = (ui.available_width() * NAMES).clamp(64.0, 150.0);
    let galley = egui::WidgetText::from(name).into_galley(ui, Some(egui::TextWrapMode::Extend), width, egui::TextStyle::Body);
    if galley.size().x > width {
        let label = ui.add(egui::Label::new(RichText::new(name).weak()).wrap());
        if !docs.is_empty() {
            label.on_hover_text(docs);
        }
        return ui.vertical(content).inner;
    }
    ui.horizontal_top(|ui| {
        let size = vec2(width, ui.spacing().interact_size.y);
        let label = ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(size.x);
            ui.add(egui::Label::new(RichText::new(name).weak()))
        });
        if !docs.is_empty() {
            label.inner.on_hover_text(docs);
        }
        ui.vertical(content).inner
    })
    .inner
}

/// The id under which the name of the field to go to is stored.
fn wanted() -> egui::Id {
    egui::Id::unique("wanted field")
}

/// Gives the focus to the field of this name when it is shown next.
pub fn go_to(ui: &egui::Ui, name: String) {
    ui.data_mut(|data| data.insert_temp(wanted(), name));
}

/// Takes the focus if this is the field to go to.
fn taken_up(ui: &egui::Ui, name: &str, response: &egui::Response) {
    if ui.data(|data| data.get_temp::<String>(wanted())).is_some_and(|wanted| wanted == name) {
        ui.data_mut(|data| data.remove::<String>(wanted()));
        response.request_focus();
        response.scroll_to_me(Some(egui::Align::Center));
    }
}

/// The appearance of a text field.
#[derive(Clone, Copy, Default)]
pub struct Lines<'a> {
    pub hint: &'a str,
    pub docs: &'a str,
    /// The number of rows; 0 and 1 both mean one.
    pub rows: usize,
}

/// Shows a text field. Returns the text after Enter or when the user leaves the field; Esc restores the old text. A text that `check`
/// refuses stays in the field with the reason.
pub fn text_ui(
    ui: &mut egui::Ui,
    id: impl Hash + Debug,
    name: &str,
    now: &str,
    lines: Lines<'_>,
    check: impl Fn(&str) -> Result<(), String>,
) -> Option<String> {
    // The id depends on the subject, so it stays the same when something appears above the field.
    let id = egui::Id::unique(("typed text", id));
    let held = ui.data(|data| data.get_temp::<String>(id));
    let mut typed = held.clone().unwrap_or_else(|| now.to_owned());
    let refused = |typed: &str| if typed == now { None } else { check(typed).err() };
    let colour = refused(&typed).map(|_| Theme::of(ui).error);
    let edit = match lines.rows {
        0 | 1 => egui::TextEdit::singleline(&mut typed),
        rows => egui::TextEdit::multiline(&mut typed).desired_rows(rows),
    };
    let edit = edit.id(id.with("edit")).hint_text(lines.hint).text_color_opt(colour).desired_width(f32::INFINITY);
    let mut response = ui.add(edit);
    if !lines.docs.is_empty() {
        response = response.on_hover_text(lines.docs);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    taken_up(ui, name, &response);
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, typed.clone()));
    }
    let why = refused(&typed);
    let mut done = None;
    if response.lost_focus() {
        let is_back = ui.input(|i| i.key_pressed(egui::Key::Escape));
        if is_back || why.is_none() {
            ui.data_mut(|data| data.remove::<String>(id));
        }
        done = (!is_back && why.is_none() && typed != now).then_some(typed);
    }
    if let Some(why) = why.filter(|_| done.is_none()) {
        ui.label(RichText::new(sentence(&why)).small().color(Theme::of(ui).error));
        if !response.has_focus() && ui.small_button("Revert").clicked() {
            ui.data_mut(|data| data.remove::<String>(id));
        }
    }
    done
}

/// Shows a list to choose from; `options_ui` draws its options.
pub fn choice_ui(
    ui: &mut egui::Ui,
    id: impl Hash + Debug,
    name: &str,
    shown: &str,
    docs: &str,
    options_ui: impl FnOnce(&mut egui::Ui),
) {
    let id = ui.scope_id().with(("choice", id));
    // The box is wider than its given width by its own margins.
    let width = ui.available_width() - 10.0;
    let combo = egui::ComboBox::new(id, "").width(width).truncate().selected_text(shown).height(360.0);
    let response = drop_down(ui, combo, name, options_ui);
    let response = if docs.is_empty() { response } else { response.on_hover_text(docs) };
    taken_up(ui, name, &response);
}
