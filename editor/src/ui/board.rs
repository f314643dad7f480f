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
use super::paths;
use super::words::titled;
use crate::looks;

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

/// How much of the way to the nearest space a tile takes.
const TILE_SHARE: f32 = 0.8;
/// More steps than this are a jump.
const MOST_STEPS: usize = 16;
/// Room around everything drawn.
const MARGIN: f32 = 8.0;

impl Board {
    pub fn new(program: &Program, track: &Track, manifest: &Manifest) -> Board {
        let at: Vec<Pos2> = track.spaces.iter().map(|s| pos2(s.at.0 as f32, s.at.1 as f32)).collect();
        let mut arrows = vec![];
        for (kind, pairs) in track.links.iter().enumerate() {
            let is_seen = !program.ir.links.get(kind).is_some_and(|link| looks::is_hidden(manifest, &link.name));
            let colour = program.ir.links.get(kind).and_then(|link| look::colour_of(manifest, &link.name));
            arrows.extend(pairs.iter().map(|(from, to)| Arrow {
                from: usize::from(*from),
                to: usize::from(*to),
                kind,
                colour,
                is_seen,
            }));
        }
        let nearest = shapes::nearest_distances(&at);
        let usual = shapes::median(&nearest).unwrap_or(12.0);
        let looks = look::spaces(program, manifest);
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
        let mut spaces: Vec<Space> = track
            .spaces
            .iter()
            .zip(looks)
            .enumerate()
            .map(|(n, (space, look))| {
                let size = space.size.map(|s| s as f32).unwrap_or((usual * TILE_SHARE).min(nearest[n] * 0.92).max(2.0));
                let towards = shapes::direction(at[n], last[n], next[n]);
                let round = space.shape.as_deref().is_some_and(|s| s == "circle" || s == "round" || s == "disc");
                let long = space.length.map_or(1.0, |length| length as f32 / size);
                let tile = Tile { at: at[n], half: size / 2.0, long, towards, round };
                let name = space.name.clone().unwrap_or(space.id.clone());
                Space { id: space.id.clone(), name, tile, look, number: None, leads: vec![] }
            })
            .collect();
        for arrow in &arrows {
            let link = program.ir.links.get(arrow.kind).map(|l| titled(&l.name)).unwrap_or_default();
            let own = own_name(program, track, arrow).map(|name| name.to_string());
            spaces[arrow.from].leads.push((own.unwrap_or(link), arrow.to));
        }
        let mut labels: Vec<Label> = track.decor.iter().filter_map(label).collect();
        labels.extend(paths::signs(program, manifest, &mut spaces));
        let sheet = vec2(track.sheet.0 as f32, track.sheet.1 as f32);
        let bounds = bounds(&spaces, &labels, sheet);
        Board { sheet, spaces, arrows, labels, bounds }
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
fn own_name<'p>(program: &'p Program, track: &Track, arrow: &Arrow) -> Option<&'p Arc<str>> {
    let is_of =
        |kind: &interpreter::ir::RowKind| matches!(kind.on_track, Some(OnTrack::Links(link)) if link.index() == arrow.kind);
    let kind = program.ir.kinds.iter().position(is_of)?;
    let end = |values: &[Option<Vec<i32>>], n: usize| usize::try_from(*values.get(n)?.as_ref()?.first()?).ok();
    let rows = track.tables.kinds.get(kind)?;
    let row = rows.values.iter().position(|row| end(row, 0) == Some(arrow.from) && end(row, 1) == Some(arrow.to))?;
    let by_ends = format!("{}-{}", program.spaces.get(arrow.from)?, program.spaces.get(arrow.to)?);
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
