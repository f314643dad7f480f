//! The profile of a trail: how high it lies along the course, with what its tiles say.

use egui::epaint::Mesh;
use egui::{Align2, Color32, FontId, Pos2, Rect, Sense, Shape, Stroke, WidgetInfo, pos2, vec2};

use crate::drawing::trail::{Laid, Plan, Trail, far_text};
use crate::ui::theme::Theme;

/// The height of the profile, in points.
const HEIGHT: f32 = 130.0;
/// The heights that are shown of each tile.
const STEPS: usize = 6;
/// Ground that rises less than this in all doesn't fill the profile, in metres.
const FLAT: f64 = 10.0;

/// Shows the profile.
pub fn profile_ui(ui: &mut egui::Ui, trail: &Trail, plan: &Plan, laid: &Laid) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let theme = Theme::of(ui);
    let said = |is_climb: bool| {
        let values = laid.slopes().into_iter().filter_map(|slope| plan.value_of(slope));
        values.filter(|rule| rule.is_climb == is_climb).count()
    };
    let words = format!("Profile: {} tiles climb, {} go down", said(true), said(false));
    response.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Image, true, &words));
    response.on_hover_text(&words);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, theme.paper);
    let height = |far: f64| trail.height(far, laid.metres).unwrap_or_default();
    // From the middle between a tile and the one before to the middle between it and the next. The first tile of a loop lies at its end, too.
    let again = laid.tiles.first().filter(|_| laid.line.comes_round()).map(|tile| (tile, plan.to));
    let tiles: Vec<_> = laid.tiles.iter().map(|tile| (tile, tile.far)).chain(again).collect();
    let middle = |n: usize| (tiles[n - 1].1 + tiles[n].1) / 2.0;
    let points = |n: usize| -> Vec<(f64, f64)> {
        let from = if n == 0 { plan.from } else { middle(n) };
        let to = if n + 1 == tiles.len() { plan.to } else { middle(n + 1) };
        let far = (0..=STEPS).map(|step| from + (to - from) * step as f64 / STEPS as f64);
        far.map(|far| (far, height(far))).collect()
    };
    let all: Vec<_> = tiles.iter().enumerate().map(|(n, (tile, _))| (*tile, points(n))).collect();
    let heights = || all.iter().flat_map(|(_, points)| points).map(|(_, height)| *height);
    let (low, high) = heights().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), h| (a.min(h), b.max(h)));
    let font = FontId::proportional(11.0);
    let plot = Rect::from_min_max(rect.min + vec2(8.0, 20.0), rect.max - vec2(8.0, 18.0));
    let whole = (plan.to - plan.from).max(1e-6);
    let at = |(far, height): (f64, f64)| -> Pos2 {
        let up = (height - low) / (high - low).max(FLAT);
        let right = (far - plan.from) / whole;
        pos2(plot.left() + right as f32 * plot.width(), plot.bottom() - 4.0 - up as f32 * (plot.height() - 4.0))
    };
    let mut ground = Mesh::default();
    for (tile, points) in &all {
        let rule = tile.slope.and_then(|slope| plan.value_of(slope));
        let usual = rule.map(|rule| if rule.is_climb { theme.full } else { theme.calm });
        let own = rule.and_then(|rule| rule.value.as_ref()?.colour).map(|[r, g, b]| Color32::from_rgb(r, g, b));
        let colour = own.or(usual).unwrap_or(theme.tile);
        for pair in points.windows(2) {
            let first = ground.vertices.len() as u32;
            for at in [at(pair[0]), at(pair[1])] {
                ground.colored_vertex(at, colour);
                ground.colored_vertex(pos2(at.x, plot.bottom()), colour);
            }
            ground.add_triangle(first, first + 1, first + 2);
            ground.add_triangle(first + 1, first + 2, first + 3);
        }
    }
    painter.add(Shape::mesh(ground));
    let top: Vec<Pos2> = all.iter().flat_map(|(_, points)| points).map(|point| at(*point)).collect();
    painter.add(Shape::line(top, Stroke::new(1.5, theme.ink)));
    painter.line_segment([plot.left_bottom(), plot.right_bottom()], Stroke::new(1.0, theme.faint_ink));
    let text = |at: Pos2, align: Align2, text: String| painter.text(at, align, text, font.clone(), theme.ink);
    text(rect.left_top() + vec2(8.0, 4.0), Align2::LEFT_TOP, format!("{low:.0} to {high:.0} m"));
    let rises = heights().zip(heights().skip(1)).map(|(before, height)| height - before);
    let (up, down) = rises.fold((0.0, 0.0), |(up, down), rise| (up + rise.max(0.0), down - rise.min(0.0)));
    text(rect.right_top() + vec2(-8.0, 4.0), Align2::RIGHT_TOP, format!("{up:.0} m up, {down:.0} m down"));
    text(rect.left_bottom() + vec2(8.0, -3.0), Align2::LEFT_BOTTOM, far_text(plan.from));
    text(rect.right_bottom() + vec2(-8.0, -3.0), Align2::RIGHT_BOTTOM, far_text(plan.to));
}
