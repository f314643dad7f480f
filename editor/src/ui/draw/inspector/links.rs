//! The links of a space, and the paths over the selected spaces.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Selected, edit, section, select};
use crate::drawing::says::{LinkStep, steps_at};
use crate::drawing::tools::pen;
use crate::drawing::{Edit, Fields, Item};
use crate::ui::draw::Act;
use crate::ui::draw::field::{Lines, choice_ui, row_ui, text_ui};
use crate::ui::draw::pick::Pick;
use crate::ui::words::titled;

/// Shows the links of a single space.
pub fn links_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let Some(space) = of.one() else { return };
    section(ui, "Links");
    let steps = steps_at(of.document(), &space.id);
    if steps.is_empty() {
        ui.weak("none");
    }
    for (n, step) in steps.iter().enumerate() {
        ui.push_id((step.link, n), |ui| step_ui(ui, of, space, step, acts));
    }
    add_ui(ui, of, space, acts);
}

/// Returns a title with a link's or path's kind and name. A name that begins with the kind stands alone: `Run 3`, `Run Gully`.
pub fn line_title(item: &Item) -> String {
    let (kind, title) = (titled(&item.kind), item.title());
    if title.to_lowercase().starts_with(&kind.to_lowercase()) { title } else { format!("{kind} {title}") }
}

/// Shows the paths over the selected spaces, and those that could lead over them.
pub fn lines_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let schema = &of.draw.desk.drawing.schema;
    let document = of.document();
    if schema.paths.is_empty() && document.paths().is_empty() {
        return;
    }
    let ids: Vec<&Arc<str>> = of.items.iter().map(|(_, item)| &item.id).filter(|id| !id.is_empty()).collect();
    if ids.is_empty() {
        return;
    }
    let all: BTreeSet<&Arc<str>> = ids.iter().copied().collect();
    section(ui, if of.one().is_some() { "Paths over it" } else { "Paths over them" });
    for path in document.paths().iter().filter(|path| path.spaces.iter().any(|id| all.contains(id))) {
        ui.horizontal_wrapped(|ui| {
            let title = line_title(path);
            if ui.link(&title).on_hover_text("Select the path").clicked() {
                acts.push(select(vec![path.key]));
            }
            let rest: Vec<Arc<str>> = path.spaces.iter().filter(|id| !all.contains(id)).cloned().collect();
            match of.one().and_then(|item| path.spaces.iter().position(|id| *id == item.id)) {
                Some(at) => ui.weak(format!("{} of {}", at + 1, path.spaces.len())),
                None => ui.weak(format!("{} of {} selected", path.spaces.len() - rest.len(), path.spaces.len())),
            };
            let button = ui.add_enabled(!rest.is_empty(), egui::Button::new("Remove").small());
            if button.on_hover_text("Remove the selection from this path").clicked() {
                acts.push(edit(Edit::Route { key: path.key, spaces: rest }));
            }
        });
    }
    let is_open = |path: &&Arc<Item>| {
        let over: BTreeSet<&Arc<str>> = path.spaces.iter().collect();
        !all.is_subset(&over)
    };
    let open: Vec<_> = document.paths().iter().filter(is_open).collect();
    row_ui(ui, "Add to", "Add these spaces to a path, or make a new path over them", |ui| {
        choice_ui(ui, "add to a path", "Add to a path", "choose …", "The spaces are added in the order of progress", |ui| {
            for path in &open {
                if ui.selectable_label(false, line_title(path)).clicked() {
                    let new = ids.iter().copied().filter(|id| !path.spaces.contains(id));
                    let spaces = path.spaces.iter().chain(new).cloned().collect();
                    acts.push(edit(Edit::Route { key: path.key, spaces }));
                }
            }
            for kind in &schema.paths {
                if ui.selectable_label(false, format!("New {}", titled(&kind.name))).clicked() {
                    let fields = Some(&of.draw.desk.hand.settings.path_fields);
                    let fields = fields.filter(|_| of.draw.desk.hand.settings.path.as_ref() == Some(&kind.name));
                    let fields = fields.cloned().unwrap_or_default();
                    acts.extend(pen::path(document, schema, &kind.name, &fields, &of.keys()).map(edit));
                }
            }
        });
    });
}

fn step_ui(ui: &mut egui::Ui, of: &Selected<'_>, space: &Item, step: &LinkStep<'_>, acts: &mut Vec<Act>) {
    let leads_on = *step.from == space.id;
    let (arrow, other) = if leads_on { ("→", step.to) } else { ("←", step.from) };
    ui.horizontal_wrapped(|ui| {
        ui.label(arrow).on_hover_text(if leads_on { "The link leads there" } else { "The link comes from there" });
        let known = of.document().space(other);
        let response = ui.add_enabled(known.is_some(), egui::Link::new(of.document().called(other)));
        let response = response.on_hover_text("Select the space").on_disabled_hover_text("No space has this id");
        if let (true, Some(known)) = (response.clicked(), known) {
            acts.push(select(vec![known.key]));
        }
        let kind = egui::Link::new(egui::RichText::new(titled(step.kind)).weak());
        if ui.add(kind).on_hover_text("Select the link").clicked() {
            acts.push(select(vec![step.link]));
        }
        let of_step = || (step.kind.clone(), step.from.clone(), step.to.clone());
        let [from, to] = [step.from, step.to].map(|id| of.document().called(id));
        let words = format!("{} from {from} to {to}", step.kind.replace('_', " "));
        let button = |ui: &mut egui::Ui, sign: &str, what: &str| {
            let response = ui.small_button(sign).on_hover_text(what);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, format!("{what}: {words}")));
            response.clicked()
        };
        if button(ui, "reverse", "Reverse") {
            let (kind, from, to) = of_step();
            acts.push(edit(Edit::Flip { kind, from, to }));
        }
        if button(ui, "×", "Delete") {
            let (kind, from, to) = of_step();
            acts.push(edit(Edit::Disconnect { kind, from, to }));
        }
    });
}

/// Shows a row to add a link: its kind and its end.
fn add_ui(ui: &mut egui::Ui, of: &Selected<'_>, space: &Item, acts: &mut Vec<Act>) {
    let schema = &of.draw.desk.drawing.schema;
    let Some(first) = schema.links.first() else { return };
    let id = ui.scope_id().with("kind of a new link");
    let held = ui.data(|data| data.get_temp::<Arc<str>>(id)).filter(|kind| schema.link(kind).is_some());
    let mut kind = held.unwrap_or_else(|| first.name.clone());
    row_ui(ui, "New link", "", |ui| {
        choice_ui(ui, "new link", "Kind of a new link", &titled(&kind), "", |ui| {
            for link in &schema.links {
                if ui.selectable_label(link.name == kind, titled(&link.name)).clicked() {
                    ui.data_mut(|data| data.insert_temp(id, link.name.clone()));
                    kind = link.name.clone();
                }
            }
        });
        let check = |typed: &str| match of.document().space(typed.trim()) {
            Some(to) if to.key == space.key => Err("a link can't lead to its own space".to_owned()),
            Some(_) => Ok(()),
            None => Err(format!("no space has the id {typed:?}")),
        };
        let lines = Lines { hint: "id of a space", docs: "The id of the space that the new link leads to", rows: 1 };
        let typed = text_ui(ui, ("to", space.key), "New link to", "", lines, check);
        let to = typed.and_then(|typed| of.document().space(typed.trim()));
        let link = to.and_then(|to| pen::link(of.document(), schema, &kind, &Fields::default(), space.key, to.key));
        acts.extend(link.map(edit));
        let pick = ui.small_button("Pick on the board").on_hover_text("Click the space that the new link leads to");
        if pick.clicked() {
            acts.push(Act::Pick(Pick::LinkFrom(kind.clone(), space.key)));
        }
    });
}
