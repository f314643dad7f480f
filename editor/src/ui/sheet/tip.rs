//! Words about the thing under the pointer. They come once the pointer rests, beside the thing, and hide as few as possible of the spaces
//! that can be clicked.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// For how many seconds the pointer has rested before the words come.
const RESTS: f32 = 0.5;

/// The distance to the pointer and to the thing, in points.
pub const AWAY: f32 = 14.0;
const BESIDE: f32 = 4.0;
/// So many places, further and further above and below the thing, are tried.
const FAR: u8 = 6;

/// Shows words about the thing under the pointer, which lies at `own`, away from the spaces that can be clicked.
pub fn tip_ui(
    ui: &egui::Ui,
    board: &egui::Response,
    of: impl std::hash::Hash + std::fmt::Debug,
    (own, lit): (Rect, &[Rect]),
    words: impl FnOnce(&mut egui::Ui),
) {
    let (pointer, rested) = ui.input(|i| (i.pointer.hover_pos(), i.pointer.time_since_last_movement()));
    // Who has just clicked looks at what comes of it.
    let has_clicked = ui.input(|i| i.pointer.time_since_last_click()) <= rested;
    let Some(pointer) = pointer.filter(|_| !has_clicked) else { return };
    if rested < RESTS {
        ui.ctx().request_repaint_after_secs((RESTS - rested).max(0.01));
        return;
    }
    // Their size is only known from the last frame.
    let id = board.id.with(("words about", of));
    let size = ui.data(|data| data.get_temp::<Vec2>(id)).unwrap_or(vec2(290.0, 220.0));
    let at = place(ui.ctx().content_rect(), board.rect, (pointer, own), size, lit);
    let tip = egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), board.id, egui::PopupAnchor::Position(at));
    if let Some(shown) = tip.gap(0.0).show(words) {
        ui.data_mut(|data| data.insert_temp(id, shown.response.rect.size()));
    }
}

/// Returns the top left corner for words of this size: beside the thing under the pointer, or else in a corner of the board. The words stay
/// inside the window and off the pointer. If there are spaces to click, the words lie on the board rather than over other panes.
pub fn place(window: Rect, board: Rect, (pointer, own): (Pos2, Rect), size: Vec2, lit: &[Rect]) -> Pos2 {
    let around = own.expand(BESIDE).union(Rect::from_center_size(pointer, Vec2::splat(2.0 * AWAY)));
    let near = |n: u8| {
        let around = around.expand2(vec2(0.0, f32::from(n) * around.height() / 2.0));
        let (below, above) = (around.bottom(), around.top() - size.y);
        let (right, left, middle) = (around.right(), around.left() - size.x, around.center().x - size.x / 2.0);
        [right, left, middle].into_iter().flat_map(move |x| [pos2(x, below), pos2(x, above)])
    };
    let usual = pos2(around.right(), around.bottom());
    let corner = board.shrink(4.0);
    let (end, foot) = (corner.right() - size.x, corner.bottom() - size.y);
    let corners =
        [corner.min, pos2(end, corner.top()), pos2(corner.left(), foot), pos2(end, foot)].into_iter().chain([window.min]);
    let most = window.max - size - vec2(2.0, 2.0);
    let fit = |at: Pos2| pos2(at.x.min(most.x).max(window.left()), at.y.min(most.y).max(window.top()));
    let places = (0..FAR).flat_map(near).chain(corners).map(|at| Rect::from_min_size(fit(at), size));
    let free = places.filter(|rect| !rect.expand(2.0).contains(pointer));
    let hidden = |rect: &Rect| lit.iter().filter(|space| rect.intersects(**space)).count();
    let is_elsewhere = |rect: &Rect| !lit.is_empty() && !board.contains_rect(*rect);
    free.min_by_key(|rect| (hidden(rect), rect.intersects(own), is_elsewhere(rect))).map_or(fit(usual), |rect| rect.min)
}
