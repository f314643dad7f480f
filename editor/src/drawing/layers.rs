//! The layers of a drawing: which of them are locked or hidden, kept with the track as `layers: (notes: (hidden: true))`, and which thing lies
//! in which.

use std::collections::BTreeSet;
use std::sync::Arc;

pub use interpreter::data::track::Layer;

use super::decor::sort;
use super::document::{Document, Header, Item, Key, List};
use super::edit::{Edit, counted};
use super::fields::Fields;
use super::on_table::OnTable;

/// The field of decor that names its layer.
pub const FIELD: &str = "layer";

/// A layer's name, the command that moves there, and what lies in it.
pub fn titles(layer: Layer) -> (&'static str, &'static str, &'static str) {
    match layer {
        Layer::Backdrop => (
            "Backdrop",
            "Move to Backdrop",
            "Above the ground and below everything else, to trace over; neither played nor printed",
        ),
        Layer::Ground => ("Ground", "Move to Ground", "Below links, ribbons and spaces; printed"),
        Layer::Spaces => ("Spaces", "Move to Spaces", "Spaces, links and paths, with labels and pictures above them"),
        Layer::Notes => ("Notes", "Move to Notes", "Above everything, for designers; neither played nor printed"),
    }
}

/// The layer that a thing lies in.
pub fn of(item: &Item) -> Layer {
    if !is_decor(item) {
        return Layer::Spaces;
    }
    let named = item.fields.get(FIELD).and_then(|word| Layer::ALL.into_iter().find(|layer| **word == *layer.name()));
    named.unwrap_or(Layer::usual(sort(item).word()))
}

/// Links have no place, and spaces no kind.
fn is_decor(item: &Item) -> bool {
    item.at.is_some() && !item.kind.is_empty()
}

/// Labels, pictures, areas and strokes as they are drawn: layer by layer, each in the order of the file.
pub fn from_below(document: &Document) -> impl Iterator<Item = &Arc<Item>> {
    let is_in = |layer: Layer| document.decor().iter().filter(move |item| of(item) == layer);
    Layer::ALL.into_iter().flat_map(is_in)
}

/// Which layers are locked and hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layers([OnTable; 4]);

impl Layers {
    fn of(header: &Header) -> Layers {
        let mut layers = Layers::default();
        let Some(form) = header.get("layers").and_then(|value| Fields::read(value)) else { return layers };
        for layer in Layer::ALL {
            let Some(said) = form.get(layer.name()).and_then(|value| Fields::read(value)) else { continue };
            layers.0[layer as usize] =
                OnTable { is_locked: said.is_true("locked"), is_hidden: said.is_true("hidden"), group: None };
        }
        layers
    }

    pub fn get(&self, layer: Layer) -> OnTable {
        self.0[layer as usize]
    }

    /// How a thing lies, by itself or with its layer.
    pub fn lies(&self, item: &Item) -> OnTable {
        let (own, all) = (OnTable::of(item), self.get(of(item)));
        OnTable { is_locked: own.is_locked || all.is_locked, is_hidden: own.is_hidden || all.is_hidden, group: own.group }
    }

    /// Whether a thing can be seen and taken.
    pub fn is_free(&self, item: &Item) -> bool {
        self.lies(item).is_free()
    }

    /// The edit that locks or hides one layer, or ends it.
    pub fn with(mut self, layer: Layer, on: OnTable) -> Edit {
        let was = std::mem::replace(&mut self.0[layer as usize], on);
        let verb = match (was.is_hidden, on.is_hidden) {
            (false, true) => "hide",
            (true, false) => "show",
            _ if on.is_locked => "lock",
            _ => "unlock",
        };
        Edit::All(format!("{verb} the layer {}", layer.name()), vec![self.edit()])
    }

    /// The same with all layers changed, if that changes any.
    pub(super) fn each(self, change: impl Fn(OnTable) -> OnTable) -> Option<Edit> {
        let changed = Layers(self.0.map(change));
        (changed != self).then(|| changed.edit())
    }

    fn edit(self) -> Edit {
        let said = Layer::ALL.into_iter().filter_map(|layer| Some(format!("{}: {}", layer.name(), self.get(layer).written()?)));
        let said: Vec<String> = said.collect();
        let value = (!said.is_empty()).then(|| format!("({})", said.join(", ")).into());
        Edit::Track { name: "layers".into(), value }
    }
}

impl Document {
    pub fn layers(&self) -> Layers {
        Layers::of(self.header())
    }

    /// What lies in a layer, without the lines of courses.
    pub fn in_layer(&self, layer: Layer) -> impl Iterator<Item = &Arc<Item>> {
        let lists = [List::Spaces, List::Links, List::Paths, List::Decor];
        lists.into_iter().flat_map(|list| self.list(list)).filter(move |item| of(item) == layer)
    }

    /// The same as it is printed: without notes, and without what was only traced unless that is wanted.
    pub fn printed(&self, with_backdrop: bool) -> Document {
        let mut printed = self.clone();
        let is_printed = |item: &Arc<Item>| of(item).is_printed() || with_backdrop && of(item) == Layer::Backdrop;
        if !self.decor().iter().all(is_printed) {
            printed.list_mut(List::Decor).retain(is_printed);
        }
        printed
    }
}

/// An edit that adds something to a layer, which is shown and unlocked for it.
pub fn shown(document: &Document, layer: Layer, add: Edit) -> Edit {
    let mut layers = document.layers();
    if std::mem::take(&mut layers.0[layer as usize]).is_free() {
        return add;
    }
    Edit::All(format!("add to the layer {}", layer.name()), vec![layers.edit(), add])
}

/// The edit that lays labels and pictures in a layer. Spaces, links and paths always lie in their own.
///
/// # Errors
/// Why there is nothing to do.
pub fn moved(document: &Document, keys: &BTreeSet<Key>, layer: Layer) -> Result<Edit, &'static str> {
    let chosen = || document.decor().iter().filter(|item| keys.contains(&item.key) && is_decor(item));
    if chosen().next().is_none() {
        return Err("labels, pictures, areas and strokes can be moved to another layer: select some");
    }
    let moves: Vec<&Item> = chosen().map(|item| &**item).filter(|item| of(item) != layer).collect();
    if moves.is_empty() {
        return Err("it lies in that layer already");
    }
    let value = |item: &Item| (layer != Layer::usual(sort(item).word())).then(|| layer.name().into());
    let values = moves.iter().map(|item| (item.key, value(item))).collect();
    let things = counted(moves.iter().map(|item| (List::Decor, *item)));
    let told = format!("move {things} to the layer {}", layer.name());
    Ok(Edit::All(told, vec![Edit::SetEach { name: FIELD.into(), values }]))
}
