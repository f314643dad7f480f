//! Texts that are read again after something in them was changed: as if they had never been read before, with less work.

use std::sync::Arc;

use interpreter::ruleset::{Ruleset, Texts};
use spoil::{Numbers, spoil};

use crate::common::{rulesets, shipped};
use crate::mutated::{every_file, with};

fn assert_as_anew(texts: &Texts, before: &Ruleset) -> Ruleset {
    let (after, anew) = (Ruleset::read_after(texts, Some(before)), Ruleset::read(texts));
    assert!(after.problems == anew.problems, "{:#?}\n{:#?}", after.problems, anew.problems);
    assert!(format!("{after:?}") == format!("{anew:?}"), "{}", texts.name);
    after
}

#[test]
fn what_is_read_after_something_else_is_as_if_read_anew() {
    let mut numbers = Numbers(11);
    for name in rulesets() {
        let whole = shipped(&name);
        let files = every_file(&whole);
        let mut texts = whole.clone();
        let mut before = Ruleset::read(&texts);
        for round in 0..8 {
            let (is_track, file, text) = &files[numbers.below(files.len())];
            texts = match round % 4 {
                // Without a file all others are numbered otherwise.
                3 => {
                    let mut fewer = texts.clone();
                    if *is_track {
                        fewer.tracks.remove(file)
                    } else {
                        fewer.files.remove(file)
                    };
                    fewer
                }
                2 => whole.clone(),
                _ => with(&texts, (*is_track, file, spoil(text, &mut numbers))),
            };
            before = assert_as_anew(&texts, &before);
        }
    }
}

#[test]
fn rules_that_say_what_they_said_are_not_parsed_again() {
    let texts = shipped("skoot");
    let before = Ruleset::read(&texts);
    let file = "skoot.rules";
    let longer = format!("{}\n", texts.files[file].as_ref().expect("it is read"));
    let after = Ruleset::read_after(&with(&texts, (false, file, longer)), Some(&before));
    let trees = |ruleset: &Ruleset| {
        ruleset.base.iter().chain(ruleset.addons.iter().map(|addon| &addon.tree)).cloned().collect::<Vec<_>>()
    };
    let (old, new) = (trees(&before), trees(&after));
    assert_eq!(old.len(), new.len());
    for (old, new) in old.iter().zip(&new) {
        let is_changed = *before.sources.get(old.source).name == *"skoot/skoot.rules";
        assert_eq!(Arc::ptr_eq(old, new), !is_changed, "{}", before.sources.get(old.source).name);
    }
}

#[test]
fn neither_tests_nor_comments_are_played() {
    let played = |rules: String| {
        let mut texts = shipped("skoot");
        texts.files.insert("skoot.rules".to_owned(), Ok(rules.into()));
        Ruleset::read(&texts).played("skoot/skoot.rules").expect("the rules")
    };
    let rules = shipped("skoot").files["skoot.rules"].clone().expect("a text");
    let with = |more: &str| played(format!("{rules}\n{more}"));
    let rule = "/// Of use.\nrule extra() {\n  log \"a // b\"\n  log \"c\"\n}\n";
    let test = "/// Beside the point.\n// Why?\ntest \"two\" on \"flat\" for 2 players { expect 1 + 1 == 2 } // of two\n";
    let same = [
        format!("{rule}{test}"),
        format!("{test}{rule}// of no use\n"),
        rule.replace("\n  ", " // of no use\r\n\n\t").replace("c\"", "c\" // d"),
    ];
    for more in same {
        assert_eq!(with(&more), with(rule), "{more}");
    }
    for (from, to) in [("a //", "a  //"), ("// b", "// B"), ("b\"\n", "b\" // of no use "), ("Of use", "Of no use")] {
        let more = rule.replace(from, to);
        assert_ne!(with(&more), with(rule), "{more}");
    }
}

#[test]
fn what_is_played_can_be_read() {
    let test = "test \"two\" on \"flat\" for 2 players { expect 1 + 1 == 2 }";
    for name in rulesets() {
        let mut texts = shipped(&name);
        let rules = texts.files.iter_mut().filter(|(file, _)| file.ends_with(".rules"));
        rules
            .for_each(|(_, text)| *text = Ok(format!("{}\n; /// Of the test.\n{test}\n", text.as_ref().expect("a text")).into()));
        let whole = Ruleset::read(&texts);
        for (file, text) in texts.files.iter_mut().filter(|(file, _)| file.ends_with(".rules")) {
            *text = Ok(whole.played(&format!("{name}/{file}")).expect("it is one of rules").into());
        }
        assert_eq!((whole.problems, Ruleset::read(&texts).problems), (vec![], vec![]), "{name}");
    }
}
