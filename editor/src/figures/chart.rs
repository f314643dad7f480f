//! The lengths of games as a chart on paper, in millimetres.

use emath::{Pos2, Vec2, pos2, vec2};

use super::words::percent;
use super::{Bars, Snapshot};
use crate::board::art::mark::{self, Ink, Mark, Text};
use crate::board::fonts::Weight;
use crate::looks::Rgb;

/// The size of the chart, and the room for the bars in it.
pub const SIZE: Vec2 = vec2(160.0, 96.0);
const LEFT: f32 = 16.0;
const TOP: f32 = 16.0;
const RIGHT: f32 = 156.0;
const BOTTOM: f32 = 78.0;

const FONT: f32 = 3.4;
const SMALL: f32 = 2.6;
const INK: Rgb = [0x1c, 0x21, 0x27];
const WEAK: Rgb = [0x5a, 0x63, 0x6d];
const GRID: Rgb = [0xd5, 0xd9, 0xde];
const NOW: Rgb = [0x1f, 0x6f, 0xb4];
const BEFORE: Rgb = [0x4a, 0x3f, 0xc4];

/// Draws the bars of a figure, with what they rest on.
pub fn draw(bars: &Bars, newest: &Snapshot) -> Vec<Mark> {
    let mut marks = vec![Mark::fill(mark::rounded(Pos2::ZERO, SIZE, 0.0), Ink::of([0xff; 3]))];
    let most = bars.now.iter().chain(&bars.before).copied().fold(0.0, f64::max).max(0.001);
    let step = step(most);
    let top = (most / step).ceil() * step;
    let y = |share: f64| BOTTOM - (share / top) as f32 * (BOTTOM - TOP);
    let count = bars.now.len().max(1);
    let wide = (RIGHT - LEFT) / count as f32;
    let title = &newest.job.now.program.ir.game.title;
    print(&mut marks, &format!("{title}: {}", bars.label), pos2(LEFT, 7.0), FONT * 1.2, INK, Weight::Bold);
    let mut line = 0.0;
    while line <= top + step / 2.0 {
        let at = y(line);
        marks.push(Mark::line(mark::path(&[pos2(LEFT, at), pos2(RIGHT, at)], false), 0.2, Ink::of(GRID)));
        let text = percent(line);
        let width = Text { text: &text, at: Pos2::ZERO, font: SMALL, weight: Weight::Regular, colour: WEAK, apart: 0.0 }.width();
        print(&mut marks, &text, pos2(LEFT - 2.0 - width, at + SMALL * 0.36), SMALL, WEAK, Weight::Regular);
        line += step;
    }
    for (n, share) in bars.now.iter().enumerate() {
        let left = LEFT + wide * n as f32;
        let bar = mark::rounded(pos2(left + wide * 0.08, y(*share)), vec2(wide * 0.84, BOTTOM - y(*share)), 0.0);
        marks.push(Mark::fill(bar, Ink::of(NOW)));
    }
    for (n, share) in bars.before.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        let left = LEFT + wide * n as f32;
        marks.push(Mark::line(mark::rounded(pos2(left, y(*share)), vec2(wide, BOTTOM - y(*share)), 0.0), 0.4, Ink::of(BEFORE)));
    }
    // As many values as fit beside one another.
    let every = (count as f32 * 9.0 / (RIGHT - LEFT)).ceil().max(1.0) as usize;
    for n in (0..bars.now.len()).step_by(every) {
        let text = bars.values(n);
        let text = text.split(' ').next().unwrap_or_default();
        let middle = LEFT + wide * (n as f32 + 0.5);
        let width = Text { text, at: Pos2::ZERO, font: SMALL, weight: Weight::Regular, colour: WEAK, apart: 0.0 }.width();
        print(&mut marks, text, pos2(middle - width / 2.0, BOTTOM + 4.0), SMALL, WEAK, Weight::Regular);
    }
    let mut notes = vec![newest.rests_on(), format!("Now: {}", newest.job.now.told())];
    notes.extend(newest.job.before.as_ref().map(|before| format!("Before (outlined): {}", before.told())));
    for (n, note) in notes.iter().enumerate() {
        print(&mut marks, note, pos2(LEFT, BOTTOM + 9.0 + n as f32 * 3.8), SMALL, WEAK, Weight::Regular);
    }
    marks
}

fn print(marks: &mut Vec<Mark>, text: &str, at: Pos2, font: f32, colour: Rgb, weight: Weight) {
    let words = |font| Text { text, at, font, weight, colour, apart: 0.0 };
    // Long words are set smaller, so that they stay on the paper.
    let room = SIZE.x - at.x - 2.0;
    words(font * (room / words(font).width().max(room))).print(marks);
}

/// Returns the distance of the lines: 1, 2 or 5 of a power of ten, at most six of them.
fn step(most: f64) -> f64 {
    let power = 10f64.powf((most / 6.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|step| most / step <= 6.0).unwrap_or(most)
}
