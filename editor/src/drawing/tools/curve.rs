//! Places on lines, and how long those are.

use kurbo::{BezPath, ParamCurve, ParamCurveArclen, ParamCurveDeriv, PathSeg, Point, Vec2};

pub use crate::board::curve::{MOST_POINTS, flattened_within, through};

/// How exactly lengths are measured, in millimetres.
pub const EXACT: f64 = 0.01;

/// A place on a line and its direction, of length 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OnLine {
    pub at: Point,
    pub towards: Vec2,
}

/// How long a line is.
pub fn length(path: &BezPath) -> f64 {
    path.segments().map(|segment| segment.arclen(EXACT)).sum()
}

/// The places at these shares of a line, from 0 to 1 and rising.
pub fn at_shares(path: &BezPath, shares: impl Iterator<Item = f64>) -> Vec<OnLine> {
    let segments: Vec<(PathSeg, f64)> = path.segments().map(|s| (s, s.arclen(EXACT))).filter(|(_, far)| *far > 1e-9).collect();
    let whole: f64 = segments.iter().map(|(_, far)| far).sum();
    let (mut places, mut n, mut behind) = (vec![], 0, 0.0);
    for share in shares {
        let far = whole * share;
        while n + 1 < segments.len() && behind + segments[n].1 < far {
            behind += segments[n].1;
            n += 1;
        }
        let Some((segment, _)) = segments.get(n) else { break };
        let t = segment.inv_arclen((far - behind).max(0.0), EXACT).clamp(0.0, 1.0);
        places.push(OnLine { at: segment.eval(t), towards: direction(segment, t) });
    }
    places
}

fn direction(segment: &PathSeg, t: f64) -> Vec2 {
    let slope = match segment {
        PathSeg::Line(line) => line.p1 - line.p0,
        PathSeg::Quad(quad) => quad.deriv().eval(t).to_vec2(),
        PathSeg::Cubic(cubic) => cubic.deriv().eval(t).to_vec2(),
    };
    // At a handle of length 0 the slope says nothing.
    let slope = if slope.hypot() > 1e-9 { slope } else { segment.end() - segment.start() };
    if slope.hypot() > 1e-9 { slope.normalize() } else { Vec2::new(1.0, 0.0) }
}

/// Whether a closed line goes round clockwise, as seen on the sheet.
pub fn is_clockwise(points: &[Point]) -> bool {
    let next = |n: usize| points[(n + 1) % points.len()];
    let area: f64 = points.iter().enumerate().map(|(n, a)| a.to_vec2().cross(next(n).to_vec2())).sum();
    area > 0.0
}

/// To the right of a direction, on a sheet whose y leads downwards.
pub fn right_of(towards: Vec2) -> Vec2 {
    Vec2::new(-towards.y, towards.x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::curve::Node;

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
}
