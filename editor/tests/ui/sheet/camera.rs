//! The view of a sheet.

use editor::ui::sheet::camera::{Camera, SCALES};
use egui::{Pos2, Rect, pos2, vec2};

const VIEW: Rect = Rect { min: Pos2 { x: 100.0, y: 50.0 }, max: Pos2 { x: 700.0, y: 450.0 } };

fn near(a: Pos2, b: Pos2) -> bool {
    a.distance(b) < 1e-3
}

#[test]
fn a_sheet_is_shown_with_what_lies_beside_it() {
    let (sheet, things) = (vec2(420.0, 297.0), Rect::from_min_max(pos2(40.0, -30.0), pos2(500.0, 90.0)));
    let camera = Camera::of_sheet(things, sheet, VIEW);
    for at in [Pos2::ZERO, sheet.to_pos2(), things.min, things.max] {
        assert!(VIEW.contains(camera.to_screen(VIEW, at)), "{at:?}");
    }
}

#[test]
fn the_whole_sheet_fits() {
    let sheet = Rect::from_min_size(Pos2::ZERO, vec2(300.0, 100.0));
    let camera = Camera::fit(sheet, VIEW);
    assert_eq!(camera.scale, 2.0);
    assert!(near(camera.to_screen(VIEW, pos2(0.0, 50.0)), pos2(100.0, 250.0)));
}

#[test]
fn there_and_back() {
    let camera = Camera { middle: pos2(40.0, 30.0), scale: 3.5 };
    let at = pos2(123.0, 77.0);
    assert!(near(camera.to_screen(VIEW, camera.to_sheet(VIEW, at)), at));
}

#[test]
fn zooming_keeps_what_is_under_the_cursor() {
    let camera = Camera { middle: pos2(40.0, 30.0), scale: 3.5 };
    let cursor = pos2(222.0, 99.0);
    let closer = camera.zoom(VIEW, cursor, 1.7);
    assert!(near(closer.to_sheet(VIEW, cursor), camera.to_sheet(VIEW, cursor)));
    assert!(closer.scale > camera.scale);
    assert_eq!(camera.zoom(VIEW, cursor, 1e9).scale, SCALES.1);
}

#[test]
fn panning_moves_by_points() {
    let camera = Camera { middle: pos2(40.0, 30.0), scale: 2.0 };
    let at = pos2(10.0, 10.0);
    let moved = camera.pan(vec2(7.0, -3.0)).to_screen(VIEW, at) - camera.to_screen(VIEW, at);
    assert!((moved - vec2(7.0, -3.0)).length() < 1e-3);
}
