//! Changes by hand: one that fits leaves a state that fits, one that doesn't changes nothing, and all are gone back before and made again.

use std::sync::Arc;

use interpreter::game::Status;
use interpreter::reload::replay;

use crate::{Result, Unstructured, play};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let near = bytes.arbitrary()?;
    let (_, game) = play::any(bytes, near, 6)?;
    if near {
        let again = replay(&game, Arc::clone(&game.program));
        assert!(again.parted.is_none() && again.notes.is_empty(), "{:?} {:?}", again.parted, again.notes);
        assert_eq!((again.game.hash(), again.game.edits(), &again.game.log), (game.hash(), game.edits(), &game.log));
    }
    let moment = bytes.int_in_range(0..=game.choices.len())?;
    let edits: Vec<_> = game.edits().iter().filter(|(at, _)| *at <= moment).cloned().collect();
    let mut back = game;
    if back.go_back(moment) {
        assert!(matches!(back.status, Status::Asking(_)));
        assert_eq!((back.choices.len(), back.edits()), (moment, edits));
        play::play_on(&mut back, bytes, 4)?;
    }
    Ok(())
}
