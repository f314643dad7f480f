//! Makes finished code shorter without changing what it does. It shortens jumps to jumps and jumps over jumps, uses values that are already
//! known, drops code that nothing reaches, and joins instructions that one step can do.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::{Entry, Expectation, Kind, LineCode, Op, Pc, Program, Slot, Template};

mod effect;
mod known;
mod unread;

/// What the compiler knows about memory.
pub(super) struct Words<'a> {
    /// Words that never change, by their value.
    pub literals: &'a BTreeMap<i32, Slot>,
    /// Starts of tables that are addressed by another word than their first.
    pub table_starts: &'a BTreeMap<Slot, BTreeSet<Slot>>,
}

/// Tidies the code of a program. `extra` are further places in the code that later stages refer to.
pub(super) fn tidy(program: &mut Program, extra: &mut [&mut Pc], words: &Words<'_>) {
    for _ in 0..2 {
        thread_jumps(&mut program.code);
        let keep = entries(program, extra);
        invert_jumps(&mut program.code, &keep);
        compact(program, extra, &keep);
    }
    let keep = entries(program, extra);
    known::forward(program, &keep, words);
    unread::drop_unread(program, &keep, words);
    thread_jumps(&mut program.code);
    let keep = entries(program, extra);
    compact(program, extra, &keep);
    pair(&mut program.code, program.layout.frames);
}

/// Makes jumps to jumps go straight to the end.
fn thread_jumps(code: &mut [Op]) {
    for at in 0..code.len() {
        let mut target = None;
        code[at].operands(|kind, to| {
            if kind == Kind::To {
                target = Some(to);
            }
        });
        let Some(first) = target else { continue };
        let mut to = first;
        for _ in 0..16 {
            match (code[at], code[usize::from(to)]) {
                (_, Op::Jump { to: further }) if further != to => to = further,
                // The same question has the same answer again.
                (Op::JumpNe { a, b, .. }, Op::JumpEq { a: c, b: d, .. }) if a == c && b == d => to += 1,
                (Op::JumpEq { a, b, .. }, Op::JumpNe { a: c, b: d, .. }) if a == c && b == d => to += 1,
                (Op::JumpNe { a, b, .. }, Op::JumpNe { a: c, b: d, to: further }) if a == c && b == d && further != to => {
                    to = further
                }
                (Op::JumpEq { a, b, .. }, Op::JumpEq { a: c, b: d, to: further }) if a == c && b == d && further != to => {
                    to = further
                }
                _ => break,
            }
        }
        // Loops keep their backward branch, because only that burns fuel.
        if to != first && !matches!(code[at], Op::Call { .. }) {
            code[at] = code[at].retarget(to);
        }
    }
}

/// The opposite of a conditional jump.
fn opposite(op: Op, to: Pc) -> Option<Op> {
    Some(match op {
        Op::JumpIf { a, .. } => Op::JumpUnless { a, to },
        Op::JumpUnless { a, .. } => Op::JumpIf { a, to },
        Op::JumpEq { a, b, .. } => Op::JumpNe { a, b, to },
        Op::JumpNe { a, b, .. } => Op::JumpEq { a, b, to },
        Op::JumpLt { a, b, .. } => Op::JumpLe { a: b, b: a, to },
        Op::JumpLe { a, b, .. } => Op::JumpLt { a: b, b: a, to },
        Op::JumpHas { set, a, .. } => Op::JumpHasNot { set, a, to },
        Op::JumpHasNot { set, a, .. } => Op::JumpHas { set, a, to },
        _ => return None,
    })
}

/// Turns `if c goto next; goto far` into `unless c goto far`.
fn invert_jumps(code: &mut [Op], keep: &BTreeSet<Pc>) {
    let targets = targets(code);
    for at in 0..code.len().saturating_sub(2) {
        let Op::Jump { to: far } = code[at + 1] else { continue };
        let mut near = None;
        code[at].operands(|kind, to| {
            if kind == Kind::To {
                near = Some(to);
            }
        });
        let next = (at + 1) as Pc;
        if near == Some((at + 2) as Pc)
            && !targets.contains(&next)
            && !keep.contains(&next)
            && let Some(op) = opposite(code[at], far)
        {
            code[at] = op;
            // The jump at `at` falls through now. What stays here is a jump to the next instruction, which is dropped later.
            code[at + 1] = Op::Jump { to: (at + 2) as Pc };
        }
    }
}

fn targets(code: &[Op]) -> BTreeSet<Pc> {
    let mut targets = BTreeSet::new();
    for op in code {
        op.operands(|kind, to| {
            if kind == Kind::To {
                targets.insert(to);
            }
        });
    }
    targets
}

/// All places where code may be entered from outside.
fn entries(program: &Program, extra: &[&mut Pc]) -> BTreeSet<Pc> {
    let mut set = BTreeSet::new();
    let mut copy = PlacesOnly { set: &mut set };
    copy.visit(program);
    set.extend(extra.iter().map(|pc| **pc));
    // A callee returns to the instruction after the call.
    for (at, op) in program.code.iter().enumerate() {
        if matches!(op, Op::Call { .. }) {
            set.insert((at + 1) as Pc);
        }
    }
    set
}

struct PlacesOnly<'a> {
    set: &'a mut BTreeSet<Pc>,
}

impl PlacesOnly<'_> {
    fn template(&mut self, t: &Template) {
        self.set.extend(t.entry);
    }

    fn visit(&mut self, p: &Program) {
        self.set.insert(p.flow);
        self.set.extend(p.rules.iter().filter_map(|r| r.entry));
        for site in &p.sites {
            self.set.insert(site.pc);
            self.set.extend(site.otherwise);
            site.prompt.iter().for_each(|t| self.template(t));
            for option in &site.options {
                self.set.insert(option.to);
                option.label.iter().chain(&option.gives).for_each(|t| self.template(t));
            }
        }
        self.set.extend(p.live.iter().map(|(at, ..)| *at));
        p.messages.iter().for_each(|t| self.template(t));
        self.set.extend(p.checkpoints.iter().map(|c| c.pc));
        self.set.extend(p.prospects.iter().map(|e| e.pc));
        for line in p.tests.iter().flat_map(|t| &t.lines) {
            match line {
                LineCode::Run(pc) => {
                    self.set.insert(*pc);
                }
                LineCode::Dice(list) => self.set.extend(list.iter().map(|e| e.pc)),
                LineCode::Call { pc, answers, .. } => {
                    self.set.insert(*pc);
                    self.set.extend(answers.iter().flatten().flatten().map(|e| e.pc));
                }
                LineCode::Game { answers } => self.set.extend(answers.iter().flatten().flatten().map(|e| e.pc)),
                LineCode::Expect(list) => {
                    for part in list {
                        self.set.insert(part.holds.pc);
                        self.set.extend(part.sides.iter().chain(&part.failing).map(|side| side.entry.pc));
                        self.set.extend(part.ways.iter().map(|(e, _)| e.pc));
                    }
                }
                LineCode::Option { values } => self.set.extend(values.iter().flatten().map(|e| e.pc)),
                LineCode::Decision { by } => self.set.extend(by.iter().map(|e| e.pc)),
                LineCode::Draws(_) => {}
            }
        }
    }
}

/// Whether this instruction never goes on to the next one.
fn ends(op: Op) -> bool {
    matches!(
        op,
        Op::Jump { .. }
            | Op::Back { .. }
            | Op::Return {}
            | Op::Stop {}
            | Op::Trap { .. }
            | Op::Fail { .. }
            | Op::EndGame {}
            | Op::Ask { .. }
    )
}

/// Drops code that nothing reaches, and jumps to the next instruction.
fn compact(program: &mut Program, extra: &mut [&mut Pc], keep: &BTreeSet<Pc>) {
    let code = &program.code;
    let mut reached = vec![false; code.len()];
    let mut open: Vec<usize> = keep.iter().map(|pc| usize::from(*pc)).filter(|pc| *pc < code.len()).collect();
    while let Some(at) = open.pop() {
        if at >= code.len() || std::mem::replace(&mut reached[at], true) {
            continue;
        }
        code[at].operands(|kind, to| {
            if kind == Kind::To {
                open.push(usize::from(to));
            }
        });
        if !ends(code[at]) {
            open.push(at + 1);
        }
    }
    for at in (0..code.len()).rev() {
        match code[at] {
            Op::Jump { to } if reached[at] && usize::from(to) > at && !reached[at + 1..usize::from(to)].contains(&true) => {
                reached[at] = false
            }
            Op::Move { dst, src } if dst == src => reached[at] = false,
            _ => {}
        }
    }
    let mut new = vec![0u16; code.len() + 1];
    let mut n = 0u16;
    for at in 0..code.len() {
        new[at] = n;
        n += u16::from(reached[at]);
    }
    new[code.len()] = n;
    let moved = |pc: Pc| new[usize::from(pc).min(new.len() - 1)];
    let mut ops = Vec::with_capacity(usize::from(n));
    let mut spans = Vec::with_capacity(usize::from(n));
    for at in 0..code.len() {
        if reached[at] {
            let mut to = None;
            code[at].operands(|kind, target| {
                if kind == Kind::To {
                    to = Some(moved(target));
                }
            });
            ops.push(to.map_or(code[at], |to| code[at].retarget(to)));
            spans.push(program.spans[at]);
        }
    }
    program.code = ops;
    program.spans = spans;
    let subjects = std::mem::take(&mut program.subjects).into_iter();
    program.subjects = subjects.filter(|(at, _)| reached[usize::from(*at)]).map(|(at, subject)| (moved(at), subject)).collect();
    relocate(program, extra, &moved);
}

/// Gives every place in the program's tables its new number.
fn relocate(p: &mut Program, extra: &mut [&mut Pc], moved: &dyn Fn(Pc) -> Pc) {
    let fix = |pc: &mut Pc| *pc = moved(*pc);
    let entry = |e: &mut Entry| e.pc = moved(e.pc);
    let template = |t: &mut Template| t.entry = t.entry.map(moved);
    fix(&mut p.flow);
    for rule in &mut p.rules {
        rule.entry = rule.entry.map(moved);
        fix(&mut rule.end);
    }
    for (from, to, _) in &mut p.inlined {
        fix(from);
        fix(to);
    }
    for site in &mut p.sites {
        fix(&mut site.pc);
        site.otherwise = site.otherwise.map(moved);
        site.prompt.iter_mut().for_each(template);
        for option in &mut site.options {
            fix(&mut option.to);
            option.label.iter_mut().chain(&mut option.gives).for_each(template);
        }
    }
    for (at, ..) in &mut p.live {
        fix(at);
    }
    for room in &mut p.rooms {
        fix(&mut room.from);
        fix(&mut room.to);
    }
    p.messages.iter_mut().for_each(template);
    p.checkpoints.iter_mut().for_each(|c| fix(&mut c.pc));
    p.prospects.iter_mut().for_each(entry);
    for line in p.tests.iter_mut().flat_map(|t| &mut t.lines) {
        match line {
            LineCode::Run(pc) => fix(pc),
            LineCode::Dice(list) => list.iter_mut().for_each(entry),
            LineCode::Call { pc, answers, .. } => {
                fix(pc);
                answers.iter_mut().flatten().flatten().for_each(entry);
            }
            LineCode::Game { answers } => answers.iter_mut().flatten().flatten().for_each(entry),
            LineCode::Expect(list) => {
                for Expectation { holds, sides, failing, ways, .. } in list {
                    entry(holds);
                    sides.iter_mut().chain(failing).for_each(|side| entry(&mut side.entry));
                    ways.iter_mut().for_each(|(e, _)| entry(e));
                }
            }
            LineCode::Option { values } => values.iter_mut().flatten().for_each(entry),
            LineCode::Decision { by } => by.iter_mut().for_each(entry),
            LineCode::Draws(_) => {}
        }
    }
    for pc in extra {
        **pc = moved(**pc);
    }
    p.image[crate::program::header::PC] = i32::from(p.flow);
}

/// Joins two or three instructions into one step. Those after the first stay where they are, for jumps that lead to them.
fn pair(code: &mut [Op], frames: Slot) {
    let of_frame = |slot: Slot| slot >= frames;
    for at in 0..code.len().saturating_sub(1) {
        let third = code.get(at + 2).copied();
        code[at] = match (code[at], code[at + 1]) {
            (Op::Load { dst, base, index }, Op::JumpNe { a, .. }) if a == dst => Op::LoadJumpNe { dst, base, index },
            (Op::Load { dst, base, index }, Op::JumpEq { a, .. }) if a == dst => Op::LoadJumpEq { dst, base, index },
            (Op::Load { dst, base, index }, Op::JumpLe { a, .. }) if a == dst => Op::LoadJumpLe { dst, base, index },
            (Op::Load { dst, base, index }, Op::Load { .. }) => match third {
                Some(Op::JumpNe { .. }) => Op::LoadLoadJumpNe { dst, base, index },
                Some(Op::JumpLe { .. }) => Op::LoadLoadJumpLe { dst, base, index },
                _ => Op::LoadLoad { dst, base, index },
            },
            // A copy into the state stays a step of its own, because a trace tells where it was made.
            (Op::Move { dst, src }, Op::Jump { .. }) if of_frame(dst) => Op::MoveJump { dst, src },
            (Op::Move { dst, src }, Op::JumpNe { .. }) if of_frame(dst) => Op::MoveJumpNe { dst, src },
            (Op::Move { dst, src }, Op::JumpLe { .. }) if of_frame(dst) => Op::MoveJumpLe { dst, src },
            (Op::Sub { dst, a, b }, Op::Max { .. }) => Op::SubMax { dst, a, b },
            (Op::Back { to }, _) if matches!(code[usize::from(to)], Op::JumpLe { .. }) => Op::BackJumpLe { to },
            (Op::Next { i, last, to }, _) if matches!(code[usize::from(to)], Op::JumpEq { .. }) => Op::NextJumpEq { i, last, to },
            (op, _) => op,
        };
    }
    for at in 0..code.len().saturating_sub(1) {
        code[at] = match (code[at], code[at + 1]) {
            (Op::Add { dst, a, b }, Op::BackJumpLe { .. }) if of_frame(dst) => Op::AddBackJumpLe { dst, a, b },
            (op, _) => op,
        };
    }
}
