//! Programs of the games, shipped and generated, as they are and with other operands: what is verified stores nowhere outside of its place, while
//! `oracle` looks at every word.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use interpreter::program::{Kind, Op, Program, verify};
use interpreter::vm::{Stop, TrapCode};

use crate::{Result, Unstructured, ways};

/// Fuel for each answer.
const FUEL: u32 = 2_000;
/// Operands that are exchanged at once, at most.
const MOST: usize = 3;

thread_local! {
    /// Programs whose tables nobody else holds, by where their ways to be played lie.
    static PROGRAMS: RefCell<BTreeMap<usize, Program>> = const { RefCell::new(BTreeMap::new()) };
}

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let way = ways::any(bytes)?;
    PROGRAMS.with_borrow_mut(|programs| {
        let build = || way.build().program.expect("it is sound");
        let program = programs
            .entry(std::ptr::from_ref(way).addr())
            .or_insert_with(|| Arc::into_inner(build()).expect("nobody else holds it"));
        watch_spoilt(program, bytes)
    })
}

/// Exchanges operands, plays what is verified, and puts the old ones back.
///
/// # Errors
/// If there are no bytes left; then nothing is exchanged.
pub fn watch_spoilt(program: &mut Program, bytes: &mut Unstructured<'_>) -> Result<()> {
    let (seed, changes) = (bytes.arbitrary::<u8>()?, bytes.int_in_range(0..=MOST)?);
    let spoilt = (0..changes).map(|_| spoil(program, bytes)).collect::<Result<Vec<_>>>()?;
    let before: Vec<_> = spoilt.into_iter().map(|(pc, op)| (pc, put(program, pc, op))).collect();
    if verify::verify(program).is_ok() {
        let stop = oracle::watch(program, seed.into(), 12, FUEL);
        assert!(changes > 0 || !matches!(stop, Stop::Trap(TrapCode::Internal, _)), "the program is broken: {stop:?}");
    } else {
        assert!(changes > 0, "what is compiled is verified");
    }
    for (pc, op) in before.into_iter().rev() {
        put(program, pc, op);
    }
    Ok(())
}

/// Puts an instruction in the place of the one that is given.
fn put(program: &mut Program, pc: usize, op: Op) -> Op {
    let before = program.code[pc];
    program.put(pc, op);
    before
}

/// An instruction with another operand, and where it stands.
fn spoil(program: &Program, bytes: &mut Unstructured<'_>) -> Result<(usize, Op)> {
    let pc = bytes.choose_index(program.code.len())?;
    let op = program.code[pc];
    let mut operands: Vec<(Kind, u16)> = vec![];
    op.operands(|kind, value| operands.push((kind, value)));
    if operands.is_empty() {
        return Ok((pc, op));
    }
    let n = bytes.choose_index(operands.len())?;
    let (kind, value) = operands[n];
    let other = match bytes.int_in_range(0..=2)? {
        0 => value.wrapping_add_signed(bytes.arbitrary::<i8>()?.into()),
        1 if kind == Kind::To => bytes.choose_index(program.code.len())? as u16,
        1 => bytes.choose_index(program.image.len())? as u16,
        _ => value.wrapping_add_signed(if bytes.arbitrary()? { 1 } else { -1 }),
    };
    Ok((pc, op.with_operand(n, other)))
}
