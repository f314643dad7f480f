//! The margin beside the text: line numbers, results of tests, and problems.

use egui::{Align2, Color32, FontId, Pos2, Rect, Sense, Stroke, pos2, vec2};

use super::{colours, marks};
use crate::text::problems::Mark;
use crate::text::tests::{Test, Verdict};
use crate::ui::theme::Theme;

/// The width of a mark beside a number.
const MARK: f32 = 16.0;

/// The contents of the margin.
pub(super) struct Margin<'a> {
    /// The problems with the numbers, from 0, of the lines where they begin.
    pub problems: Vec<(usize, &'a Mark)>,
    pub tests: Vec<(usize, &'a Test, Verdict)>,
    /// The line of the cursor.
    pub cursor: usize,
    pub lines: usize,
}

/// Returns the width that the margin needs.
pub(super) fn width(lines: usize, font: &FontId, ui: &egui::Ui) -> f32 {
    let digit = ui.fonts_mut(|fonts| fonts.glyph_width(font, '0'));
    let digits = lines.max(1).ilog10() + 1;
    MARK + digit * digits.max(3) as f32 + 10.0
}

/// Paints the margin; `row` gives the top and bottom of a line on the screen. Returns the test that was clicked.
pub(super) fn gutter_ui(ui: &mut egui::Ui, rect: Rect, margin: &Margin<'_>, row: impl Fn(usize) -> (f32, f32)) -> Option<usize> {
    let theme = Theme::of(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, ui.visuals().faint_bg_color);
    let font = FontId::monospace(egui::TextStyle::Monospace.resolve(ui.style()).size * 0.86);
    let is_seen = |line: &usize| {
        let (top, bottom) = row(*line);
        bottom >= rect.top() && top <= rect.bottom()
    };
    let height = (row(0).1 - row(0).0).max(1.0);
    let first = (((rect.top() - row(0).0) / height).floor().max(0.0) as usize).saturating_sub(1);
    for line in (first..margin.lines).skip_while(|line| !is_seen(line)).take_while(is_seen) {
        let (top, bottom) = row(line);
        let colour = if line == margin.cursor { ui.visuals().text_color() } else { ui.visuals().weak_text_color() };
        let at = pos2(rect.right() - 6.0, (top + bottom) / 2.0);
        painter.text(at, Align2::RIGHT_CENTER, line + 1, font.clone(), colour);
    }
    for (line, mark) in margin.problems.iter().filter(|(line, _)| is_seen(line)) {
        let (top, bottom) = row(*line);
        let colour = marks::colour(mark, &theme);
        painter.rect_filled(Rect::from_min_max(pos2(rect.left(), top), pos2(rect.left() + 3.0, bottom)), 0.0, colour);
    }
    let mut clicked = None;
    for (n, (line, test, verdict)) in margin.tests.iter().enumerate().filter(|(_, (line, ..))| is_seen(line)) {
        let (top, bottom) = row(*line);
        let place = Rect::from_min_max(pos2(rect.left() + 3.0, top), pos2(rect.left() + 3.0 + MARK, bottom)).intersect(rect);
        let response = ui.interact(place, ui.scope_id().with(("test", n)), Sense::click());
        let told = match verdict {
            Verdict::Passed => "passed",
            Verdict::Failed => "failed",
            Verdict::NotRun => "not run yet",
        };
        if response.hovered() {
            painter.rect_filled(place, 3.0, ui.visuals().extreme_bg_color);
        }
        sign(&painter, place.center(), *verdict, colour(*verdict, ui.visuals()));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Test {}: {told}", test.title)));
        let response = response.on_hover_text(format!("{}: {told}. Click to run it and see its steps.", test.title));
        if response.clicked() {
            clicked = Some(n);
        }
    }
    clicked
}

/// Returns the colour of a verdict, also used under the pointer.
pub fn colour(verdict: Verdict, visuals: &egui::Visuals) -> Color32 {
    match verdict {
        Verdict::Passed => colours::passed(visuals.dark_mode),
        Verdict::Failed => Theme::by(visuals.dark_mode).error,
        Verdict::NotRun => visuals.weak_text_color(),
    }
}

/// Draws a tick, a cross or a play triangle, so that verdicts differ without colour, too.
fn sign(painter: &egui::Painter, at: Pos2, verdict: Verdict, colour: Color32) {
    let line = |points: &[(f32, f32)]| {
        let points: Vec<Pos2> = points.iter().map(|(x, y)| at + vec2(*x, *y)).collect();
        painter.line(points, Stroke::new(2.0, colour));
    };
    match verdict {
        Verdict::Passed => line(&[(-4.0, 0.0), (-1.0, 3.0), (4.0, -4.0)]),
        Verdict::Failed => {
            line(&[(-3.5, -3.5), (3.5, 3.5)]);
            line(&[(-3.5, 3.5), (3.5, -3.5)]);
        }
        Verdict::NotRun => line(&[(-2.5, -4.0), (3.5, 0.0), (-2.5, 4.0), (-2.5, -4.0)]),
    }
}
