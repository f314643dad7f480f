//! The tiles of spaces: how large they are, and which way they lie. Checks, the window and pictures all take them from here.

use std::collections::BTreeSet;

use crate::data::form;
use crate::data::manifest::Manifest;
use crate::data::manifest::board::Style;
use crate::data::manifest::look::{Shape, Use};
use crate::data::node::{Node, Shape as Written};
use crate::data::track::{SpaceData, TILES, Track, space_fields};
use crate::data::value::Reader;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::fold::Fold;
use crate::ir::{Field, Ir, Type};

/// The share of the way to the nearest space that a space usually takes, and the share it takes at most.
pub const SHARE: (f64, f64) = (0.8, 0.92);
/// The smallest side of a space that doesn't give its own, in millimetres.
const LEAST: f64 = 2.0;
/// The assumed distance to the nearest space if there is none, in millimetres.
pub const ALONE: f64 = 12.0;
/// With fewer spaces than this, their distances say little: one may begin with two spaces at opposite ends of the sheet. Then spaces are no
/// larger than this.
pub const FEW: (usize, f64) = (8, 16.0);
/// The radius of the corners of a square tile, as a share of half its side.
pub const CORNER: f64 = 0.32;

type Pair = (f64, f64);

/// The place of a space on the board, in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tile {
    pub at: Pair,
    /// Half its side, or its radius.
    pub half: f64,
    /// Its length along its direction, as a multiple of its width.
    pub long: f64,
    /// Its direction, as a vector of length 1. The way leads there.
    pub towards: Pair,
    pub is_round: bool,
    /// Whether it is drawn as a part of its lane, which leaves it what its neighbours don't take.
    pub is_in_lane: bool,
}

/// What a track says of the tile of a space.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TileForm {
    pub at: Pair,
    /// Its width, its length if that differs, and its direction in degrees clockwise from the right.
    pub size: Option<f64>,
    pub length: Option<f64>,
    pub turn: Option<f64>,
    pub is_round: bool,
    pub is_in_lane: bool,
}

/// The tiles of spaces. `links` are those along ways, and none from lane to lane, given by the positions of their spaces; `side` is the
/// track's own tile size. With `is_straight`, tiles don't follow their links.
pub fn tiles(forms: &[TileForm], links: &[(usize, usize)], side: Option<f64>, is_straight: bool) -> Vec<Tile> {
    let at: Vec<Pair> = forms.iter().map(|form| form.at).collect();
    let sizes = sizes(&at, side).each;
    let (mut last, mut next): (Vec<Option<Pair>>, Vec<Option<Pair>>) = (vec![None; at.len()], vec![None; at.len()]);
    for (from, to) in links {
        next[*from].get_or_insert(at[*to]);
    }
    for (from, to) in links {
        let straight = |last: Option<Pair>| straightness(last, at[*to], next[*to]);
        if last[*to].is_none() || straight(Some(at[*from])) > straight(last[*to]) {
            last[*to] = Some(at[*from]);
        }
    }
    let tile = |(n, form): (usize, &TileForm)| {
        let size = form.size.unwrap_or(sizes[n]);
        let (last, next) = if is_straight { (None, None) } else { (last[n], next[n]) };
        let own = form.turn.map(|turn| (turn.to_radians().cos(), turn.to_radians().sin()));
        Tile {
            at: form.at,
            half: size / 2.0,
            long: form.length.map_or(1.0, |length| length / size),
            towards: own.unwrap_or_else(|| direction(form.at, last, next)),
            is_round: form.is_round,
            is_in_lane: form.is_in_lane,
        }
    };
    forms.iter().enumerate().map(tile).collect()
}

impl Tile {
    /// Half the length and half the width of what is left of it without its rounded edge, and the radius of that.
    fn core(&self) -> (f64, f64, f64) {
        if self.is_round {
            return ((self.long - 1.0).max(0.0) * self.half, 0.0, self.half);
        }
        let corner = CORNER.min(self.long);
        ((self.long - corner) * self.half, (1.0 - corner) * self.half, corner * self.half)
    }

    /// The greatest distance of its edge from its middle.
    pub fn reach(&self) -> f64 {
        let (along, across, radius) = self.core();
        along.hypot(across) + radius
    }

    /// Its narrower side.
    pub fn narrow(&self) -> f64 {
        2.0 * self.half * if self.is_round { 1.0 } else { self.long.min(1.0) }
    }

    /// How far two tiles lie on each other: one must be moved by as much until they only touch. Below 0, there is as much room between them.
    pub fn depth(&self, other: &Tile) -> f64 {
        let ((along, across, radius), (other_along, other_across, other_radius)) = (self.core(), other.core());
        let both = radius + other_radius;
        let apart = self.apart(other);
        if apart <= 0.0 {
            return both - apart;
        }
        // Then a corner of one of them is nearest.
        let far = |tile: &Tile, of: &Tile, core: (f64, f64, f64), of_core: (f64, f64, f64)| {
            let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].into_iter().map(|(x, y)| {
                let (along, across) = (x * of_core.0, y * of_core.1);
                let corner = plus(plus(of.at, times(of.towards, along)), times(right_of(of.towards), across));
                let away = minus(corner, tile.at);
                let beside = |axis: Pair, half: f64| (dot(away, axis).abs() - half).max(0.0);
                beside(tile.towards, core.0).hypot(beside(right_of(tile.towards), core.1))
            });
            corners.fold(f64::INFINITY, f64::min)
        };
        let (core, of_other) = ((along, across, radius), (other_along, other_across, other_radius));
        both - far(self, other, core, of_other).min(far(other, self, of_other, core))
    }

    /// They lie on each other by no more than this, which is found sooner.
    pub fn depth_at_most(&self, other: &Tile) -> f64 {
        self.core().2 + other.core().2 - self.apart(other)
    }

    /// How far apart their cores lie at least: if any of their sides lies between them, across that. Below 0, how far one must be moved.
    fn apart(&self, other: &Tile) -> f64 {
        let ((along, across, _), (other_along, other_across, _)) = (self.core(), other.core());
        let away = minus(other.at, self.at);
        let apart = [self.towards, right_of(self.towards), other.towards, right_of(other.towards)].into_iter().map(|axis| {
            let half = |tile: &Tile, along: f64, across: f64| {
                along * dot(tile.towards, axis).abs() + across * dot(right_of(tile.towards), axis).abs()
            };
            dot(away, axis).abs() - half(self, along, across) - half(other, other_along, other_across)
        });
        apart.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Works out the tiles of a track that has been read. Those of spaces without a place are left as they are.
pub(super) fn lay(track: &mut Track, has_place: &[bool], ir: &Ir, manifest: &Manifest, fold: &Fold<'_>) {
    let badge = badge(manifest);
    let is_shape =
        |(n, ..): &(usize, i32, bool)| badge.is_none_or(|badge| space_fields(ir).nth(*n).is_none_or(|f| *f.name != *badge));
    let rounds = rounds(manifest).filter_map(|name| Values::of(name, ir, fold));
    let rounds: Vec<Values> = rounds.map(|values| Values(values.0.into_iter().filter(is_shape).collect())).collect();
    let is_round = |space: &SpaceData| match &space.shape {
        Some(shape) => Shape::of(shape) == Some(Shape::Round),
        None => rounds.iter().any(|values| values.are_of(space)),
    };
    let has_lanes = track.board.over(&manifest.board).style() != Style::Plain;
    let (across, along): (Vec<usize>, Vec<usize>) =
        (0..track.links.len()).partition(|link| manifest.look(&ir.links[*link].name).is_across);
    let pairs = |link: usize| track.links[link].iter().map(|(from, to)| (usize::from(*from), usize::from(*to)));
    let in_lanes: BTreeSet<usize> =
        across.into_iter().filter(|_| has_lanes).flat_map(pairs).flat_map(|(from, to)| [from, to]).collect();
    let placed: Vec<usize> = (0..track.spaces.len()).filter(|n| has_place[*n]).collect();
    let form = |n: &usize| {
        let space = &track.spaces[*n];
        TileForm {
            at: space.at,
            size: space.size,
            length: space.length,
            turn: space.turn,
            is_round: is_round(space),
            is_in_lane: in_lanes.contains(n),
        }
    };
    let forms: Vec<TileForm> = placed.iter().map(form).collect();
    let mut position: Vec<Option<usize>> = vec![None; track.spaces.len()];
    placed.iter().enumerate().for_each(|(position_of, n)| position[*n] = Some(position_of));
    let links: Vec<(usize, usize)> =
        along.into_iter().flat_map(pairs).filter_map(|(from, to)| position[from].zip(position[to])).collect();
    let laid = tiles(&forms, &links, track.tile, manifest.look("space").lies_straight);
    for (n, tile) in placed.into_iter().zip(laid) {
        track.spaces[n].tile = tile;
    }
}

impl Default for Tile {
    fn default() -> Tile {
        Tile { at: (0.0, 0.0), half: LEAST / 2.0, long: 1.0, towards: (1.0, 0.0), is_round: false, is_in_lane: false }
    }
}

/// The names of the values whose spaces are discs.
pub fn rounds(manifest: &Manifest) -> impl Iterator<Item = &str> {
    manifest.appearance.iter().filter(|look| look.shape == Some(Shape::Round)).map(|look| &*look.of)
}

/// The field of spaces whose values are signs on a badge: what they look like says nothing of the space itself.
pub fn badge(manifest: &Manifest) -> Option<&str> {
    manifest.look("space").field(Use::Badge)
}

/// What a name such as `Kind.town` or `space.is_start` says of spaces: that one of these fields, by position, has this word. The last says
/// whether it is the field's default.
struct Values(Vec<(usize, i32, bool)>);

impl Values {
    /// `None` if no space can have that value.
    fn of(name: &str, ir: &Ir, fold: &Fold<'_>) -> Option<Values> {
        let (of, value) = name.split_once('.')?;
        let word = |field: &Field| match field.ty.present() {
            Type::Bool => (of == "space" && *field.name == *value).then_some(1),
            Type::Enum(id) => {
                let of_field = &ir.enums[id.index()];
                let case = of_field.cases.iter().position(|case| *case.name == *value);
                case.filter(|_| *of_field.name == *of).map(|case| case as i32)
            }
            _ => None,
        };
        let is_usual = |field: &Field, word: i32| {
            field.default.as_ref().and_then(|default| fold.words(&default.expr)).is_some_and(|words| words == [word])
        };
        let found = space_fields(ir).enumerate().filter_map(|(n, field)| {
            let word = word(field)?;
            Some((n, word, is_usual(field, word)))
        });
        let found: Vec<_> = found.collect();
        (!found.is_empty()).then_some(Values(found))
    }

    fn are_of(&self, space: &SpaceData) -> bool {
        self.0.iter().any(|(n, word, is_usual)| match space.fields.get(*n) {
            Some(Some(words)) => *words == [*word],
            _ => *is_usual,
        })
    }
}

/// The names of all values that spaces can have and that can have a size.
fn names(ir: &Ir) -> BTreeSet<String> {
    let of_field = |field: &Field| match field.ty.present() {
        Type::Bool => vec![format!("space.{}", field.name)],
        Type::Enum(id) => {
            let of = &ir.enums[id.index()];
            of.cases.iter().map(|case| format!("{}.{}", of.name, case.name)).collect()
        }
        _ => vec![],
    };
    space_fields(ir).flat_map(of_field).collect()
}

/// Reads `{ "Kind.town": 30 }` and gives that size to the spaces that say so and have none of their own. Of several, the last one counts.
pub(super) fn read(track: &mut Track, node: Node<'_>, ir: &Ir, reader: &mut Reader<'_>) {
    if !matches!(node.shape(), Written::Map | Written::Fields) {
        let message = format!("expected sizes by what spaces say, not {}", node.shown());
        let problem = Diagnostic::error(Code::WrongValue, node.span(), message);
        return reader.problems.add(problem.hint("write millimetres for each, such as `{ \"Kind.town\": 30 }`"));
    }
    let has_own: Vec<bool> = track.spaces.iter().map(|space| space.size.is_some()).collect();
    for entry in form::entries(node, &mut reader.problems) {
        let size = form::measure(entry.value, TILES.0, TILES.1, &mut reader.problems);
        let Some(values) = Values::of(&entry.name, ir, &reader.fold) else {
            let names = names(ir);
            let message = format!("no space can be {:?}, so this size isn't used", entry.name);
            let problem = Diagnostic::warning(Code::UnknownName, entry.key.span(), message);
            let near = nearest(&entry.name, names.iter().map(String::as_str)).map(str::to_owned);
            let hint = match names.first() {
                Some(first) => format!("name a value that spaces can have, such as {first:?}"),
                None => "the rules let spaces say nothing that could have a size".to_owned(),
            };
            reader.problems.add(problem.did_you_mean_text(near).or_hint(hint));
            continue;
        };
        for (space, _) in track.spaces.iter_mut().zip(&has_own).filter(|(space, has_own)| !**has_own && values.are_of(space)) {
            space.size = size.or(space.size);
        }
    }
}

/// Sides in millimetres.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sides {
    /// The usual side.
    pub usual: f64,
    /// The side of each space.
    pub each: Vec<f64>,
}

/// The sides of spaces at these places that don't give their own. `tile` is what the track says; then they are all alike, however near they
/// lie. Otherwise neighbours don't touch.
pub fn sizes(at: &[Pair], tile: Option<f64>) -> Sides {
    if let Some(side) = tile {
        return Sides { usual: side, each: vec![side; at.len()] };
    }
    let nearest = neighbours(at);
    let mut sorted = nearest.clone();
    sorted.sort_by(f64::total_cmp);
    let most = if at.len() < FEW.0 { FEW.1 } else { f64::INFINITY };
    let usual = (sorted.get(sorted.len() / 2).copied().unwrap_or(ALONE) * SHARE.0).min(most).max(LEAST);
    Sides { usual, each: nearest.into_iter().map(|far| usual.min(far * SHARE.1).max(LEAST)).collect() }
}

/// The distance from each to the nearest other; for those in the same place, to the next.
pub fn neighbours(at: &[Pair]) -> Vec<f64> {
    let spread = |of: fn(&Pair) -> f64| {
        let (low, high) = at.iter().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        high - low
    };
    // Sorted along the longer side, only neighbours within the best distance so far need checking. However many lie in one place, it is
    // looked at once.
    let is_high = spread(|at| at.1) > spread(|at| at.0);
    let place = |n: usize| if is_high { (at[n].1, at[n].0) } else { at[n] };
    let mut order: Vec<usize> = (0..at.len()).collect();
    order.sort_by(|a, b| place(*a).0.total_cmp(&place(*b).0).then(place(*a).1.total_cmp(&place(*b).1)));
    let (mut places, mut in_place): (Vec<Pair>, Vec<usize>) = (vec![], vec![0; at.len()]);
    for n in order {
        if places.last() != Some(&place(n)) {
            places.push(place(n));
        }
        in_place[n] = places.len() - 1;
    }
    let nearest = |n: usize| {
        let mut nearest = f64::INFINITY;
        let mut look = |others: &mut dyn Iterator<Item = usize>| {
            for other in others {
                let (along, across) = minus(places[n], places[other]);
                if along.abs() > nearest {
                    break;
                }
                let far = along.hypot(across);
                if far > 0.01 && far < nearest {
                    nearest = far;
                }
            }
        };
        look(&mut (n + 1..places.len()));
        look(&mut (0..n).rev());
        if nearest.is_finite() { nearest } else { ALONE }
    };
    let nearest: Vec<f64> = (0..places.len()).map(nearest).collect();
    in_place.into_iter().map(|n| nearest[n]).collect()
}

/// The direction of a space, from its previous space to its next one.
pub fn direction(at: Pair, last: Option<Pair>, next: Option<Pair>) -> Pair {
    let right = (1.0, 0.0);
    let next = next.map(|next| normalized(minus(next, at)));
    let last = last.map(|last| normalized(minus(at, last)));
    let sum = match (last, next) {
        (Some(a), Some(b)) if dot(a, b) > 0.2 => plus(a, b),
        (_, Some(b)) => b,
        (Some(a), None) => a,
        (None, None) => right,
    };
    if sum.0.hypot(sum.1) < 1e-3 { right } else { normalized(sum) }
}

/// How straight the way through a place is: 1 for straight on, -1 for turning back.
pub fn straightness(last: Option<Pair>, at: Pair, next: Option<Pair>) -> f64 {
    let (Some(last), Some(next)) = (last, next) else { return -1.0 };
    dot(normalized(minus(at, last)), normalized(minus(next, at)))
}

fn plus(a: Pair, b: Pair) -> Pair {
    (a.0 + b.0, a.1 + b.1)
}

fn minus(a: Pair, b: Pair) -> Pair {
    (a.0 - b.0, a.1 - b.1)
}

fn times(a: Pair, by: f64) -> Pair {
    (a.0 * by, a.1 * by)
}

fn dot(a: Pair, b: Pair) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

fn right_of(way: Pair) -> Pair {
    (-way.1, way.0)
}

/// The same direction with length 1; nothing stays nothing.
fn normalized(way: Pair) -> Pair {
    let length = way.0.hypot(way.1);
    if length > 0.0 { times(way, 1.0 / length) } else { way }
}
