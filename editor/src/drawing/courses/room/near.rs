//! Room near what comes in: its neighbours close up, an end that is free moves on, or the line bulges. All else of the course stays as it is,
//! unless more of it closes up along its line so that nothing sticks out. Once it goes again, they spread out.

use std::collections::BTreeSet;
use std::rc::Rc;

use kurbo::{Affine, Vec2};

use super::{TURNS, as_long, moved};
use crate::drawing::courses::{Course, STAYS, lengths};
use crate::drawing::tools::curve;
use crate::drawing::tools::line::{Bend, Line, MOST_NODES};

/// How many steps of a course become others at most where it closes up, near what comes in or further than that, and where its line bulges.
const MOST_CLOSED_UP: usize = 15;
const MOST_CLOSED_UP_FAR: usize = 80;
const MOST_BULGING: usize = 10;
/// Where a space is deleted, those near it take its room if together they are short of at least this share of it.
const ENOUGH: f64 = 0.8;
/// How many spaces move on at most with an end that is free.
const MOST_MOVED_ON: usize = 8;
/// How many parts of a course are tried, those first in which spaces move least.
const MOST_PARTS: usize = 8;
/// What is asked of steps, one after the other: how much more room than usual tiles get, for in bends they need more, and how long a step is
/// at least that was no shorter, in steps of the whole course with one more.
const ASKED: [(f64, f64); 4] = [(1.0, 0.95), (1.0, 0.76), (1.05, 0.76), (1.12, 0.76)];
/// How much more room tiles get where the line bulges.
const BULGES: [(f64, f64); 3] = [(1.0, 0.0), (1.05, 0.0), (1.12, 0.0)];
/// How much longer than it was a part is at most whose bulge is gentle: else tiles stick out of their course like a tooth.
const GENTLE: f64 = 1.2;
/// Where more of a course closes up than is usual: how far spaces move along the line at most, in steps, and how many move by more than a part
/// of one.
const FARTHEST: f64 = 2.0;
const MOST_MOVED: (usize, f64) = (14, 0.4);

/// The steps from space to space of a course, and what they become once something comes into one of them.
pub(super) struct Steps {
    /// How long they are, in millimetres.
    pub old: Vec<f64>,
    /// How long they must be: these are one more.
    pub least: Vec<f64>,
    /// Into which one it comes.
    pub into: usize,
}

/// Steps behind one another, among them the one into which something comes.
#[derive(Clone)]
struct Part {
    /// The number of those before that one.
    before: usize,
    /// How long they are, and how long they must be with one more.
    old: Vec<f64>,
    least: Vec<f64>,
}

impl Part {
    fn is(&self) -> f64 {
        self.old.iter().sum()
    }

    fn needs(&self) -> f64 {
        self.least.iter().sum()
    }

    /// Its steps once it is this long.
    fn spread(&self, long: f64) -> Vec<f64> {
        let more = (long - self.needs()) / self.least.len() as f64;
        self.least.iter().map(|least| least + more).collect()
    }

    fn is_long_enough(&self) -> bool {
        self.is() >= self.needs()
    }

    fn bulges_gently(&self) -> bool {
        !self.is_long_enough() && self.needs() <= GENTLE * self.is()
    }

    /// How far along the line each of its spaces moves if it stays as long as it is.
    fn ways(&self) -> impl Iterator<Item = f64> {
        let ends = |steps: Vec<f64>| -> Vec<f64> {
            let mut end = 0.0;
            steps
                .into_iter()
                .map(|step| {
                    end += step;
                    end
                })
                .collect()
        };
        let (old, now, before) = (ends(self.old.clone()), ends(self.spread(self.is())), self.before);
        (0..old.len()).map(move |n| (old[n] - now[n + usize::from(n >= before)]).abs())
    }

    /// How far all of them do, together.
    fn way(&self) -> f64 {
        self.ways().sum()
    }

    /// Whether it is long enough without moving many spaces far.
    fn closes_up_slightly(&self) -> bool {
        let step = (self.is() / self.least.len() as f64).max(1e-6);
        let far: Vec<f64> = self.ways().map(|way| way / step).filter(|way| *way > MOST_MOVED.1).collect();
        self.is_long_enough() && far.len() <= MOST_MOVED.0 && far.iter().all(|way| *way <= FARTHEST)
    }

    /// How far its spaces move aside, all together, if its line bulges until it is long enough: about as far.
    fn aside(&self) -> f64 {
        (self.is() * (self.needs() - self.is()).max(0.0)).sqrt() * self.old.len() as f64
    }
}

/// Ways to make room that change little, by groups: in each, what moves least comes first.
pub(super) fn ways(before: &Course, course: &Course, steps: Steps) -> impl Iterator<Item = Course> {
    let steps = Rc::new(steps);
    let parts = {
        let steps = steps.clone();
        move |most: usize, asked: (f64, f64), fits: fn(&Part) -> bool, far: fn(&Part) -> f64| {
            let mut parts = steps.parts(most, asked);
            parts.retain(fits);
            parts.sort_by(|a, b| far(a).total_cmp(&far(b)));
            parts.truncate(MOST_PARTS);
            parts
        }
    };
    let close_up = |most: usize, fits: fn(&Part) -> bool| {
        let (parts, steps) = (parts.clone(), steps.clone());
        ASKED.into_iter().flat_map(move |asked| {
            let parts = parts(most, asked, fits, Part::way);
            parts.into_iter().map(|part| laid(course, before.line.clone(), steps.with(&part, part.is()))).collect::<Vec<_>>()
        })
    };
    let move_on = {
        let steps = steps.clone();
        move |is_end| moved_on(before, course, &steps, is_end)
    };
    let bulge = |fits: fn(&Part) -> bool| {
        let (parts, steps) = (parts.clone(), steps.clone());
        BULGES.into_iter().flat_map(move |asked| {
            let parts = parts(MOST_BULGING, asked, fits, Part::aside);
            let sides = parts.into_iter().flat_map(|part| [(part.clone(), 1.0), (part, -1.0)]);
            let steps = steps.clone();
            sides.filter_map(move |(part, side)| {
                let (line, long) = bulging(before, &steps, &part, side)?;
                Some(laid(course, line, steps.with(&part, long)))
            })
        })
    };
    // A steep bulge sticks out of the course like a tooth: rather, more of it closes up along its line, which stays as it was drawn.
    let near = close_up(MOST_CLOSED_UP, Part::is_long_enough).chain([true, false].into_iter().flat_map(move_on));
    let far = close_up(MOST_CLOSED_UP_FAR, Part::closes_up_slightly);
    near.chain(bulge(Part::bulges_gently)).chain(far).chain(bulge(|part| !part.is_long_enough() && !part.bulges_gently()))
}

/// The course along a line, with steps of these lengths.
fn laid(course: &Course, line: Line, steps: Vec<f64>) -> Course {
    let is_even = steps.iter().all(|step| (step - steps[0]).abs() < STAYS);
    Course { line, gaps: if is_even { vec![] } else { steps }, ..course.clone() }
}

impl Steps {
    /// All parts of so many steps at most. Where a line comes round, it begins at the first space, which stays there.
    fn parts(&self, most: usize, asked: (f64, f64)) -> Vec<Part> {
        let count = self.old.len();
        let longest = most.min(count);
        let mut parts = vec![];
        for long in 1..=longest {
            for before in 0..long {
                let is_there = before <= self.into && self.into - before + long <= count;
                parts.extend(is_there.then(|| self.part(before, long, asked)));
            }
        }
        parts
    }

    fn part(&self, before: usize, long: usize, (roomier, even): (f64, f64)) -> Part {
        let (count, first) = (self.old.len(), self.into - before);
        let even = even * self.old.iter().sum::<f64>() / (count + 1) as f64;
        let least = |n: usize| {
            let was = self.old[if n <= self.into { n } else { n - 1 }];
            (self.least[n] * roomier).max(even.min(was))
        };
        Part { before, old: self.old[first..first + long].to_vec(), least: (first..=first + long).map(least).collect() }
    }

    /// All steps once those of a part are this long together.
    fn with(&self, part: &Part, long: f64) -> Vec<f64> {
        let (mut all, first) = (self.old.clone(), self.into - part.before);
        all.splice(first..first + part.old.len(), part.spread(long));
        all
    }
}

/// What lies from there to an end moves on, if nothing holds the end.
fn moved_on(before: &Course, course: &Course, steps: &Steps, is_end: bool) -> Vec<Course> {
    let count = before.line.nodes.len();
    let (bound, moving) =
        if is_end { (&before.to, steps.old.len().saturating_sub(steps.into)) } else { (&before.from, steps.into + 1) };
    if before.line.comes_round() || bound.is_some() || moving > MOST_MOVED_ON || count < 2 {
        return vec![];
    }
    let n = if is_end { count - 1 } else { 0 };
    let (inwards, outwards) = before.line.handles(n);
    let out = -(if is_end { inwards } else { outwards });
    let Some(step) = steps.old.get(steps.into).copied() else { return vec![] };
    let long = curve::length(&before.line.path()) + step;
    let mut all = steps.old.clone();
    all.insert(steps.into, step);
    let turned = |turn: f64| {
        let way = Affine::rotate(turn.to_radians()) * out.to_point();
        as_long(step, long, |by| moved(&before.line, n, way.to_vec2(), by))
    };
    TURNS.into_iter().filter_map(turned).map(|line| laid(course, line, all.clone())).collect()
}

/// The line that bulges to a side within a part, as far as it needs, and how long the part is then.
fn bulging(before: &Course, steps: &Steps, part: &Part, side: f64) -> Option<(Line, f64)> {
    let shares = before.shares();
    let first = steps.into - part.before;
    // Behind the last one, a line that comes round begins again.
    let (from, to) = (*shares.get(first)?, shares.get(first + part.old.len()).copied().unwrap_or(1.0));
    let mut line = before.line.clone();
    let mut held: Vec<usize> = vec![];
    for share in [from, (from + to) / 2.0, to] {
        let (n, is_new) = hold(&mut line, share)?;
        held.iter_mut().filter(|held| is_new && **held >= n).for_each(|held| *held += 1);
        held.push(n);
    }
    let middle = std::iter::once((from + to) / 2.0);
    let across = curve::right_of(curve::at_shares(&before.line.path(), middle).first()?.towards) * side;
    let all = line.nodes.len();
    let own: Vec<usize> = (0..=(held[2] + all - held[0]) % all).map(|n| (held[0] + n) % all).collect();
    let piece = Line { nodes: own.iter().map(|n| line.nodes[*n]).collect(), is_closed: false };
    let lengths = lengths(&piece);
    let whole: f64 = lengths.iter().sum();
    let aside = |by: f64| {
        let (mut aside, mut far) = (piece.clone(), 0.0);
        for (node, long) in aside.nodes.iter_mut().zip(lengths.iter().chain([&0.0])) {
            let (share, slope) = height(far / whole.max(1e-6));
            node.at += across * (by * share);
            if let Bend::Handles { before, after } = &mut node.bend {
                let way = if after.hypot() > 1e-6 { after.normalize() } else { -*before / before.hypot().max(1e-6) };
                let tilt = |handle: Vec2| handle + across * (by * slope / whole.max(1e-6) * handle.dot(way));
                (*before, *after) = (tilt(*before), tilt(*after));
            }
            far += long;
        }
        Some(aside)
    };
    let bent = as_long((part.needs() - whole).max(0.1), part.needs(), aside)?;
    own.into_iter().zip(&bent.nodes).for_each(|(n, node)| line.nodes[n] = *node);
    Some((line, curve::length(&bent.path())))
}

/// How high a bulge is at a share of its length, and how steep: 0 at its ends, 1 in the middle, and level there.
fn height(share: f64) -> (f64, f64) {
    let (up, sign) = if share < 0.5 { (2.0 * share, 2.0) } else { (2.0 - 2.0 * share, -2.0) };
    (up * up * (3.0 - 2.0 * up), sign * 6.0 * up * (1.0 - up))
}

/// The node at a share of a line, and whether it is new. There and beside it, the line keeps its shape whatever else becomes of it.
fn hold(line: &mut Line, share: f64) -> Option<(usize, bool)> {
    let on = line.at(share)?;
    let next = (on.piece + 1) % line.nodes.len().max(1);
    for n in [on.piece, next] {
        let (before, after) = line.handles(n);
        line.nodes.get_mut(n)?.bend = Bend::Handles { before, after };
    }
    match [on.piece, next].into_iter().find(|n| line.nodes[*n].at.distance(on.at) < 1e-3) {
        Some(n) => Some((n, false)),
        None => (line.nodes.len() < MOST_NODES).then(|| (line.add(on), true)),
    }
}

/// Distances from place to place without those that go. Where something came in, those near it became shorter than usual: they share what
/// is free then. Where there are too few of them, all do, each in proportion.
pub(in crate::drawing::courses) fn closed_up(gaps: &[f64], comes_round: bool, goes: impl Fn(usize) -> bool) -> Vec<f64> {
    let mut sorted = gaps.to_vec();
    sorted.sort_by(f64::total_cmp);
    let usual = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let (mut left, mut free) = (vec![], vec![]);
    for (n, gap) in gaps.iter().enumerate() {
        if goes(n) { free.push((left.len(), *gap)) } else { left.push(*gap) }
    }
    for (at, gap) in free {
        let count = left.len();
        let near: BTreeSet<usize> = if comes_round && count > 0 {
            (0..2 * MOST_CLOSED_UP).map(|n| (at + n + MOST_CLOSED_UP * count - MOST_CLOSED_UP) % count).collect()
        } else {
            (at.saturating_sub(MOST_CLOSED_UP)..(at + MOST_CLOSED_UP).min(count)).collect()
        };
        let short = |left: &[f64], n: usize| (usual - left[n]).max(0.0);
        let missing: f64 = near.iter().map(|n| short(&left, *n)).sum();
        if missing > ENOUGH * gap {
            near.iter().for_each(|n| left[*n] += short(&left, *n) / missing * gap);
        }
    }
    let is_even = left.iter().all(|gap| (gap / left[0] - 1.0).abs() < 1e-3);
    if is_even { vec![] } else { left }
}
