//! Edits, and their undoing.

use std::collections::BTreeSet;

use editor::drawing::courses::Course;
use editor::drawing::document::Ignored;
use editor::drawing::fields::quoted;
use editor::drawing::layers::Layer;
use editor::drawing::tools::{clip, pen};
use editor::drawing::{Drawing, Edit, Item, Key, List, edit};
use kurbo::Point;

use super::*;

fn drawing(game: &str, track: &str) -> Drawing {
    Drawing::new(shipped_document(game, track), schema(game))
}

fn key(drawing: &Drawing, id: &str) -> Key {
    drawing.document().space(id).unwrap_or_else(|| panic!("no space {id}")).key
}

/// Does it, and looks at the lines that came of it; then undoes it.
#[track_caller]
fn check(drawing: &mut Drawing, edit: &Edit, gone: &[&str], new: &[&str]) {
    let old = text(drawing.document());
    let before = drawing.document().clone();
    drawing.edit(edit).unwrap_or_else(|why| panic!("{edit:?}: {why}"));
    let after = drawing.document().clone();
    let (lost, came) = changed_lines(&old, &text(&after));
    let trimmed = |lines: Vec<String>| lines.into_iter().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    assert_eq!(
        (trimmed(lost), trimmed(came)),
        (gone.iter().map(|s| s.to_string()).collect(), new.iter().map(|s| s.to_string()).collect())
    );
    assert!(drawing.undo());
    assert_eq!(*drawing.document(), before, "undone");
    assert!(drawing.redo());
    assert_eq!(*drawing.document(), after, "done again");
    assert!(drawing.undo());
}

fn connect(kind: &str, spaces: &[&str]) -> Edit {
    Edit::Connect { kind: kind.into(), spaces: spaces.iter().map(|id| Arc::from(*id)).collect() }
}

fn disconnect(kind: &str, from: &str, to: &str) -> Edit {
    Edit::Disconnect { kind: kind.into(), from: from.into(), to: to.into() }
}

#[test]
fn links_lengthen_chains_and_cut_them() {
    let d = &mut drawing("skoot", "test-loop");
    // Only one may lead on: the old one goes, and its chain is cut.
    check(
        d,
        &connect("ahead", &["f2", "fin"]),
        &["(kind: \"ahead\", chain: [\"f1\", \"f2\", \"f3\", \"fin\"]),"],
        &["(kind: \"ahead\", chain: [\"f1\", \"f2\", \"fin\"]),", "(kind: \"ahead\", chain: [\"f3\", \"fin\"]),"],
    );
    check(
        d,
        &disconnect("ahead", "f1", "f2"),
        &["(kind: \"ahead\", chain: [\"f1\", \"f2\", \"f3\", \"fin\"]),"],
        &["(kind: \"ahead\", chain: [\"f2\", \"f3\", \"fin\"]),"],
    );
    check(
        d,
        &Edit::Flip { kind: "homeward".into(), from: "rec".into(), to: "f1".into() },
        &["(kind: \"homeward\", chain: [\"rec\", \"f1\"]),"],
        &["(kind: \"homeward\", chain: [\"f1\", \"rec\"]),"],
    );
    // A chain goes on where another one begins.
    check(
        d,
        &connect("ahead", &["fin", "st"]),
        &["(kind: \"ahead\", chain: [\"st\", \"a02\"]),", "(kind: \"ahead\", chain: [\"f1\", \"f2\", \"f3\", \"fin\"]),"],
        &["(kind: \"ahead\", chain: [\"f1\", \"f2\", \"f3\", \"fin\", \"st\", \"a02\"]),"],
    );
    // What is there already is no edit.
    assert_eq!(d.edit(&connect("ahead", &["f1", "f2"])), Ok(false));
    assert!(d.edit(&connect("ahead", &["f1", "nowhere"])).is_err());
    assert!(d.edit(&disconnect("ahead", "f1", "fin")).is_err());
}

#[test]
fn a_loop_that_is_cut_stays_one_chain() {
    let mut d = drawing("skoot", "test-corners");
    let before = meaning("skoot", &text(d.document())).links;
    let (from, to) = {
        let chain = d.document().links().iter().find(|l| l.spaces.first() == l.spaces.last()).expect("there is a loop");
        (chain.spaces[2].clone(), chain.spaces[3].clone())
    };
    let count = d.document().links().len();
    d.edit(&disconnect("ahead", &from, &to)).expect("it is there");
    assert_eq!(d.document().links().len(), count, "one chain as before");
    d.edit(&connect("ahead", &[&from, &to])).expect("it may be put back");
    let after = meaning("skoot", &text(d.document())).links;
    let set = |links: &Vec<Vec<(u16, u16)>>| links.iter().map(|l| l.iter().copied().collect::<BTreeSet<_>>()).collect::<Vec<_>>();
    assert_eq!(set(&before), set(&after));
}

#[test]
fn both_ways_is_one_link() {
    let mut d = drawing("ski-the-mountain", "three-towns");
    assert_eq!(d.edit(&connect("Walk", &["Westcol", "Dahu"])), Ok(false), "it is drawn the other way");
    check(&mut d, &disconnect("Walk", "Westcol", "Dahu"), &["(kind: \"Walk\", chain: [\"Dahu\", \"Westcol\"]),"], &[]);
    // A name stays with its link.
    check(
        &mut d,
        &Edit::Flip { kind: "Bus".into(), from: "Saun".into(), to: "Halt-west".into() },
        &["(kind: \"Bus\", chain: [\"Saun\", \"Halt-west\", \"Puilent\", \"Halt-east\", \"Marignan\"]),"],
        &[
            "(kind: \"Bus\", chain: [\"Halt-west\", \"Puilent\", \"Halt-east\", \"Marignan\"]),",
            "(kind: \"Bus\", chain: [\"Halt-west\", \"Saun\"]),",
        ],
    );
}

#[test]
fn a_space_takes_its_links_and_paths_with_it() {
    let d = &mut drawing("ski-the-mountain", "three-towns");
    let keys = vec![key(d, "Hare-2")];
    let old = [
        "(id: \"Hare-2\", at: (275, 352), colour: blue),",
        "(kind: \"Piste\", chain: [\"Marmot-hut\", \"Hare-1\", \"Hare-2\", \"Hare-3\", \"Lake\"]),",
        "(kind: \"Run\", name: \"Hare\", spaces: [\"Hare-1\", \"Hare-2\", \"Hare-3\"], points: 10),",
    ];
    let run = "(kind: \"Run\", name: \"Hare\", spaces: [\"Hare-1\", \"Hare-3\"], points: 10),";
    let parts =
        ["(kind: \"Piste\", chain: [\"Marmot-hut\", \"Hare-1\"]),", "(kind: \"Piste\", chain: [\"Hare-3\", \"Lake\"]),", run];
    check(d, &Edit::Remove { keys: keys.clone(), bridging: false }, &old, &parts);
    let bridged = ["(kind: \"Piste\", chain: [\"Marmot-hut\", \"Hare-1\", \"Hare-3\", \"Lake\"]),", run];
    check(d, &Edit::Remove { keys, bridging: true }, &old, &bridged);
    // A heading stays with the others of its group.
    let keys = vec![key(d, "Hare-1")];
    d.edit(&Edit::Remove { keys, bridging: true }).expect("it goes");
    assert!(text(d.document()).contains("// Hare, blue, 1 to 3.\n        (id: \"Hare-2\""));
}

#[test]
fn a_name_is_followed_wherever_it_stands() {
    let d = &mut drawing("ski-the-mountain", "three-towns");
    let lake = key(d, "Lake");
    check(
        d,
        &Edit::Rename { key: lake, id: "Loch".into() },
        &[
            "(id: \"Lake\", at: (295, 425), kind: restaurant),",
            "(kind: \"Lift\", name: \"Lake Chair\", from: \"Lake\", to: \"Panorama\", type: chair),",
            "(kind: \"Lift\", name: \"Lake Drag\", from: \"Lake\", to: \"Westcol\", type: drag),",
            "(kind: \"Piste\", chain: [\"Marmot-hut\", \"Hare-1\", \"Hare-2\", \"Hare-3\", \"Lake\"]),",
            "(kind: \"Piste\", chain: [\"Lake\", \"Dairy-1\", \"Dairy-2\", \"Dairy-3\", \"Puilent\"]),",
            "(kind: \"Piste\", chain: [\"Panorama\", \"Pine-1\", \"Pine-2\", \"Lake\"]),",
        ],
        &[
            "(id: \"Loch\", at: (295.0, 425.0), kind: restaurant),",
            "(kind: \"Lift\", name: \"Lake Chair\", from: \"Loch\", to: \"Panorama\", type: chair),",
            "(kind: \"Lift\", name: \"Lake Drag\", from: \"Loch\", to: \"Westcol\", type: drag),",
            "(kind: \"Piste\", chain: [\"Marmot-hut\", \"Hare-1\", \"Hare-2\", \"Hare-3\", \"Loch\"]),",
            "(kind: \"Piste\", chain: [\"Loch\", \"Dairy-1\", \"Dairy-2\", \"Dairy-3\", \"Puilent\"]),",
            "(kind: \"Piste\", chain: [\"Panorama\", \"Pine-1\", \"Pine-2\", \"Loch\"]),",
        ],
    );
    for bad in ["Saun", "", "two words", "ö\"", &"x".repeat(61)] {
        assert!(d.edit(&Edit::Rename { key: lake, id: bad.into() }).is_err(), "{bad:?}");
    }
    // Numbers may be swapped among those that are numbered.
    let keys: Vec<Key> = ["Hare-3", "Hare-1", "Hare-2"].map(|id| key(d, id)).to_vec();
    d.edit(&Edit::Renumber { keys: keys.clone(), letters: "Hare-".into() }).expect("they are numbered");
    let ids: Vec<&str> = keys.iter().map(|key| &*d.document().item(*key).expect("it stays").id).collect();
    assert_eq!(ids, ["Hare-1", "Hare-2", "Hare-3"]);
    assert!(text(d.document()).contains("[\"Marmot-hut\", \"Hare-2\", \"Hare-3\", \"Hare-1\", \"Lake\"]"));
}

#[test]
fn the_track_says_things_of_itself() {
    let d = &mut drawing("biathlon-blast", "bad-wolfsheim-kurz");
    let track = |name: &str, value: &str| Edit::Track { name: name.into(), value: Some(value.into()) };
    check(d, &track("author", "\"Me\""), &["author: \"Coursesetter\","], &["author: \"Me\","]);
    assert!(d.edit(&track("author", "\"Me")).is_err());
    assert!(d.edit(&track("spaces", "[]")).is_err());
    check(
        d,
        &Edit::TrackField { name: "targets".into(), value: Some("south".into()) },
        &["fields: (venue: \"Bad Wolfsheim\", targets: north),"],
        &["fields: (venue: \"Bad Wolfsheim\", targets: south),"],
    );
    let ignored =
        Ignored { problem: "B01".into(), says: "too \"short\"".into(), at: "a01".into(), why: "it is a \\ test".into() };
    d.edit(&Edit::Ignore(ignored.clone())).expect("it is ignored");
    assert_eq!(document(&text(d.document())).header().ignored(), std::slice::from_ref(&ignored));
    let a01 = key(d, "a01");
    d.edit(&Edit::Rename { key: a01, id: "zz".into() }).expect("it is renamed");
    assert_eq!(d.document().header().ignored()[0].at, "zz");
    d.undo();
    d.edit(&Edit::Notice(ignored)).expect("it is looked at again");
    assert!(d.document().header().get("ignored").is_none());
}

#[test]
fn a_drag_is_one_step() {
    let mut d = drawing("skoot", "flat");
    let (a, b) = (key(&d, "a01"), key(&d, "a02"));
    let start = d.document().clone();
    for n in 0..50 {
        let far = f64::from(n);
        d.drag(7, &Edit::Place(vec![(a, Point::new(far, 1.0)), (b, Point::new(far, 9.0))])).expect("it moves");
    }
    assert_eq!(d.steps().0.collect::<Vec<_>>(), ["move 2 spaces"]);
    assert!(!d.is_saved());
    d.undo();
    assert_eq!(*d.document(), start);
    assert!(d.is_saved());
    d.redo();
    d.drag(7, &Edit::Place(vec![(a, Point::new(5.0, 5.0))])).expect("it moves");
    assert_eq!(d.steps().1, 2, "a drag that is over is not gone on with");
    assert!(d.cancel_drag(7));
    assert_eq!((d.steps().0.count(), d.steps().1), (1, 1));
    // Another way from here on.
    d.go_to(0);
    d.edit(&Edit::Remove { keys: vec![a], bridging: true }).expect("it goes");
    assert!(!d.redo());
    assert_eq!(d.undoes(), Some("delete First tile"));
}

#[test]
fn the_history_says_what_was_done_in_the_designers_words() {
    let mut d = drawing("skoot", "flat");
    let [a, b, c] = ["a01", "a02", "a03"].map(|id| key(&d, id));
    let value = |text: &str| Some(text.into());
    let set = |keys: &[Key], name: &str, to| Edit::Set { keys: keys.to_vec(), name: name.into(), value: to };
    for (edit, name) in [
        (set(&[a], "terrain", value("climb")), "terrain climb on First tile"),
        (set(&[b, c], "area", value("home_straight")), "area home straight on 2 spaces"),
        (set(&[b], "area", None), "default area on tile 1"),
        (set(&[b], "start_line", value("true")), "start line on tile 1"),
        (set(&[b], "start_line", value("false")), "no start line on tile 1"),
        (Edit::say(vec![b], "name", "The Wall"), "rename tile 1 to “The Wall”"),
        (
            Edit::Connect { kind: "homeward".into(), spaces: vec!["a01".into(), "a03".into()] },
            "link First tile to tile 2 (homeward)",
        ),
        (
            Edit::Disconnect { kind: "homeward".into(), from: "a01".into(), to: "a03".into() },
            "unlink First tile and tile 2 (homeward)",
        ),
        (pen::label(Point::new(10.0, 10.0), "Start", 5.0, Layer::Spaces), "add the label “Start”"),
        (pen::picture(Point::new(10.0, 10.0), "map.png", 50.0, 50.0, 0.5), "add the picture map.png"),
        (Edit::Track { name: "name".into(), value: value("\"Uphill\"") }, "rename the track to “Uphill”"),
        (Edit::Rename { key: a, id: "st9".into() }, "give First tile the id st9"),
        (Edit::Remove { keys: vec![a, c], bridging: true }, "delete 2 spaces"),
    ] {
        d.edit(&edit).expect("it is done");
        assert_eq!(d.undoes(), Some(name), "{edit:?}");
    }
    // A drag is named after all that it went over.
    for key in ["a04", "a05", "a04", "a06"] {
        let key = self::key(&d, key);
        d.drag(3, &set(&[key], "terrain", value("downhill"))).expect("it is painted");
    }
    assert_eq!(d.undoes(), Some("terrain downhill on 3 spaces"));
    let copied = clip::copied(d.document(), &["a04", "a05", "a06"].map(|id| key(&d, id)));
    let pasted = clip::pasted(d.document(), &d.schema, &clip::read(&copied).expect("a track"), Default::default(), "paste")
        .expect("it is a part");
    d.edit(&pasted).expect("it is pasted");
    assert_eq!(d.undoes(), Some("paste 3 spaces and 1 link"));
}

#[test]
fn what_another_program_has_written_is_one_step() {
    let (mut d, other) = (drawing("skoot", "flat"), drawing("skoot", "hilly"));
    let (start, kept) = (d.document().clone(), key(&d, "a01"));
    d.edit(&Edit::Track { name: "name".into(), value: Some("\"Mine\"".into()) }).expect("it is named");
    assert!(d.replace(other.document(), "take theirs"));
    assert_eq!((text(d.document()), d.undoes()), (text(other.document()), Some("take theirs")));
    assert_eq!(key(&d, "a01"), kept, "what bears the same id is the same thing");
    assert!(!d.replace(other.document(), "take theirs"), "nothing is new in it");
    let keys: Vec<Key> = List::ALL.into_iter().flat_map(|list| d.document().list(list)).map(|item| item.key).collect();
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "no key is there twice");
    d.undo();
    assert!(text(d.document()).contains("name: \"Mine\""));
    d.undo();
    assert_eq!(*d.document(), start);
    d.go_to(2);
    assert_eq!(text(d.document()), text(other.document()));
}

#[test]
fn the_order_of_progress_may_be_changed() {
    let mut d = drawing("skoot", "test-loop");
    let keys: Vec<Key> = ["a03", "a02", "p1"].map(|id| key(&d, id)).to_vec();
    d.edit(&Edit::Order { list: List::Spaces, keys }).expect("they are put in order");
    let ids: Vec<&str> = d.document().spaces().iter().take(6).map(|s| &*s.id).collect();
    assert_eq!(ids, ["st", "a01", "a03", "a02", "p1", "a04"]);
}

#[test]
fn comments_outlive_what_is_set_and_take_nothing_in() {
    let text = "(\n    name: \"A\",\n    fields: (\n        // North is up.\n        side: 1,\n    ),\n    spaces: [\n        (id: \"a\", at: (1, 1)),\n\n        // The second.\n        (id: \"b\", at: (9, 9)),\n    ],\n)\n";
    let mut d = Drawing::new(document(text), Default::default());
    let [a, b] = ["a", "b"].map(|id| key(&d, id));
    let set = |value: &str| Edit::Set { keys: vec![a], name: "size".into(), value: Some(value.into()) };
    for value in ["4.0 // so", "/* so */ 4.0 /* there */"] {
        d.edit(&set(value)).expect("a value, and words about it");
        assert_eq!(d.document().space("a").expect("it is there").fields.get("size").map(|size| &**size), Some("4.0"));
    }
    d.edit(&Edit::TrackField { name: "side".into(), value: Some("2 // south".into()) }).expect("it is set");
    d.edit(&Edit::Order { list: List::Spaces, keys: vec![b, a] }).expect("they change places");
    d.edit(&Edit::say(vec![a], "name", "Wall")).expect("it is named");
    let saved = super::text(d.document());
    assert!(saved.contains("// North is up.\n") && saved.contains("fields: (side: 2)"), "{saved}");
    assert!(saved.contains("[\n        // The second.\n        (id: \"b\""), "{saved}");
    assert_eq!(super::text(&document(&saved)), saved);
}

#[test]
fn what_says_the_same_in_another_order_is_the_same() {
    let mut d = drawing("skoot", "flat");
    let label = d.document().decor()[0].clone();
    d.edit(&Edit::say(vec![label.key], "label", "Wall")).expect("it is labelled");
    let again = document(&text(d.document()));
    assert!(again.decor()[0].says_as(&d.document().decor()[0]));
    assert!(!again.decor()[0].says_as(&label));
}

#[test]
fn a_course_without_spaces_ends_with_the_space_that_it_leads_to() {
    let line = "(nodes: [(at: (0, 0)), (at: (9, 9))], to: \"a\")";
    let text = format!("(name: \"A\", spaces: [(id: \"a\", at: (9, 9))], courses: [{line}])");
    let mut d = Drawing::new(document(&text), Default::default());
    let a = key(&d, "a");
    assert_eq!(d.edit(&Edit::Remove { keys: vec![a], bridging: true }), Ok(true));
    assert!(d.document().courses().is_empty());
}

#[test]
fn lines_that_are_pulled_too_far_away_can_be_read_back() {
    let text = "(name: \"A\", spaces: [(id: \"a\", at: (0, 0)), (id: \"b\", at: (9, 9))], courses: [(spaces: [\"a\", \"b\"], nodes: [(at: (0, 0)), (at: (40, 40)), (at: (9, 9))])])";
    let mut d = Drawing::new(document(text), Default::default());
    let [a, b] = ["a", "b"].map(|id| key(&d, id));
    let far = |by: f64| Point::new(99_990.0 - by, 99_990.0 - by);
    d.edit(&Edit::Place(vec![(a, far(9.0)), (b, far(0.0))])).expect("it is far, but not too far");
    let course = Course::read(&d.document().courses()[0]).expect("it can still be read");
    assert_eq!(course.line.nodes[1].at, Point::new(100_000.0, 100_000.0));
}

#[test]
fn a_refused_edit_changes_nothing() {
    let mut d = drawing("skoot", "test-loop");
    let before = d.document().clone();
    let a05 = key(&d, "a05");
    let wrong = Edit::All(
        "something".into(),
        vec![
            Edit::Remove { keys: vec![a05], bridging: true },
            Edit::Set { keys: vec![a05], name: "terrain".into(), value: Some("climb".into()) },
        ],
    );
    assert!(d.edit(&wrong).is_err());
    assert_eq!(*d.document(), before);
    assert!(d.edit(&Edit::Place(vec![(a05, Point::new(f64::NAN, 0.0))])).is_err());
    assert!(d.edit(&Edit::Place(vec![(a05, Point::new(1e9, 0.0))])).is_err());
    for name in ["", "two words", "1x", "at"] {
        assert!(d.edit(&Edit::Set { keys: vec![a05], name: name.into(), value: Some("1".into()) }).is_err(), "{name}");
    }
}

#[test]
fn many_random_edits_undone_and_done_again() {
    for (seed, (game, name, text)) in shipped().into_iter().enumerate() {
        let mut d = Drawing::new(document(&text), schema(&game));
        let start = d.document().clone();
        let made = suite::drawings::edit_at_random(&mut d, 400, seed as u64);
        assert!(made > 200, "{game}/{name}: only {made} of 400 edits were made");
        let end = d.document().clone();
        assert!(d.steps().0.all(|name| !name.is_empty()));
        d.go_to(0);
        assert_eq!(*d.document(), start, "{game}/{name}");
        assert_eq!(super::text(d.document()), *text);
        d.go_to(usize::MAX);
        assert_eq!(*d.document(), end, "{game}/{name}");
        // What came of it can be read again, and is kept.
        let saved = super::text(&end);
        assert_eq!(super::text(&document(&saved)), saved, "{game}/{name}");
        let ids: BTreeSet<_> = end.spaces().iter().map(|s| &s.id).collect();
        assert_eq!(ids.len(), end.spaces().len(), "each id once");
    }
}

#[test]
fn new_items_need_good_ids() {
    let mut d = drawing("skoot", "test-loop");
    let space = |id: &str| Item { id: id.into(), at: Some(Point::new(1.0, 2.0)), ..Item::default() };
    let add = |items: Vec<Item>| Edit::Add { list: List::Spaces, items, before: None };
    assert!(d.edit(&add(vec![space("a01")])).is_err());
    assert!(d.edit(&add(vec![space("new"), space("new")])).is_err());
    assert!(d.edit(&add(vec![space("a b")])).is_err());
    // What leads to spaces leads to those that are there. A course may leave places out.
    let over = |list, spaces: &[&str]| {
        let spaces = spaces.iter().map(|id| Arc::from(*id)).collect();
        Edit::Add { list, items: vec![Item { kind: "ahead".into(), spaces, ..Item::default() }], before: None }
    };
    for list in [List::Links, List::Paths, List::Courses] {
        assert_eq!(d.edit(&over(list, &["a01", "new"])), Err("there is no space \"new\"".to_owned()), "{list:?}");
        assert_eq!(d.edit(&over(list, &["a01", ""])).is_ok(), list == List::Courses, "{list:?}");
    }
    let mut course = Item { spaces: vec!["a01".into()], ..Item::default() };
    course.fields.set("to", Some("\"new\"".into()));
    let course = Edit::Add { list: List::Courses, items: vec![course], before: None };
    assert_eq!(d.edit(&course), Err("there is no space \"new\"".to_owned()));
    let name = edit::Edit::say(vec![], "name", "x \"y\"");
    assert!(matches!(name, Edit::Set { value: Some(value), .. } if *value == quoted("x \"y\"")));
    let a02 = key(&d, "a02");
    d.edit(&Edit::Add { list: List::Spaces, items: vec![space("b1"), space("b2")], before: Some(a02) }).expect("they are added");
    let ids: Vec<&str> = d.document().spaces().iter().take(5).map(|s| &*s.id).collect();
    assert_eq!(ids, ["st", "a01", "b1", "b2", "a02"]);
}
