//! Signs on the board for what fields name: a cross over what is closed, a player's disc at what is done.

use std::sync::Arc;

use egui::{Color32, Pos2, Stroke, vec2};
use interpreter::data::manifest::Manifest;
use interpreter::ir::{FieldId, OnTrack, Owner, Type};
use interpreter::program::Program;

use super::OnSheet;
use crate::ui::look;
use crate::ui::race::Race;
use crate::ui::theme;

/// How a sign looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Over each space of a path, over the middle of a link.
    Cross,
    /// Beside the first space, in the colour of the player whose field it is.
    Disc,
}

/// A set of spaces, links or paths in a field of the state or of players that the manifest lets mark the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    field: FieldId,
    name: String,
    is_of_players: bool,
    /// What the set is of: `None` for spaces.
    kind: Option<usize>,
    shape: Shape,
    colour: Option<Color32>,
}

/// Where something on the board is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
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
        let shape = match manifest.look(&of, "marks")?.name()? {
            "cross" => Shape::Cross,
            "disc" => Shape::Disc,
            _ => return None,
        };
        let Type::Set(of_what) = entries(&field.ty) else { return None };
        let kind = match &**of_what {
            Type::Space => None,
            Type::Row(kind) if program.ir.kinds[kind.index()].on_track.is_some() => Some(kind.index()),
            _ => return None,
        };
        let (name, colour) = (field.name.replace('_', " "), look::colour_of(manifest, &of));
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
    fn marked<'r>(&'r self, race: &'r Race) -> impl Iterator<Item = (Option<usize>, usize)> + 'r {
        let program = &race.program;
        let owners = if self.is_of_players { program.players } else { 1 };
        let count = self.kind.map_or(program.spaces.len(), |kind| program.rows[kind].names.len());
        let each = count.div_ceil(32).max(1);
        (0..owners).flat_map(move |owner| {
            let (slot, words) = program.field_slot(self.field, owner);
            let words = &race.table_state.memory[usize::from(slot)..usize::from(slot) + words];
            let is_in = move |set: &[i32], n: usize| set.get(n / 32).is_some_and(|word| word >> (n % 32) & 1 == 1);
            let member = move |n: &usize| words.chunks(each).any(|set| is_in(set, *n));
            (0..count).filter(member).map(move |n| (self.is_of_players.then_some(owner), n))
        })
    }

    /// Where a member is drawn.
    fn place(&self, race: &Race, member: usize) -> Option<Place> {
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

    fn name_of(&self, race: &Race, member: usize) -> Arc<str> {
        match self.kind {
            Some(kind) => race.program.rows[kind].names[member].clone(),
            None => race.program.spaces[member].clone(),
        }
    }
}

/// What signs say of a space: the field's name, and whose or which it is.
pub fn told(race: &Race, space: usize) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = vec![];
    for sign in &race.signs {
        for (player, member) in sign.marked(race) {
            let is_here = match sign.place(race, member) {
                Some(Place::Spaces(spaces)) => spaces.contains(&space),
                Some(Place::Link(from, to)) => from == space || to == space,
                None => false,
            };
            let said = match player {
                Some(player) => race.program.names[player].clone(),
                None => sign.name_of(race, member),
            };
            match all.iter_mut().find(|(name, _)| *name == sign.name && is_here) {
                Some((_, others)) => others.push_str(&format!(", {said}")),
                None if is_here => all.push((sign.name.clone(), said.to_string())),
                None => {}
            }
        }
    }
    all
}

impl OnSheet<'_> {
    /// All signs of the state on show.
    pub fn signs(&self, race: &Race) {
        for sign in &race.signs {
            for (player, member) in sign.marked(race) {
                let Some(place) = sign.place(race, member) else { continue };
                let half = race.board.spaces.first().map_or(4.0, |space| space.tile.half);
                match (sign.shape, place) {
                    (Shape::Cross, Place::Link(from, to)) => {
                        let (from, to) = (race.board.spaces[from].tile.at, race.board.spaces[to].tile.at);
                        self.cross(from + (to - from) / 2.0, half, sign.colour);
                    }
                    (Shape::Cross, Place::Spaces(spaces)) => {
                        spaces.iter().for_each(|s| self.cross(race.board.spaces[*s].tile.at, half, sign.colour));
                    }
                    (Shape::Disc, place) => {
                        let first = match place {
                            Place::Spaces(spaces) => spaces.first().copied(),
                            Place::Link(from, _) => Some(from),
                        };
                        if let Some(tile) = first.map(|space| &race.board.spaces[space].tile) {
                            self.disc(race, tile.at, tile.half, player.unwrap_or(0));
                        }
                    }
                }
            }
        }
    }

    fn cross(&self, at: Pos2, half: f32, colour: Option<Color32>) {
        let (at, reach) = (self.at(at), half * 0.8 * self.camera.scale);
        let colour = colour.unwrap_or(self.theme.error);
        for way in [vec2(1.0, 1.0), vec2(1.0, -1.0)] {
            let line = [at - way * reach, at + way * reach];
            self.painter.line_segment(line, Stroke::new((reach * 0.5).max(3.0), theme::on(colour)));
            self.painter.line_segment(line, Stroke::new((reach * 0.3).max(1.5), colour));
        }
    }

    /// A player's small disc beside a tile, where no other player's lies.
    fn disc(&self, race: &Race, at: Pos2, half: f32, player: usize) {
        let rows = race.program.players.min(4);
        let (row, column) = (player % rows, player / rows);
        let aside = vec2(-1.25 - 0.62 * column as f32, 0.62 * (row as f32 - (rows - 1) as f32 / 2.0)) * half;
        let radius = half * 0.29 * self.camera.scale;
        if radius > 1.0 {
            theme::seat_disc(self.painter, self.at(at + aside), radius, race.colour(player), &(player + 1).to_string());
        }
    }
}
