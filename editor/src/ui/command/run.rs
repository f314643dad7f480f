//! What a command does, and when it can be done.

use std::sync::Arc;

use super::Command;
use crate::drawing::{Deed, Desk};
use crate::files::Library;
use crate::ui::app::{Action, App, Ask, Room};
use crate::ui::dialog::edit::EditForm;
use crate::ui::draw;
use crate::ui::panel_cards;
use crate::ui::race::{self, Race, Waiting};
use crate::ui::statistics::Act;

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
            Command::Save if app.room == Room::Play => refuse(!app.has_unsaved(), "Nothing was drawn or typed that is not saved"),
            Command::Save => refuse(desk.is_none() && !app.has_unsaved(), NO_DRAWING),
            Command::Redo if app.room == Room::Play => refuse(!app.can_redo(), "Nothing was undone"),
            Command::Redo => refuse(desk.is_none_or(|desk| desk.drawing.redoes().is_none()), "Nothing was undone"),
            Command::NextRace => refuse(!app.can_go_on_to_next_race(), "No race of a series is over that another follows"),
            Command::SameAgain => refuse(app.race.is_none(), "There is no race"),
            Command::GoDraw => refuse(app.race.is_none() && desk.is_none(), "There is no track: begin one"),
            Command::PlayDrawn => refuse(desk.is_none(), NO_DRAWING),
            Command::NextTurn => {
                let waits = app.race.as_ref().is_some_and(|race| race.waiting(app.pace) == Waiting::NextTurn);
                refuse(!waits, "No turn waits to be shown")
            }
            Command::Skip => refuse(
                app.race.as_ref().is_none_or(|race| race.is_all_shown() && race.looking_at().is_none()),
                "Everything is on show",
            ),
            Command::AsTest => refuse(app.race.is_none(), "There is no race"),
            Command::EditState => match &app.race {
                Some(race) if race.is_edited() => None,
                Some(race) => race.edits_nothing(),
                None => Some("There is no race"),
            },
            Command::Chance => match &app.race {
                Some(race) if EditForm::chance(race).is_some() => race.edits_nothing(),
                _ => Some("There is neither a die nor a card"),
            },
            Command::SaveGame => refuse(app.race.is_none(), "There is no race"),
            Command::PlayPause => match &app.race {
                Some(race) => race.plays_nothing(app.pace),
                None => Some("There is no race"),
            },
            Command::Step(stride, way) => {
                refuse(app.race.as_ref().is_none_or(|race| !race.can_step(stride, way)), "There is nothing farther on")
            }
            Command::Now => refuse(app.race.as_ref().is_none_or(|race| race.looking_at().is_none()), "That is what is on show"),
            Command::PlayFromHere => {
                let can =
                    app.race.as_ref().is_some_and(|race| race.looking_at().is_some() || race.is_paused() || race.is_edited());
                refuse(!can, "Look back to a moment first")
            }
            Command::FoldCards => {
                refuse(!app.race.as_ref().is_some_and(panel_cards::has_cards), "There are no cards on the table")
            }
            Command::Heat => refuse(app.statistics.newest.is_none(), "There are no figures yet"),
            Command::Pin => refuse(
                match (&app.statistics.pinned, &app.statistics.now) {
                    (_, None) => true,
                    (Some(pinned), Some(now)) => pinned.hash == now.hash,
                    (None, Some(_)) => false,
                },
                "These rules are pinned, or there are none",
            ),
            Command::Unpin => refuse(app.statistics.pinned.is_none(), "Nothing is pinned"),
            Command::BuiltIn => refuse(app.library == Library::built_in(), "That is where you are"),
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

    /// What it would do, where that is another thing each time.
    pub fn what(self, app: &App) -> Option<String> {
        let drawing = app.draw.as_ref().filter(|_| app.room != Room::Play).map(|draw| &draw.desk.drawing);
        match (self, drawing) {
            (Command::Undo, Some(drawing)) => drawing.undoes().map(str::to_owned),
            (Command::Redo, Some(drawing)) => drawing.redoes().map(str::to_owned),
            (Command::Undo, None) => app.undoes(),
            (Command::Redo, None) => app.race.as_ref()?.redoes().map(str::to_owned),
            _ => None,
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
            Command::EditState => Some(app.race.as_ref().is_some_and(Race::is_edited)),
            Command::Heat => Some(app.statistics.heat),
            Command::FoldCards => Some(app.layouts.is_folded()),
            _ => None,
        }
    }

    /// What it asks for.
    pub fn action(self, app: &App) -> Action {
        let deed = |deed: Deed| Action::Board(draw::Act::Do(deed));
        let larger = || SIZES.into_iter().find(|size| *size > app.scale);
        let smaller = || SIZES.into_iter().rev().find(|size| *size < app.scale);
        match self {
            Command::NewTrack => Action::Ask(Ask::NewTrack),
            Command::NewRuleset => Action::Ask(Ask::NewRuleset),
            Command::NewAddon => Action::Ask(Ask::NewAddon),
            Command::OpenFolder => Action::Ask(Ask::OpenFolder),
            Command::BuiltIn => Action::OpenLibrary(Library::built_in()),
            Command::OpenTrack => Action::Ask(Ask::OpenTrack),
            Command::OpenGame => Action::Ask(Ask::OpenGame),
            Command::SaveGame => Action::Ask(Ask::SaveGame),
            Command::Save => Action::Save,
            Command::ShowRules => Action::ShowRules,
            Command::Rules(order) => Action::Rules(order),
            Command::SaveAs => Action::Ask(Ask::SaveAs),
            Command::Export => Action::Ask(Ask::Export),
            Command::LeftWork => Action::Ask(Ask::LeftWork),
            Command::ReadAgain => Action::Reload,
            Command::Quit => Action::Quit,
            Command::Undo if app.room == Room::Play => Action::Undo,
            Command::Undo => deed(Deed::Undo),
            Command::Redo if app.room == Room::Play => Action::Redo,
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
            Command::FitAll => Action::Board(draw::Act::Look(None)),
            Command::FitSelection => Action::Board(draw::Act::LookAtSelected),
            Command::See(vision) => Action::Board(draw::Act::See(vision)),
            Command::Theme(theme) => Action::Theme(theme),
            Command::Larger => Action::Scale(larger().unwrap_or(app.scale)),
            Command::Smaller => Action::Scale(smaller().unwrap_or(app.scale)),
            Command::UsualSize => Action::Scale(100),
            Command::FoldCards => Action::FoldCards(!app.layouts.is_folded()),
            Command::ResetLayout => Action::ResetLayout,
            Command::GoDraw => Action::Draw,
            Command::GoPlay => Action::Play,
            Command::PlayDrawn => Action::PlayDrawn,
            Command::NewRace => Action::NewRace,
            Command::NextRace => Action::NextRace,
            Command::SameAgain => Action::Restart,
            Command::NextTurn => Action::NextTurn,
            Command::Skip => Action::Skip,
            Command::Pace(pace) => Action::Pace(pace),
            Command::PlayPause => {
                let plays = app.race.as_ref().is_some_and(|race| race.is_going(app.pace));
                Action::Playtest(race::Act::Play(!plays))
            }
            Command::Step(stride, way) => Action::Playtest(race::Act::Step(stride, way)),
            Command::Now => Action::Playtest(race::Act::Now),
            Command::PlayFromHere if Command::EditState.is_on(app) == Some(true) => Action::Playtest(race::Act::EndEditing),
            Command::PlayFromHere => Action::Playtest(race::Act::PlayFromHere),
            Command::EditState => Action::Playtest(race::Act::EditState(!app.race.as_ref().is_some_and(Race::is_edited))),
            Command::Chance => Action::Ask(Ask::Chance),
            Command::AsTest => Action::Ask(Ask::AsTest),
            Command::PlayOn => Action::PlayOn(!app.play_on),
            Command::Heat => Action::Statistics(Act::Heat(!app.statistics.heat)),
            Command::Pin => Action::Statistics(Act::Pin),
            Command::Unpin => Action::Statistics(Act::Unpin),
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
