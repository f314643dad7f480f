//! What is shown and asked while a tool is at work, in millimetres and without colours.

use kurbo::{Point, Rect};

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

impl Shape {
    pub(super) fn line(points: impl IntoIterator<Item = Point>, mark: Mark) -> Shape {
        Shape::Line(points.into_iter().collect(), mark)
    }
}
