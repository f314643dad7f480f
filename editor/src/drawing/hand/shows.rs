//! What is shown and asked while a tool is at work, in millimetres and without colours.

use kurbo::{BezPath, ParamCurve, PathSeg, Point, Rect};

use crate::board::shapes::Tile;

/// What is shown above the board while a tool is at work.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shows {
    pub shapes: Vec<Shape>,
    /// What the tool is doing, and how to go on.
    pub words: String,
}

/// A simple shape to draw above the board; positions are in millimetres.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    Line(Vec<Point>, Mark),
    /// A frame, turned about its middle by so many radians.
    Frame(Rect, f64, Mark),
    Dot(Point, Mark),
    /// A space that is meant, or one that would be drawn: its centre and half its side.
    Tile(Point, f64, Mark),
    /// A space as it would be drawn.
    Space(Tile, Mark),
    Words(Point, String, Mark),
    /// What is wrong with what is being done, said at the pointer.
    Warning(String),
}

/// What a shape stands for; the window has a colour for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// What a click would make.
    Draft,
    /// The neighbour that a position snaps to.
    Guide,
    /// The frame drawn around things to select them.
    Marquee,
    /// A handle that scales or rotates the selection.
    Handle,
    /// A node that is selected.
    Chosen,
    /// How far one can go.
    Reach,
    /// What would be deleted.
    Gone,
}

/// A question to answer by typing before a tool goes on.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// The position it is about.
    pub at: Point,
    pub asks: String,
    /// The current value.
    pub now: String,
}

impl Shape {
    pub(super) fn line(points: impl IntoIterator<Item = Point>, mark: Mark) -> Shape {
        Shape::Line(points.into_iter().collect(), mark)
    }

    /// A curve, in pieces as short as the screen needs.
    pub(super) fn along(path: &BezPath, mark: Mark) -> Shape {
        let points = |segment: PathSeg| {
            let pieces = if is_straight(&segment) { 1 } else { 12 };
            (0..=pieces).map(move |n| segment.eval(f64::from(n) / f64::from(pieces)))
        };
        Shape::line(path.segments().flat_map(points), mark)
    }
}

/// Whether a piece of a curve leads straight from its beginning to its end.
fn is_straight(segment: &PathSeg) -> bool {
    let (from, cubic) = (segment.start(), segment.to_cubic());
    let way = segment.end() - from;
    [cubic.p1, cubic.p2].into_iter().all(|handle| way.cross(handle - from).abs() <= 1e-6 * way.hypot2())
}
