//! What part of the board is seen: following the pieces, a small overview of a board that is seen in part, and the corner that is free for
//! the buttons for the view.

use egui::accesskit::Role;
use egui::{Color32, Id, Pos2, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};

use super::OnSheet;
use crate::board::art::frame;
use crate::board::{Board, Space};
use crate::playtest::Race;
use crate::ui::look;
use crate::ui::sheet::MOST_NODES;
use crate::ui::sheet::board_view::BoardView;
use crate::ui::sheet::camera::Camera;

/// The most of the view's width and height that the overview takes.
const SHARE: f32 = 0.24;
/// The overview is shown while less than this share of the course is seen.
const PART: f32 = 0.7;
/// The distance of what floats from the edges of the board.
const MARGIN: f32 = 8.0;
/// The share of the view at each side in which a piece makes the view move.
const SIDE: f32 = 0.2;
/// Returns the camera moved so far that the piece on its way, or of whose turn it is, is well in view. A view that somebody has moved stays
/// until that piece goes on.
pub fn followed(ui: &Ui, race: &Race, camera: Camera, view: Rect, now: f64) -> Camera {
    let of_turn = || {
        let (_, _, space) =
            race.pieces().find(|(kind, piece, at)| at.is_some() && race.turn_of() == Some(race.owner(*kind, *piece)))?;
        Some(race.board.spaces.get(space?)?.tile.at)
    };
    let Some(at) = race.glide_at(now).or_else(of_turn) else { return camera };
    let before = ui.data_mut(|data| data.get_temp_mut_or_default::<Option<Pos2>>(ui.scope_id().with("followed")).replace(at));
    if before == Some(at) {
        return camera;
    }
    let (shown, inner) = (camera.to_screen(view, at), view.shrink2(view.size() * SIDE));
    camera.pan(inner.clamp(shown) - shown)
}

/// Returns a camera that shows the board no smaller than whole, with some of it in the middle, wherever it was moved.
pub fn kept_in_sight(board: &Board, view: Rect, camera: Camera) -> Camera {
    let whole = BoardView::Sheet.camera(board, view);
    let all = board.bounds.union(Rect::from_min_size(Pos2::ZERO, board.sheet));
    if camera.scale <= whole.scale {
        return Camera { middle: whole.middle, scale: whole.scale };
    }
    Camera { middle: all.clamp(camera.middle), ..camera }
}

/// Returns the place of the overview, and the camera that shows the whole course in it; `None` while most of the course is seen.
fn overview(race: &Race, camera: Camera, view: Rect) -> Option<(Rect, Camera)> {
    let bounds = race.board.bounds;
    let seen = Rect::from_two_pos(camera.to_sheet(view, view.min), camera.to_sheet(view, view.max)).intersect(bounds);
    if seen.is_positive() && seen.area() >= PART * bounds.area() {
        return None;
    }
    let scale = (view.size() * SHARE / bounds.size()).min_elem();
    let size = bounds.size() * scale + Vec2::splat(8.0);
    let place = Rect::from_min_size(view.left_bottom() + vec2(MARGIN, -MARGIN - size.y), size);
    Some((place, Camera { middle: bounds.center(), scale }))
}

/// Shows the overview: the spaces, the pieces, and a frame around what is seen. A click or a drag there moves the view.
pub fn overview_ui(ui: &Ui, sheet: &OnSheet<'_>, race: &Race) -> Option<Camera> {
    let (place, all) = overview(race, sheet.camera, sheet.view)?;
    let painter = ui.painter().with_clip_rect(place.intersect(sheet.view));
    painter.rect(place, 4.0, sheet.theme.paper, Stroke::new(1.0, sheet.theme.paper_edge), egui::StrokeKind::Inside);
    let on = |at: Pos2| all.to_screen(place, at);
    let inks = sheet.theme.inks();
    for space in &race.board.spaces {
        let fill = look::colour(crate::board::tile::fill(&space.look.drawn, inks));
        let size = (space.tile.half * all.scale).max(1.0);
        painter.rect_filled(Rect::from_center_size(on(space.tile.at), Vec2::splat(2.0 * size)), 0.0, fill);
    }
    for (kind, piece, space) in race.pieces() {
        if let Some(space) = space.and_then(|space| race.board.spaces.get(space)) {
            painter.circle(on(space.tile.at), 3.5, race.colour(race.owner(kind, piece)), Stroke::new(1.0, Color32::WHITE));
        }
    }
    let [min, max] = [sheet.view.min, sheet.view.max].map(|at| on(sheet.camera.to_sheet(sheet.view, at)));
    let frame = Rect::from_two_pos(min, max).intersect(place.shrink(1.0));
    painter.rect_stroke(frame, 1.0, Stroke::new(2.0, sheet.theme.offer), egui::StrokeKind::Inside);
    let response = ui.interact(place, ui.scope_id().with("overview"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Overview of the board"));
    let at = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged())?;
    Some(Camera { middle: all.to_sheet(place, at), ..sheet.camera })
}

/// Where the title, the legend, the profile and the signs of the board on show lie, in millimetres.
fn panels_id() -> Id {
    Id::unique("panels of the board on show")
}

/// Notes where the panels of the board lie, so that nothing is laid over them.
pub fn note_panels(ui: &Ui, panels: Vec<Rect>) {
    ui.data_mut(|data| data.insert_temp(panels_id(), panels));
}

/// How far apart the places along the edges are that are tried.
const STEP: f32 = 24.0;

/// Returns the corner of the view in which something of this size covers nothing that is `taken`, the fewest spaces, and of labels and panels
/// the least: the first of equal ones, from the right above or the left below. Where every corner has something, it lies at an edge. Also
/// returns whether nothing that is `taken` and no sign of a space is covered there.
pub fn free_corner(
    ui: &Ui,
    race: &Race,
    (camera, view): (Camera, Rect),
    size: Vec2,
    taken: &[Rect],
    is_below: bool,
) -> (Rect, bool) {
    let board = &race.board;
    let inner = view.shrink(MARGIN);
    let mut corners = [
        Rect::from_min_size(inner.right_top() - vec2(size.x, 0.0), size),
        Rect::from_min_size(inner.min, size),
        Rect::from_min_size(inner.max - size, size),
        Rect::from_min_size(inner.left_bottom() - vec2(0.0, size.y), size),
    ];
    if is_below {
        corners.reverse();
    }
    let panels = ui.data(|data| data.get_temp::<Vec<Rect>>(panels_id())).unwrap_or_default();
    let on = |at: Pos2| camera.to_screen(view, at);
    let on_screen = |frame: Rect| Rect::from_two_pos(on(frame.min), on(frame.max));
    let covered = |rect: &Rect| {
        let is_near = |half: f32, at: Pos2| rect.expand(half * camera.scale).contains(on(at));
        let few = board.spaces.len() <= MOST_NODES;
        let spaces = board.spaces.iter().filter(|space| few && is_near(space.tile.half, space.tile.at)).count();
        let labels = board.labels.iter().filter(|_| few).map(frame);
        let area = |frame: Rect| rect.intersect(on_screen(frame)).size().max(Vec2::ZERO);
        let letters: f32 = labels.chain(panels.iter().copied()).map(|frame| area(frame).x * area(frame).y).sum();
        let taken = taken.iter().filter(|taken| rect.intersects(**taken)).count();
        (taken, spaces, letters as u32)
    };
    let room = (inner.size() - size).max(Vec2::ZERO);
    let steps = |room: f32| (1..(room / STEP) as usize).map(|n| n as f32 * STEP);
    let at = |x: f32, y: f32| Rect::from_min_size(inner.min + vec2(x, y), size);
    let at_sides = steps(room.y).flat_map(|y| [at(0.0, room.y - y), at(room.x, room.y - y)]);
    let at_ends = steps(room.x).flat_map(|x| [at(x, room.y), at(x, 0.0)]);
    let place = corners.into_iter().chain(at_sides).chain(at_ends).min_by_key(covered).unwrap_or(corners[0]);
    let hides = |space: &Space| place.expand(space.tile.half * 0.5 * camera.scale).contains(on(space.tile.at));
    let is_free = !taken.iter().any(|taken| place.intersects(*taken)) && !board.spaces.iter().any(hides);
    (place, is_free)
}
