//! Saved games: what was written is read as it was and plays as it was played; a file that somebody has edited is refused or played.

use interpreter::replay::{Saved, replay};

use crate::spoil::spoil;
use crate::{Result, Unstructured, play};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (shipped, game) = play::any(bytes, true, 4)?;
    let program = shipped.program();
    let saved = shipped.save(&game);
    let text = saved.write();
    let read = Saved::read(&text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    assert_eq!(read, saved);
    // Written or played again as it is, or as somebody has edited it.
    match bytes.int_in_range(0..=3)? {
        0 => assert_eq!(read.write(), text),
        1 => {
            let again = replay(program.clone(), &read);
            assert!(again.equal(), "{:?} {:?} {:?}", again.stopped_at, again.differs_after, again.other_end);
            assert_eq!((again.game.hash(), &again.game.log), (game.hash(), &game.log));
        }
        _ => {
            if let Ok(read) = Saved::read(&spoil(&text, bytes, 3)?) {
                assert_eq!(Saved::read(&read.write()).as_ref(), Ok(&read));
                play::check(&replay(program.clone(), &read).game);
            }
        }
    }
    Ok(())
}
