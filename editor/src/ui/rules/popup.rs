//! The completion list below a half-typed word.

use std::ops::Range;

use egui::{Pos2, RichText};

use crate::text::complete::{self, Candidate};
use crate::text::edits::TextEdit;
use crate::text::known::Known;
use crate::text::{Language, floor};

/// An open list.
pub struct Popup {
    /// The text that the chosen word replaces.
    range: Range<usize>,
    candidates: Vec<Candidate>,
    selected: usize,
    /// Whether the list scrolls to the selected word.
    moves: bool,
}

impl Popup {
    /// Opens the list at a place. While the user types, it opens after two letters or after a dot. On request it opens in any case.
    pub fn open(language: Language, text: &str, at: usize, known: Option<&Known>, is_asked: bool) -> Option<Popup> {
        let at = floor(text, at);
        let (range, candidates) = complete::at(language, text, at, known);
        let begun = &text[range.clone()];
        let is_enough =
            is_asked || begun.chars().count() >= 2 || text[..range.start].ends_with('.') && !text[..range.start].ends_with("..");
        // A word that is already complete needs no list.
        let is_done = !is_asked && candidates.first().is_some_and(|first| first.name == begun);
        let is_open = is_enough && !is_done && !candidates.is_empty();
        is_open.then_some(Popup { range, candidates, selected: 0, moves: true })
    }

    pub fn step(&mut self, down: bool) {
        let count = self.candidates.len();
        self.selected = if down { (self.selected + 1) % count } else { (self.selected + count - 1) % count };
        self.moves = true;
    }

    /// Returns the edit that writes the selected word.
    pub fn take(&self) -> Option<TextEdit> {
        Some(TextEdit::put(self.range.clone(), self.candidates.get(self.selected)?.name.as_str()))
    }

    /// Shows the list below a word, or above it where there is no room. Returns whether a word was clicked.
    pub fn popup_ui(&mut self, ui: &egui::Ui, at: Pos2, row: f32) -> bool {
        let mut clicked = false;
        let below = at.y + 240.0 < ui.ctx().content_rect().bottom();
        let (pivot, at) =
            if below { (egui::Align2::LEFT_TOP, at) } else { (egui::Align2::LEFT_BOTTOM, at - egui::vec2(0.0, row)) };
        let area = egui::Area::new(egui::Id::unique("what a word may become")).order(egui::Order::Foreground);
        area.fixed_pos(at).pivot(pivot).constrain(true).show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).inner_margin(4.0).show(ui, |ui| {
                ui.set_width(430.0);
                egui::ScrollArea::vertical().max_height(210.0).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for (n, candidate) in self.candidates.iter().enumerate() {
                        let is_selected = n == self.selected;
                        let shown = ui.horizontal(|ui| {
                            let name = ui.selectable_label(is_selected, RichText::new(&candidate.name).monospace());
                            ui.add(egui::Label::new(RichText::new(&candidate.told).weak().small()).truncate());
                            name
                        });
                        if is_selected && self.moves {
                            shown.response.scroll_to_me(None);
                        }
                        if shown.inner.clicked() {
                            self.selected = n;
                            clicked = true;
                        }
                    }
                });
            });
        });
        self.moves = false;
        clicked
    }
}
