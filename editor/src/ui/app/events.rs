//! Hands what was done with mouse and keys to a frame only as far as it was meant for what is on the window by then. When frames take long,
//! more than that comes at once: a click and the number typed into the field that it opens, or a click and the pointer's way from there.

use egui::{Event, Key, Modifiers, RawInput};

/// The events that wait for the next frame.
#[derive(Default)]
pub struct EventQueue {
    /// Each with the time at which it came, in seconds.
    waiting: Vec<(Event, Option<f64>)>,
}

impl EventQueue {
    /// Leaves in the input of a frame what belongs to it; the rest waits.
    pub fn share(&mut self, input: &mut RawInput) {
        let now = input.time;
        let mut all = std::mem::take(&mut self.waiting);
        all.extend(std::mem::take(&mut input.events).into_iter().map(|event| (event, now)));
        self.waiting = all.split_off(belongs(all.iter().map(|(event, _)| event)));
        // Clicks are double if they were quick, however long their frames take.
        input.time = all.last().map_or(now, |(_, came)| *came);
        input.events = all.into_iter().map(|(event, _)| event).collect();
    }

    /// Whether the next frame can't wait.
    pub fn is_behind(&self) -> bool {
        !self.waiting.is_empty()
    }
}

/// How many of the events belong to one frame.
pub fn belongs<'a>(events: impl ExactSizeIterator<Item = &'a Event>) -> usize {
    let (all, mut has_key) = (events.len(), false);
    for (n, event) in events.enumerate() {
        match event {
            // A key may have put another tool into the hand.
            Event::PointerButton { .. } if has_key => return n,
            Event::PointerButton { .. } => return n + 1,
            // These go to another field, or open a dialog.
            Event::Key { key, pressed: true, modifiers, .. } if moves_on(*key, *modifiers) => return n + 1,
            Event::Key { pressed: true, .. } => has_key = true,
            _ => {}
        }
    }
    all
}

fn moves_on(key: Key, modifiers: Modifiers) -> bool {
    matches!(key, Key::Tab | Key::Enter | Key::Escape) || modifiers.command || modifiers.ctrl || modifiers.alt
}
