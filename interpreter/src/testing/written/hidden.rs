//! Whether a test would tell somebody what is hidden from them.

use crate::game::{Game, Held, Line, LineKind};
use crate::ir::fold::NONE;
use crate::ir::{FieldId, KindId};
use crate::program::header;
use crate::view;
use crate::why::What;

use super::played::Played;

/// Whether what stood before, what was drawn and chosen, or what has changed is hidden from somebody, as things stand in the game.
pub(super) fn tells(game: &Game, held: &Held<'_>, played: &Played, reader: Option<usize>) -> bool {
    let program = &*game.program;
    let is_hidden = |what| !view::is_open(program, &game.machine, what, reader);
    let is_another = |at: usize| held.state[at] != program.image[at] || played.end[at] != held.state[at];
    let mut fields = program.ir.fields.iter().enumerate().filter(|(_, field)| field.secret);
    let acts_in_secret =
        usize::try_from(game.machine.memory[header::SECRET]).ok().filter(|_| game.machine.memory[header::SECRET] != NONE);
    fields.any(|(n, field)| {
        let (base, words) = program.layout.fields[n];
        (0..program.owners(field.owner)).any(|owner| {
            let at = usize::from(base) + owner * words;
            (at..at + words).any(is_another) && is_hidden(What::Field(FieldId(n as u16), owner))
        })
    }) || program.cards.iter().enumerate().any(|(kind, cards)| {
        let is_told = |card: &usize| is_another(usize::from(cards.place) + card);
        (0..usize::from(cards.count)).filter(is_told).any(|card| is_hidden(What::Card(KindId(kind as u16), card)))
    }) || played.drawn.iter().any(|(kind, card)| is_hidden(What::Card(KindId(*kind as u16), *card)))
        || (held.choices..held.choices + played.choices.len()).any(|choice| game.chosen(choice, reader).is_none())
        || game.log[held.lines.min(game.log.len())..].iter().any(|line| is_rolled_hidden(line, reader))
        || acts_in_secret.is_some_and(|player| Some(player) != reader)
}

/// Whether a line tells of dice that somebody is not told of.
fn is_rolled_hidden(line: &Line, reader: Option<usize>) -> bool {
    line.kind == LineKind::Rolled && line.text_for(reader) != line.text
}
