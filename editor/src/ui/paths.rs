//! Paths of a track as people read them: a name beside the middle, and on each space its number in the order.

use std::sync::Arc;

use eframe::egui::{Pos2, Vec2};
use interpreter::data::manifest::Manifest;
use interpreter::ir::{KindId, OnTrack, Owner};
use interpreter::program::Program;

use super::board::{Label, Space};
use super::look;
use super::words::titled;

/// Letters are so high, measured by half a tile.
const LETTERS: f32 = 0.55;
/// So far from a path's middle its name may stand, measured the same way.
const ASIDE: f32 = 1.6;

/// A path: its kind's name, its own, what the manifest wants beside it, and its spaces.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub kind: Arc<str>,
    pub name: Arc<str>,
    pub also: String,
    pub spaces: Vec<usize>,
}

/// Numbers the spaces of all paths. Gives their names, where they go.
pub fn signs(paths: &[Path], spaces: &mut [Space]) -> Vec<Label> {
    let mut labels = vec![];
    for path in paths {
        for (n, space) in path.spaces.iter().enumerate() {
            let said = format!("{} of {} of {}", n + 1, path.spaces.len(), format!("{} {}", path.name, path.also).trim_end());
            let space = &mut spaces[*space];
            space.number.get_or_insert_with(|| (n + 1).to_string());
            space.look.says.push((titled(&path.kind), said, String::new()));
        }
        labels.extend(sign(path, spaces));
    }
    labels
}

/// The paths of a race.
pub fn of_program(program: &Program, manifest: &Manifest) -> Vec<Path> {
    let mut paths = vec![];
    for (k, kind) in program.ir.kinds.iter().enumerate().filter(|(_, kind)| kind.on_track == Some(OnTrack::Paths)) {
        let of_kind = |name: &str| {
            let mut fields = program.ir.fields.iter();
            fields.position(|f| f.owner == Owner::Rows(KindId(k as u16)) && *f.name == *name)
        };
        let Some(field) = of_kind("spaces") else { continue };
        let also = look::label_of(manifest, &kind.name).and_then(|name| of_kind(&name));
        for (row, name) in program.rows[k].names.iter().enumerate() {
            let value = |field: usize| {
                let (base, words) = program.layout.fields[field];
                let at = usize::from(base) + row * words;
                program.image.get(at..at + words)
            };
            let Some([length, members @ ..]) = value(field) else { continue };
            let members = members.iter().take(usize::try_from(*length).unwrap_or(0));
            let spaces: Vec<usize> =
                members.filter_map(|m| usize::try_from(*m).ok()).filter(|m| *m < program.spaces.len()).collect();
            let shown = |field: usize| Some(interpreter::show::value(program, &program.ir.fields[field].ty, value(field)?));
            let also = also.and_then(shown).unwrap_or_default();
            paths.push(Path { kind: kind.name.clone(), name: name.clone(), also, spaces });
        }
    }
    paths
}

/// Beside the middle of a path, along it, on the side where there is more room.
fn sign(path: &Path, spaces: &[Space]) -> Option<Label> {
    let tiles: Vec<_> = path.spaces.iter().map(|space| &spaces[*space].tile).collect();
    let (first, last) = (tiles.first()?, tiles.last()?);
    let (a, b) = (tiles[(tiles.len() - 1) / 2], tiles[tiles.len() / 2]);
    let middle = a.at + (b.at - a.at) / 2.0;
    let along = if tiles.len() > 1 { (last.at - first.at).normalized() } else { first.towards };
    // From left to right or, where it is steep, upwards.
    let along = if along.x < -1e-3 || along.x.abs() <= 1e-3 && along.y > 0.0 { -along } else { along };
    let across = Vec2::new(-along.y, along.x);
    let text = format!("{} {}", path.name, path.also);
    let (turn, size) = (along.y.atan2(along.x).to_degrees(), LETTERS * a.half);
    // Letters are about as wide as two thirds of their height.
    let reach = along * (text.trim().chars().count() as f32 * size / 3.0);
    let nearest = |at: Pos2| spaces.iter().map(|s| s.tile.at.distance(at)).fold(f32::INFINITY, f32::min);
    let room = |at: Pos2| nearest(at - reach).min(nearest(at)).min(nearest(at + reach));
    let sides = [1.0_f32, -1.0].map(|side| middle + across * (side * ASIDE * a.half));
    let at = if room(sides[1]) > room(sides[0]) { sides[1] } else { sides[0] };
    Some(Label {
        text: text.trim().into(),
        at,
        size,
        turn,
        opacity: 1.0,
        colour: spaces[*path.spaces.first()?].look.drawn.fill.map(look::colour),
    })
}
