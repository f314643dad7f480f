//! Whether a test would tell somebody something hidden.

use super::Played;
use crate::game::{Game, Held, Line, LineKind};
use crate::ir::fold::NONE;
use crate::program::header;
use crate::reading::What;
use crate::view;

/// Whether the position, a draw, a choice or a change is hidden from somebody, as things stand in the game.
pub(super) fn tells(game: &Game, held: &Held<'_>, played: &Played, reader: Option<usize>) -> bool {
    let program = &*game.program;
    let is_hidden = |what: &What| !view::is_open(program, &game.machine, *what, reader);
    let (first, before, end) = (program.at_first(), program.read(held.state), program.read(&played.end));
    let is_told = |what: &What| before.of(*what) != first.of(*what) || end.of(*what) != before.of(*what);
    let acting = game.machine.memory[header::SECRET];
    program.things().any(|what| is_told(&what) && is_hidden(&what))
        || played.notes.drawn.iter().any(is_hidden)
        || (held.choices..held.choices + played.choices.len()).any(|choice| game.chosen(choice, reader).is_none())
        || game.log[held.lines.min(game.log.len())..].iter().any(|line| is_rolled_hidden(line, reader))
        || acting != NONE && usize::try_from(acting).ok() != reader
}

/// Whether a line is about dice that somebody is not told.
fn is_rolled_hidden(line: &Line, reader: Option<usize>) -> bool {
    line.kind == LineKind::Rolled && line.text_for(reader) != line.text
}
