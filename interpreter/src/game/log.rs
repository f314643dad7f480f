//! The log of a game, whose lines are for everybody or for some players alone.
//!
//! A line never changes. A line written in a secret block is for everybody as soon as enough blocks are over.

use std::sync::Arc;

use super::{Choice, Game};
use crate::ir;
use crate::source::Span;

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub text: String,
    pub kind: LineKind,
    /// The player whose turn it was.
    pub turn_of: Option<usize>,
    /// The number of turns begun by then.
    pub turn: u32,
    /// The place in the rules.
    pub span: Span,
    /// The rule that contains this place and the rules that called it, innermost first.
    pub rules: Vec<Arc<str>>,
    /// What others read instead, if the line names something that not everybody may see.
    pub veil: Option<Arc<Veil>>,
    /// The player who acted in secret. Only that player may read the line until the block is over, or for good if it tells a choice.
    pub only_for: Option<usize>,
    /// The number of secret blocks that were over before.
    pub block: u32,
    /// The number of choices made by then.
    pub choices: usize,
    /// The piece that moved, for lines about a move.
    pub moved: Option<Moved>,
    /// The dice that fell, for lines about a throw.
    pub rolled: Option<Rolled>,
    /// The cards that moved, for lines about cards.
    pub cards: Option<CardsMoved>,
}

/// A line as each reader may read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Veil {
    pub by_player: Vec<String>,
    /// What an onlooker reads.
    pub onlooker: String,
}

impl Line {
    /// Whether somebody (`None` is an onlooker) may read it once this many secret blocks are over.
    pub fn is_for(&self, reader: Option<usize>, blocks: u32) -> bool {
        let is_shown = self.block < blocks && self.kind != LineKind::Chose;
        is_shown || self.only_for.is_none_or(|only| Some(only) == reader)
    }

    /// The line in a game that other rules have taken over. Its references to the old rules and pieces are gone.
    pub(super) fn of_other_rules(&self) -> Line {
        Line { moved: None, rolled: None, cards: None, span: Span::default(), ..self.clone() }
    }

    /// The dice that somebody sees fall (`None` is an onlooker); nothing if the line hides them from them.
    pub fn rolled_for(&self, reader: Option<usize>) -> Option<&Rolled> {
        self.rolled.as_ref().filter(|_| self.text_for(reader) == self.text)
    }

    /// The cards that somebody sees move; nothing if the line hides some of them from them.
    pub fn cards_for(&self, reader: Option<usize>) -> Option<&CardsMoved> {
        self.cards.as_ref().filter(|_| self.text_for(reader) == self.text)
    }

    /// What a player reads; `None` is an onlooker.
    pub fn text_for(&self, player: Option<usize>) -> &str {
        match (&self.veil, player) {
            (None, _) => &self.text,
            (Some(veil), Some(player)) => veil.by_player.get(player).unwrap_or(&veil.onlooker),
            (Some(veil), None) => &veil.onlooker,
        }
    }
}

impl Game {
    /// The lines that a player may read; `None` is an onlooker.
    pub fn log_for(&self, player: Option<usize>) -> impl Iterator<Item = &Line> {
        let blocks = self.sum().blocks;
        self.log.iter().filter(move |line| line.is_for(player, blocks))
    }

    /// What was chosen, by its number among all choices, as somebody may read it (`None` is an onlooker). Returns `None` if it is a secret.
    pub fn chosen(&self, choice: usize, reader: Option<usize>) -> Option<&str> {
        let line = self.log.iter().find(|line| line.kind == LineKind::Chose && line.choices == choice + 1);
        self.choices.get(choice)?.told(line, reader)
    }
}

impl Choice {
    /// What was chosen, as somebody may read it (`None` is an onlooker). Returns `None` if it is a secret. `line` is the line of the log
    /// about it; quiet questions have none.
    pub fn told<'a>(&'a self, line: Option<&'a Line>, reader: Option<usize>) -> Option<&'a str> {
        let is_own = reader.is_some_and(|reader| reader + 1 == self.player);
        let is_open = |line: &Line| line.only_for.is_none_or(|only| Some(only) == reader) && line.text_for(reader) == line.text;
        // The line calls spaces as people do. A number alone doesn't say of what, so the line says more than the option.
        let in_line = line.and_then(|line| Some(line.text.split_once(": ")?.1)).filter(|_| self.label.parse::<i64>().is_err());
        let written = || if self.label.is_empty() { self.values.first().map_or("", |value| value) } else { &self.label };
        (is_own || line.is_some_and(is_open)).then(|| in_line.unwrap_or_else(written))
    }
}

/// A piece's way over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    pub kind: ir::PieceId,
    /// Its number among all pieces of its kind.
    pub piece: usize,
    /// Where it stood, and where each step led. `None` is off the board.
    pub way: Vec<Option<usize>>,
}

/// Dice of one kind that fell one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    pub dice: ir::DiceId,
    pub faces: Vec<i32>,
}

/// Cards that moved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardsMoved {
    pub kind: ir::KindId,
    pub cards: Vec<usize>,
    /// The heaps of their kind: from which they came and where they went. `None` is nowhere.
    pub from: Option<usize>,
    pub to: Option<usize>,
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
