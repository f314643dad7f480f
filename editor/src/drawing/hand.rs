//! What the designer holds: a tool with its settings, and what it is in the middle of doing. Without a window: it is told where the
//! pointer goes, and answers with edits, a selection, and what to show meanwhile.

use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{Point, Rect};

use super::document::{Document, Key, List};
use super::edit::Edit;
use super::fields::Fields;
use super::hit::Places;
use super::schema::Schema;
use super::tools::snap::{self, Snapped};

mod course;
mod erase;
mod handles;
mod label;
mod link;
mod measure;
mod paint;
mod path;
mod picture;
mod select;
mod space;
mod stroke;

/// The tools. Each is a brush, a pen or a pair of scissors for one kind of thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Tool {
    #[default]
    Select,
    /// Spaces at even distance along a smooth line.
    Course,
    /// Lanes by segments along a line.
    Grid,
    Space,
    /// A value for every space that the stroke touches.
    Paint,
    Link,
    Path,
    Label,
    Erase,
    Measure,
    /// A picture to trace over.
    Picture,
}

impl Tool {
    pub const ALL: [Tool; 11] = [
        Tool::Select,
        Tool::Course,
        Tool::Grid,
        Tool::Space,
        Tool::Paint,
        Tool::Link,
        Tool::Path,
        Tool::Label,
        Tool::Erase,
        Tool::Measure,
        Tool::Picture,
    ];
}

/// How the tools work. They stay when the tool is changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// From space to space of a course, in millimetres.
    pub every: f64,
    /// Segments of a grid.
    pub segments: usize,
    pub lanes: usize,
    /// From lane to lane, in millimetres.
    pub lane_width: f64,
    /// Whether a line that is ended comes round to its start.
    pub is_closed: bool,
    /// What new spaces say, and what a stroke of the brush paints: a field and its value as written; `None` takes it out.
    pub brush: Option<(Arc<str>, Option<Arc<str>>)>,
    /// In millimetres.
    pub brush_radius: f64,
    /// Which links are drawn, and what they say.
    pub link: Option<Arc<str>>,
    pub link_fields: Fields,
    /// Which paths are drawn, and what they say.
    pub path: Option<Arc<str>>,
    pub path_fields: Fields,
    /// Height of a new label's letters, in millimetres.
    pub letters: f64,
    /// How many steps are measured.
    pub steps: usize,
    /// Side of the grid that places snap to, in millimetres; `None`: none.
    pub grid: Option<f64>,
    /// Whether places snap to the columns and rows of neighbours.
    pub snaps: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            every: 14.0,
            segments: 24,
            lanes: 1,
            lane_width: 12.0,
            is_closed: false,
            brush: None,
            brush_radius: 4.0,
            link: None,
            link_fields: Fields::default(),
            path: None,
            path_fields: Fields::default(),
            letters: 6.0,
            steps: 7,
            grid: None,
            snaps: true,
        }
    }
}

/// What the pointer does. Places are in millimetres from the sheet's corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pointer {
    pub is: PointerIs,
    pub at: Point,
    /// How far beside a thing a click still means it, in millimetres: a few points on the screen.
    pub slack: f64,
    pub shift: bool,
    /// Ctrl, or Cmd.
    pub ctrl: bool,
    pub alt: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerIs {
    /// Over the sheet, no button down.
    Moved,
    Pressed,
    Dragged,
    Released,
    /// The second press of a double click.
    Twice,
}

/// Keys that mean something to the tool in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandKey {
    /// Ends a line.
    Enter,
    /// Drops the last point.
    Backspace,
    /// One step down the ladder: the drag, the tool, the selection.
    Escape,
}

/// A tool with its settings, and what it is in the middle of doing.
#[derive(Clone, Debug)]
pub struct Hand {
    pub tool: Tool,
    pub settings: Settings,
    doing: Box<dyn Grip>,
    /// The number of the drag that is under way, or of the next one.
    pub(super) drag: u64,
    /// How near counts as on it, where the pointer was last.
    slack: f64,
}

/// Drags of the hand are numbered from here, so that none is taken for one of a slider.
const FIRST_DRAG: u64 = 1 << 40;

impl Default for Hand {
    fn default() -> Hand {
        Hand { tool: Tool::Select, settings: Settings::default(), doing: begun(Tool::Select), drag: FIRST_DRAG, slack: 1.0 }
    }
}

/// What a tool sees of the drawing table.
pub(super) struct Table<'a> {
    pub document: &'a Document,
    pub schema: &'a Schema,
    pub places: &'a Places,
    pub selected: &'a BTreeSet<Key>,
    pub settings: &'a Settings,
    pub slack: f64,
}

/// What a tool wants done.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Want {
    /// A step of its own.
    Edit(Edit),
    /// A move of the drag that is under way.
    Drag(Edit),
    EndDrag,
    CancelDrag,
    Select(BTreeSet<Key>),
    /// Every space, label and picture that came by the wants before this one.
    SelectNew,
    Refuse(String),
}

/// What is shown above the board while a tool is at work.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shows {
    pub shapes: Vec<Shape>,
    /// What it is doing and how to go on.
    pub words: String,
}

/// Something plain to draw above the board; places are in millimetres.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    Line(Vec<Point>, Mark),
    Frame(Rect, Mark),
    Dot(Point, Mark),
    /// A space that would be, or one that is meant: its middle and half its side.
    Tile(Point, f64, Mark),
    Words(Point, String, Mark),
}

/// What a shape stands for; the window has a colour for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// What a click would make.
    Draft,
    /// The neighbour that a place snaps to.
    Guide,
    /// The frame that is drawn around things to select them.
    Marquee,
    /// What can be gripped to scale or turn the selection.
    Handle,
    /// As far as one can go.
    Reach,
    /// What would go.
    Gone,
}

/// Something that has to be typed before a tool goes on.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// Where it is about.
    pub at: Point,
    pub asks: String,
    /// What it is now.
    pub now: String,
}

/// One tool at work.
trait Grip: std::fmt::Debug + dyn_clone::DynClone {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want>;

    /// `None`: the key means nothing to it now, and goes one step down the ladder.
    fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        let _ = (table, key);
        None
    }

    fn shows(&self, table: &Table<'_>) -> Shows;

    fn asks(&self) -> Option<Question> {
        None
    }

    fn answer(&mut self, table: &Table<'_>, text: &str) -> Vec<Want> {
        let _ = (table, text);
        vec![]
    }

    /// Whether things that are there already are being moved, and nothing else changes.
    fn is_moving(&self) -> bool {
        false
    }
}

dyn_clone::clone_trait_object!(Grip);

/// A tool at its beginning.
fn begun(tool: Tool) -> Box<dyn Grip> {
    match tool {
        Tool::Select => Box::new(select::Select::default()),
        Tool::Course => Box::new(course::Drawn::new(false)),
        Tool::Grid => Box::new(course::Drawn::new(true)),
        Tool::Space => Box::new(space::Space::default()),
        Tool::Paint => Box::new(paint::Paint::default()),
        Tool::Link => Box::new(link::Link::default()),
        Tool::Path => Box::new(path::Path::default()),
        Tool::Label => Box::new(label::Label::default()),
        Tool::Erase => Box::new(erase::Erase::default()),
        Tool::Measure => Box::new(measure::Measure::default()),
        Tool::Picture => Box::new(picture::Picture::default()),
    }
}

impl Hand {
    /// Takes a tool; what the old one was doing is dropped.
    pub fn take(&mut self, tool: Tool) {
        self.tool = tool;
        self.doing = begun(tool);
    }

    pub(super) fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        if !pointer.at.is_finite() {
            return vec![];
        }
        self.slack = pointer.slack.clamp(0.0, 100.0);
        self.doing.pointer(table, Pointer { slack: self.slack, ..pointer })
    }

    /// `None`: the key means nothing to the tool now.
    pub(super) fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        self.doing.key(table, key)
    }

    pub(super) fn answer(&mut self, table: &Table<'_>, text: &str) -> Vec<Want> {
        self.doing.answer(table, text)
    }

    pub(super) fn shows(&self, table: &Table<'_>) -> Shows {
        self.doing.shows(table)
    }

    /// What has to be typed before the tool goes on.
    pub fn asks(&self) -> Option<Question> {
        self.doing.asks()
    }

    /// Whether a drag moves what is there already, and nothing else changes until it ends.
    pub fn is_moving(&self) -> bool {
        self.doing.is_moving()
    }

    pub(super) fn slack(&self) -> f64 {
        self.slack
    }
}

/// Beyond this, neighbours are no guides.
const GUIDE: f64 = 120.0;

impl Table<'_> {
    /// Where a place snaps to, to neighbours other than these. Ctrl flips whether it does.
    fn snapped(&self, pointer: &Pointer, at: Point, but: &BTreeSet<Key>) -> Snapped {
        if !self.snaps(pointer) {
            return Snapped { at, column: None, row: None };
        }
        let near = self.places.spaces().filter(|(key, middle, _)| !but.contains(key) && middle.distance(at) < GUIDE);
        let near: Vec<Point> = near.map(|(_, middle, _)| middle).collect();
        snap::snap(at, self.settings.grid, &near, pointer.slack.min(3.0))
    }

    /// The same to the grid alone.
    fn on_grid(&self, pointer: &Pointer, at: Point) -> Point {
        let grid = self.settings.grid.filter(|_| self.snaps(pointer));
        snap::snap(at, grid, &[], 0.0).at
    }

    fn snaps(&self, pointer: &Pointer) -> bool {
        (self.settings.snaps || self.settings.grid.is_some()) != pointer.ctrl
    }

    /// The space under a place: its key and its middle.
    fn space_at(&self, at: Point, slack: f64) -> Option<(Key, Point)> {
        match self.places.at(at, slack)? {
            super::hit::Hit::Space(key) => Some((key, self.middle(key)?)),
            _ => None,
        }
    }

    /// The middle of a space.
    fn middle(&self, key: Key) -> Option<Point> {
        self.places.middle(key)
    }

    /// What people call a thing.
    fn title(&self, key: Key) -> String {
        self.document.item(key).map(|item| item.title()).unwrap_or_default()
    }

    /// The one space that is selected.
    fn one_space(&self) -> Option<Key> {
        let mut keys = self.selected.iter();
        let key = *keys.next().filter(|_| self.selected.len() == 1)?;
        self.document.find(key).filter(|(list, ..)| *list == List::Spaces).map(|_| key)
    }

    /// What new spaces say.
    fn brushed(&self) -> Fields {
        let brush = self.settings.brush.as_ref();
        let (field, value) = brush.map_or((None, None), |(field, value)| (Some(field), value.clone()));
        field.zip(value).map(|(field, value)| Fields::default().with(field, value)).unwrap_or_default()
    }

    /// The kind of link in hand, else the first that is drawn along, else the first.
    fn link_kind(&self) -> Option<Arc<str>> {
        let known = |kind: &&Arc<str>| self.schema.link(kind).is_some();
        let chosen = self.settings.link.as_ref().filter(known);
        let along = || self.schema.links.iter().find(|link| link.drawn == Some(interpreter::ir::Drawn::Along));
        let usual = || along().or(self.schema.links.first()).map(|link| &link.name);
        chosen.or_else(usual).cloned()
    }
}

impl Shape {
    fn line(points: impl IntoIterator<Item = Point>, mark: Mark) -> Shape {
        Shape::Line(points.into_iter().collect(), mark)
    }
}
