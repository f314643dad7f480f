//! Names of edits in the designer's words, for the history: `ground sand on 4 spaces`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Edit;
use crate::drawing::decor::{Sort, is_label, sort};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::fields::text;

/// The things that edits are about, noted before they are made, because deleted things can't be named afterwards.
#[derive(Clone, Debug, Default)]
pub struct Subjects {
    /// The kind and name of each thing, by key. Shared, so that it is copied only when it grows.
    things: Arc<BTreeMap<Key, (&'static str, String)>>,
    /// What the spaces are called that a link leads from and to, by their ids.
    called: BTreeMap<Arc<str>, String>,
}

impl Subjects {
    /// Notes what one more edit is about.
    pub fn add(&mut self, edit: &Edit, document: &Document) {
        let keys: Vec<Key> = match edit {
            Edit::Remove { keys, .. } | Edit::Set { keys, .. } | Edit::Renumber { keys, .. } | Edit::Order { keys, .. } => {
                keys.clone()
            }
            Edit::Place(places) | Edit::Arrange(_, places) => places.iter().map(|(key, _)| *key).collect(),
            Edit::SetEach { values, .. } => values.iter().map(|(key, _)| *key).collect(),
            Edit::Rename { key, .. } | Edit::Route { key, .. } => vec![*key],
            _ => {
                let ends = ends(edit).into_iter().flatten();
                self.called.extend(ends.map(|id| (id.clone(), document.called(id))));
                return;
            }
        };
        let wanted: BTreeSet<Key> = keys.into_iter().filter(|key| !self.things.contains_key(key)).collect();
        if wanted.is_empty() {
            return;
        }
        for list in List::ALL {
            let meant = document.list(list).iter().filter(|item| wanted.contains(&item.key));
            Arc::make_mut(&mut self.things)
                .extend(meant.map(|item| (item.key, (noun(list, item), titled(document, list, item)))));
        }
    }

    fn called<'a>(&'a self, id: &'a str) -> &'a str {
        self.called.get(id).map_or(id, String::as_str)
    }

    fn words(&self) -> String {
        match self.things.len() {
            1 => self.things.values().map(|(_, title)| title.clone()).collect(),
            _ => listed(self.things.values().map(|(noun, _)| *noun)),
        }
    }
}

/// `4 spaces and 2 links`
pub fn counted<'i>(items: impl Iterator<Item = (List, &'i Item)>) -> String {
    listed(items.map(|(list, item)| noun(list, item)))
}

fn listed(nouns: impl Iterator<Item = &'static str>) -> String {
    let mut counts: Vec<(&str, usize)> = vec![];
    for noun in nouns {
        match counts.iter_mut().find(|(known, _)| *known == noun) {
            Some((_, count)) => *count += 1,
            None => counts.push((noun, 1)),
        }
    }
    let parts: Vec<String> =
        counts.iter().map(|(noun, count)| format!("{count} {noun}{}", if *count == 1 { "" } else { "s" })).collect();
    match parts.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

fn noun(list: List, item: &Item) -> &'static str {
    match list {
        List::Spaces => "space",
        List::Links => "link",
        List::Paths => "line",
        List::Courses => "course",
        List::Decor => sort(item).word(),
    }
}

/// The spaces that an edit of links leads from and to, if it is about one link.
fn ends(edit: &Edit) -> Option<[&Arc<str>; 2]> {
    match edit {
        Edit::Connect { spaces, .. } => <&[_; 2]>::try_from(spaces.as_slice()).ok().map(|[from, to]| [from, to]),
        Edit::Disconnect { from, to, .. } | Edit::Flip { from, to, .. } => Some([from, to]),
        Edit::Add { list: List::Links, items, .. } => match items.as_slice() {
            [item] => item.spaces.first().zip(item.spaces.last()).map(|(from, to)| [from, to]),
            _ => None,
        },
        _ => None,
    }
}

fn titled(document: &Document, list: List, item: &Item) -> String {
    match list {
        List::Spaces => document.called(&item.id),
        List::Decor if is_label(item) => format!("“{}”", item.title()),
        List::Decor => format!("the {}", sort(item).word()),
        List::Courses => {
            let first = item.spaces.iter().find(|id| !id.is_empty());
            format!("the course from {}", first.map(|id| document.called(id)).unwrap_or_default())
        }
        // Most links have no name of their own.
        List::Links if item.title() == *item.kind => format!("a link ({})", words(&item.kind)),
        _ => item.title(),
    }
}

/// `home_straight` becomes `home straight`.
fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// A field's value in words, for whoever paints with it or draws things that have it: `ground sand`, `start line`, `no start line`.
pub fn field_words(name: &str, value: Option<&str>) -> String {
    match value {
        Some("true") => words(name),
        Some("false") => format!("no {}", words(name)),
        Some(value) => format!("{} {}", words(name), value_words(value)),
        None => format!("default {}", words(name)),
    }
}

/// A written value: texts in quotes, words without their underscores.
fn value_words(value: &str) -> String {
    match text(value).filter(|_| value.starts_with('"')) {
        Some(text) => format!("“{text}”"),
        None => words(value),
    }
}

impl Edit {
    /// The edit's name for these things: `move 3 spaces`.
    pub fn name(&self, subjects: &Subjects) -> String {
        self.name_of(subjects).unwrap_or_else(|| self.own_name(subjects))
    }

    /// The name of edits like this one, done to all of these; `None` if it has nothing to do with them.
    pub fn name_of(&self, subjects: &Subjects) -> Option<String> {
        let things = subjects.words();
        Some(match self {
            Edit::Remove { .. } => format!("delete {things}"),
            Edit::Place(_) => format!("move {things}"),
            Edit::Arrange(how, _) => format!("{how} {things}"),
            Edit::Set { name, value, .. } => set(name, value.as_deref(), &things),
            Edit::SetEach { name, .. } => format!("change {} of {things}", words(name)),
            Edit::Rename { id, .. } => format!("give {things} the id {id}"),
            Edit::Renumber { letters, .. } => format!("number {things} as {letters}…"),
            Edit::Order { .. } => format!("change the order of {things}"),
            Edit::Route { spaces, .. } => format!("lead {things} over {} spaces", spaces.len()),
            _ => return None,
        })
    }

    /// The edit's own name, if it has one.
    fn own_name(&self, subjects: &Subjects) -> String {
        let called = |id| subjects.called(id);
        match self {
            Edit::Add { list, items, .. } => match items.as_slice() {
                [item] => added(*list, item, subjects),
                items => format!("add {}", counted(items.iter().map(|item| (*list, item)))),
            },
            Edit::Connect { kind, spaces } => match spaces.as_slice() {
                [from, to] => format!("link {} to {} ({})", called(from), called(to), words(kind)),
                _ => format!("link {} spaces ({})", spaces.len(), words(kind)),
            },
            Edit::Disconnect { kind, from, to } => format!("unlink {} and {} ({})", called(from), called(to), words(kind)),
            Edit::Flip { kind, from, to } => {
                format!("reverse the arrow from {} to {} ({})", called(from), called(to), words(kind))
            }
            Edit::Track { name, value: Some(value) } if **name == *"name" => {
                format!("rename the track to {}", value_words(value))
            }
            Edit::Track { name, value: Some(value) } if **name == *"tile" => format!("make spaces {value} mm wide"),
            Edit::Track { name, .. } => format!("change the track's {}", words(name)),
            Edit::TrackField { name, value } => format!("{} for the track", field_words(name, value.as_deref())),
            Edit::Ignore(_) => "ignore a problem".to_owned(),
            Edit::Notice(_) => "stop ignoring a problem".to_owned(),
            Edit::All(name, _) => name.clone(),
            // The others are about things.
            _ => String::new(),
        }
    }
}

fn set(name: &str, value: Option<&str>, things: &str) -> String {
    match (name, value) {
        ("name", Some(value)) => format!("rename {things} to {}", value_words(value)),
        ("name", None) => format!("remove the name of {things}"),
        ("text", Some(value)) => format!("change the text of {things} to {}", value_words(value)),
        ("kind", Some(value)) => format!("change {things} to {}", value_words(value)),
        (name, value) => format!("{} on {things}", field_words(name, value)),
    }
}

fn added(list: List, item: &Item, subjects: &Subjects) -> String {
    let ends = match (item.spaces.first(), item.spaces.last()) {
        (Some(from), Some(to)) if list == List::Links => {
            format!(" from {} to {}", subjects.called(from), subjects.called(to))
        }
        _ => format!(" over {} spaces", item.spaces.len()),
    };
    match list {
        List::Spaces => "add a space".to_owned(),
        List::Links | List::Paths => format!("draw {}{ends}", words(&item.title())),
        List::Courses => format!("add a course of {} spaces", item.spaces.len()),
        List::Decor => match sort(item) {
            Sort::Label => format!("add the label “{}”", item.title()),
            Sort::Picture => format!("add the picture {}", item.fields.text("file").unwrap_or_default()),
            Sort::Area => "draw an area".to_owned(),
            Sort::Stroke => "draw a stroke".to_owned(),
        },
    }
}
