//! The open text: its letters, its margin, the drawings over and under them, and the tooltips.

use std::ops::Range;

use egui::text::{CCursor, CCursorRange};
use egui::{Event, Id, Rect, Shape, TextBuffer, TextEdit, pos2, vec2};

use super::marks::{self, Letters};
use super::popup::Popup;
use super::sheet::{MOST_CHARS, Sheet, take_word};
use super::{RulesPane, Shown, below, gutter, keys, status};
use crate::text::hover::{self, Hover, NamePlace};
use crate::text::known::Known;
use crate::text::problems::Mark;
use crate::text::{Language, floor};
use crate::ui::theme::Theme;

/// The seconds the pointer must rest on a word before its tooltip appears.
const REST: f32 = 0.35;

/// Shows the text with its margin, problems and completion list.
pub(super) fn page_ui(ui: &mut egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>, id: Id) {
    let name = pane.open.clone();
    let language = Language::of(&name);
    let theme = Theme::of(ui);
    let sheet = pane.sheets.get_mut(&name).expect("it is on show");
    sheet.look(&name, shown, &pane.results);
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let all = ui.available_rect_before_wrap();
    let margin_width = gutter::width(sheet.seen.starts.len(), &font, ui);
    let margin_rect = Rect::from_min_max(all.min, pos2(all.left() + margin_width, all.bottom()));
    let view = Rect::from_min_max(pos2(margin_rect.right(), all.top()), all.max);
    ui.painter().rect_filled(view, 0.0, ui.visuals().extreme_bg_color);
    ui.allocate_rect(all, egui::Sense::hover());

    // Below a dialog, and in the frame in which it closes, egui gives nothing the focus.
    let is_free = ui.memory(|memory| memory.is_above_modal_layer(ui.layer_id()));
    if sheet.wanted.is_some() && !is_free {
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(50));
    }
    let wanted = sheet.wanted.take_if(|(_, focus)| is_free || !*focus);
    if let Some((range, focus)) = &wanted {
        select(ui, id, &sheet.text, range);
        if *focus {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
    }
    let typed = ui.input(|i| i.events.iter().any(|event| matches!(event, Event::Text(_))));
    let had = (sheet.version, sheet.cursor.clone());
    let mut inner = ui.new_child(egui::UiBuilder::new().id_salt(("text of", &name)).max_rect(view));
    inner.set_clip_rect(view.intersect(ui.clip_rect()));
    let scroll = egui::ScrollArea::both().id_salt("text").auto_shrink([false, false]);
    let shown_text = scroll.show(&mut inner, |ui| {
        let behind = ui.painter().add(Shape::Noop);
        let Sheet { text, paper, .. } = &mut *sheet;
        let room = vec2(paper.width() + 60.0, 0.0).max(ui.available_size());
        let mut layouter = |ui: &egui::Ui, text: &dyn TextBuffer, _: f32| paper.lay(ui, language, text.as_str());
        let edit = TextEdit::multiline(text)
            .id(id)
            .layouter(&mut layouter)
            .event_filter(keys::FILTER)
            .frame(egui::Frame::NONE)
            .margin(egui::Margin { left: 6, right: 6, top: 2, bottom: 2 })
            .char_limit(MOST_CHARS)
            .min_size(room)
            .desired_width(room.x);
        let output = edit.show(ui);
        ui.ctx().accesskit_node_builder(id, |node| node.set_label(name.as_str()));
        if let Some((range, _)) = &wanted {
            let at = output.galley.pos_from_cursor(cursor(text, range.end)).translate(output.galley_pos.to_vec2());
            ui.scroll_to_rect(at.expand2(vec2(40.0, 60.0)), None);
        }
        (output, behind)
    });
    let (output, behind) = shown_text.inner;
    if output.response.changed() {
        sheet.version += 1;
    }
    if let Some(range) = output.cursor_range {
        let [start, end] = range.sorted_cursors();
        sheet.cursor = byte(&sheet.text, start.index.0)..byte(&sheet.text, end.index.0);
    }
    sheet.look(&name, shown, &pane.results);
    let known = pane.known.as_ref().filter(|(of, _)| *of == name).map(|(_, known)| known);
    if sheet.version != had.0 && output.response.changed() {
        let was_open = sheet.popup.is_some();
        sheet.popup = (typed || was_open).then(|| Popup::open(language, &sheet.text, sheet.cursor.end, known, false)).flatten();
    } else if sheet.cursor != had.1 || !output.response.has_focus() && sheet.popup.is_some() && !ui.ctx().is_pointer_over_egui() {
        sheet.popup = None;
    }

    let letters = Letters { text: &sheet.text, starts: &sheet.seen.starts, galley: &output.galley, origin: output.galley_pos };
    let line = letters.line(sheet.cursor().end);
    let painter = ui.painter_at(view);
    // The cursor's line and the matches are drawn behind the letters.
    let mut under = vec![];
    if output.response.has_focus() {
        let (top, bottom) = letters.row(line);
        let rect = Rect::from_min_max(pos2(view.left(), top), pos2(view.right(), bottom));
        under.push(Shape::rect_filled(rect, 0.0, ui.visuals().faint_bg_color));
    }
    let places = pane.finder.places(&name, sheet.version, &sheet.text);
    let (first, last) = in_view(&letters, view);
    let from = places.partition_point(|place| place.end < first);
    for place in places[from..].iter().take_while(|place| place.start <= last) {
        let rects = letters.rects(place, view);
        under.extend(rects.into_iter().map(|rect| Shape::rect_filled(rect, 2.0, theme.accent.gamma_multiply(0.28))));
    }
    inner.painter().set(behind, Shape::Vec(under));
    marks::waves(&painter, &letters, &sheet.seen.marks, view, &theme);

    let margin = gutter::Margin {
        problems: sheet.seen.marks.iter().map(|mark| (letters.line(mark.range.start), mark)).collect(),
        tests: sheet
            .seen
            .tests
            .iter()
            .map(|test| (letters.line(test.range.start), test, pane.results.verdict(&name, test)))
            .collect(),
        cursor: line,
        lines: sheet.seen.starts.len(),
    };
    let clicked = gutter::gutter_ui(ui, margin_rect, &margin, |line| letters.row(line)).map(|n| margin.tests[n].1.span);

    let pointed = Pointed { letters: &letters, view, language, known };
    let told = &mut sheet.told;
    // While somebody types, the pointer lies about somewhere. It gets no tooltip before it moves again.
    let has_moved = ui.input(|i| i.time - sheet.edited > f64::from(i.pointer.time_since_last_movement()));
    let is_quiet = sheet.popup.is_none() && has_moved;
    let goes = pointed.pointed_ui(ui, &output.response, sheet.version, &sheet.seen.marks, is_quiet, told);
    let rect = output.galley.pos_from_cursor(cursor(&sheet.text, sheet.cursor().end)).translate(output.galley_pos.to_vec2());
    if let Some(popup) = &mut sheet.popup
        && popup.popup_ui(ui, rect.left_bottom() + vec2(0.0, 2.0), rect.height() + 4.0)
    {
        take_word(sheet);
        ui.ctx().request_repaint();
    }
    let since = ui.input(|i| i.time) - sheet.edited;
    if since < status::REST {
        ui.ctx().request_repaint_after_secs((status::REST - since) as f32 + 0.01);
    }
    if let (Some(span), Some(build)) = (clicked, shown.newest) {
        below::run(ui.ctx(), pane, build, span);
    }
    pane.go_to_place(goes);
}

/// Returns the first and the last byte of the lines in view.
fn in_view(letters: &Letters<'_>, view: Rect) -> (usize, usize) {
    let rows = &letters.galley.rows;
    let first = rows.partition_point(|row| letters.origin.y + row.max_y() < view.top());
    let last = rows.partition_point(|row| letters.origin.y + row.min_y() <= view.bottom());
    let start = |line: usize| letters.starts.get(line).copied().unwrap_or(letters.text.len());
    (start(first), start(last))
}

/// Moves the text's selection.
fn select(ui: &egui::Ui, id: Id, text: &str, range: &Range<usize>) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(cursor(text, range.start), cursor(text, range.end))));
    TextEdit::store_state(ui.ctx(), id, state);
}

fn cursor(text: &str, at: usize) -> CCursor {
    CCursor::new(text[..floor(text, at)].chars().count())
}

fn byte(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at)
}

/// The things that the pointer can point at.
struct Pointed<'a> {
    letters: &'a Letters<'a>,
    view: Rect,
    language: Language,
    known: Option<&'a Known>,
}

/// The tooltip shown last, with the version of the text and the word it is for.
pub(super) type LastTold = Option<(u64, Range<usize>, Option<Hover>)>;

impl Pointed<'_> {
    /// Shows the meaning of the word under the pointer, and its problems. Returns the place that a click leads to.
    fn pointed_ui(
        &self,
        ui: &egui::Ui,
        response: &egui::Response,
        version: u64,
        marks: &[Mark],
        is_quiet: bool,
        last: &mut LastTold,
    ) -> Option<NamePlace> {
        let text = self.letters.text;
        let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|at| self.view.contains(*at) && response.contains_pointer());
        let at = pointer.and_then(|at| self.letters.under(at))?;
        if response.clicked() && ui.input(|i| i.modifiers.command) {
            return hover::definition(self.language, text, at, self.known?);
        }
        let still = ui.input(|i| i.pointer.time_since_last_movement());
        if still < REST {
            ui.ctx().request_repaint_after_secs(REST - still + 0.01);
            return None;
        }
        if !is_quiet || ui.input(|i| i.pointer.any_down()) {
            return None;
        }
        let here: Vec<&Mark> = marks.iter().filter(|mark| mark.range.start <= at && at < mark.range.end).collect();
        let word = crate::text::word_at(text, at);
        if last.as_ref().is_none_or(|(of, range, _)| *of != version || *range != word) {
            *last = Some((version, word, hover::at(self.language, text, at, self.known)));
        }
        let told = last.as_ref().and_then(|(_, _, told)| told.as_ref());
        if !here.is_empty() || told.is_some() {
            let id = response.id.with("what it means");
            egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, egui::PopupAnchor::Pointer)
                .gap(14.0)
                .show(|ui| marks::tip_ui(ui, &here, told));
        }
        None
    }
}
