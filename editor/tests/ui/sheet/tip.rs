//! Where words about the thing under the pointer lie.

use editor::ui::sheet::tip::{AWAY, place};
use egui::{Pos2, Rect, pos2, vec2};

#[test]
fn words_stay_off_what_can_be_clicked_and_off_the_pointer() {
    let window = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
    let board = Rect::from_min_size(pos2(250.0, 60.0), vec2(690.0, 560.0));
    let (pointer, size) = (pos2(600.0, 300.0), vec2(200.0, 150.0));
    let space = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(20.0, 20.0));
    let own = Rect::from_center_size(pointer, vec2(10.0, 10.0));
    assert_eq!(place(window, board, (pointer, own), size, &[]), pointer + vec2(AWAY, AWAY));
    // However large the thing is, the words lie beside it.
    let large = Rect::from_center_size(pointer, vec2(160.0, 120.0));
    let rect = Rect::from_min_size(place(window, board, (pointer, large), size, &[]), size);
    assert!(!rect.intersects(large), "{rect:?}");
    let around = [space(660.0, 350.0), space(660.0, 250.0), space(540.0, 350.0), space(540.0, 250.0)];
    for lit in [&around[..1], &around[..3], &around[..]] {
        let rect = Rect::from_min_size(place(window, board, (pointer, own), size, lit), size);
        assert!(lit.iter().all(|space| !rect.intersects(*space)) && !rect.contains(pointer), "{rect:?}");
        assert!(window.contains_rect(rect));
    }
    // Beside a course they lie near, too, wherever the next course comes.
    let own = Rect::from_center_size(pointer, vec2(20.0, 20.0));
    let row = |y: f32| (-4..=4).filter(move |n| (*n, y) != (0, 300.0)).map(move |n| space(600.0 + 24.0 * n as f32, y));
    let course: Vec<Rect> = [300.0, 330.0, 250.0].into_iter().flat_map(row).collect();
    let rect = Rect::from_min_size(place(window, board, (pointer, own), vec2(150.0, 40.0), &course), vec2(150.0, 40.0));
    assert!(!course.iter().any(|space| rect.intersects(*space)), "{rect:?}");
    assert!(rect.distance_to_pos(pointer) < 90.0, "{rect:?}");
    // A window that is too small shows as much of them as fits.
    let small = Rect::from_min_size(Pos2::ZERO, vec2(120.0, 90.0));
    assert_eq!(place(small, small, (pos2(60.0, 40.0), own), size, &around), Pos2::ZERO);
}
