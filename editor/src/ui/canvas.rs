//! The board in the middle: the sheet, its spaces and links, the pieces on them. Drawn anew each frame from the race.

use std::f32::consts::FRAC_PI_4;

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Align2, Color32, FontId, Pos2, Rect, Sense, Shape, Stroke, Vec2, vec2};

use super::app::Action;
use super::board::{Label, Space};
use super::look;
use super::race::Race;
use super::target::{self, Offered, Target};
use super::theme::{self, Theme};
use super::words::titled;
use crate::looks::{Icon, Pattern};

pub mod camera;
pub mod hit;
pub mod rose;
pub mod shapes;

use camera::Camera;
use shapes::Tile;

/// More spaces than this have no node of their own for screen readers.
const MOST_NODES: usize = 2_000;
/// A wheel's notch makes the sheet larger by this factor.
const NOTCH: f32 = 1.15;
/// Points of a notch, where the system gives points.
const NOTCH_POINTS: f32 = 50.0;

/// Draws the board and says what was done with it. `camera`: `None` shows everything.
pub fn canvas_ui(ui: &mut egui::Ui, race: &Race, camera: Option<Camera>) -> Vec<Action> {
    let mut actions = vec![];
    let theme = Theme::of(ui);
    let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::click_and_drag());
    let view = response.rect;
    let now = ui.input(|i| i.time);
    let looked = camera.unwrap_or_else(|| Camera::fit(race.board.bounds, view));
    let camera = moved_camera(ui, &response, looked);
    if camera != looked {
        actions.push(Action::Look(Some(camera)));
    }
    let sheet = OnSheet { painter: &painter, view, camera, theme };
    let offers: Vec<Offered> = target::offered(race);

    painter.rect_filled(view, 0.0, theme.desk);
    sheet.paper(race.board.sheet);
    sheet.arrows(race);
    race.board.labels.iter().for_each(|label| sheet.label(label));
    race.board.spaces.iter().for_each(|space| sheet.space(space));
    race.board.spaces.iter().for_each(|space| sheet.number(space));
    race.board.spaces.iter().for_each(|space| sheet.badge(space));
    sheet.marks(race);
    rose::roses_ui(ui, &sheet, race);
    sheet.trail(race);
    for offer in &offers {
        if let Target::Space(space) = offer.target {
            sheet.offer(&race.board.spaces[space].tile, &offer.options);
        }
    }
    race.ends().iter().for_each(|end| sheet.end(&race.board.spaces[end.space].tile));
    sheet.pieces(race, now);

    actions.extend(space_nodes(ui, race, &sheet, &offers));
    // Spaces on offer lie above the board, and are hovered as well.
    let over = response.contains_pointer().then(|| ui.input(|i| i.pointer.hover_pos())).flatten();
    let under = over.map(|at| camera.to_sheet(view, at));
    let tiles = || race.board.spaces.iter().map(|s| &s.tile);
    let hovered = under.and_then(|at| hit::tile_at(tiles(), at, 0.0));
    let clicked = response.clicked().then(|| response.interact_pointer_pos()).flatten();
    if let Some(space) = clicked.and_then(|at| hit::tile_at(tiles(), camera.to_sheet(view, at), 1.0)) {
        if let [option] = target::options_of(&offers, Target::Space(space)) {
            actions.push(Action::Choose(*option));
        }
    } else if clicked.is_some() && !race.is_all_shown() {
        actions.push(Action::Skip);
    }
    if let Some(space) = hovered.filter(|_| !egui::Popup::is_any_open(ui.ctx())) {
        sheet.hovered(&race.board.spaces[space].tile);
        egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), response.id, egui::PopupAnchor::Pointer)
            .gap(14.0)
            .show(|ui| space_ui(ui, race, space));
    }
    actions
}

/// Pans by middle drag, by dragging with the space bar down, by two fingers; zooms with the wheel and by pinching.
fn moved_camera(ui: &egui::Ui, response: &egui::Response, mut camera: Camera) -> Camera {
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
    let cursor = response.contains_pointer().then(|| ui.input(|i| i.pointer.hover_pos())).flatten();
    let Some(cursor) = cursor else { return camera };
    let (wheel, fingers, pinch) = ui.input(|i| {
        let (mut wheel, mut fingers) = (0.0, Vec2::ZERO);
        for event in &i.events {
            let egui::Event::MouseWheel { unit, delta, modifiers, source, .. } = event else { continue };
            let is_wheel = *source == egui::MouseWheelSource::Wheel;
            match unit {
                // With Ctrl it is a pinch, which egui measures.
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

/// A node for each space on show, with its name for screen readers and tests; those on offer can be clicked.
fn space_nodes(ui: &egui::Ui, race: &Race, sheet: &OnSheet<'_>, offers: &[Offered]) -> Option<Action> {
    let mut chosen = None;
    if race.board.spaces.len() > MOST_NODES {
        return None;
    }
    for (n, space) in race.board.spaces.iter().enumerate() {
        let rect = sheet.rect_of(&space.tile);
        if !sheet.view.intersects(rect) {
            continue;
        }
        let options = target::options_of(offers, Target::Space(n));
        let end = race.ends().iter().find(|end| end.space == n).filter(|_| options.is_empty());
        let can_click = !options.is_empty() || end.is_some();
        let sense = if can_click { Sense::click() } else { Sense::empty() };
        let response = ui.interact(rect, ui.scope_id().with(("space", n)), sense);
        let role = if can_click { Role::Button } else { Role::Label };
        let half = response.interact_pointer_pos().filter(|_| response.clicked());
        let half = half.and_then(|at| hit::part_at(&space.tile, space.look.drawn.lanes, sheet.camera.to_sheet(sheet.view, at)));
        let of_half = half.and_then(|part| target::option_of_part(race, options, part));
        let taken = of_half.or_else(|| target::take(race, &response, options)).map(Action::Choose);
        chosen = chosen.or(taken).or_else(|| Some(Action::Follow(target::go_to(&response, end?)?)));
        response.widget_info(|| egui::WidgetInfo::labeled(role, true, described(race, n)));
    }
    chosen
}

/// A space in words, with the pieces on it and what their signs say.
fn described(race: &Race, space: usize) -> String {
    let mut text = race.board.described(space);
    for (kind, piece) in on_space(race, space) {
        let look = &race.piece_looks[kind];
        text.push_str(&format!(", {}", look.name(&race.program, &race.table_state, kind, piece)));
        if look.marked(&race.program, &race.table_state) == Some(piece) {
            text.push_str(", marked");
        }
        for (name, count) in look.told(&race.program, &race.table_state, piece) {
            text.push_str(&format!(", {} {count}", name.replace('_', " ")));
        }
    }
    text
}

/// What is known of a space.
fn space_ui(ui: &mut egui::Ui, race: &Race, space: usize) {
    let it = &race.board.spaces[space];
    ui.set_max_width(280.0);
    ui.horizontal(|ui| {
        ui.strong(&*it.name);
        if it.name != it.id {
            ui.weak(&*it.id);
        }
    });
    egui::Grid::new("fields of the space").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        for (field, value, _) in &it.look.says {
            ui.weak(field);
            ui.label(value);
            ui.end_row();
        }
        for (link, to) in &it.leads {
            ui.weak(link);
            ui.label(format!("→ {}", race.board.spaces[*to].name));
            ui.end_row();
        }
        for (kind, piece) in on_space(race, space) {
            let look = &race.piece_looks[kind];
            ui.weak("Here");
            ui.label(look.name(&race.program, &race.table_state, kind, piece));
            ui.end_row();
            if let Some(says) = look.says(&race.program, &race.table_state, piece) {
                ui.weak("");
                ui.label(says);
                ui.end_row();
            }
            for (name, count) in look.told(&race.program, &race.table_state, piece) {
                ui.weak(titled(&name));
                ui.label(count.to_string());
                ui.end_row();
            }
        }
    });
    for (.., docs) in it.look.says.iter().filter(|(.., docs)| !docs.is_empty()) {
        ui.weak(docs);
    }
}

/// Pieces that stand on a space, on show: kind and number.
fn on_space(race: &Race, space: usize) -> Vec<(usize, usize)> {
    let all = race.places.iter().enumerate().flat_map(|(kind, list)| list.iter().enumerate().map(move |(n, at)| (kind, n, *at)));
    let gliding = race.glide.as_ref().map(|g| (g.moved.kind.index(), g.moved.piece));
    all.filter(|(kind, n, at)| *at == Some(space) && gliding != Some((*kind, *n))).map(|(kind, n, _)| (kind, n)).collect()
}

/// Paints on the sheet: millimetres in, shapes out.
pub struct OnSheet<'a> {
    painter: &'a egui::Painter,
    view: Rect,
    camera: Camera,
    theme: Theme,
}

impl OnSheet<'_> {
    fn at(&self, at: Pos2) -> Pos2 {
        self.camera.to_screen(self.view, at)
    }

    fn all<const N: usize>(&self, at: [Pos2; N]) -> [Pos2; N] {
        at.map(|p| self.at(p))
    }

    /// A stroke so many millimetres wide, never too thin to be seen.
    fn stroke(&self, width: f32, colour: Color32) -> Stroke {
        Stroke::new((width * self.camera.scale).max(0.75), colour)
    }

    fn rect_of(&self, tile: &Tile) -> Rect {
        Rect::from_center_size(self.at(tile.at), Vec2::splat(tile.half * tile.long.min(1.0) * 2.0 * self.camera.scale))
    }

    fn is_seen(&self, tile: &Tile) -> bool {
        self.view.intersects(self.rect_of(tile).expand(tile.most() * self.camera.scale))
    }

    fn paper(&self, size: Vec2) {
        let rect = Rect::from_two_pos(self.at(Pos2::ZERO), self.at(size.to_pos2()));
        self.painter.rect_filled(rect.translate(vec2(3.0, 4.0)), 2.0, Color32::from_black_alpha(40));
        self.painter.rect_filled(rect, 1.0, self.theme.paper);
        self.painter.rect_stroke(rect, 1.0, Stroke::new(1.0, self.theme.paper_edge), egui::StrokeKind::Outside);
    }

    fn label(&self, label: &Label) {
        // Letters are about three quarters as high as their font.
        let size = (label.size * 1.3 * self.camera.scale * 2.0).round() / 2.0;
        if !(3.0..=400.0).contains(&size) {
            return;
        }
        let colour = label.colour.unwrap_or(self.theme.ink).gamma_multiply(label.opacity);
        let galley = self.painter.layout_no_wrap(label.text.to_string(), FontId::proportional(size), colour);
        let turn = label.turn.to_radians();
        let corner = shapes::text_corner(self.at(label.at), galley.size(), turn);
        if Rect::from_center_size(self.at(label.at), Vec2::splat(galley.size().length())).intersects(self.view) {
            self.painter.add(egui::epaint::TextShape::new(corner, galley, colour).with_angle(turn));
        }
    }

    fn arrows(&self, race: &Race) {
        for arrow in race.board.arrows.iter().filter(|arrow| arrow.is_seen) {
            let colour = arrow.colour.unwrap_or(self.theme.faint_ink);
            let stroke = self.stroke(if arrow.colour.is_some() { 0.9 } else { 0.35 }, colour);
            let (from, to) = (&race.board.spaces[arrow.from].tile, &race.board.spaces[arrow.to].tile);
            if !self.view.intersects(Rect::from_two_pos(self.at(from.at), self.at(to.at)).expand(4.0)) {
                continue;
            }
            let Some((line, head)) = shapes::arrow(from, to, 1.7) else { continue };
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
    }

    fn space(&self, space: &Space) {
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

    /// What a space is filled with.
    fn fill(&self, space: &Space) -> Color32 {
        space.look.drawn.fill.map_or(self.theme.tile, |fill| dimmed(look::colour(fill), self.theme))
    }

    /// The number of a space in its path.
    fn number(&self, space: &Space) {
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

    /// Spaces that a field of the state marks, such as a line under a marker.
    fn marks(&self, race: &Race) {
        let colour = self.theme.ink;
        for space in race.marks.iter().flat_map(|mark| mark.spaces(&race.program, &race.table_state.memory[..])) {
            let outline: Vec<Pos2> = race.board.spaces[space].tile.outline().into_iter().map(|p| self.at(p)).collect();
            self.painter.add(Shape::convex_polygon(outline, colour.gamma_multiply(0.16), self.stroke(0.7, colour)));
        }
    }

    /// A small sign at the corner of a tile: a disc of its colour with a number.
    fn badge(&self, space: &Space) {
        let Some((colour, number)) = space.look.drawn.badge.as_ref().filter(|_| self.is_seen(&space.tile)) else { return };
        let colour = look::colour(*colour);
        let (tile, radius) = (&space.tile, space.tile.half * 0.46 * self.camera.scale);
        let at = self.at(tile.at + vec2(-0.86, -0.86) * tile.half);
        let edge = if theme::on(colour) == Color32::WHITE { Color32::WHITE } else { Color32::from_gray(0x40) };
        self.painter.circle(at, radius, colour, Stroke::new((radius * 0.14).max(1.0), edge));
        let font = FontId::proportional((radius * 1.35).clamp(4.0, 200.0));
        self.painter.text(at, Align2::CENTER_CENTER, number, font, theme::on(colour));
    }

    fn lines(&self, lines: Vec<[Pos2; 2]>, width: f32, colour: Color32) {
        for line in lines {
            self.painter.line_segment(self.all(line), self.stroke(width, colour));
        }
    }

    fn trail(&self, race: &Race) {
        let moved = race.glide.as_ref().map(|g| &g.moved).or(race.trail.as_ref());
        let Some(moved) = moved else { return };
        let colour = race.colour(race.owner(moved.kind.index(), moved.piece)).gamma_multiply(0.55);
        let way: Vec<Pos2> = race.way(moved).into_iter().map(|p| self.at(p)).collect();
        if let (Some(first), true) = (way.first().copied(), way.len() > 1) {
            self.painter.circle_filled(first, (0.9 * self.camera.scale).max(2.0), colour);
            self.painter.line(way, self.stroke(1.1, colour));
        }
    }

    fn offer(&self, tile: &Tile, options: &[usize]) {
        let ring = Tile { half: tile.half * 1.14, ..*tile };
        let outline: Vec<Pos2> = ring.outline().into_iter().map(|p| self.at(p)).collect();
        self.painter.add(Shape::closed_line(outline, self.stroke(0.9, self.theme.offer)));
        let sign = match options {
            [one] if *one < 9 => (one + 1).to_string(),
            // A click lists them.
            [_, _, ..] => "…".to_owned(),
            _ => String::new(),
        };
        if !sign.is_empty() {
            let at = self.at(ring.at + vec2(ring.half, -ring.half) * 0.8);
            let size = (tile.half * 0.5 * self.camera.scale).clamp(7.0, 22.0);
            self.painter.circle_filled(at, size, self.theme.offer);
            let font = FontId::proportional(size * 1.3);
            self.painter.text(at, Align2::CENTER_CENTER, sign, font, Color32::WHITE);
        }
    }

    /// A space farther on, to which one click leads step by step.
    fn end(&self, tile: &Tile) {
        let at = self.at(tile.at + vec2(tile.half, -tile.half) * 0.9);
        let size = (tile.half * 0.3 * self.camera.scale).clamp(3.0, 12.0);
        self.painter.circle(at, size, self.theme.paper, self.stroke(0.9, self.theme.offer));
    }

    fn hovered(&self, tile: &Tile) {
        let outline: Vec<Pos2> = Tile { half: tile.half * 1.06, ..*tile }.outline().into_iter().map(|p| self.at(p)).collect();
        self.painter.add(Shape::closed_line(outline, self.stroke(0.6, self.theme.ink)));
    }

    fn pieces(&self, race: &Race, now: f64) {
        let mut taken = std::collections::BTreeMap::<usize, Vec<(usize, usize)>>::new();
        for (kind, list) in race.places.iter().enumerate() {
            for (piece, space) in list.iter().enumerate().filter_map(|(n, at)| Some((n, (*at)?))) {
                taken.entry(space).or_default().push((kind, piece));
            }
        }
        let gliding = race.glide.as_ref().map(|g| (g.moved.kind.index(), g.moved.piece));
        for (space, pieces) in &taken {
            let Some(tile) = race.board.spaces.get(*space).map(|s| &s.tile) else { continue };
            let standing: Vec<_> = pieces.iter().filter(|p| gliding != Some(**p)).collect();
            for (n, (kind, piece)) in standing.iter().enumerate() {
                let (mut offset, mut radius) = shapes::fan(n, standing.len());
                let lanes = race.board.spaces[*space].look.drawn.lanes;
                if let Some(lane) = race.lane_of(*kind, *piece).filter(|lane| *lane <= lanes) {
                    // The first lane is the left one.
                    let across = (lane as f32 - 0.5) / lanes as f32 * 2.0 - 1.0;
                    offset = (tile.place(0.0, across) - tile.at) / tile.half;
                    radius = 0.72 / (lanes as f32).sqrt();
                }
                let at = self.at(tile.at + offset * tile.half);
                self.piece(race, *kind, *piece, at, radius * tile.half * self.camera.scale);
            }
        }
        if let (Some((kind, piece)), Some(at)) = (gliding, race.glide_at(now)) {
            let half = race.board.spaces.first().map_or(4.0, |s| s.tile.half);
            self.piece(race, kind, piece, self.at(at), 0.8 * half * self.camera.scale);
        }
    }

    fn piece(&self, race: &Race, kind: usize, piece: usize, at: Pos2, radius: f32) {
        let owner = race.owner(kind, piece);
        let each = (race.places[kind].len() / race.program.players.max(1)).max(1);
        let number = if each == 1 { owner } else { piece % each };
        self.painter.circle_filled(at + vec2(0.0, radius * 0.12), radius * 1.04, Color32::from_black_alpha(60));
        let look = &race.piece_looks[kind];
        let marked = look.marked(&race.program, &race.table_state);
        if marked.map_or(race.turn_of == Some(owner), |marked| marked == piece) {
            self.painter.circle(at, radius * 1.34, Color32::WHITE, Stroke::new((radius * 0.2).max(1.5), race.colour(owner)));
        }
        theme::seat_disc(self.painter, at, radius, race.colour(owner), &(number + 1).to_string());
        look.signs_ui(self.painter, at, radius, &look.signs(&race.program, &race.table_state, piece));
    }
}

/// A colour of the print on dimmed paper.
fn dimmed(colour: Color32, theme: Theme) -> Color32 {
    let share = |c: u8, paper: u8| (u16::from(c) * u16::from(paper) / 252).min(255) as u8;
    let paper = theme.paper;
    Color32::from_rgb(share(colour.r(), paper.r()), share(colour.g(), paper.g()), share(colour.b(), paper.b()))
}
