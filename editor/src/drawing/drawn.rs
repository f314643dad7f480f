//! The board of a drawing: the same as it will be raced on, whether the rules accept it or not.

use std::collections::BTreeMap;
use std::sync::Arc;

use emath::{Rect, vec2};
use interpreter::data::manifest::{Manifest, look::rgb};
use interpreter::data::track::PathDrawing;
use interpreter::data::track::decor::{ALIGNS, Lettering, WEIGHTS};
use interpreter::data::track::tiles::Tile;
use kurbo::Point;

use super::bends::{Bends, Flag};
use super::decor::{self, is_label, is_picture};
use super::schema::{Schema, Takes};
use super::tools::crop;
use super::tools::select::value;
use super::{Document, Item, Key, List, layers, looks, shapes, tiles};
use crate::board::art::{Area, Wanted};
use crate::board::look::{self, SpaceLook};
use crate::board::{Board, Kind, LETTERS, Label, Link, Part, Parts, Path, Placed, placed, pos};
use crate::looks::Plan;

impl Board {
    /// Its spaces are those of the document that have a place, in its order.
    pub fn drawn(document: &Document, schema: &Schema, manifest: &Manifest) -> Board {
        let mut by_id: BTreeMap<&str, usize> = BTreeMap::new();
        let mut spaces = vec![];
        let named = document.named_as(&schema.places);
        let placed = document.spaces().iter().filter(|item| item.at.is_some());
        for (item, tile) in placed.zip(tiles::tiles(document, schema, manifest)) {
            by_id.entry(&item.id).or_insert(spaces.len());
            spaces.push(Part { name: named.called(&item.id).into(), ..part(item, tile, schema, manifest) });
        }
        let of_schema = schema.links.iter().enumerate();
        let mut kinds: Vec<Kind> =
            of_schema.map(|(n, link)| Kind::of(manifest, &link.name, n, link.both_ways, link.drawn)).collect();
        let mut links = vec![];
        for (number, link) in document.links().iter().enumerate() {
            // A kind that the rules don't know is drawn, too.
            let kind = kinds.iter().position(|kind| kind.name == link.kind).unwrap_or_else(|| {
                kinds.push(Kind::of(manifest, &link.kind, kinds.len(), false, None));
                kinds.len() - 1
            });
            let name: Option<Arc<str>> = link.fields.text("name").map(Arc::from);
            let look = looks::of_link(manifest, schema, link, kinds[kind].look.clone());
            let bends = Bends::of(link);
            links.extend(link.steps().enumerate().filter_map(|(n, (a, b))| {
                let (from, to) = (*by_id.get(&**a)?, *by_id.get(&**b)?);
                let mut look = look.clone();
                look.is_seen &= !bends.is(Flag::Hidden, a, b);
                let (bend, is_over) = (bends.bent(a, b).into(), bends.is(Flag::Over, a, b));
                Some(Link { from, to, kind, name: name.clone(), look, step: (number, n), bend, is_over })
            }));
        }
        let path = |item: &Arc<Item>| {
            let also = look::label_of(manifest, &item.kind).and_then(|field| value(schema, List::Paths, item, &field));
            Path {
                kind: item.kind.clone(),
                name: item.title().into(),
                also: also.map(|also| also.to_string()).unwrap_or_default(),
                spaces: item.spaces.iter().filter_map(|id| by_id.get(&**id).copied()).collect(),
                drawing: PathDrawing {
                    name_at: item.fields.point("name_at").map(|at| (at.x, at.y)),
                    hides_name: item.fields.is_true("name_hidden"),
                    hides_numbers: item.fields.is_true("numbers_hidden"),
                },
            }
        };
        let sheet = document.header().sheet();
        Board::of(Parts {
            sheet: vec2(sheet.width as f32, sheet.height as f32),
            paths: document.paths().iter().map(path).collect(),
            labels: layers::from_below(document).filter_map(|item| label(item)).collect(),
            pictures: layers::from_below(document).filter_map(|item| picture(item)).collect(),
            art: Wanted::of(manifest, &document.header().board(), document.header().text("name").into(), areas(document)),
            spaces,
            kinds,
            links,
        })
    }
}

impl Board {
    /// Lets spaces that don't say where they face look where the rules make them. `keys`: of its spaces.
    pub fn face(&mut self, keys: &[Key], facings: &BTreeMap<Key, usize>) {
        for (space, key) in self.spaces.iter_mut().zip(keys) {
            space.look.points = space.look.points.or(facings.get(key).copied());
        }
    }
}

fn part(item: &Item, tile: Tile, schema: &Schema, manifest: &Manifest) -> Part {
    let facing = look::points_of(manifest).and_then(|field| value(schema, List::Spaces, item, field));
    let mut notable = vec![];
    for field in &schema.space {
        let Some(value) = item.fields.get(&field.name).filter(|value| !field.is_default(value)) else { continue };
        notable.push(match &field.takes {
            Takes::Word { .. } => value.replace('_', " "),
            Takes::Bool => field.name.replace('_', " "),
            _ => format!("{} {value}", field.name.replace('_', " ")),
        });
    }
    let name: Option<Arc<str>> = item.fields.text("name").map(Arc::from);
    let mut drawn = looks::of_space(manifest, schema, item);
    Plan::of(manifest).name(&mut drawn, name.as_deref());
    let look = SpaceLook { drawn, points: facing.and_then(|facing| look::direction(&facing)), says: vec![], notable };
    Part { id: item.id.clone(), tile, look, ..Part::default() }
}

/// A label as it is drawn; `None` for pictures, and without a place or words.
pub fn label(item: &Item) -> Option<Label> {
    let text = item.fields.text("text").filter(|_| is_label(item))?;
    let number = |name: &str| item.fields.number(name);
    Some(Label {
        text: text.into(),
        layer: layers::of(item),
        at: pos(item.at?),
        size: number("size").unwrap_or(LETTERS) as f32,
        lettering: lettering(item),
        turn: number("turn").unwrap_or(0.0) as f32,
        opacity: number("opacity").unwrap_or(1.0).clamp(0.0, 1.0) as f32,
        colour: item.fields.text("colour").and_then(|colour| rgb(&colour)),
        has_ground: false,
        flag: None,
        path: None,
        along: None,
    })
}

/// How the letters of a label are drawn. What can't be read has its default; the problems say so.
pub fn lettering(item: &Item) -> Lettering {
    fn meant<T: Copy + Default>(item: &Item, name: &str, words: &[(&str, T)]) -> T {
        let word = item.fields.text(name).unwrap_or_default();
        words.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning).unwrap_or_default()
    }
    Lettering {
        weight: meant(item, "weight", &WEIGHTS),
        align: meant(item, "align", &ALIGNS),
        halo: item.fields.text("halo").and_then(|halo| rgb(&halo)),
        along: item.fields.is_true("along"),
    }
}

/// A picture as it is drawn; `None` for labels, and without a place or a file.
pub fn picture(item: &Item) -> Option<Placed> {
    let file = ["file", "picture"].iter().find_map(|name| item.fields.text(name)).filter(|_| is_picture(item))?;
    let frame = decor::frame(item)?;
    let number = |name: &str, usual: f64| item.fields.number(name).unwrap_or(usual) as f32;
    Some(Placed {
        file: file.into(),
        layer: layers::of(item),
        frame: Rect::from_min_max(pos(frame.origin()), pos(Point::new(frame.x1, frame.y1))),
        turn: number("turn", 0.0),
        opacity: number("opacity", 1.0).clamp(0.0, 1.0),
        part: placed::part(crop::of(item)),
    })
}

/// The areas and strokes of a drawing, from below.
pub fn areas(document: &Document) -> Vec<Area> {
    layers::from_below(document).filter_map(|item| Area::of(&shapes::read(item)?)).collect()
}
