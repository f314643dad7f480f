//! A forest: trees where chance lets them grow, clear of everything else, drawn from the back to the front.

use std::collections::BTreeMap;

use emath::{Pos2, pos2, vec2};
use interpreter::data::manifest::board::{Knob, Style, Tint};

use super::areas::Patch;
use super::chance::{Chance, noise};
use super::free::{NEAR, Taken};
use super::mark::{Ink, Mark};
use super::{Subject, scenery};
use crate::board::print::between;

/// The number of trees, and of places that are tried, at most.
pub const MOST_TREES: usize = 2_000;
const MOST_TRIES: f32 = 24_000.0;
/// Trees are of so many heights and tints.
const KINDS: f32 = 8.0;

/// Where trees stand outside of areas, with their heights in millimetres and a number of chance for each.
pub fn trees(subject: &Subject, patches: &[Patch<'_>], taken: &Taken) -> Vec<(Pos2, f32, f32)> {
    let look = &subject.look;
    let (density, usual, seed) = (look.knob(Knob::Trees), look.knob(Knob::TreeSize), look.seed());
    let (width, height) = (subject.sheet.x, subject.sheet.y);
    let tries = (width * height * 6.0 / (usual * usual)).min(MOST_TRIES) as usize;
    let line = look.knob(Knob::TreeLine);
    if density <= 0.0 {
        return vec![];
    }
    let (mut chance, mut trees) = (Chance::new(seed, 1), vec![]);
    let mut cells: BTreeMap<(i32, i32), Vec<Pos2>> = BTreeMap::new();
    let cell = usual;
    for _ in 0..tries {
        let at = pos2(chance.between(0.0, width), chance.between(0.0, height));
        let (tall, share) = size(usual, chance.share());
        let mask = |scale: f32, off: f32| noise(seed, at.x / (usual * scale) + off, at.y / (usual * scale));
        if mask(4.9, 9.0) < 0.55 - density * 1.1 + 0.05 || trees.len() >= MOST_TREES {
            continue;
        }
        // Chance lets single trees grow a little higher.
        if 1.0 - at.y / height > line + 0.1 * (share - 0.5) && line < 1.0 {
            continue;
        }
        let near = usual * (0.65 + 0.28 * mask(2.6, 0.0)).clamp(0.3, 1.0);
        let (x, y) = ((at.x / cell) as i32, (at.y / cell) as i32);
        let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        if around.filter_map(|cell| cells.get(&cell)).flatten().any(|other| other.distance(at) < near) {
            continue;
        }
        let is_wild = |at: Pos2| taken.lets_trees_grow(at) && !patches.iter().any(|patch| patch.contains(at));
        if is_wild(at) && stands_free(taken, at, tall) {
            cells.entry((x, y)).or_default().push(at);
            trees.push((at, tall, share));
        }
    }
    trees
}

/// The height of a tree, and its kind as a share, for a number of chance.
pub fn size(usual: f32, chance: f32) -> (f32, f32) {
    let share = (chance * KINDS).floor() / (KINDS - 1.0);
    (usual * (0.78 + 0.44 * share), share)
}

/// Whether nothing lies where a tree would stand: its foot, its top, the tips of its branches and of its shadow.
pub fn stands_free(taken: &Taken, at: Pos2, tall: f32) -> bool {
    let stands = [
        (0.0, 0.0),
        (0.0, -1.0),
        (-0.21, -0.08),
        (0.21, -0.08),
        (-0.17, -0.36),
        (0.17, -0.36),
        (-0.12, -0.66),
        (0.12, -0.66),
        (0.5, 0.12),
    ];
    stands.into_iter().all(|(x, y)| taken.is_free(at + vec2(x, y) * tall, NEAR))
}

/// Draws trees, from the back to the front.
pub fn print(marks: &mut Vec<Mark>, subject: &Subject, mut trees: Vec<(Pos2, f32, f32)>) {
    let look = &subject.look;
    let (dark, light) = (look.tint(Tint::Tree), look.tint(Tint::TreeLight));
    trees.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (at, tall, share) in trees {
        let outline = |places: &[[f64; 2]]| scenery::outline(at, tall, places);
        let first = marks.len();
        if look.style() == Style::Map {
            // The shadow that it throws to the right.
            let shade = [[-0.2, 0.0], [0.15, -0.06], [0.42, 0.02], [0.64, 0.16], [0.42, 0.15], [0.15, 0.11]];
            marks.push(Mark::fill(outline(&shade), Ink { colour: [0x7d, 0x93, 0xa8], opacity: 0.3 }));
        }
        let paler = |colour| Ink::of(between(colour, [0xa0, 0xc0, 0xb4], share * 0.22));
        let trunk = [[-0.035, -0.12], [0.035, -0.12], [0.035, 0.0], [-0.035, 0.0]];
        marks.push(Mark::fill(outline(&trunk), Ink::of([0x6b, 0x5a, 0x4c])));
        for (side, ink) in [(-0.21, paler(light)), (0.21, paler(dark))] {
            let branches = [[0.55, -0.66], [0.34, -0.6], [0.8, -0.36], [0.52, -0.31], [1.0, -0.08]];
            let rim = branches.map(|[out, up]| [out * side, up]);
            marks.push(Mark::fill(outline(&[&[[0.0, -1.0]], &rim[..], &[[0.0, -0.05]]].concat()), ink));
        }
        marks[first + 1..].iter_mut().for_each(|mark| mark.joins = true);
    }
}
