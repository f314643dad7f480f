//! Colours that can be told apart.

use editor::board::vision::ratio;
use editor::ui::theme::{DARK, LIGHT, between, on, seat};
use egui::Color32;

#[test]
fn numbers_can_be_read_on_every_seat() {
    assert_eq!(on(seat(0)), Color32::WHITE);
    assert_ne!(on(seat(6)), Color32::WHITE);
    assert_eq!(between(Color32::BLACK, Color32::WHITE, 0.0), Color32::BLACK);
    assert_eq!(between(Color32::BLACK, Color32::WHITE, 2.0), Color32::WHITE);
}

#[test]
fn what_is_marked_on_a_panel_is_seen_in_the_light_and_in_the_dark() {
    let rgb = |colour: Color32| [colour.r(), colour.g(), colour.b()];
    for (theme, visuals) in [(LIGHT, egui::Visuals::light()), (DARK, egui::Visuals::dark())] {
        assert!(ratio(rgb(theme.accent), rgb(visuals.panel_fill)) > 4.5 && ratio(rgb(theme.offer), rgb(theme.paper)) > 4.5);
    }
}
