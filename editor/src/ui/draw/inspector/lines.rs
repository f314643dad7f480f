//! Links and paths: their kind, their fields, and the spaces they lead over.

use std::sync::Arc;

use super::{Selected, edit, fields, links, section, spaces};
use crate::drawing::bends::{self, Bends, Flag};
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
        Some(item) => titled(&links::line_title(item)),
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
    if list == List::Links {
        return links_drawn_ui(ui, of, acts);
    }
    let flags: &[(&str, &str, &str)] = &[
        ("name_hidden", "Hide the name", "Don't show the name on the board"),
        ("numbers_hidden", "Hide the numbers", "Don't show its numbers on its spaces"),
    ];
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
    let (field, title) = ("name_at", "Place the name automatically");
    let docs = "Let the name find its place beside the path by itself";
    let has = |item: &&Item| item.fields.get(field).is_some();
    let keys: Vec<_> = of.items.iter().map(|(_, item)| *item).filter(has).map(|item| item.key).collect();
    if ui.add_enabled(!keys.is_empty(), egui::Button::new(title)).on_hover_text(docs).clicked() {
        let name =
            format!("place the name of {}", counted(of.items.iter().copied().filter(|(_, item)| keys.contains(&item.key))));
        acts.push(edit(Edit::All(name, vec![Edit::Set { keys, name: field.into(), value: None }])));
    }
}

/// Shows how links are drawn: all of their steps, and the one that was clicked.
fn links_drawn_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let items = || of.items.iter().map(|(_, item)| *item);
    let clicked = of.draw.desk.step();
    let parts = [clicked, None];
    for step in if clicked.is_some() { &parts[..] } else { &parts[1..] } {
        if let Some((item, (from, to))) = step.and_then(|(item, n)| Some((item, item.steps().nth(n)?))) {
            let called = |id| of.document().called(id);
            ui.label(format!("The link from {} to {}", called(from), called(to)));
            let bends = Bends::of(item);
            for flag in Flag::ALL {
                let mut is = bends.is(flag, from, to);
                if flag_ui(ui, flag, &mut is, false) {
                    acts.extend(step.and_then(|(item, n)| bends::set(of.document(), item, n, flag, is)).map(edit));
                }
            }
        } else {
            if clicked.is_some() {
                ui.label("All links of the chain");
            }
            let all: Vec<_> = items().map(|item| (item, Bends::of(item))).collect();
            for flag in Flag::ALL {
                let steps = all.iter().flat_map(|(item, bends)| item.steps().map(move |(from, to)| bends.is(flag, from, to)));
                let (count, said) = steps.fold((0, 0), |(count, said), is| (count + 1, said + usize::from(is)));
                let mut is = said == count;
                if flag_ui(ui, flag, &mut is, said > 0 && said < count) {
                    acts.push(edit(bends::set_all(items(), flag, is)));
                }
            }
        }
        let straightened = match step {
            Some((item, n)) => bends::straightened(of.document(), [&***item].into_iter(), Some(*n)),
            None => bends::straightened(of.document(), items(), None),
        };
        let button = ui.add_enabled(straightened.is_some(), egui::Button::new("Straighten"));
        if button.on_hover_text("Take all bends out of the line").clicked() {
            acts.extend(straightened.map(edit));
        }
    }
}

fn flag_ui(ui: &mut egui::Ui, flag: Flag, is: &mut bool, differs: bool) -> bool {
    let (title, docs) = match flag {
        Flag::Over => ("Above spaces", "Draw it above the spaces that it passes, instead of below them"),
        Flag::Hidden => (
            "Line left out",
            "Don't draw the line on the board; pieces still move along it. Here it is dashed, so that you can click it",
        ),
    };
    ui.add(egui::Checkbox::new(is, title).indeterminate(differs)).on_hover_text(docs).changed()
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
    section(ui, if list == List::Links && item.spaces.len() == 2 { "From and to" } else { "Over these spaces" });
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
