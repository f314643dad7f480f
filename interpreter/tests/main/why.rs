//! What made a value what it is.

use interpreter::game::{Game, Status};
use interpreter::ir::{FieldId, KindId, PieceId, Type};
use interpreter::ruleset::Setup;
use interpreter::show;
use interpreter::view::is_open;
use interpreter::why::{What, writes};

use crate::common::every::{Dice, every_program};
use crate::common::meadow;
use crate::reload::{TOKENS, TRACK, program, texts};

#[test]
fn each_write_names_its_rule_and_its_line() {
    let ruleset = interpreter::ruleset::Ruleset::read(&meadow());
    let program = crate::common::program(&ruleset, &Setup { players: Some(2), ..Setup::default() });
    let game = Game::start(program.clone(), 1);
    assert_eq!(game.status, Status::Over, "nobody decides anything on the meadow");
    let made = writes(&game, What::Piece(PieceId(0), 1), None);
    let stood: Vec<&str> = made.iter().map(|w| w.new.as_str()).collect();
    assert_eq!(stood.last(), Some(&"fin"), "{stood:?}");
    let first = &made[0];
    assert_eq!(first.rules.iter().map(|r| &**r).collect::<Vec<_>>(), ["step_to", "run_on", "turn", "flow"]);
    assert_eq!(ruleset.sources.slice(first.span), "move p.runner to tile");
    assert_eq!((first.turn, first.turn_of, first.choices), (2, Some(1), 0));
    let home = program.ir.fields.iter().position(|f| *f.name == *"home_in").expect("it is declared");
    let made = writes(&game, What::Field(FieldId(home as u16), 1), None);
    assert_eq!(made.len(), 1);
    assert_eq!((made[0].old.as_str(), ruleset.sources.slice(made[0].span)), ("none", "p.home_in = round"));
    assert_eq!(writes(&game, What::Field(FieldId(home as u16), 2), None), []);
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
            if field.owner.is_of_state() {
                let (base, words) = program.layout.fields[n];
                let now = show::told(&program, &field.ty, &game.machine.memory[usize::from(base)..][..words]);
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
            let made = writes(&game, asked, Some(0));
            found += made.len();
            // Of a card one may not know all.
            let is_whole = matches!(asked, What::Field(..) | What::Piece(..));
            assert!(!is_whole || made.windows(2).all(|pair| pair[0].new == pair[1].old), "{what}: {asked:?}");
            if let Some(last) = made.last().filter(|_| is_open(&program, &game.machine, asked, Some(0))) {
                assert_eq!(last.new, now, "{what}: {asked:?}");
                assert!(!last.rules.is_empty(), "{what}: {asked:?}");
            }
        }
        assert!(found > 0, "{what}: nothing was written in 40 answers");
    });
}

/// A game in which everybody draws a card and chooses a plan that nobody else sees; the first card that is drawn is laid open.
const HIDDEN: &str = r#"
game small "Small" for 2..2 players
link next one? drawn along
card Token { worth: int in 0..9 = 0 } from "tokens.ron"
pile deck of Token hidden full
pile table of Token open
player { pile hand of Token private, secret plan: int in 0..9 = 0, points: int = 0 }
flow {
  repeat 3 times { for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
turn rule turn(p: player) {
  draw 1 from deck to p.hand
  choose plan by p { "One" { p.plan = 1 }; "Two" { p.plan = 2 } }
  if size(table) == 0 { for c in p.hand { move c to table } }
}
"#;

#[test]
fn of_what_is_hidden_only_those_are_told_who_may_know() {
    let program = program(&texts(HIDDEN, TRACK, TOKENS));
    let mut game = Game::start(program.clone(), 1);
    (0..3).for_each(|_| game.choose(1).expect("it is asked"));
    let plan = program.ir.fields.iter().position(|f| *f.name == *"plan").expect("it is declared");
    let plan = What::Field(FieldId(plan as u16), 0);
    assert_eq!(writes(&game, plan, Some(0)).len(), 1);
    assert_eq!((writes(&game, plan, Some(1)), writes(&game, plan, None)), (vec![], vec![]));
    let ways = |reader: Option<usize>| -> Vec<String> {
        let cards = (0..usize::from(program.cards[0].count)).map(|card| What::Card(KindId(0), card));
        cards.flat_map(|card| writes(&game, card, reader)).map(|w| format!("{} → {}", w.old, w.new)).collect()
    };
    let (first, second, others) = (ways(Some(0)), ways(Some(1)), ways(None));
    // What lies open was in the first one's hand; how it came there only that player knows.
    assert_eq!((first.len(), second.len(), others.len()), (3, 3, 1), "{first:?} {second:?} {others:?}");
    assert!(others[0].ends_with("→ table") && second.contains(&others[0]), "{others:?}");
    assert!(first.iter().filter(|way| second.contains(way)).eq(&others), "{first:?} {second:?}");
}

/// Hits make points by a table; cards make them by what stands in their rows.
const MADE: &str = r#"
game small "Small" for 2..2 players
link next one? drawn along
card Token { worth: int in 0..9 = 0 } from "tokens.ron"
dice d = 1..6
param points_for: int in 0..90 per 1..6 = [10, 20, 30, 40, 50, 60]
pile deck of Token open full
player { points: int = 0, best: int = 0 }
flow {
  repeat 3 times { for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
rule shots() -> int { return points_for[max(roll(3 of d))] }
turn rule turn(p: player) {
  choose go by p { "Shoot" { p.best = shots() }; "Rest" { } }
  p.points += p.best
}
"#;

#[test]
fn a_write_tells_what_it_was_made_of() {
    let program = program(&texts(MADE, TRACK, TOKENS));
    let mut game = Game::start(program.clone(), 1);
    (0..2).for_each(|_| game.choose(0).expect("it is asked"));
    let field = |name: &str| {
        let at = program.ir.fields.iter().position(|field| *field.name == *name).expect("it is declared");
        What::Field(FieldId(at as u16), 0)
    };
    let rolled = game.log.iter().find(|line| line.text.starts_with("d: ")).expect("dice were rolled").text.replace("d: ", "d ");
    let best = writes(&game, field("best"), None).remove(0);
    let highest = rolled.trim_start_matches("d ").split(", ").filter_map(|face| face.parse::<i32>().ok()).max().expect("faces");
    let told: Vec<&str> = best.causes.iter().map(|cause| cause.text.as_str()).collect();
    assert_eq!(told, [rolled, format!("highest {highest}"), format!("points for {highest}: {}", best.new)]);
    let table = best.causes.last().expect("it is told");
    // The entry itself, not the table.
    assert_eq!(MADE[table.span.start as usize..table.span.end as usize], *best.new, "{table:?}");
    let points = writes(&game, field("points"), None).remove(0);
    let told: Vec<(&str, Option<What>)> = points.causes.iter().map(|cause| (cause.text.as_str(), cause.what)).collect();
    // The value itself stands beside it.
    assert_eq!(told, [(&*format!("{}'s best {}", program.names[0], best.new), Some(field("best")))]);
}

/// Hits and strength decide in different ways what becomes of them.
const DECIDED: &str = r#"
game small "Small" for 2..2 players
link next one? drawn along
dice d = 1..6
player { strength: int = 2, points: int = 0, level: int = 0, speed: int = 0, rests: int = 0, tens: int = 0, wakes: int = 0 }
flow {
  repeat 5 times { for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
rule fast(p: player) -> bool { return p.strength > 0 }
rule kind_of(p: player) -> int { if fast(p) { return 2 }; return 1 }
whenever p in players where p.points >= 3 and p.wakes == 0 { p.wakes = 1 }
turn rule turn(p: player) {
  choose go by p {
    if p.strength > 0 { "Run" { p.strength -= 1 } }
    each n in 1..3 where n > p.rests "Walk {n}" { p.rests = n }
  }
  p.speed = if p.strength == 1 then 7 else 4
  p.level = kind_of(p)
  repeat 2 times { if p.strength < 2 and p.rests == 0 { p.points += 1 } }
  if p.rests == 0 { return }
  match p.strength { 1 { p.tens = 10 }; else { p.tens = 20 } }
}
"#;

#[test]
fn a_write_tells_what_decided_that_it_happened() {
    let program = program(&texts(DECIDED, TRACK, TOKENS));
    let mut game = Game::start(program.clone(), 1);
    // Both run twice, then walk.
    (0..4).for_each(|_| game.choose(0).expect("it is asked"));
    (0..2).for_each(|_| game.choose(1).expect("it is asked"));
    let told = |name: &str| {
        let at = program.ir.fields.iter().position(|field| *field.name == *name).expect("it is declared");
        let made = writes(&game, What::Field(FieldId(at as u16), 0), None);
        let line = |write: &interpreter::why::Write| {
            let parts = |causes: &[interpreter::why::Cause]| {
                causes.iter().map(|cause| cause.text.replace(&*program.names[0], "A")).collect::<Vec<_>>().join(", ")
            };
            format!("{} → {}: {} by {}", write.old, write.new, parts(&write.causes), parts(&write.conditions))
        };
        made.iter().map(line).collect::<Vec<_>>()
    };
    let strength = ["2 → 1:  by A's choice “Run”", "1 → 0:  by A's choice “Run”"];
    assert_eq!(told("strength"), strength);
    assert_eq!(told("rests"), ["0 → 2:  by A's choice “Walk 2”", "2 → 3:  by "]);
    assert_eq!(told("speed"), ["0 → 7:  by A's strength 1", "7 → 4:  by A's strength 0"]);
    assert_eq!(told("level"), ["0 → 2:  by A's strength 1", "2 → 1:  by A's strength 0"]);
    assert_eq!(told("points")[1..3], ["1 → 2:  by A's strength 1", "2 → 3:  by A's strength 0"]);
    assert_eq!(told("tens"), ["0 → 20:  by A's strength 0"]);
    assert_eq!(told("wakes"), ["0 → 1:  by A's points 4"]);
}

/// The dice are thrown before somebody chooses how far to go; how far is a part of what was thrown.
const THROWN: &str = r#"
game small "Small" for 2..2 players
link next one? drawn along
dice d = 1..6
player { points: int = 0, rests: int = 0 }
flow {
  repeat 3 times { for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
turn rule turn(p: player) {
  let dots = sum(roll(2 of d))
  choose go by p { "Go" { }; "Rest" { p.rests += 1 } }
  choose far by p { each n in 1..12 where n == dots or n == 1 "{n}" { p.points += n } }
  p.points += dots
}
"#;

#[test]
fn what_was_thrown_before_a_question_is_told_behind_it() {
    let program = program(&texts(THROWN, TRACK, TOKENS));
    let mut game = Game::start(program.clone(), 1);
    (0..4).for_each(|n| game.choose(n % 2).expect("it is asked"));
    let thrown = game.log.iter().find(|line| line.text.starts_with("d: ")).expect("dice were rolled").text.replace("d: ", "d ");
    let sum: i32 = thrown.trim_start_matches("d ").split(", ").filter_map(|face| face.parse::<i32>().ok()).sum();
    let points = program.ir.fields.iter().position(|field| *field.name == *"points").expect("it is declared");
    let made = writes(&game, What::Field(FieldId(points as u16), 0), None);
    let texts = |causes: &[interpreter::why::Cause]| causes.iter().map(|cause| cause.text.clone()).collect::<Vec<_>>();
    assert_eq!(made.len(), 2, "{made:?}");
    assert_eq!(made[0].new, sum.to_string());
    let chosen = format!("{}'s choice “{sum}”", program.names[0]);
    let dice = [thrown, format!("sum {sum}")];
    assert_eq!((texts(&made[0].causes), texts(&made[0].conditions)), (dice.to_vec(), vec![chosen]));
    assert_eq!(texts(&made[1].causes), dice);
}

/// Who runs first is asked of both runners; that nobody has fallen decides nothing, and neither does a choice about the number of the lap.
const ASKED: &str = r#"
game small "Small" for 2..2 players
link next one? drawn along
state { lap: int = 0 }
player { speed: int = 3, falls: int = 0, points: int = 0 }
flow {
  repeat 2 times { lap += 1; for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
turn rule turn(p: player) {
  choose go by p { "Run" { p.speed += 1 }; "Walk" { p.speed += 2 } }
  for q in players {
    if q.speed > 2 {
      if p.falls == 0 { p.points += 1; say "{p} runs."; p.points += 1; say "{p} runs on." }
    }
  }
}
"#;

#[test]
fn what_was_only_asked_about_decides_nothing() {
    let program = program(&texts(ASKED, TRACK, TOKENS));
    let mut game = Game::start(program.clone(), 1);
    (0..3).for_each(|_| game.choose(0).expect("it is asked"));
    let made = |name: &str| {
        let at = program.ir.fields.iter().position(|field| *field.name == *name).expect("it is declared");
        writes(&game, What::Field(FieldId(at as u16), 0), None)
    };
    let decided: Vec<String> = made("points").into_iter().chain(made("lap")).flat_map(|w| w.conditions).map(|c| c.text).collect();
    let other = |text: &String| text.contains(&*program.names[1]) || text.contains("falls") || text.contains("choice");
    assert!(!decided.iter().any(other), "{decided:?}");
    // What was told of one change isn't told again of the next.
    let points = made("points");
    let told = |n: usize| points[n].said.iter().filter(|text| text.ends_with("runs.")).count();
    assert_eq!((told(0), told(1)), (1, 0), "{:?}", points.iter().map(|w| &w.said).collect::<Vec<_>>());
}

/// A plan is hidden, and so is what is made of it.
#[test]
fn what_was_made_of_something_hidden_is_told_to_nobody_else() {
    let rules = HIDDEN.replace("  if size(table)", "  p.points += p.plan\n  if size(table)");
    let program = program(&texts(&rules, TRACK, TOKENS));
    let mut game = Game::start(program.clone(), 1);
    (0..3).for_each(|_| game.choose(1).expect("it is asked"));
    let points = program.ir.fields.iter().position(|field| *field.name == *"points").expect("it is declared");
    let told = |reader| {
        let made = writes(&game, What::Field(FieldId(points as u16), 0), reader);
        made[0].causes.iter().map(|cause| cause.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(told(Some(0)).len(), 1, "{:?}", told(Some(0)));
    assert_eq!([told(None), told(Some(1))], [vec![""; 0], vec![]]);
}

/// What the first player's first point was made of and decided by, as somebody reads it, if this stands in the rules.
fn told_of_a_point(lines: &str, reader: Option<usize>) -> (Vec<String>, Vec<String>) {
    let rules = HIDDEN.replace("  if size(table)", &format!("{lines}\n  if size(table)"));
    let program = program(&texts(&rules, TRACK, TOKENS));
    let mut game = Game::start(program.clone(), 1);
    (0..3).for_each(|_| game.choose(1).expect("it is asked"));
    let points = program.ir.fields.iter().position(|field| *field.name == *"points").expect("it is declared");
    let write = writes(&game, What::Field(FieldId(points as u16), 0), reader).remove(0);
    let texts = |causes: &[interpreter::why::Cause]| causes.iter().map(|cause| cause.text.clone()).collect();
    (texts(&write.causes), texts(&write.conditions))
}

#[test]
fn what_was_decided_by_something_hidden_is_told_to_nobody_else() {
    let told = |lines: &str| [Some(0), Some(1), None].map(|reader| told_of_a_point(lines, reader).1.len());
    assert_eq!(told("  if p.points == 0 { p.points += 1 }"), [1, 1, 1]);
    assert_eq!(told("  if p.plan == 2 { p.points += 1 }"), [1, 0, 0]);
    // Whose points are counted would tell who has which plan.
    let nearer = "  for q in players { if q.plan == 2 { if q.points == 0 { p.points += q.points + 1 } } }";
    assert_eq!(told(nearer), [1, 0, 0]);
    assert_eq!(told_of_a_point(nearer, None), (vec![], vec![]));
    // That there was nothing to choose would tell something about what could have been.
    let quiet = "  if p.points == 0 { choose hush by p quiet { if p.points == 0 { \"Pass\" { p.points += 1 } } } }";
    let is_untold = |reader| told_of_a_point(quiet, reader).1.iter().all(|told| !told.contains("Pass"));
    assert!([Some(0), Some(1), None].into_iter().all(is_untold));
}

/// The sentence of a rule that was called stands before that of its caller.
const TOLD: &str = r#"
game small "Small" for 2..2 players
link next one? drawn along
dice d = 1..6
param needed: int in 0..9 per (0..1, 1..6) = [[2, 2, 2, 2, 2, 2], [5, 5, 5, 5, 5, 5]]
player { points: int = 0, luck: int = 0 }
flow {
  repeat 3 times { for p in players { turn(p) } }
  end game ranking p in everyone by p.points desc
}
rule thrown(p: player) -> int {
  let sum = sum(roll(2 of d))
  say "The sum is {sum}."
  return if sum >= needed[1, p.luck + 1] then 2 else 1
}
turn rule turn(p: player) {
  p.points += thrown(p)
  say "{p} has {p.points} points."
  for q in players where q != p { say "{q} looks on." }
  p.luck = 1
}
"#;

#[test]
fn a_write_leads_with_what_the_log_says_of_it() {
    let program = program(&texts(TOLD, TRACK, TOKENS));
    let game = Game::start(program.clone(), 1);
    let told = |name: &str| {
        let at = program.ir.fields.iter().position(|field| *field.name == *name).expect("it is declared");
        writes(&game, What::Field(FieldId(at as u16), 0), None).remove(0)
    };
    let points = told("points");
    let sum = points.said[0].trim_start_matches("The sum is ").trim_end_matches('.').to_owned();
    assert_eq!(points.said[1..], [format!("{} has {} points.", program.names[0], points.new)]);
    // Both keys of a table, and the sum once.
    let causes: Vec<&str> = points.causes.iter().map(|cause| cause.text.as_str()).skip(1).collect();
    assert_eq!(causes, [&*format!("sum {sum}"), "needed 1, 1: 5"]);
    // What names only somebody else is not about it.
    assert_eq!(told("luck").said.last(), points.said.last());
}
