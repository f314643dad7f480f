//! Finds the game's place in the flow again in the new program.

use super::Notes;
use super::names::Names;
use crate::game::Held;
use crate::ir::Type;
use crate::program::{Checkpoint, LoopPlace, Progress, Slot, header};

/// Puts the place in the flow, the progress of its loops and its variables into a state.
pub(super) fn put(names: &Names<'_>, held: &Held<'_>, state: &mut [i32], notes: &mut Notes) -> Result<u16, String> {
    let from = &names.old.checkpoints[usize::from(held.checkpoint)];
    let number = found(from, &names.new.checkpoints)?;
    let to = &names.new.checkpoints[number];
    state[header::PC] = i32::from(to.pc);
    for (old, new) in from.loops.iter().zip(&to.loops) {
        put_loop(names, held.state, old, new, state)?;
    }
    for (name, slot, ty) in &to.variables {
        let Some((_, old_slot, old_ty)) = from.variables.iter().find(|(old, ..)| old == name) else {
            return Err(format!("the flow has a new variable `{name}`, of which nobody knows what it would be by now"));
        };
        let words = |fold: &crate::ir::fold::Fold<'_>, ty: &Type| fold.sizes.words(fold, ty).unwrap_or(1);
        let (count, new_count) = (words(&names.old_fold, old_ty), words(&names.new_fold, ty));
        let begins = vec![0; new_count];
        let mapped = names.value(old_ty, ty, &held.state[usize::from(*old_slot)..][..count], &begins);
        if let Some(why) = mapped.changed {
            notes.add(format!("`{name}` of the flow: {why}"));
        }
        state[usize::from(*slot)..][..new_count].copy_from_slice(&mapped.words);
    }
    Ok(number as u16)
}

/// The same call of the flow: the same rule within the same loops, with the same number of calls before it, or else the only such call.
fn found(old: &Checkpoint, new: &[Checkpoint]) -> Result<usize, String> {
    let within = |c: &Checkpoint| c.loops.len() == old.loops.len() && c.loops.iter().zip(&old.loops).all(|(a, b)| is_same(a, b));
    let calls: Vec<usize> = (0..new.len()).filter(|n| new[*n].rule == old.rule && within(&new[*n])).collect();
    let one = calls.iter().find(|n| new[**n].ordinal == old.ordinal).or_else(|| calls.first().filter(|_| calls.len() == 1));
    one.copied()
        .ok_or_else(|| format!("the flow doesn't call `{}` where it did, so that the game can't go on from there", old.rule))
}

fn is_same(a: &LoopPlace, b: &LoopPlace) -> bool {
    a.variable == b.variable && std::mem::discriminant(&a.progress) == std::mem::discriminant(&b.progress)
}

fn put_loop(names: &Names<'_>, old: &[i32], from: &LoopPlace, to: &LoopPlace, state: &mut [i32]) -> Result<(), String> {
    let word = |slot: &Slot| old[usize::from(*slot)];
    let gone = || format!("what the loop over `{}` has come to is gone", from.variable);
    let one = |old_ty: &Type, ty: &Type, member: i32| {
        let mapped = names.value(old_ty, ty, &[member], &[0]);
        if mapped.changed.is_some() { Err(gone()) } else { Ok(mapped.words[0]) }
    };
    match (&from.progress, &to.progress) {
        (Progress::Times { last, now, .. }, Progress::Times { last: new_last, now: new_now, times }) => {
            state[usize::from(*new_last)] = times.unwrap_or_else(|| word(last));
            state[usize::from(*new_now)] = word(now);
        }
        (Progress::Counting { member, ty }, Progress::Counting { member: new, ty: new_ty }) => {
            state[usize::from(*new)] = one(ty, new_ty, word(member))?;
        }
        (
            Progress::Set { set, words, member, of, .. },
            Progress::Set { set: new, words: new_words, now, member: new_member, of: new_of },
        ) => {
            let [old_set, new_set] = [of, new_of].map(|of| Type::Set(Box::new(of.clone())));
            let begins = vec![0; *new_words];
            let mapped = names.value(&old_set, &new_set, &old[usize::from(*set)..][..*words], &begins);
            state[usize::from(*new)..][..*new_words].copy_from_slice(&mapped.words);
            let come_to = one(of, new_of, word(member))?;
            state[usize::from(*now)] = come_to - names.new_fold.first_member(new_of);
            state[usize::from(*new_member)] = come_to;
        }
        (
            Progress::List { list, capacity, done, member, of },
            Progress::List { list: new, capacity: new_capacity, done: new_done, member: new_member, of: new_of },
        ) => {
            let members = &old[usize::from(*list)..][..capacity + 1];
            let [old_list, new_list] = [of, new_of].map(|of| Type::List(Box::new(of.clone()), None));
            let begins = vec![0; new_capacity + 1];
            let mapped = names.value(&old_list, &new_list, members, &begins);
            // If a member is gone, the number of members done no longer fits.
            if let Some(why) = mapped.changed {
                return Err(format!("the loop over `{}`: {why}", from.variable));
            }
            state[usize::from(*new)..][..new_capacity + 1].copy_from_slice(&mapped.words);
            state[usize::from(*new_done)] = word(done);
            state[usize::from(*new_member)] = one(of, new_of, word(member))?;
        }
        _ => {}
    }
    Ok(())
}
