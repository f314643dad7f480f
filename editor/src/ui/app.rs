//! The window's state, what can be done with it, and the one place where it is done.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interpreter::players::Seat;
use interpreter::ruleset::{Ruleset, Text};
use interpreter::series::Series;
use interpreter::vm::random::derive_seed;

use super::action::Room;
use super::dialog::{self, Dialog, Notice};
use super::draw::Draw;
use super::layout::{Layouts, Pane};
use super::problem::Problem;
use super::race::{self, Pace, Race};
use super::rules::RulesPane;
use super::sheet::camera::Camera;
use super::statistics::Statistics;
use super::wanted::Wanted;
use crate::beside::{Beside, Wake};
use crate::drawing::Checker;
use crate::drawing::document::SHEET;
use crate::drawing::recovery::Recovery;
use crate::files::Library;
use crate::live::Live;

pub(super) mod apply;
mod back;
mod begin;
mod build;
mod export;
mod files;
pub mod follow;
mod frame;
mod keep;
pub mod kept;
mod rest;
mod room;
mod saves;
mod texts;

use back::{Before, Otherwise};
use follow::Follow;
use keep::Keeper;

/// What the window is asked for at the end of a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    Copy(String),
    Paste,
    Close,
}

/// What to begin with; tests take away haste and chance.
#[derive(Clone, Debug)]
pub struct Begin {
    pub pace: Pace,
    /// `None`: by the clock.
    pub seed: Option<u64>,
    pub ruleset: Option<String>,
    pub addons: Vec<String>,
    pub track: Option<String>,
    /// Drawing, the track that is raced on lies on the table, unless another is named.
    pub room: Room,
    /// An empty sheet on the table, for this ruleset, to be saved there.
    pub draw_new: Option<(String, PathBuf)>,
    /// This file on the table.
    pub draw_file: Option<PathBuf>,
    /// Where unsaved work is kept; `None`: nowhere.
    pub recovery: Option<Recovery>,
    /// Whether figures are played in the background.
    pub statistics: bool,
}

impl Default for Begin {
    fn default() -> Begin {
        Begin {
            pace: Pace::Quick,
            seed: None,
            ruleset: None,
            addons: vec![],
            track: None,
            room: Room::Play,
            draw_new: None,
            draw_file: None,
            recovery: None,
            statistics: false,
        }
    }
}

/// A track to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackName {
    /// As in files and settings: `ring`.
    pub file: String,
    /// As on the board: `Gratwald`.
    pub title: String,
}

/// The window.
pub struct App {
    pub library: Library,
    /// All rulesets: their names and titles.
    pub rulesets: Vec<(String, String)>,
    pub wanted: Wanted,
    /// The texts of the wanted ruleset as they stand here, and what is built of them.
    pub live: Live,
    /// The texts as they are edited.
    pub rules: RulesPane,
    pub follow: Follow,
    pub statistics: Statistics,
    /// Wakes the window; `None`: files are looked at only when that is asked for.
    wake: Option<Wake>,
    /// The time of this frame, in seconds.
    now: f64,
    pub ruleset: Option<Arc<Ruleset>>,
    pub tracks: Vec<TrackName>,
    /// The texts that the tracks' titles were read from.
    tracks_of: Option<BTreeMap<String, Text>>,
    /// Reads the titles.
    titles: Beside<Vec<TrackName>>,
    /// Of the wanted rules; the race on show may be of earlier ones.
    pub problems: Vec<Problem>,
    /// Whether what is wanted can't be played.
    pub is_broken: bool,
    /// The last race that could be played.
    pub race: Option<Race>,
    /// Reads a saved game.
    opening: Beside<saves::Read>,
    /// The series that the race belongs to, with the races before it.
    pub series: Option<Series>,
    /// Who sits where, for as many seats as were ever needed.
    pub seats: Vec<Seat>,
    pub seed: u64,
    pub pace: Pace,
    pub play_on: bool,
    thinker: race::Thinker,
    pub camera: Option<Camera>,
    pub room: Room,
    /// The track that is being drawn.
    pub draw: Option<Draw>,
    /// Weaves the rules that it is drawn for.
    checking: Beside<Arc<Checker>>,
    pub theme: egui::ThemePreference,
    /// The size of everything, in per cent.
    pub scale: u16,
    pub layouts: Layouts,
    /// Panes that have failed, and why.
    pub failed: BTreeMap<Pane, String>,
    pub dialog: Option<Dialog>,
    pub dialogs: dialog::Desk,
    pub test_writer: dialog::Writer,
    keeper: Keeper,
    /// Nothing is asked any more before the window closes.
    may_close: bool,
    /// What was done or came to nothing, for a while.
    pub notice: Option<Notice>,
    /// The notice on show, and since when.
    noticed: Option<(Notice, f64)>,
    pub wishes: Vec<Wish>,
    exports: Vec<export::Exporting>,
    /// The track that was laid onto the drawing table because it was raced on.
    laid: Option<PathBuf>,
    /// What was on the table before it was begun anew, for undo.
    before: Option<Before>,
    added: Option<back::Added>,
    /// The file of the game that was saved or opened last.
    pub last_game: Option<PathBuf>,
    /// What the race on show was begun, or taken over, with.
    played: Wanted,
    otherwise: Otherwise,
}

/// Seeds are short enough to be told to somebody.
const SEEDS: u64 = 1_000_000;

impl App {
    /// Opens on a race of the ruleset to begin with.
    pub fn begin(library: Library, begin: Begin) -> App {
        let rulesets = build::titles(&library);
        let ruleset = begin.ruleset.or_else(|| library.first()).unwrap_or_default();
        let wanted = Wanted { ruleset, addons: begin.addons, track: begin.track, ..Wanted::default() };
        let mut app = App {
            library,
            rulesets,
            wanted,
            live: Live::default(),
            rules: RulesPane::default(),
            follow: Follow::default(),
            statistics: Statistics::new(begin.statistics),
            wake: None,
            now: 0.0,
            ruleset: None,
            tracks: vec![],
            tracks_of: None,
            titles: Beside::default(),
            opening: Beside::default(),
            problems: vec![],
            is_broken: false,
            race: None,
            series: None,
            seats: vec![Seat::Human],
            seed: begin.seed.unwrap_or_else(seed_by_clock),
            pace: begin.pace,
            play_on: false,
            thinker: race::Thinker::default(),
            camera: None,
            room: Room::Play,
            draw: None,
            checking: Beside::default(),
            theme: egui::ThemePreference::System,
            scale: 100,
            layouts: Layouts::default(),
            failed: BTreeMap::new(),
            dialog: None,
            dialogs: dialog::Desk::default(),
            test_writer: dialog::Writer::default(),
            keeper: Keeper::new(begin.recovery),
            may_close: false,
            notice: None,
            noticed: None,
            wishes: vec![],
            exports: vec![],
            laid: None,
            before: None,
            added: None,
            last_game: None,
            played: Wanted::default(),
            otherwise: Otherwise::default(),
        };
        app.read_now();
        if let Some((ruleset, path)) = begin.draw_new {
            app.draw_new(&ruleset, &path, &path_name(&path), SHEET);
        } else if let Some(path) = begin.draw_file {
            app.draw_file(&path);
        } else if begin.room == Room::Draw {
            app.go_drawing();
        }
        app
    }
}

/// `ring` of `tracks/my-race/ring.ron`.
fn path_name(path: &Path) -> String {
    path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn seed_by_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    derive_seed(now.as_nanos() as u64, 0) % SEEDS
}
