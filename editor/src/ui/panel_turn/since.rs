//! What others have done since one's own last turn, a line for each turn.

use egui::{RichText, Sense};
use interpreter::playtest::Moment;

use crate::playtest::Race;
use crate::playtest::recent::TurnTold;
use crate::ui::dice;
use crate::ui::widget::disc_ui;
use crate::ui::words::log_line;

/// The size of dice in a line.
const DIE: f32 = 15.0;
/// The most dice in a line: of more, only the words are shown.
const MOST_DICE: usize = 5;

/// The height of a line.
const LINE: f32 = 20.0;

/// Who is asked and has turns of others to read of, and how high these lines are.
pub fn reader(race: &Race) -> Option<(usize, f32)> {
    let player = race.asked()?.player;
    let (turns, more) = race.since_last_turn(player);
    let lines = turns.len() + usize::from(more > 0);
    (!turns.is_empty()).then_some((player, LINE * lines as f32))
}

/// Shows the turns of others. Returns the moment to look at, if one was clicked.
pub fn since_ui(ui: &mut egui::Ui, race: &Race, player: usize) -> Option<Moment> {
    let (turns, more) = race.since_last_turn(player);
    let mut looked = None;
    if more > 0 {
        ui.weak(RichText::new(format!("{more} more turns before these")).small());
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for told in &turns {
            if turn_ui(ui, race, told) {
                looked = race.moment_of(told);
            }
        }
    });
    looked
}

fn turn_ui(ui: &mut egui::Ui, race: &Race, told: &TurnTold<'_>) -> bool {
    let viewer = race.viewer();
    let text =
        log_line(&told.sentence(viewer, |space| race.program.called.get(space).map_or(String::new(), |it| it.to_string())));
    let rolled = told.rolled(viewer);
    let dice: usize = rolled.iter().map(|rolled| rolled.faces.len()).sum();
    let mut clicked = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if let Some(player) = told.turn_of {
            disc_ui(ui, race, player, 7.5);
        }
        let width = if dice <= MOST_DICE { dice::width(dice, DIE) + 4.0 * rolled.len() as f32 } else { 0.0 };
        let room = (ui.available_width() - width).max(60.0);
        ui.allocate_ui_with_layout(egui::vec2(room, 18.0), egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(room);
            let label = ui.add(egui::Label::new(RichText::new(&text).small()).truncate().sense(Sense::click()));
            let label = label.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| {
                for line in &told.lines {
                    ui.label(log_line(line.text_for(viewer)));
                }
            });
            clicked = label.clicked();
        });
        if dice <= MOST_DICE {
            dice::dice_ui(ui, race, &rolled, DIE);
        }
    });
    clicked
}
