//! Games that are changed by hand while they are played.

use interpreter::edit::{Edit, read, values};
use interpreter::game::{Game, Status};
use interpreter::ir::{FieldId, KindId, PieceId, Type};
use interpreter::program::Program;
use interpreter::replay::{mark, replay as play_again};
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::show;
use interpreter::view::view;
use interpreter::why::{What, writes};
use spoil::Numbers;

use crate::common::every::{Dice, every_program, play_on};
use crate::common::taken::{carry_over, replay};
use crate::common::{meadow, read as saved, rulesets, shipped, written};

/// Any edit, of which many fit.
fn any(program: &Program, game: &Game, numbers: &mut Numbers) -> Option<Edit> {
    match numbers.below(5) {
        0 if !program.ir.pieces.is_empty() => {
            let kind = numbers.below(program.ir.pieces.len());
            let piece = numbers.below(program.layout.pieces[kind].1.max(1));
            let space = program.spaces[numbers.below(program.spaces.len())].to_string();
            Edit::of(program, What::Piece(PieceId(kind as u16), piece), &space)
        }
        1 => {
            let kind = program.cards.iter().position(|cards| cards.count > 0)?;
            let cards = &program.cards[kind];
            let card = numbers.below(usize::from(cards.count));
            Edit::card(program, KindId(kind as u16), card, numbers.below(cards.heaps.len()))
        }
        2 if !program.ir.dice.is_empty() => {
            let die = numbers.below(program.ir.dice.len());
            let table = &program.dice[die];
            let face = program.image[usize::from(table.faces) + numbers.below(table.sides as usize)];
            Some(Edit::Roll { die: program.ir.dice[die].name.to_string(), faces: vec![face] })
        }
        _ => {
            let field = numbers.below(program.ir.fields.len());
            let ty = &program.ir.fields[field].ty;
            let value = match values(program, ty) {
                Some(values) => values[numbers.below(values.len())].clone(),
                // What it is already.
                None => {
                    let (base, words) = program.layout.fields[field];
                    show::value(program, ty, &game.machine.memory[usize::from(base)..][..words])
                }
            };
            Edit::of(program, What::Field(FieldId(field as u16), 0), &value)
        }
    }
}

#[test]
fn edited_games_are_saved_replayed_gone_back_in_and_carried_over() {
    let mut made = 0;
    for name in rulesets() {
        let ruleset = Ruleset::read(&shipped(&name));
        let setup = Setup::default();
        let program = crate::common::program(&ruleset, &setup);
        for seed in 0..6 {
            let (mut dice, mut numbers) = (Dice::new(&program, seed), Numbers(seed + 11));
            let mut game = Game::start(program.clone(), seed);
            for n in 1..8 {
                play_on(&mut game, &mut dice, n * 3);
                let Some(edit) = any(&program, &game, &mut numbers) else { continue };
                let before = game.clone();
                match game.edit(&edit) {
                    Ok(()) => made += 1,
                    Err(_) => assert_eq!((game.hash(), game.log.len()), (before.hash(), before.log.len()), "{name}: {edit:?}"),
                }
            }
            let until = game.choices.len() + 10;
            play_on(&mut game, &mut dice, until);
            let read = saved(&written(&shipped(&name), &setup, &game));
            let replayed = play_again(program.clone(), &read);
            assert!(replayed.equal(), "{name} {seed}: {:?} {:?}", replayed.stopped_at, replayed.differs_after);
            assert_eq!((replayed.game.hash(), replayed.game.edits()), (game.hash(), game.edits()), "{name}");
            // Back to any question and on again.
            let moment = game.choices.len() / 2;
            let mut back = game.clone();
            assert!(back.go_back(moment), "{name}");
            let edits: Vec<_> = game.edits().iter().filter(|(at, _)| *at <= moment).cloned().collect();
            assert_eq!(back.edits(), edits, "{name}");
            assert_eq!(replay(&game, program.clone()).game.hash(), game.hash(), "{name}");
            if let (Ok(carried), Status::Asking(_)) = (carry_over(&game, program.clone()), &game.status) {
                // Whom the rules are to look at anew may differ, not what they name.
                assert_eq!((mark(&carried.game), carried.notes), (mark(&game), vec![]), "{name} {seed}");
            }
        }
    }
    assert!(made > 60, "{made}");
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let ruleset = Ruleset::read(&shipped("skoot"));
    let program = crate::common::program(&ruleset, &Setup::default());
    let mut game = Game::start(program, 3);
    let hash = game.hash();
    let field =
        |of: &str, number, name: &str, value: &str| Edit::Field { of: of.into(), number, name: name.into(), value: value.into() };
    let edits = [
        field("player", 1, "lap", "2000000000"),
        field("player", 1, "lap", "-1"),
        field("player", 1, "lap", "many"),
        field("player", 9, "lap", "1"),
        field("player", 0, "lap", "1"),
        field("player", 1, "nothing", "1"),
        field("nobody", 1, "lap", "1"),
        Edit::Piece { kind: "Racer".into(), number: 1, space: "nowhere".into() },
        Edit::Piece { kind: "Racer".into(), number: 99, space: "a01".into() },
        Edit::Piece { kind: "Ghost".into(), number: 1, space: "a01".into() },
        Edit::Roll { die: "ski".into(), faces: vec![99] },
        Edit::Roll { die: "".into(), faces: vec![] },
        Edit::Draw { kind: "Card".into(), cards: vec!["x".into()] },
        Edit::Card { kind: "Card".into(), number: 1, pile: "hand".into(), owner: 1 },
    ];
    for edit in edits {
        assert!(game.edit(&edit).is_err(), "{edit:?}");
        assert_eq!((game.hash(), game.edits().len()), (hash, 0), "{edit:?}");
    }
}

/// What a change by hand makes true is seen, for the player of whom it is true, though the rules have changed nothing.
#[test]
fn a_change_by_hand_wakes_what_waits_for_it() {
    let mut texts = meadow();
    let rules = r#"
game meadow "M" for 2 players
space { ground: Ground = grass, area: Area = meadow }
enum Ground { grass, mud, ice }
enum Area { meadow, start, finish }
link next one?
player { tired: int = 0, rests: int = 0 }
whenever p in players where p.tired > 3 { p.tired = 0; p.rests += 1 }
flow { for p in players { turn(p) }; end game }
turn rule turn(p: player) { choose go by p "Go?" { "Go" { }; "Stay" { } } }
"#;
    texts.files.insert("meadow.rules".into(), Ok(rules.into()));
    let (_, built, problems) = crate::common::build(&texts, &Setup { players: Some(2), ..Setup::default() });
    let mut game = Game::start(built.program.unwrap_or_else(|| panic!("{problems:?}")), 1);
    let edit = Edit::Field { of: "player".into(), number: 2, name: "tired".into(), value: "5".into() };
    game.edit(&edit).expect("it fits");
    game.choose(0).expect("it is asked");
    let seen = view(&game.program, &game.machine, None);
    let rests = seen.iter().filter(|seen| seen.name == "rests").map(|seen| seen.value.as_deref());
    assert_eq!(rests.collect::<Vec<_>>(), [Some("0"), Some("1")]);
}

#[test]
fn a_die_shows_what_was_set_and_only_then() {
    every_program(|what, program| {
        for (n, die) in program.ir.dice.iter().enumerate() {
            let table = &program.dice[n];
            let faces = &program.image[usize::from(table.faces)..][..table.sides as usize];
            let wanted = vec![*faces.last().expect("a die has sides"); 3];
            let mut game = Game::start(program.clone(), 2);
            let edit = Edit::Roll { die: die.name.to_string(), faces: wanted.clone() };
            if game.edit(&edit).is_err() {
                continue;
            }
            let from = game.log.len();
            play_on(&mut game, &mut Dice::new(&program, 2), 25);
            let start = format!("{}: ", die.name.replace('_', " "));
            let rolled = game.log[from..].iter().filter_map(|line| line.text.strip_prefix(&start));
            let shown: Vec<i32> = rolled.flat_map(|list| list.split(", ")).filter_map(|face| face.parse().ok()).take(3).collect();
            assert!(wanted.starts_with(&shown), "{what}: {} shows {shown:?}", die.name);
        }
    });
}

#[test]
fn values_are_read_as_they_are_shown() {
    every_program(|what, program| {
        let mut game = Game::start(program.clone(), 4);
        play_on(&mut game, &mut Dice::new(&program, 4), 12);
        for (n, field) in program.ir.fields.iter().enumerate() {
            let is_state = field.owner.is_of_state();
            let (base, words) = program.layout.fields[n];
            if !is_state || matches!(field.ty.present(), Type::Rule(_) | Type::Text) {
                continue;
            }
            let now = game.machine.memory[usize::from(base)..][..words].to_vec();
            let shown = show::value(&program, &field.ty, &now);
            if shown.contains("not set") {
                continue;
            }
            let back = read(&program, &field.ty, &shown).unwrap_or_else(|| panic!("{what}: {} {shown}", field.name));
            assert_eq!(show::value(&program, &field.ty, &back), shown, "{what}: {}", field.name);
            // By hand it becomes the same, and that is told of.
            let asked = What::Field(FieldId(n as u16), 0);
            if let (Some(list), Status::Asking(_)) = (values(&program, &field.ty), &game.status) {
                let other = list.iter().find(|value| **value != shown).expect("more than one value").clone();
                let mut edited = game.clone();
                edited.edit(&Edit::of(&program, asked, &other).expect("a field")).unwrap_or_else(|why| panic!("{what}: {why:?}"));
                let made = writes(&edited, asked, Some(0));
                let found = made.iter().any(|write| write.new == other && write.rules.iter().any(|rule| **rule == *"by hand"));
                assert!(found, "{what}: {}: {made:?}", field.name);
            }
        }
    });
}
