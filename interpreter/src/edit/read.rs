//! Reads values back from the form in which people read them.

use crate::ir::Type;
use crate::ir::fold::{NONE, UNSET};
use crate::program::Program;
use crate::show;

/// The number of values of a type that are listed, at most.
const MOST_VALUES: usize = 4_096;

/// All values of this type, as people read them. `None` if there are too many, or if they aren't single words.
pub fn values(program: &Program, ty: &Type) -> Option<Vec<String>> {
    Some(words(program, ty)?.into_iter().map(|word| show::word(program, ty, word)).collect())
}

fn words(program: &Program, ty: &Type) -> Option<Vec<i32>> {
    if let Type::Optional(of) = ty {
        return Some([NONE].into_iter().chain(words(program, of)?).collect());
    }
    if matches!(ty, Type::Set(_) | Type::List(..) | Type::Per(..) | Type::Rule(_) | Type::Text | Type::Unknown) {
        return None;
    }
    let fold = program.fold();
    let count = program.sizes.members(&fold, ty).filter(|count| *count <= MOST_VALUES)?;
    let first = fold.first_member(ty);
    Some((0..count as i32).map(|n| first + n).collect())
}

/// The words of a value as [`show::value`] shows it; `None` if the text is no value of this type.
pub fn read(program: &Program, ty: &Type, text: &str) -> Option<Vec<i32>> {
    let (fold, text) = (program.fold(), text.trim());
    match ty {
        Type::Set(of) => {
            let mut set = vec![0; program.sizes.words(&fold, ty)?];
            let low = fold.first_member(of);
            for member in members(text)? {
                let bit = usize::try_from(word(program, of, member)?.checked_sub(low)?).ok()?;
                *set.get_mut(bit / 32)? |= 1 << (bit % 32);
            }
            Some(set)
        }
        Type::List(of, _) => {
            let read = members(text)?.into_iter().map(|member| word(program, of, member)).collect::<Option<Vec<i32>>>()?;
            let room = program.sizes.words(&fold, ty)?;
            let mut list = vec![i32::try_from(read.len()).ok()?];
            list.extend(read);
            (list.len() <= room).then(|| {
                list.resize(room, 0);
                list
            })
        }
        Type::Per(of, _) => {
            let read = members(text)?.into_iter().map(|member| read(program, of, member)).collect::<Option<Vec<_>>>()?;
            Some(read.concat())
        }
        _ => word(program, ty, text).map(|word| vec![word]),
    }
}

fn word(program: &Program, ty: &Type, text: &str) -> Option<i32> {
    let text = text.trim();
    if let Type::Optional(of) = ty {
        return if text == "none" { Some(NONE) } else { word(program, of, text) };
    }
    if let Type::Int(_) = ty {
        return text.parse().ok().filter(|n: &i32| *n > UNSET);
    }
    words(program, ty)?.into_iter().find(|word| show::word(program, ty, *word) == text)
}

/// The parts between brackets, separated by commas that aren't in inner brackets.
fn members(text: &str) -> Option<Vec<&str>> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let (mut list, mut depth, mut begin) = (vec![], 0, 0);
    for (at, letter) in inner.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => {
                list.push(inner[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    let last = inner[begin..].trim();
    if !last.is_empty() || !list.is_empty() {
        list.push(last);
    }
    Some(list)
}
