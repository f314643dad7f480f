//! What the window asks: one question at a time, over everything else.

use eframe::egui;

use super::app::{Action, App, Ask};
use super::command::palette::{self, Palette};
use super::command::sheet;

/// The dialog that is open.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    Palette(Palette),
    Keys,
}

/// A line that says what was done, or why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub is_bad: bool,
}

impl Notice {
    pub fn good(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), is_bad: false }
    }

    pub fn bad(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), is_bad: true }
    }
}

impl Dialog {
    /// What a command opens.
    pub fn of(ask: Ask, app: &App) -> Option<Dialog> {
        let _ = app;
        match ask {
            Ask::Palette => Some(Dialog::Palette(Palette::default())),
            Ask::Keys => Some(Dialog::Keys),
            _ => None,
        }
    }
}

/// Shows the dialog, if one is open.
pub fn show(ctx: &egui::Context, app: &mut App) -> Vec<Action> {
    let Some(mut dialog) = app.dialog.take() else { return vec![] };
    let mut actions = vec![];
    let size = ctx.content_rect().size();
    let mut closes = false;
    let area = egui::Modal::default_area(egui::Id::unique("dialog"));
    let shown = match &mut dialog {
        Dialog::Palette(palette) => {
            let area = area.anchor(egui::Align2::CENTER_TOP, egui::vec2(0.0, 48.0));
            egui::Modal::new(egui::Id::unique("dialog")).area(area).show(ctx, |ui| {
                ui.set_width(460.0_f32.min(size.x - 40.0));
                let (action, is_over) = palette::palette_ui(ui, app, palette);
                actions.extend(action);
                closes = is_over;
            })
        }
        Dialog::Keys => egui::Modal::new(egui::Id::unique("dialog")).area(area).show(ctx, |ui| {
            ui.set_width(720.0_f32.min(size.x - 40.0));
            ui.heading("Keys");
            let room = size.y - 130.0;
            let area = egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room).auto_shrink([false, true]);
            area.show(ui, |ui| sheet::sheet_ui(ui, app.room));
            ui.add_space(6.0);
            closes = ui.button("Close").clicked();
        }),
    };
    if !(closes || shown.should_close()) {
        app.dialog = Some(dialog);
    }
    actions
}
