//! What is written of a game: line by line, for everybody or for some alone.

use std::sync::Arc;

use crate::ir;
use crate::source::Span;

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub text: String,
    pub kind: LineKind,
    /// Whose turn it was.
    pub turn_of: Option<usize>,
    /// Turns begun when it happened.
    pub turn: u32,
    /// The place in the rules.
    pub span: Span,
    /// What others read in its place, where it names what not all may see.
    pub veil: Option<Arc<Veil>>,
    /// Who may read it now: a choice made in secret is its player's, all else from such a block until it ends. What was chosen is
    /// everybody's when the rules show it.
    pub only_for: Option<usize>,
    /// How many choices had been made.
    pub choices: usize,
    /// Which piece moved, for lines that tell of a move.
    pub moved: Option<Moved>,
    /// The state as the turn began, for lines that tell of a turn: what was on the table then can be shown again.
    pub state: Option<Arc<[i32]>>,
}

/// A line as each reader may read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Veil {
    pub by_player: Vec<String>,
    /// To somebody who looks on.
    pub onlooker: String,
}

impl Line {
    /// The secret block is over.
    pub(super) fn show(&mut self) {
        self.only_for = self.only_for.filter(|_| self.kind == LineKind::Chose);
    }

    /// What a player reads; `None`: somebody who looks on.
    pub fn text_for(&self, player: Option<usize>) -> &str {
        match (&self.veil, player) {
            (None, _) => &self.text,
            (Some(veil), Some(player)) => veil.by_player.get(player).unwrap_or(&veil.onlooker),
            (Some(veil), None) => &veil.onlooker,
        }
    }
}

/// A piece's way over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    pub kind: ir::PieceId,
    /// Its number among all pieces of its kind.
    pub piece: usize,
    /// Where it stood and where each step led; `None`: off the board.
    pub way: Vec<Option<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Turn,
    Said,
    Rolled,
    Moved,
    /// Cards went from pile to pile.
    Cards,
    Chose,
    Over,
    Failed,
}
