//! What players see: at any question, imagining anew what its decider can't see changes nothing of what is shown to the decider.

#![no_main]

use fuzz::{Result, Unstructured, play, shipped};
use interpreter::game::{Status, question};
use interpreter::players::bot_stream;
use interpreter::program::Program;
use interpreter::view::{Imagination, fields, view};
use interpreter::vm::{Machine, Quiet, Stop};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let program = shipped::any(bytes)?.program();
    let mut game = play::start(program, bytes)?;
    let (mut twin, mut imagination) = (Machine::new(program), Imagination::default());
    for _ in 0..bytes.int_in_range(1..=3)? {
        play::play_on(&mut game, bytes, 5)?;
        play::check_played(&game);
        let Status::Asking(asked) = &game.status else { return Ok(()) };
        let player = asked.player;
        let before = shown(&game.machine, program, player);
        let mut luck = bot_stream(bytes.arbitrary()?, 0);
        twin.clone_from(&game.machine);
        imagination.redeal(program, &mut twin, player, &mut luck);
        assert_eq!(shown(&twin, program, player), before);
        imagination.prepare(program, &game.machine, &mut twin, player);
        assert!(imagination.imagine(program, &game.machine, &mut twin, &mut luck), "nothing can be imagined");
        assert_eq!(twin.options().len(), asked.options.len());
        assert_eq!(shown(&twin, program, player), before);
        // Whoever looks on is shown no field that a player isn't.
        let onlooker = fields(program, &game.machine, None);
        assert!(onlooker.iter().zip(&before.0).all(|(one, other)| one.value.is_none() || one.value == other.value));
    }
    Ok(())
}

type Shown = (Vec<interpreter::view::Seen>, interpreter::game::Question);

fn shown(machine: &Machine, program: &Program, player: usize) -> Shown {
    let mut machine = machine.clone();
    assert_eq!(machine.resume(program, &mut Quiet), Stop::Decide, "the question is still asked");
    (view(program, &machine, Some(player)), question(program, &mut machine).expect("shipped texts can be worked out"))
}
