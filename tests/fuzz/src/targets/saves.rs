//! Saved games: what was written is read as it was and plays as it was played; a file that somebody has edited is refused or played.

use interpreter::replay::{Saved, replay};

use crate::spoil::spoil;
use crate::{Result, Unstructured, play};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (shipped, game) = play::any(bytes, true, 6)?;
    let program = shipped.program();
    let saved = shipped.save(&game);
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
