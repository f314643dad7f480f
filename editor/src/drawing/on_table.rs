//! How things lie at the drawing table: locked, hidden, in groups. Kept with the track as `table: (locked: true, hidden: true, group: 2)`; neither
//! the race nor an exported picture asks for it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::document::{Document, Item, Key, List};
use super::edit::{Edit, counted};
use super::fields::Fields;
use super::schema::Schema;

/// How one thing lies at the drawing table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OnTable {
    /// Nothing but its values can be changed.
    pub is_locked: bool,
    pub is_hidden: bool,
    /// Things with the same number are selected together.
    pub group: Option<u32>,
}

/// What can be done to how things lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    Group,
    Ungroup,
    Lock,
    UnlockAll,
    Hide,
    ShowAll,
}

const FIELD: &str = "table";

impl OnTable {
    pub fn of(item: &Item) -> OnTable {
        let Some(form) = item.fields.get(FIELD).and_then(|value| Fields::read(value)) else { return OnTable::default() };
        let is = |name: &str| form.get(name).is_some_and(|value| **value == *"true");
        let group = form.number("group").filter(|n| (1.0..=1e6).contains(n)).map(|n| n as u32);
        OnTable { is_locked: is("locked"), is_hidden: is("hidden"), group }
    }

    /// Whether it can be seen and taken.
    pub fn is_free(self) -> bool {
        !self.is_hidden && !self.is_locked
    }

    pub(super) fn written(self) -> Option<Arc<str>> {
        let parts = [
            self.is_locked.then(|| "locked: true".to_owned()),
            self.is_hidden.then(|| "hidden: true".to_owned()),
            self.group.map(|group| format!("group: {group}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("({})", parts.join(", ")).into())
    }
}

/// The things that may be locked, hidden or grouped: those with a place.
fn items(document: &Document) -> impl Iterator<Item = (List, &Arc<Item>)> {
    [List::Spaces, List::Decor].into_iter().flat_map(|list| document.list(list).iter().map(move |item| (list, item)))
}

impl Document {
    /// The same without what is hidden.
    pub fn seen(&self) -> Document {
        let mut seen = self.clone();
        for list in [List::Spaces, List::Decor] {
            if self.list(list).iter().any(|item| OnTable::of(item).is_hidden) {
                seen.list_mut(list).retain(|item| !OnTable::of(item).is_hidden);
            }
        }
        seen
    }

    pub fn is_locked(&self, key: Key) -> bool {
        self.item(key).is_some_and(|item| OnTable::of(item).is_locked)
    }

    /// The number of things that are hidden, and of those that are locked.
    pub fn held_back(&self) -> (usize, usize) {
        let count = |is: fn(OnTable) -> bool| items(self).filter(|(_, item)| is(OnTable::of(item))).count();
        (count(|on| on.is_hidden), count(|on| on.is_locked))
    }

    /// These things with all others of their groups that can be seen and taken.
    pub fn with_groups(&self, keys: &[Key]) -> Vec<Key> {
        let of = |key: &Key| self.item(*key).and_then(|item| OnTable::of(item).group);
        let groups: BTreeSet<u32> = keys.iter().filter_map(of).collect();
        let others = items(self).filter(|(_, item)| {
            let on = OnTable::of(item);
            on.is_free() && on.group.is_some_and(|group| groups.contains(&group))
        });
        let others: Vec<Key> = if groups.is_empty() { vec![] } else { others.map(|(_, item)| item.key).collect() };
        keys.iter().copied().chain(others.into_iter().filter(|key| !keys.contains(key))).collect()
    }
}

/// Gives copies groups of their own.
pub fn regroup(document: &Document, copies: &mut [&mut Item]) {
    let last = items(document).filter_map(|(_, item)| OnTable::of(item).group).max().unwrap_or(0);
    let mut new: BTreeMap<u32, u32> = BTreeMap::new();
    for item in copies {
        let on = OnTable::of(item);
        let Some(group) = on.group else { continue };
        let next = last + 1 + new.len() as u32;
        let group = *new.entry(group).or_insert(next);
        item.fields.set(FIELD, OnTable { group: Some(group), ..on }.written());
    }
}

/// The edit that locks, hides or groups these things, or ends it.
///
/// # Errors
/// Why there is nothing to do.
pub fn hold(document: &Document, schema: &Schema, keys: &[Key], hold: Hold) -> Result<Edit, String> {
    if schema.space.iter().any(|field| *field.name == *FIELD) {
        return Err(format!("these rules have a field `{FIELD}` of their own, where this would be kept"));
    }
    let last = items(document).filter_map(|(_, item)| OnTable::of(item).group).max().unwrap_or(0);
    let is_chosen = |item: &Item| keys.contains(&item.key);
    let (verb, why) = match hold {
        Hold::Group => ("group", "grouping takes two things or more: select others, too (Shift+click)"),
        Hold::Ungroup => ("ungroup", "nothing that is selected is in a group"),
        Hold::Lock => ("lock", "only spaces, labels and pictures can be locked"),
        Hold::UnlockAll => ("unlock", "nothing is locked"),
        Hold::Hide => ("hide", "only spaces, labels and pictures can be hidden"),
        Hold::ShowAll => ("show", "nothing is hidden"),
    };
    let changed = |item: &Item| {
        let on = OnTable::of(item);
        Some(match hold {
            Hold::Group if is_chosen(item) => OnTable { group: Some(last + 1), ..on },
            Hold::Ungroup if is_chosen(item) => OnTable { group: None, ..on },
            Hold::Lock if is_chosen(item) => OnTable { is_locked: true, ..on },
            Hold::Hide if is_chosen(item) => OnTable { is_hidden: true, ..on },
            Hold::UnlockAll => OnTable { is_locked: false, ..on },
            Hold::ShowAll => OnTable { is_hidden: false, ..on },
            _ => return None,
        })
        .filter(|new| *new != on)
    };
    let changes: Vec<(List, &Item, OnTable)> =
        items(document).filter_map(|(list, item)| Some((list, &**item, changed(item)?))).collect();
    if changes.is_empty() || hold == Hold::Group && changes.len() < 2 {
        return Err(why.to_owned());
    }
    let things = counted(changes.iter().map(|(list, item, _)| (*list, *item)));
    let values = changes.iter().map(|(_, item, on)| (item.key, on.written())).collect();
    Ok(Edit::All(format!("{verb} {things}"), vec![Edit::SetEach { name: FIELD.into(), values }]))
}
