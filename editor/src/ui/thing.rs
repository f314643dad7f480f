//! The things the user can ask about: a field, a piece, a card. The right button opens a menu, and so does a small sign that appears under
//! the pointer.

use egui::{Align2, FontId, Response, Sense, WidgetInfo, accesskit::Role, pos2, vec2};
use interpreter::ir::{KindId, PieceId};
use interpreter::view::Seen;
use interpreter::why::What;

use super::action::{Action, RaceMessage};
use super::theme::Theme;
use crate::looks;
use crate::playtest::{Act, Race, Thing};

const SIGN: f32 = 15.0;

/// Returns the thing for a value that the viewer may see.
pub fn of_seen(race: &Race, seen: &Seen) -> Option<Thing> {
    let what = seen.what.filter(|_| seen.value.is_some())?;
    let title = looks::heading(&race.ruleset.manifest, seen);
    let name = match seen.owner.and_then(|owner| race.program.names.get(owner)) {
        Some(owner) => format!("{title} of {owner}"),
        None => title,
    };
    Some(Thing { what, name })
}

/// Returns the thing for a piece on the board.
pub fn of_piece(race: &Race, kind: usize, piece: usize) -> Thing {
    let name = race.looks().pieces[kind].name(&race.program, &race.table_state, kind, piece);
    Thing { what: What::Piece(PieceId(kind as u16), piece), name }
}

/// Returns the thing for a card that lies face up.
pub fn of_card(race: &Race, kind: KindId, card: usize) -> Thing {
    let name = race.program.rows[kind.index()].names.get(card).map_or("a card".into(), |name| name.to_string());
    Thing { what: What::Card(kind, card), name }
}

/// Shows a menu's entries for things.
pub fn menu_ui(ui: &mut egui::Ui, race: &Race, things: &[Thing]) -> Vec<Action> {
    let mut actions = vec![];
    for thing in things {
        let text = match thing.what {
            What::Piece(..) => format!("Why does {} stand there?", thing.name),
            What::Card(..) => format!("Why does {} lie there?", thing.name),
            _ => format!("Why does {} have this value?", thing.name),
        };
        if ui.button(text).clicked() {
            actions.push(Action::Playtest(Act::Why(thing.clone())));
        }
        let text = match thing.what {
            What::Piece(..) | What::Card(..) => format!("Put {} elsewhere…", thing.name),
            _ => format!("Set {}…", thing.name),
        };
        if matches!(thing.what, What::Place(_)) {
            continue;
        }
        let why_not = race.edits_nothing();
        let button = ui.add_enabled(why_not.is_none(), egui::Button::new(text));
        if button.on_disabled_hover_text(why_not.unwrap_or_default()).clicked() {
            actions.push(Action::Race(RaceMessage::SetByHand(thing.clone())));
        }
    }
    actions
}

/// Opens a menu on the right button. It is not the menu that a left click opens.
pub fn on_right_button(response: &Response, content: impl FnOnce(&mut egui::Ui)) {
    egui::Popup::context_menu(response).id(response.id.with("asked")).show(content);
}

/// Makes a value ask about its things: the right button opens the menu, and the sign asks at once. Where the sign would cover the value, a
/// click on the value itself asks. While the state is edited, a click beside the sign sets the value.
pub fn asked_ui(ui: &egui::Ui, race: &Race, shown: &Response, things: &[Thing]) -> Vec<Action> {
    let mut actions = vec![];
    let Some(first) = things.first() else { return actions };
    let area = ui.interact(shown.rect, shown.id.with("asked"), Sense::click());
    area.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Why: {}", first.name)));
    on_right_button(&area, |ui| actions.extend(menu_ui(ui, race, things)));
    let is_pointed_at = area.contains_pointer() && !egui::Popup::is_any_open(ui.ctx());
    let mut asks = false;
    if is_pointed_at && shown.rect.width() >= 3.0 * SIGN {
        let at = pos2(shown.rect.right() - SIGN / 2.0, shown.rect.center().y);
        let sign = egui::Rect::from_center_size(at, vec2(SIGN, SIGN));
        let theme = Theme::of(ui);
        ui.painter().circle_filled(at, SIGN / 2.0, theme.offer);
        let font = FontId::proportional(11.0);
        ui.painter().text(at, Align2::CENTER_CENTER, "?", font, egui::Color32::WHITE);
        asks = area.interact_pointer_pos().is_some_and(|pointer| sign.contains(pointer));
    } else if is_pointed_at {
        asks = !race.is_edited();
    }
    let sets = !asks && race.is_edited() && race.edits_nothing().is_none() && !matches!(first.what, What::Place(_));
    if area.clicked() && asks {
        actions.push(Action::Playtest(Act::Why(first.clone())));
    } else if area.clicked() && sets {
        actions.push(Action::Race(RaceMessage::SetByHand(first.clone())));
    }
    actions
}
