//! Compass directions on the board: a rose for a field of the state, and a small sign for the direction a space faces.

use egui::accesskit::Role;
use egui::{Align2, FontId, Pos2, Rect, Sense, Shape, Stroke, Vec2, vec2};

use super::OnSheet;
use crate::board::Board;
use crate::board::shapes::compass as towards;
use crate::playtest::Race;
use crate::ui::look::DIRECTIONS;
use crate::ui::theme;
use crate::ui::words::titled;

/// The radius of a rose, in millimetres on the sheet.
const RADIUS: f32 = 9.0;

/// Returns the places of roses: side by side in the emptiest corner of the board. `panels` are the title, the legend and the profile.
pub fn places(board: &Board, panels: &[Rect], count: usize) -> Vec<Pos2> {
    let inner = board.bounds.shrink(RADIUS * 1.5);
    let corners = [inner.right_top(), inner.left_top(), inner.right_bottom(), inner.left_bottom()];
    let tiles = || board.spaces.iter().map(|s| (s.tile.at, s.tile.most()));
    let labels = || board.labels.iter().map(|l| (l.at, l.text.chars().count() as f32 * l.size * 0.3));
    let free = |at: &Pos2| {
        let beside = tiles().chain(labels()).map(|(it, half)| it.distance(*at) - half);
        beside.chain(panels.iter().map(|panel| panel.distance_to_pos(*at))).fold(f32::INFINITY, f32::min)
    };
    let corner = corners.into_iter().reduce(|best, at| if free(&at) > free(&best) { at } else { best });
    let Some(corner) = corner else { return vec![] };
    let inwards = if corner.x > inner.center().x { -1.0 } else { 1.0 };
    (0..count).map(|n| corner + vec2(inwards * n as f32 * RADIUS * 2.6, 0.0)).collect()
}

/// Draws the roses, each with its value for screen readers.
pub fn roses_ui(ui: &egui::Ui, sheet: &OnSheet<'_>, race: &Race, panels: &[Rect]) {
    for (compass, at) in race.looks().compasses.iter().zip(places(&race.board, panels, race.looks().compasses.len())) {
        let from = compass.from(race.table_state.read(&race.program));
        let rect = Rect::from_center_size(sheet.at(at), Vec2::splat(RADIUS * 2.6 * sheet.camera.scale));
        let words = format!("{}: {}", titled(&compass.name), from.map_or("none", |n| DIRECTIONS[n]));
        let response = ui.interact(rect, ui.scope_id().with(("compass", &compass.name)), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, &words));
        sheet.rose(at, from, &titled(&compass.name));
        response.on_hover_text(words);
    }
}

impl OnSheet<'_> {
    fn rose(&self, at: Pos2, from: Option<usize>, name: &str) {
        let scale = self.camera.scale;
        let (middle, radius) = (self.at(at), RADIUS * scale);
        let quiet = theme::between(self.theme.ink, self.theme.paper, 0.45);
        self.painter.circle(middle, radius, self.theme.paper.gamma_multiply(0.85), self.stroke(0.35, quiet));
        let font = |share: f32| FontId::proportional((radius * share).clamp(5.0, 60.0));
        for (n, word) in DIRECTIONS.iter().enumerate() {
            let letter: String = word.chars().take(1).flat_map(char::to_uppercase).collect();
            let colour = if from == Some(n) { self.theme.offer } else { quiet };
            self.painter.text(middle + towards(n) * (radius * 0.76), Align2::CENTER_CENTER, letter, font(0.4), colour);
        }
        let below = middle + vec2(0.0, radius * 1.24);
        self.painter.text(below, Align2::CENTER_CENTER, name, font(0.42), self.theme.ink);
        let Some(from) = from else {
            self.painter.circle_filled(middle, radius * 0.14, self.theme.ink);
            return;
        };
        let way = -towards(from);
        let across = vec2(-way.y, way.x);
        let (tail, neck, tip) = (middle - way * (radius * 0.5), middle + way * (radius * 0.1), middle + way * (radius * 0.55));
        self.painter.line_segment([tail, neck], Stroke::new((radius * 0.16).max(1.5), self.theme.offer));
        let head = vec![neck + across * (radius * 0.28), tip, neck - across * (radius * 0.28)];
        self.painter.add(Shape::convex_polygon(head, self.theme.offer, Stroke::NONE));
    }
}
