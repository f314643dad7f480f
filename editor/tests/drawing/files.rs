//! Opening and saving.

use editor::drawing::{Drawing, Edit, Item, List, Schema, read};
use editor::files::beside;
use std::path::Path;

use super::*;

#[test]
fn every_shipped_track_is_saved_as_it_was_opened() {
    for (game, name, text) in shipped() {
        let saved = super::text(&document(&text));
        assert_eq!(changed_lines(&text, &saved), (vec![], vec![]), "{game}/{name}");
        assert_eq!(saved, *text, "{game}/{name}");
    }
}

#[test]
fn a_track_that_is_written_anew_means_the_same() {
    for (game, name, text) in shipped() {
        // As if nothing of the old text could be kept.
        let mut drawing = Drawing::new(document(&text), schema(&game));
        let keys = |list: List, drawing: &Drawing| drawing.document().list(list).iter().map(|i| i.key).collect::<Vec<_>>();
        for list in List::ALL {
            let all = keys(list, &drawing);
            let set = |value| Edit::Set { keys: all.clone(), name: "under_test".into(), value };
            drawing.edit(&set(Some("[1, 2]".into()))).expect("fields are set");
        }
        let odd = document(&super::text(drawing.document()));
        let mut drawing = Drawing::new(odd, schema(&game));
        for list in List::ALL {
            let all = keys(list, &drawing);
            drawing.edit(&Edit::Set { keys: all, name: "under_test".into(), value: None }).expect("and taken out");
        }
        let saved = super::text(drawing.document());
        assert_eq!(meaning(&game, &saved), meaning(&game, &text), "{game}/{name}\n{saved}");
        for comment in text.lines().filter_map(|line| line.find("//").map(|at| &line[at..])) {
            assert!(saved.contains(comment), "{game}/{name} has lost {comment}");
        }
    }
}

#[test]
fn a_small_edit_is_a_small_diff() {
    let texts = library().read("skoot");
    let old = texts.tracks["test-loop"].as_ref().expect("it can be read");
    let mut drawing = Drawing::new(document(old), schema("skoot"));
    let a05 = drawing.document().space("a05").expect("it is there").key;
    drawing.edit(&Edit::Place(vec![(a05, (170.004, 141.0).into())])).expect("it moves");
    let (before, after) = changed_lines(old, &text(drawing.document()));
    assert_eq!(before, ["        (id: \"a05\", at: (172.9, 140.4), terrain: climb),"]);
    assert_eq!(after, ["        (id: \"a05\", at: (170.0, 141.0), terrain: climb),"]);
    // The default is left out, and what was undone leaves nothing behind.
    drawing.edit(&Edit::Set { keys: vec![a05], name: "terrain".into(), value: Some("plain".into()) }).expect("it is set");
    assert_eq!(changed_lines(old, &text(drawing.document())).1, ["        (id: \"a05\", at: (170.0, 141.0)),"]);
    drawing.undo();
    drawing.undo();
    assert_eq!(text(drawing.document()), **old);
}

#[test]
fn what_nobody_knows_is_kept() {
    let odd = "/* two\n lines */ // and one\nTrack(\n  // before the game\n  ruleset: \"skoot\", // behind it\n  version: (3, [\"x\"]), \
               name: \"Half\",\n\n  spaces: [\n    // first\n    (id: \"a\", at: (1, 2), glow: Some(3), /* inner */ area: volcano), // behind a\n    \
               42,\n    (id: \"b\"),\n    (at: \"nowhere\", id: 7),\n    // last\n  ],\n  links: [(kind: \"ahead\", chain: [\"a\", \"z\"]), \
               (kind: \"ahead\", from: \"a\", to: 3), (chain: 4)],\n  decor: 5,\n  paths: [],\n  // at the end\n)\n// behind it all\n";
    let mut drawing = Drawing::new(document(odd), schema("skoot"));
    let mut keys: Vec<_> = drawing.document().spaces().iter().map(|s| s.key).collect();
    keys.truncate(1);
    drawing.edit(&Edit::Set { keys, name: "terrain".into(), value: Some("climb".into()) }).expect("it is set");
    let label = Item { kind: "label".into(), at: Some((1.0, 1.0).into()), ..Item::default() };
    drawing.edit(&Edit::Add { list: List::Decor, items: vec![label], before: None }).expect("it is added");
    let saved = text(drawing.document());
    let kept = [
        "/* two\n lines */ // and one\nTrack(",
        "// before the game",
        "// behind it\n",
        "version: (3, [\"x\"])",
        "// first",
        "glow: Some(3)",
        "/* inner */",
        "area: volcano",
        "terrain: climb",
        "// behind a",
        "    42,",
        "(id: \"b\")",
        "(at: \"nowhere\", id: 7)",
        "// last",
        "chain: [\"a\", \"z\"]",
        "from: \"a\", to: 3",
        "(chain: 4)",
        "// decor: 5",
        "kind: \"label\"",
        "// at the end",
        ")\n// behind it all\n",
    ];
    for part in kept {
        assert!(saved.contains(part), "no {part:?} in\n{saved}");
    }
    let again = read::read(&saved).unwrap_or_else(|problem| panic!("{problem:?}\n{saved}"));
    assert_eq!(text(&again), saved, "saving settles");
}

#[test]
fn lines_go_on_ending_as_they_did() {
    let (_, _, old) = shipped().remove(0);
    let old = old.replace('\n', "\r\n");
    assert_eq!(text(&document(&old)), old);
}

#[test]
fn what_is_no_ron_is_not_opened() {
    for (text, says) in [("(spaces: [", "never closed"), ("", "empty"), ("[1, 2]", "expected a track"), ("#![x]\n()", "#!")] {
        let problem = read::read(text).expect_err(text);
        assert!(problem.message.contains(says) || problem.hint.is_some(), "{problem:?}");
    }
    assert!(text(&read::read("()").expect("a track without anything")).starts_with("(\n"));
}

#[test]
fn without_rules_nothing_is_lost() {
    let (_, _, text) = shipped().remove(0);
    let mut drawing = Drawing::new(document(&text), Arc::new(Schema::default()));
    let key = drawing.document().spaces()[0].key;
    drawing.edit(&Edit::Set { keys: vec![key], name: "terrain".into(), value: Some("flat".into()) }).expect("it is set");
    assert!(super::text(drawing.document()).contains("terrain: flat"), "nobody knows that this is the default");
}

#[test]
fn what_differs_between_two_drawings_is_said_in_words() {
    let mine = document(
        r#"(ruleset: "skoot", name: "Mine", spaces: [
            (id: "a", at: (10.0, 10.0)), (id: "b", at: (30.0, 10.0), area: exit), (id: "c", at: (50.0, 10.0)),
        ], links: [(kind: "ahead", chain: ["a", "b"])])"#,
    );
    let theirs = document(
        r#"(ruleset: "skoot", name: "Theirs", spaces: [
            (id: "a", at: (10.0, 15.0)), (id: "b", at: (30.0, 10.0), area: start), (id: "d", at: (50.0, 10.0)),
        ], links: [(kind: "ahead", chain: ["a", "b"]), (kind: "around", chain: ["b", "d"])])"#,
    );
    let said = editor::drawing::differs::between(&mine, &theirs);
    let expected = [
        "Spaces only in mine: c",
        "Spaces only in theirs: d",
        "Spaces that differ: a (place), b (area)",
        "Links only in theirs: around b–d",
        "What differs of the track itself: name",
    ];
    assert_eq!(said, expected);
    assert!(editor::drawing::differs::between(&mine, &mine).is_empty());
    // The order of spaces is that of progress.
    let turned = |first: &str, second: &str| {
        document(&format!(
            r#"(ruleset: "skoot", name: "Mine", spaces: [(id: "{first}", at: (10.0, 10.0)), (id: "{second}", at: (10.0, 10.0))])"#
        ))
    };
    assert_eq!(editor::drawing::differs::between(&turned("a", "b"), &turned("b", "a")), ["Spaces stand in another order"]);
}

#[test]
fn a_picture_beside_the_track_is_named_from_there() {
    let at = |file: &str| beside(Path::new(file), Path::new("/tracks/mine"));
    assert_eq!(at("/tracks/mine/maps/a.png"), "maps/a.png");
    assert_eq!(at("/elsewhere/a.png"), "/elsewhere/a.png");
}
