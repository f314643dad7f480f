//! The line of a link as it is drawn: points from edge to edge, and places along it.

use emath::{Pos2, Vec2};

use super::shapes::{self, Tile};

/// A line of points that is longer than nothing.
#[derive(Clone, Debug)]
pub struct Way {
    points: Vec<Pos2>,
    /// How far each point is from the first one.
    far: Vec<f32>,
}

impl Way {
    /// Makes the way from edge to edge between two tiles along a line from one middle to the other, with a gap at both ends; `None` if there is
    /// no room.
    pub fn between(from: &Tile, to: &Tile, line: &[Pos2]) -> Option<Way> {
        if line.len() < 3 {
            return Way::of(shapes::between(from, to)?.to_vec());
        }
        let whole = Way::of(line.to_vec())?;
        let is_out = |tile: &Tile, at: Pos2| at.distance(tile.at) > tile.reach(at - tile.at);
        // Where the first piece that leads out of a tile crosses its edge, measured from the tile's end of the line.
        let crosses = |tile: &Tile, points: &mut dyn Iterator<Item = Pos2>| {
            let (mut last, mut gone) = (points.next()?, 0.0);
            for at in points {
                let long = last.distance(at);
                if is_out(tile, at) {
                    let (mut low, mut high) = (0.0, 1.0);
                    for _ in 0..16 {
                        let middle = (low + high) / 2.0;
                        if is_out(tile, last + (at - last) * middle) { high = middle } else { low = middle }
                    }
                    return Some(gone + long * high);
                }
                gone += long;
                last = at;
            }
            None
        };
        let start = crosses(from, &mut line.iter().copied())?;
        let end = whole.length() - crosses(to, &mut line.iter().rev().copied())?;
        let room = end - start;
        if room <= 0.1 {
            return None;
        }
        let air = (room * 0.09).min(from.half.min(to.half) * 0.25);
        Way::of(whole.part(start + air, end - air))
    }

    /// Makes a way of points; `None` if they have no length.
    pub fn of(mut points: Vec<Pos2>) -> Option<Way> {
        points.dedup_by(|a, b| a.distance(*b) < 1e-4);
        let mut far = vec![0.0];
        for pair in points.windows(2) {
            far.push(far[far.len() - 1] + pair[0].distance(pair[1]));
        }
        let long = far[far.len() - 1];
        (points.len() > 1 && long.is_finite() && long > 1e-3).then_some(Way { points, far })
    }

    pub fn points(&self) -> &[Pos2] {
        &self.points
    }

    pub fn length(&self) -> f32 {
        self.far[self.far.len() - 1]
    }

    /// Returns the place so far along it, and its direction there, as a vector of length 1.
    pub fn at(&self, far: f32) -> (Pos2, Vec2) {
        let n = self.far.partition_point(|at| *at < far).clamp(1, self.points.len() - 1);
        let (a, b) = (self.points[n - 1], self.points[n]);
        let long = (self.far[n] - self.far[n - 1]).max(1e-6);
        (a + (b - a) * ((far - self.far[n - 1]) / long).clamp(0.0, 1.0), (b - a) / long)
    }

    /// Returns the direction in which it arrives at a place, over the last `over` of it.
    pub fn arrives(&self, far: f32, over: f32) -> Vec2 {
        let (tip, way) = self.at(far);
        let before = tip - self.at((far - over).max(0.0)).0;
        if before.length() > 1e-4 { before.normalized() } else { way }
    }

    /// Returns the points of a part of it.
    pub fn part(&self, start: f32, end: f32) -> Vec<Pos2> {
        let inner = self.points.iter().zip(&self.far).filter(|(_, far)| **far > start && **far < end).map(|(at, _)| *at);
        [self.at(start).0].into_iter().chain(inner).chain([self.at(end).0]).collect()
    }

    /// Returns the points beside it, to the right where `by` is positive.
    pub fn beside(&self, by: f32) -> Vec<Pos2> {
        let across = |way: Vec2| Vec2::new(-way.y, way.x) * by;
        let towards = |n: usize| (self.points[n + 1] - self.points[n]).normalized();
        let last = self.points.len() - 1;
        let side = |n: usize| match n {
            0 => towards(0),
            n if n == last => towards(n - 1),
            n => (towards(n - 1) + towards(n)).normalized(),
        };
        (0..=last).map(|n| self.points[n] + across(side(n))).collect()
    }

    /// Returns the parts of it, as shares of its length, that lie below a tile.
    pub fn below(&self, tile: &Tile) -> Vec<[f32; 2]> {
        let steps = (self.length() / (tile.half * 0.15).max(1e-3)).ceil().clamp(1.0, 400.0);
        let mut parts: Vec<[f32; 2]> = vec![];
        let mut was_below = false;
        for n in 0..=steps as usize {
            let share = n as f32 / steps;
            let at = self.at(share * self.length()).0;
            let is_below = at.distance(tile.at) <= tile.reach(at - tile.at);
            match parts.last_mut().filter(|_| was_below) {
                Some(part) if is_below => part[1] = share,
                None if is_below => parts.push([(share - 0.5 / steps).max(0.0), share]),
                _ => {}
            }
            was_below = is_below;
        }
        parts
    }

    /// Returns how far a place is from it.
    pub fn distance(&self, at: Pos2) -> f32 {
        let near = |pair: &[Pos2]| {
            let way = pair[1] - pair[0];
            let along = ((at - pair[0]).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0);
            at.distance(pair[0] + way * along)
        };
        self.points.windows(2).map(near).fold(f32::INFINITY, f32::min)
    }
}
