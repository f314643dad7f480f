//! The tiles of a drawing: how large its spaces are, and which way they lie.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::data::manifest::board::Style;
use interpreter::data::track::tiles::{self, Tile, TileForm};
use interpreter::data::track::{SIZES, TURNS};

use super::document::{Document, Item};
use super::fields::Fields;
use super::schema::{Field, Schema, Takes};
use crate::looks::Shape;

/// What spaces say that are meant by a name such as `Kind.town` or `space.is_start`: one of these fields has this value. The last says
/// whether it is the field's default.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Meant(Vec<(Arc<str>, Arc<str>, bool)>);

impl Meant {
    pub fn by(name: &str, schema: &Schema) -> Meant {
        let said = schema.space.iter().filter_map(|field| {
            let (_, value) = values(field).find(|(of, _)| of == name)?;
            let is_usual = field.default.as_ref() == Some(&value);
            Some((field.name.clone(), value, is_usual))
        });
        Meant(said.collect())
    }

    pub fn is(&self, fields: &Fields) -> bool {
        self.0.iter().any(|(field, value, is_usual)| fields.get(field).map_or(*is_usual, |said| said == value))
    }
}

/// The values of a field of spaces that a look may name: their names, and how they are written.
pub fn values(field: &Field) -> impl Iterator<Item = (String, Arc<str>)> {
    let values: Vec<(String, Arc<str>)> = match &field.takes {
        Takes::Bool => vec![(format!("space.{}", field.name), "true".into())],
        Takes::Word { of, cases } => cases.iter().map(|case| (format!("{of}.{}", case.name), case.name.clone())).collect(),
        _ => vec![],
    };
    values.into_iter()
}

/// The tiles of the spaces that have a place, in their order.
pub fn tiles(document: &Document, schema: &Schema, manifest: &Manifest) -> Vec<Tile> {
    let badge = tiles::badge(manifest);
    let is_shape = |(field, ..): &(Arc<str>, Arc<str>, bool)| badge != Some(&**field);
    let rounds: Vec<Meant> =
        tiles::rounds(manifest).map(|name| Meant(Meant::by(name, schema).0.into_iter().filter(is_shape).collect())).collect();
    let is_round = |fields: &Fields| match fields.text("shape") {
        Some(shape) => Shape::of(&shape) == Some(Shape::Round),
        None => rounds.iter().any(|meant| meant.is(fields)),
    };
    let placed: Vec<&Arc<Item>> = document.spaces().iter().filter(|space| space.at.is_some()).collect();
    let mut by_id: BTreeMap<&str, usize> = BTreeMap::new();
    for (n, space) in placed.iter().enumerate() {
        by_id.entry(&space.id).or_insert(n);
    }
    // In the order in which the interpreter reads them.
    let mut steps: Vec<(usize, usize, usize)> = vec![];
    for link in document.links() {
        let kind = schema.links.iter().position(|kind| *kind.name == *link.kind).unwrap_or(schema.links.len());
        let both_ways = schema.links.get(kind).is_some_and(|kind| kind.both_ways);
        for (from, to) in link.steps() {
            let (Some(from), Some(to)) = (by_id.get(&**from), by_id.get(&**to)) else { continue };
            steps.push((kind, *from, *to));
            steps.extend(both_ways.then_some((kind, *to, *from)));
        }
    }
    steps.sort_by_key(|(kind, ..)| *kind);
    let has_lanes = document.header().board().over(&manifest.board).style() != Style::Plain;
    let across: Vec<bool> = schema.links.iter().map(|link| has_lanes && manifest.look(&link.name).is_across).collect();
    let is_across = |(kind, ..): &&(usize, usize, usize)| across.get(*kind) == Some(&true);
    let in_lanes: BTreeSet<usize> = steps.iter().filter(is_across).flat_map(|(_, from, to)| [*from, *to]).collect();
    let form = |(n, space): (usize, &&Arc<Item>)| TileForm {
        at: space.at.map_or((0.0, 0.0), |at| (at.x, at.y)),
        size: own(&space.fields, "size"),
        length: own(&space.fields, "length"),
        turn: space.fields.number("turn").filter(|turn| TURNS.contains(turn)),
        is_round: is_round(&space.fields),
        is_in_lane: in_lanes.contains(&n),
    };
    let forms: Vec<TileForm> = placed.iter().enumerate().map(form).collect();
    let links: Vec<(usize, usize)> = steps.into_iter().map(|(_, from, to)| (from, to)).collect();
    tiles::tiles(&forms, &links, document.header().tile(), manifest.look("space").lies_straight)
}

/// A measure that a space gives itself.
fn own(fields: &Fields, name: &str) -> Option<f64> {
    fields.number(name).filter(|n| (SIZES.0..=SIZES.1).contains(n))
}
