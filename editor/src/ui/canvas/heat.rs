//! Discs on the board that show how often pieces come to rest on each space. Their size and darkness show how often, and a number is added
//! if there is room.

use egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, pos2, vec2};

use super::OnSheet;
use crate::ui::board::Space;
use crate::ui::statistics::Heat;
use crate::ui::theme;

/// The event that is counted: a piece stands on a space at the end of a turn, and stood elsewhere before.
const COUNTED: &str = "turns that end with a piece moved here, not passing";

/// The colours from rare to frequent. Each is darker than the one before, so that they can be told apart without colour.
const SCALE: [Color32; 4] = [
    Color32::from_rgb(0xff, 0xf2, 0xb2),
    Color32::from_rgb(0xfd, 0xb8, 0x63),
    Color32::from_rgb(0xd9, 0x48, 0x3b),
    Color32::from_rgb(0x5c, 0x0f, 0x2e),
];

/// Returns the colour for a share of the greatest value.
pub fn colour(part: f64) -> Color32 {
    let steps = (SCALE.len() - 1) as f32;
    let at = part.clamp(0.0, 1.0) as f32 * steps;
    let first = (at as usize).min(SCALE.len() - 2);
    theme::between(SCALE[first], SCALE[first + 1], at - first as f32)
}

/// Returns the radius of a disc, in half tiles. Its area is proportional to the share.
pub fn radius(part: f64) -> f32 {
    (part.clamp(0.0, 1.0) as f32).sqrt() * 0.92
}

/// `0.42`, `12`
pub fn number(value: f64) -> String {
    match value {
        _ if value >= 9.95 => format!("{value:.0}"),
        _ if value >= 0.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Returns the words about a space: `0.42 ± 0.01 times in a game (5 000 games)`.
pub fn told(heat: &Heat, n: usize, space: &Space) -> Option<String> {
    let stops = heat.at(n, &space.id)?;
    let margin = if stops.margin().is_finite() { format!("{:.2}", stops.margin()) } else { "?".to_owned() };
    let games = crate::figures::words::count(stops.n, "game");
    Some(format!("{:.2} ± {margin} times in a game ({games})", stops.value))
}

impl OnSheet<'_> {
    /// Draws discs on all spaces where a piece came to rest.
    pub fn heat(&self, heat: &Heat, spaces: &[Space]) {
        let most = heat.most();
        let opacity = if heat.is_old { 0.4 } else { 0.92 };
        for (n, space) in spaces.iter().enumerate() {
            let Some(stops) = heat.at(n, &space.id).filter(|stops| stops.value > 0.0 && self.is_seen(&space.tile)) else {
                continue;
            };
            let part = stops.value / most.max(1e-9);
            self.heat_disc(self.at(space.tile.at), space.tile.half * self.camera.scale, part, stops.value, opacity);
        }
    }

    fn heat_disc(&self, at: Pos2, half: f32, part: f64, value: f64, opacity: f32) {
        let (radius, fill) = ((radius(part) * half).max(1.0), colour(part));
        let edge = Stroke::new((half * 0.05).clamp(0.5, 1.5), theme::between(fill, Color32::BLACK, 0.5).gamma_multiply(opacity));
        self.painter.circle(at, radius, fill.gamma_multiply(opacity), edge);
        // A small disc has no room for its number. The number then stands across the tile's edge, or only in the tooltip.
        let size = (half * 0.62).min(radius * 0.95).min(16.0);
        if size >= 6.0 {
            self.painter.text(at, Align2::CENTER_CENTER, number(value), FontId::proportional(size), theme::on(fill));
        }
    }

    /// Draws the legend of sizes and colours, in the corner with the fewest spaces.
    pub fn heat_legend(&self, heat: &Heat, spaces: &[Space]) {
        let title = if heat.is_old { "Stops in a game, of the earlier rules" } else { "Stops in a game" };
        let words = [(title, 11.5), (COUNTED, 10.0)]
            .map(|(text, size)| self.painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), self.theme.ink));
        let wide = words.iter().map(|words| words.size().x).fold(220.0, f32::max);
        let (most, size) = (heat.most(), vec2(wide + 16.0, 74.0));
        let room = self.view.shrink(8.0);
        let (right, lower) = (room.right() - size.x, room.bottom() - size.y);
        let corners = [(room.left(), lower), (room.left(), room.top()), (right, room.top()), (right, lower)];
        let rects = corners.map(|(x, y)| Rect::from_min_size(pos2(x, y), size));
        let hidden = |rect: &Rect| spaces.iter().filter(|space| rect.intersects(self.rect_of(&space.tile))).count();
        let Some(rect) = rects.into_iter().min_by_key(hidden) else { return };
        let corner = rect.min;
        self.painter.rect(rect, 4.0, self.theme.paper, Stroke::new(1.0, self.theme.paper_edge), egui::StrokeKind::Inside);
        for (words, down) in words.into_iter().zip([6.0, 21.0]) {
            self.painter.galley(corner + vec2(8.0, down), words, self.theme.ink);
        }
        for (n, part) in [0.05, 0.25, 0.5, 1.0].into_iter().enumerate() {
            let at = corner + vec2(26.0 + 52.0 * n as f32, 54.0);
            let (radius, fill) = (radius(part) * 13.0, colour(part));
            self.painter.circle(at, radius, fill, Stroke::new(0.75, theme::between(fill, Color32::BLACK, 0.5)));
            let text = number(most * part);
            self.painter.text(at + vec2(14.0, 0.0), Align2::LEFT_CENTER, text, FontId::proportional(11.0), self.theme.ink);
        }
    }
}
