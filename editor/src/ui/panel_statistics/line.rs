//! A figure as a line: its value, its interval as a bar with whiskers, the earlier value, and the difference.

use egui::accesskit::Role;
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, WidgetInfo, pos2, vec2};

use super::super::theme::Theme;
use crate::figures::Line;

const HEIGHT: f32 = 19.0;
/// The greatest width. A wider table looks torn apart.
const WIDEST: f32 = 760.0;

/// The gap between two columns, the room for the triangle behind the last one, and the least width of a bar.
const GAP: f32 = 12.0;
const TRIANGLE: f32 = 18.0;
const BAR: f32 = 40.0;
/// The least width of a label, as long as there are columns to leave out.
const LEAST_LABEL: f32 = 84.0;
/// The share of the room beside the numbers that the label gets, if there is a bar.
const LABEL: f32 = 0.62;

/// The columns of all sections, from the left. Numbers are never cut: where there is little room, the bar is left out, then the label is cut,
/// then columns of numbers are left out, which the tooltip tells.
pub struct Columns {
    width: f32,
    /// The right edges of the label and of the value.
    label: f32,
    value: f32,
    /// The right edge of the margin of the value, which may be left out like all that follow.
    margin: Option<f32>,
    bar: Option<(f32, f32)>,
    /// The right edges of the earlier value and of the difference, if something is pinned.
    before: Option<f32>,
    difference: Option<f32>,
}

impl Columns {
    /// Returns the columns that these lines need.
    pub fn new<'a>(ui: &egui::Ui, lines: impl Iterator<Item = &'a Line> + Clone, with_before: bool) -> Columns {
        let width = ui.available_width().min(WIDEST);
        let wide = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font(), Color32::WHITE).size().x;
        let most = |of: fn(&Line) -> &str, head: &str| lines.clone().map(of).map(wide).fold(wide(head), f32::max) + GAP;
        let value = most(|line| &line.texts.value, "now");
        let mut margin = Some(most(|line| &line.texts.margin, "±"));
        let mut before = with_before.then(|| most(|line| &line.texts.before, "before"));
        let mut difference = with_before.then(|| most(|line| &line.texts.difference, "difference"));
        let mut left = width - TRIANGLE - value - [margin, before, difference].into_iter().flatten().sum::<f32>();
        for column in [&mut margin, &mut before, &mut difference] {
            left += if left < LEAST_LABEL { column.take().unwrap_or(0.0) } else { 0.0 };
        }
        let left = left.max(0.0);
        let bar = (left * (1.0 - LABEL) - GAP).max(0.0);
        let label = if bar < BAR { left } else { left * LABEL };
        let mut at = label;
        let mut to = |wide: f32| {
            at += wide;
            at
        };
        let (value, margin) = (to(value), margin.map(&mut to));
        let bar = (bar >= BAR).then(|| (to(GAP), to(bar)));
        Columns { width, label, value, margin, bar, before: before.map(&mut to), difference: difference.map(&mut to) }
    }
}

fn font() -> FontId {
    FontId::proportional(13.0)
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
pub fn lines_ui(ui: &mut egui::Ui, lines: &[Line], columns: &Columns) {
    ui.spacing_mut().item_spacing.y = 1.0;
    let ink = ink(ui);
    head_ui(ui, columns, ink);
    let shares = lines.iter().filter(|line| line.is_share).flat_map(|line| [line.now, line.before]);
    let fair = lines.iter().filter_map(|line| line.fair).fold(0.0, f64::max);
    let most = shares.flatten().map(|e| e.high).fold(fair, f64::max) * 1.04;
    for line in lines {
        let (rect, response) = ui.allocate_exact_size(vec2(columns.width, HEIGHT), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &line.texts.told));
        if ui.is_rect_visible(rect) {
            paint(ui.painter(), rect, line, columns, ink, most);
            response.on_hover_text_at_pointer(&line.texts.told);
        }
    }
}

fn ink(ui: &egui::Ui) -> Ink {
    let visuals = ui.visuals();
    let mark = Theme::of(ui).accent;
    Ink {
        plain: visuals.text_color(),
        weak: visuals.weak_text_color(),
        fill: if visuals.dark_mode { Color32::from_rgb(0x3f, 0x6d, 0x9c) } else { Color32::from_rgb(0x9c, 0xc0, 0xe0) },
        mark,
    }
}

fn head_ui(ui: &mut egui::Ui, columns: &Columns, ink: Ink) {
    let Some(difference) = columns.difference else { return };
    let (rect, _) = ui.allocate_exact_size(vec2(columns.width, HEIGHT - 3.0), Sense::hover());
    let (now, difference) = ((Some(columns.value), "now"), (Some(difference), "difference"));
    for (at, text) in [now, (columns.margin, "±"), (columns.before, "before"), difference] {
        let Some(at) = at else { continue };
        let at = pos2(rect.left() + at, rect.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, text, FontId::proportional(11.5), ink.weak);
    }
}

fn paint(painter: &Painter, rect: Rect, line: &Line, columns: &Columns, ink: Ink, most: f64) {
    let font = font();
    let y = rect.center().y;
    let at = |x: f32| pos2(rect.left() + x, y);
    let label_ink = if line.is_part { ink.weak } else { ink.plain };
    let label_at = rect.left() + if line.is_part { 14.0 } else { 0.0 };
    let mut label = LayoutJob::simple_singleline(line.label.clone(), font.clone(), label_ink);
    label.wrap = TextWrapping::truncate_at_width((rect.left() + columns.label - label_at).max(0.0));
    let label = painter.layout_job(label);
    painter.galley(pos2(label_at, y - label.size().y / 2.0), label, label_ink);
    painter.text(at(columns.value), Align2::RIGHT_CENTER, &line.texts.value, font.clone(), ink.plain);
    let number = |column: Option<f32>, text: &str, colour: Color32| {
        if let Some(column) = column {
            painter.text(at(column), Align2::RIGHT_CENTER, text, font.clone(), colour);
        }
    };
    number(columns.margin, &line.texts.margin, ink.weak);
    number(columns.before, &line.texts.before, ink.weak);
    number(columns.difference, &line.texts.difference, if line.differs() { ink.mark } else { ink.weak });
    if let Some((from, to)) = columns.bar {
        let bar = Rect::from_x_y_ranges(rect.left() + from..=rect.left() + to, rect.y_range().shrink(3.0));
        paint_bar(painter, bar, line, ink, most);
    }
    let change = line.difference.filter(|_| line.differs()).map(|change| change.value > 0.0);
    let stands_out = (!line.texts.mark.is_empty()).then(|| line.texts.mark.starts_with("more"));
    if let Some(up) = change.or(stands_out) {
        triangle(painter, at(columns.width - TRIANGLE / 2.0), up, ink.mark);
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
