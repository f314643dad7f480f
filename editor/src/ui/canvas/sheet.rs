//! The board itself on the screen, whether raced on or being drawn: paper, spaces, links, labels.

use eframe::egui::{self, Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::camera::Camera;
use super::shapes::{self, Tile};
use super::tile;
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
        if self.is_seen(&space.tile) {
            let tile = Tile { at: self.at(space.tile.at), half: space.tile.half * self.camera.scale, ..space.tile };
            tile::paint(self.painter, &tile, &space.look.drawn, space.look.points, self.camera.scale, self.theme);
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
        tile::fill(&space.look.drawn, self.theme)
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
}
