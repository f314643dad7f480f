//! What the machine promises: no program that is verified stores outside of the place that it stores in, whatever its operands are.

use std::sync::Arc;

use interpreter::program::{Kind, Op, Program, verify};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::vm::Stop;
use spoil::Numbers;

use crate::common::every::every_program;
use crate::common::{FIXTURES, rulesets};

#[test]
fn every_program_stores_where_it_says() {
    every_program(|what, program| {
        let stop = oracle::play(&program, 5, 60);
        assert!(matches!(stop, Stop::Over | Stop::Decide), "{what}: {stop:?}");
    });
}

/// Operands of each game's program are changed at random, one at a time: it is refused, or stores nowhere else.
#[test]
fn spoilt_programs_are_refused_or_do_no_harm() {
    let changes = std::env::var("CHANGES").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for name in rulesets().iter().map(String::as_str).chain(FIXTURES.iter().copied()) {
        let texts = if FIXTURES.contains(&name) { crate::common::fixture(name) } else { crate::common::shipped(name) };
        let mut program = program(&Ruleset::read(&texts));
        let (mut numbers, mut refused) = (Numbers(11), 0);
        for change in 0..changes {
            let (pc, before, op) = spoilt(&program, &mut numbers);
            program.put(pc, op);
            match verify::verify(&program) {
                Ok(()) => {
                    oracle::watch(&program, change, 12, 4_000);
                }
                Err(_) => refused += 1,
            }
            program.put(pc, before);
        }
        assert!(refused > changes / 10 && refused < changes, "{name}: {refused} of {changes} are refused");
    }
}

/// A program whose tables nobody else holds.
fn program(ruleset: &Ruleset) -> Program {
    let program = crate::common::program(ruleset, &Setup::default());
    Arc::try_unwrap(program).expect("nobody else holds it")
}

/// An instruction of a program, and the same with another operand.
fn spoilt(program: &Program, numbers: &mut Numbers) -> (usize, Op, Op) {
    loop {
        let pc = numbers.below(program.code.len());
        let op = program.code[pc];
        let mut operands: Vec<(Kind, u16)> = vec![];
        op.operands(|kind, value| operands.push((kind, value)));
        if operands.is_empty() {
            continue;
        }
        let n = numbers.below(operands.len());
        let (kind, value) = operands[n];
        let other = match numbers.below(4) {
            0 => value.wrapping_add(1),
            1 => value.wrapping_sub(1),
            2 if kind == Kind::To => numbers.below(program.code.len()) as u16,
            2 => numbers.below(program.image.len()) as u16,
            _ => value.wrapping_add(numbers.below(64) as u16).wrapping_sub(32),
        };
        if other != value {
            return (pc, op, op.with_operand(n, other));
        }
    }
}

#[test]
fn what_stores_beyond_its_place_is_refused() {
    let tried = refuse_stores_beyond(&mut program(&crate::common::ruleset("skoot")));
    assert!(tried > 3, "{tried}");
    let mut own = circle("let many = roll(3 of die)\n var few: list of int max 5 = many\n few = many");
    let lists = own.code.iter().filter(|op| matches!(op, Op::ListCopy { .. } | Op::RollMany { .. })).count();
    assert!(lists > 1, "{lists}");
    refuse_stores_beyond(&mut own);
}

/// Lets each instruction of a program store more than there is room for; how many there are.
fn refuse_stores_beyond(program: &mut Program) -> usize {
    let beyond = |op: Op| match op {
        Op::ListCopy { dst, src, capacity } => Some(Op::ListCopy { dst, src, capacity: capacity + 40 }),
        Op::ListAdd { list, a, capacity } => Some(Op::ListAdd { list, a, capacity: capacity + 40 }),
        Op::MoveN { dst, src, words } => Some(Op::MoveN { dst, src, words: words + 40 }),
        Op::Fill { dst, src, words } => Some(Op::Fill { dst, src, words: words + 40 }),
        Op::SetAdd { set, a, words } => Some(Op::SetAdd { set, a, words: words + 40 }),
        Op::PlayersFrom { list, from, capacity } => Some(Op::PlayersFrom { list, from, capacity: capacity + 40 }),
        _ => None,
    };
    let mut tried = 0;
    for pc in 0..program.code.len() {
        let op = program.code[pc];
        let Some(other) = beyond(op) else { continue };
        tried += 1;
        refused(program, pc, other);
    }
    for pc in (0..program.code.len()).filter(|pc| matches!(program.code[*pc], Op::RollMany { .. })).collect::<Vec<_>>() {
        let Op::Extra { a, b, c } = program.code[pc + 1] else { panic!("it says how many there may be") };
        tried += 1;
        refused(program, pc + 1, Op::Extra { a: a + 40, b, c });
    }
    // Where an index leads is one table.
    let stores = (0..program.code.len()).filter(|pc| matches!(program.code[*pc], Op::Store { .. } | Op::AddAt { .. }));
    for pc in stores.collect::<Vec<_>>() {
        let Op::Extra { a, b, c } = program.code[pc + 1] else { panic!("a store says where") };
        for other in [Op::Extra { a, b: b + 400, c }, Op::Extra { a: a.wrapping_sub(400), b, c }] {
            refused(program, pc + 1, other);
        }
    }
    assert_eq!(verify::verify(program), Ok(()));
    tried
}

/// Rules in which each instruction occurs whose operands [`spoilt_operands`] spoils.
const SPOILT: &str = r#"game g "G" for 2 players
link next one?
piece Car 2 per player as cars off board
state { sum: int = 0, met: set of Car }
player { tired: int = 0, seen: list of int max 3 per 1..4 = [else: []], last: list of player max 2, near: set of space }
flow { fall(3); for p in players { turn(p, 2) }; end game }
whenever p in players where p.tired > 3 { p.tired = 0 }
rule fall(n: int) { if n > 0 { fall(n - 1); sum += n; fall(n - 2) } }
turn rule turn(p: player, n: int) {
  let kept = p.seen[n]
  p.seen[n] = kept
  p.tired = size(kept)
  p.last = those q in players by q.tired desc
  move p.cars[n] to start_of(n)
  p.near = reach(start_of(n), over: [next], within: n)
  met = occupants(start_of(n))
}
value start_of(n: int) -> space = the s in space where n > 0
"#;

/// Each row spoils an operand so that its instruction stores or reads where it may not.
#[allow(clippy::type_complexity, reason = "a table of one test")]
fn spoilt_operands(program: &Program) -> Vec<(&'static str, Vec<(usize, Op)>)> {
    let code = &program.code;
    let end = program.image.len() as u16 - 1;
    let mut rows = vec![];
    for (pc, op) in code.iter().copied().enumerate() {
        let behind = code.get(pc + 1).copied();
        let mut extra = |what, change: fn(u16, u16, u16, u16) -> (u16, u16, u16)| {
            let Some(Op::Extra { a, b, c }) = behind else { panic!("{op:?} has further operands") };
            let (a, b, c) = change(a, b, c, end);
            rows.push((what, vec![(pc + 1, Op::Extra { a, b, c })]));
        };
        match op {
            Op::LoadN { .. } => extra("LoadN: more words than there is room for", |a, b, c, _| (a + 400, b, c)),
            Op::StoreN { base, index, .. } => {
                extra("StoreN: more words than the table has", |a, b, c, _| (a, b, c + 400 * a));
                extra("StoreN: in front of the table", |a, b, c, _| (a, b - a, c));
                extra("StoreN: across two values", |a, b, c, _| (a, b + 1, c - a));
                extra("StoreN: values of another size", |a, b, c, _| (a + 1, b, c));
                rows.push(("StoreN: from behind the memory", vec![(pc, Op::StoreN { base, index, src: end })]));
            }
            Op::MovePiece { at, piece, space } => {
                extra("MovePiece: other pieces", |a, b, c, _| (a + 1, b, c));
                extra("MovePiece: more pieces than there are", |a, b, c, _| (a, b + 1, c));
                rows.push(("MovePiece: beside its table", vec![(pc, Op::MovePiece { at: at + 1, piece, space })]));
            }
            Op::Touch { watch, of, classes } => {
                rows.push(("Touch: beside what is watched", vec![(pc, Op::Touch { watch: watch + 1, of, classes })]));
            }
            Op::Doze { watch, member, reads } => {
                rows.push(("Doze: beside what is watched", vec![(pc, Op::Doze { watch: watch + 1, member, reads })]));
                rows.push(("Doze: reads behind the memory", vec![(pc, Op::Doze { watch, member, reads: end })]));
            }
            Op::Sort { list, count, .. } => {
                extra("Sort: a longer list", |a, b, c, _| (a + 400, b, c));
                rows.push(("Sort: keys behind the memory", vec![(pc, Op::Sort { list, keys: end, count })]));
            }
            Op::Reach { .. } => {
                extra("Reach: less room than there are spaces", |a, _, c, _| (a, 0, c));
                extra("Reach: more words than there is room for", |a, b, c, _| (a, b + 400, c));
            }
            Op::Occupants { .. } => {
                extra("Occupants: less room than there are pieces", |a, b, _, _| (a, b, 0));
                extra("Occupants: more words than there is room for", |a, b, c, _| (a, b, c + 400));
                extra("Occupants: pieces behind the memory", |_, b, c, end| (end, b, c));
            }
            Op::Keep { from, words } => {
                let restore = (pc..code.len()).find(|at| matches!(code[*at], Op::Restore { .. })).expect("it is put back");
                let both = |from, words| vec![(pc, Op::Keep { from, words }), (restore, Op::Restore { from, words })];
                rows.push(("Keep: beside the frame", both(from + 1, words)));
                rows.push(("Keep: more than the frame", both(from, words + 1)));
            }
            _ => {}
        }
    }
    rows
}

#[test]
fn operands_that_lead_elsewhere_are_refused() {
    let mut program = program(&ruleset_of(SPOILT));
    let rows = spoilt_operands(&program);
    let names = ["LoadN", "StoreN", "MovePiece", "Touch", "Doze", "Sort", "Reach", "Occupants", "Keep"];
    let missing = names.into_iter().filter(|name| !rows.iter().any(|(what, _)| what.starts_with(&format!("{name}:"))));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&str>::new());
    let mut passed = vec![];
    for (what, changes) in rows {
        let before: Vec<(usize, Op)> = changes.iter().map(|(pc, _)| (*pc, program.code[*pc])).collect();
        changes.iter().for_each(|(pc, op)| program.put(*pc, *op));
        if verify::verify(&program).is_ok() {
            passed.push((what, changes));
        }
        before.into_iter().for_each(|(pc, op)| program.put(pc, op));
    }
    assert!(passed.is_empty(), "{passed:#?}");
    assert_eq!(verify::verify(&program), Ok(()));
}

/// Puts an instruction into the program that can't pass, and the old one back, which is given.
fn refused(program: &mut Program, pc: usize, op: Op) -> Op {
    let before = program.code[pc];
    program.put(pc, op);
    assert!(verify::verify(program).is_err(), "{op:?} at {pc} passes");
    program.put(pc, before);
    before
}

/// A rule that calls itself, in the middle of what it does, which begins with this.
fn circle(first: &str) -> Program {
    let rules = "game g \"G\" for 2..2 players\nstate { sum: int = 0 }\ndice die = 1..6\nflow { fall(3)\n end game }\n\
                 rule fall(n: int) { FIRST\n if n > 0 { fall(n - 1)\n sum += n\n fall(n - 2) } }";
    program(&ruleset_of(&rules.replace("FIRST", first)))
}

/// Rules, with a track of one space.
fn ruleset_of(rules: &str) -> Ruleset {
    let mut texts = Texts { name: "g".into(), ..Texts::default() };
    texts.set("g/game.ron", Ok("(id: \"g\", title: \"G\", modules: [\"g.rules\"])".into()));
    texts.set("g/g.rules", Ok(rules.into()));
    texts.set("tracks/g/line.ron", Ok("(ruleset: \"g\", name: \"L\", spaces: [(id: \"a\", at: (0, 0))])".into()));
    Ruleset::read(&texts)
}

#[test]
fn a_call_that_nothing_reaches_is_passed_by() {
    for first in [
        "let x = 2\n if x < 1 { fall(n) }",
        "if n > 5 { return\n fall(n) }",
        "while n > 9 { break\n fall(n) }",
        "if n > 5 { repeat { if sum > 9 { sum = 0 }\n sum += 1 }\n fall(1) }",
    ] {
        assert_eq!(oracle::play(&circle(first), 1, 9), Stop::Over, "{first}");
    }
}

#[test]
fn what_a_rule_keeps_is_put_back_and_nothing_else() {
    let mut program = circle("");
    assert_eq!(oracle::play(&program, 1, 9), Stop::Over);
    let all =
        |program: &Program, is: fn(&Op) -> bool| (0..program.code.len()).filter(|pc| is(&program.code[*pc])).collect::<Vec<_>>();
    let kept = all(&program, |op| matches!(op, Op::Keep { .. } | Op::Restore { .. }));
    let jumps = all(&program, |op| matches!(op, Op::Jump { .. } | Op::JumpLe { .. } | Op::JumpUnless { .. }));
    assert!(kept.len() == 4 && !jumps.is_empty(), "{:?}", program.code);
    for pc in kept {
        let op = refused(&mut program, pc, Op::Jump { to: pc as u16 + 1 });
        for (n, by) in [(0, 1), (0, u16::MAX), (1, 1), (1, u16::MAX)] {
            let (Op::Keep { from, words } | Op::Restore { from, words }) = op else { panic!("{op:?}") };
            refused(&mut program, pc, op.with_operand(n, [from, words][n].wrapping_add(by)));
        }
        for at in jumps.iter().filter(|_| matches!(op, Op::Keep { .. })) {
            let into = program.code[*at].retarget(pc as u16 + 1);
            refused(&mut program, *at, into);
        }
    }
    assert_eq!(verify::verify(&program), Ok(()));
}

#[test]
fn an_option_that_is_taken_writes_its_own_variables() {
    let mut program = program(&crate::common::ruleset("hell-on-eight-wheels"));
    let (beyond, mut tried) = (program.layout.stack - 1, 0);
    for site in 0..program.sites.len() {
        for option in 0..program.sites[site].options.len() {
            for value in 0..program.sites[site].options[option].values.len() {
                tried += 1;
                let put = |program: &mut Program, slot| {
                    std::mem::replace(&mut program.sites[site].options[option].values[value].0, slot)
                };
                let before = put(&mut program, beyond);
                assert!(verify::verify(&program).is_err(), "value {value} of option {option} of {site} may lie at {beyond}");
                put(&mut program, before);
            }
        }
    }
    assert!(tried > 3, "{tried}");
    assert_eq!(verify::verify(&program), Ok(()));
}
