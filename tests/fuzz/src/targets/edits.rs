//! Changes by hand: one that fits leaves a state that fits, one that doesn't changes nothing, and all are gone back before and made again.

use interpreter::game::Status;
use interpreter::playtest::{Build, Moment, Playtest, Taken};
use interpreter::ruleset::{Setup, Texts};

use crate::{Result, Unstructured, play};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let again = bytes.ratio(1, 3)?;
    let near = again || bytes.ratio(7, 8)?;
    let (_, game) = play::any(bytes, near, 4)?;
    if again {
        let mut playtest = Playtest::of(None, &game, |_| false);
        let stage = playtest.stage(Some(Build { texts: Texts::default(), setup: Setup::default() }), &game.program);
        let Taken { report, .. } = playtest.replay(Moment::end(playtest.head()), stage);
        assert!(report.parted.is_none() && report.notes.is_empty(), "{report:?}");
        let path = playtest.path(playtest.head());
        let again = path.game(path.parts().pop().expect("a race has begun"));
        assert_eq!((again.hash(), again.edits(), &again.log), (game.hash(), game.edits(), &game.log));
        return Ok(());
    }
    let moment = bytes.int_in_range(0..=game.choices.len())?;
    let edits: Vec<_> = game.edits().iter().filter(|(at, _)| *at <= moment).cloned().collect();
    let mut back = game;
    if back.go_back(moment) {
        assert!(matches!(back.status, Status::Asking(_)));
        assert_eq!((back.choices.len(), back.edits()), (moment, edits));
        play::play_on(&mut back, bytes, 3)?;
    }
    Ok(())
}
