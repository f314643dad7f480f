//! The small tools: a space, a link, a path, a label, and the eraser.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::ir::Drawn;
use kurbo::{Point, Rect, Size};

use super::course::starter;
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::Edit;
use crate::drawing::fields::{Fields, millimetres, quoted};
use crate::drawing::hit::{Hit, Places};
use crate::drawing::ids::Ids;
use crate::drawing::layers::{self, Layer};
use crate::drawing::schema::Schema;

/// One space. Behind `from` it goes on with that one's ids and order, and every link `drawn along` leads to it.
pub fn space(document: &Document, schema: &Schema, at: Point, fields: &Fields, from: Option<Key>) -> Edit {
    let from = from.and_then(|key| document.find(key)).filter(|(list, ..)| *list == List::Spaces);
    let id = Ids::behind(document, from.map(|(.., item)| &*item.id)).next();
    let before = from.and_then(|(_, n, _)| document.spaces().get(n + 1)).map(|next| next.key);
    let item = Item { id: id.clone(), at: Some(at), fields: starter(&schema.space, fields), ..Item::default() };
    let mut edits = vec![Edit::Add { list: List::Spaces, items: vec![item], before }];
    if let Some((.., from)) = from {
        // Where only one may lead on, a space in between comes between.
        for link in schema.links_drawn(Drawn::Along) {
            let old = document.links().iter().filter(|item| item.kind == link.name).flat_map(|item| item.steps());
            let next = old.filter(|(f, _)| **f == from.id).map(|(_, to)| to.clone()).next().filter(|_| link.is_single);
            let spaces = [from.id.clone(), id.clone()].into_iter().chain(next).collect();
            edits.push(Edit::Connect { kind: link.name.clone(), spaces });
        }
    }
    Edit::All("add a space".to_owned(), edits)
}

/// Whether a space leads on by a link `drawn along` of which only one may, so that a new space behind it comes in between.
pub fn leads_on(document: &Document, schema: &Schema, from: Key) -> bool {
    let Some(from) = document.item(from).map(|item| &item.id) else { return false };
    let is_along = |kind: &str| schema.link(kind).is_some_and(|link| link.drawn == Some(Drawn::Along) && link.is_single);
    document.links().iter().filter(|link| is_along(&link.kind)).flat_map(|link| link.steps()).any(|(space, _)| space == from)
}

/// Whether a space is an end of a course that may lead on to another space by the links `drawn along`.
pub fn can_close(document: &Document, schema: &Schema, from: Key, to: Key) -> bool {
    let id = |key: Key| document.item(key).map(|item| &item.id).filter(|id| !id.is_empty());
    let (Some(from), Some(to)) = (id(from), id(to)) else { return false };
    let is_along = |kind: &str| schema.link(kind).is_some_and(|link| link.drawn == Some(Drawn::Along));
    let steps = || document.links().iter().filter(|link| is_along(&link.kind)).flat_map(|link| link.steps());
    from != to && schema.links_drawn(Drawn::Along).next().is_some() && !steps().any(|(f, t)| f == from || (f, t) == (to, from))
}

/// Links a space to another by every link `drawn along`.
pub fn closed(document: &Document, schema: &Schema, from: Key, to: Key) -> Edit {
    let id = |key: Key| document.item(key).map(|item| item.id.clone()).unwrap_or_default();
    let connect = |kind: Arc<str>| Edit::Connect { kind, spaces: vec![id(from), id(to)] };
    let edits = schema.links_drawn(Drawn::Along).map(|link| connect(link.name.clone())).collect();
    Edit::All(format!("link {} to {}", id(from), id(to)), edits)
}

/// A link from one space to another: a step of a chain, or where its kind has fields one of its own with a name.
pub fn link(document: &Document, schema: &Schema, kind: &str, fields: &Fields, from: Key, to: Key) -> Option<Edit> {
    let id = |key: Key| document.item(key).filter(|item| !item.id.is_empty()).map(|item| item.id.clone());
    (from != to).then_some(())?;
    Some(link_over(document, schema, kind, fields, vec![id(from)?, id(to)?]))
}

/// The same over two spaces or more by their ids, which may be new.
pub fn link_over(document: &Document, schema: &Schema, kind: &str, fields: &Fields, spaces: Vec<Arc<str>>) -> Edit {
    let declared = schema.link(kind).map_or(&[][..], |link| &link.fields);
    if declared.is_empty() {
        return Edit::Connect { kind: kind.into(), spaces };
    }
    let mut all = Fields::default().with("name", quoted(&free_name(document, List::Links, kind)));
    for (name, value) in starter(declared, fields).iter() {
        all.set(name, Some(value.clone()));
    }
    let is_single = spaces.len() == 2;
    let item = Item { kind: kind.into(), spaces, is_single, fields: all, ..Item::default() };
    Edit::Add { list: List::Links, items: vec![item], before: None }
}

/// A path over spaces that were clicked in order; the same one twice in a row counts once.
pub fn path(document: &Document, schema: &Schema, kind: &str, fields: &Fields, keys: &[Key]) -> Option<Edit> {
    let mut spaces: Vec<Arc<str>> = keys.iter().filter_map(|key| Some(document.item(*key)?.id.clone())).collect();
    spaces.dedup();
    let declared = schema.path(kind).map_or(&[][..], |path| &path.fields);
    let mut all = Fields::default().with("name", quoted(&free_name(document, List::Paths, kind)));
    for (name, value) in starter(declared, fields).iter() {
        all.set(name, Some(value.clone()));
    }
    let item = Item { kind: kind.into(), spaces, fields: all, ..Item::default() };
    (!item.spaces.is_empty()).then(|| Edit::Add { list: List::Paths, items: vec![item], before: None })
}

/// `Run 3`: a name that none of this kind bears.
pub fn free_name(document: &Document, list: List, kind: &str) -> String {
    let taken: BTreeSet<String> =
        document.list(list).iter().filter(|item| *item.kind == *kind).filter_map(|item| item.fields.text("name")).collect();
    let first = document.list(list).iter().filter(|item| *item.kind == *kind).count() + 1;
    (first..).map(|n| format!("{kind} {n}")).find(|name| !taken.contains(name)).unwrap_or_default()
}

/// A label.
pub fn label(at: Point, text: &str, size: f64, layer: Layer) -> Edit {
    let mut fields = Fields::default().with("text", quoted(text)).with("size", millimetres(size.clamp(0.5, 1_000.0)));
    if layer != Layer::Spaces {
        fields.set(layers::FIELD, Some(layer.name().into()));
    }
    let item = Item { kind: "label".into(), at: Some(at), fields, ..Item::default() };
    Edit::Add { list: List::Decor, items: vec![item], before: None }
}

/// A picture to trace over: a file beside the track, so wide that two points of it lie `far` apart.
pub fn picture(at: Point, file: &str, width: f64, height: f64, opacity: f64) -> Edit {
    let fields = (Fields::default().with("file", quoted(file)))
        .with("width", millimetres(width.max(0.1)))
        .with("height", millimetres(height.max(0.1)))
        .with("opacity", format!("{:.2}", opacity.clamp(0.0, 1.0)));
    let item = Item { kind: "picture".into(), at: Some(at), fields, ..Item::default() };
    Edit::Add { list: List::Decor, items: vec![item], before: None }
}

/// Where a picture of these proportions lies that is new: as large as the sheet lets it be, in its middle.
pub fn fitted(sheet: Size, wide: f64, high: f64) -> Rect {
    let (wide, high) = (wide.max(1.0), high.max(1.0));
    let scale = (sheet.width / wide).min(sheet.height / high);
    Rect::from_center_size((sheet.width / 2.0, sheet.height / 2.0), (wide * scale, high * scale))
}

/// Scales a picture so that two points on it, given as they lie now, are `far` millimetres apart; the first stays where it is.
pub fn scale_by_two_points(document: &Document, picture: Key, a: Point, b: Point, far: f64) -> Option<Edit> {
    let (.., item) = document.find(picture)?;
    let factor = far / a.distance(b);
    if !factor.is_finite() || factor <= 0.0 {
        return None;
    }
    let side = |name: &str| {
        let value = millimetres(item.fields.number(name).unwrap_or(100.0) * factor);
        Edit::Set { keys: vec![picture], name: name.into(), value: Some(value.into()) }
    };
    let at = a + (item.at? - a) * factor;
    Some(Edit::All("scale the picture".to_owned(), vec![side("width"), side("height"), Edit::Place(vec![(picture, at)])]))
}

/// These things with the labels that lie on them alone, and so go with them when they are deleted. Notes stay, and what is locked.
pub fn with_labels(document: &Document, places: &Places, mut keys: Vec<Key>) -> Vec<Key> {
    let gone: BTreeSet<Key> = keys.iter().copied().collect();
    let layers = document.layers();
    let goes = |item: &Item| layers.is_free(item) && layers::of(item) != Layer::Notes && !gone.contains(&item.key);
    let labels = places.labels_on(&gone).into_iter();
    keys.extend(labels.filter(|key| document.item(*key).is_some_and(|item| goes(item))));
    keys
}

/// Takes away what is pointed at: of a link only the one step.
pub fn erase(document: &Document, places: &Places, hit: Hit) -> Option<Edit> {
    match hit {
        Hit::Space(key) | Hit::Decor(key) | Hit::Path(key) | Hit::Below(key) => {
            Some(Edit::Remove { keys: with_labels(document, places, vec![key]), bridging: false })
        }
        Hit::Name(key) => Some(Edit::Set { keys: vec![key], name: "name_hidden".into(), value: Some("true".into()) }),
        Hit::Step(key, n) => {
            let link = document.item(key)?;
            let (from, to) = link.steps().nth(n)?;
            Some(Edit::Disconnect { kind: link.kind.clone(), from: from.clone(), to: to.clone() })
        }
    }
}
