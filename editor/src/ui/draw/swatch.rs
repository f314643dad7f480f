//! What a brush or pen looks like, painted as the board paints it, small beside its name.

use eframe::egui::{self, Atom, Color32, IdSalt, Pos2, Rect, Response, Shape, Stroke, Vec2, pos2, vec2};

use crate::drawing::looks::Look;
use crate::looks::{Icon, Pattern, SpaceLook};
use crate::ui::canvas::shapes::Tile;
use crate::ui::canvas::tile;
use crate::ui::look::colour;
use crate::ui::theme::Theme;

/// Points of a side.
const SIDE: f32 = 20.0;
/// Points of a millimetre, for lines.
const SCALE: f32 = 2.2;

/// What stands before a name.
#[derive(Clone, Copy)]
pub enum Sample<'a> {
    Nothing,
    Tile(&'a Look),
    /// A line of the colour, dashed as the `n`th kind of link is.
    Line(&'a Look, usize),
    /// A line over spots, as a path is.
    Path(&'a Look),
}

/// A button with a sample before its name.
pub fn button_ui(ui: &mut egui::Ui, is_on: bool, sample: Sample<'_>, title: &str) -> Response {
    let id = IdSalt::new("sample");
    let size = match sample {
        Sample::Nothing => Vec2::ZERO,
        Sample::Tile(_) => Vec2::splat(SIDE),
        Sample::Line(..) | Sample::Path(_) => vec2(SIDE * 1.6, SIDE),
    };
    let button = match sample {
        Sample::Nothing => egui::Button::selectable(is_on, title),
        _ => egui::Button::selectable(is_on, (Atom::custom(id, size), title)),
    };
    let painted = button.frame_when_inactive(is_on).min_size(vec2(0.0, SIDE + 4.0)).atom_ui(ui);
    if let Some(rect) = painted.rect(id) {
        sample_ui(ui, rect, sample);
    }
    painted.response
}

/// Paints a sample.
pub fn sample_ui(ui: &egui::Ui, rect: Rect, sample: Sample<'_>) {
    let theme = Theme::of(ui);
    let painter = ui.painter();
    match sample {
        Sample::Nothing => {}
        Sample::Tile(look) => {
            let half = rect.width().min(rect.height()) / 2.0 - 1.0;
            let tile = Tile { at: rect.center(), half, long: 1.0, towards: vec2(1.0, 0.0), round: false };
            tile::paint(painter, &tile, &printed(look), None, SCALE, theme);
        }
        Sample::Line(look, kind) => {
            let (from, to) = (rect.left_center() + vec2(1.0, 0.0), rect.right_center() - vec2(2.0, 0.0));
            let stroke = Stroke::new(if look.colour.is_some() { 2.5 } else { 1.5 }, line_colour(ui, look));
            let head = vec2(6.0, 3.5);
            let line = [from, to - vec2(head.x, 0.0)];
            match kind {
                0 => drop(painter.add(Shape::line_segment(line, stroke))),
                kind => {
                    let dash = if kind % 2 == 1 { 4.0 } else { 2.0 };
                    painter.extend(Shape::dashed_line(&line, stroke, dash, dash));
                }
            }
            let tip = vec![to, to + vec2(-head.x, -head.y), to + vec2(-head.x, head.y)];
            painter.add(Shape::convex_polygon(tip, stroke.color, Stroke::NONE));
        }
        Sample::Path(look) => {
            let at = |t: f32, y: f32| pos2(rect.left() + rect.width() * t, rect.center().y + rect.height() * y);
            let way: [Pos2; 3] = [at(0.14, 0.22), at(0.5, -0.18), at(0.86, 0.12)];
            let colour = line_colour(ui, look);
            painter.line(way.to_vec(), Stroke::new(1.5, colour));
            for spot in way {
                painter.circle(spot, 3.2, theme.paper, Stroke::new(1.5, colour));
            }
        }
    }
}

/// The colour of a line on the window's own ground.
fn line_colour(ui: &egui::Ui, look: &Look) -> Color32 {
    look.colour.map_or(ui.visuals().weak_text_color(), colour)
}

/// A value's look as a tile that says nothing else.
fn printed(look: &Look) -> SpaceLook {
    SpaceLook {
        fill: look.colour,
        patterns: look.pattern.as_deref().and_then(Pattern::of).into_iter().collect(),
        icons: look.icon.as_ref().map(Icon::of).into_iter().collect(),
        ..SpaceLook::default()
    }
}

/// Whether there is anything to see of it.
pub fn is_plain(look: &Look) -> bool {
    *look == Look::default()
}
