//! The menu bar, and buttons for single commands.

use egui::scroll_area::ScrollBarVisibility;
use egui::{Button, WidgetInfo, accesskit::Role};

use super::{Command, Menu};
use crate::drawing::hand::Tool;
use crate::ui::action::{Action, RaceMessage};
use crate::ui::app::App;

/// The width of a menu in points, which fits the longest title with its keys.
const WIDTH: f32 = 300.0;

/// The most characters shown of a command's effect.
const MOST_SAID: usize = 30;

/// Shows all menus that have a command in this room.
pub fn bar_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let mut actions = vec![];
    for menu in Menu::ALL {
        let commands = Command::of_menu(app.shell.room, menu);
        if commands.is_empty() {
            continue;
        }
        ui.menu_button(menu.title(), |ui| {
            ui.set_width(WIDTH);
            // The menu shows everything unless the window is too low. Then the scroll bar shows that there is more.
            let height = ui.ctx().content_rect().height() - 60.0;
            let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
            area.scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded).show(ui, |ui| {
                for (n, (command, entry)) in commands.into_iter().enumerate() {
                    if n > 0 && entry.begins_group {
                        ui.separator();
                    }
                    if item_ui(ui, app, command) {
                        actions.push(command.action(app));
                        ui.close();
                    }
                }
                if menu == Menu::Playtest {
                    actions.extend(shelf_ui(ui, app));
                }
            });
        });
    }
    actions
}

/// Shows what can be done with the selection on the sheet, or with the sheet while nothing is selected: the menu of the right button.
pub fn of_selection_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    ui.set_width(WIDTH);
    let mut actions = vec![];
    let mut was_group = false;
    for commands in OF_SELECTION {
        let mut is_first = true;
        for command in commands.iter().filter(|command| command.refused(app).is_none()) {
            if std::mem::take(&mut is_first) && std::mem::replace(&mut was_group, true) {
                ui.separator();
            }
            if item_ui(ui, app, *command) {
                actions.push(command.action(app));
                ui.close();
            }
        }
    }
    actions
}

/// The commands of the right button's menu, in groups.
const OF_SELECTION: [&[Command]; 4] = [
    &[Command::Cut, Command::Copy, Command::Paste, Command::Duplicate, Command::Delete, Command::DeleteBridging],
    &[Command::Take(Tool::Reshape), Command::SelectCourse, Command::SelectSame, Command::SelectAll],
    &[Command::TurnRight, Command::MirrorAcross, Command::ReSpace, Command::Reverse, Command::Split, Command::Join],
    &[Command::FitSelection, Command::FitAll],
];

/// Shows the playtests of this session: the one on the table, and others to return to.
fn shelf_ui(ui: &mut egui::Ui, app: &App) -> Option<Action> {
    let mut taken = None;
    let on = app.sitting.playtest_title().filter(|_| app.sitting.shelf.away().next().is_some())?;
    ui.separator();
    ui.menu_button(format!("Playtests ({})", app.sitting.shelf.away().count() + 1), |ui| {
        for (number, title) in app.sitting.shelf.away() {
            if ui.button(title).on_hover_text("Go on with it; what is on the table is put away").clicked() {
                taken = Some(RaceMessage::TakeUpPlaytest(number).into());
                ui.close();
            }
        }
        ui.add_enabled(false, Button::selectable(true, on)).on_disabled_hover_text("It is on the table");
    });
    taken
}

/// Shows a command's line in a menu.
fn item_ui(ui: &mut egui::Ui, app: &App, command: Command) -> bool {
    let (entry, why) = (command.entry(), command.refused(app));
    let is_on = command.is_on(app);
    let title = match command.what(app) {
        Some(what) => {
            let (said, more) = what.char_indices().nth(MOST_SAID).map_or((&*what, ""), |(at, _)| (&what[..at], "…"));
            format!("{}: {said}{more}", entry.title)
        }
        None => entry.title.to_owned(),
    };
    let mut button = Button::new(&title).wrap_mode(egui::TextWrapMode::Extend);
    if let Some(keys) = entry.shortcut(ui.ctx()) {
        button = button.shortcut_text(keys);
    }
    let button = button.selected(is_on == Some(true)).min_size(egui::vec2(ui.available_width(), 0.0));
    let response = ui.add_enabled(why.is_none(), button);
    response.widget_info(|| named(&title, why.is_none(), is_on));
    let response = response.on_hover_text(entry.help);
    response.on_disabled_hover_text(why.unwrap_or_default()).clicked()
}

/// Shows a command as a button in a tool bar.
pub fn button_ui(ui: &mut egui::Ui, app: &App, command: Command, text: &str) -> Option<Action> {
    let (why, is_on) = (command.refused(app), command.is_on(app));
    let button = match is_on {
        Some(on) => Button::selectable(on, text),
        None => Button::new(text),
    };
    let response = ui.add_enabled(why.is_none(), button);
    response.widget_info(|| named(text, why.is_none(), is_on));
    let response = response.on_hover_text(command.tooltip(ui.ctx()));
    response.on_disabled_hover_text(why.unwrap_or_default()).clicked().then(|| command.action(app))
}

fn named(title: &str, can: bool, is_on: Option<bool>) -> WidgetInfo {
    match is_on {
        Some(on) => WidgetInfo::selected(Role::Button, can, on, title),
        None => WidgetInfo::labeled(Role::Button, can, title),
    }
}
