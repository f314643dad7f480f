//! A floor of planks, in four tints.

use emath::{pos2, vec2};
use interpreter::data::manifest::board::Tint;
use kurbo::BezPath;

use super::chance::Chance;
use super::mark::{self, Ink, Mark};
use super::{Subject, unit};
use crate::board::print::between;

/// How wide a plank is, and how long at least and at most, in units.
const WIDE: f32 = 4.2;
const LONG: [f32; 2] = [26.0, 64.0];
const TINTS: usize = 4;
/// The number of rows, at most.
const MOST_ROWS: f32 = 120.0;

pub fn print(marks: &mut Vec<Mark>, subject: &Subject) {
    let (sheet, look) = (subject.sheet, &subject.look);
    let wide = (WIDE * unit(subject)).max(sheet.y / MOST_ROWS);
    let scale = (wide / WIDE).max(sheet.x / LONG[0] / MOST_ROWS);
    let mut chance = Chance::new(look.seed(), 2);
    let mut planks = vec![BezPath::new(); TINTS];
    for row in 0..(sheet.y / wide).ceil() as usize {
        let mut x = -chance.between(0.0, LONG[0]) * scale;
        while x < sheet.x {
            let long = chance.between(LONG[0], LONG[1]) * scale;
            let (from, to) = (x.max(0.0), (x + long).min(sheet.x));
            let tint = ((chance.share() * TINTS as f32) as usize).min(TINTS - 1);
            if to > from {
                let at = pos2(from, row as f32 * wide);
                let size = vec2(to - from, wide.min(sheet.y - at.y));
                let corners = [at, at + vec2(size.x, 0.0), at + size, at + vec2(0.0, size.y)];
                planks[tint].extend(mark::path(&corners, true));
            }
            x += long;
        }
    }
    let seam = Ink::of(look.tint(Tint::Contour));
    for (n, path) in planks.into_iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let colour = between(look.tint(Tint::Low), look.tint(Tint::High), n as f32 / (TINTS - 1) as f32);
        marks.push(Mark { fill: Some(Ink::of(colour)), ..Mark::line(path, 0.12 * scale, seam) });
    }
}
