//! The drawing table: what lies on it, the rules that it is drawn for, and its files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::export::Exporting;
use super::keep::Keeper;
use crate::beside::Beside;
use crate::drawing::Checker;
use crate::drawing::hand::Aids;
use crate::drawing::recovery::Recovery;
use crate::ui::draw::Draw;

/// The drawing table.
pub struct Table {
    /// The track that is being drawn.
    pub draw: Option<Draw>,
    /// Weaves the rules that it is drawn for.
    pub(super) checking: Beside<Arc<Checker>>,
    /// The track that was laid onto it because it was raced on.
    pub(super) laid: Option<PathBuf>,
    pub(super) keeper: Keeper,
    pub(super) exports: Vec<Exporting>,
    /// The text that a look or a brush was written into last.
    pub(super) text: Option<LastText>,
    /// The files drawn on last, the newest first.
    pub recent: Vec<PathBuf>,
    /// What helped to place things on the track that lay there last.
    pub aids: Aids,
}

/// A text that was changed at the drawing table.
pub(super) struct LastText {
    /// The version of the drawing since which nothing else was done.
    pub since: u64,
    pub name: String,
    /// Whether a change can be undone, and whether one can be redone.
    pub can: [bool; 2],
}

/// As many files are remembered.
const MOST_RECENT: usize = 8;

impl Table {
    /// An empty one. `recovery`: where unsaved work is kept; `None`: nowhere.
    pub fn new(recovery: Option<Recovery>) -> Table {
        let keeper = Keeper::new(recovery);
        Table {
            draw: None,
            checking: Beside::default(),
            laid: None,
            keeper,
            exports: vec![],
            text: None,
            recent: vec![],
            aids: Aids::default(),
        }
    }

    /// A file was opened or saved.
    pub(super) fn used(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MOST_RECENT);
    }
}
