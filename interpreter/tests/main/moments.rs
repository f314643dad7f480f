//! Going back to a question that was asked before.

use interpreter::game::{Game, Status};

use crate::common::every::{Dice, every_program};

/// Answers at random, and keeps each game that asks something.
fn played(mut game: Game, dice: &mut Dice, most: usize) -> Vec<Game> {
    let mut games = vec![game.clone()];
    while let Status::Asking(question) = &game.status {
        if games.len() > most {
            break;
        }
        let option = dice.choose(question);
        game.choose(option).expect("an option on offer can be taken");
        games.push(game.clone());
    }
    games
}

#[test]
fn a_game_that_went_back_is_the_one_that_was_there() {
    every_program(|what, program| {
        let mut dice = Dice::new(&program, 5);
        let games = played(Game::start(program.clone(), 5), &mut dice, 60);
        let mut last = games.last().expect("a game was begun").clone();
        for then in games.iter().rev().step_by(7).filter(|game| matches!(game.status, Status::Asking(_))) {
            let n = then.choices.len();
            assert!(last.go_back(n), "{what}: {n} choices");
            assert_eq!((last.hash(), &last.status, &last.choices), (then.hash(), &then.status, &then.choices), "{what}: {n}");
            assert_eq!(last.log, then.log, "{what}: after {n} choices the log is as it was, secrets too");
            assert_eq!(last.held().map(|held| held.state), then.held().map(|held| held.state), "{what}: {n}");
            assert_eq!(last.machine.journal(), then.machine.journal(), "{what}: {n}");
            // It goes on as if nothing had happened.
            let (mut same, mut dice) = (Dice::new(&program, 9), Dice::new(&program, 9));
            let on = played(last.clone(), &mut same, 12).pop().expect("itself at least");
            let other = played(then.clone(), &mut dice, 12).pop().expect("itself at least");
            assert_eq!((on.hash(), &on.log), (other.hash(), &other.log), "{what}: {n}");
        }
        assert!(!last.go_back(usize::MAX) && !last.go_back(last.choices.len() + 1), "{what}: nothing was asked then");
    });
}
