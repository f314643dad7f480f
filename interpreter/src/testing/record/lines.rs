//! States as lines of a test: what differs from the beginning of a game, and what has changed.

use std::cmp::Reverse;

use crate::ir::fold::{NONE, UNSET};
use crate::ir::{KindId, Owner, PieceId, Type};
use crate::program::{Program, header};
use crate::reading::{Reading, What, members};
use crate::vm::Machine;

/// What differs from the beginning of a game, as statements.
pub(super) fn set_up(state: Reading<'_>) -> Vec<String> {
    let (program, first) = (state.program, state.program.at_first());
    // Pieces and cards are moved before any field is set that depends on them.
    let mut lines = dealt(state);
    for what in changed(state, first) {
        let words = state.of(what);
        lines.extend(match what {
            What::Field(field, _) => {
                let value = literal(program, &program.ir.fields[field.index()].ty, words);
                value.and_then(|value| Some(format!("{} = {value}", name(program, what)?)))
            }
            What::Piece(kind, n) => {
                let to = literal(program, &Type::Space, words).filter(|_| words != [NONE]);
                Some(format!("move {} {}", piece(program, kind, n), to.map_or("off board".to_owned(), |to| format!("to {to}"))))
            }
            What::Card(..) | What::Place(_) => None,
        });
    }
    lines.extend(left(state));
    lines
}

/// The players who have finished or are out, in the order in which the places were given.
fn left(state: Reading<'_>) -> Vec<String> {
    let place = |player: usize| state.of(What::Place(player))[0];
    let (best, mut players) =
        (state.header(header::BEST), (0..state.program.players).filter(|n| place(*n) != NONE).collect::<Vec<_>>());
    let is_best = |player: &usize| place(*player) < best;
    players.sort_by_key(|player| (!is_best(player), if is_best(player) { place(*player) } else { -place(*player) }));
    let line = |player: usize| {
        let how = if is_best(&player) { "finish" } else { "eliminate" };
        format!("{how}(player({}))", player + 1)
    };
    players.into_iter().map(line).collect()
}

/// What has changed, as a test expects it.
pub(super) fn changes(state: Reading<'_>, before: Reading<'_>) -> Vec<String> {
    let program = state.program;
    let change = |what: What| {
        let (name, words) = (name(program, what)?, state.of(what));
        let ty = match what {
            What::Field(field, _) => &program.ir.fields[field.index()].ty,
            What::Piece(..) => &Type::Space,
            What::Card(kind, _) => return Some(format!("{name} in {}", pile(program, kind, usize::try_from(words[0]).ok()?)?)),
            What::Place(_) => &Type::Int(None),
        };
        Some(match (ty, words) {
            (Type::Bool, [1]) => name,
            (Type::Bool, [_]) => format!("not {name}"),
            (_, [NONE]) => format!("{name} is none"),
            _ => format!("{name} == {}", literal(program, ty, words)?),
        })
    };
    changed(state, before).filter_map(change).collect()
}

fn changed<'a>(state: Reading<'a>, before: Reading<'a>) -> impl Iterator<Item = What> + 'a {
    state.program.things().filter(move |what| state.of(*what) != before.of(*what))
}

/// Moves every card from where it lies at the beginning to where it lies now.
fn dealt(state: Reading<'_>) -> Vec<String> {
    let (program, mut lines) = (state.program, vec![]);
    let moved = changed(state, program.at_first()).filter_map(|what| {
        let What::Card(kind, card) = what else { return None };
        Some((name(program, what)?, pile(program, kind, state.heap(kind, card)?)?))
    });
    for copies in moved.collect::<Vec<_>>().chunk_by(|(card, _), (other, _)| card == other) {
        let mut piles: Vec<&str> = copies.iter().map(|(_, pile)| &**pile).collect();
        let all = piles.clone();
        piles.sort_by_key(|pile| (Reverse(all.iter().filter(|other| *other == pile).count()), *pile));
        // The name of a card with copies moves the first copy that isn't yet in the pile, even from a pile that already has its copies. So
        // each pile takes its own copies together with those of all later piles.
        for n in (0..piles.len()).filter(|n| *n == 0 || piles[*n] != piles[*n - 1]) {
            lines.extend((n..piles.len()).map(|_| format!("move {} to {}", copies[0].0, piles[n])));
        }
    }
    lines
}

/// The name of a thing in rules. Copies of a card have the same name.
fn name(program: &Program, what: What) -> Option<String> {
    Some(match what {
        What::Field(field, owner) => {
            let field = &program.ir.fields[field.index()];
            format!("{}{}", of(program, field.owner, owner), field.name)
        }
        What::Piece(kind, n) => format!("{}.at", piece(program, kind, n)),
        What::Card(kind, card) => format!("\"{}\"", program.rows[kind.index()].names.get(card)?),
        What::Place(player) => format!("place(player({}))", player + 1),
    })
}

/// The owner of something, followed by a dot.
fn of(program: &Program, owner: Owner, n: usize) -> String {
    match owner {
        Owner::Player => format!("player({}).", n + 1),
        Owner::Piece(kind) => format!("{}.", piece(program, kind, n)),
        _ => String::new(),
    }
}

/// A piece: the only one of its kind that its player has, or one by its number.
fn piece(program: &Program, kind: PieceId, n: usize) -> String {
    let each = program.of_each(Owner::Piece(kind));
    let (player, name) = (n / each + 1, &program.ir.pieces[kind.index()].as_name);
    if each == 1 { format!("player({player}).{name}") } else { format!("player({player}).{name}[{}]", n % each + 1) }
}

/// A heap of cards of a kind.
fn pile(program: &Program, kind: KindId, heap: usize) -> Option<String> {
    let heap = program.cards[kind.index()].heaps.get(heap)?;
    let pile = &program.ir.piles[heap.pile.index()];
    Some(format!("{}{}", of(program, pile.owner, heap.number), pile.name))
}

/// The arguments with which a rule has just been called.
pub(super) fn arguments(program: &Program, machine: &Machine, rule: usize) -> Option<Vec<String>> {
    let params = program.ir.rules[rule].locals.iter().zip(&program.rules[rule].params);
    let value = |(local, slot): (&crate::ir::Local, &u16)| {
        let words = program.sizes.words(&program.fold(), &local.ty)?;
        literal(program, &local.ty, machine.memory.get(usize::from(*slot)..)?.get(..words)?)
    };
    params.map(value).collect()
}

/// A value as rules write it; `None` if they can't.
fn literal(program: &Program, ty: &Type, words: &[i32]) -> Option<String> {
    if let (Type::Set(of) | Type::List(of, _), Some(members)) = (ty, members(&program.fold(), ty, words)) {
        let members = members.iter().map(|member| literal(program, of, &[*member])).collect::<Option<Vec<_>>>()?;
        return Some(format!("[{}]", members.join(", ")));
    }
    let [word] = *words else { return None };
    if word == NONE {
        return Some("none".to_owned());
    }
    let at = usize::try_from(word).ok();
    match ty.present() {
        _ if word == UNSET => None,
        Type::Int(_) => Some(word.to_string()),
        Type::Bool => Some(if word == 0 { "false" } else { "true" }.to_owned()),
        Type::Enum(e) => program.ir.enums[e.index()].cases.get(at?).map(|case| case.name.to_string()),
        Type::Player => at.filter(|at| *at < program.players).map(|at| format!("player({})", at + 1)),
        Type::Piece(kind) => at.filter(|at| *at < program.pieces(*kind)).map(|at| piece(program, *kind, at)),
        Type::Space => program.spaces.get(at?).map(|space| format!("\"{space}\"")),
        Type::Row(kind) => program.rows[kind.index()].names.get(at?).map(|name| format!("\"{name}\"")),
        _ => None,
    }
}
