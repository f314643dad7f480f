//! Bots: at any question each kind gives an answer that is on offer, the same answer each time, and leaves the game as it is.

use interpreter::players::{Seat, Table, bot_stream};
use interpreter::program::Program;
use interpreter::vm::Machine;

use crate::{Result, Unstructured, play};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (shipped, machine) = play::machine(bytes)?;
    let program = shipped.program();
    // One that thinks long less often.
    let seat = if bytes.ratio(1, 64)? { Seat::Greedy } else { *bytes.choose(&[Seat::Quick, Seat::Random])? };
    let seed = bytes.arbitrary()?;
    let hash = machine.hash(program);
    let answer = ask(shipped.table(), program, &machine, seat, seed);
    assert!(answer < machine.options().len(), "{answer} of {}", machine.options().len());
    assert_eq!((machine.hash(program), ask(shipped.table(), program, &machine, seat, seed)), (hash, answer));
    Ok(())
}

fn ask(mut table: Table, program: &Program, machine: &Machine, seat: Seat, seed: u64) -> usize {
    table.seats = vec![seat; program.players];
    table.streams = (0..program.players).map(|seat| bot_stream(seed, seat)).collect();
    table.answer(program, machine).expect("a bot answers")
}
