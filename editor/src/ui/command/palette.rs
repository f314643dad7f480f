//! The command palette: all commands by name. Type some letters, choose with the arrows, press Enter.

use egui::{Key, RichText};

use super::Command;
use crate::ui::app::App;
use crate::ui::dialog::Palette;
use crate::ui::dialog::form::Ended;

/// Returns the room's commands that match, the best first.
pub fn found(app: &App, query: &str) -> Vec<Command> {
    let words = |command: Command| format!("{} {}", command.entry().title, command.entry().menu.title());
    // Commands found only by their help come last.
    let helps = |command: Command| {
        let asked = plain(query.trim());
        (asked.len() > 2 && plain(command.entry().help).contains(&asked)).then_some(HELP)
    };
    let fits = |command: Command| fit(&plain(&words(command)), &plain(query)).or_else(|| helps(command));
    let mut found: Vec<(i32, Command)> =
        Command::of(app.shell.room).filter_map(|command| Some((fits(command)?, command))).collect();
    // The sort is stable: commands that match equally well stay in the order of their menus.
    found.sort_by_key(|(fit, _)| -fit);
    found.into_iter().map(|(_, command)| command).collect()
}

/// The score of a match in the help.
const HELP: i32 = -100;

/// Returns words in lower case, with British and American spellings made equal.
fn plain(words: &str) -> String {
    words.to_lowercase().replace("colour", "color").replace("grey", "gray").replace("centre", "center").replace('-', " ")
}

/// Returns how well some letters match a name; `None` if the name doesn't contain them in this order. Starts of words and adjacent letters
/// count more.
pub fn fit(name: &str, query: &str) -> Option<i32> {
    let name: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    let letters: Vec<char> = query.chars().flat_map(char::to_lowercase).filter(|c| !c.is_whitespace()).collect();
    let starts = |at: usize| at == 0 || !name[at - 1].is_alphanumeric();
    // For each place in the name, the best score of a match of the letters so far that ends there.
    let mut best: Vec<Option<i32>> = vec![];
    for (n, letter) in letters.iter().enumerate() {
        let mut next = vec![None; name.len()];
        let mut before: Option<i32> = None;
        for at in 0..name.len() {
            if name[at] == *letter {
                let own = if starts(at) { 8 } else { 1 };
                let joined = if at > 0 && n > 0 { best[at - 1].map(|fit| fit + 5) } else { None };
                let from = if n == 0 { Some(-(at as i32).min(6)) } else { joined.max(before) };
                next[at] = from.map(|fit| fit + own);
            }
            if n > 0 {
                before = before.max(best[at].map(|fit| fit - 1));
            }
        }
        best = next;
    }
    if letters.is_empty() { Some(0) } else { best.into_iter().flatten().max() }
}

/// Shows the command palette.
pub fn palette_ui(ui: &mut egui::Ui, app: &App, palette: &mut Palette) -> Option<Ended> {
    let (up, down, enter, escape) = ui.input_mut(|i| {
        let mut pressed = |key| i.consume_key(egui::Modifiers::NONE, key);
        (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter), pressed(Key::Escape))
    });
    let field = egui::TextEdit::singleline(&mut palette.query).hint_text("What do you want to do?").desired_width(f32::INFINITY);
    let response = ui.add(field);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::TextInput, true, "Find a command"));
    response.request_focus();
    if response.changed() {
        palette.chosen = 0;
    }
    let found = found(app, &palette.query);
    let last = found.len().saturating_sub(1);
    palette.chosen = match (up, down) {
        (true, false) => palette.chosen.checked_sub(1).unwrap_or(last),
        (false, true) if palette.chosen >= last => 0,
        (false, true) => palette.chosen + 1,
        _ => palette.chosen.min(last),
    };
    let mut taken = found.get(palette.chosen).copied().filter(|_| enter);
    ui.add_space(4.0);
    let height = (ui.ctx().content_rect().height() - 160.0).clamp(80.0, 380.0);
    egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]).show(ui, |ui| {
        if found.is_empty() {
            ui.weak("No command is called so.");
        }
        for (n, command) in found.iter().enumerate() {
            let response = row_ui(ui, app, *command, n == palette.chosen);
            if n == palette.chosen && (up || down) {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                taken = Some(*command);
            }
        }
    });
    let taken = taken.filter(|command| command.refused(app).is_none());
    let done = taken.map(|command| Ended::Done(vec![command.action(app)]));
    done.or_else(|| escape.then_some(Ended::Cancelled))
}

fn row_ui(ui: &mut egui::Ui, app: &App, command: Command, is_chosen: bool) -> egui::Response {
    let (entry, why) = (command.entry(), command.refused(app));
    let title = RichText::new(entry.title);
    let title = if why.is_some() { title.weak() } else { title };
    let text = (title, RichText::new(entry.menu.title()).small().weak());
    let mut button = egui::Button::selectable(is_chosen, text).wrap_mode(egui::TextWrapMode::Truncate);
    if let Some(keys) = entry.shortcut(ui.ctx()) {
        button = button.shortcut_text(keys);
    }
    let response = ui.add(button.min_size(egui::vec2(ui.available_width(), 0.0)));
    response.widget_info(|| egui::WidgetInfo::selected(egui::accesskit::Role::Button, why.is_none(), is_chosen, entry.title));
    response.on_hover_text(why.unwrap_or(entry.help))
}
