//! The look of areas and strokes: of new ones among the settings of their tools, and of those that are selected in the inspector.

use std::sync::Arc;

use interpreter::data::manifest::look::{DASHES, PATTERNS, rgb};
use interpreter::data::track::decor::SCATTERS;

use super::field::{Number, Turned, choice_ui, number_ui, row_ui};
use super::looks::colour::colour_ui;
use crate::board::art::areas::usual_width;
use crate::drawing::{Fields, shapes};
use crate::looks::hex;
use crate::ui::words::titled;

/// A change of a look.
pub enum Change {
    /// It is this whole look from now on.
    Whole(Fields),
    /// One of its fields; `None` for the default.
    Field(&'static str, Option<Arc<str>>),
    /// The same while it is dragged.
    Dragged(&'static str, Arc<str>),
    Done,
}

/// Shows a look: that of an area, or of a stroke, on a sheet of this size.
pub fn look_ui(ui: &mut egui::Ui, id: &str, is_area: bool, sheet: egui::Vec2, now: &Fields) -> Option<Change> {
    let mut change = None;
    if is_area {
        let is_now = |look: &Fields| interpreter::data::track::decor::LOOKS.iter().all(|name| look.get(name) == now.get(name));
        let shown = shapes::looks().find(|(_, look)| is_now(look)).map_or("own".into(), |(name, _)| name);
        let docs = "Colours, pattern and what stands in it, to begin with";
        row_ui(ui, "Look", docs, |ui| {
            choice_ui(ui, (id, "look"), "Look", &shown, docs, |ui| {
                for (name, look) in shapes::looks() {
                    if ui.selectable_label(*name == *shown, &*name).clicked() {
                        change = Some(Change::Whole(look));
                    }
                }
            });
        });
    }
    let colour = |ui: &mut egui::Ui, name: &'static str, title: &str, docs: &str| {
        let of = now.text(name).and_then(|text| rgb(&text));
        let chosen = row_ui(ui, title, docs, |ui| colour_ui(ui, (id, name), title, of))?;
        Some(Change::Field(name, chosen.map(|colour| format!("{:?}", hex(colour)).into())))
    };
    let mut all = vec![colour(ui, "colour", "Colour", if is_area { "What fills it" } else { "The colour of the line" })];
    if is_area {
        all.push(words(ui, id, ("pattern", "Pattern", "Drawn over the colour"), &PATTERNS.map(|(word, _)| word), now));
        all.push(colour(ui, "edge", "Edge", "The colour of the line around it"));
    }
    all.push(width(ui, id, usual_width(is_area, sheet).into(), now));
    all.push(words(ui, id, ("dash", "Line", "Where the line is interrupted"), &DASHES.map(|(word, _)| word), now));
    for (name, _) in SCATTERS.into_iter().filter(|_| is_area) {
        let docs = "How densely they are strewn over it";
        let share = Number { range: 0.0..=100.0, speed: 1.0, unit: " %", decimals: 0, docs };
        all.push(percent(ui, id, (name, &titled(name)), share, now));
    }
    change.or(all.into_iter().flatten().next())
}

/// Shows one of several words, or none.
fn words(
    ui: &mut egui::Ui,
    id: &str,
    (name, title, docs): (&'static str, &str, &str),
    words: &[&'static str],
    now: &Fields,
) -> Option<Change> {
    let (mut change, of) = (None, now.text(name));
    row_ui(ui, title, docs, |ui| {
        let shown = of.as_deref().map_or("default".to_owned(), titled);
        choice_ui(ui, (id, name), title, &shown, docs, |ui| {
            if ui.selectable_label(of.is_none(), "default").clicked() {
                change = Some(Change::Field(name, None));
            }
            for word in words {
                if ui.selectable_label(of.as_deref() == Some(word), titled(word)).clicked() {
                    change = Some(Change::Field(name, Some((*word).into())));
                }
            }
        });
    });
    change
}

/// Shows the width of the line, with the one that it has by default.
fn width(ui: &mut egui::Ui, id: &str, usual: f64, now: &Fields) -> Option<Change> {
    let (name, title, given) = ("width", "Width", now.number("width"));
    let number = Number { docs: "The width of the line", ..Number::millimetres(0.1, 100.0) };
    row_ui(ui, title, number.docs, |ui| {
        ui.horizontal_wrapped(|ui| {
            let change = number_ui(ui, (id, name), title, given.unwrap_or(usual), &number);
            let is_reset = match given {
                Some(_) => ui.small_button("Reset").on_hover_text("Use the default value").clicked(),
                None => {
                    ui.weak("default");
                    false
                }
            };
            if is_reset { Some(Change::Field(name, None)) } else { change.map(|turned| changed(name, turned, 1.0)) }
        })
        .inner
    })
}

/// Shows a share in percent; 0 is left out.
fn percent(ui: &mut egui::Ui, id: &str, (name, title): (&'static str, &str), number: Number<'_>, now: &Fields) -> Option<Change> {
    let of = now.number(name).unwrap_or(0.0) * 100.0;
    let change = row_ui(ui, title, number.docs, |ui| number_ui(ui, (id, name), title, of, &number))?;
    Some(if change == Turned::Typed(0.0) { Change::Field(name, None) } else { changed(name, change, 100.0) })
}

/// The change of a number, whose value in files is that many times smaller.
fn changed(name: &'static str, turned: Turned, times: f64) -> Change {
    let written = |n: f64| Arc::from(((n / times * 100.0).round() / 100.0).to_string());
    match turned {
        Turned::Dragged(n) => Change::Dragged(name, written(n)),
        Turned::Typed(n) => Change::Field(name, Some(written(n))),
        Turned::Done => Change::Done,
    }
}
