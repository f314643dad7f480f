//! The question when another program has written to a file of rules or data that has unsaved changes here.

use std::sync::Arc;

use super::Around;
use super::form::Ended;
use super::lost::{Both, Sides};
use crate::ui::action::{Action, TextMessage};

/// The question which of the two texts to keep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Torn {
    /// The text's name.
    pub name: String,
    pub theirs: Arc<str>,
    /// Both texts, while they are shown.
    pub both: Option<Both>,
}

impl Torn {
    pub fn new(name: &str, theirs: Arc<str>) -> Torn {
        Torn { name: name.to_owned(), theirs, both: None }
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        ui.heading(format!("{} was changed by another program", self.name));
        ui.label("You have changed it here, too. Which version do you want to keep?");
        let mine = app.sitting.live.typed().find(|(name, _)| **name == self.name).map(|(_, typed)| typed.mine.clone());
        let sides = Sides {
            keep: Action::Text(TextMessage::KeepText(self.name.clone())),
            keep_help: "Save your text over the file; a copy of theirs is kept",
            take: Action::Text(TextMessage::TakeText(self.name.clone())),
            take_help: "Read the file; a copy of yours is kept",
            can_take: true,
            is_to_take: false,
        };
        sides.ui(ui, &mut self.both, || Both::of(mine.as_deref().unwrap_or_default(), &self.theirs))
    }
}
