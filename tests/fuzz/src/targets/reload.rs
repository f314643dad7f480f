//! Games that other rules take over: the same rules on another board or with other add-ons, and rules that were changed in any way.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use interpreter::game::{Game, Status, StopKind};
use interpreter::players::bot_stream;
use interpreter::playtest::{Build, Moment, Playtest};
use interpreter::program::Program;
use interpreter::replay::mark;
use interpreter::ruleset::{Ruleset, Setup, Texts};
use rand::RngExt;

use crate::spoil::spoil;
use crate::ways::Way;
use crate::{Result, Unstructured, play};

/// Rules that are kept, changed, of each ruleset and number of players.
const KEPT: usize = 4;
/// Changes that are tried for one that can still be played.
const TRIES: usize = 12;

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    // Long games are played again for it.
    let near = bytes.ratio(15, 16)?;
    let (way, mut game) = play::any(bytes, near, 3)?;
    let others: Vec<_> = way.others().into_iter().filter(|other| other.setup.players == way.setup.players).collect();
    let mut playtest = Playtest::of(None, &game, |_| false);
    let mut told_last = vec![];
    for n in 0..if bytes.ratio(1, 4)? { 2 } else { 1 } {
        let other = match bytes.int_in_range(0..=2 * KEPT)? {
            n if n < KEPT => changed(others[0], n),
            KEPT => Some(game.program.clone()),
            _ => Some(bytes.choose(&others)?.program().clone()),
        };
        let Some(other) = other else { return Ok(()) };
        let is_same = Arc::ptr_eq(&other, &game.program);
        // Also the same program takes it over.
        let texts = Texts { name: format!("{n}"), ..Texts::default() };
        let stage = playtest.stage(Some(Build { texts, setup: Setup::default() }), &other);
        let head = playtest.head();
        // Played again under them from its start, or taken over where it stands.
        if near && bytes.ratio(1, 3)? {
            playtest.replay(Moment::end(head), stage);
            play::check(&played(&mut playtest));
            return Ok(());
        }
        // Also of a game that is over.
        let calls = playtest.stops(head).into_iter().filter(|(_, kind)| matches!(kind, StopKind::Call(_)));
        let shown = calls.last().map_or(Moment { node: head, tick: 0 }, |(moment, _)| moment);
        let Ok(taken) = playtest.take_over(shown, stage) else { continue };
        let carried = played(&mut playtest);
        let told = taken.report.notes;
        // Whom the rules are to look at anew may differ, not what they name. A change after which nobody did anything is made once more.
        if is_same && matches!(game.status, Status::Asking(_)) {
            assert_eq!(mark(&carried), mark(&game));
            assert!(told.is_empty() || told == told_last, "{told:?} after {told_last:?}");
        }
        told_last = told;
        game = carried;
        play::play_on(&mut game, bytes, 2)?;
        playtest.add(&game, |_| false);
    }
    Ok(())
}

/// The way to where a playtest stands.
fn played(playtest: &mut Playtest) -> Game {
    let path = playtest.path(playtest.head());
    path.game(path.parts().pop().expect("a race has begun"))
}

/// Rules of a game, changed so that they can still be played; each is built when it is first wanted.
fn changed(way: &Way, n: usize) -> Option<Arc<Program>> {
    type Changed = BTreeMap<(Arc<str>, Option<usize>, usize), Option<Arc<Program>>>;
    static CHANGED: Mutex<Changed> = Mutex::new(BTreeMap::new());
    let key = (way.ruleset.name.clone(), way.setup.players, n);
    CHANGED.lock().expect("a panic ends the run").entry(key).or_insert_with(|| change(way, n as u64)).clone()
}

fn change(way: &Way, seed: u64) -> Option<Arc<Program>> {
    let mut luck = bot_stream(seed, 0);
    (0..TRIES).find_map(|_| {
        let noise: Vec<u8> = (0..256).map(|_| luck.random_range(0..=u8::MAX)).collect();
        let mut noise = Unstructured::new(&noise);
        let mut texts = way.texts.clone();
        let tests = |name: &String| name.contains("test") || name.contains("examples");
        let files: Vec<_> = texts.files.iter_mut().filter(|(name, _)| !tests(name)).map(|(_, text)| text).collect();
        let mut all: Vec<_> = files.into_iter().chain(texts.tracks.get_mut(way.track())).collect();
        let at = noise.choose_index(all.len()).ok()?;
        let spoilt = spoil(all[at].as_ref().ok()?, &mut noise, 2).ok()?;
        *all[at] = Ok(spoilt.into());
        Ruleset::read_after(&texts, Some(way.ruleset)).build(&way.setup).program
    })
}
