//! Comments between the values of a file.

use editor::drawing::notes::{Gap, comments, gap};

#[test]
fn a_comment_belongs_to_the_line_it_stands_on() {
    let found = gap(", // behind\n\n\n    // before\n  /* and\n more */ ");
    assert_eq!(found.behind.as_deref(), Some("// behind"));
    assert_eq!(found.before.iter().map(|l| &**l).collect::<Vec<_>>(), ["", "// before", "/* and\n more */"]);
    assert_eq!(gap(",\n  "), Gap::default());
    assert_eq!(gap(",\n\n").before.len(), 1);
}

#[test]
fn what_stands_in_quotes_is_no_comment() {
    assert_eq!(comments("(a: \"// \\\" no\", /* yes */ b: 1) // end"), ["/* yes */", "// end"]);
}
