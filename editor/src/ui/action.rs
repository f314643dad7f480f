//! The requests of panels, forms and commands. `app/apply.rs` carries them out.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use interpreter::game::Choice;
use interpreter::players::Seat;
use interpreter::playtest::Note;
use kurbo::Size;
use serde::{Deserialize, Serialize};

use super::rules::Order;
use super::sheet::board_view::BoardView;
use super::{draw, statistics};
use crate::drawing::kit::{KitChange, KitList};
use crate::drawing::recovery::Recovered;
use crate::drawing::trail::{self, Trail};
use crate::drawing::{picture, svg};
use crate::files::Library;
use crate::manual::Book;
use crate::playtest::timeline::Way;
use crate::playtest::{self, Pace, Takes};

mod pane;

pub use pane::{Arrangement, Pane};

/// A request from a panel: a message to one part of the window, or something that concerns several.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Setup(SetupMessage),
    Race(RaceMessage),
    /// Does anything with a race except answering questions, such as looking back or playing on from an earlier moment.
    Playtest(playtest::Act),
    Text(TextMessage),
    File(FileMessage),
    Board(draw::Act),
    /// Changes who plays for the statistics, how often, against what, and where the figures are shown.
    Statistics(statistics::Act),
    Window(WindowMessage),
    /// Opens a dialog.
    Ask(Ask),
    /// Reads all files again.
    Reload,
    Undo,
    Redo,
    /// Moves the view of the board in a race.
    Look(BoardView),
    /// Whether that view follows the pieces.
    Follow(bool),
    /// Zooms the board that is shown by a factor.
    Zoom(f32),
    /// Goes to the drawing table. Unless a track lies there already, takes the race's track along.
    Draw,
    /// Starts a race on the board as it is drawn.
    PlayDrawn,
    /// Leaves the drawing table.
    Play,
    /// Copies the selection to the clipboard.
    Copy,
    Cut,
    /// Asks the system for the contents of the clipboard, which arrive as text a little later.
    Paste,
    /// Writes the track to its file.
    Save,
    /// Closes the window, unless something is unsaved.
    Quit,
    /// Saves, and then carries out the action if saving succeeded.
    SaveThen(Box<Action>),
    /// Carries out the action although something is unsaved.
    LoseThen(Box<Action>),
}

/// A change of the setup: game, track, players and rules.
#[derive(Clone, Debug, PartialEq)]
pub enum SetupMessage {
    Ruleset(String),
    /// Chooses a variant by its position in the manifest.
    Variant(usize),
    /// Chooses the rules without add-ons, with all parameters at their defaults.
    AsWritten,
    Addon(String, bool),
    Track(String),
    /// Chooses a series of the manifest by name; `None` is a single race.
    Series(Option<String>),
    Players(usize),
    /// Calls the player in a seat by another name; by an empty one, as the ruleset does.
    Name(usize, String),
    /// Sets a parameter to a value as written; `None` is its default.
    Set(String, Option<String>),
    /// Sets all parameters to their defaults.
    Unset,
    Seed(u64),
    /// Says that this text is no seed.
    NoSeed(String),
}

/// A change of the race on the table: who plays, what they choose, and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum RaceMessage {
    /// Begins the next race of the series.
    NextRace,
    /// Compares the statistics with the rules of a branch or playtest.
    PinRulesOf(playtest::Way),
    /// Returns to a playtest that was put away, by its number.
    TakeUpPlaytest(u32),
    /// Begins a new race, or a whole new series, with a new seed.
    NewRace,
    /// Begins the same race again.
    Restart,
    /// Sets how the race takes up changes.
    Takes(Takes),
    /// Lets the race take up the newest rules now.
    TakeOver(Takes),
    /// Applies the last change at the newest moment, where it was applied at an earlier one.
    TakeOverNewest,
    /// Undoes the last change where it was made: in the texts, and in the setup.
    RevertChange,
    /// Hides the report on the last change.
    HideTold,
    Seat(usize, Seat),
    /// Chooses an option of the question.
    Choose(usize),
    /// Answers this question and the ones after it, for as long as they are asked.
    Follow(Vec<Choice>),
    /// The person who is asked takes the seat at the window. The others look away.
    TakeSeat,
    NextTurn,
    /// Opens the form that sets a thing by hand.
    SetByHand(playtest::Thing),
    /// Opens the form that changes a note.
    ChangeNote(Note),
    /// Shows the rest of the running animation at once.
    Skip,
    Pace(Pace),
    /// Lets bots answer people's questions, too.
    PlayOn(bool),
    /// Whether options that lead to dice tell their odds.
    Odds(bool),
    /// Whether a bot says what it thinks of the options of this question.
    Hint(bool),
}

/// A change of the texts of rules and data.
#[derive(Clone, Debug, PartialEq)]
pub enum TextMessage {
    /// A text as typed. The name is the one used in problems.
    Write(String, Arc<str>),
    /// A text to which a test has been added, and where the test begins.
    AddTest { name: String, text: Arc<str>, at: usize },
    /// Saves all typed texts to their files.
    SaveTexts,
    /// Shows the Rules pane.
    ShowRules,
    /// Shows a place in a text, given by the text's name and in bytes.
    ShowText(String, Range<usize>),
    /// Like `ShowText`, without taking the keyboard focus.
    PointAt(String, Range<usize>),
    /// Undoes a step in the open text, or redoes one if it is `true`.
    Step(bool),
    /// Carries out an order in the open text.
    Rules(Order),
    /// Writes a text over another program's changes.
    KeepText(String),
    /// Drops the typed text in favour of another program's changes.
    TakeText(String),
    /// Shows a line of the rules.
    ShowRule(playtest::Place),
}

/// What a new track begins as.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// An empty sheet of this size.
    Blank(Size),
    /// A copy of the track in this file.
    Copy(PathBuf),
    /// A course along a trail.
    Trail(Box<(Trail, trail::Plan)>),
}

/// A request about tracks, rulesets and saved games as files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileMessage {
    /// Lays a new track on the table.
    BeginTrack {
        ruleset: String,
        path: PathBuf,
        title: String,
        start: Start,
    },
    /// Makes a new ruleset in a library and opens it.
    BeginRuleset {
        /// The ruleset to copy; `None` is a small race.
        from: Option<(Library, String)>,
        name: String,
        title: String,
        library: Library,
    },
    BeginAddon {
        ruleset: String,
        name: String,
        title: String,
    },
    /// Opens another folder with its rulesets and tracks.
    OpenLibrary(Library),
    /// Opens the folder with the rules of the drawn board, and begins a race on it.
    PlayIn(Library),
    /// Opens a track's file on the drawing table.
    DrawFile(PathBuf),
    SaveTo(PathBuf),
    /// Saves the race to a file.
    SaveGame(PathBuf),
    /// Writes the report on the race to a file.
    ReportTo(PathBuf),
    /// Opens a race from a file.
    OpenGame(PathBuf),
    ExportTo {
        path: PathBuf,
        kind: picture::Kind,
        options: svg::Options,
        dpi: u16,
    },
    /// Writes the figures to a file: as a table, as JSON, or the chart as a picture.
    ExportFigures(PathBuf),
    /// Prints into a folder.
    #[cfg(feature = "print")]
    Print(Box<PrintOrder>),
    /// Changes the stamps or templates of the ruleset that is drawn for.
    Kit(KitList, KitChange),
    /// Writes the drawing over another program's changes.
    KeepMine,
    /// Reads another program's changes.
    TakeTheirs,
    /// Puts unsaved work from an earlier run on the table.
    Restore(Recovered),
    /// Drops unsaved work from an earlier run.
    Forget(Recovered),
}

/// What is to be printed, how, and into which folder.
#[cfg(feature = "print")]
#[derive(Clone, Debug, PartialEq)]
pub struct PrintOrder {
    pub order: crate::print::Order,
    /// The track whose board is printed, and for how many players.
    pub track: String,
    pub players: usize,
    pub what: Vec<crate::paper::What>,
    pub folder: PathBuf,
    /// Whether the system opens the last of the files.
    pub opens: bool,
}

/// A change of the window itself: its appearance, and its dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowMessage {
    Theme(egui::ThemePreference),
    /// The size of letters and everything else in the window, in per cent.
    Scale(u16),
    ResetLayout,
    /// Brings a pane to the front, in its room.
    Show(Pane),
    /// Gives the keyboard to the next pane on show, or to the one before.
    NextPane(Way),
    /// Arranges the room for playing, and shows it.
    Arrange(Arrangement),
    /// Closes the drawer beside the board.
    CloseDrawer,
    /// Whether the cards are folded into a line of names.
    FoldCards(bool),
    /// Shows or hides the names of rules beside what they did.
    RuleNames(bool),
    /// Whether dice and pieces are shown where they come to lie, without moving there.
    Calm(bool),
    /// Opens the help at a book, or closes it.
    Help(Book),
    /// Begins the tour of the room.
    Tour,
    /// Closes the dialog.
    Close,
}

macro_rules! messages {
    ($($part:ident: $message:ty,)*) => {
        $(impl From<$message> for Action {
            fn from(message: $message) -> Action {
                Action::$part(message)
            }
        })*
    };
}

messages! {
    Setup: SetupMessage,
    Race: RaceMessage,
    Text: TextMessage,
    File: FileMessage,
    Window: WindowMessage,
}

/// A dialog that a command opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    NewTrack,
    NewTrail,
    NewRuleset,
    NewAddon,
    OpenFolder,
    OpenTrack,
    OpenGame,
    SaveGame,
    Chance,
    AsTest,
    Note,
    Notes,
    Feedback,
    Report,
    Compare,
    SaveAs,
    Export,
    ExportFigures,
    Print,
    /// Unsaved work left from an earlier run.
    LeftWork,
    Palette,
    Keys,
    /// Where the guide lies that was clicked.
    GuidePosition,
}

impl Action {
    /// Whether typed texts would be lost by it.
    pub fn leaves_library(&self) -> bool {
        use FileMessage::{BeginRuleset, OpenLibrary, PlayIn};
        matches!(self, Action::File(OpenLibrary(_) | PlayIn(_) | BeginRuleset { .. }) | Action::Quit)
    }

    /// Whether it removes the drawing from the table.
    pub fn clears_table(&self) -> bool {
        use FileMessage::{BeginRuleset, BeginTrack, DrawFile, OpenLibrary, Restore};
        let clears =
            matches!(self, Action::File(BeginTrack { .. } | BeginRuleset { .. } | OpenLibrary(_) | DrawFile(_) | Restore(_)));
        clears || matches!(self, Action::Quit)
    }
}

/// The use of the window: playing or drawing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Room {
    #[default]
    Play,
    Draw,
}
