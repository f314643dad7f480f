//! Every program that the rulesets make, and how to play one.

use rand::RngExt;
use std::sync::Arc;

use interpreter::diagnostic::has_errors;
use interpreter::game::{Game, Question, Status};
use interpreter::players::{BotStream, bot_stream};
use interpreter::program::Program;
use interpreter::ruleset::{Ruleset, Setup};

/// Every sound set of add-ons on every sound track, with two and with four players or as many as the rules allow.
pub fn every_program(mut each: impl FnMut(&str, Arc<Program>)) {
    for (name, ruleset) in super::all_rulesets() {
        assert!(!has_errors(&ruleset.problems), "{name}: {:?}", ruleset.problems);
        let setups = setups(&ruleset);
        assert!(!setups.is_empty(), "{name} has nothing that can be played");
        for setup in setups {
            let built = ruleset.build(&setup);
            let program = built.program.unwrap_or_else(|| panic!("{name} {setup:?}: {:?}", built.problems));
            each(&format!("{name} {:?} on {} for {}", setup.addons, built.track_name, program.players), program);
        }
    }
}

fn setups(ruleset: &Ruleset) -> Vec<Setup> {
    let addons = &ruleset.addons;
    let mut setups = vec![];
    for set in 0..1u32 << addons.len() {
        let chosen: Vec<usize> = (0..addons.len()).filter(|n| set >> n & 1 == 1).collect();
        let names: Vec<String> = chosen.iter().map(|n| addons[*n].name.to_string()).collect();
        if chosen.iter().any(|n| addons[*n].requires.iter().any(|r| !names.iter().any(|n| **n == **r))) {
            continue;
        }
        let (ir, problems) = ruleset.weave(&chosen.iter().map(|n| addons[*n].name.clone()).collect::<Vec<_>>());
        if has_errors(&problems) {
            continue; // two that exclude each other
        }
        let (fewest, most) = (ir.game.min_players as usize, ir.game.max_players as usize);
        for track in ruleset.tracks.keys() {
            let mut players = vec![2.clamp(fewest, most), 4.clamp(fewest, most)];
            players.dedup();
            setups.extend(players.into_iter().map(|players| Setup {
                addons: names.clone(),
                track: Some(track.clone()),
                players: Some(players),
                ..Setup::default()
            }));
        }
    }
    setups
}

/// Takes options at random, as seats of the same seed do.
pub struct Dice(Vec<BotStream>);

impl Dice {
    pub fn new(program: &Program, seed: u64) -> Dice {
        Dice((0..program.players).map(|seat| bot_stream(seed, seat)).collect())
    }

    pub fn choose(&mut self, question: &Question) -> usize {
        self.0[question.player].random_range(..question.options.len())
    }
}

/// How many games a test plays with each program: `usual`, or what `COURSESETTER_GAMES` says.
pub fn games(usual: u64) -> u64 {
    std::env::var("COURSESETTER_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Plays at random until so many choices are made or the game is over.
pub fn play_on(game: &mut Game, dice: &mut Dice, choices: usize) {
    while let Status::Asking(question) = &game.status {
        if game.choices.len() >= choices {
            return;
        }
        let option = dice.choose(question);
        game.choose(option).expect("an option on offer can be taken");
    }
}
