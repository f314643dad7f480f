//! The zones of a meter.

use editor::ui::look::Meter;
use interpreter::ir::FieldId;

#[test]
fn zones_of_a_meter() {
    let meter = Meter { field: "heart".into(), title: "Heart".into(), id: FieldId(0), most: 15, zones: vec![0, 4, 7] };
    assert_eq!([meter.zone(0), meter.zone(6), meter.zone(15)], [Some(0), Some(1), Some(2)]);
    assert_eq!(meter.zone(-1), None);
}
