//! Checks whether its program could have come to a state.

use crate::data::out_of_range;
use crate::ir::Type;
use crate::ir::fold::NONE;
use crate::program::Program;
use crate::reading::What;
use crate::show;
use crate::vm::Machine;

/// What is wrong with a state: the first value outside of its field's range, piece that stands on no space, or card that lies nowhere.
/// `None` if nothing is.
pub fn unfit(program: &Program, machine: &Machine) -> Option<String> {
    let (state, fold) = (machine.read(program), program.fold());
    let is_below = |word: i32, count: usize| word == NONE || usize::try_from(word).is_ok_and(|n| n < count);
    program.things().find_map(|what| match (what, state.of(what)) {
        (What::Field(field, _), words) => {
            let field = &program.ir.fields[field.index()];
            out_of_range(&fold, &field.ty, words).map(|why| format!("`{}`: {why}", field.name))
        }
        (What::Piece(kind, n), [space]) if !is_below(*space, program.spaces.len()) => {
            Some(format!("{} stands on no space", show::word(program, &Type::Piece(kind), n as i32)))
        }
        (What::Card(kind, card), [heap]) if !is_below(*heap, program.cards[kind.index()].heaps.len()) => {
            Some(format!("card {card} of kind {} lies nowhere", kind.index()))
        }
        _ => None,
    })
}
