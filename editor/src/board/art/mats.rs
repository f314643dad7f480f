//! Mats under and beside spaces on which many pieces stand together.

use emath::{pos2, vec2};
use interpreter::data::manifest::board::Style;
use kurbo::Affine;

use super::free::Taken;
use super::mark::{self, Ink, Mark};
use super::{Subject, is_sound, ribbon, unit};
use crate::board::print::between;

/// How far a mat reaches along the way, beyond the space on its narrow side, and at most on its wide one, in half spaces.
const ALONG: f32 = 1.36;
const NARROW: f32 = 1.36;
const WIDE: f32 = 3.1;
/// How its wide side grows.
const STEP: f32 = 0.2;

pub fn print(marks: &mut Vec<Mark>, subject: &Subject, taken: &mut Taken) {
    let unit = unit(subject);
    let all: Vec<_> = subject.spaces.iter().filter(|space| space.has_mat && is_sound(space.tile.at)).collect();
    for space in &all {
        let tile = &space.tile;
        let others = all.iter().map(|other| other.tile.at.distance(tile.at)).filter(|far| *far > 0.01);
        let near = others.fold(f32::INFINITY, f32::min) * 0.47 / tile.half;
        let along = (ALONG * tile.long).min(near.max(tile.long * 1.02));
        let steps = ((WIDE - NARROW) / STEP) as usize;
        let free = |side: f32| {
            let is_free = |n: &usize| {
                let across = side * (NARROW + 0.3 + STEP * *n as f32);
                [-along, 0.0, along].into_iter().all(|along| taken.is_free(tile.place(along, across), 0.0))
            };
            (1..=steps).take_while(is_free).count()
        };
        let (right, left) = (free(1.0), free(-1.0));
        let side = if right > left { 1.0 } else { -1.0 };
        let wide = NARROW + STEP * right.max(left) as f32;
        let (from, to) = if side > 0.0 { (-NARROW, wide) } else { (-wide, NARROW) };
        let size = vec2(2.0 * along, to - from) * tile.half;
        let flat = mark::rounded(pos2(-along * tile.half, from * tile.half), size, 1.8 * unit);
        let at = (f64::from(tile.at.x), f64::from(tile.at.y));
        let path = Affine::translate(at) * Affine::rotate(f64::from(tile.towards.angle())) * flat;
        let fill = space.fill.unwrap_or([0xe8, 0xee, 0xf4]);
        if subject.look.style() == Style::Map {
            mark::shadow(marks, &path, 0.0, 0.7 * unit, ribbon::SHADE);
        }
        let line = Mark::line(path, 0.4 * unit, Ink::of(between(fill, [0; 3], 0.4)));
        marks.push(Mark { fill: Some(Ink::of(between(fill, [0xff; 3], 0.3))), ..line });
        let steps = (wide / along).ceil() as usize;
        for n in 0..=steps {
            taken.add(tile.place(0.0, side * (wide - along * 0.8).max(0.0) * n as f32 / steps as f32), along * tile.half * 1.15);
        }
    }
}
