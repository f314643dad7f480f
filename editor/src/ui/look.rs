//! How things look: the manifest's appearance, looked up by the names that the rules declare.

use std::sync::Arc;

use egui::Color32;
use interpreter::data::manifest::Manifest;
use interpreter::data::manifest::look::{Marks, Most, Named};
use interpreter::ir::{FieldId, Owner};
use interpreter::program::Program;
use interpreter::reading::Reading;

pub use crate::board::look::DIRECTIONS;
use crate::board::look::is_compass;
use crate::looks::Rgb;
use crate::words::titled;

/// A colour of the manifest as the window draws it.
pub fn colour([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// A player's field that is shown on a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Meter {
    /// As in the rules: `thirst`.
    pub field: Arc<str>,
    /// What people call it.
    pub title: String,
    pub id: FieldId,
    pub most: i32,
    /// The first step of each zone, in order; may be empty.
    pub zones: Vec<i32>,
}

impl Meter {
    /// The zone of a value, from 0.
    pub fn zone(&self, value: i32) -> Option<usize> {
        self.zones.iter().rposition(|start| *start <= value)
    }
}

/// A field of the state that marks spaces: those whose own field of this kind has its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    field: FieldId,
    /// By space.
    values: Vec<i32>,
}

impl Mark {
    /// The spaces that are marked in a state.
    pub fn spaces(&self, state: Reading<'_>) -> impl Iterator<Item = usize> {
        let now = state.field(self.field, 0).word();
        self.values.iter().enumerate().filter(move |(_, value)| **value == now).map(|(space, _)| space)
    }
}

/// The fields of the state that the manifest lets mark spaces.
pub fn marks(program: &Program, manifest: &Manifest) -> Vec<Mark> {
    let mark = |(field, marks): (FieldId, &Marks)| {
        let Marks::Spaces((name, _)) = marks else { return None };
        let of_space = program.field_called(Owner::Space, name)?;
        let word = |space| program.at_first().field(of_space, space).word();
        Some(Mark { field, values: (0..program.spaces.len()).map(word).collect() })
    };
    marking(program, manifest).filter_map(mark).collect()
}

/// The fields of the state of which the manifest says what they mark. What is secret isn't shown to everybody.
fn marking<'a>(program: &'a Program, manifest: &'a Manifest) -> impl Iterator<Item = (FieldId, &'a Marks)> {
    let open = program.fields_of(Owner::State).filter(|(_, field)| !field.secret);
    open.filter_map(|(id, field)| Some((id, manifest.look(&format!("state.{}", field.name)).marks.as_ref()?)))
}

/// A field of the state that is drawn as a compass.
#[derive(Clone, Debug, PartialEq)]
pub struct Compass {
    field: FieldId,
    /// As in the rules: `wind`.
    pub name: Arc<str>,
}

impl Compass {
    /// Where it comes from in a state, as in [`SpaceLook::points`].
    pub fn from(&self, state: Reading<'_>) -> Option<usize> {
        state.field(self.field, 0).index().filter(|n| *n < DIRECTIONS.len())
    }
}

/// The fields of the state that the manifest lets be drawn as a compass.
pub fn compasses(program: &Program, manifest: &Manifest) -> Vec<Compass> {
    let compass = |(id, marks): (FieldId, &Marks)| {
        let field = &program.ir.fields[id.index()];
        let is_one = *marks == Marks::Compass && is_compass(program, &field.ty);
        is_one.then(|| Compass { field: id, name: field.name.clone() })
    };
    marking(program, manifest).filter_map(compass).collect()
}

/// The fields of players that the manifest shows as meters.
pub fn meters(program: &Program, manifest: &Manifest) -> Vec<Meter> {
    let param = |(name, _): &Named| Some(&program.params[program.ir.params.iter().position(|p| p.name == *name)?]);
    let fields = program.fields_of(Owner::Player).filter(|(_, f)| !f.secret);
    fields
        .filter_map(|(id, field)| {
            let look = manifest.look(&format!("player.{}", field.name));
            let meter = look.meter.as_ref()?;
            let title = look.title.as_ref().map_or_else(|| titled(&field.name), |title| title.to_string());
            let most = match &meter.most {
                Most::Number(most) => *most,
                Most::Param(named) => *param(named)?.first()?,
            };
            let zones = meter.zones.as_ref().and_then(param).cloned().unwrap_or_default();
            Some(Meter { field: field.name.clone(), title, id, most: most.max(1), zones })
        })
        .collect()
}
