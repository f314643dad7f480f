//! How things lie at the drawing table: locked, hidden, in groups. Kept with the track as `table: (locked: true, hidden: true, group: 2)`; neither
//! the race nor an exported picture asks for it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::bends;
use super::document::{Document, Item, Key, List};
use super::edit::{Edit, counted, declared};
use super::fields::{self, Fields};
use super::layers::Layers;
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
    Unlock,
    UnlockAll,
    Hide,
    ShowAll,
}

/// The field that keeps it.
pub const FIELD: &str = "table";

impl OnTable {
    pub fn of(item: &Item) -> OnTable {
        item.fields.get(FIELD).map(|written| OnTable::read(written)).unwrap_or_default()
    }

    /// It is asked of everything again and again, so the text is read as RON only where it isn't as this program writes it.
    pub fn read(written: &str) -> OnTable {
        let mut on = OnTable::default();
        let is_plain = |part: &&str| part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | ',' | ' '));
        match written.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).filter(is_plain) {
            Some(plain) => {
                plain
                    .split(',')
                    .filter_map(|part| part.split_once(':'))
                    .for_each(|(name, value)| on.say(name.trim(), value.trim()));
            }
            None => Fields::read(written).iter().flat_map(Fields::iter).for_each(|(name, value)| on.say(name, value)),
        }
        on
    }

    fn say(&mut self, name: &str, value: &str) {
        match name {
            "locked" => self.is_locked = value == "true",
            "hidden" => self.is_hidden = value == "true",
            "group" => self.group = fields::number(value).filter(|n| (1.0..=1e6).contains(n)).map(|n| n as u32),
            _ => {}
        }
    }

    /// Whether it can be seen and taken.
    pub fn is_free(self) -> bool {
        !self.is_hidden && !self.is_locked
    }

    /// Returns it as a field says it, or `None` where it says nothing.
    pub fn written(self) -> Option<Arc<str>> {
        let parts = [
            self.is_locked.then(|| "locked: true".to_owned()),
            self.is_hidden.then(|| "hidden: true".to_owned()),
            self.group.map(|group| format!("group: {group}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("({})", parts.join(", ")).into())
    }
}

/// The lists of what may be locked, hidden or grouped.
const LISTS: [List; 4] = [List::Spaces, List::Links, List::Paths, List::Decor];

fn items(document: &Document) -> impl Iterator<Item = (List, &Arc<Item>)> {
    LISTS.into_iter().flat_map(|list| document.list(list).iter().map(move |item| (list, item)))
}

impl Document {
    /// The same without what is hidden. Hidden links stay as links without a line, so that their spaces keep their direction.
    pub fn seen(&self) -> Document {
        let mut seen = self.clone();
        let layers = self.layers();
        let is_hidden = |item: &Arc<Item>| layers.lies(item).is_hidden;
        for list in LISTS.into_iter().filter(|list| self.list(*list).iter().any(is_hidden)) {
            let items = seen.list_mut(list);
            if list != List::Links {
                items.retain(|item| !is_hidden(item));
                continue;
            }
            for link in items.iter_mut().filter(|link| is_hidden(link)) {
                let fields = &mut Arc::make_mut(link).fields;
                fields.set(bends::FIELD, None);
                fields.set("hidden", Some("true".into()));
            }
            // Spaces are called the same, whatever is hidden.
            self.names();
            seen.names = self.names.clone();
        }
        seen
    }

    pub fn is_locked(&self, key: Key) -> bool {
        self.item(key).is_some_and(|item| self.layers().lies(item).is_locked)
    }

    /// The number of things that are hidden, and of those that are locked.
    pub fn held_back(&self) -> (usize, usize) {
        let layers = self.layers();
        let count = |is: fn(OnTable) -> bool| items(self).filter(|(_, item)| is(layers.lies(item))).count();
        (count(|on| on.is_hidden), count(|on| on.is_locked))
    }

    /// These things with all others of their groups that can be seen and taken.
    pub fn with_groups(&self, keys: &[Key]) -> Vec<Key> {
        let of = |key: &Key| self.item(*key).and_then(|item| OnTable::of(item).group);
        let groups: BTreeSet<u32> = keys.iter().filter_map(of).collect();
        let layers = self.layers();
        let others = items(self).filter(|(_, item)| {
            let on = layers.lies(item);
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

impl Hold {
    /// The name of the command, and what it does.
    pub fn title(self) -> (&'static str, &'static str) {
        match self {
            Hold::Group => ("Group", "A click selects the whole group; Alt+click or a double click selects one thing in it"),
            Hold::Ungroup => ("Ungroup", "Each thing is selected by itself again"),
            Hold::Lock => ("Lock", "Clicks and drags ignore the selection until it is unlocked"),
            Hold::Unlock => ("Unlock", "Clicks and drags take the selection again"),
            Hold::UnlockAll => ("Unlock all", "Everything that is locked can be selected again"),
            Hold::Hide => ("Hide", "Don't show the selection at the drawing table; it is still printed and played"),
            Hold::ShowAll => ("Show all", "Everything that is hidden comes back"),
        }
    }

    /// Whether it is about everything on the sheet, and not about the selection.
    pub fn is_of_all(self) -> bool {
        matches!(self, Hold::UnlockAll | Hold::ShowAll)
    }

    /// How a thing lies afterwards.
    fn changed(self, on: OnTable, group: u32) -> OnTable {
        match self {
            Hold::Group => OnTable { group: Some(group), ..on },
            Hold::Ungroup => OnTable { group: None, ..on },
            Hold::Lock => OnTable { is_locked: true, ..on },
            Hold::Unlock | Hold::UnlockAll => OnTable { is_locked: false, ..on },
            Hold::Hide => OnTable { is_hidden: true, ..on },
            Hold::ShowAll => OnTable { is_hidden: false, ..on },
        }
    }

    /// Why it changes nothing of these things; `None` if it does.
    pub fn refused<'i>(self, layers: Layers, of: impl Iterator<Item = &'i Item>) -> Option<&'static str> {
        if self.is_of_all() && layers.each(|on| self.changed(on, 0)).is_some() {
            return None;
        }
        let fewest = if self == Hold::Group { 2 } else { 1 };
        let changes = of.map(OnTable::of).filter(|on| self.changed(*on, 0) != *on);
        (changes.take(fewest).count() < fewest).then_some(match self {
            Hold::Group => "grouping needs two things or more: select others, too (Shift+click)",
            Hold::Ungroup => "nothing that is selected is in a group",
            Hold::Lock => "everything that is selected is locked",
            Hold::Unlock => "nothing that is selected is locked by itself",
            Hold::UnlockAll => "nothing is locked",
            Hold::Hide => "nothing that is selected can be hidden",
            Hold::ShowAll => "nothing is hidden",
        })
    }
}

/// What this would be done to.
pub fn subjects<'d>(document: &'d Document, keys: &'d BTreeSet<Key>, hold: Hold) -> impl Iterator<Item = (List, &'d Item)> {
    let is_meant = move |item: &Item| hold.is_of_all() || keys.contains(&item.key);
    items(document).map(|(list, item)| (list, &**item)).filter(move |(_, item)| is_meant(item))
}

/// The edit that locks, hides or groups these things, or ends it.
///
/// # Errors
/// Why there is nothing to do.
pub fn hold(document: &Document, schema: &Schema, keys: &BTreeSet<Key>, hold: Hold) -> Result<Edit, String> {
    if let Some(why) = hold.refused(document.layers(), subjects(document, keys, hold).map(|(_, item)| item)) {
        return Err(why.to_owned());
    }
    let group = items(document).filter_map(|(_, item)| OnTable::of(item).group).max().unwrap_or(0) + 1;
    let changes = subjects(document, keys, hold).map(|(list, item)| (list, item, hold.changed(OnTable::of(item), group)));
    let changes: Vec<(List, &Item, OnTable)> = changes.filter(|(_, item, on)| OnTable::of(item) != *on).collect();
    if changes.iter().any(|(list, item, _)| declared(schema, *list, item, FIELD).is_some()) {
        return Err(format!("these rules have a field `{FIELD}` of their own, where this would be kept"));
    }
    let verb = match hold {
        Hold::Group => "group",
        Hold::Ungroup => "ungroup",
        Hold::Lock => "lock",
        Hold::Unlock | Hold::UnlockAll => "unlock",
        Hold::Hide => "hide",
        Hold::ShowAll => "show",
    };
    let things = counted(changes.iter().map(|(list, item, _)| (*list, *item)));
    let values = changes.iter().map(|(_, item, on)| (item.key, on.written())).collect();
    let layers = document.layers().each(|on| hold.changed(on, group)).filter(|_| hold.is_of_all());
    let told = if changes.is_empty() { format!("{verb} layers") } else { format!("{verb} {things}") };
    Ok(Edit::All(told, layers.into_iter().chain([Edit::SetEach { name: FIELD.into(), values }]).collect()))
}
