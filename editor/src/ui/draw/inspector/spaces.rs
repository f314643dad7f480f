//! Spaces: their names, places, fields, order of progress, links and paths.

use interpreter::data::track::TURNS;

use super::{Selected, edit, fields, links, place, section, sizes, turned};
use crate::drawing::ids::is_good;
use crate::drawing::looks::of_space;
use crate::drawing::says::FieldValue;
use crate::drawing::{Document, Edit, Item, Key, List};
use crate::looks::Shape;
use crate::ui::draw::Act;
use crate::ui::draw::field::{Lines, MIXED, Number, Turned, choice_ui, number_ui, row_ui, text_ui};
use crate::words::capital;

/// The fields that the spaces of every game may have.
const BUILT_IN: [&str; 8] = ["id", "at", "name", "shape", "size", "length", "turn", "table"];

/// Shows one or many spaces.
pub fn spaces_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let groups = &of.draw.desk.palette.brushes;
    match of.one() {
        Some(item) => {
            ui.heading(capital(&of.document().called(&item.id)));
            let taken = |typed: &str| match typed.trim() {
                id if !is_good(id) => Err("letters, digits, _ and -, at most 60".to_owned()),
                id if of.document().space(id).is_some_and(|other| other.key != item.key) => {
                    Err(format!("there is already a space {id}"))
                }
                _ => Ok(()),
            };
            let docs = "The name used by links and rules. They follow when you change it";
            let typed = row_ui(ui, "Id", docs, |ui| text_ui(ui, ("id", item.key), "Id", &item.id, lines(docs, ""), taken));
            acts.extend(typed.map(|id| edit(Edit::Rename { key: item.key, id: id.trim().into() })));
        }
        None => {
            ui.heading(format!("{} spaces", of.items.len()));
            let called = |(_, item): &(List, &Item)| of.document().called(&item.id);
            let shown = match of.items.as_slice() {
                [first, .., last] if of.items.len() > 4 => format!("{} … {}", called(first), called(last)),
                items => items.iter().map(called).collect::<Vec<_>>().join(", "),
            };
            ui.weak(shown);
        }
    }
    name_ui(ui, of, acts);
    fields::fields_ui(ui, of, groups, acts);
    section(ui, "Place");
    place::middle_ui(ui, of, acts);
    let measure = |docs: &'static str| Number { docs, ..Number::millimetres(0.1, 10_000.0) };
    // As long as it is wide.
    let usual = sizes::selection_ui(ui, of, acts);
    place::measure_ui(ui, of, "length", "Length", &measure("Along its direction, if that differs from its size"), usual, acts);
    direction_ui(ui, of, acts);
    shape_ui(ui, of, acts);
    if of.items.len() > 1 {
        place::arrange_ui(ui, of, acts);
    }
    section(ui, "Order of progress");
    order_ui(ui, of, acts);
    links::links_ui(ui, of, acts);
    links::lines_ui(ui, of, acts);
    fields::unknown_ui(ui, of, groups, &BUILT_IN, acts);
}

fn lines<'a>(docs: &'a str, hint: &'a str) -> Lines<'a> {
    Lines { docs, hint, rows: 1 }
}

/// Shows the name for players.
pub fn name_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let now = of.said("name");
    let shown = now.value().and_then(|value| crate::drawing::fields::text(value)).unwrap_or_default();
    let hint = if now == FieldValue::Mixed { MIXED } else { "none" };
    let docs = "Shown to players";
    let typed = row_ui(ui, "Name", docs, |ui| text_ui(ui, ("name", of.id()), "Name", &shown, lines(docs, hint), |_| Ok(())));
    let Some(typed) = typed else { return };
    acts.push(edit(match typed.trim() {
        "" => Edit::Set { keys: of.keys(), name: "name".into(), value: None },
        name => Edit::say(of.keys(), "name", name),
    }));
}

/// Shows the direction of spaces: along their links, or as somebody has turned them.
fn direction_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let said = of.said("turn");
    let given = said.value().and_then(|value| crate::drawing::fields::number(value));
    let drawn = of.items.first().and_then(|(_, item)| of.draw.canvas.direction(item.key)).unwrap_or(0.0);
    let docs = "The direction of arrows and signs on it, in degrees clockwise from the right; R rotates it";
    let set = |turn: Option<f64>| Edit::Set {
        keys: of.keys(),
        name: "turn".into(),
        value: turn.map(|turn| format!("{}", (turn * 100.0).round() / 100.0).into()),
    };
    row_ui(ui, "Direction", docs, |ui| {
        ui.horizontal_wrapped(|ui| {
            let number = Number { range: TURNS, speed: 1.0, unit: "°", decimals: 1, docs };
            let change = number_ui(ui, ("turn", of.id()), "Direction", given.unwrap_or(drawn), &number);
            acts.extend(change.map(|change| turned(change, |turn| set(Some(turn)))));
            match said {
                FieldValue::Mixed => drop(ui.weak(MIXED)),
                FieldValue::Usual(_) if of.one().is_none() => drop(ui.weak("auto for each")),
                FieldValue::Usual(_) => drop(ui.weak("auto")),
                FieldValue::Own(_) => drop(ui.weak("set by hand")),
            }
            if !matches!(said, FieldValue::Usual(_)) && ui.small_button("Auto").on_hover_text("Follow the links again").clicked()
            {
                acts.push(edit(set(None)));
            }
        });
    });
}

fn shape_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let now = of.said("shape");
    let word = now.value().and_then(|value| crate::drawing::fields::text(value));
    let (schema, manifest) = (&of.draw.desk.drawing.schema, of.draw.desk.manifest());
    let mut round = of.items.iter().map(|(_, item)| of_space(manifest, schema, item).is_round);
    let first = round.next().unwrap_or(false);
    // The default shape depends on the game, which may draw spaces round.
    let usual = if round.any(|other| other != first) {
        "default"
    } else if first {
        "default: round"
    } else {
        "default: square"
    };
    let shown = match (&now, word.as_deref()) {
        (FieldValue::Mixed, _) => MIXED,
        (_, Some(word)) if Shape::of(word) == Some(Shape::Round) => "round",
        (_, Some(_)) => "square",
        (_, None) => usual,
    };
    row_ui(ui, "Shape", "", |ui| {
        choice_ui(ui, ("shape", of.id()), "Shape", shown, "The shape of the space", |ui| {
            for (title, value) in [(usual, None), ("square", Some("square")), ("round", Some("circle"))] {
                if ui.selectable_label(shown == title, title).clicked() && shown != title {
                    let value = value.map(|value| crate::drawing::fields::quoted(value).into());
                    acts.push(edit(Edit::Set { keys: of.keys(), name: "shape".into(), value }));
                }
            }
        });
    });
}

/// Shows their place in the file, which is the order of progress.
fn order_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let spaces = of.document().spaces();
    let at = |key: Key| spaces.iter().position(|space| space.key == key);
    let keys = of.keys();
    let (Some(first), Some(last)) = (keys.first().and_then(|k| at(*k)), keys.last().and_then(|k| at(*k))) else { return };
    let docs = "Counted from the first space, in the order of the file";
    row_ui(ui, "Number", docs, |ui| {
        ui.horizontal_wrapped(|ui| {
            if let Some(item) = of.one() {
                let number = Number { docs, speed: 0.1, ..Number::whole(1, spaces.len() as i32) };
                if let Some(Turned::Typed(n)) = number_ui(ui, ("order", item.key), "Number", (first + 1) as f64, &number) {
                    acts.extend(moved(of.document(), item.key, n as usize - 1).map(edit));
                }
                ui.weak(format!("of {}", spaces.len()));
            } else {
                ui.label(format!("{} to {} of {}", first + 1, last + 1, spaces.len()));
            }
        });
        ui.horizontal_wrapped(|ui| {
            let earlier = ui.add_enabled(first > 0, egui::Button::new("Earlier").small());
            if earlier.on_hover_text("Move it before the previous space").clicked() {
                let keys = keys.iter().copied().chain(first.checked_sub(1).map(|n| spaces[n].key)).collect();
                acts.push(edit(Edit::Order { list: List::Spaces, keys }));
            }
            let later = ui.add_enabled(last + 1 < spaces.len(), egui::Button::new("Later").small());
            if later.on_hover_text("Move it after the next space").clicked() {
                let keys = spaces.get(last + 1).map(|space| space.key).into_iter().chain(keys.iter().copied()).collect();
                acts.push(edit(Edit::Order { list: List::Spaces, keys }));
            }
        });
    });
}

/// Returns the edit that moves a space to this place in the order, counted from 0.
fn moved(document: &Document, key: Key, to: usize) -> Option<Edit> {
    let spaces = document.spaces();
    let at = spaces.iter().position(|space| space.key == key)?;
    let to = to.min(spaces.len() - 1);
    let between = |from: usize, to: usize| spaces[from..to].iter().map(|space| space.key);
    let keys: Vec<Key> = if to < at {
        std::iter::once(key).chain(between(to, at)).collect()
    } else {
        between(at + 1, to + 1).chain([key]).collect()
    };
    (to != at).then_some(Edit::Order { list: List::Spaces, keys })
}
