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
