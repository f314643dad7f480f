//! Names of the rules, as people read them.

use editor::words::{log_line, plain, titled, without_citations};
use interpreter::show::has_words;

#[test]
fn citations_are_left_out() {
    assert_eq!(without_citations("[SK-43] [SK-R25] One die. [SK-49] The third lowers it."), "One die. The third lowers it.");
    assert_eq!(without_citations("[start, exit] stay, and so does [x"), "[start, exit] stay, and so does [x");
    assert_eq!(without_citations(""), "");
    assert_eq!(without_citations("[SK-31] [SK-R4] Rolls once [or twice]."), "Rolls once [or twice].");
    assert_eq!(without_citations("By [SK-50], again."), "By, again.");
    assert_eq!(without_citations("an open [ bracket"), "an open [ bracket");
}

#[test]
fn lines_of_the_log_begin_with_a_capital_and_say_once_what_they_lead_over() {
    let said =
        ["big die: 6", "Ann's bike: tile 5 → tile 6 → tile 7", "tile 9 → yard → yard 2", "big tile 5 → tile 6", ""].map(log_line);
    assert_eq!(said, ["Big die: 6", "Ann's bike: tile 5 → 6 → 7", "Tile 9 → yard → yard 2", "Big tile 5 → 6", ""]);
    assert_eq!(log_line("frog: tile 5 → tile 6 → tile 7 → tile 8 → tile 9"), "Frog: tile 5 → … → 9");
    assert_eq!(log_line("Fox 2 → Wolf 3: a card → 4"), "Fox 2 → Wolf 3: a card → 4");
    assert_eq!(["Home: Home's Blocker 2", "Home: Homer's Blocker"].map(log_line), ["Home: Blocker 2", "Home: Homer's Blocker"]);
}

#[test]
fn names_are_found_as_whole_words() {
    assert!(has_words("Where does Fox 2 sit?", "Fox 2") && has_words("Ann", "Ann"));
    assert!(!has_words("Where does Fox 22 sit?", "Fox 2") && !has_words("Anna", "Ann") && !has_words("Anna", ""));
}

#[test]
fn values_are_read_without_brackets() {
    let said = ["[]", "[oak, elm]", "[[1, 2], [3, 4]]", "leaf_colour", "7"].map(plain);
    assert_eq!(said, ["none", "oak, elm", "1, 2, 3, 4", "leaf colour", "7"]);
}

#[test]
fn names_become_titles() {
    assert_eq!(titled("climb_half_step"), "Climb half step");
    assert_eq!(titled(""), "");
}
