//! Courses pulled by their lines, and what is put into them.

use editor::drawing::bends;
use editor::drawing::courses::Course;
use editor::drawing::problems::About;

use super::*;

/// A loop of 16 spaces or so in the hand of Reshape.
pub fn ring() -> Table {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.set(|settings| settings.is_closed = true);
    for (x, y) in [(100.0, 60.0), (200.0, 60.0), (220.0, 160.0), (100.0, 170.0)] {
        table.click(x, y);
    }
    table.key(HandKey::Enter);
    table.take(Tool::Reshape);
    table
}

pub fn kept(table: &Table) -> Vec<Course> {
    table.desk.document().courses().iter().map(|item| Course::read(item).expect("it can be read")).collect()
}

pub fn gaps(table: &Table, ids: &[std::sync::Arc<str>], is_closed: bool) -> (f64, f64) {
    let at: Vec<Point> = ids.iter().map(|id| Point::from(table.at(id))).collect();
    let last = is_closed.then(|| at[at.len() - 1].distance(at[0]));
    let gaps = at.windows(2).map(|pair| pair[0].distance(pair[1])).chain(last);
    gaps.fold((f64::MAX, 0.0), |(low, high), gap| (low.min(gap), high.max(gap)))
}

/// Whether the track is read as it was, without a problem of its courses.
pub fn reads_back(table: &Table) {
    let again = document(&table.text());
    assert_eq!(text(&again), table.text());
    for list in editor::drawing::List::ALL {
        let pairs = again.list(list).iter().zip(table.desk.document().list(list));
        pairs.for_each(|(a, b)| assert!(a.says_as(b), "{a:?} was {b:?}"));
    }
    let problems = table.desk.checker.problems(table.desk.document(), "mine");
    let of_courses =
        problems.iter().filter(|problem| matches!(problem.about.first(), Some(About::Item(editor::drawing::List::Courses, _))));
    assert_eq!(of_courses.map(|problem| &*problem.message).collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn a_node_is_pulled_and_the_spaces_follow_evenly() {
    let mut table = ring();
    let before = kept(&table).pop().expect("its line is kept");
    let (ids, links) = (before.spaces.clone(), table.steps());
    table.drag(&[(220.0, 160.0), (260.0, 200.0)]);
    let after = kept(&table).pop().expect("it stays");
    assert_eq!(after.line.nodes[2].at, Point::new(260.0, 200.0));
    assert_eq!((after.spaces, table.steps()), (ids.clone(), links), "ids and links stay");
    let (low, high) = gaps(&table, &ids, true);
    assert!(high / low < 1.12 && high > 15.0, "{low} to {high}");
    assert_eq!(table.desk.drawing.undoes().map(|name| name.starts_with("reshape")), Some(true));
    reads_back(&table);
    table.desk.apply(Deed::Undo);
    assert_eq!(kept(&table)[0], before, "one step");
    // Broken off in the middle.
    table.hold(&[(220.0, 160.0), (260.0, 200.0)]);
    assert_ne!(kept(&table)[0], before);
    table.key(HandKey::Escape);
    assert_eq!(kept(&table)[0], before);
}

#[test]
fn nodes_are_added_cornered_and_removed() {
    let mut table = ring();
    let count = kept(&table)[0].line.nodes.len();
    // On the line between two nodes.
    let on = kept(&table)[0].line.nearest(Point::new(150.0, 50.0)).expect("near").at;
    table.double_click(on.x, on.y);
    assert_eq!(kept(&table)[0].line.nodes.len(), count + 1);
    table.drag(&[(on.x, on.y), (150.0, 100.0)]);
    table.double_click(150.0, 100.0);
    assert!(table.text().contains("corner: true"), "{}", table.text());
    table.key(HandKey::Backspace);
    assert_eq!(kept(&table)[0].line.nodes.len(), count);
    // Delete means the nodes that are selected, not the spaces; a loop keeps three of them.
    let spaces = table.desk.document().spaces().len();
    table.click(100.0, 60.0);
    table.desk.apply(Deed::Delete { bridging: false });
    table.click(200.0, 60.0);
    table.desk.apply(Deed::Delete { bridging: false });
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("three nodes")), "{:?}", table.desk.refused);
    assert_eq!((kept(&table)[0].line.nodes.len(), table.desk.document().spaces().len()), (3, spaces));
    reads_back(&table);
}

#[test]
fn a_node_that_was_undone_holds_no_other_back() {
    let mut table = ring();
    let on = kept(&table)[0].line.nearest(Point::new(90.0, 115.0)).expect("near").at;
    table.double_click(on.x, on.y);
    table.desk.apply(Deed::Undo);
    table.with((true, false, false), |t| t.click(220.0, 160.0));
    table.drag(&[(220.0, 160.0), (260.0, 200.0)]);
    assert_eq!(kept(&table)[0].line.nodes[2].at, Point::new(260.0, 200.0));
}

#[test]
fn a_handle_bends_the_line() {
    let mut table = ring();
    table.click(200.0, 60.0);
    let (_, after) = kept(&table)[0].line.handles(1);
    let handle = Point::new(200.0, 60.0) + after;
    table.drag(&[(handle.x, handle.y), (handle.x + 20.0, handle.y)]);
    let moved = kept(&table)[0].line.handles(1).1 - after;
    assert!((moved - kurbo::Vec2::new(20.0, 0.0)).hypot() < 0.02, "{moved}");
    let (low, high) = gaps(&table, &kept(&table)[0].spaces, true);
    assert!(high / low < 1.12, "the spaces follow: {low} to {high}");
    reads_back(&table);
}

#[test]
fn a_course_is_lengthened_by_its_end() {
    // On the mountain, links along courses are chosen by whoever draws them.
    for game in ["skoot", "ski-the-mountain"] {
        for is_end in [true, false] {
            let mut table = Table::new(game);
            table.take(Tool::Course);
            table.drag(&[(100.0, 100.0), (250.0, 100.0)]);
            table.key(HandKey::Enter);
            let (count, gap) = (table.desk.document().spaces().len(), kept(&table)[0].spacing());
            table.take(Tool::Reshape);
            // The sign beyond the end lies six slacks away.
            let [from, to] = if is_end { [250.0 + 6.0 * 1.5, 300.0] } else { [100.0 - 6.0 * 1.5, 50.0] };
            table.drag(&[(from, 100.0), (to, 100.0)]);
            let course = kept(&table).remove(0);
            let more = (50.0 / gap).round() as usize;
            assert_eq!((course.spaces.len(), table.steps().len()), (count + more, count + more - 1), "{game} {is_end}");
            let steps = table.steps();
            for pair in course.spaces.windows(2) {
                let step = format!(" {}>{}", pair[0], pair[1]);
                assert!(steps.iter().any(|own| own.ends_with(&step)), "{game} {is_end}: no{step} in {steps:?}");
            }
            assert!((course.spacing() - gap).abs() < gap * 0.2, "{} is no longer {gap}", course.spacing());
            let (low, high) = gaps(&table, &course.spaces, false);
            assert!(high / low < 1.05, "{low} to {high}");
            table.desk.apply(Deed::Undo);
            assert_eq!(table.desk.document().spaces().len(), count);
        }
    }
}

#[test]
fn a_finish_stays_last_when_its_course_is_lengthened() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.bears(Tool::Course, "area", "home_straight");
    table.drag(&[(50.0, 100.0), (150.0, 100.0)]);
    table.key(HandKey::Enter);
    let (count, gap) = (table.desk.document().spaces().len(), kept(&table)[0].spacing());
    let last = |table: &Table| kept(table)[0].spaces.last().expect("a space").to_string();
    let key = table.desk.document().space(&last(&table)).expect("there").key;
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![key], name: "area".into(), value: Some("finish".into()) }));
    table.take(Tool::Reshape);
    table.drag(&[(150.0 + 6.0 * 1.5, 100.0), (200.0, 100.0)]);
    let more = (50.0 / gap).round() as usize;
    let written: Vec<String> = (1..=count + more).map(|n| format!("a{n:02}")).collect();
    assert_eq!(kept(&table)[0].spaces.iter().map(|id| &**id).collect::<Vec<_>>(), written);
    assert_eq!(table.desk.document().spaces().iter().map(|space| &*space.id).collect::<Vec<_>>(), written);
    assert_eq!(table.desk.document().space(&last(&table)).expect("there").key, key);
    assert_eq!(table.text().matches("area: home_straight").count(), count + more - 1, "{}", table.text());
    let steps: Vec<String> = written.windows(2).map(|pair| format!("ahead {}>{}", pair[0], pair[1])).collect();
    assert_eq!(table.steps(), steps);
    let said = table.desk.drawing.undoes().unwrap_or_default();
    assert!(said.ends_with("Finish stays at its end"), "{said}");
    // A start stays first.
    let first = table.desk.document().space("a01").expect("there").key;
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![first], name: "area".into(), value: Some("start".into()) }));
    table.drag(&[(50.0 - 6.0 * 1.5, 100.0), (20.0, 100.0)]);
    assert_eq!(&*kept(&table)[0].spaces[0], "a01");
    assert!(table.at("a01").0 < 30.0 && table.steps().len() > steps.len(), "{}", table.text());
    reads_back(&table);
}

#[test]
fn a_click_on_a_link_puts_a_space_in_between_and_the_numbers_move_on() {
    let mut table = ring();
    let ids = kept(&table)[0].spaces.clone();
    let count = ids.len();
    let (a, b) = (Point::from(table.at(&ids[3])), Point::from(table.at(&ids[4])));
    table.desk.apply(Deed::SelectNone);
    table.take(Tool::Space);
    let middle = a.midpoint(b);
    table.click(middle.x, middle.y);
    assert_eq!(table.desk.told.as_deref(), Some(&*format!("tiles 5 to {count} are 6 to {} now", count + 1)));
    let course = kept(&table).remove(0);
    let written: Vec<String> = (1..=count + 1).map(|n| format!("a{n:02}")).collect();
    assert_eq!(course.spaces.iter().map(|id| &**id).collect::<Vec<_>>(), written);
    assert_eq!(table.steps().len(), count + 1);
    assert_eq!(
        table.desk.document().spaces().iter().map(|space| &*space.id).collect::<Vec<_>>(),
        written,
        "in order of progress"
    );
    let (low, high) = gaps(&table, &course.spaces, true);
    assert!(high / low < 1.12, "{low} to {high}");
    // The counterpart.
    let key = table.desk.document().space("a05").expect("the new one").key;
    table.desk.apply(Deed::Select(vec![key], Mode::Replace));
    table.desk.apply(Deed::Delete { bridging: true });
    assert_eq!((table.steps().len(), kept(&table)[0].spaces.len()), (count, count));
    let (low, high) = gaps(&table, &kept(&table)[0].spaces, true);
    assert!(high / low < 1.12, "{low} to {high}");
    reads_back(&table);
}

#[test]
fn a_loose_space_that_is_dropped_on_a_link_comes_in_between() {
    let mut table = ring();
    let course = kept(&table).remove(0);
    let keys = |table: &Table, course: &Course| -> Vec<_> {
        course.spaces.iter().map(|id| table.desk.document().space(id).expect("there").key).collect()
    };
    let old = keys(&table, &course);
    let (a, b) = (Point::from(table.at(&course.spaces[3])), Point::from(table.at(&course.spaces[4])));
    table.take(Tool::Space);
    table.desk.apply(Deed::SelectNone);
    table.with((false, false, true), |t| t.click(40.0, 250.0));
    table.take(Tool::Select);
    let middle = a.midpoint(b);
    table.with((false, true, false), |t| {
        t.hold(&[(40.0, 250.0), (middle.x, middle.y)]);
        // The window looks at what lies where while something is dragged.
        t.desk.places();
        t.point(PointerIs::Released, middle.x, middle.y);
    });
    let after = kept(&table).remove(0);
    assert_eq!((after.spaces.len(), table.steps().len()), (course.spaces.len() + 1, course.spaces.len() + 1));
    let now = keys(&table, &after);
    assert!(!old.contains(&now[4]) && now[3] == old[3] && now[5] == old[4]);
    let (low, high) = gaps(&table, &after.spaces, true);
    assert!(high / low < 1.12, "{low} to {high}");
    // One that is linked is merely moved.
    table.drag(&[table.at(&after.spaces[8]), (middle.x, middle.y)]);
    assert_eq!(kept(&table)[0].spaces, after.spaces);
    reads_back(&table);
}

#[test]
fn a_course_is_split_joined_turned_round_and_closed() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    for (x, y) in [(50.0, 100.0), (150.0, 60.0), (250.0, 100.0)] {
        table.click(x, y);
    }
    table.key(HandKey::Enter);
    let (count, before) = (table.desk.document().spaces().len(), table.text());
    let key = |table: &Table, n: usize| table.desk.document().spaces()[n].key;
    let middle = key(&table, 6);
    table.desk.apply(Deed::Select(vec![middle], Mode::Replace));
    table.desk.apply(Deed::Split);
    assert_eq!(kept(&table).iter().map(|course| course.spaces.len()).collect::<Vec<_>>(), [6, count - 6]);
    assert_eq!(table.steps().len(), count - 2);
    for course in kept(&table) {
        let off = course.placed(table.desk.document()).into_iter();
        let off = off.map(|(key, at)| table.desk.document().item(key).expect("there").at.expect("placed").distance(at));
        assert!(off.fold(0.0, f64::max) < 2.0, "the parts lie where they lay");
    }
    reads_back(&table);
    let ends = vec![key(&table, 5), key(&table, 6)];
    table.desk.apply(Deed::Select(ends, Mode::Replace));
    table.desk.apply(Deed::Join);
    assert_eq!(table.desk.refused, None);
    assert_eq!((kept(&table).len(), table.steps().len()), (1, count - 1));
    assert_eq!(table.steps().iter().filter(|step| before.contains(&step[6..9])).count(), count - 1);
    // The other way round it lies as it lay.
    let places: Vec<(f64, f64)> = kept(&table)[0].spaces.iter().map(|id| table.at(id)).collect();
    table.desk.apply(Deed::Select(vec![middle], Mode::Replace));
    table.desk.apply(Deed::Reverse);
    let course = kept(&table).remove(0);
    assert_eq!(course.spaces.iter().rev().map(|id| table.at(id)).collect::<Vec<_>>(), places);
    assert_eq!(course.line.nodes[0].at, Point::new(250.0, 100.0));
    // The ends are far apart: more spaces come in between, and the others hardly move.
    table.desk.apply(Deed::CloseLoop);
    let closed = kept(&table).remove(0);
    assert!(closed.line.comes_round());
    assert!(closed.spaces.len() > count + 5);
    let far =
        closed.spaces[..count].iter().rev().zip(&places).map(|(id, was)| Point::from(table.at(id)).distance(Point::from(*was)));
    assert!(far.fold(0.0, f64::max) < 12.0);
    let new = closed.spaces[count..].iter().map(|id| id.to_string()).collect::<Vec<_>>();
    assert_eq!(table.selected(), new, "what was made is selected");
    table.desk.apply(Deed::Select(vec![middle], Mode::Replace));
    table.desk.apply(Deed::ReSpace);
    let (low, high) = gaps(&table, &kept(&table)[0].spaces, true);
    assert!(high / low < 1.25, "{low} to {high}");
    // Split once, it is open again.
    table.desk.apply(Deed::Split);
    assert_eq!((kept(&table).len(), kept(&table)[0].line.is_closed, table.steps().len()), (1, false, closed.spaces.len() - 1));
    reads_back(&table);
}

#[test]
fn a_line_goes_where_all_its_spaces_go_and_is_pasted_with_them() {
    let mut table = ring();
    let line = kept(&table)[0].line.clone();
    table.desk.apply(Deed::SelectCourse);
    table.desk.apply(Deed::Nudge(kurbo::Vec2::new(10.0, 5.0)));
    assert_eq!(kept(&table)[0].line.nodes[0].at, line.nodes[0].at + kurbo::Vec2::new(10.0, 5.0));
    table.desk.apply(Deed::Turn(90.0));
    table.desk.apply(Deed::Scale(-1.0, 1.0));
    table.desk.apply(Deed::Scale(0.5, 0.5));
    let course = kept(&table).remove(0);
    let far = course
        .placed(table.desk.document())
        .into_iter()
        .map(|(key, at)| table.desk.document().item(key).expect("there").at.expect("placed").distance(at));
    assert!(far.fold(0.0, f64::max) < 2.0, "its line lies under its spaces");
    table.desk.apply(Deed::Duplicate);
    let both = kept(&table);
    assert_eq!(both.len(), 2);
    assert!(both[1].spaces.iter().all(|id| !both[0].spaces.contains(id)));
    assert!(both[1].line.nodes[0].at.distance(both[0].line.nodes[0].at) > 5.0);
    reads_back(&table);
}

#[test]
fn a_branch_stays_on_the_space_where_it_begins() {
    let mut table = ring();
    let ids = kept(&table)[0].spaces.clone();
    let (x, y) = table.at(&ids[8]);
    table.take(Tool::Course);
    table.set(|settings| (settings.is_closed, settings.link) = (false, Some("homeward".into())));
    table.click(x, y);
    table.click(x + 20.0, y + 80.0);
    table.key(HandKey::Enter);
    let branch = kept(&table).remove(1);
    assert_eq!(branch.from, Some(ids[8].clone()));
    table.take(Tool::Reshape);
    table.desk.apply(Deed::Select(vec![table.desk.document().space(&ids[0]).expect("there").key], Mode::Replace));
    table.drag(&[(220.0, 160.0), (260.0, 220.0)]);
    let after = kept(&table).remove(1);
    assert_eq!(after.line.nodes[0].at, Point::from(table.at(&ids[8])), "the branch follows");
    assert_ne!(after.line, branch.line);
    reads_back(&table);
}

#[test]
fn a_chain_of_links_is_a_course_where_no_tool_draws_links_along_one() {
    let document = shipped_document("ski-the-mountain", "three-towns");
    let course = Course::through(&document, &schema("ski-the-mountain"), document.space("Marmot-2").expect("there").key);
    let course = course.expect("it lies on a run");
    assert_eq!(course.spaces.iter().map(|id| &**id).collect::<Vec<_>>(), ["Marmot-1", "Marmot-2", "Marmot-3"]);
    assert_eq!((course.from.as_deref(), course.to.as_deref()), (Some("Westcol"), Some("Marmot-hut")));
}

#[test]
fn odd_courses_in_files_do_no_harm() {
    let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
    let spaces = "spaces: [(id: \"a\", at: (10, 10)), (id: \"b\", at: (10, 10)), (id: \"c\", at: (60, 10)), (id: \"c\", at: (90, 10)), (at: (5, 5))]";
    let links = "links: [(kind: \"ahead\", chain: [\"a\", \"b\", \"a\"]), (kind: \"ahead\", chain: [\"c\", \"z\"])]";
    for courses in [
        "",
        "(nodes: [(at: (10, 10)), (at: (10, 10))], spaces: [\"a\", \"b\", \"\"])",
        "(nodes: [(at: (10, 10))], spaces: [\"a\", \"b\"], closed: true)",
        "(nodes: [(at: (10, 10)), (at: (50, 10))], spaces: [\"a\", \"b\", \"c\"], closed: true, gaps: [0.001, 5, 1e308])",
        "(nodes: [(at: (10, 10)), (at: (50, 10))], spaces: [\"a\", \"b\"], lanes: 2, lane_width: 1e308, from: \"c\", to: \"c\", touching: true)",
        "(nodes: [(at: (10, 10)), (at: (50, 10))], spaces: [\"a\", \"b\"], from: \"c\"), (nodes: [(at: (1, 1)), (at: (5, 9))], spaces: [\"c\"], to: \"a\")",
        "(nodes: [(at: (10, 10)), (at: (99999, 10), after: (99999, 0), before: (-99999, 0))], spaces: [\"a\", \"b\", \"a\", \"z\"])",
        "(nodes: 3, spaces: [\"a\"]), (spaces: 4), ()",
    ] {
        let text = format!("(ruleset: \"skoot\", {spaces}, {links}, courses: [{courses}])");
        let first = document(&text);
        for key in first.spaces().iter().map(|space| space.key) {
            let mut table = Table::of(first.clone(), checker.clone());
            table.desk.apply(Deed::Take(Tool::Reshape));
            table.desk.apply(Deed::Select(vec![key], Mode::Replace));
            let all = || first.spaces().iter().map(|space| space.key).collect::<Vec<_>>();
            let pull = |is, x: f64| {
                Deed::Pointer(Pointer { is, at: Point::new(x, 10.0), slack: 1.5, shift: false, ctrl: false, alt: false })
            };
            for deed in [
                pull(PointerIs::Pressed, 10.0),
                pull(PointerIs::Dragged, 30.0),
                pull(PointerIs::Released, 30.0),
                Deed::Select(vec![key], Mode::Replace),
                Deed::Split,
                Deed::ReSpace,
                Deed::Reverse,
                Deed::CloseLoop,
                Deed::Nudge(kurbo::Vec2::new(3.0, 1.0)),
                Deed::Select(all(), Mode::Replace),
                Deed::Scale(0.5, 2.0),
                Deed::Duplicate,
                Deed::Select(all().into_iter().take(2).collect(), Mode::Replace),
                Deed::Join,
                Deed::Select(vec![key], Mode::Replace),
                Deed::Delete { bridging: true },
                Deed::GoTo(0),
            ] {
                table.desk.apply(deed);
                table.desk.shows();
                let places = table.desk.document().spaces().iter().filter_map(|space| space.at);
                places.for_each(|at| assert!(at.is_finite() && at.x.abs() <= 100_000.0, "{courses}: {at:?}"));
            }
            assert_eq!(*table.desk.document(), first, "{courses}");
        }
    }
}

#[test]
fn tracks_drawn_before_get_their_lines_when_they_are_reshaped() {
    for (game, track) in [("skoot", "hilly"), ("biathlon-blast", "port-rock-long"), ("hell-on-eight-wheels", "oval")] {
        let checker = Arc::new(Checker::new(&ruleset(game), &[]));
        let document = shipped_document(game, track);
        let mut table = Table::of(document.clone(), checker);
        table.take(Tool::Reshape);
        let fitted: Vec<Course> = (document.spaces().iter())
            .filter_map(|space| Course::through(&document, &table.desk.drawing.schema, space.key))
            .collect();
        let largest = fitted.iter().max_by_key(|course| course.spaces.len()).expect("there are courses").clone();
        assert!(largest.line.nodes.len() * 2 <= largest.count() + 4, "{track}: {} nodes", largest.line.nodes.len());
        let at = |key| document.item(key).and_then(|item| item.at).expect("placed");
        // What lay in a row goes on doing so.
        let placed = largest.placed(&document).into_iter().take(largest.count());
        let (lane, placed): (Vec<Point>, Vec<Point>) = placed.map(|(key, place)| (at(key), place)).unzip();
        let off = |four: &[Point]| {
            let way = (four[3] - four[0]).normalize();
            four[1..3].iter().map(|at| way.cross(*at - four[0]).abs()).fold(0.0, f64::max)
        };
        let rows = lane.windows(4).zip(placed.windows(4)).filter(|(four, _)| off(four) < 0.05);
        let rows: Vec<f64> = rows.map(|(_, placed)| off(placed)).collect();
        assert!(!rows.is_empty() || track == "port-rock-long");
        assert!(rows.iter().all(|off| *off < 0.1), "{track}: what lay in a row doesn't: {rows:?}");
        for at in lane.windows(4).filter(|four| largest.lanes == 1 && off(four) < 0.05).flatten() {
            let far = largest.line.nearest(*at).expect("a line").far;
            assert!(far < 0.1, "{track}: {at:?} lay in a row, and lies {far} mm beside the line");
        }
        let far = largest.placed(&document).into_iter().map(|(key, place)| at(key).distance(place)).fold(0.0, f64::max);
        assert!(far < 0.15 * largest.spacing(), "{track}: a space would jump by {far} mm");
        let sizes = |document: &Document| -> Vec<_> {
            let spaces = document.spaces().iter();
            spaces.map(|space| ["size", "length"].map(|side| space.fields.get(side).cloned())).collect()
        };
        if largest.line.is_closed {
            let first = document.spaces().iter().find(|space| largest.spaces.contains(&space.id)).expect("one");
            assert_eq!(largest.spaces[0], first.id, "{track}");
        }
        let first = document.space(largest.spaces.iter().find(|id| !id.is_empty()).expect("one")).expect("there");
        table.desk.apply(Deed::Select(vec![first.key], Mode::Replace));
        let node = largest.line.nodes[1].at;
        table.drag(&[(node.x, node.y), (node.x + 6.0, node.y + 6.0)]);
        assert_eq!(kept(&table).iter().filter(|course| course.spaces.len() == largest.spaces.len()).count(), 1, "{track}");
        let text = table.text();
        for space in document.spaces() {
            assert!(text.contains(&format!("\"{}\"", space.id)), "{track}: {} is lost", space.id);
        }
        assert_eq!(sizes(table.desk.document()), sizes(&document), "{track}");
    }
}

#[test]
fn only_what_is_beside_a_node_moves_where_the_others_are_to_stay() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.set(|settings| settings.is_closed = true);
    for (x, y) in
        [(60.0, 60.0), (130.0, 50.0), (200.0, 60.0), (240.0, 110.0), (220.0, 160.0), (150.0, 170.0), (80.0, 170.0), (50.0, 110.0)]
    {
        table.click(x, y);
    }
    table.key(HandKey::Enter);
    table.take(Tool::Reshape);
    let before = kept(&table).remove(0);
    let lies = |table: &Table, ids: &[std::sync::Arc<str>]| ids.iter().map(|id| Point::from(table.at(id))).collect::<Vec<_>>();
    let old = lies(&table, &before.spaces);
    table.set(|settings| settings.is_even = false);
    table.drag(&[(220.0, 160.0), (260.0, 190.0)]);
    let after = kept(&table).remove(0);
    let new = lies(&table, &before.spaces);
    let moved = old.iter().zip(&new).filter(|(old, new)| old.distance(**new) > 0.05).count();
    assert!((4..before.spaces.len() - 3).contains(&moved), "{moved} of {} moved", old.len());
    assert_eq!(after.gaps.len(), after.steps());
    reads_back(&table);
    // Spread again.
    let key = table.desk.document().space(&before.spaces[0]).expect("there").key;
    table.desk.apply(Deed::Select(vec![key], Mode::Replace));
    table.desk.apply(Deed::ReSpace);
    assert_eq!(table.desk.drawing.undoes(), Some(&*format!("distribute {} spaces", old.len())));
    let (low, high) = gaps(&table, &before.spaces, true);
    assert!(high / low < 1.12, "{low} to {high}");
    // By a handle, too.
    table.take(Tool::Reshape);
    let far = Point::from(table.at(&before.spaces[before.spaces.len() - 1]));
    table.click(200.0, 60.0);
    let (_, handle) = kept(&table)[0].line.handles(2);
    let handle = Point::new(200.0, 60.0) + handle;
    table.drag(&[(handle.x, handle.y), (handle.x + 20.0, handle.y)]);
    assert!(Point::from(table.at(&before.spaces[before.spaces.len() - 1])).distance(far) < 0.05);
}

#[test]
fn without_even_spacing_only_spaces_beside_the_node_move_on_a_track_drawn_before() {
    let document = shipped_document("skoot", "hilly");
    let mut table = Table::of(document.clone(), Arc::new(Checker::new(&ruleset("skoot"), &[])));
    table.take(Tool::Reshape);
    table.set(|settings| settings.is_even = false);
    let first = document.spaces().iter().filter_map(|space| Course::through(&document, &table.desk.drawing.schema, space.key));
    let course = first.max_by_key(|course| course.spaces.len()).expect("there are courses");
    let key = document.space(&course.spaces[0]).expect("there").key;
    table.desk.apply(Deed::Select(vec![key], Mode::Replace));
    let node = course.line.nodes[3].at;
    table.drag(&[(node.x, node.y), (node.x + 8.0, node.y + 8.0)]);
    let now = |id: &str| table.desk.document().space(id).and_then(|space| space.at).expect("placed");
    let moved = document.spaces().iter().filter(|space| space.at.expect("placed").distance(now(&space.id)) > 1e-6);
    let moved: Vec<f64> = moved.map(|space| space.at.expect("placed").distance(node)).collect();
    let farthest = moved.iter().copied().fold(0.0, f64::max);
    assert!(!moved.is_empty() && farthest < 6.0 * course.spacing(), "{moved:?} moved");
}

#[test]
fn without_a_node_nothing_is_deleted_and_it_is_said() {
    let mut table = ring();
    let count = table.desk.document().spaces().len();
    table.desk.apply(Deed::Delete { bridging: false });
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("Click the node")), "{:?}", table.desk.refused);
    assert_eq!(table.desk.document().spaces().len(), count);
    // All nodes: the whole line moves.
    table.desk.apply(Deed::SelectAll);
    let before = kept(&table).remove(0);
    table.drag(&[(100.0, 60.0), (110.0, 70.0)]);
    let after = kept(&table).remove(0);
    assert!(
        after.line.nodes.iter().zip(&before.line.nodes).all(|(a, b)| (a.at - b.at - kurbo::Vec2::new(10.0, 10.0)).hypot() < 0.01)
    );
}

#[test]
fn ids_count_back_where_spaces_go() {
    let mut table = ring();
    let ids = kept(&table)[0].spaces.clone();
    let count = ids.len();
    let keys = |table: &Table, ids: &[&str]| ids.iter().map(|id| table.desk.document().space(id).expect("there").key).collect();
    table.take(Tool::Select);
    table.desk.apply(Deed::Select(keys(&table, &["a05", "a06", "a09"]), Mode::Replace));
    table.desk.apply(Deed::Delete { bridging: true });
    let written: Vec<String> = (1..=count - 3).map(|n| format!("a{n:02}")).collect();
    assert_eq!(kept(&table)[0].spaces.iter().map(|id| &**id).collect::<Vec<_>>(), written);
    assert_eq!(table.steps().len(), count - 3);
    assert_eq!(table.desk.drawing.undoes(), Some("delete 3 spaces"));
    assert_eq!(
        table.desk.told.as_deref(),
        Some(&*format!("tiles 7 to 8 are 5 to 6 now, tiles 10 to {count} are 7 to {} now", count - 3))
    );
    // The first has nothing before it that it would count from.
    table.desk.apply(Deed::Select(keys(&table, &["a01"]), Mode::Replace));
    table.desk.apply(Deed::Delete { bridging: true });
    assert_eq!(&*kept(&table)[0].spaces[0], "a02");
    reads_back(&table);
}

#[test]
fn spaces_close_up_on_a_course_that_was_never_reshaped() {
    let mut table = Table::of(shipped_document("skoot", "hilly"), Arc::new(Checker::new(&ruleset("skoot"), &[])));
    assert!(kept(&table).is_empty());
    let gap = |table: &Table, from: &str, to: &str| Point::from(table.at(from)).distance(table.at(to).into());
    let (usual, penalty) = (gap(&table, "a07", "a08"), gap(&table, "a01", "p1"));
    let keys = ["a08", "a09"].map(|id| table.desk.document().space(id).expect("there").key);
    table.desk.apply(Deed::Select(keys.to_vec(), Mode::Replace));
    table.desk.apply(Deed::Delete { bridging: true });
    assert_eq!(table.desk.refused, None);
    assert!((gap(&table, "a07", "a08") / usual - 1.0).abs() < 0.2, "{} {usual}", gap(&table, "a07", "a08"));
    // The penalty loop goes along with the space where it begins.
    assert!((gap(&table, "a01", "p1") - penalty).abs() < 1.0, "{} {penalty}", gap(&table, "a01", "p1"));
    assert_eq!(table.desk.drawing.undoes(), Some("delete 2 spaces"));
    table.desk.apply(Deed::Undo);
    assert_eq!(*table.desk.document(), shipped_document("skoot", "hilly"));
}

/// How near rows across a course come to each other, in their usual distance: less than nothing where they cross.
fn nearest_rows(course: &Course) -> f64 {
    let (lanes, count) = (course.places(), course.count());
    let middle = |n: usize| lanes[0][n].midpoint(lanes[lanes.len() - 1][n]);
    let far = |lane: &Vec<Point>, n: usize| {
        let (next, step) = ((n + 1) % count, middle((n + 1) % count) - middle(n));
        (lane[next] - lane[n]).dot(step) / step.hypot2()
    };
    (0..count).flat_map(|n| lanes.iter().map(move |lane| far(lane, n))).fold(f64::MAX, f64::min)
}

#[test]
fn a_node_that_is_pulled_far_makes_no_point_and_lanes_do_not_cross() {
    let checker = Arc::new(Checker::new(&ruleset("hell-on-eight-wheels"), &[]));
    let document = shipped_document("hell-on-eight-wheels", "oval");
    let first = document.spaces()[0].key;
    let nodes = Course::through(&document, &checker.schema, first).expect("a course").line.nodes;
    for n in [3, 6, 11] {
        let (mut table, node) = (Table::of(document.clone(), checker.clone()), nodes[n].at);
        table.take(Tool::Reshape);
        table.desk.apply(Deed::Select(vec![first], Mode::Replace));
        let to = node + (node - Point::new(210.0, 130.0)) * 0.8;
        table.drag(&[(node.x, node.y), (to.x, to.y)]);
        let course = kept(&table).into_iter().max_by_key(|course| course.spaces.len()).expect("kept");
        assert!(nearest_rows(&course) > 0.3, "node {n}: {}", nearest_rows(&course));
        let ((_, handle), beside) = (course.line.handles(n), course.line.nodes[n + 1].at.distance(course.line.nodes[n].at));
        assert!(handle.hypot() > 0.16 * beside, "node {n}: {handle:?} of {beside}");
    }
}

#[test]
fn a_node_that_is_pulled_there_and_back_leaves_everything_as_it_was() {
    let mut table = Table::of(shipped_document("skoot", "hilly"), Arc::new(Checker::new(&ruleset("skoot"), &[])));
    let before = table.desk.document().clone();
    let first = before.space("a02").expect("it is there").key;
    table.take(Tool::Reshape);
    table.desk.apply(Deed::Select(vec![first], Mode::Replace));
    let course = Course::through(&before, &table.desk.drawing.schema, first).expect("a course");
    let at = course.line.nodes[2].at;
    table.drag(&[(at.x, at.y), (at.x + 40.0, at.y + 30.0), (at.x, at.y)]);
    assert_eq!((table.desk.document() == &before, table.desk.drawing.undoes()), (true, None));
    // The same drag may go on from there.
    table.drag(&[(at.x, at.y), (at.x + 40.0, at.y), (at.x, at.y), (at.x + 20.0, at.y)]);
    assert_eq!((kept(&table).is_empty(), table.desk.drawing.steps().1), (false, 1));
}

#[test]
fn a_line_that_is_pulled_about_lies_as_if_it_had_been_pulled_there_at_once() {
    let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
    let mut document = shipped_document("skoot", "hilly");
    // Links bend, those of branches and across the course among them.
    for link in document.links().to_vec() {
        for step in 0..link.steps().count() {
            let mut line = bends::line(&document, &link, step).expect("both spaces lie somewhere");
            let (a, b) = (line.nodes[0].at, line.nodes[1].at);
            let node = a.midpoint(b) + kurbo::Vec2::new(b.y - a.y, a.x - b.x) * 0.4;
            line.nodes.insert(1, editor::drawing::tools::line::Node::smooth(node));
            let value = bends::with(document.item(link.key).expect("there"), step, &line);
            let set = Edit::Set { keys: vec![link.key], name: bends::FIELD.into(), value };
            document = editor::drawing::edit::apply(&document, &checker.schema, &set).expect("it bends");
        }
    }
    let first = document.space("a02").expect("it is there").key;
    let line = Course::through(&document, &checker.schema, first).expect("a course").line;
    let (node, handle) = (line.nodes[2].at, line.handles(2).1);
    let beside = line.nodes[3].at + (line.nodes[4].at - line.nodes[3].at) / 2.0;
    let on = line.nearest(beside).expect("near").at;
    for from in [node, node + handle, on] {
        let pulled = |way: &[Point]| {
            let mut table = Table::of(document.clone(), checker.clone());
            table.take(Tool::Reshape);
            table.desk.apply(Deed::Select(vec![first], Mode::Replace));
            if from == node + handle {
                table.click(node.x, node.y);
            }
            let way: Vec<(f64, f64)> = way.iter().map(|at| (at.x, at.y)).collect();
            table.drag(&way);
            assert!(table.desk.drawing.steps().1 < 2, "one step");
            table
        };
        let away = |n: f64| from + kurbo::Vec2::from_angle(n * 0.7) * (n * 4.0);
        let about: Vec<Point> = [from].into_iter().chain((1..=12).map(|n| away(f64::from(n)))).collect();
        let to = from + kurbo::Vec2::new(-9.0, 14.0);
        let mut table = pulled(&[&about[..], &[to]].concat());
        let (wandered, direct) = (table.desk.document().clone(), pulled(&[from, to]).desk.document().clone());
        assert_eq!(text(&wandered), text(&direct));
        assert!(wandered == direct && wandered != document);
        table.desk.apply(Deed::Undo);
        assert!(*table.desk.document() == document);
        assert!(*pulled(&[&about[..], &[from]].concat()).desk.document() == document, "there and back");
    }
}

#[test]
fn what_lies_at_the_end_of_a_course_is_no_finish_for_being_the_only_one_of_its_kind() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.drag(&[(50.0, 100.0), (150.0, 100.0)]);
    table.key(HandKey::Enter);
    let last = kept(&table)[0].spaces.last().expect("a space").clone();
    let key = table.desk.document().space(&last).expect("there").key;
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![key], name: "terrain".into(), value: Some("climb".into()) }));
    table.take(Tool::Reshape);
    let count = kept(&table)[0].spaces.len();
    table.drag(&[(150.0 + 6.0 * 1.5, 100.0), (200.0, 100.0)]);
    let ids = kept(&table)[0].spaces.clone();
    assert!(ids.len() > count && ids[count - 1] == last, "{ids:?}");
    assert_eq!(table.desk.document().space(&last).map(|space| space.key), Some(key));
}

#[test]
fn the_line_dragged_near_a_node_moves_that_node() {
    let mut table = ring();
    let (course, half) = (kept(&table).remove(0), table.desk.usual_size() / 2.0);
    let node = course.line.nodes[1].at;
    let beside = course.line.nearest(node + kurbo::Vec2::new(half, half)).expect("near").at;
    assert!((3.0..2.0 * half).contains(&beside.distance(node)), "{beside:?}");
    table.drag(&[(beside.x, beside.y), (beside.x + 20.0, beside.y - 20.0)]);
    let now = kept(&table).remove(0);
    assert_eq!((now.line.nodes.len(), now.line.nodes[1].at), (course.line.nodes.len(), node + kurbo::Vec2::new(20.0, -20.0)));
}
