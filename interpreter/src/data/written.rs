//! Writes words as RON: a value as a setting writes it, the opposite of [`super::value`].

use crate::ir::fold::{Fold, NONE};
use crate::ir::{Key, Type};

/// The value as a setting writes it: `2`, `owed_next_turn`, `[start, exit]`, `[[1, 2], [3, 4]]`. `None` for values that no setting can
/// express.
pub fn written(fold: &Fold<'_>, ty: &Type, words: &[i32]) -> Option<String> {
    match ty {
        Type::Set(of) => {
            let low = fold.first_member(of);
            let is_in = |n: &usize| words[n / 32] >> (n % 32) & 1 == 1;
            list((0..words.len() * 32).filter(is_in).map(|n| written(fold, of, &[low + n as i32])))
        }
        Type::List(of, _) => {
            let (count, members) = words.split_first()?;
            list(members.get(..usize::try_from(*count).ok()?)?.iter().map(|word| written(fold, of, &[*word])))
        }
        Type::Per(of, dims) => table(fold, of, dims, words),
        Type::Optional(of) => match words.first() {
            Some(&NONE) => Some("none".to_owned()),
            _ => written(fold, of, words),
        },
        Type::Int(_) => words.first().map(i32::to_string),
        Type::Bool => words.first().map(|word| (*word != 0).to_string()),
        Type::Enum(id) => {
            let case = usize::try_from(*words.first()?).ok()?;
            Some(fold.ir.enums[id.index()].cases.get(case)?.name.to_string())
        }
        _ => None,
    }
}

fn table(fold: &Fold<'_>, of: &Type, dims: &[Key], words: &[i32]) -> Option<String> {
    let [dim, inner @ ..] = dims else { return written(fold, of, words) };
    let (_, count) = fold.dimension(dim)?;
    let each = words.len().checked_div(count)?;
    list(words.chunks(each.max(1)).map(|part| table(fold, of, inner, part)))
}

fn list(members: impl Iterator<Item = Option<String>>) -> Option<String> {
    let mut text = String::from("[");
    for member in members {
        text.push_str(if text.len() > 1 { ", " } else { "" });
        text.push_str(&member?);
    }
    text.push(']');
    Some(text)
}
