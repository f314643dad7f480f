//! The keys that the text of the Rules pane handles before egui does.

use egui::{Event, EventFilter, Key, Modifiers};

/// A command for the pane, by key or from a menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Complete,
    Definition,
    Uses,
    Back,
    Find,
    FindNext,
    FindPrevious,
    NextProblem,
    PreviousProblem,
    Comment,
    RunTest,
}

impl Order {
    pub const ALL: [Order; 11] = [
        Order::Complete,
        Order::Definition,
        Order::Uses,
        Order::Back,
        Order::Find,
        Order::FindNext,
        Order::FindPrevious,
        Order::NextProblem,
        Order::PreviousProblem,
        Order::Comment,
        Order::RunTest,
    ];

    /// Its title and one line of help.
    pub fn title(self) -> (&'static str, &'static str) {
        match self {
            Order::Complete => ("Complete word", "Suggestions for the word at the cursor; Tab or Enter takes one"),
            Order::Definition => ("Go to declaration", "Where the name at the cursor is declared; also Ctrl+click"),
            Order::Uses => ("Find references", "All places where the name at the cursor is used"),
            Order::Back => ("Go back", "The place where you were before; Alt+Left while you type"),
            Order::Find => ("Find…", "A search in the open text"),
            Order::FindNext => ("Find next", "The next match of the search"),
            Order::FindPrevious => ("Find previous", "The previous match of the search"),
            Order::NextProblem => {
                ("Go to next problem", "The next problem in any file; after the last one, the next failed test")
            }
            Order::PreviousProblem => ("Go to previous problem", "The previous problem or failed test in any file"),
            Order::Comment => ("Toggle comment", "Comments the selected lines out, or in again"),
            Order::RunTest => ("Run test", "Runs the test at the cursor and shows its steps"),
        }
    }

    /// Its key.
    pub const fn key(self) -> (Modifiers, Key) {
        match self {
            Order::Complete => (Modifiers::COMMAND, Key::Space),
            Order::Definition => (Modifiers::NONE, Key::F12),
            Order::Uses => (Modifiers::SHIFT, Key::F12),
            Order::Back => (Modifiers::ALT, Key::ArrowLeft),
            Order::Find => (Modifiers::COMMAND, Key::F),
            Order::FindNext => (Modifiers::NONE, Key::F3),
            Order::FindPrevious => (Modifiers::SHIFT, Key::F3),
            Order::NextProblem => (Modifiers::NONE, Key::F8),
            Order::PreviousProblem => (Modifiers::SHIFT, Key::F8),
            Order::Comment => (Modifiers::COMMAND, Key::Slash),
            Order::RunTest => (Modifiers::NONE, Key::F9),
        }
    }
}

/// Keys that egui must not use to leave the text.
pub(super) const FILTER: EventFilter = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };

/// Keys that edit the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stroke {
    NewLine,
    Indent,
    Outdent,
    /// This one and the next three are for the completion list.
    Up,
    Down,
    Take,
    Close,
    /// Gives up the focus.
    Leave,
    Undo,
    Redo,
}

/// Takes the pane's own keys out of the input. `is_open` says whether a completion list is open. Letters typed before such a key must
/// arrive first, so the key and everything after it is held back for the next frame.
pub(super) fn pressed(ui: &egui::Ui, is_open: bool, held: &mut Vec<Event>) -> (Vec<Order>, Vec<Stroke>) {
    let (mut orders, mut strokes) = (vec![], vec![]);
    ui.input_mut(|input| {
        let mut events = std::mem::take(held);
        events.append(&mut input.events);
        let mut writes = false;
        for event in events {
            let (order, stroke) = match &event {
                Event::Key { key, modifiers, pressed: true, .. } => (order(*key, *modifiers), stroke(*key, *modifiers, is_open)),
                _ => (None, None),
            };
            let is_own = order.is_some() || stroke.is_some();
            let is_typed =
                matches!(event, Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Ime(_) | Event::Key { pressed: true, .. });
            if !held.is_empty() && is_typed || is_own && writes {
                held.push(event);
            } else if is_own {
                orders.extend(order);
                strokes.extend(stroke.filter(|_| order.is_none()));
            } else {
                writes |= is_typed;
                input.events.push(event);
            }
        }
    });
    if !held.is_empty() {
        ui.ctx().request_repaint();
    }
    (orders, strokes)
}

fn order(key: Key, modifiers: Modifiers) -> Option<Order> {
    let is = |order: &Order| {
        let (wanted, of) = order.key();
        of == key && modifiers.matches_exact(wanted)
    };
    Order::ALL.into_iter().find(is)
}

fn stroke(key: Key, modifiers: Modifiers, is_open: bool) -> Option<Stroke> {
    match (key, modifiers.is_none(), is_open) {
        (Key::ArrowUp, true, true) => Some(Stroke::Up),
        (Key::ArrowDown, true, true) => Some(Stroke::Down),
        (Key::Enter | Key::Tab, true, true) => Some(Stroke::Take),
        (Key::Escape, true, true) => Some(Stroke::Close),
        (Key::Escape, true, false) => Some(Stroke::Leave),
        (Key::Enter, true, false) => Some(Stroke::NewLine),
        (Key::Tab, true, false) => Some(Stroke::Indent),
        (Key::Tab, false, _) if modifiers.shift_only() => Some(Stroke::Outdent),
        (Key::Z, ..) if modifiers.matches_exact(Modifiers::COMMAND) => Some(Stroke::Undo),
        (Key::Z, ..) if modifiers.matches_exact(Modifiers::COMMAND | Modifiers::SHIFT) => Some(Stroke::Redo),
        (Key::Y, ..) if modifiers.matches_exact(Modifiers::COMMAND) => Some(Stroke::Redo),
        _ => None,
    }
}
