//! The ribbon under a course: smooth bands that join the spaces of chains, and shoulders at their sides.

use std::collections::{BTreeMap, BTreeSet};

use emath::{Pos2, Vec2, vec2};
use interpreter::data::manifest::board::{BoardPart, Knob, Tint};
use interpreter::data::manifest::look::Shoulder;
use interpreter::data::track::called;
use kurbo::{BezPath, ParamCurve, Point};

use super::mark::{self, Ink, Line, Mark};
use super::{Subject, is_sound};
use crate::board::print::between;
use crate::board::shapes::straightness;
use crate::board::{curve, pos};
use crate::looks::Rgb;

/// A chain of spaces that the way runs through as straight as it can.
#[derive(Clone, Debug)]
pub struct Strand {
    /// Its spaces in order; in a closed one, the first is also the last.
    pub spaces: Vec<usize>,
    pub is_closed: bool,
    pub path: BezPath,
    /// Points along it, and which of them each space is.
    pub points: Vec<Pos2>,
    pub at: Vec<usize>,
    /// The width of its ribbon.
    pub width: f32,
}

/// Returns the strands that cover all links, the longest first.
pub fn strands(subject: &Subject) -> Vec<Strand> {
    let at = |space: usize| subject.spaces[space].tile.at;
    let mut seen = BTreeSet::new();
    let is_new = |link: &&super::Link| seen.insert((link.from.min(link.to), link.from.max(link.to), link.bend.nodes.len()));
    let links: Vec<&super::Link> =
        subject.links.iter().filter(|l| is_sound(at(l.from)) && is_sound(at(l.to))).filter(is_new).collect();
    let ends: Vec<(usize, usize)> = links.iter().map(|link| (link.from, link.to)).collect();
    let chains = called::chains(&ends, |from, via, to| f64::from(straightness(Some(at(from)), at(via), Some(at(to)))));
    let of_chain = |(chain, is_closed): (Vec<usize>, bool)| {
        let chain: Vec<&super::Link> = chain.into_iter().map(|n| links[n]).collect();
        strand(subject, &chain, is_closed)
    };
    let mut strands: Vec<Strand> = chains.into_iter().map(of_chain).collect();
    strands.sort_by_key(|strand| std::cmp::Reverse(strand.spaces.len()));
    strands
}

fn strand(subject: &Subject, chain: &[&super::Link], is_closed: bool) -> Strand {
    let place = |space: usize, [before, after]: [Option<kurbo::Vec2>; 2]| {
        let at = subject.spaces[space].tile.at;
        let bend = match before.or(after) {
            Some(_) => curve::Bend::Handles { before: before.unwrap_or_default(), after: after.unwrap_or_default() },
            None => curve::Bend::Smooth,
        };
        curve::Node { at: Point::new(f64::from(at.x), f64::from(at.y)), bend }
    };
    let (mut nodes, mut spaces, mut at_node) = (vec![], vec![chain[0].from], vec![0]);
    let last = &chain[chain.len() - 1].bend;
    let mut before = last.ends[1].filter(|_| is_closed);
    for link in chain {
        nodes.push(place(link.from, [before, link.bend.ends[0]]));
        nodes.extend(link.bend.nodes.iter().copied());
        before = link.bend.ends[1];
        spaces.push(link.to);
        at_node.push(nodes.len());
    }
    if !is_closed {
        nodes.push(place(chain[chain.len() - 1].to, [before, None]));
    }
    let path = curve::through(&nodes, is_closed);
    let (mut points, mut at_point) = (vec![pos(nodes[0].at)], vec![0]);
    for piece in path.segments().take(nodes.len()) {
        let steps = (kurbo::Line::new(piece.start(), piece.end()).length() / 1.5).clamp(8.0, 40.0) as usize;
        points.extend((1..=steps).map(|n| pos(piece.eval(n as f64 / steps as f64))));
        at_point.push(points.len() - 1);
    }
    let last = points.len() - 1;
    let at = at_node.iter().map(|node| at_point.get(*node).copied().unwrap_or(last)).collect();
    let mut halves: Vec<f32> = spaces.iter().map(|space| subject.spaces[*space].tile.half).collect();
    halves.sort_by(f32::total_cmp);
    let width = halves[halves.len() / 2] * 2.0 * subject.look.knob(Knob::Ribbon);
    Strand { spaces, is_closed, path, points, at, width }
}

/// Prints ribbons: all shadows, then all edges, then all fills, so that branches join without seams.
pub fn print(marks: &mut Vec<Mark>, subject: &Subject, strands: &[Strand]) {
    let look = &subject.look;
    let far = look.knob(Knob::Shadow);
    if far > 0.0 {
        strands.iter().for_each(|strand| mark::shadow(marks, &strand.path, strand.width, far, SHADE));
    }
    let edge = Ink::of(look.tint(Tint::Edge));
    if look.has(BoardPart::Tinted) {
        tinted(marks, subject, strands);
        return shoulders(marks, subject, strands);
    }
    marks.extend(strands.iter().map(|strand| Mark::line(strand.path.clone(), strand.width * 1.04, edge)));
    let usual = commonest(subject.spaces.iter().map(|space| space.fill));
    // The main course lies above its branches.
    for strand in strands.iter().rev() {
        let plain = look.tint(Tint::Ribbon);
        let tint = tint(subject, strand, usual).map_or(plain, |tint| between(tint, plain, 0.7));
        marks.push(Mark::line(strand.path.clone(), strand.width, Ink::of(tint)));
    }
    shoulders(marks, subject, strands);
}

/// Prints each piece of a ribbon in the colour of the space it leads to; before a place, in that of the space it comes from.
fn tinted(marks: &mut Vec<Mark>, subject: &Subject, strands: &[Strand]) {
    let (plain, edge) = (subject.look.tint(Tint::Ribbon), subject.look.tint(Tint::Edge));
    let pieces = || {
        strands.iter().flat_map(|strand| {
            (1..strand.spaces.len()).map(move |n| {
                let ends = [strand.spaces[n], strand.spaces[n - 1]].map(|space| &subject.spaces[space]);
                let colour = ends.iter().find(|space| !space.is_place).and_then(|space| space.fill);
                (mark::path(&strand.part(n as f32 - 1.0, n as f32), false), strand.width, colour)
            })
        })
    };
    marks.extend(pieces().map(|(path, width, colour)| Mark::line(path, width * 1.12, Ink::of(colour.unwrap_or(edge)))));
    let inner = |colour: Option<Rgb>| Ink::of(colour.map_or(plain, |colour| between(colour, plain, 0.76)));
    marks.extend(pieces().map(|(path, width, colour)| Mark::line(path, width, inner(colour))));
}

/// The colour of shadows.
pub const SHADE: Rgb = [0x3d, 0x56, 0x6e];

fn commonest(fills: impl Iterator<Item = Option<Rgb>>) -> Option<Rgb> {
    let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
    fills.flatten().for_each(|fill| *counts.entry(fill).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(fill, _)| fill)
}

/// The colour that half of a branch's spaces share, unless most spaces of the board have it.
fn tint(subject: &Subject, strand: &Strand, usual: Option<Rgb>) -> Option<Rgb> {
    let own = || strand.spaces.iter().map(|space| subject.spaces[*space].fill);
    let most = commonest(own()).filter(|most| Some(*most) != usual)?;
    (own().filter(|fill| *fill == Some(most)).count() * 2 >= strand.spaces.len()).then_some(most)
}

/// Prints what lies at both sides of runs of spaces that ask for it. Each space has shoulders in one strand, the longest.
fn shoulders(marks: &mut Vec<Mark>, subject: &Subject, strands: &[Strand]) {
    let mut done = vec![false; subject.spaces.len()];
    for strand in strands {
        let count = strand.spaces.len() - usize::from(strand.is_closed);
        let of: Vec<Option<(Shoulder, Rgb)>> = strand.spaces[..count]
            .iter()
            .map(|space| subject.spaces[*space].shoulder.filter(|_| !std::mem::replace(&mut done[*space], true)))
            .collect();
        let mut n = 0;
        while n < count {
            let end = (n..count).take_while(|m| of[*m] == of[n]).last().unwrap_or(n);
            if let Some((kind, colour)) = of[n] {
                let way = strand.part(n as f32 - 0.46, end as f32 + 0.46);
                shoulder(marks, strand, &way, subject.look.knob(Knob::Shoulder), kind, colour);
            }
            n = end + 1;
        }
    }
}

impl Strand {
    /// Its points between two places, counted in spaces.
    pub fn part(&self, from: f32, to: f32) -> Vec<Pos2> {
        let last = self.at.len() - 1;
        let point = |n: f32| {
            let n = n.clamp(0.0, last as f32);
            let (low, high) = (self.at[n as usize], self.at[(n as usize + 1).min(last)]);
            (low as f32 + (high - low) as f32 * n.fract()).round() as usize
        };
        // In a closed one, what lies before its first space lies before its end.
        let before = if self.is_closed && from < 0.0 { point(last as f32 + from)..self.points.len() } else { 0..0 };
        [&self.points[before], &self.points[point(from)..=point(to)]].concat()
    }
}

impl Strand {
    /// The place so many spaces behind its first one; beyond an open end, as far behind as the same place lies before it.
    pub fn place(&self, n: f32) -> Pos2 {
        let last = (self.at.len() - 1) as f32;
        let n = if self.is_closed { n.rem_euclid(last) } else { n };
        match n {
            n if n < 0.0 => self.points[0] * 2.0 - self.place((-n).min(last)).to_vec2(),
            n if n > last => self.points[self.points.len() - 1] * 2.0 - self.place((2.0 * last - n).max(0.0)).to_vec2(),
            n => {
                let (low, high) = (self.at[n as usize], self.at[(n as usize + 1).min(self.at.len() - 1)]);
                let point = low as f32 + (high - low) as f32 * n.fract();
                let (a, b) = (self.points[point as usize], self.points[(point as usize + 1).min(self.points.len() - 1)]);
                a.lerp(b, point.fract())
            }
        }
    }
}

/// Returns the direction across a line at each of its points, to its right.
pub fn across(points: &[Pos2]) -> Vec<Vec2> {
    let last = points.len().saturating_sub(1);
    let way = |n: usize| (points[(n + 1).min(last)] - points[n.saturating_sub(1)]).normalized();
    (0..points.len()).map(|n| vec2(-way(n).y, way(n).x)).collect()
}

fn shoulder(marks: &mut Vec<Mark>, strand: &Strand, way: &[Pos2], share: f32, kind: Shoulder, colour: Rgb) {
    let tile = strand.width / 1.45;
    let wide = share * tile;
    if wide <= 0.0 || way.len() < 2 {
        return;
    }
    let far = strand.width / 2.0 - wide / 2.0;
    let (wide, dash) = match kind {
        Shoulder::Sleepers => (wide * 0.75, vec![tile * 0.07, tile * 0.127]),
        Shoulder::Band => (wide * 0.6, vec![]),
    };
    for side in [-far, far] {
        let across = across(way);
        let beside = way.iter().zip(&across).map(|(at, across)| *at + *across * side);
        // On the inside of a sharp bend, there is no room for all of it.
        let near = |at: Pos2, n: usize| {
            let around = n.saturating_sub(30)..(n + 30).min(way.len());
            way[around].iter().any(|other| other.distance(at) < far * 0.97)
        };
        let mut piece = vec![];
        for (n, at) in beside.enumerate() {
            if near(at, n) {
                line(marks, std::mem::take(&mut piece), wide, &dash, colour);
            } else {
                piece.push(at);
            }
        }
        line(marks, piece, wide, &dash, colour);
    }
}

fn line(marks: &mut Vec<Mark>, points: Vec<Pos2>, width: f32, dash: &[f32], colour: Rgb) {
    if points.len() > 1 {
        let line = Line { ink: Ink::of(colour), width, dash: dash.to_vec(), is_round: false };
        marks.push(Mark { path: mark::path(&points, false), line: Some(line), ..Mark::default() });
    }
}
