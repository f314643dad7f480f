//! What is still to be drawn, step by step.

use std::sync::Arc;

use crate::drawing::hand::{Settings, Tool};
use crate::drawing::palette::Brush;
use crate::drawing::problems::{About, Problem};
use crate::drawing::{Deed, Fields, Palette};
use crate::render::short;
use crate::ui::draw::swatch::{self, Sample};
use crate::ui::draw::{Act, tools};
use crate::ui::words::titled;

/// Something that a step names, and that a click takes in hand.
enum Means<'a> {
    Brush(&'a Arc<str>, &'a Brush),
    Link(&'a Arc<str>),
    Path(&'a Arc<str>),
    Tool(Tool),
}

/// Whether something is still to be drawn: an error that is about nothing that is there.
pub fn is_step(problem: &Problem) -> bool {
    problem.is_error && !problem.about.iter().any(|about| matches!(about, About::Item(..)))
}

/// On an empty sheet, spaces come first.
pub fn first_ui(ui: &mut egui::Ui, settings: &Settings) -> Vec<Act> {
    let mut acts = vec![];
    ui.horizontal_wrapped(|ui| {
        ui.label("First, spaces: click along the way that they take");
        for tool in [Tool::Course, Tool::Grid, Tool::Space] {
            acts.extend(means_ui(ui, settings, &Means::Tool(tool)));
        }
    });
    acts
}

/// Shows a step, with the tools, brushes and links that it names; `n` is its number.
pub fn step_ui(ui: &mut egui::Ui, (palette, settings): (&Palette, &Settings), n: usize, problem: &Problem) -> Vec<Act> {
    let mut acts = vec![];
    let label = ui.label(format!("{n}. {}", short(&problem.message)));
    let rules = super::required_by(problem);
    if !rules.is_empty() {
        label.on_hover_text(rules);
    }
    for means in means(&problem.message, palette) {
        acts.extend(means_ui(ui, settings, &means));
    }
    acts
}

/// What a message names: `area: start` is a brush, `around` a kind of link or path, "the Grid tool" a tool.
fn means<'a>(message: &str, palette: &'a Palette) -> Vec<Means<'a>> {
    let mut found = vec![];
    for named in message.split('`').skip(1).step_by(2) {
        if let Some((field, value)) = named.split_once(": ") {
            let group = palette.brushes.iter().find(|group| *group.field.name == *field);
            let brush = group.and_then(|group| Some((group, group.brushes.iter().find(|brush| *brush.value == *value)?)));
            found.extend(brush.map(|(group, brush)| Means::Brush(&group.field.name, brush)));
        } else if let Some(pen) = palette.links.iter().find(|pen| *pen.kind == *named) {
            found.push(Means::Link(&pen.kind));
        } else if let Some(pen) = palette.paths.iter().find(|pen| *pen.kind == *named) {
            found.push(Means::Path(&pen.kind));
        } else {
            // A bare value, such as `pack`, if only one field has it.
            let mut all = palette.brushes.iter().flat_map(|group| group.brushes.iter().map(move |brush| (group, brush)));
            let mut same = all.by_ref().filter(|(_, brush)| *brush.value == *named);
            if let (Some((group, brush)), None) = (same.next(), same.next()) {
                found.push(Means::Brush(&group.field.name, brush));
            }
        }
    }
    found.extend(
        Tool::ALL.into_iter().filter(|tool| message.contains(&format!("{} tool", tools::title(*tool).0))).map(Means::Tool),
    );
    found
}

/// Shows a button that takes something in hand.
fn means_ui(ui: &mut egui::Ui, settings: &Settings, means: &Means<'_>) -> Vec<Act> {
    let take = |settings: Settings, tool| vec![Act::Do(Deed::Settings(settings.into())), Act::Do(Deed::Take(tool))];
    let settings = settings.clone();
    match means {
        Means::Brush(field, brush) => {
            let sample = if swatch::is_plain(&brush.look) { Sample::Nothing } else { Sample::Of(&brush.look) };
            let is_taken = swatch::button_ui(ui, false, sample, &brush.title).on_hover_text("Paint spaces with it").clicked();
            let brush = Some(((*field).clone(), Some(brush.value.clone())));
            if is_taken { take(Settings { brush, stamp: None, ..settings }, Tool::Paint) } else { vec![] }
        }
        Means::Link(kind) if ui.button(titled(kind)).on_hover_text("Draw links of this kind").clicked() => {
            take(Settings { link: Some((*kind).clone()), link_fields: Fields::default(), ..settings }, Tool::Link)
        }
        Means::Path(kind) if ui.button(titled(kind)).on_hover_text("Draw paths of this kind").clicked() => {
            take(Settings { path: Some((*kind).clone()), path_fields: Fields::default(), ..settings }, Tool::Path)
        }
        Means::Tool(tool) if ui.button(tools::title(*tool).0).on_hover_text(tools::title(*tool).1).clicked() => {
            vec![Act::Do(Deed::Take(*tool))]
        }
        Means::Link(_) | Means::Path(_) | Means::Tool(_) => vec![],
    }
}
