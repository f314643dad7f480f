//! Courses as wholes: what comes into them, what is done to the one whose line is shown, and what goes with it.

use editor::board::Board;
use editor::drawing::courses::Course;
use editor::drawing::document::{Item, List};
use editor::drawing::tools::line::Bend;

use super::keep::{done, key, select};
use super::reshape::{gaps, kept, reads_back, ring};
use super::*;

/// A shipped track with one of its spaces selected.
fn at_space(game: &str, track: &str, id: &str) -> Table {
    let mut table = Table::of(shipped_document(game, track), Arc::new(Checker::new(&ruleset(game), &[])));
    select(&mut table, &[id]);
    table
}

fn far(table: &Table, a: &str, b: &str) -> f64 {
    Point::from(table.at(a)).distance(table.at(b).into())
}

/// An open course of a game's spaces along these points, in the hand of Reshape.
fn open(game: &str, points: &[(f64, f64)]) -> Table {
    let mut table = Table::new(game);
    table.take(Tool::Course);
    points.iter().for_each(|(x, y)| table.click(*x, *y));
    table.key(HandKey::Enter);
    table.take(Tool::Reshape);
    table
}

fn ids(table: &Table) -> Vec<Arc<str>> {
    table.desk.document().spaces().iter().map(|space| space.id.clone()).collect()
}

#[test]
fn what_is_inserted_into_a_branch_leaves_its_first_space_beside_the_fork() {
    for (game, track, id, [first, second], fork) in
        [("skoot", "flat", "f3", ["f1", "f2"], "rec"), ("biathlon-blast", "port-rock-long", "f10", ["f00", "f01"], "a01")]
    {
        let mut table = at_space(game, track, id);
        for _ in 0..3 {
            done(&mut table, Deed::Insert);
        }
        let course = Course::of(table.desk.document(), first).expect("its line is kept");
        assert_eq!(course.from.as_deref(), Some(fork), "it still begins there");
        let (gap, next) = (far(&table, first, fork), far(&table, first, second));
        assert!((0.8..1.25).contains(&(gap / next)), "{gap} to the fork, {next} to the next one");
        reads_back(&table);
    }
}

#[test]
fn what_is_inserted_into_a_run_belongs_to_it() {
    let spots = |table: &Table| -> Vec<String> {
        let runs = table.desk.document().paths().iter();
        let fox = runs.filter(|path| path.fields.text("name").as_deref() == Some("Fox")).collect::<Vec<_>>();
        assert_eq!(fox.len(), 1);
        fox[0].spaces.iter().map(|id| id.to_string()).collect()
    };
    let mut table = at_space("ski-the-mountain", "three-towns", "Fox-1");
    let before = table.desk.document().clone();
    let errors = |table: &Table| table.desk.checker.problems(table.desk.document(), "mine").iter().filter(|p| p.is_error).count();
    let had = errors(&table);
    done(&mut table, Deed::Insert);
    assert_eq!(spots(&table), ["Fox-1", "Fox-2", "Fox-3", "Fox-4"]);
    assert_eq!(errors(&table), had, "{:?}", table.desk.checker.problems(table.desk.document(), "mine"));
    // The new one lies between the two, and goes out of the run again.
    select(&mut table, &["Fox-2"]);
    done(&mut table, Deed::Delete { bridging: true });
    assert_eq!(spots(&table), ["Fox-1", "Fox-2", "Fox-3"]);
    assert_eq!(errors(&table), had);
    table.desk.apply(Deed::Undo);
    table.desk.apply(Deed::Undo);
    assert_eq!(*table.desk.document(), before);
    // With the tool Space on the link; and at the end of a run, which its spots don't reach.
    table.take(Tool::Space);
    let (a, b) = (Point::from(table.at("Fox-1")), Point::from(table.at("Fox-2")));
    table.click(a.midpoint(b).x, a.midpoint(b).y);
    assert_eq!(spots(&table).len(), 4);
    table.desk.apply(Deed::Undo);
    select(&mut table, &["Fox-3"]);
    done(&mut table, Deed::Insert);
    assert_eq!(spots(&table), ["Fox-1", "Fox-2", "Fox-3"]);
}

#[test]
fn a_space_dropped_on_a_link_says_what_both_of_its_neighbours_say() {
    let colour = |kind: &str| {
        let mut table = at_space("ski-the-mountain", "three-towns", "Fox-1");
        let fields = Fields::default().with("kind", kind);
        let at = Point::new(20.0, 570.0);
        let loose = Item { id: "z1".into(), at: Some(at), fields, ..Item::default() };
        let add = Edit::Add { list: List::Spaces, items: vec![loose], before: None };
        done(&mut table, Deed::Edit(add));
        let middle = Point::from(table.at("Fox-1")).midpoint(table.at("Fox-2").into());
        let z1 = key(&table, "z1");
        table.take(Tool::Select);
        select(&mut table, &["z1"]);
        table.with((false, true, false), |t| t.drag(&[(at.x, at.y), (middle.x, middle.y)]));
        let item = table.desk.document().item(z1).expect("it is there");
        assert!(table.desk.document().paths().iter().any(|path| path.spaces.contains(&item.id)), "it lies on the run");
        let told = table.desk.told.clone().unwrap_or_default();
        assert_eq!(told, "Fox 2 to 3 are 3 to 4 now");
        item.fields.get("colour").cloned()
    };
    assert_eq!(colour("piste").as_deref(), Some("red"));
    assert_eq!(colour("town"), None, "it says something else");
}

#[test]
fn lists_of_spaces_name_what_comes_between_two_of_theirs() {
    let mut texts = library().read("ski-the-mountain");
    let rules = texts.files["ski-the-mountain.rules"]
        .as_ref()
        .expect("it can be read")
        .replace("path Run { points: int in 1..40 }", "path Run {\n  points: int in 1..40\n  views: list of space max 9\n}");
    assert!(rules.contains("views"), "the rules were changed");
    texts.files.insert("ski-the-mountain.rules".into(), Ok(rules.into()));
    let checker = Arc::new(Checker::new(&Ruleset::read(&texts), &[]));
    let mut document = shipped_document("ski-the-mountain", "three-towns");
    let fox = document.paths().iter().find(|path| path.fields.text("name").as_deref() == Some("Fox")).expect("there").key;
    let value = Some("[\"Saun\", \"Fox-2\", \"Fox-1\", \"Fox-3\"]".into());
    let set = Edit::Set { keys: vec![fox], name: "views".into(), value };
    document = editor::drawing::edit::apply(&document, &checker.schema, &set).expect("a field");
    let mut table = Table::of(document, checker);
    let views = |table: &Table| table.desk.document().item(fox).and_then(|path| path.fields.get("views").cloned());
    select(&mut table, &["Fox-1"]);
    done(&mut table, Deed::Insert);
    assert_eq!(views(&table).as_deref(), Some("[\"Saun\", \"Fox-3\", \"Fox-2\", \"Fox-1\", \"Fox-4\"]"));
    select(&mut table, &["Fox-2"]);
    done(&mut table, Deed::Delete { bridging: true });
    assert_eq!(views(&table).as_deref(), Some("[\"Saun\", \"Fox-2\", \"Fox-1\", \"Fox-3\"]"));
}

#[test]
fn a_space_dropped_on_a_link_counts_as_one_that_is_clicked_there() {
    let middle = |table: &Table| Point::from(table.at("a04")).midpoint(table.at("a05").into());
    let mut clicked = ring();
    let at = middle(&clicked);
    clicked.desk.apply(Deed::SelectNone);
    clicked.take(Tool::Space);
    clicked.click(at.x, at.y);
    let mut dropped = ring();
    let count = ids(&dropped).len();
    dropped.take(Tool::Space);
    dropped.desk.apply(Deed::SelectNone);
    dropped.with((false, false, true), |t| t.click(40.0, 250.0));
    let (loose, before) = (key(&dropped, &format!("a{:02}", count + 1)), dropped.desk.document().clone());
    dropped.take(Tool::Select);
    dropped.with((false, true, false), |t| t.drag(&[(40.0, 250.0), (at.x, at.y)]));
    assert_eq!(key(&dropped, "a05"), loose);
    assert_eq!((ids(&dropped), kept(&dropped)[0].spaces.clone()), (ids(&clicked), kept(&clicked)[0].spaces.clone()));
    assert_eq!(dropped.desk.told.as_deref(), Some(&*format!("tiles 5 to {count} are 6 to {} now", count + 1)));
    reads_back(&dropped);
    assert_eq!(dropped.desk.drawing.undoes(), Some("insert space 33 between tile 4 and tile 5"));
    dropped.desk.apply(Deed::Undo);
    assert_eq!(*dropped.desk.document(), before);
    // One with a name keeps it, and no other moves on for it.
    done(&mut dropped, Deed::Edit(Edit::Rename { key: loose, id: "hut".into() }));
    dropped.with((false, true, false), |t| t.drag(&[(40.0, 250.0), (at.x, at.y)]));
    let order = ids(&dropped);
    assert_eq!(order[3..6].iter().map(|id| &**id).collect::<Vec<_>>(), ["a04", "hut", "a05"]);
    assert_eq!(kept(&dropped)[0].spaces[4].as_ref(), "hut");
}

#[test]
fn commands_for_courses_act_on_the_one_whose_line_is_shown() {
    let mut table = open("skoot", &[(50.0, 100.0), (150.0, 60.0), (250.0, 100.0), (250.0, 200.0)]);
    let (all, steps) = (ids(&table), table.steps());
    let two = [&*all[3], &*all[4]];
    select(&mut table, &two);
    done(&mut table, Deed::Reverse);
    let mut turned = table.steps();
    let mut expected: Vec<String> = all.windows(2).map(|pair| format!("ahead {}>{}", pair[0], pair[1])).collect();
    turned.sort();
    expected.sort();
    // The numbers run the new way: the first one lies where the last one lay.
    assert_eq!((turned, kept(&table)[0].spaces.clone(), ids(&table)), (expected, all.clone(), all.clone()));
    assert_eq!((table.at(&all[0]), table.at(&all[all.len() - 1])), ((250.0, 200.0), (50.0, 100.0)));
    table.desk.apply(Deed::Undo);
    // Two of them that were moved aside, and one that wasn't selected.
    let moved = key(&table, &all[8]);
    let (x, y) = table.at(&all[8]);
    done(&mut table, Deed::Edit(Edit::Place(vec![(moved, Point::new(x + 3.0, y + 3.0))])));
    select(&mut table, &two);
    done(&mut table, Deed::ReSpace);
    let (low, high) = gaps(&table, &all, false);
    assert!(high / low < 1.12, "{low} to {high}");
    done(&mut table, Deed::Renumber);
    assert_eq!(ids(&table), all, "they were numbered in order");
    assert!(!table.desk.comes_round());
    done(&mut table, Deed::CloseLoop);
    let course = kept(&table).remove(0);
    let round = format!("ahead {}>{}", course.spaces[course.spaces.len() - 1], course.spaces[0]);
    assert!(course.line.comes_round() && table.steps().contains(&round), "{round} in {:?}", table.steps());
    assert_eq!(table.steps().len(), course.spaces.len());
    assert!(table.desk.comes_round() && steps.len() < course.spaces.len());
    reads_back(&table);
    // A line that comes round without a link can still be closed.
    let (last, first) = (course.spaces[course.spaces.len() - 1].clone(), course.spaces[0].clone());
    done(&mut table, Deed::Edit(Edit::Disconnect { kind: "ahead".into(), from: last, to: first }));
    assert!(!table.desk.comes_round());
    done(&mut table, Deed::CloseLoop);
    assert!(table.desk.comes_round() && table.steps().contains(&round));
    assert_eq!(kept(&table)[0].line, course.line);
}

#[test]
fn one_space_stays_selected_of_courses_that_are_joined() {
    let mut table = open("skoot", &[(50.0, 100.0), (150.0, 60.0), (250.0, 100.0)]);
    let (all, before) = (ids(&table), kept(&table)[0].spacing());
    select(&mut table, &[&all[6]]);
    done(&mut table, Deed::Split);
    select(&mut table, &[&all[5], &all[6]]);
    done(&mut table, Deed::Join);
    assert_eq!(table.selected(), [all[5].to_string()]);
    // The line is as long as it was: between the parts it makes no loop.
    let course = kept(&table).remove(0);
    assert!((course.spacing() / before - 1.0).abs() < 0.01, "{} was {before}", course.spacing());
}

/// The turn of a line at a node, in degrees.
fn turn(course: &Course, n: usize) -> f64 {
    let (before, after) = course.line.handles(n);
    (-before).cross(after).atan2((-before).dot(after)).to_degrees().abs()
}

#[test]
fn a_loop_is_closed_round_and_gets_as_many_spaces_as_it_has_room_for() {
    // Ends that lead towards each other, and ends that lead away, with handles where a part was cut off.
    let facing = [(150.0, 60.0), (60.0, 100.0), (60.0, 180.0), (150.0, 230.0), (250.0, 180.0), (250.0, 120.0)];
    let apart = [(50.0, 100.0), (150.0, 60.0), (250.0, 100.0), (250.0, 200.0), (350.0, 250.0)];
    for (points, is_cut) in [(&facing[..], false), (&apart[..], false), (&apart[..], true)] {
        let mut table = open("skoot", points);
        let all = ids(&table);
        if is_cut {
            select(&mut table, &[&all[20]]);
            done(&mut table, Deed::Split);
            // The other part would be in its way.
            let keys = all[20..].iter().map(|id| key(&table, id)).collect();
            done(&mut table, Deed::Edit(Edit::Remove { keys, bridging: false }));
        }
        select(&mut table, &[&all[0]]);
        let open = kept(&table).remove(0);
        done(&mut table, Deed::CloseLoop);
        let closed = kept(&table).remove(0);
        let more = closed.spaces.len() - open.spaces.len();
        assert!(more > 5 && closed.spaces[..open.spaces.len()] == open.spaces, "{more}");
        assert!((closed.spacing() / open.spacing() - 1.0).abs() < 0.1, "{} was {}", closed.spacing(), open.spacing());
        let (low, high) = gaps(&table, &closed.spaces, true);
        assert!(high / low < 1.15, "{low} to {high}");
        for n in 0..closed.line.nodes.len() {
            assert!(turn(&closed, n) < 0.5, "{n} of {points:?}: {}", turn(&closed, n));
        }
        let off = (0..=40).map(|n| open.line.at(f64::from(n) / 40.0).expect("on it").at);
        let off = off.map(|at| closed.line.nearest(at).expect("near").far).fold(0.0, f64::max);
        assert!(off < if points == facing { 0.05 } else { 12.0 }, "the line was {off} mm away");
        reads_back(&table);
    }
}

#[test]
fn a_loop_is_closed_neither_over_other_spaces_nor_past_what_follows() {
    let mut table = open("skoot", &[(60.0, 60.0), (200.0, 60.0), (200.0, 160.0), (60.0, 160.0)]);
    table.take(Tool::Course);
    table.click(10.0, 110.0);
    table.click(120.0, 110.0);
    table.key(HandKey::Enter);
    table.take(Tool::Reshape);
    select(&mut table, &["a01"]);
    let before = table.desk.document().clone();
    table.desk.apply(Deed::CloseLoop);
    let why = table.desk.refused.clone().unwrap_or_default();
    assert!(why.contains("no room to lead it round") && why.contains("lie on"), "{why}");
    assert_eq!(*table.desk.document(), before);
    // Its last space leads on to another course.
    let mut table = open("skoot", &[(60.0, 60.0), (200.0, 60.0), (200.0, 160.0)]);
    let all = ids(&table);
    table.take(Tool::Course);
    table.click(200.0, 160.0);
    table.click(140.0, 190.0);
    table.key(HandKey::Enter);
    table.take(Tool::Reshape);
    select(&mut table, &["a01"]);
    let (before, next) = (table.desk.document().clone(), ids(&table)[all.len()].clone());
    table.desk.apply(Deed::CloseLoop);
    let [last, next] = [&all[all.len() - 1], &next].map(|id| before.called(id));
    let why = format!("{last} leads on already: delete its link to {next} first");
    assert_eq!((table.desk.refused.as_deref(), table.desk.document()), (Some(&*why), &before));
}

#[test]
fn a_label_stays_on_the_sheet_when_it_is_carried_along() {
    let mut table = Table::new("skoot");
    let sheet = table.desk.document().header().sheet();
    table.take(Tool::Course);
    let end = sheet.width - 40.0;
    [(50.0, 100.0), (120.0, 60.0), (end, 100.0)].iter().for_each(|(x, y)| table.click(*x, *y));
    table.key(HandKey::Enter);
    let fields = Fields::default().with("text", "\"The Ladder\"").with("size", "6.0");
    let add = Item { kind: "label".into(), at: Some(Point::new(end, 90.0)), fields, ..Item::default() };
    done(&mut table, Deed::Edit(Edit::Add { list: List::Decor, items: vec![add], before: None }));
    table.take(Tool::Reshape);
    select(&mut table, &["a01"]);
    let frame = |table: &Table| editor::drawing::decor::frame(&table.desk.document().list(List::Decor)[0]).expect("a frame");
    assert!(frame(&table).x1 < sheet.width);
    table.drag(&[(end, 100.0), (end + 35.0, 100.0)]);
    let (frame, at) = (frame(&table), label(&table, "The Ladder"));
    assert!(at.x > end + 10.0 && frame.x1 < sheet.width + 0.01, "{at} {frame:?}");
}

#[test]
fn what_counts_along_lanes_counts_the_other_way_once_they_are_reversed() {
    let game = "hell-on-eight-wheels";
    let track = library().read(game).tracks.keys().next().cloned().expect("a track");
    let mut table = Table::of(shipped_document(game, &track), Arc::new(Checker::new(&ruleset(game), &[])));
    let errors = |table: &Table| table.desk.checker.problems(table.desk.document(), &track).iter().filter(|p| p.is_error).count();
    let first = table.desk.document().spaces()[0].id.clone();
    select(&mut table, &[&first]);
    let before = errors(&table);
    done(&mut table, Deed::Reverse);
    assert_eq!(errors(&table), before);
    reads_back(&table);
}

#[test]
fn arrows_that_lead_outward_do_so_on_lanes_that_are_turned_round() {
    use editor::board::Board;
    use interpreter::data::manifest::look::Icon;
    let mut table = Table::of(
        shipped_document("hell-on-eight-wheels", "test-straight"),
        Arc::new(Checker::new(&ruleset("hell-on-eight-wheels"), &[])),
    );
    for _ in 0..2 {
        let checker = &table.desk.checker;
        let board = Board::drawn(table.desk.document(), &checker.schema, checker.manifest());
        let mut seen = 0;
        for link in table.desk.document().links().iter().filter(|link| &*link.kind == "outward") {
            for (from, to) in link.steps() {
                let find = |id: &Arc<str>| board.spaces.iter().find(|space| space.id == *id).expect("it is drawn");
                let (from, to) = (find(from), find(to));
                let (way, out) = (from.tile.towards, to.tile.at - from.tile.at);
                let is_right = way.x * out.y - way.y * out.x > 0.0;
                for icon in from.look.drawn.icons.iter().filter(|icon| matches!(icon, Icon::ArrowLeft | Icon::ArrowRight)) {
                    assert_eq!(*icon, if is_right { Icon::ArrowRight } else { Icon::ArrowLeft }, "{}", from.id);
                    seen += 1;
                }
            }
        }
        assert!(seen > 0, "yellow arrows have a lane outside");
        select(&mut table, &["0-1"]);
        done(&mut table, Deed::Reverse);
    }
}

#[test]
fn lanes_count_from_the_other_side_once_an_open_course_is_reversed() {
    let mut table = Table::new("hell-on-eight-wheels");
    table.take(Tool::Course);
    table.set(|settings| settings.lanes = 3);
    [(80.0, 60.0), (200.0, 60.0), (260.0, 160.0)].iter().for_each(|(x, y)| table.click(*x, *y));
    table.key(HandKey::Enter);
    let (all, course) = (ids(&table), kept(&table).remove(0));
    // Its measures are those of where it lies.
    let said = |table: &Table| -> Vec<_> {
        let of = |id: &Arc<str>| table.desk.document().space(id).expect("it is there").fields.clone();
        let but_measures = |mut fields: Fields| {
            ["size", "length"].into_iter().for_each(|name| fields.set(name, None));
            fields
        };
        all.iter().map(of).map(but_measures).collect()
    };
    let sorted = |table: &Table| {
        let mut steps = table.steps();
        steps.sort();
        steps
    };
    let (fields, steps) = (said(&table), sorted(&table));
    assert!(course.lanes == 3 && steps.iter().any(|step| step.starts_with("outward")), "{steps:?}");
    let corners = |table: &Table| {
        let ends = |lane: &[Arc<str>]| [table.at(&lane[0]), table.at(&lane[lane.len() - 1])];
        kept(table)[0].by_lane().map(ends).collect::<Vec<_>>()
    };
    let before = corners(&table);
    select(&mut table, &[&all[0]]);
    done(&mut table, Deed::Reverse);
    // All that is said of lane 1 is said of the lane on the right of the new way.
    assert_eq!((said(&table), sorted(&table), &kept(&table)[0].spaces), (fields, steps, &course.spaces));
    let turned: Vec<_> = before.iter().rev().map(|[first, last]| [*last, *first]).collect();
    assert_eq!(corners(&table), turned);
    reads_back(&table);
}

#[test]
fn what_lies_straight_or_close_together_is_closed_too() {
    let mut straight = open("skoot", &[(50.0, 100.0), (250.0, 100.0)]);
    let all = ids(&straight);
    select(&mut straight, &[&all[0]]);
    done(&mut straight, Deed::CloseLoop);
    let course = kept(&straight).remove(0);
    let (low, high) = gaps(&straight, &course.spaces, true);
    assert!(course.line.comes_round() && course.spaces.len() > all.len() + 10 && high / low < 1.2, "{low} to {high}");
    reads_back(&straight);
    // Where both ends are neighbours already, no space is added.
    let mut near = open("skoot", &[(100.0, 60.0), (200.0, 60.0), (200.0, 160.0), (100.0, 160.0), (100.0, 74.0)]);
    let count = ids(&near).len();
    select(&mut near, &["a01"]);
    done(&mut near, Deed::CloseLoop);
    assert_eq!((kept(&near)[0].spaces.len(), near.steps().len(), kept(&near)[0].line.comes_round()), (count, count, true));
}

#[test]
fn a_loop_is_closed_on_the_sheet_where_there_is_room() {
    // A little bent to the head of the sheet and to its foot, low and high on it.
    for (edge, bend) in [(265.0, -8.0), (265.0, 8.0), (32.0, -8.0), (32.0, 8.0)] {
        let mut table = open("skoot", &[(40.0, edge), (200.0, edge + bend), (380.0, edge)]);
        let (all, sheet) = (ids(&table), table.desk.document().header().sheet());
        select(&mut table, &[&all[0]]);
        done(&mut table, Deed::CloseLoop);
        let spaces = table.desk.document().spaces();
        assert!(spaces.len() > all.len() + 10, "{edge} {bend}");
        let is_on_it = |at: Point| at.x > 0.0 && at.y > 0.0 && at.x < sheet.width && at.y < sheet.height;
        assert!(spaces.iter().all(|space| space.at.is_some_and(is_on_it)), "{edge} {bend}:\n{}", table.text());
        reads_back(&table);
    }
}

/// The middles of labels by their words.
fn label(table: &Table, words: &str) -> Point {
    let is_it = |item: &&Arc<Item>| item.fields.text("text").as_deref() == Some(words);
    table.desk.document().list(List::Decor).iter().find(is_it).and_then(|item| item.at).expect("a label")
}

#[test]
fn a_label_goes_with_the_space_that_it_names() {
    // It lies nearer to the way home, but in one column with the start.
    let flat = library().read("skoot").tracks["flat"].clone().expect("it can be read");
    let labelled =
        flat.replace("decor: [", "decor: [\n        (kind: \"label\", text: \"Start\", at: (133.8, 48.0), size: 3.5),");
    let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
    let at_space = |id: &str| {
        let mut table = Table::of(document(&labelled), checker.clone());
        select(&mut table, &[id]);
        table
    };
    let mut table = at_space("f3");
    table.take(Tool::Reshape);
    let (start, f3) = (label(&table, "Start"), table.at("f3"));
    assert!(start.distance(f3.into()) < start.distance(table.at("st").into()));
    table.drag(&[f3, (f3.0, f3.1 - 12.0)]);
    assert!(table.at("f3").1 < f3.1 - 8.0, "the way is pulled");
    assert_eq!(label(&table, "Start"), start);
    // When the loop takes the start along, it takes its label, too.
    let mut table = at_space("a02");
    table.take(Tool::Reshape);
    let (start, st, course) = (label(&table, "Start"), Point::from(table.at("st")), table.at("a02"));
    let line = Course::through(table.desk.document(), &table.desk.drawing.schema, key(&table, "a02")).expect("a loop").line;
    let near = line.nodes.iter().min_by(|a, b| a.at.distance(course.into()).total_cmp(&b.at.distance(course.into())));
    let near = near.expect("nodes").at;
    table.drag(&[(near.x, near.y), (near.x + 8.0, near.y - 9.0)]);
    let st_by = Point::from(table.at("st")).distance(st);
    let apart = label(&table, "Start").distance(table.at("st").into());
    assert!(st_by > 1.0 && (apart - start.distance(st)).abs() < 0.1, "{st_by} {apart}");
}

#[test]
fn no_other_node_is_selected_once_a_pull_is_undone() {
    let mut table = ring();
    let chosen =
        |table: &mut Table| table.desk.shows().shapes.iter().filter(|shape| matches!(shape, Shape::Dot(_, Mark::Chosen))).count();
    let on = kept(&table)[0].line.nearest(Point::new(150.0, 50.0)).expect("near").at;
    table.drag(&[(on.x, on.y), (on.x, on.y - 20.0)]);
    assert_eq!(chosen(&mut table), 1);
    table.desk.apply(Deed::Undo);
    assert_eq!(chosen(&mut table), 0);
    table.desk.apply(Deed::Redo);
    assert_eq!(chosen(&mut table), 0);
}

#[test]
fn the_node_that_is_selected_stays_so_when_its_course_is_reversed() {
    let mut table = open("skoot", &[(50.0, 100.0), (150.0, 60.0), (250.0, 100.0), (250.0, 200.0)]);
    select(&mut table, &["a01"]);
    let chosen = |table: &mut Table| -> Vec<Point> {
        let shapes = table.desk.shows().shapes.into_iter();
        shapes.filter_map(|shape| if let Shape::Dot(at, Mark::Chosen) = shape { Some(at) } else { None }).collect()
    };
    table.click(150.0, 60.0);
    assert_eq!(chosen(&mut table), [Point::new(150.0, 60.0)]);
    done(&mut table, Deed::Reverse);
    assert_eq!(chosen(&mut table), [Point::new(150.0, 60.0)]);
    table.double_click(150.0, 60.0);
    let corners: Vec<bool> = kept(&table)[0].line.nodes.iter().map(|node| node.bend == Bend::Corner).collect();
    assert_eq!(corners, [false, false, true, false], "it is that one");
}

#[test]
fn spaces_are_previewed_in_the_shape_that_they_will_have() {
    for (game, is_round) in [("ski-the-mountain", true), ("skoot", false)] {
        let mut table = Table::new(game);
        table.take(Tool::Course);
        table.click(80.0, 60.0);
        table.point(PointerIs::Moved, 200.0, 60.0);
        let shapes = table.desk.shows().shapes.into_iter();
        let ghosts: Vec<bool> =
            shapes.filter_map(|shape| if let Shape::Space(tile, _) = shape { Some(tile.round) } else { None }).collect();
        assert!(ghosts.len() > 2 && ghosts.iter().all(|round| *round == is_round), "{game}: {ghosts:?}");
    }
}

#[test]
fn tiles_of_lanes_are_as_long_as_each_lane_has_room_in_bends() {
    let mut table = Table::new("hell-on-eight-wheels");
    table.take(Tool::Course);
    table.set(|settings| settings.lanes = 3);
    for (x, y) in [(45.0, 53.0), (179.0, 47.0), (214.0, 76.0), (179.0, 105.0), (98.0, 117.0), (86.0, 152.0), (109.0, 187.0)] {
        table.click(x, y);
    }
    table.key(HandKey::Enter);
    let mut lengths: Vec<f64> = vec![];
    for lane in kept(&table)[0].by_lane() {
        for (pair, own) in lane.windows(3).map(|three| ([&three[0], &three[2]], &three[1])) {
            let length =
                table.desk.document().space(own).expect("there").fields.number("length").expect("it is as long as it has room");
            let room = pair.iter().map(|beside| far(&table, own, beside)).sum::<f64>() / 2.0;
            assert!((length / room - 1.0).abs() < 0.2, "{own}: {length} mm long, with {room} mm of room");
            lengths.push(length);
        }
    }
    let least = lengths.iter().copied().fold(f64::MAX, f64::min);
    assert!(least * 2.0 < lengths.iter().copied().fold(0.0, f64::max), "the inner ones are shorter: {least}");
}

#[test]
fn lanes_are_previewed_as_they_will_lie() {
    for tool in [Tool::Course, Tool::Grid] {
        let mut table = Table::new("hell-on-eight-wheels");
        table.take(tool);
        table.set(|settings| (settings.lanes, settings.segments) = (3, 14));
        table.click(80.0, 60.0);
        table.click(200.0, 60.0);
        table.point(PointerIs::Moved, 260.0, 160.0);
        let shapes = table.desk.shows().shapes;
        let ghosts: Vec<_> =
            shapes.iter().filter_map(|shape| if let Shape::Space(tile, _) = shape { Some(*tile) } else { None }).collect();
        table.click(260.0, 160.0);
        table.key(HandKey::Enter);
        let board = Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
        assert_eq!((board.spaces.len(), ghosts.len() > 20), (ghosts.len(), true));
        // In the last row, too, from which the only links lead across.
        for ghost in &ghosts {
            let near = |n: usize| board.spaces[n].tile.at.distance(ghost.at);
            let n = (0..board.spaces.len()).min_by(|a, b| near(*a).total_cmp(&near(*b))).expect("spaces");
            let tile = board.spaces[n].tile;
            assert!(near(n) < 0.1 && ghost.towards.dot(tile.towards) > 0.99, "{tool:?}: {ghost:?}, {tile:?}");
            if tool == Tool::Grid {
                assert!((ghost.half - tile.half).abs() < 0.1 && (ghost.long - tile.long).abs() < 0.02, "{ghost:?}, {tile:?}");
            }
        }
    }
}
