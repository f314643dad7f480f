//! Looks written into a manifest.

use editor::text::{appearance, cases};
use proptest::prelude::*;

const GAME: &str = "// Ours.\nGame(\n    id: \"a\", // short\n    appearance: {\n        // Ice first.\n        \"Ground.ice\":  (colour: \"#ffffff\", icon: \"up\"), // cold\n        \"Ground.sand\": (colour: \"#cc8844\"), // warm\n        \"next\": (\n            dash: dots, // thin\n        ),\n    },\n)\n";

fn set(text: &str, of: &str, key: &str, value: Option<&str>) -> String {
    let mut changed = text.to_owned();
    if let Some(edit) = appearance::set(text, of, key, value) {
        edit.apply(&mut changed);
    }
    changed
}

#[test]
fn a_look_changes_its_own_words_alone() {
    assert_eq!(set(GAME, "Ground.sand", "colour", Some("\"#000000\"")), GAME.replace("#cc8844", "#000000"));
    assert_eq!(set(GAME, "Ground.sand", "pattern", Some("dots")), GAME.replace("8844\")", "8844\", pattern: dots)"));
    assert_eq!(set(GAME, "next", "width", Some("2")), GAME.replace("dots,", "dots, width: 2,"));
    assert_eq!(set(GAME, "Ground.ice", "icon", None), GAME.replace(", icon: \"up\"", ""));
    assert_eq!(set(GAME, "Ground.ice", "colour", None), GAME.replace("colour: \"#ffffff\", ", ""));
    assert_eq!(set(GAME, "Ground.ice", "ink", None), GAME);
    // What says nothing any more is gone, and new ones stand behind their like.
    assert_eq!(
        set(GAME, "next", "dash", None),
        GAME.replace("        \"next\": (\n            dash: dots, // thin\n        ),\n", "")
    );
    let new = "// warm\n        \"Ground.mud\": (icon: \"cup\"),";
    assert_eq!(set(GAME, "Ground.mud", "icon", Some("\"cup\"")), GAME.replace("// warm", new));
    let last = "        ),\n        \"board\": (look: map),\n    },";
    assert_eq!(set(GAME, "board", "look", Some("map")), GAME.replace("        ),\n    },", last));
}

#[test]
fn what_is_so_already_is_no_error() {
    for (of, key, value) in
        [("Ground.sand", "colour", Some("\"#cc8844\"")), ("Ground.ice", "ink", None), ("Ground.mud", "icon", None)]
    {
        let edit = appearance::set(GAME, of, key, value).expect("the manifest can be read");
        assert!(edit.range.is_empty() && edit.with.is_empty(), "{edit:?}");
    }
    assert_eq!(appearance::set("(", "Ground.mud", "icon", None), None);
}

#[test]
fn a_manifest_without_looks_gets_them() {
    for (text, then) in [
        ("Game(id: \"a\")", "Game(id: \"a\",\nappearance: {\n        \"b\": (ink: 1),\n    })"),
        ("Game(\n    id: \"a\",\n)", "Game(\n    id: \"a\",\n    appearance: {\n        \"b\": (ink: 1),\n    },\n)"),
        ("(\n    appearance: {},\n)", "(\n    appearance: {\n        \"b\": (ink: 1),\n    },\n)"),
        ("(appearance: {\"b\": ()})", "(appearance: {\"b\": (ink: 1)})"),
    ] {
        assert_eq!(set(text, "b", "ink", Some("1")), then);
    }
    for broken in ["", "(", "(appearance: 1)", "(appearance: {\"b\": 1})", "7"] {
        assert_eq!(set(broken, "b", "ink", Some("1")), broken);
    }
}

proptest! {
    #[test]
    fn whatever_is_set_is_read_back(n in 0..4_usize, of in 0..4_usize, key in 0..3_usize, takes in any::<bool>()) {
        let text = [GAME.to_owned(), GAME.replace(",\n", ","), GAME.replace('\n', "\r\n"), GAME.replace("),\n    }", ")\n    }")][n].clone();
        let (of, key) = (["Ground.ice", "next", "board", "Ground.mud"][of], ["colour", "dash", "icon"][key]);
        let changed = set(&text, of, key, (!takes).then_some("\"é\""));
        let node = interpreter::data::node::Node::parse(Default::default(), &changed);
        prop_assert!(node.is_ok() || interpreter::data::node::Node::parse(Default::default(), &text).is_err(), "{changed}");
        prop_assert_eq!(changed.matches("//").count() <= text.matches("//").count(), true);
    }
}

#[test]
fn what_a_track_says_comes_and_goes_field_by_field() {
    let set = |text: Option<&str>, key: &str, value: Option<&str>| appearance::set_alone(text, key, value);
    assert_eq!(set(None, "look", Some("line")).as_deref(), Some("(look: line)"));
    assert_eq!(set(Some("(seed: 7)"), "look", Some("line")).as_deref(), Some("(seed: 7, look: line)"));
    assert_eq!(set(Some("(seed: 7, look: line)"), "seed", None).as_deref(), Some("(look: line)"));
    assert_eq!(set(Some("(look: line)"), "look", None), None);
}

#[test]
fn a_new_case_is_written_as_its_neighbours_are() {
    let add = |text: &str, last: &str| {
        let (at, mut text) = (text.find(last).expect("it is there"), text.to_owned());
        cases::add(&text, at..at + last.len(), last, "ice").expect("it stands there").apply(&mut text);
        text
    };
    assert_eq!(add("enum Ground { mud, sand }", "sand"), "enum Ground { mud, sand, ice }");
    assert_eq!(add("enum Ground { mud, sand, }", "sand"), "enum Ground { mud, sand, ice, }");
    assert_eq!(add("enum Ground {\n  mud\n  sand // dry\n}", "sand"), "enum Ground {\n  mud\n  sand // dry\n  ice\n}");
    assert_eq!(add("enum Ground {\n  mud,\n  sand,\n}", "sand"), "enum Ground {\n  mud,\n  sand,\n  ice,\n}");
    assert_eq!(cases::add("enum Ground { mud }", 14..17, "sand", "ice"), None);
    assert_eq!(cases::add("é", 1..2, "sand", "ice"), None);
    assert_eq!(cases::name(" Deep  snow ", &["ice"]).as_deref(), Ok("deep_snow"));
    for wrong in ["", "7up", "é", "a-b", "Ice"] {
        assert!(cases::name(wrong, &["ice"]).is_err(), "{wrong}");
    }
}
