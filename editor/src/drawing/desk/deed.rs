//! Everything that can be asked of the drawing table.

use std::sync::Arc;

use kurbo::{Point, Vec2};

use crate::drawing::document::Key;
use crate::drawing::edit::Edit;
use crate::drawing::hand::{HandKey, LineDeed, Pointer, Settings, Tool};
use crate::drawing::layers::Layer;
use crate::drawing::on_table::{Hold, OnTable};
use crate::drawing::tools::arrange::{Align, Rise};
use crate::drawing::tools::select::Mode;

/// Everything that can be asked of the drawing table.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    /// An edit, as a step of its own.
    Edit(Edit),
    /// An edit that belongs to a drag, of a slider or on the board. All edits with the same number are one step.
    Drag(u64, Edit),
    /// Ends the drag.
    EndDrag,
    /// Cancels the drag.
    CancelDrag(u64),
    Take(Tool),
    Settings(Box<Settings>),
    Pointer(Pointer),
    Key(HandKey),
    /// The typed answer to the tool's question.
    Answer(String),
    /// A picture to trace, this many millimetres large: a file beside the track.
    Picture {
        file: String,
        at: Point,
        width: f64,
        height: f64,
    },
    Select(Vec<Key>, Mode),
    SelectAll,
    SelectNone,
    /// Selects everything of the same kind with the same value in this field as the first selected thing.
    SelectSame(Arc<str>),
    /// Selects the whole course of the first selected space.
    SelectCourse,
    Delete {
        bridging: bool,
    },
    Duplicate,
    /// Pastes what [`Desk::copied`](super::Desk::copied) gave, perhaps for another track.
    Paste(String),
    /// Moves the selection, in millimetres.
    Nudge(Vec2),
    /// Aligns the selection; a single thing, or each if the settings say so, with the page.
    Align(Align),
    /// Makes the gaps within the selection equal, across the sheet or down.
    Distribute {
        across: bool,
    },
    /// Rotates it clockwise about its centre, in degrees.
    Turn(f64),
    /// Scales it by these factors about its centre; negative ones mirror.
    Scale(f64, f64),
    /// Scales all that lies on the sheet so that the course fills it.
    FitToSheet,
    /// Locks, hides or groups the selection, or ends it.
    Hold(Hold),
    /// Moves the selection to another layer.
    ToLayer(Layer),
    /// Locks or hides a whole layer, or ends it.
    Layer(Layer, OnTable),
    /// Puts labels and pictures above or below the others.
    Rise(Rise),
    /// Takes the bends out of the step of a link that was pressed, else of all links that are selected.
    Straighten,
    /// Turns the step of a link that was pressed, or else a link that is selected alone, the other way.
    FlipLink,
    /// Puts a space into the link that was pressed, or behind the space that is selected.
    Insert,
    /// Does this to the line in hand where the pointer is.
    OnLine(LineDeed),
    CloseLoop,
    ReSpace,
    Reverse,
    /// Cuts a course in two before the selected space.
    Split,
    /// Makes one course of two, from the end of one to the beginning of the other.
    Join,
    /// Gives new ids, in order, with the letters of the first.
    Renumber,
    Undo,
    Redo,
    /// Goes to this step of the history.
    GoTo(usize),
}
