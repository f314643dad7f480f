//! The keyboard on the board: arrows lead from stop to stop, which are the spaces and links on offer and the spaces with pieces. Enter takes
//! what is offered there, and W asks why its piece stands there.

use egui::{EventFilter, Id, Key, Modifiers, Pos2, Ui, Vec2, vec2};

use crate::playtest::{Race, Thing};

/// How much a stop beside the way of an arrow counts as farther.
const ASIDE: f32 = 3.0;

/// The stops of a frame.
pub struct Walk {
    board: Id,
    focused: Option<Id>,
    /// What egui knows each by, where it lies, and its piece.
    stops: Vec<(Id, Pos2, Option<Thing>)>,
}

impl Walk {
    pub fn of(ui: &Ui, board: Id) -> Walk {
        Walk { board, focused: ui.memory(|memory| memory.focused()), stops: vec![] }
    }

    /// Whether a stop has the focus.
    pub fn is_on(&self, stop: Id) -> bool {
        self.focused == Some(stop)
    }

    /// Adds a stop.
    pub fn stop(&mut self, id: Id, at: Pos2, piece: Option<Thing>) {
        self.stops.push((id, at, piece));
    }

    /// Goes where an arrow leads. Returns the piece of which it is asked why it stands there.
    pub fn go(self, ui: &Ui, race: &Race) -> Option<Thing> {
        let focused = self.focused.filter(|_| !egui::Popup::is_any_open(ui.ctx()))?;
        let here = self.stops.iter().find(|(id, ..)| *id == focused);
        if here.is_none() && focused != self.board {
            return None;
        }
        // egui would look for a widget anywhere in the window.
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(focused, filter));
        let arrows = [
            (Key::ArrowLeft, vec2(-1.0, 0.0)),
            (Key::ArrowRight, vec2(1.0, 0.0)),
            (Key::ArrowUp, vec2(0.0, -1.0)),
            (Key::ArrowDown, vec2(0.0, 1.0)),
        ];
        let pressed = arrows.into_iter().find(|(key, _)| ui.input_mut(|i| i.consume_key(Modifiers::NONE, *key)));
        let next = pressed.and_then(|(_, way)| match here {
            Some((_, from, _)) => self.towards(*from, way),
            None => self.first(race),
        });
        if let Some(next) = next {
            ui.memory_mut(|memory| memory.request_focus(next));
        }
        let asks = ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::W));
        here.filter(|_| asks).and_then(|(.., piece)| piece.clone())
    }

    /// The stop with the piece of whose turn it is, or any.
    fn first(&self, race: &Race) -> Option<Id> {
        let is_of_turn = |thing: &Thing| match thing.what {
            interpreter::why::What::Piece(kind, piece) => race.turn_of() == Some(race.owner(kind.index(), piece)),
            _ => false,
        };
        let of_turn = self.stops.iter().find(|(.., piece)| piece.as_ref().is_some_and(is_of_turn));
        of_turn.or(self.stops.first()).map(|(id, ..)| *id)
    }

    /// The nearest stop in a direction.
    fn towards(&self, from: Pos2, way: Vec2) -> Option<Id> {
        let far = |at: Pos2| {
            let along = (at - from).dot(way);
            let aside = (at - from - way * along).length();
            (along > 1.0).then_some(along + ASIDE * aside)
        };
        let all = self.stops.iter().filter_map(|(id, at, _)| Some((*id, far(*at)?)));
        all.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(id, _)| id)
    }
}
