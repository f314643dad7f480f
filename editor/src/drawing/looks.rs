//! How things on a board look: the manifest's appearance, looked up by what a drawing says.

use std::sync::Arc;

use interpreter::data::Loose;
use interpreter::data::manifest::{self, Manifest};

use super::document::{Item, List};
use super::schema::{Field, Schema, Takes};
use super::tools::select::value;

/// How one thing looks. Nothing is told by colour alone: there may be a pattern and an icon besides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Red, green, blue.
    pub colour: Option<[u8; 3]>,
    pub pattern: Option<Arc<str>>,
    pub icon: Option<Arc<str>>,
}

/// How a space looks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpaceLook {
    pub fill: Option<[u8; 3]>,
    /// What it is besides.
    pub edge: Option<[u8; 3]>,
    pub patterns: Vec<Arc<str>>,
    pub icons: Vec<Arc<str>>,
    /// Into how many lanes it is split.
    pub lanes: usize,
    /// A small sign: its colour, and what it says.
    pub badge: Option<([u8; 3], String)>,
}

/// The look of one value: of a word that of its case, of `true` that of the field.
pub fn of_value(manifest: &Manifest, owner: &str, field: &Field, written: &str) -> Look {
    match &field.takes {
        Takes::Word { of, .. } => named(manifest, &format!("{of}.{written}")),
        Takes::Bool if written != "true" => Look::default(),
        _ => named(manifest, &format!("{owner}.{}", field.name)),
    }
}

/// The look of this name: `Terrain.climb`, `Lift`.
pub fn named(manifest: &Manifest, of: &str) -> Look {
    let said = plan(manifest, of);
    said.map(|look| Look { colour: look.colour, pattern: look.pattern.clone(), icon: look.icon.clone() }).unwrap_or_default()
}

/// The look of a space.
pub fn of_space(manifest: &Manifest, schema: &Schema, space: &Item) -> SpaceLook {
    let plan = plan(manifest, "space");
    let more = |key: &str| plan.and_then(|look| look.more.iter().find(|(name, _)| **name == *key)).map(|(_, value)| value);
    let word = |key: &str| more(key).and_then(Loose::name);
    let (fill, split_by) = (word("fill"), word("split_by"));
    let badge: Vec<&str> = match more("badge") {
        Some(Loose::List(fields)) => fields.iter().filter_map(Loose::name).collect(),
        Some(one) => one.name().into_iter().collect(),
        None => vec![],
    };
    let mut look = SpaceLook::default();
    for field in &schema.space {
        let Some(value) = value(schema, List::Spaces, space, &field.name) else { continue };
        let is_none = matches!(&*value, "none" | "None");
        if split_by == Some(&*field.name) {
            look.lanes = value.parse().unwrap_or(0);
        }
        if let (Some((_, number)), true) = (&mut look.badge, badge.get(1) == Some(&&*field.name)) {
            *number = value.to_string();
        }
        let said = of_value(manifest, "space", field, &value);
        if badge.first() == Some(&&*field.name) {
            look.badge = said.colour.filter(|_| !is_none).map(|colour| (colour, String::new()));
            continue;
        }
        match fill {
            Some(fill) if fill != &*field.name => look.edge = look.edge.or(said.colour),
            _ => look.fill = look.fill.or(said.colour),
        }
        look.patterns.extend(said.pattern);
        look.icons.extend(said.icon);
    }
    look
}

fn plan<'m>(manifest: &'m Manifest, of: &str) -> Option<&'m manifest::Look> {
    manifest.appearance.iter().find(|look| *look.of == *of)
}
