//! Samples of brushes and pens, small beside their names. They are printed as the board prints them, for the same eyesight.

use std::sync::Arc;

use egui::{Atom, Id, IdSalt, Painter, Pos2, Rect, Response, Vec2, vec2};

use super::board::vision::Vision;
use super::board::{Letters, Painting};
use crate::board::print::{self, Pen, Press};
use crate::board::shapes::Tile;
use crate::board::way::Way;
use crate::board::{Board, link, tile};
use crate::drawing::looks::Look;
use crate::looks::SpaceLook;
use crate::ui::sheet::OnSheet;
use crate::ui::sheet::camera::Camera;
use crate::ui::theme::Theme;

/// The side of a sample in points.
const SIDE: f32 = 20.0;
/// The scale of a sample, in points per millimetre.
const SCALE: f32 = 2.2;
/// The half side of the tiles at the ends of a link, in millimetres.
const HALF: f32 = 6.0;
/// The half side of a usual space, in millimetres. Borders, corners and shadows of a sample are as large as if it were one.
const USUAL: f32 = 7.0;

/// The picture before a name.
#[derive(Clone, Copy)]
pub enum Sample<'a> {
    Nothing,
    /// This look; without any look, a bare tile.
    Of(&'a Look),
    /// A part of a track.
    Part(&'a Arc<Board>),
}

/// Shows a button with a sample before its name.
pub fn button_ui(ui: &mut egui::Ui, is_on: bool, sample: Sample<'_>, title: &str) -> Response {
    let id = IdSalt::new("sample");
    let size = match sample {
        Sample::Nothing => Vec2::ZERO,
        Sample::Of(Look::Link(_) | Look::Path(_)) | Sample::Part(_) => vec2(SIDE * 1.8, SIDE),
        Sample::Of(_) => Vec2::splat(SIDE),
    };
    let button = match sample {
        Sample::Nothing => egui::Button::selectable(is_on, title),
        _ => egui::Button::selectable(is_on, (Atom::custom(id, size), title)),
    };
    let painted = button.frame_when_inactive(is_on).min_size(vec2(0.0, SIDE + 4.0)).atom_ui(ui);
    match (painted.rect(id), sample) {
        (Some(rect), Sample::Part(board)) => part_ui(ui, painted.response.id, rect, board),
        (Some(rect), sample) => sample_ui(ui, rect, sample),
        (None, _) => {}
    }
    painted.response
}

/// Paints a sample.
pub fn sample_ui(ui: &egui::Ui, rect: Rect, sample: Sample<'_>) {
    let (theme, vision) = (Theme::of(ui), Vision::shown(ui.ctx()));
    let paint = |painter: &Painter| match sample {
        Sample::Nothing => {}
        Sample::Of(look) => paint(painter, rect, look, theme),
        Sample::Part(board) => paint_part(painter, rect, board, theme),
    };
    if !ui.is_rect_visible(rect) {
    } else if vision == Vision::Full {
        paint(ui.painter());
    } else {
        Painting::painted(ui.ctx(), rect.expand(2.0), vision, paint).show(ui.painter(), Vec2::ZERO);
    }
}

/// A part of a track as it was last painted, and how.
#[derive(Clone)]
struct PaintedPart {
    board: Arc<Board>,
    rect: Rect,
    how: (Theme, Vision, f32),
    letters: Letters,
    kept: Painting,
}

/// Shows a part of a track, which may have thousands of tiles: it is painted only when it has changed.
fn part_ui(ui: &egui::Ui, id: Id, rect: Rect, board: &Arc<Board>) {
    if !ui.is_rect_visible(rect) {
        return;
    }
    let ctx = ui.ctx();
    let how = (Theme::of(ui), Vision::shown(ctx), ctx.pixels_per_point());
    let letters = Letters::now(ctx);
    let last: Option<PaintedPart> = ui.data(|data| data.get_temp(id));
    let last = last.filter(|last| {
        Arc::ptr_eq(&last.board, board) && last.rect.size() == rect.size() && last.how == how && last.letters.are_of(&letters)
    });
    let mut part = last.unwrap_or_else(|| {
        let kept = Painting::painted(ctx, rect.expand(2.0), how.1, |painter| paint_part(painter, rect, board, how.0));
        PaintedPart { board: board.clone(), rect, how, letters: Letters::now(ctx), kept }
    });
    part.kept.show(ui.painter(), rect.min - part.rect.min);
    ui.data_mut(|data| data.insert_temp(id, part));
}

fn paint_part(painter: &Painter, rect: Rect, board: &Board, theme: Theme) {
    painter.rect_filled(rect, 3.0, theme.paper);
    let camera = Camera::fit(board.bounds, rect);
    let mut press = OnSheet { painter, view: rect, seen: rect, camera, theme };
    let inks = theme.inks();
    // What is a part of the ground is drawn by the art of a whole board.
    for space in board.spaces.iter().filter(|space| space.look.drawn.is_ground) {
        let fill = tile::fill(&space.look.drawn, inks);
        let outline = space.sector.clone().unwrap_or_else(|| space.tile.outline(camera.scale));
        press.polygon(&outline, Some(fill), Some(Pen { width: 0.4, colour: print::between(fill, [0xff; 3], 0.45) }));
    }
    print::board(&mut press, board, inks, print::Says::Number);
}

fn paint(painter: &Painter, rect: Rect, look: &Look, theme: Theme) {
    let camera = Camera { middle: Pos2::ZERO, scale: SCALE };
    let mut press = OnSheet { painter, view: rect, seen: rect, camera, theme };
    let (width, inks) = (rect.width() / SCALE, theme.inks());
    let tile = |x: f32, half: f32| Tile { half, ..Tile::upright(Pos2::new(x, 0.0)) };
    let side = tile(0.0, (rect.width().min(rect.height()) / 2.0 - 1.0) / SCALE);
    match look {
        Look::Nothing => tile::print(&mut press, &side, &SpaceLook::default(), None, inks),
        Look::Space(look, points) => {
            tile::sample(&mut press, &side, look, *points, inks, USUAL);
            if let Some(badge) = &look.badge {
                // It is as large as possible, because a sample has no neighbours.
                print::badge(&mut press, &Tile { at: side.at + vec2(0.86, 0.86) * side.half, ..side }, badge);
            }
        }
        Look::Link(look) => {
            painter.rect_filled(rect, 3.0, theme.paper);
            let far = width / 2.0 + HALF;
            let (from, to) = (tile(-far, HALF), tile(far, HALF));
            if let Some(way) = Way::between(&from, &to, &[from.at, to.at]) {
                link::print(&mut press, &way, HALF, look, &[], inks);
            }
        }
        Look::Path(colour) => {
            painter.rect_filled(rect, 3.0, theme.paper);
            let pen = Pen { width: 0.6, colour: colour.map_or(inks.faint, |colour| inks.printed(colour)) };
            let way = [(-0.36, 1.2), (0.0, -1.2), (0.36, 1.0)].map(|(x, y)| Pos2::new(x * width, y));
            press.line(&way, pen, &[]);
            way.into_iter().for_each(|spot| press.disc(spot, 1.5, inks.paper, Some(pen)));
        }
    }
}

/// Whether the look shows nothing.
pub fn is_plain(look: &Look) -> bool {
    *look == Look::Nothing
}
