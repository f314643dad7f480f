//! Edits that mend a problem where it is plain what is meant. They only propose: whoever draws decides, and can undo.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::diagnostic::{Code, Diagnostic};

use super::{About, Fix};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::{Edit, declared};
use crate::drawing::fields::{Fields, quoted, text};
use crate::drawing::ids::Ids;
use crate::drawing::schema::Schema;
use crate::drawing::tools::course::starter;

/// The fixes for one problem; `said` is what stands where it is shown.
pub fn fixes(document: &Document, schema: &Schema, problem: &Diagnostic, about: &[About], said: &str) -> Vec<Fix> {
    let Some(About::Item(list, key)) = about.first() else { return vec![] };
    let Some(item) = document.item(*key) else { return vec![] };
    let one = |title: String, edit: Edit| vec![Fix { title, edit }];
    match (problem.code, list) {
        (Code::DanglingId, List::Links | List::Paths) => {
            let Some(id) = text(said).filter(|id| item.spaces.iter().any(|space| **space == **id)) else { return vec![] };
            drop_id(*list, item, *key, &id)
        }
        (Code::DuplicateId, List::Spaces) => {
            let id = Ids::behind(document, Some(&item.id)).next();
            one(format!("call this one {id}"), Edit::Rename { key: *key, id })
        }
        (Code::UnknownField, _) => {
            let known = item.fields.get(said).is_some();
            let edit = Edit::Set { keys: vec![*key], name: said.into(), value: None };
            if known { one(format!("leave out {said}"), edit) } else { vec![] }
        }
        (Code::WrongValue | Code::DanglingId, _) => {
            let wrong = item.fields.iter().find(|(_, value)| &***value == said).map(|(name, _)| name);
            let field = wrong.and_then(|name| declared(schema, *list, item, name)).filter(|field| !field.is_needed);
            let Some(field) = field else { return vec![] };
            let edit = Edit::Set { keys: vec![*key], name: field.name.clone(), value: None };
            one(format!("leave out {}", field.name), edit)
        }
        (Code::MissingField, List::Spaces) if item.at.is_some() => {
            let missing = schema.space.iter().filter(|field| field.is_needed && item.fields.get(&field.name).is_none());
            let missing = missing.filter(|field| problem.message.contains(&format!("`{}`", field.name)));
            let values = starter(&schema.space, &Fields::default());
            let set = missing.filter_map(|field| {
                let value = values.get(&field.name)?.clone();
                let edit = Edit::Set { keys: vec![*key], name: field.name.clone(), value: Some(value.clone()) };
                Some(Fix { title: format!("{} {value}", field.name), edit })
            });
            set.chain(gaps(document, schema, item)).collect()
        }
        (Code::CheckFailed | Code::NoSuchOnTrack, List::Spaces) => gaps(document, schema, item),
        _ => vec![],
    }
}

/// A chain without an id that nothing bears: the rest is linked over it, or a link that joins nothing goes.
fn drop_id(list: List, item: &Item, key: Key, id: &str) -> Vec<Fix> {
    let mut spaces: Vec<Arc<str>> = item.spaces.iter().filter(|space| ***space != *id).cloned().collect();
    spaces.dedup();
    let fewest = if list == List::Links { 2 } else { 1 };
    let edit = match spaces.len() >= fewest {
        true => Edit::Route { key, spaces },
        false => Edit::Remove { keys: vec![key], bridging: false },
    };
    vec![Fix { title: format!("drop {}", quoted(id)), edit }]
}

/// A space from which nothing leads on: links to the nearest one to which nothing leads.
fn gaps(document: &Document, schema: &Schema, space: &Item) -> Vec<Fix> {
    let Some(at) = space.at else { return vec![] };
    let leads_on = document.links().iter().any(|link| link.steps().any(|(from, _)| *from == space.id));
    let kinds = schema.links.iter().filter(|link| link.drawn.is_some() || link.is_needed);
    let mut fixes = vec![];
    for kind in kinds.filter(|_| !leads_on && !space.id.is_empty()) {
        let steps = document.links().iter().filter(|link| link.kind == kind.name).flat_map(|link| link.steps());
        let led_to: BTreeSet<&Arc<str>> = steps.map(|(_, to)| to).collect();
        let free = document
            .spaces()
            .iter()
            .filter(|other| !led_to.contains(&other.id) && other.key != space.key && !other.id.is_empty() && other.at.is_some());
        let far = |other: &&Arc<Item>| other.at.map_or(f64::INFINITY, |to| to.distance(at));
        if let Some(to) = free.min_by(|a, b| far(a).total_cmp(&far(b))) {
            let edit = Edit::Connect { kind: kind.name.clone(), spaces: vec![space.id.clone(), to.id.clone()] };
            fixes.push(Fix { title: format!("link it to {} by {}", to.id, kind.name), edit });
        }
    }
    fixes
}
