//! Sizes of spaces that don't give one: what the track says, else chosen so that neighbours don't touch. The window, hit testing and pictures
//! agree on them.

use kurbo::Point;

/// The share of the way to the nearest space that a space usually takes, and the share it takes at most.
pub const SHARE: (f64, f64) = (0.8, 0.92);
/// The smallest side, in millimetres.
const LEAST: f64 = 2.0;
/// The assumed distance to the nearest space if there is none, in millimetres.
const ALONE: f64 = 12.0;
/// With fewer spaces than this, their distances say little: one may begin with two spaces at opposite ends of the sheet. Then spaces are no
/// larger than this.
pub const FEW: (usize, f64) = (8, 16.0);

/// Sides in millimetres.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sizes {
    /// The usual side.
    pub usual: f64,
    /// The side of each space.
    pub each: Vec<f64>,
}

/// The sides of spaces at these positions. `tile` is what the track says; then they are all alike, however near they lie.
pub fn sizes(at: &[Point], tile: Option<f64>) -> Sizes {
    if let Some(side) = tile {
        return Sizes { usual: side, each: vec![side; at.len()] };
    }
    let nearest = nearest(at);
    let mut sorted = nearest.clone();
    sorted.sort_by(f64::total_cmp);
    let most = if at.len() < FEW.0 { FEW.1 } else { f64::INFINITY };
    let usual = (sorted.get(sorted.len() / 2).copied().unwrap_or(ALONE) * SHARE.0).min(most).max(LEAST);
    Sizes { usual, each: nearest.into_iter().map(|far| usual.min(far * SHARE.1).max(LEAST)).collect() }
}

/// The distance from each to the nearest other; for overlapping ones, to the next.
fn nearest(at: &[Point]) -> Vec<f64> {
    // Sorted by x, only neighbours within the best distance so far need checking.
    let mut order: Vec<usize> = (0..at.len()).collect();
    order.sort_by(|a, b| at[*a].x.total_cmp(&at[*b].x));
    let mut nearest = vec![f64::INFINITY; at.len()];
    let mut look = |n: usize, others: &mut dyn Iterator<Item = usize>| {
        let a = order[n];
        for other in others {
            let b = order[other];
            if (at[b].x - at[a].x).abs() > nearest[a] {
                break;
            }
            let far = at[a].distance(at[b]);
            if far > 0.01 && far < nearest[a] {
                nearest[a] = far;
            }
        }
    };
    for n in 0..at.len() {
        look(n, &mut (n + 1..at.len()));
        look(n, &mut (0..n).rev());
    }
    nearest.into_iter().map(|far| if far.is_finite() { far } else { ALONE }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_touch() {
        let at = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (23.0, 4.0), (200.0, 90.0)].map(Point::from);
        assert_eq!(nearest(&at), [10.0, 10.0, 5.0, 5.0, 200.0_f64.hypot(0.0).min((177.0_f64).hypot(86.0))]);
        let sizes = sizes(&at, None);
        assert_eq!((sizes.usual, sizes.each[0]), (8.0, 8.0));
        assert!((sizes.each[3] - 4.6).abs() < 1e-9, "one that is close by is smaller");
        assert_eq!(sizes.each[4], 8.0, "one far away is as large as the others");
    }

    #[test]
    fn a_few_that_lie_far_apart_do_not_cover_the_sheet() {
        let towns = [(20.0, 200.0), (400.0, 200.0)].map(Point::from);
        assert_eq!(sizes(&towns, None).usual, 16.0);
        let many: Vec<Point> = (0..8).map(|n| Point::new(f64::from(n) * 50.0, 0.0)).collect();
        assert_eq!(sizes(&many, None).usual, 40.0);
    }

    #[test]
    fn one_alone_has_a_size() {
        let alone = ALONE * SHARE.0;
        assert_eq!(super::sizes(&[Point::new(3.0, 4.0)], None).each, [alone]);
        assert_eq!(super::sizes(&[Point::ZERO, Point::ZERO], None).each, [alone, alone]);
        assert_eq!(super::sizes(&[], None).usual, alone);
    }
}
