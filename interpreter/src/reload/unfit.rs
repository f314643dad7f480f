//! Whether a state is one that its program could have come to.

use crate::data::out_of_range;
use crate::ir::Type;
use crate::ir::fold::NONE;
use crate::program::Program;
use crate::show;
use crate::vm::Machine;

/// What is wrong with a state: the first value that is out of the range of its field, piece that stands on no space, or card that
/// lies nowhere; `None`: nothing.
pub fn unfit(program: &Program, machine: &Machine) -> Option<String> {
    let memory = &machine.memory[..];
    fields(program, memory).or_else(|| pieces(program, memory)).or_else(|| cards(program, memory))
}

fn fields(program: &Program, memory: &[i32]) -> Option<String> {
    let fold = program.fold();
    let fields = program.ir.fields.iter().zip(&program.layout.fields);
    fields.into_iter().find_map(|(field, (base, words))| {
        (0..program.owners(field.owner)).find_map(|owner| {
            let words = &memory[usize::from(*base) + owner * words..][..*words];
            out_of_range(&fold, &field.ty, words).map(|why| format!("`{}`: {why}", field.name))
        })
    })
}

fn pieces(program: &Program, memory: &[i32]) -> Option<String> {
    program.layout.pieces.iter().enumerate().find_map(|(kind, (base, count))| {
        let places = &memory[usize::from(*base)..][..*count];
        let is_space = |word: i32| word == NONE || usize::try_from(word).is_ok_and(|space| space < program.spaces.len());
        let n = places.iter().position(|word| !is_space(*word))?;
        let piece = Type::Piece(crate::ir::PieceId(kind as u16));
        Some(format!("{} stands on no space", show::word(program, &piece, n as i32)))
    })
}

fn cards(program: &Program, memory: &[i32]) -> Option<String> {
    program.cards.iter().enumerate().find_map(|(kind, cards)| {
        let places = &memory[usize::from(cards.place)..][..usize::from(cards.count)];
        let is_heap = |word: i32| usize::try_from(word).is_ok_and(|heap| heap < cards.heaps.len());
        let n = places.iter().position(|word| *word != NONE && !is_heap(*word))?;
        Some(format!("card {n} of kind {kind} lies nowhere"))
    })
}
