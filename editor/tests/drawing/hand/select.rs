//! Selecting by hand, and what is done with what is selected.

use editor::board::{Board, hit};
use editor::drawing::Key;
use editor::drawing::hit::Hit;

use super::*;

#[test]
fn clicks_frames_and_modifiers_select() {
    let mut table = Table::row("skoot", 5);
    table.click(40.0, 100.0);
    assert_eq!(table.selected(), ["a02"]);
    table.with((true, false, false), |t| t.click(60.0, 100.0));
    assert_eq!(table.selected(), ["a02", "a03"]);
    table.with((false, true, false), |t| t.click(40.0, 100.0));
    assert_eq!(table.selected(), ["a03"]);
    table.with((false, true, false), |t| t.click(100.0, 100.0));
    assert_eq!(table.selected(), ["a03"], "Ctrl only takes out");
    table.with((true, false, false), |t| t.drag(&[(90.0, 80.0), (120.0, 120.0)]));
    assert_eq!(table.selected(), ["a03", "a05"]);
    table.with((false, true, false), |t| t.drag(&[(70.0, 80.0), (120.0, 120.0)]));
    assert_eq!(table.selected(), ["a03"], "a frame, too");
    table.drag(&[(10.0, 80.0), (45.0, 120.0)]);
    assert_eq!(table.selected(), ["a01", "a02"]);
    table.with((true, false, false), |t| t.drag(&[(90.0, 80.0), (120.0, 120.0)]));
    assert_eq!(table.selected(), ["a01", "a02", "a05"]);
    table.click(30.0, 100.0);
    assert_eq!(table.selected(), ["ahead"], "a link");
    table.double_click(60.0, 100.0);
    assert_eq!(table.selected().len(), 5, "the whole course");
    table.click(200.0, 200.0);
    assert!(table.selected().is_empty());
}

#[test]
fn dragging_moves_snaps_duplicates_and_is_broken_off() {
    let mut table = Table::row("skoot", 3);
    let steps = table.desk.drawing.steps().1;
    // Near the row of its neighbours it comes into it.
    table.drag(&[(60.0, 100.0), (90.0, 130.0), (75.0, 101.0)]);
    assert_eq!(table.at("a03"), (75.0, 100.0));
    assert_eq!(table.desk.drawing.steps().1, steps + 1, "one step");
    table.with((false, true, false), |t| t.drag(&[(75.0, 100.0), (75.0, 101.0)]));
    assert_eq!(table.at("a03"), (75.0, 101.0), "Ctrl flips snapping");
    table.with((true, false, false), |t| t.drag(&[(75.0, 101.0), (90.0, 104.0)]));
    assert_eq!(table.at("a03"), (90.0, 101.0), "Shift keeps it straight");
    table.hold(&[(90.0, 101.0), (200.0, 200.0)]);
    assert_eq!(table.at("a03"), (200.0, 200.0));
    table.key(HandKey::Escape);
    assert_eq!(table.at("a03"), (90.0, 101.0));
    table.point(PointerIs::Released, 200.0, 200.0);
    assert_eq!(table.at("a03"), (90.0, 101.0));
    table.desk.apply(Deed::SelectAll);
    let steps = table.desk.drawing.steps().1;
    table.with((false, false, true), |t| t.drag(&[(20.0, 100.0), (20.0, 160.0), (20.0, 180.0)]));
    assert_eq!(table.desk.document().spaces().len(), 6);
    assert_eq!((table.at("a01"), table.at("a04")), ((20.0, 100.0), (20.0, 180.0)));
    assert_eq!(table.desk.drawing.steps().1, steps + 1);
    assert_eq!(table.selected(), ["a04", "a05", "a06"]);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.desk.document().spaces().len(), 3);
}

#[test]
fn a_handle_lies_above_spaces_that_are_not_selected() {
    let mut table = Table::row("skoot", 6);
    let near = table.desk.document().space("a04").expect("it is there").key;
    table.desk.apply(Deed::Edit(Edit::Place(vec![(near, Point::new(77.0, 100.0))])));
    table.drag(&[(30.0, 80.0), (70.0, 120.0)]);
    assert_eq!(table.selected(), ["a02", "a03"]);
    let dots = table.desk.shows().shapes.into_iter().filter_map(|shape| match shape {
        Shape::Dot(at, _) if at.y == 100.0 => Some(at),
        _ => None,
    });
    let right = dots.max_by(|a, b| a.x.total_cmp(&b.x)).expect("the frame has handles");
    let under = table.desk.places().at(right, 0.0).map(|hit| hit.key());
    assert_eq!(under, Some(near), "a neighbour lies there");
    table.point(PointerIs::Moved, right.x, right.y);
    assert!(table.desk.hand.grips().is_some_and(|handle| (handle.x, handle.y) == (1.0, 0.0)));
    assert!(table.desk.shows().words.starts_with("Drag to scale"), "{}", table.desk.shows().words);
    table.drag(&[(right.x, right.y), (right.x + 10.0, right.y)]);
    assert_eq!((table.at("a04"), table.selected()), ((77.0, 100.0), vec!["a02".to_owned(), "a03".to_owned()]));
    assert!(table.at("a03").0 > 62.0, "{:?}", table.at("a03"));
    // A click that pulls nothing means what lies there.
    table.desk.apply(Deed::Undo);
    table.click(right.x, right.y);
    assert_eq!(table.selected(), ["a04"]);
}

#[test]
fn handles_scale_and_turn_what_is_selected() {
    let mut table = Table::new("skoot");
    table.take(Tool::Space);
    for (x, y) in [(100.0, 100.0), (200.0, 100.0), (200.0, 200.0)] {
        table.click(x, y);
    }
    table.desk.apply(Deed::SelectAll);
    table.take(Tool::Select);
    let frame = |table: &mut Table| {
        let shows = table.desk.shows();
        shows.shapes.iter().find_map(|shape| if let Shape::Frame(frame, ..) = shape { Some(*frame) } else { None })
    };
    let before = frame(&mut table).expect("several are selected");
    table.drag(&[(before.x1, before.y1), (before.x1 + before.width(), before.y1)]);
    let (first, last) = (table.at("a01"), table.at("a03"));
    assert!((last.0 - first.0 - 200.0).abs() < 0.1 && (last.1 - first.1 - 100.0).abs() < 0.1, "{first:?} {last:?}");
    let handle =
        table.desk.shows().shapes.into_iter().filter_map(|shape| if let Shape::Dot(at, _) = shape { Some(at) } else { None });
    let above = handle.min_by(|a, b| a.y.total_cmp(&b.y)).expect("a handle to turn by");
    let after = frame(&mut table).expect("several are selected");
    let right = (after.center().x + 100.0, after.center().y);
    table.with((true, false, false), |t| t.drag(&[(above.x, above.y), right]));
    let (first, last) = (table.at("a01"), table.at("a03"));
    assert!((last.1 - first.1 - 200.0).abs() < 0.1 && (first.0 - last.0 - 100.0).abs() < 0.1, "{first:?} {last:?}");
    let done: Vec<&str> = table.desk.drawing.steps().0.skip(3).collect();
    assert_eq!(done, ["scale 3 spaces", "rotate 3 spaces"]);
    // Over a space a handle is gripped by a drag; a click means the space.
    let after = frame(&mut table).expect("several are selected");
    table.take(Tool::Space);
    table.with((false, false, true), |table| table.click(after.x1, after.y1));
    let other = table.desk.document().spaces().last().expect("it is drawn").key;
    table.take(Tool::Select);
    table.desk.apply(Deed::SelectAll);
    table.desk.apply(Deed::Select(vec![other], Mode::Subtract));
    let place = table.at("a04");
    table.drag(&[(after.x1, after.y1), (after.x1 + 30.0, after.y1)]);
    assert_eq!((table.at("a04"), table.desk.drawing.undoes()), (place, Some("scale 3 spaces")));
    table.desk.apply(Deed::Undo);
    table.click(after.x1, after.y1);
    assert_eq!(table.selected(), ["a04"]);
}

#[test]
fn what_was_selected_before_comes_back_by_undo() {
    let mut table = Table::row("skoot", 4);
    table.drag(&[(30.0, 80.0), (70.0, 120.0)]);
    table.desk.apply(Deed::Duplicate);
    assert_ne!(table.selected(), ["a02", "a03"]);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.selected(), ["a02", "a03"]);
    table.desk.apply(Deed::Delete { bridging: true });
    assert_eq!(table.selected(), [""; 0]);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.selected(), ["a02", "a03"]);
    // Who chose something else meanwhile keeps it.
    table.desk.apply(Deed::Nudge((1.0, 0.0).into()));
    table.desk.apply(Deed::SelectNone);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.selected(), [""; 0]);
}

#[test]
fn what_takes_several_things_says_so() {
    let mut table = Table::row("skoot", 3);
    let before = table.text();
    table.click(40.0, 100.0);
    for deed in [Deed::Scale(-1.0, 1.0), Deed::Scale(0.5, 0.5)] {
        table.desk.apply(deed.clone());
        assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("two things or more")), "{deed:?}");
    }
    assert_eq!(table.text(), before);
}

#[test]
fn a_space_lies_as_its_links_lead_or_as_somebody_turns_it() {
    let mut table = Table::row("hell-on-eight-wheels", 3);
    table.click(40.0, 100.0);
    let said = |table: &Table| table.desk.document().space("a02").and_then(|space| space.fields.number("turn"));
    assert_eq!(said(&table), None);
    table.desk.apply(Deed::Turn(90.0));
    assert_eq!(said(&table), Some(90.0), "links lead to the right");
    let lies = |table: &Table| {
        let board = editor::board::Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
        board.spaces[1].tile.towards
    };
    assert!((lies(&table) - emath::vec2(0.0, 1.0)).length() < 1e-3, "{:?}", lies(&table));
    (0..3).for_each(|_| table.desk.apply(Deed::Turn(90.0)));
    assert_eq!(said(&table), Some(0.0));
    let key = table.desk.selected.first().copied().expect("one is selected");
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![key], name: "turn".into(), value: None }));
    assert!((lies(&table) - emath::vec2(1.0, 0.0)).length() < 1e-3, "{:?}", lies(&table));
}

#[test]
fn a_link_that_is_dragged_with_shift_takes_its_spaces_along_and_stays_selected() {
    let mut table = Table::row("skoot", 3);
    let link = table.desk.document().links()[0].key;
    table.click(30.0, 100.0);
    assert_eq!(table.desk.chosen(), [link]);
    table.with((true, true, false), |t| t.hold(&[(30.0, 100.0), (40.0, 110.0)]));
    table.with((false, true, false), |t| {
        t.point(PointerIs::Dragged, 40.0, 130.0);
        t.point(PointerIs::Released, 40.0, 130.0);
    });
    assert_eq!(table.desk.chosen(), [link]);
    assert_eq!(["a01", "a02", "a03"].map(|id| table.at(id)), [(30.0, 130.0), (50.0, 130.0), (70.0, 130.0)]);
    assert_eq!(table.desk.drawing.undoes(), Some("move 3 spaces"));
}

#[test]
fn links_are_clicked_as_near_as_the_screen_shows() {
    let mut table = Table::row("skoot", 2);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("6.0".into()) }));
    let click = |table: &mut Table, at: (f64, f64), slack: f64| {
        for is in [PointerIs::Pressed, PointerIs::Released] {
            let at = Point::from(at);
            table.desk.apply(Deed::Pointer(Pointer { is, at, slack, shift: false, ctrl: false, alt: false }));
        }
        table.selected()
    };
    let edge = 20.0 + table.desk.usual_size() / 2.0;
    assert_eq!(click(&mut table, (30.0, 105.0), 6.0), ["ahead"], "six points, where each is a millimetre");
    assert!(click(&mut table, (30.0, 107.0), 6.0).is_empty());
    assert_eq!(click(&mut table, (edge + 0.5, 100.1), 6.0), ["ahead"], "nearer than the space beside it");
    assert_eq!(click(&mut table, (edge + 0.1, 103.0), 6.0), ["a01"]);
    assert_eq!(click(&mut table, (edge - 0.1, 100.0), 6.0), ["a01"]);
}

#[test]
fn a_label_on_a_space_goes_with_it_and_comes_back_with_it() {
    let mut table = Table::row("skoot", 3);
    let label = |x: f64, y: f64, text: &str, more: &[(&str, &str)]| {
        let mut fields = Fields::default().with("text", format!("{text:?}"));
        more.iter().for_each(|(name, value)| fields.set(name, Some((*value).into())));
        editor::drawing::Item { kind: "label".into(), at: Some(Point::new(x, y)), fields, ..Default::default() }
    };
    let items = vec![
        label(40.0, 101.0, "On it", &[]),
        label(40.0, 85.0, "Beside it", &[]),
        label(60.0, 100.0, "On another", &[]),
        label(41.0, 100.0, "Locked", &[("table", "(locked: true)")]),
        label(39.0, 100.0, "A note", &[("layer", "notes")]),
    ];
    table.desk.apply(Deed::Edit(Edit::Add { list: editor::drawing::List::Decor, items, before: None }));
    let before = table.desk.document().clone();
    let left = |table: &Table| table.desk.document().decor().iter().map(|item| item.title()).collect::<Vec<_>>();
    let others = ["Beside it", "On another", "Locked", "A note"];
    let key = table.desk.document().space("a02").expect("there").key;
    for bridging in [false, true] {
        table.desk.apply(Deed::Select(vec![key], Mode::Replace));
        table.desk.apply(Deed::Delete { bridging });
        assert!(table.desk.document().space("a02").is_none_or(|space| space.key != key));
        assert_eq!(left(&table), others, "{bridging}");
        assert_eq!(table.desk.drawing.undoes(), Some("delete 1 space and 1 label"));
        table.desk.apply(Deed::Undo);
        assert_eq!(*table.desk.document(), before);
    }
    // By the eraser, too.
    table.take(Tool::Erase);
    table.click(44.0, 104.0);
    assert_eq!(left(&table), others);
    table.desk.apply(Deed::Undo);
    table.drag(&[(44.0, 120.0), (44.0, 104.0)]);
    assert_eq!(left(&table), others);
}

#[test]
fn a_label_is_scaled_and_turned_by_its_handles() {
    let mut table = Table::new("skoot");
    table.take(Tool::Label);
    table.click(100.0, 100.0);
    table.desk.apply(Deed::Answer("The start".into()));
    table.take(Tool::Select);
    table.click(100.0, 100.0);
    let dots = |table: &mut Table| -> Vec<Point> {
        let shapes = table.desk.shows().shapes.into_iter();
        shapes.filter_map(|shape| if let Shape::Dot(at, _) = shape { Some(at) } else { None }).collect()
    };
    let number = |table: &Table, name: &str| table.desk.document().decor()[0].fields.number(name);
    let corner = dots(&mut table).into_iter().max_by(|a, b| (a.x + a.y).total_cmp(&(b.x + b.y))).expect("it has handles");
    let middle = table.desk.document().decor()[0].at.expect("it lies there");
    let to = middle + (corner - middle) * 3.0;
    let before = number(&table, "size").unwrap_or(editor::board::LETTERS);
    table.drag(&[(corner.x, corner.y), (to.x, to.y)]);
    let times = number(&table, "size").expect("it has a size of its own") / before;
    assert!((1.9..2.6).contains(&times), "about twice as large: {times}");
    let above = dots(&mut table).into_iter().min_by(|a, b| a.y.total_cmp(&b.y)).expect("it has handles");
    let middle = table.desk.document().decor()[0].at.expect("it lies there");
    table.with((true, false, false), |table| {
        table.drag(&[(above.x, above.y), (middle.x + 40.0, middle.y - 38.0)]);
    });
    assert_eq!(number(&table, "turn"), Some(45.0));
    let done: Vec<&str> = table.desk.drawing.steps().0.skip(1).collect();
    assert_eq!(done, ["scale the label", "rotate the label"]);
}

#[test]
fn a_space_of_lanes_is_hit_wherever_it_is_drawn_and_a_link_only_where_it_is_drawn() {
    let game = "hell-on-eight-wheels";
    let checker = Arc::new(Checker::new(&ruleset(game), &[]));
    let document = shipped_document(game, "oval");
    let keys: Vec<Key> = document.spaces().iter().map(|space| space.key).collect();
    let mut table = Table::of(document, checker);
    let board = Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
    for (space, key) in board.spaces.iter().zip(&keys) {
        for corner in space.sector.as_ref().expect("it lies beside others") {
            let at = corner.lerp(space.tile.at, 0.1);
            let hit = table.desk.places().at(Point::new(f64::from(at.x), f64::from(at.y)), 2.0);
            assert_eq!(hit, Some(Hit::Space(*key)), "{} at {at:?}", space.id);
            assert_eq!(hit::space_at(&board.spaces, at, 1.0).map(|n| &board.spaces[n].id), Some(&space.id));
        }
    }
    let everywhere = (0..140).flat_map(|x| (0..100).map(move |y| Point::new(f64::from(x) * 3.0, f64::from(y) * 3.0)));
    let hits: Vec<Hit> = everywhere.filter_map(|at| table.desk.places().at(at, 1.5)).collect();
    let ahead = |key: Key| table.desk.document().item(key).is_some_and(|item| *item.kind == *"ahead");
    let links: Vec<Key> = hits.into_iter().filter_map(|hit| if let Hit::Step(key, _) = hit { Some(key) } else { None }).collect();
    assert!(links.iter().all(|key| ahead(*key)), "links across are never drawn");
}

#[test]
fn a_picture_is_turned_by_its_handle_and_cropped_by_its_sides() {
    let mut table = Table::new("skoot");
    table.desk.apply(Deed::Picture { file: "map.png".into(), at: Point::new(200.0, 150.0), width: 100.0, height: 50.0 });
    let numbers = |table: &Table, names: [&str; 4]| {
        let item = &table.desk.document().decor()[0];
        names.map(|name| (item.fields.number(name).unwrap_or_default() * 100.0).round() / 100.0)
    };
    let shown = ["width", "height", "crop_left", "crop_right"];
    let handle = |table: &mut Table, nearest: (f64, f64)| {
        let dots =
            table.desk.shows().shapes.into_iter().filter_map(|shape| if let Shape::Dot(at, _) = shape { Some(at) } else { None });
        dots.min_by(|a, b| a.distance(nearest.into()).total_cmp(&b.distance(nearest.into()))).expect("a handle")
    };
    // A quarter of it is cut off at its left; the rest stays where it is.
    let left = handle(&mut table, (150.0, 150.0));
    table.with((false, true, false), |t| t.drag(&[(left.x, left.y), (left.x + 25.0, left.y)]));
    assert_eq!(numbers(&table, shown), [75.0, 50.0, 0.25, 0.0]);
    let at = table.desk.document().decor()[0].at.expect("it has a place");
    assert!(at.distance((212.5, 150.0).into()) < 0.1, "{at:?}");
    assert_eq!(table.desk.drawing.undoes(), Some("crop the picture"));
    // Farther out than it is, there is nothing to see.
    let left = handle(&mut table, (175.0, 150.0));
    table.with((false, true, false), |t| t.drag(&[(left.x, left.y), (left.x - 90.0, left.y)]));
    assert_eq!(numbers(&table, shown), [100.0, 50.0, 0.0, 0.0]);
    // A quarter turn to the right, and what was its right side is cut off below.
    let above = handle(&mut table, (200.0, 115.0));
    table.with((true, false, false), |t| t.drag(&[(above.x, above.y), (280.0, 150.0)]));
    assert_eq!(numbers(&table, ["turn", "width", "height", "crop_right"]), [90.0, 100.0, 50.0, 0.0]);
    let below = handle(&mut table, (200.0, 200.0));
    assert!(below.distance((200.0, 203.0).into()) < 1.0, "the handles turn, too: {below:?}");
    table.with((false, true, false), |t| t.drag(&[(below.x, below.y), (below.x, below.y - 20.0)]));
    assert_eq!(numbers(&table, shown), [80.0, 50.0, 0.0, 0.2]);
    let at = table.desk.document().decor()[0].at.expect("it has a place");
    assert!(at.distance((200.0, 140.0).into()) < 0.1, "{at:?}");
    // It is hit where it is seen.
    let key = table.desk.document().decor()[0].key;
    assert_eq!(
        (table.desk.lies_at(Point::new(200.0, 105.0), 1.0), table.desk.lies_at(Point::new(165.0, 150.0), 1.0)),
        (Some(key), None)
    );
    // Without Ctrl, the side scales; the side across from it stays.
    let below = handle(&mut table, (200.0, 180.0));
    table.drag(&[(below.x, below.y), (below.x, below.y + 20.0)]);
    let [width, height, _, cut] = numbers(&table, shown);
    assert!((width - 100.0).abs() < 1.5 && (height, cut) == (50.0, 0.2), "{width}");
    let at = table.desk.document().decor()[0].at.expect("it has a place");
    assert!(at.distance((200.0, 100.0 + width / 2.0).into()) < 0.1, "{at:?}");
    (0..5).for_each(|_| table.desk.apply(Deed::Undo));
    assert_eq!(numbers(&table, shown), [100.0, 50.0, 0.0, 0.0]);
}
