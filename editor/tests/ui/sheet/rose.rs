//! Where compass roses find room.

use editor::board::Board;
use editor::drawing::{Document, Schema};
use editor::ui::canvas::rose::places;
use egui::{Rect, pos2, vec2};
use interpreter::data::manifest::Manifest;
use kurbo::Size;

#[test]
fn roses_lie_on_no_panel() {
    let document = Document::new("any", "Any", Size::new(200.0, 100.0));
    let board = Board::drawn(&document, &Schema::default(), &Manifest::default());
    let corner = places(&board, &[], 1)[0];
    assert!(corner.x > board.bounds.center().x && corner.y < board.bounds.center().y);
    let legend = Rect::from_center_size(corner, vec2(30.0, 20.0));
    let profile = Rect::from_center_size(pos2(corner.x, board.bounds.bottom() - 10.0), vec2(30.0, 20.0));
    let beside = places(&board, &[legend, profile], 2);
    assert!(beside.iter().all(|at| !legend.contains(*at) && !profile.contains(*at)), "{beside:?}");
    assert_eq!(beside[0].y, corner.y);
}
