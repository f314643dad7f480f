//! The board itself on the screen, whether raced on or being drawn: paper, spaces, links, labels.

use std::f32::consts::FRAC_PI_4;

use eframe::egui::{self, Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::camera::Camera;
use super::rose;
use super::shapes::{self, Tile};
use crate::looks::{Icon, Pattern};
use crate::ui::board::{Arrow, Board, Label, Space};
use crate::ui::look;
use crate::ui::theme::{self, Theme};

/// Paints on the sheet: millimetres in, shapes out.
#[derive(Clone, Copy)]
pub struct OnSheet<'a> {
    pub painter: &'a egui::Painter,
    pub view: Rect,
    /// What lies beyond is not painted.
    pub seen: Rect,
    pub camera: Camera,
    pub theme: Theme,
}

impl OnSheet<'_> {
    pub fn at(&self, at: Pos2) -> Pos2 {
        self.camera.to_screen(self.view, at)
    }

    pub fn all<const N: usize>(&self, at: [Pos2; N]) -> [Pos2; N] {
        at.map(|p| self.at(p))
    }

    /// A stroke so many millimetres wide, never too thin to be seen.
    pub fn stroke(&self, width: f32, colour: Color32) -> Stroke {
        Stroke::new((width * self.camera.scale).max(0.75), colour)
    }

    pub fn rect_of(&self, tile: &Tile) -> Rect {
        Rect::from_center_size(self.at(tile.at), Vec2::splat(tile.half * tile.long.min(1.0) * 2.0 * self.camera.scale))
    }

    pub fn is_seen(&self, tile: &Tile) -> bool {
        self.seen.intersects(self.rect_of(tile).expand(tile.most() * self.camera.scale))
    }

    pub fn paper(&self, size: Vec2) {
        let rect = Rect::from_two_pos(self.at(Pos2::ZERO), self.at(size.to_pos2()));
        self.painter.rect_filled(rect.translate(vec2(3.0, 4.0)), 2.0, Color32::from_black_alpha(40));
        self.painter.rect_filled(rect, 1.0, self.theme.paper);
        self.painter.rect_stroke(rect, 1.0, Stroke::new(1.0, self.theme.paper_edge), egui::StrokeKind::Outside);
    }

    pub fn label(&self, label: &Label) {
        // Letters are about three quarters as high as their font.
        let size = (label.size * 1.3 * self.camera.scale * 2.0).round() / 2.0;
        if !(3.0..=400.0).contains(&size) {
            return;
        }
        let colour = label.colour.unwrap_or(self.theme.ink).gamma_multiply(label.opacity);
        let galley = self.painter.layout_no_wrap(label.text.to_string(), FontId::proportional(size), colour);
        let turn = label.turn.to_radians();
        let corner = shapes::text_corner(self.at(label.at), galley.size(), turn);
        if Rect::from_center_size(self.at(label.at), Vec2::splat(galley.size().length())).intersects(self.seen) {
            self.painter.add(egui::epaint::TextShape::new(corner, galley, colour).with_angle(turn));
        }
    }

    pub fn arrows(&self, board: &Board) {
        for arrow in board.arrows.iter().filter(|arrow| arrow.is_seen) {
            self.arrow(board, arrow);
        }
    }

    pub fn arrow(&self, board: &Board, arrow: &Arrow) {
        let colour = arrow.colour.unwrap_or(self.theme.faint_ink);
        let stroke = self.stroke(if arrow.colour.is_some() { 0.9 } else { 0.35 }, colour);
        let (from, to) = (&board.spaces[arrow.from].tile, &board.spaces[arrow.to].tile);
        if !self.seen.intersects(Rect::from_two_pos(self.at(from.at), self.at(to.at)).expand(4.0)) {
            return;
        }
        let Some((line, head)) = shapes::arrow(from, to, 1.7) else { return };
        let line = self.all(line);
        match arrow.kind {
            0 => drop(self.painter.line_segment(line, stroke)),
            kind => {
                let dash = self.camera.scale * if kind % 2 == 1 { 1.0 } else { 0.4 };
                self.painter.extend(Shape::dashed_line(&line, stroke, dash.max(1.0), dash.max(1.0)));
            }
        }
        self.painter.add(Shape::convex_polygon(self.all(head).to_vec(), colour, Stroke::NONE));
    }

    pub fn space(&self, space: &Space) {
        let (tile, look) = (&space.tile, &space.look.drawn);
        if !self.is_seen(tile) {
            return;
        }
        let fill = self.fill(space);
        let edge = look.edge.map(look::colour);
        let edge = edge.map_or(theme::between(fill, Color32::BLACK, 0.42), |edge| theme::between(edge, Color32::BLACK, 0.25));
        let outline: Vec<Pos2> = tile.outline().into_iter().map(|p| self.at(p)).collect();
        self.painter.add(Shape::convex_polygon(outline.clone(), fill, Stroke::NONE));
        let mark = theme::between(fill, Color32::BLACK, 0.24);
        for pattern in &look.patterns {
            match pattern {
                Pattern::Dots => tile.dots().into_iter().for_each(|dot| {
                    self.painter.circle_filled(self.at(dot), tile.half * 0.1 * self.camera.scale, mark);
                }),
                Pattern::Stripes => self.lines(tile.stripes(false), 0.09 * tile.half, mark),
                Pattern::Cross => {
                    self.lines(tile.stripes(false), 0.07 * tile.half, mark);
                    self.lines(tile.stripes(true), 0.07 * tile.half, mark);
                }
            }
        }
        self.painter.add(Shape::closed_line(outline, self.stroke(if look.edge.is_some() { 0.9 } else { 0.28 }, edge)));
        for lane in 1..look.lanes {
            let across = lane as f32 / look.lanes as f32 * 2.0 - 1.0;
            let line = [tile.place(-0.96, across), tile.place(0.96, across)];
            self.painter.line_segment(self.all(line), self.stroke(0.35, theme::between(fill, Color32::BLACK, 0.5)));
        }
        if let Some(direction) = space.look.points {
            let quiet = theme::between(fill, Color32::BLACK, 0.36);
            self.painter.line(self.all(rose::chevron(tile, direction)).to_vec(), self.stroke(tile.half * 0.09, quiet));
        }
        let ink = theme::between(self.theme.ink, fill, 0.12);
        let soft = theme::between(self.theme.ink, fill, 0.45);
        for icon in &look.icons {
            match icon {
                Icon::TwoArrows => {
                    for chevron in tile.two_arrows() {
                        self.painter.line(self.all(chevron).to_vec(), self.stroke(tile.half * 0.17, ink));
                    }
                }
                Icon::LongArrow | Icon::ArrowRight | Icon::ArrowLeft => {
                    let turn = match icon {
                        Icon::ArrowRight => FRAC_PI_4,
                        Icon::ArrowLeft => -FRAC_PI_4,
                        _ => 0.0,
                    };
                    let (shaft, head) = tile.long_arrow(turn);
                    self.painter.line_segment(self.all(shaft), self.stroke(tile.half * 0.24, ink));
                    self.painter.add(Shape::convex_polygon(self.all(head).to_vec(), ink, Stroke::NONE));
                }
                Icon::Start => {
                    let (line, head) = tile.start();
                    self.painter.line_segment(self.all(line), self.stroke(tile.half * 0.2, soft));
                    self.painter.add(Shape::convex_polygon(self.all(head).to_vec(), soft, Stroke::NONE));
                }
                Icon::Exit => drop(self.painter.line(self.all(tile.chevron()).to_vec(), self.stroke(tile.half * 0.16, soft))),
                Icon::Home => {
                    let (roof, walls) = tile.house();
                    self.painter.add(Shape::convex_polygon(self.all(roof).to_vec(), soft, Stroke::NONE));
                    self.painter.add(Shape::convex_polygon(self.all(walls).to_vec(), soft, Stroke::NONE));
                }
                Icon::Finish => {
                    for field in tile.chequers() {
                        self.painter.add(Shape::convex_polygon(self.all(field).to_vec(), ink, Stroke::NONE));
                    }
                }
                Icon::Other(name) => {
                    let letter = name.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                    let font = FontId::proportional((tile.half * self.camera.scale).clamp(4.0, 200.0));
                    self.painter.text(self.at(tile.at), Align2::CENTER_CENTER, letter, font, ink);
                }
            }
        }
    }

    /// The letters of what has nothing but a colour: at the foot of the tile, upright, so that there is room for a number.
    pub fn letters(&self, space: &Space) {
        let tile = &space.tile;
        let is_bare = space.look.drawn.icons.is_empty() && space.look.drawn.patterns.is_empty();
        let Some(letters) = space.look.drawn.letters.as_ref().filter(|_| is_bare && self.is_seen(tile)) else { return };
        let size = (tile.half * 0.62 * self.camera.scale).min(200.0);
        if size >= 4.0 {
            let at = self.at(tile.at + vec2(-0.45, 0.5) * tile.half);
            self.painter.text(at, Align2::CENTER_CENTER, letters, FontId::proportional(size), theme::on(self.fill(space)));
        }
    }

    /// What a space is filled with.
    pub fn fill(&self, space: &Space) -> Color32 {
        space.look.drawn.fill.map_or(self.theme.tile, |fill| dimmed(look::colour(fill), self.theme))
    }

    /// The number of a space in its path.
    pub fn number(&self, space: &Space) {
        let tile = &space.tile;
        let Some(number) = space.number.as_ref().filter(|_| space.look.drawn.icons.is_empty() && self.is_seen(tile)) else {
            return;
        };
        let fill = self.fill(space);
        let size = tile.half * 0.8 * self.camera.scale;
        if size >= 4.0 {
            let font = FontId::proportional(size.min(200.0));
            self.painter.text(self.at(tile.at), Align2::CENTER_CENTER, number, font, theme::on(fill));
        }
    }

    /// A small sign at the corner of a tile: a disc of its colour with a number.
    pub fn badge(&self, space: &Space) {
        let Some((colour, number)) = space.look.drawn.badge.as_ref().filter(|_| self.is_seen(&space.tile)) else { return };
        let colour = look::colour(*colour);
        let (tile, radius) = (&space.tile, space.tile.half * 0.46 * self.camera.scale);
        let at = self.at(tile.at + vec2(-0.86, -0.86) * tile.half);
        let edge = if theme::on(colour) == Color32::WHITE { Color32::WHITE } else { Color32::from_gray(0x40) };
        self.painter.circle(at, radius, colour, Stroke::new((radius * 0.14).max(1.0), edge));
        let font = FontId::proportional((radius * 1.35).clamp(4.0, 200.0));
        self.painter.text(at, Align2::CENTER_CENTER, number, font, theme::on(colour));
    }

    pub fn lines(&self, lines: Vec<[Pos2; 2]>, width: f32, colour: Color32) {
        for line in lines {
            self.painter.line_segment(self.all(line), self.stroke(width, colour));
        }
    }
}

/// A colour of the print on dimmed paper.
fn dimmed(colour: Color32, theme: Theme) -> Color32 {
    let share = |c: u8, paper: u8| (u16::from(c) * u16::from(paper) / 252).min(255) as u8;
    let paper = theme.paper;
    Color32::from_rgb(share(colour.r(), paper.r()), share(colour.g(), paper.g()), share(colour.b(), paper.b()))
}
