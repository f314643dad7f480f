//! Texts typed over the files and not saved yet.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use interpreter::ruleset::Text;

use super::Live;
use crate::files::{self, Library, Over};

/// A typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    pub mine: Arc<str>,
    /// The text on disk when typing began; `None` if there was none.
    known: Option<Text>,
    /// Another program's text that the user has already been asked about.
    asked: Option<Text>,
}

/// Why a text was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// Another program has changed the file meanwhile. The user can keep the text typed here, take the other one, or look at both.
    Changed(Arc<str>),
    Failed(String),
}

impl Live {
    /// Takes a typed text. A text that is the same as on disk counts as saved.
    pub fn write(&mut self, name: &str, mine: Arc<str>) {
        let (known, asked) = match self.typed.get(name) {
            Some(typed) => (typed.known.clone(), typed.asked.clone()),
            None => (self.disk.get(name).cloned(), None),
        };
        self.typed.insert(name.to_owned(), Typed { mine, known, asked });
        self.forget_saved();
        self.compose();
    }

    /// Takes a typed text of another ruleset than the open one; `known` is what lies on disk.
    pub fn write_elsewhere(&mut self, name: &str, mine: Arc<str>, known: &Arc<str>) {
        let known = self.typed.get(name).map_or(Some(Ok(known.clone())), |typed| typed.known.clone());
        if known == Some(Ok(mine.clone())) {
            self.typed.remove(name);
        } else {
            self.typed.insert(name.to_owned(), Typed { mine, known, asked: None });
        }
    }

    /// Returns all unsaved texts by name.
    pub fn typed(&self) -> impl Iterator<Item = (&String, &Typed)> {
        self.typed.iter()
    }

    /// Whether any text of the open ruleset is unsaved.
    pub fn is_typed_here(&self) -> bool {
        let texts = self.texts();
        self.typed.keys().any(|name| texts.get(name).is_some())
    }

    pub fn is_unsaved(&self, name: &str) -> bool {
        self.typed.contains_key(name)
    }

    /// Returns the other program's version of each unsaved text that it has changed and the user hasn't been asked about.
    pub fn torn(&self) -> Vec<(String, Arc<str>)> {
        let theirs = |(name, typed): (&String, &Typed)| match self.disk.get(name) {
            Some(on_disk @ Ok(theirs)) if ![&typed.known, &typed.asked].contains(&&Some(on_disk.clone())) => {
                Some((name.clone(), theirs.clone()))
            }
            _ => None,
        };
        self.typed.iter().filter_map(theirs).collect()
    }

    /// Saves a text.
    ///
    /// # Errors
    /// Returns why the text wasn't saved. It stays as it is typed.
    pub fn save(&mut self, library: &Library, name: &str) -> Result<(), NotSaved> {
        let Some(typed) = self.typed.get(name) else { return Ok(()) };
        let path = library.path(name).ok_or_else(|| NotSaved::Failed(is_no_file(name)))?;
        match files::read(&path) {
            Ok(theirs) if typed.known != Some(Ok(theirs.clone())) && theirs != typed.mine => Err(NotSaved::Changed(theirs)),
            Err(why) if files::is_there(&path) => {
                let hint = "move that file away or mend it, then save again";
                Err(NotSaved::Failed(format!("what lies there now can't be read ({why}), so it is not written over; {hint}")))
            }
            _ => self.keep_mine(library, name).map_err(NotSaved::Failed),
        }
    }

    /// Saves a text over whatever the file contains.
    ///
    /// # Errors
    /// Returns why the file can't be written.
    pub fn keep_mine(&mut self, library: &Library, name: &str) -> Result<(), String> {
        let Some(typed) = self.typed.get(name).cloned() else { return Ok(()) };
        let path = library.path(name).ok_or_else(|| is_no_file(name))?;
        files::write(&path, typed.mine.as_bytes(), Over::Any)?;
        self.saved = Some(Instant::now());
        self.disk.set(name, Ok(typed.mine));
        self.typed.remove(name);
        self.compose();
        Ok(())
    }

    /// Drops a typed text in favour of the one on disk.
    pub fn take_theirs(&mut self, name: &str) {
        self.typed.remove(name);
        self.compose();
    }

    /// Notes that the user has been asked which version to keep. They aren't asked again until they save over the other program's version.
    pub fn look_past(&mut self, name: &str) {
        let on_disk = self.disk.get(name).cloned();
        if let Some(typed) = self.typed.get_mut(name) {
            typed.asked = on_disk;
        }
    }

    /// Drops typed texts that are the same as on disk: they need no saving.
    pub(super) fn forget_saved(&mut self) {
        let disk = &self.disk;
        self.typed.retain(|name, typed| disk.get(name) != Some(&Ok(typed.mine.clone())));
    }
}

fn is_no_file(name: &str) -> String {
    format!("`{name}` is no file of a ruleset")
}

impl Library {
    /// Returns the name of a file in a ruleset's folder: `my-race/my-race.rules`.
    pub fn rules_name(&self, path: &Path) -> Option<String> {
        let parts: Vec<String> =
            path.strip_prefix(&self.rulesets).ok()?.iter().map(|part| part.to_string_lossy().into()).collect();
        (parts.len() == 2).then(|| parts.join("/"))
    }

    /// Returns the file of a text. The name is the one used in problems: `my-race/my-race.rules`, `tracks/my-race/ring.ron`.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        let is_plain = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':']);
        let parts: Vec<&str> = name.split('/').collect();
        match &parts[..] {
            _ if !parts.iter().all(|part| is_plain(part)) => None,
            ["tracks", ruleset, track] => Some(self.tracks.join(ruleset).join(track)),
            [ruleset, file] => Some(self.rulesets.join(ruleset).join(file)),
            _ => None,
        }
    }
}
