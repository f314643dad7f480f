//! Long texts at the terminal.

use editor::cli::out::wrapped;

#[test]
fn long_text_is_cut_at_spaces() {
    assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
}
