//! How wide tiles are: those of the track, those of all spaces with a value, and those of the selection; and which pawns stand on them.

use super::{Selected, edit, place, turned};
use crate::drawing::fields::{millimetres, number};
use crate::drawing::says::FieldValue;
use crate::drawing::tiles::{self, Meant, TileSizes};
use crate::drawing::{Edit, Key};
use crate::ui::draw::field::{Number, number_ui, row_ui};
use crate::ui::draw::{Act, Draw};
use crate::ui::words::titled;

/// How wide the pawns are that are told beside a size, in millimetres: wooden cubes, common pawns, large ones.
const PAWNS: [f64; 3] = [8.0, 12.0, 16.0];
/// What gives all spaces with a value a size.
const OF_ALL: (&str, &str) = ("Size of all …", "Give all spaces with the same value a size of their own");

/// Shows how wide spaces are that have no size of their own, and those with values that have one.
pub fn track_ui(ui: &mut egui::Ui, draw: &Draw, now: f64, acts: &mut Vec<Act>) {
    let header = draw.desk.document().header();
    let set = |side: f64| Edit::Track { name: "tile".into(), value: Some(millimetres(side).into()) };
    let docs = "The width of spaces without a size of their own; it never changes by itself";
    let side = header.tile().unwrap_or(now);
    let change = row_ui(ui, "Tile size", docs, |ui| number_ui(ui, "tile", "Tile size", side, &measure(docs)));
    acts.extend(change.map(|change| turned(change, set)));
    pawns_ui(ui, side);
    let sizes = header.tiles();
    sizes.iter().for_each(|(name, size)| value_ui(ui, draw, name, *size, acts));
    let groups = draw.desk.palette.brushes.iter().map(|group| (&group.field, tiles::values(&group.field)));
    let free = |name: &str| !sizes.iter().any(|(of, _)| **of == *name);
    let groups: Vec<_> = groups
        .map(|(field, values)| (field, values.map(|(name, _)| name).filter(|name| free(name)).collect::<Vec<_>>()))
        .collect();
    if groups.iter().all(|(_, names)| names.is_empty()) {
        return;
    }
    let menu = ui.menu_button(OF_ALL.0, |ui| {
        for (field, names) in groups.iter().filter(|(_, names)| !names.is_empty()) {
            ui.menu_button(titled(&field.name), |ui| {
                for name in names {
                    if ui.button(titled(&tiles::title(name))).clicked() {
                        acts.push(edit(tiles::sized(header, name, Some(side), vec![])));
                    }
                }
            });
        }
    });
    menu.response.on_hover_text(OF_ALL.1);
}

/// Shows the size of the selection, and those of values that all of it shares. Returns the size, or the usual one if there are several.
pub fn selection_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) -> f64 {
    let (header, schema) = (of.document().header(), &of.draw.desk.drawing.schema);
    let sizes = TileSizes::of(header, schema);
    let mut by_value = of.items.iter().map(|(_, item)| sizes.by_value(&item.fields));
    let first = by_value.next().flatten();
    let usual = if by_value.all(|size| size == first) { first.unwrap_or(of.usual_size) } else { of.usual_size };
    let docs = "From edge to edge; by default that of all spaces with its value, or the track's tile size";
    let range = Number { docs, ..Number::millimetres(0.1, 10_000.0) };
    place::measure_ui(ui, of, "size", "Size", &range, usual, acts);
    let said = of.said("size");
    let now = said.value().and_then(|value| number(value)).unwrap_or(usual);
    if said != FieldValue::Mixed {
        pawns_ui(ui, now);
    }
    let is_shared = |name: &str| {
        let meant = Meant::by(name, schema);
        of.items.iter().all(|(_, item)| meant.is(&item.fields))
    };
    let known = header.tiles();
    let shared = known.iter().filter(|(name, _)| is_shared(name));
    shared.for_each(|(name, size)| value_ui(ui, of.draw, name, *size, acts));
    if !schema.space.iter().any(|field| tiles::values(field).next().is_some()) {
        return now;
    }
    let menu = ui.menu_button(OF_ALL.0, |ui| {
        let names = schema.space.iter().flat_map(tiles::values).map(|(name, _)| name);
        let names: Vec<String> = names.filter(|name| !known.iter().any(|(of, _)| **of == **name) && is_shared(name)).collect();
        for name in &names {
            let meant = Meant::by(name, schema);
            let count = of.document().spaces().iter().filter(|space| meant.is(&space.fields)).count();
            let spaces = if count == 1 { "space" } else { "spaces" };
            if ui.button(format!("{}: {count} {spaces}", titled(&tiles::title(name)))).clicked() {
                let own: Vec<Key> = of.keys();
                acts.push(edit(tiles::sized(header, name, Some(now), own)));
            }
        }
        if names.is_empty() {
            ui.weak("The selection shares no value");
        }
    });
    menu.response.on_hover_text(OF_ALL.1);
    now
}

/// Shows the size of all spaces with a value.
fn value_ui(ui: &mut egui::Ui, draw: &Draw, name: &str, size: f64, acts: &mut Vec<Act>) {
    let header = draw.desk.document().header();
    let title = format!("Spaces: {}", tiles::title(name));
    let docs =
        "The width of spaces with this value that have no size of their own. Of several such values, the last one listed counts";
    row_ui(ui, &title, docs, |ui| {
        ui.horizontal_wrapped(|ui| {
            let change = number_ui(ui, ("size of all", name), &title, size, &measure(docs));
            acts.extend(change.map(|change| turned(change, |size| tiles::sized(header, name, Some(size), vec![]))));
            if ui.small_button("Reset").on_hover_text("Use the track's tile size").clicked() {
                acts.push(edit(tiles::sized(header, name, None, vec![])));
            }
        });
        pawns_ui(ui, size);
    });
}

fn measure(docs: &str) -> Number<'_> {
    Number { docs, speed: 0.1, ..Number::millimetres(1.0, 500.0) }
}

/// Says how many pawns stand on a tile.
fn pawns_ui(ui: &mut egui::Ui, side: f64) {
    let room = PAWNS.map(|pawn| {
        let across = (side / pawn).floor();
        let count = if across < 1.0 { "none".to_owned() } else { format!("{}", across * across) };
        format!("{count} of {pawn:.0} mm")
    });
    ui.label(egui::RichText::new(format!("Pawns that fit: {}", room.join(", "))).small().weak())
        .on_hover_text("The number of pawns of this width that fit side by side on a space");
}
