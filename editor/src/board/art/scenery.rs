//! What stands on the ground besides trees: houses around spaces that ask for them, and rocks above the trees.

use emath::{Pos2, Vec2, pos2, vec2};
use interpreter::data::manifest::board::{Knob, Style};
use kurbo::BezPath;

use super::areas::Patch;
use super::chance::{Chance, noise};
use super::free::{NEAR, Taken};
use super::mark::{Ink, Mark};
use super::{Subject, is_sound, unit};
use crate::looks::Rgb;

/// The number of houses and rocks on a board, and of places that are tried for one, at most.
const MOST: usize = 300;
const TRIES: usize = 14;

/// The width of a house, and about that of a rock, in units.
pub const HOUSE: f32 = 5.6;
pub const ROCK_SIDE: f32 = 6.5;

const OUTLINE: Rgb = [0x4a, 0x3d, 0x36];
const WALLS: Rgb = [0xf8, 0xec, 0xd9];
const ROOFS: [Rgb; 3] = [[0xa8, 0x4a, 0x38], [0x8a, 0x54, 0x3c], [0x9c, 0x62, 0x3a]];
const ROCK: [Rgb; 2] = [[0xdb, 0xe0, 0xe6], [0x97, 0xa2, 0xae]];

/// Draws houses around spaces, and these others.
pub fn houses(marks: &mut Vec<Mark>, subject: &Subject, taken: &mut Taken, others: Vec<(Pos2, usize)>) {
    let mut places: Vec<(Pos2, usize)> = vec![];
    let wide = HOUSE * unit(subject);
    for (n, space) in subject.spaces.iter().enumerate().filter(|(_, space)| space.houses > 0 && is_sound(space.tile.at)) {
        let mut chance = Chance::new(subject.look.seed(), 100 + n as u64);
        let (near, mut left) = (space.tile.most(), usize::from(space.houses));
        for _ in 0..TRIES * usize::from(space.houses) {
            let way = Vec2::angled(chance.between(0.0, std::f32::consts::TAU)) * vec2(1.5, 1.0);
            let at = space.tile.at + way * (near + wide * chance.between(0.7, 4.0));
            let kind = (chance.share() * ROOFS.len() as f32) as usize % ROOFS.len();
            let stands = [(0.0, 0.0), (-0.6, 0.0), (0.6, 0.0), (-0.6, -0.6), (0.6, -0.6), (0.0, -1.1)];
            let is_free = stands.into_iter().all(|(x, y)| {
                let at = at + vec2(x, y) * wide;
                is_within(subject, at) && taken.is_free(at, NEAR)
            });
            if is_free && left > 0 && places.len() < MOST {
                left -= 1;
                places.push((at, kind));
                taken.add(at - vec2(0.0, wide * 0.45), wide * 0.75);
            }
        }
    }
    places.extend(others);
    places.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (at, kind) in places {
        let shape = |places: &[[f64; 2]]| outline(at, wide, places);
        let edge =
            |path: BezPath, fill: Rgb| Mark { fill: Some(Ink::of(fill)), ..Mark::line(path, wide * 0.06, Ink::of(OUTLINE)) };
        let walls = edge(shape(&[[-0.42, 0.0], [-0.42, -0.5], [0.42, -0.5], [0.42, 0.0]]), WALLS);
        let roof = edge(shape(&[[-0.56, -0.46], [-0.3, -0.92], [0.3, -0.92], [0.56, -0.46]]), ROOFS[kind]);
        let door = Mark::fill(shape(&[[-0.1, 0.0], [-0.1, -0.28], [0.1, -0.28], [0.1, 0.0]]), Ink::of(OUTLINE));
        let joined = [roof, door].map(|mark| Mark { joins: true, ..mark });
        marks.push(walls);
        marks.extend(joined);
    }
}

/// Draws rocks above the trees and outside of areas, and these others.
pub fn rocks(marks: &mut Vec<Mark>, subject: &Subject, patches: &[Patch<'_>], taken: &mut Taken, others: Vec<(Pos2, f32)>) {
    let look = &subject.look;
    let (density, line, seed) = (look.knob(Knob::Rocks), look.knob(Knob::TreeLine), look.seed());
    let (mut chance, mut places) = (Chance::new(seed, 4), vec![]);
    let usual = ROCK_SIDE * unit(subject);
    let tries = if density > 0.0 { MOST * TRIES } else { 0 };
    for _ in 0..tries {
        let at = pos2(chance.between(0.0, subject.sheet.x), chance.between(0.0, subject.sheet.y));
        let kind = (chance.share() * 4.0).floor();
        let wide = usual * (0.7 + 0.2 * kind);
        let is_high = line >= 1.0 || 1.0 - at.y / subject.sheet.y > line + 0.08;
        let is_rocky = noise(seed, at.x / (usual * 5.0), at.y / (usual * 5.0) + 40.0) > 0.9 - density * 1.1;
        let stands = [(0.0, 0.0), (-0.5, 0.0), (0.5, 0.0), (0.0, -0.8)];
        let is_free = |(x, y)| taken.is_free(at + vec2(x, y) * wide, NEAR);
        let is_wild = |at: Pos2| taken.lets_trees_grow(at) && !patches.iter().any(|patch| patch.contains(at));
        if is_high && is_rocky && places.len() < MOST && is_wild(at) && stands.into_iter().all(is_free) {
            places.push((at, wide));
            taken.add(at - vec2(0.0, wide * 0.3), wide * 0.8);
        }
    }
    places.extend(others);
    places.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    let [light, dark] = ROCK.map(|colour| if look.style() == Style::Map { colour } else { [0xe4, 0xe8, 0xec] });
    for (at, wide) in places {
        let shape = |places: &[[f64; 2]]| outline(at, wide, places);
        marks.push(Mark::fill(
            shape(&[[-0.5, 0.0], [-0.3, -0.34], [-0.12, -0.42], [0.06, -0.8], [0.0, -0.3], [0.1, 0.0]]),
            Ink::of(light),
        ));
        let shaded = shape(&[[0.06, -0.8], [0.22, -0.52], [0.34, -0.4], [0.5, 0.0], [0.1, 0.0], [0.0, -0.3]]);
        marks.push(Mark { joins: true, ..Mark::fill(shaded, Ink::of(dark)) });
    }
}

fn is_within(subject: &Subject, at: Pos2) -> bool {
    at.x > 0.0 && at.y > 0.0 && at.x < subject.sheet.x && at.y < subject.sheet.y
}

/// A closed line through places around a foot, in widths. Reckoned so that things of one kind are alike to the last digit.
pub fn outline(foot: Pos2, wide: f32, places: &[[f64; 2]]) -> BezPath {
    let (foot, wide) = (kurbo::Point::new(foot.x.into(), foot.y.into()), f64::from(wide));
    let mut path = BezPath::new();
    for (n, [x, y]) in places.iter().enumerate() {
        let at = foot + kurbo::Vec2::new(*x, *y) * wide;
        if n == 0 { path.move_to(at) } else { path.line_to(at) }
    }
    path.close_path();
    path
}
