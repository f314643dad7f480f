//! The words of the rules language, each with one line of help.

use editor::text::words::{all, help};
use interpreter::resolve::BUILT_IN_VALUES;
use interpreter::syntax::{BUILT_IN_CALLS, RESERVED};

const GRAMMAR: &str = include_str!("../../../grammar/rules.pest");

#[test]
fn every_word_of_the_language_is_told() {
    // `IF = @{ "if" ~ !word }`, several on a line.
    let quoted = GRAMMAR.split("\" ~ !word }").filter_map(|before| before.rsplit('"').next());
    let mut count = 0;
    for word in quoted.filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase())) {
        assert!(help(word).is_some(), "{word} is a word of the language");
        count += 1;
    }
    assert!(count > 60, "{count}");
    for word in BUILT_IN_CALLS.iter().chain(BUILT_IN_VALUES).chain(RESERVED) {
        assert!(help(word).is_some(), "{word}");
    }
    let reserved = GRAMMAR.split("reserved = _{").nth(1).and_then(|rest| rest.split("}").next()).unwrap_or_default();
    let reserved: Vec<&str> = reserved.split('"').skip(1).step_by(2).collect();
    assert!(RESERVED.iter().all(|word| reserved.contains(word)) && reserved.iter().all(|word| RESERVED.contains(word)));
}

#[test]
fn each_is_told_once() {
    let mut words: Vec<&str> = all().map(|(word, _)| word).collect();
    words.sort();
    let count = words.len();
    words.dedup();
    assert_eq!(words.len(), count);
}
