//! Prints a link: a line from edge to edge, with signs for its kind and its direction.

use emath::{Pos2, Vec2};

use super::print::{Inks, Pen, Press, between};
use super::shapes::Tile;
use super::tile;
use super::way::Way;
use crate::looks::{Dash, Head, LinkLook, Rgb, Strands};

/// The width of a plain line and the length of an arrowhead, in half tiles.
const WIDTH: f32 = 0.07;
const BARB: f32 = 0.34;
/// A line at least this many heads long has a head in its middle, too.
const FAR: f32 = 14.0;

/// Draws a link along its way. `half` is half the side of the tiles at its ends. `hidden` are the parts of the way, as shares of its length,
/// that lie below other tiles: its signs stay beside them.
pub fn print(press: &mut dyn Press, way: &Way, half: f32, look: &LinkLook, hidden: &[[f32; 2]], inks: Inks) {
    if look.has_ribbon {
        return noses(press, way, half, look, hidden, inks);
    }
    let width = WIDTH * half * look.times();
    let pen = Pen { width, colour: look.colour.map_or(inks.faint, |colour| inks.printed(colour)) };
    let far = way.length();
    // Even in little room, some of the line is visible before its head.
    let barb = (BARB * half * look.times().sqrt().min(1.6)).min(far * 0.55);
    let seen = seen(hidden, far, barb);
    let end = seen.last().map_or(far, |part| part[1]);
    let head = match look.head {
        Head::Filled => barb * 0.9,
        Head::Open | Head::None => 0.0,
        Head::Double => barb * 0.5,
    };
    // Where the line goes on below a tile, it goes on behind its head.
    let line = if end < far { Some(way.clone()) } else { Way::of(way.part(0.0, (far - head).max(far * 0.1))) };
    if let Some(line) = line {
        strands(press, &line, pen, look);
    }
    self::head(press, way.at(end).0, way.arrives(end, barb), barb, pen, look.head);
    // The signs in the middle stand where the line is seen, as near to its middle as possible.
    let near = |part: &[f32; 2]| (far / 2.0).clamp(part[0], part[1]);
    let middle = seen.iter().map(near).min_by(|a, b| (a - far / 2.0).abs().total_cmp(&(b - far / 2.0).abs()));
    let middle = middle.unwrap_or(far / 2.0);
    if far > barb * FAR && look.head != Head::None {
        let tip = (middle + barb * 0.5).min(far);
        self::head(press, way.at(tip).0, way.arrives(tip, barb), barb, pen, Head::Open);
    }
    if let Some(icon) = &look.icon {
        let (at, towards) = way.at(middle);
        let sign = Tile { at, half: half * 0.42, long: 1.0, towards, round: true, corner: None };
        press.disc(at, sign.half, inks.paper, Some(pen));
        tile::icon(press, &sign, icon, pen.colour, pen.colour);
    }
}

/// The length of a nose and the distance between two of them, in half tiles.
const NOSE: f32 = 0.46;
const APART: f32 = 2.8;
/// Half a nose's width, and how far its back is notched, in its lengths: one sees on a slant, too, where it points.
const SLIM: f32 = 0.38;
const NOTCH: f32 = 0.28;

/// Draws what tells the way of a ribbon: a nose over each gap, and several where it is long.
fn noses(press: &mut dyn Press, way: &Way, half: f32, look: &LinkLook, hidden: &[[f32; 2]], inks: Inks) {
    let (far, long) = (way.length(), NOSE * half);
    if look.head == Head::None {
        return;
    }
    let colour = look.colour.map_or(inks.ink, |colour| inks.printed(colour));
    let count = ((far / (APART * half)).round().max(1.0) as usize).min(400);
    for share in (0..count).map(|n| (n as f32 + 0.5) / count as f32) {
        if hidden.iter().any(|part| part[0] < share && share < part[1]) {
            continue;
        }
        let (at, towards) = way.at(far * share);
        let (tip, side) = (at + towards * (long * 0.6), across(towards) * (long * SLIM));
        let back = tip - towards * long;
        let corners = [back + towards * (long * NOTCH), back + side, tip, back - side];
        press.polygon(&corners, Some(colour), Some(Pen { width: long * 0.13, colour: inks.paper }));
    }
}

/// Returns the parts of a way so long that are seen and have room for a sign, from the first to the last.
fn seen(hidden: &[[f32; 2]], far: f32, room: f32) -> Vec<[f32; 2]> {
    let (mut parts, mut from) = (vec![], 0.0);
    for part in hidden.iter().chain(&[[1.0, 1.0]]) {
        let to = (part[0] * far).clamp(0.0, far);
        if to - from >= room {
            parts.push([from, to]);
        }
        from = f32::max(from, part[1] * far);
    }
    parts
}

fn across(way: Vec2) -> Vec2 {
    Vec2::new(-way.y, way.x)
}

fn strands(press: &mut dyn Press, way: &Way, pen: Pen, look: &LinkLook) {
    let far = way.length();
    let dash = lengths(look.dash, pen.width, far);
    // The marks are evenly spaced; the first and last one are half a distance from the ends.
    let spread = |apart: f32| {
        let count = (far / apart).floor().max(1.0) as usize;
        (0..count.min(2_000)).map(move |n| way.at(far * (n as f32 + 0.5) / count as f32))
    };
    match look.strands {
        Strands::Single => press.line(way.points(), pen, &dash),
        Strands::Double => {
            let thin = Pen { width: pen.width * 0.6, ..pen };
            press.line(&way.beside(pen.width), thin, &dash);
            press.line(&way.beside(-pen.width), thin, &dash);
        }
        Strands::Beads => {
            press.line(way.points(), Pen { width: pen.width * 0.6, ..pen }, &dash);
            spread(pen.width * 9.0).for_each(|(at, _)| press.disc(at, pen.width * 1.5, pen.colour, None));
        }
        Strands::Road => {
            press.line(way.points(), Pen { colour: between(pen.colour, [0; 3], 0.3), ..pen }, &[]);
            press.line(way.points(), Pen { width: pen.width * 0.86, ..pen }, &[]);
            let (paint, dash) = (Pen { width: pen.width * 0.1, colour: [0xff; 3] }, lengths(Dash::Dashes, pen.width * 0.28, far));
            press.line(way.points(), paint, &dash);
        }
        Strands::Cabins | Strands::Chairs | Strands::Bars => cable(press, way, pen, look.strands),
        Strands::Ticks => {
            press.line(way.points(), Pen { width: pen.width * 0.6, ..pen }, &dash);
            let tick = Pen { width: pen.width * 0.7, ..pen };
            for (at, way) in spread(pen.width * 6.0) {
                let side = across(way) * pen.width;
                press.line(&[at - side * 2.0, at + side * 2.0], tick, &[]);
            }
        }
    }
}

/// The colour of ropes and pylons.
const ROPE: Rgb = [0x2b, 0x27, 0x24];

/// Draws a cable on a pale ground, with pylons, and with what hangs from it.
fn cable(press: &mut dyn Press, way: &Way, pen: Pen, strands: Strands) {
    let (far, wide) = (way.length(), pen.width);
    let rope = |width: f32| Pen { width: wide * width, colour: ROPE };
    press.line(way.points(), Pen { width: wide * 2.6, colour: [0xff; 3] }, &[]);
    match strands {
        Strands::Cabins => [-0.55, 0.55].into_iter().for_each(|aside| press.line(&way.beside(wide * aside), rope(0.4), &[])),
        Strands::Bars => press.line(way.points(), rope(0.55), &[wide * 3.0, wide * 1.6]),
        _ => press.line(way.points(), rope(0.55), &[]),
    }
    // A pylon stands halfway between two cars.
    let count = ((far / (wide * 16.0)).round().max(1.0) as usize).min(400);
    for n in 0..2 * count {
        let (at, along) = way.at(far * (n as f32 + 0.75) / (2 * count) as f32);
        let side = across(along) * wide;
        if n % 2 == 1 {
            press.line(&[at - side * 1.7, at + side * 1.7], rope(0.7), &[]);
            continue;
        }
        // What hangs from it hangs straight down.
        let corner = |x: f32, y: f32| at + Vec2::new(x, y) * wide;
        match strands {
            Strands::Cabins => {
                let cabin = [corner(-1.7, -0.9), corner(1.7, -0.9), corner(1.7, 1.5), corner(-1.7, 1.5)];
                press.polygon(&cabin, Some(pen.colour), Some(Pen { width: wide * 0.35, colour: [0xff; 3] }));
                press.polygon(
                    &[corner(-1.1, -0.4), corner(1.1, -0.4), corner(1.1, 0.3), corner(-1.1, 0.3)],
                    Some([0xff; 3]),
                    None,
                );
            }
            Strands::Chairs => {
                let chair = [corner(-0.8, -1.0), corner(-0.8, 1.3), corner(1.4, 1.3)];
                press.line(&chair, Pen { width: wide * 1.5, colour: [0xff; 3] }, &[]);
                press.line(&chair, Pen { width: wide * 0.85, colour: pen.colour }, &[]);
            }
            _ => {
                press.line(&[corner(0.0, 0.0), corner(0.0, 2.0)], Pen { width: wide * 0.6, colour: pen.colour }, &[]);
                press.line(&[corner(-1.3, 2.0), corner(1.3, 2.0)], Pen { width: wide * 0.85, colour: pen.colour }, &[]);
            }
        }
    }
}

/// Returns the lengths of the dashes of a line with this width, in millimetres.
pub fn dashes(dash: Dash, width: f32) -> Vec<f32> {
    lengths(dash, width, f32::INFINITY)
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
