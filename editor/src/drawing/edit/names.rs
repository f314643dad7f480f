//! Changes ids of spaces, together with the links, paths and fields that name them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{GONE, bad_id, declared};
use crate::drawing::bends;
use crate::drawing::document::{Key, List, written_ignored};
use crate::drawing::draft::Draft;
use crate::drawing::fields::{Fields, quoted};
use crate::drawing::ids::{self, Ids};
use crate::drawing::schema::Schema;

pub fn rename(draft: &mut Draft, schema: &Schema, key: Key, id: &str) -> Result<(), String> {
    rename_all(draft, schema, &[(key, id.into())])
}

pub fn renumber(draft: &mut Draft, schema: &Schema, keys: &[Key], letters: &str) -> Result<(), String> {
    let mut numbers = Ids::under(draft.document(), letters);
    // Their own old ids are free for them.
    let own: BTreeSet<&Key> = keys.iter().collect();
    for space in draft.document().spaces().iter().filter(|space| own.contains(&space.key)) {
        numbers.give_back(&space.id);
    }
    let new: Vec<(Key, Arc<str>)> = keys.iter().map(|key| (*key, numbers.next())).collect();
    rename_all(draft, schema, &new)
}

/// Renames all at once, so that two spaces can swap their ids.
pub fn rename_all(draft: &mut Draft, schema: &Schema, new: &[(Key, Arc<str>)]) -> Result<(), String> {
    let renamed: BTreeSet<Key> = new.iter().map(|(key, _)| *key).collect();
    let stays = |key: &Key| !renamed.contains(key);
    let taken: BTreeSet<Arc<str>> =
        draft.document().spaces().iter().filter(|space| stays(&space.key)).map(|space| space.id.clone()).collect();
    let (mut ids, mut seen) = (BTreeMap::new(), BTreeSet::new());
    for (key, id) in new {
        let (list, at) = draft.place(*key).ok_or(GONE)?;
        if list != List::Spaces {
            return Err("only spaces are known by an id".to_owned());
        }
        if !ids::is_good(id) {
            return Err(bad_id(id));
        }
        if taken.contains(id) || !seen.insert(id) {
            return Err(format!("there is already a space {id:?}"));
        }
        let old = draft.document().spaces()[at].id.clone();
        draft.item(List::Spaces, at, |item| {
            item.id = id.clone();
            item.fields.set("id", None);
        });
        // If two spaces have the same id, the other one keeps it.
        if !old.is_empty() && old != *id && !taken.contains(&old) {
            ids.entry(old).or_insert_with(|| id.clone());
        }
    }
    follow(draft, schema, &ids);
    Ok(())
}

fn follow(draft: &mut Draft, schema: &Schema, ids: &BTreeMap<Arc<str>, Arc<str>>) {
    if ids.is_empty() {
        return;
    }
    let new = |id: &Arc<str>| ids.get(id).unwrap_or(id).clone();
    for list in List::ALL {
        for at in 0..draft.document().list(list).len() {
            let item = &draft.document().list(list)[at];
            let names = |name: &str| {
                list == List::Courses && matches!(name, "from" | "to")
                    || list == List::Links && name == bends::FIELD
                    || declared(schema, list, item, name).is_some_and(|field| field.names_spaces())
            };
            let fields: Vec<(Arc<str>, Arc<str>)> = item
                .fields
                .iter()
                .filter(|(name, _)| names(name))
                .filter_map(|(name, value)| Some((name.clone(), replaced(value, ids)?)))
                .collect();
            if !fields.is_empty() || item.spaces.iter().any(|id| ids.contains_key(id)) {
                draft.item(list, at, |item| {
                    item.spaces = item.spaces.iter().map(new).collect();
                    fields.into_iter().for_each(|(name, value)| item.fields.set(&name, Some(value)));
                });
            }
        }
    }
    let mut own: Fields = draft.document().header().fields();
    let changed: Vec<(Arc<str>, Arc<str>)> = (schema.track.iter().filter(|field| field.names_spaces()))
        .filter_map(|field| Some((field.name.clone(), replaced(own.get(&field.name)?, ids)?)))
        .collect();
    let mut ignored = draft.document().header().ignored();
    let mut renamed = false;
    for one in &mut ignored {
        if let Some(id) = ids.get(one.at.as_str()) {
            renamed = true;
            one.says = one.says.replace(&format!("`{}`", one.at), &format!("`{id}`"));
            one.at = id.to_string();
        }
    }
    draft.header(|header| {
        if !changed.is_empty() {
            changed.into_iter().for_each(|(name, value)| own.set(&name, Some(value)));
            header.set("fields", Some(own.written().into()));
        }
        if renamed {
            header.set("ignored", written_ignored(&ignored));
        }
    });
}

/// A value with the ids in quotes replaced; `None` if it names none of them.
pub fn replaced(value: &str, ids: &BTreeMap<Arc<str>, Arc<str>>) -> Option<Arc<str>> {
    let (mut out, mut rest, mut changed) = (String::new(), value, false);
    while let Some(start) = rest.find('"') {
        let length = rest[start + 1..].find('"').map(|end| end + 2)?;
        let text = &rest[start..start + length];
        out.push_str(&rest[..start]);
        match ids.get(&text[1..length - 1]) {
            Some(id) => {
                changed = true;
                out.push_str(&quoted(id));
            }
            None => out.push_str(text),
        }
        rest = &rest[start + length..];
    }
    out.push_str(rest);
    changed.then(|| out.into())
}
