//! Room for what comes into a course: where its spaces would lie on one another, its line is made longer, as near to what it was as the
//! tiles around it and the sheet allow.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::data::track::places;
use interpreter::data::track::tiles::{SHARE, Tile};
use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::{Course, STAYS, distances};
use crate::drawing::document::Document;
use crate::drawing::schema::Schema;
use crate::drawing::tiles::tiles;
use crate::drawing::tools::curve::{self, OnLine};
use crate::drawing::tools::line::{Line, MOST_NODES, Node};

mod near;

use near::Steps;
pub(super) use near::closed_up;

/// How much longer a line must be to be made so, as a share, and how much longer it is made at most.
const SHORT: f64 = 1e-3;
const MOST_LONGER: f64 = 8.0;
/// How much longer than needed it is made where its spaces lie on others otherwise, as a share.
const MORE: f64 = 1.1;
/// How many pairs of tiles are compared, over all ways; but some ways are always tried.
const MOST_COMPARED: usize = 60_000_000;
const FEWEST_WAYS: usize = 8;
/// By how many degrees an end that goes on may turn aside.
const TURNS: [f64; 11] = [0.0, 12.0, -12.0, 25.0, -25.0, 40.0, -40.0, 60.0, -60.0, 85.0, -85.0];
/// By how many degrees the way to which a piece of the line is pulled may turn aside from straight across.
const ACROSS: [f64; 3] = [0.0, 30.0, -30.0];
/// A node is pulled that is as near as this to what comes in, in distances between spaces; else a new one.
const NEAR: f64 = 1.5;
/// How many nodes are tried, the nearest ones.
const MOST_PULLED: usize = 24;
/// Tiles that don't follow each other may lie on one another by this share of the narrower one.
const SLIGHT: f64 = 0.05;

/// How tiles lie before something comes in.
pub struct Room {
    tiles: BTreeMap<Arc<str>, Tile>,
    /// Those of them that lie as they do whatever their course does.
    unturned: BTreeSet<Arc<str>>,
    /// Those that links join: one follows the other, in whatever course it is.
    linked: BTreeSet<(Arc<str>, Arc<str>)>,
    sheet: Size,
}

impl Room {
    pub fn of(document: &Document, schema: &Schema, manifest: &Manifest) -> Room {
        let placed = || document.spaces().iter().filter(|space| space.at.is_some());
        let is_unturned = manifest.look("space").lies_straight;
        let unturned = placed().filter(|space| is_unturned || space.fields.get("turn").is_some()).map(|space| space.id.clone());
        let (unturned, sheet) = (unturned.collect(), document.header().sheet());
        let steps = document.links().iter().flat_map(|link| link.steps());
        let linked = steps.flat_map(|(a, b)| [(a.clone(), b.clone()), (b.clone(), a.clone())]).collect();
        let mut room = Room { tiles: BTreeMap::new(), unturned, linked, sheet };
        // Of several spaces with one id, the first is meant.
        for (space, tile) in placed().zip(tiles(document, schema, manifest)) {
            room.tiles.entry(space.id.clone()).or_insert(tile);
        }
        room
    }

    /// A course of one lane with lines that are long enough for all of its spaces, the one that changes least first. The last one is the
    /// least crowded, if there is no other. `before` is the same course without the space that is to come in at this position.
    pub fn ways(&self, before: &Course, course: &Course, at: usize) -> impl Iterator<Item = Course> {
        let steps = self.steps(before, course, at);
        let more = more(course, &steps).min(MOST_LONGER);
        let old = self.lay(before);
        // In bends, the usual distance may be too little, but hardly the one that there was.
        let most = (course.steps() as f64 / before.steps().max(1) as f64).clamp(more, more * MORE);
        let length = curve::length(&course.line.path());
        let all = [more, (more + most) / 2.0, most].into_iter();
        let all = all.filter(|more| *more > 1.0 + SHORT).flat_map(move |more| longer(course, at, length * more));
        let as_it_is = (more <= 1.0 + SHORT).then(|| course.line.clone());
        let mut best: Option<(f64, Course)> = None;
        let pairs = course.count() * self.tiles.len();
        let others = as_it_is.into_iter().chain(all).take((MOST_COMPARED / pairs.max(1)).max(FEWEST_WAYS));
        let others = others.map(|line| Course { line, ..course.clone() });
        let mut ways = near::ways(before, course, steps).chain(others);
        std::iter::from_fn(move || {
            for way in ways.by_ref() {
                let crowded = self.crowded(&old, &way, at);
                if crowded <= 0.0 {
                    return Some(way);
                }
                if best.as_ref().is_none_or(|(least, _)| crowded < *least) {
                    best = Some((crowded, way));
                }
            }
            best.take().map(|(_, way)| way)
        })
    }

    /// The steps of a course before something comes in, and how long they must be then: with the usual distance, or that which spaces had.
    fn steps(&self, before: &Course, course: &Course, at: usize) -> Steps {
        let first = usize::from(course.from.is_some());
        let (old, into) = (distances(before), (first + at).saturating_sub(1));
        let mut on = course.centre();
        on.extend(on.first().copied().filter(|_| course.line.comes_round()));
        let tile = |place: usize| match place.checked_sub(first) {
            None => self.tiles.get(course.from.as_ref()?).copied(),
            Some(n) if n < course.count() => self.tile(course, n, at),
            Some(_) if course.line.comes_round() => self.tile(course, 0, at),
            Some(_) => self.tiles.get(course.to.as_ref()?).copied(),
        };
        let least = (0..course.steps()).map(|n| {
            let old = old.get(if n <= into { n } else { n - 1 }).copied().unwrap_or_default();
            let way = on.get(n).zip(on.get(n + 1)).map(|(a, b)| a.towards.lerp(b.towards, 0.5)).unwrap_or_default();
            tile(n).zip(tile(n + 1)).map_or(old, |(a, b)| apart(&a, &b, way).min(old))
        });
        Steps { least: least.collect(), old, into }
    }

    /// The tile of a space of the course, as it lay; of one that is new, the smaller one of those beside it.
    fn tile(&self, course: &Course, n: usize, at: usize) -> Option<Tile> {
        let own = |n: usize| course.spaces.get(n).and_then(|id| self.tiles.get(id)).copied();
        let count = course.count().max(1);
        let beside = || [(n + count - 1) % count, (n + 1) % count].into_iter().filter_map(own);
        own(n).or_else(|| beside().filter(|_| n == at).min_by(|a, b| a.half.total_cmp(&b.half)))
    }

    /// The tiles of a course as they lie, and how far each is from where its line has it.
    fn lay<'c>(&self, course: &'c Course) -> BTreeMap<&'c Arc<str>, (Tile, Vec2)> {
        let mut on = course.centre();
        course.without_ends(&mut on);
        let tile = |(id, on): (&'c Arc<str>, OnLine)| {
            let tile = *self.tiles.get(id)?;
            Some((id, (tile, Point::from(tile.at) - on.at)))
        };
        course.spaces.iter().zip(on).filter_map(tile).collect()
    }

    /// Its tiles along its line, with the positions of their spaces. Those that the line has where it had them stay where they lie.
    fn laid(&self, old: &BTreeMap<&Arc<str>, (Tile, Vec2)>, course: &Course, at: usize) -> Vec<(usize, Tile)> {
        let mut on = course.centre();
        course.without_ends(&mut on);
        let tile = |(n, on): (usize, OnLine)| {
            let was = course.spaces.get(n).and_then(|id| old.get(id));
            let now = on.at + was.map_or(Vec2::ZERO, |(_, off)| *off);
            if let Some((was, _)) = was.filter(|(was, _)| now.distance(was.at.into()) <= STAYS) {
                return Some((n, *was));
            }
            let tile = self.tile(course, n, at)?;
            let is_turned = !course.spaces.get(n).is_some_and(|id| self.unturned.contains(id));
            let towards = if is_turned { on.towards.into() } else { tile.towards };
            Some((n, Tile { at: now.into(), towards, ..tile }))
        };
        on.into_iter().enumerate().filter_map(tile).collect()
    }

    /// By how many millimetres tiles of the course lie on others and beside the sheet, where they didn't before.
    fn crowded(&self, old: &BTreeMap<&Arc<str>, (Tile, Vec2)>, course: &Course, at: usize) -> f64 {
        let laid = self.laid(old, course, at);
        let own: BTreeSet<&Arc<str>> = course.spaces.iter().collect();
        let ends: Vec<&Arc<str>> = course.from.iter().chain(&course.to).collect();
        let others: Vec<(&Arc<str>, &Tile)> = self.tiles.iter().filter(|(id, _)| !own.contains(id)).collect();
        let was = |n: usize| course.spaces.get(n).and_then(|id| old.get(id)).map(|(tile, _)| tile);
        let stays: Vec<bool> = laid.iter().map(|(n, tile)| was(*n) == Some(tile)).collect();
        let last = course.count().saturating_sub(1);
        let mut sum = 0.0;
        for (position, (n, tile)) in laid.iter().enumerate() {
            let mut meet = |other: &Tile, before: Option<&Tile>, is_next: bool| {
                if places::distance(tile.at, other.at) <= tile.reach() + other.reach() {
                    let depth = depth(tile, other, is_next);
                    let before = was(*n).zip(before).map_or(0.0, |(was, before)| self::depth(was, before, is_next));
                    sum += (depth - before).max(0.0);
                }
            };
            for (other, (other_n, tile)) in laid.iter().enumerate().skip(position + 1) {
                if !stays[position] || !stays[other] {
                    let is_next = *other_n == n + 1 || *n == 0 && *other_n == last && course.line.comes_round();
                    meet(tile, was(*other_n), is_next);
                }
            }
            if !stays[position] {
                // An end is a neighbour of its last space.
                let is_end = |id: &Arc<str>| (*n == 0 || *n == last) && ends.contains(&id);
                let own = course.spaces.get(*n).cloned().unwrap_or_default();
                let follows = |id: &Arc<str>| self.linked.contains(&(own.clone(), id.clone())) && !is_end(id);
                let near = others.iter().filter(|(_, other)| places::distance(tile.at, other.at) <= tile.reach() + other.reach());
                near.filter(|(id, _)| !follows(id)).for_each(|(id, other)| meet(other, Some(other), is_end(id)));
                sum += (self.beside(tile) - was(*n).map_or(0.0, |was| self.beside(was))).max(0.0);
            }
        }
        sum
    }

    /// How far a tile reaches beyond the sheet.
    fn beside(&self, tile: &Tile) -> f64 {
        let (x, y) = tile.at;
        [tile.half - x, tile.half - y, x + tile.half - self.sheet.width, y + tile.half - self.sheet.height]
            .into_iter()
            .fold(0.0, f64::max)
    }
}

/// How far two tiles lie on one another. Neighbours may meet in bends.
fn depth(a: &Tile, b: &Tile, is_next: bool) -> f64 {
    if is_next || a.is_in_lane || b.is_in_lane {
        return places::depth(a, b);
    }
    let depth = a.depth(b);
    if depth > SLIGHT * a.narrow().min(b.narrow()) { depth } else { 0.0 }
}

/// How far apart two tiles must lie that follow each other this way, with the air that spaces usually have.
fn apart(a: &Tile, b: &Tile, way: Vec2) -> f64 {
    let way = if way.hypot() > 1e-6 { way.normalize() } else { Vec2::new(1.0, 0.0) };
    let towards = Vec2::from(a.towards);
    let (along, across) = (way.dot(towards).abs(), way.cross(towards).abs());
    let long = |tile: &Tile| tile.half * if tile.is_round { tile.long.max(1.0) } else { tile.long };
    let far = if a.is_round && b.is_round && a.long.max(b.long) <= 1.0 {
        a.half + b.half
    } else {
        ((long(a) + long(b)) / along.max(1e-6)).min((a.half + b.half) / across.max(1e-6))
    };
    far / SHARE.1
}

/// How much longer the line of a course must be for its steps to be as long as they must.
fn more(course: &Course, steps: &Steps) -> f64 {
    let more = distances(course).into_iter().zip(&steps.least).map(|(now, least)| least / now.max(1e-6));
    more.fold(1.0, f64::max)
}

/// Ways to make the line of a course as long as wanted: what moves least comes first.
fn longer(course: &Course, at: usize, wanted: f64) -> impl Iterator<Item = Line> {
    let line = Rc::new(course.line.clone());
    let (count, round) = (line.nodes.len(), line.comes_round());
    let missing = wanted - curve::length(&line.path());
    let mut ways: Vec<Box<dyn Fn(f64) -> Option<Line>>> = vec![];
    if count > 1 && !round {
        // An end that is free goes on.
        let ends = [(course.to.is_none(), count - 1), (course.from.is_none(), 0)];
        for turn in TURNS {
            for (_, n) in ends.into_iter().filter(|(is_free, _)| *is_free) {
                let line = line.clone();
                ways.push(Box::new(move |by| {
                    let (before, after) = line.handles(n);
                    let out = -(if n == 0 { after } else { before });
                    let way = Affine::rotate(turn.to_radians()) * out.to_point();
                    moved(&line, n, way.to_vec2(), by)
                }));
            }
        }
    }
    // What bends between two fixed ends bends more.
    if let (Some(first), Some(last)) = (line.nodes.first().filter(|_| !round), line.nodes.last()) {
        let (first, chord, line) = (first.at, last.at - first.at, line.clone());
        ways.push(Box::new(move |by| {
            let turn = Affine::rotate(chord.atan2());
            let wider = turn * Affine::scale_non_uniform(1.0, 1.0 + by / missing.max(1e-6) * 0.1) * turn.inverse();
            Some(line.transformed(Affine::translate(first.to_vec2()) * wider * Affine::translate(-first.to_vec2())))
        }));
    }
    // It is pulled aside where something comes in, or at a node, of which those near there come first.
    let place = usize::from(course.from.is_some()) + at;
    let place = course.shares().get(place).and_then(|share| Some((*share, line.at(*share)?)));
    if let Some((share, on)) = place {
        let new = pulled(course, share).into_iter();
        let mut nodes: Vec<usize> = (0..count).filter(|n| round || (1..count - 1).contains(n)).collect();
        nodes.sort_by(|a, b| line.nodes[*a].at.distance(on.at).total_cmp(&line.nodes[*b].at.distance(on.at)));
        nodes.truncate(MOST_PULLED);
        let across = |n: &usize| {
            let (before, after) = line.handles(*n);
            (*n, line.clone(), curve::right_of(after - before))
        };
        for (n, pulled, across) in new.chain(nodes.iter().map(across).collect::<Vec<_>>()) {
            for (turn, side) in ACROSS.into_iter().flat_map(|turn| [(turn, 1.0), (turn, -1.0)]) {
                let (line, way) = (pulled.clone(), Affine::rotate(turn.to_radians()) * (across * side).to_point());
                ways.push(Box::new(move |by| moved(&line, n, way.to_vec2(), by)));
            }
        }
    }
    // All of it grows: away from an end, or from any side of it.
    let frame = line.nodes.iter().map(|node| Rect::from_points(node.at, node.at)).reduce(|a, b| a.union(b)).unwrap_or_default();
    let corners = [(0.5, 0.5), (0.0, 0.5), (1.0, 0.5), (0.5, 0.0), (0.5, 1.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    let from = |(x, y): (f64, f64)| Point::new(frame.x0 + x * frame.width(), frame.y0 + y * frame.height());
    let mut fixed: Vec<Point> = if round { corners.map(from).to_vec() } else { vec![] };
    fixed.extend(line.nodes.first().filter(|_| !round && course.to.is_none()).map(|node| node.at));
    fixed.extend(line.nodes.last().filter(|_| !round && course.from.is_none()).map(|node| node.at));
    for about in fixed.into_iter().map(Point::to_vec2) {
        let line = line.clone();
        ways.push(Box::new(move |by| {
            let scale = Affine::scale(1.0 + by / wanted.max(1e-6));
            Some(line.transformed(Affine::translate(about) * scale * Affine::translate(-about)))
        }));
    }
    ways.into_iter().filter_map(move |way| as_long(missing, wanted, way))
}

/// The same line with one of its nodes moved.
fn moved(line: &Line, n: usize, way: Vec2, by: f64) -> Option<Line> {
    let mut line = line.clone();
    line.nodes.get_mut(n).filter(|_| way.hypot() > 1e-6)?.at += way.normalize() * by;
    Some(line)
}

/// The node to pull at a share of the line, the line with it, and the way straight across there.
fn pulled(course: &Course, share: f64) -> Option<(usize, Rc<Line>, Vec2)> {
    let (mut line, on) = (course.line.clone(), course.line.at(share)?);
    let last = line.nodes.len().saturating_sub(1);
    let is_bound = |n: usize| !line.comes_round() && (n == 0 || n == last);
    let far = |n: &usize| line.nodes[*n].at.distance(on.at);
    let near = (0..=last).filter(|n| !is_bound(*n) && far(n) < NEAR * course.spacing());
    let near = near.min_by(|a, b| far(a).total_cmp(&far(b)));
    let towards = curve::at_shares(&line.path(), std::iter::once(share)).first()?.towards;
    let n = match near {
        Some(n) => n,
        None if line.nodes.len() >= MOST_NODES => return None,
        None => {
            let n = line.add(on);
            line.nodes[n] = Node::smooth(on.at);
            n
        }
    };
    Some((n, Rc::new(line), curve::right_of(towards)))
}

/// The line that is as long as wanted, of those that get longer and longer.
fn as_long(missing: f64, wanted: f64, way: impl Fn(f64) -> Option<Line>) -> Option<Line> {
    let is_long = |by: f64| Some(curve::length(&way(by)?.path()) >= wanted);
    let mut high = missing.max(0.1);
    let mut low = 0.0;
    while !is_long(high)? {
        low = high;
        high *= 2.0;
        if high > 8.0 * wanted {
            return None;
        }
    }
    for _ in 0..14 {
        let middle = (low + high) / 2.0;
        if is_long(middle)? { high = middle } else { low = middle }
    }
    way(high)
}
