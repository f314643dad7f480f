//! Drawings above the board: the selection, the problems, and those of the tool in hand.

use std::collections::BTreeSet;

use egui::epaint::Mesh;
use egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use kurbo::Point;

use super::painting::CHOSEN;
use crate::board::curve::MOST_POINTS;
use crate::board::print::Press;
use crate::board::shapes::Tile;
use crate::board::way::Way;
use crate::board::{Board, Space, curve, link, pos};
use crate::drawing::bends::{self, Bends, Flag};
use crate::drawing::decor::{frame, turn};
use crate::drawing::hand::{self, Mark, Shows};
use crate::drawing::{Document, Item, Key, List, shapes};
use crate::looks::LinkLook;
use crate::ui::sheet::OnSheet;
use crate::ui::theme;

/// The half side of a tile on the screen, in points, below which its corners are not marked.
const SMALL: f32 = 8.0;

impl OnSheet<'_> {
    fn ring(&self, tile: &Tile, share: f32, fill: Color32, stroke: Stroke) {
        if self.is_seen(tile) {
            let ring = Tile { half: tile.half * share, ..*tile };
            let outline: Vec<Pos2> = ring.outline(self.camera.scale).into_iter().map(|p| self.at(p)).collect();
            self.painter.add(Shape::convex_polygon(outline, fill, stroke));
        }
    }

    /// Draws a frame around a selected space and marks its corners. The space keeps its colours. Without `is_bold` the frame is a thin
    /// line.
    pub fn chosen(&self, tile: &Tile, is_bold: bool) {
        if !self.is_seen(tile) {
            return;
        }
        if !is_bold {
            return self.ring(tile, 1.0, Color32::TRANSPARENT, Stroke::new(1.0, CHOSEN));
        }
        // On the screen the frame is always a little away from a small tile.
        let away = (0.1 * tile.half * self.camera.scale).max(3.0) / self.camera.scale;
        let ring = Tile { half: tile.half + away, long: tile.most() / tile.half, ..*tile };
        self.ring(&ring, 1.0, Color32::TRANSPARENT, Stroke::new(4.0, Color32::WHITE));
        self.ring(&ring, 1.0, Color32::TRANSPARENT, Stroke::new(2.0, CHOSEN));
        // The corners are plain squares, because there may be thousands. On small tiles they would hide the contents.
        if tile.half * self.camera.scale < SMALL {
            return;
        }
        let mut corners = Mesh::default();
        for (along, across) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
            let share = if ring.round { std::f32::consts::FRAC_1_SQRT_2 } else { 0.96 };
            let at = self.at(ring.place(along * share * ring.long, across * share));
            corners.add_colored_rect(Rect::from_center_size(at, Vec2::splat(7.5)), CHOSEN);
            corners.add_colored_rect(Rect::from_center_size(at, Vec2::splat(4.5)), Color32::WHITE);
        }
        self.painter.add(corners);
    }

    /// Draws links of a kind that boards don't show, for as long as the tool draws that kind. They lie above the tiles, from near one
    /// middle to near the other.
    pub fn unseen_links(&self, board: &Board, kind: usize, look: &LinkLook) {
        let inner = |space: usize| Tile { half: board.spaces[space].tile.half * 0.4, round: true, ..board.spaces[space].tile };
        for arrow in board.arrows.iter().filter(|arrow| arrow.kind == kind) {
            let (from, to) = (inner(arrow.from), inner(arrow.to));
            if let Some(way) = Way::between(&from, &to, &arrow.line(&board.spaces))
                && self.sees(Rect::from_points(way.points()))
            {
                link::print(&mut { *self }, &way, from.half.min(to.half), look, &[], self.theme.inks());
            }
        }
    }

    /// Draws where the lines of links would be that the track leaves out.
    pub fn hidden_lines(&self, document: &Document) {
        let stroke = self.stroke(1.0, self.theme.faint_ink);
        let layers = document.layers();
        let name = Flag::Hidden.name();
        let may_hide =
            |item: &Item| item.fields.is_true(name) || item.fields.get(bends::FIELD).is_some_and(|said| said.contains(name));
        for item in document.links().iter().filter(|item| may_hide(item) && layers.is_free(item)) {
            let (said, steps): (Bends, Vec<_>) = (Bends::of(item), item.steps().collect());
            for (n, line) in bends::lines(document, item) {
                if steps.get(n).is_some_and(|(from, to)| said.is(Flag::Hidden, from, to)) {
                    let way: Vec<Pos2> = curve::points(&line.nodes).into_iter().map(|at| self.at(at)).collect();
                    self.painter.extend(Shape::dashed_line(&way, stroke, 6.0, 5.0));
                }
            }
        }
    }

    pub fn under_pointer(&self, space: &Space) {
        let stroke = self.stroke(0.5, self.theme.ink);
        match &space.sector {
            Some(sector) => drop(self.painter.add(Shape::closed_line(sector.iter().map(|at| self.at(*at)).collect(), stroke))),
            None => self.ring(&space.tile, 1.06, Color32::TRANSPARENT, stroke),
        }
    }

    /// Draws the selected links, paths, labels and pictures. `step` is the one of the only link that is meant alone.
    pub fn chosen_others(&self, document: &Document, selected: &BTreeSet<Key>, step: Option<usize>) {
        let stroke = Stroke::new(2.5, CHOSEN.gamma_multiply(0.75));
        for list in [List::Links, List::Paths] {
            for item in document.list(list).iter().filter(|item| selected.contains(&item.key)) {
                let at = |id: &std::sync::Arc<str>| Some(self.at(pos(document.space(id)?.at?)));
                if list == List::Links {
                    for (n, line) in bends::lines(document, item) {
                        let way = curve::points(&line.nodes).into_iter().map(|at| self.at(at));
                        let is_meant = step == Some(n);
                        self.painter.line(way.collect(), if is_meant { Stroke::new(5.0, CHOSEN) } else { stroke });
                    }
                    continue;
                }
                let way: Vec<Pos2> = item.spaces.iter().filter_map(at).collect();
                self.painter.extend(way.iter().map(|at| Shape::circle_filled(*at, 4.0, CHOSEN)));
                self.painter.line(way, stroke);
            }
        }
        let mut left = MOST_POINTS;
        for item in document.decor().iter().filter(|item| selected.contains(&item.key)) {
            let line = shapes::line(item).and_then(|line| Some((curve::flattened_within(&line.path(), &mut left)?, line)));
            if let Some((points, line)) = line {
                let mut way: Vec<Pos2> = points.into_iter().map(|at| self.at(at)).collect();
                way.extend(way.first().copied().filter(|_| line.comes_round()));
                self.painter.line(way, Stroke::new(2.0, CHOSEN));
            } else if let Some(place) = frame(item) {
                let corners = corners(self.rect(place).expand(3.0), turn(item));
                self.painter.add(Shape::closed_line(corners, Stroke::new(1.5, CHOSEN)));
            }
        }
    }

    fn rect(&self, frame: kurbo::Rect) -> Rect {
        let at = |x: f64, y: f64| self.at(pos(Point::new(x, y)));
        Rect::from_two_pos(at(frame.x0, frame.y0), at(frame.x1, frame.y1))
    }

    /// Marks a space that has a problem.
    pub fn problem(&self, tile: &Tile, is_error: bool) {
        if !self.is_seen(tile) {
            return;
        }
        let colour = if is_error { self.theme.error } else { self.theme.warning };
        self.ring(tile, 1.04, Color32::TRANSPARENT, Stroke::new(2.0, colour));
        let at = self.at(tile.at + vec2(0.8, 0.8) * tile.half);
        let radius = (tile.half * 0.45 * self.camera.scale).clamp(5.0, 12.0);
        // Errors and warnings differ in shape, too.
        if is_error {
            self.painter.circle_filled(at, radius, colour);
        } else {
            let corner = |angle: f32| at + Vec2::angled(angle.to_radians()) * radius * 1.15;
            self.painter.add(Shape::convex_polygon(vec![corner(-90.0), corner(30.0), corner(150.0)], colour, Stroke::NONE));
        }
        let font = FontId::proportional(radius * 1.5);
        self.painter.text(at, Align2::CENTER_CENTER, "!", font, theme::on(colour));
    }

    /// Draws the shapes of the tool in hand.
    pub fn shows(&self, shows: &Shows) {
        for shape in &shows.shapes {
            match shape {
                hand::Shape::Line(points, mark) => self.marked_line(points, *mark),
                hand::Shape::Frame(frame, turn, mark) => {
                    let colour = colour(self, *mark);
                    let fill = if *mark == Mark::Marquee { colour.gamma_multiply(0.1) } else { Color32::TRANSPARENT };
                    let corners = corners(self.rect(*frame), *turn);
                    self.painter.add(Shape::convex_polygon(corners, fill, Stroke::new(1.0, colour)));
                }
                hand::Shape::Dot(at, mark) => {
                    let rect = Rect::from_center_size(self.at(pos(*at)), Vec2::splat(8.0));
                    let fill = if *mark == Mark::Chosen { CHOSEN } else { Color32::WHITE };
                    self.painter.rect(rect, 2.0, fill, Stroke::new(1.5, colour(self, *mark)), egui::StrokeKind::Middle);
                }
                hand::Shape::Tile(at, half, mark) => {
                    let tile = Tile {
                        at: pos(*at),
                        half: *half as f32,
                        long: 1.0,
                        towards: vec2(1.0, 0.0),
                        round: *mark == Mark::Reach,
                        corner: None,
                    };
                    self.marked_tile(&tile, *mark);
                }
                hand::Shape::Space(tile, mark) => self.marked_tile(tile, *mark),
                hand::Shape::Words(at, words, mark) => {
                    let at = self.at(pos(*at));
                    let galley = self.painter.layout_no_wrap(words.clone(), FontId::proportional(13.0), Color32::WHITE);
                    let rect = Rect::from_center_size(at, galley.size() + vec2(8.0, 2.0));
                    self.painter.rect_filled(rect, 7.0, colour(self, *mark));
                    self.painter.galley(rect.center() - galley.size() / 2.0, galley, Color32::WHITE);
                }
                // Said above everything else.
                hand::Shape::Warning(_) => {}
            }
        }
    }

    fn marked_tile(&self, tile: &Tile, mark: Mark) {
        let colour = colour(self, mark);
        self.ring(tile, 1.0, colour.gamma_multiply(0.22), Stroke::new(1.5, colour));
    }

    fn marked_line(&self, points: &[Point], mark: Mark) {
        let points: Vec<Pos2> = points.iter().map(|at| self.at(pos(*at))).collect();
        let colour = colour(self, mark);
        match mark {
            Mark::Guide => self.painter.extend(Shape::dashed_line(&points, Stroke::new(1.0, colour), 5.0, 4.0)),
            Mark::Reach | Mark::Handle => drop(self.painter.line(points, Stroke::new(4.0, colour.gamma_multiply(0.7)))),
            _ => drop(self.painter.line(points, Stroke::new(1.75, colour))),
        }
    }
}

/// The corners of a frame that is turned about its middle.
fn corners(rect: Rect, turn: f64) -> Vec<Pos2> {
    let turn = egui::emath::Rot2::from_angle(turn as f32);
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    corners.map(|corner| rect.center() + turn * (corner - rect.center())).to_vec()
}

fn colour(sheet: &OnSheet<'_>, mark: Mark) -> Color32 {
    match mark {
        Mark::Draft | Mark::Marquee | Mark::Handle | Mark::Chosen => CHOSEN,
        Mark::Guide => Color32::from_rgb(0xc2, 0x18, 0x8a),
        Mark::Reach => Color32::from_rgb(0x0b, 0x7a, 0x53),
        Mark::Gone => sheet.theme.error,
    }
}
