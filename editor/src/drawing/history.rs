//! A document with its history.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::document::{Document, Key, List};
use super::draft::Draft;
use super::edit::{self, Edit, Subjects};
use super::schema::Schema;

/// One step that can be undone.
#[derive(Clone, Debug)]
struct HistoryStep {
    name: String,
    /// The document after it. Documents share whatever they have in common.
    document: Document,
    /// The edits of one drag are one step.
    drag: Option<u64>,
    /// Everything the step is about, so that a drag is named after all it went over.
    subjects: Subjects,
    /// Whether it is named after those.
    is_of_subjects: bool,
    /// Where each further frame of the drag starts from.
    begun: Option<Begun>,
    /// Whether another program did it: it may have changed many things that have nothing to do with each other.
    is_theirs: bool,
}

/// The document before a drag began to move things or to pull a line. Each frame says all that has come of it by then, so each is done to that
/// document, and nothing is lost by what was rounded or pressed flat on the way.
#[derive(Clone, Debug)]
struct Begun {
    document: Document,
    /// The things that are moved; `None` for all that the drag has done.
    moved: Option<Vec<Key>>,
}

/// A board being drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The document before the first step.
    first: Document,
    /// The rules it is drawn for, which say what defaults to leave out. Not part of the history.
    pub schema: Arc<Schema>,
    steps: Vec<HistoryStep>,
    /// The number of steps that are done; the others are undone.
    done: usize,
    /// How many were done when it was saved; `None` if that state can't be reached any more.
    saved: Option<usize>,
    /// Counts changes of the document, so that others know whether they have seen it.
    version: u64,
    /// The first key that nothing has had, counting undone things.
    next_key: u32,
}

/// The state of a drawing before something was tried on it.
#[derive(Clone, Debug)]
pub struct Before {
    done: usize,
    saved: Option<usize>,
    version: u64,
    /// The step that a drag may continue.
    dragged: Option<HistoryStep>,
}

impl Drawing {
    pub fn new(mut document: Document, schema: Arc<Schema>) -> Drawing {
        document.name_as(&schema.places);
        Drawing { next_key: document.next_key, first: document, schema, saved: Some(0), ..Drawing::default() }
    }

    /// Goes on under other rules, which may name places differently.
    pub fn set_schema(&mut self, schema: Arc<Schema>) {
        self.first.name_as(&schema.places);
        self.steps.iter_mut().for_each(|step| step.document.name_as(&schema.places));
        self.schema = schema;
    }

    /// Names spaces by where they lie now. While they move they keep their names, because working these out takes a while on large boards.
    pub fn name_anew(&mut self) {
        let document = self.done.checked_sub(1).map_or(&mut self.first, |n| &mut self.steps[n].document);
        document.names = Arc::default();
    }

    pub fn document(&self) -> &Document {
        self.done.checked_sub(1).map_or(&self.first, |n| &self.steps[n].document)
    }

    /// Changes whenever the document does.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The current state, to return to if an attempt breaks off half-way.
    pub fn before(&self) -> Before {
        let dragged = self.done.checked_sub(1).map(|n| &self.steps[n]).filter(|step| step.drag.is_some()).cloned();
        Before { done: self.done, saved: self.saved, version: self.version, dragged }
    }

    /// Returns to an earlier state, with its history; steps undone then may be lost.
    pub fn go_back(&mut self, before: Before) {
        if self.version != before.version {
            self.steps.truncate(before.done);
            self.saved = before.saved.filter(|saved| *saved <= before.done);
        }
        if let (Some(step), Some(dragged)) = (before.done.checked_sub(1).and_then(|n| self.steps.get_mut(n)), before.dragged) {
            *step = dragged;
        }
        self.done = before.done;
        self.give_new_keys();
        self.version += 1;
        self.end_drag();
    }

    /// Makes an edit, as a step of its own. Returns whether it changed anything.
    ///
    /// # Errors
    /// Why it can't be done; nothing has changed.
    pub fn edit(&mut self, edit: &Edit) -> Result<bool, String> {
        self.make(edit, None, false)
    }

    /// Makes an edit that belongs to a drag: consecutive edits with the same number are one step.
    ///
    /// # Errors
    /// Why it can't be done; nothing has changed.
    pub fn drag(&mut self, drag: u64, edit: &Edit) -> Result<bool, String> {
        self.make(edit, Some(drag), false)
    }

    /// The same for an edit of [`Drawing::begun`], which replaces what the drag has done so far.
    ///
    /// # Errors
    /// Why it can't be done; nothing has changed.
    pub fn pull(&mut self, drag: u64, edit: &Edit) -> Result<bool, String> {
        self.make(edit, Some(drag), true)
    }

    /// The document that a drag pulls at: as it was before.
    pub fn begun(&self, drag: u64) -> &Document {
        let last = self.done.checked_sub(1).map(|n| &self.steps[n]).filter(|step| step.drag == Some(drag));
        let begun = last.filter(|_| self.saved != Some(self.done)).and_then(|step| step.begun.as_ref());
        begun.filter(|begun| begun.moved.is_none()).map_or_else(|| self.document(), |begun| &begun.document)
    }

    fn make(&mut self, edit: &Edit, drag: Option<u64>, pulls: bool) -> Result<bool, String> {
        let goes_on = drag.is_some() && self.saved != Some(self.done);
        let last = self.done.checked_sub(1).filter(|n| goes_on && self.steps[*n].drag == drag);
        // Deleted things are named while they still exist.
        let mut subjects = last.map(|n| std::mem::take(&mut self.steps[n].subjects)).unwrap_or_default();
        subjects.add(edit, self.document());
        let moved = match edit {
            _ if pulls => None,
            Edit::Place(places) | Edit::Arrange(_, places) if drag.is_some() => {
                Some(places.iter().map(|(key, _)| *key).collect::<Vec<_>>())
            }
            _ => None,
        };
        let begun = last.filter(|_| pulls || moved.is_some()).and_then(|n| self.steps[n].begun.as_ref());
        // What a frame has added, the next one adds again with the same keys.
        let begun = begun.filter(|begun| begun.moved == moved).map(|begun| begun.document.clone());
        let begun = begun.unwrap_or_else(|| self.document().clone());
        let made = edit::apply(&begun, &self.schema, edit);
        let begun = (pulls || moved.is_some()).then_some(Begun { document: begun, moved });
        let mut document = match (made, last) {
            (Ok(document), _) if !document.is(self.document()) => document,
            (made, last) => {
                if let Some(n) = last {
                    self.steps[n].subjects = subjects;
                }
                return made.map(|_| false);
            }
        };
        self.forget_undone();
        self.next_key = self.next_key.max(document.next_key);
        document.next_key = self.next_key;
        match last {
            Some(n) => {
                let step = &mut self.steps[n];
                step.document = document;
                step.begun = begun;
                // A step named after itself keeps its name: a duplicate made by dragging is moved, too.
                if step.is_of_subjects {
                    (step.name, step.is_of_subjects) = (edit.name(&subjects), edit.name_of(&subjects).is_some());
                }
                step.subjects = subjects;
            }
            None => {
                let (name, is_of_subjects) = (edit.name(&subjects), edit.name_of(&subjects).is_some());
                self.push(HistoryStep { name, document, drag, subjects, is_of_subjects, begun, is_theirs: false });
            }
        }
        Ok(true)
    }

    /// Replaces the document by one that somebody else has written, as one step that can be undone. Things that are the same in both keep
    /// their keys. Returns whether anything changed.
    pub fn replace(&mut self, other: &Document, name: &str) -> bool {
        let mut draft = Draft::of(self.document());
        draft.replace(other);
        let document = draft.finish();
        if document.is(self.document()) {
            return false;
        }
        self.forget_undone();
        self.next_key = document.next_key;
        let (name, subjects) = (name.to_owned(), Subjects::default());
        self.push(HistoryStep { name, document, drag: None, subjects, is_of_subjects: false, begun: None, is_theirs: true });
        true
    }

    /// Takes things out by an edit. If all else is still as it was when they came in, it becomes what it was before that.
    ///
    /// # Errors
    /// Why it can't be done; nothing has changed.
    pub fn take_out(&mut self, edit: &Edit, keys: &BTreeSet<Key>) -> Result<bool, String> {
        let Some(mut document) = self.before_these(keys).cloned() else { return self.edit(edit) };
        let mut subjects = Subjects::default();
        subjects.add(edit, self.document());
        self.forget_undone();
        document.next_key = self.next_key;
        let name = edit.name(&subjects);
        self.push(HistoryStep { name, document, drag: None, subjects, is_of_subjects: false, begun: None, is_theirs: false });
        Ok(true)
    }

    /// The document before just these things came in, if at least one is a space and all else is as it was right after that.
    fn before_these(&self, keys: &BTreeSet<Key>) -> Option<&Document> {
        let first = keys.iter().copied().find(|key| self.document().find(*key).is_some_and(|(list, ..)| list == List::Spaces))?;
        let came = self.steps[..self.done].partition_point(|step| step.document.item(first).is_none());
        let step = self.steps[..self.done].get(came).filter(|step| !step.is_theirs)?;
        let before = came.checked_sub(1).map_or(&self.first, |n| &self.steps[n].document);
        // Links and the lines of courses come in with spaces. Nothing else may have.
        let is_all = [List::Spaces, List::Paths, List::Decor].into_iter().all(|list| {
            let others = step.document.list(list).iter().map(|item| item.key).filter(|key| !keys.contains(key));
            others.eq(before.list(list).iter().map(|item| item.key))
        });
        let is_new = keys.iter().all(|key| before.item(*key).is_none());
        (is_all && is_new && step.document.is_but_for(self.document(), keys)).then_some(before)
    }

    fn push(&mut self, step: HistoryStep) {
        self.steps.push(step);
        self.done += 1;
    }

    /// Lets the document at which one has arrived give no key a second time. Who works out what an edit leads to needs that, too.
    fn give_new_keys(&mut self) {
        let document = match self.done.checked_sub(1) {
            Some(n) => &mut self.steps[n].document,
            None => &mut self.first,
        };
        document.next_key = self.next_key;
    }

    /// After something new is done, undone steps can't be redone.
    fn forget_undone(&mut self) {
        self.version += 1;
        if self.saved.is_some_and(|saved| saved > self.done) {
            self.saved = None;
        }
        self.steps.truncate(self.done);
    }

    /// Undoes one step; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(done) = self.done.checked_sub(1) else { return false };
        self.done = done;
        self.give_new_keys();
        self.version += 1;
        self.end_drag();
        true
    }

    /// Redoes the next step; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        if self.done == self.steps.len() {
            return false;
        }
        self.done += 1;
        self.give_new_keys();
        self.version += 1;
        self.end_drag();
        true
    }

    /// Undoes or redoes until this many steps are done.
    pub fn go_to(&mut self, done: usize) {
        while self.done > done && self.undo() {}
        while self.done < done && self.redo() {}
    }

    /// Takes a cancelled drag back: its step is undone and forgotten.
    pub fn cancel_drag(&mut self, drag: u64) -> bool {
        let is_last = self.steps.len() == self.done && self.steps.last().is_some_and(|last| last.drag == Some(drag));
        if is_last && self.undo() {
            self.steps.truncate(self.done);
        }
        is_last
    }

    /// Whether the last step belongs to this drag, which goes on.
    pub fn is_dragging(&self, drag: u64) -> bool {
        self.done.checked_sub(1).is_some_and(|n| self.steps[n].drag == Some(drag))
    }

    /// Ends a drag: a later drag with the same number is a step of its own.
    pub fn end_drag(&mut self) {
        self.steps.iter_mut().rev().take(1).for_each(|step| (step.drag, step.begun) = (None, None));
    }

    /// The names of all steps, and how many of them are done.
    pub fn steps(&self) -> (impl Iterator<Item = &str>, usize) {
        (self.steps.iter().map(|step| step.name.as_str()), self.done)
    }

    /// The name of the step that undo would undo.
    pub fn undoes(&self) -> Option<&str> {
        Some(&self.steps.get(self.done.checked_sub(1)?)?.name)
    }

    /// The name of the step that redo would redo.
    pub fn redoes(&self) -> Option<&str> {
        Some(&self.steps.get(self.done)?.name)
    }

    /// Marks the document as saved.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.done);
        self.end_drag();
    }

    /// How many steps were done when it was saved; `None` if that can't be reached any more.
    pub fn saved(&self) -> Option<usize> {
        self.saved
    }

    /// Marks that the saved state no longer exists.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Whether it is as it was last saved.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.done)
    }
}
