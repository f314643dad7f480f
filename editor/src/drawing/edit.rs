//! Everything that can be done to a board, as one enum. Tools and panels make edits; nothing else changes a document.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use interpreter::data::track::TILES;
use interpreter::data::track::tiles::{FEW, sizes};
use kurbo::Point;

use super::document::{Document, Ignored, Item, Key, List, written_ignored};
use super::draft::Draft;
use super::fields::{self, Fields, millimetres, quoted, rounded, text};
use super::ids;
use super::schema::{Field, Schema};
use super::tiles::TileSizes;

mod bends;
mod courses;
mod links;
pub mod names;
mod said;

pub use bends::written_place;
pub use said::{Subjects, counted, field_words};

/// The number of spaces in a track, at most.
pub const MOST_SPACES: usize = interpreter::data::track::MOST_SPACES;
/// The distance of anything from the corner of the sheet, in millimetres, at most.
pub const FARTHEST: f64 = 100_000.0;

/// One change.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// Adds items in front of another or at the end of their list. They get new keys.
    Add { list: List, items: Vec<Item>, before: Option<Key> },
    /// Removes things. A space takes its links with it, and its place in paths; `bridging` links close the gap.
    Remove { keys: Vec<Key>, bridging: bool },
    /// Moves spaces and decor.
    Place(Vec<(Key, Point)>),
    /// The same, for a change with a name of its own: `rotate`.
    Arrange(&'static str, Vec<(Key, Point)>),
    /// Sets a field of one or many things; `None`, or the default, removes it.
    Set { keys: Vec<Key>, name: Arc<str>, value: Option<Arc<str>> },
    /// Sets one field to a different value for each thing.
    SetEach { name: Arc<str>, values: Vec<(Key, Option<Arc<str>>)> },
    /// Changes a space's id everywhere.
    Rename { key: Key, id: Arc<str> },
    /// Numbers ids under one prefix, in the order given: `b01`, `b02` …
    Renumber { keys: Vec<Key>, letters: Arc<str> },
    /// Puts these items, in this order, where the first of them is: the order of progress.
    Order { list: List, keys: Vec<Key> },
    /// Links each id to the next. Where only one link may lead on, it replaces the old one.
    Connect { kind: Arc<str>, spaces: Vec<Arc<str>> },
    /// Removes one step of a link.
    Disconnect { kind: Arc<str>, from: Arc<str>, to: Arc<str> },
    /// Flips the direction of one step.
    Flip { kind: Arc<str>, from: Arc<str>, to: Arc<str> },
    /// Changes the spaces of a chain, a path or a course.
    Route { key: Key, spaces: Vec<Arc<str>> },
    /// Sets the track's `name`, `author`, `note`, `sheet` …, as RON.
    Track { name: Arc<str>, value: Option<Arc<str>> },
    /// Sets a field of the track that the rules declare.
    TrackField { name: Arc<str>, value: Option<Arc<str>> },
    /// Ignores a problem, with a reason.
    Ignore(Ignored),
    /// Stops ignoring it.
    Notice(Ignored),
    /// Several changes as one, under one name.
    All(String, Vec<Edit>),
}

/// The document that an edit makes of another.
///
/// # Errors
/// Why it can't be done, for people.
pub fn apply(document: &Document, schema: &Schema, edit: &Edit) -> Result<Document, String> {
    let mut draft = Draft::of(document);
    make(&mut draft, schema, edit)?;
    bends::follow(&mut draft, document, edit);
    keep_size(&mut draft, schema, document);
    Ok(draft.finish())
}

/// Writes down how large spaces are, once there are enough to judge it by. From then on it never changes by itself: nothing that is drawn or
/// moved makes others smaller. Spaces that were smaller than the others by then say so.
fn keep_size(draft: &mut Draft, schema: &Schema, before: &Document) {
    let lies = |document: &Document| -> Vec<_> { document.spaces().iter().map(|space| (space.key, space.at)).collect() };
    let has_tile = draft.document().header().get("tile").is_some();
    if has_tile || draft.document().shares(before, List::Spaces) || lies(draft.document()) == lies(before) {
        return;
    }
    let old = placed(before);
    let was_there = old.len() >= FEW.0;
    let of = if was_there { old } else { placed(draft.document()) };
    if of.len() < FEW.0 {
        return;
    }
    let (tile, smaller) = sizes_of(&of, &TileSizes::of(before.header(), schema));
    draft.header(|header| header.set("tile", Some(millimetres(tile).into())));
    for (key, size) in smaller.into_iter().filter(|_| was_there) {
        if let Some((list, n)) = draft.place(key) {
            draft.item(list, n, |item| item.fields.set("size", Some(millimetres(size).into())));
        }
    }
}

/// How large spaces are as long as the track doesn't say so: the usual size, and the sizes of those that are smaller.
fn sizes_of(of: &[(Arc<Item>, Point)], by_value: &TileSizes) -> (f64, Vec<(Key, f64)>) {
    let sizes = sizes(&of.iter().map(|(_, at)| (at.x, at.y)).collect::<Vec<_>>(), None);
    let is_smaller = |space: &Item, size: f64| size < sizes.usual * 0.999 && by_value.size(&space.fields).is_none();
    let all = of.iter().zip(&sizes.each).filter(|((space, _), size)| is_smaller(space, **size));
    (sizes.usual.clamp(TILES.0, TILES.1), all.map(|((space, _), size)| (space.key, *size)).collect())
}

/// The edits that write down how large the spaces of a document are, if it doesn't say so yet.
pub fn size_kept(document: &Document, schema: &Schema) -> Vec<Edit> {
    let placed = placed(document);
    if document.header().get("tile").is_some() || placed.len() < 2 {
        return vec![];
    }
    let (tile, smaller) = sizes_of(&placed, &TileSizes::of(document.header(), schema));
    let values = smaller.into_iter().map(|(key, size)| (key, Some(millimetres(size).into()))).collect();
    let tile = Edit::Track { name: "tile".into(), value: Some(millimetres(tile).into()) };
    vec![tile, Edit::SetEach { name: "size".into(), values }]
}

/// The spaces that have a place, with it.
fn placed(document: &Document) -> Vec<(Arc<Item>, Point)> {
    document.spaces().iter().filter_map(|space| Some((space.clone(), space.at?))).collect()
}

fn make(draft: &mut Draft, schema: &Schema, edit: &Edit) -> Result<(), String> {
    match edit {
        Edit::Add { list, items, before } => add(draft, *list, items, *before),
        Edit::Remove { keys, bridging } => remove(draft, keys, *bridging),
        Edit::Place(places) | Edit::Arrange(_, places) => place(draft, places),
        Edit::Set { keys, name, value } => keys.iter().try_for_each(|key| set(draft, schema, *key, name, value.as_ref())),
        Edit::SetEach { name, values } if **name == *"id" => {
            let ids = values.iter().map(|(key, id)| (*key, id.as_ref().and_then(|id| text(id)).unwrap_or_default().into()));
            names::rename_all(draft, schema, &ids.collect::<Vec<_>>())
        }
        Edit::SetEach { name, values } => {
            values.iter().try_for_each(|(key, value)| set(draft, schema, *key, name, value.as_ref()))
        }
        Edit::Rename { key, id } => names::rename(draft, schema, *key, id),
        Edit::Renumber { keys, letters } => names::renumber(draft, schema, keys, letters),
        Edit::Order { list, keys } => order(draft, *list, keys),
        Edit::Connect { kind, spaces } => links::connect(draft, schema, kind, spaces, &Fields::default()),
        Edit::Disconnect { kind, from, to } => links::disconnect(draft, schema, kind, from, to),
        Edit::Flip { kind, from, to } => links::flip(draft, schema, kind, from, to),
        Edit::Route { key, spaces } => route(draft, *key, spaces),
        Edit::Track { name, value } => track(draft, name, value.clone()),
        Edit::TrackField { name, value } => track_field(draft, schema, name, value.clone()),
        Edit::Ignore(ignored) => ignore(draft, |list| {
            list.retain(|one| !is_about_the_same(one, ignored));
            list.push(ignored.clone());
        }),
        Edit::Notice(ignored) => ignore(draft, |list| list.retain(|one| !is_about_the_same(one, ignored))),
        Edit::All(_, edits) => edits.iter().try_for_each(|edit| make(draft, schema, edit)),
    }
}

fn add(draft: &mut Draft, list: List, items: &[Item], before: Option<Key>) -> Result<(), String> {
    if list == List::Spaces {
        if draft.document().spaces().len() + items.len() > MOST_SPACES {
            return Err(format!("a track can have at most {MOST_SPACES} spaces"));
        }
        let taken: BTreeSet<&Arc<str>> = draft.document().spaces().iter().map(|space| &space.id).collect();
        let mut new = BTreeSet::new();
        for item in items {
            if !ids::is_good(&item.id) {
                return Err(bad_id(&item.id));
            }
            if taken.contains(&item.id) || !new.insert(&item.id) {
                return Err(format!("there is already a space {:?}", item.id));
            }
        }
    }
    let (mut spaces, mut ends) = (items.iter().flat_map(|item| &item.spaces).collect::<Vec<_>>(), vec![]);
    if list == List::Courses {
        spaces.retain(|id| !id.is_empty());
        ends.extend(items.iter().flat_map(|item| ["from", "to"].map(|end| item.fields.text(end))).flatten().map(Arc::from));
    }
    refuse_unknown(draft.document(), spaces.into_iter().chain(&ends))?;
    let mut items = items.to_vec();
    for item in &mut items {
        item.at = item.at.map(within).transpose()?;
        for (name, value) in item.fields.clone().iter() {
            item.fields.set(name, Some(fields::value(value).ok_or("a field has a value that can't be written")?));
        }
    }
    let place = before.and_then(|key| draft.place(key)).filter(|(of, _)| *of == list);
    let at = place.map_or(draft.document().list(list).len(), |(_, at)| at);
    draft.insert(list, at, items);
    Ok(())
}

/// Refuses spaces that aren't there.
///
/// # Errors
/// The first of them.
fn refuse_unknown<'i>(document: &Document, ids: impl Iterator<Item = &'i Arc<str>>) -> Result<(), String> {
    let mut ids = ids.peekable();
    if ids.peek().is_none() {
        return Ok(());
    }
    let known: BTreeSet<&Arc<str>> = document.spaces().iter().map(|space| &space.id).collect();
    ids.find(|id| !known.contains(id)).map_or(Ok(()), |id| Err(format!("there is no space {id:?}")))
}

/// A position rounded as files have it.
fn within(at: Point) -> Result<Point, String> {
    let fits = |n: f64| (-FARTHEST..=FARTHEST).contains(&n);
    let at = Point::new(rounded(at.x), rounded(at.y));
    (fits(at.x) && fits(at.y)).then_some(at).ok_or_else(|| format!("that is farther from the sheet than {FARTHEST} mm"))
}

fn bad_id(id: &str) -> String {
    format!("{id:?} can't be the id of a space: use letters, digits, `_` and `-`, at most 60")
}

const GONE: &str = "it is no longer there";

fn remove(draft: &mut Draft, keys: &[Key], bridging: bool) -> Result<(), String> {
    let gone: BTreeSet<Key> = keys.iter().copied().collect();
    let (leave, stay): (Vec<_>, Vec<_>) = draft.document().spaces().iter().partition(|space| gone.contains(&space.key));
    let stay: BTreeSet<&Arc<str>> = stay.into_iter().map(|space| &space.id).collect();
    // References to a duplicate id still mean the space that keeps it.
    let ids: BTreeSet<Arc<str>> =
        leave.iter().map(|s| &s.id).filter(|id| !id.is_empty() && !stay.contains(id)).cloned().collect();
    if !ids.is_empty() {
        links::without(draft, &ids, bridging);
        courses::without(draft, &ids, bridging);
    }
    for list in List::ALL {
        for at in (0..draft.document().list(list).len()).rev() {
            if gone.contains(&draft.document().list(list)[at].key) {
                draft.remove(list, at);
            }
        }
    }
    Ok(())
}

fn place(draft: &mut Draft, places: &[(Key, Point)]) -> Result<(), String> {
    let (mut old, mut is_moved) = (HashMap::new(), false);
    for (key, at) in places {
        let (list, n) = draft.place(*key).ok_or(GONE)?;
        let at = within(*at)?;
        if !matches!(list, List::Spaces | List::Decor) {
            return Err("links, paths and courses lie where their spaces are".to_owned());
        }
        if let (List::Spaces, item) = (list, &draft.document().list(list)[n])
            && let Some(was) = item.at
        {
            is_moved |= was != at;
            old.entry(item.id.clone()).or_insert(was);
        }
        draft.item(list, n, |item| {
            item.at = Some(at);
            // A position that could not be read.
            item.fields.set("at", None);
        });
    }
    // One that stays in the middle of a turn or a scale belongs to what was moved.
    if is_moved {
        courses::follow(draft, old);
    }
    Ok(())
}

/// The fields of an item that the rules declare.
pub fn all_declared<'s>(schema: &'s Schema, list: List, item: &Item) -> &'s [Field] {
    match list {
        List::Spaces => &schema.space,
        List::Links => schema.link(&item.kind).map_or(&[], |link| &link.fields),
        List::Paths => schema.path(&item.kind).map_or(&[], |path| &path.fields),
        List::Courses | List::Decor => &[],
    }
}

/// One of them.
pub fn declared<'s>(schema: &'s Schema, list: List, item: &Item, name: &str) -> Option<&'s Field> {
    all_declared(schema, list, item).iter().find(|field| *field.name == *name)
}

/// A value as it can stand in a file.
fn written(value: &Arc<str>) -> Result<Arc<str>, String> {
    fields::value(value).ok_or_else(|| format!("`{value}` can't be written into a file"))
}

fn set(draft: &mut Draft, schema: &Schema, key: Key, name: &str, value: Option<&Arc<str>>) -> Result<(), String> {
    let (list, at) = draft.place(key).ok_or(GONE)?;
    let value = value.map(written).transpose()?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name || name.starts_with(|c: char| c.is_numeric()) {
        return Err(format!("{name:?} can't be the name of a field"));
    }
    let words = || value.as_ref().and_then(|value| text(value)).unwrap_or_default();
    match (list, name) {
        (List::Spaces, "id") => return names::rename(draft, schema, key, &words()),
        (_, "id") => draft.item(list, at, |item| item.id = words().into()),
        (List::Links | List::Paths | List::Decor, "kind") => {
            let kind = words();
            if kind.is_empty() {
                return Err("it needs a kind".to_owned());
            }
            draft.item(list, at, |item| item.kind = kind.into());
        }
        (List::Spaces | List::Decor, "at") => return Err("drag it there, or type two numbers".to_owned()),
        (List::Links, "chain" | "from" | "to") | (List::Paths | List::Courses, "spaces") => {
            return Err("draw which spaces it joins".to_owned());
        }
        (List::Courses, "from" | "to") if !words().is_empty() => {
            // What it led to may have been missing before. Reversed, it leads from there.
            let said =
                |item: &Arc<Item>| ["from", "to"].into_iter().filter_map(|end| item.fields.text(end)).any(|id| *id == words());
            if !draft.was(key).is_some_and(said) {
                refuse_unknown(draft.document(), std::iter::once(&words().into()))?;
            }
            draft.item(list, at, |item| item.fields.set(name, value));
        }
        _ => {
            let declared = all_declared(schema, list, &draft.document().list(list)[at]);
            let rank = |name: &str| declared.iter().position(|field| *field.name == *name);
            let is_default = |value: &Arc<str>| rank(name).is_some_and(|at| declared[at].is_default(value));
            let stored = value.filter(|value| !is_default(value));
            draft.item(list, at, |item| {
                let is_new = item.fields.get(name).is_none();
                item.fields.set(name, stored);
                if is_new && rank(name).is_some() {
                    item.fields.sort_by_rank(rank);
                }
            });
        }
    }
    Ok(())
}

fn order(draft: &mut Draft, list: List, keys: &[Key]) -> Result<(), String> {
    let (mut moved, mut is_moved) = (vec![], BTreeSet::new());
    for key in keys {
        let (of, at) = draft.place(*key).ok_or(GONE)?;
        if of == list && is_moved.insert(at) {
            moved.push(at);
        }
    }
    let Some(first) = is_moved.first().copied() else { return Ok(()) };
    let rest = (first..draft.document().list(list).len()).filter(|at| !is_moved.contains(at));
    let order: Vec<usize> = (0..first).chain(moved).chain(rest).collect();
    draft.order(list, &order);
    Ok(())
}

fn route(draft: &mut Draft, key: Key, spaces: &[Arc<str>]) -> Result<(), String> {
    let (list, at) = draft.place(key).ok_or(GONE)?;
    let fewest = match list {
        List::Links => 2,
        List::Paths | List::Courses => 1,
        _ => return Err("only links, paths and courses lead over spaces".to_owned()),
    };
    if spaces.len() < fewest {
        return Err(format!("it needs {fewest} or more"));
    }
    // Courses leave places out, and a line may have led nowhere before.
    if list != List::Courses {
        let document = draft.document();
        refuse_unknown(document, spaces.iter().filter(|id| !document.list(list)[at].spaces.contains(id)))?;
    }
    draft.item(list, at, |item| {
        item.spaces = spaces.to_vec();
        item.is_single &= spaces.len() == 2;
        // What stands for the spaces in another way. What a course is written from and to is not among them.
        let others: &[&str] = if list == List::Courses { &["spaces"] } else { &["chain", "from", "to", "spaces"] };
        others.iter().for_each(|name| item.fields.set(name, None));
    });
    Ok(())
}

fn track(draft: &mut Draft, name: &str, value: Option<Arc<str>>) -> Result<(), String> {
    let value = value.as_ref().map(written).transpose()?;
    if List::ALL.iter().any(|list| list.name() == name) || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Err(format!("a track has no field `{name}`"));
    }
    draft.header(|header| header.set(name, value));
    Ok(())
}

fn track_field(draft: &mut Draft, schema: &Schema, name: &str, value: Option<Arc<str>>) -> Result<(), String> {
    let field = schema.track.iter().find(|field| *field.name == *name);
    let value = value.filter(|value| !field.is_some_and(|field| field.is_default(value)));
    let value = value.as_ref().map(written).transpose()?;
    let mut fields: Fields = draft.document().header().fields();
    fields.set(name, value);
    track(draft, "fields", (!fields.is_empty()).then(|| fields.written().into()))
}

fn is_about_the_same(one: &Ignored, other: &Ignored) -> bool {
    (&one.problem, &one.at, &one.says) == (&other.problem, &other.at, &other.says)
}

fn ignore(draft: &mut Draft, change: impl FnOnce(&mut Vec<Ignored>)) -> Result<(), String> {
    let mut list = draft.document().header().ignored();
    change(&mut list);
    draft.header(|header| header.set("ignored", written_ignored(&list)));
    Ok(())
}

impl Edit {
    /// Sets a text field of one or many things.
    pub fn say(keys: Vec<Key>, name: &str, says: &str) -> Edit {
        Edit::Set { keys, name: name.into(), value: Some(quoted(says).into()) }
    }
}
