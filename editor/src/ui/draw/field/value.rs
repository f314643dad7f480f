//! The value of a field that the rules declare, with an editor for its type.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use egui::WidgetInfo;
use egui::accesskit::Role;

use super::{Lines, MIXED, Number, Turned, choice_ui, number_ui, text_ui};
use crate::drawing::fields::{quoted, text};
use crate::drawing::palette::{Brush, Group};
use crate::drawing::says::FieldValue;
use crate::drawing::schema::{Field, Takes};
use crate::ui::draw::swatch::{self, Sample};
use crate::ui::words::without_citations;

/// A change of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum ValueChange {
    /// A new value; `None` removes the field.
    To(Option<Arc<str>>),
    Dragged(Arc<str>),
    /// The drag has ended.
    Done,
    /// The user wants to click a space.
    Pick,
}

/// Shows the editor of a field, for one thing or for many at once. `id` tells the editor from those of other things, and `name` does so for
/// screen readers.
pub fn value_ui(ui: &mut egui::Ui, id: impl Hash + Debug, group: &Group, name: &str, said: &FieldValue) -> Option<ValueChange> {
    let field = &group.field;
    let id = (egui::Id::unique(("value", id)), &*field.name);
    let docs = without_citations(&field.docs);
    let now = said.value();
    match &field.takes {
        Takes::Bool if !field.is_optional => {
            let mut on = now.is_some_and(|value| &**value == "true");
            let word = match (said, on) {
                (FieldValue::Mixed, _) => MIXED,
                (_, true) => "yes",
                (_, false) => "no",
            };
            let check = egui::Checkbox::new(&mut on, word).indeterminate(*said == FieldValue::Mixed);
            let response = hovered(ui.add(check), &docs);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, name));
            response.changed().then(|| ValueChange::To(Some(if on { "true" } else { "false" }.into())))
        }
        Takes::Whole(low, high)
            if *said != FieldValue::Mixed && (!field.is_optional || now.is_some_and(|now| now.parse::<i32>().is_ok())) =>
        {
            let number: Option<f64> = now.and_then(|value| value.parse().ok());
            let is_said = matches!(said, FieldValue::Own(_));
            ui.horizontal(|ui| {
                let look = Number { docs: &docs, ..Number::whole(*low, *high) };
                let start = number.unwrap_or(f64::from((*low).max(0)));
                let turned = number_ui(ui, id, name, start, &look);
                let written = |n: f64| -> Arc<str> { format!("{n:.0}").into() };
                let mut change = turned.map(|turned| match turned {
                    Turned::Dragged(n) => ValueChange::Dragged(written(n)),
                    Turned::Typed(n) => ValueChange::To(Some(written(n))),
                    Turned::Done => ValueChange::Done,
                });
                if number.is_none() {
                    ui.weak("not set");
                }
                if is_said && field.is_optional && ui.small_button("none").on_hover_text("Use no value").clicked() {
                    change = Some(ValueChange::To(None));
                }
                change
            })
            .inner
        }
        Takes::Bool | Takes::Word { .. } | Takes::Row { .. } if has_list(group) => words_ui(ui, id, group, said, name, &docs),
        Takes::Set(of) => match &**of {
            Takes::Word { cases, .. } => {
                let names: Vec<&Arc<str>> = cases.iter().map(|case| &case.name).collect();
                set_ui(ui, said, &names, |name| name.to_string(), name)
            }
            Takes::Row { names, .. } if names.len() <= 24 => set_ui(ui, said, &names.iter().collect::<Vec<_>>(), quoted, name),
            _ => typed_ui(ui, id, field, said, name, &docs),
        },
        Takes::Space => {
            let change = typed_ui(ui, id, field, said, name, &docs);
            let pick = ui.small_button("Pick on the board").on_hover_text("Click the space on the board").clicked();
            if pick { Some(ValueChange::Pick) } else { change }
        }
        _ => typed_ui(ui, id, field, said, name, &docs),
    }
}

fn hovered(response: egui::Response, docs: &str) -> egui::Response {
    if docs.is_empty() { response } else { response.on_hover_text(docs) }
}

fn has_list(group: &Group) -> bool {
    matches!(&group.field.takes, Takes::Row { names, .. } if !names.is_empty()) || !group.brushes.is_empty()
}

/// Shows a choice between words, each with a sample.
fn words_ui(
    ui: &mut egui::Ui,
    id: impl Hash + Debug,
    group: &Group,
    said: &FieldValue,
    name: &str,
    docs: &str,
) -> Option<ValueChange> {
    let field = &group.field;
    let now = said.value();
    let title = |value: &str| {
        let brush = group.brushes.iter().find(|brush| *brush.value == *value);
        brush.map_or_else(|| text(value).unwrap_or_else(|| value.to_owned()), |brush| brush.title.clone())
    };
    let shown = match (said, now) {
        (FieldValue::Mixed, _) => MIXED.to_owned(),
        (_, Some(value)) => title(value),
        (_, None) if field.is_optional => "none".to_owned(),
        (_, None) if field.is_computed => "by the rules".to_owned(),
        (_, None) => "choose …".to_owned(),
    };
    let mut chosen = None;
    let option = |ui: &mut egui::Ui, brush: &Brush| {
        let is_on = now.is_some_and(|now| **now == *brush.value)
            || now.is_none() && *said != FieldValue::Mixed && &*brush.value == "none";
        let sample = if swatch::is_plain(&brush.look) { Sample::Nothing } else { Sample::Of(&brush.look) };
        let response = swatch::button_ui(ui, is_on, sample, &brush.title);
        hovered(response, &without_citations(&brush.docs)).clicked()
    };
    ui.horizontal(|ui| {
        if let Some(brush) = group.brushes.iter().find(|brush| now == Some(&brush.value)).filter(|b| !swatch::is_plain(&b.look)) {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(20.0), egui::Sense::hover());
            swatch::sample_ui(ui, rect, Sample::Of(&brush.look));
        }
        choice_ui(ui, id, name, &shown, docs, |ui| {
            if field.is_computed && option(ui, &plain("by the rules", "")) {
                chosen = Some(None);
            }
            for brush in &group.brushes {
                if option(ui, brush) {
                    chosen = Some(if &*brush.value == "none" && !field.is_computed { None } else { Some(brush.value.clone()) });
                }
            }
            if let (Takes::Row { names, .. }, true) = (&field.takes, group.brushes.is_empty()) {
                for row in names {
                    if option(ui, &plain(row, &quoted(row))) {
                        chosen = Some(Some(quoted(row).into()));
                    }
                }
            }
        });
    });
    // The values are compared, so that choosing the present one makes no step.
    chosen.filter(|chosen| chosen.as_ref() != now || *said == FieldValue::Mixed).map(ValueChange::To)
}

fn plain(title: &str, value: &str) -> Brush {
    Brush { value: value.into(), title: title.to_owned(), docs: "".into(), look: Default::default() }
}

/// Shows words to switch on and off, any number of them.
fn set_ui(
    ui: &mut egui::Ui,
    said: &FieldValue,
    names: &[&Arc<str>],
    written: impl Fn(&str) -> String,
    field: &str,
) -> Option<ValueChange> {
    let given = said.value().map(|value| members(value)).unwrap_or_default();
    let mut changed = None;
    ui.horizontal_wrapped(|ui| {
        if *said == FieldValue::Mixed {
            ui.weak(MIXED);
        }
        for name in names {
            let is_in = given.iter().any(|member| **member == ***name);
            let response = ui.selectable_label(is_in, name.replace('_', " "));
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_in, format!("{field}: {name}")));
            if response.clicked() {
                let wanted = names.iter().filter(|n| (given.iter().any(|member| **member == ****n)) != (*n == name));
                let list: Vec<String> = wanted.map(|n| written(n)).collect();
                changed = Some(ValueChange::To((!list.is_empty()).then(|| format!("[{}]", list.join(", ")).into())));
            }
        }
    });
    changed
}

/// Returns the names in a written list.
fn members(written: &str) -> Vec<String> {
    crate::drawing::fields::items(written).iter().filter_map(|item| text(item)).collect()
}

/// Shows a text field for any other type. Words and texts stand in it without quotes.
fn typed_ui(
    ui: &mut egui::Ui,
    id: impl Hash + Debug,
    field: &Field,
    said: &FieldValue,
    name: &str,
    docs: &str,
) -> Option<ValueChange> {
    let is_plain = matches!(field.takes, Takes::Text | Takes::Space | Takes::Row { .. });
    let shown = match said.value() {
        Some(value) if is_plain => text(value).unwrap_or_else(|| value.to_string()),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let written = |typed: &str| -> Option<Arc<str>> {
        let typed = typed.trim();
        match () {
            () if typed.is_empty() => None,
            () if is_plain => Some(quoted(typed).into()),
            () => Some(typed.into()),
        }
    };
    let check = |typed: &str| written(typed).map_or(Ok(()), |value| field.fits(&value));
    let hint = match (said, field.is_computed) {
        (FieldValue::Mixed, _) => MIXED,
        (_, true) => "by the rules",
        _ if field.is_needed => "required",
        _ => "nothing",
    };
    let typed = text_ui(ui, id, name, &shown, Lines { hint, docs, rows: 1 }, check)?;
    Some(ValueChange::To(written(&typed)))
}
