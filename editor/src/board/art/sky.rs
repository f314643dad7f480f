//! A sky above the highest spaces: bands that get paler downwards, and a line of mountains in front of them.

use emath::{Pos2, Rect, pos2};
use interpreter::data::manifest::board::Tint;

use super::chance::noise;
use super::free::Taken;
use super::mark::{self, Ink, Mark};
use super::{Subject, is_sound, unit};
use crate::board::print::between;

const BANDS: usize = 8;
/// How steeply the mountains fall from their summits, and how low they are at most, as a share of the sheet.
const STEEP: f32 = 0.42;
const LOWEST: f32 = 0.22;
const COLUMNS: usize = 240;

pub fn print(marks: &mut Vec<Mark>, subject: &Subject, taken: &mut Taken) {
    let (sheet, unit, seed) = (subject.sheet, unit(subject), subject.look.seed());
    let tops: Vec<(Pos2, f32)> =
        subject.spaces.iter().map(|space| (space.tile.at, space.tile.most())).filter(|(at, _)| is_sound(*at)).collect();
    let ridge = |x: f32| {
        let cones = tops.iter().map(|(at, most)| at.y - most * 1.25 + (at.x - x).abs() * STEEP);
        let rough = noise(seed, x / (26.0 * unit), 3.0) * 3.6 * unit + noise(seed, x / (5.0 * unit), 7.0) * 0.7 * unit;
        // Noise never hides a space.
        cones.fold(sheet.y * LOWEST, f32::min) - rough.abs()
    };
    let line: Vec<Pos2> =
        (0..=COLUMNS).map(|n| sheet.x * n as f32 / COLUMNS as f32).map(|x| pos2(x, ridge(x).max(0.0))).collect();
    let lowest = line.iter().map(|at| at.y).fold(0.0, f32::max);
    let (top, foot) = (subject.look.tint(Tint::Sky), between(subject.look.tint(Tint::Sky), [0xff; 3], 0.6));
    for n in 0..BANDS {
        let [above, below] = [n, n + 1].map(|n| lowest * n as f32 / BANDS as f32);
        let at = |limit: f32| line.iter().map(move |at| pos2(at.x, at.y.min(limit)));
        let band: Vec<Pos2> = at(above).chain(at(below).rev()).collect();
        let colour = between(top, foot, n as f32 / (BANDS - 1) as f32);
        marks.push(Mark::fill(mark::path(&band, true), Ink::of(colour)));
    }
    marks.push(Mark::line(mark::path(&line, false), 0.45 * unit, Ink::of(subject.look.tint(Tint::Edge))));
    for pair in line.windows(2) {
        taken.shut_out_trees(Rect::from_min_max(pos2(pair[0].x, 0.0), pos2(pair[1].x, pair[0].y.max(pair[1].y))));
    }
}
