//! Lays out a text in colours, line by line. Unchanged lines are not laid out again, so that a typed letter costs one line, however long
//! the file is.
//!
//! egui's own cache is no help here: it forgets lines that are not laid out in every frame.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Galley};

use super::colours;
use crate::text::Language;
use crate::text::tokens::{Kind, tokens};

/// Longer lines, in bytes, have no colours.
const LONG: usize = 5_000;

/// The settings that a layout depends on besides the text.
#[derive(Clone, PartialEq, Debug)]
struct Look {
    is_dark: bool,
    font: FontId,
    pixels_per_point: f32,
}

/// A stretch of a line in one colour, with its length in bytes.
type Stretch = (usize, Kind);

/// A line and its layout.
struct Line {
    text: String,
    stretches: Vec<Stretch>,
    galley: Arc<Galley>,
}

/// A text and its layout.
#[derive(Default)]
pub struct Paper {
    look: Option<Look>,
    lines: Vec<Line>,
    galley: Option<Arc<Galley>>,
    /// How full the font atlas was. When egui starts it anew, all layouts are void.
    fill: f32,
}

impl Paper {
    /// Lays out a text, unless it is the one laid out last.
    pub fn lay(&mut self, ui: &egui::Ui, language: Language, text: &str) -> Arc<Galley> {
        let look = Look {
            is_dark: ui.visuals().dark_mode,
            font: egui::TextStyle::Monospace.resolve(ui.style()),
            pixels_per_point: ui.ctx().pixels_per_point(),
        };
        let fill = ui.fonts(|fonts| fonts.font_atlas_fill_ratio());
        if self.look.as_ref() != Some(&look) || fill < self.fill {
            self.lines.clear();
            self.galley = None;
        }
        self.fill = fill;
        if let Some(galley) = self.galley.as_ref().filter(|galley| galley.job.text == text) {
            return galley.clone();
        }
        let galley = self.lay_anew(ui, language, text, &look);
        self.look = Some(look);
        self.galley = Some(galley.clone());
        galley
    }

    /// Returns the width of the widest line.
    pub fn width(&self) -> f32 {
        self.galley.as_ref().map_or(0.0, |galley| galley.rect.width())
    }

    fn lay_anew(&mut self, ui: &egui::Ui, language: Language, text: &str, look: &Look) -> Arc<Galley> {
        let wanted: Vec<(&str, Vec<Stretch>)> = stretches(language, text);
        let old = &self.lines;
        let is_same = |line: &Line, (text, stretches): &(&str, Vec<Stretch>)| line.text == *text && line.stretches == *stretches;
        let before = old.iter().zip(&wanted).take_while(|(line, wanted)| is_same(line, wanted)).count();
        let most = old.len().min(wanted.len()) - before;
        let behind =
            old.iter().rev().zip(wanted.iter().rev()).take(most).take_while(|(line, wanted)| is_same(line, wanted)).count();
        let mut tail = self.lines.split_off(old.len() - behind);
        self.lines.truncate(before);
        let mut alike: BTreeMap<&str, Arc<Galley>> = BTreeMap::new();
        for (line, stretches) in &wanted[before..wanted.len() - behind] {
            let known = alike.get(line).filter(|_| language == Language::Rules).cloned();
            let galley = known.unwrap_or_else(|| ui.fonts_mut(|fonts| fonts.layout_job(job(line, stretches, look))));
            alike.insert(line, galley.clone());
            self.lines.push(Line { text: (*line).to_owned(), stretches: stretches.clone(), galley });
        }
        self.lines.append(&mut tail);
        let galleys: Vec<Arc<Galley>> = self.lines.iter().map(|line| line.galley.clone()).collect();
        // Only the lines' own colours are drawn, so the colour of the whole doesn't matter.
        let whole = Arc::new(job(text, &[(text.len(), Kind::Name)], look));
        Arc::new(Galley::concat(whole, &galleys, look.pixels_per_point))
    }
}

/// Returns the lines of a text with their colours. Blanks have the colour of the token before them.
pub fn stretches(language: Language, text: &str) -> Vec<(&str, Vec<Stretch>)> {
    let tokens = tokens(language, text);
    let mut next = tokens.iter().peekable();
    let mut lines = vec![];
    let mut start = 0;
    for line in text.split('\n') {
        let end = start + line.len();
        let mut found: Vec<Stretch> = vec![];
        let mut at = start;
        let add = |found: &mut Vec<Stretch>, len: usize, kind: Kind| match found.last_mut() {
            Some((before, of)) if *of == kind => *before += len,
            _ if len > 0 => found.push((len, kind)),
            _ => {}
        };
        while let Some(token) = next.peek().filter(|token| token.range.start < end) {
            let (from, to) = (token.range.start.max(start), token.range.end.min(end));
            let blank = found.last().map_or(token.kind, |(_, kind)| *kind);
            add(&mut found, from - at, blank);
            add(&mut found, to - from, token.kind);
            at = to;
            // A token that goes on after this line is needed again for the next one.
            if token.range.end > end {
                break;
            }
            next.next();
        }
        let blank = found.last().map_or(Kind::Name, |(_, kind)| *kind);
        add(&mut found, end - at, blank);
        if line.len() > LONG {
            found = vec![(line.len(), Kind::Name)];
        }
        lines.push((line, found));
        start = end + 1;
    }
    lines
}

fn job(text: &str, stretches: &[Stretch], look: &Look) -> LayoutJob {
    let mut job = LayoutJob { break_on_newline: true, keep_trailing_whitespace: true, ..LayoutJob::default() };
    job.wrap.max_width = f32::INFINITY;
    let format = |color: Color32| TextFormat { font_id: look.font.clone(), color, ..TextFormat::default() };
    let mut at = 0;
    for (len, kind) in stretches {
        job.append(&text[at..at + len], 0.0, format(colours::of(*kind, look.is_dark)));
        at += len;
    }
    if stretches.is_empty() {
        job.append("", 0.0, format(Color32::PLACEHOLDER));
    }
    job
}
