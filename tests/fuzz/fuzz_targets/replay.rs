//! Saved games whose choices and changes by hand are exchanged, left out or doubled, played again under their rules or under others of the game.

#![no_main]

use fuzz::{Result, Unstructured, play, shipped};
use interpreter::replay::{Edited, Saved, replay};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let shipped = shipped::any(bytes)?;
    let mut game = play::start(shipped.program(), bytes)?;
    play::play_on(&mut game, bytes, 10)?;
    let seats = vec!["human"; game.program.players];
    let mut saved = Saved::of(shipped.ruleset, &shipped.setup, shipped.track(), &seats, &game);
    for _ in 0..bytes.int_in_range(0..=4)? {
        change(&mut saved, &game, bytes)?;
    }
    let others: Vec<_> = shipped::ALL.iter().filter(|other| other.ruleset.name == shipped.ruleset.name).collect();
    let under = if bytes.ratio(1, 2)? { shipped } else { bytes.choose(&others)? };
    let replayed = replay(under.program().clone(), &saved);
    play::check(&replayed.game);
    // What it came to is a game like any other.
    let mut game = replayed.game;
    play::play_on(&mut game, bytes, 2)?;
    let seats = vec!["human"; game.program.players];
    let saved = Saved::of(under.ruleset, &under.setup, under.track(), &seats, &game);
    let again = replay(under.program().clone(), &saved);
    assert!(again.equal(), "{:?} {:?} {:?}", again.stopped_at, again.differs_after, again.other_end);
    assert_eq!(again.game.hash(), game.hash());
    Ok(())
}

fn change(saved: &mut Saved, game: &interpreter::game::Game, bytes: &mut Unstructured<'_>) -> Result<()> {
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
