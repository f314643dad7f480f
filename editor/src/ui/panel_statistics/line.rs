//! A figure as a line: its value, its interval as a bar with whiskers, the earlier value, and the difference.

use egui::accesskit::Role;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, WidgetInfo, pos2, vec2};

use super::super::theme::Theme;
use crate::figures::Line;

const HEIGHT: f32 = 19.0;
/// The greatest width. A wider table looks torn apart.
const WIDEST: f32 = 760.0;

/// The places of the columns, from the left.
struct Columns {
    /// The right edges of the value and of its margin.
    value: f32,
    margin: f32,
    bar: (f32, f32),
    /// The right edges of the earlier value and of the difference; `None` if nothing is pinned.
    before: Option<(f32, f32)>,
}

impl Columns {
    fn new(width: f32, with_before: bool) -> Columns {
        let at = |share: f32| width * share;
        if with_before {
            Columns { value: at(0.37), margin: at(0.48), bar: (at(0.50), at(0.67)), before: Some((at(0.77), at(0.97))) }
        } else {
            Columns { value: at(0.47), margin: at(0.61), bar: (at(0.64), at(0.97)), before: None }
        }
    }
}

/// The colours of a line.
#[derive(Clone, Copy)]
struct Ink {
    plain: Color32,
    weak: Color32,
    fill: Color32,
    mark: Color32,
}

/// Shows the figures of a section.
pub fn lines_ui(ui: &mut egui::Ui, lines: &[Line], with_before: bool) {
    ui.spacing_mut().item_spacing.y = 1.0;
    let width = ui.available_width().min(WIDEST);
    let columns = Columns::new(width, with_before);
    let ink = ink(ui);
    if with_before {
        head_ui(ui, width, &columns, ink);
    }
    let shares = lines.iter().filter(|line| line.is_share).flat_map(|line| [line.now, line.before]);
    let fair = lines.iter().filter_map(|line| line.fair).fold(0.0, f64::max);
    let most = shares.flatten().map(|e| e.high).fold(fair, f64::max) * 1.04;
    for line in lines {
        let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &line.texts.told));
        if ui.is_rect_visible(rect) {
            paint(ui.painter(), rect, line, &columns, ink, most);
            response.on_hover_text_at_pointer(&line.texts.told);
        }
    }
}

fn ink(ui: &egui::Ui) -> Ink {
    let visuals = ui.visuals();
    let mark = if visuals.dark_mode { Color32::from_rgb(0xff, 0xa8, 0x5c) } else { Theme::of(ui).offer };
    Ink {
        plain: visuals.text_color(),
        weak: visuals.weak_text_color(),
        fill: if visuals.dark_mode { Color32::from_rgb(0x3f, 0x6d, 0x9c) } else { Color32::from_rgb(0x9c, 0xc0, 0xe0) },
        mark,
    }
}

fn head_ui(ui: &mut egui::Ui, width: f32, columns: &Columns, ink: Ink) {
    let (rect, _) = ui.allocate_exact_size(vec2(width, HEIGHT - 3.0), Sense::hover());
    let Some((before, difference)) = columns.before else { return };
    for (at, text) in [(columns.value, "now"), (columns.margin, "±"), (before, "before"), (difference, "difference")] {
        let at = pos2(rect.left() + at, rect.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, text, FontId::proportional(11.5), ink.weak);
    }
}

fn paint(painter: &Painter, rect: Rect, line: &Line, columns: &Columns, ink: Ink, most: f64) {
    let font = FontId::proportional(13.0);
    let y = rect.center().y;
    let at = |x: f32| pos2(rect.left() + x, y);
    let label_ink = if line.is_part { ink.weak } else { ink.plain };
    let label_at = rect.left() + if line.is_part { 14.0 } else { 0.0 };
    let label_room = Rect::from_min_max(rect.min, pos2(rect.left() + columns.value - 58.0, rect.bottom()));
    let clipped = painter.with_clip_rect(label_room.intersect(painter.clip_rect()));
    clipped.text(pos2(label_at, y), Align2::LEFT_CENTER, &line.label, font.clone(), label_ink);
    painter.text(at(columns.value), Align2::RIGHT_CENTER, &line.texts.value, font.clone(), ink.plain);
    painter.text(at(columns.margin), Align2::RIGHT_CENTER, &line.texts.margin, font.clone(), ink.weak);
    let bar = Rect::from_x_y_ranges(rect.left() + columns.bar.0..=rect.left() + columns.bar.1, rect.y_range().shrink(3.0));
    paint_bar(painter, bar, line, ink, most);
    if let Some((before, difference)) = columns.before {
        painter.text(at(before), Align2::RIGHT_CENTER, &line.texts.before, font.clone(), ink.weak);
        let colour = if line.differs() { ink.mark } else { ink.weak };
        painter.text(at(difference), Align2::RIGHT_CENTER, &line.texts.difference, font, colour);
        if let Some(change) = line.difference.filter(|_| line.differs()) {
            triangle(painter, at(difference + 9.0), change.value > 0.0, ink.mark);
        }
    } else if !line.texts.mark.is_empty() {
        triangle(painter, at(columns.bar.1 + 10.0), line.texts.mark.starts_with("more"), ink.mark);
    }
}

/// Draws a sign for a significant increase or decrease.
fn triangle(painter: &Painter, at: Pos2, up: bool, colour: Color32) {
    let tip = if up { -4.0 } else { 4.0 };
    let corners = vec![at + vec2(-4.0, -tip), at + vec2(4.0, -tip), at + vec2(0.0, tip)];
    painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
}

/// Draws a share as a bar from 0. Draws a number as a line from its 5th to its 95th percentile, with a notch at the median. Whiskers show
/// the interval, a ring below shows the earlier value, and a dashed line shows a fair share.
fn paint_bar(painter: &Painter, bar: Rect, line: &Line, ink: Ink, most: f64) {
    let ends = |e: &interpreter::stats::Estimate| [e.low, e.high].into_iter().filter(|n| n.is_finite()).chain([e.value]);
    let (low, high) = if line.is_share {
        (0.0, most)
    } else {
        let all = || line.percentiles.into_iter().flatten().chain(line.now.iter().chain(&line.before).flat_map(ends));
        (all().fold(0.0, f64::min), all().fold(0.0, f64::max) * 1.04)
    };
    let span = (high - low).max(1e-9);
    let x = |number: f64| bar.left() + (((number - low) / span).clamp(0.0, 1.0) as f32) * bar.width();
    let y = bar.center().y;
    painter.line_segment([pos2(bar.left(), bar.bottom()), pos2(bar.right(), bar.bottom())], Stroke::new(0.5, ink.weak));
    if let Some(fair) = line.fair {
        let at = [pos2(x(fair), bar.top() - 2.0), pos2(x(fair), bar.bottom() + 2.0)];
        painter.extend(Shape::dashed_line(&at, Stroke::new(1.0, ink.weak), 3.0, 2.0));
    }
    if let Some(now) = &line.now {
        match line.percentiles.filter(|_| !line.is_share) {
            Some([first, half, last]) => {
                let rect = Rect::from_x_y_ranges(x(first)..=x(last).max(x(first) + 1.0), y - 2.0..=y + 2.0);
                painter.rect_filled(rect, 1.0, ink.fill);
                painter.line_segment([pos2(x(half), y - 5.0), pos2(x(half), y + 5.0)], Stroke::new(1.5, ink.fill));
            }
            None => drop(painter.rect_filled(Rect::from_x_y_ranges(x(0.0)..=x(now.value), y - 3.5..=y + 3.5), 1.0, ink.fill)),
        }
        let stroke = Stroke::new(1.5, ink.plain);
        let [first, last] = [now.low, now.high].map(|end| if end.is_finite() { x(end) } else { x(now.value) });
        painter.line_segment([pos2(first, y), pos2(last, y)], stroke);
        for end in [first, last] {
            painter.line_segment([pos2(end, y - 3.5), pos2(end, y + 3.5)], stroke);
        }
    }
    if let Some(before) = &line.before {
        painter.circle_stroke(pos2(x(before.value), bar.bottom() - 1.0), 2.5, Stroke::new(1.2, ink.mark));
    }
}
