//! Labels, pictures, areas and strokes: their text, file or look, place, size and angle.

use std::sync::Arc;

use interpreter::data::manifest::look::rgb;
use interpreter::data::track::decor::{ALIGNS, CROPS, LETTERING, LOOKS, WEIGHTS};

use super::{DRAG, Selected, edit, fields, place, section, turned};
use crate::board::LETTERS;
use crate::drawing::decor::{Sort, sort};
use crate::drawing::fields::text;
use crate::drawing::layers;
use crate::drawing::says::{FieldValue, said};
use crate::drawing::tools::crop;
use crate::drawing::{Deed, Edit, Item, shapes};
use crate::looks::hex;
use crate::ui::draw::Act;
use crate::ui::draw::field::{Lines, MIXED, Number, choice_ui, number_ui, row_ui, text_ui};
use crate::ui::draw::layers::layer_ui;
use crate::ui::draw::looks::colour::colour_ui;
use crate::ui::draw::shapes::{Change, look_ui};
use crate::ui::words::titled;

/// The fields that labels and pictures may have.
const BUILT_IN: [&str; 14] =
    ["kind", "text", "file", "label", "picture", "at", "size", "width", "height", "turn", "opacity", "colour", "layer", "table"];

/// Shows one or many labels, pictures, areas and strokes.
pub fn decor_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let count = |of_sort: Sort| of.items.iter().filter(|(_, item)| sort(item) == of_sort).count();
    let (pictures, labels) = (count(Sort::Picture), count(Sort::Label));
    let drawn = count(Sort::Area) + count(Sort::Stroke);
    ui.heading(match of.one() {
        Some(item) => titled(sort(item).word()),
        None => {
            let first = of.items.first().map(|(_, item)| sort(item));
            let is_one = first.filter(|first| count(*first) == of.items.len());
            is_one.map_or(format!("{} things", of.items.len()), |sort| format!("{} {}s", of.items.len(), sort.word()))
        }
    });
    let (full, short, title, docs) = match pictures {
        0 => ("text", "label", "Text", "The text on the board"),
        _ => ("file", "picture", "File", "A picture file in the track's folder"),
    };
    if pictures.max(labels) == of.items.len() {
        // Files may use either name of the field. The one in use stays.
        let name = if of.items.iter().any(|(_, item)| item.fields.get(short).is_some()) { short } else { full };
        words_ui(ui, of, name, title, Lines { docs, hint: "", rows: 1 }, |_| Ok(()), acts);
    }
    if drawn == of.items.len() {
        shape_ui(ui, of, acts);
    }
    section(ui, "Place");
    place::middle_ui(ui, of, acts);
    let long = |docs: &'static str| Number { docs, ..Number::millimetres(0.1, 10_000.0) };
    if labels == of.items.len() {
        place::measure_ui(ui, of, "size", "Text height", &long("The height of the letters"), LETTERS, acts);
    } else if pictures == of.items.len() {
        place::measure_ui(ui, of, "width", "Width", &long("The width of the picture"), 100.0, acts);
        place::measure_ui(
            ui,
            of,
            "height",
            "Height",
            &long("The height of the picture; by default it keeps its proportions"),
            100.0,
            acts,
        );
    }
    let turn = Number { range: -360.0..=360.0, speed: 1.0, unit: "°", decimals: 1, docs: "In degrees clockwise" };
    if drawn == 0 {
        place::measure_ui(ui, of, "turn", "Rotation", &turn, 0.0, acts);
    }
    if pictures == of.items.len() {
        crop_ui(ui, of, acts);
    }
    let opacity =
        Number { range: 0.0..=100.0, speed: 1.0, unit: " %", decimals: 0, docs: "From 0 % (invisible) to 100 % (opaque)" };
    place::measure_ui(ui, of, "opacity", "Opacity", &opacity, 1.0, acts);
    if labels == of.items.len() {
        letters_ui(ui, of, acts);
    }
    lies_in_ui(ui, of, acts);
    if of.items.len() > 1 {
        place::arrange_ui(ui, of, acts);
    }
    fields::unknown_ui(ui, of, &[], &[&BUILT_IN[..], &CROPS, &LOOKS, &LETTERING, &[shapes::NODES]].concat(), acts);
}

/// Shows how the letters of labels look.
fn letters_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    section(ui, "Letters");
    let now = |name: &str| said(&of.draw.desk.drawing.schema, &of.items, name);
    let mut set = |name: &str, value: Option<Arc<str>>| acts.push(edit(Edit::Set { keys: of.keys(), name: name.into(), value }));
    let choices: [(&str, &str, &str, &[&str], &str); 2] = [
        ("weight", "Weight", "How heavy the letters are", &WEIGHTS.map(|(word, _)| word), "regular"),
        (
            "align",
            "Alignment",
            "Which part of the label stays in place when its text changes",
            &ALIGNS.map(|(word, _)| word),
            "centre",
        ),
    ];
    for (name, title, docs, words, usual) in choices {
        let is = match now(name) {
            FieldValue::Mixed => None,
            value => Some(value.value().and_then(|value| text(value)).unwrap_or(usual.to_owned())),
        };
        let shown = is.as_ref().map_or(MIXED.to_owned(), |is| titled(is));
        row_ui(ui, title, docs, |ui| {
            choice_ui(ui, (name, of.id()), title, &shown, "", |ui| {
                for word in words {
                    if ui.selectable_label(is.as_deref() == Some(word), titled(word)).clicked() && is.as_deref() != Some(word) {
                        set(name, Some(Arc::from(*word)).filter(|_| *word != usual));
                    }
                }
            });
        });
    }
    for (name, title, docs) in [
        ("colour", "Colour", "The colour of the letters"),
        ("halo", "Halo", "The colour of a rim that keeps letters readable on any ground"),
    ] {
        let is = now(name).value().and_then(|value| rgb(&text(value)?));
        let chosen = row_ui(ui, title, docs, |ui| colour_ui(ui, (name, of.id()), title, is));
        if let Some(chosen) = chosen {
            set(name, chosen.map(|colour| format!("{:?}", hex(colour)).into()));
        }
    }
    let mut is_along = of.items.iter().all(|(_, item)| item.fields.is_true("along"));
    let docs = "The letters follow the line of the nearest links, as far beside it as the label lies";
    if ui.checkbox(&mut is_along, "Along the course").on_hover_text(docs).changed() {
        set("along", is_along.then(|| "true".into()));
    }
}

/// Shows the look of areas and strokes.
fn shape_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let Some((_, first)) = of.items.first() else { return };
    let items: Vec<&Item> = of.items.iter().map(|(_, item)| *item).collect();
    let is_area = items.iter().all(|item| sort(item) == Sort::Area);
    let set = |name: &str, value| Edit::Set { keys: of.keys(), name: name.into(), value };
    let id = format!("shape {:?}", of.id());
    acts.extend(look_ui(ui, &id, is_area, of.draw.sheet(), &first.fields).map(|change| match change {
        Change::Whole(look) => edit(shapes::looking(&items, &look)),
        Change::Field(name, value) => edit(set(name, value)),
        Change::Dragged(name, value) => Act::Do(Deed::Drag(DRAG, set(name, Some(value)))),
        Change::Done => Act::Do(Deed::EndDrag),
    }));
}

/// Shows how much of pictures is cut off at each side.
fn crop_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let Some((_, first)) = of.items.first() else { return };
    let number =
        Number { range: 0.0..=98.0, speed: 0.5, unit: " %", decimals: 1, docs: "How much of the picture is cut off there" };
    for (n, title) in ["Crop left", "Crop top", "Crop right", "Crop bottom"].into_iter().enumerate() {
        let now = crop::of(first)[n] * 100.0;
        let change = row_ui(ui, title, number.docs, |ui| number_ui(ui, (title, of.id()), title, now, &number));
        let cropped = |item: &Item, percent: f64| {
            let mut shares = crop::of(item);
            shares[n] = percent / 100.0;
            crop::to_shares(item, shares)
        };
        let all = |percent| {
            let edits = of.items.iter().filter_map(|(_, item)| cropped(item, percent)).collect();
            Edit::All("crop the picture".to_owned(), edits)
        };
        acts.extend(change.map(|change| turned(change, all)));
    }
}

fn lies_in_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    let mut lie_in = of.items.iter().map(|(_, item)| layers::of(item));
    let first = lie_in.next();
    let common = first.filter(|first| lie_in.all(|layer| layer == *first));
    let chosen = row_ui(ui, "Layer", "Backdrops and notes are neither played nor printed", |ui| layer_ui(ui, common));
    acts.extend(chosen.map(|layer| Act::Do(Deed::ToLayer(layer))));
}

fn words_ui(
    ui: &mut egui::Ui,
    of: &Selected<'_>,
    name: &str,
    title: &str,
    lines: Lines<'_>,
    check: impl Fn(&str) -> Result<(), String>,
    acts: &mut Vec<Act>,
) {
    let now = said(&of.draw.desk.drawing.schema, &of.items, name);
    let shown = now.value().and_then(|value| text(value)).unwrap_or_default();
    let lines = Lines { hint: if now == FieldValue::Mixed { MIXED } else { lines.hint }, ..lines };
    let typed = row_ui(ui, title, lines.docs, |ui| text_ui(ui, (name, of.id()), title, &shown, lines, check));
    acts.extend(typed.map(|typed| {
        edit(match typed.trim() {
            "" => Edit::Set { keys: of.keys(), name: name.into(), value: None },
            words => Edit::say(of.keys(), name, words),
        })
    }));
}
