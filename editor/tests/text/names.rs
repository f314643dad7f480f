//! Completion, hover, definition and uses.

use editor::text::{Language, complete, hover};

use super::*;

/// The rules with something written at the end; `|` is the cursor.
fn written(end: &str) -> (String, usize) {
    let at = end.find('|').expect("a cursor");
    (format!("{RULES}{}", end.replace('|', "")), RULES.len() + at)
}

/// What is offered first, so many.
fn offered(end: &str, count: usize) -> Vec<String> {
    let (text, at) = written(end);
    let (_, found) = complete::at(Language::Rules, &text, at, Some(&known(&small(), "hop/hop.rules")));
    found.into_iter().take(count).map(|candidate| candidate.name).collect()
}

#[test]
fn behind_a_dot_stands_what_there_is() {
    assert_eq!(offered("rule x(p: player) { p.|", 9), ["frog", "wet"]);
    assert_eq!(offered("rule x(p: player) { p.frog.|", 9), ["at", "number", "owner"]);
    assert_eq!(offered("rule x(p: player) { p.frog.at.|", 9), ["before", "next", "part"]);
    assert_eq!(offered("rule x(p: player) { p.frog.at.next.ne|", 9), ["next"]);
    assert_eq!(offered("rule x() { for q in everyone { q.w|", 9), ["wet"]);
    assert_eq!(offered("rule x() { expect player(1).|", 9), ["frog", "wet"]);
    assert_eq!(offered("rule x() { first.|", 9), ["before", "next", "part"]);
    assert_eq!(offered("rule x(n: int) { n.|", 9), Vec::<String>::new());
    assert_eq!(offered("rule x(n: int) { 1..|", 1), ["n"]);
}

#[test]
fn names_in_scope_come_before_words_of_the_language() {
    assert_eq!(offered("rule x(route: int) { let room = 1\n  ro|", 4), ["room", "route", "rounds", "roll"]);
    assert_eq!(offered("rule x(route: int) { if true { let rope = 1 }\n  ro|", 3), ["route", "rounds", "roll"]);
    assert_eq!(offered("rule x(p: player) { if p.frog.at.part == |", 2), ["goal", "path"]);
    assert_eq!(offered("rul|", 1), ["rule"]);
    // In words of people nothing is offered, nor where something gets its name.
    assert_eq!(offered("// p|", 9), Vec::<String>::new());
    assert_eq!(offered("rule x() { say \"for pl|", 9), Vec::<String>::new());
    assert_eq!(offered("rule x() { say \"{re|", 1), ["reach"]);
    assert_eq!(offered("param re|", 9), Vec::<String>::new());
}

#[test]
fn a_candidate_tells_type_and_text() {
    let (text, at) = written("rule x() { rea|");
    let (range, found) = complete::at(Language::Rules, &text, at, Some(&known(&small(), "hop/hop.rules")));
    assert_eq!(&text[range], "rea");
    assert_eq!(found[0].told, "a number · How far a frog may leap.");
}

/// What is told of a word of the rules: where the mark is, and in it the word.
fn told(mark: &str, word: &str) -> hover::Hover {
    let at = RULES.find(mark).expect("the mark is there") + mark.find(word).expect("and the word in it");
    let told = hover::at(Language::Rules, RULES, at, Some(&known(&small(), "hop/hop.rules")));
    let told = told.unwrap_or_else(|| panic!("{word} in {mark} is known"));
    assert_eq!(&RULES[told.range.clone()], word);
    told
}

#[test]
fn the_pointer_is_told_what_a_name_means() {
    let reach = told("min(dots, reach)", "reach");
    assert_eq!(reach.code, "param reach: int in 1..9 = 6");
    assert_eq!((&*reach.what, &*reach.docs), ("a param, a number", "How far a frog may leap."));
    assert_eq!(reach.place, "hop/hop.rules:3");
    assert_eq!(told("hop(p, roll", "hop").code, "rule hop(p: player, dots: int)");
    assert_eq!(told("on.part", "part").what, "a field, a Part");
    assert_eq!(told("left -= 1", "left").what, "a variable, a number");
    assert_eq!(told("part: Part", "Part").what, "an enum");
    assert_eq!(told("while left", "while").what, "a word of the language");
    assert_eq!(told("frog.at", "at").what, "of every piece, a space");
}

#[test]
fn definitions_and_uses_are_found_across_files() {
    let build = small();
    let known = known(&build, "hop/tests.rules");
    let at = TESTS.find("hop(player").expect("a call");
    let place = hover::definition(Language::Rules, TESTS, at, &known).expect("it is declared");
    assert_eq!((&*place.name, place.line), ("hop/hop.rules", 14));
    assert_eq!(&RULES[place.range], "hop");
    let uses = hover::uses(Language::Rules, TESTS, at, &known);
    let lines: Vec<(&str, usize)> = uses.iter().map(|place| (&*place.name, place.line)).collect();
    assert_eq!(lines, [("hop/hop.rules", 14), ("hop/hop.rules", 12), ("hop/tests.rules", 2), ("hop/tests.rules", 6)]);
    // Of a text that has gone on since it was built.
    let later = format!("// More.\n\n{TESTS}");
    let at = later.find("hop(player").expect("a call");
    assert!(hover::definition(Language::Rules, &later, at, &known).is_some());
}

#[test]
fn a_file_of_an_addon_that_is_off_knows_its_names() {
    let build = small();
    let known = known(&build, "hop/fog.rules");
    let at = FOG.find("dots - 1").expect("it is there");
    let told = hover::at(Language::Rules, FOG, at, Some(&known)).expect("a parameter");
    assert_eq!(told.what, "a variable, a number");
    assert!(known.names.global("thick").is_some());
    // From elsewhere an add-on that is off is not seen.
    assert!(super::known(&build, "hop/hop.rules").names.global("thick").is_none());
}
