//! Everything that can be asked of the drawing table.

use std::sync::Arc;

use kurbo::{Point, Vec2};

use crate::drawing::document::Key;
use crate::drawing::edit::Edit;
use crate::drawing::hand::{HandKey, Pointer, Settings, Tool};
use crate::drawing::tools::arrange::Align;
use crate::drawing::tools::select::Mode;

/// Everything that can be asked of the drawing table.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    /// An edit, as a step of its own.
    Edit(Edit),
    /// An edit that belongs to a drag, of a slider or on the board: all with the same number are one step.
    Drag(u64, Edit),
    /// The drag is over.
    EndDrag,
    /// The drag is broken off.
    CancelDrag(u64),
    Take(Tool),
    Settings(Settings),
    Pointer(Pointer),
    Key(HandKey),
    /// What was typed for what the hand asks.
    Answer(String),
    /// A picture to trace over, so many millimetres large: a file beside the track.
    Picture {
        file: String,
        at: Point,
        width: f64,
        height: f64,
    },
    Select(Vec<Key>, Mode),
    SelectAll,
    SelectNone,
    /// Everything of the same kind that says the same in this field as the first thing selected.
    SelectSame(Arc<str>),
    /// The whole course that the first selected space is part of.
    SelectCourse,
    Delete {
        bridging: bool,
    },
    Duplicate,
    /// What [`Desk::copied`](super::Desk::copied) gave, perhaps of another track.
    Paste(String),
    /// In millimetres.
    Nudge(Vec2),
    Align(Align),
    /// Degrees clockwise, round the middle of the selection.
    Turn(f64),
    /// By factors, from the middle of the selection; negative ones mirror.
    Scale(f64, f64),
    CloseLoop,
    ReSpace,
    Reverse,
    /// Ids anew, in order, under the letters of the first.
    Renumber,
    Undo,
    Redo,
    /// Until so many steps are done.
    GoTo(usize),
}
