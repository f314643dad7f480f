//! Which commands fit the letters that are typed.

use editor::ui::command::palette::fit;

#[test]
fn letters_in_order_fit_and_starts_of_words_fit_best() {
    assert_eq!(fit("Align left", "z"), None);
    assert_eq!(fit("Align left", "tfel"), None);
    assert!(fit("Align left", "al") > fit("All", "ll"));
    assert!(fit("New track…", "nt") > fit("Find next", "nt").or(Some(-99)));
    assert!(fit("Save as…", "save").is_some() && fit("Save as…", "SA").is_some());
    assert!(fit("Rotate right", "rr") > fit("Fit board or arrows", "rr"));
    assert!(fit("Größe", "GRÖ").is_some());
    assert_eq!(fit("anything", "  "), Some(0));
    assert_eq!(fit("", "a"), None);
}
