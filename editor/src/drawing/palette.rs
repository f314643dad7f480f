//! What can be drawn for a game: brushes for the fields of spaces, pens for links, lines for paths, each with its look.

use std::sync::Arc;

use interpreter::data::manifest::Manifest;

use super::document::Item;
use super::kit::{Stamp, Template};
use super::looks::{Look, Owner, of_kind, of_space, of_value, plain as plain_space};
use super::problems::Checker;
use super::schema::{Field, Link, Path, Schema, Takes};
use crate::board::look::{direction, points_of};

/// Everything that a ruleset lets you draw.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Palette {
    /// The track's own fields.
    pub track: Vec<Group>,
    pub brushes: Vec<Group>,
    pub links: Vec<Pen>,
    pub paths: Vec<Pen>,
    /// The stamps of the ruleset, each with its look.
    pub stamps: Vec<(Arc<Stamp>, Look)>,
    pub templates: Vec<Arc<Template>>,
}

/// The brushes of one field.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    pub field: Field,
    /// A brush for every value; none if there are too many, or if values have to be typed.
    pub brushes: Vec<Brush>,
}

/// One value to paint with.
#[derive(Clone, PartialEq, Debug)]
pub struct Brush {
    /// The value as written; the default removes a value.
    pub value: Arc<str>,
    pub title: String,
    pub docs: Arc<str>,
    pub look: Look,
}

/// A kind of link or path.
#[derive(Clone, PartialEq, Debug)]
pub struct Pen {
    pub kind: Arc<str>,
    pub docs: Arc<str>,
    pub look: Look,
    /// The fields of this kind.
    pub fields: Vec<Group>,
}

/// The number of values that get a brush each, at most.
const MOST_BRUSHES: i32 = 24;

/// Of more numbers than this that all look alike, none gets a brush: one is typed.
const MOST_NUMBERS: usize = 9;

impl Palette {
    /// The palette of a ruleset, with its stamps and templates.
    pub fn of_rules(checker: &Checker) -> Palette {
        let look = |stamp: &Stamp| {
            let space = Item { fields: stamp.fields.clone(), ..Item::default() };
            let points = points_of(checker.manifest()).and_then(|points| direction(space.fields.get(points)?));
            Look::Space(of_space(checker.manifest(), &checker.schema, &space).into(), points)
        };
        let stamp = |stamp: Stamp| (Arc::new(stamp.clone()), look(&stamp));
        Palette {
            stamps: Stamp::all(checker).into_iter().map(stamp).collect(),
            templates: Template::all(checker).into_iter().map(Arc::new).collect(),
            ..Palette::of(&checker.schema, checker.manifest())
        }
    }

    pub fn of(schema: &Schema, manifest: &Manifest) -> Palette {
        let group = |owner: Owner<'_>, field: &Field| group(manifest, schema, owner, field);
        let pen = |kind: &Arc<str>, docs: &Arc<str>, look: Look, fields: Vec<Group>| Pen {
            kind: kind.clone(),
            docs: docs.clone(),
            look,
            fields,
        };
        let link = |link: &Link| {
            let fields = link.fields.iter().map(|field| group(Owner::Link(&link.name), field)).collect();
            pen(&link.name, &link.docs, Look::Link(of_kind(manifest, schema, &link.name)), fields)
        };
        let path = |path: &Path| {
            let fields = path.fields.iter().map(|field| group(Owner::Other(&path.name), field)).collect();
            pen(&path.name, &path.docs, Look::Path(manifest.look(&path.name).colour), fields)
        };
        Palette {
            track: schema.track.iter().map(|field| group(Owner::Other("track"), field)).collect(),
            brushes: schema.space.iter().map(|field| group(Owner::Space, field)).collect(),
            links: schema.links.iter().map(link).collect(),
            paths: schema.paths.iter().map(path).collect(),
            stamps: vec![],
            templates: vec![],
        }
    }
}

fn group(manifest: &Manifest, schema: &Schema, owner: Owner<'_>, field: &Field) -> Group {
    let mut values: Vec<(Arc<str>, String, Arc<str>)> = vec![];
    let plain = |text: String| (Arc::from(text.as_str()), text, Arc::from(""));
    match &field.takes {
        Takes::Word { cases, .. } => {
            values.extend(cases.iter().map(|case| (case.name.clone(), case.name.replace('_', " "), case.docs.clone())));
        }
        Takes::Bool => {
            values.extend([("false", "no"), ("true", "yes")].map(|(value, title)| (value.into(), title.to_owned(), "".into())))
        }
        Takes::Whole(low, high) if high.saturating_sub(*low) < MOST_BRUSHES => {
            values.extend((*low..=*high).map(|n| plain(n.to_string())));
        }
        Takes::Row { names, .. } if names.len() <= MOST_BRUSHES as usize => {
            values.extend(names.iter().map(|name| (super::fields::quoted(name).into(), name.to_string(), Arc::from(""))));
        }
        _ => {}
    }
    if field.is_optional && !values.is_empty() {
        values.insert(0, plain("none".to_owned()));
    }
    let brush = |(value, title, docs): (Arc<str>, String, Arc<str>)| {
        let look = of_value(manifest, schema, owner, field, &value);
        Brush { value, title, docs, look }
    };
    let mut brushes: Vec<Brush> = values.into_iter().map(brush).collect();
    let is_number = matches!(field.takes, Takes::Whole(..)) && !field.is_optional;
    if is_number && brushes.len() > MOST_NUMBERS && brushes.iter().all(|brush| brush.look == Look::Nothing) {
        brushes.clear();
    }
    // If one of the values shows on a space, the others visibly leave it as it is.
    if matches!(owner, Owner::Space) && brushes.iter().any(|brush| brush.look != Look::Nothing) {
        brushes
            .iter_mut()
            .filter(|brush| brush.look == Look::Nothing)
            .for_each(|brush| brush.look = plain_space(manifest, schema));
    }
    Group { field: field.clone(), brushes }
}
