//! Links and paths: their kind, their fields, and the spaces they lead over.

use std::sync::Arc;

use super::{Selected, edit, fields, links, section, spaces};
use crate::drawing::edit::counted;
use crate::drawing::fields::quoted;
use crate::drawing::palette::Pen;
use crate::drawing::{Edit, Item, List};
use crate::ui::draw::Act;
use crate::ui::draw::field::{Lines, MIXED, choice_ui, row_ui, text_ui};
use crate::ui::draw::swatch::{Sample, button_ui};
use crate::ui::words::titled;

/// The fields that every link and path may have.
const BUILT_IN: [&str; 15] = [
    "id",
    "kind",
    "name",
    "chain",
    "from",
    "to",
    "spaces",
    "at",
    "bends",
    "over",
    "hidden",
    "name_at",
    "name_hidden",
    "numbers_hidden",
    "table",
];

/// Shows links or paths.
pub fn lines_ui(ui: &mut egui::Ui, of: &Selected<'_>, list: List, acts: &mut Vec<Act>) {
    let palette = &of.draw.desk.palette;
    let (pens, what) = if list == List::Links { (&palette.links, "link") } else { (&palette.paths, "line") };
    let first = &of.items[0].1.kind;
    let kind = of.items.iter().all(|(_, item)| item.kind == *first).then_some(first);
    ui.heading(match of.one() {
        Some(item) => links::line_title(item),
        None => format!("{} {what}s", of.items.len()),
    });
    kind_ui(ui, of, pens, kind, acts);
    let pen = kind.and_then(|kind| pens.iter().find(|pen| pen.kind == *kind));
    let is_row = kind.and_then(|kind| of.draw.desk.drawing.schema.link(kind)).is_none_or(|link| link.is_row);
    if list == List::Paths || is_row {
        spaces::name_ui(ui, of, acts);
    }
    let groups = pen.map_or(&[][..], |pen| &pen.fields);
    fields::fields_ui(ui, of, groups, acts);
    drawn_ui(ui, of, list, acts);
    route_ui(ui, of, list, acts);
    fields::unknown_ui(ui, of, groups, &BUILT_IN, acts);
}

/// Shows how they are drawn: above spaces or below them, bent or straight, with a name or without.
fn drawn_ui(ui: &mut egui::Ui, of: &Selected<'_>, list: List, acts: &mut Vec<Act>) {
    section(ui, "Drawing");
    let flags: &[(&str, &str, &str)] = match list {
        List::Links => &[
            ("over", "Above spaces", "Draw it above the spaces that it passes, instead of below them"),
            ("hidden", "Hidden", "Leave the line out of the board; pieces still move along it"),
        ],
        _ => &[
            ("name_hidden", "Hide the name", "Leave the name out of the board"),
            ("numbers_hidden", "Hide the numbers", "Leave out the numbers that it gives its spaces"),
        ],
    };
    for (name, title, docs) in flags {
        let is_said = |item: &&Item| item.fields.is_true(name);
        let count = of.items.iter().map(|(_, item)| *item).filter(is_said).count();
        let mut all = count == of.items.len();
        let check = egui::Checkbox::new(&mut all, *title).indeterminate(count > 0 && count < of.items.len());
        if ui.add(check).on_hover_text(*docs).changed() {
            let value = all.then(|| "true".into());
            acts.push(edit(Edit::Set { keys: of.keys(), name: (*name).into(), value }));
        }
    }
    let (field, title, docs) = match list {
        List::Links => ("bends", "Straighten", "Take all bends out of the line"),
        _ => ("name_at", "Place the name automatically", "Let the name find its place beside the path by itself"),
    };
    let has = |item: &&Item| item.fields.get(field).is_some();
    let keys: Vec<_> = of.items.iter().map(|(_, item)| *item).filter(has).map(|item| item.key).collect();
    if ui.add_enabled(!keys.is_empty(), egui::Button::new(title)).on_hover_text(docs).clicked() {
        let what = if list == List::Links { "straighten" } else { "place the name of" };
        let name = format!("{what} {}", counted(of.items.iter().copied().filter(|(_, item)| keys.contains(&item.key))));
        acts.push(edit(Edit::All(name, vec![Edit::Set { keys, name: field.into(), value: None }])));
    }
}

fn kind_ui(ui: &mut egui::Ui, of: &Selected<'_>, pens: &[Pen], kind: Option<&Arc<str>>, acts: &mut Vec<Act>) {
    let shown = kind.map_or(MIXED.to_owned(), |kind| titled(kind));
    row_ui(ui, "Kind", "", |ui| {
        choice_ui(ui, ("kind", of.id()), "Kind", &shown, "", |ui| {
            for pen in pens {
                let sample = Sample::Of(&pen.look);
                if button_ui(ui, kind == Some(&pen.kind), sample, &titled(&pen.kind)).clicked() && kind != Some(&pen.kind) {
                    let value = Some(quoted(&pen.kind).into());
                    acts.push(edit(Edit::Set { keys: of.keys(), name: "kind".into(), value }));
                }
            }
        });
    });
}

/// Shows the spaces of a single one as ids to edit, and a button that reverses their order.
fn route_ui(ui: &mut egui::Ui, of: &Selected<'_>, list: List, acts: &mut Vec<Act>) {
    let Some(item) = of.one() else { return };
    section(ui, "Over these spaces");
    let fewest = if list == List::Links { 2 } else { 1 };
    let ids = |typed: &str| -> Vec<Arc<str>> {
        typed.split([',', ' ', '\n']).map(str::trim).filter(|id| !id.is_empty()).map(Arc::from).collect()
    };
    let check = |typed: &str| {
        let ids = ids(typed);
        let missing = ids.iter().find(|id| of.document().space(id).is_none());
        match missing {
            Some(id) => Err(format!("no space has the id {id:?}")),
            None if ids.len() < fewest => Err(format!("enter at least {fewest} ids")),
            None => Ok(()),
        }
    };
    let rows = (item.spaces.len() / 6 + 1).clamp(2, 8);
    let lines = Lines { hint: "", docs: "The ids in order, separated by commas", rows };
    let typed = text_ui(ui, ("route", item.key), "Spaces", &item.spaces.join(", "), lines, check);
    acts.extend(typed.map(|typed| edit(Edit::Route { key: item.key, spaces: ids(&typed) })));
    if ui.button("Reverse").on_hover_text("Lead over the same spaces in reverse order").clicked() {
        let spaces = item.spaces.iter().rev().cloned().collect();
        acts.push(edit(Edit::Route { key: item.key, spaces }));
    }
}
