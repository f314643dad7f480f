//! The buttons for the view of the board.

use egui::{Rect, Ui, Vec2, vec2};

use crate::playtest::Race;
use crate::ui::action::Action;
use crate::ui::app::App;
use crate::ui::canvas::view::free_corner;
use crate::ui::command::{Command, menu};
use crate::ui::sheet::board_view::BoardView;

/// The size of the buttons for the view.
const BUTTONS: Vec2 = vec2(206.0, 28.0);

/// Returns where the buttons for the view lie: over the corner with the fewest things on it while the whole course is seen, and there they
/// stay. `None`: there is no room.
pub fn place(ui: &Ui, race: &Race, view: Rect) -> Option<Rect> {
    let has_room = view.width() >= BUTTONS.x * 2.0 && view.height() >= BUTTONS.y * 6.0;
    let camera = BoardView::Course.camera(&race.board, view);
    has_room.then(|| free_corner(ui, race, (camera, view), BUTTONS, &[], false).0)
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
