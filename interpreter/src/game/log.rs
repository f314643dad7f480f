//! What is written of a game: line by line, for everybody or for some alone.

use std::sync::Arc;

use super::Game;
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
    /// The rule in which that stands, and those that called it, innermost first.
    pub rules: Vec<Arc<str>>,
    /// What others read in its place, where it names what not all may see.
    pub veil: Option<Arc<Veil>>,
    /// Who may read it now: a choice made in secret is its player's, all else from such a block until it ends. What was chosen is
    /// everybody's when the rules show it.
    pub only_for: Option<usize>,
    /// Whose it was alone at first, and how many choices had been made when it was shown to all.
    pub was_for: Option<(usize, usize)>,
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
    /// The secret block is over, after so many choices.
    pub(super) fn show(&mut self, choices: usize) {
        if let Some(player) = self.only_for.filter(|_| self.kind != LineKind::Chose) {
            (self.only_for, self.was_for) = (None, Some((player, choices)));
        }
    }

    /// It is as it was after so many choices: what has been shown since is a secret again.
    pub(super) fn hide_after(&mut self, choices: usize) {
        if let Some((player, _)) = self.was_for.filter(|(_, shown)| *shown > choices) {
            (self.only_for, self.was_for) = (Some(player), None);
        }
    }

    /// Whether somebody could read it after so many choices.
    pub fn could_read(&self, player: Option<usize>, choices: usize) -> bool {
        let was_for = self.was_for.filter(|(_, shown)| *shown > choices).map(|(player, _)| player);
        self.only_for.or(was_for).is_none_or(|only| Some(only) == player)
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

impl Game {
    /// What was chosen, by its number among all choices, as somebody may read it (`None`: whoever looks on); `None`: it is a secret.
    pub fn chosen(&self, choice: usize, reader: Option<usize>) -> Option<&str> {
        let made = self.choices.get(choice)?;
        let was = || if made.label.is_empty() { made.values.first().map_or("", |value| value) } else { &made.label };
        if reader.is_some_and(|reader| reader + 1 == made.player) {
            return Some(was());
        }
        // Of a quiet question there is no line.
        let line = self.log.iter().find(|line| line.kind == LineKind::Chose && line.choices == choice + 1)?;
        let is_open = line.only_for.is_none_or(|only| Some(only) == reader) && line.text_for(reader) == line.text;
        is_open.then(was)
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
    /// Somebody changed the state by hand.
    Edited,
    Over,
    Failed,
}
