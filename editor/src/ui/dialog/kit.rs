//! The name of a stamp or a template.

use super::form::{Ended, buttons_ui, text_ui};
use crate::drawing::kit::{KitChange, KitList};
use crate::ui::action::{Action, FileMessage};

/// *Save as stamp*, *Save as template*, and giving one another name.
#[derive(Clone, PartialEq, Debug)]
pub struct KitName {
    list: KitList,
    of: KitOf,
    pub name: String,
    /// The names that others have.
    taken: Vec<String>,
}

/// What gets the name.
#[derive(Clone, PartialEq, Debug)]
pub enum KitOf {
    /// Something new, as it is written.
    New(String),
    /// The one that had this name.
    Old(String),
}

/// The longest name, in letters.
const LONGEST: usize = 40;

impl KitName {
    pub fn of(list: KitList, of: KitOf, taken: Vec<String>) -> KitName {
        let name = match &of {
            KitOf::New(_) => {
                let mut title = list.title().to_owned();
                title[..1].make_ascii_uppercase();
                let free = |name: &String| !taken.contains(name);
                (1..).map(|n| format!("{title} {n}")).find(free).unwrap_or_default()
            }
            KitOf::Old(name) => name.clone(),
        };
        KitName { list, of, name, taken }
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        let name = self.name.trim().to_owned();
        let is_own = matches!(&self.of, KitOf::Old(old) if *old == name);
        if name.is_empty() {
            return Err(format!("Give the {} a name.", self.list.title()));
        }
        if name.chars().count() > LONGEST || name.chars().any(char::is_control) {
            return Err(format!("A name has at most {LONGEST} letters."));
        }
        if self.taken.contains(&name) && !is_own {
            return Err("Another one has this name.".to_owned());
        }
        let change = match self.of.clone() {
            KitOf::New(written) => KitChange::Add(name, written),
            KitOf::Old(from) => KitChange::Rename { from, to: name },
        };
        Ok(Action::File(FileMessage::Kit(self.list, change)))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui) -> Option<Ended> {
        let (verb, title) = match self.of {
            KitOf::New(_) => ("Save", format!("Save as {}", self.list.title())),
            KitOf::Old(_) => ("Rename", format!("Rename {}", self.list.title())),
        };
        ui.heading(title);
        text_ui(ui, "Name", &mut self.name);
        ui.small(format!("Saved with the ruleset, in {}", self.list.file()));
        buttons_ui(ui, verb, self.check())
    }
}
