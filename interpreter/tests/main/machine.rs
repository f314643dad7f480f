//! What the machine promises: no program that is verified stores outside of the place that it stores in, whatever its operands are.

use std::sync::Arc;

use interpreter::oracle;
use interpreter::program::{Kind, Op, Program, verify};
use interpreter::ruleset::Setup;
use interpreter::vm::Stop;

use crate::common::every::every_program;
use crate::common::{FIXTURES, rulesets};
use crate::spoil::Numbers;

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
        let mut program = program(&interpreter::ruleset::Ruleset::read(&texts));
        let (mut numbers, mut refused) = (Numbers(11), 0);
        for change in 0..changes {
            let (pc, before, op) = spoilt(&program, &mut numbers);
            oracle::put(&mut program, pc, op);
            match verify::verify(&program) {
                Ok(()) => {
                    oracle::watch(&program, change, 12, 4_000);
                }
                Err(_) => refused += 1,
            }
            oracle::put(&mut program, pc, before);
        }
        assert!(refused > changes / 10 && refused < changes, "{name}: {refused} of {changes} are refused");
    }
}

/// A program whose tables nobody else holds.
fn program(ruleset: &interpreter::ruleset::Ruleset) -> Program {
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
    let ruleset = crate::common::ruleset("skoot");
    let mut program = program(&ruleset);
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
        oracle::put(&mut program, pc, other);
        assert!(verify::verify(&program).is_err(), "{other:?} at {pc} passes");
        oracle::put(&mut program, pc, op);
    }
    assert!(tried > 3, "{tried}");
    // Where an index leads is one table.
    let stores = (0..program.code.len()).filter(|pc| matches!(program.code[*pc], Op::Store { .. } | Op::AddAt { .. }));
    for pc in stores.collect::<Vec<_>>() {
        let Op::Extra { a, b, c } = program.code[pc + 1] else { panic!("a store says where") };
        for other in [Op::Extra { a, b: b + 400, c }, Op::Extra { a: a.wrapping_sub(400), b, c }] {
            oracle::put(&mut program, pc + 1, other);
            assert!(verify::verify(&program).is_err(), "{other:?} at {pc} passes");
        }
        oracle::put(&mut program, pc + 1, Op::Extra { a, b, c });
    }
    assert_eq!(verify::verify(&program), Ok(()));
}
