//! The place of words about a space. They should hide as few as possible of the spaces that can be clicked.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// The distance to the pointer, in points.
const AWAY: f32 = 14.0;

/// Returns the top left corner for words of this size: near the pointer, or else in a corner of the board. The words stay inside the window
/// and off the pointer. If there are spaces to click, the words lie on the board rather than over other panes.
pub fn place(window: Rect, board: Rect, pointer: Pos2, size: Vec2, lit: &[Rect]) -> Pos2 {
    let (below, above) = (pointer.y + AWAY, pointer.y - AWAY - size.y);
    let (right, left) = (pointer.x + AWAY, pointer.x - AWAY - size.x);
    let near = [pos2(right, below), pos2(right, above), pos2(left, below), pos2(left, above)];
    let corner = board.shrink(4.0);
    let (end, foot) = (corner.right() - size.x, corner.bottom() - size.y);
    let corners =
        [corner.min, pos2(end, corner.top()), pos2(corner.left(), foot), pos2(end, foot)].into_iter().chain([window.min]);
    let most = window.max - size - vec2(2.0, 2.0);
    let fit = |at: Pos2| pos2(at.x.min(most.x).max(window.left()), at.y.min(most.y).max(window.top()));
    let places = near.into_iter().chain(corners).map(|at| Rect::from_min_size(fit(at), size));
    let free = places.filter(|rect| !rect.expand(2.0).contains(pointer));
    let hidden = |rect: &Rect| lit.iter().filter(|space| rect.intersects(**space)).count();
    let is_elsewhere = |rect: &Rect| !lit.is_empty() && !board.contains_rect(*rect);
    free.min_by_key(|rect| (hidden(rect), is_elsewhere(rect))).map_or(fit(near[0]), |rect| rect.min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_off_what_can_be_clicked_and_off_the_pointer() {
        let window = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
        let board = Rect::from_min_size(pos2(250.0, 60.0), vec2(690.0, 560.0));
        let (pointer, size) = (pos2(600.0, 300.0), vec2(200.0, 150.0));
        let space = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(20.0, 20.0));
        assert_eq!(place(window, board, pointer, size, &[]), pointer + vec2(AWAY, AWAY));
        let around = [space(660.0, 350.0), space(660.0, 250.0), space(540.0, 350.0), space(540.0, 250.0)];
        for lit in [&around[..1], &around[..3], &around[..]] {
            let rect = Rect::from_min_size(place(window, board, pointer, size, lit), size);
            assert!(lit.iter().all(|space| !rect.intersects(*space)) && !rect.contains(pointer), "{rect:?}");
            assert!(window.contains_rect(rect));
        }
        // A window that is too small shows as much of them as fits.
        let small = Rect::from_min_size(Pos2::ZERO, vec2(120.0, 90.0));
        assert_eq!(place(small, small, pos2(60.0, 40.0), size, &around), Pos2::ZERO);
    }
}
