//! Puts fields, places of pieces, figures and the rest of a state where the new program has them.

use super::names::Names;
use super::{Notes, cards};
use crate::ir::fold::{NONE, Words};
use crate::ir::{FieldId, Owner, PieceId, Type};
use crate::program::{Program, header};
use crate::reading::What;
use crate::show;

/// A state of the old program as a state of the new program, without its place in the flow.
pub(super) fn mapped(names: &Names<'_>, old: &[i32], notes: &mut Notes) -> Words {
    let mut state = names.new.image[..names.new.state_len].to_vec();
    for at in [header::TURN_OF, header::TURNS, header::CHECKPOINT, header::DECISIONS, header::FIRST_TURN] {
        state[at] = old[at];
    }
    for at in [header::IN_PLAY, header::BEST, header::WORST, header::SEED, header::SEED + 1] {
        state[at] = old[at];
    }
    let (from, to) = (&names.old.layout, &names.new.layout);
    for (from, to) in [(from.place, to.place), (from.previous, to.previous), (from.turns_of, to.turns_of)] {
        let players = names.new.players;
        state[usize::from(to)..][..players].copy_from_slice(&old[usize::from(from)..][..players]);
    }
    fields(names, old, &mut state, notes);
    pieces(names, old, &mut state, notes);
    cards::mapped(names, old, &mut state, notes);
    measures(names, old, &mut state);
    // Every watched condition is checked again, as at the beginning of a game.
    state
}

/// The owner of a field, in words.
fn whose(program: &Program, owner: Owner, n: usize) -> String {
    match owner {
        Owner::Player => format!("{}'s ", show::word(program, &Type::Player, n as i32)),
        Owner::Piece(piece) => format!("{}'s ", show::word(program, &Type::Piece(piece), n as i32)),
        _ => String::new(),
    }
}

fn fields(names: &Names<'_>, old: &[i32], state: &mut [i32], notes: &mut Notes) {
    let (before, now) = (names.old, names.new);
    for (n, field) in now.ir.fields.iter().enumerate() {
        let count = now.owners(field.owner);
        let found = before.ir.fields.iter().position(|f| f.name == field.name && names.same_owner(f.owner, field.owner));
        let Some(from) = found else {
            if count > 0 {
                notes.add_new(format!("`{}` is new and begins as the rules say", field.name));
            }
            continue;
        };
        let was = &before.ir.fields[from];
        for owner in 0..before.owners(was.owner) {
            let Some(to) = names.owner(was.owner, owner).filter(|to| *to < count) else { continue };
            let Some((at, words)) = now.slot_of(What::Field(FieldId(n as u16), to)) else { continue };
            let place = usize::from(at)..usize::from(at) + words;
            let value = before.read(old).field(FieldId(from as u16), owner).words;
            let mapped = names.value(&was.ty, &field.ty, value, &now.image[place.clone()]);
            if mapped.words.len() == words {
                state[place.clone()].copy_from_slice(&mapped.words);
            }
            if mapped.changed.is_some() && (was.secret || field.secret) {
                // The owner would give away what the value was.
                notes.add(format!("what was secret in `{}` doesn't all fit; it is something else now", field.name));
            } else if let Some(why) = mapped.changed {
                let shown = show::value(now, &field.ty, &state[place]);
                notes.add(format!("{}`{}`: {why}; it is {shown} now", whose(now, field.owner, to), field.name));
            }
        }
    }
    for field in before.ir.fields.iter().filter(|field| before.owners(field.owner) > 0) {
        if !now.ir.fields.iter().any(|f| f.name == field.name && names.same_owner(field.owner, f.owner)) {
            notes.add(format!("`{}` is gone", field.name));
        }
    }
}

fn pieces(names: &Names<'_>, old: &[i32], state: &mut [i32], notes: &mut Notes) {
    for (kind, piece) in names.old.ir.pieces.iter().enumerate() {
        let owner = Owner::Piece(PieceId(kind as u16));
        let Some(to) = names.new.ir.pieces.iter().position(|p| p.name == piece.name) else {
            notes.add(format!("pieces `{}` are gone", piece.name));
            continue;
        };
        let (base, count) = names.new.layout.pieces[to];
        for (n, at) in names.old.read(old).pieces(PieceId(kind as u16)).enumerate() {
            let Some(now) = names.owner(owner, n).filter(|now| *now < count) else { continue };
            state[usize::from(base) + now] = match at {
                None => NONE,
                Some(space) => names.spaces.get(space).copied().flatten().unwrap_or_else(|| {
                    let nearest = nearest(names, space);
                    let [who, was] = [(Type::Piece(PieceId(kind as u16)), n as i32), (Type::Space, space as i32)]
                        .map(|(ty, word)| show::word(names.old, &ty, word));
                    let is = show::word(names.new, &Type::Space, nearest);
                    notes.add(format!("{who} stood on `{was}`, which is gone; now it stands on `{is}`"));
                    nearest
                }),
            };
        }
    }
}

/// The new space nearest to an old one.
fn nearest(names: &Names<'_>, old: usize) -> i32 {
    let Some((x, y)) = names.old.positions.get(old) else { return 0 };
    let far = |(n, at): (usize, &(i64, i64))| ((at.0 - x).pow(2).saturating_add((at.1 - y).pow(2)), n);
    names.new.positions.iter().enumerate().map(far).min().map_or(NONE, |(_, n)| n as i32)
}

fn measures(names: &Names<'_>, old: &[i32], state: &mut [i32]) {
    for (n, measure) in names.new.ir.measures.iter().enumerate() {
        let Some(from) = names.old.ir.measures.iter().position(|m| m.name == measure.name) else { continue };
        let (base, count) = names.new.layout.measures[n];
        state[usize::from(base)..][..count].iter_mut().zip(names.old.read(old).measure(from)).for_each(|(to, from)| *to = *from);
    }
}
