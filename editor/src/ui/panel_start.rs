//! The start page: what one can go on with, open, begin and learn.

use egui::{Button, RichText};

use super::action::{Action, FileMessage, SetupMessage};
use super::app::App;
use super::command::Command;
use super::dialog::lost::named;

/// The commands of the page, by section.
const SECTIONS: [(&str, &[Command]); 3] = [
    ("Open", &[Command::OpenTrack, Command::OpenGame, Command::OpenFolder]),
    ("New", &[Command::NewTrack, Command::NewRuleset, Command::NewAddon]),
    ("Learn", &[Command::ShowRules, Command::GoDraw, Command::Palette, Command::Keys]),
];

/// As many of the files drawn on last are offered, besides the one on the table.
const MOST_RECENT: usize = 3;

/// Shows the page.
pub fn start_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let mut actions = vec![];
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.add(egui::Label::new("The race beside this page is on: answer its questions, or look around first.").wrap());
        let gone_on = continued(app);
        if !gone_on.is_empty() {
            section(ui, "Continue");
            for (title, help, action) in gone_on {
                actions.extend(line_ui(ui, &title, &help, None).then_some(action));
            }
        }
        section(ui, "Play");
        for (name, title) in app.catalogue.rulesets.iter().filter(|(name, _)| *name != app.sitting.wanted.ruleset) {
            let help = "Play another game; the race on the table is put away";
            actions.extend(line_ui(ui, title, help, None).then(|| Action::Setup(SetupMessage::Ruleset(name.clone()))));
        }
        for (title, commands) in SECTIONS {
            section(ui, title);
            for command in commands {
                let (entry, why) = (command.entry(), command.refused(app));
                let help = match entry.shortcut(ui.ctx()) {
                    Some(keys) => format!("{} ({keys})", entry.help),
                    None => entry.help.to_owned(),
                };
                actions.extend(line_ui(ui, entry.title, &help, why).then(|| command.action(app)));
            }
        }
    });
    actions
}

/// What one was at last: its title, its help, and how to go on with it.
fn continued(app: &App) -> Vec<(String, String, Action)> {
    let drawn = app.table.draw.as_ref().map(|draw| draw.desk.on_disk.path());
    let drawn = drawn.map(|path| (format!("Draw {}", named(path)), "Go on drawing".to_owned(), Action::Draw));
    let saved = app.last_game.as_ref().map(|path| {
        (format!("Game {}", named(path)), path.display().to_string(), Action::File(FileMessage::OpenGame(path.clone())))
    });
    let on_table = app.table.draw.as_ref().map(|draw| draw.desk.on_disk.path());
    let recent = app.table.recent.iter().filter(|path| Some(path.as_path()) != on_table).take(MOST_RECENT).map(|path| {
        (format!("Draw {}", named(path)), path.display().to_string(), Action::File(FileMessage::DrawFile(path.clone())))
    });
    drawn.into_iter().chain(recent).chain(saved).collect()
}

fn section(ui: &mut egui::Ui, title: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(title).strong());
}

/// Shows something to do, with what it is for below; `why` says why it can't be done now.
fn line_ui(ui: &mut egui::Ui, title: &str, help: &str, why: Option<&str>) -> bool {
    let button = ui.add_enabled(why.is_none(), Button::new(title).min_size(egui::vec2(ui.available_width(), 0.0)));
    button.on_hover_text(help).on_disabled_hover_text(why.unwrap_or_default()).clicked()
}
