//! Saved games: what was written is read as it was and plays as it was played; a file that somebody has edited is refused or played.

#![no_main]

use fuzz::spoil::spoil;
use fuzz::{Result, Unstructured, play, shipped};
use interpreter::replay::{Saved, replay};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let shipped = shipped::any(bytes)?;
    let program = shipped.program();
    let mut game = play::start(program, bytes)?;
    for _ in 0..bytes.int_in_range(0..=2)? {
        play::play_on(&mut game, bytes, 4)?;
        if let Some(edit) = play::any_edit(&game, bytes)? {
            let _ = game.edit(&edit);
        }
    }
    play::play_on(&mut game, bytes, 4)?;
    play::check(&game);

    let seats = vec!["human"; program.players];
    let saved = Saved::of(shipped.ruleset, &shipped.setup, shipped.track(), &seats, &game);
    let text = saved.write();
    let read = Saved::read(&text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    assert_eq!((&read, read.write()), (&saved, text.clone()));
    // As it is, or as somebody has edited it.
    if bytes.ratio(1, 2)? {
        let again = replay(program.clone(), &read);
        assert!(again.equal(), "{:?} {:?} {:?}", again.stopped_at, again.differs_after, again.other_end);
        assert_eq!((again.game.hash(), &again.game.log), (game.hash(), &game.log));
    } else if let Ok(read) = Saved::read(&spoil(&text, bytes, 3)?) {
        assert_eq!(Saved::read(&read.write()).as_ref(), Ok(&read));
        play::check(&replay(program.clone(), &read).game);
    }
    Ok(())
}
