//! The buttons for the view of the board.

use egui::{Rect, Ui, Vec2, vec2};

use crate::playtest::Race;
use crate::ui::action::Action;
use crate::ui::app::App;
use crate::ui::canvas::view::free_corner;
use crate::ui::command::{Command, menu};

/// The size of the buttons for the view.
const BUTTONS: Vec2 = vec2(206.0, 28.0);

/// Returns where the buttons for the view lie: over the corner of the board with the fewest things on it. `None`: there is no room.
pub fn place(ui: &Ui, app: &App, race: &Race, view: Rect) -> Option<Rect> {
    let has_room = view.width() >= BUTTONS.x * 2.0 && view.height() >= BUTTONS.y * 6.0;
    has_room.then(|| free_corner(ui, race, (app.view.camera(&race.board, view), view), BUTTONS, &[], false))
}

/// Shows the buttons for the view.
pub fn buttons_ui(ui: &mut Ui, app: &App, place: Rect) -> Vec<Action> {
    let mut actions = vec![];
    ui.painter().rect(place, 4.0, ui.visuals().panel_fill, ui.visuals().window_stroke, egui::StrokeKind::Inside);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(place.shrink(3.0)));
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let buttons = [
            (Command::ZoomOut, "−"),
            (Command::ZoomIn, "+"),
            (Command::FitAll, "Fit"),
            (Command::FitSheet, "Sheet"),
            (Command::Follow, "Follow"),
        ];
        for (command, text) in buttons {
            actions.extend(menu::button_ui(ui, app, command, text));
        }
    });
    actions
}
