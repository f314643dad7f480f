//! Courses as wholes: what comes into them, what is done to the one whose line is shown, and what goes with it.

use editor::board::Board;
use editor::drawing::courses::Course;
use editor::drawing::document::{Item, List};

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
