//! What is drawn of a track: tiles with their direction and look, arrows, labels. Made once for each race, in millimetres.

use std::sync::Arc;

use eframe::egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use interpreter::data::manifest::Manifest;
use interpreter::data::track::Track;
use interpreter::data::track::decor::DecorKind;
use interpreter::ir::OnTrack;
use interpreter::program::Program;

use super::canvas::shapes::{self, Tile};
use super::look::{self, SpaceLook};
use super::paths::{self, Path};
use super::words::titled;
use crate::drawing::sizes::sizes;
use crate::looks;

pub mod drawn;

/// A board, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Board {
    pub sheet: Vec2,
    pub spaces: Vec<Space>,
    pub arrows: Vec<Arrow>,
    pub labels: Vec<Label>,
    /// Everything drawn, with some room: what fills the window to begin with.
    pub bounds: Rect,
}

#[derive(Clone, Debug)]
pub struct Space {
    /// As the rules know it.
    pub id: Arc<str>,
    /// As players know it.
    pub name: Arc<str>,
    pub tile: Tile,
    pub look: SpaceLook,
    /// Where it stands in the path that it belongs to.
    pub number: Option<String>,
    /// Where it leads: the link's name and the space.
    pub leads: Vec<(String, usize)>,
}

/// A link.
#[derive(Clone, Debug)]
pub struct Arrow {
    pub from: usize,
    pub to: usize,
    /// The position of its kind: each is dashed in its own way.
    pub kind: usize,
    /// What the manifest says of its kind.
    pub colour: Option<Color32>,
    pub is_seen: bool,
}

#[derive(Clone, Debug)]
pub struct Label {
    pub text: Arc<str>,
    pub at: Pos2,
    /// Height of its letters.
    pub size: f32,
    pub turn: f32,
    pub opacity: f32,
    pub colour: Option<Color32>,
}

/// More steps than this are a jump.
const MOST_STEPS: usize = 16;
/// Room around everything drawn.
const MARGIN: f32 = 8.0;

/// What a board is made of, whether raced on or being drawn.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    pub sheet: Vec2,
    pub spaces: Vec<Part>,
    pub kinds: Vec<Kind>,
    pub links: Vec<Link>,
    pub labels: Vec<Label>,
    pub paths: Vec<Path>,
}

/// A space as the track says it.
#[derive(Clone, Debug, Default)]
pub struct Part {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub at: Pos2,
    pub size: Option<f32>,
    pub length: Option<f32>,
    pub shape: Option<Arc<str>>,
    pub look: SpaceLook,
}

/// One step of a link, from space to space.
#[derive(Clone, Debug, Default)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    /// The position of its kind.
    pub kind: usize,
    /// A name of its own, if it bears one.
    pub name: Option<Arc<str>>,
}

/// A kind of link.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    pub name: Arc<str>,
    pub colour: Option<Color32>,
    pub is_seen: bool,
}

impl Kind {
    pub fn of(manifest: &Manifest, name: &Arc<str>) -> Kind {
        Kind { name: name.clone(), colour: look::colour_of(manifest, name), is_seen: !looks::is_hidden(manifest, name) }
    }
}

impl Default for Board {
    fn default() -> Board {
        Board { sheet: Vec2::ZERO, spaces: vec![], arrows: vec![], labels: vec![], bounds: Rect::ZERO }
    }
}

impl Board {
    /// The board of a race.
    pub fn new(program: &Program, track: &Track, manifest: &Manifest) -> Board {
        let spaces = track.spaces.iter().zip(look::spaces(program, manifest)).map(|(space, look)| Part {
            id: space.id.clone(),
            name: space.name.clone().unwrap_or(space.id.clone()),
            at: pos2(space.at.0 as f32, space.at.1 as f32),
            size: space.size.map(|s| s as f32),
            length: space.length.map(|s| s as f32),
            shape: space.shape.clone(),
            look,
        });
        let links = |(kind, pairs): (usize, &Vec<(u16, u16)>)| -> Vec<Link> {
            let ends = pairs.iter().map(|(from, to)| (usize::from(*from), usize::from(*to)));
            ends.map(|(from, to)| Link { from, to, kind, name: own_name(program, track, kind, (from, to)).cloned() }).collect()
        };
        Board::of(Parts {
            sheet: vec2(track.sheet.0 as f32, track.sheet.1 as f32),
            spaces: spaces.collect(),
            kinds: program.ir.links.iter().map(|link| Kind::of(manifest, &link.name)).collect(),
            links: track.links.iter().enumerate().flat_map(links).collect(),
            labels: track.decor.iter().filter_map(label).collect(),
            paths: paths::of_program(program, manifest),
        })
    }

    pub fn of(parts: Parts) -> Board {
        let at: Vec<Pos2> = parts.spaces.iter().map(|space| space.at).collect();
        let arrow = |&Link { from, to, kind, .. }: &Link| {
            let of = parts.kinds.get(kind);
            Arrow { from, to, kind, colour: of.and_then(|of| of.colour), is_seen: of.is_none_or(|of| of.is_seen) }
        };
        let arrows: Vec<Arrow> = parts.links.iter().map(arrow).collect();
        let sizes = sizes(&at.iter().map(|at| (f64::from(at.x), f64::from(at.y)).into()).collect::<Vec<_>>()).each;
        let (mut last, mut next) = (vec![None; at.len()], vec![None; at.len()]);
        for arrow in &arrows {
            next[arrow.from].get_or_insert(at[arrow.to]);
        }
        for arrow in &arrows {
            let from = Some(at[arrow.from]);
            let is_straighter = shapes::straightness(from, at[arrow.to], next[arrow.to])
                > shapes::straightness(last[arrow.to], at[arrow.to], next[arrow.to]);
            if last[arrow.to].is_none() || is_straighter {
                last[arrow.to] = from;
            }
        }
        let mut spaces: Vec<Space> = parts
            .spaces
            .into_iter()
            .enumerate()
            .map(|(n, part)| {
                let size = part.size.unwrap_or(sizes[n] as f32);
                let towards = shapes::direction(at[n], last[n], next[n]);
                let round = part.shape.as_deref().is_some_and(|s| s == "circle" || s == "round" || s == "disc");
                let long = part.length.map_or(1.0, |length| length / size);
                let tile = Tile { at: at[n], half: size / 2.0, long, towards, round };
                Space { id: part.id, name: part.name, tile, look: part.look, number: None, leads: vec![] }
            })
            .collect();
        for link in &parts.links {
            let kind = || parts.kinds.get(link.kind).map(|kind| titled(&kind.name)).unwrap_or_default();
            let name = link.name.as_ref().map_or_else(kind, |name| name.to_string());
            spaces[link.from].leads.push((name, link.to));
        }
        let mut labels = parts.labels;
        labels.extend(paths::signs(&parts.paths, &mut spaces));
        let bounds = bounds(&spaces, &labels, parts.sheet);
        Board { sheet: parts.sheet, spaces, arrows, labels, bounds }
    }

    /// The spaces between two along the links, on the shortest way; none where it is too long to be one move.
    pub fn between(&self, from: usize, to: usize) -> Vec<usize> {
        let mut last = std::collections::BTreeMap::from([(from, from)]);
        let mut edge = vec![from];
        for _ in 0..MOST_STEPS {
            let mut next = vec![];
            for space in edge {
                for (_, ahead) in self.spaces.get(space).map_or(&[][..], |s| &s.leads) {
                    if !last.contains_key(ahead) {
                        last.insert(*ahead, space);
                        next.push(*ahead);
                    }
                }
            }
            if last.contains_key(&to) {
                break;
            }
            edge = next;
        }
        let mut way = vec![];
        let mut at = to;
        while let Some(before) = last.get(&at).copied().filter(|before| *before != from && at != from) {
            way.push(before);
            at = before;
        }
        way.reverse();
        way
    }

    /// The space in words, for screen readers: name, what is notable, where it leads.
    pub fn described(&self, space: usize) -> String {
        let it = &self.spaces[space];
        let mut text = format!("Space {}", it.name);
        for word in &it.look.notable {
            text.push_str(&format!(", {word}"));
        }
        for (link, to) in &it.leads {
            text.push_str(&format!(", {} to {}", link.to_lowercase(), self.spaces[*to].name));
        }
        text
    }
}

/// The name that the track gives a link, if it gives it one.
fn own_name<'p>(program: &'p Program, track: &Track, link: usize, (from, to): (usize, usize)) -> Option<&'p Arc<str>> {
    let is_of = |kind: &interpreter::ir::RowKind| matches!(kind.on_track, Some(OnTrack::Links(of)) if of.index() == link);
    let kind = program.ir.kinds.iter().position(is_of)?;
    let end = |values: &[Option<Vec<i32>>], n: usize| usize::try_from(*values.get(n)?.as_ref()?.first()?).ok();
    let rows = track.tables.kinds.get(kind)?;
    let row = rows.values.iter().position(|row| end(row, 0) == Some(from) && end(row, 1) == Some(to))?;
    let by_ends = format!("{}-{}", program.spaces.get(from)?, program.spaces.get(to)?);
    program.rows[kind].names.get(row).filter(|name| ***name != *by_ends)
}

fn label(decor: &interpreter::data::track::Decor) -> Option<Label> {
    let DecorKind::Label(text) = &decor.kind else { return None };
    let colour = decor.colour.as_deref().and_then(|c| Color32::from_hex(c).ok());
    Some(Label {
        text: text.clone(),
        at: pos2(decor.at.0 as f32, decor.at.1 as f32),
        size: decor.size.unwrap_or(4.0) as f32,
        turn: decor.turn as f32,
        opacity: decor.opacity as f32,
        colour,
    })
}

fn bounds(spaces: &[Space], labels: &[Label], sheet: Vec2) -> Rect {
    let tiles = spaces.iter().map(|s| Rect::from_center_size(s.tile.at, Vec2::splat(s.tile.most() * 2.0)));
    // How wide letters run is known only to the painter; half their height each is near enough.
    let words =
        labels.iter().map(|l| Rect::from_center_size(l.at, vec2(l.text.chars().count() as f32 * l.size * 0.7, l.size * 1.4)));
    let all = tiles.chain(words).reduce(Rect::union);
    all.map_or(Rect::from_min_size(Pos2::ZERO, sheet), |all| all.expand(MARGIN))
}
