//! What every ruleset keeps on every track with every set of add-ons, without a test of its own being written.

mod common;

use std::sync::Arc;

use interpreter::diagnostic::has_errors;
use interpreter::game::{Game, Line, Question, Status};
use interpreter::ir::fold::NONE;
use interpreter::ir::{Owner, ParamId, Type};
use interpreter::players::{BotStream, Seat, Table};
use interpreter::program::{Program, header};
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::view::{self, Seen};
use interpreter::vm::random::derive_seed;
use interpreter::vm::{Machine, Stop};

/// Every sound set of add-ons on every sound track, with two and with four players or as many as the rules allow.
fn every_program(mut each: impl FnMut(&str, Arc<Program>)) {
    for (name, ruleset) in common::all_rulesets() {
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
struct Dice(Vec<BotStream>);

impl Dice {
    fn new(program: &Program, seed: u64) -> Dice {
        Dice((0..program.players).map(|seat| BotStream::new(seed, seat)).collect())
    }

    fn choose(&mut self, question: &Question) -> usize {
        self.0[question.player].below(question.options.len())
    }
}

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
fn thinking_changes_nothing_but_the_choice() {
    every_program(|what, program| {
        if program.prospects.is_none() {
            return;
        }
        let mut table = Table::new(&program, &vec![Seat::Greedy; program.players]);
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

/// Everything that a player is shown.
#[derive(Debug, PartialEq)]
struct Shown {
    view: Vec<Seen>,
    question: Question,
    log: Vec<Line>,
}

fn shown(game: &Game, program: &Program, player: usize) -> Shown {
    let mut machine = game.machine.clone();
    let options = machine.resume(program, &mut interpreter::vm::Quiet);
    assert_eq!(options, Stop::Decide, "the question is still asked");
    Shown {
        view: view::view(program, &machine, Some(player)),
        question: interpreter::game::question(program, &mut machine),
        log: game.log_for(Some(player)).cloned().collect(),
    }
}

/// Changes the secret fields of everybody else to anything that they may hold; how many words changed.
fn change_secrets(program: &Program, machine: &mut Machine, player: usize, dice: &mut BotStream) -> usize {
    let fold = program.fold();
    let mut changed = 0;
    for (n, field) in program.ir.fields.iter().enumerate().filter(|(_, f)| f.secret) {
        let (base, words) = program.layout.fields[n];
        let owners = match field.owner {
            Owner::Player => program.players,
            Owner::Piece(p) => program.layout.pieces[p.index()].1,
            _ => continue,
        };
        let each = owners / program.players;
        let Some(members) = program.sizes.members(&fold, field.ty.present()).filter(|_| words == 1) else { continue };
        for owner in (0..owners).filter(|o| o / each.max(1) != player) {
            let none = field.ty.is_optional() && dice.below(4) == 0;
            let value = if none { NONE } else { fold.first_member(field.ty.present()) + dice.below(members) as i32 };
            let word = &mut machine.memory[usize::from(base) + owner];
            changed += usize::from(*word != value);
            *word = value;
        }
    }
    changed
}

/// Every ruleset: at each decision of random games, dealing anew what the decider can't see changes nothing that the decider sees.
#[test]
fn dealing_unseen_cards_anew_shows_nothing() {
    let mut dealt = 0;
    let mut imagination = view::Imagination::default();
    every_program(|what, program| {
        if program.ir.piles.is_empty() {
            return;
        }
        for seed in 0..6 {
            let mut game = Game::start(program.clone(), seed);
            let mut dice = Dice::new(&program, seed);
            let mut other = BotStream::new(derive_seed(seed, 78), 0);
            while let Status::Asking(question) = &game.status {
                let player = question.player;
                let before = shown(&game, &program, player);
                for _ in 0..2 {
                    let mut twin = game.clone();
                    imagination.redeal(&program, &mut twin.machine, player, &mut other);
                    dealt += usize::from(twin.machine.state(&program) != game.machine.state(&program));
                    assert_eq!(shown(&twin, &program, player), before, "{what}, seed {seed}");
                    let mut thought = Machine::new(&program);
                    let imagined = imagination.imagine(&program, &game.machine, &mut thought, player, &mut other);
                    assert!(imagined, "{what}, seed {seed}: nothing can be imagined");
                    assert_eq!(thought.options().len(), question.options.len(), "{what}, seed {seed}");
                }
                let choice = dice.choose(question);
                game.choose(choice).expect("it is on offer");
            }
            assert_eq!(game.status, Status::Over, "{what}, seed {seed}");
        }
    });
    assert!(dealt > 100, "{dealt} times something was dealt anew");
}

/// The rules' own tests of the rulesets that are there for tests.
#[test]
fn fixtures_keep_their_tests() {
    for name in common::FIXTURES {
        let report = interpreter::testing::run(&Ruleset::read(&common::fixture(name)), None);
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

/// Settings under which a ruleset has secrets: every case of a param that is a choice, one at a time.
fn settings(program: &Program) -> Vec<String> {
    let mut settings = vec![];
    for (n, param) in program.ir.params.iter().enumerate() {
        if let Type::Enum(e) = &param.ty {
            let cases = program.ir.enums[e.index()].cases.iter().enumerate();
            let now = program.params[ParamId(n as u16).index()].first().copied();
            settings.extend(cases.filter(|(c, _)| now != Some(*c as i32)).map(|(_, c)| format!("{}={}", param.name, c.name)));
        }
    }
    settings
}

#[test]
fn nobody_is_shown_what_others_keep_secret() {
    let (mut asked, mut changed, mut in_secret) = (0, 0, 0);
    for name in common::rulesets() {
        let ruleset = common::ruleset(&name);
        let plain = common::program(&ruleset, &Setup::default());
        if !plain.ir.fields.iter().any(|f| f.secret) {
            continue;
        }
        for setting in settings(&plain) {
            let setup = Setup { settings: vec![setting.clone()], ..Setup::default() };
            let program = common::program(&ruleset, &setup);
            for seed in 0..4 {
                let mut game = Game::start(program.clone(), seed);
                let mut dice = Dice::new(&program, seed);
                let mut other = BotStream::new(derive_seed(seed, 77), 0);
                while let Status::Asking(question) = &game.status {
                    let player = question.player;
                    let before = shown(&game, &program, player);
                    for _ in 0..3 {
                        let mut twin = game.clone();
                        changed += change_secrets(&program, &mut twin.machine, player, &mut other);
                        assert_eq!(shown(&twin, &program, player), before, "{name} {setting}, seed {seed}");
                    }
                    asked += 1;
                    in_secret += usize::from(game.machine.memory[header::SECRET] != NONE);
                    let choice = dice.choose(question);
                    game.choose(choice).expect("it is on offer");
                }
                assert_eq!(game.status, Status::Over, "{name} {setting}");
            }
        }
    }
    assert!(asked > 100 && changed > 100 && in_secret >= 8, "{asked} questions, {in_secret} in secret, {changed} changes");
}

/// What another has just answered in a secret block is in no log, view or question of those who answer after.
#[test]
fn answers_in_a_secret_block_leave_no_trace_before_it_ends() {
    let ruleset = common::ruleset("skoot");
    let setup = Setup { settings: vec!["tactic_reveal=simultaneous".to_owned()], ..Setup::default() };
    let program = common::program(&ruleset, &setup);
    let play = |first: usize| {
        let mut game = Game::start(program.clone(), 2);
        let Status::Asking(question) = &game.status else { panic!("a tactic is asked for") };
        let (one, count) = (question.player, question.options.len());
        assert!(first < count);
        game.choose(first).expect("it is on offer");
        let Status::Asking(question) = &game.status else { panic!("the next one is asked") };
        assert_ne!(question.player, one);
        let player = question.player;
        (shown(&game, &program, player), game.log_for(None).cloned().collect::<Vec<_>>())
    };
    assert_eq!(play(0), play(3));
}
