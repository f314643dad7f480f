//! Signs of fields that name spaces, links or paths: what each marks on the board.

use std::sync::Arc;

use egui::Color32;
use interpreter::data::manifest::Manifest;
use interpreter::data::manifest::look::Marks;
use interpreter::ir::{FieldId, OnTrack, Owner, Type};
use interpreter::program::Program;

use crate::playtest::Race;
use crate::ui::look;

/// How a sign looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Over each space of a path, over the middle of a link.
    Cross,
    /// Beside the first space, in the colour of the player whose field it is.
    Disc,
}

/// A set of spaces, links or paths in a field of the state or of players that the manifest lets mark the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    field: FieldId,
    pub name: String,
    is_of_players: bool,
    /// What the set is of: `None` for spaces.
    kind: Option<usize>,
    pub shape: Shape,
    pub colour: Option<Color32>,
}

/// Where something on the board is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Spaces(Vec<usize>),
    Link(usize, usize),
}

/// The signs that the manifest speaks of.
pub fn signs(program: &Program, manifest: &Manifest) -> Vec<Sign> {
    let fields = program.ir.fields.iter().enumerate().filter(|(_, field)| !field.secret);
    let sign = |(n, field): (usize, &interpreter::ir::Field)| {
        let owner = match field.owner {
            Owner::State => "state",
            Owner::Player => "player",
            _ => return None,
        };
        let of = format!("{owner}.{}", field.name);
        let said = manifest.look(&of);
        let shape = match said.marks {
            Some(Marks::Cross) => Shape::Cross,
            Some(Marks::Disc) => Shape::Disc,
            _ => return None,
        };
        let Type::Set(of_what) = entries(&field.ty) else { return None };
        let kind = match &**of_what {
            Type::Space => None,
            Type::Row(kind) if program.ir.kinds[kind.index()].on_track.is_some() => Some(kind.index()),
            _ => return None,
        };
        let (name, colour) = (field.name.replace('_', " "), said.colour.map(look::colour));
        Some(Sign { field: FieldId(n as u16), name, is_of_players: owner == "player", kind, shape, colour })
    };
    fields.filter_map(sign).collect()
}

/// What a table's entries are; of anything else the type itself.
fn entries(ty: &Type) -> &Type {
    if let Type::Per(of, _) = ty { entries(of) } else { ty }
}

impl Sign {
    /// What is marked on show: by player where the field is one of players.
    pub fn marked<'r>(&'r self, race: &'r Race) -> impl Iterator<Item = (Option<usize>, usize)> + 'r {
        let program = &race.program;
        let owners = if self.is_of_players { program.players } else { 1 };
        let count = self.kind.map_or(program.spaces.len(), |kind| program.rows[kind].names.len());
        let each = count.div_ceil(32).max(1);
        (0..owners).flat_map(move |owner| {
            let words = race.table_state.read(program).field(self.field, owner).words;
            let is_in = move |set: &[i32], n: usize| set.get(n / 32).is_some_and(|word| word >> (n % 32) & 1 == 1);
            let member = move |n: &usize| words.chunks(each).any(|set| is_in(set, *n));
            (0..count).filter(member).map(move |n| (self.is_of_players.then_some(owner), n))
        })
    }

    /// Where a member is drawn.
    pub fn place(&self, race: &Race, member: usize) -> Option<Place> {
        let known = |space: i32| usize::try_from(space).ok().filter(|space| *space < race.board.spaces.len());
        let Some(kind) = self.kind else { return Some(Place::Spaces(vec![member])) };
        let values = race.track.tables.kinds.get(kind)?.values.get(member)?;
        let first = values.first()?.as_ref()?;
        match race.program.ir.kinds[kind].on_track? {
            OnTrack::Links(_) => {
                let to = values.get(1)?.as_ref()?;
                Some(Place::Link(known(*first.first()?)?, known(*to.first()?)?))
            }
            OnTrack::Paths => {
                let (count, spaces) = first.split_first()?;
                let spaces = spaces.iter().take(usize::try_from(*count).ok()?);
                Some(Place::Spaces(spaces.filter_map(|space| known(*space)).collect()))
            }
        }
    }

    pub fn name_of(&self, race: &Race, member: usize) -> Arc<str> {
        match self.kind {
            Some(kind) => race.program.rows[kind].names[member].clone(),
            None => race.program.called[member].clone(),
        }
    }
}
