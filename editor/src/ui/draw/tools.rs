//! The tools, and how the one in hand works.

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Sense, WidgetInfo, vec2};

use super::{Act, Draw};
use crate::drawing::Deed;
use crate::drawing::hand::Tool;
use crate::ui::command::Command;

mod icons;
mod settings;

/// Points of a side of a tool's button.
const SIDE: f32 = 34.0;

/// How a tool is used.
fn use_of(tool: Tool) -> &'static str {
    match tool {
        Tool::Select => "Click or frame things; drag them elsewhere. Shift adds, Ctrl takes out.",
        Tool::Course => "Click along the way; Enter or a double click ends it, Backspace drops the last point.",
        Tool::Grid => "Click along the way; Enter or a double click ends it, Backspace drops the last point.",
        Tool::Space => "Each click is a space; from a selected one it goes on.",
        Tool::Paint => "Drag over spaces: each takes the value of the brush.",
        Tool::Link => "Drag from space to space. Click an arrow to turn it round.",
        Tool::Path => "Click spaces in order; Enter or a double click ends it, Backspace drops the last.",
        Tool::Label => "Click where words are to stand.",
        Tool::Erase => "Click or drag over what is to go.",
        Tool::Measure => "Click a space: how far can one go from here?",
        Tool::Picture => "A picture to trace over; two points on it give its scale.",
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
    ui.add_space(4.0);
    ui.strong(Command::Take(now).entry().title);
    ui.add(egui::Label::new(egui::RichText::new(use_of(now)).small().weak()).wrap());
    ui.add_space(2.0);
    acts.extend(settings::settings_ui(ui, draw).map(|settings| Act::Do(Deed::Settings(settings))));
    acts
}

/// One tool as a button; returns whether it was clicked.
fn tool_ui(ui: &mut egui::Ui, tool: Tool, is_on: bool) -> bool {
    let entry = Command::Take(tool).entry();
    let title = entry.title;
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, format!("{title} tool")));
    let style = ui.style().interact_selectable(&response, is_on);
    if is_on || response.hovered() || response.has_focus() {
        ui.painter().rect(rect, 5.0, style.weak_bg_fill, style.bg_stroke, egui::StrokeKind::Inside);
    }
    icons::paint(ui.painter(), rect.shrink(7.0), tool, style.fg_stroke.color);
    let key = entry.shortcut(ui.ctx()).map(|key| format!(" ({key})")).unwrap_or_default();
    response.on_hover_text(format!("{title}{key}\n{}", entry.help)).clicked()
}
