//! What spaces are called in the window: as the board shows them. An id stands only for a space of which nothing else can be seen.

use super::document::{Document, Item, Key, List};
use crate::words::without_ticks;

impl Document {
    /// What people call a space: its name, else its number on a path, else a value that no other space has, else its id.
    pub fn called(&self, id: &str) -> String {
        let Some(space) = self.space(id) else { return id.to_owned() };
        let name = space.fields.text("name").filter(|name| !name.trim().is_empty());
        name.or_else(|| self.number(id)).or_else(|| self.only_value(space)).unwrap_or_else(|| id.to_owned())
    }

    /// A thing's name for people.
    pub fn title(&self, key: Key) -> String {
        match self.find(key) {
            Some((List::Spaces, .., item)) => self.called(&item.id),
            Some((.., item)) => item.title(),
            None => String::new(),
        }
    }

    /// A message about the board as the window says it: with what spaces are called instead of their ids, and without marks around code.
    pub fn in_words(&self, message: &str) -> String {
        without_ticks(&self.with_names(message))
    }

    /// A message with what spaces are called instead of their ids.
    fn with_names(&self, message: &str) -> String {
        let (mut said, mut rest) = (String::new(), message);
        while let Some(open) = rest.find(['`', '"']) {
            let quote = &rest[open..=open];
            let Some(close) = rest[open + 1..].find(quote).map(|length| open + 1 + length) else { break };
            let id = &rest[open + 1..close];
            let called = self.space(id).map(|_| self.called(id)).filter(|called| *called != *id);
            said.push_str(&rest[..open]);
            said.push_str(called.as_deref().unwrap_or(&rest[open..=close]));
            rest = &rest[close + 1..];
        }
        said + rest
    }

    /// `Bear 2`: the number that a space has on a path with a name, if the board shows it.
    fn number(&self, id: &str) -> Option<String> {
        self.paths().iter().filter(|path| !path.fields.is_true("numbers_hidden")).find_map(|path| {
            let at = path.spaces.iter().position(|space| **space == *id)?;
            Some(format!("{} {}", path.fields.text("name")?, at + 1))
        })
    }

    /// `the finish`: what the board shows of no other space.
    fn only_value(&self, space: &Item) -> Option<String> {
        let is_word = |value: &str| value.starts_with(char::is_alphabetic) && !matches!(value, "true" | "false" | "none");
        space.fields.iter().filter(|(_, value)| is_word(value)).find_map(|(name, value)| {
            let mut others = self.spaces().iter().filter(|other| other.key != space.key);
            others.all(|other| other.fields.get(name) != Some(value)).then(|| format!("the {}", value.replace('_', " ")))
        })
    }
}
