//! The fields that the rules declare, each with its editor and with the value that rules or tools would give it.

use std::sync::Arc;

use egui::RichText;

use super::{Selected, changed, edit};
use crate::drawing::palette::Group;
use crate::drawing::says::{FieldValue, as_drawn};
use crate::drawing::schema::{Field, Takes};
use crate::drawing::{Deed, Edit, Key, List};
use crate::ui::draw::Act;
use crate::ui::draw::field::{row_ui, value_ui};
use crate::ui::draw::pick::Pick;
use crate::ui::words::{titled, without_citations};

/// Shows all declared fields of the selection, whose things are all of one kind.
pub fn fields_ui(ui: &mut egui::Ui, of: &Selected<'_>, groups: &[Group], acts: &mut Vec<Act>) {
    for group in groups {
        let field = &group.field;
        let now = of.said(&field.name);
        let (name, docs) = (titled(&field.name), without_citations(&field.docs));
        row_ui(ui, &name, &docs, |ui| {
            let change = value_ui(ui, of.id(), group, &name, &now);
            let pick = || Pick::Field(of.keys(), field.name.clone());
            acts.extend(change.map(|change| changed(change, |value| set(of.keys(), field, value), pick())));
            if let Some(act) = origin_ui(ui, of, field, &now) {
                acts.push(act);
            }
        });
    }
    if !groups.is_empty() && of.one().is_some() {
        ui.menu_button("Select all with the same …", |ui| {
            for group in groups {
                if ui.button(titled(&group.field.name)).clicked() {
                    acts.push(Act::Do(Deed::SelectSame(group.field.name.clone())));
                }
            }
        });
    }
}

fn set(keys: Vec<Key>, field: &Field, value: Option<Arc<str>>) -> Edit {
    Edit::Set { keys, name: field.name.clone(), value }
}

/// Says where a value comes from if the designer didn't give it, and offers a way back to that value.
fn origin_ui(ui: &mut egui::Ui, of: &Selected<'_>, field: &Field, now: &FieldValue) -> Option<Act> {
    let document = of.document();
    let is_own = !matches!(now, FieldValue::Usual(_));
    let has_usual = is_own && !field.is_needed && field.default.is_some();
    if !field.is_computed && field.drawn.is_none() && !has_usual {
        return None;
    }
    let mut act = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let quiet = |text: String| RichText::new(text).small().weak();
        if field.is_computed {
            let worked_out = of.one().and_then(|item| of.checked?.worked_out(item.key, &field.name)).filter(|_| !is_own);
            match worked_out {
                Some(value) => {
                    ui.label(quiet(format!("computed by the rules: {value}")));
                    let own = own(field, &value);
                    if let Some(own) = own.filter(|own| field.fits(own).is_ok()) {
                        let button =
                            ui.small_button("Override").on_hover_text("Set the value here, whatever the rules compute later");
                        if button.clicked() {
                            act = Some(edit(set(of.keys(), field, Some(own))));
                        }
                    }
                }
                None if !is_own => drop(ui.label(quiet("computed by the rules".to_owned()))),
                None => {
                    if ui.small_button("Auto").on_hover_text("Let the rules compute the value again").clicked() {
                        act = Some(edit(set(of.keys(), field, None)));
                    }
                }
            }
            return;
        }
        if field.drawn.is_some() && of.items.iter().all(|(list, _)| *list == List::Spaces) {
            let schema = &of.draw.desk.drawing.schema;
            let drawn = |key: Key| as_drawn(document, schema, key, field);
            let one = of.one().and_then(|item| drawn(item.key));
            if one.is_some() && one.as_ref() == now.value() {
                ui.label(quiet("auto".to_owned()));
                return;
            }
            if one.is_some() || of.items.len() > 1 {
                let title = one.as_ref().map_or("Auto".to_owned(), |value| format!("Auto: {value}"));
                let hover = "Use the number counted along the course, or from the inside";
                if ui.small_button(title).on_hover_text(hover).clicked() {
                    let values = of.keys().into_iter().filter_map(|key| Some((key, Some(drawn(key)?)))).collect();
                    act = Some(edit(Edit::SetEach { name: field.name.clone(), values }));
                }
            }
            return;
        }
        // A default value needs no words. A given value has a button that restores the default.
        if let (true, Some(usual)) = (has_usual, &field.default) {
            let hover = "Use the default value";
            let usual = match &**usual {
                "true" => "yes".to_owned(),
                "false" => "no".to_owned(),
                usual => usual.replace('_', " "),
            };
            if ui.small_button(format!("Reset to {usual}")).on_hover_text(hover).clicked() {
                act = Some(edit(set(of.keys(), field, None)));
            }
        }
    });
    act
}

/// Converts a value that the rules show into the form of the file; `None` for types shown in another way.
fn own(field: &Field, shown: &str) -> Option<Arc<str>> {
    match field.takes {
        Takes::Space | Takes::Row { .. } | Takes::Text => Some(crate::drawing::fields::quoted(shown).into()),
        Takes::Bool | Takes::Whole(..) | Takes::Word { .. } => Some(shown.into()),
        Takes::Set(_) | Takes::List(_) | Takes::Other { .. } => None,
    }
}

/// Shows fields in the file that the rules don't know. They are kept until somebody removes them.
pub fn unknown_ui(ui: &mut egui::Ui, of: &Selected<'_>, groups: &[Group], built_in: &[&str], acts: &mut Vec<Act>) {
    let Some(item) = of.one() else { return };
    let is_known = |name: &str| built_in.contains(&name) || groups.iter().any(|group| *group.field.name == *name);
    let unknown: Vec<_> = item.fields.iter().filter(|(name, _)| !is_known(name)).collect();
    if unknown.is_empty() {
        return;
    }
    super::section(ui, "Unknown to the rules");
    for (name, value) in unknown {
        row_ui(ui, name, "The file has this field, but the rules don't declare it", |ui| {
            ui.horizontal(|ui| {
                let shown: String = value.chars().take(60).collect();
                ui.label(RichText::new(shown).monospace());
                if ui.small_button("Delete").clicked() {
                    acts.push(edit(Edit::Set { keys: of.keys(), name: name.clone(), value: None }));
                }
            });
        });
    }
}
