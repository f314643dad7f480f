//! What others may keep in secret fields. Where nothing is known of how a value came about, it is drawn by its type.

use rand::RngExt;

use crate::ir::Type;
use crate::ir::fold::{NONE, UNSET};
use crate::program::{Program, Secret};
use crate::vm::Machine;
use crate::vm::random::BotStream;

use super::redeal::Redeal;

/// Calls `each` with every secret and the range of its words in a belief.
pub fn each_secret(program: &Program, mut each: impl FnMut(&Secret, std::ops::Range<usize>)) {
    let mut from = 0;
    for secret in &program.hiding.secrets {
        each(secret, from..from + secret.words);
        from += secret.words;
    }
}

/// The belief at the beginning of the game. Fields with forgotten stores are drawn.
pub fn begin(program: &Program, forgotten: u64, belief: &mut Vec<i32>, stream: &mut BotStream) {
    belief.clear();
    for secret in &program.hiding.secrets {
        belief.extend_from_slice(&program.image[secret.at..secret.at + secret.words]);
    }
    draw_fields(program, forgotten, belief, stream);
}

/// Draws the values of some secret fields. All values of their types are equally likely.
pub fn draw_fields(program: &Program, fields: u64, belief: &mut [i32], stream: &mut BotStream) {
    if fields == 0 {
        return;
    }
    each_secret(program, |secret, at| {
        if fields >> secret.bit & 1 == 1 {
            let ty = &program.ir.fields[secret.field.index()].ty;
            draw(program, ty, &mut belief[at], &program.image[secret.at..secret.at + secret.words], stream);
        }
    });
}

/// Draws one word of a value anew. A number without a range becomes `shown`.
pub fn change(program: &Program, ty: &Type, words: &mut [i32], at: usize, shown: i32, stream: &mut BotStream) {
    let fold = program.fold();
    match ty {
        Type::Set(of) => {
            let members = program.sizes.members(&fold, of).unwrap_or(0).saturating_sub(32 * at).min(32);
            words[at] ^= if members > 0 { 1 << stream.random_range(..members) } else { 0 };
        }
        Type::List(of, _) if at == 0 => {
            let len = stream.random_range(..words.len());
            let before = usize::try_from(words[0]).unwrap_or(0);
            words[0] = len as i32;
            (before + 1..=len).for_each(|n| draw(program, of, &mut words[n..=n], &[shown], stream));
        }
        Type::List(of, _) if usize::try_from(words[0]).is_ok_and(|len| at <= len) => {
            draw(program, of, &mut words[at..=at], &[shown], stream);
        }
        Type::List(..) => {}
        Type::Per(of, _) => {
            let each = program.sizes.words(&fold, of).unwrap_or(1).max(1);
            let first = at / each * each;
            change(program, of, &mut words[first..first + each], at % each, shown, stream);
        }
        ty => draw(program, ty, words, &[shown], stream),
    }
}

/// Puts what others are believed to keep into a state.
pub fn put(program: &Program, machine: &mut Machine, player: usize, belief: &[i32]) {
    each_secret(program, |secret, at| {
        if secret.holder != player {
            machine.memory[secret.at..secret.at + secret.words].copy_from_slice(&belief[at]);
        }
    });
}

/// Takes over what is kept in a state that was imagined with these cards dealt anew.
pub fn take(program: &Program, machine: &Machine, redeal: &mut Redeal, player: usize, belief: &mut [i32]) {
    redeal.turn_round();
    each_secret(program, |secret, at| {
        let words = &mut belief[at];
        words.copy_from_slice(&machine.memory[secret.at..secret.at + secret.words]);
        if secret.holder != player {
            redeal.exchange_all(program, &program.ir.fields[secret.field.index()].ty, words);
        }
    });
}

/// Draws any value of a type. A number without a range stays as given, because there are too many to draw from.
fn draw(program: &Program, ty: &Type, words: &mut [i32], start: &[i32], stream: &mut BotStream) {
    let fold = program.fold();
    let members = |ty: &Type| program.sizes.members(&fold, ty).filter(|n| *n > 0);
    match ty {
        Type::Optional(of) => {
            if stream.random_range(..2u32) == 0 {
                words[0] = NONE;
            } else {
                draw(program, of, words, start, stream);
            }
        }
        Type::Set(of) => {
            words.fill(0);
            for member in 0..members(of).unwrap_or(0) {
                words[member / 32] |= (stream.random_range(..2u32) as i32) << (member % 32);
            }
        }
        Type::List(of, _) => {
            let len = stream.random_range(..words.len());
            words[0] = len as i32;
            (1..=len).for_each(|n| draw(program, of, &mut words[n..=n], &[UNSET], stream));
        }
        Type::Per(of, _) => {
            let each = program.sizes.words(&fold, of).unwrap_or(1).max(1);
            words.chunks_mut(each).zip(start.chunks(each)).for_each(|(words, start)| draw(program, of, words, start, stream));
        }
        ty => match members(ty) {
            Some(members) => words[0] = fold.first_member(ty) + stream.random_range(..members) as i32,
            None => words[0] = start.first().copied().filter(|word| *word > UNSET && *word != NONE).unwrap_or(0),
        },
    }
}
