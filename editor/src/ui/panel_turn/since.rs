//! What others have done since one's own last turn, a line for each turn.

use egui::{RichText, Sense};
use interpreter::playtest::Moment;

use crate::playtest::Race;
use crate::playtest::recent::TurnTold;
use crate::ui::dice;
use crate::ui::theme::strong;
use crate::ui::widget::disc_ui;
use crate::ui::words::log_line;

/// The size of dice in a line.
const DIE: f32 = 15.0;
/// The most dice in a line: of more, only the words are shown.
const MOST_DICE: usize = 5;

/// Who is asked and has turns of others to read of.
pub fn reader(race: &Race) -> Option<usize> {
    let player = race.asked()?.player;
    (!race.since_last_turn(player).0.is_empty()).then_some(player)
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
            if turn_ui(ui, race, player, told) {
                looked = race.moment_of(told);
            }
        }
    });
    looked
}

/// What happened to the reader in a turn, and what else did.
fn words(race: &Race, reader: usize, told: &TurnTold<'_>) -> (String, String) {
    let called = |space: usize| race.program.called.get(space).map_or(String::new(), ToString::to_string);
    let (hits, rest) = told.told(race, reader, called);
    (log_line(&hits), log_line(&rest))
}

fn turn_ui(ui: &mut egui::Ui, race: &Race, reader: usize, told: &TurnTold<'_>) -> bool {
    let viewer = race.viewer();
    let (hits, rest) = words(race, reader, told);
    let rolled = told.rolled(viewer);
    let dice: usize = rolled.iter().map(|rolled| rolled.faces.len()).sum();
    let mut clicked = false;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if let Some(player) = told.turn_of {
            disc_ui(ui, race, player, 7.5);
        }
        let width = if dice <= MOST_DICE { dice::width(dice, DIE) + 4.0 * rolled.len() as f32 } else { 0.0 };
        let room = (ui.available_width() - width).max(60.0);
        ui.allocate_ui_with_layout(egui::vec2(room, 18.0), egui::Layout::top_down(egui::Align::Min), |ui| {
            ui.set_min_width(room);
            for (text, is_hit) in [(&hits, true), (&rest, false)].into_iter().filter(|(text, _)| !text.is_empty()) {
                let shown = if is_hit { strong(text).small() } else { RichText::new(text).small() };
                let label = ui.add(egui::Label::new(shown).wrap().sense(Sense::click()));
                let label = label.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| {
                    for line in &told.lines {
                        ui.label(log_line(line.text_for(viewer)));
                    }
                });
                clicked |= label.clicked();
            }
        });
        if dice <= MOST_DICE {
            dice::dice_ui(ui, race, &rolled, DIE);
        }
    });
    clicked
}
