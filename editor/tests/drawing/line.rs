//! Lines of courses: nodes, handles and cuts.

use editor::board::curve::Bend;
use editor::drawing::tools::line::Line;
use kurbo::{ParamCurve, PathSeg, Point, Vec2};

fn line(points: &[(f64, f64)], is_closed: bool) -> Line {
    Line::smooth(points.iter().map(|p| Point::from(*p)), is_closed)
}

#[test]
fn a_line_is_read_as_it_was_written() {
    let mut line = line(&[(0.0, 0.0), (50.0, 10.0), (60.0, 60.0), (10.0, 80.0), (5.0, 40.0)], true);
    line.toggle(1);
    line.pull_handle(2, true, Vec2::new(3.0, 9.0), false);
    let again = Line::read(&line.written(), true).expect("it was just written");
    assert_eq!((again.written(), again.nodes.len()), (line.written(), 5));
    assert_eq!(Line::read(&again.written(), true), Some(again), "hundredths of a millimetre are kept");
    assert_eq!(Line::read("[]", false), None);
    assert_eq!(Line::read("[(at: (1, 2), odd: 3)]", false), None);
}

#[test]
fn a_node_added_to_a_shaped_line_leaves_its_shape() {
    let mut shaped = line(&[(0.0, 0.0), (60.0, 0.0), (60.0, 60.0)], false);
    shaped.pull_handle(1, true, Vec2::new(30.0, 10.0), false);
    let before = shaped.path();
    let on = shaped.nearest(Point::new(70.0, 30.0)).expect("it is a line");
    assert_eq!(shaped.add(on), 2);
    assert_eq!(shaped.nodes.len(), 4);
    for n in 0..=20 {
        let at = before.segments().nth(1).expect("two pieces").eval(f64::from(n) / 20.0);
        assert!(shaped.nearest(at).expect("near").far < 0.01);
    }
}

#[test]
fn a_pulled_end_of_a_straight_piece_is_bent_anew() {
    let mut row = line(&[(0.0, 0.0), (60.0, 0.0), (90.0, 30.0)], false);
    row.turn_handle(0, Vec2::new(1.0, 0.0), true);
    row.turn_handle(1, Vec2::new(-1.0, 0.0), false);
    let (before, after) = row.handles(1);
    assert!(before.y.abs() < 1e-9 && after.y.abs() < 1e-9 && before.x < 0.0 && after.x > 0.0, "{before:?} {after:?}");
    // Both ends together take the piece along.
    let mut moved = row.clone();
    moved.loosen(&[0, 1].into());
    assert_eq!(moved, row);
    moved.loosen(&[1].into());
    assert_eq!((moved.nodes[0].bend, moved.nodes[1].bend), (row.nodes[0].bend, Bend::Smooth));
    // An end of the line, too: the first, and turned about the last.
    for (mut line, end) in [(row.clone(), 0), (row.reversed(), 2)] {
        line.loosen(&[end].into());
        assert_eq!((line.nodes[end].bend, line.nodes[1].bend == Bend::Smooth), (Bend::Smooth, false), "{end}");
    }
    // The corner of a square stays one, and handles that were broken stay as they are.
    let mut square = line(&[(0.0, 0.0), (60.0, 0.0), (60.0, 60.0), (0.0, 60.0)], true);
    square.nodes[1].bend = Bend::Handles { before: Vec2::new(-20.0, 0.0), after: Vec2::new(0.0, 20.0) };
    square.nodes[2].bend = Bend::Handles { before: Vec2::new(0.0, -20.0), after: Vec2::new(20.0, 20.0) };
    let broken = square.nodes[2].bend;
    square.loosen(&[1].into());
    square.loosen(&[2].into());
    assert_eq!((square.nodes[1].bend, square.nodes[2].bend), (Bend::Corner, broken));
}

#[test]
fn handles_turn_together_unless_they_are_broken() {
    let mut line = line(&[(0.0, 0.0), (50.0, 0.0), (100.0, 0.0)], false);
    line.pull_handle(1, true, Vec2::new(0.0, 20.0), false);
    let (before, after) = line.handles(1);
    assert!(before.x.abs() < 1e-9 && before.y < 0.0 && after == Vec2::new(0.0, 20.0));
    line.pull_handle(1, false, Vec2::new(-9.0, 0.0), true);
    assert_eq!(line.handles(1), (Vec2::new(-9.0, 0.0), Vec2::new(0.0, 20.0)));
    line.pull_handle(1, true, Vec2::new(9.0, 9.0), false);
    assert_eq!(line.handles(1).0, Vec2::new(-9.0, 0.0), "a broken node stays broken");
}

#[test]
fn handles_are_those_of_the_whole_line() {
    for is_closed in [false, true] {
        let line = line(&[(0.0, 0.0), (50.0, 10.0), (60.0, 60.0), (10.0, 80.0), (5.0, 40.0)], is_closed);
        let pieces: Vec<PathSeg> = line.path().segments().collect();
        for n in 0..5 {
            let before = if n > 0 { pieces.get(n - 1) } else { pieces.get(4) };
            let before = before.map_or(Vec2::ZERO, |piece| piece.to_cubic().p2 - line.nodes[n].at);
            let after = pieces.get(n).map_or(Vec2::ZERO, |piece| piece.to_cubic().p1 - line.nodes[n].at);
            let (is_before, is_after) = line.handles(n);
            assert!((is_before - before).hypot() < 1e-9 && (is_after - after).hypot() < 1e-9, "{n} {is_closed}");
        }
    }
}

#[test]
fn cuts_keep_the_way() {
    let open = line(&[(0.0, 0.0), (50.0, 10.0), (100.0, 0.0)], false);
    let parts = open.cut(open.nearest(Point::new(50.0, 10.0)).expect("near"));
    assert_eq!(parts.iter().map(|part| part.nodes.len()).collect::<Vec<_>>(), [2, 2]);
    let closed = line(&[(0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0)], true);
    let cut = closed.cut(closed.nearest(Point::new(50.0, 25.0)).expect("near"));
    assert_eq!((cut.len(), cut[0].is_closed), (1, false));
    assert_eq!(cut[0].nodes.first(), cut[0].nodes.last());
    assert_eq!(closed.reversed().reversed(), closed);
    assert_eq!(closed.reversed().nodes[0], closed.nodes[0]);
}

#[test]
fn a_line_keeps_what_it_needs() {
    let mut closed = line(&[(0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0)], true);
    assert!(closed.remove(&[1]) && !closed.remove(&[0]));
    assert_eq!(closed.nodes.len(), 3);
}
