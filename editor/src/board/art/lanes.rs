//! Lanes beside each other: each space is the part of its lane between the middles to its neighbours, so that bends have true sectors.

use std::collections::BTreeMap;

use emath::{Pos2, vec2};
use interpreter::data::manifest::board::Tint;

use super::mark::{self, Ink, Mark};
use super::ribbon::Strand;
use super::{Subject, unit};
use crate::board::print::between;
use crate::board::vision::contrast;

/// The borders of a space are drawn through these places, from where it is entered to where it is left.
const STEPS: [f32; 5] = [-0.5, -0.25, 0.0, 0.25, 0.5];

/// The part of the ground that a space of lanes is: its borders from where it is entered to where it is left, the left one first.
struct Sector {
    space: usize,
    borders: [[Pos2; 5]; 2],
    /// Whether there is no lane beyond each of them.
    are_rims: [bool; 2],
}

impl Sector {
    fn outline(&self) -> Vec<Pos2> {
        self.borders[0].into_iter().chain(self.borders[1].into_iter().rev()).collect()
    }
}

/// The outlines of all spaces of lanes.
pub fn outlines(subject: &Subject, strands: &[Strand]) -> Vec<(usize, Vec<Pos2>)> {
    sectors(subject, strands).iter().map(|sector| (sector.space, sector.outline())).collect()
}

fn sectors(subject: &Subject, strands: &[Strand]) -> Vec<Sector> {
    let mut beside: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (a, b) in &subject.across {
        beside.entry(*a).or_default().push(*b);
        beside.entry(*b).or_default().push(*a);
    }
    if beside.is_empty() {
        return vec![];
    }
    let mut places: BTreeMap<usize, (&Strand, f32)> = BTreeMap::new();
    for strand in strands {
        strand.spaces.iter().enumerate().for_each(|(n, space)| {
            places.entry(*space).or_insert((strand, n as f32));
        });
    }
    // A space on no course lies as it is drawn.
    let way = |space: usize| match places.get(&space) {
        Some((strand, n)) => STEPS.map(|t| strand.place(n + t)),
        None => {
            let tile = &subject.spaces[space].tile;
            STEPS.map(|t| tile.place(2.0 * t * tile.long, 0.0))
        }
    };
    let sector = |(space, neighbours): (&usize, &Vec<usize>)| {
        let (own, tile) = (way(*space), &subject.spaces[*space].tile);
        let right = vec2(-tile.towards.y, tile.towards.x);
        let border = |side: f32| {
            let is_there = |other: &&usize| (subject.spaces[**other].tile.at - tile.at).dot(right) * side > 0.0;
            let other = way(*neighbours.iter().find(is_there)?);
            Some(std::array::from_fn::<Pos2, 5, _>(|n| own[n].lerp(other[n], 0.5)))
        };
        let mirrored = |other: [Pos2; 5]| std::array::from_fn(|n| own[n] * 2.0 - other[n].to_vec2());
        let found = [border(-1.0), border(1.0)];
        let borders = match found {
            [Some(left), Some(right)] => [left, right],
            [Some(left), None] => [left, mirrored(left)],
            [None, Some(right)] => [mirrored(right), right],
            [None, None] => [-1.0, 1.0].map(|side| own.map(|at| at + right * (side * tile.half))),
        };
        Sector { space: *space, borders, are_rims: found.map(|found| found.is_none()) }
    };
    beside.iter().map(sector).collect()
}

pub fn print(marks: &mut Vec<Mark>, subject: &Subject, strands: &[Strand]) {
    let unit = unit(subject);
    let lane = subject.look.tint(Tint::Lane);
    // White lanes, which save ink, have dark lines.
    let line = contrast(lane);
    let edge = Ink::of(between(lane, line, 0.45));
    let mut rims = vec![];
    for sector in sectors(subject, strands) {
        rims.extend(sector.borders.into_iter().zip(sector.are_rims).filter(|(_, is_rim)| *is_rim).map(|(border, _)| border));
        let fill = Ink::of(subject.spaces[sector.space].fill.unwrap_or(lane));
        marks.push(Mark { fill: Some(fill), ..Mark::line(mark::path(&sector.outline(), true), 0.4 * unit, edge) });
    }
    for rim in rims {
        marks.push(Mark::line(mark::path(&rim, false), 1.3 * unit, Ink::of(line)));
    }
}
