//! A player's score sheet in the window: the drawing that is printed, with the token on its meters, and a name for each place. It is drawn
//! anew only when something on it changes.

use std::sync::{Arc, Mutex, PoisonError};

use egui::accesskit::Role;
use egui::{Pos2, Rect, Sense, Stroke, StrokeKind, WidgetInfo, vec2};

use super::action::Action;
use super::look;
use super::sheet::marks::Drawing;
use super::theme::{self, Theme};
use super::thing;
use crate::playtest::{Race, Thing};
use crate::scoresheet::{self, Drawn, Eyes, ScoreSheet};

/// Points for a millimetre: so large that the smallest letters are read.
const SCALE: f32 = 3.5;
/// The margin of the paper.
const MARGIN: f32 = 7.0;

/// What was drawn last in one place.
#[derive(Default)]
struct Kept {
    sheet: ScoreSheet,
    width: f32,
    drawn: Drawn,
    drawing: Drawing,
}

/// Shows a sheet on paper: all of it, or without what stands beside the question that the player is just asked.
pub fn sheet_ui(ui: &mut egui::Ui, race: &Race, player: usize, is_whole: bool) -> Vec<Action> {
    let mut sheet = scoresheet::sheet(&race.program, &race.ruleset.manifest, Some(eyes(race)), player);
    let is_asked = race.asked().is_some_and(|question| question.player == player);
    sheet.parts.retain(|part| is_whole || !is_asked || !part.is_at_questions);
    if sheet.parts.is_empty() {
        return vec![];
    }
    let width = ui.available_width() - 2.0 * MARGIN;
    let kept = kept(ui, "score sheet", sheet, width, scoresheet::draw);
    let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let size = kept.drawn.size * SCALE + vec2(2.0, 2.0) * MARGIN;
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    let theme = Theme::of(ui);
    ui.painter().rect(place, 6.0, theme.paper, Stroke::new(1.0, theme.paper_edge), StrokeKind::Inside);
    show(ui, race, player, &kept, place.min + vec2(MARGIN, MARGIN))
}

/// Shows what the manifest puts beside the questions that a player is asked.
pub fn slim_ui(ui: &mut egui::Ui, race: &Race, player: usize) -> Vec<Action> {
    let sheet = scoresheet::at_questions(&race.program, &race.ruleset.manifest, eyes(race), player);
    if sheet.parts.is_empty() {
        return vec![];
    }
    let kept = kept(ui, "score sheet at a question", sheet, ui.available_width() - 2.0 * MARGIN, scoresheet::draw_slim);
    let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let size = kept.drawn.size * SCALE + vec2(2.0 * MARGIN, MARGIN * 1.4);
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    let theme = Theme::of(ui);
    ui.painter().rect(place, 6.0, theme.paper, Stroke::new(1.0, theme.paper_edge), StrokeKind::Inside);
    show(ui, race, player, &kept, place.min + vec2(MARGIN, MARGIN * 0.7))
}

/// The eyes of whoever looks at the window.
fn eyes(race: &Race) -> Eyes<'_> {
    Eyes { machine: &race.table_state, viewer: race.viewer() }
}

/// The drawing of a sheet, which stays until the sheet or its room is another.
fn kept(ui: &egui::Ui, of: &str, sheet: ScoreSheet, width: f32, draw: fn(&ScoreSheet, f32) -> Drawn) -> Arc<Mutex<Kept>> {
    let kept = ui.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Kept>>>(ui.scope_id().with(of)).clone());
    let mut last = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if last.width != width || last.sheet != sheet {
        let drawn = draw(&sheet, width / SCALE);
        *last = Kept { drawing: Drawing::of(&drawn.marks), drawn, sheet, width };
    }
    drop(last);
    kept
}

fn show(ui: &mut egui::Ui, race: &Race, player: usize, kept: &Kept, zero: Pos2) -> Vec<Action> {
    let inks = Theme::of(ui).inks();
    kept.drawing.paint(ui.painter(), zero, SCALE, |colour| look::colour(inks.printed(colour)));
    let on = |at: Pos2| zero + at.to_vec2() * SCALE;
    for pawn in &kept.drawn.pawns {
        theme::seat_piece(ui.painter(), on(pawn.at), pawn.radius * SCALE, player, race.colour(player), &pawn.text);
    }
    let mut actions = vec![];
    for (n, spot) in kept.drawn.spots.iter().enumerate() {
        let place = Rect::from_two_pos(on(spot.place.min), on(spot.place.max));
        if !ui.is_rect_visible(place) {
            continue;
        }
        let response = ui.interact(place, ui.scope_id().with(("on the score sheet", n)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spot.told));
        let things: Vec<Thing> =
            spot.what.iter().map(|what| Thing { what: *what, name: thing::of_whom(race, *what, &spot.title) }).collect();
        actions.extend(thing::asked_ui(ui, race, &response, &things));
        response.on_hover_text(&spot.told);
    }
    actions
}
