//! Lanes that are folded over each other, because their course bends too tightly.

use editor::drawing::courses::Course;
use editor::drawing::problems::Problem;
use interpreter::diagnostic::Code;

use super::*;

/// The oval with Reshape, and the node of its ring that is nearest to a place.
fn oval(near: Point) -> (Table, Point) {
    let checker = Arc::new(Checker::new(&ruleset("hell-on-eight-wheels"), &[]));
    let document = shipped_document("hell-on-eight-wheels", "oval");
    let first = document.spaces()[0].key;
    let nodes = Course::through(&document, &checker.schema, first).expect("a course").line.nodes;
    let node = nodes.iter().map(|node| node.at).min_by(|a, b| a.distance(near).total_cmp(&b.distance(near))).expect("one");
    let mut table = Table::of(document, checker);
    table.take(Tool::Reshape);
    table.desk.apply(Deed::Select(vec![first], Mode::Replace));
    (table, node)
}

fn folds(table: &Table) -> Vec<Problem> {
    let problems = table.desk.checker.problems(table.desk.document(), "mine").into_iter();
    problems.filter(|problem| problem.code == Code::Overlap && problem.message.contains("fold")).collect()
}

fn said(table: &mut Table) -> Option<String> {
    let shows = table.desk.shows();
    let is_told =
        shows.shapes.iter().find_map(|shape| if let Shape::Warning(words) = shape { Some(words.clone()) } else { None });
    is_told.inspect(|_| assert!(shows.shapes.iter().any(|shape| matches!(shape, Shape::Tile(_, _, Mark::Gone)))))
}

#[test]
fn a_ring_that_is_folded_over_itself_is_told_at_the_pointer_and_as_a_problem_that_can_be_mended() {
    let (mut table, node) = oval(Point::new(131.6, 52.0));
    assert_eq!((folds(&table), said(&mut table)), (vec![], None));
    // A moderate pull.
    table.hold(&[(node.x, node.y), (node.x, node.y + 12.0)]);
    assert_eq!((folds(&table), said(&mut table)), (vec![], None));
    table.key(HandKey::Escape);
    let to = Point::new(150.0, 130.0);
    table.hold(&[(node.x, node.y), (to.x, to.y)]);
    let words = said(&mut table).expect("it is told while it is pulled");
    assert!(words.contains("6 lanes") && words.contains("fold"), "{words}");
    table.point(PointerIs::Released, to.x, to.y);
    let found = folds(&table);
    let problem = found.first().expect("it is a problem");
    assert!(!problem.is_error && problem.hint.as_ref().is_some_and(|hint| hint.contains("Reshape")), "{problem:?}");
    let named = |key| table.desk.document().item(key).is_some_and(|item| problem.message.contains(&format!("{:?}", item.id)));
    let keys: Vec<_> = problem.keys().collect();
    assert!(keys.len() > 1 && problem.lies_at == keys.len() && named(keys[0]) && named(keys[keys.len() - 1]), "{problem:?}");
    // What is told at once is what a whole check tells.
    let checked = table.desk.checker.check(table.desk.document(), "mine");
    let at_once = table.desk.checker.touched(&checked, table.desk.document(), "mine").expect("little was touched");
    let messages = |all: &[Problem]| all.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>();
    assert_eq!(messages(&at_once), messages(&checked.problems));
    let fix = found.iter().flat_map(|problem| &problem.fixes).next().expect("it can be mended").edit.clone();
    table.desk.apply(Deed::Edit(fix));
    assert!(table.desk.refused.is_none() && folds(&table).len() < found.len(), "{:?}", folds(&table));
}

#[test]
fn no_board_that_is_shipped_is_folded() {
    for (game, name, text) in shipped() {
        let table = Table::of(document(&text), Arc::new(Checker::new(&ruleset(&game), &[])));
        assert_eq!(folds(&table), vec![], "{name}");
    }
}
