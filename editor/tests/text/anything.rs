//! Whatever is in a file: nothing panics, and what is real is known.

use editor::text::tokens::{Kind, tokens};
use editor::text::{Language, complete, edits, find, hover, problems, tests};

use super::*;

/// Everything that can be asked about a place.
fn ask(language: Language, build: &Build, known: &Known, name: &str, text: &str, at: usize) {
    let (range, _) = complete::at(language, text, at, Some(known));
    assert!(text.get(range).is_some());
    if let Some(told) = hover::at(language, text, at, Some(known)) {
        assert!(text.get(told.range).is_some());
    }
    hover::uses(language, text, at, known);
    for mark in problems::of(build, name, text) {
        assert!(text.get(mark.range).is_some());
    }
    for test in tests::of(build, name, text) {
        assert!(text.get(test.range).is_some());
    }
}

#[test]
fn names_of_the_shipped_rules_are_known() {
    // What stands at a name is found through the whole text, which takes long in all.
    std::thread::scope(|scope| {
        for build in shipped() {
            scope.spawn(move || assert_known(&build));
        }
    });
}

fn assert_known(build: &Arc<Build>) {
    let (mut named, mut unknown) = (0, vec![]);
    for tree in build.ruleset.base.iter().chain(build.ruleset.addons.iter().map(|addon| &addon.tree)) {
        let source = build.ruleset.sources.get(tree.source);
        let known = known(build, &source.name);
        for token in tokens(Language::Rules, &source.text) {
            let is_name = matches!(token.kind, Kind::Name | Kind::Member | Kind::Call | Kind::Capital | Kind::Declared);
            if !is_name {
                continue;
            }
            named += 1;
            if hover::at(Language::Rules, &source.text, token.range.start, Some(&known)).is_none() {
                let line = source.text[..token.range.start].matches('\n').count() + 1;
                unknown.push(format!("{}:{line} {}", source.name, &source.text[token.range]));
            }
        }
    }
    let share = unknown.len() as f64 / f64::from(named);
    assert!(share < 0.02, "{} of {named} names are unknown: {:#?}", unknown.len(), &unknown[..unknown.len().min(60)]);
}

#[test]
fn garbage_is_only_text() {
    let build = small();
    let known = known(&build, "hop/hop.rules");
    let pieces = [
        "\"",
        "{",
        "}",
        "(",
        ")",
        "[",
        ".",
        "..",
        "p",
        "é",
        "\u{1F600}",
        "\n",
        "rule x(",
        "let ",
        "//",
        "///",
        "\\",
        " == ",
        "for p in ",
        "\t",
        "0",
        ":",
        "\r\n",
        "r#\"",
    ];
    let mut seed = 1_u64;
    let mut random = move |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    for round in 0..300 {
        let mut text = if round % 2 == 0 { RULES.to_owned() } else { String::new() };
        for _ in 0..random(40) {
            let at = text.floor_char_boundary(random(text.len() + 1));
            text.insert_str(at, pieces[random(pieces.len())]);
            let from = text.floor_char_boundary(random(text.len() + 1));
            let to = text.floor_char_boundary((from + random(9)).min(text.len()));
            if random(2) == 0 {
                text.replace_range(from..to.max(from), "");
            }
        }
        for language in [Language::Rules, Language::Ron] {
            for _ in 0..4 {
                let at = random(text.len() + 3);
                ask(language, &build, &known, "hop/hop.rules", &text, at);
            }
        }
        find::matches(&text, pieces[random(pieces.len())], false);
    }
}

#[test]
fn a_file_of_a_megabyte_is_no_trouble() {
    let build = small();
    let known = known(&build, "hop/hop.rules");
    for text in ["p.".repeat(500_000), "{\n".repeat(500_000), "é".repeat(500_000), "\"{".repeat(500_000), RULES.repeat(1_200)] {
        ask(Language::Rules, &build, &known, "hop/hop.rules", &text, text.len());
        ask(Language::Ron, &build, &known, "hop/hop.rules", &text, text.len() / 2);
        assert!(!tokens(Language::Rules, &text).is_empty());
        edits::comment(Language::Rules, &text, 0..text.len());
    }
}
