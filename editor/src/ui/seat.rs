//! The colour of each seat: that of the case in the field that the manifest names, of what the seat is called like, or one of its own.

use egui::Color32;
use interpreter::data::Loose;
use interpreter::data::manifest::Manifest;
use interpreter::ir::{FieldId, Owner, Type};
use interpreter::program::Program;
use interpreter::reading::Reading;

use super::look;
use super::theme;

/// Where the colours of seats come from.
#[derive(Clone, Debug, Default)]
pub struct SeatColours {
    /// A player's field of which each case may have a colour: `"Runner": (colour: "owner.shirt")`.
    field: Option<(FieldId, Vec<Option<Color32>>)>,
    /// By seat, while the field isn't set.
    own: Vec<Color32>,
}

impl SeatColours {
    pub fn new(program: &Program, manifest: &Manifest) -> SeatColours {
        let ir = &program.ir;
        let named = ir.pieces.iter().find_map(|p| manifest.look(&p.name, "colour").and_then(Loose::name)?.strip_prefix("owner."));
        let field = named.and_then(|name| {
            // What is secret would be told by its colour.
            let (id, field) = program.fields_of(Owner::Player).find(|(_, f)| *f.name == *name && !f.secret)?;
            let Type::Enum(e) = field.ty.present() else { return None };
            let of = &ir.enums[e.index()];
            let colours = of.cases.iter().map(|case| look::colour_of(manifest, &format!("{}.{}", of.name, case.name)));
            Some((id, colours.collect()))
        });
        let called = |name: &str| theme::called(name);
        let taken: Vec<Color32> = program.names.iter().filter_map(|name| called(name)).collect();
        // The others take what is left.
        let mut left = (0..theme::SEATS.len()).map(theme::seat).filter(|c| taken.iter().all(|t| !theme::is_near(*t, *c)));
        let own = |(n, name): (usize, &std::sync::Arc<str>)| {
            called(name).unwrap_or_else(|| if taken.is_empty() { theme::seat(n) } else { left.next().unwrap_or(theme::seat(n)) })
        };
        SeatColours { field, own: program.names.iter().enumerate().map(own).collect() }
    }

    /// The colour of a seat in a state.
    pub fn of(&self, state: Reading<'_>, seat: usize) -> Color32 {
        let of_case = || {
            let (field, colours) = self.field.as_ref()?;
            colours.get(state.field(*field, seat).index()?).copied().flatten()
        };
        of_case().or_else(|| self.own.get(seat).copied()).unwrap_or_else(|| theme::seat(seat))
    }
}
