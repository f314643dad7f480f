//! Drawings over and under the letters: wavy lines, matches and the cursor's line, and the tooltip of a word.

use std::ops::Range;

use egui::{Color32, Galley, Pos2, Rect, RichText, Shape, Stroke, pos2};

use crate::text::hover::Hover;
use crate::text::problems::Mark;
use crate::ui::theme::{Theme, strong};
use crate::ui::words::without_ticks;

/// The positions of letters on the screen.
pub(super) struct Letters<'a> {
    pub text: &'a str,
    /// The place where each line begins.
    pub starts: &'a [usize],
    pub galley: &'a Galley,
    pub origin: Pos2,
}

impl Letters<'_> {
    /// Returns the line of a place, from 0.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// Returns the top and the bottom of a line.
    pub fn row(&self, line: usize) -> (f32, f32) {
        match self.galley.rows.get(line) {
            Some(row) => (self.origin.y + row.min_y(), self.origin.y + row.max_y()),
            None => (self.origin.y, self.origin.y),
        }
    }

    fn x(&self, line: usize, at: usize) -> f32 {
        let column = self.text.get(self.starts[line]..at).map_or(0, |before| before.chars().count());
        self.galley.rows.get(line).map_or(0.0, |row| self.origin.x + row.pos.x + row.x_offset(column.into()))
    }

    /// Returns the rectangles of a range, one per line, as far as they are in view.
    pub fn rects(&self, range: &Range<usize>, view: Rect) -> Vec<Rect> {
        let (first, last) = (self.line(range.start), self.line(range.end));
        let mut rects = vec![];
        for line in first..=last.min(first + 400) {
            let (top, bottom) = self.row(line);
            if bottom < view.top() || top > view.bottom() {
                continue;
            }
            let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
            let (from, to) = (range.start.max(self.starts[line]), range.end.min(end));
            let (left, right) = (self.x(line, from), self.x(line, to.max(from)));
            rects.push(Rect::from_min_max(pos2(left, top), pos2(right.max(left + 3.0), bottom)));
        }
        rects
    }

    /// Returns the place of the letter under a point.
    pub fn under(&self, point: Pos2) -> Option<usize> {
        let line = self.galley.rows.partition_point(|row| self.origin.y + row.max_y() <= point.y);
        let row = self.galley.rows.get(line)?;
        let x = point.x - self.origin.x - row.pos.x;
        if point.y < self.origin.y || x < 0.0 || x > row.size.x + 4.0 {
            return None;
        }
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let line = self.text.get(start..end)?;
        let column = row.char_at(x).0;
        Some(start + line.char_indices().nth(column).map_or(line.len(), |(at, _)| at))
    }
}

/// Draws wavy lines under problems.
pub(super) fn waves(painter: &egui::Painter, letters: &Letters<'_>, marks: &[Mark], view: Rect, theme: &Theme) {
    for mark in marks {
        let colour = colour(mark, theme);
        for rect in letters.rects(&mark.range, view) {
            painter.add(wave(rect, colour));
        }
    }
}

/// Returns the colour of a mark; a place that a problem elsewhere refers to is grey.
pub(super) fn colour(mark: &Mark, theme: &Theme) -> Color32 {
    match mark {
        Mark { is_related: true, .. } => theme.faint_ink,
        Mark { is_error: true, .. } => theme.error,
        _ => theme.warning,
    }
}

fn wave(rect: Rect, colour: Color32) -> Shape {
    let (step, height) = (2.5, 1.6);
    let base = rect.bottom() - 1.5;
    let count = ((rect.width() / step).ceil() as usize).clamp(2, 600);
    let point =
        |n: usize| pos2(rect.left() + n as f32 * step, base + if n.is_multiple_of(2) { height / 2.0 } else { -height / 2.0 });
    Shape::line((0..=count).map(point).collect(), Stroke::new(1.2, colour))
}

/// Shows the problems at a place and the meaning of the word there.
pub(super) fn tip_ui(ui: &mut egui::Ui, marks: &[&Mark], told: Option<&Hover>) {
    let theme = Theme::of(ui);
    ui.set_max_width(460.0);
    for mark in marks {
        ui.label(strong(without_ticks(&mark.message)).color(colour(mark, &theme)));
        if let Some(hint) = &mark.hint {
            ui.label(format!("Hint: {}", without_ticks(hint)));
        }
    }
    let Some(told) = told.filter(|_| marks.is_empty()) else { return };
    ui.label(RichText::new(&told.code).monospace());
    ui.weak(&told.what);
    if !told.docs.is_empty() {
        ui.label(&told.docs);
    }
    if !told.place.is_empty() {
        ui.weak(format!("{} · F12 goes there", told.place));
    }
}
