//! Generated rules: what is built is verified and played. Whatever is answered, nothing is written outside of its place.

use std::sync::Arc;

use editor::render::render;
use interpreter::game::Game;
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::vm::{Stop, TrapCode};

use super::machine::watch_spoilt;
use crate::{Result, Unstructured, play, rules};

/// Fuel for each answer under the oracle.
const FUEL: u32 = 10_000;
/// So seldom a game is traced whose rules need more: it may take all the fuel that there is.
const ENDLESS: u8 = 16;
/// So often operands are exchanged instead.
const SPOILT: u8 = 4;

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    // Answers come first: rules take what is left.
    let (seed, answers): (u8, [u8; 16]) = bytes.arbitrary()?;
    let made = rules::any("made", bytes)?;
    let ruleset = Ruleset::read(&made.texts);
    let addons = ruleset.addons.iter().map(|addon| addon.name.to_string()).collect();
    let players = Some(2 + usize::from(seed % 2));
    let setup = Setup { addons, players, settings: made.settings.clone(), ..Setup::default() };
    let built = ruleset.build(&setup);
    let problems: Vec<_> = ruleset.problems.iter().chain(&built.problems).cloned().collect();
    made.show();
    if std::env::var_os("SHOW").is_some() {
        println!("{}", render(&ruleset.sources, &problems, false));
    }
    assert!(!problems.iter().any(|problem| problem.message.contains("a fault of Coursesetter")), "{problems:?}");
    let Some(program) = built.program else { return Ok(()) };
    let stop = oracle::watch(&program, u64::from(seed), 40, FUEL);
    assert!(!matches!(stop, Stop::Trap(TrapCode::Internal, _)), "the program is broken: {stop:?}");
    if answers[0].is_multiple_of(SPOILT) {
        let mut program = Arc::into_inner(program).expect("nobody else holds it");
        return watch_spoilt(&mut program, &mut Unstructured::new(&answers[1..]));
    }
    if !matches!(stop, Stop::Trap(TrapCode::Fuel, _)) || seed.is_multiple_of(ENDLESS) {
        let mut game = Game::start(program, u64::from(seed));
        play::play_on(&mut game, &mut Unstructured::new(&answers), answers.len())?;
    }
    Ok(())
}
