//! Room for what is inserted: courses get longer where their spaces would lie on one another.

use editor::drawing::courses::Course;
use editor::drawing::document::{Item, List};
use editor::drawing::hit::Places;
use editor::drawing::tools::line::Line;
use interpreter::diagnostic::Code;

use super::keep::{done, select};
use super::reshape::reads_back;
use super::*;

/// How many spaces move by more than half a tile to make room for one, and how far any of them does, in tiles.
const MOST_MOVED: usize = 14;
const FARTHEST: f64 = 4.0;
/// By how many degrees a course turns at most at what was inserted: loops of three spaces turn by nearly as much.
const SHARPEST: f64 = 120.0;

fn overlaps(table: &Table) -> Vec<String> {
    let problems = table.desk.checker.problems(table.desk.document(), "mine").into_iter();
    problems.filter(|problem| problem.code == Code::Overlap).map(|problem| problem.message).collect()
}

fn insert(table: &mut Table, id: &str, times: usize) {
    select(table, &[id]);
    (0..times).for_each(|_| done(table, Deed::Insert));
}

#[test]
fn three_spaces_find_room_in_a_short_section() {
    for track in ["flat", "hilly", "rolling", "long", "test-corners"] {
        let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
        let mut table = Table::of(shipped_document("skoot", track), checker);
        let tile = table.desk.document().header().tile();
        let length = |table: &Table| {
            let places: Vec<Point> = Course::of(table.desk.document(), "f1").expect("kept").places().concat();
            places.windows(2).map(|pair| pair[0].distance(pair[1])).fold(f64::INFINITY, f64::min)
        };
        let actions = table.actions;
        insert(&mut table, "f1", 3);
        assert_eq!((overlaps(&table), table.desk.crowded.clone()), (vec![], None), "{track}");
        assert!(tile.is_none_or(|tile| length(&table) >= 0.9 * tile), "{track}: {}", length(&table));
        assert_eq!((table.desk.document().header().tile(), table.actions), (tile, actions), "none is made smaller");
        reads_back(&table);
        (0..3).for_each(|_| table.desk.apply(Deed::Undo));
        assert_eq!(*table.desk.document(), shipped_document("skoot", track));
    }
}

#[test]
fn deleting_and_closing_the_gap_is_the_counterpart_of_inserting() {
    for (game, track, id) in
        [("skoot", "hilly", "a02"), ("ski-the-mountain", "three-towns", "Fox-1"), ("biathlon-blast", "port-rock-long", "f10")]
    {
        let begun = shipped_document(game, track);
        let mut table = Table::of(begun.clone(), Arc::new(Checker::new(&ruleset(game), &[])));
        select(&mut table, &[id]);
        let mut states = vec![];
        for _ in 0..3 {
            states.push((table.desk.document().clone(), table.desk.selected.clone()));
            done(&mut table, Deed::Insert);
        }
        states.push((table.desk.document().clone(), table.desk.selected.clone()));
        for n in (1..4).rev() {
            // What is deleted may look otherwise by now.
            table.desk.selected = states[n].1.clone();
            let keys = table.desk.selected.iter().copied().collect();
            done(&mut table, Deed::Edit(Edit::Set { keys, name: "size".into(), value: Some("9.0".into()) }));
            done(&mut table, Deed::Delete { bridging: true });
            assert_eq!(*table.desk.document(), states[n - 1].0, "{track}");
        }
        reads_back(&table);
        (0..3).for_each(|_| table.desk.apply(Deed::Undo));
        assert_eq!(table.desk.document().spaces().len(), begun.spaces().len() + 2);
        (0..3).for_each(|_| table.desk.apply(Deed::Redo));
        assert_eq!(*table.desk.document(), begun);
        // Whatever else is done meanwhile stays.
        select(&mut table, &[id]);
        done(&mut table, Deed::Insert);
        let new = table.desk.selected.clone();
        done(&mut table, Deed::Edit(Edit::Track { name: "name".into(), value: Some("\"Mine\"".into()) }));
        table.desk.selected = new;
        done(&mut table, Deed::Delete { bridging: true });
        assert_eq!(table.desk.document().header().text("name"), "Mine");
    }
}

#[test]
fn whatever_else_was_done_neighbours_that_closed_up_spread_out_again() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    for (x, y) in [(30.0, 100.0), (150.0, 60.0), (250.0, 100.0), (380.0, 200.0)] {
        table.click(x, y);
    }
    table.key(HandKey::Enter);
    table.take(Tool::Select);
    let places = |table: &Table| -> Vec<Point> { table.desk.document().spaces().iter().filter_map(|space| space.at).collect() };
    let before = places(&table);
    let middle = table.desk.document().spaces()[before.len() / 2].id.clone();
    select(&mut table, &[&middle]);
    done(&mut table, Deed::Insert);
    let new = table.desk.selected.clone();
    done(&mut table, Deed::Edit(Edit::Track { name: "name".into(), value: Some("\"Mine\"".into()) }));
    table.desk.selected = new;
    done(&mut table, Deed::Delete { bridging: true });
    let far: Vec<f64> = before.iter().zip(places(&table)).map(|(a, b)| a.distance(b)).collect();
    assert!(far.len() > 15 && far.iter().all(|far| *far < 0.1), "{far:?}");
}

/// A row of this many spaces of 16 mm, 20 mm apart, on a sheet of this width.
fn row_on(width: f64, count: usize) -> Table {
    let mut table = Table::row("skoot", count);
    done(&mut table, Deed::Edit(Edit::Track { name: "tile".into(), value: Some("16.0".into()) }));
    let sheet = format!("(width: {width:?}, height: 300.0)");
    done(&mut table, Deed::Edit(Edit::Track { name: "sheet".into(), value: Some(sheet.into()) }));
    table
}

#[test]
fn what_came_in_together_with_what_is_deleted_stays() {
    // Of two labels, only one is selected.
    let mut table = Table::new("skoot");
    let label = |table: &mut Table, x: f64| {
        table.take(Tool::Label);
        table.click(x, 200.0);
        table.desk.apply(Deed::Answer("The start".into()));
    };
    let delete_one = |table: &mut Table, key| {
        table.desk.apply(Deed::Select(vec![key], Mode::Replace));
        done(table, Deed::Delete { bridging: true });
        (table.desk.document().spaces().len(), table.desk.document().decor().len())
    };
    label(&mut table, 50.0);
    label(&mut table, 150.0);
    table.desk.apply(Deed::SelectAll);
    done(&mut table, Deed::Duplicate);
    let copy = *table.desk.selected.first().expect("a copy");
    assert_eq!(delete_one(&mut table, copy), (0, 3));
    // Of a space and a label, only the space is.
    let mut table = Table::new("skoot");
    label(&mut table, 150.0);
    table.take(Tool::Space);
    table.click(50.0, 50.0);
    table.desk.apply(Deed::SelectAll);
    done(&mut table, Deed::Duplicate);
    let space = table.desk.document().spaces()[1].key;
    assert_eq!(delete_one(&mut table, space), (1, 2));
    // One space made room for two.
    let mut table = row_on(400.0, 3);
    let old = table.desk.document().spaces()[2].key;
    let new = ["z1", "z2"].map(|id| Item { id: id.into(), at: Some((50.0, 200.0).into()), ..Item::default() });
    let add = Edit::Add { list: List::Spaces, items: new.to_vec(), before: None };
    done(&mut table, Deed::Edit(Edit::All("swap".into(), vec![add, Edit::Remove { keys: vec![old], bridging: false }])));
    let new = table.desk.document().space("z1").expect("it is there").key;
    assert_eq!(delete_one(&mut table, new).0, 3);
    assert!(table.desk.document().item(old).is_none() && table.desk.document().space("z2").is_some());
}

#[test]
fn only_those_near_spread_out_on_a_course_that_has_ends() {
    let ids: Vec<Arc<str>> = (0..40).map(|n| format!("s{n:02}").into()).collect();
    let line = Line::smooth([(0.0, 0.0).into(), (400.0, 0.0).into()], false);
    for (closer, gone) in [(30, "s01"), (5, "s38")] {
        let mut gaps = vec![10.0; 39];
        gaps[closer..closer + 4].fill(5.0);
        let course = Course { line: line.clone(), spaces: ids.clone(), lanes: 1, gaps, ..Course::default() };
        let left = course.without(&[gone.into()].into(), true).expect("39 are left");
        assert_eq!(left.gaps.iter().filter(|gap| **gap < 5.01).count(), 4, "{:?}", left.gaps);
    }
}

#[test]
fn a_course_goes_on_where_its_end_is_free_and_bends_where_the_sheet_ends() {
    for (width, is_straight) in [(400.0, true), (110.0, false)] {
        let mut table = row_on(width, 5);
        insert(&mut table, "a02", 3);
        assert_eq!((overlaps(&table), table.desk.crowded.clone()), (vec![], None));
        let all: Vec<Point> = table.desk.document().spaces().iter().filter_map(|space| space.at).collect();
        assert!(all.len() == 8 && all.iter().all(|at| at.x + 8.0 <= width && at.x >= 8.0), "{all:?}");
        assert_eq!(all.iter().all(|at| (at.y - 100.0).abs() < 0.1), is_straight, "{all:?}");
        reads_back(&table);
    }
    // As long as there is room enough, no end moves.
    let mut table = row_on(400.0, 12);
    insert(&mut table, "a02", 1);
    assert_eq!((table.at("a01"), table.at("a13")), ((20.0, 100.0), (240.0, 100.0)));
}

#[test]
fn what_branches_off_and_comes_back_has_room_between_its_ends() {
    let mut table = row_on(400.0, 12);
    table.take(Tool::Course);
    table.set(|settings| (settings.link, settings.every) = (Some("around".into()), 20.0));
    for (x, y) in [(60.0, 100.0), (80.0, 140.0), (120.0, 140.0), (140.0, 100.0)] {
        table.click(x, y);
    }
    let first = table.desk.document().spaces().iter().find(|space| space.at.is_some_and(|at| at.y > 110.0));
    let first = first.expect("a branch").id.clone();
    let ends = |table: &Table| (table.at("a03"), table.at("a07"));
    let before = ends(&table);
    insert(&mut table, &first, 3);
    assert_eq!((overlaps(&table), table.desk.crowded.clone()), (vec![], None), "{}", table.text());
    assert_eq!(ends(&table), before);
    reads_back(&table);
}

#[test]
fn a_link_gets_one_space_after_the_other_with_room_for_all() {
    let mut table =
        Table::of(shipped_document("ski-the-mountain", "three-towns"), Arc::new(Checker::new(&ruleset("ski-the-mountain"), &[])));
    let lift = table.desk.document().links().iter().find(|link| link.fields.text("name").as_deref() == Some("Lake Chair"));
    let lift = lift.expect("a lift").key;
    table.take(Tool::Space);
    for n in 0..3 {
        let second = table.desk.document().item(lift).expect("there").spaces[1].clone();
        let (a, b) = (Point::from(table.at("Lake")), Point::from(table.at(&second)));
        done(&mut table, Deed::SelectNone);
        let is_on = |places: &Places, at: Point| {
            places.space_at(at, 0.0).is_none() && places.step_near(at, 0.5).is_some_and(|(link, _)| link == lift)
        };
        let on = (1..99).map(|n| a.lerp(b, f64::from(n) / 100.0)).find(|at| is_on(table.desk.places(), *at));
        let on = on.expect("its line leads there");
        table.click(on.x, on.y);
        let link = table.desk.document().item(lift).expect("there");
        assert_eq!(link.spaces.len(), n + 3);
        let at: Vec<Point> = link.spaces.iter().map(|id| Point::from(table.at(id))).collect();
        let gaps: Vec<f64> = at.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
        let (least, most) = gaps.iter().fold((f64::MAX, 0.0_f64), |(low, high), gap| (low.min(*gap), high.max(*gap)));
        assert!(2.0 * least > most, "{gaps:?}");
    }
}

#[test]
fn where_there_is_no_room_it_is_said_and_done_all_the_same() {
    let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
    let mut table = Table::of(begin::track(&checker, "Mine", Size::new(60.0, 26.0)), checker);
    table.take(Tool::Space);
    (0..3).for_each(|n| table.click(12.0 + 18.0 * f64::from(n), 13.0));
    done(&mut table, Deed::Edit(Edit::Track { name: "tile".into(), value: Some("15.0".into()) }));
    table.take(Tool::Select);
    select(&mut table, &["a01"]);
    let mut said = None;
    for _ in 0..8 {
        done(&mut table, Deed::Insert);
        said = said.or(table.desk.crowded.clone());
    }
    let said = said.expect("there is no room for eight more");
    assert!(said.starts_with("there is no room for it: "), "{said}");
    assert!(said.ends_with(". Lengthen the course, or make its tiles smaller"), "{said}");
    assert_eq!(table.desk.document().spaces().len(), 11);
    done(&mut table, Deed::SelectNone);
    assert_eq!(table.desk.crowded, None);
}

#[test]
fn a_space_dropped_where_there_is_no_room_stays_there_and_it_is_said() {
    let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
    let mut table = Table::of(begin::track(&checker, "Mine", Size::new(60.0, 26.0)), checker);
    table.take(Tool::Space);
    (0..3).for_each(|n| table.click(12.0 + 18.0 * f64::from(n), 13.0));
    done(&mut table, Deed::Edit(Edit::Track { name: "tile".into(), value: Some("15.0".into()) }));
    table.with((false, false, true), |table| table.click(30.0, 60.0));
    let loose = table.selected().remove(0);
    table.take(Tool::Select);
    let before = table.desk.document().clone();
    table.with((false, true, false), |table| table.hold(&[(30.0, 60.0), (21.0, 13.0)]));
    let at = Point::new(21.0, 13.0);
    let released = Pointer { is: PointerIs::Released, at, slack: 1.5, shift: false, ctrl: true, alt: false };
    table.desk.apply(Deed::Pointer(released));
    let why = table.desk.refused.clone().expect("there is no room");
    assert!(why.starts_with("there is no room for it: "), "{why}");
    assert_eq!(table.desk.document().links(), before.links(), "it isn't linked");
    assert_eq!((table.at(&loose), table.at("a01"), table.at("a02")), ((21.0, 13.0), (12.0, 13.0), (30.0, 13.0)));
    // It was moved, in one step.
    table.desk.apply(Deed::Undo);
    assert_eq!(*table.desk.document(), before);
}

/// How many of the spaces that were there moved by more than half a tile, and how far the farthest one went, in tiles.
fn moved(before: &Document, table: &mut Table) -> (usize, f64) {
    let tile = 2.0 * table.desk.places().half;
    let far =
        |old: &Arc<editor::drawing::document::Item>| Some(old.at?.distance(table.desk.document().item(old.key)?.at?) / tile);
    let far: Vec<f64> = before.spaces().iter().filter_map(far).collect();
    (far.iter().filter(|far| **far > 0.5).count(), far.iter().copied().fold(0.0, f64::max))
}

/// By how many degrees its course turns at the space that is selected, if it has spaces on both sides.
fn turn(table: &Table) -> Option<f64> {
    let own = &table.desk.document().item(*table.desk.selected.first()?)?.id;
    let ids = Course::of(table.desk.document(), own)?.spaces;
    let n = ids.iter().position(|id| id == own)?;
    let at = |n: usize| ids.get(n).map(|id| Point::from(table.at(id)));
    let (before, at, after) = (at(n.checked_sub(1)?)?, at(n)?, at(n + 1)?);
    let (into, out) = (at - before, after - at);
    Some(into.cross(out).atan2(into.dot(out)).abs().to_degrees())
}

/// On every track, whatever lies on something else then was told, and few others move to make room, and nothing sticks out like a tooth. `PLACES=1000` tries every space.
#[test]
fn on_every_track_what_is_inserted_has_room_or_it_is_said() {
    let places = std::env::var("PLACES").ok().and_then(|places| places.parse().ok()).unwrap_or(4);
    let (mut far, mut sharp) = (vec![], vec![]);
    for (game, name, text) in shipped() {
        let checker = Arc::new(Checker::new(&ruleset(&game), &[]));
        let begun = document(&text);
        let had = overlaps(&Table::of(begun.clone(), checker.clone())).len();
        let ids: Vec<Arc<str>> = begun.spaces().iter().map(|space| space.id.clone()).collect();
        for id in ids.iter().skip(3).step_by(ids.len() / places + 1) {
            let mut table = Table::of(begun.clone(), checker.clone());
            select(&mut table, &[id]);
            if table.desk.insertable().is_none() {
                continue;
            }
            let mut is_said = false;
            for n in 0..3 {
                done(&mut table, Deed::Insert);
                is_said |= table.desk.crowded.is_some();
                let (count, most) = moved(&begun, &mut table);
                // Rows of lanes close up all along them.
                let is_one = n == 0 && game != "hell-on-eight-wheels";
                if is_one && !is_said {
                    sharp.extend(
                        turn(&table).filter(|turn| *turn > SHARPEST).map(|turn| format!("{name} {id}: {turn:.0} degrees")),
                    );
                }
                if is_one && !is_said && (count > MOST_MOVED || most > FARTHEST) {
                    far.push(format!("{name} {id}: {count} spaces, {most:.2} tiles"));
                }
            }
            let now = overlaps(&table);
            let lanes = table.desk.document().courses().iter().filter(|item| item.fields.get("lanes").is_some()).count();
            assert!(game != "hell-on-eight-wheels" || table.desk.document().courses().len() == lanes, "no lane is a course");
            assert!(now.len() <= had || is_said, "{name} {id}: {now:?}");
            reads_back(&table);
        }
    }
    assert_eq!(far, Vec::<String>::new(), "what is inserted moves too much");
    assert_eq!(sharp, Vec::<String>::new(), "what is inserted sticks out of its course");
}

#[test]
fn a_space_comes_into_a_chain_of_two_thousand() {
    // To and fro over the sheet and never straight, so that the line has a node for nearly every space.
    let at = |n: usize| {
        let column = if (n / 50).is_multiple_of(2) { n % 50 } else { 49 - n % 50 };
        (20 + 20 * column, 20 + 30 * (n / 50) + 6 * (n % 2))
    };
    let spaces: Vec<String> = (0..2_000).map(|n| format!("(id: \"s{n}\", at: {:?})", at(n))).collect();
    let ids: Vec<String> = (0..2_000).map(|n| format!("\"s{n}\"")).collect();
    let text = format!(
        "(ruleset: \"skoot\", name: \"Long\", sheet: (width: 1020.0, height: 1300.0), tile: 14.0, spaces: [{}], \
         links: [(kind: \"ahead\", chain: [{}])])",
        spaces.join(", "),
        ids.join(", ")
    );
    let mut table = Table::of(document(&text), Arc::new(Checker::new(&ruleset("skoot"), &[])));
    insert(&mut table, "s1000", 1);
    assert_eq!(table.desk.document().spaces().len(), 2_001);
    assert_eq!(table.steps().len(), 2_000);
}

#[test]
fn lanes_side_by_side_get_a_whole_row() {
    for (track, id, lanes) in [("oval", "5-2", 6), ("oval", "39-1", 6)] {
        let checker = Arc::new(Checker::new(&ruleset("hell-on-eight-wheels"), &[]));
        let begun = shipped_document("hell-on-eight-wheels", track);
        let mut table = Table::of(begun.clone(), checker);
        let errors =
            |table: &Table| table.desk.checker.problems(table.desk.document(), "mine").iter().filter(|p| p.is_error).count();
        let (had, steps) = (errors(&table), table.steps().len());
        select(&mut table, &[id]);
        let line = |table: &Table, id: &str| {
            table.desk.document().space(id).and_then(|space| space.fields.number("line")).expect("a line")
        };
        let before = line(&table, id);
        done(&mut table, Deed::Insert);
        let is_new = |space: &&Arc<editor::drawing::document::Item>| begun.item(space.key).is_none();
        let new: Vec<String> = table.desk.document().spaces().iter().filter(is_new).map(|space| space.id.to_string()).collect();
        assert_eq!((new.len(), errors(&table), table.selected().len()), (lanes, had, 1), "{track} {id}");
        // One step on in each lane, and one less across them.
        assert_eq!(
            table.steps().len(),
            steps + lanes + (steps - begun.spaces().len()) / (begun.spaces().len() / lanes),
            "{track}"
        );
        assert!(new.iter().all(|id| line(&table, id) == before + 1.0), "{new:?}");
        let course = Course::of(table.desk.document(), &new[0]).expect("it is kept");
        assert_eq!((course.lanes, course.count()), (lanes, begun.spaces().len() / lanes + 1));
        assert!(overlaps(&table).is_empty(), "{track} {id}: {:?}", overlaps(&table));
        reads_back(&table);
        table.desk.apply(Deed::Undo);
        assert_eq!(*table.desk.document(), begun);
    }
}

#[test]
fn neighbours_close_up_where_their_corners_meet_in_bends() {
    for (track, id) in [("hilly", "a02"), ("hilly", "a08"), ("flat", "a02"), ("long", "a12"), ("long", "a18")] {
        let begun = shipped_document("skoot", track);
        let mut table = Table::of(begun.clone(), Arc::new(Checker::new(&ruleset("skoot"), &[])));
        insert(&mut table, id, 1);
        assert_eq!((overlaps(&table), table.desk.crowded.clone()), (vec![], None), "{track}, {id}");
    }
}

#[test]
fn all_of_a_course_closes_up_before_a_space_sticks_out_of_it() {
    for (track, id) in [("hilly", "a01"), ("flat", "a09"), ("hilly", "a10"), ("rolling", "a09"), ("long", "a10")] {
        let mut table = Table::of(shipped_document("skoot", track), Arc::new(Checker::new(&ruleset("skoot"), &[])));
        insert(&mut table, id, 1);
        let turn = turn(&table).expect("it lies between two");
        assert!(turn < 90.0, "{track}, {id}: {turn} degrees");
    }
}

#[test]
fn numbers_along_a_single_lane_count_on_and_back() {
    let at = |n: usize| {
        let turn = n as f64 * std::f64::consts::TAU / 16.0;
        format!("({:.1}, {:.1})", 150.0 + 90.0 * turn.cos(), 130.0 + 90.0 * turn.sin())
    };
    let spaces: Vec<String> = (0..16).map(|n| format!("(id: \"a{n:02}\", at: {}, line: {n}, lane: 1)", at(n))).collect();
    let ids: Vec<String> = (0..17).map(|n| format!("\"a{:02}\"", n % 16)).collect();
    let text = format!(
        "(ruleset: \"hell-on-eight-wheels\", name: \"Ring\", sheet: (width: 300.0, height: 260.0), tile: 16.0, spaces: [{}], \
         links: [(kind: \"ahead\", chain: [{}])])",
        spaces.join(", "),
        ids.join(", ")
    );
    let begun = document(&text);
    let mut table = Table::of(begun.clone(), Arc::new(Checker::new(&ruleset("hell-on-eight-wheels"), &[])));
    let lines = |table: &Table| -> Vec<Option<f64>> {
        let line = |n: usize| table.desk.document().space(&format!("a{n:02}")).and_then(|space| space.fields.number("line"));
        (0..table.desk.document().spaces().len()).map(line).collect()
    };
    let counted = |count: usize| (0..count).map(|n| Some(n as f64)).collect::<Vec<_>>();
    insert(&mut table, "a05", 1);
    assert_eq!(lines(&table), counted(17));
    // Another one goes than came in.
    for (id, count) in [("a09", 16), ("a00", 15)] {
        select(&mut table, &[id]);
        done(&mut table, Deed::Delete { bridging: true });
        let mut left: Vec<Option<f64>> = table.desk.document().spaces().iter().map(|space| space.fields.number("line")).collect();
        left.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        assert_eq!(left, counted(count), "{id}");
    }
    reads_back(&table);
}

#[test]
fn lanes_count_back_only_where_a_whole_row_goes() {
    let checker = Arc::new(Checker::new(&ruleset("hell-on-eight-wheels"), &[]));
    let begun = shipped_document("hell-on-eight-wheels", "oval");
    let line = |table: &Table, id: &str| table.desk.document().space(id).and_then(|space| space.fields.number("line"));
    let row: Vec<String> = (1..=6).map(|lane| format!("5-{lane}")).collect();
    let row: Vec<&str> = row.iter().map(|id| &**id).collect();
    for (gone, after) in [(&row[..1], 7.0), (&row[..], 6.0)] {
        let mut table = Table::of(begun.clone(), checker.clone());
        select(&mut table, gone);
        let seven = table.desk.document().space("7-2").expect("there").key;
        done(&mut table, Deed::Delete { bridging: true });
        let id = table.desk.document().item(seven).expect("it stays").id.clone();
        assert_eq!((line(&table, &id), line(&table, "4-2")), (Some(after), Some(4.0)), "{gone:?}");
    }
}
