//! How what is drawn looks: the manifest's appearance, looked up by what a drawing says.

use std::sync::Arc;

use interpreter::data::manifest::Manifest;

use super::document::{Item, List};
use super::schema::{Field, Schema, Takes};
use super::tools::select::value;
use crate::looks::{self, Plan, Rgb, SpaceLook};

/// How one thing looks. Nothing is told by colour alone: there may be a pattern and an icon besides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    pub colour: Option<Rgb>,
    pub pattern: Option<Arc<str>>,
    pub icon: Option<Arc<str>>,
}

/// The look of one value: of a word that of its case, of `true` that of the field.
pub fn of_value(manifest: &Manifest, owner: &str, field: &Field, written: &str) -> Look {
    of(field, owner, written).map(|of| named(manifest, &of)).unwrap_or_default()
}

/// The look of this name: `Terrain.climb`, `Lift`.
pub fn named(manifest: &Manifest, of: &str) -> Look {
    let said = looks::of(manifest, of);
    said.map(|look| Look { colour: look.colour, pattern: look.pattern.clone(), icon: look.icon.clone() }).unwrap_or_default()
}

/// The look of a space.
pub fn of_space(manifest: &Manifest, schema: &Schema, space: &Item) -> SpaceLook {
    let plan = Plan::of(manifest);
    let mut look = SpaceLook::default();
    for field in &schema.space {
        let Some(value) = value(schema, List::Spaces, space, &field.name) else { continue };
        plan.add(&mut look, &field.name, &value, of(field, "space", &value).as_deref());
    }
    look
}

/// The name that the look of a value has: that of its case, or for `true` that of the field; none for `false` and `none`.
fn of(field: &Field, owner: &str, written: &str) -> Option<String> {
    match &field.takes {
        _ if matches!(written, "none" | "None") => None,
        Takes::Word { of, .. } => Some(format!("{of}.{written}")),
        Takes::Bool if written != "true" => None,
        _ => Some(format!("{owner}.{}", field.name)),
    }
}
