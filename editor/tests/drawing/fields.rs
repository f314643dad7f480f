//! Fields as they are written.

use editor::drawing::fields::{Fields, millimetres, quoted, text};

#[test]
fn values_are_written_as_ron_reads_them() {
    for words in ["plain", "with \"quotes\" and \\", "Pic de l’Ours\n\t", "e\u{301}\u{0}"] {
        assert_eq!(text(&quoted(words)).as_deref(), Some(words));
    }
    assert_eq!([40.0, 12.345, -0.001, 7.1].map(millimetres), ["40.0", "12.35", "0.0", "7.1"].map(String::from));
}

#[test]
fn fields_keep_their_order_and_what_nobody_knows() {
    let mut fields = Fields::read("(venue: \"A, b\", odd: [1, (x: 2)], targets: north)").expect("a form");
    assert_eq!(fields.text("venue").as_deref(), Some("A, b"));
    fields.set("odd", Some("7".into()));
    fields.set("targets", None);
    assert_eq!(fields.written(), "(venue: \"A, b\", odd: 7)");
    assert_eq!(Fields::read("[1]"), None);
}
