//! Lines for courses whose tracks keep none.

use std::f64::consts::PI;

use editor::drawing::courses::fit::{rows, through};
use editor::drawing::tools::line::{Bend, Line};
use kurbo::{Point, Vec2};

/// Places along the sides of a polygon, so far apart, from its first corner on; the last corner is left out.
fn along(corners: &[(f64, f64)], step: f64) -> Vec<Point> {
    let side = |pair: &[(f64, f64)]| {
        let (a, b) = (Point::from(pair[0]), Point::from(pair[1]));
        let count = (a.distance(b) / step).round() as usize;
        (0..count).map(move |n| a.lerp(b, n as f64 / count as f64)).collect::<Vec<_>>()
    };
    corners.windows(2).flat_map(side).collect()
}

/// Two straights of eight steps and two half circles, from the middle of a straight on.
fn stadium() -> Vec<Point> {
    let arc =
        |x: f64, first: f64| (1..8).map(move |n| Point::new(x, 25.0) + Vec2::from_angle(first + f64::from(n) * PI / 8.0) * 25.0);
    let row = |from: f64, to: f64, y: f64| along(&[(from, y), (to, y)], 10.0);
    [row(0.0, 40.0, 0.0), vec![Point::new(40.0, 0.0)], arc(40.0, -PI / 2.0).collect(), row(40.0, -40.0, 50.0)]
        .into_iter()
        .chain([vec![Point::new(-40.0, 50.0)], arc(-40.0, PI / 2.0).collect(), row(-40.0, 0.0, 0.0)])
        .flatten()
        .collect()
}

fn line_of(points: &[Point], is_closed: bool) -> (Vec<usize>, Line) {
    through(points, is_closed, 1.3, &rows(points, is_closed))
}

fn farthest(line: &Line, places: impl IntoIterator<Item = Point>) -> f64 {
    places.into_iter().filter_map(|at| line.nearest(at)).map(|on| on.far).fold(0.0, f64::max)
}

#[test]
fn rows_are_straight_wherever_a_closed_line_begins() {
    let points = stadium();
    for begins in [0, 1, 2, 3, 4, 7, 20] {
        let mut points = points.clone();
        points.rotate_left(begins);
        let (nodes, line) = line_of(&points, true);
        let straights = [0.0, 50.0].into_iter().flat_map(|y| (-36..=36).map(move |x| Point::new(f64::from(x), y)));
        assert!(farthest(&line, straights) < 0.01, "from {begins}: {nodes:?}");
        assert!(farthest(&line, points.clone()) < 1.4 && nodes.len() <= 13, "from {begins}: {nodes:?}");
    }
}

#[test]
fn corners_between_rows_are_corners_and_a_bend_behind_one_is_smooth() {
    let square = along(&[(0.0, 0.0), (80.0, 0.0), (80.0, 50.0), (0.0, 50.0), (0.0, 0.0)], 10.0);
    let (nodes, line) = line_of(&square, true);
    assert_eq!((nodes.len(), farthest(&line, square) < 0.01), (4, true), "{nodes:?}");
    let mut bent = along(&[(0.0, 0.0), (60.0, 0.0)], 10.0);
    bent.extend((0..6).map(|n| Point::new(60.0, 30.0) + Vec2::from_angle(f64::from(n) * 0.33 - PI / 2.0) * 30.0));
    let (nodes, line) = line_of(&bent, false);
    assert!(farthest(&line, (0..=60).map(|x| Point::new(f64::from(x), 0.0))) < 0.01, "{nodes:?}");
    let (before, after) = line.handles(1);
    assert!(nodes[..2] == [0, 6] && before.cross(after).abs() < 1e-6 && before.dot(after) < 0.0, "{nodes:?}");
    // A line that is one row needs no handles.
    let (nodes, line) = line_of(&along(&[(0.0, 0.0), (90.0, 30.0)], 10.0), false);
    assert_eq!((nodes.len(), line.nodes[0].bend), (2, Bend::Smooth));
}
