//! Where the lanes of a course are folded over each other.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::Point;

use super::{Course, LEAST_GAP};

/// A space that lies farther than this before the last one of its lane is folded back over it, in millimetres.
const BACKWARDS: f64 = 0.05;
/// Two spaces of a course with lanes that aren't neighbours lie on one another if they are nearer than this share of a lane's width.
const NEAR_ITSELF: f64 = 0.5;

impl Course {
    /// Where its lanes are folded over each other, because it bends too tightly for their width: the spaces of the innermost or outermost
    /// lane there, one run after the other. `at` says where a space of a lane lies.
    pub fn folds(&self, at: impl Fn(usize, usize) -> Option<Point>) -> Vec<Vec<Arc<str>>> {
        let (count, closed) = (self.count(), self.line.comes_round());
        if self.lanes < 2 || count < 2 {
            return vec![];
        }
        let sides = [0, self.lanes - 1];
        let rows: Vec<Option<[Point; 2]>> = (0..count).map(|n| Some([at(sides[0], n)?, at(sides[1], n)?])).collect();
        let folded = |n: usize| {
            let (a, b) = (rows[n]?, rows[(n + 1) % count]?);
            let step = b[0].midpoint(b[1]) - a[0].midpoint(a[1]);
            (0..2).find(|side| (b[*side] - a[*side]).dot(step) < -BACKWARDS * step.hypot())
        };
        let mut found: Vec<Option<usize>> = (0..if closed { count } else { count - 1 }).map(folded).collect();
        // Elsewhere on its way, it may lie on itself; rows may be nearer together than lanes.
        let (near, step) = (self.lane_width * NEAR_ITSELF, self.spacing());
        let is_elsewhere = |apart: usize| apart > 1 && apart as f64 * step > self.lane_width;
        let cell = |at: Point| ((at.x / near.max(LEAST_GAP)).floor() as i64, (at.y / near.max(LEAST_GAP)).floor() as i64);
        let mut cells: HashMap<(i64, i64), Vec<(usize, Point)>> = HashMap::new();
        for side in 0..2 {
            for (n, at) in rows.iter().enumerate().filter_map(|(n, row)| Some((n, row.as_ref()?[side]))) {
                let (x, y) = cell(at);
                let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
                let there = around.filter_map(|at| cells.get(&at)).flatten();
                let apart =
                    |other: usize| if closed { n.abs_diff(other).min(count - n.abs_diff(other)) } else { n.abs_diff(other) };
                let mut on_it = there.filter(|(other, to)| is_elsewhere(apart(*other)) && to.distance(at) < near);
                if on_it.next().is_some() && n < found.len() {
                    found[n] = found[n].or(Some(side));
                }
                cells.entry((x, y)).or_default().push((n, at));
            }
        }
        // In a loop, a run may lead over the beginning.
        let first = found.iter().position(Option::is_none).filter(|_| closed).unwrap_or(0);
        let order: Vec<usize> = (0..found.len()).map(|n| (first + n) % found.len()).collect();
        let runs = order.chunk_by(|a, b| found[*a] == found[*b]);
        let spaces = |run: &[usize]| {
            let lane = self.by_lane().nth(sides[found[*run.first()?]?])?;
            let rows = run.iter().copied().chain(run.last().map(|last| (last + 1) % count));
            Some(rows.map(|n| lane[n].clone()).collect())
        };
        runs.filter_map(spaces).collect()
    }

    /// The same as its spaces lie in a document.
    pub fn folds_in(&self, places: &HashMap<&str, Point>) -> Vec<Vec<Arc<str>>> {
        self.folds(|lane, n| places.get(&**self.spaces.get(lane * self.count() + n)?).copied())
    }
}
