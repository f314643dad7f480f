//! Changes by hand: one that fits leaves a state that fits, one that doesn't changes nothing, and all are gone back before and made again.

#![no_main]

use std::sync::Arc;

use fuzz::{Result, Unstructured, play, shipped};
use interpreter::game::Status;
use interpreter::reload::replay;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let program = shipped::any(bytes)?.program();
    let mut game = play::start(program, bytes)?;
    for _ in 0..bytes.int_in_range(1..=4)? {
        play::play_on(&mut game, bytes, 4)?;
        let Some(edit) = play::any_edit(&game, bytes)? else { continue };
        edit.told(program);
        let fits = edit.check(program).is_ok();
        let (hash, lines, edits) = (game.hash(), game.log.len(), game.edits().len());
        match game.edit(&edit) {
            Ok(()) => assert!(fits, "{edit:?}"),
            Err(why) => {
                let changed = (game.hash(), game.log.len(), game.edits().len());
                assert_eq!(changed, (hash, lines, edits), "{edit:?} was refused: {}", why.message);
            }
        }
        play::check(&game);
    }
    play::play_on(&mut game, bytes, 4)?;
    play::check(&game);
    let again = replay(&game, Arc::clone(program));
    assert!(again.parted.is_none() && again.notes.is_empty(), "{:?} {:?}", again.parted, again.notes);
    assert_eq!((again.game.hash(), again.game.edits(), &again.game.log), (game.hash(), game.edits(), &game.log));
    let moment = bytes.int_in_range(0..=game.choices.len())?;
    let edits: Vec<_> = game.edits().iter().filter(|(at, _)| *at <= moment).cloned().collect();
    let mut back = game.clone();
    if back.go_back(moment) {
        assert!(matches!(back.status, Status::Asking(_)));
        assert_eq!((back.choices.len(), back.edits()), (moment, edits));
        play::check(&back);
        play::play_on(&mut back, bytes, 4)?;
        play::check(&back);
    }
    Ok(())
}
