//! What courses keep when something is done to them.

use std::sync::Arc;

use editor::drawing::courses::Course;
use editor::drawing::{Key, List, tiles};

use super::reshape::{kept, reads_back, ring};
use super::*;

pub fn key(table: &Table, id: &str) -> Key {
    table.desk.document().space(id).expect("it is there").key
}

pub fn select(table: &mut Table, ids: &[&str]) {
    let keys = ids.iter().map(|id| key(table, id)).collect();
    table.desk.apply(Deed::Select(keys, Mode::Replace));
}

pub fn done(table: &mut Table, deed: Deed) {
    table.desk.apply(deed);
    assert_eq!(table.desk.refused, None);
}

/// Pulls the second node of the course of a space by this much.
pub fn pull(table: &mut Table, id: &str, (x, y): (f64, f64)) {
    table.take(Tool::Reshape);
    select(table, &[id]);
    let course = Course::through(table.desk.document(), &table.desk.drawing.schema, key(table, id)).expect("a course");
    let at = course.line.nodes[1].at;
    table.drag(&[(at.x, at.y), (at.x + x, at.y + y)]);
    assert!(table.desk.drawing.undoes().is_some_and(|name| name.starts_with("reshape")), "{:?}", table.desk.drawing.undoes());
}

fn places(table: &Table) -> Vec<(Key, Point)> {
    table.desk.document().spaces().iter().filter_map(|space| Some((space.key, space.at?))).collect()
}

/// How far the space went that went farthest.
fn farthest(table: &Table, before: &[(Key, Point)]) -> f64 {
    let far = |(key, at): &(Key, Point)| Some(table.desk.document().item(*key)?.at?.distance(*at));
    before.iter().filter_map(far).fold(0.0, f64::max)
}

fn opened(game: &str, document: Document) -> Table {
    Table::of(document, Arc::new(Checker::new(&ruleset(game), &[])))
}

#[test]
fn tiles_that_do_not_touch_keep_their_sizes() {
    let mut table = opened("hell-on-eight-wheels", shipped_document("hell-on-eight-wheels", "oval"));
    let sizes = |table: &Table| {
        let spaces = table.desk.document().spaces().iter();
        spaces.map(|space| ["size", "length"].map(|name| space.fields.get(name).cloned())).collect::<Vec<_>>()
    };
    let (before, first) = (sizes(&table), table.desk.document().spaces()[0].id.clone());
    pull(&mut table, &first, (6.0, 6.0));
    assert_eq!(sizes(&table), before);
}

#[test]
fn a_single_tile_has_no_neighbours_to_touch() {
    let mut table = Table::new("skoot");
    table.take(Tool::Space);
    table.click(50.0, 100.0);
    table.with((false, false, true), |t| t.click(100.0, 100.0));
    table.take(Tool::Grid);
    table.set(|settings| settings.segments = 3);
    table.click(50.0, 100.0);
    table.click(100.0, 100.0);
    table.take(Tool::Reshape);
    select(&mut table, &["a03"]);
    table.drag(&[(75.0, 100.0), (75.0, 120.0)]);
    assert_eq!(kept(&table)[0].line.nodes.len(), 3);
    assert_eq!(table.desk.document().space("a03").expect("it is there").fields.get("size"), None, "{}", table.text());
}

#[test]
fn lanes_stay_on_their_sides_when_a_course_is_flipped() {
    let mut table = Table::new("hell-on-eight-wheels");
    table.take(Tool::Course);
    table.set(|settings| settings.lanes = 2);
    table.drag(&[(50.0, 100.0), (150.0, 100.0)]);
    table.key(HandKey::Enter);
    table.desk.apply(Deed::SelectAll);
    done(&mut table, Deed::Scale(-1.0, 1.0));
    let before = places(&table);
    let first = table.desk.document().spaces()[0].id.clone();
    pull(&mut table, &first, (2.0, 0.0));
    assert!(farthest(&table, &before) < 3.0, "{}", farthest(&table, &before));
    // In tracks that don't keep its line, too.
    table.desk.apply(Deed::Undo);
    let line = kept(&table)[0].key.expect("it is kept");
    done(&mut table, Deed::Edit(Edit::Remove { keys: vec![line], bridging: false }));
    pull(&mut table, &first, (2.0, 0.0));
    assert_eq!(kept(&table)[0].lanes, 2);
    assert!(farthest(&table, &before) < 3.0, "{}", farthest(&table, &before));
}

#[test]
fn a_space_of_a_course_that_is_dropped_on_a_link_leaves_its_old_place() {
    let mut table = ring();
    for (from, to) in [("a04", "a05"), ("a05", "a06")] {
        done(&mut table, Deed::Edit(Edit::Disconnect { kind: "ahead".into(), from: from.into(), to: to.into() }));
    }
    table.take(Tool::Select);
    select(&mut table, &["a05"]);
    let dropped = key(&table, "a05");
    let middle = Point::from(table.at("a09")).midpoint(table.at("a10").into());
    table.with((false, true, false), |t| t.drag(&[t.at("a05"), (middle.x, middle.y)]));
    let id = table.desk.document().item(dropped).expect("it is there").id.clone();
    assert!(table.steps().contains(&format!("ahead a09>{id}")), "{:?}", table.steps());
    let course = kept(&table).remove(0);
    assert_eq!(course.spaces.iter().filter(|one| **one == id).count(), 1, "{:?}", course.spaces);
    reads_back(&table);
}

#[test]
fn a_course_whose_last_space_is_deleted_ends_earlier_and_can_be_lengthened() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.drag(&[(50.0, 100.0), (150.0, 100.0)]);
    table.key(HandKey::Enter);
    let ids = kept(&table)[0].spaces.clone();
    table.take(Tool::Select);
    select(&mut table, &[&ids[ids.len() - 1]]);
    done(&mut table, Deed::Delete { bridging: false });
    let (before, course) = (places(&table), kept(&table).remove(0));
    assert_eq!(course.spaces, ids[..ids.len() - 1]);
    let end = course.line.nodes[course.line.nodes.len() - 1].at;
    assert!(end.distance(table.at(&ids[ids.len() - 2]).into()) < 0.1, "{end}");
    table.take(Tool::Reshape);
    select(&mut table, &[&ids[0]]);
    table.drag(&[(end.x + 9.0, 100.0), (end.x + 3.0 * course.spacing(), 100.0)]);
    assert_eq!(kept(&table)[0].spaces.len(), ids.len() + 2);
    assert!(farthest(&table, &before) < 0.5);
    reads_back(&table);
}

#[test]
fn a_course_with_an_empty_place_is_copied() {
    let mut table = ring();
    table.take(Tool::Select);
    select(&mut table, &["a05"]);
    done(&mut table, Deed::Delete { bridging: false });
    table.desk.apply(Deed::SelectAll);
    done(&mut table, Deed::Duplicate);
    assert_eq!(kept(&table).iter().filter(|course| course.spaces[4].is_empty()).count(), 2);
    reads_back(&table);
}

#[test]
fn a_loop_that_is_split_keeps_its_gaps() {
    let mut table = ring();
    table.set(|settings| settings.is_even = false);
    table.drag(&[(220.0, 160.0), (270.0, 200.0)]);
    select(&mut table, &["a04"]);
    done(&mut table, Deed::Split);
    let course = kept(&table).remove(0);
    assert_eq!(course.gaps.len(), course.steps());
    let off = course.placed(table.desk.document()).into_iter();
    let off = off.map(|(key, at)| table.desk.document().item(key).and_then(|item| item.at).expect("placed").distance(at));
    assert!(off.fold(0.0, f64::max) < 0.5);
}

#[test]
fn ids_count_back_by_number_whatever_the_order_of_progress_is() {
    let mut table = ring();
    let count = table.desk.document().spaces().len();
    let keys = vec![key(&table, "a08"), key(&table, "a01")];
    done(&mut table, Deed::Edit(Edit::Order { list: List::Spaces, keys }));
    table.take(Tool::Select);
    select(&mut table, &["a03", "a08"]);
    done(&mut table, Deed::Delete { bridging: true });
    let mut ids: Vec<&str> = table.desk.document().spaces().iter().map(|space| &*space.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=count - 2).map(|n| format!("a{n:02}")).collect::<Vec<_>>());
}

#[test]
fn ids_at_the_largest_number_count_nowhere() {
    let text = "(ruleset: \"skoot\", spaces: [(id: \"a4294967294\", at: (20, 100)), (id: \"a4294967295\", at: (60, 100))], \
                links: [(kind: \"ahead\", chain: [\"a4294967294\", \"a4294967295\"])])";
    let mut table = opened("skoot", document(text));
    table.take(Tool::Space);
    table.click(40.0, 100.0);
    assert_eq!(table.desk.document().spaces().len(), 3);
    table.desk.apply(Deed::Undo);
    table.take(Tool::Select);
    select(&mut table, &["a4294967295"]);
    done(&mut table, Deed::Delete { bridging: true });
    assert_eq!(table.desk.document().spaces().len(), 1);
}

#[test]
fn a_point_that_is_clicked_twice_counts_once() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    for (x, y) in [(50.0, 100.0), (100.0, 60.0), (100.0, 60.0), (180.0, 100.0)] {
        table.click(x, y);
    }
    table.key(HandKey::Enter);
    let course = kept(&table).remove(0);
    assert_eq!(course.line.nodes.len(), 3);
    let at = |key| table.desk.document().item(key).and_then(|item| item.at).expect("placed");
    let off = course.placed(table.desk.document()).into_iter().map(|(key, place)| at(key).distance(place));
    assert!(off.fold(0.0, f64::max) < 0.05);
}

#[test]
fn a_course_with_uneven_gaps_keeps_them_when_it_is_lengthened() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    for x in [50.0, 100.0, 150.0] {
        table.click(x, 100.0);
    }
    table.key(HandKey::Enter);
    table.take(Tool::Reshape);
    table.set(|settings| settings.is_even = false);
    table.drag(&[(100.0, 100.0), (80.0, 100.0)]);
    let (before, course) = (places(&table), kept(&table).remove(0));
    assert!(!course.gaps.is_empty());
    table.drag(&[(159.0, 100.0), (200.0, 100.0)]);
    assert!(kept(&table)[0].spaces.len() > course.spaces.len());
    assert!(farthest(&table, &before) < 0.5, "{}", farthest(&table, &before));
    reads_back(&table);
}

#[test]
fn a_course_that_gets_a_space_keeps_its_branches() {
    let mut table = opened("skoot", shipped_document("skoot", "hilly"));
    table.take(Tool::Space);
    let middle = Point::from(table.at("a04")).midpoint(table.at("a05").into());
    table.click(middle.x, middle.y);
    assert_eq!(kept(&table).iter().filter(|course| course.spaces.contains(&"a05".into())).count(), 1);
    assert!(Course::of(table.desk.document(), "p1").is_some(), "the penalty loop is kept, too");
    // One that isn't kept yet is found later.
    let branch = Course::of(table.desk.document(), "p1").and_then(|course| course.key).expect("it is kept");
    done(&mut table, Deed::Edit(Edit::Remove { keys: vec![branch], bridging: false }));
    pull(&mut table, "a02", (6.0, 6.0));
    assert!(Course::of(table.desk.document(), "p1").is_some());
    reads_back(&table);
}

#[test]
fn a_bent_link_leads_over_a_new_space_where_it_bends() {
    let text = "(ruleset: \"skoot\", spaces: [(id: \"a\", at: (20, 100)), (id: \"b\", at: (120, 100))], \
                links: [(kind: \"homeward\", chain: [\"a\", \"b\"], \
                bends: [(from: \"a\", to: \"b\", nodes: [(at: (40, 140)), (at: (100, 140))])])])";
    let mut table = opened("skoot", document(text));
    let line = |table: &Table, step: usize| {
        let document = table.desk.document();
        editor::drawing::bends::line(document, &document.links()[0], step).expect("it leads there")
    };
    let whole = line(&table, 0);
    let on = whole.at(0.5).expect("it has a middle").at;
    table.take(Tool::Space);
    table.click(on.x, on.y);
    let new = table.desk.document().links()[0].spaces[1].clone();
    assert!(Point::from(table.at(&new)).distance(on) < 0.1, "{:?} is off {on}", table.at(&new));
    for half in [line(&table, 0), line(&table, 1)] {
        let off = (0..=8).filter_map(|n| whole.nearest(half.at(f64::from(n) / 8.0)?.at)).map(|on| on.far);
        assert!(half.nodes.len() > 2 && off.fold(0.0, f64::max) < 0.1);
    }
    reads_back(&table);
}

#[test]
fn a_chain_is_a_course_with_its_free_ends_and_when_it_comes_round() {
    let at = |n: usize| format!("(id: \"a{n}\", at: ({}, {})),", 20 * n, 20 + (n * n) % 50);
    let spaces: String = (1..=9).map(at).collect();
    let through = |chain: &str, id: &str| {
        let links = format!("[(kind: \"Piste\", chain: [{chain}])]");
        let document = document(&format!("(ruleset: \"ski-the-mountain\", spaces: [{spaces}], links: {links})"));
        Course::through(&document, &schema("ski-the-mountain"), document.space(id).expect("there").key)
    };
    let row: String = (1..=9).map(|n| format!("\"a{n}\", ")).collect();
    for id in ["a1", "a5", "a9"] {
        let open = through(&row, id).expect("a chain");
        assert_eq!((open.spaces.len(), open.from, open.to), (9, None, None));
        let closed = through(&format!("{row}\"a1\""), id).expect("a loop");
        assert_eq!((closed.spaces.len(), closed.line.comes_round()), (9, true));
    }
}

#[test]
fn a_part_of_a_course_is_spread_along_its_line() {
    let mut table = ring();
    let ids = kept(&table)[0].spaces.clone();
    table.set(|settings| settings.is_even = false);
    table.drag(&[(220.0, 160.0), (270.0, 200.0)]);
    let before = places(&table);
    // Over the beginning.
    let part = [ids.len() - 2, ids.len() - 1, 0, 1, 2, 3];
    table.take(Tool::Select);
    select(&mut table, &part.map(|n| &*ids[n]));
    done(&mut table, Deed::ReSpace);
    assert_eq!(table.desk.drawing.undoes(), Some("distribute 6 spaces"));
    let course = kept(&table).remove(0);
    let gap = |n: usize| course.gaps[n % course.gaps.len()];
    assert!((0..5).all(|n| (gap(ids.len() - 2 + n) - gap(0)).abs() < 0.02), "{:?}", course.gaps);
    let others: Vec<_> = before.into_iter().filter(|(key, _)| !table.desk.selected.contains(key)).collect();
    assert!(farthest(&table, &others) < 0.5);
    let off = course.placed(table.desk.document()).into_iter();
    let off = off.map(|(key, at)| table.desk.document().item(key).and_then(|item| item.at).expect("placed").distance(at));
    assert!(off.fold(0.0, f64::max) < 0.5);
    reads_back(&table);
}

#[test]
fn a_course_that_is_pressed_flat_on_the_way_is_scaled_all_the_same() {
    let mut table = ring();
    let before = kept(&table).remove(0).line;
    let all = places(&table);
    for share in [0.5, 0.001, 0.0, 0.4, 1.0] {
        let to = all.iter().map(|(key, at)| (*key, Point::new(160.0 + (at.x - 160.0) * share, at.y))).collect();
        done(&mut table, Deed::Drag(7, Edit::Arrange("scale", to)));
    }
    let after = kept(&table).remove(0).line;
    let far = before.nodes.iter().zip(&after.nodes).map(|(a, b)| a.at.distance(b.at));
    assert!(far.fold(0.0, f64::max) < 0.02, "{after:?}");
}

#[test]
fn all_lanes_come_round_when_a_loop_is_closed() {
    let mut table = Table::new("hell-on-eight-wheels");
    table.take(Tool::Course);
    table.set(|settings| settings.lanes = 2);
    for (x, y) in [(100.0, 60.0), (200.0, 60.0), (220.0, 160.0), (110.0, 170.0)] {
        table.click(x, y);
    }
    table.key(HandKey::Enter);
    let (steps, first) = (table.steps().len(), table.desk.document().spaces()[0].id.clone());
    select(&mut table, &[&first]);
    done(&mut table, Deed::CloseLoop);
    assert!(kept(&table)[0].line.comes_round());
    assert_eq!(table.steps().len(), steps + 2, "{:?}", table.steps());
}

#[test]
fn a_single_space_between_two_courses_keeps_its_line() {
    let mut table = Table::new("skoot");
    table.take(Tool::Space);
    table.click(50.0, 100.0);
    table.with((false, false, true), |t| t.click(110.0, 100.0));
    table.take(Tool::Course);
    table.set(|settings| settings.every = 20.0);
    table.click(50.0, 100.0);
    table.click(110.0, 100.0);
    table.take(Tool::Select);
    select(&mut table, &["a04"]);
    done(&mut table, Deed::Delete { bridging: true });
    assert_eq!(kept(&table).len(), 1, "{}", table.text());
    reads_back(&table);
}

#[test]
fn a_course_is_not_joined_with_itself() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.drag(&[(50.0, 100.0), (150.0, 100.0)]);
    table.key(HandKey::Enter);
    let ids = kept(&table)[0].spaces.clone();
    select(&mut table, &[&ids[0], &ids[ids.len() - 1]]);
    table.desk.apply(Deed::Join);
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("close the loop")), "{:?}", table.desk.refused);
}

/// A straight row of 14 mm steps with tiles of 11 mm, in the hand of Reshape.
fn straight(is_even: bool) -> Table {
    let mut table = Table::new("skoot");
    done(&mut table, Deed::Edit(Edit::Track { name: "tile".into(), value: Some("11.0".into()) }));
    table.take(Tool::Course);
    for x in [130.0, 200.0, 270.0] {
        table.click(x, 150.0);
    }
    table.key(HandKey::Enter);
    table.take(Tool::Reshape);
    table.set(|settings| settings.is_even = is_even);
    table
}

/// How far the line of the course lies beside where it led straight.
fn off_the_row(table: &Table) -> f64 {
    let line = kept(table).remove(0).line;
    let off = (0..=28).filter_map(|n| Some(line.nearest(Point::new(130.0 + 5.0 * f64::from(n), 150.0))?.far));
    off.fold(0.0, f64::max)
}

/// Which tiles lie on each other.
fn crowded(table: &Table) -> Vec<String> {
    let (document, checker) = (table.desk.document(), &table.desk.checker);
    let crowded = tiles::crowded(document, &checker.schema, table.desk.manifest());
    let title = |key: Key| document.title(key);
    crowded.into_iter().map(|(one, other)| format!("{} on {:?}", title(one), other.map(title))).collect()
}

#[test]
fn a_row_stays_straight_wherever_it_is_lengthened_to() {
    for (is_end, is_even) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut table = straight(is_even);
        let (before, back) = (places(&table), if is_end { 180 } else { 0 });
        for angle in (0..360).step_by(30) {
            let (end, sign) = if is_end { (270.0, 279.0) } else { (130.0, 121.0) };
            let to = Point::new(end, 150.0) + kurbo::Vec2::from_angle(f64::from(angle).to_radians()) * 45.0;
            let said = format!("{angle}° at the end {is_end}, evenly {is_even}");
            table.hold(&[(sign, 150.0), (to.x, to.y)]);
            let (is, at, slack) = (PointerIs::Released, to, 1.5);
            table.desk.apply(Deed::Pointer(Pointer { is, at, slack, shift: false, ctrl: false, alt: false }));
            if let Some(why) = table.desk.refused.take() {
                assert!(angle == back, "{said}: {why}");
                continue;
            }
            assert!(table.desk.document().spaces().len() > before.len(), "{said}");
            assert!(off_the_row(&table) < 0.1, "{said}: {}", off_the_row(&table));
            assert!(is_even || farthest(&table, &before) < 0.1, "{said}: {}", farthest(&table, &before));
            assert_eq!(crowded(&table), Vec::<String>::new(), "{said}");
            done(&mut table, Deed::Undo);
        }
    }
}

#[test]
fn a_row_stays_straight_when_its_loop_is_closed() {
    for is_even in [true, false] {
        let mut table = straight(is_even);
        let before = places(&table);
        select(&mut table, &["a01"]);
        done(&mut table, Deed::CloseLoop);
        assert!(kept(&table)[0].line.comes_round() && table.desk.document().spaces().len() > before.len() + 5);
        assert!(off_the_row(&table) < 0.1, "{is_even}: {}", off_the_row(&table));
        assert!(is_even || farthest(&table, &before) < 0.1, "{}", farthest(&table, &before));
        assert_eq!(crowded(&table), Vec::<String>::new(), "{is_even}");
        reads_back(&table);
    }
}

#[test]
fn a_course_leads_to_no_space_that_is_missing_but_one_that_does_is_reversed() {
    let text = |ends: &str| {
        format!(
            "(ruleset: \"skoot\", spaces: [(id: \"a1\", at: (40, 100)), (id: \"a2\", at: (60, 100)), (id: \"a3\", at: (80, 100))], \
             links: [(kind: \"ahead\", chain: [\"a1\", \"a2\", \"a3\"])], \
             courses: [(nodes: [(at: (20, 100)), (at: (100, 100))], spaces: [\"a1\", \"a2\", \"a3\"]{ends})])"
        )
    };
    let mut table = opened("skoot", document(&text("")));
    let course = kept(&table).remove(0);
    let keys = vec![course.key.expect("it is kept")];
    let leading =
        |end: &str, id: &str| Edit::Set { keys: keys.clone(), name: end.into(), value: Some(format!("\"{id}\"").into()) };
    for end in ["from", "to"] {
        table.desk.apply(Deed::Edit(leading(end, "a9")));
        assert_eq!(table.desk.refused.take().as_deref(), Some("there is no space \"a9\""), "{end}");
        let item = Course { from: Some("a9".into()), ..course.clone() }.item();
        table.desk.apply(Deed::Edit(Edit::Add { list: List::Courses, items: vec![item], before: None }));
        assert!(table.desk.refused.take().is_some(), "{end}");
        assert_eq!(kept(&table), std::slice::from_ref(&course));
        // One that is there is taken.
        done(&mut table, Deed::Edit(leading(end, "a3")));
        done(&mut table, Deed::Undo);
    }
    // What a file says already is kept, the other way round.
    for (ends, from, to) in [
        (", from: \"gone\"", None, Some("gone")),
        (", to: \"gone\"", Some("gone"), None),
        (", from: \"gone\", to: \"lost\"", Some("lost"), Some("gone")),
    ] {
        let mut table = opened("skoot", document(&text(ends)));
        select(&mut table, &["a2"]);
        done(&mut table, Deed::Reverse);
        let course = kept(&table).remove(0);
        assert_eq!((course.from.as_deref(), course.to.as_deref(), &*course.spaces[0]), (from, to, "a1"), "{ends}");
        assert!(table.steps().contains(&"ahead a1>a2".to_owned()) && table.at("a1").0 > 70.0, "{:?}", table.steps());
    }
}
