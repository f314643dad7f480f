//! Stamps and templates: what the palette offers, what is painted and placed, and what becomes of the files.

use editor::drawing::hand::{HandKey, Mark, Pointer, PointerIs, Shape, Tool};
use editor::drawing::kit::{KitChange, KitList, Stamp, Template, changed};
use editor::drawing::tools::select::Mode;
use editor::drawing::{Checker, Deed, Edit, Key};
use interpreter::ruleset::Texts;
use kurbo::Point;

use super::hand::Table;
use super::*;

fn stamp(table: &Table, name: &str) -> Arc<Stamp> {
    let stamps = &table.desk.palette.stamps;
    stamps.iter().find(|(stamp, _)| *stamp.name == *name).map(|(stamp, _)| stamp.clone()).expect("it is in the file")
}

/// What is wrong with the stamps and templates of a ruleset.
fn wrong(texts: &Texts) -> Vec<String> {
    let ruleset = Ruleset::read(texts);
    let of_kit = |file: &str| file.ends_with("/stamps.ron") || file.ends_with("/templates.ron");
    let built = ruleset.build(&Default::default()).problems.into_iter();
    let wrong = built.filter(|p| p.span.is_some_and(|span| of_kit(&ruleset.sources.get(span.source).name)));
    wrong.map(|problem| problem.message).collect()
}

/// Puts a template into the hand.
fn hang(table: &mut Table, name: &str) {
    let template = table.desk.palette.templates.iter().find(|part| *part.name == *name).cloned().expect("it is in the file");
    table.set(|settings| settings.template = Some(template));
    table.take(Tool::Template);
}

#[test]
fn a_stamp_paints_all_that_it_says_and_nothing_else() {
    let mut table = Table::row("biathlon-blast", 4);
    table.take(Tool::Paint);
    table.brush("start_line", "true");
    table.click(40.0, 100.0);
    let red = stamp(&table, "Red coach zone");
    table.set(|settings| settings.stamp = Some(red.clone()));
    assert!(table.desk.shows().words.contains("paint Red coach zone: "), "{}", table.desk.shows().words);
    table.drag(&[(40.0, 100.0), (60.0, 100.0)]);
    assert_eq!(table.desk.drawing.undoes(), Some("paint Red coach zone"));
    let said = |table: &Table, n: usize| table.desk.document().spaces()[n].fields.clone();
    assert_eq!(said(&table, 1).written(), "(lanes: 2, start_line: true, coach: red, icons: 2)");
    assert_eq!(said(&table, 2).written(), "(lanes: 2, coach: red, icons: 2)");
    table.desk.apply(Deed::Undo);
    assert_eq!(said(&table, 1).written(), "(start_line: true)");
    // New spaces have its values from the start.
    table.take(Tool::Space);
    table.set(|settings| settings.wear_stamp(Tool::Space, &red));
    table.click(200.0, 200.0);
    assert_eq!(said(&table, 4).written(), "(lanes: 2, coach: red, icons: 2)");
    // A brush chosen for new spaces takes the stamp's place.
    table.set(|settings| settings.wear(Tool::Space, "start_line", Some("true".into()), false));
    table.take(Tool::Paint);
    table.click(80.0, 100.0);
    assert_eq!(said(&table, 3).written(), "(start_line: true)");
    // What was picked up can be kept, without what belongs to the place.
    table.take(Tool::Paint);
    table.with((false, false, true), |t| t.click(200.0, 200.0));
    assert_eq!(table.desk.to_kit(KitList::Stamps).as_deref(), Ok("(lanes: 2, coach: red, icons: 2)"));
    table.with((false, false, true), |t| t.click(20.0, 100.0));
    assert!(table.desk.to_kit(KitList::Stamps).is_err(), "it says nothing");
}

#[test]
fn a_template_hangs_at_the_pointer_and_is_turned_before_it_is_placed() {
    let mut table = Table::row("skoot", 3);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("9.6".into()) }));
    hang(&mut table, "Hairpin");
    table.click(100.0, 200.0);
    let ids = |table: &Table| table.desk.document().spaces().iter().map(|space| space.id.to_string()).collect::<Vec<_>>();
    assert_eq!(ids(&table), ["a01", "a02", "a03", "a04", "a05", "a06", "a07", "a08", "a09", "a10", "a11", "a12"]);
    assert_eq!((table.at("a04"), table.at("a08")), ((80.0, 186.0), (120.0, 200.0)), "its middle lies at the pointer");
    assert_eq!(table.selected().len(), 9, "what was placed is selected");
    assert_eq!(table.desk.drawing.undoes(), Some("place Hairpin: 9 spaces and 1 link"));
    // A quarter to the right: what showed to the right shows down.
    table.desk.apply(Deed::Turn(90.0));
    table.double_click(200.0, 200.0);
    assert_eq!(ids(&table).len(), 21, "a double click places it once");
    let far = table.at("a17");
    assert!((far.0 - 200.0).abs() < 0.01 && (far.1 - 220.0).abs() < 0.01, "{far:?}");
    table.desk.apply(Deed::Scale(1.0, -1.0));
    table.click(300.0, 200.0);
    let far = table.at("a26");
    assert!((far.0 - 300.0).abs() < 0.01 && (far.1 - 180.0).abs() < 0.01, "{far:?}");
    // Neither changed what lies on the board, and Escape puts it down.
    assert_eq!(table.at("a04"), (80.0, 186.0));
    table.key(HandKey::Escape);
    assert_eq!(table.desk.hand.tool, Tool::Select);
    let whole = text(table.desk.document());
    assert_eq!(text(&document(&whole)), whole);
    (0..3).for_each(|_| table.desk.apply(Deed::Undo));
    assert_eq!(ids(&table).len(), 3);
}

#[test]
fn a_template_in_hand_shows_where_its_way_begins_and_ends() {
    let mut table = Table::row("skoot", 3);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("9.6".into()) }));
    hang(&mut table, "Hairpin");
    let ends = |table: &mut Table| -> (Vec<Point>, Vec<Point>) {
        let said = said_at(table, 100.0, 200.0);
        assert!(said.contains("it leads from the arrow to the dot"), "{said}");
        let shapes = table.desk.shows().shapes.into_iter();
        let (mut tips, mut dots) = (vec![], vec![]);
        for shape in shapes {
            match shape {
                Shape::Line(points, Mark::Draft) if points.len() == 4 && points[0] == points[3] => tips.push(points[1]),
                Shape::Dot(at, Mark::Chosen) => dots.push(at),
                _ => {}
            }
        }
        (tips, dots)
    };
    let (tips, dots) = ends(&mut table);
    // Its first tile lies left above the pointer, and its way leads right.
    assert!(tips.len() == 1 && tips[0].distance(Point::new(82.4, 186.0)) < 0.1, "{tips:?}");
    assert_eq!(dots, [Point::new(80.0, 214.0)]);
    table.desk.apply(Deed::Scale(-1.0, 1.0));
    let (tips, dots) = ends(&mut table);
    assert!(tips.len() == 1 && tips[0].distance(Point::new(117.6, 186.0)) < 0.1, "{tips:?}");
    assert_eq!(dots, [Point::new(120.0, 214.0)]);
}

#[test]
fn a_template_is_as_large_as_the_tiles_of_the_track() {
    let mut table = Table::row("skoot", 3);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("19.2".into()) }));
    hang(&mut table, "Hairpin");
    table.click(100.0, 200.0);
    assert_eq!((table.at("a04"), table.at("a05")), ((60.0, 172.0), (84.0, 172.0)), "made for half the size");
    table.desk.apply(Deed::SelectAll);
    assert!(table.desk.to_kit(KitList::Templates).expect("spaces").contains("tile: 19.2"));
    // Its own sizes follow, too.
    let mut table = Table::new("hell-on-eight-wheels");
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("19.2".into()) }));
    hang(&mut table, "Straight of the oval, six lanes");
    table.click(300.0, 200.0);
    let lengths = table.desk.document().spaces().iter().filter_map(|space| space.fields.number("length"));
    assert!(lengths.clone().count() == 48 && lengths.into_iter().all(|length| length > 20.0), "{}", table.text());
}

#[test]
fn what_is_selected_becomes_a_template_that_can_be_placed_again() {
    let mut table = Table::row("skoot", 4);
    assert!(table.desk.to_kit(KitList::Templates).is_err(), "nothing is selected");
    table.desk.apply(Deed::SelectAll);
    let written = table.desk.to_kit(KitList::Templates).expect("something is selected");
    assert!(!written.contains("ruleset") && written.contains("(id: \"a01\", at: (20.0, 100.0))"), "{written}");
    let file = changed(KitList::Templates, None, &KitChange::Add("Straight".into(), written)).expect("it can be added");
    let mut texts = library().read("skoot");
    texts.files.insert("templates.ron".to_owned(), Ok(file.replace("id: \"a01\"", "idd: \"a01\"").into()));
    assert_ne!(wrong(&texts), [""; 0]);
    texts.files.insert("templates.ron".to_owned(), Ok(file.into()));
    assert_eq!(wrong(&texts), [""; 0]);
    let checker = Arc::new(Checker::new(&Ruleset::read(&texts), &[]));
    let mut again = Table::of(table.desk.document().clone(), checker);
    hang(&mut again, "Straight");
    again.click(100.0, 200.0);
    assert_eq!((again.desk.document().spaces().len(), again.at("a05")), (8, (70.0, 200.0)));
    // Without a template in hand, a click says what to do.
    again.set(|settings| settings.template = None);
    let (is, at) = (PointerIs::Pressed, Point::new(100.0, 250.0));
    again.desk.apply(Deed::Pointer(Pointer { is, at, slack: 1.0, shift: false, ctrl: false, alt: false }));
    assert_eq!(again.desk.refused.as_deref(), Some("choose a template in the palette first"));
}

/// Whatever somebody has written into the file by hand stays as it was.
#[test]
fn changes_of_the_file_leave_everything_else_as_it_was() {
    let change = |old: &str, change: KitChange| changed(KitList::Stamps, Some(old), &change);
    let add = |old: &str| change(old, KitChange::Add("New".into(), "(terrain: climb)".into())).expect("it can be added");
    let old = "// Mine.\n{\n    // Steep ones.\n    \"A\": (terrain: climb), // the first\n    /* why */ \"B\": (area: exit) // no, comma\n    // The end.\n}\n";
    let more = add(old);
    assert_eq!(
        more,
        "// Mine.\n{\n    // Steep ones.\n    \"A\": (terrain: climb), // the first\n    /* why */ \"B\": (area: exit), // no, comma\n    // The end.\n    \"New\": (terrain: climb),\n}\n"
    );
    assert_eq!(add("{}"), "{\n    \"New\": (terrain: climb),\n}");
    assert_eq!(add("{\"A\": (x: 1)}"), "{\"A\": (x: 1),\n    \"New\": (terrain: climb),\n}");
    let begun = changed(KitList::Stamps, None, &KitChange::Add("New".into(), "(terrain: climb)".into())).expect("it is new");
    assert!(begun.ends_with("{\n    \"New\": (terrain: climb),\n}\n"), "{begun}");
    let renamed = change(&more, KitChange::Rename { from: "A".into(), to: "Über \"A\"".into() }).expect("it is there");
    assert_eq!(renamed, more.replace("\"A\"", "\"Über \\\"A\\\"\""));
    assert!(change(&more, KitChange::Rename { from: "A".into(), to: "B".into() }).is_err(), "there is one");
    assert_eq!(
        change(&more, KitChange::Remove("New".into())).as_deref(),
        Ok(&*more.replace("    \"New\": (terrain: climb),\n", ""))
    );
    let without = change(&more, KitChange::Remove("A".into())).expect("it is there");
    assert!(without.contains("// the first") && !without.contains("\"A\""), "{without}");
    assert!(change(&more, KitChange::Remove("C".into())).is_err());
    for bad in ["[]", "{", "(a: 1)", "{\"A\": (x: }"] {
        assert!(change(bad, KitChange::Add("New".into(), "()".into())).is_err(), "{bad}");
    }
}

/// The shipped ones have no mistakes.
#[test]
fn shipped_stamps_and_templates_can_be_used() {
    for game in library().names() {
        let texts = library().read(&game);
        assert_eq!(wrong(&texts), [""; 0], "{game}");
        let checker = Checker::new(&Ruleset::read(&texts), &[]);
        assert!(!Stamp::all(&checker).is_empty() && !Template::all(&checker).is_empty(), "{game}");
    }
}

/// Two turns and two straights make an oval: joined and closed, its lines are counted all round.
#[test]
fn parts_of_the_derby_make_a_ring() {
    let mut table = Table::new("hell-on-eight-wheels");
    let mut firsts = vec![];
    let (turn, straight) = ("Turn of the oval, six lanes", "Straight of the oval, six lanes");
    for (name, x, y, turns) in
        [(turn, 320.0, 150.0, 0), (straight, 200.0, 60.0, 0), (turn, 80.0, 150.0, 2), (straight, 200.0, 240.0, 2)]
    {
        hang(&mut table, name);
        (0..turns).for_each(|_| table.desk.apply(Deed::Turn(90.0)));
        table.click(x, y);
        let placed = table.desk.chosen();
        firsts.push((placed[0], placed[placed.len() - 6]));
    }
    table.take(Tool::Select);
    for pair in firsts.clone().windows(2) {
        table.desk.apply(Deed::Select(vec![pair[0].1, pair[1].0], Mode::Replace));
        table.desk.apply(Deed::Join);
        assert_eq!(table.desk.refused, None);
    }
    let line = |table: &Table, key: Key| table.desk.document().item(key).and_then(|item| item.fields.number("line"));
    let lines: Vec<_> = firsts.iter().map(|(first, last)| (line(&table, *first), line(&table, *last))).collect();
    let expected = [(0.0, 11.0), (12.0, 19.0), (20.0, 31.0), (32.0, 39.0)].map(|(first, last)| (Some(first), Some(last)));
    assert_eq!(lines, expected);
}

/// What the tool says at a position.
fn said_at(table: &mut Table, x: f64, y: f64) -> String {
    table.point(PointerIs::Moved, x, y);
    table.desk.shows().words
}

fn steps(table: &Table) -> Vec<String> {
    let links = table.desk.document().links().iter();
    links.flat_map(|link| link.steps().map(|(a, b)| format!("{} {a}>{b}", link.kind)).collect::<Vec<_>>()).collect()
}

#[test]
fn a_template_goes_on_from_the_open_end_on_which_it_is_laid() {
    let mut table = Table::row("skoot", 4);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("16.0".into()) }));
    let before = table.desk.document().clone();
    hang(&mut table, "Hairpin");
    // Its first tile, 33.3 mm left of its middle and 23.3 above it, a little beside the last one.
    let (x, y) = (80.0 + 33.3 + 3.0, 100.0 + 23.3 - 2.0);
    let said = said_at(&mut table, x, y);
    assert!(said.contains("it continues from tile 4. Alt-click: without a link"), "{said}");
    table.click(x, y);
    assert_eq!((table.desk.document().spaces().len(), table.at("a04")), (12, (80.0, 100.0)), "they are one space");
    let all: Vec<String> = (1..12).map(|n| format!("ahead a{n:02}>a{:02}", n + 1)).collect();
    assert_eq!(steps(&table), all);
    assert!((table.at("a05").0 - 100.0).abs() < 0.1 && (table.at("a05").1 - 100.0).abs() < 0.1, "{:?}", table.at("a05"));
    assert_eq!(table.selected().len(), 8);
    table.desk.apply(Deed::Undo);
    assert_eq!(*table.desk.document(), before);
    // Close to the end instead of on it, both stay and are linked.
    let x = x + 17.0;
    assert!(said_at(&mut table, x, y).contains("it continues from tile 4"));
    table.click(x, y);
    assert_eq!(table.desk.document().spaces().len(), 13);
    assert!(steps(&table).contains(&"ahead a04>a05".to_owned()), "{:?}", steps(&table));
    table.desk.apply(Deed::Undo);
    assert_eq!(*table.desk.document(), before);
    // With Alt, and far away, it joins nothing.
    table.with((false, false, true), |t| t.click(x, y));
    assert!(!steps(&table).contains(&"ahead a04>a05".to_owned()));
    table.desk.apply(Deed::Undo);
    assert!(!said_at(&mut table, 300.0, 200.0).contains("continues"));
}

#[test]
fn a_template_and_a_course_that_is_kept_become_one() {
    let mut table = Table::new("skoot");
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("9.6".into()) }));
    table.take(Tool::Course);
    table.set(|settings| settings.every = 12.0);
    table.click(40.0, 60.0);
    table.click(100.0, 60.0);
    table.key(HandKey::Enter);
    hang(&mut table, "Hairpin");
    table.click(120.0, 74.0);
    let courses = table.desk.document().courses();
    assert_eq!((courses.len(), courses[0].spaces.len(), table.desk.document().spaces().len()), (1, 14, 14), "{}", table.text());
    assert_eq!(steps(&table).len(), 13);
    let whole = text(table.desk.document());
    assert_eq!(text(&document(&whole)), whole);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.desk.document().spaces().len(), 6);
}

#[test]
fn what_says_something_of_its_own_branches_off_beside_the_space_on_which_it_is_laid() {
    let mut table = Table::row("skoot", 6);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("16.0".into()) }));
    hang(&mut table, "Penalty loop");
    // Its first tile on the third of the course, its last one on the fourth.
    let (x, y) = (60.0 + 10.0, 100.0 + 8.7);
    assert!(said_at(&mut table, x + 3.0, y - 12.0).contains("it continues from tile 3 and leads to tile 4"), "half on them");
    let said = said_at(&mut table, x, y);
    assert!(said.contains("it continues from tile 3 and leads to tile 4"), "{said}");
    table.click(x, y);
    let now = steps(&table);
    assert_eq!(table.desk.document().spaces().len(), 9, "the course keeps its spaces");
    for step in ["around a03>p1", "ahead p3>a04", "around p3>p1", "ahead a03>a04"] {
        assert!(now.contains(&step.to_owned()), "{step} in {now:?}");
    }
    assert!(Point::from(table.at("p1")).distance(table.at("a03").into()) > 15.0, "it lies beside it");
    // Which kind of link branches off has to be said where there are several.
    hang(&mut table, "Finish section");
    let said = said_at(&mut table, 100.0 + 30.0, 101.0);
    assert!(said.contains("tile 5 leads on already: choose the kind of link that branches off with Link first"), "{said}");
    table.set(|settings| settings.link = Some("homeward".into()));
    table.click(100.0 + 30.0, 101.0);
    assert!(steps(&table).contains(&"homeward a05>f1".to_owned()), "{:?}", steps(&table));
}

#[test]
fn a_lift_line_leads_from_the_place_on_which_it_is_laid() {
    let mut table = Table::of(shipped_document("ski-the-mountain", "three-towns"), {
        Arc::new(Checker::new(&ruleset("ski-the-mountain"), &[]))
    });
    let count = table.desk.document().spaces().len();
    hang(&mut table, "Lift line");
    let part = table.desk.hand.settings.template.clone().expect("in hand");
    let tile = table.desk.usual_size();
    let scale = tile / part.part.header().tile().expect("its own");
    let town = Point::from(table.at("Saun"));
    table.click(town.x, town.y - 110.0 * scale);
    assert_eq!(table.desk.document().spaces().len(), count + 1, "the town stays");
    let lift = table.desk.document().links().last().expect("a lift").clone();
    assert_eq!((&*lift.kind, &*lift.spaces[0]), ("Lift", "Saun"));
    table.desk.apply(Deed::Undo);
    assert_eq!(table.desk.document().spaces().len(), count);
}

#[test]
fn parts_with_lanes_join_lane_by_lane() {
    let mut table = Table::new("hell-on-eight-wheels");
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("9.6".into()) }));
    let name = "Straight of the oval, six lanes";
    hang(&mut table, name);
    table.click(150.0, 200.0);
    let (first, steps_before) = (table.desk.document().spaces().len(), steps(&table).len());
    let at = |table: &Table, n: usize| table.desk.document().spaces()[n].at.expect("placed");
    let (last, begin) = (at(&table, first - 6), at(&table, 0));
    // The same once more, its first row on the last one.
    let middle = Point::new(150.0, 200.0) + (last - begin);
    assert!(said_at(&mut table, middle.x + 0.5, middle.y).contains("it continues from"), "{}", table.text());
    table.click(middle.x + 0.5, middle.y);
    assert_eq!(table.desk.document().spaces().len(), 2 * first - 6, "one row is the same for both");
    assert!(steps(&table).len() >= 2 * steps_before - 5);
    // Undone, it is laid there again.
    let laid = table.text();
    table.desk.apply(Deed::Undo);
    table.click(middle.x + 0.5, middle.y);
    assert_eq!((table.desk.refused.as_ref(), table.text()), (None, laid));
}
