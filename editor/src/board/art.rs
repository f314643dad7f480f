//! What the program draws by itself under and beside the spaces: ground, ribbons, forest, title, legend. It follows from the track and from
//! the looks in the manifest alone, and never moves a space. Equal subjects give equal art.

use std::sync::Arc;

use emath::{Pos2, Rect, Vec2, vec2};
use interpreter::data::manifest::Manifest;
use interpreter::data::manifest::board::{BoardLook, BoardPart, PARTS, Style, Tint};
use interpreter::data::manifest::look::{Gate, Icon, Look, Shoulder};
use interpreter::data::track::{Layer, called};

use super::curve::Bent;
use super::print::{self, drawn, ground};
use super::shapes::Tile;
use super::{Board, Label, Placed, Stretch};
use crate::looks::{Plan, Rgb, SpaceLook};

pub mod areas;
pub mod chance;
mod forest;
mod free;
mod lanes;
pub mod mark;
mod mats;
mod panels;
mod planks;
mod relief;
mod ribbon;
mod scenery;
mod signs;
mod sky;

pub use areas::Area;
use free::Taken;
pub use mark::Mark;
pub use panels::{LegendRow, Sample};

/// With more spaces than this, or three times as many links, a board has no art.
const MOST: usize = 4_000;
/// The number of rows of a legend, at most.
const MOST_ROWS: usize = 24;

/// What art is drawn of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subject {
    pub look: BoardLook,
    pub sheet: Vec2,
    /// What is drawn by hand.
    pub areas: Vec<Area>,
    pub spaces: Vec<Ground>,
    /// The links with a ribbon under them.
    pub links: Vec<Link>,
    /// The pairs of neighbours in lanes beside each other.
    pub across: Vec<(usize, usize)>,
    /// The frames of labels, and the lines of all links: art keeps clear of them.
    pub labels: Vec<Rect>,
    pub lines: Vec<Vec<Pos2>>,
    /// The title: the track's name, unless a label says it already, and the game's.
    pub name: Arc<str>,
    pub game: Arc<str>,
    pub legend: Vec<LegendRow>,
    /// The same with what is hidden at the drawing table: numbers, title, legend and profile lie where they are printed.
    pub whole: Option<Arc<Subject>>,
}

/// What the art of a board is called, and what its looks ask for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub look: BoardLook,
    pub name: Arc<str>,
    pub game: Arc<str>,
    /// What the legend may show: the name of each look that it speaks of, with its row.
    pub legend: Vec<(Arc<str>, LegendRow)>,
    /// What is drawn by hand, whatever the look.
    pub areas: Vec<Area>,
}

impl Wanted {
    /// Returns what a track and the manifest of its game ask for.
    pub fn of(manifest: &Manifest, own: &BoardLook, name: Arc<str>, areas: Vec<Area>) -> Wanted {
        let look = own.over(&manifest.board);
        if look.style() == Style::Plain {
            return Wanted { look, areas, ..Wanted::default() };
        }
        // The look of links follows from those on the board.
        let row = |look: &Look| {
            let legend = look.legend.as_ref()?;
            let (name, note) = legend.split_once(':').unwrap_or((legend, ""));
            let [name, note] = [name, note].map(|text| Arc::from(drawn(text.trim())));
            let plan = Plan::of(manifest);
            let sample = Sample::Space(plan.sample(&look.of), plan.faces(&look.of).then_some(1));
            Some((look.of.clone(), LegendRow { sample, name, note }))
        };
        let legend = manifest.appearance.iter().filter_map(row).take(MOST_ROWS).collect();
        Wanted { look, name, game: manifest.title.clone(), legend, areas }
    }
}

/// A space as its ground sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    pub tile: Tile,
    pub fill: Option<Rgb>,
    pub height: i8,
    pub shoulder: Option<(Shoulder, Rgb)>,
    pub gate: Option<Gate>,
    pub has_mat: bool,
    pub houses: u8,
    pub sign: Option<Arc<str>>,
    /// Whether it is a place of its own, with an icon, and not a piece of a way.
    pub is_place: bool,
    /// Its number on the course, if it is called by that.
    pub number: Option<usize>,
}

/// A link with a ribbon under it.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    pub bend: Arc<Bent>,
}

/// What is drawn, from below.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Art {
    pub marks: Vec<Mark>,
    /// Where each of [`ArtPart::ALL`] ends among the marks.
    pub ends: [usize; ArtPart::ALL.len()],
    /// Where panels lie.
    pub frames: Vec<(Panel, Rect)>,
    /// What found no place, in words.
    pub left_out: Vec<String>,
    /// The panels among them.
    pub without_room: Vec<Panel>,
}

/// What has a place of its own beside the spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    Title,
    Legend,
    Profile,
    /// What the looks of some spaces say.
    Sign,
}

impl Panel {
    /// The part of boards that it is. The first three panels are the first three parts.
    pub fn part(self) -> Option<BoardPart> {
        [BoardPart::Title, BoardPart::Legend, BoardPart::Profile].get(self as usize).copied()
    }

    pub fn name(self) -> &'static str {
        self.part().map_or("sign", |part| PARTS[part as usize].0)
    }
}

/// A panel that is being pulled, and where its middle is pulled to. It gives way to those that the track keeps.
pub type PulledPanel = (Panel, Pos2);

/// A part of art, between which pictures of the designer's own lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArtPart {
    /// Hills, or a floor; above it, the pictures of the ground.
    Ground,
    /// Ribbons, and all that stands on the ground; above it, pictures to trace.
    Things,
    /// Signs, title, legend and profile.
    Panels,
    /// Areas and strokes above the spaces.
    Above,
}

impl ArtPart {
    /// All parts, from below.
    pub const ALL: [ArtPart; 4] = [ArtPart::Ground, ArtPart::Things, ArtPart::Panels, ArtPart::Above];
    /// Those that lie below spaces.
    pub const BELOW: [ArtPart; 3] = [ArtPart::Ground, ArtPart::Things, ArtPart::Panels];

    /// The pictures of a board that lie directly above it.
    pub fn pictures(self, board: &Board) -> impl Iterator<Item = &Placed> {
        let layer = match self {
            ArtPart::Ground => Some(Layer::Ground),
            ArtPart::Things => Some(Layer::Backdrop),
            ArtPart::Panels | ArtPart::Above => None,
        };
        layer.into_iter().flat_map(|layer| board.pictures_in(layer))
    }
}

impl Art {
    /// The marks of a part.
    pub fn part(&self, part: ArtPart) -> &[Mark] {
        let first = if part == ArtPart::Ground { 0 } else { self.ends[part as usize - 1] };
        &self.marks[first..self.ends[part as usize]]
    }

    /// A part ends here.
    fn end(&mut self, part: ArtPart) {
        self.ends[part as usize] = self.marks.len();
    }
}

impl Subject {
    /// Returns what the art of a board is drawn of; `None` if it has none.
    pub fn of(board: &Board, wanted: &Wanted) -> Option<Arc<Subject>> {
        let is_plain = wanted.look.style() == Style::Plain;
        if is_plain && wanted.areas.is_empty() {
            return None;
        }
        // "The Oval" says "Oval", and "Port Rock" as much as is needed of "Port Rock – Short".
        let name = wanted.name.trim().to_lowercase();
        let says_name = |label: &Label| {
            let text = label.text.trim().to_lowercase();
            !text.is_empty() && (text.split_whitespace().count() <= 4 && text.ends_with(&name) || name.starts_with(&text))
        };
        let is_said = board.labels.iter().any(says_name);
        let link = |of: &Arc<str>| {
            let arrow = board.arrows.iter().find(|arrow| arrow.look.is_seen && arrow.look.legend.contains(of))?;
            Some(Sample::Link(arrow.look.clone()))
        };
        let row = |(of, row): &(Arc<str>, LegendRow)| {
            let sample = row.sample.on(board, of).or_else(|| link(of))?;
            Some(LegendRow { sample, ..row.clone() })
        };
        let legend = wanted.legend.iter().filter_map(row).collect();
        let is_label = |text: &str| board.labels.iter().any(|label| label.text.trim().to_lowercase() == text.to_lowercase());
        let ground = |tile: &Tile, look: &SpaceLook, name: &str| Ground {
            tile: *tile,
            number: called::number_on_course(name),
            fill: look.fill,
            height: look.height,
            shoulder: look.shoulder,
            gate: look.gate,
            has_mat: look.has_mat,
            houses: look.houses,
            sign: look.sign.as_deref().map(|text| drawn(text).into()).filter(|text: &Arc<str>| !is_label(text)),
            is_place: !look.icons.is_empty(),
        };
        let links = board.arrows.iter().filter(|arrow| arrow.look.has_ribbon && arrow.from != arrow.to);
        let across = board.arrows.iter().filter(|arrow| arrow.look.is_across && !is_plain);
        Some(Arc::new(Subject {
            look: wanted.look.clone(),
            sheet: board.sheet,
            areas: wanted.areas.clone(),
            spaces: board.spaces.iter().map(|space| ground(&space.tile, &space.look.drawn, &space.name)).collect(),
            links: links.map(|arrow| Link { from: arrow.from, to: arrow.to, bend: arrow.bend.clone() }).collect(),
            across: across.map(|arrow| (arrow.from, arrow.to)).collect(),
            labels: board.labels.iter().map(frame).collect(),
            lines: board.arrows.iter().filter(|arrow| arrow.look.is_seen).map(|arrow| arrow.line(&board.spaces)).collect(),
            name: if is_said { Arc::default() } else { drawn(&wanted.name).into() },
            game: drawn(&wanted.game).into(),
            legend,
            whole: None,
        }))
    }
}

/// Lets spaces of lanes be parts of the ground, which is coloured as they are.
pub fn lay_lanes(board: &mut Board, wanted: &Wanted) {
    if wanted.look.style() == Style::Plain || board.spaces.len() > MOST {
        return;
    }
    for arrow in board.arrows.iter().filter(|arrow| arrow.look.is_across) {
        for space in [arrow.from, arrow.to] {
            let look = &mut board.spaces[space].look.drawn;
            look.fill = look.fill.or(Some(wanted.look.tint(Tint::Lane)));
            look.is_ground = true;
        }
    }
}

/// Notes what part of the ground each space of lanes is.
pub fn lay_sectors(board: &mut Board) {
    let Some(subject) = board.art.as_ref().filter(|it| !it.across.is_empty() && it.spaces.len() <= MOST).cloned() else { return };
    for (space, outline) in lanes::outlines(&subject, &ribbon::strands(&subject)) {
        board.spaces[space].sector = Some(outline);
    }
}

/// Returns the frame of a board's course: its spaces, the lines of its links and the ribbons under them. `None` without any spaces.
pub fn course(board: &Board) -> Option<Rect> {
    let mut frame = Rect::NOTHING;
    for tile in board.spaces.iter().map(|space| &space.tile).filter(|tile| is_sound(tile.at)) {
        tile.outline(1.0).into_iter().for_each(|at| frame.extend_with(at));
    }
    let lines = board.arrows.iter().filter(|arrow| arrow.look.is_seen).flat_map(|arrow| arrow.line(&board.spaces));
    lines.filter(|at| is_sound(*at)).for_each(|at| frame.extend_with(at));
    for strand in board.art.iter().filter(|_| board.spaces.len() <= MOST).flat_map(|subject| ribbon::strands(subject)) {
        let side = Vec2::splat(strand.width * 0.52);
        strand.points.iter().for_each(|at| frame = frame.union(Rect::from_min_max(*at - side, *at + side)));
    }
    frame.is_finite().then_some(frame).filter(|frame| frame.is_positive())
}

/// Puts one arrow over each stretch of spaces that share it.
pub fn join_icons(board: &mut Board) {
    let joins = |board: &Board| board.spaces.iter().any(|space| space.look.drawn.joined == Some(Icon::LongArrow));
    let Some(subject) = board.art.as_ref().filter(|_| joins(board) && board.spaces.len() <= MOST).cloned() else { return };
    for strand in ribbon::strands(&subject) {
        let count = strand.spaces.len() - usize::from(strand.is_closed);
        let is_joined = |board: &Board, n: usize| {
            let space = &board.spaces[strand.spaces[n]];
            space.look.drawn.joined == Some(Icon::LongArrow) && space.stretch.is_none()
        };
        let mut n = 0;
        while n < count {
            let end = (n..count).take_while(|m| is_joined(board, *m)).count() + n;
            for m in (n..end).filter(|_| end - n > 1) {
                let at = m as f32;
                let (from, to) = (if m == n { at - 0.3 } else { at - 0.52 }, if m + 1 == end { at + 0.1 } else { at + 0.5 });
                let space = &mut board.spaces[strand.spaces[m]];
                space.look.drawn.icons.retain(|icon| *icon != Icon::LongArrow);
                space.stretch = Some(Stretch { way: strand.part(from, to), has_head: m + 1 == end });
            }
            n = end.max(n + 1);
        }
    }
}

/// Draws the art of a board.
pub fn draw(subject: &Subject) -> Art {
    draw_pulled(subject, None)
}

/// Draws the art of a board with a panel where it comes to lie when it is let go of.
pub fn draw_pulled(subject: &Subject, pulled: Option<PulledPanel>) -> Art {
    let mut art = Art::default();
    if subject.spaces.len() > MOST || subject.links.len() > 3 * MOST {
        art.left_out.push(format!("boards with more than {MOST} spaces have no art"));
        return art;
    }
    let strands = ribbon::strands(subject);
    let whole = subject.whole.as_deref().map(|whole| (whole, ribbon::strands(whole)));
    let (whole, whole_strands) = whole.as_ref().map_or((subject, &strands), |(whole, strands)| (*whole, strands));
    let mut taken = Taken::of(whole, whole_strands);
    let (patches, unseen) = areas::patches(subject);
    if unseen > 0 {
        art.left_out.push(format!("{unseen} areas and strokes are too many or have too many points, so they are left out"));
    }
    let is_plain = subject.look.style() == Style::Plain;
    if subject.look.has(BoardPart::Planks) && !is_plain {
        planks::print(&mut art.marks, subject);
    } else if !is_plain {
        relief::print(&mut art.marks, subject, &strands);
    }
    if subject.look.has(BoardPart::Sky) && !is_plain {
        sky::print(&mut art.marks, subject, &mut taken);
    }
    art.end(ArtPart::Ground);
    areas::print(&mut art.marks, subject, &patches, false);
    let mut panels = vec![];
    if !is_plain {
        ribbon::print(&mut art.marks, subject, &strands);
        lanes::print(&mut art.marks, subject, &strands);
        mats::print(&mut art.marks, subject, &mut taken);
        signs::gates(&mut art.marks, subject, &strands, &mut taken);
        let (frames, left_out) = signs::print(&mut panels, subject, &mut taken);
        art.frames.extend(frames.into_iter().map(|frame| (Panel::Sign, frame)));
        art.left_out.extend(left_out);
        signs::numbers(&mut panels, subject, whole, whole_strands, &mut taken);
        let (frames, without_room) = panels::print(&mut panels, whole, whole_strands, &mut taken, pulled);
        art.frames.extend(frames);
        let said = |panel: &Panel| format!("the {} finds no free place on the sheet, so it is left out", panel.name());
        art.left_out.extend(without_room.iter().map(said));
        art.without_room = without_room;
    }
    let standing = areas::standing(subject, &patches, &mut taken);
    let mut trees = standing.trees;
    scenery::houses(&mut art.marks, subject, &mut taken, standing.houses);
    scenery::rocks(&mut art.marks, subject, &patches, &mut taken, standing.rocks);
    if !is_plain {
        trees.extend(forest::trees(subject, &patches, &taken));
    }
    forest::print(&mut art.marks, subject, trees);
    art.end(ArtPart::Things);
    art.marks.extend(panels);
    art.end(ArtPart::Panels);
    areas::print(&mut art.marks, subject, &patches, true);
    art.end(ArtPart::Above);
    art
}

/// How many millimetres of a Letter sheet a unit is: letters and panels are larger on larger sheets, though less so.
fn unit(subject: &Subject) -> f32 {
    unit_of(subject.sheet)
}

fn unit_of(sheet: Vec2) -> f32 {
    let letter = (279.4_f32 * 215.9).sqrt();
    ((sheet.x * sheet.y).sqrt() / letter).powf(0.65).clamp(0.4, 50.0)
}

/// Returns the upright frame around a label.
pub fn frame(label: &Label) -> Rect {
    if let Some(line) = print::line(label) {
        return Rect::from_points(&line).expand(label.size * 0.7);
    }
    let half = ground(label).max(vec2(0.0, label.size * 0.7));
    let (sin, cos) = label.turn.to_radians().sin_cos();
    let half = vec2(half.x * cos.abs() + half.y * sin.abs(), half.x * sin.abs() + half.y * cos.abs());
    Rect::from_center_size(print::middle(label), half * 2.0)
}

/// Returns whether a place can be drawn at all.
fn is_sound(at: Pos2) -> bool {
    at.x.abs() < 1e6 && at.y.abs() < 1e6
}
