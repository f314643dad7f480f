//! A trail on a sheet: as large as fits, in few nodes, with its tiles.

use kurbo::{Affine, Point, Rect, Size};

use super::slopes::Slope;
use super::{Plan, TILES, Trail};
use crate::drawing::courses::{self, Course};
use crate::drawing::tools::curve;
use crate::drawing::tools::line::Line;

/// A trail as it lies on a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Laid {
    pub line: Line,
    pub tiles: Vec<TileOn>,
    /// From tile to tile: on the sheet in millimetres, and on the ground in metres.
    pub spacing: f64,
    pub metres: f64,
    /// How many tiles lie on others that aren't their neighbours.
    pub crowded: usize,
}

/// A tile and where it is on the trail.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TileOn {
    pub at: Point,
    /// In metres from the start of the trail.
    pub far: f64,
    /// How the ground rises there; `None` where the trail says nothing of heights.
    pub slope: Option<Slope>,
}

/// So many places of a trail are looked at, at least, and for each tile.
const PLACES: (usize, usize) = (400, 4);
/// The margin of the sheet, as a share of its shorter side.
const MARGIN: f64 = 0.07;
/// The directions that are tried to make a trail as large as possible.
const TURNS: usize = 36;
/// How much larger it has to become for that.
const LARGER: f64 = 1.02;
/// The shortest stretch of a trail, in metres.
const SHORTEST: f64 = 1.0;
/// Tiles this much closer than neighbours lie on one another.
const CROWDED: f64 = 0.75;

impl Laid {
    /// The slopes of all tiles, as far as they are known.
    pub fn slopes(&self) -> Vec<Slope> {
        self.tiles.iter().filter_map(|tile| tile.slope).collect()
    }
}

/// Lays a trail on a sheet.
///
/// # Errors
/// Why that can't be done, for people.
pub fn lay(trail: &Trail, plan: &Plan) -> Result<Laid, String> {
    let (from, to) = (plan.from.clamp(0.0, trail.length()), plan.to.clamp(0.0, trail.length()));
    if to - from < SHORTEST {
        return Err("The course has no length: move its end past its beginning.".to_owned());
    }
    let count = plan.count.clamp(TILES.0, TILES.1);
    let steps = PLACES.0.max(count * PLACES.1);
    let far = |n: usize| from + (to - from) * n as f64 / steps as f64;
    // A closed one comes round by itself.
    let places: Vec<f64> = (0..steps + usize::from(!plan.is_closed)).map(far).collect();
    let points: Vec<Point> = places.iter().map(|far| trail.at(*far)).collect();
    let points = fitted(&points, plan.sheet, plan.is_north_up).ok_or("The trail has no extent.")?;
    let long: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let (nodes, line) = courses::through(&points, plan.is_closed, long / count as f64 * plan.smooth, &[]);
    let mut own: Vec<f64> = nodes.iter().map(|n| places[*n]).collect();
    own.extend(line.comes_round().then_some(to));
    let course = Course { line, spaces: vec!["".into(); count], lanes: 1, ..Course::default() };
    // Between two nodes, the course is as much shorter than the trail everywhere.
    let on_trail = |(piece, share): (usize, f64)| {
        let (a, b) = (own[piece.min(own.len() - 1)], own[(piece + 1).min(own.len() - 1)]);
        a + (b - a) * share
    };
    let ends = if course.line.comes_round() { count } else { count - 1 };
    let metres = (to - from) / ends as f64;
    let at = course.places().into_iter().flatten();
    let tile = |(at, far): (Point, f64)| {
        // At its ends, only half of a tile is on the trail: that is too little to measure.
        let begins = (far - metres / 2.0).clamp(0.0, (trail.length() - metres).max(0.0));
        let slope = trail.slope(begins, begins + metres).map(Slope);
        TileOn { at, far, slope }
    };
    let tiles: Vec<TileOn> = at.zip(course.on_pieces().into_iter().map(on_trail)).map(tile).collect();
    let spacing = curve::length(&course.line.path()) / ends as f64;
    let crowded = crowded(&tiles, spacing, course.line.comes_round());
    Ok(Laid { line: course.line, tiles, spacing, metres, crowded })
}

/// Scales points so that they fill a sheet. `None` where they have no extent.
fn fitted(points: &[Point], sheet: Size, is_north_up: bool) -> Option<Vec<Point>> {
    let room = Rect::from_origin_size(Point::ZERO, sheet).inset(-MARGIN * sheet.width.min(sheet.height));
    let fit = |angle: f64| {
        let turn = Affine::rotate(angle);
        let first = Rect::from_points(turn * points[0], turn * points[0]);
        let frame = points.iter().fold(first, |frame, point| frame.union_pt(turn * *point));
        let scale = (room.width() / frame.width().max(1e-9)).min(room.height() / frame.height().max(1e-9));
        let fit =
            Affine::translate(room.center().to_vec2()) * Affine::scale(scale) * Affine::translate(-frame.center().to_vec2());
        (scale, fit * turn)
    };
    let mut best = fit(0.0);
    if !is_north_up {
        for n in 1..TURNS {
            let turned = fit(n as f64 * std::f64::consts::PI / TURNS as f64);
            if turned.0 > best.0 * LARGER {
                best = turned;
            }
        }
    }
    let fitted: Vec<Point> = points.iter().map(|point| best.1 * *point).collect();
    fitted.iter().all(|point| point.is_finite()).then_some(fitted)
}

/// How many tiles lie on others that aren't their neighbours.
fn crowded(tiles: &[TileOn], spacing: f64, comes_round: bool) -> usize {
    let count = tiles.len();
    let steps = |a: usize, b: usize| if comes_round { a.abs_diff(b).min(count - a.abs_diff(b)) } else { a.abs_diff(b) };
    let lies_on = |a: usize| (0..count).any(|b| steps(a, b) > 1 && tiles[a].at.distance(tiles[b].at) < spacing * CROWDED);
    (0..count).filter(|n| lies_on(*n)).count()
}
