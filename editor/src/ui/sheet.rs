//! The board on the screen, in a race and on the drawing table: paper, spaces, links and labels.

use egui::{Color32, FontId, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use crate::board::fonts::Font;
use crate::board::letters::BASE;
use crate::board::print::{self, HALO, Pen, Press, Says, Words};
use crate::board::shapes::{self, Tile};
use crate::board::{Arrow, Board, Label, Space, tile};
use crate::looks::{Picture, Rgb};
use crate::ui::look;
use crate::ui::theme::{self, Theme};

pub mod art;
pub mod board_view;
pub mod camera;
pub mod icons;
pub mod marks;
pub mod pictures;
pub mod tip;

use camera::Camera;

/// The most spaces with nodes of their own for screen readers.
pub const MOST_NODES: usize = 2_000;
/// The factor by which one notch of the wheel enlarges the sheet.
const NOTCH: f32 = 1.15;
/// The points that count as one notch, where the system reports points.
const NOTCH_POINTS: f32 = 50.0;

/// A painter on the sheet, which takes millimetres and paints in points.
#[derive(Clone, Copy)]
pub struct OnSheet<'a> {
    pub painter: &'a egui::Painter,
    pub view: Rect,
    /// Nothing outside this is painted.
    pub seen: Rect,
    pub camera: Camera,
    pub theme: Theme,
}

impl OnSheet<'_> {
    pub fn at(&self, at: Pos2) -> Pos2 {
        self.camera.to_screen(self.view, at)
    }

    /// Returns a stroke of this width in millimetres, but never too thin to see.
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

    /// Draws the glow of a link on offer, which is stronger under the pointer.
    pub fn lit(&self, board: &Board, (from, to): (usize, usize), strength: f32) {
        if let Some(way) = board.way((from, to)) {
            let half = board.spaces[from].tile.half.min(board.spaces[to].tile.half);
            let glow = self.stroke(half * 0.55, self.theme.offer.gamma_multiply(strength));
            self.painter.line(way.points().iter().map(|at| self.at(*at)).collect(), glow);
        }
    }

    pub fn arrow(&self, board: &Board, arrow: &Arrow) {
        print::arrow(&mut { *self }, board, arrow, self.theme.inks());
    }

    pub fn label(&self, label: &Label) {
        print::label(&mut { *self }, label, self.theme.inks());
    }

    /// Draws spaces with everything printed on them.
    pub fn spaces<'s>(&self, spaces: impl Iterator<Item = &'s Space>) {
        print::spaces(&mut { *self }, &spaces.collect::<Vec<_>>(), self.theme.inks(), Says::Number);
    }

    /// Draws spaces in their colours alone.
    pub fn plain_spaces<'s>(&self, spaces: impl Iterator<Item = &'s Space>) {
        let ink = self.theme.inks();
        for space in spaces.filter(|space| self.sees(print::frame(&space.tile))) {
            let corners = space.tile.outline(self.camera.scale / 4.0).into_iter().map(|at| self.at(at)).collect();
            self.painter.add(Shape::convex_polygon(corners, look::colour(tile::fill(&space.look.drawn, ink)), Stroke::NONE));
        }
    }

    /// Draws a link as a plain line.
    pub fn plain_arrow(&self, board: &Board, arrow: &Arrow) {
        let line = arrow.line(&board.spaces).into_iter().map(|at| self.at(at)).collect();
        self.painter.line(line, Stroke::new(1.0, look::colour(self.theme.inks().faint)));
    }

    fn line_stroke(&self, pen: Pen) -> Stroke {
        self.stroke(pen.width, look::colour(pen.colour))
    }
}

/// Smaller letters, in points on the screen, are left out. Larger ones are drawn at the second size.
const FONTS: (f32, f32) = (3.0, 400.0);
/// So many copies of letters make a rim around them.
const RIM_STEPS: usize = 12;
/// The least length of a dash, in points.
const LEAST_DASH: f32 = 1.5;

impl Press for OnSheet<'_> {
    fn polygon(&mut self, corners: &[Pos2], fill: Option<Rgb>, edge: Option<Pen>) {
        let corners: Vec<Pos2> = corners.iter().map(|at| self.at(*at)).collect();
        let edge = edge.map_or(Stroke::NONE, |pen| self.line_stroke(pen));
        self.painter.add(match fill {
            Some(fill) => Shape::convex_polygon(corners, look::colour(fill), edge),
            None => Shape::closed_line(corners, edge),
        });
    }

    fn line(&mut self, way: &[Pos2], pen: Pen, dash: &[f32]) {
        let way: Vec<Pos2> = way.iter().map(|at| self.at(*at)).collect();
        let stroke = self.line_stroke(pen);
        let least = dash.iter().copied().fold(f32::INFINITY, f32::min) * self.camera.scale;
        let scale = self.camera.scale * (LEAST_DASH / least.max(1e-3)).max(1.0);
        let part = |first: usize| -> Vec<f32> { dash.iter().skip(first).step_by(2).map(|length| length * scale).collect() };
        if dash.len() < 2 {
            self.painter.line(way, stroke);
        } else {
            self.painter.extend(Shape::dashed_line_with_offset(&way, stroke, &part(0), &part(1), 0.0));
        }
    }

    fn disc(&mut self, at: Pos2, radius: f32, fill: Rgb, edge: Option<Pen>) {
        let edge = edge.map_or(Stroke::NONE, |pen| self.line_stroke(pen));
        self.painter.circle(self.at(at), radius * self.camera.scale, look::colour(fill), edge);
    }

    fn picture(&mut self, picture: &Picture, at: Pos2, half: f32) {
        let rect = Rect::from_center_size(self.at(at), Vec2::splat(2.0 * half * self.camera.scale));
        if rect.intersects(self.seen)
            && let Some(texture) = icons::texture(self.painter.ctx(), picture, rect.width())
        {
            let mut mesh = egui::Mesh::with_texture(texture);
            mesh.add_rect_with_uv(rect, Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0)), Color32::WHITE);
            self.painter.add(Shape::mesh(mesh));
        }
    }

    fn shade(&mut self, corners: &[Pos2], opacity: f32) {
        let corners: Vec<Pos2> = corners.iter().map(|at| self.at(*at)).collect();
        self.painter.add(Shape::convex_polygon(corners, Color32::BLACK.gamma_multiply(opacity), Stroke::NONE));
    }

    fn words(&mut self, words: Words<'_>) {
        // Sizes are rounded to half points, so that there are not too many fonts.
        let size = (words.font * self.camera.scale * 2.0).round() / 2.0;
        if size < FONTS.0 || words.text.is_empty() {
            return;
        }
        let colour = look::colour(words.colour).gamma_multiply(words.opacity);
        let font = FontId::new(size.min(FONTS.1), theme::family(Font::Board(words.weight)));
        let galley = self.painter.layout_no_wrap(words.text.to_owned(), font, colour);
        let (at, turn) = (self.at(words.at), words.turn.to_radians());
        if Rect::from_center_size(at, Vec2::splat(galley.size().length())).intersects(self.seen) {
            // As in pictures, the baseline counts, whatever room a font wants above it and below.
            let base = galley.rows.first().and_then(|row| Some(row.pos.y + row.glyphs.first()?.pos.y)).unwrap_or_default();
            let middle = vec2(galley.size().x / 2.0, base - size.min(FONTS.1) * BASE);
            let corner = shapes::text_corner(at, middle, turn);
            let shape = egui::epaint::TextShape::new(corner, galley, colour).with_angle(turn);
            let rim = size * HALO / 2.0;
            if let Some(halo) = words.halo {
                let colour = look::colour(halo).gamma_multiply(words.opacity);
                self.painter.extend((0..RIM_STEPS).map(|n| {
                    let aside = Vec2::angled(std::f32::consts::TAU * n as f32 / RIM_STEPS as f32) * rim;
                    Shape::Text(egui::epaint::TextShape { pos: corner + aside, ..shape.clone() }.with_override_text_color(colour))
                }));
            }
            self.painter.add(shape);
        }
    }

    fn scale(&self) -> f32 {
        self.camera.scale
    }

    fn sees(&self, frame: Rect) -> bool {
        self.seen.intersects(Rect::from_two_pos(self.at(frame.min), self.at(frame.max)).expand(4.0))
    }
}

/// Whether the pointer was over a board in the last frame. Then the keys that enlarge and shrink mean the board.
pub fn is_pointed_at(ctx: &egui::Context) -> bool {
    let last = ctx.data(|data| data.get_temp::<u64>(egui::Id::unique(POINTED)));
    last.is_some_and(|last| last + 1 >= ctx.cumulative_pass_nr())
}

const POINTED: &str = "the pass in which the pointer was over a board";

/// Zooms the board that is shown by a factor, in the next frame.
pub fn zoom(ctx: &egui::Context, factor: f32) {
    ctx.data_mut(|data| *data.get_temp_mut_or(egui::Id::unique(ZOOMED), 1.0) *= factor);
    ctx.request_repaint();
}

const ZOOMED: &str = "the factor by which a command zooms the board";

/// Gives the focus to the board that is shown next.
pub fn take_focus(ctx: &egui::Context) {
    ctx.data_mut(|data| data.insert_temp(egui::Id::unique(FOCUSED), ()));
}

const FOCUSED: &str = "a board is to have the focus";

/// Pans by dragging with the middle button or with the space bar held, and by two fingers. Zooms with the wheel, by pinching, and as
/// commands ask for it: around the pointer, or around the middle if it is elsewhere.
pub fn moved_camera(ui: &egui::Ui, response: &egui::Response, mut camera: Camera) -> Camera {
    let begin = response.id.with("camera when the drag began");
    let pans = response.dragged_by(egui::PointerButton::Middle)
        || response.dragged_by(egui::PointerButton::Primary) && ui.input(|i| i.key_down(egui::Key::Space));
    if response.drag_started() {
        ui.data_mut(|d| d.insert_temp(begin, camera));
    }
    if let (true, Some(by)) = (pans, response.total_drag_delta()) {
        camera = ui.data(|d| d.get_temp::<Camera>(begin)).unwrap_or(camera).pan(by);
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    }
    if ui.data_mut(|data| data.remove_temp::<()>(egui::Id::unique(FOCUSED))).is_some() {
        response.request_focus();
    }
    let cursor = response.contains_pointer().then(|| ui.input(|i| i.pointer.hover_pos())).flatten();
    if let Some(factor) = ui.data_mut(|data| data.remove_temp::<f32>(egui::Id::unique(ZOOMED))) {
        camera = camera.zoom(response.rect, cursor.unwrap_or(response.rect.center()), factor);
    }
    let Some(cursor) = cursor else { return camera };
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(egui::Id::unique(POINTED), pass));
    let (wheel, fingers, pinch) = ui.input(|i| {
        let (mut wheel, mut fingers) = (0.0, Vec2::ZERO);
        for event in &i.events {
            let egui::Event::MouseWheel { unit, delta, modifiers, source, .. } = event else { continue };
            let is_wheel = *source == egui::MouseWheelSource::Wheel;
            match unit {
                // With Ctrl it is a pinch, which egui measures itself.
                _ if modifiers.command => {}
                egui::MouseWheelUnit::Point if is_wheel => wheel += delta.y / NOTCH_POINTS,
                egui::MouseWheelUnit::Point => fingers += *delta,
                _ => wheel += delta.y,
            }
        }
        (wheel, fingers, i.multi_touch().map_or(1.0, |touch| touch.zoom_delta))
    });
    let pinch = if wheel == 0.0 { pinch * ui.input(|i| i.zoom_delta()) } else { pinch };
    let factor = NOTCH.powf(wheel) * pinch;
    if factor != 1.0 {
        camera = camera.zoom(response.rect, cursor, factor);
    }
    if fingers != Vec2::ZERO {
        camera = camera.pan(fingers);
    }
    camera
}
