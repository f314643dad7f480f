//! The sheet of keys: what keys and mouse do in this room.

use eframe::egui::{self, RichText};

use super::{Command, Menu, keys_text};
use crate::ui::app::Room;

/// What the board itself does with keys and mouse, by room.
const ON_THE_BOARD: [(Room, &str, &str); 15] = [
    (Room::Play, "1 … 9", "Take an option"),
    (Room::Play, "Enter", "Take the seat that is handed over"),
    (Room::Play, "Wheel", "Zoom to the pointer"),
    (Room::Play, "Middle drag, Space+drag", "Move the sheet"),
    (Room::Draw, "Wheel", "Zoom to the pointer"),
    (Room::Draw, "Middle drag, Space+drag", "Move the sheet"),
    (Room::Draw, "Shift+click, Ctrl+click", "Add to the selection, take out of it"),
    (Room::Draw, "Alt+drag", "Drag a copy"),
    (Room::Draw, "Arrows", "Nudge by 1 mm; with Shift by 10 mm"),
    (Room::Draw, "Period, comma", "To the space that a link leads to, and back"),
    (Room::Draw, "Alt+arrows", "To the linked space that lies that way"),
    (Room::Draw, "Ctrl, Shift while drawing", "The other way of snapping; straight and even"),
    (Room::Draw, "Enter, double click", "End a line"),
    (Room::Draw, "Backspace", "Drop the last point of a line"),
    (Room::Draw, "Esc", "Step by step back: the drag, the tool, the selection"),
];

/// All keys of a room, by menu, in two columns.
pub fn sheet_ui(ui: &mut egui::Ui, room: Room) {
    let columns = if ui.available_width() < 560.0 { 1 } else { 2 };
    let with_keys: Vec<Command> = Command::of(room).filter(|command| command.entry().keys[0].is_some()).collect();
    let of = |menu: Menu| with_keys.iter().copied().filter(move |command| command.entry().menu == menu);
    let menus: Vec<Menu> = Menu::ALL.into_iter().filter(|menu| of(*menu).next().is_some()).collect();
    ui.columns(columns, |columns| {
        // The tools, which are many, lead the second column.
        let side = |menu: &Menu| usize::from(!matches!(menu, Menu::File | Menu::Edit | Menu::Select | Menu::Help));
        let last = columns.len() - 1;
        for menu in &menus {
            let ui = &mut columns[side(menu).min(last)];
            group_ui(ui, menu.title(), |ui| {
                for command in of(*menu) {
                    let keys: Vec<String> =
                        command.entry().keys.into_iter().flatten().map(|keys| keys_text(ui.ctx(), &keys)).collect();
                    row_ui(ui, &keys.join(", "), command.entry().title, command.entry().help);
                }
            });
        }
        let board = ON_THE_BOARD.iter().filter(|(of, ..)| *of == room);
        group_ui(&mut columns[0], "On the board", |ui| board.for_each(|(_, keys, what)| row_ui(ui, keys, what, "")));
    });
}

fn group_ui(ui: &mut egui::Ui, title: &str, rows: impl FnOnce(&mut egui::Ui)) {
    ui.add_space(6.0);
    ui.label(RichText::new(title).strong());
    egui::Grid::new(("keys", title)).num_columns(2).min_col_width(110.0).spacing([14.0, 3.0]).show(ui, rows);
}

fn row_ui(ui: &mut egui::Ui, keys: &str, what: &str, help: &str) {
    ui.label(RichText::new(keys).monospace().size(11.5));
    let label = ui.label(what);
    if !help.is_empty() {
        label.on_hover_text(help);
    }
    ui.end_row();
}
