//! What there is to do, by name: a new case of any of these stops the build here, and then the test, until it is among the deeds.

use std::collections::BTreeSet;

use editor::drawing::List;

use super::super::*;

/// A case of an enum, as `(enum, case)`.
pub type Named = (&'static str, &'static str);

macro_rules! kinds {
    ($($of:ident: $($case:ident)*;)*) => {
        /// All of them.
        pub fn all() -> BTreeSet<Named> {
            [$($((stringify!($of), stringify!($case)),)*)*].into()
        }

        $(impl Kind for $of {
            fn kind(&self) -> Named {
                match self { $($of::$case { .. } => (stringify!($of), stringify!($case)),)* }
            }
        })*
    };
}

pub trait Kind {
    fn kind(&self) -> Named;
}

kinds! {
    Deed: Edit Drag EndDrag CancelDrag Take Settings Pointer Key Answer Picture Select SelectAll SelectNone SelectSame SelectCourse Delete
        Duplicate Paste Nudge Align Distribute Turn Scale Hold ToLayer Layer Rise Straighten FlipLink Insert OnLine CloseLoop ReSpace
        Reverse Split Join Renumber FitToSheet Undo
        Redo GoTo;
    Edit: Add Remove Place Arrange Set SetEach Rename Renumber Order Connect Disconnect Flip Route Track TrackField Ignore Notice All;
    Tool: Select Reshape Course Grid Space Paint Link Path Label Area Stroke Erase Measure Picture Template;
    PointerIs: Moved Pressed Dragged Released Twice;
    HandKey: Enter Backspace All Escape;
    LineDeed: Bend RemoveNode AddNode Split;
    Align: Left Centre Right Top Middle Bottom;
    Rise: Front Forward Backward Back;
    Hold: Group Ungroup Lock Unlock UnlockAll Hide ShowAll;
    Layer: Backdrop Ground Spaces Notes;
    Mode: Replace Add Toggle Subtract;
    List: Spaces Links Paths Courses Decor;
}

/// Whether such a deed never changes what is drawn.
pub fn draws_nothing(named: &Named) -> bool {
    const NONE: [&str; 8] = ["EndDrag", "Take", "Settings", "Select", "SelectAll", "SelectNone", "SelectSame", "SelectCourse"];
    matches!(named, ("Deed", deed) if NONE.contains(deed)) || matches!(named, ("Tool", "Measure"))
}

/// Everything that a deed is an example of.
pub fn of(deed: &Deed) -> Vec<Named> {
    let mut kinds = vec![deed.kind()];
    match deed {
        Deed::Edit(edit) | Deed::Drag(_, edit) => of_edit(edit, &mut kinds),
        Deed::Take(tool) => kinds.push(tool.kind()),
        Deed::Pointer(pointer) => kinds.push(pointer.is.kind()),
        Deed::Key(key) => kinds.push(key.kind()),
        Deed::Select(_, mode) => kinds.push(mode.kind()),
        Deed::Align(by) => kinds.push(by.kind()),
        Deed::Hold(hold) => kinds.push(hold.kind()),
        Deed::ToLayer(layer) | Deed::Layer(layer, _) => kinds.push(layer.kind()),
        Deed::Rise(by) => kinds.push(by.kind()),
        Deed::OnLine(deed) => kinds.push(deed.kind()),
        _ => {}
    }
    kinds
}

fn of_edit(edit: &Edit, kinds: &mut Vec<Named>) {
    kinds.push(edit.kind());
    match edit {
        Edit::Add { list, .. } | Edit::Order { list, .. } => kinds.push(list.kind()),
        Edit::All(_, edits) => edits.iter().for_each(|edit| of_edit(edit, kinds)),
        _ => {}
    }
}
