//! The questions that the ruleset asks after a race.

use std::collections::BTreeMap;

use interpreter::players::Seat;
use interpreter::playtest::{Moment, Note, NoteChange, Sign};

use super::form::{Ended, buttons_ui, choice_ui, text_ui};
use super::notes::{LONGEST, first_person, writers};
use crate::playtest::{Act, Race};
use crate::ui::action::Action;

/// *Answer questions*.
#[derive(Clone, PartialEq, Debug)]
pub struct Feedback {
    at: Moment,
    /// Who may answer: everybody at the table, and onlookers last.
    writers: Vec<String>,
    by: usize,
    questions: Vec<String>,
    /// By writer and question.
    pub answers: BTreeMap<(usize, usize), String>,
    /// What was answered before.
    was: Vec<Note>,
}

impl Feedback {
    /// Opens the form for people in these seats.
    pub fn of(race: &Race, seats: &[Seat]) -> Feedback {
        let writers = writers(&race.program.names);
        let by = first_person(race, seats).unwrap_or(writers.len() - 1);
        let questions: Vec<String> = race.ruleset.manifest.feedback.iter().map(ToString::to_string).collect();
        let was: Vec<Note> = race.answers().cloned().collect();
        let known = was.iter().filter_map(|note| {
            let question = questions.iter().position(|question| Some(&**question) == note.answers())?;
            Some(((note.by.unwrap_or(writers.len() - 1), question), note.text.clone()))
        });
        let answers = known.collect();
        Feedback { at: race.newest(), writers, by, questions, answers, was }
    }

    /// What was answered otherwise than before.
    fn changes(&self) -> Vec<NoteChange> {
        let change = |((writer, question), text): (&(usize, usize), &String)| {
            let by = Some(*writer).filter(|by| by + 1 < self.writers.len());
            let (question, text) = (self.questions.get(*question)?, text.trim().to_owned());
            let is_it = |note: &&Note| note.by == by && note.answers() == Some(question);
            let was = self.was.iter().find(is_it).cloned();
            let at = was.as_ref().map_or(self.at, |was| was.at);
            let becomes = (!text.is_empty()).then(|| Note { at, by, sign: Sign::Answer(question.clone()), text });
            (was != becomes).then_some((was, becomes))
        };
        self.answers.iter().filter_map(change).collect()
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        if self.answers.values().any(|text| text.chars().count() > LONGEST) {
            return Err(format!("An answer has at most {LONGEST} letters."));
        }
        let changes = self.changes();
        if changes.is_empty() {
            return Err("Answer what you like; nothing has to be answered.".to_owned());
        }
        Ok(Action::Playtest(Act::Note(changes)))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui) -> Option<Ended> {
        ui.heading("Questions after the race");
        choice_ui(ui, "From", &self.writers, &mut self.by);
        ui.add_space(4.0);
        for (n, question) in self.questions.iter().enumerate() {
            text_ui(ui, question, self.answers.entry((self.by, n)).or_default());
        }
        buttons_ui(ui, "Save", self.check())
    }
}
