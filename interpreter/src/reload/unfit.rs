//! Whether a state is one that its program could have come to.

use crate::data::out_of_range;
use crate::game::Game;
use crate::ir::Type;
use crate::ir::fold::NONE;
use crate::show;

/// What is wrong with a game's state: the first value that is out of the range of its field, piece that stands on no space, or card that
/// lies nowhere; `None`: nothing.
pub fn unfit(game: &Game) -> Option<String> {
    fields(game).or_else(|| pieces(game)).or_else(|| cards(game))
}

fn fields(game: &Game) -> Option<String> {
    let (program, fold) = (&game.program, game.program.fold());
    let fields = program.ir.fields.iter().zip(&program.layout.fields);
    fields.into_iter().find_map(|(field, (base, words))| {
        (0..program.owners(field.owner)).find_map(|owner| {
            let words = &game.machine.memory[usize::from(*base) + owner * words..][..*words];
            out_of_range(&fold, &field.ty, words).map(|why| format!("`{}`: {why}", field.name))
        })
    })
}

fn pieces(game: &Game) -> Option<String> {
    let program = &game.program;
    program.layout.pieces.iter().enumerate().find_map(|(kind, (base, count))| {
        let places = &game.machine.memory[usize::from(*base)..][..*count];
        let is_space = |word: i32| word == NONE || usize::try_from(word).is_ok_and(|space| space < program.spaces.len());
        let n = places.iter().position(|word| !is_space(*word))?;
        let piece = Type::Piece(crate::ir::PieceId(kind as u16));
        Some(format!("{} stands on no space", show::word(program, &piece, n as i32)))
    })
}

fn cards(game: &Game) -> Option<String> {
    game.program.cards.iter().enumerate().find_map(|(kind, cards)| {
        let places = &game.machine.memory[usize::from(cards.place)..][..usize::from(cards.count)];
        let is_heap = |word: i32| usize::try_from(word).is_ok_and(|heap| heap < cards.heaps.len());
        let n = places.iter().position(|word| *word != NONE && !is_heap(*word))?;
        Some(format!("card {n} of kind {kind} lies nowhere"))
    })
}
