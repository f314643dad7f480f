//! The place and measures of things as numbers, and commands that arrange them.

use kurbo::{Point, Rect, Vec2};

use super::{Selected, turned};
use crate::drawing::on_table::Hold;
use crate::drawing::says::FieldValue;
use crate::drawing::tools::arrange::{Align, moved};
use crate::drawing::{Deed, Edit};
use crate::ui::draw::Act;
use crate::ui::draw::field::{MIXED, Number, Turned, number_ui, row_ui};

/// Shows the middle of the selection; for a single thing, its place.
pub fn middle_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let keys = of.keys();
    let at = match of.one() {
        Some(item) => item.at,
        None => {
            let places = of.items.iter().filter_map(|(_, item)| item.at);
            places.map(|at| Rect::from_points(at, at)).reduce(|a, b| a.union(b)).map(|frame| frame.center())
        }
    };
    let Some(at) = at else { return };
    let (docs, names) = match of.one() {
        Some(_) => ("From the top left corner of the sheet", ["x", "y"]),
        None => ("The middle of the selection, which moves as a whole", ["Middle x", "Middle y"]),
    };
    for (name, now, way) in [(names[0], at.x, Vec2::new(1.0, 0.0)), (names[1], at.y, Vec2::new(0.0, 1.0))] {
        let number = Number { docs, ..Number::millimetres(-100_000.0, 100_000.0) };
        let now = (now * 100.0).round() / 100.0;
        let change = row_ui(ui, name, docs, |ui| number_ui(ui, (name, of.id()), name, now, &number));
        let by = |n: f64| match of.one() {
            Some(item) => {
                let to = if way.x > 0.0 { Point::new(n, at.y) } else { Point::new(at.x, n) };
                Edit::Place(vec![(item.key, to)])
            }
            None => moved(of.document(), &keys, way * (n - now)),
        };
        acts.extend(change.map(|change| turned(change, by)));
    }
}

/// Shows a measure with a default, which files may leave out. A file says a percentage as a share of 1.
pub fn measure_ui(
    ui: &mut egui::Ui,
    of: &Selected<'_>,
    name: &'static str,
    title: &str,
    number: &Number<'_>,
    usual: f64,
    acts: &mut Vec<Act>,
) {
    let said = of.said(name);
    let given = said.value().and_then(|value| crate::drawing::fields::number(value));
    let scale = if number.unit == " %" { 100.0 } else { 1.0 };
    let set = |value: Option<f64>| Edit::Set {
        keys: of.keys(),
        name: name.into(),
        value: value.map(|n| format!("{}", (n / scale * 100.0).round() / 100.0).into()),
    };
    row_ui(ui, title, number.docs, |ui| {
        ui.horizontal_wrapped(|ui| {
            let change = number_ui(ui, (name, of.id()), title, given.unwrap_or(usual) * scale, number);
            acts.extend(change.map(|change| turned(change, |n| set(Some(n)))));
            match said {
                FieldValue::Mixed => drop(ui.weak(MIXED)),
                FieldValue::Usual(_) => drop(ui.weak("default")),
                FieldValue::Own(_) => {
                    if ui.small_button("Reset").on_hover_text("Use the default value").clicked() {
                        acts.push(super::edit(set(None)));
                    }
                }
            }
        });
    });
}

/// Shows commands that group, lock and hide the selection.
pub fn hold_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for hold in [Hold::Group, Hold::Ungroup, Hold::Lock, Hold::Hide] {
            let (title, help) = hold.title();
            let why = hold.refused(of.document().layers(), of.items.iter().map(|(_, item)| *item));
            let button = ui.add_enabled(why.is_none(), egui::Button::new(title).small()).on_hover_text(help);
            if button.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
                acts.push(Act::Do(Deed::Hold(hold)));
            }
        }
    });
}

/// Shows commands that align, distribute, rotate and scale things.
pub fn arrange_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let mut settings = of.draw.desk.hand.settings.clone();
    let docs = "Align each thing or group with the sheet, not with the others";
    if ui.checkbox(&mut settings.aids.aligns_to_page, "Align to page").on_hover_text(docs).changed() {
        acts.push(Act::Do(Deed::Settings(Box::new(settings))));
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for (align, title, hover) in [
            (Align::Left, "Left", "Align with the leftmost"),
            (Align::Centre, "Centre", "Align in one column"),
            (Align::Right, "Right", "Align with the rightmost"),
            (Align::Top, "Top", "Align with the topmost"),
            (Align::Middle, "Middle", "Align in one row"),
            (Align::Bottom, "Bottom", "Align with the bottommost"),
        ] {
            if ui.small_button(title).on_hover_text(hover).clicked() {
                acts.push(Act::Do(Deed::Align(align)));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.label("Distribute");
        for (across, title, hover) in
            [(true, "Across", "Equal gaps from left to right"), (false, "Down", "Equal gaps from top to bottom")]
        {
            if ui.small_button(title).on_hover_text(hover).clicked() {
                acts.push(Act::Do(Deed::Distribute { across }));
            }
        }
    });
    let turns = [("Rotate by", 90.0, "°", -360.0, 360.0), ("Scale to", 100.0, " %", 1.0, 1_000.0)];
    for (title, start, unit, low, high) in turns {
        let id = ui.scope_id().with(title);
        let mut now = ui.data(|data| data.get_temp::<f64>(id)).unwrap_or(start);
        let number = Number { range: low..=high, speed: 1.0, unit, decimals: 1, docs: "Around the middle of the selection" };
        row_ui(ui, title, number.docs, |ui| {
            ui.horizontal_wrapped(|ui| {
                if let Some(Turned::Dragged(n) | Turned::Typed(n)) = number_ui(ui, title, title, now, &number) {
                    now = n;
                    ui.data_mut(|data| data.insert_temp(id, n));
                }
                let button = if unit == "°" { "Rotate" } else { "Scale" };
                if ui.small_button(button).clicked() {
                    acts.push(Act::Do(if unit == "°" { Deed::Turn(now) } else { Deed::Scale(now / 100.0, now / 100.0) }));
                }
            });
        });
    }
}
