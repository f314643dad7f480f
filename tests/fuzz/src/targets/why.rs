//! *Why?* of anything, asked by anybody, in a game as it was played and edited: the last that is told is what is there.

use interpreter::game::{Game, Status};
use interpreter::ir::Type;
use interpreter::ir::fold::NONE;
use interpreter::program::Program;
use interpreter::show;
use interpreter::view::is_open;
use interpreter::why::{What, writes};

use crate::{Result, Unstructured, play};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    // Long games take long to be played again.
    let near = bytes.ratio(15, 16)?;
    let (way, game) = play::any(bytes, near, 4)?;
    let program = way.program();
    for _ in 0..bytes.int_in_range(1..=2)? {
        let what = play::any_what(program, bytes)?;
        let reader = Some(bytes.int_in_range(0..=program.players)?).filter(|reader| *reader < program.players);
        let told = writes(&game, what, reader);
        for write in &told {
            assert!(write.choices <= game.choices.len() && write.lines <= game.log.len(), "{write:?}");
            assert!(write.old != write.new, "{write:?}");
            let mut things = write.causes.iter().chain(&write.conditions).filter_map(|cause| cause.what);
            assert!(things.all(|thing| is_open(program, &game.machine, thing, reader)), "{reader:?}: {write:?}");
        }
        // Of a card one may not know all, and a rule error leaves what is not written down.
        let is_whole = matches!(what, What::Field(..) | What::Piece(..)) && !matches!(game.status, Status::Failed(_));
        if let Some(last) = told.last().filter(|_| is_whole) {
            assert!(is_open(program, &game.machine, what, reader), "{what:?} is hidden from {reader:?}");
            assert!(told.windows(2).all(|pair| pair[0].new == pair[1].old), "{what:?}: {told:?}");
            assert_eq!(Some(&last.new), now(program, &game, what).as_ref(), "{what:?}");
        }
    }
    Ok(())
}

/// What is there now, as people read it.
fn now(program: &Program, game: &Game, what: What) -> Option<String> {
    let memory = &game.machine.memory[..];
    match what {
        What::Field(field, owner) => {
            let (base, words) = *program.layout.fields.get(field.index())?;
            let at = usize::from(base) + owner * words;
            Some(show::told(program, &program.ir.fields[field.index()].ty, &memory[at..at + words]))
        }
        What::Piece(kind, piece) => {
            let (base, _) = *program.layout.pieces.get(kind.index())?;
            Some(match memory[usize::from(base) + piece] {
                NONE => "off the board".to_owned(),
                space => show::word_for(program, &Type::Space, space, None),
            })
        }
        What::Card(..) | What::Place(_) => None,
    }
}
