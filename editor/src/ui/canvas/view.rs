//! What part of the board is seen: following the pieces, a small overview of a board that is seen in part, and the corner that is free for
//! the buttons for the view.

use egui::accesskit::Role;
use egui::{Color32, Pos2, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};

use super::OnSheet;
use crate::playtest::Race;
use crate::ui::look;
use crate::ui::sheet::MOST_NODES;
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

/// Returns the corner of the view in which something of this size covers the fewest spaces: the first of equal ones.
pub fn free_corner(race: &Race, camera: Camera, view: Rect, size: Vec2) -> Rect {
    let board = &race.board;
    let inner = view.shrink(MARGIN);
    let corners = [
        Rect::from_min_size(inner.right_top() - vec2(size.x, 0.0), size),
        Rect::from_min_size(inner.min, size),
        Rect::from_min_size(inner.max - size, size),
    ];
    if board.spaces.len() > MOST_NODES {
        return corners[0];
    }
    let covered = |rect: &Rect| {
        let on = |at: Pos2| camera.to_screen(view, at);
        board.spaces.iter().filter(|space| rect.expand(space.tile.half * camera.scale).contains(on(space.tile.at))).count()
    };
    corners.into_iter().min_by_key(covered).unwrap_or(corners[0])
}
