//! Copying and pasting, within a track and between tracks. A copy is a small track as text, so that the system's clipboard can hold it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Vec2};

use crate::drawing::courses::Course;
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::names::replaced;
use crate::drawing::edit::{Edit, counted, declared, written_place};
use crate::drawing::fields::{millimetres, quoted};
use crate::drawing::ids::Ids;
use crate::drawing::on_table::{self, OnTable, regroup};
use crate::drawing::schema::Schema;
use crate::drawing::{bends, read, shapes, write};

/// Ids of a copy, each with the id that stands for it on the board.
pub type Renamed = BTreeMap<Arc<str>, Arc<str>>;

/// The fields that are measures, and are scaled with what they belong to.
fn measures(list: List) -> &'static [&'static str] {
    match list {
        List::Spaces => &["size", "length"],
        List::Decor => &["size", "width", "height"],
        List::Links | List::Paths | List::Courses => &[],
    }
}

/// The text of these things, with the links and paths that lie wholly among them.
pub fn copied(document: &Document, keys: &[Key]) -> String {
    write::text(&part(document, keys))
}

/// The same as a small track.
pub fn part(document: &Document, keys: &[Key]) -> Document {
    let chosen: BTreeSet<Key> = keys.iter().copied().collect();
    let ids: BTreeSet<&Arc<str>> =
        document.spaces().iter().filter(|space| chosen.contains(&space.key)).map(|space| &space.id).collect();
    let mut part = Document::new(&document.header().text("ruleset"), "", document.header().sheet());
    Arc::make_mut(&mut part.header).set("tile", document.header().get("tile").cloned());
    for list in List::ALL {
        let is_in = |item: &&Arc<Item>| {
            let among = !item.spaces.is_empty() && item.spaces.iter().all(|id| ids.contains(id));
            let has_ends = ["from", "to"].iter().all(|end| item.fields.text(end).is_none_or(|id| ids.contains(&Arc::from(id))));
            match list {
                List::Spaces | List::Decor => chosen.contains(&item.key),
                List::Links | List::Paths => among,
                // An empty id is a place left out.
                List::Courses => {
                    let mut own = item.spaces.iter().filter(|id| !id.is_empty()).peekable();
                    has_ends && own.peek().is_some() && own.all(|id| ids.contains(id))
                }
            }
        };
        *part.list_mut(list) = document.list(list).iter().filter(is_in).map(|item| Arc::new(bare(item))).collect();
    }
    // For links that lead farther, the steps among them.
    for link in document.links().iter().filter(|link| !link.spaces.iter().all(|id| ids.contains(id))) {
        for run in link.spaces.split(|id| !ids.contains(id)).filter(|run| run.len() > 1) {
            let bent = bends::read(link)
                .into_iter()
                .filter(|bend| run.windows(2).any(|step| step == [bend.from.clone(), bend.to.clone()]));
            let mut fields = bare(link).fields;
            fields.set(bends::FIELD, bends::written(&bent.collect::<Vec<_>>()));
            let item = Item { spaces: run.to_vec(), fields, written: None, ..bare(link) };
            part.list_mut(List::Links).push(Arc::new(item));
        }
    }
    part
}

/// A thing as it is copied: without its comments, and neither locked nor hidden.
fn bare(item: &Item) -> Item {
    let (mut bare, on) = (Item { notes: Default::default(), ..item.clone() }, OnTable::of(item));
    if !on.is_free() {
        bare.fields.set(on_table::FIELD, OnTable { group: on.group, ..OnTable::default() }.written());
    }
    bare
}

/// A copy as text, read as a small track.
///
/// # Errors
/// Why the text can't be pasted.
pub fn read(text: &str) -> Result<Document, String> {
    let read = read::read(text).map_err(|_| "there is no part of a track to paste".to_owned())?;
    let keys: Vec<Key> = List::ALL.into_iter().flat_map(|list| read.list(list)).map(|item| item.key).collect();
    Ok(part(&read, &keys))
}

/// The middle of a copy as it lay; `None` if nothing in it has a place.
pub fn middle(part: &Document) -> Option<Point> {
    let places = part.spaces().iter().chain(part.decor()).filter_map(|item| item.at);
    places.map(|at| Rect::from_points(at, at)).reduce(|a, b| a.union(b)).map(|frame| frame.center())
}

/// Pastes a copy, moved and scaled like this, with free ids, which its fields use for its spaces, too. `verb` is its name in the history.
///
/// # Errors
/// Where there is nothing in it.
pub fn pasted(document: &Document, schema: &Schema, part: &Document, by: Affine, verb: &str) -> Result<Edit, String> {
    pasted_onto(document, schema, part, by, verb, &BTreeMap::new()).map(|(edit, _)| edit)
}

/// The same where spaces of the copy are laid onto others, which stay as they are: what leads to them leads there. Also returns what became of
/// the ids.
///
/// # Errors
/// Where there is nothing in it.
pub fn pasted_onto(
    document: &Document,
    schema: &Schema,
    part: &Document,
    by: Affine,
    verb: &str,
    onto: &Renamed,
) -> Result<(Edit, Renamed), String> {
    let scale = by.determinant().abs().sqrt();
    let mut free = Ids::behind(document, None);
    let mut renamed: Renamed = onto.clone();
    let there: BTreeSet<&Arc<str>> = onto.values().collect();
    let (mut lists, mut edits) = (vec![], vec![]);
    for list in List::ALL {
        let is_new = |item: &&Arc<Item>| list != List::Spaces || !onto.contains_key(&item.id);
        let mut items: Vec<Item> = part.list(list).iter().filter(is_new).map(|item| (**item).clone()).collect();
        let named = |item: &Arc<Item>| Some((item.kind.clone(), item.fields.text("name")?));
        let names: BTreeSet<(Arc<str>, String)> = document.list(list).iter().filter_map(named).collect();
        let mut copies = BTreeMap::new();
        for item in &mut items {
            (item.key, item.written) = (Key::default(), None);
            item.at = item.at.map(|at| by * at);
            if let Some(nodes) = shapes::turned(item, by).filter(|_| list == List::Decor) {
                item.fields.set(shapes::NODES, Some(nodes));
            }
            for name in measures(list).iter().filter(|_| (scale - 1.0).abs() > 1e-6) {
                let scaled = item.fields.number(name).map(|measure| millimetres(measure * scale).into());
                scaled.into_iter().for_each(|scaled| item.fields.set(name, Some(scaled)));
            }
            if list == List::Spaces {
                let id = free.free(&item.id);
                renamed.insert(std::mem::replace(&mut item.id, id.clone()), id);
            }
            let new = |id: &Arc<str>| renamed.get(id).filter(|_| !id.is_empty()).unwrap_or(id).clone();
            item.spaces = item.spaces.iter().map(new).collect();
            // Two with the same name would be a problem.
            if matches!(list, List::Links | List::Paths)
                && let Some(name) = item.fields.text("name")
                && names.contains(&(item.kind.clone(), name.clone()))
            {
                // Things that shared a name go on sharing one.
                let copy = copies.entry((item.kind.clone(), name.clone())).or_insert_with(|| {
                    let free = |copy: &String| !names.contains(&(item.kind.clone(), copy.clone()));
                    // A name that ends in a number counts on from there.
                    let (words, n) = match name.rsplit_once(' ').and_then(|(words, n)| Some((words, n.parse::<u32>().ok()?))) {
                        Some((words, n)) => (words, n.saturating_add(1)),
                        None => (name.as_str(), 2),
                    };
                    (n..).map(|n| format!("{words} {n}")).find(free).unwrap_or_default()
                });
                item.fields.set("name", Some(quoted(copy).into()));
            }
        }
        lists.push((list, items));
    }
    regroup(document, &mut lists.iter_mut().flat_map(|(_, items)| items).collect::<Vec<_>>());
    for (list, mut items) in lists {
        for item in &mut items {
            if let Some(mut course) = Course::read(item).filter(|_| list == List::Courses) {
                course.line = course.line.transformed(by);
                course.lane_width *= scale;
                course.begin_on(&there);
                *item = course.item();
            }
            if list == List::Links {
                let mut bent = bends::read(item);
                for bent in bent.iter_mut().map(|bend| &mut bend.bent) {
                    bent.nodes.iter_mut().for_each(|node| *node = node.transformed(by));
                    bent.ends = bent.ends.map(|end| end.map(|end| by * end.to_point() - by * Point::ZERO));
                }
                item.fields.set(bends::FIELD, bends::written(&bent));
            }
            if let Some(at) = item.fields.point("name_at").filter(|_| list == List::Paths) {
                item.fields.set("name_at", Some(written_place(by * at)));
            }
            let names_spaces = |name: &str| {
                list == List::Courses
                    || list == List::Links && name == bends::FIELD
                    || declared(schema, list, item, name).is_some_and(|field| field.names_spaces())
            };
            let fields = item.fields.iter().filter(|(name, _)| names_spaces(name));
            let fields: Vec<(Arc<str>, Arc<str>)> =
                fields.filter_map(|(name, value)| Some((name.clone(), replaced(value, &renamed)?))).collect();
            fields.into_iter().for_each(|(name, value)| item.fields.set(&name, Some(value)));
        }
        if !items.is_empty() {
            edits.push(Edit::Add { list, items, before: None });
        }
    }
    if edits.is_empty() {
        return Err("there is nothing to paste".to_owned());
    }
    let items = List::ALL.into_iter().flat_map(|list| part.list(list).iter().map(move |item| (list, &**item)));
    let items = items.filter(|(list, item)| *list != List::Spaces || !onto.contains_key(&item.id));
    Ok((Edit::All(format!("{verb} {}", counted(items)), edits), renamed))
}

/// A copy beside the old one.
///
/// # Errors
/// Where nothing is chosen that can be copied.
pub fn duplicated(document: &Document, schema: &Schema, keys: &[Key], by: Vec2) -> Result<Edit, String> {
    pasted(document, schema, &read(&copied(document, keys))?, Affine::translate(by), "duplicate")
}
