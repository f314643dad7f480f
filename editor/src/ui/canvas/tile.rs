//! A tile in print: its colour, pattern, lanes and icons. The board and the palette paint it with the same strokes.

use std::f32::consts::FRAC_PI_4;

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke};

use super::rose;
use super::shapes::Tile;
use crate::looks::{Icon, Pattern, SpaceLook};
use crate::ui::look::colour;
use crate::ui::theme::{self, Theme};

/// Paints a tile that lies on the screen; `scale` are the points of a millimetre, for lines of the print. `points`: where it faces.
pub fn paint(painter: &Painter, tile: &Tile, look: &SpaceLook, points: Option<usize>, scale: f32, theme: Theme) {
    // Never too thin to be seen.
    let stroke = |width: f32, colour: Color32| Stroke::new(width.max(0.75), colour);
    let lines = |lines: Vec<[Pos2; 2]>, width: f32, colour: Color32| {
        for line in lines {
            painter.line_segment(line, stroke(width, colour));
        }
    };
    let polygon = |points: &[Pos2], colour: Color32| {
        painter.add(Shape::convex_polygon(points.to_vec(), colour, Stroke::NONE));
    };
    let fill = fill(look, theme);
    let edge = look.edge.map(colour);
    let edge = edge.map_or(theme::between(fill, Color32::BLACK, 0.42), |edge| theme::between(edge, Color32::BLACK, 0.25));
    let outline = tile.outline();
    polygon(&outline, fill);
    let mark = theme::between(fill, Color32::BLACK, 0.24);
    for pattern in &look.patterns {
        match pattern {
            Pattern::Dots => {
                for dot in tile.dots() {
                    painter.circle_filled(dot, tile.half * 0.1, mark);
                }
            }
            Pattern::Stripes => lines(tile.stripes(false), 0.09 * tile.half, mark),
            Pattern::Cross => {
                lines(tile.stripes(false), 0.07 * tile.half, mark);
                lines(tile.stripes(true), 0.07 * tile.half, mark);
            }
        }
    }
    painter.add(Shape::closed_line(outline, stroke(scale * if look.edge.is_some() { 0.9 } else { 0.28 }, edge)));
    for lane in 1..look.lanes {
        let across = lane as f32 / look.lanes as f32 * 2.0 - 1.0;
        let line = [tile.place(-0.96, across), tile.place(0.96, across)];
        painter.line_segment(line, stroke(0.35 * scale, theme::between(fill, Color32::BLACK, 0.5)));
    }
    if let Some(direction) = points {
        let quiet = theme::between(fill, Color32::BLACK, 0.36);
        painter.line(rose::chevron(tile, direction).to_vec(), stroke(tile.half * 0.09, quiet));
    }
    let ink = theme::between(theme.ink, fill, 0.12);
    let soft = theme::between(theme.ink, fill, 0.45);
    for icon in &look.icons {
        match icon {
            Icon::TwoArrows => {
                for chevron in tile.two_arrows() {
                    painter.line(chevron.to_vec(), stroke(tile.half * 0.17, ink));
                }
            }
            Icon::LongArrow | Icon::ArrowRight | Icon::ArrowLeft => {
                let turn = match icon {
                    Icon::ArrowRight => FRAC_PI_4,
                    Icon::ArrowLeft => -FRAC_PI_4,
                    _ => 0.0,
                };
                let (shaft, head) = tile.long_arrow(turn);
                painter.line_segment(shaft, stroke(tile.half * 0.24, ink));
                polygon(&head, ink);
            }
            Icon::Start => {
                let (line, head) = tile.start();
                painter.line_segment(line, stroke(tile.half * 0.2, soft));
                polygon(&head, soft);
            }
            Icon::Exit => {
                painter.line(tile.chevron().to_vec(), stroke(tile.half * 0.16, soft));
            }
            Icon::Home => {
                let (roof, walls) = tile.house();
                polygon(&roof, soft);
                polygon(&walls, soft);
            }
            Icon::Finish => tile.chequers().into_iter().for_each(|field| polygon(&field, ink)),
            Icon::Other(name) => {
                let letter = name.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                let font = FontId::proportional(tile.half.clamp(4.0, 200.0));
                painter.text(tile.at, Align2::CENTER_CENTER, letter, font, ink);
            }
        }
    }
}

/// What a space is filled with.
pub fn fill(look: &SpaceLook, theme: Theme) -> Color32 {
    look.fill.map_or(theme.tile, |fill| dimmed(colour(fill), theme))
}

/// A colour of the print on dimmed paper.
fn dimmed(colour: Color32, theme: Theme) -> Color32 {
    let share = |c: u8, paper: u8| (u16::from(c) * u16::from(paper) / 252).min(255) as u8;
    let paper = theme.paper;
    Color32::from_rgb(share(colour.r(), paper.r()), share(colour.g(), paper.g()), share(colour.b(), paper.b()))
}
