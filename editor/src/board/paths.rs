//! The names and numbers of paths: a name near each path's middle, and a number on each of its spaces.

use std::collections::BTreeMap;
use std::sync::Arc;

use emath::{Pos2, Rect, Vec2};
use interpreter::data::manifest::Manifest;
use interpreter::data::track::decor::Lettering;
use interpreter::data::track::{Layer, PathDrawing};
use interpreter::ir::{KindId, OnTrack, Owner};
use interpreter::program::Program;

use super::shapes::{is_crossed, lead};
use super::{Arrow, Flag, Label, Space, Tile, look, print};
use crate::words::titled;

/// The height of letters, in half tiles.
const LETTERS: f32 = 0.55;
/// The distance of a name from the path's middle line, in half tiles.
const ASIDE: f32 = 1.6;

/// A path: the name of its kind, its own name, the text that the manifest adds to it, and its spaces.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub kind: Arc<str>,
    pub name: Arc<str>,
    pub also: String,
    pub spaces: Vec<usize>,
    pub drawing: PathDrawing,
}

/// Numbers the spaces of all paths. Returns the labels with the paths' names.
pub fn signs(paths: &[Path], spaces: &mut [Space], arrows: &[Arrow], sheet: Vec2, has_art: bool) -> Vec<Label> {
    let mut labels = vec![];
    let lines: Vec<[Pos2; 2]> =
        arrows.iter().filter(|arrow| arrow.look.is_seen).flat_map(|arrow| pieces(arrow, spaces)).collect();
    for (number, path) in paths.iter().enumerate() {
        for (n, space) in path.spaces.iter().enumerate() {
            let said = format!("{} of {} of {}", n + 1, path.spaces.len(), format!("{} {}", path.name, path.also).trim_end());
            let space = &mut spaces[*space];
            if !path.drawing.hides_numbers {
                space.number.get_or_insert_with(|| (n + 1).to_string());
            }
            space.look.says.push((titled(&path.kind), said, String::new()));
        }
        if !path.drawing.hides_name {
            let sign = sign(path, spaces, (&lines, sheet), &labels, has_art);
            labels.extend(sign.map(|sign| Label { path: Some(number), ..sign }));
        }
    }
    labels
}

/// The drawings of paths by kind and row, as tracks have them.
pub type Drawings = BTreeMap<(KindId, usize), PathDrawing>;

/// Returns the paths of a race.
pub fn of_program(program: &Program, drawings: &Drawings, manifest: &Manifest) -> Vec<Path> {
    let mut paths = vec![];
    for (k, kind) in program.ir.kinds.iter().enumerate().filter(|(_, kind)| kind.on_track == Some(OnTrack::Paths)) {
        let of_kind = |name: &str| program.field_called(Owner::Rows(KindId(k as u16)), name);
        let Some(field) = of_kind("spaces") else { continue };
        let also = look::label_of(manifest, &kind.name).and_then(|name| of_kind(&name));
        for (row, name) in program.rows[k].names.iter().enumerate() {
            let members = program.at_first().field(field, row).members();
            let spaces = members.into_iter().filter_map(|m| usize::try_from(m).ok()).filter(|m| *m < program.spaces.len());
            let (spaces, also) =
                (spaces.collect(), also.map(|also| program.at_first().field(also, row).shown()).unwrap_or_default());
            let drawing = drawings.get(&(KindId(k as u16), row)).cloned().unwrap_or_default();
            paths.push(Path { kind: kind.name.clone(), name: name.clone(), also, spaces, drawing });
        }
    }
    paths
}

/// Finds the place for a path's name beside it, and along it. It has as much room as possible among spaces and other names, and if possible
/// lies on no link.
fn sign(path: &Path, spaces: &[Space], (lines, sheet): (&[[Pos2; 2]], Vec2), others: &[Label], has_art: bool) -> Option<Label> {
    let tiles: Vec<_> = path.spaces.iter().map(|space| &spaces[*space].tile).collect();
    let (first, last) = (tiles.first()?, tiles.last()?);
    let text = format!("{} {}", path.name, path.also);
    let text = text.trim();
    let half = tiles[tiles.len() / 2].half;
    let size = LETTERS * half;
    let look = &spaces[*path.spaces.first()?].look.drawn;
    let draft = Label {
        text: text.into(),
        layer: Layer::Spaces,
        at: first.at,
        size,
        lettering: Lettering { weight: print::SIGNS, ..Lettering::default() },
        turn: 0.0,
        opacity: 1.0,
        colour: look.fill,
        has_ground: true,
        flag: look.shape.filter(|_| has_art).map(|shape| Flag { shape, of: first.at }),
        path: None,
        along: None,
    };
    let (is_flag, ground) = (draft.flag.is_some(), print::ground(&draft));
    let reach = ground.x;
    // Only things nearby can be in the way.
    let frame = Rect::from_points(&tiles.iter().map(|tile| tile.at).collect::<Vec<_>>()).expand(reach + 4.0 * half);
    let all = spaces.iter().map(|space| &space.tile);
    let tiles_near: Vec<_> = all.filter(|tile| frame.expand(tile.most()).contains(tile.at)).collect();
    let near: Vec<Pos2> = tiles_near.iter().map(|tile| tile.at).collect();
    let links: Vec<[Pos2; 2]> =
        lines.iter().filter(|[from, to]| frame.intersects(Rect::from_two_pos(*from, *to))).copied().collect();
    let own: Vec<Pos2> = tiles.iter().map(|tile| tile.at).collect();
    let strangers: Vec<Pos2> = near.iter().copied().filter(|at| !own.contains(at)).collect();
    let flags: Vec<Rect> = others.iter().filter(|label| label.flag.is_some()).map(flag_frame).collect();
    let names: Vec<Pos2> = others.iter().map(|label| label.at).filter(|at| frame.contains(*at)).collect();
    let place = |step: usize, side: f32, tilt: f32, along: Vec2| {
        let middle = match tiles.get(step / 2 + 1) {
            Some(next) if step % 2 == 1 => tiles[step / 2].at + (next.at - tiles[step / 2].at) / 2.0,
            _ => tiles[step / 2].at,
        };
        if is_flag {
            // Flags stand upright, beside the ribbon.
            let away = (Vec2::new(-along.y, along.x) * side.signum() + along * tilt).normalized();
            return (middle + away * (BESIDE * half * side.abs()) + away * ground, Vec2::new(1.0, 0.0));
        }
        // Names run from left to right, or upwards if they are vertical.
        let along = if along.x < -1e-3 || along.x.abs() <= 1e-3 && along.y > 0.0 { -along } else { along };
        let across = Vec2::new(-along.y, along.x);
        (middle + across * (side * ASIDE * half), along)
    };
    let along = |step: usize| {
        let (a, b) = (tiles[(step / 2).min(tiles.len() - 1)], tiles[(step / 2 + 1).min(tiles.len() - 1)]);
        let own = if a.at.distance(b.at) > 1e-3 { (b.at - a.at).normalized() } else { first.towards };
        let whole = if first.at.distance(last.at) > 1e-3 { (last.at - first.at).normalized() } else { own };
        let sum = own + whole;
        if sum.length() > 0.5 { sum.normalized() } else { own }
    };
    let sign = |at: Pos2, along: Vec2| {
        let flag = draft.flag.map(|flag| Flag { of: lead(at, tiles.iter().copied())[1], ..flag });
        Some(Label { at, turn: along.y.atan2(along.x).to_degrees(), flag, ..draft.clone() })
    };
    if let Some((x, y)) = path.drawing.name_at {
        // Somebody has put it there. It lies along the part of the path that is nearest.
        let at = Pos2::new(x as f32, y as f32);
        let far = |step: &usize| place(*step, 0.0, 0.0, Vec2::ZERO).0.distance_sq(at);
        let step = (0..2 * tiles.len() - 1).min_by(|a, b| far(a).total_cmp(&far(b)))?;
        return sign(at, place(step, 0.0, 0.0, along(step)).1);
    }
    let middle = tiles.len().saturating_sub(1) as f32;
    let mut best: Option<(f32, Pos2, Vec2)> = None;
    for step in 0..(2 * tiles.len() - 1).min(MOST_PLACES) {
        let aways: &[f32] = if is_flag { &FLAGS } else { &[1.0, FARTHER] };
        // A flag may stand aslant, too.
        let tilts: &[f32] = if is_flag { &[0.0, -0.8, 0.8] } else { &[0.0] };
        let sides = aways.iter().flat_map(|away| [(1.0_f32, *away), (-1.0, *away)]);
        for ((side, away), tilt) in sides.flat_map(|side| tilts.iter().map(move |tilt| (side, *tilt))) {
            let (at, along) = place(step, side * away, tilt, along(step));
            let rows: &[f32] = if is_flag { &[-1.0, 0.0, 1.0] } else { &[0.0] };
            let row =
                |down: &f32| [-1.0_f32, -0.5, 0.0, 0.5, 1.0].map(|x| at + along * (reach * x) + Vec2::new(0.0, ground.y * down));
            let line: Vec<Pos2> = rows.iter().flat_map(row).collect();
            // What is farther away than so much needn't be measured.
            let across = Vec2::new(-along.y, along.x);
            let high = if is_flag { ground.y } else { 0.0 };
            let is_within = |there: Pos2, most: f32| {
                let off = there - at;
                off.dot(along).abs() < reach + most && off.dot(across).abs() < high + most
            };
            let nearest = |from: &[Pos2], most: f32| {
                let near = from.iter().filter(|there| is_within(**there, most));
                let far = near.flat_map(|a| line.iter().map(move |b| a.distance_sq(*b)));
                far.fold(f32::INFINITY, f32::min).sqrt()
            };
            let crossed =
                links.iter().filter(|link| is_crossed(**link, &line, if is_flag { RIBBON * half } else { size * 0.6 })).count();
            // Tiles are drawn above names.
            let is_below = |tile: &Tile| {
                let most = tile.most() + size * 0.6;
                is_within(tile.at, most) && line.iter().any(|at| tile.at.distance_sq(*at) < most * most)
            };
            let is_hidden = tiles_near.iter().any(|tile| is_below(tile));
            // Room beyond a certain amount adds nothing. Among equals, the place nearest to the path's middle wins.
            let room = |from: &[Pos2]| (nearest(from, MOST_ROOM * half) / half).min(MOST_ROOM);
            let room = room(&near) + room(&names) * 0.5;
            let hidden = if is_hidden { HIDDEN } else { 0.0 };
            let sheet = Rect::from_min_size(Pos2::ZERO, sheet).shrink(size * 0.6);
            let outside = if line.iter().all(|at| sheet.contains(*at)) { 0.0 } else { OUTSIDE };
            // A flag lies on no other, and nearer to its own path than to any space beside that; its line crosses none of those.
            let frame = Rect::from_center_size(at, ground * 2.0).expand(size * 0.3);
            let leads = lead(at, tiles.iter().copied());
            let is_over = |tile: &Tile| is_crossed(leads, &[tile.at], tile.half);
            let is_nearer = || {
                let most = nearest(&own, f32::INFINITY);
                nearest(&strangers, most) < most
            };
            let is_lost = is_flag && (is_nearer() || tiles_near.iter().any(|tile| !own.contains(&tile.at) && is_over(tile)));
            let hidden = hidden + if is_lost { HIDDEN } else { 0.0 };
            let is_taken = flags.iter().any(|other| other.intersects(frame));
            let outside = outside + if is_taken { OUTSIDE } else { 0.0 };
            // A flag beside its path is found again more easily than one on a line, or beyond one.
            let beyond = |link: &&[Pos2; 2]| meet(leads, **link);
            let crossed = crossed + if is_flag { links.iter().filter(beyond).count() } else { 0 };
            let crossed = crossed.min(4) as f32 * if is_flag { 1.4 } else { 0.6 };
            let worth = room - crossed - (step as f32 - middle).abs() * 0.04 - (away - 1.0).abs() * 0.5 - hidden - outside;
            if best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, at, along));
            }
        }
    }
    let (_, at, along) = best?;
    sign(at, along)
}

/// How far a flag lies from the path's middle line, and how near it may come to the lines of links, in half tiles.
const BESIDE: f32 = 1.45;
const RIBBON: f32 = 0.7;
/// Where a flag lies.
fn flag_frame(label: &Label) -> Rect {
    Rect::from_center_size(label.at, print::ground(label) * 2.0)
}

/// Beyond so much room, more of it adds nothing, in half tiles.
const MOST_ROOM: f32 = 2.0;
/// The penalty for a name below a tile, or where it would be taken for that of another path.
const HIDDEN: f32 = 3.0;
/// The penalty for a name beyond the edge of the sheet, and for a flag on another.
const OUTSIDE: f32 = 12.0;
/// The factor for the distance of names that find no room next to the path.
const FARTHER: f32 = 1.7;
/// The distances of flags that are tried, in usual ones.
const FLAGS: [f32; 4] = [1.0, 0.78, FARTHER, 2.5];

/// The most places tried for a path's name, from its start.
const MOST_PLACES: usize = 24;

/// The straight pieces of a link's line.
fn pieces(arrow: &Arrow, spaces: &[Space]) -> Vec<[Pos2; 2]> {
    arrow.line(spaces).windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Whether two lines cross.
fn meet(a: [Pos2; 2], b: [Pos2; 2]) -> bool {
    let side = |[from, to]: [Pos2; 2], at: Pos2| {
        let (way, off) = (to - from, at - from);
        way.x * off.y - way.y * off.x
    };
    let parts = |line, [from, to]: [Pos2; 2]| side(line, from) * side(line, to) < 0.0;
    parts(a, b) && parts(b, a)
}
