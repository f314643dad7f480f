//! What a tool sees of the drawing table: where things lie, the selection, and snap targets.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use kurbo::Point;

use super::{Pointer, Settings, Tool};
use crate::drawing::document::{Document, Key, List};
use crate::drawing::edit::field_words;
use crate::drawing::fields::Fields;
use crate::drawing::guides::Guides;
use crate::drawing::hit::Places;
use crate::drawing::schema::Schema;
use crate::drawing::tools::snap::{self, Snapped};

/// What a tool sees of the drawing table.
pub(in crate::drawing) struct Table<'a> {
    pub document: &'a Document,
    /// The document as it was before what is pulled was pulled.
    pub begun: &'a Document,
    pub schema: &'a Schema,
    pub places: &'a Places,
    pub selected: &'a BTreeSet<Key>,
    pub settings: &'a Settings,
    pub manifest: &'a Manifest,
    pub slack: f64,
}

/// The distance within which neighbours are guides.
const GUIDE: f64 = 120.0;

impl Table<'_> {
    /// Where a position snaps to, ignoring these neighbours. Ctrl switches snapping.
    pub(super) fn snapped(&self, pointer: &Pointer, at: Point, but: &BTreeSet<Key>) -> Snapped {
        if !self.snaps(pointer) {
            return Snapped { at, column: None, row: None };
        }
        let near = self.places.spaces().filter(|(key, middle, _)| middle.distance(at) < GUIDE && !but.contains(key));
        let near: Vec<Point> = near.map(|(_, middle, _)| middle).collect();
        snap::snap(at, self.settings.aids.grid, &self.guides(), &near, pointer.slack.min(3.0))
    }

    /// The same for guides and the grid alone.
    pub(super) fn on_grid(&self, pointer: &Pointer, at: Point) -> Point {
        self.to_grid(pointer, at).at
    }

    /// The same for something that is moved there.
    pub(super) fn moved_on_grid(&self, pointer: &Pointer, from: Point, to: Point) -> Point {
        self.to_grid(pointer, to).moved(from, to).at
    }

    fn to_grid(&self, pointer: &Pointer, at: Point) -> Snapped {
        if !self.snaps(pointer) {
            return Snapped { at, column: None, row: None };
        }
        snap::snap(at, self.settings.aids.grid, &self.guides(), &[], pointer.slack.min(3.0))
    }

    fn snaps(&self, pointer: &Pointer) -> bool {
        (self.settings.aids.snaps || self.settings.aids.grid.is_some()) != pointer.ctrl
    }

    /// The guides that are shown.
    fn guides(&self) -> Guides {
        if self.settings.aids.shows_guides { Guides::of(self.document.header()) } else { Guides::default() }
    }

    /// The space at a position: its key and its centre.
    pub(super) fn space_at(&self, at: Point, slack: f64) -> Option<(Key, Point)> {
        let key = self.places.space_at(at, slack)?;
        Some((key, self.middle(key)?))
    }

    /// The centre of a space.
    pub(super) fn middle(&self, key: Key) -> Option<Point> {
        self.places.middle(key)
    }

    /// A thing's name for people.
    pub(super) fn title(&self, key: Key) -> String {
        self.document.title(key)
    }

    /// The selected space, if it is the only one.
    pub(super) fn one_space(&self) -> Option<Key> {
        let mut keys = self.selected.iter();
        let key = *keys.next().filter(|_| self.selected.len() == 1)?;
        self.document.find(key).filter(|(list, ..)| *list == List::Spaces).map(|_| key)
    }

    /// The values of new spaces of a tool.
    pub(super) fn brushed(&self, tool: Tool) -> Fields {
        self.settings.new.get(&tool).cloned().unwrap_or_default()
    }

    /// The same in words, to be added to a hint: ` New spaces: kind harbour.`
    pub(super) fn brushed_words(&self, tool: Tool) -> String {
        let said: Vec<String> =
            self.brushed(tool).iter().map(|(field, value)| format!("{field} {value}").replace('_', " ")).collect();
        if said.is_empty() { String::new() } else { format!(". New spaces: {}", said.join(", ")) }
    }

    /// What else could be done with the brush that was chosen for new spaces and isn't used yet.
    pub(super) fn paints_words(&self, tool: Tool) -> String {
        let brush = self.settings.brush.as_ref().filter(|_| !self.settings.worn.contains(&tool));
        match brush.filter(|(field, value)| self.brushed(tool).get(field) == value.as_ref()) {
            Some((field, value)) => format!("; B paints it {}", field_words(field, value.as_deref())),
            None => String::new(),
        }
    }

    pub(super) fn link_kind(&self) -> Option<Arc<str>> {
        self.settings.link_kind(self.schema)
    }
}
