//! Shortcuts, which work everywhere except while text is typed.

use egui::{Event, Key, Modifiers};

use super::Command;
use crate::ui::action::Room;
use crate::ui::app::focus::is_on_pane;

/// A shortcut, or a paste, which the system doesn't report as a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pressed {
    Command(Command),
    /// Pastes text from the clipboard.
    Paste(String),
}

/// Returns the pressed commands that are available, and removes their events from the input.
/// `is_board` says whether the pointer is over a board, `writes` whether text is typed.
pub fn pressed(ctx: &egui::Context, room: Room, (is_board, writes): (bool, bool), can: impl Fn(Command) -> bool) -> Vec<Pressed> {
    // Arrows and the space bar belong to the widget with the focus.
    let is_focused = ctx.memory(|memory| memory.focused().is_some()) && !is_on_pane(ctx);
    let mut pressed = vec![];
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let found = match event {
                Event::Copy | Event::Cut | Event::Paste(_) if writes || room == Room::Play => None,
                Event::Copy => Some(Pressed::Command(Command::Copy)),
                Event::Cut => Some(Pressed::Command(Command::Cut)),
                Event::Paste(text) => Some(Pressed::Paste(text.clone())),
                Event::Key { key: Key::ArrowLeft | Key::ArrowRight | Key::Space, .. } if is_focused => None,
                Event::Key { key, modifiers, pressed: true, .. } => {
                    command(room, *key, *modifiers, (writes, is_board)).map(Pressed::Command)
                }
                _ => None,
            };
            let found = found.filter(|found| !matches!(found, Pressed::Command(command) if !can(*command)));
            let is_used = found.is_some();
            pressed.extend(found);
            !is_used
        });
    });
    pressed
}

/// Returns the command for a key in a room.
fn command(room: Room, key: Key, modifiers: Modifiers, (writes, is_board): (bool, bool)) -> Option<Command> {
    if writes && is_for_text(key, modifiers) {
        return None;
    }
    // On many keyboards these signs need Shift.
    let shifted = matches!(key, Key::Questionmark | Key::Plus);
    let modifiers = if shifted { Modifiers { shift: false, ..modifiers } } else { modifiers };
    let is_its = |command: &Command| {
        let mut keys = command.entry().keys.into_iter().flatten();
        let is_pressed = keys.any(|keys| keys.logical_key == key && modifiers.matches_exact(keys.modifiers));
        is_pressed && command.is_meant(modifiers, is_board)
    };
    Command::of(room).find(is_its)
}

/// Whether a text field uses the key itself.
fn is_for_text(key: Key, modifiers: Modifiers) -> bool {
    let is_function = matches!(key, Key::F1 | Key::F2 | Key::F3 | Key::F4 | Key::F5 | Key::F6 | Key::F7 | Key::F11);
    let own = [Key::A, Key::C, Key::D, Key::E, Key::Enter, Key::K, Key::U, Key::V, Key::W, Key::X, Key::Y, Key::Z];
    !is_function && (!modifiers.command || own.contains(&key))
}
