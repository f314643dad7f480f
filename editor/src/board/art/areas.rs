//! Areas and strokes drawn by hand: filled, with a pattern, and strewn with what chance lets stand there.

use emath::{Pos2, Rect, Vec2, vec2};
use interpreter::data::manifest::board::{Knob, Style};
use interpreter::data::manifest::look::Pattern;
use interpreter::data::track::decor::{DecorKind, Scatter, Shape};
use interpreter::data::track::{Decor, Layer};
use kurbo::{Affine, BezPath};

use super::chance::Chance;
use super::free::{NEAR, Taken};
use super::mark::{self, Ink, Line, Mark};
use super::{Subject, forest, is_sound, scenery, unit, unit_of};
use crate::board::curve::{MOST_POINTS, Node, flattened_within, through};
use crate::board::link::dashes;
use crate::board::print::between;
use crate::looks::Rgb;

/// An area or a stroke.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    pub layer: Layer,
    /// Its line on the sheet.
    pub path: BezPath,
    pub is_closed: bool,
    pub shape: Shape,
    pub colour: Option<Rgb>,
    /// The width of the line in millimetres, if it gives one.
    pub width: Option<f32>,
    pub opacity: f32,
}

/// The usual width of a stroke and of an edge, in millimetres of a Letter sheet.
const WIDTH: (f32, f32) = (1.2, 0.5);
/// The colour of what gives none.
const DARK: Rgb = [0x40, 0x44, 0x48];
/// The areas of a board, at most: what comes later is left out.
const MOST_AREAS: usize = 1_000;
/// The dots and stripes of one pattern, and the things strewn over one area, at most, and those of all areas.
const MOST: f32 = 3_000.0;
const MOST_OF_ALL: f32 = 120_000.0;

/// The width of strokes and edges on a sheet that give none, in millimetres.
pub fn usual_width(is_closed: bool, sheet: Vec2) -> f32 {
    (if is_closed { WIDTH.1 } else { WIDTH.0 }) * unit_of(sheet)
}

impl Area {
    /// The area or the stroke that a track draws; `None` for everything else.
    pub fn of(decor: &Decor) -> Option<Area> {
        let (shape, is_closed) = match &decor.kind {
            DecorKind::Area(shape) => (shape, true),
            DecorKind::Stroke(shape) => (shape, false),
            DecorKind::Label(_) | DecorKind::Picture(_) => return None,
        };
        let nodes: Vec<Node> = shape.nodes.iter().map(Node::from).collect();
        let path = Affine::translate(decor.at) * through(&nodes, is_closed && nodes.len() > 2);
        Some(Area {
            layer: decor.layer,
            path,
            is_closed,
            shape: shape.clone(),
            colour: decor.colour,
            width: decor.width.map(|width| width as f32),
            opacity: (decor.opacity as f32).clamp(0.0, 1.0),
        })
    }

    /// Whether it lies above the spaces.
    fn is_above(&self) -> bool {
        self.layer >= Layer::Spaces
    }
}

/// An area as far as it can be drawn, with what lies in it.
pub struct Patch<'s> {
    area: &'s Area,
    points: Vec<Pos2>,
    /// The part of its frame that is seen.
    frame: Rect,
    inside: Rows,
    /// How many things of a kind it has, at most.
    most: f32,
}

/// Where an area lies, row by row.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    first: f32,
    step: f32,
    /// Where each row crosses its line, from the left.
    pub crossed: Vec<Vec<f32>>,
}

/// The height of a row in millimetres, and the number of rows, at most.
pub const ROW: f32 = 0.4;
const MOST_ROWS: f32 = 900.0;
/// How often rows cross the line of an area, at most, besides once for each of its points.
pub const MOST_CROSSED: f32 = 20_000.0;

impl Rows {
    /// The rows of the part of it that lies in a frame: `step` apart, or farther where they would be more, or cross its line more often.
    pub fn of(points: &[Pos2], frame: Rect, step: f32, most_crossed: f32) -> Rows {
        let within = |at: &Pos2| at.y.clamp(frame.min.y, frame.max.y);
        let pairs = points.iter().zip(points.iter().cycle().skip(1));
        let climbs: f32 = pairs.map(|(a, b)| (within(a) - within(b)).abs()).sum();
        let step = step.max(frame.height() / MOST_ROWS).max(climbs / most_crossed).max(1e-3);
        let mut crossed = vec![vec![]; (frame.height() / step).ceil().clamp(1.0, MOST_ROWS + 1.0) as usize];
        let first = frame.min.y + step / 2.0;
        for (n, a) in points.iter().enumerate() {
            let b = points[(n + 1) % points.len()];
            let (low, high) = if a.y < b.y { (*a, b) } else { (b, *a) };
            let count = crossed.len();
            let row = |y: f32| (((y - first) / step).ceil().max(0.0) as usize).min(count);
            let (from, to) = (row(low.y), row(high.y));
            for (n, row) in crossed[from..to.max(from)].iter_mut().enumerate() {
                let y = first + (from + n) as f32 * step;
                row.push(low.x + (high.x - low.x) * (y - low.y) / (high.y - low.y).max(1e-6));
            }
        }
        crossed.iter_mut().for_each(|row| row.sort_by(f32::total_cmp));
        Rows { first, step, crossed }
    }

    /// Whether a point lies within the line.
    pub fn contains(&self, at: Pos2) -> bool {
        let row = ((at.y - self.first) / self.step).round();
        if row < 0.0 {
            return false;
        }
        self.crossed.get(row as usize).is_some_and(|row| row.partition_point(|x| *x < at.x) % 2 == 1)
    }
}

/// What can be drawn of the areas and strokes of a board, in their order.
pub fn patches(subject: &Subject) -> (Vec<Patch<'_>>, usize) {
    let sheet = Rect::from_min_size(Pos2::ZERO, subject.sheet);
    let (mut patches, mut left) = (vec![], MOST_POINTS);
    let (mut closed, mut left_out) = (0, 0);
    for area in &subject.areas {
        let has_room = !area.is_closed || closed < MOST_AREAS;
        let Some(points) = Some(&area.path).filter(|_| has_room).and_then(|path| flattened_within(path, &mut left)) else {
            left_out += 1;
            continue;
        };
        if points.len() < 2 || !points.iter().all(|at| is_sound(*at)) {
            continue;
        }
        closed += usize::from(area.is_closed);
        let seen = Rect::from_points(&points).intersect(sheet.expand(1.0));
        let has_inside = area.is_closed && seen.is_positive() && !area.is_above();
        let inside = if has_inside { Rows::of(&points, seen, ROW, MOST_CROSSED) } else { Rows::default() };
        patches.push(Patch { area, points, frame: seen, inside, most: MOST });
    }
    let most = MOST.min(MOST_OF_ALL / closed.max(1) as f32);
    patches.iter_mut().for_each(|patch| patch.most = most);
    (patches, left_out)
}

impl Patch<'_> {
    /// Whether a place lies in an area of the ground.
    pub fn contains(&self, at: Pos2) -> bool {
        self.frame.contains(at) && self.inside.contains(at)
    }

    fn density(&self, of: Scatter) -> f32 {
        self.area.shape.scatters[of as usize]
    }

    /// Places in it about as far apart as `apart` says, where chance has moved them; with a number of chance for each.
    fn places(&self, subject: &Subject, of: u64, apart: f32) -> Vec<(Pos2, f32)> {
        let size = self.frame.size();
        if !self.frame.is_positive() || apart <= 0.0 {
            return vec![];
        }
        let apart = apart.max((size.x * size.y / self.most).sqrt());
        let high = apart * 0.87;
        let (first, steps) = ((self.frame.min.to_vec2() / vec2(apart, high)).floor(), (size / vec2(apart, high)).ceil());
        let mut places = vec![];
        for row in (0..=steps.y as i64 + 1).map(|row| first.y as i64 + row) {
            for column in (-1..=steps.x as i64 + 1).map(|column| first.x as i64 + column) {
                // Chance goes by the place, so that what stands there stays when the line is pulled elsewhere.
                let cell = (of + 1) << 56 ^ (row as u64 & 0xff_ffff) << 24 ^ (column as u64 & 0xff_ffff);
                let mut chance = Chance::new(subject.look.seed(), cell.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let aside = if row % 2 == 0 { 0.0 } else { 0.5 };
                let moved = vec2(chance.between(-0.33, 0.33) + aside, chance.between(-0.33, 0.33));
                let at = ((vec2(column as f32, row as f32) + moved) * vec2(apart, high)).to_pos2();
                let share = chance.share();
                if self.contains(at) {
                    places.push((at, share));
                }
            }
        }
        places
    }
}

/// Draws the areas and strokes above the spaces, or those below them.
pub fn print(marks: &mut Vec<Mark>, subject: &Subject, patches: &[Patch<'_>], are_above: bool) {
    let unit = unit(subject);
    for patch in patches.iter().filter(|patch| patch.area.is_above() == are_above) {
        let (area, shape) = (patch.area, &patch.area.shape);
        let ink = |colour: Rgb| Ink { colour: paled(subject, colour), opacity: area.opacity };
        let line = |colour: Rgb, width: f32| Line { ink: ink(colour), width, dash: dashes(shape.dash, width), is_round: true };
        let width = || area.width.unwrap_or(usual_width(area.is_closed, subject.sheet));
        if !area.is_closed {
            marks.push(Mark {
                path: area.path.clone(),
                line: Some(line(area.colour.unwrap_or(DARK), width())),
                ..Mark::default()
            });
            continue;
        }
        if let Some(fill) = area.colour {
            marks.push(Mark::fill(area.path.clone(), ink(fill)));
        }
        if let Some(pattern) = shape.pattern {
            self::pattern(marks, patch, pattern, ink(shaded(area)), unit);
        }
        if let Some(edge) = shape.edge {
            marks.push(Mark { path: area.path.clone(), line: Some(line(edge, width())), ..Mark::default() });
        }
        let apart = |density: f32, side: f32| side * (3.4 - 2.4 * density) * unit;
        for (of, side) in [(Scatter::Tufts, 3.0), (Scatter::Waves, 4.6)] {
            let density = patch.density(of);
            let places = if density > 0.0 { patch.places(subject, of as u64, apart(density, side)) } else { vec![] };
            let mut path = BezPath::new();
            for (at, share) in places {
                strew(&mut path, of, at, (0.8 + 0.4 * share) * unit);
            }
            if !path.is_empty() {
                marks.push(Mark::line(path, 0.28 * unit, ink(between(shaded(area), [0; 3], 0.16))));
            }
        }
    }
}

/// A colour as it is on this board: in lines, everything is pale.
fn paled(subject: &Subject, colour: Rgb) -> Rgb {
    if subject.look.style() == Style::Line { between(colour, [0xff; 3], 0.72) } else { colour }
}

/// A little darker than the area.
fn shaded(area: &Area) -> Rgb {
    between(area.colour.or(area.shape.edge).unwrap_or([0xc8; 3]), [0; 3], 0.24)
}

/// A tuft of blades, or a wave.
fn strew(path: &mut BezPath, of: Scatter, at: Pos2, side: f32) {
    let place = |x: f32, y: f32| (f64::from(at.x + x * side), f64::from(at.y + y * side));
    if of == Scatter::Waves {
        path.move_to(place(-1.5, 0.0));
        path.quad_to(place(-0.75, -0.8), place(0.0, 0.0));
        path.quad_to(place(0.75, 0.8), place(1.5, 0.0));
        return;
    }
    for (foot, tip) in [(-0.25, -0.8), (0.0, 0.05), (0.25, 0.85)] {
        path.move_to(place(foot, 0.0));
        path.line_to(place(tip, if foot == 0.0 { -1.3 } else { -1.0 }));
    }
}

fn pattern(marks: &mut Vec<Mark>, patch: &Patch<'_>, pattern: Pattern, ink: Ink, unit: f32) {
    let frame = patch.frame;
    if !frame.is_positive() {
        return;
    }
    let apart = (3.6 * unit).max((frame.area() / patch.most).sqrt());
    let stripes = |turn: f32| -> BezPath {
        let back = emath::Rot2::from_angle(turn);
        let turned =
            |points: &[Pos2]| -> Vec<Pos2> { points.iter().map(|at| (back.inverse() * at.to_vec2()).to_pos2()).collect() };
        let corners = [frame.left_top(), frame.right_top(), frame.left_bottom(), frame.right_bottom()];
        let points = turned(&patch.points);
        let seen = Rect::from_points(&points).intersect(Rect::from_points(&turned(&corners)));
        if !seen.is_positive() {
            return BezPath::new();
        }
        let rows = Rows::of(&points, seen, apart, 2.0 * patch.most);
        let mut path = BezPath::new();
        for (n, row) in rows.crossed.iter().enumerate() {
            let y = rows.first + n as f32 * rows.step;
            for pair in row.chunks_exact(2) {
                let [a, b] = [pair[0], pair[1]].map(|x| (back * vec2(x, y)).to_pos2());
                path.move_to((f64::from(a.x), f64::from(a.y)));
                path.line_to((f64::from(b.x), f64::from(b.y)));
            }
        }
        path
    };
    let quarter = std::f32::consts::FRAC_PI_4;
    let mut line = |path: BezPath, width: f32| {
        if !path.is_empty() {
            let line = Some(Line { ink, width: width * unit, dash: vec![], is_round: false });
            marks.push(Mark { path, line, ..Mark::default() });
        }
    };
    match pattern {
        Pattern::Stripes => line(stripes(quarter), 0.45),
        Pattern::Cross => {
            line(stripes(quarter), 0.3);
            line(stripes(-quarter), 0.3);
        }
        Pattern::Dots => {
            let radius = 0.42 * unit;
            let mut path = BezPath::new();
            // The same dots in neighbours of the same kind.
            let first = (frame.min.to_vec2() / apart).floor();
            let (columns, rows) = ((frame.width() / apart).ceil() as usize + 2, (frame.height() / apart).ceil() as usize + 2);
            for row in 0..rows {
                for column in 0..columns {
                    let aside = if (first.y as i64 + row as i64) % 2 == 0 { 0.0 } else { 0.5 };
                    let at = ((first + vec2(column as f32 + aside, row as f32)) * apart).to_pos2();
                    let is_in = |by: Vec2| patch.contains(at + by * radius);
                    if [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y].into_iter().all(is_in) {
                        path.extend(mark::disc(at, radius).iter());
                    }
                }
            }
            if !path.is_empty() {
                marks.push(Mark::fill(path, ink));
            }
        }
    }
}

/// What stands in areas besides what chance lets stand elsewhere.
#[derive(Default)]
pub struct Standing {
    /// Where houses stand, with their kinds.
    pub houses: Vec<(Pos2, usize)>,
    /// Where rocks lie, and how wide they are.
    pub rocks: Vec<(Pos2, f32)>,
    pub trees: Vec<(Pos2, f32, f32)>,
}

/// By how much trees stand farther apart where there would be too many, step by step.
const WIDER: f32 = 1.25;

/// Lets houses, rocks and trees stand in areas, clear of everything else.
pub fn standing(subject: &Subject, patches: &[Patch<'_>], taken: &mut Taken) -> Standing {
    let mut all = Standing::default();
    let unit = unit(subject);
    let usual = subject.look.knob(Knob::TreeSize);
    for patch in patches {
        let apart = |density: f32, side: f32| side * (2.2 - 1.2 * density);
        for (of, side) in [(Scatter::Houses, scenery::HOUSE * unit * 1.25), (Scatter::Rocks, scenery::ROCK_SIDE * unit)] {
            let density = patch.density(of);
            let places = if density > 0.0 { patch.places(subject, of as u64, apart(density, side)) } else { vec![] };
            for (at, share) in places {
                let wide = if of == Scatter::Houses { scenery::HOUSE * unit } else { side * (0.6 + 0.7 * share) };
                let stands = [(0.0, 0.0), (-0.5, 0.0), (0.5, 0.0), (-0.4, -0.6), (0.4, -0.6), (0.0, -0.9)];
                // What stands at the upper rim would reach beyond it.
                let is_in = patch.contains(at - vec2(0.0, wide * 0.6));
                if !is_in || !stands.into_iter().all(|(x, y)| taken.is_free(at + vec2(x, y) * wide, NEAR * 0.5)) {
                    continue;
                }
                taken.add(at - vec2(0.0, wide * 0.4), wide * 0.6);
                match of {
                    Scatter::Houses => all.houses.push((at, (share * 2.99) as usize)),
                    _ => all.rocks.push((at, wide)),
                }
            }
        }
    }
    // Where there would be too many trees, they stand farther apart in all areas.
    let mut wider = 1.0;
    loop {
        all.trees = trees(subject, patches, taken, usual, wider);
        if all.trees.len() <= forest::MOST_TREES {
            return all;
        }
        wider *= WIDER;
    }
}

/// The trees in areas, so many times as far apart as usual.
fn trees(subject: &Subject, patches: &[Patch<'_>], taken: &Taken, usual: f32, wider: f32) -> Vec<(Pos2, f32, f32)> {
    let forests = patches.iter().filter(|patch| patch.density(Scatter::Trees) > 0.0);
    let places = forests
        .flat_map(|patch| patch.places(subject, Scatter::Trees as u64, usual * (1.5 - patch.density(Scatter::Trees)) * wider));
    let sized = places.map(|(at, share)| {
        let (tall, share) = forest::size(usual, share);
        (at, tall, share)
    });
    sized.filter(|(at, tall, _)| forest::stands_free(taken, *at, *tall)).collect()
}
