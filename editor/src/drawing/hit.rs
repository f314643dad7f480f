//! Hit testing: what lies at a position of the sheet, and what within a frame.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use emath::Pos2;
use interpreter::data::track::tiles::sizes;
use kurbo::{Affine, Line, ParamCurve, ParamCurveNearest, PathEl, Point, Rect, Shape, Size};

use super::bends::{self, Bends, Flag};
use super::decor::{Sort, frame, sort, turn};
use super::document::{Document, Item, Key};
use super::drawn::label;
use super::fields::Fields;
use super::layers::{self, Layer};
use super::schema::Schema;
use super::shapes;
use super::tiles::TileSizes;
use super::tools::curve;
use super::tools::line::{self, Bend};
use crate::board::hit::{BESIDE, beside_outline};
use crate::board::print::{self, ground};
use crate::board::{Arrow, Board, pos};

/// What a position hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    Space(Key),
    /// A step of a link: from its space at this position to the next one.
    Step(Key, usize),
    /// A path, between two of its spaces without a link.
    Path(Key),
    /// The name of a path.
    Name(Key),
    /// A label or a stroke.
    Decor(Key),
    /// A picture or an area: it lies below everything else.
    Below(Key),
}

impl Hit {
    /// The key of the thing that is hit.
    pub fn key(self) -> Key {
        match self {
            Hit::Space(key) | Hit::Step(key, _) | Hit::Path(key) | Hit::Name(key) | Hit::Decor(key) | Hit::Below(key) => key,
        }
    }
}

/// The side of a cell in millimetres.
const CELL: f64 = 16.0;
/// How far beside a line that lies above a space it is still meant instead of the space, in half spaces.
const ON_LINE: f64 = 0.15;
/// How far the straight pieces by which a bent line is hit may be from it, in millimetres.
const FLAT: f64 = 0.1;
/// The number of cells that one thing is noted in, at most; larger things are always looked at.
const MOST_CELLS: usize = 4_096;

/// Everything that can be hit, by its position. Made again when the document changes.
#[derive(Clone, Debug, Default)]
pub struct Places {
    spaces: Vec<(Key, Point, f64)>,
    /// The outlines of spaces that aren't squares.
    outlines: BTreeMap<usize, Vec<Pos2>>,
    steps: Vec<Step>,
    paths: Vec<(Key, Line)>,
    /// Labels, pictures, areas and strokes.
    decor: Vec<Decor>,
    /// The names of paths, with their frames as if they lay upright, and how far they are turned.
    names: Vec<(Key, Rect, f64)>,
    cells: BTreeMap<(i32, i32), Vec<Thing>>,
    large: Vec<Thing>,
    middles: BTreeMap<Key, Point>,
    /// Half the side of spaces without a size.
    pub half: f64,
    /// The sizes of spaces by what they say.
    sizes: TileSizes,
    /// Where a part can go on, once one is to be laid.
    pub(super) ends: OnceLock<OpenEnds>,
}

/// The usual distance between linked spaces, and the open ends of courses: their places, and whether a way begins there.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenEnds {
    pub step: Option<f64>,
    pub open: Vec<(Key, Point, bool)>,
}

/// A straight piece of a step of a link.
#[derive(Clone, Copy, Debug)]
struct Step {
    link: Key,
    step: usize,
    line: Line,
    /// Whether the track leaves its line out. The drawing table shows where it would be.
    is_hidden: bool,
    is_drawn: bool,
    /// If the link lies above spaces, those at its ends: their middles and half their sides.
    above: Option<[(Point, f64); 2]>,
}

/// A label, a picture, an area or a stroke.
#[derive(Clone, Debug)]
struct Decor {
    key: Key,
    /// Where it would lie if it weren't turned about its middle.
    frame: Rect,
    /// How far it is turned, in radians.
    turn: f64,
    layer: Layer,
    sort: Sort,
    /// The points of the line of an area or a stroke, and half its width; without them, its frame is hit.
    line: Option<(Vec<Pos2>, f64)>,
}

impl Decor {
    /// How far beside it a place lies; nothing or less on it.
    fn beside(&self, at: Point) -> f64 {
        match &self.line {
            Some((points, _)) if self.sort == Sort::Area => return f64::from(beside_outline(points, pos(at))),
            Some((points, half)) => {
                let ends = |n: &Pos2| Point::new(n.x.into(), n.y.into());
                let pieces = points.windows(2).map(|pair| Line::new(ends(&pair[0]), ends(&pair[1])));
                let far = pieces.map(|piece| piece.nearest(at, 1e-3).distance_sq).fold(f64::INFINITY, f64::min);
                return far.sqrt() - half;
            }
            None => {}
        }
        let away = Affine::rotate(-self.turn) * (at - self.frame.center()).to_point();
        (away.x.abs() - self.frame.width() / 2.0).max(away.y.abs() - self.frame.height() / 2.0)
    }

    /// Whether a frame takes it in: the middle of a label, or all of an area or a stroke.
    fn is_within(&self, frame: Rect) -> bool {
        match self.sort {
            Sort::Label => frame.contains(self.frame.center()),
            Sort::Area | Sort::Stroke => {
                frame.contains(self.frame.origin()) && frame.contains(Point::new(self.frame.x1, self.frame.y1))
            }
            Sort::Picture => false,
        }
    }

    /// The upright frame around it as it is turned.
    fn bounds(&self) -> Rect {
        Affine::rotate_about(self.turn, self.frame.center()).transform_rect_bbox(self.frame)
    }
}

#[derive(Clone, Copy, Debug)]
enum Thing {
    Space(usize),
    Step(usize),
    Path(usize),
    Name(usize),
    Decor(usize),
}

impl Places {
    /// Everything in a document without what is hidden. Lines that are locked are passed over.
    pub fn of(document: &Document, schema: &Schema) -> Places {
        let layers = document.layers();
        let is_free = |line: &&Arc<Item>| layers.is_free(line);
        let placed: Vec<_> = document.spaces().iter().filter_map(|space| Some((space, space.at?))).collect();
        let sizes = sizes(&placed.iter().map(|(_, at)| (at.x, at.y)).collect::<Vec<_>>(), document.header().tile());
        let of_tiles = TileSizes::of(document.header(), schema);
        let mut places = Places { half: sizes.usual / 2.0, sizes: of_tiles, ..Places::default() };
        let mut by_id: BTreeMap<&str, (Point, f64)> = BTreeMap::new();
        for ((space, at), size) in placed.into_iter().zip(sizes.each) {
            let half = places.sizes.size(&space.fields).unwrap_or(size) / 2.0;
            by_id.entry(&space.id).or_insert((at, half));
            places.note(Thing::Space(places.spaces.len()), Rect::from_center_size(at, (2.0 * half, 2.0 * half)));
            places.spaces.push((space.key, at, half));
        }
        let placed = document.spaces().iter().chain(document.decor());
        places.middles = placed.filter_map(|item| Some((item.key, item.at?))).collect();
        for link in document.links().iter().filter(is_free) {
            let bends = Bends::of(link);
            for (step, (from, to)) in link.steps().enumerate() {
                let (Some(a), Some(b)) = (by_id.get(&**from), by_id.get(&**to)) else { continue };
                let above = bends.is(Flag::Over, from, to).then_some([*a, *b]);
                let is_hidden = bends.is(Flag::Hidden, from, to);
                for line in pieces(&bends::between(a.0, &bends.bent(from, to), b.0)) {
                    places.note_line(Thing::Step(places.steps.len()), line);
                    places.steps.push(Step { link: link.key, step, line, is_hidden, is_drawn: true, above });
                }
            }
        }
        for path in document.paths().iter().filter(is_free) {
            for (from, to) in path.steps() {
                let (Some((from, _)), Some((to, _))) = (by_id.get(&**from), by_id.get(&**to)) else { continue };
                places.note_line(Thing::Path(places.paths.len()), Line::new(*from, *to));
                places.paths.push((path.key, Line::new(*from, *to)));
            }
        }
        let mut left = curve::MOST_POINTS;
        for decor in document.decor() {
            let path = shapes::line(decor).map(|line| line.path());
            let Some(frame) = path.as_ref().map(Shape::bounding_box).or_else(|| frame(decor)) else { continue };
            let half = decor.fields.number("width").unwrap_or(0.0).max(0.0) / 2.0;
            let line = path.and_then(|path| Some((curve::flattened_within(&path, &mut left)?, half)));
            let decor = Decor { key: decor.key, frame, turn: turn(decor), layer: layers::of(decor), sort: sort(decor), line };
            places.note(Thing::Decor(places.decor.len()), decor.bounds());
            places.decor.push(decor);
        }
        places
    }

    /// Notes what only the board of the document knows: the names of paths, spaces that aren't squares, and links that aren't drawn.
    pub fn note_board(&mut self, document: &Document, board: &Board) {
        self.note_names(document, board);
        self.note_letters(document, board);
        for (n, space) in board.spaces.iter().enumerate() {
            let outline = || (space.tile.long != 1.0).then(|| space.tile.outline(1.0));
            let Some(outline) = space.sector.clone().or_else(outline) else { continue };
            let corners = outline.iter().map(|at| Point::new(f64::from(at.x), f64::from(at.y)));
            let frame = corners.map(|at| Rect::from_points(at, at)).reduce(|a, b| a.union(b));
            self.note(Thing::Space(n), frame.unwrap_or_default());
            self.outlines.insert(n, outline);
        }
        // Links with a ribbon are seen without a line.
        let is_seen = |arrow: &Arrow| arrow.look.is_seen || arrow.look.has_ribbon && board.art.is_some();
        let key = |arrow: &Arrow| Some((document.links().get(arrow.step.0)?.key, arrow.step.1));
        let seen: BTreeSet<(Key, usize)> = board.arrows.iter().filter(|arrow| is_seen(arrow)).filter_map(key).collect();
        self.steps.iter_mut().for_each(|step| step.is_drawn = step.is_hidden || seen.contains(&(step.link, step.step)));
    }

    /// How far beside a space a place lies; nothing or less on it.
    fn beside(&self, n: usize, at: Point) -> f64 {
        let (_, middle, half) = self.spaces[n];
        match self.outlines.get(&n) {
            Some(outline) => f64::from(beside_outline(outline, pos(at))),
            None => (at.x - middle.x).abs().max((at.y - middle.y).abs()) - half,
        }
    }

    /// Notes the lines of labels whose letters follow one.
    fn note_letters(&mut self, document: &Document, board: &Board) {
        let own = layers::from_below(document).filter(|item| label(item).is_some());
        for (item, label) in own.zip(&board.labels) {
            let Some(points) = print::line(label) else { continue };
            let half = f64::from(label.size) * 0.6;
            let ends = points.iter().map(|at| Point::new(at.x.into(), at.y.into()));
            let frame = ends.map(|at| Rect::from_points(at, at)).reduce(|a, b| a.union(b));
            let Some(n) = self.decor.iter().position(|decor| decor.key == item.key) else { continue };
            let decor = &mut self.decor[n];
            (decor.frame, decor.turn) = (frame.unwrap_or_default().inflate(half, half), 0.0);
            decor.line = Some((points, half));
            let bounds = decor.bounds();
            self.note(Thing::Decor(n), bounds);
        }
    }

    fn note_names(&mut self, document: &Document, board: &Board) {
        let layers = document.layers();
        for label in &board.labels {
            let Some(path) = label.path.and_then(|n| document.paths().get(n)).filter(|path| layers.is_free(path)) else {
                continue;
            };
            let half = ground(label);
            let size = Size::new(f64::from(half.x) * 2.0, f64::from(half.y) * 2.0);
            let frame = Rect::from_center_size((f64::from(label.at.x), f64::from(label.at.y)), size);
            let round = Rect::from_center_size(frame.center(), Size::new(size.max_side(), size.max_side()));
            self.note(Thing::Name(self.names.len()), round);
            self.names.push((path.key, frame, f64::from(label.turn).to_radians()));
        }
    }

    /// Half the side of a space with these fields, wherever it lies.
    pub fn half_of(&self, fields: &Fields) -> f64 {
        self.sizes.size(fields).map_or(self.half, |size| size / 2.0)
    }

    /// The middle of a path's name.
    pub fn name_of(&self, path: Key) -> Option<Point> {
        self.names.iter().find(|(key, ..)| *key == path).map(|(_, frame, _)| frame.center())
    }

    fn note(&mut self, thing: Thing, frame: Rect) {
        let cells = cells(frame);
        if cells.len() > MOST_CELLS {
            return self.large.push(thing);
        }
        for cell in cells {
            self.cells.entry(cell).or_default().push(thing);
        }
    }

    /// Notes a line only where it passes.
    fn note_line(&mut self, thing: Thing, line: Line) {
        let steps = ((line.p1 - line.p0).hypot() / (CELL / 2.0)).ceil().max(1.0);
        if steps > MOST_CELLS as f64 {
            return self.large.push(thing);
        }
        let mut last = None;
        for n in 0..=steps as usize {
            let cell = cell(line.p0.lerp(line.p1, n as f64 / steps));
            if last != Some(cell) {
                self.cells.entry(cell).or_default().push(thing);
                last = Some(cell);
            }
        }
    }

    fn near(&self, frame: Rect) -> impl Iterator<Item = Thing> {
        // Half a step of a line may lie in the neighbouring cell.
        let cells = cells(frame.inflate(CELL / 2.0, CELL / 2.0));
        let noted = cells.into_iter().take(MOST_CELLS * 16).filter_map(|cell| self.cells.get(&cell)).flatten();
        noted.chain(&self.large).copied()
    }

    /// What lies at a position, or at most `slack` beside it. Labels lie above spaces, those of the ground below them, and all of them above
    /// links; where nothing but a link lies below the position itself, the nearest of what is beside it counts.
    pub fn at(&self, at: Point, slack: f64) -> Option<Hit> {
        let mut best: Option<(u8, f64, Hit)> = None;
        let beside_line = self.beside_line(slack);
        for thing in self.near(Rect::from_center_size(at, (2.0 * beside_line, 2.0 * beside_line))) {
            let found = match thing {
                Thing::Space(n) => {
                    let (key, middle, _) = self.spaces[n];
                    let (away, beside) = (at - middle, self.beside(n, at));
                    // In the gap between two spaces, the link is meant as soon as it is nearer.
                    let place = if beside <= 0.0 { (1, away.hypot()) } else { (3, beside) };
                    (beside <= slack).then_some((place.0, place.1, Hit::Space(key)))
                }
                Thing::Decor(n) => {
                    let decor = &self.decor[n];
                    let Decor { key, frame, layer, sort, .. } = *decor;
                    let beside = decor.beside(at);
                    let middle = (at - frame.center()).hypot() + frame.area();
                    let found = match sort {
                        Sort::Picture => (6, middle, Hit::Below(key)),
                        Sort::Area => (5, middle, Hit::Below(key)),
                        Sort::Stroke => (3, beside.max(0.0), Hit::Decor(key)),
                        Sort::Label if beside <= 0.0 => (if layer < Layer::Spaces { 2 } else { 0 }, middle, Hit::Decor(key)),
                        Sort::Label => (3, beside, Hit::Decor(key)),
                    };
                    (beside <= slack).then_some(found)
                }
                Thing::Step(n) => {
                    let Step { link, step, line, is_drawn, above, .. } = self.steps[n];
                    let far = line.nearest(at, 1e-3).distance_sq.sqrt();
                    // A line above spaces is hit there, but not on those where it begins and ends.
                    let is_end = |(middle, half): &(Point, f64)| (at.x - middle.x).abs().max((at.y - middle.y).abs()) <= *half;
                    let is_above = far <= ON_LINE * self.half && above.is_some_and(|ends| !ends.iter().any(is_end));
                    (is_drawn && far <= beside_line).then_some((if is_above { 1 } else { 3 }, far, Hit::Step(link, step)))
                }
                Thing::Name(n) => {
                    let (key, frame, turn) = self.names[n];
                    let upright = Affine::rotate_about(-turn, frame.center()) * at;
                    frame.contains(upright).then_some((0, frame.center().distance(at), Hit::Name(key)))
                }
                Thing::Path(n) => {
                    let (key, line) = self.paths[n];
                    let far = line.nearest(at, 1e-3).distance_sq.sqrt();
                    (far <= beside_line).then_some((4, far, Hit::Path(key)))
                }
            };
            if let Some(found) = found
                && best.is_none_or(|(layer, far, _)| (found.0, found.1) < (layer, far))
            {
                best = Some(found);
            }
        }
        best.map(|(.., hit)| hit)
    }

    /// How far beside a line it is still hit.
    pub fn beside_line(&self, slack: f64) -> f64 {
        slack.max(1.0).max(self.half * f64::from(BESIDE))
    }

    /// The step of a link that is nearest, at most so far away, whatever lies on it and whether it is drawn or not.
    pub fn step_near(&self, at: Point, most: f64) -> Option<(Key, usize)> {
        let near = self.near(Rect::from_center_size(at, (2.0 * most, 2.0 * most)));
        let steps = near.filter_map(|thing| if let Thing::Step(n) = thing { Some(&self.steps[n]) } else { None });
        let far = steps.map(|step| (step.line.nearest(at, 1e-3).distance_sq.sqrt(), step));
        let nearest = far.filter(|(far, _)| *far <= most).min_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest.map(|(_, step)| (step.link, step.step))
    }

    /// The space at a position, or at most `slack` beside it, whatever else is nearer.
    pub fn space_at(&self, at: Point, slack: f64) -> Option<Key> {
        let near = self.near(Rect::from_center_size(at, (2.0 * slack, 2.0 * slack)));
        let spaces = near.filter_map(|thing| if let Thing::Space(n) = thing { Some((n, self.beside(n, at))) } else { None });
        let hit = spaces.filter(|(_, beside)| *beside <= slack);
        // On a sector, which is as large as it is drawn, no neighbour is meant.
        let far = hit.map(|(n, beside)| (if self.outlines.contains_key(&n) { beside.max(0.0) } else { 0.0 }, self.spaces[n]));
        let nearest = far.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.1.distance(at).total_cmp(&b.1.1.distance(at))));
        nearest.map(|(_, (key, ..))| key)
    }

    /// The spaces and labels whose centres lie within a frame, and the areas and strokes that lie in it, spaces first.
    pub fn within(&self, frame: Rect) -> Vec<Key> {
        let frame = frame.abs();
        let spaces = self.spaces.iter().filter(|(_, at, _)| frame.contains(*at)).map(|(key, ..)| *key);
        let decor = self.decor.iter().filter(|it| it.is_within(frame)).map(|it| it.key);
        spaces.chain(decor).collect()
    }

    /// The frames of those of these things that have one: spaces, labels and pictures.
    pub fn frames(&self, keys: &[Key]) -> Vec<(Key, Rect)> {
        let keys: BTreeSet<&Key> = keys.iter().collect();
        let spaces = self.spaces().map(|(key, at, half)| (key, Rect::from_center_size(at, (2.0 * half, 2.0 * half))));
        spaces.chain(self.decor.iter().map(|it| (it.key, it.bounds()))).filter(|(key, _)| keys.contains(key)).collect()
    }

    /// The labels whose middles lie on these spaces, and on no other.
    pub fn labels_on(&self, spaces: &BTreeSet<Key>) -> Vec<Key> {
        let is_on = |at: Point| {
            let near = self.near(Rect::from_center_size(at, (0.0, 0.0)));
            let spaces_near = near.filter_map(|thing| if let Thing::Space(n) = thing { Some(self.spaces[n]) } else { None });
            let is_below = |(_, middle, half): &(Key, Point, f64)| (at.x - middle.x).abs().max((at.y - middle.y).abs()) <= *half;
            let mut below = spaces_near.filter(is_below).map(|(key, ..)| key).peekable();
            below.peek().is_some() && below.all(|key| spaces.contains(&key))
        };
        self.decor.iter().filter(|it| it.sort == Sort::Label && is_on(it.frame.center())).map(|it| it.key).collect()
    }

    /// The spaces that a stroke of a brush touches.
    pub fn touched(&self, stroke: Line, radius: f64) -> Vec<Key> {
        let mut keys = vec![];
        let around = Rect::from_points(stroke.p0, stroke.p1).inflate(radius, radius);
        for thing in self.near(around) {
            if let Thing::Space(n) = thing {
                let (key, at, half) = self.spaces[n];
                let is_touched = match self.outlines.get(&n) {
                    Some(outline) => {
                        let parts = (stroke.length() / half.max(0.1)).ceil().clamp(1.0, 1_000.0);
                        let all = (0..=parts as usize).map(|part| pos(stroke.eval(part as f64 / parts)));
                        all.map(|at| f64::from(beside_outline(outline, at))).any(|beside| beside <= radius)
                    }
                    None => stroke.nearest(at, 1e-3).distance_sq.sqrt() <= radius + half,
                };
                if is_touched && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }

    /// The centre of a space, label or picture.
    pub fn middle(&self, key: Key) -> Option<Point> {
        self.middles.get(&key).copied()
    }

    /// Every space: its centre and half its side.
    pub fn spaces(&self) -> impl Iterator<Item = (Key, Point, f64)> {
        self.spaces.iter().copied()
    }

    /// The pictures at a position from above, whatever lies above them.
    pub fn pictures_at(&self, at: Point) -> impl Iterator<Item = Key> {
        self.decor.iter().rev().filter(move |it| it.sort == Sort::Picture && it.beside(at) <= 0.0).map(|it| it.key)
    }

    /// The extent of everything drawn, for fitting it into the view.
    pub fn extent(&self) -> Option<Rect> {
        let spaces = self.spaces.iter().map(|(_, at, half)| Rect::from_center_size(*at, (2.0 * half, 2.0 * half)));
        spaces.chain(self.decor.iter().map(Decor::bounds)).reduce(|a, b| a.union(b))
    }
}

/// The straight pieces of a line.
fn pieces(of: &line::Line) -> Vec<Line> {
    if let [from, to] = of.nodes.as_slice()
        && [from, to].iter().all(|node| node.bend == Bend::Smooth)
    {
        return vec![Line::new(from.at, to.at)];
    }
    let mut points = vec![];
    kurbo::flatten(of.path(), FLAT, |part| {
        if let PathEl::MoveTo(at) | PathEl::LineTo(at) = part {
            points.push(at);
        }
    });
    points.windows(2).map(|pair| Line::new(pair[0], pair[1])).collect()
}

fn cell(at: Point) -> (i32, i32) {
    ((at.x / CELL).floor() as i32, (at.y / CELL).floor() as i32)
}

/// The cells of a frame; for a huge one, only more than anybody looks at.
fn cells(frame: Rect) -> Vec<(i32, i32)> {
    let (low, high) = (cell(frame.origin()), cell(Point::new(frame.x1, frame.y1)));
    let columns = (i64::from(high.0) - i64::from(low.0) + 1).max(1) as usize;
    let across = move |y: i32| (low.0..=high.0).take(MOST_CELLS * 16).map(move |x| (x, y));
    let rows = (MOST_CELLS * 16 / columns).max(1) + 1;
    (low.1..=high.1).take(rows).flat_map(across).collect()
}
