//! A document with everything that was done to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::change::{Change, Draft, Place};
use super::document::Document;
use super::edit::{self, Edit, Subjects};
use super::schema::Schema;

/// One step that can be undone.
#[derive(Clone, Debug)]
struct Step {
    name: String,
    changes: Vec<Change>,
    /// Steps of one drag are one.
    drag: Option<u64>,
    /// What all of it is about, so that a drag is named after all that it went over.
    subjects: Subjects,
    /// Whether it is named after those.
    is_of_subjects: bool,
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

/// How a drawing was before something was tried on it.
#[derive(Clone, Debug)]
pub struct Before {
    document: Document,
    done: usize,
    saved: Option<usize>,
    version: u64,
    /// The step that a drag may go on with.
    dragged: Option<Step>,
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

    /// How it is now, to come back to if what is tried breaks off half-way.
    pub fn before(&self) -> Before {
        let (document, done, saved, version) = (self.document.clone(), self.done, self.saved, self.version);
        let dragged = self.done.checked_sub(1).map(|n| &self.steps[n]).filter(|step| step.drag.is_some()).cloned();
        Before { document, done, saved, version, dragged }
    }

    /// Comes back to how it was, with all that led there; what was undone then may be gone.
    pub fn go_back(&mut self, before: Before) {
        if self.version != before.version {
            self.steps.truncate(before.done);
            self.saved = before.saved.filter(|saved| *saved <= before.done);
        }
        if let (Some(step), Some(dragged)) = (before.done.checked_sub(1).and_then(|n| self.steps.get_mut(n)), before.dragged) {
            *step = dragged;
        }
        (self.document, self.done) = (before.document, before.done);
        self.version += 1;
        self.end_drag();
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
        let goes_on = drag.is_some() && self.saved != Some(self.done);
        let last = self.done.checked_sub(1).filter(|n| goes_on && self.steps[*n].drag == drag);
        // What is gone afterwards is named while it is there.
        let mut subjects = last.map(|n| std::mem::take(&mut self.steps[n].subjects)).unwrap_or_default();
        subjects.add(edit, &self.document);
        let made = edit::apply(&mut self.document, &self.schema, edit);
        let changes = match (made, last) {
            (Ok(changes), _) if !changes.is_empty() => changes,
            (made, last) => {
                if let Some(n) = last {
                    self.steps[n].subjects = subjects;
                }
                return made.map(|_| false);
            }
        };
        self.forget_undone();
        match last {
            Some(n) => {
                let step = &mut self.steps[n];
                join(&mut step.changes, changes);
                // What was named after itself stays so: what is duplicated by dragging is moved, too.
                if let Some(name) = edit.name_of(&subjects).filter(|_| step.is_of_subjects) {
                    step.name = name;
                }
                step.subjects = subjects;
            }
            None => {
                let (name, is_of_subjects) = (edit.name(&subjects), edit.name_of(&subjects).is_some());
                self.steps.push(Step { name, changes, drag, subjects, is_of_subjects });
                self.done += 1;
            }
        }
        Ok(true)
    }

    /// Puts another document in the place of this one, as one step that can be undone: somebody else has written it. What is the same
    /// thing in both keeps its key. Returns whether anything changed.
    pub fn replace(&mut self, other: &Document, name: &str) -> bool {
        let mut draft = Draft::of(&mut self.document);
        draft.replace(other);
        let changes = draft.finish();
        if changes.is_empty() {
            return false;
        }
        self.forget_undone();
        let (name, subjects) = (name.to_owned(), Subjects::default());
        self.steps.push(Step { name, changes, drag: None, subjects, is_of_subjects: false });
        self.done += 1;
        true
    }

    /// Something new is done: what was undone can't be done again.
    fn forget_undone(&mut self) {
        self.version += 1;
        if self.saved.is_some_and(|saved| saved > self.done) {
            self.saved = None;
        }
        self.steps.truncate(self.done);
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

    /// Whether the last step is of this drag, which goes on.
    pub fn is_dragging(&self, drag: u64) -> bool {
        self.done.checked_sub(1).is_some_and(|n| self.steps[n].drag == Some(drag))
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

/// Adds the changes of one more move to those of a drag: what was changed before is changed once.
fn join(into: &mut Vec<Change>, next: Vec<Change>) {
    let same = into.len() == next.len() && into.iter().zip(&next).all(|(a, b)| a.is_at(b));
    if same {
        return into.iter_mut().zip(&next).for_each(|(change, next)| {
            change.absorb(next);
        });
    }
    // Where each thing was changed last. What moves others to other places comes between what was before it and what follows.
    let mut known = BTreeMap::new();
    for (n, change) in into.iter().enumerate() {
        note(&mut known, n, change);
    }
    for change in next {
        match change.place().and_then(|place| known.get(&place)).copied() {
            Some(n) if into[n].absorb(&change) => {}
            _ => {
                note(&mut known, into.len(), &change);
                into.push(change);
            }
        }
    }
}

/// Notes which change was the last of a thing.
fn note(known: &mut BTreeMap<Place, usize>, n: usize, change: &Change) {
    match (change.place(), change) {
        (Some(place), _) => drop(known.insert(place, n)),
        (None, Change::Items { list, .. }) => known.retain(|place, _| place.is_none_or(|(of, _)| of != *list)),
        (None, Change::Header { .. } | Change::Item { .. }) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::document::{Item, Key, List};

    #[test]
    fn a_drag_of_ever_other_things_changes_each_of_them_once() {
        let mut drawing = Drawing::new(Document::default(), Arc::default());
        let item = |n: usize| Item { id: format!("a{n}").into(), at: Some((0.0, 0.0).into()), ..Item::default() };
        let items = (0..4).map(item).collect();
        drawing.edit(&Edit::Add { list: List::Spaces, items, before: None }).expect("they are added");
        let before = drawing.document().clone();
        let keys: Vec<Key> = before.spaces().iter().map(|space| space.key).collect();
        for frame in 1..50 {
            let moved = keys.iter().skip(frame % 3).map(|key| (*key, (frame as f64, 1.0).into())).collect();
            drawing.drag(1, &Edit::Place(moved)).expect("they move");
        }
        assert_eq!(drawing.steps[1].changes.len(), 4);
        let after = drawing.document().clone();
        drawing.undo();
        assert_eq!(*drawing.document(), before);
        drawing.redo();
        assert_eq!(*drawing.document(), after);
        // What makes a list longer comes between.
        let more = |at: Option<Key>| Edit::Add {
            list: List::Spaces,
            items: vec![item(drawing.document().next_key as usize)],
            before: at,
        };
        let edit = Edit::All("both".into(), vec![Edit::Place(vec![(keys[1], (7.0, 7.0).into())]), more(Some(keys[0]))]);
        drawing.drag(2, &edit).expect("it is done");
        drawing.drag(2, &Edit::Place(vec![(keys[1], (9.0, 7.0).into()), (keys[0], (8.0, 8.0).into())])).expect("they move");
        let last = drawing.document().clone();
        drawing.undo();
        assert_eq!(*drawing.document(), after);
        drawing.redo();
        assert_eq!(*drawing.document(), last);
    }
}
