//! Settings of the tools.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::ir::Drawn;
use serde::{Deserialize, Serialize};

use super::Tool;
use crate::drawing::fields::Fields;
use crate::drawing::kit::{Stamp, Template};
use crate::drawing::layers::Layer;
use crate::drawing::schema::Schema;
use crate::drawing::shapes;

/// Settings of the tools. They stay when the tool is changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The spacing of a course, in millimetres. Like the next ones, it begins with what fits the track.
    pub every: f64,
    /// Segments of a grid.
    pub segments: usize,
    pub lanes: usize,
    /// The width of a lane, in millimetres.
    pub lane_width: f64,
    /// Whether a finished line returns to its start.
    pub is_closed: bool,
    /// Whether all spaces of a course are spread again when a part of its line is pulled. If not, only those beside that part move.
    pub is_even: bool,
    /// The values of new spaces, by the tool that draws them.
    pub new: BTreeMap<Tool, Fields>,
    /// The tools that have drawn spaces with these values; the next value chosen for one of them replaces its values.
    pub worn: BTreeSet<Tool>,
    /// What a stroke of the brush paints: a field and its value as written; `None` removes the field.
    pub brush: Option<(Arc<str>, Option<Arc<str>>)>,
    /// A stamp, or a space whose values were picked up: strokes paint all of them instead of the brush.
    pub stamp: Option<Arc<Stamp>>,
    /// The template in hand, rotated and flipped as it will be placed.
    pub template: Option<Arc<Template>>,
    /// In millimetres.
    pub brush_radius: f64,
    /// Which kind of link is drawn, and with which values.
    pub link: Option<Arc<str>>,
    pub link_fields: Fields,
    /// Which kind of path is drawn, and with which values.
    pub path: Option<Arc<str>>,
    pub path_fields: Fields,
    /// Whether a path joins the spaces of each new course.
    pub adds_path: bool,
    /// The letter height of a new label, in millimetres.
    pub letters: f64,
    /// The layer of a new label.
    pub label_layer: Layer,
    /// The look of a new area, and that of a new stroke.
    pub area: Fields,
    pub stroke: Fields,
    /// The number of steps measured.
    pub steps: usize,
    pub aids: Aids,
}

/// What helps to place things on any sheet. It stays on from one track to the next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Aids {
    /// The spacing of the grid that positions snap to, in millimetres; `None` for no grid.
    pub grid: Option<f64>,
    /// Whether positions snap to the columns and rows of neighbours.
    pub snaps: bool,
    /// Whether guides are shown and snapped to.
    pub shows_guides: bool,
    pub has_rulers: bool,
    /// Whether several things are aligned with the page instead of with one another.
    pub aligns_to_page: bool,
}

impl Default for Aids {
    fn default() -> Aids {
        Aids { grid: None, snaps: true, shows_guides: true, has_rulers: false, aligns_to_page: false }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            every: 14.0,
            segments: 24,
            lanes: 1,
            lane_width: 12.0,
            is_closed: false,
            is_even: true,
            new: BTreeMap::new(),
            worn: BTreeSet::new(),
            brush: None,
            stamp: None,
            template: None,
            brush_radius: 4.0,
            link: None,
            link_fields: Fields::default(),
            path: None,
            path_fields: Fields::default(),
            adds_path: false,
            letters: 6.0,
            label_layer: Layer::Spaces,
            area: shapes::looks().next().map(|(_, look)| look).unwrap_or_default(),
            stroke: Fields::default(),
            steps: 7,
            aids: Aids::default(),
        }
    }
}

impl Settings {
    /// Gives new spaces of a tool a value. Values chosen one after the other add up. Once spaces were drawn with them, the next choice
    /// starts afresh unless it `is_added`, so that values meant for one kind of space don't carry over to another.
    pub fn wear(&mut self, tool: Tool, field: &str, value: Option<Arc<str>>, is_added: bool) {
        let new = self.new.entry(tool).or_default();
        if self.worn.remove(&tool) && !is_added {
            *new = Fields::default();
        }
        if value.is_some() {
            // Whoever meant to paint with it needs only to take that tool: the brush is already set.
            self.brush = Some((field.into(), value.clone()));
            self.stamp = None;
        }
        new.set(field, value);
        self.new.retain(|_, new| !new.is_empty());
    }

    /// Gives new spaces of a tool all values of a stamp, and no others.
    pub fn wear_stamp(&mut self, tool: Tool, stamp: &Arc<Stamp>) {
        self.new.insert(tool, stamp.fields.clone());
        self.worn.remove(&tool);
        self.stamp = Some(stamp.clone());
    }

    /// A tool drew nothing, or is put down, `to_paint` or not: the values chosen for it don't add up with the next choice.
    pub fn unused(&mut self, tool: Tool, to_paint: bool) {
        if to_paint && !self.worn.contains(&tool) {
            self.new.remove(&tool);
        } else {
            self.worn.insert(tool);
        }
    }

    /// Whether spaces were drawn with the values of new spaces.
    pub fn is_worn(&self, tool: Tool) -> bool {
        self.worn.contains(&tool) && self.new.contains_key(&tool)
    }

    /// The kind of link in hand, else the first one drawn along a course, else the first.
    pub fn link_kind(&self, schema: &Schema) -> Option<Arc<str>> {
        let chosen = self.link.as_ref().filter(|kind| schema.link(kind).is_some());
        let along = || schema.links.iter().find(|link| link.drawn == Some(Drawn::Along));
        chosen.or_else(|| along().or(schema.links.first()).map(|link| &link.name)).cloned()
    }

    /// The links that connect a course's spaces where the rules let no tool draw them: the kind in hand, else the first without fields of
    /// its own.
    pub fn course_kind(&self, schema: &Schema) -> Option<Arc<str>> {
        if schema.links.iter().any(|link| link.drawn == Some(Drawn::Along)) {
            return None;
        }
        let plain = schema.links.iter().filter(|link| link.fields.is_empty()).map(|link| &link.name);
        let chosen = plain.clone().find(|kind| self.link.as_ref() == Some(kind));
        chosen.or_else(|| plain.clone().next()).cloned()
    }

    /// The kind of path in hand, else the first.
    pub fn path_kind(&self, schema: &Schema) -> Option<Arc<str>> {
        let chosen = self.path.as_ref().filter(|kind| schema.path(kind).is_some());
        chosen.or(schema.paths.first().map(|path| &path.name)).cloned()
    }
}
