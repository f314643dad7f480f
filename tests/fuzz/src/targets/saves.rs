//! Saved games: what was written is read as it was and plays as it was played; a file that somebody has edited is refused or played.

use interpreter::replay::replay;

use crate::shipped::read_saved;
use crate::spoil::spoil_saved;
use crate::{Result, Unstructured, play};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (shipped, game) = play::any(bytes, true, 4)?;
    let program = shipped.program();
    let written = shipped.write(&game, bytes.ratio(1, 64)?);
    let text = if bytes.ratio(1, 2)? { spoil_saved(&written, bytes)? } else { written.clone() };
    match read_saved(&text).as_deref() {
        Ok([read]) if text == written => {
            let again = replay(program.clone(), read);
            assert!(again.equal(), "{:?} {:?} {:?}", again.stopped_at, again.differs_after, again.other_end);
            assert_eq!((again.game.hash(), &again.game.log), (game.hash(), &game.log));
        }
        Ok(races) => races.iter().for_each(|read| play::check(&replay(program.clone(), read).game)),
        Err(why) => assert!(text != written, "{why:?}\n{text}"),
    }
    Ok(())
}
