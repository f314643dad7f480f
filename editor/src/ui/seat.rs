//! The colours of seats. A seat has the colour of its case in the field that the manifest names, or the colour it is called after, or one
//! of its own.

use egui::Color32;
use interpreter::data::manifest::{Manifest, Use};
use interpreter::ir::{FieldId, Owner, Type};
use interpreter::program::Program;
use interpreter::reading::Reading;

use super::look;
use super::theme;

/// The sources of the colours.
#[derive(Clone, Debug, Default)]
pub struct SeatColours {
    /// A field of each player with a colour for each case, if it has one: `"Runner": (colour: "owner.shirt")`.
    field: Option<(FieldId, Vec<Option<Color32>>)>,
    /// Each seat's own colour, used while the field isn't set.
    own: Vec<Color32>,
}

impl SeatColours {
    pub fn new(program: &Program, manifest: &Manifest) -> SeatColours {
        let ir = &program.ir;
        let named = ir.pieces.iter().find_map(|p| manifest.look(&p.name).field(Use::Colour)?.strip_prefix("owner."));
        let field = named.and_then(|name| {
            // The colour of a secret value would reveal it.
            let (id, field) = program.fields_of(Owner::Player).find(|(_, f)| *f.name == *name && !f.secret)?;
            let Type::Enum(e) = field.ty.present() else { return None };
            let of = &ir.enums[e.index()];
            let colours = of.cases.iter().map(|case| look::colour_of(manifest, &format!("{}.{}", of.name, case.name)));
            Some((id, colours.collect()))
        });
        let called = |name: &str| theme::called(name);
        let taken: Vec<Color32> = program.names.iter().filter_map(|name| called(name)).collect();
        // The other seats take the colours that are left.
        let mut left = (0..theme::SEATS.len()).map(theme::seat).filter(|c| taken.iter().all(|t| !theme::is_near(*t, *c)));
        let own = |(n, name): (usize, &std::sync::Arc<str>)| {
            called(name).unwrap_or_else(|| if taken.is_empty() { theme::seat(n) } else { left.next().unwrap_or(theme::seat(n)) })
        };
        SeatColours { field, own: program.names.iter().enumerate().map(own).collect() }
    }

    /// Returns the colour of a seat in a state.
    pub fn of(&self, state: Reading<'_>, seat: usize) -> Color32 {
        let of_case = || {
            let (field, colours) = self.field.as_ref()?;
            colours.get(state.field(*field, seat).index()?).copied().flatten()
        };
        of_case().or_else(|| self.own.get(seat).copied()).unwrap_or_else(|| theme::seat(seat))
    }
}
