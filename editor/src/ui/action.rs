//! What panels, forms and commands ask for. `app/apply.rs` does it.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use interpreter::game::Choice;
use interpreter::players::Seat;
use kurbo::Size;

use super::race::{self, Pace, Takes};
use super::rules::Order;
use super::sheet::camera::Camera;
use super::{draw, statistics};
use crate::drawing::recovery::Recovered;
use crate::drawing::{picture, svg};
use crate::files::Library;

/// Everything that panels can ask for: a message to one part of the window, or something that is for several of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Setup(SetupMessage),
    Race(RaceMessage),
    /// Looks back, plays on from there, and whatever else is done with a race but answering.
    Playtest(race::Act),
    Text(TextMessage),
    File(FileMessage),
    Board(draw::Act),
    /// Figures: who plays, how often, against what, and where they are shown.
    Statistics(statistics::Act),
    Window(WindowMessage),
    /// Opens a dialog.
    Ask(Ask),
    /// Reads the files again.
    Reload,
    Undo,
    Redo,
    /// Where to look at the board; `None`: all of it.
    Look(Option<Camera>),
    /// Goes to the drawing table, with the track that is raced on unless one lies there already.
    Draw,
    /// Races on the board as it is drawn.
    PlayDrawn,
    /// Leaves the drawing table.
    Play,
    /// What is selected goes to the clipboard.
    Copy,
    Cut,
    /// Asks the system for what is on the clipboard; it comes as text a little later.
    Paste,
    /// Writes the track to its file.
    Save,
    /// Closes the window, unless something is not saved yet.
    Quit,
    /// Saves, and if that is well does what follows.
    SaveThen(Box<Action>),
    /// Does what follows, though something is not saved.
    LoseThen(Box<Action>),
}

/// What is to be played: game, track, players and rules.
#[derive(Clone, Debug, PartialEq)]
pub enum SetupMessage {
    Ruleset(String),
    /// By position in the manifest.
    Variant(usize),
    /// No add-ons, all parameters as in the rules.
    AsWritten,
    Addon(String, bool),
    Track(String),
    /// A series of the manifest by name; `None`: a single race.
    Series(Option<String>),
    Players(usize),
    /// A parameter's value as written; `None`: the rules' own.
    Set(String, Option<String>),
    /// All parameters as the rules have them.
    Unset,
    Seed(u64),
}

/// The race on the table: who plays, what they choose, and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum RaceMessage {
    /// The race of the series that follows.
    NextRace,
    /// Figures are compared with those of the rules of a way of a race.
    PinRulesOf(race::Way),
    /// Goes on with a playtest that was put away, by its number.
    TakeUpPlaytest(u32),
    /// A new race, or a whole new series, with a new seed.
    NewRace,
    /// The same race from the start.
    Restart,
    /// How the race takes up what is changed.
    Takes(Takes),
    /// The race takes up the newest rules now.
    TakeOver(Takes),
    /// What became of the last change has been read.
    HideTold,
    Seat(usize, Seat),
    /// Takes an option of the question.
    Choose(usize),
    /// Answers this question and those that follow it, as long as they are asked.
    Follow(Vec<Choice>),
    /// The person who is asked sits before the window; the others look away.
    TakeSeat,
    NextTurn,
    /// Asks how a thing is to be by hand.
    SetByHand(race::Thing),
    /// Shows at once what is being shown.
    Skip,
    Pace(Pace),
    /// People's questions are answered by bots, too.
    PlayOn(bool),
}

/// The texts of rules and data.
#[derive(Clone, Debug, PartialEq)]
pub enum TextMessage {
    /// A text as it is typed, by its name as problems give it.
    Write(String, Arc<str>),
    /// A text with a test that has been added to it, and where that begins.
    AddTest { name: String, text: Arc<str>, at: usize },
    /// Writes all texts that were typed to their files.
    SaveTexts,
    /// Shows the texts of the rules.
    ShowRules,
    /// Shows a place of a text, by its name and in bytes.
    ShowText(String, Range<usize>),
    /// The same without taking the keyboard.
    PointAt(String, Range<usize>),
    /// Does something in the text of rules on show.
    Rules(Order),
    /// Writes a text over what somebody else has written.
    KeepText(String),
    /// Drops what was typed, for what somebody else has written.
    TakeText(String),
    /// Leads to a line of the rules.
    ShowRule(race::Place),
}

/// Tracks, rulesets and saved games as files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileMessage {
    /// An empty sheet on the table.
    BeginTrack {
        ruleset: String,
        path: PathBuf,
        title: String,
        sheet: Size,
    },
    /// A new ruleset in a library, which is then opened.
    BeginRuleset {
        /// Which is copied; `None`: a small race.
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
    /// Works with the rulesets and tracks of another folder.
    OpenLibrary(Library),
    /// Opens the folder in which the rules of the drawn board lie, and begins a race on it.
    PlayIn(Library),
    /// Lays a track's file onto the drawing table.
    DrawFile(PathBuf),
    SaveTo(PathBuf),
    /// Writes the race to a file.
    SaveGame(PathBuf),
    /// Goes on with a race from a file.
    OpenGame(PathBuf),
    ExportTo {
        path: PathBuf,
        kind: picture::Kind,
        options: svg::Options,
        dpi: u16,
    },
    /// Writes over what somebody else has written.
    KeepMine,
    /// Reads what somebody else has written.
    TakeTheirs,
    /// Lays unsaved work from last time onto the table.
    Restore(Recovered),
    /// Nobody wants it.
    Forget(Recovered),
}

/// The window itself: how it looks, and the dialog over it.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowMessage {
    Theme(egui::ThemePreference),
    /// The size of letters and all else in the window, in per cent.
    Scale(u16),
    ResetLayout,
    /// Whether the cards are a line of names.
    FoldCards(bool),
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

/// The dialogs that a command opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    NewTrack,
    NewRuleset,
    NewAddon,
    OpenFolder,
    OpenTrack,
    OpenGame,
    SaveGame,
    Chance,
    AsTest,
    Compare,
    SaveAs,
    Export,
    /// Work that was left unsaved at an earlier end.
    LeftWork,
    Palette,
    Keys,
}

impl Action {
    /// Whether what is typed has no place any more afterwards.
    pub fn leaves_library(&self) -> bool {
        use FileMessage::{BeginRuleset, OpenLibrary, PlayIn};
        matches!(self, Action::File(OpenLibrary(_) | PlayIn(_) | BeginRuleset { .. }) | Action::Quit)
    }

    /// Whether it takes what is drawn from the table.
    pub fn clears_table(&self) -> bool {
        use FileMessage::{BeginRuleset, BeginTrack, DrawFile, OpenLibrary, Restore};
        let clears =
            matches!(self, Action::File(BeginTrack { .. } | BeginRuleset { .. } | OpenLibrary(_) | DrawFile(_) | Restore(_)));
        clears || matches!(self, Action::Quit)
    }
}

/// What the window is used for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Room {
    #[default]
    Play,
    Draw,
}
