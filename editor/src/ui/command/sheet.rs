//! The sheet of keys: what keys and mouse do in a room.

use std::ops::Range;

use egui::{Key, RichText};

use super::{Command, Entry, Menu};
use crate::ui::action::Room;
use crate::ui::dialog::form::{Ended, primary};
use crate::ui::help::CommandLine;
use crate::ui::theme::strong;
use crate::ui::widget::{keys_text, page_keys};

/// The board's own keys and mouse actions: the room, what they belong to, the keys, and what they do.
const ON_THE_BOARD: [(Room, &str, &str, &str); 43] = [
    (Room::Play, BOARD, "1 … 9", "Take an option"),
    (Room::Play, BOARD, "Enter", "Take the seat that is handed over"),
    (Room::Play, BOARD, "F10, Alt+letter", "The menus"),
    (Room::Play, BOARD, "Right button", "What can be done with a thing"),
    (Room::Play, BOARD, "Tab, Shift+Tab", "To the next field or button, and back"),
    (Room::Play, BOARD, "Page Up, Page Down", "Turn the pages of the rulebook, or else of the question"),
    (Room::Play, BOARD, "Esc", "Leave Present, if nothing moves and nothing lies over it"),
    (Room::Play, BOARD, "Arrows", "With the keyboard on the board: to a space on offer or with a piece; Enter takes it"),
    (Room::Play, BOARD, "W", "Why does the piece stand on this space?"),
    (Room::Play, BOARD, "Wheel", "Zoom to the pointer"),
    (Room::Play, BOARD, "Middle drag, Space+drag", "Move the sheet"),
    (Room::Draw, BOARD, "F10, Alt+letter", "The menus"),
    (Room::Draw, BOARD, "Right button", "What can be done with a thing"),
    (Room::Draw, BOARD, "Tab, Shift+Tab", "To the next field or button, and back"),
    (Room::Draw, BOARD, "Wheel", "Zoom to the pointer"),
    (Room::Draw, BOARD, "Middle drag, Space+drag", "Move the sheet"),
    (Room::Draw, BOARD, "Arrows", "Nudge by 1 mm; with Shift by 10 mm"),
    (Room::Draw, BOARD, "Period, comma", "To the space that a link leads to, and back"),
    (Room::Draw, BOARD, "Alt+arrows", "To the linked space that lies that way"),
    (Room::Draw, BOARD, "Ctrl, Shift while drawing", "The other way of snapping; straight and even"),
    (Room::Draw, BOARD, "Esc", "Step by step back: the drag, the tool, the selection"),
    (Room::Draw, "Select", "Shift+click, Ctrl+click", "Add to the selection, remove from it"),
    (Room::Draw, "Select", "Alt+click, double click", "One thing of a group"),
    (Room::Draw, "Select", "Alt+drag", "Drag a copy"),
    (Room::Draw, "Select", "Backspace", "Delete the selection"),
    (Room::Draw, "Reshape", "Double click", "Add a node; on a node: corner or smooth"),
    (Room::Draw, "Reshape", "Shift+click", "Select several nodes"),
    (Room::Draw, "Reshape", "Backspace", "Remove the selected nodes"),
    (Room::Draw, "Reshape", "Alt+drag", "Pull one handle of a node alone"),
    (Room::Draw, "Course, Grid, Path", "Enter, double click", "End the line"),
    (Room::Draw, "Course, Grid, Path", "Backspace", "Drop the last point"),
    (Room::Draw, "Space", "Alt+click", "Without a link"),
    (Room::Draw, "Space", "Shift+click", "With a link, however far away"),
    (Room::Draw, "Paint", "Alt+click", "Pick up all values of a space"),
    (Room::Draw, "Paint", "Shift+click", "Paint all the way from the last one"),
    (Room::Draw, "Paint", "Shift+click a brush", "New spaces get this value, too"),
    (Room::Draw, "Link", "Click an arrow", "Reverse it"),
    (Room::Draw, "Link", "Alt+click, double click", "Delete an arrow"),
    (Room::Draw, "Link", "Shift+click", "The next link goes on from there"),
    (Room::Draw, "Measure", "Click a second space", "The way there"),
    (Room::Draw, "Template", "[, ]", "Rotate it"),
    (Room::Draw, "Template", "Shift+H, Shift+V", "Flip it"),
    (Room::Draw, "Template", "Esc", "Put it down"),
];

const BOARD: &str = "On the board";

/// The height of key names in points.
const KEYS: f32 = 11.5;
/// The most columns.
const MOST: usize = 3;
/// The points between keys and their help, and between two columns.
const GAPS: (f32, f32) = (14.0, 28.0);

/// Rows under a common title.
struct Group {
    title: &'static str,
    rows: Vec<Row>,
}

struct Row {
    keys: String,
    what: &'static str,
    help: &'static str,
}

/// The widths of keys and of their help, in points.
#[derive(Clone, Copy, Default)]
struct Widths {
    keys: f32,
    what: f32,
}

/// How far an arrow scrolls, in points.
const LINE: f32 = 40.0;

/// Shows the dialog with the sheet, which the arrows and Page Up and Page Down scroll.
pub fn keys_ui(ui: &mut egui::Ui, room: Room) -> Option<Ended> {
    ui.heading("Keys");
    let height = ui.ctx().content_rect().height() - 140.0;
    let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
    area.show(ui, |ui| {
        let lines = ui.input(|i| f32::from(i.key_pressed(Key::ArrowDown)) - f32::from(i.key_pressed(Key::ArrowUp)));
        let down = page_keys(ui) * 0.8 * height + lines * LINE;
        if down != 0.0 {
            ui.scroll_with_delta(egui::vec2(0.0, -down));
        }
        sheet_ui(ui, room);
    });
    ui.add_space(6.0);
    let is_entered = ui.input(|i| i.key_pressed(egui::Key::Enter));
    (ui.add(primary(ui, "Close")).clicked() || is_entered).then_some(Ended::Cancelled)
}

/// Shows all keys of a room by menu, in as many columns as fit.
fn sheet_ui(ui: &mut egui::Ui, room: Room) {
    let groups = groups(ui.ctx(), room);
    let widths: Vec<Widths> = groups.iter().map(|group| widths(ui, group)).collect();
    let (columns, each) = (1..=MOST)
        .rev()
        .map(|count| columns(&groups, &widths, count))
        .find(|(_, each)| {
            let all: f32 = each.iter().map(|column| column.keys + GAPS.0 + column.what).sum();
            each.len() == 1 || all + GAPS.1 * (each.len() - 1) as f32 <= ui.available_width()
        })
        .unwrap_or_default();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAPS.1;
        for (column, widths) in columns.into_iter().zip(each) {
            // With only one column, long help wraps.
            let what = widths.what.min(ui.available_width() - widths.keys - GAPS.0).max(80.0);
            ui.vertical(|ui| groups[column].iter().for_each(|group| group_ui(ui, group, Widths { what, ..widths })));
        }
    });
}

/// Lists the commands of a room, menu by menu.
pub fn lines(ctx: &egui::Context, room: Room) -> Vec<CommandLine> {
    let line = |(_, entry): (Command, &'static Entry)| {
        let keys: Vec<String> = entry.keys.into_iter().flatten().map(|keys| keys_text(ctx, &keys)).collect();
        CommandLine { title: entry.title, menu: entry.menu.title(), keys: keys.join(", "), help: entry.help }
    };
    Menu::ALL.into_iter().flat_map(|menu| Command::of_menu(room, menu)).map(line).collect()
}

fn groups(ctx: &egui::Context, room: Room) -> Vec<Group> {
    let row = |(_, entry): (Command, &'static Entry)| {
        let keys: Vec<String> = entry.keys.into_iter().flatten().map(|keys| keys_text(ctx, &keys)).collect();
        Row { keys: keys.join(", "), what: entry.title, help: entry.help }
    };
    let of =
        |menu: Menu| Command::of_menu(room, menu).into_iter().filter(|(_, entry)| entry.keys[0].is_some()).map(row).collect();
    let menus = Menu::ALL.into_iter().map(|menu| Group { title: menu.title(), rows: of(menu) });
    let board: Vec<_> = ON_THE_BOARD.into_iter().filter(|(of, ..)| *of == room).collect();
    let row = |(_, _, keys, what): &(Room, &str, &str, &'static str)| Row { keys: (*keys).to_owned(), what, help: "" };
    let parts = board.chunk_by(|a, b| a.1 == b.1);
    let all = menus.chain(parts.map(|part| Group { title: part[0].1, rows: part.iter().map(row).collect() }));
    all.filter(|group| !group.rows.is_empty()).collect()
}

/// Splits the groups, in order, into at most this many columns of about the same height. Returns each column's groups and widths.
fn columns(groups: &[Group], widths: &[Widths], most: usize) -> (Vec<Range<usize>>, Vec<Widths>) {
    // A title counts as one and a half rows.
    let height = |group: &Group| 2 * group.rows.len() + 3;
    let total: usize = groups.iter().map(height).sum();
    let filled = |cap: usize| {
        let (mut columns, mut begun, mut high) = (vec![], 0, 0);
        for (n, group) in groups.iter().enumerate() {
            if high + height(group) > cap && n > begun {
                columns.push(begun..n);
                (begun, high) = (n, 0);
            }
            high += height(group);
        }
        columns.push(begun..groups.len());
        columns
    };
    let columns = (0..=total).map(filled).find(|columns| columns.len() <= most).unwrap_or_default();
    let each = columns.iter().map(|column| {
        let all = widths[column.clone()].iter();
        all.fold(Widths::default(), |a, b| Widths { keys: a.keys.max(b.keys), what: a.what.max(b.what) })
    });
    let each = each.collect();
    (columns, each)
}

/// Returns the widths of the longest words in a group.
fn widths(ui: &egui::Ui, group: &Group) -> Widths {
    let letters = egui::TextStyle::Body.resolve(ui.style());
    let wide = |text: &str, font: egui::FontId| {
        ui.painter().layout_no_wrap(text.to_owned(), font, egui::Color32::PLACEHOLDER).size().x.ceil()
    };
    let most = |of: &dyn Fn(&Row) -> f32| group.rows.iter().map(of).fold(0.0, f32::max);
    let keys = most(&|row| wide(&row.keys, egui::FontId::monospace(KEYS)));
    Widths { keys, what: most(&|row| wide(row.what, letters.clone())).max(wide(group.title, letters.clone()) - keys) }
}

fn group_ui(ui: &mut egui::Ui, group: &Group, widths: Widths) {
    ui.add_space(6.0);
    ui.label(strong(group.title));
    for row in &group.rows {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAPS.0;
            ui.vertical(|ui| {
                ui.set_width(widths.keys);
                ui.label(RichText::new(&row.keys).monospace().size(KEYS));
            });
            ui.vertical(|ui| {
                ui.set_width(widths.what);
                let label = ui.label(row.what);
                if !row.help.is_empty() {
                    label.on_hover_text(row.help);
                }
            });
        });
    }
}
