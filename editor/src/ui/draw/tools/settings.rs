//! How the tool in hand works, in numbers and plain words.

use eframe::egui;

use crate::drawing::hand::{Settings, Tool};
use crate::drawing::tools::course::MOST_LANES;
use crate::ui::draw::Draw;
use crate::ui::draw::field::{Number, Turned, choice_ui, number_ui, row_ui};
use crate::ui::draw::swatch::{self, Sample};
use crate::ui::words::titled;

/// The settings of the tool in hand; others when one was changed.
pub fn settings_ui(ui: &mut egui::Ui, draw: &Draw) -> Option<Settings> {
    let tool = draw.desk.hand.tool;
    let mut settings = draw.desk.hand.settings.clone();
    let before = settings.clone();
    let s = &mut settings;
    match tool {
        Tool::Course | Tool::Grid => {
            if tool == Tool::Grid {
                count(ui, "Segments", "Segments of each lane, from the line's start to its end", &mut s.segments, 1, 2_000);
            } else {
                let docs = "From the middle of a space to that of the next; the line is filled evenly";
                measure(ui, "Every", docs, &mut s.every, 0.5, 1_000.0);
            }
            count(ui, "Lanes", "Lanes beside each other; they count from the inside", &mut s.lanes, 1, MOST_LANES);
            if s.lanes > 1 {
                measure(ui, "Lane width", "From the middle of a lane to that of the next", &mut s.lane_width, 0.5, 1_000.0);
            }
            let docs = "The last space leads to the first one when the line is ended";
            ui.checkbox(&mut s.is_closed, "Comes round to its start").on_hover_text(docs);
            new_spaces_ui(ui, draw, s);
        }
        Tool::Space => new_spaces_ui(ui, draw, s),
        Tool::Paint => {
            let said = match &s.brush {
                Some((field, Some(value))) => format!("{}: {}", titled(field), value.replace('_', " ")),
                Some((field, None)) => format!("{}: nothing", titled(field)),
                None => "Choose a brush below.".to_owned(),
            };
            ui.label(said);
            measure(ui, "Brush radius", "Spaces whose edge is nearer than this are painted", &mut s.brush_radius, 0.0, 200.0);
        }
        Tool::Link => {
            ui.label(s.link.as_deref().map_or("Choose a link below.".to_owned(), titled));
        }
        Tool::Path => {
            ui.label(s.path.as_deref().map_or("Choose a line below.".to_owned(), titled));
        }
        Tool::Label => measure(ui, "Letters", "How high the letters of a new label are", &mut s.letters, 0.5, 200.0),
        Tool::Measure => count(ui, "Steps", "How many steps are shown from the space that is clicked", &mut s.steps, 1, 1_000),
        Tool::Select | Tool::Erase | Tool::Picture => {}
    }
    if matches!(tool, Tool::Select | Tool::Course | Tool::Grid | Tool::Space | Tool::Label) {
        ui.checkbox(&mut s.snaps, "Snap to neighbours")
            .on_hover_text("Places take the column or row of what lies near (Ctrl: not now)");
        let mut has_grid = s.grid.is_some();
        if ui.checkbox(&mut has_grid, "Snap to a grid").on_hover_text("Places lie on a grid of this width").changed() {
            s.grid = has_grid.then_some(5.0);
        }
        if let Some(side) = &mut s.grid {
            measure(ui, "Grid", "From line to line", side, 0.1, 200.0);
        }
    }
    (settings != before).then_some(settings)
}

fn measure(ui: &mut egui::Ui, name: &str, docs: &str, value: &mut f64, low: f64, high: f64) {
    let number = Number { docs, ..Number::millimetres(low, high) };
    turn(ui, name, number, value);
}

fn count(ui: &mut egui::Ui, name: &str, docs: &str, value: &mut usize, low: usize, high: usize) {
    let number = Number { docs, speed: 0.05, ..Number::whole(low as i32, high as i32) };
    let mut float = *value as f64;
    turn(ui, name, number, &mut float);
    *value = float.round().clamp(low as f64, high as f64) as usize;
}

fn turn(ui: &mut egui::Ui, name: &str, number: Number<'_>, value: &mut f64) {
    let turned = row_ui(ui, name, number.docs, |ui| number_ui(ui, name, name, *value, &number));
    if let Some(Turned::Dragged(n) | Turned::Typed(n)) = turned {
        *value = n;
    }
}

/// What new spaces say of themselves.
fn new_spaces_ui(ui: &mut egui::Ui, draw: &Draw, settings: &mut Settings) {
    let groups = &draw.desk.palette.brushes;
    if groups.iter().all(|group| group.brushes.is_empty()) {
        return;
    }
    let shown = match &settings.brush {
        Some((field, Some(value))) => format!("{}: {}", titled(field), value.replace('_', " ")),
        _ => "nothing special".to_owned(),
    };
    let mut brush = None;
    row_ui(ui, "New spaces", "What new spaces say of themselves", |ui| {
        choice_ui(ui, "new spaces", "New spaces", &shown, "What new spaces say of themselves", |ui| {
            if ui.selectable_label(settings.brush.is_none(), "nothing special").clicked() {
                brush = Some(None);
            }
            for group in groups.iter().filter(|group| !group.brushes.is_empty()) {
                ui.weak(titled(&group.field.name));
                for one in group.brushes.iter().filter(|brush| !group.field.is_default(&brush.value)) {
                    let wanted = Some((group.field.name.clone(), Some(one.value.clone())));
                    let sample = if swatch::is_plain(&one.look) { Sample::Nothing } else { Sample::Tile(&one.look) };
                    if swatch::button_ui(ui, settings.brush == wanted, sample, &one.title).clicked() {
                        brush = Some(wanted);
                    }
                }
            }
        });
    });
    if let Some(brush) = brush {
        settings.brush = brush;
    }
}
