//! Editors for what is typed and chosen: text, numbers, and values of the fields that rules declare. Something that is typed comes back
//! once, when it is done.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use egui::accesskit::Role;
use egui::{RichText, WidgetInfo, vec2};

use crate::ui::theme::Theme;

mod value;

pub use value::{ValueChange, value_ui};

/// What things that differ show.
pub const MIXED: &str = "mixed";
/// Share of a pane's width for the names of what stands in it.
const NAMES: f32 = 0.34;

/// What becomes of a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Turned {
    Dragged(f64),
    /// It was typed, or stepped.
    Typed(f64),
    /// The drag is over.
    Done,
}

/// Ends typing before a click elsewhere is taken, so that what was typed goes to what it was typed for.
pub fn end_typing(ui: &egui::Ui) {
    let ctx = ui.ctx();
    let Some(at) = ctx.input(|i| i.pointer.any_pressed().then(|| i.pointer.interact_pos())).flatten() else { return };
    let Some(focused) = ctx.memory(egui::Memory::focused).filter(|_| ctx.text_edit_focused()) else { return };
    if ctx.read_response(focused).is_some_and(|response| !response.rect.contains(at)) {
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
    }
}

/// A name on the left, and what it is the name of on the right.
pub fn row_ui<R>(ui: &mut egui::Ui, name: &str, docs: &str, content: impl FnOnce(&mut egui::Ui) -> R) -> R {
    ui.horizontal_top(|ui| {
        let size = vec2((ui.available_width() * NAMES).clamp(64.0, 150.0), ui.spacing().interact_size.y);
        let label = ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(size.x);
            ui.add(egui::Label::new(RichText::new(name).weak()).truncate())
        });
        if !docs.is_empty() {
            label.inner.on_hover_text(docs);
        }
        ui.vertical(content).inner
    })
    .inner
}

/// The field that is gone to, by its name.
fn wanted() -> egui::Id {
    egui::Id::unique("wanted field")
}

/// Has the field of this name take the focus when it is shown next.
pub fn go_to(ui: &egui::Ui, name: String) {
    ui.data_mut(|data| data.insert_temp(wanted(), name));
}

/// Takes the focus where this is the field that is gone to.
fn taken_up(ui: &egui::Ui, name: &str, response: &egui::Response) {
    if ui.data(|data| data.get_temp::<String>(wanted())).is_some_and(|wanted| wanted == name) {
        ui.data_mut(|data| data.remove::<String>(wanted()));
        response.request_focus();
        response.scroll_to_me(Some(egui::Align::Center));
    }
}

/// How a field for text looks.
#[derive(Clone, Copy, Default)]
pub struct Lines<'a> {
    pub hint: &'a str,
    pub docs: &'a str,
    /// One unless more are asked for.
    pub rows: usize,
}

/// Text to be typed. It comes back when it is done: by Enter, or by leaving it; Esc takes it back. What `check` refuses stays, with the
/// reason.
pub fn text_ui(
    ui: &mut egui::Ui,
    id: impl Hash + Debug,
    name: &str,
    now: &str,
    lines: Lines<'_>,
    check: impl Fn(&str) -> Result<(), String>,
) -> Option<String> {
    // By what it is of, so that it stays the same where something appears above it.
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
        ui.label(RichText::new(why).small().color(Theme::of(ui).error));
        if !response.has_focus() && ui.small_button("As it was").clicked() {
            ui.data_mut(|data| data.remove::<String>(id));
        }
    }
    done
}

/// How a number looks.
#[derive(Clone)]
pub struct Number<'a> {
    pub range: RangeInclusive<f64>,
    /// How much a point of dragging is worth.
    pub speed: f64,
    pub unit: &'a str,
    pub decimals: usize,
    pub docs: &'a str,
}

impl Number<'_> {
    /// Millimetres from a lowest to a highest number.
    pub fn millimetres(low: f64, high: f64) -> Number<'static> {
        Number { range: low..=high, speed: 0.25, unit: " mm", decimals: 2, docs: "" }
    }

    /// Whole numbers.
    pub fn whole(low: i32, high: i32) -> Number<'static> {
        // Wide ranges are turned faster.
        let speed = (f64::from(high) - f64::from(low)).abs().sqrt().clamp(1.0, 10.0) * 0.05;
        Number { range: f64::from(low)..=f64::from(high), speed, unit: "", decimals: 0, docs: "" }
    }
}

/// A number to be dragged or typed.
pub fn number_ui(ui: &mut egui::Ui, id: impl Hash + Debug, name: &str, now: f64, number: &Number<'_>) -> Option<Turned> {
    let mut value = now;
    let drag = egui::DragValue::new(&mut value)
        .range(number.range.clone())
        .clamp_existing_to_range(false)
        .speed(number.speed)
        .max_decimals(number.decimals)
        .suffix(number.unit)
        .update_while_editing(false);
    let mut response = ui.push_id(("number", id), |ui| ui.add(drag)).inner;
    if !number.docs.is_empty() {
        response = response.on_hover_text(number.docs);
    }
    taken_up(ui, name, &response);
    response.widget_info(|| WidgetInfo { label: Some(name.to_owned()), ..WidgetInfo::drag_value(true, value) });
    match () {
        () if response.drag_stopped() => Some(Turned::Done),
        () if value == now => None,
        () if response.dragged() => Some(Turned::Dragged(value)),
        () => Some(Turned::Typed(value)),
    }
}

/// A list to choose from; `option_ui` draws one and says whether it was clicked.
pub fn choice_ui(
    ui: &mut egui::Ui,
    id: impl Hash + Debug,
    name: &str,
    shown: &str,
    docs: &str,
    options_ui: impl FnOnce(&mut egui::Ui),
) {
    let id = ui.scope_id().with(("choice", id));
    // A box is wider than it is told by what it has around it.
    let width = ui.available_width() - 10.0;
    let combo = egui::ComboBox::new(id, "").width(width).truncate().selected_text(shown).height(360.0).show_ui(ui, options_ui);
    let response = if docs.is_empty() { combo.response } else { combo.response.on_hover_text(docs) };
    taken_up(ui, name, &response);
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
}
