//! The drawing of a track: tiles with their direction and look, arrows and labels, in millimetres. A board is made once for each race, and
//! anew for each version of a drawing. The window, its palette and exported pictures all [`print`](mod@print) it in the same way.

use std::collections::BTreeMap;
use std::ops::RangeBounds;
use std::sync::Arc;

use emath::{Pos2, Rect, Vec2, pos2, vec2};
use interpreter::data::manifest::Manifest;
use interpreter::data::manifest::board::Style;
use interpreter::data::manifest::look::Icon;
use interpreter::data::track::decor::{DecorKind, Lettering};
use interpreter::data::track::{self, Layer, LinkDrawing, Track, tiles};
use interpreter::ir::{Drawn, KindId, LinkId, OnTrack, Owner};
use interpreter::program::Program;
use kurbo::Point;

use crate::looks::{LinkLook, NumberPlace, Plan, Rgb, Shape};
use crate::words::{capital, titled};

pub mod along;
pub mod art;
pub mod curve;
pub mod fonts;
pub mod hit;
pub mod icons;
pub mod legible;
pub mod letters;
pub mod link;
pub mod look;
pub mod own;
pub mod paths;
pub mod placed;
pub mod print;
pub mod shapes;
pub mod tile;
pub mod vision;
pub mod way;

use along::Along;
use art::{Subject, Wanted};
use curve::{Bent, Node};
use look::SpaceLook;
pub use paths::Path;
pub use placed::Placed;
use shapes::Tile;
use way::Way;

/// A board ready to be drawn.
#[derive(Clone, Debug)]
pub struct Board {
    pub sheet: Vec2,
    pub spaces: Vec<Space>,
    pub arrows: Vec<Arrow>,
    pub labels: Vec<Label>,
    /// Pictures of the designer's own, from below.
    pub pictures: Vec<Placed>,
    /// Everything drawn, with a margin; the window's first view.
    pub bounds: Rect,
    /// What the program draws under and beside the spaces, if the looks ask for it.
    pub art: Option<Arc<Subject>>,
}

#[derive(Clone, Debug)]
pub struct Space {
    /// The id in the rules.
    pub id: Arc<str>,
    /// The name for players.
    pub name: Arc<str>,
    pub tile: Tile,
    pub look: SpaceLook,
    /// The number in its path.
    pub number: Option<String>,
    /// The names of its links, with the spaces they lead to.
    pub leads: Vec<(String, usize)>,
    /// Its part of an arrow that leads over several spaces.
    pub stretch: Option<Stretch>,
    /// The outline of the part of the ground that it is, instead of its tile: in lanes beside each other.
    pub sector: Option<Vec<Pos2>>,
}

impl Space {
    /// Its name at the beginning of a sentence: `Tile 12`.
    pub fn title(&self) -> String {
        capital(&self.name)
    }

    /// Where its number stands, if it has one.
    pub fn number_place(&self) -> NumberPlace {
        let look = &self.look.drawn;
        look.number.unwrap_or(if look.icons.is_empty() { NumberPlace::Middle } else { NumberPlace::Nowhere })
    }

    /// Whether something is printed in the middle of its tile.
    pub fn has_sign(&self) -> bool {
        let look = &self.look.drawn;
        let is_numbered = self.number.is_some() && self.number_place() == NumberPlace::Middle;
        is_numbered || !look.icons.is_empty() || self.stretch.is_some() || look.letters.is_some() || look.label.is_some()
    }
}

/// A part of an arrow.
#[derive(Clone, Debug)]
pub struct Stretch {
    pub way: Vec<Pos2>,
    pub has_head: bool,
}

/// A link between two spaces.
#[derive(Clone, Debug)]
pub struct Arrow {
    pub from: usize,
    pub to: usize,
    /// The index of its kind.
    pub kind: usize,
    pub look: LinkLook,
    /// Of a drawing, the position of its link, and that of its step in it.
    pub step: (usize, usize),
    /// How its line bends between its two spaces.
    pub bend: Arc<Bent>,
    /// Whether it lies above the spaces that it passes.
    pub is_over: bool,
    /// The parts of its way that lie below other tiles, as shares of its length.
    pub hidden: Vec<[f32; 2]>,
}

impl Arrow {
    /// Whether it lies above all spaces: what tells the way of a ribbon lies over the gaps between them.
    pub fn is_above(&self) -> bool {
        self.is_over || self.look.has_ribbon
    }

    /// Returns its way from edge to edge; `None` if there is no room for one.
    pub fn way(&self, spaces: &[Space]) -> Option<Way> {
        let (from, to) = (&spaces[self.from].tile, &spaces[self.to].tile);
        Way::between(from, to, &self.line(spaces))
    }

    /// Returns the points of its line from the middle of one space to that of the other.
    pub fn line(&self, spaces: &[Space]) -> Vec<Pos2> {
        curve::flat(spaces[self.from].tile.at, &self.bend, spaces[self.to].tile.at)
    }

    /// Finds out which parts of its way lie below tiles. `tiles` are those that may, from left to right, and `most` is how far any reaches.
    fn look_below(&mut self, spaces: &[Space], tiles: &[usize], most: f32) {
        let Some(way) = self.way(spaces).filter(|_| self.look.is_seen && (!self.is_over || self.look.has_ribbon)) else { return };
        let frame = Rect::from_points(way.points()).expand(most);
        let first = tiles.partition_point(|n| spaces[*n].tile.at.x < frame.min.x);
        let near = tiles[first..].iter().take_while(|n| spaces[**n].tile.at.x <= frame.max.x);
        for n in near.filter(|n| ![self.from, self.to].contains(*n)) {
            let tile = &spaces[*n].tile;
            if frame.contains(tile.at) && way.distance(tile.at) < tile.most() * 1.5 {
                self.hidden.extend(way.below(tile));
            }
        }
        self.hidden.sort_by(|a, b| a[0].total_cmp(&b[0]));
    }
}

#[derive(Clone, Debug)]
pub struct Label {
    pub text: Arc<str>,
    pub layer: Layer,
    pub at: Pos2,
    /// The height of its letters.
    pub size: f32,
    pub lettering: Lettering,
    pub turn: f32,
    /// The opacity from 0 to 1.
    pub opacity: f32,
    pub colour: Option<Rgb>,
    /// Whether it covers the lines below it.
    pub has_ground: bool,
    /// What makes it a flag, which has an edge in the colour of the label.
    pub flag: Option<Flag>,
    /// The path whose name it is, by its position among all paths.
    pub path: Option<usize>,
    /// The line that its letters follow.
    pub along: Option<Arc<Along>>,
}

/// A label on a board, with a shape beside the text and a line to what it names.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flag {
    pub shape: Shape,
    /// Where the line to the nearest space that it names ends.
    pub of: Pos2,
}

/// The letter height of labels that don't give one.
pub const LETTERS: f64 = 4.0;
/// The most steps of a move; anything longer is a jump.
const MOST_STEPS: usize = 16;
/// The margin around everything drawn.
const MARGIN: f32 = 8.0;

/// The parts of a board, in a race or a drawing.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    pub sheet: Vec2,
    pub spaces: Vec<Part>,
    pub kinds: Vec<Kind>,
    pub links: Vec<Link>,
    pub labels: Vec<Label>,
    pub pictures: Vec<Placed>,
    pub paths: Vec<Path>,
    /// What is asked for under and beside the spaces.
    pub art: Wanted,
}

/// A space as described by the track.
#[derive(Clone, Debug, Default)]
pub struct Part {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub tile: tiles::Tile,
    pub look: SpaceLook,
}

/// One step of a link, from one space to another.
#[derive(Clone, Debug, Default)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    /// The index of its kind.
    pub kind: usize,
    /// The link's own name, if it has one.
    pub name: Option<Arc<str>>,
    pub look: LinkLook,
    /// Of a drawing, the position of its link, and that of its step in it.
    pub step: (usize, usize),
    pub bend: Arc<Bent>,
    pub is_over: bool,
}

/// A kind of link.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    pub name: Arc<str>,
    pub both_ways: bool,
    /// How links of this kind lie to the way.
    pub drawn: Option<Drawn>,
    pub look: LinkLook,
}

impl Kind {
    /// Makes a kind of link. `n` is its index among all kinds.
    pub fn of(manifest: &Manifest, name: &Arc<str>, n: usize, both_ways: bool, drawn: Option<Drawn>) -> Kind {
        Kind { name: name.clone(), both_ways, drawn, look: LinkLook::of_kind(manifest, name, n, both_ways) }
    }
}

/// Converts a place to the type that boards use.
pub fn pos(at: Point) -> Pos2 {
    pos2(at.x as f32, at.y as f32)
}

impl Default for Board {
    fn default() -> Board {
        Board {
            sheet: Vec2::ZERO,
            spaces: vec![],
            arrows: vec![],
            labels: vec![],
            pictures: vec![],
            bounds: Rect::ZERO,
            art: None,
        }
    }
}

impl Board {
    /// Makes the board of a race.
    pub fn new(program: &Program, track: &Track, manifest: &Manifest) -> Board {
        let plan = Plan::of(manifest);
        let named = |space: &track::SpaceData, mut look: SpaceLook| {
            plan.name(&mut look.drawn, space.name.as_deref());
            look
        };
        let named_spaces = track.spaces.iter().zip(program.called.iter().cloned()).zip(look::spaces(program, manifest));
        let spaces = named_spaces.map(|((space, name), look)| Part {
            id: space.id.clone(),
            name,
            // Rules may work out values that make it a disc.
            tile: tiles::Tile { is_round: space.tile.is_round || space.shape.is_none() && look.drawn.is_round, ..space.tile },
            look: named(space, look),
        });
        let of_ir = program.ir.links.iter().enumerate();
        let kinds: Vec<Kind> = of_ir.map(|(n, link)| Kind::of(manifest, &link.name, n, link.both_ways, link.drawn)).collect();
        let links = |(kind, pairs): (usize, &Vec<(u16, u16)>)| -> Vec<Link> {
            let rows = link_rows(program, kind);
            let link = |(from, to): &(u16, u16)| {
                let ends = (usize::from(*from), usize::from(*to));
                let row = rows.as_ref().and_then(|(of, rows)| Some((*of, *rows.get(&ends)?)));
                let name = row.and_then(|(rows, row)| own_name(program, rows, row, ends).cloned());
                let mut look = kinds[kind].look.clone();
                if let Some((rows, row)) = row {
                    values(program, rows, row).iter().for_each(|value| look.add(manifest, value));
                }
                let drawing = track.link_drawings.get(&(LinkId(kind as u16), *from, *to));
                let bent = |drawing: &LinkDrawing| Bent {
                    nodes: drawing.bend.iter().map(Node::from).collect(),
                    ends: drawing.ends.map(|end| end.map(Into::into)),
                };
                let bend = drawing.map(bent).unwrap_or_default().into();
                look.is_seen &= !drawing.is_some_and(|drawing| drawing.is_hidden);
                Link {
                    from: ends.0,
                    to: ends.1,
                    kind,
                    name,
                    look,
                    step: (0, 0),
                    bend,
                    is_over: drawing.is_some_and(|drawing| drawing.is_over),
                }
            };
            pairs.iter().map(link).collect()
        };
        let printed = |layer: Layer| track.decor.iter().filter(move |decor| decor.layer == layer && layer.is_printed());
        let decor = || Layer::ALL.into_iter().flat_map(printed);
        Board::of(Parts {
            sheet: vec2(track.sheet.0 as f32, track.sheet.1 as f32),
            spaces: spaces.collect(),
            links: track.links.iter().enumerate().flat_map(links).collect(),
            kinds,
            labels: decor().filter_map(label).collect(),
            pictures: decor().filter_map(placed::of).collect(),
            paths: paths::of_program(program, &track.path_drawings, manifest),
            art: Wanted::of(manifest, &track.board, track.name.clone(), decor().filter_map(art::Area::of).collect()),
        })
    }

    pub fn of(parts: Parts) -> Board {
        // A link in both directions is drawn as one line.
        let mut drawn = std::collections::BTreeSet::new();
        let has_art = parts.art.look.style() != Style::Plain;
        let arrow = |link: &Link| {
            let mut look = link.look.clone();
            look.has_ribbon &= has_art;
            let both_ways = parts.kinds.get(link.kind).is_some_and(|kind| kind.both_ways);
            look.is_seen &= !both_ways || drawn.insert((link.kind, link.from.min(link.to), link.from.max(link.to)));
            let (bend, is_over) = (link.bend.clone(), link.is_over);
            Arrow { from: link.from, to: link.to, kind: link.kind, look, step: link.step, bend, is_over, hidden: vec![] }
        };
        let mut arrows: Vec<Arrow> = parts.links.iter().map(arrow).collect();
        let space = |part: Part| Space {
            id: part.id,
            name: short(part.name),
            tile: Tile { corner: part.look.drawn.round, ..Tile::from(part.tile) },
            look: part.look,
            number: None,
            leads: vec![],
            stretch: None,
            sector: None,
        };
        let mut spaces: Vec<Space> = parts.spaces.into_iter().map(space).collect();
        for link in &parts.links {
            let kind = || parts.kinds.get(link.kind).map(|kind| titled(&kind.name)).unwrap_or_default();
            let name = link.name.as_ref().map_or_else(kind, |name| name.to_string());
            spaces[link.from].leads.push((name, link.to));
        }
        turn_outward(&mut spaces, &parts.links, &parts.kinds);
        let mut tiles: Vec<usize> = (0..spaces.len()).collect();
        tiles.sort_by(|a, b| spaces[*a].tile.at.x.total_cmp(&spaces[*b].tile.at.x));
        let most = spaces.iter().map(|space| space.tile.most() * 1.5).fold(0.0, f32::max);
        arrows.iter_mut().for_each(|arrow| arrow.look_below(&spaces, &tiles, most));
        let mut labels = parts.labels;
        along::lay(&mut labels, &spaces, &arrows);
        labels.extend(paths::signs(&parts.paths, &mut spaces, &arrows, parts.sheet, has_art));
        let bounds = bounds(&spaces, &labels, parts.sheet);
        let pictures = parts.pictures;
        let mut board = Board { sheet: parts.sheet, spaces, arrows, labels, pictures, bounds, art: None };
        art::lay_lanes(&mut board, &parts.art);
        board.art = Subject::of(&board, &parts.art);
        art::join_icons(&mut board);
        art::lay_sectors(&mut board);
        board
    }

    /// Bends the line of a link otherwise.
    pub fn bend(&mut self, arrow: usize, bend: Arc<Bent>) {
        let mut tiles: Vec<usize> = (0..self.spaces.len()).collect();
        tiles.sort_by(|a, b| self.spaces[*a].tile.at.x.total_cmp(&self.spaces[*b].tile.at.x));
        let most = self.spaces.iter().map(|space| space.tile.most() * 1.5).fold(0.0, f32::max);
        let arrow = &mut self.arrows[arrow];
        (arrow.bend, arrow.hidden) = (bend, vec![]);
        arrow.look_below(&self.spaces, &tiles, most);
    }

    /// Returns the spaces between two, on the shortest way along the links; none if the way is too long for a single move.
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

    /// Returns the way of the link between two spaces; a straight one if none is drawn there.
    pub fn way(&self, (from, to): (usize, usize)) -> Option<Way> {
        let ends = |arrow: &&Arrow| [(from, to), (to, from)].contains(&(arrow.from, arrow.to));
        let (seen, others): (Vec<&Arrow>, Vec<&Arrow>) = self.arrows.iter().filter(ends).partition(|arrow| arrow.look.is_seen);
        match seen.first().or(others.first()) {
            Some(arrow) => arrow.way(&self.spaces),
            None => {
                let (from, to) = (&self.spaces.get(from)?.tile, &self.spaces.get(to)?.tile);
                Way::between(from, to, &[from.at, to.at])
            }
        }
    }

    /// Describes a space for screen readers: its name, notable values and links.
    pub fn described(&self, space: usize) -> String {
        let it = &self.spaces[space];
        let mut text = it.title();
        // What a name is made of isn't said again.
        let rest = it.look.notable.iter().fold(text.to_lowercase(), |rest, word| rest.replacen(&word.to_lowercase(), "", 1));
        let is_made_of_them = !rest.contains(char::is_alphanumeric);
        let is_said = |word: &str| is_made_of_them && text.to_lowercase().contains(&word.to_lowercase());
        let others: Vec<&str> = it.look.notable.iter().map(|word| &**word).filter(|word| !is_said(word)).collect();
        for word in others {
            text.push_str(&format!(", {word}"));
        }
        for (link, to) in &it.leads {
            text.push_str(&format!(", {} to {}", link.to_lowercase(), self.spaces[*to].name));
        }
        text
    }
}

/// The rows of a link, by where each leads from and to.
type ByEnds = BTreeMap<(usize, usize), usize>;

/// Gives spaces with an arrow that leads outward or inward the one that leads to the side where the links do.
fn turn_outward(spaces: &mut [Space], links: &[Link], kinds: &[Kind]) {
    for link in links {
        let out = match kinds.get(link.kind).and_then(|kind| kind.drawn) {
            Some(Drawn::Outward) => 1.0,
            Some(Drawn::Inward) => -1.0,
            _ => continue,
        };
        let across = (spaces[link.to].tile.at - spaces[link.from].tile.at) * out;
        // From the space to which one leads, the same way leads on.
        for space in [link.from, link.to] {
            let space = &mut spaces[space];
            let towards = space.tile.towards;
            let is_right = towards.x * across.y - towards.y * across.x > 0.0;
            for icon in &mut space.look.drawn.icons {
                *icon = match icon {
                    Icon::ArrowOutward | Icon::ArrowInward if is_right == (*icon == Icon::ArrowOutward) => Icon::ArrowRight,
                    Icon::ArrowOutward | Icon::ArrowInward => Icon::ArrowLeft,
                    _ => continue,
                };
            }
        }
    }
}

/// Returns the rows of a link, if the track may say something of each.
pub fn link_rows(program: &Program, link: usize) -> Option<(KindId, ByEnds)> {
    let is_of = |kind: &interpreter::ir::RowKind| matches!(kind.on_track, Some(OnTrack::Links(of)) if of.index() == link);
    let kind = KindId(program.ir.kinds.iter().position(is_of)? as u16);
    let end = |name: &str| program.field_called(Owner::Rows(kind), name);
    let (from, to, mut rows) = (end("from")?, end("to")?, BTreeMap::new());
    for row in 0..program.rows[kind.index()].names.len() {
        let end = |field| program.at_first().field(field, row).index();
        if let (Some(from), Some(to)) = (end(from), end(to)) {
            rows.entry((from, to)).or_insert(row);
        }
    }
    Some((kind, rows))
}

/// Returns as much of a name as is drawn.
fn short(name: Arc<str>) -> Arc<str> {
    match print::drawn(&name) {
        all if all.len() == name.len() => name,
        part => part.into(),
    }
}

/// Returns the name that the track gives a link, if it gives one.
pub fn own_name(program: &Program, kind: KindId, row: usize, (from, to): (usize, usize)) -> Option<&Arc<str>> {
    let by_ends = format!("{}-{}", program.spaces.get(from)?, program.spaces.get(to)?);
    program.rows[kind.index()].names.get(row).filter(|name| ***name != *by_ends)
}

/// Returns a row's values by the names that looks use: `RoadType.ferry`.
fn values(program: &Program, kind: KindId, row: usize) -> Vec<String> {
    let fields = program.fields_of(Owner::Rows(kind));
    fields.filter_map(|(id, _)| program.at_first().field(id, row).case()).collect()
}

fn label(decor: &interpreter::data::track::Decor) -> Option<Label> {
    let DecorKind::Label(text) = &decor.kind else { return None };
    Some(Label {
        text: text.clone(),
        layer: decor.layer,
        at: pos2(decor.at.0 as f32, decor.at.1 as f32),
        size: decor.size.unwrap_or(LETTERS) as f32,
        lettering: decor.lettering,
        turn: decor.turn as f32,
        opacity: (decor.opacity as f32).clamp(0.0, 1.0),
        colour: decor.colour,
        has_ground: false,
        flag: None,
        path: None,
        along: None,
    })
}

impl Board {
    /// The labels that lie in one of these layers.
    pub fn labels_in(&self, layers: impl RangeBounds<Layer>) -> impl Iterator<Item = &Label> {
        self.labels.iter().filter(move |label| layers.contains(&label.layer))
    }

    /// The pictures that lie in this layer.
    pub fn pictures_in(&self, layer: Layer) -> impl Iterator<Item = &Placed> {
        self.pictures.iter().filter(move |picture| picture.layer == layer)
    }
}

fn bounds(spaces: &[Space], labels: &[Label], sheet: Vec2) -> Rect {
    let tiles = spaces.iter().map(|s| Rect::from_center_size(s.tile.at, Vec2::splat(s.tile.most() * 2.0)));
    let wide = |label: &Label| letters::width(&label.text, label.size * print::LETTERS, label.lettering.weight);
    let words = labels.iter().map(|l| Rect::from_center_size(print::middle(l), vec2(wide(l), l.size * 1.4)));
    let all = tiles.chain(words).reduce(Rect::union);
    all.map_or(Rect::from_min_size(Pos2::ZERO, sheet), |all| all.expand(MARGIN))
}
