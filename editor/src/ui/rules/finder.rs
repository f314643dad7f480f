//! The find bar.

use std::ops::Range;

use egui::{EventFilter, Key, Modifiers};

use super::RulesPane;
use crate::text::find;

/// The search.
#[derive(Default)]
pub struct Finder {
    pub is_open: bool,
    pub wanted: String,
    pub with_case: bool,
    /// Whether the bar gets the focus in the next frame.
    pub comes: bool,
    /// The matches, for the state of the text and the words in `of`.
    found: Vec<Range<usize>>,
    of: Option<(String, u64, String, bool)>,
}

impl Finder {
    /// Returns the matches in a text. Searches again only if the text or the words have changed.
    pub fn places(&mut self, name: &str, version: u64, text: &str) -> &[Range<usize>] {
        if !self.is_open {
            return &[];
        }
        let of = (name.to_owned(), version, self.wanted.clone(), self.with_case);
        if self.of.as_ref() != Some(&of) {
            self.found = find::matches(text, &self.wanted, self.with_case);
            self.of = Some(of);
        }
        &self.found
    }
}

impl RulesPane {
    /// Opens the bar. A selection within one line becomes the words to find.
    pub(super) fn find(&mut self) {
        let selected = self.sheets.get(&self.open).map(|sheet| sheet.text()[sheet.cursor()].to_owned()).unwrap_or_default();
        if !selected.is_empty() && !selected.contains('\n') {
            self.finder.wanted = selected;
        }
        (self.finder.is_open, self.finder.comes) = (true, true);
    }

    /// Selects the next match, or the one before if `back`.
    pub(super) fn find_next(&mut self, back: bool) {
        let Some(sheet) = self.sheets.get_mut(&self.open) else { return };
        self.finder.is_open |= !self.finder.wanted.is_empty();
        let cursor = sheet.cursor();
        let places = self.finder.places(&self.open, sheet.version(), sheet.text());
        let found = if back { find::previous(places, cursor.start) } else { find::next(places, cursor.end) };
        if let Some(range) = found.map(|n| places[n].clone()) {
            sheet.select(range);
        }
    }
}

pub(super) fn finder_ui(ui: &mut egui::Ui, pane: &mut RulesPane) {
    if !pane.finder.is_open {
        return;
    }
    let (mut next, mut closes) = (None, false);
    ui.horizontal(|ui| {
        let label = ui.label("Find");
        let finder = &mut pane.finder;
        let id = egui::Id::unique("find in rules");
        // The bar has the focus before it is drawn, so that it gets the letters typed in this frame.
        if std::mem::take(&mut finder.comes) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        // Without this filter, the race would take Esc.
        let filter = EventFilter { escape: true, horizontal_arrows: true, ..EventFilter::default() };
        let edit = egui::TextEdit::singleline(&mut finder.wanted).id(id).desired_width(180.0);
        let edit = edit.event_filter(filter);
        let field = ui.add(edit).labelled_by(label.id);
        if field.changed() {
            next = Some(None);
        }
        if field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
            next = Some(Some(ui.input(|i| i.modifiers.shift)));
            field.request_focus();
        }
        if field.has_focus() && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
            closes = true;
        }
        ui.checkbox(&mut finder.with_case, "Aa").on_hover_text("Match case");
        let (count, at) = match pane.sheets.get(&pane.open) {
            Some(sheet) => {
                let cursor = sheet.cursor();
                let places = finder.places(&pane.open, sheet.version(), sheet.text());
                (places.len(), places.iter().position(|place| *place == cursor))
            }
            None => (0, None),
        };
        if ui.small_button("▲").on_hover_text("Previous match (Shift+F3)").clicked() {
            next = Some(Some(true));
        }
        if ui.small_button("▼").on_hover_text("Next match (F3)").clicked() {
            next = Some(Some(false));
        }
        ui.weak(match (finder.wanted.is_empty(), at, count) {
            (true, ..) => String::new(),
            (_, _, 0) => "not found".to_owned(),
            (_, Some(at), _) => format!("{} of {count}", at + 1),
            (_, None, _) => format!("{count} found"),
        });
        if ui.small_button("×").on_hover_text("Close (Esc)").clicked() {
            closes = true;
        }
    });
    if closes {
        pane.finder.is_open = false;
        if let Some(sheet) = pane.sheets.get_mut(&pane.open) {
            // The match stays selected, and the text has the focus again.
            sheet.select(sheet.cursor());
        }
        return;
    }
    match next {
        // While the user types, the selection moves as little as possible.
        Some(None) => {
            if let Some(sheet) = pane.sheets.get_mut(&pane.open) {
                let start = sheet.cursor().start;
                let places = pane.finder.places(&pane.open, sheet.version(), sheet.text());
                if let Some(range) = find::next(places, start).map(|n| places[n].clone()) {
                    sheet.select_quietly(range);
                }
            }
        }
        Some(Some(back)) => {
            pane.find_next(back);
            // The bar keeps the focus, so that the next Enter finds the next match.
            if let Some(sheet) = pane.sheets.get_mut(&pane.open) {
                sheet.stay();
            }
        }
        None => {}
    }
}
