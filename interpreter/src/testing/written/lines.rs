//! States as lines of a test: what stands otherwise than at the start, and what has changed.

use std::cmp::Reverse;

use crate::ir::fold::{NONE, UNSET};
use crate::ir::{Owner, PieceId, Type};
use crate::program::Program;

/// What stands otherwise than at the start of a game, as statements.
pub(super) fn statements(program: &Program, state: &[i32], start: &[i32]) -> Vec<String> {
    // Pieces stand and cards lie where they do before any field tells of them.
    let mut lines = dealt(program, state, start);
    lines.extend(changes(program, state, start, |thing, ty, words| match (ty, words) {
        (Some(ty), _) => Some(format!("  {thing} = {}", literal(program, ty, words)?)),
        (None, [NONE]) => Some(format!("  move {thing} off board")),
        (None, _) => Some(format!("  move {thing} to {}", literal(program, &Type::Space, words)?)),
    }));
    lines
}

/// What has changed, as expectations.
pub(super) fn expectations(program: &Program, state: &[i32], before: &[i32]) -> Vec<String> {
    let mut lines = changes(program, state, before, |thing, ty, words| {
        let (thing, ty) = match ty {
            Some(ty) => (thing.to_owned(), ty),
            None => (format!("{thing}.at"), &Type::Space),
        };
        Some(match (ty, words) {
            (Type::Bool, [1]) => format!("  expect {thing}"),
            (Type::Bool, [_]) => format!("  expect not {thing}"),
            (_, [NONE]) => format!("  expect {thing} is none"),
            _ => format!("  expect {thing} == {}", literal(program, ty, words)?),
        })
    });
    lines.extend(cards(program, state, before, |card, pile| format!("  expect {card} in {pile}")));
    lines
}

/// Moves every card from where it lies at the start to where it lies now.
fn dealt(program: &Program, now: &[i32], start: &[i32]) -> Vec<String> {
    let mut lines = vec![];
    for copies in moved(program, now, start).chunk_by(|a, b| a.card == b.card) {
        let mut piles: Vec<&str> = copies.iter().map(|copy| &*copy.pile).collect();
        let all = piles.clone();
        piles.sort_by_key(|pile| (Reverse(all.iter().filter(|other| *other == pile).count()), *pile));
        // The name of copies moves the first that doesn't lie there yet, also from a pile that has got it already: so each pile takes, with
        // its own, those of all that follow.
        for n in (0..piles.len()).filter(|n| *n == 0 || piles[*n] != piles[*n - 1]) {
            lines.extend((n..piles.len()).map(|_| format!("  move {} to {}", copies[0].card, piles[n])));
        }
    }
    lines
}

/// The cards that lie elsewhere than in another state, by name; copies of each other each for itself.
fn cards(program: &Program, now: &[i32], before: &[i32], line: impl Fn(&str, &str) -> String) -> Vec<String> {
    moved(program, now, before).iter().map(|moved| line(&moved.card, &moved.pile)).collect()
}

/// A card that lies elsewhere, as tests name it, and the pile where it lies now.
struct Elsewhere {
    card: String,
    pile: String,
}

fn moved(program: &Program, now: &[i32], before: &[i32]) -> Vec<Elsewhere> {
    let mut moved = vec![];
    for (kind, cards) in program.cards.iter().enumerate() {
        for card in 0..usize::from(cards.count) {
            let at = usize::from(cards.place) + card;
            let heap = usize::try_from(now[at]).ok().and_then(|heap| cards.heaps.get(heap)).filter(|_| now[at] != before[at]);
            let (Some(heap), Some(name)) = (heap, program.rows[kind].names.get(card)) else { continue };
            let pile = &program.ir.piles[heap.pile.index()];
            let pile = match pile.owner {
                Owner::Player => format!("player({}).{}", heap.number + 1, pile.name),
                Owner::Piece(piece) => format!("{}.{}", self::piece(program, piece.index(), heap.number), pile.name),
                _ => pile.name.to_string(),
            };
            moved.push(Elsewhere { card: format!("\"{name}\""), pile });
        }
    }
    moved
}

/// A piece, as rules name it: as the only one of its kind that its player has, or by its number among those.
fn piece(program: &Program, kind: usize, n: usize) -> String {
    let each = program.of_each(Owner::Piece(PieceId(kind as u16)));
    let (player, name) = (n / each + 1, &program.ir.pieces[kind].as_name);
    if each == 1 { format!("player({player}).{name}") } else { format!("player({player}).{name}[{}]", n % each + 1) }
}

/// Everything with a name in a test that differs between two states: fields with their types, and pieces.
fn changes(
    program: &Program,
    now: &[i32],
    before: &[i32],
    line: impl Fn(&str, Option<&Type>, &[i32]) -> Option<String>,
) -> Vec<String> {
    let mut lines = vec![];
    let fields = program.ir.fields.iter().zip(&program.layout.fields);
    for (field, (base, words)) in fields.filter(|(field, _)| field.owner.is_of_state()) {
        for owner in 0..program.owners(field.owner) {
            let at = usize::from(*base) + owner * words..usize::from(*base) + (owner + 1) * words;
            if now[at.clone()] == before[at.clone()] {
                continue;
            }
            let thing = match field.owner {
                Owner::State => Some(field.name.to_string()),
                Owner::Player => Some(format!("player({}).{}", owner + 1, field.name)),
                Owner::Piece(kind) => Some(format!("{}.{}", piece(program, kind.index(), owner), field.name)),
                _ => None,
            };
            lines.extend(thing.and_then(|thing| line(&thing, Some(&field.ty), &now[at])));
        }
    }
    for (kind, (base, count)) in program.layout.pieces.iter().enumerate() {
        for n in 0..*count {
            let at = usize::from(*base) + n;
            if now[at] != before[at] {
                lines.extend(line(&piece(program, kind, n), None, &now[at..=at]));
            }
        }
    }
    lines
}

/// A value as it is written in rules; `None`: it can't be.
pub(super) fn literal(program: &Program, ty: &Type, words: &[i32]) -> Option<String> {
    if let Type::Set(of) = ty {
        let low = program.fold().first_member(of);
        let bits = (0..words.len() * 32).filter(|bit| words[bit / 32] >> (bit % 32) & 1 == 1);
        let members = bits.map(|bit| literal(program, of, &[bit as i32 + low])).collect::<Option<Vec<_>>>()?;
        return Some(format!("[{}]", members.join(", ")));
    }
    if let Type::List(of, _) = ty {
        let members = words.get(1..)?.get(..usize::try_from(*words.first()?).ok()?)?;
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
        Type::Piece(kind) => {
            at.filter(|at| *at < program.layout.pieces[kind.index()].1).map(|at| piece(program, kind.index(), at))
        }
        Type::Space => program.spaces.get(at?).map(|space| format!("\"{space}\"")),
        Type::Row(kind) => program.rows[kind.index()].names.get(at?).map(|name| format!("\"{name}\"")),
        _ => None,
    }
}
