//! What every ruleset keeps on every track with every set of add-ons, without a test of its own being written.

use crate::common::every::{Dice, every_program};
use interpreter::face;
use interpreter::game::{Game, LineKind, Status};
use interpreter::ir::{FieldId, KindId, Type};
use interpreter::players::{Seat, Table};
use interpreter::ruleset::Ruleset;
use interpreter::show;
use interpreter::vm::random::derive_seed;
use interpreter::vm::{Machine, Stop};

#[test]
fn random_play_ends() {
    every_program(|what, program| {
        let mut machine = Machine::new(&program);
        let mut table = Table::new(&program, &vec![Seat::Random; program.players]);
        for n in 0..10 {
            let seed = derive_seed(5, n);
            machine.start(&program, seed);
            table.start(seed);
            assert_eq!(machine.resume(&program, &mut table), Stop::Over, "{what}, seed {seed}");
            let places = machine.places(&program);
            assert!(places.iter().all(|p| p.is_some_and(|p| (1..=program.players as u32).contains(&p))), "{what}: {places:?}");
            assert!(places.contains(&Some(1)), "{what}: nobody has won");
        }
    });
}

/// Several values, and those of a table, stand in words: brackets are for those who write rules.
#[test]
fn values_are_told_without_brackets() {
    every_program(|what, program| {
        let params = program.ir.params.iter().zip(&program.params).map(|(param, words)| (&param.name, &param.ty, &words[..]));
        let fields = program.ir.fields.iter().zip(&program.layout.fields).filter(|(field, _)| field.owner.is_of_state());
        let fields = fields.map(|(field, (base, words))| {
            let at = usize::from(*base);
            (&field.name, &field.ty, &program.image[at..at + words])
        });
        for (name, ty, words) in params.chain(fields) {
            let told = show::told(&program, ty, words);
            assert!(!told.contains(['[', ']']), "{what}: {name} is {told:?}");
        }
    });
}

#[test]
fn options_are_there_in_order_and_differ() {
    every_program(|what, program| {
        let mut game = Game::start(program.clone(), 11);
        let mut dice = Dice::new(&program, 11);
        while let Status::Asking(question) = &game.status {
            let offered = game.machine.options();
            let numbers: Vec<usize> = (0..offered.len()).map(|n| offered.get(n).0).collect();
            assert!(!numbers.is_empty(), "{what}: nothing on offer");
            assert!(numbers.is_sorted(), "{what}: options {numbers:?} are not in the order of the rules");
            for (n, option) in question.options.iter().enumerate() {
                let same = |other: &interpreter::game::Offer| (&other.shown, &other.label) == (&option.shown, &option.label);
                assert!(!question.options[..n].iter().any(same), "{what}: `{}` is on offer twice", option.label);
            }
            let choice = dice.choose(question);
            game.choose(choice).expect("it is on offer");
        }
        assert_eq!(game.status, Status::Over, "{what}");
    });
}

#[test]
fn replaying_the_choices_gives_the_same_game_at_every_step() {
    every_program(|what, program| {
        let mut game = Game::start(program.clone(), 23);
        let mut dice = Dice::new(&program, 23);
        let mut hashes = vec![game.hash()];
        let mut earlier: Vec<(Game, Vec<i32>)> = vec![];
        while let Status::Asking(question) = &game.status {
            let choice = dice.choose(question);
            let copy = game.clone();
            assert_eq!(copy.hash(), game.hash(), "{what}: a copy differs");
            let mut twin = copy.clone();
            let state = game.machine.state(&program).to_vec();
            game.choose(choice).expect("it is on offer");
            twin.choose(choice).expect("it is on offer");
            assert_eq!(twin.machine.state(&program), game.machine.state(&program), "{what}: a copy goes on differently");
            assert_eq!(twin.log, game.log, "{what}: a copy tells another story");
            hashes.push(game.hash());
            if hashes.len() % 16 == 2 {
                earlier.push((copy, state));
            }
        }
        for (copy, state) in &earlier {
            assert_eq!(copy.machine.state(&program), state, "{what}: an earlier copy changed");
        }
        let mut again = Game::start(program.clone(), 23);
        assert_eq!(again.hash(), hashes[0], "{what}");
        for (n, choice) in game.choices.iter().enumerate() {
            let option = again.find(choice).unwrap_or_else(|| panic!("{what}: {choice:?} is not on offer"));
            again.choose(option).expect("it is on offer");
            assert_eq!(again.hash(), hashes[n + 1], "{what}: choice {n}");
        }
        assert_eq!(again.status, game.status, "{what}");
        assert_eq!(again.log, game.log, "{what}");
    });
}

#[test]
fn a_game_answered_from_outside_equals_one_answered_in_the_loop() {
    every_program(|what, program| {
        for seed in [3, 4] {
            let mut machine = Machine::new(&program);
            let mut table = Table::new(&program, &vec![Seat::Random; program.players]);
            machine.start(&program, seed);
            table.start(seed);
            assert_eq!(machine.resume(&program, &mut table), Stop::Over, "{what}");
            let mut game = Game::start(program.clone(), seed);
            let mut table = Table::new(&program, &vec![Seat::Random; program.players]);
            table.start(seed);
            while let Status::Asking(_) = game.status {
                let choice = table.answer(&program, &game.machine).expect("a bot answers");
                game.choose(choice).expect("it is on offer");
            }
            assert_eq!(game.places(), machine.places(&program), "{what}");
            assert_eq!(game.hash(), machine.hash(&program), "{what}");
        }
    });
}

#[test]
fn which_rule_a_row_follows_is_not_told_and_who_stays_does_not_move() {
    every_program(|what, program| {
        let holds_rule = |field: FieldId| matches!(program.ir.fields[field.index()].ty.present(), Type::Rule(_));
        for (kind, rows) in program.rows.iter().enumerate() {
            for row in 0..rows.len() {
                let facts = face::facts(&program, KindId(kind as u16), row);
                assert!(!facts.iter().any(|fact| holds_rule(fact.field)), "{what}: {}", face::told(&facts));
            }
        }
        let mut game = Game::start(program.clone(), 9);
        let mut table = Table::new(&program, &vec![Seat::Random; program.players]);
        table.start(9);
        while let Status::Asking(_) = &game.status {
            let choice = table.answer(&program, &game.machine).expect("a bot answers");
            game.choose(choice).expect("it is on offer");
        }
        let stays =
            game.log.iter().filter_map(|line| line.moved.as_ref()).any(|moved| moved.way.windows(2).any(|w| w[0] == w[1]));
        assert!(!stays, "{what}");
    });
}

#[test]
fn what_is_asked_quietly_is_not_in_the_log() {
    every_program(|what, program| {
        let mut game = Game::start(program.clone(), 5);
        let mut table = Table::new(&program, &vec![Seat::Random; program.players]);
        table.start(5);
        let mut aloud = 0;
        while let Status::Asking(question) = &game.status {
            // Of one option nobody is asked, unless always; and then it is told as well.
            aloud += usize::from(!question.quiet);
            let choice = table.answer(&program, &game.machine).expect("a bot answers");
            game.choose(choice).expect("it is on offer");
        }
        let told = game.log.iter().filter(|line| line.kind == LineKind::Chose).count();
        assert_eq!(told, aloud, "{what}");
    });
}

#[test]
fn thinking_changes_nothing_but_the_choice() {
    every_program(|what, program| {
        if program.prospects.is_none() {
            return;
        }
        let seats: Vec<Seat> = [Seat::Greedy, Seat::Quick].into_iter().cycle().take(program.players).collect();
        let mut table = Table::new(&program, &seats);
        let mut game = Game::start(program.clone(), 9);
        table.start(9);
        while let (Status::Asking(question), true) = (&game.status, game.choices.len() < 40) {
            let (hash, options) = (game.hash(), question.options.len());
            let choice = table.answer(&program, &game.machine).expect("a bot answers");
            assert!(choice < options, "{what}");
            assert_eq!(game.hash(), hash, "{what}: thinking changed the game");
            game.choose(choice).expect("it is on offer");
        }
    });
}

/// The rules' own tests of the rulesets that are there for tests.
#[test]
fn fixtures_keep_their_tests() {
    for name in crate::common::FIXTURES {
        let report = interpreter::testing::run(&Ruleset::read(&crate::common::fixture(name)), None);
        let problems: Vec<_> = report.problems.iter().chain(report.tests.iter().flat_map(|t| &t.problems)).collect();
        assert!(report.passed() && report.tests.len() > 2, "{name}: {problems:#?}");
    }
}

/// A card is always in exactly one pile, and no copy of a game forgets where.
#[test]
fn every_card_lies_in_one_pile() {
    every_program(|what, program| {
        let mut game = Game::start(program.clone(), 7);
        let mut dice = Dice::new(&program, 7);
        while let Status::Asking(question) = &game.status {
            for cards in program.cards.iter().filter(|cards| !cards.heaps.is_empty()) {
                let mut lying: Vec<usize> = (0..cards.heaps.len()).flat_map(|heap| game.machine.cards_in(cards, heap)).collect();
                lying.sort_unstable();
                assert_eq!(lying, (0..usize::from(cards.count)).collect::<Vec<_>>(), "{what}");
            }
            let choice = dice.choose(question);
            game.choose(choice).expect("it is on offer");
        }
    });
}
