//! The looks of drawn things: the manifest's appearance, looked up by a drawing's values.

use interpreter::data::manifest::Manifest;

use super::document::{Item, List};
use super::schema::{Field, Schema, Takes};
use super::tools::select::value;
use crate::board::look::{direction, points_of};
use crate::looks::{LinkLook, Plan, Rgb, SpaceLook};

/// The look of something that can be drawn, as on the board, if there is anything to see of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Look {
    #[default]
    Nothing,
    /// A space with this value and no other, and where it faces.
    Space(Box<SpaceLook>, Option<usize>),
    Link(LinkLook),
    /// A line over spaces.
    Path(Option<Rgb>),
}

/// The look of one value: for a brush, what a new space looks like with it; for a link's value, what the link looks like.
pub fn of_value(manifest: &Manifest, schema: &Schema, owner: Owner<'_>, field: &Field, written: &str) -> Look {
    match owner {
        Owner::Space => {
            let mut space = Item::default();
            space.fields.set(&field.name, Some(written.into()));
            let points = points_of(manifest).filter(|points| *points == &*field.name).and_then(|_| direction(written));
            let (look, plain) = (of_space(manifest, schema, &space), of_space(manifest, schema, &Item::default()));
            if look == plain && points.is_none() { Look::Nothing } else { Look::Space(look.into(), points) }
        }
        Owner::Link(kind) => {
            let plain = of_kind(manifest, schema, kind);
            let mut look = plain.clone();
            of(field, kind, written).iter().for_each(|of| look.add(manifest, of));
            if look == plain { Look::Nothing } else { Look::Link(look) }
        }
        Owner::Other(name) => of(field, name, written).map_or(Look::Nothing, |of| of_name(manifest, &of)),
    }
}

/// The look of a value of something that isn't on a track.
pub fn of_name(manifest: &Manifest, name: &str) -> Look {
    let said = manifest.look(name);
    if said.of.is_empty() {
        return Look::Nothing;
    }
    let look = SpaceLook {
        fill: said.colour,
        patterns: said.pattern.into_iter().collect(),
        icons: said.icon.clone().into_iter().collect(),
        ..SpaceLook::default()
    };
    Look::Space(look.into(), None)
}

/// A space without any values.
pub fn plain(manifest: &Manifest, schema: &Schema) -> Look {
    Look::Space(of_space(manifest, schema, &Item::default()).into(), None)
}

/// Whose field it is.
#[derive(Clone, Copy)]
pub enum Owner<'a> {
    Space,
    /// A field of links of this kind.
    Link(&'a str),
    Other(&'a str),
}

/// The look of the links of a kind.
pub fn of_kind(manifest: &Manifest, schema: &Schema, kind: &str) -> LinkLook {
    let at = schema.links.iter().position(|link| *link.name == *kind);
    let both_ways = at.is_some_and(|at| schema.links[at].both_ways);
    LinkLook::of_kind(manifest, kind, at.unwrap_or(schema.links.len()), both_ways)
}

/// The look of a link, from its kind and its values.
pub fn of_link(manifest: &Manifest, schema: &Schema, link: &Item, mut look: LinkLook) -> LinkLook {
    for field in schema.link(&link.kind).map_or(&[][..], |kind| &kind.fields) {
        let value = value(schema, List::Links, link, &field.name);
        value.and_then(|value| of(field, &link.kind, &value)).iter().for_each(|of| look.add(manifest, of));
    }
    look
}

/// The look of a space.
pub fn of_space(manifest: &Manifest, schema: &Schema, space: &Item) -> SpaceLook {
    let plan = Plan::of(manifest);
    let mut look = SpaceLook::default();
    for field in &schema.space {
        let Some(value) = value(schema, List::Spaces, space, &field.name) else { continue };
        plan.add(&mut look, &field.name, &value, of(field, "space", &value).as_deref());
    }
    plan.finish(&mut look);
    look
}

/// The name under which the appearance lists a value: its case, or for `true` the field; none for `false` and `none`.
fn of(field: &Field, owner: &str, written: &str) -> Option<String> {
    match &field.takes {
        _ if matches!(written, "none" | "None") => None,
        Takes::Word { of, .. } => Some(format!("{of}.{written}")),
        Takes::Bool if written != "true" => None,
        _ => Some(format!("{owner}.{}", field.name)),
    }
}
