//! The designer's hand: a tool with its settings and whatever it is in the middle of. It needs no window: told where the pointer goes, it
//! answers with edits, a selection, and what to show meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::Point;

use super::document::{Key, List};
use super::edit::Edit;

mod bend;
mod bendable;
mod course;
mod erase;
mod handles;
mod label;
mod line_grip;
mod link;
mod measure;
mod paint;
mod path;
pub mod picture;
mod reshape;
mod select;
mod settings;
mod shape;
mod shows;
mod space;
mod spacing;
mod stroke;
mod table;
mod template;

pub use handles::Handle;
pub(super) use link::flip;
pub(super) use reshape::in_hand as course_in_hand;
pub use settings::{Aids, Settings};
pub use shows::{Mark, Question, Shape, Shows};
pub(super) use table::Table;

/// The tools. Each is a brush, a pen or a pair of scissors for one kind of thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Tool {
    #[default]
    Select,
    /// Pulls the line of a course; its spaces follow.
    Reshape,
    /// Draws spaces at even distances along a smooth line.
    Course,
    /// Draws lanes by segments along a line.
    Grid,
    Space,
    /// Sets a value for every space that the stroke touches.
    Paint,
    Link,
    Path,
    Label,
    /// Draws a closed line, with what is in it.
    Area,
    /// Draws an open line.
    Stroke,
    Erase,
    Measure,
    /// Places a picture to trace.
    Picture,
    /// Places a template, which the palette puts into the hand.
    Template,
}

impl Tool {
    /// The tools that have a button.
    pub const ALL: [Tool; 14] = [
        Tool::Select,
        Tool::Reshape,
        Tool::Course,
        Tool::Grid,
        Tool::Space,
        Tool::Paint,
        Tool::Link,
        Tool::Path,
        Tool::Label,
        Tool::Area,
        Tool::Stroke,
        Tool::Erase,
        Tool::Measure,
        Tool::Picture,
    ];

    /// Whether it draws spaces, which may get values from the start.
    pub fn draws_spaces(self) -> bool {
        matches!(self, Tool::Course | Tool::Grid | Tool::Space)
    }
}

/// A pointer event. Positions are in millimetres from the sheet's corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pointer {
    pub is: PointerIs,
    pub at: Point,
    /// How far beside a thing a click still hits it, in millimetres: a few points on the screen.
    pub slack: f64,
    pub shift: bool,
    /// Ctrl, or Cmd.
    pub ctrl: bool,
    pub alt: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerIs {
    /// Over the sheet, with no button down.
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
    /// Removes the last point.
    Backspace,
    /// Selects whatever there is to be selected.
    All,
    /// Ends the drag, else puts the tool down, else clears the selection.
    Escape,
}

/// What is done to the line in hand, of a course, a link, an area or a stroke, where the pointer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineDeed {
    /// Turns a node into a corner, or a corner into a smooth node.
    Bend,
    RemoveNode,
    AddNode,
    /// Cuts the course in two at the nearest space.
    Split,
}

/// The part of the line in hand that lies somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinePart {
    pub is_node: bool,
    /// Whose line it is: that of a course, of a link, or of an area or a stroke among the decor.
    pub of: List,
}

impl LinePart {
    /// Whether this can be done to it.
    pub fn takes(self, deed: LineDeed) -> bool {
        match deed {
            LineDeed::Bend | LineDeed::RemoveNode => self.is_node,
            LineDeed::AddNode => !self.is_node,
            LineDeed::Split => self.of == List::Courses,
        }
    }
}

/// A tool with its settings and whatever it is in the middle of.
#[derive(Clone, Debug)]
pub struct Hand {
    pub tool: Tool,
    pub settings: Settings,
    doing: Box<dyn Grip>,
    /// What other tools have begun, kept until they are used again.
    put_by: BTreeMap<Tool, Box<dyn Grip>>,
    /// The number of the current drag, or of the next one.
    pub(super) drag: u64,
    /// The hit tolerance where the pointer was last.
    slack: f64,
}

/// The hand's drags are numbered from here, so that none is mistaken for a slider's.
const FIRST_DRAG: u64 = 1 << 40;
/// In millimetres.
const MOST_SLACK: f64 = 100.0;

impl Default for Hand {
    fn default() -> Hand {
        Hand {
            tool: Tool::Select,
            settings: Settings::default(),
            doing: begun(Tool::Select),
            put_by: BTreeMap::new(),
            drag: FIRST_DRAG,
            slack: 1.0,
        }
    }
}

impl Hand {
    /// A hand with these settings.
    pub fn with(settings: Settings) -> Hand {
        Hand { settings, ..Hand::default() }
    }
}

/// What a tool wants done.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Want {
    /// An edit as a step of its own.
    Edit(Edit),
    /// An edit that belongs to the current drag.
    Drag(Edit),
    /// An edit of [`Table::begun`] that replaces what the current drag has done so far.
    Pull(Edit),
    EndDrag,
    CancelDrag,
    Select(BTreeSet<Key>),
    /// Paints with all that this space says from now on.
    PickUp(Key),
    /// Selects every space, label and picture made by the wants before this one.
    SelectNew,
    Refuse(String),
}

/// One tool at work.
trait Grip: std::fmt::Debug + dyn_clone::DynClone {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want>;

    /// `None` if the key means nothing to the tool now.
    fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        let _ = (table, key);
        None
    }

    fn shows(&self, table: &Table<'_>) -> Shows;

    /// The pointer has left the sheet.
    fn left(&mut self) {}

    fn asks(&self) -> Option<Question> {
        None
    }

    fn answer(&mut self, table: &Table<'_>, text: &str) -> Vec<Want> {
        let _ = (table, text);
        vec![]
    }

    /// Whether a line is under way that can't come round to its start.
    fn is_branch(&self) -> bool {
        false
    }

    /// Whether something is begun that is drawn only once it is ended.
    fn is_under_way(&self) -> bool {
        false
    }

    /// The handle that is held, or that a press would take.
    fn grips(&self) -> Option<Handle> {
        None
    }

    /// The part of the line in hand at a place.
    fn line_part(&self, table: &Table<'_>, at: Point) -> Option<LinePart> {
        let _ = (table, at);
        None
    }

    /// Does this to the line in hand at a place.
    fn on_line(&mut self, table: &Table<'_>, at: Point, deed: LineDeed) -> Option<Vec<Want>> {
        let _ = (table, at, deed);
        None
    }

    /// Whether existing things are being moved and nothing else changes.
    fn is_moving(&self) -> bool {
        false
    }
}

dyn_clone::clone_trait_object!(Grip);

/// A tool at its beginning.
fn begun(tool: Tool) -> Box<dyn Grip> {
    match tool {
        Tool::Select => Box::new(select::Select::default()),
        Tool::Reshape => Box::new(reshape::Reshape::default()),
        Tool::Course => Box::new(course::Drawn::new(false)),
        Tool::Grid => Box::new(course::Drawn::new(true)),
        Tool::Space => Box::new(space::Space::default()),
        Tool::Paint => Box::new(paint::Paint::default()),
        Tool::Link => Box::new(link::Link::default()),
        Tool::Path => Box::new(path::Path::default()),
        Tool::Label => Box::new(label::Label::default()),
        Tool::Area => Box::new(shape::Shape::new(true)),
        Tool::Stroke => Box::new(shape::Shape::new(false)),
        Tool::Erase => Box::new(erase::Erase::default()),
        Tool::Measure => Box::new(measure::Measure::default()),
        Tool::Picture => Box::new(picture::Picture::default()),
        Tool::Template => Box::new(template::Template::default()),
    }
}

impl Hand {
    /// Takes a tool. Whatever the old one has begun is kept until that tool is taken again.
    pub fn take(&mut self, tool: Tool) {
        if tool == self.tool && self.doing.is_under_way() {
            return;
        }
        let next = self.put_by.remove(&tool).unwrap_or_else(|| begun(tool));
        let doing = std::mem::replace(&mut self.doing, next);
        if doing.is_under_way() {
            self.put_by.insert(self.tool, doing);
        }
        self.tool = tool;
    }

    /// Drops whatever this tool and others have begun.
    pub fn begin_anew(&mut self) {
        self.put_by.clear();
        self.doing = begun(self.tool);
    }

    /// Whether something is begun that is drawn only once it is ended.
    pub fn is_under_way(&self) -> bool {
        self.doing.is_under_way()
    }

    /// Whether a course is under way that goes on from a space, so that it can't come round to its start.
    pub fn is_branch(&self) -> bool {
        self.doing.is_branch()
    }

    pub(super) fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        if !pointer.at.is_finite() {
            return vec![];
        }
        self.looks(pointer.slack);
        self.doing.pointer(table, Pointer { slack: self.slack, ..pointer })
    }

    /// `None` if the key means nothing to the tool now.
    pub(super) fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        self.doing.key(table, key)
    }

    pub(super) fn answer(&mut self, table: &Table<'_>, text: &str) -> Vec<Want> {
        self.doing.answer(table, text)
    }

    pub(super) fn shows(&self, table: &Table<'_>) -> Shows {
        self.doing.shows(table)
    }

    /// The part of the line in hand at a place.
    pub(super) fn line_part(&self, table: &Table<'_>, at: Point) -> Option<LinePart> {
        self.doing.line_part(table, at)
    }

    pub(super) fn on_line(&mut self, table: &Table<'_>, at: Point, deed: LineDeed) -> Vec<Want> {
        let wants = self.doing.on_line(table, at, deed);
        wants.unwrap_or_else(|| vec![Want::Refuse("there is no node or line at that point".to_owned())])
    }

    /// The pointer has left the sheet: nothing is shown any more for where it was.
    pub fn left(&mut self) {
        self.doing.left();
    }

    /// A question to answer by typing before the tool goes on.
    pub fn asks(&self) -> Option<Question> {
        self.doing.asks()
    }

    /// The handle that is held, or that a press at the pointer's position would take.
    pub fn grips(&self) -> Option<Handle> {
        self.doing.grips()
    }

    /// Whether a drag moves existing things and nothing else changes until it ends.
    pub fn is_moving(&self) -> bool {
        self.doing.is_moving()
    }

    /// Sets the hit tolerance for the current zoom.
    pub fn looks(&mut self, slack: f64) {
        self.slack = slack.clamp(0.0, MOST_SLACK);
    }

    pub(super) fn slack(&self) -> f64 {
        self.slack
    }
}
