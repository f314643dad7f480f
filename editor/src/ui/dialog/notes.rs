//! Notes on a race: the form for one, and the list of all.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Button, WidgetInfo};
use interpreter::players::Seat;
use interpreter::playtest::{Moment, Note, Sign};

use super::Around;
use super::form::{Ended, buttons_ui, choice_ui, is_entered, primary, text_ui};
use crate::playtest::{Act, Noted, Race, when, writer};
use crate::ui::action::{Action, RaceMessage};
use crate::ui::note::{SIGNS, sign_ui};
use crate::ui::theme::strong;
use crate::words::capital;

/// The longest note, in letters.
pub const LONGEST: usize = 2_000;

/// *Write a note*, and changing one.
#[derive(Clone, PartialEq, Debug)]
pub struct NoteForm {
    /// The note that is changed.
    was: Option<Note>,
    at: Moment,
    /// When that is.
    when: String,
    /// Who may write: everybody at the table, and onlookers last.
    writers: Vec<String>,
    by: usize,
    sign: usize,
    pub text: String,
}

impl NoteForm {
    /// Opens the form for a new note at the moment on show.
    pub fn of(race: &Race, seats: &[Seat]) -> NoteForm {
        let by = first_person(race, seats);
        let stop = race.timeline().stops.get(race.stop_on_show()).map(|stop| when(stop, race));
        let note = Note { at: race.scene.moment, by, sign: Sign::Word, text: String::new() };
        NoteForm { was: None, ..NoteForm::with(note, stop.unwrap_or_default(), &race.program.names) }
    }

    /// Opens the form for a note that is there.
    pub fn change(race: &Race, note: &Note) -> Option<NoteForm> {
        let Noted { note, when, .. } = race.notes().iter().find(|noted| noted.note == *note)?;
        Some(NoteForm::with(note.clone(), when.clone(), &race.program.names))
    }

    fn with(note: Note, when: String, names: &[Arc<str>]) -> NoteForm {
        let writers = writers(names);
        let by = note.by.unwrap_or(writers.len() - 1).min(writers.len() - 1);
        let sign = SIGNS.iter().position(|(sign, _)| *sign == note.sign).unwrap_or_default();
        NoteForm { at: note.at, when, by, sign, writers, text: note.text.clone(), was: Some(note) }
    }

    /// The note as it stands in the form: a sign that is typed alone is that sign.
    fn note(&self) -> Note {
        let text = self.text.trim();
        let typed = match text {
            ":)" | ":-)" => Some(Sign::Smile),
            "?" => Some(Sign::Question),
            _ => None,
        };
        let text = if typed.is_some() { String::new() } else { text.to_owned() };
        let sign = typed.unwrap_or_else(|| SIGNS[self.sign].0.clone());
        Note { at: self.at, by: Some(self.by).filter(|by| by + 1 < self.writers.len()), sign, text }
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let note = self.note();
        if note.sign == Sign::Word && note.text.is_empty() {
            return Err("Write something, or choose a smile or a question.".to_owned());
        }
        if note.text.chars().count() > LONGEST {
            return Err(format!("A note has at most {LONGEST} letters."));
        }
        Ok(Action::Playtest(Act::Note(vec![(self.was.clone(), Some(note))])))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui) -> Option<Ended> {
        let (title, verb) = if self.was.is_none() { ("Write a note", "Write") } else { ("Change the note", "Change") };
        ui.heading(title);
        ui.weak(format!("At this moment: {}", self.when));
        text_ui(ui, "What struck you? “:)” and “?” alone will do", &mut self.text);
        ui.horizontal(|ui| {
            for (n, (sign, name)) in SIGNS.iter().enumerate() {
                sign_ui(ui, sign);
                let is_on = self.sign == n;
                let button = ui.add(Button::selectable(is_on, *name));
                button.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_on, *name));
                if button.clicked() {
                    self.sign = n;
                }
            }
        });
        choice_ui(ui, "From", &self.writers, &mut self.by);
        let deleted = self.was.clone().filter(|_| ui.button("Delete the note").clicked());
        let deleted = deleted.map(|was| Ended::Done(vec![Action::Playtest(Act::Note(vec![(Some(was), None)]))]));
        deleted.or_else(|| buttons_ui(ui, verb, self.check()))
    }
}

/// Who may write: everybody at the table, and onlookers last.
pub fn writers(names: &[Arc<str>]) -> Vec<String> {
    (0..names.len()).map(Some).chain([None]).map(|by| capital(&writer(names, by))).collect()
}

/// Who writes, if nobody says otherwise: whoever sits before the window, or the first of the people in these seats.
pub fn first_person(race: &Race, seats: &[Seat]) -> Option<usize> {
    let mut people = (0..race.program.players).filter(|seat| seats.get(*seat) == Some(&Seat::Human));
    race.viewer().or_else(|| people.next())
}

/// *Notes*: all that were written, each with what can be done with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NotesList;

impl NotesList {
    pub(super) fn ui(self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        let race = app.sitting.race.as_ref()?;
        let mut ended = None;
        ui.heading("Notes");
        if race.notes().is_empty() {
            ui.weak("There are none yet: the key N writes one at the moment on show.");
        }
        let height = (ui.ctx().content_rect().height() - 200.0).max(120.0);
        egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            race.notes().iter().for_each(|noted| ended = ended.take().or(noted_ui(ui, race, noted)));
        });
        ui.add_space(6.0);
        let is_closed = ui.add(primary(ui, "Close")).clicked() || is_entered(ui);
        let ended = ended.map(|action| Ended::Done(vec![action]));
        ended.or(is_closed.then(|| Ended::Done(vec![])))
    }
}

/// Shows a note, and below it what can be done with it.
fn noted_ui(ui: &mut egui::Ui, race: &Race, noted: &Noted) -> Option<Action> {
    let mut action = None;
    ui.horizontal_wrapped(|ui| {
        sign_ui(ui, &noted.note.sign);
        ui.label(strong(capital(&noted.by)));
        ui.weak(&noted.when);
    });
    if !noted.note.text.is_empty() {
        ui.label(&noted.note.text);
    }
    ui.horizontal(|ui| {
        let leads = noted.leads(race);
        let button = |ui: &mut egui::Ui, title: &str, can: bool| {
            let shown = ui.add_enabled(can, Button::new(title).small());
            shown.widget_info(|| WidgetInfo::labeled(Role::Button, can, format!("{title}: {}", noted.told())));
            shown
        };
        let shown = button(ui, "Show", leads.is_some());
        if shown.on_disabled_hover_text("Go on with its branch first").clicked() {
            action = leads.map(Action::Playtest);
        }
        if button(ui, "Change…", true).clicked() {
            action = Some(RaceMessage::ChangeNote(noted.note.clone()).into());
        }
        if button(ui, "Delete", true).clicked() {
            action = Some(Action::Playtest(Act::Note(vec![(Some(noted.note.clone()), None)])));
        }
    });
    ui.add_space(4.0);
    action
}
