//! A document with everything that was done to it.

use std::sync::Arc;

use super::change::Change;
use super::document::Document;
use super::edit::{self, Edit};
use super::schema::Schema;

/// One step that can be undone.
#[derive(Clone, Debug)]
struct Step {
    name: String,
    changes: Vec<Change>,
    /// Steps of one drag are one.
    drag: Option<u64>,
}

/// A board that is being drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    document: Document,
    /// The rules that it is drawn for, by which defaults are left out. Not part of the history.
    pub schema: Arc<Schema>,
    steps: Vec<Step>,
    /// So many of the steps are done, the others undone.
    done: usize,
    /// How many were done when it was saved; `None`: that state can't be reached any more.
    saved: Option<usize>,
    /// Counts changes of the document, so that others see whether they have seen it.
    version: u64,
}

impl Drawing {
    pub fn new(document: Document, schema: Arc<Schema>) -> Drawing {
        Drawing { document, schema, saved: Some(0), ..Drawing::default() }
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Another number whenever the document is another.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Makes an edit, as a step of its own. Returns whether it changed anything.
    ///
    /// # Errors
    /// Why it can't be done; nothing has changed.
    pub fn edit(&mut self, edit: &Edit) -> Result<bool, String> {
        self.make(edit, None)
    }

    /// Makes an edit that belongs to a drag: all with the same number, one after the other, are one step.
    ///
    /// # Errors
    /// Why it can't be done; nothing has changed.
    pub fn drag(&mut self, drag: u64, edit: &Edit) -> Result<bool, String> {
        self.make(edit, Some(drag))
    }

    fn make(&mut self, edit: &Edit, drag: Option<u64>) -> Result<bool, String> {
        let name = edit.name(&self.document);
        let changes = edit::apply(&mut self.document, &self.schema, edit)?;
        if changes.is_empty() {
            return Ok(false);
        }
        self.version += 1;
        if self.saved.is_some_and(|saved| saved > self.done) {
            self.saved = None;
        }
        self.steps.truncate(self.done);
        let goes_on = drag.is_some() && self.saved != Some(self.done);
        match self.steps.last_mut().filter(|last| goes_on && last.drag == drag) {
            Some(last) => join(&mut last.changes, changes),
            None => {
                self.steps.push(Step { name, changes, drag });
                self.done += 1;
            }
        }
        Ok(true)
    }

    /// Undoes one step; `false` where there is none.
    pub fn undo(&mut self) -> bool {
        let Some(done) = self.done.checked_sub(1) else { return false };
        for change in self.steps[done].changes.iter().rev() {
            change.undo(&mut self.document);
        }
        self.done = done;
        self.version += 1;
        self.end_drag();
        true
    }

    /// Does the next step again; `false` where there is none.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.steps.get(self.done) else { return false };
        for change in &step.changes {
            change.redo(&mut self.document);
        }
        self.done += 1;
        self.version += 1;
        self.end_drag();
        true
    }

    /// Undoes or does again until so many steps are done.
    pub fn go_to(&mut self, done: usize) {
        while self.done > done && self.undo() {}
        while self.done < done && self.redo() {}
    }

    /// Takes a drag back that was broken off: its step is undone and forgotten.
    pub fn cancel_drag(&mut self, drag: u64) -> bool {
        let is_last = self.steps.len() == self.done && self.steps.last().is_some_and(|last| last.drag == Some(drag));
        if is_last && self.undo() {
            self.steps.truncate(self.done);
        }
        is_last
    }

    /// A later drag with the same number is a step of its own.
    pub fn end_drag(&mut self) {
        self.steps.iter_mut().rev().take(1).for_each(|step| step.drag = None);
    }

    /// The names of all steps, and how many of them are done.
    pub fn steps(&self) -> (impl Iterator<Item = &str>, usize) {
        (self.steps.iter().map(|step| step.name.as_str()), self.done)
    }

    /// What undo would undo.
    pub fn undoes(&self) -> Option<&str> {
        Some(&self.steps.get(self.done.checked_sub(1)?)?.name)
    }

    /// What redo would do again.
    pub fn redoes(&self) -> Option<&str> {
        Some(&self.steps.get(self.done)?.name)
    }

    /// Notes that the document is as it lies on the disk.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.done);
        self.end_drag();
    }

    /// How many steps were done when it was saved; `None` where that can't be reached any more.
    pub fn saved(&self) -> Option<usize> {
        self.saved
    }

    /// Notes that what was saved is there no more.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Whether it is as it was saved last.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.done)
    }
}

/// Adds the changes of one more move to those of a drag.
fn join(into: &mut Vec<Change>, next: Vec<Change>) {
    let same = into.len() == next.len() && into.iter().zip(&next).all(|(a, b)| a.is_at(b));
    if same {
        into.iter_mut().zip(&next).for_each(|(change, next)| {
            change.absorb(next);
        });
    } else {
        into.extend(next);
    }
}
