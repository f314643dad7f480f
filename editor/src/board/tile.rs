//! Prints a tile: its colour, pattern, lanes and icons.

use std::f32::consts::FRAC_PI_4;

use emath::{Pos2, vec2};

use super::icons;
use super::letters::width;
use super::print::{Inks, Pen, Press, SIGNS, Words, between, drawn, plain, rounded, shape};
use super::shapes::Tile;
use super::vision::contrast;
use crate::looks::{Border, BorderLine, Icon, NumberPlace, Pattern, Rgb, SpaceLook};

const BLACK: Rgb = [0; 3];
/// The width of the usual edge, as a share of half the side of a tile.
pub const EDGE: f32 = 0.06;

/// Draws a tile. `points` is the direction it faces.
pub fn print(press: &mut dyn Press, tile: &Tile, look: &SpaceLook, points: Option<usize>, inks: Inks) {
    let fill = fill(look, inks);
    let half = tile.half;
    let pen = |width: f32, colour: Rgb| Pen { width: width * half, colour };
    // On a dark colour, the pattern is lighter.
    let is_dark = fill.iter().map(|part| u32::from(*part)).sum::<u32>() < 3 * 0x48;
    let mark = if is_dark { between(fill, [0xff; 3], 0.3) } else { between(fill, BLACK, 0.24) };
    let edge = look.edge.map(|edge| between(inks.printed(edge), BLACK, 0.12));
    let edge = pen(if edge.is_some() { 0.17 } else { EDGE }, edge.unwrap_or(between(fill, BLACK, 0.42)));
    let outline = tile.outline(press.scale());
    if !look.is_ground {
        press.polygon(&outline, Some(fill), None);
    }
    for pattern in &look.patterns {
        let lines = |press: &mut dyn Press, mirrored: bool, width: f32| {
            for line in tile.stripes(mirrored) {
                press.line(&line, pen(width, mark), &[]);
            }
        };
        match pattern {
            Pattern::Dots => tile.dots().into_iter().for_each(|dot| press.disc(dot, half * 0.1, mark, None)),
            Pattern::Stripes => lines(press, false, 0.09),
            Pattern::Cross => {
                lines(press, false, 0.07);
                lines(press, true, 0.07);
            }
        }
    }
    if !look.is_ground && look.border == Border::default() {
        press.polygon(&outline, None, Some(edge));
    } else if !look.is_ground {
        let colour = look.border.colour.map(|colour| inks.printed(colour));
        let width = if colour.is_some() { half * 0.17 } else { edge.width };
        border(press, tile, &look.border, Pen { width, colour: colour.unwrap_or(edge.colour) });
    }
    for lane in 1..look.lanes {
        let across = lane as f32 / look.lanes as f32 * 2.0 - 1.0;
        press.line(
            &[tile.place(-0.96 * tile.long, across), tile.place(0.96 * tile.long, across)],
            pen(0.07, between(fill, BLACK, 0.5)),
            &[],
        );
    }
    if let Some(direction) = points {
        press.polygon(&tile.facing(direction), Some(between(fill, if is_dark { [0xff; 3] } else { BLACK }, 0.6)), None);
    }
    for icon in &look.icons {
        let [strong, soft] = marks(look, fill, inks);
        self::icon(press, tile, icon, strong, soft);
    }
}

/// Draws the border of a tile, inside its outline. `usual` is its colour, and its width unless one is given.
fn border(press: &mut dyn Press, tile: &Tile, border: &Border, usual: Pen) {
    let width = border.width.unwrap_or(usual.width).min(tile.half * 0.8);
    let scale = press.scale();
    let mut line = |inset: f32, width: f32| {
        press.polygon(&tile.inset(inset).outline(scale), None, Some(Pen { width, ..usual }));
    };
    let [drawn, left] = match border.line {
        _ if width <= 0.0 => return,
        None | Some(BorderLine::Solid) => return line(width / 2.0, width),
        Some(BorderLine::Double) => {
            return [width / 6.0, width * 5.0 / 6.0].into_iter().for_each(|inset| line(inset, width / 3.0));
        }
        Some(BorderLine::Dashes) => [2.2, 1.3],
        Some(BorderLine::Dots) => [1.0, 1.0],
    };
    let mut way = tile.inset(width / 2.0).outline(scale);
    way.extend(way.first().copied());
    let around: f32 = way.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    // The last gap is as long as the others.
    let period = around / (around / ((drawn + left) * width)).round().clamp(4.0, MOST_DASHES);
    let dash = [drawn, left].map(|part| period * part / (drawn + left));
    press.line(&way, Pen { width, ..usual }, &dash);
}

/// As many dashes lie around a tile, at most.
const MOST_DASHES: f32 = 120.0;

/// Draws the shadow of a tile, which lies below all tiles.
pub fn shadow(press: &mut dyn Press, tile: &Tile, look: &SpaceLook) {
    let Some(far) = look.shadow.filter(|far| *far > 0.0 && !look.is_ground) else { return };
    for (share, wider) in [(1.0, 0.25), (0.6, 0.0)] {
        let moved = Tile { at: tile.at + vec2(0.7, 1.0) * (far * share), ..tile.inset(-wider * far) };
        press.shade(&moved.outline(press.scale()), 0.12);
    }
}

/// Draws a sample of a look on a tile that is smaller or larger than the usual one, whose half side is `usual`.
pub fn sample(press: &mut dyn Press, tile: &Tile, look: &SpaceLook, points: Option<usize>, inks: Inks, usual: f32) {
    let look = look.scaled(tile.half, usual);
    let tile = Tile { round: look.is_round, corner: look.round, ..*tile };
    shadow(press, &tile, &look);
    print(press, &tile, &look, points, inks);
    label(press, &tile, &look, !look.icons.is_empty(), None, inks);
}

/// Writes the label of a space: in its middle, or at its foot if something else stands there, or at its head.
pub fn label(press: &mut dyn Press, tile: &Tile, look: &SpaceLook, has_icon: bool, number: Option<NumberPlace>, inks: Inks) {
    let Some(text) = &look.label else { return };
    let place = match number {
        None | Some(NumberPlace::Top) if !has_icon => NumberPlace::Middle,
        Some(NumberPlace::Bottom) if !has_icon => NumberPlace::Middle,
        Some(NumberPlace::Bottom) => NumberPlace::Top,
        _ => NumberPlace::Bottom,
    };
    written(press, tile, look, text, place, inks);
}

/// Writes a text on a space, upright. If something lies there, it has a plain ground.
pub fn written(press: &mut dyn Press, tile: &Tile, look: &SpaceLook, text: &str, place: NumberPlace, inks: Inks) {
    let (down, high, wide) = match place {
        NumberPlace::Nowhere => return,
        NumberPlace::Middle => (0.0, 0.8, 1.76),
        NumberPlace::Top => (-0.64, 0.5, 1.3),
        NumberPlace::Bottom => (0.64, 0.5, 1.3),
    };
    let text = drawn(text);
    let font = tile.half * f32::min(high, wide / width(text, 1.0, SIGNS).max(0.1));
    let (at, fill) = (tile.at + vec2(0.0, down * tile.half), fill(look, inks));
    if !look.patterns.is_empty() || place == NumberPlace::Middle && !look.icons.is_empty() {
        // A plain ground behind the text keeps it readable.
        let (half, round) = (vec2(width(text, font, SIGNS) / 2.0 + font * 0.12, font * 0.52), font * 0.3);
        press.polygon(&rounded(at, half, round), Some(fill), None);
    }
    press.words(plain(text, at, font, fill));
}

/// Draws an icon on a tile: strong signs in `ink`, quiet ones in `soft`.
pub fn icon(press: &mut dyn Press, tile: &Tile, icon: &Icon, ink: Rgb, soft: Rgb) {
    let pen = |width: f32, colour: Rgb| Pen { width: width * tile.half, colour };
    match icon {
        Icon::TwoArrows => tile.two_arrows().iter().for_each(|chevron| press.line(chevron, pen(0.17, ink), &[])),
        Icon::LongArrow | Icon::ArrowRight | Icon::ArrowLeft | Icon::ArrowOutward | Icon::ArrowInward => {
            // As on a ring that leads round anticlockwise, where the board says nothing else.
            let turn = match icon {
                Icon::ArrowRight | Icon::ArrowOutward => FRAC_PI_4,
                Icon::ArrowLeft | Icon::ArrowInward => -FRAC_PI_4,
                _ => 0.0,
            };
            long_arrow(press, tile, turn, ink);
        }
        Icon::Up => long_arrow(press, &Tile { towards: vec2(0.0, -1.0), ..*tile }, 0.0, ink),
        Icon::Start => {
            let (line, head) = tile.start();
            press.line(&line, pen(0.2, soft), &[]);
            press.polygon(&head, Some(soft), None);
        }
        Icon::Line => press.line(&tile.entry_line(), pen(0.26, ink), &[]),
        Icon::Exit => press.line(&tile.chevron(), pen(0.16, soft), &[]),
        Icon::Home => {
            let (roof, walls) = tile.house();
            press.polygon(&roof, Some(soft), None);
            press.polygon(&walls, Some(soft), None);
        }
        Icon::Cup => {
            let (bowl, handle) = tile.cup();
            press.line(&handle, pen(0.1, ink), &[]);
            press.polygon(&bowl, Some(ink), None);
        }
        Icon::Finish => tile.chequers().iter().for_each(|field| press.polygon(field, Some(ink), None)),
        Icon::Shape(of) => shape(press, *of, tile.at, tile.half * 0.45, ink, None),
        Icon::Own(picture) => press.picture(picture, tile.at, tile.half * 0.66),
        Icon::Other(name) => match icons::lines(name) {
            Some(lines) => {
                for line in lines {
                    let way: Vec<Pos2> = line.iter().map(|at| tile.at + at.to_vec2() * (tile.half * 0.62)).collect();
                    press.line(&way, pen(0.11, ink), &[]);
                }
            }
            None => {
                let name = name.rsplit('/').next().unwrap_or_default();
                let letter = name.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                press.words(Words { colour: ink, ..plain(&letter, tile.at, tile.half * 1.1, ink) });
            }
        },
    }
}

fn long_arrow(press: &mut dyn Press, tile: &Tile, turn: f32, ink: Rgb) {
    let (shaft, head): ([Pos2; 2], [Pos2; 3]) = tile.long_arrow(turn);
    press.line(&shaft, Pen { width: tile.half * 0.24, colour: ink }, &[]);
    press.polygon(&head, Some(ink), None);
}

/// Returns the colours of strong and of quiet signs on a space.
pub fn marks(look: &SpaceLook, fill: Rgb, inks: Inks) -> [Rgb; 2] {
    let ink = contrast(fill);
    look.ink.map_or([between(ink, fill, 0.12), between(ink, fill, 0.35)], |ink| [inks.printed(ink); 2])
}

/// Returns the colour that fills a space.
pub fn fill(look: &SpaceLook, inks: Inks) -> Rgb {
    look.fill.map_or(inks.tile, |fill| inks.printed(fill))
}
