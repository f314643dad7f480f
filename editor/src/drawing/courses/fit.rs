//! Lines for courses that were drawn before tracks kept them.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::data::track::courses::MOST_LANES;
use interpreter::ir::Drawn;
use kurbo::{ParamCurveNearest, PathSeg, Point};

use super::{Course, touch};
use crate::drawing::document::{Document, Item, Key};
use crate::drawing::schema::Schema;
use crate::drawing::tools::line::Line;
use crate::drawing::tools::measure::Graph;
use crate::drawing::tools::select::Ways;

/// How far spaces may lie beside the line that is fitted, as a share of the distance between neighbours: in one lane, and in several.
const NEAR: f64 = 0.13;
const NEAR_LANES: f64 = 0.09;
/// How far points in a row may lie beside each other, as the same share.
const STRAIGHT: f64 = 0.005;
/// How far rounding to a tenth of a millimetre can move a point out of a row, in millimetres.
const ROUNDED: f64 = 0.15;
/// From which difference on distances count as unequal.
const UNEQUAL: f64 = 0.06;
/// How much larger or smaller spaces may be than neighbours that touch, as a share.
const LARGER: f64 = 0.02;

impl Course {
    /// The course through a space: the one that the track keeps, else one fitted to how its spaces lie. `None` where the space belongs to
    /// no course of two spaces or more.
    pub fn through(document: &Document, schema: &Schema, space: Key) -> Option<Course> {
        let id = &document.item(space)?.id;
        Course::of(document, id).or_else(|| fitted(document, schema, &Ways::of(document, schema), space))
    }
}

/// A course through a space that is in none that the track keeps. `ways`: of the document.
pub fn fitted(document: &Document, schema: &Schema, ways: &Ways, through: Key) -> Option<Course> {
    let (row, is_closed) = ways.course(document, through);
    let kept: BTreeSet<&Arc<str>> = document.courses().iter().flat_map(|item| &item.spaces).filter(|id| !id.is_empty()).collect();
    let id = |key: &Key| document.item(*key).map(|item| item.id.clone()).unwrap_or_default();
    let at = |key: &Key| document.item(*key).and_then(|item| item.at);
    let (mut row, mut from, mut to) = (row, None, None);
    if is_closed {
        // Wherever it was taken hold of, it begins with the first of its spaces.
        let own: BTreeSet<Key> = row.iter().copied().collect();
        let first = document.spaces().iter().find(|space| own.contains(&space.key)).map(|space| space.key);
        let begins = row.iter().position(|key| Some(*key) == first).unwrap_or(0);
        row.rotate_left(begins);
    } else {
        // A branch ends where it comes to another course, or to a loop.
        let here = row.iter().position(|key| *key == through)?;
        let loops: BTreeSet<Key> = [row[0], row[row.len() - 1]]
            .into_iter()
            .map(|end| ways.course(document, end))
            .filter(|(spaces, comes_round)| *comes_round && !spaces.contains(&through))
            .flat_map(|(spaces, _)| spaces)
            .collect();
        // A chain of links that is a course ends on spaces of others if their links lead on.
        let is_chain = schema.links_drawn(Drawn::Along).next().is_none();
        let leads_on = |key: &Key| document.links().iter().filter(|link| link.spaces.contains(&id(key))).nth(1).is_some();
        let ends = [row[0], row[row.len() - 1]].map(|key| (is_chain && leads_on(&key)).then_some(key));
        let is_other = |key: &Key| loops.contains(key) || kept.contains(&id(key)) || ends.contains(&Some(*key));
        if let Some(end) = (here + 1..row.len()).find(|n| is_other(&row[*n])) {
            to = Some(id(&row[end]));
            row.truncate(end);
        }
        if let Some(end) = (0..here).rev().find(|n| is_other(&row[*n])) {
            from = Some(id(&row[end]));
            row.drain(..=end);
        }
    }
    if !is_closed {
        // A branch may lead off another course by a link of any kind, and come to it so.
        let is_course = |other: &Arc<str>| {
            let key = document.space(other).map(|space| space.key).filter(|key| !row.contains(key));
            key.is_some_and(|key| kept.contains(other) || ways.course(document, key).1)
        };
        let steps = || document.links().iter().flat_map(|link| link.steps());
        let (first, last) = (id(&row[0]), id(&row[row.len() - 1]));
        from = from.or_else(|| steps().find(|(other, to)| **to == first && is_course(other)).map(|(other, _)| other.clone()));
        to = to.or_else(|| steps().find(|(from, other)| **from == last && is_course(other)).map(|(_, other)| other.clone()));
    }
    let lanes = lanes_of(ways, row);
    let rows = lanes[0].len();
    let middle = |n: usize| Some(at(&lanes[0][n])?.midpoint(at(&lanes[lanes.len() - 1][n])?));
    let mut points: Vec<Point> = (0..rows).map(middle).collect::<Option<_>>()?;
    let ends = |id: &Option<Arc<str>>| id.as_ref().and_then(|id| document.space(id)?.at);
    let (begins, leads) = (ends(&from), ends(&to));
    (from, to) = (from.filter(|_| begins.is_some()), to.filter(|_| leads.is_some()));
    points.splice(0..0, begins);
    points.extend(leads);
    let is_closed = is_closed && points.len() > 2;
    if rows < 2 && points.len() < 3 {
        return None;
    }
    // Beside the line, outer lanes move farther than it does.
    let near = if lanes.len() > 1 { NEAR_LANES } else { NEAR };
    let (_, line) = self::through(&points, is_closed, near * step(&points), &self::rows(&points, is_closed));
    let widths = lanes.windows(2).filter_map(|pair| Some(at(&pair[0][0])?.distance(at(&pair[1][0])?)));
    let lane_width = widths.sum::<f64>() / (lanes.len().max(2) - 1) as f64;
    let across = (lanes.len() > 1).then_some(lane_width);
    let mut course = Course {
        key: None,
        gaps: gaps(&points, is_closed),
        line,
        touching: lanes.iter().all(|lane| touches(document, lane, is_closed, across)),
        spaces: lanes.iter().flatten().map(id).collect(),
        lanes: lanes.len(),
        lane_width: lane_width.max(0.1),
        from,
        to,
    };
    // Whatever side the links say is inside, lanes are listed from the side that lies there.
    let off = |course: &Course| -> f64 {
        let placed = course.placed(document).into_iter();
        placed.filter_map(|(key, place)| Some(at(&key)?.distance(place))).sum()
    };
    if lanes.len() > 1 {
        let here = off(&course);
        course.swap_sides();
        if here <= off(&course) {
            course.swap_sides();
        }
    }
    Some(course)
}

/// Whether all spaces of a lane are as large as they are where neighbours touch.
fn touches(document: &Document, lane: &[Key], is_closed: bool, across: Option<f64>) -> bool {
    let items: Vec<&Arc<Item>> = lane.iter().filter_map(|key| document.item(*key)).collect();
    let places: Vec<Point> = items.iter().filter_map(|item| item.at).collect();
    let is_near = |said: Option<f64>, size: f64| said.is_some_and(|said| (said / size - 1.0).abs() < LARGER);
    let fits = |(n, item): (usize, &&Arc<Item>)| {
        let size = touch(&places, n, is_closed, across);
        size.is_some_and(|(size, length)| {
            is_near(item.fields.number("size"), size) && is_near(item.fields.number("length"), length)
        })
    };
    places.len() == lane.len() && items.iter().enumerate().all(fits)
}

/// The lanes beside a row of spaces, from the inside; only the row itself where the links across don't lead from row to row.
fn lanes_of(ways: &Ways, row: Vec<Key>) -> Vec<Vec<Key>> {
    let mut known: BTreeSet<Key> = row.iter().copied().collect();
    let mut lanes = vec![row];
    let [outward, inward] = &ways.across;
    let next = |graph: &Option<Graph>, row: &[Key], known: &mut BTreeSet<Key>| {
        let graph = graph.as_ref()?;
        let next: Option<Vec<Key>> = row.iter().map(|key| graph.next(*key).first().copied()).collect();
        // Each space once, in one lane.
        next.filter(|next| next.iter().all(|key| known.insert(*key)))
    };
    while let Some(row) = lanes.last().filter(|_| lanes.len() < MOST_LANES).and_then(|row| next(outward, row, &mut known)) {
        lanes.push(row);
    }
    while let Some(row) = lanes.first().filter(|_| lanes.len() < MOST_LANES).and_then(|row| next(inward, row, &mut known)) {
        lanes.insert(0, row);
    }
    lanes
}

/// The usual distance from point to point.
fn step(points: &[Point]) -> f64 {
    let steps = points.windows(2).map(|pair| pair[0].distance(pair[1]));
    steps.sum::<f64>() / (points.len().max(2) - 1) as f64
}

/// A line of few nodes, each of them one of these points, that comes as near to all others. Where a piece of it misses some, it gets the one
/// that is missed most as a node. From the first to the last point of a row (see [`rows`]) it is straight. Returns which points are nodes, too.
pub fn through(points: &[Point], is_closed: bool, near: f64, rows: &[(usize, usize)]) -> (Vec<usize>, Line) {
    let (count, near) = (points.len(), near.max(0.01));
    let mut nodes: BTreeSet<usize> = if is_closed { [0, count / 3, 2 * count / 3].into() } else { [0, count - 1].into() };
    nodes.retain(|n| *n == 0 || !rows.iter().any(|(from, to)| (from + 1..*to).contains(n)));
    nodes.extend(rows.iter().flat_map(|(from, to)| [*from, *to % count]));
    if is_closed && nodes.len() < 3 {
        nodes.extend([count / 3, 2 * count / 3]);
    }
    // The line through these nodes, and those points between two of them that it misses most, of all pieces or of those near a point.
    let drawn = |nodes: &BTreeSet<usize>, about: Option<usize>| {
        let mut line = Line::smooth(nodes.iter().map(|n| points[*n]), is_closed);
        let number = |point: usize| nodes.iter().position(|n| *n == point % count).unwrap_or(0);
        for (from, to) in rows {
            let way = (points[*to % count] - points[*from]).normalize();
            line.turn_handle(number(*from), way, true);
            line.turn_handle(number(*to), -way, false);
        }
        let ends = nodes.iter().skip(1).copied().chain(is_closed.then_some(count));
        let pieces: Vec<(PathSeg, (usize, usize))> = line.path().segments().zip(nodes.iter().copied().zip(ends)).collect();
        let here = about.and_then(|point| pieces.iter().position(|(_, (from, to))| (*from..*to).contains(&point)));
        let is_near = |n: &usize| here.is_none_or(|here| n.abs_diff(here).min(pieces.len() - n.abs_diff(here)) <= 2);
        let missed = |(piece, (from, to)): (PathSeg, (usize, usize))| {
            let far = |n: usize| (piece.nearest(points[n], 1e-3).distance_sq.sqrt(), n);
            (from + 1..to).map(far).filter(|(far, _)| *far > near).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, n)| n)
        };
        let missed: Vec<usize> = (0..pieces.len()).filter(is_near).filter_map(|n| missed(pieces[n])).collect();
        (line, missed)
    };
    let fixed = nodes.clone();
    let mut line = loop {
        let (line, missed) = drawn(&nodes, None);
        if missed.is_empty() {
            break line;
        }
        nodes.extend(missed);
    };
    // What was a node before its neighbours were may not be needed any more.
    for node in nodes.difference(&fixed).copied().collect::<Vec<_>>() {
        nodes.remove(&node);
        let (without, missed) = drawn(&nodes, Some(node));
        if missed.is_empty() {
            line = without;
        } else {
            nodes.insert(node);
        }
    }
    (nodes.into_iter().collect(), line)
}

/// The first and last point of each row of four or more, one behind the other. In a closed line a row that passes the first point is two: it ends
/// there, which is counted on as the last point, and goes on behind it.
pub fn rows(points: &[Point], is_closed: bool) -> Vec<(usize, usize)> {
    let (count, last) = (points.len(), points.len().saturating_sub(1));
    let straight = (STRAIGHT * step(points)).max(ROUNDED);
    let at = |n: usize| points[n % count];
    // Whether a point lies between its neighbours.
    let is_between = |n: usize| {
        let (before, after) = (at(n) - at(n + count - 1), at(n + 1) - at(n));
        let off = before.cross(after).abs() / (before + after).hypot().max(1e-9);
        (is_closed || n > 0 && n < last) && before.dot(after) > 0.0 && off < straight
    };
    let is_row = |from: usize, to: usize| {
        let way = (at(to) - at(from)).normalize();
        (from..to).all(|n| way.cross(at(n) - at(from)).abs() < 4.0 * straight)
    };
    let ends: Vec<usize> = (0..count).filter(|n| !is_between(*n)).collect();
    let round = ends.last().zip(ends.first()).map(|(last, first)| (*last, first + count)).filter(|_| is_closed);
    let pairs = ends.windows(2).map(|pair| (pair[0], pair[1])).chain(round);
    // A line that is one row is straight without handles.
    let is_all = |row: (usize, usize)| !is_closed && row == (0, last);
    let rows = pairs.filter(|row| row.1 - row.0 > 2 && !is_all(*row) && is_row(row.0, row.1));
    rows.flat_map(|(from, to)| if to > count { vec![(from, count), (0, to - count)] } else { vec![(from, to)] }).collect()
}

/// How far it is from point to point, where that isn't everywhere the same.
fn gaps(points: &[Point], is_closed: bool) -> Vec<f64> {
    let mut gaps: Vec<f64> = points.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
    gaps.extend(points.last().filter(|_| is_closed).map(|last| last.distance(points[0])));
    if gaps.iter().any(|gap| *gap < 0.1) { vec![] } else { unless_even(gaps) }
}

/// These distances, if they aren't equal.
pub(super) fn unless_even(gaps: Vec<f64>) -> Vec<f64> {
    let mean = gaps.iter().sum::<f64>() / gaps.len().max(1) as f64;
    if gaps.iter().all(|gap| (gap / mean - 1.0).abs() < UNEQUAL) { vec![] } else { gaps }
}
