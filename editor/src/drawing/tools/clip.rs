//! Copying and pasting, within a track and between tracks. What is copied is a small track as text, so that it may lie on the
//! clipboard of the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kurbo::Vec2;

use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::Edit;
use crate::drawing::ids::Ids;
use crate::drawing::{read, write};

/// These things, with the links and paths that lie wholly among them.
pub fn copied(document: &Document, keys: &[Key]) -> String {
    let chosen: BTreeSet<Key> = keys.iter().copied().collect();
    let ids: BTreeSet<&Arc<str>> =
        document.spaces().iter().filter(|space| chosen.contains(&space.key)).map(|space| &space.id).collect();
    let mut part = Document::new(&document.header().text("ruleset"), "", document.header().sheet());
    for list in List::ALL {
        let is_in = |item: &&Arc<Item>| {
            let among = !item.spaces.is_empty() && item.spaces.iter().all(|id| ids.contains(id));
            if matches!(list, List::Links | List::Paths) { among } else { chosen.contains(&item.key) }
        };
        let bare = |item: &Arc<Item>| Arc::new(Item { notes: Default::default(), ..(**item).clone() });
        part.lists[list as usize] = document.list(list).iter().filter(is_in).map(bare).collect();
    }
    // Of links that lead farther, the steps among them.
    for link in document.links().iter().filter(|link| !link.spaces.iter().all(|id| ids.contains(id))) {
        for run in link.spaces.split(|id| !ids.contains(id)).filter(|run| run.len() > 1) {
            let item = Item { spaces: run.to_vec(), notes: Default::default(), written: None, ..(**link).clone() };
            part.lists[List::Links as usize].push(Arc::new(item));
        }
    }
    write::text(&part)
}

/// Puts a copy in, moved by so much, with ids that are free.
///
/// # Errors
/// Why the text can't be pasted.
pub fn pasted(document: &Document, text: &str, by: Vec2) -> Result<Edit, String> {
    let part = read::read(text).map_err(|_| "there is no part of a track to paste".to_owned())?;
    let mut free = Ids::behind(document, None);
    let mut renamed: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
    let mut edits = vec![];
    let mut count = 0;
    for list in List::ALL {
        let mut items: Vec<Item> = part.list(list).iter().map(|item| (**item).clone()).collect();
        for item in &mut items {
            (item.key, item.written) = (Key::default(), None);
            item.at = item.at.map(|at| at + by);
            if list == List::Spaces {
                let id = free.free(&item.id);
                renamed.insert(std::mem::replace(&mut item.id, id.clone()), id);
            }
            let new = |id: &Arc<str>| renamed.get(id).unwrap_or(id).clone();
            item.spaces = item.spaces.iter().map(new).collect();
            // Two of one name would be a problem.
            if matches!(list, List::Links | List::Paths)
                && let Some(name) = item.fields.text("name")
                && document
                    .list(list)
                    .iter()
                    .any(|other| other.kind == item.kind && other.fields.text("name").as_ref() == Some(&name))
            {
                let copy = (2..).map(|n| format!("{name} {n}"));
                let taken =
                    |name: &String| document.list(list).iter().any(|other| other.fields.text("name").as_ref() == Some(name));
                let copy = copy.take(10_000).find(|name| !taken(name)).unwrap_or_default();
                item.fields.set("name", Some(crate::drawing::fields::quoted(&copy).into()));
            }
        }
        count += items.len();
        if !items.is_empty() {
            edits.push(Edit::Add { list, items, before: None });
        }
    }
    if count == 0 {
        return Err("there is nothing to paste".to_owned());
    }
    Ok(Edit::All(format!("paste {count} things"), edits))
}

/// A copy beside the old one.
///
/// # Errors
/// Where nothing is chosen that can be copied.
pub fn duplicated(document: &Document, keys: &[Key], by: Vec2) -> Result<Edit, String> {
    pasted(document, &copied(document, keys), by)
}
