//! The one way in which a document changes. Each change knows what was there before, so that whatever is done can be undone.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::document::{Document, Header, Item, Key, List};

/// One change, either way round.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// One item, before and after.
    Item {
        list: List,
        at: usize,
        before: Arc<Item>,
        after: Arc<Item>,
    },
    /// Several at a place of a list, more or fewer, before and after.
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

/// Where a thing stands; `None`: outside of the lists.
pub(super) type Place = Option<(List, usize)>;

impl Change {
    /// Whatever stands at a place of a list, before and after.
    fn of(list: List, at: usize, before: Vec<Arc<Item>>, after: Vec<Arc<Item>>) -> Change {
        match (before.as_slice(), after.as_slice()) {
            ([before], [after]) => Change::Item { list, at, before: before.clone(), after: after.clone() },
            _ => Change::Items { list, at, before, after },
        }
    }

    /// Makes what it says.
    pub fn redo(&self, document: &mut Document) {
        match self {
            Change::Item { list, at, after, .. } => put(document, *list, *at, after),
            Change::Items { list, at, before, after } => splice(document, *list, *at, before.len(), after),
            Change::Header { after, .. } => document.header = after.clone(),
        }
    }

    /// Takes it back.
    pub fn undo(&self, document: &mut Document) {
        match self {
            Change::Item { list, at, before, .. } => put(document, *list, *at, before),
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
            (Change::Item { list, at, after, .. }, Change::Item { list: next_list, at: next_at, after: last, .. })
                if list == next_list && at == next_at =>
            {
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

    /// The one thing that it is of; `None`: of several, or others stand elsewhere by it.
    pub(super) fn place(&self) -> Option<Place> {
        match self {
            Change::Header { .. } => Some(None),
            Change::Item { list, at, .. } => Some(Some((*list, *at))),
            Change::Items { .. } => None,
        }
    }

    /// Whether it is of the same items as another.
    pub(super) fn is_at(&self, other: &Change) -> bool {
        match (self, other) {
            (Change::Header { .. }, Change::Header { .. }) => true,
            (Change::Item { list, at, .. }, Change::Item { list: next_list, at: next_at, .. }) => {
                (list, at) == (next_list, next_at)
            }
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

fn put(document: &mut Document, list: List, at: usize, item: &Arc<Item>) {
    document.lists[list as usize][at].clone_from(item);
}

/// What things that are the same have in common.
fn is_known_as(item: &Item) -> (Arc<str>, Arc<str>, Option<Arc<str>>) {
    (item.id.clone(), item.kind.clone(), item.spaces.first().cloned().filter(|_| item.id.is_empty()))
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
            self.make(Change::Item { list, at, before: old, after: Arc::new(new) });
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
            self.make(Change::of(list, at, vec![], items));
        }
        keys
    }

    /// Takes one item out. Comments before it, if they are more than blank lines, stay with what follows.
    pub fn remove(&mut self, list: List, at: usize) {
        let Some(old) = self.document.list(list).get(at).cloned() else { return };
        self.make(Change::of(list, at, vec![old.clone()], vec![]));
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
        self.make(Change::of(list, 0, items.to_vec(), after));
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

    /// Puts everything of another document here. Things of one id, or that say the same, keep their keys.
    pub fn replace(&mut self, other: &Document) {
        for list in List::ALL {
            let mut old: Vec<Option<Arc<Item>>> = self.document.list(list).iter().cloned().map(Some).collect();
            let mut after: Vec<Option<Arc<Item>>> = vec![None; other.list(list).len()];
            let alike: [fn(&Item, &Item) -> bool; 2] =
                [Item::says_as, |a, b| !a.id.is_empty() && is_known_as(a) == is_known_as(b)];
            for is_alike in alike {
                // Only those of one name can be alike.
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
            let after = after.into_iter().zip(other.list(list)).map(|(new, item)| new.unwrap_or_else(|| fresh(item))).collect();
            let before = self.document.list(list).to_vec();
            if before != after {
                self.make(Change::of(list, 0, before, after));
            }
        }
        self.header(|header| header.clone_from(&other.header));
    }

    fn make(&mut self, change: Change) {
        if matches!(&change, Change::Items { .. }) {
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
