//! What can be drawn for a game: brushes for the fields of spaces, pens for links, lines for paths, each with its look.

use std::sync::Arc;

use interpreter::data::manifest::Manifest;

use super::looks::{Look, named, of_value};
use super::schema::{Field, Schema, Takes};

/// Everything that a ruleset lets one draw.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Palette {
    /// The track's own fields.
    pub track: Vec<Group>,
    pub brushes: Vec<Group>,
    pub links: Vec<Pen>,
    pub paths: Vec<Pen>,
}

/// The brushes of one field.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    pub field: Field,
    /// Every value; none where they are too many, or have to be typed.
    pub brushes: Vec<Brush>,
}

/// One value to paint with.
#[derive(Clone, PartialEq, Debug)]
pub struct Brush {
    /// As written; the default is what takes a value out.
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
    /// What each of them says.
    pub fields: Vec<Group>,
}

/// Most values that are brushes each.
const MOST_BRUSHES: i32 = 24;

impl Palette {
    pub fn of(schema: &Schema, manifest: &Manifest) -> Palette {
        let group = |owner: &str, field: &Field| group(manifest, owner, field);
        let pen = |kind: &Arc<str>, docs: &Arc<str>, fields: &[Field]| Pen {
            kind: kind.clone(),
            docs: docs.clone(),
            look: named(manifest, kind),
            fields: fields.iter().map(|field| group(kind, field)).collect(),
        };
        Palette {
            track: schema.track.iter().map(|field| group("track", field)).collect(),
            brushes: schema.space.iter().map(|field| group("space", field)).collect(),
            links: schema.links.iter().map(|link| pen(&link.name, &link.docs, &link.fields)).collect(),
            paths: schema.paths.iter().map(|path| pen(&path.name, &path.docs, &path.fields)).collect(),
        }
    }
}

fn group(manifest: &Manifest, owner: &str, field: &Field) -> Group {
    let mut values: Vec<(Arc<str>, String, Arc<str>)> = vec![];
    let plain = |text: String| (Arc::from(text.as_str()), text, Arc::from(""));
    match &field.takes {
        Takes::Word { cases, .. } => {
            values.extend(cases.iter().map(|case| (case.name.clone(), case.name.replace('_', " "), case.docs.clone())));
        }
        Takes::Bool => values.extend(["false", "true"].map(|text| plain(text.to_owned()))),
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
        let look = if *value == *"none" { Look::default() } else { of_value(manifest, owner, field, &value) };
        Brush { value, title, docs, look }
    };
    Group { field: field.clone(), brushes: values.into_iter().map(brush).collect() }
}
