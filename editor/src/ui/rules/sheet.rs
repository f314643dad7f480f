//! One text of the pane, with its editing state and the keys it handles.

use std::ops::Range;
use std::sync::Arc;

use egui::util::undoer::Undoer;
use egui::{Event, Id};

use super::below::{self, Below};
use super::keys::{self, Order, Stroke};
use super::paper::Paper;
use super::popup::Popup;
use super::{Act, RulesPane, Shown, page};
use crate::text::edits::{self, TextEdit};
use crate::text::hover;
use crate::text::problems::{self, Mark};
use crate::text::shift::Shift;
use crate::text::tests::{self, Test};
use crate::text::{Language, floor};
use crate::workspace::Build;

/// The most characters in a text that can be edited here.
pub const MOST_CHARS: usize = 400_000;

/// A text and its editing state.
#[derive(Default)]
pub struct Sheet {
    pub(super) text: String,
    /// The text as it last came from outside.
    given: Option<Arc<str>>,
    /// Counts the changes of the text.
    pub(super) version: u64,
    pub(super) paper: Paper,
    /// The selection, in bytes.
    pub(super) cursor: Range<usize>,
    /// The selection to make in the next frame, and whether the text gets the focus.
    pub(super) wanted: Option<(Range<usize>, bool)>,
    pub(super) popup: Option<Popup>,
    /// The time of the last edit.
    pub(super) edited: f64,
    /// Why the last edit was refused; `None` once an edit succeeds.
    refused: Option<String>,
    /// Keys that wait until the letters typed before them have arrived.
    held: Vec<Event>,
    pub(super) seen: Seen,
    pub(super) told: page::LastTold,
    /// What undo and redo lead to, in whichever way the text is changed. Where the cursor is makes no step of its own.
    history: Undoer<String>,
    /// The version that the history has seen last.
    fed: Option<u64>,
}

/// Facts worked out for one version of the text.
#[derive(Default)]
pub(super) struct Seen {
    of: Option<(u64, u64, Option<Arc<Build>>)>,
    pub(super) starts: Vec<usize>,
    pub(super) marks: Vec<Mark>,
    pub(super) tests: Vec<Test>,
}

impl Sheet {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the selection, always within the text.
    pub fn cursor(&self) -> Range<usize> {
        let (start, end) = (floor(&self.text, self.cursor.start), floor(&self.text, self.cursor.end));
        start..end.max(start)
    }

    pub fn edited(&self) -> f64 {
        self.edited
    }

    pub fn marks(&self) -> &[Mark] {
        &self.seen.marks
    }

    /// Returns the problem in the line of a place: errors come first, then the nearest.
    pub fn mark_near(&self, at: usize) -> Option<&Mark> {
        let starts = &self.seen.starts;
        let line = starts.partition_point(|start| *start <= at);
        let begin = line.checked_sub(1).and_then(|line| starts.get(line)).copied().unwrap_or(0);
        let end = starts.get(line).copied().unwrap_or(usize::MAX);
        let from = self.seen.marks.partition_point(|mark| mark.range.start < begin);
        let here = self.seen.marks[from..].iter().take_while(|mark| mark.range.start < end);
        here.min_by_key(|mark| (mark.is_related, !mark.is_error, mark.range.start.abs_diff(at)))
    }

    /// Why the last edit was refused.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Drops typed or pasted words that would make the text too long, and keeps the reason.
    fn refuse_too_much(&mut self, events: &mut Vec<Event>) {
        let mut chars = None;
        events.retain(|event| {
            let (Event::Text(more) | Event::Paste(more)) = event else { return true };
            // Bytes are an upper bound, so characters are only counted near the limit.
            if self.text.len() + more.len() <= MOST_CHARS {
                return true;
            }
            let selected = self.text[self.cursor()].chars().count();
            let now = *chars.get_or_insert_with(|| self.text.chars().count() - selected);
            let all = now + more.chars().count();
            let fits = all <= MOST_CHARS;
            if fits {
                chars = Some(all)
            } else {
                self.refused = Some(too_long(all))
            }
            fits
        });
    }

    /// Selects a range, scrolls to it and takes the focus.
    pub fn select(&mut self, range: Range<usize>) {
        self.wanted = Some((range.clone(), true));
        self.cursor = range;
    }

    /// Like [`select`](Self::select), but the focus stays where it is.
    pub fn select_quietly(&mut self, range: Range<usize>) {
        self.select(range);
        self.stay();
    }

    /// Keeps the coming selection from taking the focus.
    pub fn stay(&mut self) {
        if let Some((_, focus)) = &mut self.wanted {
            *focus = false;
        }
    }

    /// Takes the text from outside, if it has changed.
    fn take(&mut self, text: &Arc<str>) {
        if self.given.as_ref().is_some_and(|given| Arc::ptr_eq(given, text)) {
            return;
        }
        let is_first = self.given.replace(text.clone()).is_none();
        if **text != *self.text {
            let before = std::mem::replace(&mut self.text, text.to_string());
            if !is_first {
                self.history.add_undo(&before);
            }
            self.version += 1;
            self.popup = None;
        }
    }

    /// Lets the history see the text as it is now. What is typed without a rest is one step.
    fn keep(&mut self, now: f64) {
        if self.fed != Some(self.version) || self.history.is_in_flux() {
            self.history.feed_state(now, &self.text);
            self.fed = Some(self.version);
        }
    }

    fn apply(&mut self, change: &TextEdit) {
        let mut text = self.text.clone();
        change.apply(&mut text);
        if is_too_long(&text) {
            self.refused = Some(too_long(text.chars().count()));
            return;
        }
        self.refused = None;
        self.text = text;
        self.version += 1;
        self.select(change.selected.clone());
    }

    /// Updates the places of problems, tests and lines.
    pub(super) fn look(&mut self, name: &str, shown: &Shown<'_>, results: &super::Results) {
        let of = (self.version, results.count, shown.newest.cloned());
        let is_same = self.seen.of.as_ref().is_some_and(|(version, count, build)| {
            (*version, *count) == (of.0, of.1) && build.as_ref().map(Arc::as_ptr) == of.2.as_ref().map(Arc::as_ptr)
        });
        if is_same {
            return;
        }
        let newest = shown.newest;
        let mut marks = newest.map(|build| problems::of(build, name, &self.text)).unwrap_or_default();
        if newest.is_some_and(|build| results.is_of(build)) {
            marks.extend(results.elsewhere(name, &self.text));
        }
        marks.extend(results.failures(name, &self.text));
        marks.sort_by_key(|mark| (mark.range.start, mark.range.end));
        let starts = std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let tests = newest.map(|build| tests::of(build, name, &self.text)).unwrap_or_default();
        self.seen = Seen { of: Some(of), starts, marks, tests };
    }
}

/// Shows the open text in the room that is left.
pub(super) fn sheet_ui(ui: &mut egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    let name = pane.open.clone();
    let sheet = pane.sheets.entry(name.clone()).or_default();
    match shown.text(&name) {
        Some(Ok(text)) if !is_too_long(text) => sheet.take(text),
        Some(Ok(_)) => {
            ui.weak("This file is too large to edit here.");
            return;
        }
        Some(Err(why)) => {
            ui.weak(format!("It can't be read: {why}"));
            return;
        }
        None => return,
    }
    let id = id(&name);
    let before = sheet.version;
    let (mut orders, mut steps) = (vec![], Vec::from_iter(pane.wanted_step.take()));
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    if has_focus {
        let (pressed, strokes) = keys::pressed(ui, sheet.popup.is_some(), &mut sheet.held);
        orders.extend(pressed);
        ui.input_mut(|input| sheet.refuse_too_much(&mut input.events));
        let leaves = strokes.contains(&Stroke::Leave);
        let step = |stroke: &Stroke| matches!(stroke, Stroke::Undo | Stroke::Redo).then_some(*stroke == Stroke::Redo);
        steps.extend(strokes.iter().filter_map(step));
        strokes.into_iter().for_each(|stroke| stroke_key(sheet, stroke));
        if leaves {
            leave(ui, pane, id);
        }
    }
    orders.into_iter().for_each(|order| obey(ui, pane, shown, order));
    // An order may have led to another text, which is shown in the next frame.
    if pane.open != name {
        ui.ctx().request_repaint();
        write(pane, &name, before, ui.input(|i| i.time), acts);
        return;
    }
    let now = ui.input(|i| i.time);
    let mut can = step(pane, &name, None, now, acts);
    for again in steps {
        can = step(pane, &name, Some(again), now, acts);
    }
    // A menu takes the focus from the text, but what is in it is still meant for the text.
    pane.is_typed_in = has_focus || pane.is_typed_in && egui::Popup::is_any_open(ui.ctx());
    pane.steps = pane.is_typed_in.then_some(can);
    page::page_ui(ui, pane, shown, id);
    write(pane, &name, before, ui.input(|i| i.time), acts);
    if pane.open != name {
        ui.ctx().request_repaint();
    }
}

/// Updates a sheet to the text from outside. Returns its version.
pub(super) fn taken(pane: &mut RulesPane, name: &str, text: &Arc<str>) -> u64 {
    let sheet = pane.sheets.entry(name.to_owned()).or_default();
    if !is_too_long(text) {
        sheet.take(text);
    }
    sheet.version
}

/// Returns a text with its problems.
pub(super) fn looked_at(pane: &mut RulesPane, shown: &Shown<'_>, name: &str) -> Option<(String, Vec<Mark>)> {
    let sheet = pane.sheets.get_mut(name)?;
    sheet.look(name, shown, &pane.results);
    Some((sheet.text.clone(), sheet.seen.marks.clone()))
}

fn id(name: &str) -> Id {
    Id::unique(("rules text", name))
}

/// Undoes or redoes a step if `again` asks for it, with the cursor after what has changed. Returns whether a step can be undone, and whether
/// one can be redone.
pub(super) fn step(pane: &mut RulesPane, name: &str, again: Option<bool>, now: f64, acts: &mut Vec<Act>) -> [bool; 2] {
    let Some(sheet) = pane.sheets.get_mut(name) else { return [false; 2] };
    let before = sheet.version;
    sheet.keep(now);
    let Sheet { history, text, .. } = &mut *sheet;
    let found = again.and_then(|again| if again { history.redo(text) } else { history.undo(text) }).cloned();
    if let Some(found) = found {
        let changed = Shift::between(&sheet.text, &found).changed();
        sheet.text = found;
        sheet.version += 1;
        sheet.popup = None;
        sheet.select(changed.end..changed.end);
    }
    let can = [sheet.history.has_undo(&sheet.text), sheet.history.has_redo(&sheet.text)];
    write(pane, name, before, now, acts);
    can
}

/// Changes a text from outside its own field.
pub(super) fn change(pane: &mut RulesPane, name: &str, change: &TextEdit, now: f64, acts: &mut Vec<Act>) {
    let Some(sheet) = pane.sheets.get_mut(name) else { return };
    let (before, text) = (sheet.version, sheet.text.clone());
    let mut then = text.clone();
    change.apply(&mut then);
    if then == text {
        return;
    }
    sheet.apply(change);
    if sheet.version != before {
        sheet.history.add_undo(&text);
    }
    sheet.wanted = None;
    write(pane, name, before, now, acts);
}

/// If the text has changed, asks the window to take it over.
pub(super) fn write(pane: &mut RulesPane, name: &str, before: u64, now: f64, acts: &mut Vec<Act>) {
    if let Some(sheet) = pane.sheets.get_mut(name).filter(|sheet| sheet.version != before) {
        sheet.edited = now;
        sheet.refused = None;
        acts.push(Act::Write(name.to_owned(), sheet.text.as_str().into()));
    }
}

fn stroke_key(sheet: &mut Sheet, stroke: Stroke) {
    let cursor = sheet.cursor();
    match stroke {
        Stroke::NewLine => sheet.apply(&edits::new_line(&sheet.text, cursor)),
        Stroke::Indent => sheet.apply(&edits::indent(&sheet.text, cursor)),
        Stroke::Outdent => sheet.apply(&edits::outdent(&sheet.text, cursor)),
        Stroke::Up | Stroke::Down => {
            if let Some(popup) = &mut sheet.popup {
                popup.step(stroke == Stroke::Down);
            }
        }
        Stroke::Take => take_word(sheet),
        Stroke::Close => sheet.popup = None,
        Stroke::Undo | Stroke::Redo | Stroke::Leave => {}
    }
}

/// Closes the panel below, then the find bar, one with each key press. With both closed, the text gives up the focus.
fn leave(ui: &egui::Ui, pane: &mut RulesPane, id: Id) {
    if pane.below.take().is_none() && !std::mem::take(&mut pane.finder.is_open) {
        ui.memory_mut(|memory| memory.surrender_focus(id));
    }
}

pub(super) fn take_word(sheet: &mut Sheet) {
    if let Some(change) = sheet.popup.take().and_then(|popup| popup.take()) {
        sheet.apply(&change);
    }
}

/// Obeys an order.
pub(super) fn obey(ui: &egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>, order: Order) {
    let name = pane.open.clone();
    let language = Language::of(&name);
    let known = pane.known.as_ref().map(|(_, known)| known);
    let Some(sheet) = pane.sheets.get_mut(&name) else { return };
    let at = sheet.cursor().start;
    match order {
        Order::Complete => {
            sheet.popup = Popup::open(language, &sheet.text, at, known, true);
            // Its keys go to the text.
            ui.memory_mut(|memory| memory.request_focus(id(&name)));
        }
        Order::Definition => {
            let place = known.and_then(|known| hover::definition(language, &sheet.text, at, known));
            pane.go_to_place(place);
        }
        Order::Uses => {
            let uses = known.map(|known| hover::uses(language, &sheet.text, at, known)).unwrap_or_default();
            let word = sheet.text[crate::text::word_at(&sheet.text, at)].to_owned();
            pane.below = (!uses.is_empty()).then_some(Below::Uses(word, uses));
        }
        Order::Back => pane.go_back(),
        Order::Find => pane.find(),
        Order::FindNext => pane.find_next(false),
        Order::FindPrevious => pane.find_next(true),
        Order::NextProblem => pane.go_to_problem(shown, false),
        Order::PreviousProblem => pane.go_to_problem(shown, true),
        Order::Comment => sheet.apply(&edits::comment(language, &sheet.text, sheet.cursor())),
        Order::RunTest => {
            let here = sheet.seen.tests.iter().find(|test| test.range.start <= at && at <= test.range.end);
            if let (Some(span), Some(build)) = (here.map(|test| test.span), shown.newest) {
                below::run(ui.ctx(), pane, build, span);
            }
        }
    }
}

/// The message for a text that would be too long.
fn too_long(chars: usize) -> String {
    format!("Not inserted: the text would have {chars} characters, and the limit is {MOST_CHARS}. Put it in a file of its own.")
}

fn is_too_long(text: &str) -> bool {
    text.len() > MOST_CHARS && text.chars().count() > MOST_CHARS
}
