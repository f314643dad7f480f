//! The drawing table: what lies on it, the rules that it is drawn for, and its files.

use std::path::PathBuf;
use std::sync::Arc;

use super::export::Exporting;
use super::keep::Keeper;
use crate::beside::Beside;
use crate::drawing::Checker;
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
}

impl Table {
    /// An empty one. `recovery`: where unsaved work is kept; `None`: nowhere.
    pub fn new(recovery: Option<Recovery>) -> Table {
        Table { draw: None, checking: Beside::default(), laid: None, keeper: Keeper::new(recovery), exports: vec![] }
    }
}
