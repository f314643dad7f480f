//! How the tools work, as whoever draws has set them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::ir::Drawn;

use super::Tool;
use crate::drawing::fields::Fields;
use crate::drawing::schema::Schema;

/// How the tools work. They stay when the tool is changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// From space to space of a course, in millimetres. As the next ones, it begins with what fits the track.
    pub every: f64,
    /// Segments of a grid.
    pub segments: usize,
    pub lanes: usize,
    /// From lane to lane, in millimetres.
    pub lane_width: f64,
    /// Whether a line that is ended comes round to its start.
    pub is_closed: bool,
    /// What new spaces say, by the tool that draws them.
    pub new: BTreeMap<Tool, Fields>,
    /// The tools with which spaces were drawn that say so: what is chosen for one of them next begins anew.
    pub worn: BTreeSet<Tool>,
    /// What a stroke of the brush paints: a field and its value as written; `None` takes it out.
    pub brush: Option<(Arc<str>, Option<Arc<str>>)>,
    /// In millimetres.
    pub brush_radius: f64,
    /// Which links are drawn, and what they say.
    pub link: Option<Arc<str>>,
    pub link_fields: Fields,
    /// Which paths are drawn, and what they say.
    pub path: Option<Arc<str>>,
    pub path_fields: Fields,
    /// Height of a new label's letters, in millimetres.
    pub letters: f64,
    /// How many steps are measured.
    pub steps: usize,
    /// Side of the grid that places snap to, in millimetres; `None`: none.
    pub grid: Option<f64>,
    /// Whether places snap to the columns and rows of neighbours.
    pub snaps: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            every: 14.0,
            segments: 24,
            lanes: 1,
            lane_width: 12.0,
            is_closed: false,
            new: BTreeMap::new(),
            worn: BTreeSet::new(),
            brush: None,
            brush_radius: 4.0,
            link: None,
            link_fields: Fields::default(),
            path: None,
            path_fields: Fields::default(),
            letters: 6.0,
            steps: 7,
            grid: None,
            snaps: true,
        }
    }
}

impl Settings {
    /// Has the new spaces of a tool say something. What is chosen on end adds up; once spaces were drawn so, the next choice begins anew,
    /// unless it `is_added`: so what was meant for the last kind of spaces doesn't go on to another.
    pub fn wear(&mut self, tool: Tool, field: &str, value: Option<Arc<str>>, is_added: bool) {
        let new = self.new.entry(tool).or_default();
        if self.worn.remove(&tool) && !is_added {
            *new = Fields::default();
        }
        if value.is_some() {
            // Who meant to paint with it takes that tool: it is in hand already.
            self.brush = Some((field.into(), value.clone()));
        }
        new.set(field, value);
        self.new.retain(|_, new| !new.is_empty());
    }

    /// Nothing came of what a tool was to draw, or it is laid down, `to_paint` or not: what was chosen for it doesn't add up with what is
    /// chosen next.
    pub fn unused(&mut self, tool: Tool, to_paint: bool) {
        match to_paint && !self.worn.contains(&tool) {
            true => drop(self.new.remove(&tool)),
            false => drop(self.worn.insert(tool)),
        }
    }

    /// Whether spaces were drawn that say what new ones are to say.
    pub fn is_worn(&self, tool: Tool) -> bool {
        self.worn.contains(&tool) && self.new.contains_key(&tool)
    }

    /// The kind of link in hand, else the first that is drawn along, else the first.
    pub fn link_kind(&self, schema: &Schema) -> Option<Arc<str>> {
        let chosen = self.link.as_ref().filter(|kind| schema.link(kind).is_some());
        let along = || schema.links.iter().find(|link| link.drawn == Some(Drawn::Along));
        chosen.or_else(|| along().or(schema.links.first()).map(|link| &link.name)).cloned()
    }

    /// By which links the spaces of a course lead on, where the rules let no tool draw that: the kind in hand, else the first, of those
    /// that say nothing of themselves.
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
