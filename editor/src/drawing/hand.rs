//! What the designer holds: a tool with its settings, and what it is in the middle of doing. Without a window: it is told where the
//! pointer goes, and answers with edits, a selection, and what to show meanwhile.

use std::sync::Arc;

use kurbo::Point;

use super::fields::Fields;

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

/// A tool with its settings.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    pub tool: Tool,
    pub settings: Settings,
}
