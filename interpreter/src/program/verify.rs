//! Proof that a program can run without doubt: jumps land in the code, which doesn't run over its end; addresses, with all words behind
//! them, lie in the memory that is there; nothing is written but the state; what tables name is there. What an index adds to the address
//! of a table is known only when it runs: the compiler checks it there, and whatever it is, it stays in the machine's memory. With it a
//! faulty address is a bug of the compiler, found before the first game.

use super::{Entry, Kind, LineCode, Op, Part, Pc, Program, Reader, Slot, Template};

/// A faulty instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub pc: Pc,
    pub what: String,
}

/// Looks through a program.
///
/// # Errors
/// The first instruction that may not run.
pub fn verify(program: &Program) -> Result<(), Wrong> {
    let code = &program.code;
    let wrong = |pc: usize, what: String| Err(Wrong { pc: pc.min(usize::from(u16::MAX)) as Pc, what });
    match code.last() {
        Some(
            Op::Jump { .. } | Op::Back { .. } | Op::Return {} | Op::Stop {} | Op::Trap { .. } | Op::EndGame {} | Op::Fail { .. },
        ) => {}
        _ => return wrong(code.len().saturating_sub(1), "the code runs over its end".to_owned()),
    }
    for (pc, op) in code.iter().enumerate() {
        let mut fault = None;
        op.operands(|kind, operand| {
            let operand = usize::from(operand);
            match kind {
                Kind::To if operand >= code.len() => fault = Some(format!("{} jumps to {operand}", op.name())),
                Kind::To if matches!(code[operand], Op::Extra { .. }) => fault = Some("a jump into an operand".to_owned()),
                Kind::Read if operand >= program.image.len() => fault = Some(format!("{} reads {operand}", op.name())),
                Kind::Write if !may_write(program, operand, 1) => fault = Some(format!("{} writes {operand}", op.name())),
                _ => {}
            }
        });
        let extra = match code.get(pc + 1) {
            Some(Op::Extra { a, b, c }) => (*a, *b, *c),
            _ => (0, 0, 0),
        };
        each_stretch(program, *op, extra, &mut |at, words, writes| {
            let at = usize::from(at);
            let fits = if writes { may_write(program, at, words) } else { at + words <= program.image.len() };
            if !fits {
                let does = if writes { "writes" } else { "reads" };
                fault = Some(format!("{} {does} {words} words at {at}", op.name()));
            }
        });
        fault = fault.or_else(|| tables(program, *op, extra));
        if needs_extra(*op) != code.get(pc + 1).is_some_and(|next| matches!(next, Op::Extra { .. })) {
            fault = Some(format!("{} and its further operands", op.name()));
        }
        if let Some(what) = fault {
            return wrong(pc, what);
        }
    }
    side_tables(program).map_or(Ok(()), |what| wrong(0, what))
}

/// Whether these words are the state's, or the place of a result that goes round a frame which is put back.
fn may_write(program: &Program, at: usize, words: usize) -> bool {
    let around = |(start, len): &(Slot, usize)| usize::from(*start) <= at && at + words <= usize::from(*start) + len;
    at + words <= program.state_len || program.layout.around.iter().any(around)
}

/// Visits the stretches of memory that an instruction works on: first word, words, whether they are written.
fn each_stretch(program: &Program, op: Op, (a, b, c): (u16, u16, u16), see: &mut dyn FnMut(Slot, usize, bool)) {
    let n = usize::from;
    match op {
        Op::MoveN { dst, src, words } => {
            see(src, n(words), false);
            see(dst, n(words), true);
        }
        Op::LoadN { dst, .. } => see(dst, n(a), true),
        Op::StoreN { src, .. } => see(src, n(a), false),
        Op::Fill { dst, words, .. } => see(dst, n(words), true),
        Op::Has { set, .. } | Op::JumpHas { set, .. } | Op::JumpHasNot { set, .. } => see(set, 1, false),
        Op::SetAdd { set, .. } | Op::SetRemove { set, .. } => see(set, 1, true),
        Op::SetSize { set, words, .. } => see(set, n(words), false),
        Op::SetNext { set, .. } | Op::RandomOfSet { set, .. } => see(set, n(a), false),
        Op::EqN { a: one, b: other, .. } => {
            see(one, n(a), false);
            see(other, n(a), false);
        }
        Op::ListAdd { list, capacity, .. } => see(list, n(capacity) + 1, true),
        Op::ListRemove { list, .. } => see(list, 1, true),
        Op::ListHas { list, .. }
        | Op::ListMin { list, .. }
        | Op::ListMax { list, .. }
        | Op::ListSum { list, .. }
        | Op::ListGet { list, .. }
        | Op::RandomOfList { list, .. } => see(list, 1, false),
        Op::ListEq { a, b, .. } => {
            see(a, 1, false);
            see(b, 1, false);
        }
        Op::ListCopy { dst, src, capacity } => {
            see(src, 1, false);
            see(dst, n(capacity) + 1, true);
        }
        Op::Sort { list, keys, count } | Op::Rank { list, keys, count } => {
            see(list, n(a) + 1, true);
            see(keys, n(a) * n(count), true);
        }
        Op::RollMany { list, .. } => see(list, n(a) + 1, true),
        Op::Keep { from, words } => see(from, n(words), false),
        Op::Restore { from, words } => see(from, n(words), true),
        Op::MovePiece { at, .. } => see(at, 1, true),
        Op::Touch { watch, .. } => see(watch, super::watch::OWN + program.players, true),
        Op::Doze { watch, reads, .. } => {
            see(watch, super::watch::OWN + program.players, true);
            see(reads, 2, false);
        }
        Op::PlayersFrom { list, .. } => see(list, program.players + 1, true),
        Op::Occupants { dst, .. } => {
            see(a, n(b), false);
            see(dst, n(c), true);
        }
        Op::Distance { to_set, .. } => see(to_set, program.spaces.len().div_ceil(32), false),
        Op::Reach { dst, .. } => see(dst, n(b), true),
        _ => {}
    }
}

/// The first thing wrong with what lies beside the code.
fn side_tables(program: &Program) -> Option<String> {
    let in_code = |pc: Pc| usize::from(pc) < program.code.len();
    let is_word = |slot: Slot| usize::from(slot) < program.image.len();
    let entry = |e: &Entry| in_code(e.pc) && is_word(e.result) && e.inputs.iter().all(|i| may_write(program, usize::from(*i), 1));
    let template = |t: &Template| {
        let parts = t.parts.iter().all(|part| match part {
            Part::Value(slot, _, reader) => is_word(*slot) && !matches!(reader, Reader::Player(of) if !is_word(*of)),
            Part::Plain(_) => true,
        });
        parts && t.entry.is_none_or(in_code)
    };
    let checks: [(&str, bool); 10] = [
        ("a rule", program.rules.iter().all(|r| r.entry.is_none_or(in_code) && is_word(r.result))),
        ("a message", program.messages.iter().all(&template)),
        ("a stream", usize::from(program.layout.draws) + program.streams.len() <= program.state_len),
        (
            "a die",
            program.dice.iter().all(|d| {
                let faces = usize::from(d.faces) + d.sides as usize;
                faces <= program.image.len() && usize::from(d.stream) < program.streams.len()
            }),
        ),
        (
            "a heap of cards",
            program.cards.iter().all(|cards| {
                let columns = [cards.place, cards.order, cards.known];
                let fits = columns.iter().all(|c| may_write(program, usize::from(*c), usize::from(cards.count)));
                fits && cards.heaps.iter().all(|heap| {
                    let refill = heap.refill.is_none_or(|r| usize::from(r) < cards.heaps.len());
                    let stream = usize::from(heap.stream) < program.streams.len();
                    may_write(program, usize::from(heap.set), usize::from(cards.words)) && refill && stream
                })
            }),
        ),
        ("a checkpoint", program.checkpoints.iter().all(|c| in_code(c.pc))),
        ("the prospects", program.prospects.iter().all(&entry)),
        (
            "a decision",
            program.sites.iter().all(|site| {
                let options = site.options.iter().all(|o| {
                    let values = o.values.iter().all(|(slot, _)| may_write(program, usize::from(*slot), 1));
                    in_code(o.to) && values && o.values.len() < site.stride && o.label.iter().chain(&o.gives).all(&template)
                });
                let goes = in_code(site.pc) && site.otherwise.is_none_or(in_code) && is_word(site.by);
                options && goes && site.prompt.iter().all(&template)
            }),
        ),
        (
            "a way over the board",
            program.hops.iter().all(|h| h.neighbours.iter().flatten().all(|to| usize::from(*to) < program.spaces.len())),
        ),
        (
            "a line of a test",
            program.tests.iter().flat_map(|t| &t.lines).all(|line| match line {
                LineCode::Run(pc) => in_code(*pc),
                LineCode::Dice(values) => values.iter().all(&entry),
                LineCode::Call { pc, result, answers } => {
                    in_code(*pc) && is_word(*result) && answers.iter().flatten().flatten().all(&entry)
                }
                LineCode::Game { answers } => answers.iter().flatten().flatten().all(&entry),
                LineCode::Expect(parts) => parts.iter().all(|part| {
                    let ways = part.ways.iter().all(|(e, slot)| entry(e) && may_write(program, usize::from(*slot), 1));
                    entry(&part.holds) && part.sides.iter().chain(&part.failing).all(|s| entry(&s.entry)) && ways
                }),
                LineCode::Option { values } => values.iter().flatten().all(&entry),
                LineCode::Decision { by } => by.iter().all(&entry),
                LineCode::Draws(_) => true,
            }),
        ),
    ];
    checks.iter().find(|(_, fine)| !fine).map(|(what, _)| format!("{what} outside of the code or the memory"))
}

/// Whether positions in side tables are there.
fn tables(program: &Program, op: Op, (a, b, _): (u16, u16, u16)) -> Option<String> {
    let (n, len, what) = match op {
        Op::Roll { dice, .. } | Op::RollMany { dice, .. } => (dice, program.dice.len(), "dice"),
        Op::Choose { site } | Op::Ask { site } => (site, program.sites.len(), "decision"),
        Op::Offer { site, option } => {
            let Some(site) = program.sites.get(usize::from(site)) else { return Some("decision".to_owned()) };
            (option, site.options.len(), "option")
        }
        Op::Say { message, .. } | Op::Said { message } | Op::Fail { message } => (message, program.messages.len(), "message"),
        Op::Checkpoint { id } => (id, program.checkpoints.len(), "checkpoint"),
        Op::Distance { .. } | Op::Reach { .. } => (a, program.hops.len(), "ways"),
        Op::RandomOfList { .. } | Op::RandomOfRange { .. } => (a, program.streams.len(), "stream"),
        Op::RandomOfSet { .. } => (b, program.streams.len(), "stream"),
        Op::Call { rule, .. } => (rule, program.rules.len(), "rule"),
        Op::MoveCard { .. } | Op::MoveAll { .. } | Op::DrawCards { .. } | Op::JumpCopy { .. } => {
            (a, program.cards.len(), "cards")
        }
        Op::Shuffle { kind, .. } | Op::TopCard { kind, .. } => (kind, program.cards.len(), "cards"),
        _ => return None,
    };
    (usize::from(n) >= len).then(|| format!("{} without its {what}", op.name()))
}

fn needs_extra(op: Op) -> bool {
    matches!(
        op,
        Op::LoadN { .. }
            | Op::StoreN { .. }
            | Op::SetNext { .. }
            | Op::EqN { .. }
            | Op::Sort { .. }
            | Op::RollMany { .. }
            | Op::RandomOfSet { .. }
            | Op::RandomOfList { .. }
            | Op::RandomOfRange { .. }
            | Op::Occupants { .. }
            | Op::Distance { .. }
            | Op::Reach { .. }
            | Op::Rank { .. }
            | Op::MoveCard { .. }
            | Op::MoveAll { .. }
            | Op::DrawCards { .. }
            | Op::JumpCopy { .. }
    )
}
