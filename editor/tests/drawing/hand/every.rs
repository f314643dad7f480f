//! What is done to courses, on a course of every track that is shipped.

use std::collections::BTreeSet;

use editor::drawing::Key;
use editor::drawing::courses::Course;

use super::keep::select;
use super::reshape::reads_back;
use super::*;

/// The courses of a track, each with the id of its first space that is there.
fn courses(document: &Document, schema: &Schema) -> Vec<(Arc<str>, Course)> {
    let (mut known, mut found) = (BTreeSet::new(), vec![]);
    for space in document.spaces() {
        if known.contains(&space.id) {
            continue;
        }
        if let Some(course) = Course::through(document, schema, space.key) {
            known.extend(course.spaces.iter().cloned());
            found.push((space.id.clone(), course));
        }
    }
    found
}

/// What isn't of a course lies where it lay, but for what is linked with it and goes along.
fn others_lie_still(before: &Document, table: &Table, course: &Course, what: &str) {
    let mut along: BTreeSet<&Arc<str>> = course.spaces.iter().collect();
    for branch in courses(before, &table.desk.drawing.schema).iter().map(|(_, branch)| branch) {
        let leads = |end: &Option<Arc<str>>| end.as_ref().is_some_and(|id| course.spaces.contains(id));
        if leads(&branch.from) || leads(&branch.to) {
            along.extend(before.spaces().iter().map(|space| &space.id).filter(|id| branch.spaces.contains(id)));
        }
    }
    for (from, to) in before.links().iter().flat_map(|link| link.steps()) {
        along.extend([(from, to), (to, from)].into_iter().filter(|(one, _)| course.spaces.contains(one)).map(|(_, other)| other));
    }
    for space in before.spaces().iter().filter(|space| !along.contains(&space.id)) {
        let now = table.desk.document().item(space.key).unwrap_or_else(|| panic!("{what}: {} is gone", space.id));
        assert_eq!(now.at, space.at, "{what}: {}", space.id);
    }
}

#[test]
fn courses_of_every_track_are_split_joined_reversed_and_closed_and_back() {
    for (game, name, text) in shipped() {
        let checker = Arc::new(Checker::new(&ruleset(&game), &[]));
        let begun = document(&text);
        let mut all = courses(&begun, &checker.schema);
        all.sort_by_key(|(_, course)| std::cmp::Reverse(course.spaces.len()));
        assert!(!all.is_empty(), "{name}");
        for (id, course) in all.into_iter().take(2) {
            let lane = course.by_lane().next().unwrap_or_default();
            let middle = lane[lane.len() / 2].clone();
            let mut made = 0;
            for deeds in [&[Deed::Reverse][..], &[Deed::CloseLoop], &[Deed::Split], &[Deed::Split, Deed::Join]] {
                let what = format!("{name} {id} {deeds:?}");
                let mut table = Table::of(begun.clone(), checker.clone());
                select(&mut table, &[if deeds[0] == Deed::Split { &middle } else { &id }]);
                for deed in deeds {
                    if *deed == Deed::Join {
                        // The two ends at the cut.
                        let n = course.spaces.iter().position(|space| *space == middle).unwrap_or(0);
                        let before = course.spaces[(n + course.spaces.len() - 1) % course.spaces.len()].clone();
                        select(&mut table, &[&before, &middle]);
                    }
                    table.desk.apply(deed.clone());
                }
                let refused = table.desk.refused.take();
                assert!(refused.is_none() || deeds.len() > 1 || *table.desk.document() == begun, "{what}: {refused:?}");
                made += usize::from(refused.is_none());
                others_lie_still(&begun, &table, &course, &what);
                reads_back(&table);
                while table.desk.drawing.undoes().is_some() {
                    table.desk.apply(Deed::Undo);
                }
                assert_eq!(*table.desk.document(), begun, "{what}");
            }
            assert!(made > 0, "{name} {id}");
        }
    }
}

/// The numbers of a course that is turned round run the new way, and nothing moves.
#[test]
fn a_course_that_is_reversed_is_numbered_the_new_way() {
    let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
    let mut table = Table::of(shipped_document("skoot", "hilly"), checker);
    let counting = |table: &Table| {
        let number = |id: &str| id.strip_prefix('a').and_then(|n| n.parse::<i32>().ok());
        let links = table.desk.document().links().iter().flat_map(|link| link.steps());
        let steps = links.filter_map(|(from, to)| Some(number(to)? - number(from)?)).collect::<Vec<_>>();
        (steps.iter().filter(|by| **by == 1).count(), steps.iter().filter(|by| **by == -1).count())
    };
    let (before, places) = (counting(&table), |table: &Table| -> BTreeSet<(Key, String)> {
        table.desk.document().spaces().iter().map(|space| (space.key, format!("{:?}", space.at))).collect()
    });
    let (lay, first) = (places(&table), table.at("a01"));
    select(&mut table, &["a05"]);
    table.desk.apply(Deed::Reverse);
    assert_eq!((before, counting(&table)), ((35, 0), (35, 0)));
    assert_eq!((places(&table), table.at("a36")), (lay, first));
    reads_back(&table);
    table.desk.apply(Deed::Undo);
    assert_eq!(*table.desk.document(), shipped_document("skoot", "hilly"), "in one step");
}
