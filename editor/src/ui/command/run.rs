//! What a command does, and when it can be done.

use std::sync::Arc;

use super::Command;
use crate::drawing::{Deed, Desk};
use crate::ui::app::{Action, App, Ask, Room};
use crate::ui::draw::Act;
use crate::ui::race::Waiting;

/// Steps of the size of letters, in per cent.
const SIZES: [u16; 8] = [75, 90, 100, 110, 125, 150, 175, 200];

const NO_DRAWING: &str = "Nothing lies on the drawing table: open a track or begin one";
const NO_SELECTION: &str = "Select something first";

impl Command {
    /// Why it can't be done now; `None`: it can.
    pub fn refused(self, app: &App) -> Option<&'static str> {
        let refuse = |is: bool, why: &'static str| is.then_some(why);
        let desk = app.draw.as_ref().map(|draw| &draw.desk);
        match self {
            Command::Undo if app.room == Room::Play => refuse(!app.can_undo(), "Nothing was decided yet"),
            Command::Undo => match desk {
                Some(desk) => refuse(desk.drawing.undoes().is_none(), "Nothing was done yet"),
                None => Some(NO_DRAWING),
            },
            Command::Redo => refuse(desk.is_none_or(|desk| desk.drawing.redoes().is_none()), "Nothing was undone"),
            Command::SameAgain => refuse(app.race.is_none(), "There is no race"),
            Command::GoDraw => refuse(app.race.is_none() && desk.is_none(), "There is no track: begin one"),
            Command::PlayDrawn => refuse(desk.is_none(), NO_DRAWING),
            Command::NextTurn => {
                let waits = app.race.as_ref().is_some_and(|race| race.waiting(app.pace) == Waiting::NextTurn);
                refuse(!waits, "No turn waits to be shown")
            }
            Command::Skip => refuse(app.race.as_ref().is_none_or(|race| race.is_all_shown()), "Everything is on show"),
            Command::NewTrack | Command::NewAddon => refuse(app.rulesets.is_empty(), "There are no rulesets here"),
            Command::FitSelection
            | Command::Cut
            | Command::Copy
            | Command::Duplicate
            | Command::Delete
            | Command::DeleteBridging
            | Command::SelectNone
            | Command::SelectCourse
            | Command::Align(_)
            | Command::TurnLeft
            | Command::TurnRight
            | Command::MirrorAcross
            | Command::MirrorDown
            | Command::CloseLoop
            | Command::ReSpace
            | Command::Reverse
            | Command::Renumber => match desk {
                Some(desk) => refuse(desk.selected.is_empty(), NO_SELECTION),
                None => Some(NO_DRAWING),
            },
            Command::SelectSame => match desk {
                Some(desk) => refuse(same_field(desk).is_none(), NO_SELECTION),
                None => Some(NO_DRAWING),
            },
            Command::Larger => refuse(app.scale >= SIZES[SIZES.len() - 1], "It is as large as it can be"),
            Command::Smaller => refuse(app.scale <= SIZES[0], "It is as small as it can be"),
            _ => match self.entry().room {
                Some(Room::Draw) if self != Command::GoPlay => refuse(desk.is_none(), NO_DRAWING),
                _ => None,
            },
        }
    }

    /// Whether it is what is on now; `None`: it is nothing that is on or off.
    pub fn is_on(self, app: &App) -> Option<bool> {
        match self {
            Command::Take(tool) => Some(app.draw.as_ref().is_some_and(|draw| draw.desk.hand.tool == tool)),
            Command::See(vision) => Some(app.draw.as_ref().is_some_and(|draw| draw.vision == vision)),
            Command::Theme(theme) => Some(app.theme == theme),
            Command::Pace(pace) => Some(app.pace == pace),
            Command::PlayOn => Some(app.play_on),
            _ => None,
        }
    }

    /// What it asks for.
    pub fn action(self, app: &App) -> Action {
        let deed = |deed: Deed| Action::Board(Act::Do(deed));
        let larger = || SIZES.into_iter().find(|size| *size > app.scale);
        let smaller = || SIZES.into_iter().rev().find(|size| *size < app.scale);
        match self {
            Command::NewTrack => Action::Ask(Ask::NewTrack),
            Command::NewRuleset => Action::Ask(Ask::NewRuleset),
            Command::NewAddon => Action::Ask(Ask::NewAddon),
            Command::OpenFolder => Action::Ask(Ask::OpenFolder),
            Command::OpenTrack => Action::Ask(Ask::OpenTrack),
            Command::Save => Action::Save,
            Command::SaveAs => Action::Ask(Ask::SaveAs),
            Command::Export => Action::Ask(Ask::Export),
            Command::ReadAgain => Action::Reload,
            Command::Quit => Action::Quit,
            Command::Undo if app.room == Room::Play => Action::Undo,
            Command::Undo => deed(Deed::Undo),
            Command::Redo => deed(Deed::Redo),
            Command::Cut => Action::Cut,
            Command::Copy => Action::Copy,
            Command::Paste => Action::Paste,
            Command::Duplicate => deed(Deed::Duplicate),
            Command::Delete => deed(Deed::Delete { bridging: false }),
            Command::DeleteBridging => deed(Deed::Delete { bridging: true }),
            Command::SelectAll => deed(Deed::SelectAll),
            Command::SelectNone => deed(Deed::SelectNone),
            Command::SelectSame => {
                deed(Deed::SelectSame(app.draw.as_ref().and_then(|draw| same_field(&draw.desk)).unwrap_or_default()))
            }
            Command::SelectCourse => deed(Deed::SelectCourse),
            Command::Take(tool) => deed(Deed::Take(tool)),
            Command::Align(by) => deed(Deed::Align(by)),
            Command::TurnRight => deed(Deed::Turn(90.0)),
            Command::TurnLeft => deed(Deed::Turn(-90.0)),
            Command::MirrorAcross => deed(Deed::Scale(-1.0, 1.0)),
            Command::MirrorDown => deed(Deed::Scale(1.0, -1.0)),
            Command::CloseLoop => deed(Deed::CloseLoop),
            Command::ReSpace => deed(Deed::ReSpace),
            Command::Reverse => deed(Deed::Reverse),
            Command::Renumber => deed(Deed::Renumber),
            Command::FitAll if app.room == Room::Play => Action::Look(None),
            Command::FitAll => Action::Board(Act::Look(None)),
            Command::FitSelection => Action::Board(Act::LookAtSelected),
            Command::See(vision) => Action::Board(Act::See(vision)),
            Command::Theme(theme) => Action::Theme(theme),
            Command::Larger => Action::Scale(larger().unwrap_or(app.scale)),
            Command::Smaller => Action::Scale(smaller().unwrap_or(app.scale)),
            Command::UsualSize => Action::Scale(100),
            Command::ResetLayout => Action::ResetLayout,
            Command::GoDraw => Action::Draw,
            Command::GoPlay => Action::Play,
            Command::PlayDrawn => Action::PlayDrawn,
            Command::NewRace => Action::NewRace,
            Command::SameAgain => Action::Restart,
            Command::NextTurn => Action::NextTurn,
            Command::Skip => Action::Skip,
            Command::Pace(pace) => Action::Pace(pace),
            Command::PlayOn => Action::PlayOn(!app.play_on),
            Command::Palette => Action::Ask(Ask::Palette),
            Command::Keys => Action::Ask(Ask::Keys),
        }
    }
}

/// The field by which things are the same as the first one selected: the one that the brush paints, else the first that it says
/// something in, else the first that there is.
fn same_field(desk: &Desk) -> Option<Arc<str>> {
    let first = desk.document().item(*desk.chosen().first()?)?;
    let painted = desk.hand.settings.brush.as_ref().map(|(field, _)| field.clone());
    let fields = || desk.checker.schema.space.iter().map(|field| field.name.clone());
    let said = fields().find(|field| first.fields.get(field).is_some());
    painted.or(said).or_else(|| fields().next()).or_else(|| Some("kind".into()))
}
