//! Pieces on the board: their shapes, what is written on them, and which of them has a ring.

use super::*;
use editor::ui::theme::Theme;
use egui::{Color32, Shape};

/// The race of four at the start, and all that is painted on its board.
fn begun() -> (Harness<'static, App>, Vec<Shape>) {
    let mut window = window(library());
    window.state_mut().apply(SetupMessage::Players(4));
    settle(&mut window);
    let board = window.get_by_role_and_label(Role::Canvas, "Board").rect();
    let painted = window.output().shapes.iter().filter(|clipped| board.contains_rect(clipped.clip_rect));
    let painted = painted.map(|clipped| clipped.shape.clone()).collect();
    (window, painted)
}

#[test]
fn colour_is_not_all_that_tells_pieces_apart() {
    let (window, painted) = begun();
    let corners: Vec<usize> = (0..4)
        .map(|seat| {
            let colour = race(&window).colour(seat);
            let corners = painted.iter().find_map(|shape| match shape {
                Shape::Circle(circle) if circle.fill == colour => Some(0),
                Shape::Path(path) if path.fill == colour => Some(path.points.len()),
                _ => None,
            });
            corners.expect("a piece has its colour")
        })
        .collect();
    assert_eq!(corners, [0, 4, 6, 3]);
}

#[test]
fn the_piece_that_is_asked_about_has_two_rings_in_the_colour_of_what_can_be_done() {
    let (window, painted) = begun();
    let theme = Theme::by(window.ctx.theme() == egui::Theme::Dark);
    let rings: Vec<_> = painted
        .iter()
        .filter_map(|shape| match shape {
            Shape::Circle(circle) if circle.stroke.color == theme.offer && circle.fill == Color32::WHITE => Some(circle.center),
            _ => None,
        })
        .collect();
    assert!(race(&window).question().is_some() && rings.len() == 2 && rings[0] == rings[1], "{rings:?}");
}

#[test]
fn on_a_piece_stands_the_first_letter_of_a_name_that_no_other_begins_with() {
    let letters = |window: &Harness<'static, App>| [0, 1].map(|seat| race(window).letter(seat));
    assert_eq!(letters(&small::small().1), ["R", "G"]);
    assert_eq!(letters(&begun().0), ["1", "2"]);
}
