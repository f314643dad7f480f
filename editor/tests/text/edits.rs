//! Edits made by keys other than letters.

use std::ops::Range;

use editor::text::Language;
use editor::text::edits::{TextEdit, comment, indent, new_line, outdent};

/// The text after a change. The selection stands between `«` and `»`; a `|` is the cursor.
fn made(text: &str, change: impl Fn(&str, Range<usize>) -> TextEdit) -> String {
    let (plain, range) = match text.find('|') {
        Some(at) => (text.replace('|', ""), at..at),
        None => {
            let (open, close) = (text.find('«').expect("a start"), text.find('»').expect("an end"));
            (text.replace(['«', '»'], ""), open..close - '«'.len_utf8())
        }
    };
    let change = change(&plain, range);
    let mut after = plain;
    change.apply(&mut after);
    after.insert(change.selected.end, '|');
    after
}

#[test]
fn a_new_line_is_indented_as_the_last() {
    assert_eq!(made("  let x = 1|", new_line), "  let x = 1\n  |");
    assert_eq!(made("  if x {|", new_line), "  if x {\n    |");
    assert_eq!(made("if x {|}", new_line), "if x {\n  |\n}");
    assert_eq!(made("|", new_line), "\n|");
}

#[test]
fn lines_move_by_steps() {
    assert_eq!(made("a|", indent), "a |");
    assert_eq!(made("|a", indent), "  |a");
    assert_eq!(made("«a\n\nb»", indent), "  a\n\n  b|");
    assert_eq!(made("    a|", outdent), "  a|");
    assert_eq!(made("«\ta\n b\n»c", outdent), "a\nb|\nc");
    assert_eq!(made(" |", outdent), "|");
}

#[test]
fn comments_come_and_go() {
    let comment = |text: &str, range| comment(Language::Rules, text, range);
    assert_eq!(made("  a|", comment), "  // a|");
    assert_eq!(made("  // a|", comment), "  a|");
    assert_eq!(made("«  a\n\n    b»", comment), "  // a\n\n  //   b|");
    assert_eq!(made("«  // a\n\n  //   b»", comment), "  a\n\n    b|");
    // A `///` line doesn't count as a comment, but can be commented out.
    assert_eq!(made("/// a|", comment), "// /// a|");
}

#[test]
fn every_place_of_any_text_can_be_edited() {
    for text in ["", "\n", "é\n\tß {", "//\n// é", "  \u{1F600}\n}\r\n"] {
        let places: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
        for (n, start) in places.iter().enumerate() {
            for end in &places[n..] {
                for edit in [new_line, indent, outdent, |t: &str, r| comment(Language::Ron, t, r)] {
                    let change = edit(text, *start..*end);
                    let mut after = text.to_owned();
                    change.apply(&mut after);
                    assert!(after.get(change.selected).is_some(), "{text:?} {start}..{end}");
                }
            }
        }
    }
}
