//! Areas and strokes drawn by hand.

use editor::board::Board;
use editor::board::art::{self, ArtPart};
use editor::drawing::hit::Hit;
use editor::drawing::{Item, List, layers, shapes};

use super::*;

/// The area or the stroke that was drawn last.
fn last(table: &Table) -> Arc<Item> {
    table.desk.document().decor().last().expect("something is drawn").clone()
}

/// The places of its nodes.
fn nodes(item: &Item) -> Vec<(f64, f64)> {
    let line = shapes::line(item).expect("a line");
    line.nodes.iter().map(|node| (node.at.x.round(), node.at.y.round())).collect()
}

const SQUARE: [(f64, f64); 4] = [(100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)];

/// A table with an area.
fn with_area() -> Table {
    let mut table = Table::new("skoot");
    table.take(Tool::Area);
    SQUARE.into_iter().for_each(|(x, y)| table.click(x, y));
    table.key(HandKey::Enter);
    table
}

#[test]
fn an_area_and_a_stroke_are_drawn_by_clicks_and_by_hand() {
    let mut table = with_area();
    assert_eq!((&*last(&table).kind, nodes(&last(&table))), ("area", SQUARE.to_vec()), "{}", table.text());
    assert_eq!((layers::of(&last(&table)), table.selected()), (Layer::Ground, vec!["area".to_owned()]));
    assert_eq!(table.desk.drawing.undoes(), Some("draw an area"));
    // A click on the first point closes the line, too.
    table.desk.apply(Deed::SelectNone);
    for (x, y) in [(20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 20.0)] {
        table.click(x, y);
    }
    assert_eq!(nodes(&last(&table)), [(20.0, 20.0), (60.0, 20.0), (60.0, 60.0)]);
    // Drawn freely, a line keeps only the points that make its shape.
    table.take(Tool::Stroke);
    table.drag(&[(20.0, 250.0), (120.0, 250.0), (120.0, 280.0)]);
    assert_eq!((&*last(&table).kind, nodes(&last(&table))), ("stroke", vec![(20.0, 250.0), (120.0, 250.0), (120.0, 280.0)]));
    assert_eq!(table.desk.drawing.undoes(), Some("draw a stroke"));
    // What was begun can be dropped, point by point or as a whole.
    table.click(300.0, 20.0);
    table.click(300.0, 60.0);
    table.key(HandKey::Backspace);
    table.desk.apply(Deed::Key(HandKey::Enter));
    assert!(table.desk.refused.as_deref().is_some_and(|why| why.contains("two points or more")), "{:?}", table.desk.refused);
    table.desk.apply(Deed::SelectNone);
    table.click(300.0, 20.0);
    table.key(HandKey::Escape);
    assert_eq!(table.desk.document().decor().len(), 3);
    // The file says the same.
    let again = editor::drawing::read::read(&table.text()).expect("a track");
    assert_eq!(
        again.decor().iter().map(|item| nodes(item)).collect::<Vec<_>>(),
        table.desk.document().decor().iter().map(|item| nodes(item)).collect::<Vec<_>>()
    );
    (0..3).for_each(|_| table.desk.apply(Deed::Undo));
    assert!(table.desk.document().decor().is_empty());
}

#[test]
fn a_straight_drag_draws_a_whole_stroke_and_begins_an_area() {
    let mut table = Table::new("skoot");
    table.take(Tool::Stroke);
    // A straight drag is a whole stroke.
    table.drag(&[(20.0, 20.0), (60.0, 20.0), (120.0, 20.0)]);
    assert_eq!(nodes(&last(&table)), [(20.0, 20.0), (120.0, 20.0)]);
    // An area has no two points: it goes on.
    table.take(Tool::Area);
    table.drag(&[(20.0, 40.0), (60.0, 40.0), (120.0, 40.0)]);
    assert_eq!(table.desk.document().decor().len(), 1);
    table.click(60.0, 90.0);
    table.key(HandKey::Enter);
    assert_eq!((&*last(&table).kind, nodes(&last(&table)).len()), ("area", 3));
}

/// The board of a blank sheet with these areas and strokes.
fn with_decor(side: usize, decor: &str) -> (Document, Board) {
    let text = format!(
        "(ruleset: \"skoot\", name: \"Many\", sheet: (width: {side}, height: {side}), board: (look: map, trees: 0), spaces: [], links: [], decor: [{decor}])"
    );
    let (document, checker) = (document(&text), Checker::new(&ruleset("skoot"), &[]));
    let board = Board::drawn(&document, &checker.schema, checker.manifest());
    (document, board)
}

/// An area with corners.
fn cornered(corners: &[(f64, f64)], says: &str) -> String {
    let nodes: Vec<String> = corners.iter().map(|(x, y)| format!("(at: ({x}, {y}), corner: true)")).collect();
    format!("(kind: \"area\", at: (0, 0), nodes: [{}], {says}),", nodes.join(", "))
}

#[test]
fn areas_and_strokes_that_are_too_many_or_too_long_are_left_out_and_told() {
    let small = |n: usize| {
        let at = (n % 40) as f64 * 5.0;
        cornered(&[(at, 0.0), (at + 4.0, 0.0), (at + 4.0, 4.0)], "colour: \"#102030\"")
    };
    let told = |board: &Board| -> Vec<String> {
        let left_out = art::draw(board.art.as_ref().expect("art")).left_out;
        left_out.into_iter().filter(|why| why.contains("areas and strokes")).collect()
    };
    let (_, board) = with_decor(200, &(0..1_000).map(small).collect::<String>());
    assert_eq!(told(&board), Vec::<String>::new());
    let (_, board) = with_decor(200, &(0..1_003).map(small).collect::<String>());
    assert!(told(&board).iter().any(|why| why.starts_with("3 areas and strokes are too many")), "{:?}", told(&board));
    // Handles that lead far away make millions of points.
    let node = |n: usize| format!("(at: ({}, {}), before: (-90000, 90000), after: (90000, 90000))", n % 100, n % 77);
    let nodes: Vec<String> = (0..9_000).map(node).collect();
    let long = format!("(kind: \"area\", at: (100, 100), nodes: [{}]),", nodes.join(", "));
    let (document, board) = with_decor(200, &format!("{}{}", long.repeat(3), small(3)));
    assert!(told(&board).iter().any(|why| why.starts_with("3 areas and strokes")), "{:?}", told(&board));
    let table = &mut Table::of(document, Arc::new(Checker::new(&ruleset("skoot"), &[])));
    let keys: Vec<_> = table.desk.document().decor().iter().map(|item| item.key).collect();
    let hit = |table: &mut Table, at: (f64, f64)| table.desk.places().at(at.into(), 0.0).map(Hit::key);
    assert_eq!(hit(table, (18.0, 1.0)), Some(keys[3]), "the small one by its line");
    assert!(hit(table, (190.0, 20_000.0)).is_some_and(|key| keys[..3].contains(&key)), "the long ones by their frames");
}

#[test]
fn an_area_that_reaches_far_beyond_the_sheet_ends_where_its_line_does() {
    let corners = [(-50.0, -60_000.0), (250.0, -60_000.0), (250.0, 200.0), (100.0, 50.0), (-50.0, 200.0)];
    let (_, board) = with_decor(200, &cornered(&corners, "colour: \"#a0c090\", tufts: 1"));
    let art = art::draw(board.art.as_ref().expect("art"));
    let tufts = art.part(ArtPart::Things).iter().filter(|mark| mark.fill.is_none());
    let feet: Vec<_> = tufts.flat_map(|mark| mark.path.segments()).map(|blade| kurbo::ParamCurve::start(&blade)).collect();
    assert!(feet.len() > 100, "{}", feet.len());
    for at in feet {
        assert!(at.y < 53.0 + (at.x - 100.0).abs(), "{at:?} lies outside");
    }
}

#[test]
fn where_forests_are_too_large_all_of_them_are_thinner() {
    let forest = |n: usize| {
        let at = n as f64 * 300.0;
        cornered(&[(0.0, at), (1_500.0, at), (1_500.0, at + 290.0), (0.0, at + 290.0)], "trees: 1")
    };
    let (_, board) = with_decor(1_500, &(0..5).map(forest).collect::<String>());
    let art = art::draw(board.art.as_ref().expect("art"));
    let trunks = art.part(ArtPart::Things).iter().filter(|mark| mark.joins);
    let at: Vec<f64> = trunks.map(|mark| kurbo::Shape::bounding_box(&mark.path).y1).collect();
    for n in 0..5 {
        let count = at.iter().filter(|y| (n as f64 * 300.0..n as f64 * 300.0 + 300.0).contains(*y)).count();
        assert!(count > 300, "forest {n} has {count} of {}", at.len());
    }
}

#[test]
fn areas_are_reshaped_by_the_nodes_that_courses_have() {
    let mut table = with_area();
    table.take(Tool::Reshape);
    table.drag(&[(200.0, 200.0), (240.0, 230.0)]);
    assert_eq!(nodes(&last(&table))[2], (240.0, 230.0));
    assert_eq!(table.desk.drawing.undoes(), Some("pull a node of an area"));
    table.double_click(200.0, 100.0);
    assert!(last(&table).fields.get("nodes").is_some_and(|nodes| nodes.contains("corner: true")), "{}", table.text());
    // A node where there is none, and away with it.
    let line = shapes::line(&last(&table)).expect("a line");
    let between = kurbo::ParamCurve::eval(&line.path().segments().next().expect("a piece"), 0.5);
    table.drag(&[(between.x, between.y), (between.x, between.y - 30.0)]);
    assert_eq!(nodes(&last(&table)).len(), 5);
    table.key(HandKey::Backspace);
    assert_eq!(nodes(&last(&table)).len(), 4);
    // Three are left at least.
    table.key(HandKey::All);
    table.desk.apply(Deed::Key(HandKey::Backspace));
    assert_eq!(nodes(&last(&table)).len(), 4);
    // One that is locked isn't taken.
    table.desk.apply(Deed::Hold(Hold::Lock));
    table.click(240.0, 230.0);
    assert!(table.desk.selected.is_empty());
}

#[test]
fn areas_are_moved_turned_ordered_copied_and_deleted_like_other_things() {
    let mut table = with_area();
    let first = last(&table).key;
    table.take(Tool::Select);
    table.desk.apply(Deed::SelectNone);
    // It is hit where it is filled; a frame may begin on it.
    table.click(150.0, 150.0);
    assert_eq!(table.desk.selected, [first].into());
    table.drag(&[(150.0, 150.0), (170.0, 160.0)]);
    assert_eq!(nodes(&last(&table))[0], (120.0, 110.0));
    assert_eq!(table.desk.drawing.undoes(), Some("move the area"));
    table.desk.apply(Deed::Turn(90.0));
    assert_eq!(nodes(&last(&table))[0], (220.0, 110.0), "{}", table.text());
    table.desk.apply(Deed::Scale(-1.0, 1.0));
    assert_eq!(nodes(&last(&table))[0], (120.0, 110.0));
    table.desk.apply(Deed::Duplicate);
    let copy = last(&table).key;
    assert_eq!((table.desk.document().decor().len(), nodes(&last(&table)).len()), (2, 4));
    table.desk.apply(Deed::Rise(Rise::Back));
    assert_eq!(table.desk.document().decor()[0].key, copy);
    table.desk.apply(Deed::ToLayer(Layer::Notes));
    assert_eq!(layers::of(&table.desk.document().decor()[0]), Layer::Notes);
    table.desk.apply(Deed::Delete { bridging: false });
    assert_eq!(table.desk.document().decor().len(), 1);
    // With a space beside it, all turns.
    table.take(Tool::Space);
    table.with((false, false, true), |table| table.click(300.0, 160.0));
    table.desk.apply(Deed::SelectAll);
    let before = nodes(&last(&table));
    table.desk.apply(Deed::Turn(180.0));
    assert_eq!(table.desk.drawing.undoes(), Some("rotate 1 space and 1 area"));
    let wide = |nodes: &[(f64, f64)]| nodes[1].0 - nodes[0].0;
    assert_eq!(wide(&nodes(&last(&table))), -wide(&before));
    table.desk.apply(Deed::Undo);
    assert_eq!(nodes(&last(&table)), before);
}

#[test]
fn what_areas_are_strewn_with_is_the_same_each_time_and_clear_of_spaces() {
    let strewn = |seed: u32| {
        let mut table = Table::row("skoot", 12);
        let board = Edit::Track { name: "board".into(), value: Some(format!("(look: map, seed: {seed}, trees: 0)").into()) };
        table.desk.apply(Deed::Edit(board));
        let forest = shapes::looks().find(|(_, look)| look.get("trees").is_some()).expect("a look with trees").1;
        table.set(|settings| settings.area = forest);
        table.take(Tool::Area);
        for (x, y) in [(10.0, 60.0), (300.0, 60.0), (300.0, 140.0), (10.0, 140.0)] {
            table.click(x, y);
        }
        table.key(HandKey::Enter);
        Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest())
    };
    let board = strewn(3);
    let drawn = art::draw(board.art.as_ref().expect("art"));
    assert_eq!(drawn, art::draw(strewn(3).art.as_ref().expect("art")));
    assert_ne!(drawn, art::draw(strewn(4).art.as_ref().expect("art")));
    let trunks: Vec<_> =
        drawn.part(ArtPart::Things).iter().filter(|mark| mark.joins).map(|mark| kurbo::Shape::bounding_box(&mark.path)).collect();
    assert!(trunks.len() > 100, "{}", trunks.len());
    for space in &board.spaces {
        let (x, y, half) = (f64::from(space.tile.at.x), f64::from(space.tile.at.y), f64::from(space.tile.half));
        let tile = kurbo::Rect::from_center_size((x, y), (half * 2.0, half * 2.0));
        assert!(trunks.iter().all(|trunk| trunk.intersect(tile).is_zero_area()), "trees on {}", space.id);
    }
    let around =
        board.art.as_ref().map(|art| kurbo::Shape::bounding_box(&art.areas[0].path)).expect("an area").inflate(4.0, 12.0);
    assert!(trunks.iter().all(|trunk| trunk.union(around) == around));
    assert_eq!(board.art.as_ref().map(|art| art.areas.len()), Some(1));
}

#[test]
fn odd_areas_are_told_and_harm_nothing() {
    let nodes = |count: usize| vec!["(at: (0, 0))"; count].join(", ");
    let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
    let track = |decor: &str| {
        format!("(ruleset: \"skoot\", name: \"Odd\", sheet: (width: 200, height: 200), spaces: [], links: [], decor: [{decor}])")
    };
    let messages = |text: &str| -> Vec<String> {
        checker.check(&document(text), "mine").problems.iter().map(|problem| problem.message.clone()).collect()
    };
    let usual = messages(&track(""));
    for (says, is_told) in [
        (format!("nodes: [{}], colour: \"#102030\"", nodes(3)), false),
        (format!("nodes: [{}]", nodes(1)), true),
        ("nodes: [(at: (0, 0)), (at: (9, 9))], pattern: moons".to_owned(), true),
        ("nodes: [(at: (0, 0)), (at: (9e9, 9))]".to_owned(), true),
        ("nodes: 3".to_owned(), true),
        ("colour: \"#102030\"".to_owned(), true),
        ("nodes: [(at: (0, 0)), (at: (900, 0)), (at: (900, 900))], trees: 1, rocks: 1, houses: 1, tufts: 1, waves: 1, pattern: cross".to_owned(), false),
        ("nodes: [(at: (-90000, -90000)), (at: (90000, 0)), (at: (0, 90000))], trees: 1, waves: 1, pattern: dots".to_owned(), false),
    ] {
        for kind in ["area", "stroke"] {
            let text = track(&format!("(kind: \"{kind}\", at: (90, 90), {says})"));
            let (document, problems) = (document(&text), messages(&text));
            let told = problems.iter().any(|problem| !usual.contains(problem));
            assert_eq!(told, is_told, "{kind} {says}: {problems:#?}");
            let board = Board::drawn(&document, &checker.schema, checker.manifest());
            board.art.iter().for_each(|subject| drop(art::draw(subject)));
            let mut table = Table::of(document, checker.clone());
            table.take(Tool::Reshape);
            table.click(90.0, 90.0);
            table.take(Tool::Select);
            table.desk.apply(Deed::SelectAll);
            table.desk.apply(Deed::Turn(30.0));
            assert_eq!(table.desk.document().list(List::Decor).len(), 1);
        }
    }
}
