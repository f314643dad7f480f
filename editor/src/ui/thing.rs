//! The things the user can ask about: a field, a piece, a card. A click on a value asks why it is so, and so does Enter once it has the focus. The
//! right button opens a menu.

use egui::{CursorIcon, Response, Sense, WidgetInfo, accesskit::Role};
use interpreter::ir::{KindId, Owner, PieceId};
use interpreter::view::Seen;
use interpreter::why::What;

use super::action::{Action, RaceMessage};
use crate::looks;
use crate::playtest::{Act, Race, Thing};

/// Returns the thing for a value that the viewer may see.
pub fn of_seen(race: &Race, seen: &Seen) -> Option<Thing> {
    let what = seen.what.filter(|_| seen.value.is_some())?;
    Some(Thing { what, name: of_whom(race, what, &looks::heading(&race.ruleset.manifest, seen)) })
}

/// Returns what a value is called, with whose it is: `Heart rate of Anna`, or `Speed of Anna's frog 2` where a player has several such pieces.
pub fn of_whom(race: &Race, what: What, title: &str) -> String {
    let program = &race.program;
    let owner = match what {
        What::Field(field, n) => program.ir.fields.get(field.index()).map(|field| (field.owner, n)),
        What::Place(player) => Some((Owner::Player, player)),
        What::Piece(kind, piece) => Some((Owner::Piece(kind), piece)),
        What::Card(..) => None,
    };
    let whose = owner.and_then(|(owner, n)| match owner {
        Owner::Piece(kind) if program.of_each(owner) > 1 => Some(of_piece(race, kind.index(), n).name),
        _ => Some(program.names.get(program.holder(owner, n)?)?.to_string()),
    });
    whose.map_or_else(|| title.to_owned(), |whose| format!("{title} of {whose}"))
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

/// Makes a value ask about its things: a click or Enter asks at once, and the right button opens the menu. While the state is edited, a click
/// sets the value instead.
pub fn asked_ui(ui: &egui::Ui, race: &Race, shown: &Response, things: &[Thing]) -> Vec<Action> {
    let mut actions = vec![];
    let Some(first) = things.first() else { return actions };
    let area = ui.interact(shown.rect, shown.id.with("asked"), Sense::click());
    area.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Why: {}", first.name)));
    on_right_button(&area, |ui| actions.extend(menu_ui(ui, race, things)));
    if area.has_focus() {
        ui.painter().rect_stroke(shown.rect.expand(1.0), 2.0, ui.visuals().selection.stroke, egui::StrokeKind::Outside);
    }
    let is_edited = race.is_edited();
    let area = area.on_hover_cursor(if is_edited { CursorIcon::PointingHand } else { CursorIcon::Help });
    let sets = is_edited && race.edits_nothing().is_none() && !matches!(first.what, What::Place(_));
    if area.clicked() && sets {
        actions.push(Action::Race(RaceMessage::SetByHand(first.clone())));
    } else if area.clicked() && !is_edited {
        actions.push(Action::Playtest(Act::Why(first.clone())));
    }
    actions
}
