//! What is secret is read in the log by whose secret it is, and by nobody else.

use std::sync::Arc;

use interpreter::edit::Edit;
use interpreter::game::{Game, Status};
use interpreter::ir::fold::NONE;
use interpreter::ir::{FieldId, KindId};
use interpreter::players::{Seat, Table};
use interpreter::program::header;
use interpreter::ruleset::{Setup, Texts};
use interpreter::view;
use interpreter::vm::{Machine, Stop};
use interpreter::why::{self, What};

const GAME: &str = r#"game g "G" for 2..4 players
piece Car 1 per player as car at the s in space where s.start { secret load: int = 4 }
space { start: bool = false }
player { secret plan: int = 3, shown: int = 0 }
flow { for p in players { turn(p) }; end game }
value next_plan(p: player) -> int = p.plan + 1
value load_of(car: Car, asking: player) -> int = if asking.shown > 0 then 0 else car.load
value all_plans() -> int = sum p in everyone: p.plan
turn rule turn(p: player) {
  p.plan = 7
  choose keep by p "{p.plan}?" { "Keep {p.plan}" { }; "No" { } }
  say "{p} plans {p.plan}, then {next_plan(p)}, all {all_plans()}, loads {p.car.load}"
  for c in Car where c.owner != p { say "{p} asks for {load_of(c, p)}" }
  p.shown = p.plan
  let told = p.plan
  say "{p} shows {p.shown}, tells {told}"
}
"#;

/// Everybody has a number that nobody else knows, and guesses the next one's.
const GUESSING: &str = r#"game g "G" for 2 players
space { start: bool = false }
dice number = 0..5
player { secret wish: int in 0..5 = 0, right: int = 0 }
flow { for p in players { p.wish = roll(number) }; for p in players { guess(p) }; end game }
value prospects(p: player) -> int = p.right
turn rule guess(p: player) {
  choose guessed by p "Which?" { each n in 0..5 "{n}" { for q in everyone where q != p and q.wish == n { p.right = 1 } } }
}
"#;

/// Dice that are rolled under a cup, and dice that are rolled openly.
const CUPS: &str = r#"game g "G" for 2 players
space { start: bool = false }
dice die = 1..6
dice luck = 11..16
dice open = 21..26
dice low = 31..36
dice high = 41..46
player { secret sum: int = 0, secret cup: list of int in 1..6 max 5, secret lucky: bool = false, shown: int = 0 }
flow { for p in players { turn(p) }; end game }
rule thrown() -> int { return roll(luck) }
turn rule turn(p: player) {
  p.cup = roll(3 of die)
  p.sum = roll(low) + roll(high)
  if thrown() > 13 { p.lucky = true }
  p.shown = roll(open)
  if roll(open) > 23 { ask(p) }
}
rule ask(p: player) {
  choose keep by p "Keep?" { "Yes" { p.lucky = true; p.shown = 0 }; "No" { p.shown = 1 } }
}
"#;

fn texts(rules: &str) -> Texts {
    let mut texts = Texts { name: "g".into(), ..Texts::default() };
    let manifest = r#"(id: "g", title: "G", players: 2, modules: ["g.rules"])"#;
    let track = r#"(ruleset: "g", name: "L", spaces: [(id: "a", at: (1, 1), start: true)])"#;
    texts.files.insert("game.ron".into(), Ok(manifest.into()));
    texts.files.insert("g.rules".into(), Ok(rules.into()));
    texts.tracks.insert("line".into(), Ok(track.into()));
    texts
}

#[test]
fn a_secret_is_read_by_its_player_alone() {
    let (_, built, problems) = crate::common::build(&texts(GAME), &Setup::default());
    let program = built.program.unwrap_or_else(|| panic!("{problems:?}"));
    let mut game = Game::start(Arc::clone(&program), 1);
    while matches!(game.status, Status::Asking(_)) {
        game.choose(0).expect("the first option is on offer");
    }
    let plan = What::Field(FieldId(program.ir.fields.iter().position(|f| *f.name == *"plan").expect("a field") as u16), 0);
    let may_know = [Some(0), Some(1), None].map(|reader| view::is_open(&program, &game.machine, plan, reader));
    assert_eq!(may_know, [true, false, false]);
    let chosen = [Some(0), Some(1), None].map(|reader| game.chosen(0, reader));
    assert_eq!(chosen, [Some("Keep 7"), None, None]);
    let texts = |reader| game.log.iter().map(|line| line.text_for(reader).to_owned()).collect::<Vec<_>>();
    let [own, other, onlooker] = [Some(0), Some(1), None].map(texts);
    let has = |texts: &[String], text: &str| texts.iter().any(|t| t == text);
    assert!(has(&own, "Player 1: Keep 7"), "{own:?}");
    assert!(has(&own, "Player 1 plans 7, then 8, all …, loads 4"), "{own:?}");
    // Who asks about somebody else's secret doesn't get to read it.
    assert!(has(&own, "Player 1 asks for …"), "{own:?}");
    for others in [&other, &onlooker] {
        assert!(has(others, "Player 1: Keep …"), "{others:?}");
        assert!(has(others, "Player 1 plans …, then …, all …, loads …"), "{others:?}");
        // Stored openly, or in a variable, it is shown.
        assert!(has(others, "Player 1 shows 7, tells 7"), "{others:?}");
    }
    assert!(has(&other, "Player 2 plans 7, then 8, all …, loads 4"), "{other:?}");
    // Who reads a whole saved race reads everything.
    assert!(game.log.iter().any(|line| line.text == "Player 1: Keep 7"));
}

#[test]
fn dice_that_go_into_a_secret_are_told_to_its_player_alone() {
    let (_, built, problems) = crate::common::build(&texts(CUPS), &Setup::default());
    let program = built.program.unwrap_or_else(|| panic!("{problems:?}"));
    let mut game = Game::start(Arc::clone(&program), 1);
    while matches!(game.status, Status::Asking(_)) {
        game.choose(0).expect("the first option is on offer");
    }
    let lines = |reader| game.log.iter().map(|line| line.text_for(reader).to_owned()).collect::<Vec<_>>();
    let all = game.log.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
    let of = |lines: &[String], dice: &str| lines.iter().filter(|line| line.starts_with(dice)).cloned().collect::<Vec<_>>();
    let (dice, luck) = (of(&all, "die:"), of(&all, "luck:"));
    assert!(dice.len() == 2 && luck.len() == 2 && !dice.iter().chain(&luck).any(|line| line.contains('…')), "{all:?}");
    for reader in [Some(0), Some(1), None] {
        let lines = lines(reader);
        let own = |n: usize| if reader == Some(n) { dice[n].clone() } else { "die: …".to_owned() };
        assert_eq!(of(&lines, "die:"), [own(0), own(1)], "{reader:?}");
        assert_eq!(of(&lines, "luck:"), ["luck: …"; 2], "{reader:?}");
        // Each of several dice is told in its own line.
        for dice in ["low:", "high:"] {
            let own = |n: usize| if reader == Some(n) { of(&all, dice)[n].clone() } else { format!("{dice} …") };
            assert_eq!(of(&lines, dice), [own(0), own(1)], "{reader:?}");
        }
        // What is decided openly is rolled openly.
        assert_eq!(of(&lines, "open:"), of(&all, "open:"), "{reader:?}");
    }
}

#[test]
fn bots_know_no_more_than_they_may_see() {
    let (_, built, problems) = crate::common::build(&texts(GUESSING), &Setup::default());
    let program = built.program.unwrap_or_else(|| panic!("{problems:?}"));
    let right = program.ir.fields.iter().position(|field| &*field.name == "right").expect("a field of these rules");
    let mut machine = Machine::new(&program);
    for thinker in [Seat::Quick, Seat::Greedy] {
        let mut table = Table::new(&program, &[thinker; 2]);
        let mut guessed = 0;
        for seed in 0..150 {
            machine.start(&program, seed);
            table.start(seed);
            assert_eq!(machine.resume(&program, &mut table), Stop::Over);
            guessed += (0..2).map(|player| machine.word(program.layout.fields[right].0 + player)).sum::<i32>();
        }
        // Chance guesses 50 of 300.
        assert!((25..80).contains(&guessed), "{}: {guessed} of 300", thinker.name());
    }
}

/// All at the same time, each moves the hand or takes what is laid. Everybody has seen the card that lies before the first player.
const LAYING: &str = r#"game g "G" for 2..3 players
space { start: bool = false }
card Ware { worth: int } from "rows.ron"
pile deck of Ware hidden full
pile open of Ware open
piece Car 1 per player as car at the s in space where s.start { pile below of Ware private }
player { pile hand of Ware private, pile laid of Ware private }
flow { deal(); all_lay(); for p in everyone { ask(p) }; end game }
rule deal() {
  shuffle deck
  draw 1 from deck to open
  for p in everyone { draw 2 from deck to p.hand }
  move all open to player(1).laid
}
rule all_lay() {
  secretly each p in players {
    choose act by p {
      "Lay" { move all p.hand to p.laid }
      "Below" { move all p.hand to p.car.below }
      "Take" { move all p.laid to p.hand }
    }
  }
}
rule ask(p: player) { choose go by p { "Go" { }; "Stay" { } } }
"#;

/// Until all have acted, nobody else sees what players do with their private piles: not how many cards lie there, which, or why.
#[test]
fn piles_of_others_stay_as_they_were_while_all_act_in_secret() {
    let mut texts = texts(LAYING);
    let rows: String = (0..9).map(|n| format!("\"w{n}\": (worth: {n}), ")).collect();
    texts.files.insert("rows.ron".into(), Ok(format!("{{ {rows} }}").into()));
    let setup = Setup { players: Some(3), ..Setup::default() };
    let (_, built, problems) = crate::common::build(&texts, &setup);
    let program = built.program.unwrap_or_else(|| panic!("{problems:?}"));
    let viewers = [None, Some(0), Some(1), Some(2)];
    let piles = |machine: &Machine, viewer: Option<usize>, owner: Option<usize>| -> Vec<String> {
        let heaps = view::heaps(&program, machine, viewer).into_iter();
        heaps.filter(|heap| heap.owner == owner).map(|heap| format!("{}: {}", heap.name, heap.told(&program))).collect()
    };
    for acts in [[2, 0, 1], [0, 1, 2], [1, 2, 0]] {
        let mut game = Game::start(Arc::clone(&program), 5);
        let begins = game.machine.clone();
        let heaps = view::heaps(&program, &begins, None);
        let laid = heaps.iter().find(|heap| heap.name == "laid" && heap.owner == Some(0)).expect("a pile of the rules");
        let what = What::Card(KindId(0), laid.cards[0]);
        let writes = |game: &Game, viewer| why::writes(game, what, viewer).len();
        let known = writes(&game, Some(1));
        assert!(known > 0, "everybody saw where it went");
        for (asked, act) in acts.into_iter().enumerate() {
            for viewer in viewers {
                for owner in (0..3).filter(|owner| viewer != Some(*owner)) {
                    assert_eq!(
                        piles(&game.machine, viewer, Some(owner)),
                        piles(&begins, viewer, Some(owner)),
                        "{acts:?} {asked}"
                    );
                }
                assert!(viewer == Some(0) || writes(&game, viewer) == known, "{acts:?} {asked}");
            }
            let before = piles(&game.machine, Some(asked), Some(asked));
            game.choose(act).expect("it is on offer");
            let is_over = game.machine.memory[header::SECRET] == NONE;
            assert_eq!(is_over, asked == 2);
            let took_nothing = act == 2 && asked > 0;
            assert_eq!(piles(&game.machine, Some(asked), Some(asked)) == before, took_nothing, "one's own are as they are");
        }
        for (owner, act) in acts.into_iter().enumerate() {
            let as_before = piles(&game.machine, None, Some(owner)) == piles(&begins, None, Some(owner));
            assert_eq!(as_before, act == 2 && owner > 0, "{acts:?}: all is shown when all have acted");
        }
        assert_eq!(writes(&game, Some(1)) > known, acts[0] == 2);
    }
}

/// A card that a full pile doesn't take stays where it is for everybody.
#[test]
fn a_change_by_hand_that_is_refused_changes_nothing_while_all_act_in_secret() {
    let mut texts = texts(&LAYING.replace("pile hand of Ware private", "pile hand of Ware private max 2"));
    let rows: String = (0..9).map(|n| format!("\"w{n}\": (worth: {n}), ")).collect();
    texts.files.insert("rows.ron".into(), Ok(format!("{{ {rows} }}").into()));
    let setup = Setup { players: Some(3), ..Setup::default() };
    let (_, built, problems) = crate::common::build(&texts, &setup);
    let mut game = Game::start(built.program.unwrap_or_else(|| panic!("{problems:?}")), 5);
    // Whoever holds it by now, there is a card that lies elsewhere than when the first began.
    game.choose(0).expect("it is on offer");
    let mut refused = 0;
    for number in 1..=9 {
        let before = game.hash();
        let edit = Edit::Card { kind: "Ware".into(), number, pile: "hand".into(), owner: 2 };
        if game.edit(&edit).is_err() {
            refused += 1;
            assert_eq!(game.hash(), before, "{number}");
        }
    }
    assert!(refused > 4, "{refused}");
}
