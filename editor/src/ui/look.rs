//! How things look: the manifest's appearance, looked up by the names that the rules declare.

use std::sync::Arc;

use eframe::egui::Color32;
use interpreter::data::Loose;
use interpreter::data::manifest::{Look, Manifest};
use interpreter::ir::{FieldId, Owner, Type};
use interpreter::program::Program;

use super::words::{titled, without_citations};

/// How a space looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpaceLook {
    pub colour: Option<Color32>,
    /// The colour of its edge: what it is besides.
    pub edge: Option<Color32>,
    /// Into how many lanes it is split.
    pub lanes: usize,
    /// A small sign at its corner: colour, and how many.
    pub badge: Option<(Color32, String)>,
    /// Where it faces: 0 north, 1 east, 2 south, 3 west.
    pub points: Option<usize>,
    pub patterns: Vec<Pattern>,
    pub icons: Vec<Icon>,
    /// What it says of itself: name of the field, value, and the value's `///` text.
    pub says: Vec<(String, String, String)>,
    /// The values that are not the first of their kind, for a short name: `climb`.
    pub notable: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    Dots,
    Cross,
    Stripes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Icon {
    TwoArrows,
    LongArrow,
    /// A long arrow that leads aslant, to the right or to the left of the way.
    ArrowRight,
    ArrowLeft,
    /// A line with an arrowhead before it.
    Start,
    /// One small chevron.
    Exit,
    /// A house.
    Home,
    /// A chequered field.
    Finish,
    /// One that is not known is drawn as its first letter.
    Other(Arc<str>),
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
    let plan = plan(manifest, "space");
    let named = |key: &str| plan.and_then(|look| more(look, key)).and_then(Loose::name);
    let (fill, split_by, points) = (named("fill"), named("split_by"), named("points"));
    // The field that gives a badge its colour, and perhaps one that gives its number.
    let badge = plan.and_then(|look| more(look, "badge")).map(Loose::names).unwrap_or_default();
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
            if split_by == Some(&*field.name) {
                look.lanes = usize::try_from(value[0]).unwrap_or(0);
            }
            if points == Some(&*field.name) && is_compass(program, &field.ty) {
                look.points = usize::try_from(value[0]).ok().filter(|n| *n < DIRECTIONS.len());
            }
            if let (Some((_, number)), true) = (&mut look.badge, badge.get(1) == Some(&&*field.name)) {
                number.clone_from(&shown);
            }
            look.says.push((titled(&field.name), shown, docs));
            let Some(said) = manifest.appearance.iter().find(|l| *l.of == *key) else { continue };
            let colour = said.colour.map(|[r, g, b]| Color32::from_rgb(r, g, b));
            if badge.first() == Some(&&*field.name) {
                look.badge = colour.map(|colour| (colour, String::new()));
                continue;
            }
            match fill {
                Some(fill) if fill != &*field.name => look.edge = look.edge.or(colour),
                _ => look.colour = look.colour.or(colour),
            }
            look.patterns.extend(said.pattern.as_deref().and_then(pattern));
            look.icons.extend(said.icon.clone().map(icon));
        }
    }
    looks
}

/// The colour of all things of a kind: of the links `Lift`.
pub fn colour_of(manifest: &Manifest, of: &str) -> Option<Color32> {
    plan(manifest, of)?.colour.map(|[r, g, b]| Color32::from_rgb(r, g, b))
}

/// The field that stands behind the name of each path of a kind.
pub fn label_of(manifest: &Manifest, of: &str) -> Option<Arc<str>> {
    more(plan(manifest, of)?, "label")?.name().map(Arc::from)
}

/// What the manifest says of all things of a kind: `space`, `Skier`.
fn plan<'m>(manifest: &'m Manifest, of: &str) -> Option<&'m Look> {
    manifest.appearance.iter().find(|look| *look.of == *of)
}

fn more<'m>(look: &'m Look, key: &str) -> Option<&'m Loose> {
    look.more.iter().find(|(name, _)| **name == *key).map(|(_, value)| value)
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
            let look = manifest.appearance.iter().find(|l| *l.of == *format!("player.{}", field.name))?;
            let (_, meter) = look.more.iter().find(|(name, _)| **name == *"meter")?;
            let most = match meter.get("max")? {
                Loose::Number(most) => *most as i32,
                other => *param(Some(other))?.first()?,
            };
            let zones = param(meter.get("zones")).map(<[i32]>::to_vec).unwrap_or_default();
            Some(Meter { field: field.name.clone(), id, most: most.max(1), zones })
        })
        .collect()
}

fn pattern(name: &str) -> Option<Pattern> {
    match name {
        "dots" => Some(Pattern::Dots),
        "cross" => Some(Pattern::Cross),
        "stripes" => Some(Pattern::Stripes),
        _ => None,
    }
}

fn icon(name: Arc<str>) -> Icon {
    match &*name {
        "two-arrows" => Icon::TwoArrows,
        "long-arrow" => Icon::LongArrow,
        "arrow-right" => Icon::ArrowRight,
        "arrow-left" => Icon::ArrowLeft,
        "start" => Icon::Start,
        "exit" => Icon::Exit,
        "home" => Icon::Home,
        "finish" => Icon::Finish,
        _ => Icon::Other(name),
    }
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
