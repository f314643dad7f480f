//! Colours of the window as others see them.

use editor::board::vision::Vision;
use egui::Color32;

#[test]
fn opacity_stays() {
    let colour = Color32::from_rgba_unmultiplied(200, 30, 90, 128);
    assert_eq!(Vision::Grey.sees_colour(colour).a(), 128);
}
