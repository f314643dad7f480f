//! What all forms share: fields with labels, and the buttons below.

use eframe::egui::{self, Key, RichText, WidgetInfo, accesskit::Role};

use crate::ui::app::Action;
use crate::ui::theme::Theme;

/// How a form ended.
pub enum Ended {
    Done(Box<Action>),
    Cancelled,
}

/// Why it can't be done yet, and the buttons. Enter is the first of them.
pub fn buttons_ui(ui: &mut egui::Ui, verb: &str, can: Result<Action, String>) -> Option<Ended> {
    ui.add_space(6.0);
    let why = can.as_ref().err().cloned().unwrap_or_default();
    // The form stays as high as it is.
    let room = ui.allocate_ui(egui::vec2(ui.available_width(), 34.0), |ui| {
        ui.set_min_height(34.0);
        ui.add(egui::Label::new(RichText::new(&why).color(Theme::of(ui).warning)).wrap());
    });
    drop(room);
    let mut ended = None;
    ui.horizontal(|ui| {
        let button = ui.add_enabled(can.is_ok(), egui::Button::new(RichText::new(verb).strong()));
        let enter = ui.input(|i| i.key_pressed(Key::Enter) && i.modifiers.is_none()) && !egui::Popup::is_any_open(ui.ctx());
        if button.clicked() || enter && can.is_ok() {
            ended = can.ok().map(|action| Ended::Done(Box::new(action)));
        }
        if ui.button("Cancel").clicked() {
            ended = Some(Ended::Cancelled);
        }
    });
    ended
}

/// A line of text under a label.
pub fn text_ui(ui: &mut egui::Ui, label: &str, text: &mut String) -> bool {
    ui.label(label);
    let response = ui.add(egui::TextEdit::singleline(text).desired_width(f32::INFINITY));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, label));
    response.changed()
}

/// A choice under a label: the chosen one is among `names`.
pub fn choice_ui(ui: &mut egui::Ui, label: &str, names: &[String], chosen: &mut usize) -> bool {
    ui.label(label);
    let before = *chosen;
    let shown = names.get(before).map_or("", String::as_str);
    let combo = egui::ComboBox::new(("form", label), "").width(ui.available_width() - 8.0).selected_text(shown);
    let response = combo.show_ui(ui, |ui| {
        for (n, name) in names.iter().enumerate() {
            ui.selectable_value(chosen, n, name);
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, label));
    *chosen != before
}
