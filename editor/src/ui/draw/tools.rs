//! The tools, the palette, and the settings of the tool in hand.

use egui::accesskit::Role;
use egui::{Button, Key, KeyboardShortcut, Modifiers, Response, Sense, WidgetInfo, vec2};

use super::{Act, Draw};
use crate::drawing::Deed;
use crate::drawing::hand::{Settings, Tool};
use crate::ui::theme::strong;
use crate::ui::widget::keys_text;

mod icons;
mod settings;

pub use settings::{CLOSED, GRID};

/// The greatest share of the pane's height for the tool in hand; the palette gets the rest.
const MOST: f32 = 0.55;
/// The side of a tool's button in points. At the pane's first width they fill two rows.
const SIDE: f32 = 28.0;

/// Returns a tool's title, one line of help, its key, and how to use it.
fn row(tool: Tool) -> (&'static str, &'static str, Key, &'static str) {
    match tool {
        Tool::Select => (
            "Select",
            "Click, or drag a frame; Shift adds, Ctrl removes",
            Key::V,
            "Click things or drag a frame around them; drag them to move them. Shift adds, Ctrl removes. A selected link bends where you drag it.",
        ),
        Tool::Reshape => (
            "Reshape",
            "The line of a course, whose spaces follow, or that of a link, an area or a stroke",
            Key::N,
            "Click a space of a course, a link, an area or a stroke, then drag its nodes or its line. Double click: a new node, or a corner. Backspace removes nodes.",
        ),
        Tool::Course => (
            "Course",
            "Spaces at equal distances along a smooth line",
            Key::C,
            "Click along the way; Enter or a double click ends it, Backspace drops the last point.",
        ),
        Tool::Grid => (
            "Grid",
            "Spaces side by side, in segments along a line",
            Key::G,
            "Click along the way, or drag; Enter or a double click ends it, Backspace drops the last point.",
        ),
        Tool::Space => ("Space", "One space where you click", Key::S, "Each click adds a space, linked to the selected one."),
        Tool::Paint => (
            "Paint",
            "Gives a value to every space the brush touches",
            Key::B,
            "Drag over spaces to give them the brush's value. Alt-click a space to paint others like it.",
        ),
        Tool::Link => (
            "Link",
            "Drag from space to space; click an arrow to reverse it",
            Key::L,
            "Drag from space to space. Click an arrow to reverse it.",
        ),
        Tool::Path => (
            "Path",
            "Click spaces in order",
            Key::P,
            "Click spaces in order to join them by a path of the palette; Enter or a double click ends it, Backspace drops the last.",
        ),
        Tool::Label => ("Label", "Text on the board", Key::T, "Click where the text should be."),
        Tool::Area => (
            "Area",
            "A closed line, filled or strewn over",
            Key::A,
            "Click along its line; Enter or the first point closes it. Or drag to draw it freely. N reshapes it.",
        ),
        Tool::Stroke => (
            "Stroke",
            "An open line in a colour and a width",
            Key::D,
            "Click along its line; Enter or a double click ends it. Or drag to draw it freely. N reshapes it.",
        ),
        Tool::Erase => {
            ("Erase", "Deletes everything the eraser touches", Key::E, "Click things or drag over them to delete them.")
        }
        Tool::Measure => (
            "Measure",
            "How far a number of steps leads",
            Key::M,
            "Click a space to see how far it leads, and a second one to see the way there.",
        ),
        Tool::Picture => {
            ("Picture", "A picture to trace over", Key::I, "Place a picture to trace over; two points on it set its scale.")
        }
        // It has no button, and so no key: the palette puts it into the hand.
        Tool::Template => (
            "Template",
            "A part of a track, placed where you click",
            Key::F35,
            "Click to place it; [ and ] rotate it, Shift+H and Shift+V flip it, Escape puts it down.",
        ),
    }
}

/// Returns a tool's title, one line of help, and its key.
pub fn title(tool: Tool) -> (&'static str, &'static str, Key) {
    let (title, help, key, _) = row(tool);
    (title, help, key)
}

/// Shows the tools, the palette, and the settings of the tool in hand.
pub fn tools_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    let mut acts = vec![];
    draw.look_for_problems(ui.ctx());
    super::field::end_typing(ui);
    let now = draw.desk.hand.tool;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        for tool in Tool::ALL {
            let shown = tool_ui(ui, tool, tool == now);
            let mut is_taken = shown.clicked();
            shown.context_menu(|ui| acts.extend(menu_ui(ui, &draw.desk.hand.settings, tool, &mut is_taken)));
            if is_taken && tool != now {
                acts.push(Act::Do(Deed::Take(tool)));
            }
        }
    });
    ui.add_space(4.0);
    // The settings stand at the foot, so that the palette keeps its place whatever tool is in hand.
    let (room, id) = (ui.available_rect_before_wrap(), ui.scope_id().with("height of the tool in hand"));
    let wanted = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
    let (above, below) = room.split_top_bottom_at_y(room.bottom() - wanted.min(room.height() * MOST));
    let part = |ui: &mut egui::Ui, salt: &str, rect: egui::Rect| {
        let mut part = ui.new_child(egui::UiBuilder::new().id_salt(salt).max_rect(rect));
        part.set_clip_rect(ui.clip_rect().intersect(rect.expand2(vec2(ui.spacing().item_spacing.x, 0.0))));
        part
    };
    acts.extend(super::palette::palette_ui(&mut part(ui, "palette", above), draw));
    let stroke = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().hline(room.x_range(), below.top(), stroke);
    let area = egui::ScrollArea::vertical().id_salt("tool").auto_shrink([false, false]).min_scrolled_height(0.0);
    let shown = area.show(&mut part(ui, "the tool in hand", below), |ui| {
        ui.add_space(6.0);
        let (title, .., used) = row(now);
        ui.label(strong(title));
        ui.add(egui::Label::new(egui::RichText::new(used).small().weak()).wrap());
        ui.add_space(2.0);
        acts.extend(settings::settings_ui(ui, draw).map(|settings| Act::Do(Deed::Settings(settings.into()))));
    });
    // The height of the contents is known only after drawing them.
    let height = shown.content_size.y + 2.0;
    if (height - wanted).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, height));
        ui.ctx().request_discard("the tool in hand has another height");
    }
    ui.advance_cursor_after_rect(room);
    acts
}

/// Shows what can be done with a tool: the menu of the right button.
fn menu_ui(ui: &mut egui::Ui, settings: &Settings, tool: Tool, is_taken: &mut bool) -> Option<Act> {
    let (title, _, key, used) = row(tool);
    ui.set_max_width(280.0);
    let take = format!("Use {title}");
    let shown = ui.add(Button::new(&take).shortcut_text(key_text(ui, key)));
    shown.widget_info(|| WidgetInfo::labeled(Role::Button, true, &take));
    *is_taken |= shown.clicked();
    let worn = settings.new.contains_key(&tool) && ui.button("New spaces without these values").clicked();
    let act = worn.then(|| {
        let mut settings = settings.clone();
        settings.new.remove(&tool);
        Act::Do(Deed::Settings(settings.into()))
    });
    ui.separator();
    ui.add(egui::Label::new(egui::RichText::new(used).small().weak()).wrap());
    act
}

fn key_text(ui: &egui::Ui, key: Key) -> String {
    keys_text(ui.ctx(), &KeyboardShortcut::new(Modifiers::NONE, key))
}

/// Shows a tool's button.
fn tool_ui(ui: &mut egui::Ui, tool: Tool, is_on: bool) -> Response {
    let (title, help, key, _) = row(tool);
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, format!("{title} tool")));
    let style = ui.style().interact_selectable(&response, is_on);
    if is_on || response.hovered() || response.has_focus() {
        ui.painter().rect(rect, 5.0, style.weak_bg_fill, style.bg_stroke, egui::StrokeKind::Inside);
    }
    icons::paint(ui.painter(), rect.shrink(7.0), tool, style.fg_stroke.color);
    let key = key_text(ui, key);
    response.on_hover_text(format!("{title} ({key})\n{help}"))
}
