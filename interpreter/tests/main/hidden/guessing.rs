//! Bots guess what others hide. They are right as often as chance is, whatever kind of thing it is and wherever rules hold it.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::players::{Seat, Table, bot_stream};
use interpreter::program::Program;
use interpreter::ruleset::{Setup, Texts};
use interpreter::view::Imagination;
use interpreter::vm::{Machine, Quiet, Stop};

/// One way to hide something that is true half of the time.
struct Case {
    name: &'static str,
    /// Fields of players and of pieces.
    player: &'static str,
    piece: &'static str,
    /// What is done for each player `p` before anybody is asked.
    make: &'static str,
    /// What is guessed of `q`.
    holds: &'static str,
}

const fn case(name: &'static str, player: &'static str, make: &'static str, holds: &'static str) -> Case {
    Case { name, player, piece: "", make, holds }
}

const CASES: &[Case] = &[
    case("bool", "secret s: bool = false", "p.s = roll(coin) == 1", "q.s"),
    case("bool, stored or not", "secret s: bool = false", "if roll(coin) == 1 { p.s = true }", "q.s"),
    case("enum", "secret s: Colour = red", "p.s = if roll(coin) == 1 then red else blue", "q.s == red"),
    case("int with a range", "secret s: int in 1..6 = 1", "p.s = roll(die)", "q.s > 3"),
    case("int", "secret s: int = 0", "p.s = 100 * roll(die)", "q.s > 300"),
    case("sum of dice", "secret s: int = 0", "repeat 3 times { p.s += roll(die) }", "q.s > 10"),
    case("set", "secret s: set of Colour", "if roll(coin) == 1 { p.s += red }", "red in q.s"),
    case("list", "secret s: list of int in 1..6 max 5", "p.s = roll(5 of die)", "(count d in q.s where d > 3) > 2"),
    case("list of ints", "secret s: list of int max 5", "p.s = roll(5 of die)", "(count d in q.s where d > 3) > 2"),
    case("length of a list", "secret s: list of int max 6", "repeat roll(die) times { p.s += 1 }", "size(q.s) > 3"),
    case("table", "secret s: int per Colour = [else: 0]", "p.s[red] = roll(die)", "q.s[red] > 3"),
    case("nested table", "secret s: int per (Colour, 2..3) = [[0, 0], [0, 0]]", "p.s[blue, 3] = roll(die)", "q.s[blue, 3] > 3"),
    case("optional", "secret s: Colour?", "p.s = if roll(coin) == 1 then blue else none", "q.s is some"),
    case("what an optional is", "secret s: Colour?", "p.s = if roll(coin) == 1 then blue else red", "q.s == blue"),
    case("optional int", "secret s: int?", "p.s = roll(die)", "(q.s otherwise 0) > 3"),
    case("player", "secret s: player?", "p.s = random(everyone)", "q.s == p"),
    case("space", "secret s: space?", "p.s = random(space)", "if let tile = q.s then tile.start else false"),
    case("row", "secret s: Row?", "p.s = random(Row)", "if let row = q.s then row.good else false"),
    Case {
        name: "field of a piece",
        player: "spare: int = 0",
        piece: "{ secret s: int = 0 }",
        make: "p.car.s = roll(die)",
        holds: "q.car.s > 3",
    },
    case("answer", "secret s: int = 0", "choose own by p quiet { each n in 1..6 \"{n}\" { p.s = n } }", "q.s > 3"),
    case("open answer", "secret s: bool = false", "choose own by p { \"A\" { p.s = true }; \"B\" { } }", "q.s"),
    case(
        "made of another secret",
        "secret s: int = 0, secret t: list of int max 2",
        "p.t = roll(2 of die); p.s = p.t[1] * 10",
        "q.s > 30",
    ),
    case(
        "card of a hand",
        "secret s: Ware?",
        "draw 2 from deck to p.hand; p.s = first c in p.hand",
        "if let c = q.s then c.good else false",
    ),
    case("made of cards", "secret s: bool = false", "draw 1 from deck to p.hand; p.s = any c in p.hand where c.good", "q.s"),
    // What shows is made of several hidden things: each alone is told by the others.
    case(
        "terms of a sum",
        "secret s: int = 0, secret t: int = 0, sum: int = 0",
        "p.s = roll(d40); p.t = roll(d40); p.sum = p.s + p.t",
        "q.s > q.t",
    ),
    case(
        "terms of a difference",
        "secret s: int = 0, secret t: int = 0, gap: int = 0",
        "p.s = roll(d40); p.t = roll(d40); p.gap = abs(p.s - p.t)",
        "q.s > q.t",
    ),
    case(
        "answers and their sum",
        "secret s: int = 0, secret t: int = 0, sum: int = 0",
        "choose one by p quiet { each n in 1..20 \"{n}\" { p.s = n } }; choose two by p quiet { each n in 1..20 \"{n}\" { p.t = n } }; p.sum = p.s + p.t",
        "q.s > q.t",
    ),
    case(
        "cards and their sum",
        "secret s: bool = false, sum: int = 0",
        "draw 2 from deck to p.hand; p.sum = sum c in p.hand: c.worth; p.s = size(p.hand) > 1",
        "if let c = first c in q.hand by c.worth desc then c.good else false",
    ),
];

/// The question itself, where `p` is asked about `q`: other than by looking at the field when the answer is there.
const ASKED: &[(&str, &str)] = &[
    ("let", "let kept = holds(p, q); ASK"),
    ("var", "var kept = false; kept = holds(p, q); ASK"),
    ("branch", "var kept = false; if holds(p, q) { kept = true }; ASK"),
    ("loop left early", "var kept = true; repeat 2 times { if holds(p, q) { break }; kept = false }; ASK"),
    ("parameter", "ask_with(p, holds(p, q))"),
    ("parameter of a caller", "between(p, holds(p, q))"),
    ("loop", "for kept in truths(p, q) { ASK }"),
];

/// The way to the question, or the room that a value lies in meanwhile, would tell it.
const TOLD: &[(&str, &str)] = &[
    ("branch with the question in it", "if holds(p, q) { ask_with(p, true) } else { ask_with(p, false) }"),
    ("match", "match holds(p, q) { true { ask_number(p, 1) }; false { ask_number(p, 2) } }"),
    ("early return", "early(p, q)"),
    ("recursion", "let deep = dive(p, if holds(p, q) then 3 else 1); if p.said == (deep == 3) { p.right += 1 }"),
    (
        "questions alike",
        "if holds(p, q) { choose guessed by p \"Is it?\" { \"Yes\" { p.right += 1 }; \"No\" { } } } \
         else { choose guessed by p \"Is it?\" { \"Yes\" { }; \"No\" { p.right += 1 } } }",
    ),
    ("factor", "let product = (if holds(p, q) then 1 else 0 - 1) * sign(p); if product > 0 { p.right += 1 }"),
    ("argument", "if is_same(holds(p, q), ask_once(p)) { p.right += 1 }"),
    ("comparison", "if holds(p, q) == ask_once(p) { p.right += 1 }"),
    ("member of a list", "let both = [holds(p, q), ask_once(p)]; if both[1] == both[2] { p.right += 1 }"),
    ("key", "p.found[if holds(p, q) then 2 else 1] = sign(p); if p.found[2] == 1 or p.found[1] == 0 - 1 { p.right += 1 }"),
];

const ASK: &str =
    "choose guessed by p \"Is it?\" { \"Yes\" { if kept { p.right += 1 } }; \"No\" { if not kept { p.right += 1 } } }";

fn rules(case: &Case, guess: &str) -> String {
    let guess = guess.replace("ASK", ASK);
    format!(
        r#"game g "G" for 2 players
enum Colour {{ red, blue }}
space {{ start: bool = false }}
data Row {{ good: bool, worth: int }} from "rows.ron"
card Ware {{ good: bool, worth: int }} from "rows.ron"
pile deck of Ware hidden full
pile open of Ware open
piece Car 1 per player as car at the s in space where s.start {}
dice die = 1..6
dice coin = 0..1
dice d40 = 1..40
player {{ {}, right: int = 0, said: bool = false, found: int per 1..2 = [0, 0], pile hand of Ware private }}
flow {{
  begin()
  for p in players {{ make(p) }}
  for p in players {{ guess(p) }}
  end game
}}
rule begin() {{ shuffle deck }}
rule make(p: player) {{ {} }}
value prospects(p: player) -> int = p.right
value holds(p: player, q: player) -> bool = {}
value truths(p: player, q: player) -> list of bool max 1 = [holds(p, q)]
rule ask_with(p: player, kept: bool) {{ {ASK} }}
rule between(p: player, kept: bool) {{ if kept == ask_once(p) {{ p.right += 1 }} }}
rule ask_once(p: player) -> bool {{ return choose guessed by p "Is it?" {{ "Yes" => true; "No" => false }} }}
rule ask_number(p: player, n: int) {{ let kept = n == 1; {ASK} }}
rule early(p: player, q: player) {{ if holds(p, q) {{ ask_with(p, true); return }}; ask_with(p, false) }}
rule dive(p: player, n: int) -> int {{ if n > 0 {{ return dive(p, n - 1) + 1 }}; p.said = ask_once(p); return 0 }}
rule sign(p: player) -> int {{ return if ask_once(p) then 1 else 0 - 1 }}
value is_same(a: bool, b: bool) -> bool = a == b
turn rule guess(p: player) {{ for q in others(p) {{ {guess} }} }}
"#,
        case.piece, case.player, case.make, case.holds
    )
}

const ROWS: &str = r#"{ "A": (good: true, worth: 1), "B": (good: true, worth: 2), "C": (good: true, worth: 3), "D": (good: true, worth: 4), "E": (good: true, worth: 5), "F": (good: true, worth: 6),
    "a": (good: false, worth: 1), "b": (good: false, worth: 2), "c": (good: false, worth: 3), "d": (good: false, worth: 4), "e": (good: false, worth: 5), "f": (good: false, worth: 6) }"#;

fn program(rules: &str) -> Option<Arc<Program>> {
    program_with(rules, ROWS)
}

/// Rules with rows of their own; `None`, and the problems are printed, if they have any.
pub fn program_with(rules: &str, rows: &str) -> Option<Arc<Program>> {
    let mut texts = Texts { name: "g".into(), ..Texts::default() };
    let manifest = r#"(id: "g", title: "G", players: 2, modules: ["g.rules"])"#;
    let track = r#"(ruleset: "g", name: "L", spaces: [(id: "a", at: (1, 1), start: true), (id: "b", at: (9, 1))])"#;
    texts.files.insert("game.ron".into(), Ok(manifest.into()));
    texts.files.insert("g.rules".into(), Ok(rules.into()));
    texts.files.insert("rows.ron".into(), Ok(rows.into()));
    texts.tracks.insert("line".into(), Ok(track.into()));
    let (_, built, problems) = crate::common::build(&texts, &Setup::default());
    if interpreter::diagnostic::has_errors(&problems) {
        println!("{problems:#?}\n{rules}");
        return None;
    }
    built.program
}

fn field(program: &Program, name: &str) -> usize {
    let field = program.ir.fields.iter().position(|field| &*field.name == name).expect("a field of these rules");
    usize::from(program.layout.fields[field].0)
}

/// What the players' guesses come to in so many games.
fn right(program: &Program, thinker: Seat, games: u64) -> i32 {
    let at = field(program, "right");
    let mut machine = Machine::new(program);
    let mut table = Table::new(program, &[thinker; 2]);
    let play = |seed: u64| {
        machine.start(program, seed);
        table.start(seed);
        assert_eq!(machine.resume(program, &mut table), Stop::Over, "game {seed}");
        machine.memory[at..at + 2].iter().sum::<i32>()
    };
    (0..games).map(play).sum()
}

const LOOK: &str = "choose guessed by p \"Is it?\" { \"Yes\" { if holds(p, q) { p.right += 1 } }; \"No\" { if not holds(p, q) { p.right += 1 } } }";

/// Chance is right in 200 of 400; four standard deviations on either side.
const CHANCE: std::ops::RangeInclusive<i32> = 160..=240;

#[test]
fn bots_guess_secrets_of_any_kind_as_chance_does() {
    let mut wrong = vec![];
    for case in CASES {
        let Some(program) = program(&rules(case, LOOK)) else {
            wrong.push(case.name.to_owned());
            continue;
        };
        for thinker in [Seat::Quick, Seat::Greedy] {
            let right = right(&program, thinker, 200);
            if !CHANCE.contains(&right) {
                wrong.push(format!("{}, {}: {right} of 400", case.name, thinker.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn bots_guess_what_variables_hold_as_chance_does() {
    let mut wrong = vec![];
    for case in CASES {
        for (name, asked) in ASKED {
            let Some(program) = program(&rules(case, asked)) else {
                wrong.push(case.name.to_owned());
                continue;
            };
            let right = right(&program, Seat::Quick, 200);
            if !CHANCE.contains(&right) {
                wrong.push(format!("{} in {name}: {right} of 400", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn bots_guess_as_chance_does_whichever_way_leads_to_the_question() {
    let mut wrong = vec![];
    for case in CASES.iter().filter(|case| ["bool", "int", "answer", "card of a hand"].contains(&case.name)) {
        for (name, asked) in TOLD {
            let Some(program) = program(&rules(case, asked)) else {
                wrong.push(format!("{} in {name}", case.name));
                continue;
            };
            let right = right(&program, Seat::Quick, 200);
            if !CHANCE.contains(&right) {
                wrong.push(format!("{} in {name}: {right} of 400", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is rolled or answered comes to be kept in secret by way of other rules and variables; a loop of the flow holds something hidden where
/// other rules ask.
#[test]
fn bots_guess_what_called_rules_and_the_flow_hold_as_chance_does() {
    let makes = [
        "choose own by p { \"A\" { keep(p) }; \"B\" { } }",
        "if roll(coin) == 1 { keep(p) }",
        "let tossed = roll(coin); p.s = tossed == 1",
        "put(p, roll(coin) == 1)",
        "p.s = toss() == 1",
    ];
    let in_flow = "  for p in players { for q in others(p) { for kept in truths(p, q) { say_it(p); tally(p, kept) } } }";
    let rules_for = |make| {
        let further = "rule keep(p: player) { p.s = true }\nrule say_it(p: player) { p.said = ask_once(p) }\n\
                       rule tally(p: player, kept: bool) { if kept == p.said { p.right += 1 } }\n\
                       rule put(p: player, is_so: bool) { p.s = is_so }\nrule toss() -> int { return roll(coin) }\n";
        rules(&case("bool", "secret s: bool = false", make, "q.s"), LOOK) + further
    };
    let looped = rules_for("p.s = roll(coin) == 1").replace("  for p in players { guess(p) }", in_flow);
    for rules in makes.map(rules_for).into_iter().chain([looped]) {
        let right = right(&program(&rules).expect("valid rules"), Seat::Quick, 200);
        assert!(CHANCE.contains(&right), "{right} of 400:\n{rules}");
    }
}

/// Where chance itself is not fair, bots know that.
#[test]
fn bots_ask_the_chance_that_made_a_secret() {
    let rolled = case("weighted", "secret s: int = 0", "p.s = roll(weighted)", "q.s > 3");
    let rules = rules(&rolled, LOOK).replace("dice coin", "dice weighted = [1, 1, 1, 1, 1, 1, 1, 1, 1, 6]\ndice coin");
    let program = program(&rules).expect("valid rules");
    for thinker in [Seat::Quick, Seat::Greedy] {
        let right = right(&program, thinker, 200);
        assert!(right > 300, "{}: {right} of 400", thinker.name());
    }
}

/// What is told later of what a field has held since before: some of it in one open field, some in another.
const SHOWN: &[(Case, &str)] = &[
    (
        case(
            "set",
            "secret s: set of Row",
            "for r in Row { if roll(coin) == 1 { p.s += r } }",
            "(count r in q.s where r.good) > 3",
        ),
        "p.found[1] = count r in p.s where r.good; p.found[2] = sum r in p.s: r.worth",
    ),
    (
        case("length of a list", "secret s: list of bool max 40", "repeat roll(d40) times { p.s += true }", "size(q.s) > 20"),
        "p.found[1] = size(p.s)",
    ),
    (
        case("members of a list", "secret s: list of int in 1..40 max 2", "p.s = roll(2 of d40)", "q.s[1] > q.s[2]"),
        "p.found[1] = p.s[1]; p.found[2] = p.s[2]",
    ),
    (
        case(
            "table",
            "secret s: int in 0..40 per Colour = [else: 0]",
            "p.s[red] = roll(d40); p.s[blue] = roll(d40)",
            "q.s[red] > q.s[blue]",
        ),
        "p.found[1] = p.s[red]; p.found[2] = p.s[blue]",
    ),
    // All have seen it, though it lies in the deck again.
    (
        case(
            "card that lay open",
            "secret s: bool = false",
            "draw 1 from deck to open; p.s = any c in open where c.good; move all open to deck; shuffle deck",
            "q.s",
        ),
        "",
    ),
    (case("optional", "secret s: int in 0..40?", "p.s = roll(d40)", "(q.s otherwise 0) > 20"), "p.found[1] = p.s otherwise 0"),
];

/// What bots imagine agrees with what they are shown, be it long ago or since they were asked last: they know what follows from it.
#[test]
fn bots_know_what_is_told_of_a_secret() {
    let mut wrong = vec![];
    let before = ("  for p in players { guess(p) }", "  for p in players { tell(p) }\n  for p in players { guess(p) }");
    let just_now = ("for q in others(p) { choose", "for q in others(p) { tell(q); choose");
    for (case, tells) in SHOWN {
        for (from, to) in [before, just_now] {
            let rules = rules(case, LOOK).replace(from, to).replace("right: int = 0", "right: int = 0, secret told: int = 0");
            let rules = format!("{rules}rule tell(p: player) {{ p.told += 1; {tells} }}\n");
            let right = right(&program(&rules).expect("valid rules"), Seat::Quick, 200);
            if right < 380 {
                wrong.push(format!("{}, {to}: {right} of 400", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A card in a secret field is one of those that its player is imagined to hold.
#[test]
fn bots_know_that_cards_in_secrets_are_in_the_hand() {
    let drawn = "draw 2 from deck to p.hand";
    for (ty, make, holds) in [
        ("Ware?", "p.s = first c in p.hand", "if let c = q.s then c in q.hand else false"),
        ("set of Ware", "p.s = p.hand", "not any c in q.s where c not in q.hand"),
        ("list of Ware max 3", "p.s = those c in p.hand by c.worth", "not any c in q.s where c not in q.hand"),
        ("Ware? per Colour", "p.s[red] = first c in p.hand", "if let c = q.s[red] then c in q.hand else false"),
    ] {
        let rules = rules(&case("cards", "secret s: TYPE", "drawn; MAKE", "HOLDS"), LOOK);
        let rules = rules.replace("drawn", drawn).replace("TYPE", ty).replace("MAKE", make).replace("HOLDS", holds);
        let right = right(&program(&rules).expect("valid rules"), Seat::Quick, 50);
        assert!(right > 98, "{ty}: {right} of 100");
    }
}

/// Where nobody knows how a secret came about it may be whatever its type allows.
#[test]
fn what_nobody_knows_of_may_be_anything() {
    for (ty, least) in [
        ("bool = false", 2),
        ("Colour = red", 2),
        ("int in 1..6 = 1", 4),
        ("Colour?", 3),
        ("set of Colour", 3),
        ("list of int in 1..6 max 5", 8),
        ("int in 1..6 per Colour = [else: 1]", 8),
    ] {
        let rules = rules(&case("any", "secret s: TYPE", "", "q.said"), LOOK).replace("TYPE", ty);
        let program = program(&rules).expect("valid rules");
        let games = (0..8).map(|seed| asked(&program, seed).without_journal());
        let found = imagined(&program, games);
        assert!(found.len() >= least, "{ty}: {found:?}");
    }
}

/// So may what agrees with nothing that is found: here one of millions of rolls was told in one number.
#[test]
fn what_is_not_found_may_be_anything() {
    let rolled = "p.s = roll(4 of d40); p.found[1] = ((p.s[1] * 40 + p.s[2]) * 40 + p.s[3]) * 40 + p.s[4]";
    let program = program(&rules(&case("rolls", "secret s: list of int in 1..40 max 4", rolled, "q.said"), LOOK));
    let program = program.expect("valid rules");
    let found = imagined(&program, (0..4).map(|seed| asked(&program, seed)));
    assert!(found.len() >= 8, "{found:?}");
}

/// What player 1 imagines that player 2 may hide in these games.
fn imagined(program: &Program, games: impl Iterator<Item = Machine>) -> BTreeSet<Vec<i32>> {
    let (mut imagination, mut thought, mut found) = (Imagination::default(), Machine::new(program), BTreeSet::new());
    let other = program.hiding.secrets.iter().find(|secret| secret.holder == 1).expect("a secret");
    for (seed, machine) in games.enumerate() {
        imagination.prepare(program, &machine, &mut thought, 0);
        let mut stream = bot_stream(seed as u64, 0);
        for _ in 0..16 {
            assert!(imagination.imagine(program, &machine, &mut thought, &mut stream));
            found.insert(thought.memory[other.at..other.at + other.words].to_vec());
        }
    }
    found
}

/// Dice under cups are rolled and shown again and again, by one rule.
const CUPS: &str = r#"game g "G" for 2 players
space { start: bool = false }
piece Car 1 per player as car at the s in space where s.start
dice die = 1..6
player { secret cup: list of int in 1..6 max 5, shown: list of int max 5, right: int = 0 }
flow { repeat 4 times { round() }; end game }
rule round() {
  for p in everyone { p.cup = roll(5 of die) }
  for p in players { guess(p) }
  for p in everyone { p.shown = p.cup }
}
value prospects(p: player) -> int = p.right
value holds(q: player) -> bool = (count d in q.cup where d > 3) > 2
rule guess(p: player) {
  for q in others(p) {
    choose guessed by p "Is it?" { "Yes" { if holds(q) { p.right += 1 } }; "No" { if not holds(q) { p.right += 1 } } }
  }
}
"#;

/// The same, but players choose what is in their cups, all at once.
const CHOSEN: (&str, &str) = (
    "for p in everyone { p.cup = roll(5 of die) }",
    "secretly each p in players { p.cup = []; repeat 3 times { choose put by p \"?\" { each n in 1..6 \"{n}\" { p.cup += n } } } }",
);

/// The same, and what is thrown stays in a variable.
const THROWN: &str = r#"rule round() {
  for q in everyone {
    let thrown = roll(5 of die)
    q.cup = thrown
    for p in others(q) {
      let high = count d in thrown where d > 3
      choose guessed by p "Is it?" { "Yes" { if high > 2 { p.right += 1 } }; "No" { if high < 3 { p.right += 1 } } }
    }
  }
}
"#;

#[test]
fn bots_do_not_look_under_cups() {
    let two_of_three = CUPS.replace(CHOSEN.0, CHOSEN.1).replace("d > 3) > 2", "d > 3) > 1");
    let (begin, end) = (CUPS.find("rule round").expect("a rule"), CUPS.find("value prospects").expect("a value"));
    let in_variables = [&CUPS[..begin], THROWN, &CUPS[end..]].concat();
    for rules in [CUPS.to_owned(), two_of_three, in_variables] {
        let program = program(&rules).expect("valid rules");
        for thinker in [Seat::Quick, Seat::Greedy] {
            let right = right(&program, thinker, 200);
            assert!((720..=880).contains(&right), "{}: {right} of 1600", thinker.name());
        }
    }
}

/// Each plays a card in secret or doesn't, and calls in secret what the other one has done.
const CALLS: &str = r#"game g "G" for 2 players
space { start: bool = false }
card Ware { good: bool, worth: int } from "rows.ron"
pile deck of Ware hidden full
piece Car 1 per player as car at the s in space where s.start
player { secret call: bool = false, right: int = 0, pile hand of Ware private, pile played of Ware private }
flow { repeat 8 times { round() }; end game }
value prospects(p: player) -> int = p.right
rule round() {
  shuffle deck
  for p in everyone { draw 1 from deck to p.hand }
  secretly each p in players {
    choose play by p { "Play" { move all p.hand to p.played }; "Keep" { } }
    choose guessed by p "Has the other one played?" { "Yes" { p.call = true }; "No" { p.call = false } }
  }
  for p in players { for q in others(p) { if p.call == (size(q.played) > 0) { p.right += 1 } } }
  for p in everyone { move all p.hand to deck; move all p.played to deck }
}
"#;

#[test]
fn bots_do_not_see_how_many_cards_are_played_in_secret() {
    let program = program(CALLS).expect("valid rules");
    let at = field(&program, "right") + 1;
    for thinker in [Seat::Quick, Seat::Greedy] {
        let (mut machine, mut table) = (Machine::new(&program), Table::new(&program, &[Seat::Random, thinker]));
        let mut right = 0;
        for seed in 0..50 {
            machine.start(&program, seed);
            table.start(seed);
            assert_eq!(machine.resume(&program, &mut table), Stop::Over);
            right += machine.memory[at];
        }
        assert!(CHANCE.contains(&right), "{}: {right} of 400", thinker.name());
    }
}

/// The first guess of a game.
fn asked(program: &Program, seed: u64) -> Machine {
    let mut machine = Machine::new(program);
    machine.start(program, seed);
    let mut stop = machine.resume(program, &mut Quiet);
    loop {
        assert_eq!(stop, Stop::Decide);
        let (site, count) = (machine.options().site(), machine.options().len());
        if &*program.ir.decisions[program.sites[site].decision.index()].name == "guessed" {
            return machine;
        }
        stop = machine.choose(program, seed as usize % count, &mut Quiet);
    }
}

/// Two games that differ in the secret alone get the same answer, also where nobody knows how they came about.
#[test]
fn an_answer_does_not_depend_on_the_secret() {
    for case in CASES {
        for guess in [LOOK, ASKED[0].1] {
            let program = program(&rules(case, guess)).expect("valid rules");
            for seed in 0..8 {
                let first = asked(&program, seed);
                let mut second = first.clone();
                let other = asked(&program, seed + 100);
                for secret in program.hiding.secrets.iter().filter(|secret| secret.holder == 1) {
                    let words = secret.at..secret.at + secret.words;
                    second.memory[words.clone()].copy_from_slice(&other.memory[words]);
                }
                let pairs = [[first.clone(), second.clone()], [first.without_journal(), second.without_journal()]];
                for (n, [first, second]) in pairs.into_iter().enumerate() {
                    for thinker in [Seat::Quick, Seat::Greedy] {
                        let mut table = Table::new(&program, &[thinker; 2]);
                        table.start(seed);
                        let mut twin = table.clone();
                        let (one, two) = (table.answer(&program, &first), twin.answer(&program, &second));
                        assert_eq!(one, two, "{}, {}, seed {seed}", case.name, thinker.name());
                        // Where nobody knows how the variable has got its value, any answer is as good as another.
                        let is_lost = n == 1 && guess != LOOK;
                        assert_eq!((table.at_random, twin.at_random), [(0, 0), (1, 1)][usize::from(is_lost)], "{}", case.name);
                    }
                }
            }
        }
    }
}

/// What a bot has thought before makes no difference: one that comes new to a game answers like one that has been there all the time.
#[test]
fn a_new_bot_answers_like_one_that_was_there() {
    let many = CUPS.replace("repeat 4 times", "repeat 40 times");
    let cups = [many.clone(), many.replace(CHOSEN.0, CHOSEN.1)].map(|rules| program(&rules).expect("valid rules"));
    let shipped = ["hell-on-eight-wheels", "ski-the-mountain"];
    let shipped = shipped.map(|name| crate::common::program(&crate::common::ruleset(name), &Setup::default()));
    for program in cups.into_iter().chain(shipped) {
        for thinker in [Seat::Quick, Seat::Greedy] {
            let new = Table::new(&program, &vec![thinker; program.players]);
            let (mut there, mut machine) = (new.clone(), Machine::new(&program));
            for seed in 0..2 {
                machine.start(&program, seed);
                there.start(seed);
                let mut stop = machine.resume(&program, &mut Quiet);
                for n in 0..if thinker == Seat::Quick { 250 } else { 60 } {
                    if stop != Stop::Decide {
                        break;
                    }
                    let mut new = new.clone();
                    new.streams.clone_from(&there.streams);
                    let answer = there.answer(&program, &machine).expect("a bot has an answer");
                    assert_eq!(new.answer(&program, &machine), Some(answer), "{} {n}", thinker.name());
                    stop = machine.choose(&program, answer, &mut Quiet);
                }
            }
        }
    }
}

/// The order of turns follows from what players hide.
const BIDS: &str = r#"game g "G" for 2 players
space { start: bool = false }
piece Car 1 per player as car at the s in space where s.start
dice die = 1..6
player { secret bid: int in 1..6 = 1, right: int = 0 }
flow { repeat 12 times { for p in players by p.bid { turn(p) } }; end game }
value prospects(p: player) -> int = p.right
rule turn(p: player) {
  for q in others(p) {
    choose guessed by p "Is it?" { "Yes" { if q.bid > 3 { p.right += 1 } }; "No" { if q.bid < 4 { p.right += 1 } } }
  }
  p.bid = roll(die)
}
"#;

/// What is played again doesn't grow with the game: where a loop of the flow holds something hidden it is forgotten behind it.
#[test]
fn a_loop_that_holds_secrets_is_played_again_from_its_beginning() {
    let program = program(BIDS).expect("valid rules");
    let mut machine = Machine::new(&program);
    let mut table = Table::new(&program, &[Seat::Quick; 2]);
    machine.start(&program, 1);
    table.start(1);
    let (mut stop, mut asked) = (machine.resume(&program, &mut Quiet), 0);
    while stop == Stop::Decide {
        let events = machine.journal().expect("something is hidden").asked_again();
        // Two answers and two dice in each round.
        assert!(events < 4, "{events} after {asked} questions");
        let answer = table.answer(&program, &machine).expect("a bot has an answer");
        stop = machine.choose(&program, answer, &mut Quiet);
        asked += 1;
    }
    assert_eq!((stop, asked, table.at_random), (Stop::Over, 24, 0));
}
