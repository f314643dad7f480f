//! The colours, shapes and letters of seats. A seat has the colour of its case in the field that the manifest names, or the colour it is
//! called after, or one of its own.

use emath::{Pos2, vec2};
use interpreter::data::manifest::{Manifest, Use};
use interpreter::ir::{FieldId, Owner, Type};
use interpreter::program::Program;
use interpreter::reading::Reading;

use crate::board::print;
use crate::looks::{Rgb, Shape};

/// The sources of the colours.
#[derive(Clone, Debug, Default)]
pub struct SeatColours {
    /// A field of each player with a colour for each case, if it has one: `"Runner": (colour: "owner.shirt")`.
    field: Option<(FieldId, Vec<Option<Rgb>>)>,
    /// Each seat's own colour, used while the field isn't set.
    own: Vec<Rgb>,
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
            let colours = of.cases.iter().map(|case| manifest.look(&format!("{}.{}", of.name, case.name)).colour);
            Some((id, colours.collect()))
        });
        let taken: Vec<Rgb> = program.names.iter().filter_map(|name| called(name)).collect();
        // The other seats take the colours that are left.
        let mut left = SEATS.into_iter().filter(|c| taken.iter().all(|t| !is_near(*t, *c)));
        let own = |(n, name): (usize, &std::sync::Arc<str>)| {
            called(name).unwrap_or_else(|| if taken.is_empty() { colour(n) } else { left.next().unwrap_or(colour(n)) })
        };
        SeatColours { field, own: program.names.iter().enumerate().map(own).collect() }
    }

    /// The cases among which seats choose their colours, each with its name in the manifest; `None` if every seat has its own.
    pub fn cases(&self, program: &Program) -> Option<Vec<(String, Option<Rgb>)>> {
        let (field, colours) = self.field.as_ref()?;
        let Type::Enum(of) = program.ir.fields[field.index()].ty.present() else { return None };
        let of = &program.ir.enums[of.index()];
        let case = |(case, colour): (&interpreter::ir::Case, &Option<Rgb>)| (format!("{}.{}", of.name, case.name), *colour);
        Some(of.cases.iter().zip(colours).map(case).collect())
    }

    /// Returns the colour of a seat in a state.
    pub fn of(&self, state: Reading<'_>, seat: usize) -> Rgb {
        let of_case = || {
            let (field, colours) = self.field.as_ref()?;
            colours.get(state.field(*field, seat).index()?).copied().flatten()
        };
        of_case().or_else(|| self.own.get(seat).copied()).unwrap_or_else(|| colour(seat))
    }
}

/// The colours can be told apart with every kind of colour vision. Each seat also has a number.
pub const SEATS: [Rgb; 8] = [
    [0x00, 0x72, 0xb2],
    [0xe6, 0x9f, 0x00],
    [0x00, 0x9e, 0x73],
    [0xcc, 0x79, 0xa7],
    [0xd5, 0x5e, 0x00],
    [0x56, 0xb4, 0xe9],
    [0xf0, 0xe4, 0x42],
    [0x55, 0x55, 0x55],
];

/// Returns the colour of a seat.
pub fn colour(n: usize) -> Rgb {
    SEATS[n % SEATS.len()]
}

/// The colours of seats that are called after one.
const NAMED: [(&str, Rgb); 16] = [
    ("red", [0xc8, 0x2f, 0x2a]),
    ("green", [0x2e, 0x8b, 0x57]),
    ("blue", [0x1f, 0x66, 0xb8]),
    ("yellow", [0xf0, 0xd0, 0x3c]),
    ("orange", [0xe6, 0x82, 0x1e]),
    ("purple", [0x7d, 0x4a, 0xa5]),
    ("violet", [0x7d, 0x4a, 0xa5]),
    ("pink", [0xe6, 0x8c, 0xb4]),
    ("brown", [0x86, 0x58, 0x35]),
    ("black", [0x22, 0x24, 0x28]),
    ("white", [0xf4, 0xf4, 0xf2]),
    ("grey", [0x86, 0x8a, 0x90]),
    ("gray", [0x86, 0x8a, 0x90]),
    ("silver", [0xb9, 0xbd, 0xc2]),
    ("gold", [0xd4, 0xa8, 0x2c]),
    ("turquoise", [0x2b, 0xa8, 0xa4]),
];

/// Returns the colour that a name stands for.
fn called(name: &str) -> Option<Rgb> {
    NAMED.iter().find(|(word, _)| name.trim().eq_ignore_ascii_case(word)).map(|(_, colour)| *colour)
}

/// Whether two colours are hard to tell apart.
fn is_near(a: Rgb, b: Rgb) -> bool {
    let far = |a: u8, b: u8| i32::from(a.abs_diff(b)).pow(2);
    a.into_iter().zip(b).map(|(a, b)| far(a, b)).sum::<i32>() < 70 * 70
}

/// How far the outline of a piece goes from its own colour to black.
pub const OUTLINE: f32 = 0.7;

/// The shapes of seats, so that colour isn't all that tells them apart.
const SHAPES: [Shape; 7] =
    [Shape::Round, Shape::Square, Shape::Hexagon, Shape::Triangle, Shape::Diamond, Shape::Shield, Shape::Card];

/// The corners of a seat's piece of this radius; `None`: it is a disc.
pub fn corners(seat: usize, at: Pos2, radius: f32) -> Option<Vec<Pos2>> {
    let (middle, _) = letter_place(seat, at, radius);
    // Shapes with corners look larger than a disc.
    print::corners(SHAPES[seat % SHAPES.len()], middle, radius * 0.9)
}

/// Where the letter stands on a seat's piece of this radius, and its font size. A triangle lies around its middle and not its centroid.
pub fn letter_place(seat: usize, at: Pos2, radius: f32) -> (Pos2, f32) {
    match SHAPES[seat % SHAPES.len()] {
        Shape::Triangle => (at + vec2(0.0, 0.36 * radius), radius * 1.05),
        _ => (at, radius * 1.25),
    }
}

/// What is written on the pieces of a seat: the first letter of its name, or its number where two names begin alike.
pub fn letter(program: &Program, seat: usize) -> String {
    let first = |name: &str| name.chars().next().filter(|first| first.is_alphabetic());
    let own = program.names.get(seat).and_then(|name| first(name));
    let alike = program.names.iter().filter(|name| first(name) == own).count();
    own.filter(|_| alike == 1).map_or_else(|| (seat + 1).to_string(), |own| own.to_uppercase().to_string())
}
