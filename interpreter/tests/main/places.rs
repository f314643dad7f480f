//! Where something lies is told in the rules' names, whatever the keys of its table begin with: in rule errors, in the listing of a program,
//! and where somebody asks why.

use interpreter::game::{Game, Status};
use interpreter::ir::FieldId;
use interpreter::program::Program;

use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::show::disassemble;
use interpreter::view;
use interpreter::why::{What, writes};

use crate::common::meadow;
use crate::common::taken::carry_over;
use crate::reload::{TOKENS, TRACK, texts as small};

/// Keys of tables, parameters that take them, the names of these, and one key.
const KEYS: &[[&str; 4]] = &[
    ["-3..2", "n: int", "n", "-3"],
    ["0..4", "n: int", "n", "4"],
    ["1..5", "n: int", "n", "5"],
    ["2..12", "n: int", "n", "12"],
    ["(2..4, -1..1)", "n: int, m: int", "n, m", "4, 1"],
    ["(Ground, 3..5)", "g: Ground, n: int", "g, n", "ice, 4"],
    ["player", "of: player", "of", "player(2)"],
    ["Runner", "of: Runner", "of", "player(2).runner"],
    ["Ground", "of: Ground", "of", "ice"],
    ["space", "of: space", "of", "start"],
];

/// A game with tables between other fields, in the state, of players and of pieces.
const GAME: &str = r#"
game meadow "Tables" for 2..2 players
enum Ground { grass, mud, ice }
enum Area { meadow, start, finish }
space { ground: Ground = grass, area: Area = meadow }
link next one?
const start = the s in space where s.area == start
piece Runner 1 per player as runner at start { under: int in 0..3 = 0, worn: int in 0..3 per KEY = TABLE, over: int in 0..3 = 0 }
player { before: int in 0..3 = 0, own: int in 0..3 per KEY = TABLE, later: int in 0..3 = 0 }
state { points: int in 0..3 = 0, height: int in 0..3 per KEY = TABLE, after: int in 0..3 = 0 }
rule in_state(PARAMS, v: int) { height[NAMES] = v }
rule in_player(p: player, PARAMS, v: int) { p.own[NAMES] = v }
rule in_piece(r: Runner, PARAMS, v: int) { r.worn[NAMES] = v }
flow { in_state(ARGS, 2); in_player(player(1), ARGS, 2); in_piece(player(2).runner, ARGS, 2); end game }
test "state" on "line" for 2 players { run in_state(ARGS, 9) }
test "player" on "line" for 2 players { run in_player(player(1), ARGS, 9) }
test "piece" on "line" for 2 players { run in_piece(player(2).runner, ARGS, 9) }
"#;

fn texts([key, params, names, args]: &[&str; 4]) -> Texts {
    let table = if key.starts_with('(') { vec![format!("[{}]", ["0"; 3].join(", ")); 3].join(", ") } else { "else: 0".into() };
    let rules = GAME
        .replace("KEY", key)
        .replace("TABLE", &format!("[{table}]"))
        .replace("PARAMS", params)
        .replace("NAMES", names)
        .replace("ARGS", args);
    let mut texts = meadow();
    texts.files.insert("meadow.rules".into(), Ok(rules.into()));
    texts.files.insert("game.ron".into(), Ok(r#"(id: "meadow", title: "Tables", modules: ["meadow.rules"])"#.into()));
    texts
}

fn field(program: &Program, name: &str) -> FieldId {
    FieldId(program.ir.fields.iter().position(|f| *f.name == *name).expect("it is declared") as u16)
}

#[test]
fn a_table_is_named_whatever_its_keys_begin_with() {
    for keys in KEYS {
        let ruleset = Ruleset::read(&texts(keys));
        let built = ruleset.build(&Setup { players: Some(2), ..Setup::default() });
        let problems: Vec<&str> = ruleset.problems.iter().chain(&built.problems).map(|p| &*p.message).collect();
        assert_eq!(problems, [""; 0], "{keys:?}");
        let program = built.program.expect("the game can be played");

        let report = interpreter::testing::run(&ruleset, None);
        let told: Vec<&str> = report.tests.iter().flat_map(|t| &t.problems).map(|p| &*p.message).collect();
        assert_eq!(told.len(), 3, "{keys:?}: {told:?}");
        for (told, name) in told.iter().zip(["height", "own", "worn"]) {
            assert!(told.contains(&format!("9 in `{name}`, which takes 0 to 3")), "{keys:?}: {told}");
        }

        let listing = disassemble::listing(&program, 0, program.code.len() as u16);
        for line in listing.lines().filter(|line| line.contains("Store ")) {
            let named = ["@height", "@own", "@worn", "@1.own[", "@1.worn["].iter().any(|name| line.contains(name));
            assert!(named, "{keys:?}: {line}");
        }

        let game = Game::start(program.clone(), 1);
        assert_eq!(game.status, Status::Over);
        for (name, owner, rule) in [("height", 0, "in_state"), ("own", 0, "in_player"), ("worn", 1, "in_piece")] {
            let made = writes(&game, What::Field(field(&program, name), owner), None);
            let by: Vec<&str> = made.iter().map(|w| &*w.rules[0]).collect();
            assert_eq!(by, [rule], "{keys:?}: {name}");
        }
        for (name, owner) in
            [("points", 0), ("after", 0), ("before", 0), ("later", 0), ("own", 1), ("under", 1), ("over", 1), ("worn", 0)]
        {
            assert!(writes(&game, What::Field(field(&program, name), owner), None).is_empty(), "{keys:?}: {name}");
        }
    }
}

#[test]
fn each_word_of_a_table_has_its_key() {
    let ruleset = Ruleset::read(&texts(&KEYS[5]));
    let program = ruleset.build(&Setup { players: Some(2), ..Setup::default() }).program.expect("the game can be played");
    let (base, _) = program.layout.fields[field(&program, "height").index()];
    let names: Vec<String> = (base..base + 5).map(|slot| disassemble::slot_name(&program, slot)).collect();
    assert_eq!(names, ["height[grass, 3]", "height[grass, 4]", "height[grass, 5]", "height[mud, 3]", "height[mud, 4]"]);
    let (base, words) = program.layout.fields[field(&program, "own").index()];
    assert_eq!(disassemble::slot_name(&program, base + words as u16), "2.own[grass, 3]");
}

/// Tables from 2 on, in a constant, a parameter, the state and a variable.
const FROM_TWO: &str = r#"
game small "Small" for 2 players
card Token { worth: int } from "tokens.ron"
pile deck of Token hidden full
link next one?
const kept: int per 2..4 = [2: 20, 4: 40, else: 30]
const third: int = kept[3]
param prices: int per 2..4 = [else: 0]
param steps: int per 2..4 = [2: 5, 4: 7, else: 6]
param most: int in 0..steps[4] = steps[3]
state { height: int per 2..4 = [2: 20, 4: 40, else: 30], found: int = 0 }
flow { go(player(1)); end game }
rule go(p: player) {
  let made: int per 2..4 = [3: size(players), else: 9]
  found = made[3] + 10 * prices[4]
  if third != 30 or most != 6 or kept[size(players)] != 20 { fail "another entry" }
  height[2] = 5
  height[size(players)] = 20
  if height[2] != 20 { fail "what was stored before" }
  choose it by p { "A" { }; "B" { } }
}
"#;

/// Wherever entries are given, read, shown or carried over to other rules, they stand under their keys.
#[test]
fn entries_keep_their_keys() {
    let built = |rules: &str| {
        let settings = vec!["prices={4: 7, 3: 6, 2: 5}".to_owned()];
        let ruleset = Ruleset::read(&small(rules, TRACK, TOKENS));
        crate::common::program(&ruleset, &Setup { settings, ..Setup::default() })
    };
    let told = |game: &Game, name: &str| {
        let all = view::view(&game.program, &game.machine, None);
        all.into_iter().find(|seen| seen.name == name).and_then(|seen| seen.value).expect("everybody sees it")
    };
    let game = Game::start(built(FROM_TWO), 1);
    assert!(matches!(game.status, Status::Asking(_)), "{:?}", game.status);
    assert_eq!([told(&game, "height"), told(&game, "found")], ["2: 20, 3: 30, 4: 40", "72"]);
    let prices = game.program.ir.params.iter().position(|param| &*param.name == "prices").expect("it is declared");
    assert_eq!(game.program.params[prices], [5, 6, 7]);
    let wider = FROM_TWO.replace("height: int per 2..4 = [2: 20, 4: 40, else: 30]", "height: int per 1..5 = [else: 0]");
    let carried = carry_over(&game, built(&wider)).expect("its flow is the same").game;
    assert_eq!(told(&carried, "height"), "1: 0, 2: 20, 3: 30, 4: 40, 5: 0");
}

/// What is stored in an entry is read there, by whatever other keys it is found. Entry 0 would lie among other fields.
#[test]
fn an_entry_is_the_same_by_any_key() {
    let state = "a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0, t: int per (2..4, 5..7) = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]";
    let does = "t[2, m] = 1; t[n, 5] = 7; if t[2, m] != 7 { fail \"of the state\" }\n  var far: int per 900..902 = [else: 0]; \
                far[k] = 1; far[902] = 7; if far[k] != 7 { fail \"of a variable\" }";
    let rules = format!(
        "game small \"Small\" for 2 players\ncard Token {{ worth: int }} from \"tokens.ron\"\npile deck of Token hidden full\n\
         link next one?\nstate {{ {state} }}\nflow {{ go(2, 5, 902); go(2, 5, 902); end game }}\nrule go(n: int, m: int, k: int) {{ {does} }}"
    );
    let program = crate::common::program(&Ruleset::read(&small(&rules, TRACK, TOKENS)), &Setup::default());
    assert_eq!(Game::start(program, 1).status, Status::Over);
}

/// What was asked for, and what there is.
#[test]
fn a_key_that_a_table_lacks_is_named() {
    for (rules, expected) in [
        (
            "state { height: int per 2..12 = [else: 0] }\nrule r(n: int) { height[n] = 1 }",
            "`height` has no entry for 1: its keys are 2 to 12",
        ),
        (
            "state { t: int per (0..1, 2..3) = [[0, 0], [0, 0]] }\nrule r(n: int) { round = t[n, n] }",
            "`t` has no entry for 1 as its second key, which goes from 2 to 3",
        ),
        ("state { l: list of int max 4 = [] }\nrule r(n: int) { round = l[n] }", "`l` has no member 1: it is empty"),
        ("rule r(n: int) { let l = [n, n]; round = l[n - 1] }", "`l` has no member 0: it has 2 members, counted from 1"),
        ("rule r(n: int) { player(n + 2).tired = 1 }", "there is no player 3: 2 play"),
        (
            "param prices: int per 2..3 = [5, 6]\nrule r(n: int) { round = prices[n] }",
            "`prices` has no entry for 1: its keys are 2 to 3",
        ),
        ("rule r(n: int) { let x: int in 5..9 = n; round = x }", "1 in `x`, which takes 5 to 9"),
        (
            "rule r(n: int) { let p = the p in players where p.tired < n; p.tired = 1 }",
            "`the` needs exactly one player, but there are several, such as `Player 1` and `Player 2`",
        ),
        (
            "rule r(n: int) { let c = the c in Runner where size(players) < n; c.owner.tired = 1 }",
            "`the` needs exactly one Runner, but there is none",
        ),
        ("state { wind: int }\nrule r(n: int) { round = wind + n }", "`wind` has no value yet"),
    ] {
        let mut texts = meadow();
        let test = "\ntest \"key\" on \"line\" for 2 players { run r(1) }";
        texts.files.insert("case.rules".into(), Ok(format!("{rules}{test}").into()));
        let manifest = r#"(id: "meadow", title: "M", modules: ["meadow.rules", "case.rules"])"#;
        texts.files.insert("game.ron".into(), Ok(manifest.into()));
        let report = interpreter::testing::run(&Ruleset::read(&texts), None);
        let told: Vec<String> = report.tests.iter().flat_map(|t| &t.problems).map(|p| p.message.clone()).collect();
        assert!(matches!(&*told, [one] if one.contains(expected)), "{rules}: {told:?} {:?}", report.problems);
    }
}

/// Which pile, and how many cards it takes.
#[test]
fn a_pile_that_is_full_is_named() {
    for (does, expected) in [
        ("draw 4 from deck to p.hand", "Player 2's hand takes 3 cards, and another is put there"),
        ("move all deck to p.hand", "Player 2's hand takes 3 cards, and 6 more are put there"),
        ("draw 3 from deck to p.hand; move \"Salt\" to p.hand", "Player 2's hand takes 3 cards, and another is put there"),
        ("draw 1 from deck to top_card; draw 1 from deck to top_card", "top card takes 1 card, and another is put there"),
        ("move all deck to rubbish; draw 1 from few to p.hand", "few takes 4 cards, and 6 more are put there"),
        ("draw 4 from deck to rubbish; draw 3 from few to p.hand; draw 1 from few to p.hand", "Player 2's hand takes 3 cards"),
    ] {
        let rules = format!(
            "card Ware {{ worth: int = 1 }} from \"wares.ron\"\npile deck of Ware hidden full\npile rubbish of Ware open\n\
             pile few of Ware hidden max 4 refills from rubbish\npile top_card of Ware open max 1\n\
             player {{ pile hand of Ware private max 3 }}\nrule r(p: player) {{ shuffle deck; {does} }}\n\
             test \"full\" on \"line\" for 2 players {{ run r(player(2)) }}"
        );
        let mut texts = meadow();
        texts.files.insert("case.rules".into(), Ok(rules.into()));
        texts.files.insert("wares.ron".into(), Ok(r#"{ "Salt": (copies: 6) }"#.into()));
        let manifest = r#"(id: "meadow", title: "M", modules: ["meadow.rules", "case.rules"])"#;
        texts.files.insert("game.ron".into(), Ok(manifest.into()));
        let report = interpreter::testing::run(&Ruleset::read(&texts), None);
        let told: Vec<String> = report.tests.iter().flat_map(|t| &t.problems).map(|p| p.message.clone()).collect();
        let is_named = matches!(&*told, [one] if one.contains(&format!("the pile is full: {expected}")));
        assert!(is_named, "{does}: {told:?} {:?}", report.problems);
    }
}
