//! Numbers as people type them.

use editor::ui::draw::field::number::in_unit;

#[test]
fn lengths_are_typed_in_the_units_that_people_measure_in() {
    let read = ["40", "40mm", "40 cm", "1,5 m", "0.5in", "2 \"", "-3"].map(|text| in_unit(text, " mm"));
    assert_eq!(read, [40.0, 40.0, 400.0, 1_500.0, 12.7, 50.8, -3.0].map(Some));
    assert_eq!(["", "wide", "4 0", "4 ft", "1e3"].map(|text| in_unit(text, " mm")), [None; 5]);
    assert_eq!(["90", "90°", "90 °", "90 mm"].map(|text| in_unit(text, "°")), [Some(90.0), Some(90.0), Some(90.0), None]);
}
