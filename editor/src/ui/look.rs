//! How things look: the manifest's appearance, looked up by the names that the rules declare.

use std::sync::Arc;

use eframe::egui::Color32;
use interpreter::data::Loose;
use interpreter::data::manifest::Manifest;
use interpreter::ir::{FieldId, Owner, Type};
use interpreter::program::Program;

use super::words::{titled, without_citations};
use crate::looks::{self, Plan, Rgb};

/// How a space looks, and what it says of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpaceLook {
    pub drawn: looks::SpaceLook,
    /// Where it faces: 0 north, 1 east, 2 south, 3 west.
    pub points: Option<usize>,
    /// What it says of itself: name of the field, value, and the value's `///` text.
    pub says: Vec<(String, String, String)>,
    /// The values that are not the first of their kind, for a short name: `climb`.
    pub notable: Vec<String>,
}

/// A colour of the manifest as the window draws it.
pub fn colour([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// A player's field that is shown on a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Meter {
    /// As in the rules: `heart`.
    pub field: Arc<str>,
    /// Its position among the fields.
    pub id: usize,
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

/// The looks of all spaces.
pub fn spaces(program: &Program, manifest: &Manifest) -> Vec<SpaceLook> {
    let ir = &program.ir;
    let mut looks = vec![SpaceLook::default(); program.spaces.len()];
    let plan = Plan::of(manifest);
    let points = manifest.look("space", "points").and_then(Loose::name);
    for (n, field) in ir.fields.iter().enumerate().filter(|(_, f)| f.owner == Owner::Space) {
        for (space, look) in looks.iter_mut().enumerate() {
            let (slot, words) = program.field_slot(FieldId(n as u16), space);
            let Some(value) = program.image.get(usize::from(slot)..usize::from(slot) + words) else { continue };
            let shown = interpreter::show::value(program, &field.ty, value);
            let (mut docs, mut key) = (String::new(), format!("space.{}", field.name));
            if let Type::Enum(e) = field.ty.present() {
                let case = usize::try_from(value[0]).ok().and_then(|n| ir.enums[e.index()].cases.get(n));
                let Some(case) = case else { continue };
                docs = without_citations(&case.docs.text);
                key = format!("{}.{}", ir.enums[e.index()].name, case.name);
                if value[0] > 0 {
                    look.notable.push(shown.clone());
                }
            } else if matches!(field.ty, Type::Bool) && value[0] == 0 {
                key.clear();
            }
            if points == Some(&*field.name) && is_compass(program, &field.ty) {
                look.points = usize::try_from(value[0]).ok().filter(|n| *n < DIRECTIONS.len());
            }
            plan.add(&mut look.drawn, &field.name, &shown, Some(key.as_str()).filter(|key| !key.is_empty()));
            // What is none, no or 0 is of no interest.
            if !interpreter::face::value(program, &field.ty, value).is_nothing() {
                look.says.push((titled(&field.name), shown, docs));
            }
        }
    }
    looks
}

/// The colour of all things of a kind: of the links `Lift`.
pub fn colour_of(manifest: &Manifest, of: &str) -> Option<Color32> {
    looks::colour(manifest, of).map(colour)
}

/// The field that stands behind the name of each path of a kind.
pub fn label_of(manifest: &Manifest, of: &str) -> Option<Arc<str>> {
    manifest.look(of, "label")?.name().map(Arc::from)
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
    pub fn spaces(&self, program: &Program, memory: &[i32]) -> impl Iterator<Item = usize> {
        let (slot, _) = program.field_slot(self.field, 0);
        let now = memory[usize::from(slot)];
        self.values.iter().enumerate().filter(move |(_, value)| **value == now).map(|(space, _)| space)
    }
}

/// The fields of the state that the manifest lets mark spaces.
pub fn marks(program: &Program, manifest: &Manifest) -> Vec<Mark> {
    let fields = || program.ir.fields.iter().enumerate().map(|(n, field)| (FieldId(n as u16), field));
    let mark = |(id, field): (FieldId, &interpreter::ir::Field)| {
        let name = manifest.look(&format!("state.{}", field.name), "marks")?.name()?;
        let (of_space, _) = fields().find(|(_, f)| f.owner == Owner::Space && *f.name == *name)?;
        let word = |space| {
            let (slot, _) = program.field_slot(of_space, space);
            program.image.get(usize::from(slot)).copied().unwrap_or_default()
        };
        Some(Mark { field: id, values: (0..program.spaces.len()).map(word).collect() })
    };
    // What is secret isn't shown to everybody.
    fields().filter(|(_, field)| field.owner == Owner::State && !field.secret).filter_map(mark).collect()
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
    pub fn from(&self, program: &Program, memory: &[i32]) -> Option<usize> {
        let (slot, _) = program.field_slot(self.field, 0);
        usize::try_from(*memory.get(usize::from(slot))?).ok().filter(|n| *n < DIRECTIONS.len())
    }
}

/// The directions of a compass, in the order of their cases.
pub const DIRECTIONS: [&str; 4] = ["north", "east", "south", "west"];

/// The fields of the state that the manifest lets be drawn as a compass.
pub fn compasses(program: &Program, manifest: &Manifest) -> Vec<Compass> {
    let of_state = program.ir.fields.iter().enumerate().filter(|(_, f)| f.owner == Owner::State && !f.secret);
    let compass = |(n, field): (usize, &interpreter::ir::Field)| {
        let marks = manifest.look(&format!("state.{}", field.name), "marks")?.name()?;
        let is_one = marks == "compass" && is_compass(program, &field.ty);
        is_one.then(|| Compass { field: FieldId(n as u16), name: field.name.clone() })
    };
    of_state.filter_map(compass).collect()
}

fn is_compass(program: &Program, ty: &Type) -> bool {
    let Type::Enum(e) = ty.present() else { return false };
    let of = &program.ir.enums[e.index()];
    *of.name == *"Compass" && of.cases.iter().map(|case| &*case.name).eq(DIRECTIONS)
}

/// The fields of players that the manifest shows as meters.
pub fn meters(program: &Program, manifest: &Manifest) -> Vec<Meter> {
    let param = |look: Option<&Loose>| -> Option<&[i32]> {
        let name = look?.name()?;
        let n = program.ir.params.iter().position(|p| *p.name == *name)?;
        Some(&program.params[n])
    };
    let fields = program.ir.fields.iter().enumerate().filter(|(_, f)| f.owner == Owner::Player && !f.secret);
    fields
        .filter_map(|(id, field)| {
            let meter = manifest.look(&format!("player.{}", field.name), "meter")?;
            let most = match meter.get("max")? {
                Loose::Number(most) => *most as i32,
                other => *param(Some(other))?.first()?,
            };
            let zones = param(meter.get("zones")).map(<[i32]>::to_vec).unwrap_or_default();
            Some(Meter { field: field.name.clone(), id, most: most.max(1), zones })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_of_a_meter() {
        let meter = Meter { field: "heart".into(), id: 0, most: 15, zones: vec![0, 4, 7] };
        assert_eq!([meter.zone(0), meter.zone(6), meter.zone(15)], [Some(0), Some(1), Some(2)]);
        assert_eq!(meter.zone(-1), None);
    }
}
