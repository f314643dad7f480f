//! The strip at the foot of the window while the state is edited by hand: what the user can do, and the ways out.

use egui::RichText;

use super::action::{Action, Ask};
use super::theme::strong;
use super::widget::sentence_ui;
use crate::playtest::{Act, Race};

/// Shows the strip, from its right end.
pub fn editing_ui(ui: &mut egui::Ui, race: &Race) -> Vec<Action> {
    let mut actions = vec![];
    let changes = race.steps_edited();
    let s = if changes == 1 { "" } else { "s" };
    let hover = format!("Takes back {changes} step{s}: all that was done since you began to edit");
    if ui.small_button("Revert").on_hover_text(hover).clicked() {
        actions.push(Action::Playtest(Act::LeaveEditing));
    }
    let done = egui::Button::new(strong("Done")).small().right_text(RichText::new("Shift+F5").weak().small());
    let done = ui.add(done).on_hover_text("What you have changed stays, and the race goes on from it");
    done.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Done"));
    if done.clicked() {
        actions.push(Action::Playtest(Act::EndEditing));
    }
    if ui.small_button("Set dice and cards…").clicked() {
        actions.push(Action::Ask(Ask::Chance));
    }
    let text = "Drag pieces to where they are to stand. Click on a value, a card or a piece with the right button to set it.";
    sentence_ui(ui, Some("You are editing the state.".to_owned()), text);
    actions
}
