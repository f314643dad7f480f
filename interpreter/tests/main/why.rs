//! What made a value what it is.

use interpreter::game::{Game, Status};
use interpreter::ir::{FieldId, KindId, Owner, PieceId, Type};
use interpreter::ruleset::Setup;
use interpreter::show;
use interpreter::why::{What, writes};

use crate::common::every::{Dice, every_program};
use crate::common::meadow;

#[test]
fn each_write_names_its_rule_and_its_line() {
    let ruleset = interpreter::ruleset::Ruleset::read(&meadow());
    let program = crate::common::program(&ruleset, &Setup { players: Some(2), ..Setup::default() });
    let game = Game::start(program.clone(), 1);
    assert_eq!(game.status, Status::Over, "nobody decides anything on the meadow");
    let made = writes(&game, What::Piece(PieceId(0), 1));
    let stood: Vec<&str> = made.iter().map(|w| w.new.as_str()).collect();
    assert_eq!(stood.last(), Some(&"fin"), "{stood:?}");
    let first = &made[0];
    assert_eq!(first.rules.iter().map(|r| &**r).collect::<Vec<_>>(), ["step_to", "run_on", "turn", "flow"]);
    assert_eq!(ruleset.sources.slice(first.span), "move p.runner to tile");
    assert_eq!((first.turn, first.turn_of, first.choices), (2, Some(1), 0));
    let home = program.ir.fields.iter().position(|f| *f.name == *"home_in").expect("it is declared");
    let made = writes(&game, What::Field(FieldId(home as u16), 1));
    assert_eq!(made.len(), 1);
    assert_eq!((made[0].old.as_str(), ruleset.sources.slice(made[0].span)), ("none", "p.home_in = round"));
    assert_eq!(writes(&game, What::Field(FieldId(home as u16), 2)), []);
}

#[test]
fn the_last_write_is_what_is_there_now() {
    every_program(|what, program| {
        let mut dice = Dice::new(&program, 3);
        let mut game = Game::start(program.clone(), 3);
        while let Status::Asking(question) = &game.status {
            if game.choices.len() >= 40 {
                break;
            }
            let option = dice.choose(question);
            game.choose(option).expect("an option on offer can be taken");
        }
        let word = |at: usize| game.machine.memory[at];
        let mut asked: Vec<(What, String)> = vec![];
        for (n, field) in program.ir.fields.iter().enumerate() {
            if matches!(field.owner, Owner::State | Owner::Player | Owner::Piece(_)) {
                let (base, words) = program.layout.fields[n];
                let now = show::value(&program, &field.ty, &game.machine.memory[usize::from(base)..][..words]);
                asked.push((What::Field(FieldId(n as u16), 0), now));
            }
        }
        for (n, (base, _)) in program.layout.pieces.iter().enumerate() {
            let at = word(usize::from(*base));
            let now = if at < 0 { "off the board".to_owned() } else { show::word(&program, &Type::Space, at) };
            asked.push((What::Piece(PieceId(n as u16), 0), now));
        }
        for (n, cards) in program.cards.iter().enumerate().filter(|(_, cards)| cards.count > 0) {
            let heap = usize::try_from(word(usize::from(cards.place)));
            let now = heap.map_or("out of the game".to_owned(), |heap| show::heap(&program, n, heap));
            asked.push((What::Card(KindId(n as u16), 0), now));
        }
        let mut found = 0;
        for (asked, now) in asked {
            let made = writes(&game, asked);
            found += made.len();
            assert!(made.windows(2).all(|pair| pair[0].new == pair[1].old), "{what}: {asked:?}");
            if let Some(last) = made.last() {
                assert_eq!(last.new, now, "{what}: {asked:?}");
                assert!(!last.rules.is_empty(), "{what}: {asked:?}");
            }
        }
        assert!(found > 0, "{what}: nothing was written in 40 answers");
    });
}
