//! Whatever the rules say, reading, building and playing them ends soon, in little memory, and with a problem where it can't be done.

use std::sync::mpsc;
use std::time::Duration;

use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::program::{Op, Program, verify};
use interpreter::ruleset::{Built, Ruleset, Setup, Texts};
use interpreter::vm::{Stop, TrapCode};

/// Ample for everything here in a debug build on a slow machine, and nothing to what these texts would take without their bounds.
const SOON: Duration = Duration::from_secs(60);

/// What `work` gives, if it does so soon.
fn soon<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = mpsc::channel();
    let thread = std::thread::spawn(move || send.send(work()));
    match receive.recv_timeout(SOON) {
        Ok(made) => made,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("no answer in {SOON:?}"),
        Err(_) => panic!("it failed: {:?}", thread.join().map_err(|_| "see above")),
    }
}

const HEAD: &str = "game g \"G\" for 1..4 players\ndice die = 1..6\nstate { round: int = 0 }\n";

/// Rules with a flow in which each player has two turns, and what a turn does.
fn rules(rules: &str, turn: &str) -> String {
    let flow = "flow { repeat 2 times { for p in players { turn(p) } }; end game }";
    format!("{HEAD}{rules}\n{flow}\nturn rule turn(p: player) {{ {turn} }}\n")
}

/// The same on a track of so many spaces.
fn texts(modules: &[String], spaces: usize) -> Texts {
    let names: Vec<String> = (0..modules.len()).map(|n| format!("{n}.rules")).collect();
    let list = names.iter().map(|n| format!("{n:?}")).collect::<Vec<_>>().join(", ");
    let manifest = format!("(id: \"g\", title: \"G\", players: 2, modules: [{list}])");
    let spaces: String = (0..spaces).map(|n| format!("(id: \"s{n}\", at: ({n}, 1)),")).collect();
    let track = format!("(ruleset: \"g\", name: \"L\", spaces: [{spaces}])");
    let mut texts = Texts { name: "g".into(), ..Texts::default() };
    texts.files.insert("game.ron".into(), Ok(manifest.into()));
    for (name, text) in names.into_iter().zip(modules) {
        texts.files.insert(name, Ok(text.as_str().into()));
    }
    texts.tracks.insert("line".into(), Ok(track.into()));
    texts
}

fn build(modules: Vec<String>, spaces: usize) -> (Built, Vec<Diagnostic>) {
    soon(move || {
        let (_, built, problems) = crate::common::build(&texts(&modules, spaces), &Setup::default());
        (built, problems)
    })
}

/// The codes of all problems.
fn codes(problems: &[Diagnostic]) -> Vec<Code> {
    problems.iter().map(|p| p.code).collect()
}

/// Builds rules that are sound and plays them.
fn play(rules: String) -> Stop {
    let (built, problems) = build(vec![rules], 1);
    let program = built.program.unwrap_or_else(|| panic!("{problems:?}"));
    soon(move || crate::common::play(&program, 1, 1000))
}

fn trap(stop: Stop) -> Option<TrapCode> {
    match stop {
        Stop::Trap(code, _) => Some(code),
        _ => None,
    }
}

/// Values that each call the next one eight times.
fn eightfold(values: usize, last: &str) -> String {
    let mut text: String =
        (0..values).map(|n| format!("value v{n}() -> int = {}\n", vec![format!("v{}()", n + 1); 8].join(" + "))).collect();
    text += &format!("value v{values}() -> int = {last}\n");
    text
}

/// Rules that each call the next one.
fn chain(rules: usize) -> String {
    let mut text: String = (0..rules).map(|n| format!("rule r{n}() {{ r{}() }}\n", n + 1)).collect();
    text += &format!("rule r{rules}() {{ round += 1 }}\n");
    text
}

#[test]
fn values_that_call_each_other_many_times() {
    assert_eq!(play(rules(&eightfold(6, "round"), "round += v0()")), Stop::Over);
    let (_, problems) = build(vec![rules(&eightfold(12, "1"), "if round < 0 { round += v0() }")], 1);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn calls_inside_of_calls() {
    assert_eq!(play(rules(&chain(400), "r0()")), Stop::Over);
    for turn in ["r0()", "round += 1"] {
        let (_, problems) = build(vec![rules(&chain(20_000), turn)], 1);
        assert_eq!(codes(&problems), [Code::TooDeep], "{problems:?}");
    }
    let secret = "player { secret plan: int = 0 }\nrule look(p: player) { if p.plan > 0 { round = 1 } }\n";
    let last = chain(20_000).replace("round += 1", "for p in players { look(p) }");
    let (_, problems) = build(vec![rules(&format!("{secret}{last}"), "r0()")], 1);
    assert_eq!(codes(&problems), [Code::TooDeep], "{problems:?}");
}

#[test]
fn columns_made_from_each_other() {
    let columns = |count: usize| {
        let next: String = (0..count).map(|n| format!("derive space.d{n}: int = self.d{} + 1\n", n + 1)).collect();
        format!("{next}derive space.d{count}: int = 1\n")
    };
    let (built, problems) = build(vec![rules(&columns(100), "round += 1")], 3);
    assert!(built.program.is_some(), "{problems:?}");
    let (_, problems) = build(vec![rules(&columns(5_000), "round += 1")], 3);
    assert!(codes(&problems).contains(&Code::TooDeep), "{problems:?}");
}

/// What is needed may hide behind several rules.
#[test]
fn constants_are_worked_out_before_those_that_need_them() {
    let through = "const a: int = f()\nvalue f() -> int = g() + 0\nvalue g() -> int = h() + 0\nvalue h() -> int = k() + 0\n\
                   value k() -> int = b + 0\nconst b: int = size(space) + 40";
    let (built, problems) = build(vec![rules(through, "round += a")], 2);
    let program = built.program.unwrap_or_else(|| panic!("{problems:?}"));
    assert_eq!(program.image[usize::from(program.layout.consts[0])], 42);
}

#[test]
fn loops_that_only_go_on_take_fuel() {
    for turn in ["while round >= 0 { continue }", "repeat { continue }", "repeat { if round == 0 { continue }; round += 1 }"] {
        assert_eq!(trap(play(rules("", turn))), Some(TrapCode::Fuel), "{turn}");
    }
}

#[test]
fn loops_without_end_when_the_track_is_loaded() {
    let spin = "rule spin(s: space) -> int { var n = 0; while n >= 0 { n = 1 }; return n }\n\
                value spins(s: space) -> int { var n = 0; while n >= 0 { n = 1 }; return n }\n";
    for load in ["derive space.x: int = spins(self)", "check every s in space: spins(s) > 0 else \"no\""] {
        let (_, problems) = build(vec![rules(&format!("{spin}{load}"), "round += 1")], 3_000);
        assert_eq!(codes(&problems), [Code::NoSuchOnTrack], "{problems:?}");
    }
}

#[test]
fn one_problem_names_all_spaces_of_a_column_that_fails() {
    let (_, problems) = build(vec![rules("derive space.x: int = 1 / (size(space) - 3)", "round += 1")], 3);
    assert_eq!(codes(&problems), [Code::NoSuchOnTrack], "{problems:?}");
    assert_eq!(problems[0].labels.len(), 3, "{problems:?}");
}

#[test]
fn more_declarations_than_can_be_numbered() {
    let params = |from: usize| -> String { (from..from + 33_000).map(|n| format!("param p{n}: int = {}\n", n % 100)).collect() };
    let (built, problems) = build(vec![rules("", "say \"{p65537}\""), params(0), params(33_000)], 1);
    assert_eq!(codes(&problems), [Code::TooBig], "{problems:?}");
    assert!(built.program.is_none());
}

#[test]
fn more_add_ons_or_files_than_can_be_numbered() {
    let mut ruleset = texts(&[rules("", "round += 1")], 1);
    let list: String = (0..64).map(|n| format!("\"a{n}.rules\",")).collect();
    let manifest = format!("(id: \"g\", title: \"G\", modules: [\"0.rules\"], addons: [{list}])");
    ruleset.files.insert("game.ron".into(), Ok(manifest.into()));
    for n in 0..64 {
        ruleset.files.insert(format!("a{n}.rules"), Ok(format!("addon a{n} \"A\" for g\n").into()));
    }
    let (_, _, problems) = crate::common::build(&ruleset, &Setup::default());
    assert_eq!(codes(&problems), [Code::TooBig], "{problems:?}");
    let mut ruleset = texts(&[rules("", "round += 1")], 1);
    for n in 0..70_000 {
        ruleset.tracks.insert(format!("t{n}"), Ok("".into()));
    }
    let problems = soon(move || Ruleset::read(&ruleset).problems);
    assert_eq!(codes(&problems), [Code::TooLarge], "{problems:?}");
}

/// Loops without end are stopped soon, however much each turn of them works through.
#[test]
fn loops_over_wide_values() {
    let state = "state { a: int per 0..9999 = [else: 0], b: int per 0..9999 = [else: 0], q: set of int in 0..99999 = [], \
                 t: set of int in 0..99999 = [], r: int per (0..1, 0..4999) = [[else: 0], [else: 0]] }\n\
                 piece Pawn 300 per player as pawn off board\n\
                 const start = the s in space\n";
    for body in [
        "if a == b { round = 1 }",
        "a = b",
        "if size(q) == 1 { round = 1 }",
        "for n in q { round = n }",
        "if any n in q where n > 3 { round = 1 }",
        "q = t",
        "let l: list of int max 16000 = roll(16000 of die); round = size(l)",
        "let l = those n in 1..4000 by 0 - n; round = size(l)",
        "let l: list of int max 16000 = [1]; round = sum(l)",
        "if size(occupants(start)) > 2 { round = 1 }",
    ] {
        assert_eq!(trap(play(rules(state, &format!("repeat {{ {body} }}")))), Some(TrapCode::Fuel), "{body}");
    }
}

#[test]
fn long_lists_are_sorted_as_short_ones_are() {
    let many = "value ones(n: int) -> int = n * 7919 % 100\n\
                rule check_order(l: list of int max 1500) { var last = 0 - 1; var at = 0; for n in l { \
                if ones(n) < last or ones(n) == last and n < at { fail \"out of order\" }; last = ones(n); at = n } }\n";
    for count in [60, 1500] {
        let turn = format!("let l: list of int max 1500 = those n in 1..{count} by ones(n); check_order(l); round += size(l)");
        assert_eq!(play(rules(many, &turn)), Stop::Over, "{count}");
    }
}

#[test]
fn lists_have_room_for_what_is_put_in() {
    for turn in [
        "let l: list of int max 40 = roll(40 of die); round += size(l)",
        "let l = roll(40 of die); round += size(l)",
        "for n in roll(40 of die) { round += n }",
        "let l = those n in 1..100 by 0 - n; round += size(l)",
        "let s: set of int in 0..99 = those n in 0..99; let l = those n in s by 0 - n; round += size(l)",
        "let l: list of int max 90 = [1]; let m = those n in l by n; round += size(m)",
    ] {
        assert_eq!(play(rules("", turn)), Stop::Over, "{turn}");
    }
}

/// What lies behind a list is not written over.
#[test]
fn lists_that_are_too_long_are_refused() {
    let takes = "rule takes(l: list of int max 2, m: list of int max 2) { for n in l { round += n }; choose c by player(1) { \"A\" { check_all(m) } } }\n\
                 rule check_all(l: list of int max 3) { if size(l) > 3 { fail \"too many\" } }\n\
                 state { few: list of int max 2 = [], many: list of int max 9 = [] }\n";
    for turn in [
        "few = roll(3 of die)",
        "few = those n in 1..3 by n",
        "let l: list of int max 2 = roll(3 of die); round += size(l)",
        "let l: list of int max 2 = those n in 1..3 by n; round += size(l)",
        "let n = 3; let l: list of int max 2 = roll(n of die); round += size(l)",
        "many = [1, 2, 3]; takes(many, [])",
        "many = [1, 2, 3]; takes([], many)",
        "takes(roll(3 of die), [])",
        "many = [1, 2, 3]; few = many",
    ] {
        assert_eq!(trap(play(rules(takes, turn))), Some(TrapCode::ListFull), "{turn}");
    }
    for turn in ["many = [1, 2]; takes(many, [])", "takes(roll(2 of die), [1, 2])", "few = roll(2 of die)"] {
        assert_eq!(play(rules(takes, turn)), Stop::Over, "{turn}");
    }
}

/// Every roll of eight dice leads to another state of a thousand words.
#[test]
fn more_states_than_can_be_kept() {
    let rules = rules(
        "state { l: list of int max 8 = [], big: int per 0..999 = [else: 0] }\nrule fill() { l = roll(8 of die) }\n\
         test \"all of them\" on \"line\" for 2 players { run fill() on every roll }",
        "fill()",
    );
    let problems = soon(move || {
        let report = interpreter::testing::run(&Ruleset::read(&texts(&[rules], 1)), None);
        report.tests.into_iter().flat_map(|t| t.problems).collect::<Vec<_>>()
    });
    assert_eq!(codes(&problems), [Code::TestFailed], "{problems:?}");
    assert!(problems[0].message.contains("too many rolls"), "{problems:?}");
}

/// In a secret block one may write one's own secrets alone, however wide, and those of one's own pieces.
#[test]
fn secrets_of_others_are_not_written() {
    let secrets = "player { secret plan: int = 0, secret hand: list of int max 4 = [], secret seen: set of int in 0..99 = [] }\n\
                   piece Spy 2 per player as spy off board { secret mark: int = 0, secret marks: int per 0..3 = [else: 0] }\n";
    for store in [
        "W.plan = 1",
        "W.hand += 1",
        "W.hand = [1]",
        "W.seen += 7",
        "W.seen = [7]",
        "for s in Spy where s.owner == W { s.mark = 1 }",
        "for s in Spy where s.owner == W { s.marks[2] = 1 }",
    ] {
        let turn = |whose: &str| {
            let store = store.replace('W', whose);
            rules(secrets, &format!("secretly each q in players {{ let w = next_player(q); if w != q {{ {store} }} }}"))
        };
        assert_eq!(play(turn("q")), Stop::Over, "{store}");
        assert_eq!(trap(play(turn("w"))), Some(TrapCode::SecretStore), "{store}");
    }
}

/// What the compiler might do wrong is found before the first game.
#[test]
fn a_faulty_instruction_is_found() {
    let state = "state { a: int per 0..99 = [else: 0], l: list of int max 40 = [] }\nplayer { n: int = 0 }\n";
    let turn = "a = [else: round]; l = roll(3 of die); p.n += sum(l); choose c by p { \"A\" { round += 1 }; \"B\" { } }";
    let program = || {
        let (built, problems) = build(vec![rules(state, turn)], 1);
        let program = built.program.unwrap_or_else(|| panic!("{problems:?}"));
        drop(built.ir);
        std::sync::Arc::try_unwrap(program).expect("nobody else has it")
    };
    let whole = program();
    assert_eq!(verify::verify(&whole), Ok(()));
    let (end, first_constant) = (whole.image.len() as u16, whole.state_len as u16);
    type Spoil = fn(Op, u16, u16) -> Option<Op>;
    let spoils: [(&str, Spoil); 5] = [
        ("a copy that reads too far", |op, end, _| match op {
            Op::MoveN { dst, words, .. } => Some(Op::MoveN { dst, src: end - 1, words }),
            _ => None,
        }),
        ("a copy onto constants", |op, _, constants| match op {
            Op::MoveN { src, words, .. } => Some(Op::MoveN { dst: constants, src, words }),
            _ => None,
        }),
        ("a list that is longer than what is left", |op, end, _| match op {
            Op::RollMany { dice, number, .. } => Some(Op::RollMany { list: end - 2, dice, number }),
            _ => None,
        }),
        ("a word of the constants is written", |op, _, constants| match op {
            Op::ListSum { list, .. } => Some(Op::ListSum { dst: constants, list }),
            _ => None,
        }),
        ("a jump out of the code", |op, _, _| match op {
            Op::Jump { .. } | Op::Back { .. } => Some(Op::Jump { to: u16::MAX }),
            _ => None,
        }),
    ];
    for (what, spoil) in spoils {
        let mut program = program();
        let at = program.code.iter().position(|op| spoil(*op, end, first_constant).is_some());
        let at = at.unwrap_or_else(|| panic!("{what}: there is no such instruction"));
        program.code[at] = spoil(program.code[at], end, first_constant).expect("it is found");
        assert_eq!(verify::verify(&program).map_err(|wrong| usize::from(wrong.pc)), Err(at), "{what}");
    }
    type Break = fn(&mut Program);
    let tables: [(&str, Break); 4] = [
        ("an option", |p| p.sites[0].options[0].to = u16::MAX),
        ("what gathers options", |p| p.sites[0].pc = u16::MAX),
        ("a die", |p| p.dice[0].faces = u16::MAX),
        ("a rule", |p| p.rules[0].entry = Some(u16::MAX)),
    ];
    for (what, spoil) in tables {
        let mut program = program();
        spoil(&mut program);
        assert!(verify::verify(&program).is_err(), "{what}");
    }
}
