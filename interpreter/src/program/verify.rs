//! Proves that a program can run without harm:
//!
//! - Jumps land in the code, and the code doesn't run over its end. A backward jump burns fuel, so every run ends.
//! - What a rule that calls itself keeps of its frame is put back after the call, and nothing else is. No jump leads in or out between.
//! - Addresses, with all words that follow them, lie in existing memory, and whatever tables name exists.
//! - What an instruction stores stays within the place in which it begins: the value of a field for one owner, a figure, a variable. Its
//!   operands tell how much it stores at most. If something it reads from memory (an index, the length of a list, a member of a set) would
//!   lead further, the machine stops. Only the machine itself says where players, pieces and cards are.
//!
//! Whatever memory contains, no instruction reads or writes outside of it. With this proof, a faulty address is a bug of the compiler,
//! found before the first game.

use super::places::{OpenRooms, Places};
use super::{Entry, Kind, LineCode, Op, Part, Pc, Program, Reader, Room, Slot, Template, header};

/// A faulty instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub pc: Pc,
    pub what: String,
}

/// Verifies a program.
///
/// # Errors
/// The first instruction that may not run.
pub fn verify(program: &Program) -> Result<(), Wrong> {
    let code = &program.code;
    let wrong = |pc: usize, what: String| Err(Wrong { pc: pc.min(usize::from(u16::MAX)) as Pc, what });
    if !code.last().is_some_and(|op| ends(*op)) {
        return wrong(code.len().saturating_sub(1), "the code runs over its end".to_owned());
    }
    let between = kept(code)?;
    let (places, mut rooms) = (Places::new(program), OpenRooms::new(program));
    for (pc, op) in code.iter().enumerate() {
        let open = rooms.at(pc);
        let mut fault = None;
        op.operands(|kind, operand| {
            let operand = usize::from(operand);
            match kind {
                Kind::To if operand >= code.len() => fault = Some(format!("{} jumps to {operand}", op.name())),
                Kind::To if matches!(code[operand], Op::Extra { .. }) => fault = Some("a jump into an operand".to_owned()),
                Kind::To if between[operand] => fault = Some("a jump between what is kept and put back".to_owned()),
                Kind::To if operand <= pc && !burns(*op, code[operand]) => {
                    fault = Some(format!("{} back for nothing", op.name()))
                }
                Kind::Read if operand >= program.image.len() => fault = Some(format!("{} reads {operand}", op.name())),
                Kind::Write if !places.hold(open, operand, 1) => fault = Some(format!("{} writes {operand}", op.name())),
                _ => {}
            }
        });
        let extra = match code.get(pc + 1) {
            Some(Op::Extra { a, b, c }) => (*a, *b, *c),
            _ => (0, 0, 0),
        };
        each_stretch(program, *op, extra, &mut |at, words, writes| {
            let at = usize::from(at);
            let fits = if writes { places.hold(open, at, words) } else { at + words <= program.image.len() };
            if !fits {
                let does = if writes { "writes" } else { "reads" };
                fault = Some(format!("{} {does} {words} words at {at}", op.name()));
            }
        });
        fault = fault.or_else(|| indexed(&places, open, *op, extra));
        fault = fault.or_else(|| tables(program, *op, extra));
        if needs_extra(*op) != code.get(pc + 1).is_some_and(|next| matches!(next, Op::Extra { .. })) {
            fault = Some(format!("{} and its further operands", op.name()));
        }
        if let Some(what) = fault {
            return wrong(pc, what);
        }
    }
    side_tables(program, &between).map_or(Ok(()), |what| wrong(0, what))
}

/// For each instruction, whether it lies after a `Keep` and before its `Restore`. Only moves and a call may lie there. If nothing reaches a
/// call, a lone `Restore` may be left of it. Then the code before it ends, and nothing may lead into it either.
fn kept(code: &[Op]) -> Result<Vec<bool>, Wrong> {
    let (mut between, mut open) = (vec![], None);
    for (pc, op) in code.iter().enumerate() {
        between.push(open.is_some());
        open = match (*op, open) {
            (Op::Keep { from, words }, None) => Some((from, words)),
            (Op::Restore { from, words }, Some(kept)) if kept == (from, words) => None,
            (Op::Move { .. } | Op::MoveN { .. } | Op::Call { .. }, Some(_)) => open,
            (Op::Restore { .. }, None) if code[..pc].iter().rfind(|op| !is_move(**op)).is_some_and(|op| ends(*op)) => {
                let moves = code[..pc].iter().rev().take_while(|op| is_move(**op)).count();
                between[pc - moves..].fill(true);
                None
            }
            (Op::Restore { .. }, None) | (_, Some(_)) => {
                return Err(Wrong { pc: pc as Pc, what: format!("{} where frames are kept or put back", op.name()) });
            }
            _ => None,
        };
    }
    Ok(between)
}

fn is_move(op: Op) -> bool {
    matches!(op, Op::Move { .. } | Op::MoveN { .. })
}

/// Whether this instruction never goes on to the next one.
fn ends(op: Op) -> bool {
    matches!(
        op,
        Op::Jump { .. }
            | Op::Back { .. }
            | Op::BackJumpLe { .. }
            | Op::Return {}
            | Op::Stop {}
            | Op::Trap { .. }
            | Op::EndGame {}
            | Op::Fail { .. }
    )
}

/// Whether a jump back to an instruction burns fuel, by itself or at its target.
fn burns(op: Op, there: Op) -> bool {
    let back = matches!(
        op,
        Op::Back { .. } | Op::BackJumpLe { .. } | Op::Next { .. } | Op::NextJumpEq { .. } | Op::SetNext { .. } | Op::Call { .. }
    );
    back || matches!(there, Op::SetNext { .. } | Op::Back { .. } | Op::Call { .. })
}

/// What is wrong with the words that an instruction stores to at an index, or with a set that it fills with everything of a kind.
fn indexed(places: &Places<'_>, open: &[Room], op: Op, (a, b, c): (u16, u16, u16)) -> Option<String> {
    let n = usize::from;
    let (program, layout) = (places.program, &places.program.layout);
    let fine = match op {
        Op::Store { .. } | Op::AddAt { .. } => places.hold_all(open, n(a), n(b), 1),
        Op::StoreN { .. } => places.hold_all(open, n(b), n(c), n(a)),
        Op::MovePiece { at, .. } => at == a && layout.pieces.contains(&(a, n(b))),
        Op::Touch { watch, .. } | Op::Doze { watch, .. } => layout.watches.contains(&watch),
        Op::Keep { from, words } | Op::Restore { from, words } => program
            .rules
            .iter()
            .any(|rule| rule.entry.is_some() && rule.result == from && rule.frame_end == from.wrapping_add(words)),
        // The values of the option that is taken.
        Op::Ask { site } => program.sites.get(n(site)).is_some_and(|site| {
            let mut values = site.options.iter().flat_map(|option| &option.values);
            values.all(|(slot, _)| places.hold(open, n(*slot), 1))
        }),
        Op::Reach { .. } => n(b) * 32 >= program.spaces.len(),
        Op::Occupants { .. } => n(c) * 32 >= n(b),
        _ => true,
    };
    (!fine).then(|| format!("{} stores anywhere", op.name()))
}

/// Whether this address lies in the frames.
fn in_frames(program: &Program, at: Slot) -> bool {
    (program.layout.frames..program.layout.stack).contains(&at)
}

/// Whether these words belong to the state, after its header and before its frames.
fn in_state(program: &Program, at: Slot, words: usize) -> bool {
    words == 0 || usize::from(at) >= header::LEN && usize::from(at) + words <= usize::from(program.layout.frames)
}

/// Visits the stretches of memory that an instruction works on: first word, number of words, whether they are written.
pub fn each_stretch(program: &Program, op: Op, (a, b, c): (u16, u16, u16), see: &mut dyn FnMut(Slot, usize, bool)) {
    let n = usize::from;
    match op {
        Op::MoveN { dst, src, words } => {
            see(src, n(words), false);
            see(dst, n(words), true);
        }
        Op::LoadN { dst, .. } => see(dst, n(a), true),
        Op::StoreN { src, .. } => see(src, n(a), false),
        Op::Fill { dst, words, .. } => see(dst, n(words), true),
        Op::JumpHas { set, .. } | Op::JumpHasNot { set, .. } => see(set, 1, false),
        Op::SetAdd { set, words, .. } | Op::SetRemove { set, words, .. } => see(set, n(words), true),
        Op::SetSize { set, words, .. } => see(set, n(words), false),
        Op::SetNext { set, .. } | Op::RandomOfSet { set, .. } => see(set, n(a), false),
        Op::EqN { a: one, b: other, .. } => {
            see(one, n(a), false);
            see(other, n(a), false);
        }
        Op::ListAdd { list, capacity, .. } | Op::ListRemove { list, capacity, .. } => see(list, n(capacity) + 1, true),
        Op::ListHas { list, .. }
        | Op::ListMin { list, .. }
        | Op::ListMax { list, .. }
        | Op::ListSum { list, .. }
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
            let writes = matches!(op, Op::Sort { .. });
            see(list, n(a) + 1, writes);
            see(keys, n(a) * n(count), writes);
        }
        Op::RollMany { list, .. } => see(list, n(a) + 1, true),
        Op::Keep { from, words } => see(from, n(words), false),
        Op::Doze { reads, .. } => see(reads, 2, false),
        Op::PlayersFrom { list, capacity, .. } => see(list, n(capacity) + 1, true),
        Op::CheckEach { at, .. } => see(at, n(a), false),
        Op::CheckAllSet { at, words } => see(at, n(words), false),
        Op::Occupants { dst, .. } => {
            see(a, n(b), false);
            see(dst, n(c), true);
        }
        Op::Distance { to_set, .. } => see(to_set, program.spaces.len().div_ceil(32), false),
        Op::Reach { dst, .. } => see(dst, n(b), true),
        _ => {}
    }
}

/// The first mistake in the side tables.
fn side_tables(program: &Program, between: &[bool]) -> Option<String> {
    let in_code = |pc: Pc| between.get(usize::from(pc)) == Some(&false);
    let is_word = |slot: Slot| usize::from(slot) < program.image.len();
    let entry = |e: &Entry| in_code(e.pc) && is_word(e.result) && e.inputs.iter().all(|i| in_frames(program, *i));
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
                d.sides > 0 && faces <= program.image.len() && usize::from(d.stream) < program.streams.len()
            }),
        ),
        (
            "a heap of cards",
            program.cards.iter().all(|cards| {
                let columns = [cards.place, cards.order, cards.known];
                let fits = columns.iter().all(|c| in_state(program, *c, usize::from(cards.count)));
                let before = cards.before.is_none_or(|at| in_state(program, at, 3 * usize::from(cards.count)));
                let together =
                    [cards.order, cards.known].iter().zip(&columns).all(|(c, last)| *c == last.wrapping_add(cards.count));
                fits && before
                    && together
                    && cards.heaps.iter().all(|heap| {
                        let refill = heap.refill.is_none_or(|r| usize::from(r) < cards.heaps.len());
                        let stream = usize::from(heap.stream) < program.streams.len();
                        in_state(program, heap.set, usize::from(cards.words)) && refill && stream
                    })
            }),
        ),
        ("a checkpoint", program.checkpoints.iter().all(|c| in_code(c.pc))),
        ("the prospects", program.prospects.iter().all(&entry)),
        (
            "a decision",
            program.sites.iter().all(|site| {
                let options = site.options.iter().all(|o| {
                    let values = o.values.iter().all(|(slot, _)| in_frames(program, *slot));
                    in_code(o.to) && values && o.values.len() < site.stride && o.label.iter().chain(&o.gives).all(&template)
                });
                let goes = in_code(site.pc) && site.otherwise.is_none_or(in_code) && is_word(site.by);
                options && goes && site.prompt.iter().all(&template)
            }),
        ),
        (
            "a way over the board",
            program.hops.iter().all(|h| {
                let costs = h.costs.iter().zip(&h.neighbours).all(|(costs, to)| costs.len() == to.len());
                let fits =
                    h.neighbours.len() == program.spaces.len() && (h.costs.is_empty() || h.costs.len() == h.neighbours.len());
                fits && costs && h.neighbours.iter().flatten().all(|to| usize::from(*to) < program.spaces.len())
            }),
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
                    let ways = part.ways.iter().all(|(e, slot)| entry(e) && in_frames(program, *slot));
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

/// Whether the positions in side tables exist.
fn tables(program: &Program, op: Op, (a, b, _): (u16, u16, u16)) -> Option<String> {
    if matches!(op, Op::JumpCopy { .. }) && usize::from(b) >= program.sites.len() {
        return Some(format!("{} without its decision", op.name()));
    }
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
            | Op::Store { .. }
            | Op::StoreN { .. }
            | Op::AddAt { .. }
            | Op::MovePiece { .. }
            | Op::SetNext { .. }
            | Op::EqN { .. }
            | Op::CheckEach { .. }
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
