//! Things in order on the sheet: distributed, aligned with the page, beside guides, at distances that are shown.

use editor::drawing::fields::{Fields, quoted};
use editor::drawing::guides::Guides;
use editor::drawing::hit::Hit;
use editor::drawing::{Item, List, read};

use super::*;

fn all(table: &mut Table) {
    table.desk.apply(Deed::SelectAll);
}

#[test]
fn gaps_are_made_equal_and_the_outermost_stay() {
    let mut table = Table::row("skoot", 3);
    let key = table.desk.document().space("a02").expect("it was drawn").key;
    table.desk.apply(Deed::Edit(Edit::Place(vec![(key, Point::new(27.0, 140.0))])));
    all(&mut table);
    table.desk.apply(Deed::Distribute { across: true });
    assert_eq!(["a01", "a02", "a03"].map(|id| table.at(id)), [(20.0, 100.0), (40.0, 140.0), (60.0, 100.0)]);
    assert_eq!(table.desk.drawing.undoes(), Some("distribute 3 things"));
    // Of different sizes, the gaps count and not the middles.
    let first = table.desk.document().space("a01").expect("it was drawn").key;
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![first], name: "size".into(), value: Some("16.0".into()) }));
    let usual = table.desk.usual_size();
    table.desk.apply(Deed::Distribute { across: true });
    let middle = 28.0 + usual / 2.0 + (60.0 - usual / 2.0 - 28.0 - usual) / 2.0;
    assert!((table.at("a02").0 - middle).abs() < 0.02, "{:?} for {middle}", table.at("a02"));
    table.click(60.0, 100.0);
    table.desk.apply(Deed::Distribute { across: false });
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("three things")));
}

#[test]
fn each_thing_and_each_group_is_aligned_with_the_page() {
    let mut table = Table::row("skoot", 3);
    table.set(|settings| settings.aids.aligns_to_page = true);
    all(&mut table);
    table.desk.apply(Deed::Align(Align::Middle));
    assert_eq!(["a01", "a02", "a03"].map(|id| table.at(id)), [(20.0, 150.0), (40.0, 150.0), (60.0, 150.0)]);
    table.click(20.0, 150.0);
    table.with((true, false, false), |table| table.click(40.0, 150.0));
    table.desk.apply(Deed::Hold(Hold::Group));
    all(&mut table);
    table.desk.apply(Deed::Align(Align::Centre));
    assert_eq!(["a01", "a02", "a03"].map(|id| table.at(id)), [(190.0, 150.0), (210.0, 150.0), (200.0, 150.0)]);
    let half = table.desk.usual_size() / 2.0;
    table.desk.apply(Deed::Align(Align::Left));
    assert!(["a01", "a03"].iter().all(|id| (table.at(id).0 - half).abs() < 0.02));
    table.desk.apply(Deed::Undo);
    // A single thing has nothing else to be aligned with.
    table.set(|settings| settings.aids.aligns_to_page = false);
    table.click(200.0, 150.0);
    table.desk.apply(Deed::Align(Align::Top));
    assert!((table.at("a03").1 - half).abs() < 0.02);
}

#[test]
fn guides_are_kept_snapped_to_and_removed() {
    let mut table = Table::row("skoot", 1);
    let of = |table: &Table| Guides::of(table.desk.document().header());
    for (is_upright, from, to) in [(true, None, Some(120.25)), (false, None, Some(60.0)), (true, None, Some(30.0))] {
        let edit = of(&table).changed(is_upright, from, to);
        table.desk.apply(Deed::Edit(edit));
    }
    assert_eq!(of(&table), Guides { x: vec![30.0, 120.25], y: vec![60.0] });
    assert!(table.text().contains("\n    guides: (x: [30.0, 120.25], y: [60.0]),\n"), "{}", table.text());
    assert_eq!(of(&table), Guides::of(read::read(&table.text()).expect("a track").header()));
    table.drag(&[(20.0, 100.0), (119.0, 61.0)]);
    assert_eq!(table.at("a01"), (120.25, 60.0));
    // Without guides on the sheet, nothing snaps to them.
    table.set(|settings| settings.aids.shows_guides = false);
    table.drag(&[(120.25, 60.0), (31.0, 90.0)]);
    assert_eq!(table.at("a01"), (31.0, 90.0));
    for (is_upright, from, to) in [(true, Some(30.0), Some(33.0)), (true, Some(33.0), None), (true, Some(120.25), None)] {
        let edit = of(&table).changed(is_upright, from, to);
        table.desk.apply(Deed::Edit(edit));
    }
    assert_eq!(table.desk.drawing.undoes(), Some("remove a guide"));
    table.desk.apply(Deed::Edit(of(&table).changed(false, Some(60.0), None)));
    assert_eq!(table.desk.document().header().get("guides"), None);
}

#[test]
fn distances_to_neighbours_are_shown_while_something_moves() {
    let mut table = Table::row("skoot", 3);
    table.set(|settings| settings.aids.snaps = false);
    let said = |table: &mut Table| -> Vec<(String, Mark)> {
        let shapes = table.desk.shows().shapes.into_iter();
        let words = |shape| if let Shape::Words(_, words, mark) = shape { Some((words, mark)) } else { None };
        shapes.filter_map(words).collect()
    };
    table.hold(&[(40.0, 100.0), (43.0, 100.0)]);
    assert_eq!(said(&mut table), [("17.0".to_owned(), Mark::Guide), ("23.0".to_owned(), Mark::Guide)]);
    table.point(PointerIs::Dragged, 40.0, 100.0);
    assert_eq!(said(&mut table), [("20.0".to_owned(), Mark::Reach), ("20.0".to_owned(), Mark::Reach)]);
    table.point(PointerIs::Released, 40.0, 100.0);
    assert_eq!(said(&mut table), []);
}

#[test]
fn what_is_locked_lies_still_and_is_passed_over() {
    let mut table = Table::row("skoot", 3);
    table.click(40.0, 100.0);
    table.desk.apply(Deed::Hold(Hold::Lock));
    assert_eq!(table.selected(), [""; 0]);
    assert_eq!(table.desk.drawing.undoes(), Some("lock 1 space"));
    assert!(table.text().contains("id: \"a02\", at: (40.0, 100.0), table: (locked: true)"), "{}", table.text());
    table.click(40.0, 100.0);
    table.drag(&[(10.0, 90.0), (70.0, 110.0)]);
    assert_eq!(table.selected(), ["a01", "a03"]);
    // Whatever else selects it, it stays, and the words at the foot of the sheet say so.
    let keys = table.desk.document().spaces().iter().map(|space| space.key).collect();
    table.desk.apply(Deed::Select(keys, Mode::Replace));
    table.desk.apply(Deed::Nudge((0.0, 7.0).into()));
    assert_eq!(["a01", "a02", "a03"].map(|id| table.at(id).1), [107.0, 100.0, 107.0]);
    assert!(table.desk.shows().words.starts_with("3 selected. Drag"));
    let a02 = table.desk.document().space("a02").expect("it is there").key;
    table.desk.apply(Deed::Select(vec![a02], Mode::Replace));
    let words = table.desk.shows().words;
    assert!(words.contains("locked") && words.contains("Unlock") && !words.contains("Drag"), "{words}");
    let keys = table.desk.document().spaces().iter().map(|space| space.key).collect();
    table.desk.apply(Deed::Select(keys, Mode::Replace));
    table.desk.apply(Deed::Delete { bridging: false });
    assert_eq!(table.desk.document().spaces().len(), 1);
    table.take(Tool::Erase);
    table.click(40.0, 100.0);
    assert_eq!(table.desk.document().spaces().len(), 1);
    table.take(Tool::Select);
    table.desk.apply(Deed::Hold(Hold::UnlockAll));
    table.click(40.0, 100.0);
    assert_eq!(table.selected(), ["a02"]);
}

#[test]
fn what_is_hidden_is_neither_seen_nor_hit_at_the_table_and_printed_all_the_same() {
    let mut table = Table::row("skoot", 3);
    table.click(40.0, 100.0);
    table.desk.apply(Deed::Hold(Hold::Hide));
    assert_eq!(table.desk.document().held_back(), (1, 0));
    table.click(40.0, 100.0);
    assert!(!table.selected().contains(&"a02".to_owned()));
    table.desk.apply(Deed::SelectAll);
    assert_eq!(table.selected(), ["a01", "a03"]);
    let board = |document: &Document| editor::board::Board::drawn(document, &table.desk.drawing.schema, table.desk.manifest());
    assert_eq!(board(&table.desk.document().seen()).spaces.len(), 2);
    assert_eq!(board(table.desk.document()).spaces.len(), 3);
    table.desk.apply(Deed::Hold(Hold::ShowAll));
    assert!(!table.text().contains("table:"), "{}", table.text());
    table.desk.apply(Deed::Hold(Hold::ShowAll));
    assert_eq!(table.desk.refused.as_deref(), Some("nothing is hidden"));
}

#[test]
fn a_click_selects_the_group_and_a_double_click_one_of_it() {
    let mut table = Table::row("skoot", 4);
    table.drag(&[(10.0, 90.0), (50.0, 110.0)]);
    table.desk.apply(Deed::Hold(Hold::Group));
    table.click(80.0, 100.0);
    table.click(20.0, 100.0);
    assert_eq!(table.selected(), ["a01", "a02"]);
    table.with((false, false, true), |t| t.click(40.0, 100.0));
    assert_eq!(table.selected(), ["a02"]);
    table.desk.apply(Deed::SelectNone);
    table.double_click(40.0, 100.0);
    assert_eq!(table.selected(), ["a02"]);
    // A frame around one of it takes all of it, and a copy is a group of its own.
    table.desk.apply(Deed::SelectNone);
    table.drag(&[(10.0, 90.0), (30.0, 110.0)]);
    assert_eq!(table.selected(), ["a01", "a02"]);
    table.desk.apply(Deed::Duplicate);
    let copies = table.desk.chosen();
    assert_eq!(table.desk.document().with_groups(&copies[..1]), copies);
    table.desk.apply(Deed::Hold(Hold::Ungroup));
    table.click(20.0, 100.0);
    assert_eq!(table.selected(), ["a01", "a02"], "they are still one");
    table.click(60.0, 100.0);
    table.desk.apply(Deed::Hold(Hold::Group));
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("two things")));
}

#[test]
fn labels_and_pictures_go_above_and_below_one_another() {
    let mut table = Table::row("skoot", 1);
    for (text, x) in [("A", 50.0), ("B", 80.0), ("C", 110.0)] {
        table.take(Tool::Label);
        table.click(x, 50.0);
        table.desk.apply(Deed::Answer(text.to_owned()));
    }
    table.take(Tool::Select);
    let order = |table: &Table| table.desk.document().decor().iter().map(|item| item.title()).collect::<String>();
    let first = table.desk.document().decor()[0].key;
    table.desk.apply(Deed::Select(vec![first], Mode::Replace));
    for (by, expected) in
        [(Rise::Front, "BCA"), (Rise::Backward, "BAC"), (Rise::Backward, "ABC"), (Rise::Forward, "BAC"), (Rise::Back, "ABC")]
    {
        table.desk.apply(Deed::Rise(by));
        assert_eq!(order(&table), expected, "{by:?}");
    }
    table.click(20.0, 100.0);
    table.desk.apply(Deed::Rise(Rise::Front));
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("in the order of their numbers")));
}

#[test]
fn links_are_locked_hidden_and_grouped_like_spaces() {
    let mut table = Table::row("skoot", 3);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("6.0".into()) }));
    let begun = table.text();
    let read_back = |table: &Table| {
        assert_eq!(text(&document(&table.text())), table.text());
        let problems = table.desk.checker.problems(table.desk.document(), "mine");
        assert!(!problems.iter().any(|problem| problem.message.contains("table")), "{problems:?}");
    };
    table.click(50.0, 100.0);
    assert_eq!(table.selected(), ["ahead"]);
    table.desk.apply(Deed::Hold(Hold::Lock));
    assert_eq!(table.desk.drawing.undoes(), Some("lock 1 link"));
    assert!(table.text().contains("chain: [\"a01\", \"a02\", \"a03\"], table: (locked: true)"), "{}", table.text());
    read_back(&table);
    // Neither Select nor any other tool takes it, and nothing that takes it otherwise moves its spaces.
    table.click(50.0, 100.0);
    assert_eq!(table.selected(), [""; 0]);
    let locked = table.text();
    for tool in [Tool::Link, Tool::Erase, Tool::Reshape] {
        table.take(tool);
        table.click(50.0, 100.0);
        table.drag(&[(50.0, 100.0), (50.0, 80.0)]);
        assert_eq!(table.text(), locked, "{tool:?}");
    }
    table.take(Tool::Select);
    let key = table.desk.document().links()[0].key;
    table.desk.apply(Deed::Select(vec![key], Mode::Replace));
    table.desk.apply(Deed::Nudge((0.0, 7.0).into()));
    table.desk.apply(Deed::Delete { bridging: false });
    assert_eq!((table.text(), table.desk.document().held_back()), (locked, (0, 1)));
    // A link that goes on from it is one of its own, so that it isn't locked, too.
    table.desk.apply(Deed::SelectNone);
    table.take(Tool::Space);
    table.click(80.0, 100.0);
    table.take(Tool::Link);
    table.drag(&[(60.0, 100.0), (80.0, 100.0)]);
    assert_eq!(table.desk.document().links().len(), 2);
    table.take(Tool::Select);
    table.desk.apply(Deed::Hold(Hold::UnlockAll));
    // Hidden, it can't be hit, and its spaces keep their direction.
    table.click(50.0, 100.0);
    table.desk.apply(Deed::Hold(Hold::Hide));
    read_back(&table);
    assert!(table.desk.places().at(Point::new(50.0, 100.0), 1.0).is_none());
    let board = |document: &Document| editor::board::Board::drawn(document, &table.desk.drawing.schema, table.desk.manifest());
    let seen = board(&table.desk.document().seen());
    assert_eq!(seen.arrows.iter().map(|arrow| arrow.look.is_seen).collect::<Vec<_>>(), [false, false, true]);
    assert!(board(table.desk.document()).arrows.iter().all(|arrow| arrow.look.is_seen), "it is printed");
    assert_eq!(seen.spaces[1].tile.towards, emath::vec2(1.0, 0.0));
    table.desk.apply(Deed::Hold(Hold::ShowAll));
    // In a group, the link brings the space along, and a double click takes it out.
    table.click(50.0, 100.0);
    table.with((true, false, false), |t| t.click(80.0, 100.0));
    table.desk.apply(Deed::Hold(Hold::Group));
    read_back(&table);
    table.click(20.0, 100.0);
    table.click(50.0, 100.0);
    assert_eq!(table.selected(), ["a04", "ahead"]);
    table.drag(&[(50.0, 100.0), (50.0, 120.0)]);
    assert_eq!(["a01", "a02", "a03", "a04"].map(|id| table.at(id).1), [120.0; 4]);
    table.double_click(50.0, 120.0);
    assert_eq!(table.selected(), ["ahead"]);
    table.desk.apply(Deed::Hold(Hold::Ungroup));
    assert_eq!(table.desk.refused, None);
    let done = table.desk.drawing.steps().1;
    let end = table.text();
    while table.text() != begun {
        assert!(table.desk.drawing.undoes().is_some(), "undo comes back to the beginning");
        table.desk.apply(Deed::Undo);
    }
    table.desk.apply(Deed::GoTo(done));
    assert_eq!(table.text(), end);
}

#[test]
fn paths_are_locked_and_hidden_with_their_names_and_numbers() {
    let mut table = Table::row("ski-the-mountain", 3);
    let spaces: Vec<_> = table.desk.document().spaces().iter().map(|space| space.id.clone()).collect();
    let fields = Fields::default().with("name", quoted("Bear")).with("points", "7");
    let run = Item { kind: "Run".into(), spaces, fields, ..Item::default() };
    table.desk.apply(Deed::Edit(Edit::Add { list: List::Paths, items: vec![run], before: None }));
    let path = table.desk.document().paths()[0].key;
    let name = table.desk.places().name_of(path).expect("it has a name");
    let hit = |table: &mut Table| table.desk.places().at(name, 0.5).map(Hit::key);
    assert_eq!(hit(&mut table), Some(path));
    for (held, back) in [(Hold::Lock, Hold::UnlockAll), (Hold::Hide, Hold::ShowAll)] {
        table.desk.apply(Deed::Select(vec![path], Mode::Replace));
        table.desk.apply(Deed::Hold(held));
        assert_eq!(table.desk.refused, None);
        assert_ne!(hit(&mut table), Some(path), "{held:?}");
        assert_eq!(text(&document(&table.text())), table.text());
        assert!(meaning("ski-the-mountain", &table.text()).spaces.len() == 3, "the game ignores it");
        table.desk.apply(Deed::Hold(back));
        assert_eq!(hit(&mut table), Some(path), "{back:?}");
    }
    table.desk.apply(Deed::Select(vec![path], Mode::Replace));
    table.desk.apply(Deed::Hold(Hold::Hide));
    let board = |document: &Document| editor::board::Board::drawn(document, &table.desk.drawing.schema, table.desk.manifest());
    let shown = |board: editor::board::Board| (board.labels.len(), board.spaces.iter().filter(|s| s.number.is_some()).count());
    assert_eq!(shown(board(&table.desk.document().seen())), (0, 0));
    assert_eq!(shown(board(table.desk.document())), (1, 3));
}

#[test]
fn what_is_moved_stays_until_it_is_nearer_to_the_grid() {
    let mut table = Table::row("skoot", 1);
    let key = table.desk.document().spaces()[0].key;
    table.desk.apply(Deed::Edit(Edit::Place(vec![(key, Point::new(22.4, 101.3))])));
    table.set(|settings| (settings.aids.snaps, settings.aids.grid) = (false, Some(5.0)));
    table.hold(&[(22.4, 101.3), (23.6, 101.3)]);
    assert_eq!((table.at("a01"), table.desk.drawing.undoes()), ((22.4, 101.3), Some("move space 1")));
    table.point(PointerIs::Dragged, 24.4, 101.0);
    assert_eq!(table.at("a01"), (25.0, 100.0));
    table.point(PointerIs::Released, 24.4, 101.0);
    // So does a node.
    let mut table = reshape::ring();
    let node = |table: &Table| reshape::kept(table)[0].line.nodes[2].at;
    table.drag(&[(220.0, 160.0), (221.9, 163.1)]);
    table.set(|settings| (settings.aids.snaps, settings.aids.grid) = (false, Some(20.0)));
    let at = node(&table);
    table.hold(&[(at.x, at.y), (at.x + 4.0, at.y)]);
    assert_eq!(node(&table), at);
    table.point(PointerIs::Dragged, 237.0, 176.0);
    assert_eq!(node(&table), Point::new(240.0, 180.0));
    table.point(PointerIs::Released, 237.0, 176.0);
}
