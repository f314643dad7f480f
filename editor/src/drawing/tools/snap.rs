//! Snapping to a grid and to neighbours.

use kurbo::Point;

use crate::drawing::guides::Guides;

/// Where a place snaps to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Snapped {
    pub at: Point,
    /// The neighbour whose column it came into.
    pub column: Option<Point>,
    /// The neighbour whose row it came into.
    pub row: Option<Point>,
}

impl Snapped {
    /// The same for a thing that was moved from one place to another: it stays until it has come nearer to where it snaps, so that nothing
    /// leaps ahead of the pointer.
    #[must_use]
    pub fn moved(self, from: Point, to: Point) -> Snapped {
        let stays = to.distance(from) < to.distance(self.at);
        if stays { Snapped { at: from, column: None, row: None } } else { self }
    }
}

/// Snaps a place to guides, else to the columns and rows of neighbours, that are at most `reach` away, else to a grid.
pub fn snap(at: Point, grid: Option<f64>, guides: &Guides, neighbours: &[Point], reach: f64) -> Snapped {
    let guide = |side: &[f64], n: f64| {
        let near = side.iter().copied().filter(|guide| (guide - n).abs() <= reach);
        near.min_by(|a, b| (a - n).abs().total_cmp(&(b - n).abs()))
    };
    let (upright, level) = (guide(&guides.x, at.x), guide(&guides.y, at.y));
    let nearest = |of: &dyn Fn(&Point) -> f64, other: &dyn Fn(&Point) -> f64| {
        let far = |p: &Point| (of(p) - of(&at)).abs();
        let near = neighbours.iter().filter(|p| far(p) <= reach);
        // Of those in the same column the one that is closest by.
        near.min_by(|a, b| {
            far(a).total_cmp(&far(b)).then_with(|| (other(a) - other(&at)).abs().total_cmp(&(other(b) - other(&at)).abs()))
        })
        .copied()
    };
    let (x, y) = (|p: &Point| p.x, |p: &Point| p.y);
    let column = if upright.is_none() { nearest(&x, &y) } else { None };
    let row = if level.is_none() { nearest(&y, &x) } else { None };
    let to_grid = |n: f64| grid.filter(|g| *g > 0.0).map_or(n, |g| (n / g).round() * g);
    let x = upright.or(column.map(|p| p.x)).unwrap_or_else(|| to_grid(at.x));
    let y = level.or(row.map(|p| p.y)).unwrap_or_else(|| to_grid(at.y));
    let at = Point::new(x, y);
    Snapped { at, column, row }
}

/// A drag with Shift held: along, down, or at 45 degrees.
pub fn constrained(from: Point, to: Point) -> Point {
    let away = to - from;
    if away.x.abs() > 2.0 * away.y.abs() {
        Point::new(to.x, from.y)
    } else if away.y.abs() > 2.0 * away.x.abs() {
        Point::new(from.x, to.y)
    } else {
        let far = (away.x.abs() + away.y.abs()) / 2.0;
        Point::new(from.x + far * away.x.signum(), from.y + far * away.y.signum())
    }
}
