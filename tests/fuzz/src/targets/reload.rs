//! Games that other rules take over: the same rules on another board or with other add-ons, and rules that were changed in any way.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use interpreter::game::Status;
use interpreter::players::bot_stream;
use interpreter::program::Program;
use interpreter::reload::{carry_over, replay};
use interpreter::replay::mark;
use interpreter::ruleset::Ruleset;
use rand::RngExt;

use crate::shipped::Shipped;
use crate::spoil::spoil;
use crate::{Result, Unstructured, play};

/// Rules that are kept, changed, of each ruleset and number of players.
const KEPT: usize = 4;
/// Changes that are tried for one that can still be played.
const TRIES: usize = 12;

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let near = bytes.arbitrary()?;
    let (shipped, mut game) = play::any(bytes, near, 6)?;
    let others: Vec<_> = shipped.others().into_iter().filter(|other| other.setup.players == shipped.setup.players).collect();
    for _ in 0..bytes.int_in_range(1..=2)? {
        let other = match bytes.int_in_range(0..=2 * KEPT)? {
            n if n < KEPT => changed(others[0], n),
            KEPT => Some(game.program.clone()),
            _ => Some(bytes.choose(&others)?.program().clone()),
        };
        let Some(other) = other else { return Ok(()) };
        let is_same = Arc::ptr_eq(&other, &game.program);
        if near {
            play::check(&replay(&game, other.clone()).game);
        }
        let Ok(carried) = carry_over(&game, other) else { continue };
        // Whom the rules are to look at anew may differ, not what they name.
        if is_same && matches!(game.status, Status::Asking(_)) {
            assert_eq!((mark(&carried.game), carried.notes), (mark(&game), vec![]));
        }
        game = carried.game;
        play::play_on(&mut game, bytes, 4)?;
    }
    Ok(())
}

/// Rules of a shipped game, changed so that they can still be played; each is built when it is first wanted.
fn changed(shipped: &Shipped, n: usize) -> Option<Arc<Program>> {
    type Changed = BTreeMap<(Arc<str>, Option<usize>, usize), Option<Arc<Program>>>;
    static CHANGED: Mutex<Changed> = Mutex::new(BTreeMap::new());
    let key = (shipped.ruleset.name.clone(), shipped.setup.players, n);
    CHANGED.lock().expect("a panic ends the run").entry(key).or_insert_with(|| change(shipped, n as u64)).clone()
}

fn change(shipped: &Shipped, seed: u64) -> Option<Arc<Program>> {
    let mut luck = bot_stream(seed, 0);
    (0..TRIES).find_map(|_| {
        let noise: Vec<u8> = (0..256).map(|_| luck.random_range(0..=u8::MAX)).collect();
        let mut noise = Unstructured::new(&noise);
        let mut texts = shipped.texts.clone();
        let tests = |name: &String| name.contains("test") || name.contains("examples");
        let files: Vec<_> = texts.files.iter_mut().filter(|(name, _)| !tests(name)).map(|(_, text)| text).collect();
        let mut all: Vec<_> = files.into_iter().chain(texts.tracks.get_mut(shipped.track())).collect();
        let at = noise.choose_index(all.len()).ok()?;
        let spoilt = spoil(all[at].as_ref().ok()?, &mut noise, 2).ok()?;
        *all[at] = Ok(spoilt.into());
        Ruleset::read_after(&texts, Some(shipped.ruleset)).build(&shipped.setup).program
    })
}
