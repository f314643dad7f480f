//! The column beside a board that is presented: the question or the result, how the players stand, the round, and the way back.

use egui::{Button, RichText, ScrollArea};

use super::race_pane;
use crate::playtest::Race;
use crate::ui::action::{Action, Arrangement, WindowMessage};
use crate::ui::app::App;
use crate::ui::command::Command;
use crate::ui::widget::{from_top, page_keys};
use crate::ui::{panel_players, panel_turn, transport};

/// How much larger letters are than elsewhere, as they are read from farther away, and from which height of the column on.
const LARGER: f32 = 1.15;
const HIGH: f32 = 640.0;
/// The most of the column's height that the standing takes.
const STANDING: f32 = 0.45;

/// Shows the column. The question scrolls above what is always there.
pub fn present_ui(ui: &mut egui::Ui, app: &App, race: &Race) -> Vec<Action> {
    let mut actions = vec![];
    let whole = ui.available_height();
    if whole >= HIGH {
        ui.style_mut().text_styles.values_mut().for_each(|font| font.size *= LARGER);
    }
    let foot = egui::Panel::bottom("presented standing").resizable(false).frame(egui::Frame::NONE);
    foot.show(ui, |ui| {
        ui.add_space(4.0);
        let area = ScrollArea::vertical().id_salt("standing").max_height(whole * STANDING);
        area.show(ui, |ui| actions.extend(panel_players::standing_ui(ui, race, &app.sitting.seats)));
        ui.add_space(4.0);
        actions.extend(foot_ui(ui, race));
    });
    let mut is_begun = !race_pane::begins(ui, race);
    from_top("presented turn", &mut is_begun).show(ui, |ui| {
        let pages = page_keys(ui);
        if pages != 0.0 {
            ui.scroll_with_delta(egui::vec2(0.0, -pages * whole * STANDING));
        }
        actions.extend(panel_turn::turn_ui(ui, app, race, 0.0));
    });
    actions
}

/// Shows which turn it is, and the way back.
fn foot_ui(ui: &mut egui::Ui, race: &Race) -> Option<Action> {
    let row = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(row, egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let (command, text) = (Command::Arrange(Arrangement::Present), "Leave Present");
        let keys = command.entry().shortcut(ui.ctx()).unwrap_or_default();
        let words = RichText::new(format!("{text} ({keys})")).small().weak();
        let button = ui.add(Button::new(words).frame(false)).on_hover_text("The layout from before; so does Esc");
        button.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, text));
        let told = format!("Turn {}, {}", race.scene.turn, transport::rounds(race));
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.add(egui::Label::new(RichText::new(told).small().weak()).truncate());
        });
        button.clicked().then(|| WindowMessage::Arrange(Arrangement::Present).into())
    })
    .inner
}
