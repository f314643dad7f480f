//! Numbers to drag or to type. Lengths may be typed in other units.

use std::cell::Cell;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use egui::{RichText, WidgetInfo};

use super::taken_up;
use crate::ui::theme::Theme;

/// The units that lengths may be typed in, in millimetres.
const UNITS: [(&str, f64); 8] =
    [("mm", 1.0), ("cm", 10.0), ("m", 1_000.0), ("in", 25.4), ("inch", 25.4), ("inches", 25.4), ("\"", 25.4), ("″", 25.4)];

/// A change of a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Turned {
    Dragged(f64),
    /// Typed, or stepped by a key.
    Typed(f64),
    /// The drag has ended.
    Done,
}

/// The range and appearance of a number.
#[derive(Clone)]
pub struct Number<'a> {
    pub range: RangeInclusive<f64>,
    /// The change for each point of dragging.
    pub speed: f64,
    /// The unit it is shown in, with the blank before it: `" mm"`.
    pub unit: &'a str,
    pub decimals: usize,
    pub docs: &'a str,
}

impl Number<'_> {
    /// A number in millimetres between two bounds.
    pub fn millimetres(low: f64, high: f64) -> Number<'static> {
        Number { range: low..=high, speed: 0.25, unit: " mm", decimals: 2, docs: "" }
    }

    /// A whole number between two bounds.
    pub fn whole(low: i32, high: i32) -> Number<'static> {
        // In a wide range, dragging changes the number faster.
        let speed = (f64::from(high) - f64::from(low)).abs().sqrt().clamp(1.0, 10.0) * 0.05;
        Number { range: f64::from(low)..=f64::from(high), speed, unit: "", decimals: 0, docs: "" }
    }
}

/// What is typed in a number's field.
#[derive(Clone, Debug)]
struct Typed {
    /// The number before.
    of: f64,
    value: f64,
    /// Whether it can't be read.
    is_unread: bool,
}

/// Shows a number to drag or type. What can't be read is said at once, and changes nothing.
pub fn number_ui(ui: &mut egui::Ui, id: impl Hash + Debug, name: &str, now: f64, number: &Number<'_>) -> Option<Turned> {
    let held = ui.scope_id().with(("typed number", &id));
    // Something else may have changed the number meanwhile.
    let typed = ui.data(|data| data.get_temp::<Typed>(held)).filter(|typed| typed.of == now);
    let mut value = typed.as_ref().map_or(now, |typed| typed.value);
    let (before, read) = (value, Cell::new(None));
    let drag = egui::DragValue::new(&mut value)
        .range(number.range.clone())
        .clamp_existing_to_range(false)
        .speed(number.speed)
        .max_decimals(number.decimals)
        .suffix(number.unit)
        .custom_parser(|text| {
            let value = in_unit(text, number.unit);
            read.set(Some(value.is_some()));
            value
        });
    let mut response = ui.push_id(("number", &id), |ui| ui.add(drag)).inner;
    if !number.docs.is_empty() {
        response = response.on_hover_text(number.docs);
    }
    taken_up(ui, name, &response);
    response.widget_info(|| WidgetInfo { label: Some(name.to_owned()), ..WidgetInfo::drag_value(true, value) });
    let is_unread = read.get().map_or(typed.as_ref().is_some_and(|typed| typed.is_unread), |is_read| !is_read);
    let is_left = response.lost_focus();
    let is_typing = response.has_focus() && (read.get().is_some() || typed.is_some() && value == before);
    if is_typing && !is_left {
        ui.data_mut(|data| data.insert_temp(held, Typed { of: now, value, is_unread }));
    } else if typed.is_some() {
        ui.data_mut(|data| data.remove::<Typed>(held));
    }
    if is_unread {
        unread_ui(ui, &response, number.unit);
    }
    // A field that was only gone through leaves the number as exact as it was.
    let written = |value: f64| format!("{value:.*}", number.decimals);
    match () {
        () if response.drag_stopped() => Some(Turned::Done),
        () if is_typing && !is_left || is_unread || is_left && ui.input(|i| i.key_pressed(egui::Key::Escape)) => None,
        () if value == now => None,
        () if response.dragged() => Some(Turned::Dragged(value)),
        () if written(value) == written(now) => None,
        () => Some(Turned::Typed(value)),
    }
}

/// Says below a field how a number is typed.
fn unread_ui(ui: &egui::Ui, field: &egui::Response, unit: &str) {
    let example = if unit == " mm" { "Type a length, such as 40, 4 cm or 1.5 in" } else { "Type a number" };
    let (id, anchor) = (field.id.with("unread"), egui::PopupAnchor::ParentRect(field.rect));
    egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, anchor).show(|ui| {
        ui.label(RichText::new(example).color(Theme::of(ui).error));
    });
}

/// Reads a number as it is typed, with or without its unit. A length in millimetres may have another one.
pub fn in_unit(text: &str, unit: &str) -> Option<f64> {
    let text = text.trim().replace(',', ".").replace('−', "-");
    let end = text.find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c))).unwrap_or(text.len());
    let (number, said) = (text[..end].parse::<f64>().ok()?, text[end..].trim());
    let unit = unit.trim();
    let (_, times) = UNITS
        .into_iter()
        .find(|(word, _)| unit == "mm" && said.eq_ignore_ascii_case(word))
        .or_else(|| (said.is_empty() || said == unit).then_some((unit, 1.0)))?;
    Some(number * times).filter(|number| number.is_finite())
}
