//! Places on lines, and how long those are.

use editor::board::curve::{Node, through};
use editor::drawing::tools::curve::{OnLine, at_shares, is_clockwise, length, right_of};
use kurbo::{BezPath, ParamCurve, Point, Vec2};

fn smooth(list: &[(f64, f64)], closed: bool) -> BezPath {
    let nodes: Vec<Node> = list.iter().map(|at| Node::smooth((*at).into())).collect();
    through(&nodes, closed)
}

fn even(path: &BezPath, steps: usize) -> Vec<OnLine> {
    at_shares(path, (0..=steps).map(|n| n as f64 / steps as f64))
}

#[test]
fn the_line_passes_its_points_and_places_are_even() {
    let drawn = [(0.0, 0.0), (50.0, 10.0), (60.0, 60.0), (10.0, 80.0)];
    for closed in [false, true] {
        let path = smooth(&drawn, closed);
        let ends: Vec<Point> = path.segments().map(|s| s.start()).collect();
        assert!(drawn[..3].iter().all(|p| ends.iter().any(|e| e.distance((*p).into()) < 1e-9)), "{ends:?}");
        let places = even(&path, 24);
        let gaps: Vec<f64> = places.windows(2).map(|w| w[0].at.distance(w[1].at)).collect();
        let (low, high) = gaps.iter().fold((f64::MAX, 0.0_f64), |(l, h), g| (l.min(*g), h.max(*g)));
        // Straight from place to place is a little shorter where the line bends.
        assert!(high / low < 1.12, "{gaps:?}");
        assert!(places.iter().all(|p| (p.towards.hypot() - 1.0).abs() < 1e-9));
        assert!(places[24].at.distance(drawn[if closed { 0 } else { 3 }].into()) < 0.1);
    }
    let straight = smooth(&[(0.0, 0.0), (30.0, 0.0), (90.0, 0.0)], false);
    assert!((length(&straight) - 90.0).abs() < 0.1, "{}", length(&straight));
    assert!(straight.segments().all(|s| s.eval(0.4).y.abs() < 1e-9), "a straight line stays straight");
}

#[test]
fn odd_strokes_are_no_trouble() {
    assert!(even(&smooth(&[], false), 5).is_empty());
    assert!(even(&smooth(&[(1.0, 1.0), (1.0, 1.0)], false), 5).is_empty());
    assert_eq!(even(&smooth(&[(0.0, 0.0), (9.0, 0.0), (0.0, 0.0)], false), 4).len(), 5);
}

#[test]
fn round_as_the_clock_goes() {
    let round = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(Point::from);
    assert!(is_clockwise(&round));
    assert_eq!(right_of(Vec2::new(1.0, 0.0)), Vec2::new(0.0, 1.0));
}
