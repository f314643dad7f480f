//! The settings of the tool in hand, as numbers and plain words.

use std::sync::Arc;

use egui::WidgetInfo;
use egui::accesskit::Role;

use crate::drawing::hand::{Settings, Tool};
use crate::drawing::looks::{Look, of_space};
use crate::drawing::palette::Pen;
use crate::drawing::says::FieldValue;
use crate::drawing::schema::Link;
use crate::drawing::tools::course::MOST_LANES;
use crate::drawing::{Fields, Item};
use crate::ui::draw::Draw;
use crate::ui::draw::field::{Number, Turned, ValueChange, choice_ui, number_ui, row_ui, value_ui};
use crate::ui::draw::layers::layer_ui;
use crate::ui::draw::shapes::{Change, look_ui};
use crate::ui::draw::swatch::{Sample, sample_ui};
use crate::ui::words::{titled, without_citations};

/// The width of a grid at first, in millimetres.
pub const GRID: f64 = 5.0;

/// The setting by which a line comes round to its start.
pub const CLOSED: &str = "Closed loop";

/// The side of the sample of the next space, in points.
const SAMPLE: f32 = 24.0;

/// Shows the settings of the tool in hand. Returns the new ones if any was changed.
pub fn settings_ui(ui: &mut egui::Ui, draw: &Draw) -> Option<Settings> {
    let tool = draw.desk.hand.tool;
    let mut settings = draw.desk.hand.settings.clone();
    let before = settings.clone();
    let (s, schema) = (&mut settings, &draw.desk.drawing.schema);
    match tool {
        Tool::Course | Tool::Grid => {
            if tool == Tool::Grid {
                count(
                    ui,
                    "Segments",
                    "The number of segments in each lane, from the line's start to its end",
                    &mut s.segments,
                    1,
                    2_000,
                );
            } else {
                let docs = "The distance from the middle of a space to the next; the line is filled evenly";
                measure(ui, "Spacing", docs, &mut s.every, 0.5, 1_000.0);
            }
            let docs = "The number of lanes: rows of spaces side by side, counted from the inside";
            count(ui, "Lanes", docs, &mut s.lanes, 1, MOST_LANES);
            if s.lanes > 1 {
                measure(ui, "Lane width", "The distance from the middle of a lane to the next", &mut s.lane_width, 0.5, 1_000.0);
            }
            closed_ui(ui, draw.desk.hand.is_branch(), &mut s.is_closed);
            branch_ui(ui, draw, s);
            if tool == Tool::Course
                && s.lanes == 1
                && let Some(kind) = s.path_kind(schema)
            {
                let docs = "A path of this kind joins the spaces of each new course";
                ui.checkbox(&mut s.adds_path, format!("Join by a path: {}", titled(&kind))).on_hover_text(docs);
                if s.adds_path {
                    fields_ui(ui, &kind, &draw.desk.palette.paths, &mut s.path_fields);
                }
            }
            new_spaces_ui(ui, draw, s);
        }
        Tool::Space => new_spaces_ui(ui, draw, s),
        Tool::Paint => {
            let said = match (&s.stamp, &s.brush) {
                (Some(stamp), _) if stamp.is_whole => format!("All values of {}", stamp.name),
                (Some(stamp), _) => stamp.name.to_string(),
                (None, Some((field, Some(value)))) => format!("{}: {}", titled(field), plain(value)),
                (None, Some((field, None))) => format!("{}: default", titled(field)),
                (None, None) => "Choose a brush in the palette.".to_owned(),
            };
            ui.label(said);
            if s.stamp.is_some() && ui.button("Put the stamp away").clicked() {
                s.stamp = None;
            }
            measure(ui, "Radius", "Spaces whose edge is nearer than this are painted", &mut s.brush_radius, 0.0, 200.0);
        }
        Tool::Link => {
            let kind = s.link_kind(schema);
            kind_ui(ui, (kind, &draw.desk.palette.links), &mut s.link_fields, "These rules have no links.");
        }
        Tool::Path => {
            let kind = s.path_kind(schema);
            kind_ui(ui, (kind, &draw.desk.palette.paths), &mut s.path_fields, "These rules have no paths.");
        }
        Tool::Label => {
            measure(ui, "Text height", "The height of the letters in a new label", &mut s.letters, 0.5, 200.0);
            let chosen = row_ui(ui, "Layer", "The layer of a new label", |ui| layer_ui(ui, Some(s.label_layer)));
            s.label_layer = chosen.unwrap_or(s.label_layer);
        }
        Tool::Area => shape_ui(ui, true, draw.sheet(), &mut s.area),
        Tool::Stroke => shape_ui(ui, false, draw.sheet(), &mut s.stroke),
        Tool::Measure => count(ui, "Steps", "The number of steps shown from the clicked space", &mut s.steps, 1, 1_000),
        Tool::Reshape => {
            ui.checkbox(&mut s.is_even, "Space evenly").on_hover_text(
                "Spread all spaces of the course again when its line is pulled, lengthened or closed. Off: only the spaces beside the node move",
            );
        }
        Tool::Select | Tool::Erase | Tool::Picture | Tool::Template => {}
    }
    if matches!(
        tool,
        Tool::Select
            | Tool::Reshape
            | Tool::Course
            | Tool::Grid
            | Tool::Space
            | Tool::Label
            | Tool::Area
            | Tool::Stroke
            | Tool::Template
    ) {
        ui.checkbox(&mut s.aids.snaps, "Snap to neighbours")
            .on_hover_text("Snap to the column or row of things nearby (hold Ctrl not to snap)");
        let mut has_grid = s.aids.grid.is_some();
        if ui.checkbox(&mut has_grid, "Snap to grid").on_hover_text("Snap to a grid of this width").changed() {
            s.aids.grid = has_grid.then_some(GRID);
        }
        if let Some(side) = &mut s.aids.grid {
            measure(ui, "Grid", "The distance between grid lines", side, 0.1, 200.0);
        }
    }
    (settings != before).then_some(settings)
}

/// Shows whether the next line comes round. A branch can't: it is then as if it weren't asked for.
fn closed_ui(ui: &mut egui::Ui, is_branch: bool, is_closed: &mut bool) {
    let mut is_on = *is_closed && !is_branch;
    let shown = ui.add_enabled(!is_branch, egui::Checkbox::new(&mut is_on, CLOSED));
    let shown = shown.on_hover_text("When this line ends, its last space leads to its first");
    let shown = shown.on_disabled_hover_text("This line goes on from a space, so it has no start of its own to lead back to");
    if shown.changed() {
        *is_closed = is_on;
    }
}

/// Shows the look of the next area or stroke.
fn shape_ui(ui: &mut egui::Ui, is_area: bool, sheet: egui::Vec2, look: &mut Fields) {
    match look_ui(ui, "new", is_area, sheet, look) {
        Some(Change::Whole(whole)) => *look = whole,
        Some(Change::Field(name, value)) => look.set(name, value),
        Some(Change::Dragged(name, value)) => look.set(name, Some(value)),
        Some(Change::Done) | None => {}
    }
}

/// Returns a value as the palette writes it: `home straight`, `yes`.
fn plain(value: &str) -> String {
    match value {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        value => value.replace('_', " "),
    }
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

/// Shows the kind of the next link or path, and its fields.
fn kind_ui(ui: &mut egui::Ui, (kind, pens): (Option<Arc<str>>, &[Pen]), fields: &mut Fields, none: &str) {
    let Some(kind) = kind else {
        ui.weak(none);
        return;
    };
    ui.label(titled(&kind)).on_hover_text("Choose another kind in the palette");
    fields_ui(ui, &kind, pens, fields);
}

/// Shows the fields of the next link or path.
fn fields_ui(ui: &mut egui::Ui, kind: &Arc<str>, pens: &[Pen], fields: &mut Fields) {
    for group in pens.iter().filter(|pen| pen.kind == *kind).flat_map(|pen| &pen.fields) {
        let said = match fields.get(&group.field.name) {
            Some(value) => FieldValue::Own(value.clone()),
            None => FieldValue::Usual(group.field.default.clone()),
        };
        let (name, docs) = (titled(&group.field.name), without_citations(&group.field.docs));
        let of = format!("{}: {name}", titled(kind));
        match row_ui(ui, &name, &docs, |ui| value_ui(ui, ("pen", kind), group, &of, &said)) {
            Some(ValueChange::To(value)) => fields.set(&group.field.name, value),
            Some(ValueChange::Dragged(value)) => fields.set(&group.field.name, Some(value)),
            _ => {}
        }
    }
}

/// Shows the kind of link by which a course branches off a space that already leads on. If the rules let no tool draw links along a course,
/// it is the kind of all its links.
fn branch_ui(ui: &mut egui::Ui, draw: &Draw, settings: &mut Settings) {
    let schema = &draw.desk.drawing.schema;
    let along = settings.course_kind(schema);
    let is_offered = |link: &&Link| link.drawn.is_none() && (along.is_none() || link.fields.is_empty());
    let kinds: Vec<&Arc<str>> = schema.links.iter().filter(is_offered).map(|link| &link.name).collect();
    if kinds.is_empty() || schema.links.len() < 2 {
        return;
    }
    let (title, docs) = match along {
        Some(_) => ("Linked by", "Links of this kind join the spaces of the course"),
        None => ("Branch by", "A course that begins on a space which already leads on branches off by a link of this kind"),
    };
    let now = along.or_else(|| settings.link.clone()).filter(|link| kinds.contains(&link));
    let shown = now.as_ref().map_or("choose …".to_owned(), |link| titled(link));
    row_ui(ui, title, docs, |ui| {
        choice_ui(ui, "course link", title, &shown, docs, |ui| {
            for kind in kinds {
                if ui.selectable_label(now.as_ref() == Some(kind), titled(kind)).clicked() && now.as_ref() != Some(kind) {
                    (settings.link, settings.link_fields) = (Some(kind.clone()), Fields::default());
                }
            }
        });
    });
}

/// Shows the values of new spaces; a click on one takes it back.
fn new_spaces_ui(ui: &mut egui::Ui, draw: &Draw, settings: &mut Settings) {
    if draw.desk.palette.brushes.is_empty() {
        return;
    }
    let tool = draw.desk.hand.tool;
    let docs = "New spaces get these values. Click brushes in the palette to choose them";
    row_ui(ui, "New spaces", docs, |ui| {
        let said = settings.new.get(&tool).cloned().unwrap_or_default();
        let look = of_space(draw.desk.manifest(), &draw.desk.drawing.schema, &Item { fields: said, ..Item::default() });
        let (rect, _) = ui.allocate_exact_size(egui::vec2(SAMPLE, SAMPLE), egui::Sense::hover());
        sample_ui(ui, rect, Sample::Of(&Look::Space(look.into(), None)));
        let new = settings.new.entry(tool).or_default();
        if new.is_empty() {
            ui.weak("default values").on_hover_text(docs);
        }
        let mut left = None;
        for (field, value) in new.iter() {
            let words = format!("{}: {}", titled(field), plain(value));
            let button = ui.add(egui::Button::new(format!("× {words}")).small().truncate());
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Remove from new spaces: {words}")));
            if button.on_hover_text("New spaces no longer get this value").clicked() {
                left = Some(field.clone());
            }
        }
        if let Some(field) = left {
            new.set(&field, None);
        }
    });
    settings.new.retain(|_, new| !new.is_empty());
}
