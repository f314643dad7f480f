//! The canvas's keys, for as long as no text is being typed.

use egui::{Key, Modifiers};

use super::{Act, Draw, nudged};
use crate::drawing::Deed;
use crate::drawing::hand::HandKey;
use crate::drawing::tools::select::Mode;
use crate::drawing::{Document, Key as ItemKey};

/// Returns the requests of the pressed keys.
pub fn acts(ui: &egui::Ui, response: &egui::Response, draw: &Draw) -> Vec<Act> {
    let ctx = ui.ctx();
    let is_free = ctx.memory(|memory| memory.focused()).is_none_or(|id| id == response.id);
    let is_asked = ctx.memory(|memory| memory.top_modal_layer()).is_some();
    // In an open list, the arrows go from line to line.
    let is_choosing = egui::Popup::is_any_open(ctx);
    // With Escape, egui takes the focus from a field before it is shown: then the field takes its text back, and that is all.
    let id = response.id.with("whether text was typed");
    let (is_typed, was_typed) = (ctx.text_edit_focused(), ctx.data(|data| data.get_temp::<bool>(id)) == Some(true));
    ctx.data_mut(|data| data.insert_temp(id, is_typed));
    if was_typed && !is_typed && ctx.input(|i| i.key_pressed(Key::Escape)) {
        return vec![];
    }
    if is_asked || is_choosing || ctx.text_edit_focused() || !is_free || draw.desk.hand.asks().is_some() {
        return vec![];
    }
    // While the canvas has the focus, egui must not use arrows and Escape.
    let filter = egui::EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };
    ctx.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let mut acts = vec![];
    ctx.input_mut(|i| {
        for (key, means) in [(Key::Enter, HandKey::Enter), (Key::Backspace, HandKey::Backspace), (Key::Escape, HandKey::Escape)] {
            if i.consume_key(Modifiers::NONE, key) {
                acts.push(Act::Do(Deed::Key(means)));
            }
        }
        for (key, x, y) in
            [(Key::ArrowLeft, -1.0, 0.0), (Key::ArrowRight, 1.0, 0.0), (Key::ArrowUp, 0.0, -1.0), (Key::ArrowDown, 0.0, 1.0)]
        {
            let is_chosen = !draw.desk.selected.is_empty();
            if is_chosen && i.consume_key(Modifiers::SHIFT, key) {
                acts.push(Act::Do(nudged(x, y, true)));
            } else if i.consume_key(Modifiers::ALT, key) {
                acts.extend(walked(draw, |way| way.normalize().dot(kurbo::Vec2::new(x, y)), true));
            } else if is_chosen && i.consume_key(Modifiers::NONE, key) {
                acts.push(Act::Do(nudged(x, y, false)));
            }
        }
        if i.consume_key(Modifiers::NONE, Key::Period) {
            acts.extend(followed(draw, true));
        }
        if i.consume_key(Modifiers::NONE, Key::Comma) {
            acts.extend(followed(draw, false));
        }
    });
    acts
}

/// Selects the space that a link leads to from the selected one, or the one it comes from if `on` is false.
fn followed(draw: &Draw, on: bool) -> Option<Act> {
    let document = draw.desk.document();
    let Some(from) = one(draw) else { return first(document) };
    let to = linked(document, from).into_iter().find(|(_, is_on)| *is_on == on)?.0;
    Some(Act::Do(Deed::Select(vec![to], Mode::Replace)))
}

/// Selects the linked space that lies most in this direction.
fn walked(draw: &Draw, along: impl Fn(kurbo::Vec2) -> f64, both: bool) -> Option<Act> {
    let document = draw.desk.document();
    let Some(from) = one(draw) else { return first(document) };
    let at = document.item(from)?.at?;
    let linked = linked(document, from).into_iter().filter(|(_, on)| both || *on);
    let ways = linked.filter_map(|(key, _)| Some((key, document.item(key)?.at? - at)));
    let ways = ways.filter(|(_, way)| way.hypot() > 1e-6).map(|(key, way)| (key, along(way))).filter(|(_, along)| *along > 0.3);
    let (to, _) = ways.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Act::Do(Deed::Select(vec![to], Mode::Replace)))
}

fn one(draw: &Draw) -> Option<ItemKey> {
    let key = draw.desk.selected.first().filter(|_| draw.desk.selected.len() == 1)?;
    draw.desk.document().spaces().iter().find(|space| space.key == *key).map(|space| space.key)
}

/// Unless exactly one space is selected, the walk begins at the first space.
fn first(document: &Document) -> Option<Act> {
    let first = document.spaces().first()?;
    Some(Act::Do(Deed::Select(vec![first.key], Mode::Replace)))
}

/// Returns the spaces linked to one, and whether the link leads towards them.
fn linked(document: &Document, from: ItemKey) -> Vec<(ItemKey, bool)> {
    let Some(id) = document.item(from).map(|item| item.id.clone()) else { return vec![] };
    let steps = document.links().iter().flat_map(|link| link.steps());
    let ends = steps.filter_map(|(a, b)| match (*a == id, *b == id) {
        (true, false) => Some((b, true)),
        (false, true) => Some((a, false)),
        _ => None,
    });
    ends.filter_map(|(id, on)| Some((document.space(id)?.key, on))).collect()
}
