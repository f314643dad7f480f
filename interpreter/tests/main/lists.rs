//! Lists from every source into every place, with less room than they have members, as much, and more: what fits is there, what doesn't is
//! a rule error, and nothing beside the place changes.

use interpreter::diagnostic::Code;
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::vm::{Stop, TrapCode};
use oracle::play;

use crate::common::{build, meadow, render};

/// What makes a list of three: its name, what its members are, how it is written, and what it comes to.
const SOURCES: &[(&str, &str, &str, &str)] = &[
    ("a literal", "int", "[7, 8, 9]", "[7, 8, 9]"),
    ("dice", "int", "roll(3 of two)", "[2, 2, 2]"),
    ("as many dice as a variable says", "int", "roll(p.three of two)", "[2, 2, 2]"),
    ("a search in an order", "int", "those n in 7..9 by n desc", "[9, 8, 7]"),
    ("a search in a param", "int", "those n in ladder by n desc", "[9, 8, 7]"),
    ("a param", "int", "ladder", "[7, 8, 9]"),
    ("a param with little room", "int", "short", "[7, 8, 9]"),
    ("a constant", "int", "worked_out", "[7, 8, 9]"),
    ("a column", "int", "start.column", "[7, 8, 9]"),
    ("a field of data", "int", "row.steps", "[7, 8, 9]"),
    ("a field", "int", "p.wide", "[7, 8, 9]"),
    ("a field with little room", "int", "p.narrow", "[7, 8, 9]"),
    ("an entry of a table", "int", "p.by_ground[mud]", "[7, 8, 9]"),
    ("what a value gives", "int", "echo([7, 8, 9])", "[7, 8, 9]"),
    ("what a rule gives", "int", "asked(p)", "[7, 8, 9]"),
    ("two lists", "int", "[7] + [8, 9]", "[7, 8, 9]"),
    ("a list and a number", "int", "p.two + 9", "[7, 8, 9]"),
    ("one of two", "int", "if p.three > 2 then p.wide else p.two", "[7, 8, 9]"),
    ("the other of two", "int", "if p.three > 3 then p.two else p.wide", "[7, 8, 9]"),
    ("a case", "int", "match p.ground { grass => p.two, mud => ladder }", "[7, 8, 9]"),
    ("players from", "player", "players from p", "[player(1), player(2), player(3)]"),
    ("players in an order", "player", "those q in everyone by q.three", "[player(1), player(2), player(3)]"),
    ("what can be reached", "space", "those s in reach(start, over: [next]) by s.number", "[\"b\", \"c\", \"d\"]"),
    ("a path", "space", "trail.spaces", "[\"b\", \"c\", \"d\"]"),
    (
        "who stands there",
        "Runner",
        "those r in occupants(start) by r.number",
        "[player(1).runner, player(2).runner, player(3).runner]",
    ),
    ("a pile", "Token", "those c in deck by c.worth", "[\"One\", \"Two\", \"Three\"]"),
];

/// Where it goes: its name, what is declared for it, and what is done. `T` is what members are, `C` the room, `S` the source, `W` what it
/// comes to.
const PLACES: &[(&str, &str, &str)] = &[
    ("a value", "value got(p: player) -> list of T max C = S", "if got(p) != W { fail \"other\" }"),
    (
        "a value of a block",
        "value got(p: player) -> list of T max C { let x = 5; if x == 4 { fail \"x\" }; return S }",
        "if got(p) != W { fail \"other\" }",
    ),
    ("a rule", "rule got(p: player) -> list of T max C { return S }", "if got(p) != W { fail \"other\" }"),
    (
        "a rule that asks",
        "rule got(p: player) -> list of T max C { let above = 13; choose only by p { \"One\" { } }; if above != 13 { fail \"above\" }; return S }",
        "let low = 5; let l = got(p); let high = 6; if l != W or low != 5 or high != 6 { fail \"other\" }",
    ),
    (
        "a rule that calls itself",
        "rule got(p: player, deep: int) -> list of T max C { let above = 13; if deep > 0 { let l = got(p, deep - 1); if above != 13 { fail \"above\" }; return l }; return S }",
        "let l = got(p, 2); if l != W { fail \"other\" }",
    ),
    (
        "a `let`",
        "",
        "let above = 13; let l: list of T max C = S; let below = 14; if l != W or above != 13 or below != 14 { fail \"other\" }",
    ),
    (
        "a `var`",
        "",
        "let above = 13; var l: list of T max C = []; let below = 14; l = S; if l != W or above != 13 or below != 14 { fail \"other\" }",
    ),
    (
        "a field of the game",
        "state { above: int = 13, f: list of T max C, below: int = 14 }",
        "f = S; if f != W or above != 13 or below != 14 { fail \"other\" }",
    ),
    (
        "a field of a player",
        "player { above: int = 13, f: list of T max C, below: int = 14 }",
        "p.f = S; if p.f != W or any q in others(p) where size(q.f) > 0 or q.above != 13 or q.below != 14 { fail \"other\" }",
    ),
    (
        "an entry of a table",
        "player { above: int = 13, f: list of T max C per Ground = [else: []], below: int = 14 }",
        "p.f[mud] = S; if p.f[mud] != W or any q in everyone where size(q.f[grass]) > 0 or q.above != 13 or q.below != 14 { fail \"other\" }",
    ),
    (
        "an entry of a table with two keys",
        "state { above: int = 13, f: list of T max C per (2..4, Ground), below: int = 14 }",
        "for n in 2..4 { f[n, mud] = []; f[n, grass] = [] }; f[p.three, mud] = S\n\
         if f[3, mud] != W or size(f[3, grass]) > 0 or size(f[2, mud]) > 0 or size(f[4, grass]) > 0 or above != 13 or below != 14 { fail \"other\" }",
    ),
    (
        "what is added to a list",
        "player { f: list of T max C, below: int = 14 }",
        "p.f += S; if p.f != W or any q in everyone where q.below != 14 { fail \"other\" }",
    ),
    ("an argument of a value", "value is_it(l: list of T max C) -> bool = l == W", "if not is_it(S) { fail \"other\" }"),
    (
        "an argument that is measured",
        "value most(l: list of T max C) -> int { var n = 0; for x in l { n += 1 }; return n + size(l) }",
        "if most(S) != 6 { fail \"other\" }",
    ),
    (
        "an argument of a rule that asks",
        "rule take(p: player, l: list of T max C, n: int) { choose only by p { \"One\" { } }; if l != W or n != 15 { fail \"other\" } }",
        "let above = 13; take(p, S, 15); if above != 13 { fail \"above\" }",
    ),
    (
        "an argument of a rule that calls itself",
        "rule take(l: list of T max C, n: int) { if n > 0 { take(l, n - 1); take(l, 0) }; if l != W { fail \"other\" } }\n",
        "take(S, 2)",
    ),
    (
        "an argument of a rule of data",
        "rule done(r: Row, p: player, l: list of T max C) { if l != W { fail \"other\" } }",
        "row.play(p, S)",
    ),
];

fn texts(source: (&str, &str, &str), place: (&str, &str), room: usize) -> Texts {
    let ((member, written, comes_to), (declared, done)) = (source, place);
    let fill = |text: &str| {
        let text = text.replace("list of T max C", &format!("list of {member} max {room}"));
        let words = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_').map(|word| {
            let (head, tail) = word.split_at(word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_').len());
            let head = match head {
                "S" => written,
                "W" => comes_to,
                other => other,
            };
            format!("{head}{tail}")
        });
        words.collect::<String>()
    };
    let of_data = if declared.contains("rule done") {
        fill("{ steps: list of int max 4, play: rule(self, p: player, l: list of T max C) }")
    } else {
        "{ steps: list of int max 4 }".into()
    };
    let rules = format!(
        r#"game g "G" for 3 players
enum Ground {{ grass, mud }}
dice two = [2]
link next one?
space {{ number: int = 0 }}
path Trail {{ }}
card Token {{ worth: int }} from "tokens.ron"
pile deck of Token open full
data Row {of_data} from "rows.ron"
param ladder: list of int max 20 = [7, 8, 9]
param short: list of int max 3 = [7, 8, 9]
const start: space = the s in space where s.number == 0
const trail: Trail = the t in Trail
const row: Row = the r in Row
const worked_out: list of int max 12 = those n in 7..9 by n
derive space.column: list of int max 6 = those n in 7..9 by n
player {{ three: int = 3, ground: Ground = mud, two: list of int max 2 = [7, 8] }}
player {{ wide: list of int max 9 = [7, 8, 9], narrow: list of int max 3 = [7, 8, 9] }}
player {{ by_ground: list of int max 4 per Ground = [mud: [7, 8, 9], else: []] }}
piece Runner 1 per player as runner at start
value echo(l: list of int max 20) -> list of int max 20 = l
rule asked(p: player) -> list of int max 8 {{ choose it by p {{ "It" {{ }} }}; return [7, 8, 9] }}
{}
flow {{ turn(player(1)); end game }}
turn rule turn(p: player) {{
  {}
}}
"#,
        fill(declared),
        fill(done),
    );
    let files = [
        ("game.ron", r#"(id: "g", title: "G", players: 3, modules: ["g.rules"])"#.to_owned()),
        ("g.rules", rules),
        ("tokens.ron", r#"{ "One": (worth: 1), "Two": (worth: 2), "Three": (worth: 3) }"#.to_owned()),
        (
            "rows.ron",
            if declared.contains("rule done") {
                r#"{ "R": (steps: [7, 8, 9], play: done) }"#
            } else {
                r#"{ "R": (steps: [7, 8, 9]) }"#
            }
            .to_owned(),
        ),
    ];
    let track = r#"(ruleset: "g", name: "L",
        spaces: [(id: "a", at: (1, 1)), (id: "b", at: (2, 1), number: 1), (id: "c", at: (3, 1), number: 2), (id: "d", at: (4, 1), number: 3)],
        links: [(kind: "next", chain: ["a", "b", "c", "d"])], paths: [(kind: "Trail", name: "T", spaces: ["b", "c", "d"])])"#;
    Texts {
        name: "g".into(),
        files: files.into_iter().map(|(name, text)| (name.to_owned(), Ok(text.into()))).collect(),
        tracks: [("line".into(), Ok(track.into()))].into(),
        ..Texts::default()
    }
}

#[test]
fn from_every_source_into_every_place() {
    let mut wrong = vec![];
    for (from, member, written, comes_to) in SOURCES {
        for (to, declared, done) in PLACES {
            // Values only look.
            let does = (written.starts_with("roll") || written.starts_with("asked")) && declared.starts_with("value got");
            for room in [2, 3, 5].into_iter().filter(|_| !does) {
                let texts = texts((member, written, comes_to), (declared, done), room);
                let stop = played(&texts, &Setup::default());
                let right = match stop {
                    Ok(Stop::Over) => room >= 3,
                    Ok(Stop::Trap(TrapCode::ListFull, _)) => room < 3,
                    _ => false,
                };
                if !right {
                    wrong.push(format!("{from} into {to} with room for {room}: {stop:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// How a race ends; else what is wrong with its texts, as it is shown, by codes.
fn played(texts: &Texts, setup: &Setup) -> Result<Stop, Vec<(Code, String)>> {
    let (ruleset, built, problems) = build(texts, setup);
    match built.program.filter(|_| problems.is_empty()) {
        Some(program) => Ok(play(&program, 1, 100)),
        None => Err(problems.iter().map(|p| (p.code, render(&ruleset.sources, p))).collect()),
    }
}

/// A race in which a turn does this, and how it ends; of settings, some.
fn ends(rules: &str, turn: &str, set: &[(&str, &str)]) -> Result<Stop, Vec<Code>> {
    let mut texts = texts(("int", "0", "0"), ("", turn), 3);
    if let Some(Ok(text)) = texts.files.get_mut("g.rules") {
        *text = format!("{text}\n{rules}").into();
    }
    let settings = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let found = played(&texts, &Setup { settings, ..Setup::default() });
    found.map_err(|problems| problems.into_iter().map(|(code, _)| code).collect())
}

const FULL: Option<TrapCode> = Some(TrapCode::ListFull);
const RANGE: Option<TrapCode> = Some(TrapCode::OutOfRange);

#[test]
fn what_is_worked_out_beforehand_obeys_its_place() {
    let many = "[9, 8, 7, 6, 5, 4, 3, 2, 1, 9, 8, 7, 6, 5, 4, 3]";
    let best = "value best() -> list of int max 3 = those x in ladder by x desc";
    let cases: &[(&str, &str, &str, Option<TrapCode>)] = &[
        (best, "if size(best()) > 3 { fail \"16\" }", many, FULL),
        (best, "if best() != [9, 8, 7] { fail \"other\" }", "[9, 7, 8]", None),
        ("value g() -> int in 0..5 = ladder[4]", "if g() > 5 { fail \"6\" }", many, RANGE),
        ("value g() -> int in 0..9 = ladder[4]", "if g() != 6 { fail \"other\" }", many, None),
        ("value g(n: int in 0..5) -> int = n", "if g(ladder[4]) > 5 { fail \"6\" }", many, RANGE),
        ("rule g(n: int in 0..5) { for q in players { if n > 5 { fail \"6\" } } }", "g(ladder[4])", many, RANGE),
        ("rule g(n: int in 0..5) { if n > 0 { g(n + 3) } }", "g(ladder[9])", many, RANGE),
        (
            "rule g(p: player) -> int in 0..5 { choose c by p { \"It\" { } }; return p.three + 3 }",
            "if g(p) > 5 { fail \"6\" }",
            many,
            RANGE,
        ),
        (
            "value g() -> int? = first x in ladder where x > 8\nvalue h() -> int in 0..5? = g()",
            "if h() is some { fail \"9\" }",
            many,
            RANGE,
        ),
        ("player { low: list of int in 0..5 max 20 }", "p.low = ladder", many, RANGE),
        ("player { low: list of int in 0..5 max 20 }", "p.low += ladder", many, RANGE),
        ("player { low: list of int in 0..5 max 20 }", "p.low += 9", many, RANGE),
        ("", "var l: list of int max 4 = [1, 2]; l += l; if l != [1, 2, 1, 2] { fail \"other\" }", many, None),
        ("", "var l: list of int max 3 = [1, 2]; l += l", many, FULL),
        ("player { low: list of int in 0..9 max 20 }", "p.low = ladder; p.low += 9", many, None),
        ("value g() -> list of int in 0..5 max 20 = ladder", "if size(g()) > 0 { fail \"9\" }", many, RANGE),
        (
            "value g() -> list of int in 0..5 max 20 = those x in ladder where x < 6 by x",
            "if size(g()) != 8 { fail \"other\" }",
            many,
            None,
        ),
        ("value g(l: list of int in 0..5 max 20) -> int = size(l)", "if g(ladder) > 0 { fail \"9\" }", many, RANGE),
        (
            "value g(t: int in 0..5 per Ground) -> int = t[mud]\nparam high: int per Ground = [else: 7]",
            "if g(high) > 5 { fail \"7\" }",
            many,
            RANGE,
        ),
        (
            "value g() -> int in 0..5 per Ground = high\nparam high: int per Ground = [else: 7]",
            "if g()[mud] > 5 { fail \"7\" }",
            many,
            RANGE,
        ),
        ("", "if p.two == [7, 8, 9] or [7, 8] != p.two or p.narrow != [7, 8, 9] { fail \"other\" }", many, None),
        ("", "let n: int in 0..5 = first x in ladder where x > 8 else return; if n > 5 { fail \"9\" }", many, RANGE),
        ("", "let n: int in 0..9 = first x in ladder where x > 8 else return; if n != 9 { fail \"other\" }", many, None),
        (
            "value g(t: list of int in 0..5 max 2 per Ground) -> int = size(t[mud])\nparam high: list of int max 2 per Ground = [else: [7]]",
            "if g(high) > 0 { fail \"7\" }",
            many,
            RANGE,
        ),
        ("value fair(n: int in 0..5) -> bool = n > 3", "if fair(ladder[4]) { fail \"6\" }", many, RANGE),
    ];
    for (rules, turn, ladder, error) in cases {
        let stop = ends(rules, turn, &[("ladder", ladder)]);
        let expected = match error {
            None => matches!(stop, Ok(Stop::Over)),
            Some(code) => matches!(stop, Ok(Stop::Trap(trap, _)) if trap == *code),
        };
        assert!(expected, "{rules} | {turn}: {stop:?}");
    }
}

#[test]
fn what_does_not_fit_before_the_game_is_a_problem() {
    let cases = [
        ("param low: list of int max 2 = ladder", Code::WrongParameter),
        ("param low: list of int max 2 per Ground = [mud: [1, 2, 3], else: []]", Code::WrongParameter),
        ("param low: list of int max 2 per Ground = [[1, 2, 3], []]", Code::WrongParameter),
        ("player { low: list of int max 2 = ladder }", Code::WrongParameter),
        ("player { low: list of int max 2 per Ground = [mud: ladder, else: []] }", Code::WrongParameter),
        ("state { low: list of int in 0..5 max 20 = ladder }", Code::WrongParameter),
        ("state { low: list of int max 2 = those x in ladder by x }", Code::NoSuchOnTrack),
        ("derive space.low: list of int max 2 = ladder", Code::NoSuchOnTrack),
        ("derive space.low: list of int max 2 = those x in ladder by x", Code::NoSuchOnTrack),
        ("space { low: list of int max 2 = [self.number, 1, 2] }", Code::NoSuchOnTrack),
    ];
    for (rules, code) in cases {
        let stop = ends(rules, "p.three = 3", &[]);
        assert_eq!(stop, Err(vec![code]), "{rules}");
    }
    // With other room it fits all the same.
    for rules in [
        "param low: list of int max 40 = ladder",
        "param low: list of int max 9 per Ground = [mud: short, else: []]",
        "player { low: list of int max 40 = ladder }",
        "player { low: list of int max 9 per Ground = [mud: short, else: []] }",
    ] {
        let read = "if size(p.low) != 3 { fail \"other\" }";
        let turn = match rules {
            _ if rules.starts_with("param") && rules.contains("per") => {
                "if low[mud] != short or size(low[grass]) > 0 { fail \"other\" }"
            }
            _ if rules.starts_with("param") => "if low != ladder { fail \"other\" }",
            _ if rules.contains("per") => "if p.low[mud] != short or size(p.low[grass]) > 0 { fail \"other\" }",
            _ => read,
        };
        assert_eq!(ends(rules, turn, &[]), Ok(Stop::Over), "{rules}");
    }
}

#[test]
fn the_largest_and_the_smallest_number_can_be_sorted_downwards() {
    let mut texts = meadow();
    let rules = "test \"down\" on \"line\" for 2 players {\n\
        expect (those n in [0, -2147483646, 2147483647] by n desc) == [2147483647, 0, -2147483646]\n\
        expect (first n in [0, 2147483647] by n desc) is some\n}";
    let manifest = r#"(id: "meadow", title: "Meadow race", modules: ["meadow.rules", "case.rules"])"#;
    for (name, text) in [("game.ron", manifest), ("case.rules", rules)] {
        texts.files.insert(name.into(), Ok(text.into()));
    }
    let report = interpreter::testing::run(&Ruleset::read(&texts), None);
    let problems: Vec<_> = report.tests.iter().flat_map(|test| &test.problems).collect();
    assert!(report.problems.is_empty() && problems.is_empty(), "{:?} {problems:?}", report.problems);
}
