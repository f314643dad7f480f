//! The one way in which a document changes. Each change knows what was there before, so that whatever is done can be undone.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::document::{Document, Header, Item, Key, List};

/// One change, either way round.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// Items at a place of a list, before and after.
    Items {
        list: List,
        at: usize,
        before: Vec<Arc<Item>>,
        after: Vec<Arc<Item>>,
    },
    Header {
        before: Arc<Header>,
        after: Arc<Header>,
    },
}

impl Change {
    /// Makes what it says.
    pub fn redo(&self, document: &mut Document) {
        match self {
            Change::Items { list, at, before, after } => splice(document, *list, *at, before.len(), after),
            Change::Header { after, .. } => document.header = after.clone(),
        }
    }

    /// Takes it back.
    pub fn undo(&self, document: &mut Document) {
        match self {
            Change::Items { list, at, before, after } => splice(document, *list, *at, after.len(), before),
            Change::Header { before, .. } => document.header = before.clone(),
        }
    }

    /// Whether `self` and then `next` are one change, which `self` then is.
    pub(super) fn absorb(&mut self, next: &Change) -> bool {
        match (self, next) {
            (Change::Header { after, .. }, Change::Header { after: last, .. }) => {
                after.clone_from(last);
                true
            }
            (
                Change::Items { list, at, after, .. },
                Change::Items { list: next_list, at: next_at, before, after: next_after },
            ) if list == next_list && at == next_at && after.len() == before.len() => {
                after.clone_from(next_after);
                true
            }
            _ => false,
        }
    }

    /// Whether it is of the same items as another.
    pub(super) fn is_at(&self, other: &Change) -> bool {
        match (self, other) {
            (Change::Header { .. }, Change::Header { .. }) => true,
            (
                Change::Items { list, at, before: first, after },
                Change::Items { list: next_list, at: next_at, before, after: last },
            ) => {
                // What makes a list longer or shorter moves what the other changes are of.
                let lengths = [after.len(), before.len(), last.len()];
                list == next_list && at == next_at && lengths == [first.len(); 3]
            }
            _ => false,
        }
    }
}

fn splice(document: &mut Document, list: List, at: usize, removed: usize, items: &[Arc<Item>]) {
    document.lists[list as usize].splice(at..at + removed, items.iter().cloned());
}

/// A document that is being changed, and what has been changed so far.
pub struct Draft<'a> {
    document: &'a mut Document,
    changes: Vec<Change>,
    /// By key: where each item stands. Made when it is asked for, gone when a list is no longer as long.
    places: Option<BTreeMap<Key, (List, usize)>>,
}

impl<'a> Draft<'a> {
    pub fn of(document: &'a mut Document) -> Draft<'a> {
        Draft { document, changes: vec![], places: None }
    }

    /// As it is by now.
    pub fn document(&self) -> &Document {
        self.document
    }

    /// Where a thing stands.
    pub fn place(&mut self, key: Key) -> Option<(List, usize)> {
        let document = &*self.document;
        let places = self.places.get_or_insert_with(|| {
            let of = |list: List| document.list(list).iter().enumerate().map(move |(at, item)| (item.key, (list, at)));
            List::ALL.into_iter().flat_map(of).collect()
        });
        places.get(&key).copied()
    }

    /// Changes one item; nothing is noted where it stays the same.
    pub fn item(&mut self, list: List, at: usize, change: impl FnOnce(&mut Item)) {
        let Some(old) = self.document.list(list).get(at).cloned() else { return };
        let mut new = (*old).clone();
        change(&mut new);
        if new != *old {
            self.make(Change::Items { list, at, before: vec![old], after: vec![Arc::new(new)] });
        }
    }

    /// Puts items in, in front of the one at `at`; returns their keys.
    pub fn insert(&mut self, list: List, at: usize, items: Vec<Item>) -> Vec<Key> {
        let at = at.min(self.document.list(list).len());
        let mut keys = vec![];
        let items: Vec<Arc<Item>> = items
            .into_iter()
            .map(|mut item| {
                item.key = Key(self.document.next_key);
                self.document.next_key += 1;
                keys.push(item.key);
                Arc::new(item)
            })
            .collect();
        if !items.is_empty() {
            self.make(Change::Items { list, at, before: vec![], after: items });
        }
        keys
    }

    /// Takes one item out. Comments before it, if they are more than blank lines, stay with what follows.
    pub fn remove(&mut self, list: List, at: usize) {
        let Some(old) = self.document.list(list).get(at).cloned() else { return };
        self.make(Change::Items { list, at, before: vec![old.clone()], after: vec![] });
        let heads = old.notes.before.iter().any(|line| !line.is_empty());
        if heads && let Some(next) = self.document.list(list).get(at) {
            // A heading of its own says that the next item begins another group.
            if next.notes.before.is_empty() {
                self.item(list, at, |item| item.notes.before.clone_from(&old.notes.before));
            }
        }
    }

    /// Puts the items of a list in another order: `order` are positions as they are now.
    pub fn order(&mut self, list: List, order: &[usize]) {
        let items = self.document.list(list);
        let mut seen = vec![false; items.len()];
        let is_whole = order.len() == items.len()
            && order.iter().all(|n| seen.get_mut(*n).is_some_and(|seen| !std::mem::replace(seen, true)));
        if !is_whole || order.is_sorted() {
            return;
        }
        let after: Vec<Arc<Item>> = order.iter().map(|n| items[*n].clone()).collect();
        self.make(Change::Items { list, at: 0, before: items.to_vec(), after });
    }

    /// Changes what stands outside of the lists.
    pub fn header(&mut self, change: impl FnOnce(&mut Header)) {
        let before = self.document.header.clone();
        let mut after = (*before).clone();
        change(&mut after);
        if after != *before {
            self.make(Change::Header { before, after: Arc::new(after) });
        }
    }

    fn make(&mut self, change: Change) {
        if matches!(&change, Change::Items { before, after, .. } if before.len() != after.len() || before.len() > 1) {
            self.places = None;
        }
        change.redo(self.document);
        self.changes.push(change);
    }

    /// What has been changed.
    pub fn finish(self) -> Vec<Change> {
        self.changes
    }

    /// Takes everything back.
    pub fn cancel(self) {
        for change in self.changes.iter().rev() {
            change.undo(self.document);
        }
    }
}
