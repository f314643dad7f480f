//! Drafts, the only way in which a document changes: a draft of it is changed, and becomes the next document.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use super::document::{Document, Header, Item, Key, List};

/// A document being changed. It shares everything that stays the same with the document it began as; dropping it changes nothing.
pub struct Draft {
    document: Document,
    begun: Document,
    /// Where each item is, by key. Made when needed, dropped when a list changes its length.
    places: Option<BTreeMap<Key, (List, usize)>>,
}

impl Draft {
    pub fn of(document: &Document) -> Draft {
        Draft { document: document.clone(), begun: document.clone(), places: None }
    }

    /// The document in its current state.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// A thing as it was in the document that this one began as.
    pub fn was(&self, key: Key) -> Option<&Arc<Item>> {
        self.begun.item(key)
    }

    /// Where a thing is.
    pub fn place(&mut self, key: Key) -> Option<(List, usize)> {
        let document = &self.document;
        let places = self.places.get_or_insert_with(|| {
            let of = |list: List| document.list(list).iter().enumerate().map(move |(at, item)| (item.key, (list, at)));
            List::ALL.into_iter().flat_map(of).collect()
        });
        places.get(&key).copied()
    }

    /// Changes one item.
    pub fn item(&mut self, list: List, at: usize, change: impl FnOnce(&mut Item)) {
        let Some(old) = self.document.list(list).get(at).cloned() else { return };
        let mut new = (*old).clone();
        change(&mut new);
        if new != *old {
            // Names follow when things rest: see `Drawing::name_anew`.
            let keeps_names = match list {
                List::Spaces => new.at != old.at && Item { at: old.at, ..new.clone() }.says_as(&old),
                List::Links => (&new.kind, &new.spaces) == (&old.kind, &old.spaces),
                _ => false,
            };
            let names = keeps_names.then(|| self.document.names.clone());
            self.document.list_mut(list)[at] = Arc::new(new);
            if let Some(names) = names {
                self.document.names = names;
            }
        }
    }

    /// Inserts items in front of the one at `at`; returns their keys.
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
            self.splice(list, at..at, items);
        }
        keys
    }

    /// Removes one item. Comments before it that are more than blank lines stay with what follows.
    pub fn remove(&mut self, list: List, at: usize) {
        let Some(old) = self.document.list(list).get(at).cloned() else { return };
        self.splice(list, at..at + 1, vec![]);
        let heads = old.notes.before.iter().any(|line| !line.is_empty());
        if heads && let Some(next) = self.document.list(list).get(at) {
            // If the next item has its own heading, it begins a different group.
            if next.notes.before.is_empty() {
                self.item(list, at, |item| item.notes.before.clone_from(&old.notes.before));
            }
        }
    }

    /// Reorders the items of a list; `order` lists their current positions.
    pub fn order(&mut self, list: List, order: &[usize]) {
        let items = self.document.list(list);
        let mut seen = vec![false; items.len()];
        let is_whole = order.len() == items.len()
            && order.iter().all(|n| seen.get_mut(*n).is_some_and(|seen| !std::mem::replace(seen, true)));
        if !is_whole || order.is_sorted() {
            return;
        }
        let after: Vec<Arc<Item>> = order.iter().map(|n| items[*n].clone()).collect();
        self.splice(list, 0..after.len(), after);
    }

    /// Changes what is outside the lists.
    pub fn header(&mut self, change: impl FnOnce(&mut Header)) {
        let mut header = (*self.document.header).clone();
        change(&mut header);
        if header != *self.document.header {
            self.document.header = Arc::new(header);
        }
    }

    /// Replaces everything by another document. Things with the same id, or that say the same, keep their keys.
    pub fn replace(&mut self, other: &Document) {
        for list in List::ALL {
            let mut old: Vec<Option<Arc<Item>>> = self.document.list(list).iter().cloned().map(Some).collect();
            let mut after: Vec<Option<Arc<Item>>> = vec![None; other.list(list).len()];
            let alike: [fn(&Item, &Item) -> bool; 2] =
                [Item::says_as, |a, b| !a.id.is_empty() && is_known_as(a) == is_known_as(b)];
            for is_alike in alike {
                // Only things with the same name can be alike.
                let mut named: BTreeMap<_, VecDeque<usize>> = BTreeMap::new();
                for (n, item) in old.iter().enumerate().filter_map(|(n, old)| Some((n, old.as_ref()?))) {
                    named.entry(is_known_as(item)).or_default().push_back(n);
                }
                for (new, item) in after.iter_mut().zip(other.list(list)).filter(|(new, _)| new.is_none()) {
                    let Some(rest) = named.get_mut(&is_known_as(item)) else { continue };
                    let same = rest.iter().position(|n| old[*n].as_ref().is_some_and(|old| is_alike(old, item)));
                    let same = same.and_then(|at| rest.remove(at)).and_then(|n| old[n].take());
                    *new = same.map(|old| {
                        let item = Item { key: old.key, ..(**item).clone() };
                        if item == *old { old } else { Arc::new(item) }
                    });
                }
            }
            let mut fresh = |item: &Arc<Item>| {
                let key = Key(self.document.next_key);
                self.document.next_key += 1;
                Arc::new(Item { key, ..(**item).clone() })
            };
            let after: Vec<Arc<Item>> =
                after.into_iter().zip(other.list(list)).map(|(new, item)| new.unwrap_or_else(|| fresh(item))).collect();
            let before = self.document.list(list);
            if before != after {
                self.splice(list, 0..before.len(), after);
            }
        }
        self.header(|header| header.clone_from(&other.header));
    }

    /// Replaces a range of items by others.
    fn splice(&mut self, list: List, range: Range<usize>, items: Vec<Arc<Item>>) {
        self.places = None;
        self.document.list_mut(list).splice(range, items);
    }

    /// The document as it is now.
    pub fn finish(self) -> Document {
        self.document
    }
}

/// What identifies a thing in two documents.
fn is_known_as(item: &Item) -> (Arc<str>, Arc<str>, Option<Arc<str>>) {
    (item.id.clone(), item.kind.clone(), item.spaces.first().cloned().filter(|_| item.id.is_empty()))
}
