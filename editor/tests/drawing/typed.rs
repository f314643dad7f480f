//! What is typed into a field, and what is said when it does not fit.

use editor::drawing::schema::{Case, Takes};

#[test]
fn what_does_not_fit_is_told_with_what_would() {
    let word = Takes::Word {
        of: "Ground".into(),
        cases: ["sand", "mud"].map(|name| Case { name: name.into(), docs: "".into() }).to_vec(),
    };
    let list = Takes::List(Box::new(Takes::Whole(0, 9)));
    for (takes, good, bad, says) in [
        (Takes::Bool, "true", "1", "true or false"),
        (Takes::Whole(0, 9), "9", "10", "a whole number from 0 to 9"),
        (word, "mud", "snow", "one of sand, mud"),
        (Takes::Space, "\"a01\"", "\"a 01\"", "the id of a space"),
        (Takes::Text, "\"a, b\"", "a b", "text in quotes"),
        (list, "[1, 2]", "1", "a list in square brackets, each a whole number from 0 to 9"),
        (Takes::List(Box::new(Takes::Whole(0, 9))), "[]", "[1, 12]", "a whole number from 0 to 9"),
        (Takes::Other { names_spaces: false }, "(a: 1)", "(a: ", "a value"),
    ] {
        assert_eq!(takes.fits(good), Ok(()), "{takes:?}");
        let told = takes.fits(bad).expect_err(bad);
        assert!(told.contains(says), "{told}");
    }
}
