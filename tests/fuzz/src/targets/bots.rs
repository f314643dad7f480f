//! Bots: at any question each kind gives an answer that is on offer, the same answer each time, and leaves the game as it is.

use interpreter::players::{Seat, Table, bot_stream};
use interpreter::program::Program;
use interpreter::vm::Machine;

use crate::{Result, Unstructured, play, seldom};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (way, machine) = play::machine(bytes)?;
    let program = way.program();
    // One that thinks long less often.
    let seat = if seldom(bytes, 64) { Seat::Greedy } else { *bytes.choose(&[Seat::Quick, Seat::Random])? };
    let seed = bytes.arbitrary()?;
    let hash = machine.hash(program);
    let answer = ask(way.table(), program, &machine, seat, seed);
    match answer {
        Some(answer) => assert!(answer < machine.options().len(), "{answer} of {}", machine.options().len()),
        None => assert!(way.made.is_some(), "a bot answers where rules are sound"),
    }
    assert_eq!((machine.hash(program), ask(way.table(), program, &machine, seat, seed)), (hash, answer));
    Ok(())
}

fn ask(mut table: Table, program: &Program, machine: &Machine, seat: Seat, seed: u64) -> Option<usize> {
    table.seats = vec![seat; program.players];
    table.streams = (0..program.players).map(|seat| bot_stream(seed, seat)).collect();
    table.answer(program, machine)
}
