//! Prints a link: a line from edge to edge, with signs for its kind and its direction.

use emath::{Pos2, Vec2};

use super::print::{Inks, Pen, Press};
use super::shapes::{self, Tile};
use super::tile;
use crate::looks::{Dash, Head, LinkLook, Strands};

/// The width of a plain line and the length of an arrowhead, in half tiles.
const WIDTH: f32 = 0.07;
const BARB: f32 = 0.34;
/// A line at least this many heads long has a head in its middle, too.
const FAR: f32 = 14.0;

/// Draws a link between two tiles, if there is room.
pub fn print(press: &mut dyn Press, from: &Tile, to: &Tile, look: &LinkLook, inks: Inks) {
    let half = from.half.min(to.half);
    let width = WIDTH * half * look.times();
    let pen = Pen { width, colour: look.colour.map_or(inks.faint, |colour| inks.printed(colour)) };
    let Some([start, tip]) = shapes::between(from, to) else { return };
    let far = start.distance(tip);
    let way = (tip - start) / far;
    // Even in little room, some of the line is visible before its head.
    let barb = (BARB * half * look.times().sqrt().min(1.6)).min(far * 0.55);
    let head = match look.head {
        Head::Filled => barb * 0.9,
        Head::Open | Head::None => 0.0,
        Head::Double => barb * 0.5,
    };
    strands(press, [start, tip - way * head], pen, look);
    self::head(press, tip, way, barb, pen, look.head);
    if far > barb * FAR && look.head != Head::None {
        self::head(press, start + way * (far * 0.5 + barb * 0.5), way, barb, pen, Head::Open);
    }
    if let Some(icon) = &look.icon {
        let at = start + way * (far * 0.5);
        let sign = Tile { at, half: half * 0.42, long: 1.0, towards: way, round: true };
        press.disc(at, sign.half, inks.paper, Some(pen));
        tile::icon(press, &sign, icon, pen.colour, pen.colour);
    }
}

fn across(way: Vec2) -> Vec2 {
    Vec2::new(-way.y, way.x)
}

fn strands(press: &mut dyn Press, [a, b]: [Pos2; 2], pen: Pen, look: &LinkLook) {
    let far = a.distance(b);
    let way = (b - a) / far.max(1e-6);
    let dash = lengths(look.dash, pen.width, far);
    let side = across(way) * pen.width;
    // The marks are evenly spaced; the first and last one are half a distance from the ends.
    let spread = |apart: f32| {
        let count = (far / apart).floor().max(1.0) as usize;
        (0..count.min(2_000)).map(move |n| a + way * (far * (n as f32 + 0.5) / count as f32))
    };
    match look.strands {
        Strands::Single => press.line(&[a, b], pen, &dash),
        Strands::Double => {
            let thin = Pen { width: pen.width * 0.6, ..pen };
            press.line(&[a + side, b + side], thin, &dash);
            press.line(&[a - side, b - side], thin, &dash);
        }
        Strands::Beads => {
            press.line(&[a, b], Pen { width: pen.width * 0.6, ..pen }, &dash);
            spread(pen.width * 9.0).for_each(|at| press.disc(at, pen.width * 1.5, pen.colour, None));
        }
        Strands::Ticks => {
            press.line(&[a, b], Pen { width: pen.width * 0.6, ..pen }, &dash);
            let tick = Pen { width: pen.width * 0.7, ..pen };
            spread(pen.width * 6.0).for_each(|at| press.line(&[at - side * 2.0, at + side * 2.0], tick, &[]));
        }
    }
}

/// Returns the lengths of dashes in millimetres, shortened so that several fit. Returns none if not even two would fit.
fn lengths(dash: Dash, width: f32, far: f32) -> Vec<f32> {
    // Drawn and left out, in turn, measured by the width of the line.
    let lengths: &[f32] = match dash {
        Dash::Solid => &[],
        Dash::Dashes => &[4.0, 2.5],
        Dash::Dots => &[1.0, 2.0],
        Dash::DashDots => &[6.0, 2.0, 1.0, 2.0],
        Dash::Long => &[10.0, 3.0],
    };
    let all: f32 = lengths.iter().sum::<f32>() * width;
    let shrink = (far / (2.5 * all).max(1e-6)).min(1.0);
    if shrink < 0.3 { vec![] } else { lengths.iter().map(|length| length * width * shrink).collect() }
}

fn head(press: &mut dyn Press, tip: Pos2, way: Vec2, barb: f32, pen: Pen, head: Head) {
    let side = across(way) * (barb * 0.62);
    let corners = |tip: Pos2| [tip - way * barb + side, tip, tip - way * barb - side];
    match head {
        Head::Filled => press.polygon(&corners(tip), Some(pen.colour), None),
        Head::Open => press.line(&corners(tip), pen, &[]),
        Head::Double => {
            press.line(&corners(tip), pen, &[]);
            press.line(&corners(tip - way * (barb * 0.75)), pen, &[]);
        }
        Head::None => {}
    }
}
