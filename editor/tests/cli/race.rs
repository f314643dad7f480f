//! What people type at a question, and the order of spaces.

use editor::cli::play::race::{by_numbers, named};
use interpreter::game::{Offer, Question};

fn question(labels: &[&str]) -> Question {
    let offer = |label: &&str| Offer {
        label: (*label).to_owned(),
        told: (*label).to_owned(),
        branch: (*label).into(),
        values: vec![],
        shown: vec![],
        gives: None,
        docs: interpreter::ir::Docs::default(),
    };
    let options = labels.iter().map(offer).collect();
    Question { site: 0, decision: "spent".into(), player: 0, prompt: String::new(), options, quiet: false }
}

#[test]
fn an_option_is_typed_by_number_or_label() {
    let question = question(&["Slow", "Fast", "Faster"]);
    assert_eq!([named("2", &question), named("slow", &question), named("fast", &question)], [Ok(1), Ok(0), Ok(1)]);
    assert_eq!(named("s", &question), Ok(0));
    assert!(named("f", &question).is_err_and(|why| why.contains("Fast or Faster")));
    assert!(named("4", &question).is_err() && named("0", &question).is_err());
}

#[test]
fn of_options_that_say_the_same_each_has_its_number() {
    let words = question(&["Go", "Stay", "Go"]);
    assert_eq!([named("3", &words), named("stay", &words)], [Ok(2), Ok(1)]);
    assert_eq!(named("go", &words), Err("Several options say \"go\". Type the number of one: 1 or 3.".to_owned()));
    let numbers = question(&["1", "2", "1", "2"]);
    assert_eq!([named("1", &numbers), named("3", &numbers), named("4", &numbers)], [Ok(0), Ok(2), Ok(3)]);
}

#[test]
fn names_are_counted() {
    let mut names = ["10-1", "2-3", "2-1", "a10", "a9"];
    names.sort_by_key(|name| by_numbers(name));
    assert_eq!(names, ["2-1", "2-3", "10-1", "a9", "a10"]);
}

#[test]
fn where_numbers_are_chosen_nothing_else_is_numbered() {
    let question = question(&["0", "1", "3"]);
    assert_eq!([named("0", &question), named("1", &question), named("3", &question)], [Ok(0), Ok(1), Ok(2)]);
    assert_eq!(named("2", &question), Err("Type one of these numbers: 0, 1, 3.".to_owned()));
}
