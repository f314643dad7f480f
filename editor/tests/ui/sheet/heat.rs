//! Discs that are darker and larger where pieces come to rest more often.

use editor::ui::canvas::heat::{colour, number, radius};
use egui::Color32;

#[test]
fn more_is_darker_and_larger() {
    let light = |c: Color32| 0.299 * f32::from(c.r()) + 0.587 * f32::from(c.g()) + 0.114 * f32::from(c.b());
    for n in 1..=20 {
        let (less, more) = (f64::from(n - 1) / 20.0, f64::from(n) / 20.0);
        assert!(light(colour(more)) < light(colour(less)), "{more}");
        assert!(radius(more) > radius(less), "{more}");
    }
    assert_eq!([number(0.0421), number(3.21), number(12.3)], ["0.04", "3.2", "12"]);
}
