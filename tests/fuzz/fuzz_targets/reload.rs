//! Games that other rules take over: the same rules on another board or with other add-ons, and rules that were changed in any way.

#![no_main]

use std::sync::{Arc, LazyLock, OnceLock};

use fuzz::shipped::{self, Shipped};
use fuzz::spoil::spoil;
use fuzz::{Result, Unstructured, play};
use interpreter::game::Status;
use interpreter::program::Program;
use interpreter::reload::{carry_over, replay};
use interpreter::replay::mark;
use interpreter::ruleset::Ruleset;
use libfuzzer_sys::fuzz_target;
use rand::RngExt;

/// Rules that are kept, changed, of each way to play.
const KEPT: usize = 8;
/// Changes that are tried for one that can still be played.
const TRIES: usize = 12;

/// For each way to play: its rules, changed; each is built when it is first wanted.
static CHANGED: LazyLock<Vec<[OnceLock<Option<Arc<Program>>>; KEPT]>> =
    LazyLock::new(|| shipped::ALL.iter().map(|_| Default::default()).collect());

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let at = bytes.choose_index(shipped::ALL.len())?;
    let shipped = &shipped::ALL[at];
    let mut game = play::start(shipped.program(), bytes)?;
    let is_other = |other: &&Shipped| other.ruleset.name == shipped.ruleset.name && other.setup.players == shipped.setup.players;
    let others: Vec<&Shipped> = shipped::ALL.iter().filter(is_other).collect();
    for _ in 0..bytes.int_in_range(1..=2)? {
        play::play_on(&mut game, bytes, 5)?;
        if let Some(edit) = play::any_edit(&game, bytes)?.filter(|_| matches!(game.status, Status::Asking(_))) {
            let _ = game.edit(&edit);
        }
        play::play_on(&mut game, bytes, 3)?;
        let n = bytes.int_in_range(0..=KEPT + 3)?;
        let other = match CHANGED[at].get(n) {
            Some(changed) => changed.get_or_init(|| change(shipped, (at * KEPT + n) as u64)).clone(),
            None if n == KEPT => Some(game.program.clone()),
            None => Some(bytes.choose(&others)?.program().clone()),
        };
        let Some(other) = other else { return Ok(()) };
        let is_same = Arc::ptr_eq(&other, &game.program);
        let replayed = replay(&game, other.clone());
        play::check(&replayed.game);
        if let Ok(carried) = carry_over(&game, other) {
            play::check(&carried.game);
            // Whom the rules are to look at anew may differ, not what they name.
            if is_same && matches!(game.status, Status::Asking(_)) {
                assert_eq!((mark(&carried.game), carried.notes), (mark(&game), vec![]));
            }
            game = carried.game;
        }
    }
    play::play_on(&mut game, bytes, 5)?;
    play::check(&game);
    Ok(())
}

/// Rules of a shipped game, changed so that they can still be played.
fn change(shipped: &Shipped, seed: u64) -> Option<Arc<Program>> {
    let mut luck = interpreter::players::bot_stream(seed, 0);
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
