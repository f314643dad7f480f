//! The track itself: its name, its sheet and its own fields.

use kurbo::Size;

use super::{changed, edit, section, sizes, turned};
use crate::drawing::document::{SHEETS, written_sheet};
use crate::drawing::fields::quoted;
use crate::drawing::says::FieldValue;
use crate::drawing::{Edit, List};
use crate::ui::draw::field::{Lines, Number, choice_ui, number_ui, row_ui, text_ui, value_ui};
use crate::ui::draw::pick::Pick;
use crate::ui::draw::{Act, Draw};
use crate::ui::words::{titled, without_citations};

/// Shows the track, while nothing on it is selected.
pub fn track_ui(ui: &mut egui::Ui, draw: &Draw, usual_size: f64, acts: &mut Vec<Act>) {
    let document = draw.desk.document();
    let header = document.header();
    ui.heading("Track");
    let said = |name: &'static str, docs: &'static str, rows: usize| (name, docs, rows);
    for (name, docs, rows) in [
        said("name", "Shown on the board and in lists", 1),
        said("author", "The designer of the track", 1),
        said("note", "Anything to know about the track", 3),
    ] {
        let title = titled(name);
        let lines = Lines { docs, rows, ..Lines::default() };
        let typed = row_ui(ui, &title, docs, |ui| text_ui(ui, name, &title, &header.text(name), lines, |_| Ok(())));
        if let Some(typed) = typed {
            let typed = typed.trim();
            let value = (!typed.is_empty()).then(|| quoted(typed).into());
            acts.push(edit(Edit::Track { name: name.into(), value }));
        }
    }
    row_ui(ui, "Game", "The ruleset that the track is drawn for", |ui| {
        let manifest = draw.desk.manifest();
        let title = if manifest.title.is_empty() { header.text("ruleset") } else { manifest.title.to_string() };
        ui.label(title).on_hover_text(header.text("ruleset"));
    });
    section(ui, "Sheet");
    sheet_ui(ui, header.sheet(), acts);
    section(ui, "Spaces");
    sizes::track_ui(ui, draw, usual_size, acts);
    let fields = header.fields();
    if !draw.desk.palette.track.is_empty() {
        section(ui, "Fields of the rules");
    }
    for group in &draw.desk.palette.track {
        let field = &group.field;
        let said = match fields.get(&field.name) {
            Some(value) => FieldValue::Own(value.clone()),
            None => FieldValue::Usual(field.default.clone()),
        };
        let (name, docs) = (titled(&field.name), without_citations(&field.docs));
        let change = row_ui(ui, &name, &docs, |ui| value_ui(ui, "track", group, &name, &said));
        if let Some(change) = change {
            let of = |value| Edit::TrackField { name: field.name.clone(), value };
            acts.push(changed(change, of, Pick::TrackField(field.name.clone())));
        }
    }
    if [List::Spaces, List::Paths, List::Decor].iter().all(|list| document.list(*list).is_empty()) {
        return;
    }
    section(ui, "Contents");
    let steps: usize = document.links().iter().map(|link| link.spaces.len().saturating_sub(1)).sum();
    for (count, one, many) in [
        (document.spaces().len(), "space", "spaces"),
        (steps, "link", "links"),
        (document.paths().len(), "path", "paths"),
        (document.decor().len(), "label, picture, area or stroke", "labels, pictures, areas and strokes"),
    ] {
        if count > 0 {
            ui.label(format!("{count} {}", if count == 1 { one } else { many }));
        }
    }
}

/// Shows the size of the sheet: a standard one, or typed.
fn sheet_ui(ui: &mut egui::Ui, now: Size, acts: &mut Vec<Act>) {
    let set = |size: Size| Edit::Track { name: "sheet".into(), value: Some(written_sheet(size)) };
    let is = |a: f64, b: f64| (a - b).abs() < 0.06;
    let known =
        SHEETS.iter().find(|(_, w, h)| is(now.width, *w) && is(now.height, *h) || is(now.width, *h) && is(now.height, *w));
    let across = now.width >= now.height;
    let way = if now.width == now.height {
        ""
    } else if across {
        " landscape"
    } else {
        " portrait"
    };
    let shown = known.map_or("Custom size".to_owned(), |(name, ..)| format!("{name}{way}"));
    row_ui(ui, "Paper", "", |ui| {
        choice_ui(ui, "paper", "Paper", &shown, "Standard paper sizes", |ui| {
            for (name, w, h) in SHEETS {
                let ways = [(Size::new(h, w), " landscape"), (Size::new(w, h), " portrait")];
                let ways = if w == h { vec![(Size::new(w, h), "")] } else { ways.to_vec() };
                for (size, way) in ways {
                    let is_now = is(size.width, now.width) && is(size.height, now.height);
                    let label = ui.selectable_label(is_now, format!("{name}{way}"));
                    if label.on_hover_text(format!("{} × {} mm", size.width, size.height)).clicked() && !is_now {
                        acts.push(edit(set(size)));
                    }
                }
            }
        });
    });
    for (name, value, other) in [("Width", now.width, now.height), ("Height", now.height, now.width)] {
        let number = Number { speed: 1.0, ..Number::millimetres(10.0, 10_000.0) };
        let change = row_ui(ui, name, "", |ui| number_ui(ui, name, name, value, &number));
        let of = |n: f64| set(if name == "Width" { Size::new(n, other) } else { Size::new(other, n) });
        acts.extend(change.map(|change| turned(change, of)));
    }
    if ui.button("Rotate the sheet").on_hover_text("Swap width and height; the drawing stays where it is").clicked() {
        acts.push(edit(set(Size::new(now.height, now.width))));
    }
}
