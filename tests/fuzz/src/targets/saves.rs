//! Saved games: what was written is read as it was and plays as it was played; a file that somebody has edited is refused or played.

use interpreter::replay::replay;

use crate::saved::read_saved;
use crate::spoil::spoil_saved;
use crate::{Result, Unstructured, play, seldom};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (way, game) = play::any(bytes, true, 4)?;
    let program = way.program();
    let written = way.write(&game, seldom(bytes, 256));
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
