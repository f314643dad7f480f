//! The tiles of a drawing: how large its spaces are, by themselves or by what they say, and which way they lie.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::data::manifest::board::Style;
use interpreter::data::track::places::on_one_another;
use interpreter::data::track::tiles::{self, Tile, TileForm};
use interpreter::data::track::{SIZES, TILES, TURNS};

use super::document::{Document, Header, Item, Key};
use super::edit::Edit;
use super::fields::{Fields, millimetres, quoted};
use super::schema::{Field, Schema, Takes};
use crate::looks::Shape;

/// By how many millimetres a tile may reach beyond the sheet.
const BEYOND: f64 = 0.05;

/// The entry of a track that says sizes by value: `tiles: { "Kind.town": 30.0 }`.
pub const FIELD: &str = "tiles";

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

/// The values of a field of spaces that can have a size: their names, and how they are written.
pub fn values(field: &Field) -> impl Iterator<Item = (String, Arc<str>)> {
    let values: Vec<(String, Arc<str>)> = match &field.takes {
        Takes::Bool => vec![(format!("space.{}", field.name), "true".into())],
        Takes::Word { of, cases } => cases.iter().map(|case| (format!("{of}.{}", case.name), case.name.clone())).collect(),
        _ => vec![],
    };
    values.into_iter()
}

/// The sizes that spaces have by what they say.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TileSizes(Vec<(Meant, f64)>);

impl TileSizes {
    pub fn of(header: &Header, schema: &Schema) -> TileSizes {
        TileSizes(header.tiles().into_iter().map(|(name, size)| (Meant::by(&name, schema), size)).collect())
    }

    /// The size of a space with these fields, if it isn't the track's tile size. Of several values with a size, the last one counts.
    pub fn size(&self, fields: &Fields) -> Option<f64> {
        own(fields, "size").or_else(|| self.by_value(fields))
    }

    /// The same without a size of its own.
    pub fn by_value(&self, fields: &Fields) -> Option<f64> {
        self.0.iter().rev().find(|(meant, _)| meant.is(fields)).map(|(_, size)| *size)
    }
}

/// The edit that gives all spaces with a value this size, or takes that size back. `own` are spaces that don't keep a size of their own.
pub fn sized(header: &Header, name: &str, size: Option<f64>, own: Vec<Key>) -> Edit {
    let mut all = header.tiles();
    let at = all.iter().position(|(of, _)| **of == *name);
    match (at, size) {
        (Some(at), Some(size)) => all[at].1 = size,
        (Some(at), None) => drop(all.remove(at)),
        (None, Some(size)) => all.push((name.into(), size)),
        (None, None) => {}
    }
    let each: Vec<String> = all.iter().map(|(of, size)| format!("{}: {}", quoted(of), millimetres(*size))).collect();
    let value = (!each.is_empty()).then(|| format!("{{ {} }}", each.join(", ")).into());
    let told = match size {
        Some(size) => format!("make all {} {} mm wide", title(name), millimetres(size)),
        None => format!("let all {} be as wide as others", title(name)),
    };
    let mut edits = vec![Edit::Track { name: FIELD.into(), value }];
    if !own.is_empty() {
        edits.push(Edit::Set { keys: own, name: "size".into(), value: None });
    }
    Edit::All(told, edits)
}

/// A value in words: `town` for `Kind.town`.
pub fn title(name: &str) -> String {
    name.split_once('.').map_or(name, |(_, value)| value).replace('_', " ")
}

/// Which spaces are round, by what they say.
pub struct Rounds(Vec<Meant>);

impl Rounds {
    pub fn of(schema: &Schema, manifest: &Manifest) -> Rounds {
        let badge = tiles::badge(manifest);
        let is_shape = |(field, ..): &(Arc<str>, Arc<str>, bool)| badge != Some(&**field);
        let meant = |name: &str| Meant(Meant::by(name, schema).0.into_iter().filter(is_shape).collect());
        Rounds(tiles::rounds(manifest).map(meant).collect())
    }

    pub fn is_round(&self, fields: &Fields) -> bool {
        match fields.text("shape") {
            Some(shape) => Shape::of(&shape) == Some(Shape::Round),
            None => self.0.iter().any(|meant| meant.is(fields)),
        }
    }
}

/// The tiles of the spaces that have a place, in their order.
pub fn tiles(document: &Document, schema: &Schema, manifest: &Manifest) -> Vec<Tile> {
    let sizes = TileSizes::of(document.header(), schema);
    let rounds = Rounds::of(schema, manifest);
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
    let across: Vec<bool> = schema.links.iter().map(|link| manifest.look(&link.name).is_across).collect();
    let is_across = |(kind, ..): &(usize, usize, usize)| across.get(*kind) == Some(&true);
    let (across, along): (Vec<_>, Vec<_>) = steps.into_iter().partition(is_across);
    let in_lanes: BTreeSet<usize> = across.into_iter().filter(|_| has_lanes).flat_map(|(_, from, to)| [from, to]).collect();
    let form = |(n, space): (usize, &&Arc<Item>)| TileForm {
        at: space.at.map_or((0.0, 0.0), |at| (at.x, at.y)),
        size: sizes.size(&space.fields),
        length: own(&space.fields, "length"),
        turn: space.fields.number("turn").filter(|turn| TURNS.contains(turn)),
        is_round: rounds.is_round(&space.fields),
        is_in_lane: in_lanes.contains(&n),
    };
    let forms: Vec<TileForm> = placed.iter().enumerate().map(form).collect();
    let links: Vec<(usize, usize)> = along.into_iter().map(|(_, from, to)| (from, to)).collect();
    tiles::tiles(&forms, &links, document.header().tile(), manifest.look("space").lies_straight)
}

/// The spaces without room: each that lies on another one, with that one, and each that reaches beyond the sheet.
pub fn crowded(document: &Document, schema: &Schema, manifest: &Manifest) -> Vec<(Key, Option<Key>)> {
    let keys: Vec<Key> = document.spaces().iter().filter(|space| space.at.is_some()).map(|space| space.key).collect();
    let (tiles, sheet) = (tiles(document, schema, manifest), document.header().sheet());
    let on_others = on_one_another(&tiles).into_iter().map(|overlap| (keys[overlap.pair.0], Some(keys[overlap.pair.1])));
    let is_beyond = |tile: &Tile| {
        let fits = |at: f64, side: f64| (tile.half - BEYOND..=side - tile.half + BEYOND).contains(&at);
        !fits(tile.at.0, sheet.width) || !fits(tile.at.1, sheet.height)
    };
    let beyond = keys.iter().zip(&tiles).filter(|(_, tile)| is_beyond(tile)).map(|(key, _)| (*key, None));
    on_others.chain(beyond).collect()
}

/// Says which space has no room that had some before, if there are more links between spaces than before. What comes in had none where it lay.
pub fn without_room(
    before: &Document,
    now: &Document,
    (schema, manifest): (&Schema, &Manifest),
    new: Option<Key>,
) -> Option<String> {
    let steps = |document: &Document| document.links().iter().map(|link| link.steps().count()).sum::<usize>();
    (steps(now) > steps(before)).then_some(())?;
    let is_new = |(one, other): &(Key, Option<Key>)| new.is_some() && (new == Some(*one) || new == *other);
    let old: BTreeSet<(Key, Option<Key>)> = crowded(before, schema, manifest).into_iter().filter(|it| !is_new(it)).collect();
    let (one, other) = crowded(now, schema, manifest).into_iter().find(|it| !old.contains(it))?;
    let called = |key: Key| now.item(key).map(|item| now.called(&item.id)).unwrap_or_default();
    let lies = other.map_or("reaches beyond the sheet".to_owned(), |other| format!("overlaps {}", called(other)));
    Some(format!("there is no room for it: {} {lies}. Lengthen the course, or make its tiles smaller", called(one)))
}

/// The entry `tiles`: names of values, each with its size.
pub(super) fn read(written: &str) -> Vec<(Arc<str>, f64)> {
    let entries = super::fields::parse(written).map(|node| node.entries()).unwrap_or_default();
    let size = |size: &f64| (TILES.0..=TILES.1).contains(size);
    entries.into_iter().filter_map(|(key, value)| Some((key.name()?.into(), value.float().filter(size)?))).collect()
}

/// A measure that a space gives itself.
fn own(fields: &Fields, name: &str) -> Option<f64> {
    fields.number(name).filter(|n| (SIZES.0..=SIZES.1).contains(n))
}
