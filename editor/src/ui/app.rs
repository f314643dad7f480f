//! The window's state, what can be done with it, and the one place where it is done.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use interpreter::ruleset::Ruleset;
use interpreter::vm::random::derive_seed;

use super::action::Room;
use super::panel_rulebook::RulebookShelf;
use super::problem::Problem;
use super::rules::RulesPane;
use super::sheet::board_view::BoardView;
use super::statistics::Statistics;
use crate::drawing::document::SHEET;
use crate::drawing::recovery::Recovery;
use crate::files::Library;
use crate::playtest::wanted::Wanted;
use crate::playtest::{Pace, Sitting};

pub(super) mod apply;
mod back;
mod build;
pub mod catalogue;
pub mod events;
mod export;
mod files;
pub(in crate::ui) mod focus;
mod follow;
mod frame;
mod keep;
pub mod kept;
mod kit;
mod looks;
#[cfg(feature = "print")]
mod print;
mod rest;
mod room;
mod saves;
pub mod shell;
mod table;
mod texts;

use catalogue::Catalogue;
use rest::Rest;
use shell::Shell;
use table::Table;

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

/// The window.
pub struct App {
    pub shell: Shell,
    pub catalogue: Catalogue,
    pub table: Table,
    /// What is played.
    pub sitting: Sitting,
    /// The texts as they are edited.
    pub rules: RulesPane,
    pub rest: Rest,
    pub statistics: Statistics,
    pub rulebook: RulebookShelf,
    pub ruleset: Option<Arc<Ruleset>>,
    /// Of the wanted rules; the race on show may be of earlier ones.
    pub problems: Vec<Problem>,
    /// Whether what is wanted can't be played.
    pub is_broken: bool,
    saves: saves::Saves,
    /// What is seen of the board in a race.
    pub view: BoardView,
    /// Whether that view follows the pieces.
    pub follows: bool,
    /// The ruleset and the track on show, of which this is seen.
    view_of: Option<(Arc<str>, Arc<str>)>,
    /// The file of the game that was saved or opened last.
    pub last_game: Option<PathBuf>,
}

/// Seeds are short enough to be told to somebody.
const SEEDS: u64 = 1_000_000;

impl App {
    /// Opens on a race of the ruleset to begin with.
    pub fn begin(library: Library, begin: Begin) -> App {
        let ruleset = begin.ruleset.or_else(|| library.first()).unwrap_or_default();
        let wanted = Wanted { ruleset, addons: begin.addons, track: begin.track, ..Wanted::default() };
        let mut app = App {
            shell: Shell::default(),
            catalogue: Catalogue::new(library),
            table: Table::new(begin.recovery),
            sitting: Sitting::new(wanted, begin.seed.unwrap_or_else(seed_by_clock), begin.pace),
            rules: RulesPane::default(),
            rest: Rest::default(),
            statistics: Statistics::new(begin.statistics),
            rulebook: RulebookShelf::default(),
            ruleset: None,
            saves: saves::Saves::default(),
            problems: vec![],
            is_broken: false,
            view: BoardView::Course,
            follows: true,
            view_of: None,
            last_game: None,
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
