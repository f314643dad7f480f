//! The start page: what one can go on with, open, begin and learn.

use std::path::Path;

use egui::Button;
use interpreter::game::Status;

use super::action::{Action, FileMessage, SetupMessage};
use super::app::App;
use super::command::Command;
use super::dialog::lost::{named, told_apart};
use super::dialog::tracks::track_title;
use super::draw::Draw;
use crate::ui::theme::strong;

/// The commands of the page, by section.
const SECTIONS: [(&str, &[Command]); 3] = [
    ("Open", &[Command::OpenTrack, Command::OpenGame, Command::OpenFolder]),
    ("New", &[Command::NewTrack, Command::NewTrail, Command::NewRuleset, Command::NewAddon]),
    ("Learn", &[Command::Tour, Command::Guide, Command::ShowRules, Command::GoDraw, Command::Palette, Command::Keys]),
];

/// As many of the files drawn on last are offered, besides the one on the table.
const MOST_RECENT: usize = 3;

/// Something to do: its title, its help, why it can't be done now, and what a click does.
struct Line {
    title: String,
    help: String,
    why: Option<&'static str>,
    action: Action,
}

/// The width of a column in points. In a pane with room for two, the sections stand side by side.
const COLUMN: f32 = 240.0;

/// Shows the page.
pub fn start_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let mut actions = vec![];
    let sections: Vec<(&str, Vec<Line>)> = sections(ui.ctx(), app).into_iter().filter(|(_, lines)| !lines.is_empty()).collect();
    let count = columns(ui, &sections);
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let words = match &app.sitting.race {
            Some(race) if *race.status() == Status::Over => {
                "The race beside this page is over: start a new one, choose another game, or look back at it."
            }
            Some(_) => "The race beside this page is on: answer its questions, or look around first.",
            None => "There is no race now: choose a game, or go on with what you drew.",
        };
        ui.add(egui::Label::new(words).wrap());
        ui.columns(count, |columns| {
            for (n, (title, lines)) in sections.into_iter().enumerate() {
                let ui = &mut columns[n % count];
                ui.add_space(8.0);
                ui.label(strong(title));
                actions.extend(lines.into_iter().filter(|line| line_ui(ui, line)).map(|line| line.action));
            }
        });
    });
    actions
}

/// Returns how many sections stand side by side: as many as have room for their longest title.
fn columns(ui: &egui::Ui, sections: &[(&str, Vec<Line>)]) -> usize {
    if ui.available_width() < 2.0 * COLUMN {
        return 1;
    }
    let font = egui::TextStyle::Button.resolve(ui.style());
    let wide = |line: &Line| ui.painter().layout_no_wrap(line.title.clone(), font.clone(), egui::Color32::WHITE).size().x;
    let most = sections.iter().flat_map(|(_, lines)| lines).map(wide).fold(0.0, f32::max);
    let (spacing, padding) = (ui.spacing().item_spacing.x, 2.0 * ui.spacing().button_padding.x);
    let bar = ui.spacing().scroll.allocated_width();
    let count = (ui.available_width() - bar + spacing) / (most.min(COLUMN) + padding + spacing);
    (count as usize).clamp(1, sections.len().max(1))
}

/// Returns what there is to do, by section.
fn sections(ctx: &egui::Context, app: &App) -> Vec<(&'static str, Vec<Line>)> {
    // All games, always in the same places.
    let play = app.catalogue.rulesets.iter().map(|(name, title)| Line {
        title: title.clone(),
        help: "Play another game; the race on the table is put away".to_owned(),
        why: (*name == app.sitting.wanted.ruleset).then_some("This game is on the table"),
        action: Action::Setup(SetupMessage::Ruleset(name.clone())),
    });
    let commands = SECTIONS.into_iter().map(|(title, commands)| {
        let line = |command: &Command| Line {
            title: command.entry().title.to_owned(),
            help: command.tooltip(ctx),
            why: command.refused(app),
            action: command.action(app),
        };
        (title, commands.iter().map(line).collect())
    });
    [("Continue", continued(ctx, app)), ("Play", play.collect())].into_iter().chain(commands).collect()
}

/// Returns what one did last, to go on with.
fn continued(ctx: &egui::Context, app: &App) -> Vec<Line> {
    let line = |title: String, help: String, action: Action| Line { title, help, why: None, action };
    let on_table = app.table.draw.as_ref().map(|draw| draw.desk.on_disk.path());
    let own = |draw: &Draw| draw.desk.document().header().text("name");
    let drawn = app.table.draw.as_ref().zip(on_table).map(|(draw, path)| {
        let title = Some(own(draw)).filter(|title| !title.is_empty()).unwrap_or_else(|| named(path));
        (title, path, format!("Go on drawing\n{}", path.display()), Action::Draw)
    });
    let recent = app.table.recent.iter().filter(|path| Some(path.as_path()) != on_table).take(MOST_RECENT);
    let recent = recent.map(|path| {
        let open = Action::File(FileMessage::DrawFile(path.clone()));
        (title(ctx, path), path.as_path(), path.display().to_string(), open)
    });
    let tracks: Vec<_> = drawn.into_iter().chain(recent).collect();
    let named_apart = |title: &str, path: &Path| {
        let alike = tracks.iter().filter(|(other, ..)| other == title).map(|(_, path, ..)| *path);
        let file = if alike.clone().count() > 1 { format!(" ({})", told_apart(path, alike)) } else { String::new() };
        format!("Draw “{title}”{file}")
    };
    let titles: Vec<String> = tracks.iter().map(|(title, path, ..)| named_apart(title, path)).collect();
    let tracks = titles.into_iter().zip(tracks).map(|(title, (.., help, action))| line(title, help, action));
    let saved = app.last_game.iter().map(|path| {
        let open = Action::File(FileMessage::OpenGame(path.clone()));
        line(format!("Game {}", named(path)), path.display().to_string(), open)
    });
    tracks.chain(saved).collect()
}

/// Returns a track's name, which is read once from its file.
fn title(ctx: &egui::Context, path: &Path) -> String {
    let id = egui::Id::unique(("the name of the track", path));
    ctx.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| {
        let title = track_title(path);
        ctx.data_mut(|data| data.insert_temp(id, title.clone()));
        title
    })
}

/// Shows something to do. Returns whether it was clicked.
fn line_ui(ui: &mut egui::Ui, line: &Line) -> bool {
    let button = Button::new(&line.title).truncate().min_size(egui::vec2(ui.available_width(), 0.0));
    let button = ui.add_enabled(line.why.is_none(), button);
    button.on_hover_text(&line.help).on_disabled_hover_text(line.why.unwrap_or_default()).clicked()
}
