//! Saved games whose choices and changes by hand are exchanged, left out or doubled, played again under their rules or under others of the game.

use interpreter::game::Game;
use interpreter::replay::{Edited, Saved, replay};

use crate::{Result, Unstructured, play};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (way, game) = play::any(bytes, true, 4)?;
    let mut saved = way.save(&game);
    for _ in 0..bytes.int_in_range(0..=4)? {
        change(&mut saved, &game, bytes)?;
    }
    let others = way.others();
    let under = if bytes.ratio(1, 2)? { way } else { *bytes.choose(&others)? };
    let replayed = replay(under.program().clone(), &saved);
    play::check(&replayed.game);
    // What it came to is a game like any other.
    if bytes.ratio(2, 3)? {
        return Ok(());
    }
    let mut game = replayed.game;
    play::play_on(&mut game, bytes, 2)?;
    let again = replay(under.program().clone(), &under.save(&game));
    assert!(again.equal(), "{:?} {:?} {:?}", again.stopped_at, again.differs_after, again.other_end);
    assert_eq!(again.game.hash(), game.hash());
    Ok(())
}

fn change(saved: &mut Saved, game: &Game, bytes: &mut Unstructured<'_>) -> Result<()> {
    let steps = &mut saved.choices;
    match bytes.int_in_range(0..=6)? {
        0 => saved.seed = bytes.arbitrary()?,
        1 => saved.edits.extend(play::any_edit(game, bytes)?.map(|edit| Edited { after: 0, edit })),
        _ if steps.is_empty() => {}
        n => {
            let (at, other) = (bytes.choose_index(steps.len())?, bytes.choose_index(steps.len())?);
            match n {
                2 => drop(steps.remove(at)),
                3 => steps.swap(at, other),
                4 => steps.insert(at, steps[other].clone()),
                5 => steps[at].player = bytes.int_in_range(0..=9)?,
                _ => steps[at].values = steps[other].values.clone(),
            }
        }
    }
    Ok(())
}
