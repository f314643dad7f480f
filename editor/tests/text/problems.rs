//! Problems at their places, in the text as it is by now.

use editor::text::problems;

use super::*;

#[test]
fn problems_lie_where_they_are_and_move_with_the_text() {
    let wrong = RULES.replace("p.wet += doubled", "p.wett += doubled");
    let build = build(texts(&wrong, TESTS));
    assert!(!build.is_good());
    let marks = problems::of(&build, "hop/hop.rules", &wrong);
    assert_eq!(marks.len(), 1, "{marks:?}");
    assert_eq!(&wrong[marks[0].range.clone()], "wett");
    assert_eq!(marks[0].hint.as_deref(), Some("did you mean `wet`?"));
    assert_eq!(problems::of(&build, "hop/tests.rules", TESTS), vec![]);
    // Something was written above it meanwhile.
    let later = format!("// é\n{wrong}");
    let marks = problems::of(&build, "hop/hop.rules", &later);
    assert_eq!(&later[marks[0].range.clone()], "wett");
    // What is being mended is not marked any more.
    assert_eq!(problems::of(&build, "hop/hop.rules", RULES), vec![]);
}

#[test]
fn what_stands_behind_the_last_word_can_be_seen() {
    let wrong = format!("{RULES}rule x() {{ let a =");
    let build = build(texts(&wrong, TESTS));
    let marks = problems::of(&build, "hop/hop.rules", &wrong);
    assert!(!marks.is_empty() && marks.iter().all(|mark| !wrong[mark.range.clone()].trim().is_empty()), "{marks:?}");
}

/// A problem is marked at the places that it refers to, too.
#[test]
fn related_places_are_marked() {
    let wrong = format!("{RULES}\nparam far: int in 1..3 = 2\nparam far: int in 1..3 = 2\n");
    let build = build(texts(&wrong, TESTS));
    let marks = problems::of(&build, "hop/hop.rules", &wrong);
    let at = |mark: &problems::Mark| wrong[..mark.range.start].lines().count();
    let lines: Vec<_> = marks.iter().map(|mark| (at(mark), mark.is_related)).collect();
    assert!(matches!(lines[..], [(first, true), (second, false)] if second == first + 1), "{marks:?}");
}

#[test]
fn data_and_tracks_have_marks_too() {
    let mut texts = texts(RULES, TESTS);
    let wrong = POND.replace("part: goal", "part: gool");
    texts.tracks.insert("pond".to_owned(), Ok(wrong.as_str().into()));
    let marks = problems::of(&build(texts), "tracks/hop/pond.ron", &wrong);
    assert_eq!(marks.len(), 1);
    assert_eq!(&wrong[marks[0].range.clone()], "gool");
}
