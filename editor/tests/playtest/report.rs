//! The report on a playtest: which lines were changed, and how long people took.

use editor::report::changes::lines;
use editor::report::times::time;

#[test]
fn changed_lines_are_counted_as_they_stand_by_now() {
    let old = "a\nb\nc\nd\ne\nf\ng\n";
    let (told, text) = lines(old, "a\nB\nc\nd\ne\nf\nG\nh<\n");
    assert_eq!(told, "lines 2 and 7 to 8");
    assert_eq!(
        text,
        "<pre>  a\n<del>− b</del>\n<ins>+ B</ins>\n  c\n  f\n<del>− g</del>\n<ins>+ G</ins>\n<ins>+ h&lt;</ins>\n</pre>"
    );
    assert_eq!(lines(old, "a\nb\nd\ne\nf\ng\n").0, "line 3");
}

#[test]
fn times_are_told_as_exactly_as_they_matter() {
    assert_eq!([40, 4_200, 12_700, 65_000, 3_725_000].map(time), ["0.0 s", "4.2 s", "13 s", "1 min 5 s", "1 h 2 min"]);
}
