//! What is still to be drawn, step by step, each with what it is drawn with, and ticked once it is done.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Align2, Color32, FontId, RichText, Sense, Stroke, WidgetInfo, pos2, vec2};

use super::palette::{is_taken, with_brush, with_stamp};
use super::problems::{required_by, shown};
use super::swatch::{self, Sample};
use super::{Act, Draw, tools};
use crate::drawing::hand::{Settings, Tool};
use crate::drawing::kit::{Stamp, Template};
use crate::drawing::looks::Look;
use crate::drawing::palette::{Brush, Group};
use crate::drawing::problems::Problem;
use crate::drawing::problems::steps::Step;
use crate::drawing::{Deed, Fields, Palette};
use crate::render::short;
use crate::ui::theme::Theme;
use crate::ui::widget::from_top;
use crate::ui::words::{capital, titled, without_citations, without_ticks};

/// The side of a step's number in points.
const SIDE: f32 = 20.0;

/// So much of what follows the next step comes into view with it, in points.
const AHEAD: f32 = 80.0;

/// What was shown of the steps of a track.
#[derive(Default)]
pub struct StepsShelf {
    is_begun: bool,
    /// The first step that wasn't done, by its place in the list.
    next: Option<usize>,
}

impl StepsShelf {
    /// Brings the first step that isn't done into view, when next they are shown.
    pub fn show_next(&mut self) {
        self.next = Some(usize::MAX);
    }
}

/// Something that a step names, and that a click takes in hand.
enum Means<'a> {
    Brush(&'a Group, &'a Brush),
    Stamp(&'a Arc<Stamp>, &'a Look),
    Link(&'a Arc<str>),
    Path(&'a Arc<str>),
    /// A tool, and whether its line is to come round to its start.
    Tool(Tool, bool),
    /// A template, and how many steps it does.
    Template(&'a Arc<Template>, usize),
}

/// A step as it is listed.
struct Row<'a> {
    words: String,
    means: Vec<Means<'a>>,
    open: Option<&'a Problem>,
    is_done: bool,
}

/// Shows all steps from an empty board to one that can be played.
pub fn steps_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    draw.look_for_problems(ui.ctx());
    let mut acts = vec![];
    let Some((found, is_newest)) = draw.watch.found() else {
        ui.weak("Checking …");
        return acts;
    };
    // Old results fade, but not during the moment that a new check takes.
    let old = ui.ctx().animate_bool_with_time(ui.scope_id().with("old"), !is_newest, 0.4);
    let checked = found.checked.clone();
    let area = from_top("steps", &mut draw.steps.is_begun);
    let before = draw.steps.next;
    let rows = rows(draw, &checked.steps(draw.watch.problems()));
    let next = rows.iter().position(|row| !row.is_done);
    let is_other = before.is_some_and(|before| Some(before) != next);
    let left = rows.iter().filter(|row| !row.is_done).count();
    let has_errors = super::problems::counted(draw).0 > 0;
    area.show(ui, |ui| {
        ui.set_opacity(1.0 - 0.5 * old);
        match (rows.len(), left) {
            (0, _) => drop(ui.weak("The rules ask for nothing in particular: draw what you like.")),
            (_, 0) if has_errors => drop(ui.weak("Everything is drawn. What is wrong with it is listed under Problems.")),
            (_, 0) => drop(ui.weak("Everything that the rules ask for is drawn.")),
            (all, left) => drop(ui.weak(format!("{} of {all} done", all - left))),
        }
        ui.add_space(4.0);
        for (n, row) in rows.iter().enumerate() {
            let is_next = next == Some(n);
            let shown = ui.push_id(("step", n), |ui| row_ui(ui, draw, (n, is_next), row, &mut acts));
            if is_next && is_other {
                // With something of what follows.
                ui.scroll_to_rect(shown.response.rect.with_max_y(shown.response.rect.bottom() + AHEAD), None);
            }
        }
    });
    draw.steps.next = next;
    acts
}

/// Counts what is still to be drawn.
pub fn counted(draw: &Draw) -> usize {
    let Some((found, _)) = draw.watch.found() else { return 0 };
    let rows = rows(draw, &found.checked.steps(draw.watch.problems()));
    rows.iter().filter(|row| !row.is_done).count()
}

/// Returns all steps as they are listed. Spaces come first, unless another step says how to draw them.
fn rows<'a>(draw: &'a Draw, steps: &[Step<'a>]) -> Vec<Row<'a>> {
    let palette = &*draw.desk.palette;
    let step = |step: &Step<'a>| Row {
        words: if step.is_done { done_words(step.says) } else { words(step.says) },
        means: means(step.says, palette).into_iter().chain(templates(step, palette)).collect(),
        open: step.open,
        is_done: step.is_done,
    };
    let mut rows: Vec<Row<'a>> =
        steps.iter().filter(|step| step.open.is_none_or(|open| open.ignored.is_none())).map(step).collect();
    let draws = |means: &Means<'_>| matches!(means, Means::Tool(tool, _) if tool.draws_spaces());
    if !rows.is_empty() && !rows.iter().flat_map(|row| &row.means).any(draws) {
        let is_done = !draw.desk.document().spaces().is_empty();
        rows.insert(
            0,
            Row {
                words: if is_done { "Spaces" } else { "Spaces: click along their way" }.to_owned(),
                means: [Tool::Course, Tool::Grid, Tool::Space].map(|tool| Means::Tool(tool, false)).into(),
                open: None,
                is_done,
            },
        );
    }
    rows
}

/// Shows a step, with the tools, brushes and links that it names; `n` is its place, and whether it is the first that isn't done.
fn row_ui(ui: &mut egui::Ui, draw: &Draw, (n, is_next): (usize, bool), row: &Row<'_>, acts: &mut Vec<Act>) {
    let shown = ui.horizontal_top(|ui| {
        number_ui(ui, n, is_next, row);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.horizontal_wrapped(|ui| {
                let text = RichText::new(&row.words);
                let text = if row.is_done { text.weak() } else { text };
                let places = row.open.filter(|problem| problem.keys().next().is_some());
                let sense = if places.is_some() { Sense::click() } else { Sense::hover() };
                let mut label = ui.add(egui::Label::new(text).wrap().sense(sense));
                let rules = row.open.map(required_by).unwrap_or_default();
                if !rules.is_empty() {
                    label = label.on_hover_text(rules);
                }
                if let Some(problem) = places.filter(|_| label.clicked()) {
                    acts.extend(shown(draw.desk.document(), draw.camera, problem));
                }
                if row.is_done {
                    return;
                }
                for means in &row.means {
                    acts.extend(means_ui(ui, draw, means));
                }
                for fix in row.open.iter().flat_map(|problem| &problem.fixes) {
                    if ui.button(capital(&fix.title)).clicked() {
                        acts.push(Act::Do(Deed::Edit(fix.edit.clone())));
                    }
                }
            });
        });
    });
    shown.response.container_context_menu(|ui| {
        if let Some(problem) = row.open.filter(|problem| problem.keys().next().is_some())
            && ui.button("Show on the board").clicked()
        {
            acts.extend(self::shown(draw.desk.document(), draw.camera, problem));
        }
        if ui.button("Copy text").clicked() {
            ui.ctx().copy_text(row.words.clone());
        }
    });
}

/// Shows the number of a step, or a tick.
fn number_ui(ui: &mut egui::Ui, n: usize, is_next: bool, row: &Row<'_>) {
    // As high as a line with buttons.
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE + 4.0), Sense::hover());
    let name = format!("Step {}{}", n + 1, if row.is_done { ", done" } else { "" });
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, false, row.is_done, &name));
    let (visuals, good) = (ui.visuals(), Theme::of(ui).good);
    let (painter, at) = (ui.painter(), rect.center());
    if row.is_done {
        let tick = [(-4.0, 0.5), (-1.2, 3.3), (4.2, -3.2)].map(|(x, y)| pos2(at.x + x, at.y + y));
        painter.circle_filled(at, SIDE / 2.0 - 1.0, good.gamma_multiply(0.15));
        painter.line(tick.into(), Stroke::new(1.8, good));
        return;
    }
    let ink = if is_next { visuals.strong_text_color() } else { visuals.weak_text_color() };
    painter.circle(at, SIDE / 2.0 - 1.0, Color32::TRANSPARENT, Stroke::new(if is_next { 1.6 } else { 1.0 }, ink));
    painter.text(at, Align2::CENTER_CENTER, n + 1, FontId::proportional(12.0), ink);
}

/// Returns what the rules say as a step: a sentence without the names whose buttons stand beside it.
fn words(says: &str) -> String {
    let says = without_citations(says);
    let says = says.strip_suffix('`').and_then(|says| says.rsplit_once(": `")).map_or(&*says, |(says, _)| says);
    titled(&without_ticks(&short(says)))
}

/// The same once it is done: what has come to be, without how it is drawn.
fn done_words(says: &str) -> String {
    let words = words(says);
    words.split_once(": ").map_or(&*words, |(what, _)| what).to_owned()
}

/// The templates that do a step and others besides.
fn templates<'a>(step: &Step<'a>, palette: &'a Palette) -> Vec<Means<'a>> {
    let template = |(name, count): &(&str, usize)| {
        Some(Means::Template(palette.templates.iter().find(|template| *template.name == **name)?, *count))
    };
    step.templates.iter().filter_map(template).collect()
}

/// What paints a value: the only stamp that has it, which sets what belongs to it besides, else its brush.
fn paints<'a>(palette: &'a Palette, group: &'a Group, brush: &'a Brush) -> Means<'a> {
    let has_it = |stamp: &Stamp| stamp.fields.get(&group.field.name) == Some(&brush.value);
    let mut stamps = palette.stamps.iter().filter(|(stamp, _)| has_it(stamp));
    match (stamps.next(), stamps.next()) {
        (Some((stamp, look)), None) => Means::Stamp(stamp, look),
        _ => Means::Brush(group, brush),
    }
}

/// What a message names: `area: start` is a brush, `around` a kind of link or path, "the Grid tool" a tool, "closed loop" its setting.
fn means<'a>(message: &str, palette: &'a Palette) -> Vec<Means<'a>> {
    let mut found = vec![];
    for named in message.split('`').skip(1).step_by(2) {
        if let Some((field, value)) = named.split_once(": ") {
            let group = palette.brushes.iter().find(|group| *group.field.name == *field);
            let brush = group.and_then(|group| Some((group, group.brushes.iter().find(|brush| *brush.value == *value)?)));
            found.extend(brush.map(|(group, brush)| paints(palette, group, brush)));
        } else if let Some(pen) = palette.links.iter().find(|pen| *pen.kind == *named) {
            found.push(Means::Link(&pen.kind));
        } else if let Some(pen) = palette.paths.iter().find(|pen| *pen.kind == *named) {
            found.push(Means::Path(&pen.kind));
        } else {
            // A bare value, such as `pack`, if only one field has it.
            let mut all = palette.brushes.iter().flat_map(|group| group.brushes.iter().map(move |brush| (group, brush)));
            let mut same = all.by_ref().filter(|(_, brush)| *brush.value == *named);
            if let (Some((group, brush)), None) = (same.next(), same.next()) {
                found.push(paints(palette, group, brush));
            }
        }
    }
    let is_closed = message.to_lowercase().contains(&tools::CLOSED.to_lowercase());
    let named = |tool: &Tool| message.contains(&format!("{} tool", tools::title(*tool).0));
    found.extend(Tool::ALL.into_iter().filter(named).map(|tool| Means::Tool(tool, is_closed)));
    found
}

/// Shows a button that takes something in hand.
fn means_ui(ui: &mut egui::Ui, draw: &Draw, means: &Means<'_>) -> Vec<Act> {
    let (now, settings) = (draw.desk.hand.tool, draw.desk.hand.settings.clone());
    let take = |settings: Settings, tool| {
        let tool = Some(tool).filter(|tool| *tool != now).map(Deed::Take);
        [Deed::Settings(settings.into())].into_iter().chain(tool).map(Act::Do).collect()
    };
    match means {
        Means::Brush(group, brush) => {
            let sample = if swatch::is_plain(&brush.look) { Sample::Nothing } else { Sample::Of(&brush.look) };
            let (field, value) = (&group.field, Some(brush.value.clone()));
            let yes = titled(&field.name);
            let title = if &*brush.value == "true" { &yes } else { &brush.title };
            // What only one space says is painted, unless the tool in hand draws single spaces.
            let is_sole = draw.desk.drawing.schema.sole.contains(&(field.name.clone(), brush.value.clone()));
            let by = if is_sole && now != Tool::Space { Tool::Paint } else { now };
            let (is_on, help) = if by.draws_spaces() {
                let new = settings.new.get(&by).and_then(|new| new.get(&field.name));
                (new == Some(&brush.value), "The next spaces you draw get this value; B paints existing spaces")
            } else {
                let own = settings.brush.as_ref().filter(|_| now == Tool::Paint && settings.stamp.is_none());
                (own.is_some_and(|own| own.0 == field.name && own.1 == value), "Paint spaces with it")
            };
            if !swatch::button_ui(ui, is_on, sample, title).on_hover_text(help).clicked() {
                return vec![];
            }
            let (tool, settings) = with_brush(by, &settings, field, value, false);
            take(settings, tool)
        }
        Means::Stamp(stamp, look) => {
            let is_on = is_taken(now, &settings, stamp);
            let button = swatch::button_ui(ui, is_on, Sample::Of(look), &stamp.name);
            let help = if now.draws_spaces() {
                "The next spaces you draw get these values; B paints existing spaces"
            } else {
                "Paint spaces with it"
            };
            if !button.on_hover_text(help).clicked() {
                return vec![];
            }
            let (tool, settings) = with_stamp(now, &settings, stamp);
            take(settings, tool)
        }
        Means::Link(kind) if ui.button(titled(kind)).on_hover_text("Draw links of this kind").clicked() => {
            take(Settings { link: Some((*kind).clone()), link_fields: Fields::default(), ..settings }, Tool::Link)
        }
        Means::Path(kind) if ui.button(titled(kind)).on_hover_text("Draw paths of this kind").clicked() => {
            take(Settings { path: Some((*kind).clone()), path_fields: Fields::default(), ..settings }, Tool::Path)
        }
        Means::Tool(tool, is_closed) if ui.button(tools::title(*tool).0).on_hover_text(tools::title(*tool).1).clicked() => {
            take(Settings { is_closed: settings.is_closed || *is_closed, ..settings }, *tool)
        }
        Means::Template(template, count) => {
            let button = swatch::button_ui(ui, false, Sample::Part(&template.board), &template.name);
            let help = format!("A template that does {count} of these steps at once: it follows the pointer until you click");
            if !button.on_hover_text(help).clicked() {
                return vec![];
            }
            take(Settings { template: Some((*template).clone()), ..settings }, Tool::Template)
        }
        Means::Link(_) | Means::Path(_) | Means::Tool(..) => vec![],
    }
}
