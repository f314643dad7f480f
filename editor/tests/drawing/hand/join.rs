//! Courses joined by pulling an end of one onto an end of another.

use super::reshape::{gaps, kept, reads_back};
use super::*;

/// Two courses of four spaces, the first or second of which is in hand.
fn two(game: &str, in_hand: usize) -> Table {
    let mut table = Table::new(game);
    table.take(Tool::Course);
    table.set(|settings| settings.every = 20.0);
    for ends in [[(30.0, 60.0), (90.0, 60.0)], [(150.0, 100.0), (210.0, 100.0)]] {
        ends.into_iter().for_each(|(x, y)| table.click(x, y));
        table.key(HandKey::Enter);
    }
    table.take(Tool::Reshape);
    let key = table.desk.document().space(&kept(&table)[in_hand].spaces[0]).expect("it is there").key;
    table.desk.apply(Deed::Select(vec![key], Mode::Replace));
    table
}

#[test]
fn an_end_pulled_onto_the_end_of_another_course_is_joined_to_it() {
    for game in ["skoot", "ski-the-mountain"] {
        // The nodes of the ends, then the signs beyond them.
        for (space, pulled) in [(0, (90.0, 60.0)), (1, (150.0, 100.0)), (0, (99.0, 60.0)), (1, (141.0, 100.0))] {
            let mut table = two(game, space);
            let (was, steps) = (kept(&table), table.steps().len());
            let (to, first) =
                if space == 0 { ((150.0, 100.0), was[1].spaces[0].clone()) } else { ((90.0, 60.0), was[0].spaces[3].clone()) };
            let before = table.at(&first);
            // Over it and away again, it isn't joined.
            let away = (to.0, to.1 + 60.0);
            table.drag(&[pulled, to, away]);
            assert_eq!(kept(&table).len(), 2, "{game}: {pulled:?}");
            let end = kept(&table)[space].line.nodes[if space == 0 { 1 } else { 0 }].at;
            assert!(
                end.distance(Point::from(away)) < 0.1 || pulled.0 == 99.0 || pulled.0 == 141.0,
                "{game}: {pulled:?}: {end:?}"
            );
            table.desk.apply(Deed::Undo);
            assert_eq!(kept(&table), was);
            table.drag(&[pulled, away, to]);
            let about = format!("{game}: {pulled:?}, {:?}", table.desk.refused);
            let courses = kept(&table);
            assert_eq!(courses.len(), 1, "{about}");
            let ids = &courses[0].spaces;
            assert!(ids.iter().take(4).eq(&was[0].spaces) && ids.ends_with(&was[1].spaces), "{about}: {ids:?}");
            let (low, high) = gaps(&table, ids, false);
            assert!(high / low < 1.2, "{about}: {low} to {high}");
            assert!(courses[0].line.nearest(Point::from(before)).is_some_and(|on| on.far < 0.1), "{about}: the other stays");
            assert_eq!(ids.len() > 8, pulled.0 == 99.0 || pulled.0 == 141.0, "{about}");
            assert_eq!(table.steps().len() - steps, (ids.len() - 7) * steps / 6, "{about}");
            reads_back(&table);
            table.desk.apply(Deed::Undo);
            assert_eq!((kept(&table), table.steps().len()), (was, steps), "{about}: one step");
        }
    }
}

#[test]
fn two_lanes_are_joined_where_their_line_ends_between_them() {
    let mut table = Table::new("hell-on-eight-wheels");
    table.take(Tool::Course);
    table.set(|settings| (settings.lanes, settings.lane_width) = (2, 14.0));
    for ends in [[(40.0, 60.0), (100.0, 60.0)], [(150.0, 100.0), (210.0, 100.0)]] {
        ends.into_iter().for_each(|(x, y)| table.click(x, y));
        table.key(HandKey::Enter);
    }
    table.take(Tool::Reshape);
    let was = kept(&table);
    let key = table.desk.document().space(&was[0].spaces[0]).expect("it is there").key;
    table.desk.apply(Deed::Select(vec![key], Mode::Replace));
    let [from, to] = [was[0].line.nodes[1].at, was[1].line.nodes[0].at];
    table.drag(&[(from.x, from.y), (to.x, to.y)]);
    let courses = kept(&table);
    assert_eq!((courses.len(), courses[0].lanes), (1, 2), "{:?}", table.desk.refused);
    for (lane, (one, other)) in courses[0].by_lane().zip(was[0].by_lane().zip(was[1].by_lane())) {
        assert!(lane.starts_with(one) && lane.ends_with(other), "{lane:?}");
    }
    // No lane has a bend where they meet.
    let line = &courses[0].line;
    assert!(line.nearest(to).is_some_and(|on| on.far < 0.1), "{line:?}");
    reads_back(&table);
}

#[test]
fn an_end_pulled_onto_an_end_of_its_own_sort_ends_there_and_is_told_how_to_join() {
    let mut table = two("skoot", 0);
    table.point(PointerIs::Pressed, 90.0, 60.0);
    table.point(PointerIs::Dragged, 200.0, 90.0);
    table.point(PointerIs::Dragged, 210.0, 100.0);
    let words = table.desk.shows().words;
    assert!(
        words.starts_with("Release to end at tile 4 of course 2, as another course does. To join them, reverse one first"),
        "{words}"
    );
    table.point(PointerIs::Released, 210.0, 100.0);
    let courses = kept(&table);
    assert_eq!(courses[0].to.as_ref(), courses[1].spaces.last());
}

#[test]
fn an_end_pulled_onto_a_space_ends_there_and_leads_to_it() {
    for game in ["skoot", "ski-the-mountain"] {
        // The node of the end, then the sign beyond it, onto the middle of the other course.
        for pulled in [(90.0, 60.0), (99.0, 60.0)] {
            for is_even in [true, false] {
                let mut table = two(game, 0);
                table.set(|settings| settings.is_even = is_even);
                let (was, steps) = (kept(&table), table.steps().len());
                let on = was[1].spaces[1].clone();
                // Between two tiles, it meets the nearer one.
                let (x, y) = table.at(&on);
                table.drag(&[pulled, (160.0, 40.0), (x + 9.5, y)]);
                let about = format!("{game}: {pulled:?}, {is_even}: {:?}", table.desk.refused);
                let (courses, ids) = (kept(&table), kept(&table)[0].spaces.clone());
                assert_eq!((courses.len(), courses[0].to.as_ref(), &courses[1]), (2, Some(&on), &was[1]), "{about}");
                assert_eq!(ids.len() > 4, pulled.0 > 90.0, "{about}: the sign adds spaces");
                let last = format!(" {}>{on}", ids[ids.len() - 1]);
                assert!(table.steps().iter().any(|step| step.ends_with(&last)), "{about}: {:?}", table.steps());
                assert_eq!(table.steps().len(), steps + ids.len() - 3, "{about}");
                let row: Vec<_> = ids.iter().chain([&on]).cloned().collect();
                let (low, high) = gaps(&table, &row, false);
                assert!(high / low < if is_even { 1.1 } else { 1.25 }, "{about}: {low} to {high}");
                // Before its last node, nothing moves that was to stay.
                assert!(is_even || pulled.0 > 90.0 || table.at(&ids[0]) == (30.0, 60.0), "{about}");
                reads_back(&table);
                table.desk.apply(Deed::Undo);
                assert_eq!((kept(&table), table.steps().len()), (was, steps), "{about}: one step");
            }
        }
    }
}

#[test]
fn a_beginning_pulled_onto_a_space_begins_there_unless_that_leads_on_already() {
    let mut table = two("ski-the-mountain", 1);
    let on = kept(&table)[0].spaces[2].clone();
    table.drag(&[(150.0, 100.0), (120.0, 120.0), table.at(&on)]);
    let second = kept(&table).remove(1);
    assert_eq!(second.from.as_ref(), Some(&on), "{:?}", table.desk.refused);
    let first = format!(" {on}>{}", second.spaces[0]);
    assert!(table.steps().iter().any(|step| step.ends_with(&first)), "{:?}", table.steps());
    // Where the rules let one link lead on, it says which is in the way.
    let mut table = two("skoot", 1);
    table.point(PointerIs::Pressed, 150.0, 100.0);
    table.point(PointerIs::Dragged, 100.0, 80.0);
    let on = table.at(&kept(&table)[0].spaces[2]);
    table.point(PointerIs::Dragged, on.0, on.1);
    let words = table.desk.shows().words;
    assert!(words.starts_with("Tile 3 leads on already: delete its link to tile 4 first"), "{words}");
}

#[test]
fn a_course_that_is_pulled_round_to_its_beginning_is_closed() {
    for is_sign in [false, true] {
        let mut table = Table::new("skoot");
        table.take(Tool::Course);
        table.set(|settings| settings.every = 20.0);
        [(60.0, 60.0), (160.0, 60.0), (160.0, 140.0), (100.0, 140.0)].into_iter().for_each(|(x, y)| table.click(x, y));
        table.key(HandKey::Enter);
        table.take(Tool::Reshape);
        let was = kept(&table).remove(0);
        let key = table.desk.document().space(&was.spaces[0]).expect("it is there").key;
        table.desk.apply(Deed::Select(vec![key], Mode::Replace));
        let from = if is_sign { table.at(was.spaces.last().expect("some")).0 - 9.0 } else { 100.0 };
        table.hold(&[(from, 140.0), (60.0, 100.0), (60.0, 60.0)]);
        let words = table.desk.shows().words;
        assert!(words.contains("elease to close the loop"), "{is_sign}: {words}");
        table.point(PointerIs::Released, 60.0, 60.0);
        let course = kept(&table).remove(0);
        assert!(course.line.comes_round() && course.spaces.starts_with(&was.spaces), "{is_sign}: {:?}", table.desk.refused);
        assert_eq!((course.spaces.len() > was.spaces.len(), course.spaces.len()), (is_sign, table.steps().len()));
        let (low, high) = gaps(&table, &course.spaces, true);
        assert!(high / low < 1.35, "{is_sign}: {low} to {high}");
        reads_back(&table);
    }
}

#[test]
fn an_end_pulled_off_its_space_is_detached_and_leads_elsewhere_where_it_is_pulled_to() {
    for game in ["skoot", "ski-the-mountain"] {
        let mut table = two(game, 0);
        let (was, steps) = (kept(&table), table.steps());
        let [on, other] = [1, 2].map(|n| was[1].spaces[n].clone());
        table.drag(&[(90.0, 60.0), (160.0, 40.0), table.at(&on)]);
        let led = kept(&table);
        // A tremble isn't meant.
        let at = table.at(&on);
        table.drag(&[at, (at.0 + 3.0, at.1)]);
        assert_eq!(kept(&table), led, "{game}");
        table.hold(&[at, (90.0, 60.0)]);
        let words = table.desk.shows().words;
        assert!(words.starts_with("Release to detach the course from "), "{game}: {words}");
        table.point(PointerIs::Released, 90.0, 60.0);
        let after = kept(&table);
        assert_eq!((&after[0].to, &after[0].spaces, table.steps()), (&None, &was[0].spaces, steps.clone()), "{game}");
        assert_eq!(table.at(&was[0].spaces[3]), (90.0, 60.0), "{game}");
        let (low, high) = gaps(&table, &was[0].spaces, false);
        assert!(high / low < 1.05, "{game}: {low} to {high}");
        reads_back(&table);
        table.desk.apply(Deed::Undo);
        assert_eq!(kept(&table), led, "{game}: one step");
        // To the next space at once.
        table.drag(&[at, (160.0, 40.0), table.at(&other)]);
        assert_eq!(kept(&table)[0].to, Some(other.clone()), "{game}: {:?}", table.desk.refused);
        let last = |to: &str| format!(" {}>{to}", was[0].spaces[3]);
        let leads = |to: &str| table.steps().iter().any(|step| step.ends_with(&last(to)));
        assert_eq!((leads(&other), leads(&on), table.steps().len()), (true, false, steps.len() + 1), "{game}");
        reads_back(&table);
    }
}

#[test]
fn a_branch_is_joined_at_its_end_and_keeps_its_beginning() {
    let mut table = two("skoot", 0);
    let was = kept(&table);
    let (on, last) = (was[0].spaces[1].clone(), was[0].spaces[3].clone());
    table.take(Tool::Course);
    table.set(|settings| settings.link = Some("homeward".into()));
    [table.at(&on), (70.0, 100.0), (70.0, 160.0)].into_iter().for_each(|(x, y)| table.click(x, y));
    table.key(HandKey::Enter);
    let branch = kept(&table).remove(2);
    assert_eq!(branch.from, Some(on.clone()));
    table.take(Tool::Reshape);
    let key = table.desk.document().space(&branch.spaces[0]).expect("it is there").key;
    table.desk.apply(Deed::Select(vec![key], Mode::Replace));
    // Its end leads on into the course that begins there.
    table.drag(&[(70.0, 160.0), (100.0, 150.0), (150.0, 100.0)]);
    let courses = kept(&table);
    let joined = courses.iter().find(|course| course.spaces.starts_with(&branch.spaces)).expect("it is there");
    assert_eq!((courses.len(), joined.from.as_ref()), (2, Some(&on)), "{:?}", table.desk.refused);
    assert!(joined.spaces.ends_with(&was[1].spaces), "{:?}", joined.spaces);
    assert_eq!(joined.line.nodes[0].at, Point::from(table.at(&on)), "it begins where it did");
    let step = format!("ahead {}>{}", branch.spaces[branch.spaces.len() - 1], was[1].spaces[0]);
    assert!(table.steps().contains(&step), "no {step} in {:?}", table.steps());
    reads_back(&table);
    table.desk.apply(Deed::Undo);
    // Its beginning lies on another course already: what is pulled there ends at it.
    let key = table.desk.document().space(&last).expect("it is there").key;
    table.desk.apply(Deed::Select(vec![key], Mode::Replace));
    let first = table.at(&branch.spaces[0]);
    table.drag(&[(90.0, 60.0), (110.0, 90.0), first]);
    let courses = kept(&table);
    assert_eq!((courses.len(), courses[0].to.as_ref()), (3, Some(&branch.spaces[0])), "{:?}", table.desk.refused);
    assert_eq!(courses[2].from, Some(on), "the branch is as it was");
    reads_back(&table);
}

#[test]
fn what_is_joined_is_called_by_its_courses() {
    let mut table = two("skoot", 0);
    table.hold(&[(90.0, 60.0), (120.0, 80.0), (150.0, 100.0)]);
    assert_eq!(table.desk.shows().words, "Release to join tile 4 to tile 1 of course 2; Escape: back");
}
