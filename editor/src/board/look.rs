//! The look of a race's spaces and the values they show: the manifest's appearance, applied to the values that the rules compute.

use std::sync::Arc;

use interpreter::data::manifest::{Manifest, Use};
use interpreter::ir::{Owner, Type};
use interpreter::program::Program;

use crate::looks::{self, Plan};
use crate::words::{titled, without_citations};

/// The look of a space, and the values it shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpaceLook {
    pub drawn: looks::SpaceLook,
    /// The direction it faces: 0 north, 1 east, 2 south, 3 west.
    pub points: Option<usize>,
    /// The values it shows: the field's name, the value, and the value's documentation.
    pub says: Vec<(String, String, String)>,
    /// The values other than the first of their type, for a short description: `sand`.
    pub notable: Vec<String>,
}

/// The compass directions, in the order of their cases.
pub const DIRECTIONS: [&str; 4] = ["north", "east", "south", "west"];

/// Returns the direction with this name.
pub fn direction(name: &str) -> Option<usize> {
    DIRECTIONS.iter().position(|direction| *direction == name)
}

/// Returns the field that gives the direction spaces face.
pub fn points_of(manifest: &Manifest) -> Option<&str> {
    manifest.look("space").field(Use::Points)
}

/// Returns the looks of all spaces.
pub fn spaces(program: &Program, manifest: &Manifest) -> Vec<SpaceLook> {
    let ir = &program.ir;
    let mut looks = vec![SpaceLook::default(); program.spaces.len()];
    let plan = Plan::of(manifest);
    let points = points_of(manifest);
    for (id, field) in program.fields_of(Owner::Space) {
        for (space, look) in looks.iter_mut().enumerate() {
            let value = program.at_first().field(id, space);
            let shown = value.shown();
            let (mut docs, mut key) = (String::new(), format!("space.{}", field.name));
            if let Type::Enum(e) = field.ty.present() {
                let Some(case) = value.index().and_then(|n| ir.enums[e.index()].cases.get(n)) else { continue };
                docs = without_citations(&case.docs.text);
                key = format!("{}.{}", ir.enums[e.index()].name, case.name);
                if value.word() > 0 {
                    look.notable.push(shown.clone());
                }
            } else if matches!(field.ty, Type::Bool) && value.word() == 0 {
                key.clear();
            }
            if points == Some(&*field.name) && is_compass(program, &field.ty) {
                look.points = value.index().filter(|n| *n < DIRECTIONS.len());
            }
            plan.add(&mut look.drawn, &field.name, &shown, Some(key.as_str()).filter(|key| !key.is_empty()));
            // Values such as none, no and 0 are not interesting.
            if !value.said().is_nothing() {
                look.says.push((titled(&field.name), shown, docs));
            }
        }
    }
    looks.iter_mut().for_each(|look| plan.finish(&mut look.drawn));
    looks
}

/// Returns the field that follows the name of each path of a kind.
pub fn label_of(manifest: &Manifest, of: &str) -> Option<Arc<str>> {
    manifest.look(of).field(Use::Label).map(Arc::from)
}

/// Whether a type is that of compass directions.
pub fn is_compass(program: &Program, ty: &Type) -> bool {
    let Type::Enum(e) = ty.present() else { return false };
    let of = &program.ir.enums[e.index()];
    *of.name == *"Compass" && of.cases.iter().map(|case| &*case.name).eq(DIRECTIONS)
}
