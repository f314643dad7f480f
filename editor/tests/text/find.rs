//! Finding in a text.

use std::ops::Range;

use editor::text::find::{matches, next, previous};

#[test]
fn all_places_are_found_and_gone_through_in_a_round() {
    let text = "Äb aB ab";
    assert_eq!(matches(text, "ab", false), [4..6, 7..9]);
    assert_eq!(matches(text, "ab", true).first(), Some(&(7..9)));
    assert_eq!(matches(text, "ä", false), Vec::<Range<usize>>::new());
    assert_eq!(matches("", "", false), Vec::<Range<usize>>::new());
    let places = matches(text, "ab", false);
    assert_eq!((next(&places, 0), next(&places, 5), next(&places, 8)), (Some(0), Some(1), Some(0)));
    assert_eq!((previous(&places, 0), previous(&places, 7), previous(&places, 8)), (Some(1), Some(0), Some(1)));
    assert_eq!((next(&[], 3), previous(&[], 3)), (None, None));
}
