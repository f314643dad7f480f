//! The board in the middle: the sheet, its spaces and links, and the pieces on them. Each frame draws it from the race.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use egui::accesskit::Role;
use egui::{Align2, Color32, FontId, Pos2, Sense, Shape, Stroke, Vec2, vec2};

use interpreter::data::track::Layer;
use interpreter::edit::Edit;
use interpreter::ir::{Owner, PieceId};
use interpreter::why::What;

use super::action::{Action, RaceMessage};
use super::hint;
use super::pieces::signs_ui;
use super::sheet::art::Easel;
use super::sheet::pictures::Pictures;
use super::sheet::tip::tip_ui;
use super::sheet::{MOST_NODES, OnSheet, moved_camera};
use super::statistics::Heat;
use super::target::{self, Offered, Target};
use super::theme::{self, Theme};
use super::thing;
use super::words::titled;
use crate::board::Space;
use crate::board::art::{ArtPart, Panel};
use crate::board::fonts::Font;
use crate::board::hit;
use crate::board::print::{self, Says};
use crate::board::shapes::Tile;
use crate::board::vision::Vision;
use crate::pieces::{self, Standing};
use crate::playtest::{Act, Race, Thing};
use crate::ui::sheet::board_view::BoardView;
use crate::ui::theme::strong;
use walk::Walk;

mod ahead;
pub mod heat;
pub mod last_throw;
pub mod rose;
mod signs;
pub mod view;
mod walk;

/// The links on offer, by the spaces at their ends, with their options.
type Links = BTreeMap<Ends, Vec<usize>>;
type Ends = (usize, usize);

/// How strongly a link on offer glows, and how near to it a click must be to hit it, in points.
const GLOW: f32 = 0.4;
const SLACK: f32 = 5.0;
/// With more spaces on offer than this, the farthest one is marked.
const FEW_OFFERS: usize = 3;
/// The least radius of a piece with a name below it, in points.
const NAMED_FROM: f32 = 9.0;

/// What is kept from frame to frame of what lies beside the spaces.
#[derive(Default)]
struct Kept {
    easel: Easel,
    pictures: Pictures,
}

/// What the menu of the right button offers besides the pieces on a space.
type More<'a> = &'a dyn Fn(&mut egui::Ui) -> Vec<Action>;

/// Draws the board and returns what the user did with it. If it `follows`, the view moves with the pieces, which are where they are at the
/// time `now`. `heat` shows where pieces come to
/// rest, `folder` is where the pictures of the track lie.
pub fn canvas_ui(
    ui: &mut egui::Ui,
    race: &Race,
    ((looked, follows), now): ((BoardView, bool), f64),
    heat: Option<&Heat>,
    folder: &Path,
    more: More<'_>,
) -> Vec<Action> {
    let mut actions = vec![];
    let theme = Theme::of(ui);
    let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Canvas, true, "Board"));
    let view = response.rect;
    let before = looked.camera(&race.board, view);
    let is_followed = follows && matches!(looked, BoardView::At(_));
    let camera = if is_followed { view::followed(ui, race, before, view, now) } else { before };
    let camera = view::kept_in_sight(&race.board, view, moved_camera(ui, &response, camera));
    if camera != before {
        actions.push(Action::Look(BoardView::At(camera)));
    }
    let sheet = OnSheet { painter: &painter, view, seen: view, camera, theme };
    let offers: Vec<Offered> = target::offered(race);

    painter.rect_filled(view, 0.0, theme.desk);
    sheet.paper(race.board.sheet);
    // Each board has its own: the art of another one doesn't lie under it until its own is drawn.
    let of = response.id.with(("art", &race.ruleset.name, &race.track_name));
    let kept = ui.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Kept>>>(of).clone());
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let Kept { easel, pictures } = &mut *kept;
    easel.follow(&sheet, race.board.art.as_ref(), None);
    for part in ArtPart::BELOW {
        easel.show(part, &sheet, |colour| colour);
        pictures.show(&sheet, part.pictures(&race.board), folder, Vision::Full);
    }
    view::note_panels(ui, easel.frames().map(|(_, frame)| frame).collect());
    let panels: Vec<egui::Rect> = easel.frames().filter(|(panel, _)| *panel != Panel::Sign).map(|(_, frame)| frame).collect();
    let links = target::links(race);
    links.keys().for_each(|ends| sheet.lit(&race.board, *ends, GLOW));
    // The link under the pointer glows more strongly, so that it is seen whatever lies on it.
    let pointer = response.contains_pointer().then(|| ui.input(|i| i.pointer.hover_pos())).flatten();
    let link = pointer.and_then(|at| link_at(race, &links, camera.to_sheet(view, at), SLACK / camera.scale));
    link.iter().for_each(|(ends, _)| sheet.lit(&race.board, *ends, GLOW * 1.8));
    print::spaces_and_links(&mut { sheet }, &race.board, theme.inks(), Says::Number);
    pictures.show(&sheet, race.board.pictures_in(Layer::Spaces), folder, Vision::Full);
    easel.show(ArtPart::Above, &sheet, |colour| colour);
    print::labels(&mut { sheet }, &race.board, theme.inks());
    drop(kept);
    if let Some(heat) = heat {
        sheet.heat(heat, &race.board.spaces);
    }
    sheet.marks(race);
    sheet.signs(race);
    rose::roses_ui(ui, &sheet, race, &panels);
    sheet.trail(race);
    for offer in &offers {
        if let Target::Space(space) = offer.target {
            sheet.offer(&race.board.spaces[space].tile, &offer.options);
        }
    }
    if let Some(question) = race.asked().filter(|_| offers.len() > FEW_OFFERS) {
        let farthest = target::farthest(race, question).and_then(|space| race.board.spaces.get(space));
        farthest.into_iter().for_each(|space| sheet.chip(race, &space.tile, "farthest", false));
    }
    race.ends().iter().for_each(|end| sheet.end(&race.board.spaces[end.space].tile));
    hint::pointed_at(ui.ctx(), race).iter().for_each(|space| sheet.pointed(&race.board.spaces[*space].tile));
    sheet.pieces(race, now);
    if let Some(heat) = heat {
        sheet.heat_legend(heat, &race.board.spaces);
    }

    let mut walk = Walk::of(ui, response.id);
    actions.extend(link_nodes(ui, race, &sheet, (&links, clicked_link(&response, link)), &mut walk));
    // What is drawn of a space may be larger than its node.
    let clicked = response.clicked().then(|| response.interact_pointer_pos()).flatten();
    let space = clicked.and_then(|at| hit::space_at(&race.board.spaces, camera.to_sheet(view, at), 1.0));
    actions.extend(space_nodes(ui, race, &sheet, (&offers, space), (heat, more), &mut walk));
    actions.extend(walk.go(ui, race).map(|thing| Action::Playtest(Act::Why(thing))));
    // The nodes of spaces on offer lie above the board and take its hover, so the pointer itself is asked.
    let over = response.contains_pointer().then(|| ui.input(|i| i.pointer.hover_pos())).flatten();
    let under = over.map(|at| camera.to_sheet(view, at));
    let hovered = under.and_then(|at| hit::space_at(&race.board.spaces, at, 0.0));
    if clicked.is_some() && space.is_none() && link.is_none() && !race.is_all_shown() && !race.looks_back {
        actions.push(Action::Race(RaceMessage::Skip));
    }
    actions.extend(dragged_piece(ui, race, &sheet, &response, hovered));
    let by_space = hovered.and_then(|space| match target::options_of(&offers, Target::Space(space)) {
        [one] => Some(*one),
        _ => None,
    });
    hint::pointed_option(ui.ctx()).or(by_space).into_iter().for_each(|option| sheet.outlook(race, option));
    hint::pointed_way(ui.ctx()).into_iter().for_each(|way| sheet.way_ahead(race, &way));
    let menu_of = menu_space(ui, &response, hovered);
    thing::on_right_button(&response, |ui| actions.extend(space_menu_ui(ui, race, menu_of, more)));
    if let Some(space) = hovered.filter(|_| !egui::Popup::is_any_open(ui.ctx())) {
        sheet.hovered(&race.board.spaces[space]);
        let spaces = offers.iter().filter_map(|offer| match offer.target {
            Target::Space(other) => Some(other),
            _ => None,
        });
        let others = spaces.chain(race.ends().iter().map(|end| end.space)).filter(|other| *other != space);
        let lit: Vec<egui::Rect> = others.map(|other| sheet.rect_of(&race.board.spaces[other].tile)).collect();
        let own = sheet.rect_of(&race.board.spaces[space].tile);
        tip_ui(ui, &response, space, (own, &lit), |ui| {
            space_ui(ui, race, space, heat);
            hint::options_ui(ui, race, target::options_of(&offers, Target::Space(space)));
        });
    } else if let Some((ends, options)) = link.filter(|_| !egui::Popup::is_any_open(ui.ctx())) {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
        let own = egui::Rect::from_pos(pointer.unwrap_or_default());
        tip_ui(ui, &response, ends, (own, &[]), |ui| hint::options_ui(ui, race, options));
    }
    actions.extend(view::overview_ui(ui, &sheet, race).map(|camera| Action::Look(BoardView::At(camera))));
    actions
}

/// Returns the link on offer at a place without a space.
fn link_at<'l>(race: &Race, links: &'l Links, at: Pos2, slack: f32) -> Option<(Ends, &'l [usize])> {
    let spaces = &race.board.spaces;
    if hit::space_at(spaces, at, 0.0).is_some() {
        return None;
    }
    let ways: Vec<_> = links.keys().map(|ends| (race.board.way(*ends), spaces[ends.0].tile.half)).collect();
    links
        .iter()
        .nth(hit::link_at(ways.iter().map(|(way, half)| (way.as_ref(), *half)), at, slack)?)
        .map(|(ends, options)| (*ends, &options[..]))
}

/// Returns the link that was clicked.
fn clicked_link(response: &egui::Response, link: Option<(Ends, &[usize])>) -> Option<Ends> {
    link.filter(|_| response.clicked()).map(|(ends, _)| ends)
}

/// Makes a node in the middle of each link on offer. A click anywhere on the link counts as a click on its node.
fn link_nodes(
    ui: &egui::Ui,
    race: &Race,
    sheet: &OnSheet<'_>,
    (links, clicked): (&Links, Option<Ends>),
    walk: &mut Walk,
) -> Option<Action> {
    let mut chosen = None;
    for (ends, options) in links {
        let [from, to] = [ends.0, ends.1].map(|end| &race.board.spaces[end]);
        let Some(way) = race.board.way(*ends) else { continue };
        let middle = way.at(way.length() / 2.0).0;
        let rect = egui::Rect::from_center_size(sheet.at(middle), Vec2::splat(SLACK * 2.0));
        let response = ui.interact(rect, ui.scope_id().with(("link", *ends)), Sense::click());
        walk.stop(response.id, rect.center(), None);
        let is_clicked = clicked == Some(*ends);
        let taken = match &options[..] {
            [one] if is_clicked => Some(*one),
            _ => target::take(race, &response, options),
        };
        if is_clicked && options.len() > 1 {
            egui::Popup::open_id(ui.ctx(), egui::Popup::default_response_id(&response));
        }
        chosen = chosen.or(taken);
        response.widget_info(|| egui::WidgetInfo::labeled(Role::Button, true, format!("Link {} to {}", from.name, to.name)));
    }
    chosen.map(|it| Action::Race(RaceMessage::Choose(it)))
}

/// Drags a piece from its space to another while the state is being edited.
fn dragged_piece(
    ui: &egui::Ui,
    race: &Race,
    sheet: &OnSheet<'_>,
    response: &egui::Response,
    hovered: Option<usize>,
) -> Option<Action> {
    let id = response.id.with("piece that is dragged");
    if !race.is_edited() || ui.input(|i| i.key_down(egui::Key::Space)) {
        return None;
    }
    if response.drag_started_by(egui::PointerButton::Primary) {
        let from = ui.input(|i| i.pointer.press_origin()).map(|at| sheet.camera.to_sheet(sheet.view, at));
        let space = from.and_then(|at| hit::space_at(&race.board.spaces, at, 1.0));
        let piece = space.and_then(|space| on_space(race, space).pop());
        ui.data_mut(|data| data.insert_temp(id, piece));
    }
    let (kind, piece) = ui.data(|data| data.get_temp::<Option<(usize, usize)>>(id)).flatten()?;
    if response.drag_stopped() {
        ui.data_mut(|data| data.remove::<Option<(usize, usize)>>(id));
        let space = race.program.spaces.get(hovered?)?;
        let edit = Edit::of(&race.program, What::Piece(PieceId(kind as u16), piece), space)?;
        return Some(Action::Playtest(Act::Edit(edit)));
    }
    if let Some(at) = response.hover_pos().or(response.interact_pointer_pos()).filter(|_| response.dragged()) {
        let half = race.board.spaces.first().map_or(4.0, |space| space.tile.half);
        sheet.piece(race, kind, piece, at, 0.8 * half * sheet.camera.scale);
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    }
    None
}

/// Returns the space on which the right button was last pressed.
fn menu_space(ui: &egui::Ui, response: &egui::Response, hovered: Option<usize>) -> Option<usize> {
    let id = response.id.with("space of the menu");
    if ui.input(|i| i.pointer.button_pressed(egui::PointerButton::Secondary)) {
        ui.data_mut(|data| data.insert_temp(id, hovered));
    }
    ui.data(|data| data.get_temp::<Option<usize>>(id)).flatten()
}

/// Shows the menu of the pieces on a space, and of the board.
fn space_menu_ui(ui: &mut egui::Ui, race: &Race, space: Option<usize>, more: More<'_>) -> Vec<Action> {
    let pieces = space.map(|space| on_space(race, space)).unwrap_or_default();
    let things: Vec<Thing> = pieces.into_iter().map(|(kind, piece)| thing::of_piece(race, kind, piece)).collect();
    let mut actions = thing::menu_ui(ui, race, &things);
    if !things.is_empty() {
        ui.separator();
    }
    actions.extend(more(ui));
    actions
}

/// Makes a node for each space in view, with its name for screen readers and tests. Spaces on offer can be clicked.
fn space_nodes(
    ui: &egui::Ui,
    race: &Race,
    sheet: &OnSheet<'_>,
    (offers, clicked): (&[Offered], Option<usize>),
    (heat, more): (Option<&Heat>, More<'_>),
    walk: &mut Walk,
) -> Vec<Action> {
    let (mut chosen, mut pointed) = (None, None);
    let mut asked = vec![];
    if race.board.spaces.len() > MOST_NODES {
        let options = clicked.map_or(&[][..], |space| target::options_of(offers, Target::Space(space)));
        return if let [one] = options { vec![Action::Race(RaceMessage::Choose(*one))] } else { asked };
    }
    for (n, space) in race.board.spaces.iter().enumerate() {
        // The node of a sector, which is turned, lies within it.
        let share = if space.sector.is_some() { std::f32::consts::FRAC_1_SQRT_2 } else { 1.0 };
        let rect = sheet.rect_of(&Tile { half: space.tile.half * share, ..space.tile });
        if !sheet.seen.intersects(rect) {
            continue;
        }
        let options = target::options_of(offers, Target::Space(n));
        let end = race.ends().iter().find(|end| end.space == n).filter(|_| options.is_empty());
        let can_click = !options.is_empty() || end.is_some();
        let id = ui.scope_id().with(("space", n));
        let piece = on_space(race, n).first().map(|(kind, piece)| thing::of_piece(race, *kind, *piece));
        let sense = match piece {
            _ if can_click => Sense::click(),
            Some(_) if walk.is_on(id) => Sense::focusable_noninteractive(),
            _ => Sense::empty(),
        };
        let response = ui.interact(rect, id, sense);
        if can_click || piece.is_some() {
            walk.stop(id, rect.center(), piece);
        }
        let role = if can_click { Role::Button } else { Role::Label };
        let half = response.interact_pointer_pos().filter(|_| response.clicked());
        let half = half.and_then(|at| hit::part_at(&space.tile, space.look.drawn.lanes, sheet.camera.to_sheet(sheet.view, at)));
        let of_half = half.and_then(|part| target::option_of_part(race, options, part));
        let is_clicked = clicked == Some(n);
        let ways = end.map_or(&[][..], |end| &end.ways);
        if is_clicked && options.len().max(ways.len()) > 1 {
            egui::Popup::open_id(ui.ctx(), egui::Popup::default_response_id(&response));
        }
        let only = if let [one] = options { Some(*one).filter(|_| is_clicked) } else { None };
        let taken = only.or(of_half).or_else(|| target::take(race, &response, options));
        let mut went = end.map(|end| target::go_to(&response, end)).unwrap_or_default();
        if let [way] = ways
            && is_clicked
        {
            went.taken = Some(way.steps.clone());
        }
        pointed = pointed.or(went.pointed);
        chosen = chosen.or(taken.map(RaceMessage::Choose)).or(went.taken.map(RaceMessage::Follow));
        if can_click {
            thing::on_right_button(&response, |ui| asked.extend(space_menu_ui(ui, race, Some(n), more)));
        }
        response.widget_info(|| egui::WidgetInfo::labeled(role, true, described(race, n, heat)));
    }
    hint::point_at_way(ui.ctx(), pointed);
    asked.extend(chosen.map(Action::Race));
    asked
}

/// Describes a space in words, with its pieces and signs.
fn described(race: &Race, space: usize, heat: Option<&Heat>) -> String {
    let mut text = race.board.described(space);
    for (kind, piece) in on_space(race, space) {
        let look = &race.looks().pieces[kind];
        text.push_str(&format!(", {}", look.name(&race.program, &race.table_state, kind, piece)));
        if look.marked(&race.program, &race.table_state) == Some(piece) {
            text.push_str(", marked");
        }
        for (name, count) in look.told(&race.program, &race.table_state, race.viewer(), piece) {
            text.push_str(&format!(", {} {count}", name.replace('_', " ")));
        }
    }
    for (name, said) in signs::told(race, space) {
        text.push_str(&format!(", {name} {said}"));
    }
    if let Some(told) = heat.and_then(|heat| heat::told(heat, space, &race.board.spaces[space])) {
        text.push_str(&format!(", pieces rest here {told}"));
    }
    text
}

/// Shows everything known about a space.
fn space_ui(ui: &mut egui::Ui, race: &Race, space: usize, heat: Option<&Heat>) {
    let it = &race.board.spaces[space];
    ui.set_max_width(280.0);
    ui.label(strong(it.title()));
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
        for (name, said) in signs::told(race, space) {
            ui.weak(titled(&name));
            ui.label(said);
            ui.end_row();
        }
        if let Some(told) = heat.and_then(|heat| heat::told(heat, space, it)) {
            ui.weak("Pieces rest");
            ui.label(told);
            ui.end_row();
        }
        for (kind, piece) in on_space(race, space) {
            let look = &race.looks().pieces[kind];
            ui.weak("Here");
            ui.label(look.name(&race.program, &race.table_state, kind, piece));
            ui.end_row();
            if let Some(says) = look.says(&race.program, &race.table_state, piece) {
                ui.weak("");
                ui.label(says);
                ui.end_row();
            }
            for (name, count) in look.told(&race.program, &race.table_state, race.viewer(), piece) {
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

/// The radius of the number of an option at a tile, in points.
fn badge(tile: &Tile, scale: f32) -> f32 {
    (tile.half * 0.5 * scale).clamp(7.0, 22.0)
}

/// Returns the shown pieces that stand on a space, by kind and number.
fn on_space(race: &Race, space: usize) -> Vec<(usize, usize)> {
    let gliding = race.glide.as_ref().map(|g| (g.moved.kind.index(), g.moved.piece));
    race.pieces()
        .filter(|(kind, n, at)| *at == Some(space) && gliding != Some((*kind, *n)))
        .map(|(kind, n, _)| (kind, n))
        .collect()
}

/// Drawings that only a race has.
impl OnSheet<'_> {
    /// Marks the spaces that fields of the state name, such as a line under a marker.
    fn marks(&self, race: &Race) {
        let colour = self.theme.ink;
        for space in race.looks().marks.iter().flat_map(|mark| mark.spaces(race.table_state.read(&race.program))) {
            let outline: Vec<Pos2> =
                race.board.spaces[space].tile.outline(self.camera.scale).into_iter().map(|p| self.at(p)).collect();
            self.painter.add(Shape::convex_polygon(outline, colour.gamma_multiply(0.16), self.stroke(0.7, colour)));
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
        let outline: Vec<Pos2> = ring.outline(self.camera.scale).into_iter().map(|p| self.at(p)).collect();
        // A light line within the coloured one, so that either is seen on any ground.
        let width = (0.9 * self.camera.scale).clamp(2.0, 5.0);
        self.painter.add(Shape::closed_line(outline.clone(), Stroke::new(width * 2.0, Color32::WHITE)));
        let outer: Vec<Pos2> = outline.iter().map(|at| *at + (*at - self.at(tile.at)).normalized() * width * 0.6).collect();
        self.painter.add(Shape::closed_line(outer, Stroke::new(width, self.theme.offer)));
        let sign = match options {
            [one] if *one < 9 => (one + 1).to_string(),
            // A click lists the options.
            [_, _, ..] => "…".to_owned(),
            _ => String::new(),
        };
        if !sign.is_empty() {
            let at = self.at(ring.at + vec2(ring.half, -ring.half) * 0.8);
            let size = badge(tile, self.camera.scale);
            self.painter.circle_filled(at, size, self.theme.offer);
            let font = FontId::proportional(size * 1.3);
            self.painter.text(at, Align2::CENTER_CENTER, sign, font, Color32::WHITE);
        }
    }

    /// Marks a space that the option under the pointer leads to.
    fn pointed(&self, tile: &Tile) {
        let outline: Vec<Pos2> =
            Tile { half: tile.half * 1.22, ..*tile }.outline(self.camera.scale).into_iter().map(|p| self.at(p)).collect();
        self.painter.add(Shape::closed_line(outline, self.stroke(1.6, self.theme.offer)));
    }

    /// Marks a space farther on, which one click reaches step by step.
    fn end(&self, tile: &Tile) {
        let at = self.at(tile.at + vec2(tile.half, -tile.half) * 0.9);
        let size = (tile.half * 0.3 * self.camera.scale).clamp(3.0, 12.0);
        self.painter.circle(at, size, self.theme.paper, self.stroke(0.9, self.theme.offer));
    }

    fn hovered(&self, space: &Space) {
        let outline = || Tile { half: space.tile.half * 1.06, ..space.tile }.outline(self.camera.scale);
        let outline = space.sector.clone().unwrap_or_else(outline).into_iter().map(|p| self.at(p)).collect();
        self.painter.add(Shape::closed_line(outline, self.stroke(0.6, self.theme.ink)));
    }

    fn pieces(&self, race: &Race, now: f64) {
        let gliding = race.glide.as_ref().map(|g| (g.moved.kind.index(), g.moved.piece));
        let left_out = |kind: usize, piece: usize| gliding == Some((kind, piece));
        let standing = pieces::standing(&race.board, &race.program, &race.table_state, &race.looks().pieces, left_out);
        let on_screen = |standing: &Standing| (self.at(standing.at), standing.radius * self.camera.scale);
        let mut taken: Vec<egui::Rect> = vec![];
        for stands in &standing {
            let (at, radius) = on_screen(stands);
            self.piece(race, stands.kind, stands.piece, at, radius);
            taken.push(egui::Rect::from_center_size(at, Vec2::splat(2.2 * radius)));
        }
        for stands in standing.iter().filter(|stands| stands.is_alone) {
            taken.extend(self.piece_name(race, stands, on_screen(stands), &taken));
        }
        if let (Some((kind, piece)), Some(at)) = (gliding, race.glide_at(now)) {
            let half = race.board.spaces.first().map_or(4.0, |s| s.tile.half);
            self.piece(race, kind, piece, self.at(at), 0.8 * half * self.camera.scale);
        }
    }

    /// Writes the name of its player below, above or beside a piece that stands alone, where there is room for it between the pieces and names
    /// that are there already. Returns where it is.
    fn piece_name(
        &self,
        race: &Race,
        &Standing { kind, piece, .. }: &Standing,
        (at, radius): (Pos2, f32),
        taken: &[egui::Rect],
    ) -> Option<egui::Rect> {
        let owner = race.owner(kind, piece);
        let each = race.program.of_each(Owner::Piece(PieceId(kind as u16)));
        let name = race.program.names.get(owner).filter(|_| each == 1 && radius >= NAMED_FROM)?;
        let font = FontId::new((radius * 0.9).clamp(11.0, 14.0), theme::family(Font::Strong));
        let size = self.painter.layout_no_wrap(name.to_string(), font.clone(), self.theme.ink).size();
        let places = [
            (vec2(0.0, 1.25), Align2::CENTER_TOP),
            (vec2(0.0, -1.25), Align2::CENTER_BOTTOM),
            (vec2(1.35, 0.0), Align2::LEFT_CENTER),
            (vec2(-1.35, 0.0), Align2::RIGHT_CENTER),
        ];
        let place_of = |(away, align): (Vec2, Align2)| align.anchor_size(at + away * radius, size);
        let is_bare = |place: egui::Rect| !taken.iter().any(|taken| taken.intersects(place));
        let is_unlabelled = |place: egui::Rect| {
            let on_sheet =
                egui::Rect::from_two_pos(self.camera.to_sheet(self.view, place.min), self.camera.to_sheet(self.view, place.max));
            !race.board.labels.iter().any(|label| crate::board::art::frame(label).intersects(on_sheet))
        };
        // A name on another one can't be read; one on a name of the board still can.
        let bare = places.into_iter().filter(|place| is_bare(place_of(*place)));
        let (away, align) = bare.clone().find(|place| is_unlabelled(place_of(*place))).or_else(|| bare.clone().next())?;
        let place = place_of((away, align));
        let at = at + away * radius;
        for step in 0..8 {
            let aside = Vec2::angled(std::f32::consts::TAU * step as f32 / 8.0) * 1.5;
            self.painter.text(at + aside, align, &**name, font.clone(), self.theme.paper);
        }
        self.painter.text(at, align, &**name, font, self.theme.ink);
        Some(place)
    }

    fn piece(&self, race: &Race, kind: usize, piece: usize, at: Pos2, radius: f32) {
        let owner = race.owner(kind, piece);
        let each = race.program.of_each(Owner::Piece(PieceId(kind as u16)));
        let written = pieces::written(&race.program, kind, piece);
        let look = &race.looks().pieces[kind];
        let marked = look.marked(&race.program, &race.table_state);
        // The piece of whose turn it is has a ring, and the one that is asked about has two.
        let is_asked = race.question().is_some_and(|question| match race.asked_about(question) {
            Some(asked) => asked == (kind, piece),
            None => each == 1 && question.player == owner,
        });
        let (light, accent) = (Color32::WHITE, self.theme.offer);
        let width = (radius * 0.16).max(1.5);
        if is_asked {
            self.painter.circle(at, radius * 1.85, light, Stroke::new(width, accent));
        }
        if is_asked || marked.map_or(race.turn_of() == Some(owner), |marked| marked == piece) {
            self.painter.circle(at, radius * 1.48, light, Stroke::new(width, accent));
        }
        self.painter.circle_filled(at + vec2(0.0, radius * 0.18), radius * 1.12, Color32::from_black_alpha(60));
        theme::seat_piece(self.painter, at, radius, owner, race.colour(owner), &written);
        signs_ui(look, self.painter, at, radius, &look.signs(&race.program, &race.table_state, race.viewer(), piece));
    }
}
