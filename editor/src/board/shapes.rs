//! The geometry of the board, without colours: tiles, arrows, patterns, the places of pieces and how they glide.

use std::f32::consts::FRAC_PI_2;

use emath::{Pos2, Vec2, pos2, vec2};
use interpreter::data::track::tiles;

/// How far the drawn edge of something round may be from the true one, in points.
const UNSEEN: f32 = 0.1;

/// The place of a space on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    pub at: Pos2,
    /// Half its side, or its radius.
    pub half: f32,
    /// Its length along its direction, as a multiple of its width.
    pub long: f32,
    /// Its direction, as a vector of length 1. The way leads there.
    pub towards: Vec2,
    pub round: bool,
    /// The radius of its corners; `None`: a share of its side.
    pub corner: Option<f32>,
}

impl From<tiles::Tile> for Tile {
    fn from(tile: tiles::Tile) -> Tile {
        let place = |(x, y): (f64, f64)| vec2(x as f32, y as f32);
        Tile {
            at: place(tile.at).to_pos2(),
            half: tile.half as f32,
            long: tile.long as f32,
            towards: place(tile.towards),
            round: tile.is_round,
            corner: None,
        }
    }
}

impl Tile {
    /// Returns a square tile with a half side of one millimetre that leads to the right.
    pub fn upright(at: Pos2) -> Tile {
        Tile { at, half: 1.0, long: 1.0, towards: vec2(1.0, 0.0), round: false, corner: None }
    }

    /// Returns the greatest distance of its edge from its middle, along its direction or across it.
    pub fn most(&self) -> f32 {
        self.half * self.long.max(1.0)
    }

    /// Returns a place on the tile, by its coordinates along and across (to the right of) the direction, from -1 to 1.
    pub fn place(&self, along: f32, across: f32) -> Pos2 {
        self.at + self.towards * (along * self.half) + right_of(self.towards) * (across * self.half)
    }

    /// Returns the distance from its middle to its edge in this direction.
    pub fn reach(&self, way: Vec2) -> f32 {
        if self.round {
            return self.half;
        }
        let way = way.normalized();
        let most = (way.dot(self.towards).abs() / self.long).max(way.dot(right_of(self.towards)).abs());
        self.half / most.max(0.5)
    }

    /// Returns the tile inside this one, so far from its edge.
    pub fn inset(&self, by: f32) -> Tile {
        let half = (self.half - by).max(self.half * 0.1);
        let long = (self.half * self.long - by).max(self.half * self.long * 0.1) / half;
        let corner = self.corner.unwrap_or(tiles::CORNER as f32 * self.half.min(self.half * self.long));
        Tile { half, long, corner: Some((corner - by).max(0.0)), ..*self }
    }

    /// Returns its outline, with rounded corners: with so many points that nobody sees them where a millimetre is `scale` points long.
    pub fn outline(&self, scale: f32) -> Vec<Pos2> {
        let corner = self.corner.map_or(tiles::CORNER as f32, |radius| radius / self.half).min(1.0).min(self.long);
        let corner = if self.round { 1.0 } else { corner };
        let off = (1.0 - UNSEEN / (corner * self.half * scale).max(UNSEEN)).clamp(0.0, 1.0);
        let steps = ((FRAC_PI_2 / (2.0 * off.acos()).max(1e-3)).ceil() as usize).clamp(3, 32);
        let mut points: Vec<Pos2> = vec![];
        for (along, across, first) in [(1.0, 1.0, 0.0), (-1.0, 1.0, 90.0), (-1.0, -1.0, 180.0), (1.0, -1.0, 270.0)] {
            let inner = 1.0 - corner;
            for step in 0..=steps {
                let angle = (first + 90.0 * step as f32 / steps as f32).to_radians();
                let along = along * (self.long - corner) + corner * angle.cos();
                points.push(self.place(along, across * inner + corner * angle.sin()));
            }
        }
        // A shape with a point twice is drawn with flat edges and whiskers.
        let is_same = |a: &Pos2, b: &Pos2| a.distance(*b) < self.half * 1e-3;
        points.dedup_by(|a, b| is_same(a, b));
        if points.len() > 1 && is_same(&points[0], &points[points.len() - 1]) {
            points.pop();
        }
        points
    }

    /// Returns evenly spaced diagonal stripes; `mirrored` ones cross them.
    pub fn stripes(&self, mirrored: bool) -> Vec<[Pos2; 2]> {
        let side = if mirrored { -1.0 } else { 1.0 };
        let inset = 0.88_f32;
        [-1.0_f32, -0.5, 0.0, 0.5, 1.0]
            .into_iter()
            .map(|offset| {
                // The stripe is the part of the line along = across + offset that lies within the tile, or within its circle.
                let (low, high) = if self.round {
                    let half = (2.0 * inset * inset - offset * offset).max(0.0).sqrt() / 2.0;
                    (-offset / 2.0 - half, -offset / 2.0 + half)
                } else {
                    ((-inset).max(-inset - offset), inset.min(inset - offset))
                };
                [self.place(low + offset, side * low), self.place(high + offset, side * high)]
            })
            .collect()
    }

    /// Returns rows of dots.
    pub fn dots(&self) -> Vec<Pos2> {
        let rows = [-0.6_f32, 0.0, 0.6];
        rows.into_iter().flat_map(|a| rows.into_iter().map(move |b| (a, b))).map(|(a, b)| self.place(a, b)).collect()
    }

    /// Returns two chevrons, one behind the other.
    pub fn two_arrows(&self) -> [[Pos2; 3]; 2] {
        [-0.38_f32, 0.14].map(|a| [self.place(a - 0.1, -0.46), self.place(a + 0.34, 0.0), self.place(a - 0.1, 0.46)])
    }

    /// Returns one chevron in the middle.
    pub fn chevron(&self) -> [Pos2; 3] {
        [self.place(-0.22, -0.42), self.place(0.22, 0.0), self.place(-0.22, 0.42)]
    }

    /// Returns a line across, and an arrowhead in front of it.
    pub fn start(&self) -> ([Pos2; 2], [Pos2; 3]) {
        let line = [self.place(-0.45, -0.55), self.place(-0.45, 0.55)];
        (line, [self.place(-0.2, -0.42), self.place(0.5, 0.0), self.place(-0.2, 0.42)])
    }

    /// Returns a line across, at the edge where pieces enter.
    pub fn entry_line(&self) -> [Pos2; 2] {
        [self.place(-0.72, -0.66), self.place(-0.72, 0.66)]
    }

    /// Returns an upright house: its roof and its walls.
    pub fn house(&self) -> ([Pos2; 3], [Pos2; 4]) {
        let at = |x: f32, y: f32| self.at + vec2(x, y) * self.half;
        let roof = [at(-0.5, 0.02), at(0.0, -0.46), at(0.5, 0.02)];
        (roof, [at(-0.32, 0.02), at(0.32, 0.02), at(0.32, 0.44), at(-0.32, 0.44)])
    }

    /// Returns an upright cup: its bowl and its handle.
    pub fn cup(&self) -> ([Pos2; 4], [Pos2; 4]) {
        let at = |x: f32, y: f32| self.at + vec2(x, y) * self.half;
        let bowl = [at(-0.48, -0.34), at(0.26, -0.34), at(0.14, 0.42), at(-0.36, 0.42)];
        (bowl, [at(0.2, -0.2), at(0.5, -0.16), at(0.44, 0.12), at(0.16, 0.18)])
    }

    /// Returns a small arrowhead inside the tile, at its edge towards a direction: 0 north, 1 east, 2 south, 3 west.
    pub fn facing(&self, direction: usize) -> [Pos2; 3] {
        let way = compass(direction);
        let across = right_of(way);
        let tip = self.at + way * (self.reach(way) - self.half * 0.07);
        let back = tip - way * (self.half * 0.26);
        [back + across * (self.half * 0.27), tip, back - across * (self.half * 0.27)]
    }

    /// Returns its direction in whole degrees clockwise from the right: 0 to 359, and never -0.
    pub fn turn(&self) -> f32 {
        self.towards.angle().to_degrees().round().rem_euclid(360.0) + 0.0
    }

    /// Returns the dark fields of a chequered flag, turned with the tile.
    pub fn chequers(&self) -> Vec<[Pos2; 4]> {
        const FIELDS: i32 = 4;
        let side = 1.24 / FIELDS as f32;
        let dark = (0..FIELDS * FIELDS).map(|n| (n / FIELDS, n % FIELDS)).filter(|(a, b)| (a + b) % 2 == 0);
        dark.map(|(a, b)| {
            let (a, b) = (a as f32 * side - 0.62, b as f32 * side - 0.62);
            [self.place(a, b), self.place(a + side, b), self.place(a + side, b + side), self.place(a, b + side)]
        })
        .collect()
    }

    /// Returns the shaft and the head of one long arrow, turned right by `turn` radians.
    pub fn long_arrow(&self, turn: f32) -> ([Pos2; 2], [Pos2; 3]) {
        let (sin, cos) = turn.sin_cos();
        let at = |along: f32, across: f32| self.place(along * cos - across * sin, along * sin + across * cos);
        ([at(-0.74, 0.0), at(0.3, 0.0)], [at(0.22, -0.4), at(0.8, 0.0), at(0.22, 0.4)])
    }
}

/// Returns the place of piece `n` of `count` on one tile: the offset from its middle and the radius, both in half tiles.
pub fn fan(n: usize, count: usize) -> (Vec2, f32) {
    if count <= 1 {
        return (Vec2::ZERO, 0.72);
    }
    let (ring, radius) = match count {
        2 => (0.46, 0.54),
        3 => (0.56, 0.5),
        4 => (0.62, 0.48),
        5..=6 => (0.68, 0.34),
        _ => (0.74, 0.3),
    };
    let angle = std::f32::consts::TAU * n as f32 / count as f32 - std::f32::consts::FRAC_PI_2;
    let tilt = if count == 2 { std::f32::consts::FRAC_PI_2 } else { 0.0 };
    (Vec2::angled(angle + tilt) * ring, radius)
}

/// Returns the line from a place to the rim of the nearest of these tiles.
pub fn lead<'t>(at: Pos2, tiles: impl IntoIterator<Item = &'t Tile>) -> [Pos2; 2] {
    let nearest = tiles.into_iter().min_by(|a, b| at.distance_sq(a.at).total_cmp(&at.distance_sq(b.at)));
    [at, nearest.map_or(at, |tile| tile.at + (at - tile.at).normalized() * tile.half)]
}

/// Whether a line passes this near to one of the places.
pub fn is_crossed([from, to]: [Pos2; 2], line: &[Pos2], near: f32) -> bool {
    let way = to - from;
    let (per, near) = (1.0 / way.length_sq().max(1e-6), near * near);
    line.iter().any(|at| {
        let t = ((*at - from).dot(way) * per).clamp(0.0, 1.0);
        at.distance_sq(from + way * t) < near
    })
}

/// Returns the place of piece `n` of `count` on a tile with a sign: in its corners, so that most of the sign is seen, and nobody takes a neighbour
/// for the tile. The offset from its middle and the radius, both in half tiles.
pub fn beside_sign(tile: &Tile, n: usize, count: usize) -> (Vec2, f32) {
    let (on, across) = (tile.towards, right_of(tile.towards));
    let corners = [-on - across, on - across, across - on, on + across];
    match count {
        // The lowest one, as names are written below.
        0 | 1 => (
            corners.into_iter().fold(-on - across, |low, corner| if corner.y > low.y + 1e-3 { corner } else { low }) * 0.62,
            0.47,
        ),
        2..=4 => (corners[n % 4] * 0.6, 0.42),
        _ => fan(n, count),
    }
}

/// Returns a place on a path of straight lines, for `t` from 0 to 1. Each line takes the same time.
pub fn along(way: &[Pos2], t: f32) -> Option<Pos2> {
    let pieces = way.len().checked_sub(1)?;
    let far = t.clamp(0.0, 1.0) * pieces as f32;
    let n = (far as usize).min(pieces.saturating_sub(1));
    let Some(next) = way.get(n + 1) else { return way.first().copied() };
    Some(way[n].lerp(*next, far - n as f32))
}

/// Starts and stops gently.
pub fn eased(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Returns a line from edge to edge between two tiles, with a gap at both ends; `None` if they touch.
pub fn between(from: &Tile, to: &Tile) -> Option<[Pos2; 2]> {
    let way = to.at - from.at;
    let room = way.length() - from.reach(way) - to.reach(way);
    if way.length() < 1e-3 || room <= 0.1 {
        return None;
    }
    let way = way.normalized();
    // The gap on a long line is no larger than on a short one.
    let air = (room * 0.09).min(from.half.min(to.half) * 0.25);
    Some([from.at + way * (from.reach(way) + air), to.at - way * (to.reach(way) + air)])
}

/// Returns how straight the way through a place is: 1 for straight on, -1 for turning back.
pub fn straightness(last: Option<Pos2>, at: Pos2, next: Option<Pos2>) -> f32 {
    let (Some(last), Some(next)) = (last, next) else { return -1.0 };
    (at - last).normalized().dot((next - at).normalized())
}

/// Returns the vector of a compass direction. North is up.
pub fn compass(direction: usize) -> Vec2 {
    Vec2::angled(direction as f32 * FRAC_PI_2 - FRAC_PI_2)
}

/// Returns the way to the right of another.
pub fn right_of(way: Vec2) -> Vec2 {
    vec2(-way.y, way.x)
}

/// Returns where a turned text begins, for a painter that places it by its top left corner. `inside` is its middle, measured from there.
pub fn text_corner(middle: Pos2, inside: Vec2, turn: f32) -> Pos2 {
    let (sin, cos) = turn.sin_cos();
    pos2(middle.x - inside.x * cos + inside.y * sin, middle.y - inside.x * sin - inside.y * cos)
}
