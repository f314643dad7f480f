//! Prints a tile: its colour, pattern, lanes and icons.

use std::f32::consts::FRAC_PI_4;

use emath::{Pos2, vec2};

use super::icons;
use super::print::{Inks, Pen, Press, Words, between, contrast, shape};
use super::shapes::Tile;
use crate::looks::{Icon, Pattern, Rgb, SpaceLook};

const BLACK: Rgb = [0; 3];

/// Draws a tile. `points` is the direction it faces.
pub fn print(press: &mut dyn Press, tile: &Tile, look: &SpaceLook, points: Option<usize>, inks: Inks) {
    let fill = fill(look, inks);
    let half = tile.half;
    let pen = |width: f32, colour: Rgb| Pen { width: width * half, colour };
    // On a dark colour, the pattern is lighter.
    let is_dark = fill.iter().map(|part| u32::from(*part)).sum::<u32>() < 3 * 0x48;
    let mark = if is_dark { between(fill, [0xff; 3], 0.3) } else { between(fill, BLACK, 0.24) };
    let edge = look.edge.map(|edge| between(inks.printed(edge), BLACK, 0.12));
    let edge = pen(if edge.is_some() { 0.17 } else { 0.06 }, edge.unwrap_or(between(fill, BLACK, 0.42)));
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
    if !look.is_ground {
        press.polygon(&outline, None, Some(edge));
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

/// Draws an icon on a tile: strong signs in `ink`, quiet ones in `soft`.
pub fn icon(press: &mut dyn Press, tile: &Tile, icon: &Icon, ink: Rgb, soft: Rgb) {
    let pen = |width: f32, colour: Rgb| Pen { width: width * tile.half, colour };
    match icon {
        Icon::TwoArrows => tile.two_arrows().iter().for_each(|chevron| press.line(chevron, pen(0.17, ink), &[])),
        Icon::LongArrow | Icon::ArrowRight | Icon::ArrowLeft => {
            let turn = match icon {
                Icon::ArrowRight => FRAC_PI_4,
                Icon::ArrowLeft => -FRAC_PI_4,
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
        Icon::Other(name) => match icons::lines(name) {
            Some(lines) => {
                for line in lines {
                    let way: Vec<Pos2> = line.iter().map(|at| tile.at + at.to_vec2() * (tile.half * 0.62)).collect();
                    press.line(&way, pen(0.11, ink), &[]);
                }
            }
            None => {
                let letter = name.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                press.words(Words { text: &letter, at: tile.at, font: tile.half * 1.1, colour: ink, opacity: 1.0, turn: 0.0 });
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
