//! Find in a text.

use std::ops::Range;

/// The most matches counted.
pub const MOST: usize = 10_000;

/// Returns the matches in a text from its start. Without `with_case`, the case of the letters A to Z is ignored.
pub fn matches(text: &str, wanted: &str, with_case: bool) -> Vec<Range<usize>> {
    if wanted.is_empty() {
        return vec![];
    }
    let places = |text: &str, wanted: &str| text.match_indices(wanted).map(|(at, _)| at..at + wanted.len()).take(MOST).collect();
    if with_case {
        places(text, wanted)
    } else {
        // Only ASCII letters change, so that places stay the same.
        places(&text.to_ascii_lowercase(), &wanted.to_ascii_lowercase())
    }
}

/// Returns the match at or after a cursor, or the first one after the end is reached.
pub fn next(places: &[Range<usize>], cursor: usize) -> Option<usize> {
    if places.is_empty() {
        return None;
    }
    Some(places.iter().position(|place| place.start >= cursor).unwrap_or(0))
}

/// Returns the match before a cursor, or the last one after the start is reached.
pub fn previous(places: &[Range<usize>], cursor: usize) -> Option<usize> {
    if places.is_empty() {
        return None;
    }
    Some(places.iter().rposition(|place| place.start < cursor).unwrap_or(places.len() - 1))
}
