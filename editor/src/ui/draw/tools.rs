//! The tools, and how the one in hand works.

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Sense, WidgetInfo, vec2};

use super::{Act, Draw};
use crate::drawing::Deed;
use crate::drawing::hand::Tool;

mod icons;
mod settings;

/// Points of a side of a tool's button.
const SIDE: f32 = 34.0;

/// What a tool is called, the key that takes it, and what it does.
pub fn words(tool: Tool) -> (&'static str, &'static str, &'static str) {
    match tool {
        Tool::Select => ("Select", "V", "Click or frame things; drag them elsewhere. Shift adds, Ctrl takes in or out."),
        Tool::Course => ("Course", "C", "Click along the way: spaces at even distance, linked in its direction. Enter ends it."),
        Tool::Grid => ("Grid", "G", "Click along the way: so many lanes and segments. Enter ends it."),
        Tool::Space => ("Space", "S", "Each click is a space; with one selected it goes on from there."),
        Tool::Paint => ("Paint", "B", "Drag over spaces: each takes the value of the brush."),
        Tool::Link => ("Link", "L", "Drag from space to space. Click an arrow to turn it round, Alt-click to take it away."),
        Tool::Path => ("Path", "P", "Click spaces in order. Enter or a double click ends it, Backspace drops the last."),
        Tool::Label => ("Label", "T", "Click where words are to stand."),
        Tool::Erase => ("Erase", "E", "Click or drag over what is to go."),
        Tool::Measure => ("Measure", "M", "Click a space: how far can one go from here? Click another: how far is it?"),
        Tool::Picture => ("Picture", "I", "A picture to trace over; two points give its scale."),
    }
}

/// The tools, and how the one in hand works.
pub fn tools_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let mut acts = vec![];
    draw.look_for_problems(ui.ctx());
    super::field::end_typing(ui);
    let now = draw.desk.hand.tool;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        for tool in Tool::ALL {
            if tool_ui(ui, tool, tool == now) && tool != now {
                acts.push(Act::Do(Deed::Take(tool)));
            }
        }
    });
    let (title, _, does) = words(now);
    ui.add_space(4.0);
    ui.strong(title);
    ui.add(egui::Label::new(egui::RichText::new(does).small().weak()).wrap());
    ui.add_space(2.0);
    acts.extend(settings::settings_ui(ui, draw).map(|settings| Act::Do(Deed::Settings(settings))));
    acts
}

/// One tool as a button; returns whether it was clicked.
fn tool_ui(ui: &mut egui::Ui, tool: Tool, is_on: bool) -> bool {
    let (title, key, does) = words(tool);
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, title));
    let style = ui.style().interact_selectable(&response, is_on);
    if is_on || response.hovered() || response.has_focus() {
        ui.painter().rect(rect, 5.0, style.weak_bg_fill, style.bg_stroke, egui::StrokeKind::Inside);
    }
    icons::paint(ui.painter(), rect.shrink(7.0), tool, style.fg_stroke.color);
    response.on_hover_text(format!("{title} ({key})\n{does}")).clicked()
}
