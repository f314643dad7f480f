//! Bots: at any question each kind gives an answer that is on offer, the same answer each time, and leaves the game as it is.

#![no_main]

use fuzz::{Result, Unstructured, play, shipped};
use interpreter::game::Status;
use interpreter::players::{Seat, Table};
use interpreter::program::Program;
use interpreter::vm::Machine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let program = shipped::any(bytes)?.program();
    let mut game = play::start(program, bytes)?;
    // One that thinks long less often.
    let seat = *bytes.choose(&[Seat::Random, Seat::Quick, Seat::Quick, Seat::Greedy])?;
    let seed = bytes.arbitrary()?;
    for _ in 0..bytes.int_in_range(1..=2)? {
        play::play_on(&mut game, bytes, 5)?;
        play::check_played(&game);
        let Status::Asking(question) = &game.status else { return Ok(()) };
        let options = question.options.len();
        let hash = game.hash();
        let answer = ask(program, &game.machine, seat, seed);
        assert!(answer < options, "{answer} of {options}");
        assert_eq!((game.hash(), ask(program, &game.machine, seat, seed)), (hash, answer));
        game.choose(answer).expect("it is on offer");
        play::check_played(&game);
    }
    Ok(())
}

fn ask(program: &Program, machine: &Machine, seat: Seat, seed: u64) -> usize {
    let mut table = Table::new(program, &vec![seat; program.players]);
    table.start(seed);
    table.answer(program, machine).expect("a bot answers")
}
