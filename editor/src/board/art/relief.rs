//! The ground: hills where the course climbs, in levels cut of paper one on the other.

use emath::{Pos2, Vec2, pos2, vec2};
use interpreter::data::manifest::board::{Knob, Style, Tint};
use kurbo::{BezPath, Point};

use super::chance::noise;
use super::mark::{Ink, Line, Mark};
use super::ribbon::{SHADE, Strand};
use super::{Subject, unit};
use crate::board::print::between;

/// The distance between two heights that are worked out, in units, and how many there are at most.
const STEP: f32 = 4.0;
const MOST_HEIGHTS: f32 = 9_000.0;
/// Of more spaces than this, only some tell the height of the ground.
const MOST_TOLD: usize = 500;
/// The heights beyond the rim of the sheet, so that every contour closes out of sight.
const RIM: usize = 3;

/// The height of each space on a strand. Where a closed one ends higher than it began, its level spaces make up for it.
pub fn heights(subject: &Subject, strands: &[Strand]) -> Vec<Option<f32>> {
    let mut known: Vec<Option<f32>> = vec![None; subject.spaces.len()];
    for strand in strands {
        let rise = |space: usize| f32::from(subject.spaces[space].height);
        let own = &strand.spaces[usize::from(strand.is_closed)..];
        let drift = match own.iter().filter(|space| rise(**space) == 0.0).count() {
            _ if !strand.is_closed => 0.0,
            level => own.iter().map(|space| rise(*space)).sum::<f32>() / level.max(1) as f32,
        };
        let mut now = known[strand.spaces[0]].unwrap_or(0.0);
        for space in own {
            now += if rise(*space) == 0.0 { -drift } else { rise(*space) };
            now = *known[*space].get_or_insert(now);
        }
        known[strand.spaces[0]].get_or_insert(0.0);
    }
    known
}

/// Heights on a grid.
struct Field {
    columns: usize,
    rows: usize,
    step: f32,
    first: Pos2,
    of: Vec<f32>,
}

impl Field {
    fn of(subject: &Subject, heights: &[Option<f32>], unit: f32) -> Field {
        let Vec2 { x: width, y: height } = subject.sheet;
        let height_of_sheet = height.max(1.0);
        let step = (STEP * unit).max((width * height / MOST_HEIGHTS).sqrt()).max(width.max(height) / 2_000.0);
        let count = |side: f32| (side / step).ceil() as usize + 1 + 2 * RIM;
        let (columns, rows) = (count(width), count(height));
        let first = pos2(0.0, 0.0) - Vec2::splat(RIM as f32 * step);
        let told: Vec<(Pos2, f32)> =
            subject.spaces.iter().zip(heights).filter_map(|(space, height)| Some((space.tile.at, (*height)?))).collect();
        let told: Vec<(Pos2, f32)> = told.iter().copied().step_by(told.len() / MOST_TOLD + 1).collect();
        let (noisy, seed) = (subject.look.knob(Knob::Noise), subject.look.seed());
        let near = 90.0 * unit * unit;
        let slope = subject.look.knob(Knob::Slope);
        let height = |at: Pos2| {
            let (mut sum, mut all, mut nearest) = (0.0, 0.0, f32::INFINITY);
            for (other, height) in &told {
                let far = (*other - at).length_sq();
                let weight = 1e4 / ((far + near) * (far + near).sqrt());
                (sum, all, nearest) = (sum + weight * height, all + weight, nearest.min(far));
            }
            let level = if all > 0.0 { sum / all } else { 0.0 };
            level
                + slope * (1.0 - at.y / height_of_sheet)
                + noisy * noise(seed, at.x / (46.0 * unit), at.y / (46.0 * unit)) * (nearest.sqrt() / (34.0 * unit)).min(1.0)
        };
        let of = (0..columns * rows).map(|n| height(first + vec2((n % columns) as f32, (n / columns) as f32) * step)).collect();
        Field { columns, rows, step, first, of }
    }

    /// The height at a corner of the grid. The outermost ones lie below everything.
    fn at(&self, column: usize, row: usize) -> f32 {
        let is_rim = column == 0 || row == 0 || column + 1 == self.columns || row + 1 == self.rows;
        if is_rim { f32::NEG_INFINITY } else { self.of[row * self.columns + column] }
    }

    /// The lines at a height: marching squares. Each is closed, and smooth.
    fn contours(&self, level: f32) -> BezPath {
        // Each edge of the grid that a line crosses: 2n leads right from corner n, 2n + 1 down. Each has two neighbours.
        let mut next: Vec<[u32; 2]> = vec![[u32::MAX; 2]; self.columns * self.rows * 2];
        let mut join = |a: usize, b: usize| {
            for (a, b) in [(a, b), (b, a)] {
                let free = next[a].iter().position(|to| *to == u32::MAX);
                free.into_iter().for_each(|free| next[a][free] = b as u32);
            }
        };
        for row in 0..self.rows - 1 {
            for column in 0..self.columns - 1 {
                let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| self.at(column + x, row + y) > level);
                let n = row * self.columns + column;
                let edges = [n * 2, (n + 1) * 2 + 1, (n + self.columns) * 2, n * 2 + 1];
                let crossed: Vec<usize> = (0..4).filter(|e| corners[*e] != corners[(e + 1) % 4]).map(|e| edges[e]).collect();
                match crossed.as_slice() {
                    [a, b] => join(*a, *b),
                    [a, b, c, d] if corners[0] => {
                        join(*a, *b);
                        join(*c, *d);
                    }
                    [a, b, c, d] => {
                        join(*a, *d);
                        join(*b, *c);
                    }
                    _ => {}
                }
            }
        }
        let mut path = BezPath::new();
        for first in 0..next.len() {
            let (mut points, mut now) = (vec![], first);
            while next[now] != [u32::MAX; 2] {
                let [a, b] = std::mem::replace(&mut next[now], [u32::MAX; 2]);
                points.push(self.crossing(now, level));
                let open = [a, b].into_iter().find(|n| next.get(*n as usize).is_some_and(|next| *next != [u32::MAX; 2]));
                let Some(open) = open else { break };
                now = open as usize;
            }
            if points.len() > 5 {
                smooth(&mut path, &self.within_sight(points));
            }
        }
        path
    }

    /// Drops the places that say nothing, along the rim beyond the sheet.
    fn within_sight(&self, points: Vec<Point>) -> Vec<Point> {
        let step = f64::from(self.step);
        let last = [self.columns, self.rows].map(|count| (count - 2 * RIM) as f64 * step);
        let is_beyond = |at: &Point| [(at.x, last[0]), (at.y, last[1])].iter().any(|(at, last)| *at < -step || at - last > step);
        let count = points.len();
        let is_needed = |n: usize| {
            let [a, b, c] = [n + count - 1, n, n + 1].map(|n| points[n % count]);
            ![a, b, c].iter().all(is_beyond) || (b - a).cross(c - b).abs() > 1e-6 * step * step
        };
        (0..count).filter(|n| is_needed(*n)).map(|n| points[n]).collect()
    }

    /// Where a line at this height crosses an edge of the grid.
    fn crossing(&self, edge: usize, level: f32) -> Point {
        let (column, row) = (edge / 2 % self.columns, edge / 2 / self.columns);
        let (x, y) = if edge.is_multiple_of(2) { (1, 0) } else { (0, 1) };
        let (a, b) = (self.at(column, row), self.at(column + x, row + y));
        let t = if a.is_finite() && b.is_finite() { ((level - a) / (b - a)).clamp(0.02, 0.98) } else { 0.5 };
        let at = self.first + (vec2(column as f32, row as f32) + vec2(x as f32, y as f32) * t) * self.step;
        Point::new(f64::from(at.x), f64::from(at.y))
    }
}

/// Adds a closed line through the middles between points.
fn smooth(path: &mut BezPath, points: &[Point]) {
    let count = points.len();
    path.move_to(points[0].midpoint(points[1]));
    for n in 1..=count {
        path.quad_to(points[n % count], points[n % count].midpoint(points[(n + 1) % count]));
    }
    path.close_path();
}

/// Prints the ground, over the whole sheet and a little beyond.
pub fn print(marks: &mut Vec<Mark>, subject: &Subject, strands: &[Strand]) {
    let look = &subject.look;
    let levels = look.knob(Knob::Relief).round() as usize;
    let (low, high) = (look.tint(Tint::Low), look.tint(Tint::High));
    let sheet = kurbo::Rect::new(0.0, 0.0, f64::from(subject.sheet.x), f64::from(subject.sheet.y));
    marks.push(Mark::fill(kurbo::Shape::to_path(&sheet, 0.1), Ink::of(low)));
    if levels < 2 {
        return;
    }
    let field = Field::of(subject, &heights(subject, strands), unit(subject));
    let (least, most) = field.of.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), h| (a.min(*h), b.max(*h)));
    if most - least < 1e-3 {
        return;
    }
    let shade = Ink { colour: SHADE, opacity: 0.09 };
    let far = f64::from(look.knob(Knob::Shadow));
    for n in 1..levels {
        let path = field.contours(least + (most - least) * n as f32 / levels as f32);
        if path.is_empty() {
            continue;
        }
        if far > 0.0 && look.style() == Style::Map {
            marks.push(Mark::fill(kurbo::Affine::translate((far * 0.6, far)) * path.clone(), shade));
        }
        let colour = between(low, high, n as f32 / (levels - 1) as f32);
        let width = look.knob(Knob::Contour);
        let ink = Ink::of(look.tint(Tint::Contour));
        let line = (width > 0.0).then_some(Line { ink, width, dash: vec![], is_round: true });
        marks.push(Mark { line, ..Mark::fill(path, Ink::of(colour)) });
    }
}
