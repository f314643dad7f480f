//! Searches that are written as calls, as lists of other languages, or without a word or a name that they need.

use super::{Failure, Slip};
use crate::syntax::lex::{Sort, Token};
use crate::syntax::words::{RESERVED, SEARCHES, all_or_one};

/// The slip in a search.
pub(super) fn search(failure: &Failure) -> Option<Slip> {
    in_brackets(failure)
        .or_else(|| without_word(failure))
        .or_else(|| without_name(failure))
        .or_else(|| list(failure))
        .or_else(|| comprehension(failure))
}

/// `max(p in players: p.tired)`
fn in_brackets(failure: &Failure) -> Option<Slip> {
    let open = failure.open_bracket().filter(|open| failure.slice(open) == "(")?;
    let place = failure.before.iter().position(|token| token == open)?;
    let word = failure.before.get(place.checked_sub(1)?).filter(|word| SEARCHES.contains(&failure.slice(word)))?;
    let of = failure.before.get(place + 2).filter(|of| failure.slice(of) == "in")?;
    if !matches!(failure.word(), ":" | "where" | "by") {
        return None;
    }
    let name = failure.slice(word);
    let slip = failure.at(word, format!("a search is written without brackets behind `{name}`"));
    let behind = failure.behind();
    Some(match failure.closing(&behind) {
        Some(close) => {
            let text = format!("({name} {})", failure.between(open.range.end, close.range.start));
            Slip { range: word.range.start..close.range.end, ..slip }.write(text)
        }
        None => slip.hint(format!("write `{name} {} …`", failure.between(open.range.end, of.range.end))),
    })
}

/// `const home = s in space where s.start` and `… by s.ground`, without `first`, `those` or the like.
fn without_word(failure: &Failure) -> Option<Slip> {
    let name = failure.before.iter().rposition(|token| failure.slice(token) == "in")?.checked_sub(1)?;
    let [before, name] = failure.before.get(name.checked_sub(1)?..=name)? else { return None };
    let word = failure.word();
    if !matches!(word, "where" | "by") || !failure.wanted.operator() || name.sort != Sort::Word || !begins_value(failure, before)
    {
        return None;
    }
    let list = failure.between(name.range.start, failure.found.range.start);
    let range = name.range.start..name.range.start + list.len();
    let slip = Slip::at(range, format!("`{list}` only asks whether `{}` is among them", failure.slice(name)));
    Some(slip.hint(all_or_one(list, word)))
}

/// `first players by p.tired`
fn without_name(failure: &Failure) -> Option<Slip> {
    let [_, .., word, list] = &*failure.before else { return None };
    let is_clause = matches!(failure.word(), "where" | "by" | ":");
    if !is_clause || !SEARCHES.contains(&failure.slice(word)) || !failure.wanted.has("in") || list.sort != Sort::Word {
        return None;
    }
    let slip = failure.at(list, format!("`{}` needs a name for each of them", failure.slice(word)));
    Some(named(failure, slip, list, failure.slice(word), ""))
}

/// `random(space where s.ground == mud)`
fn list(failure: &Failure) -> Option<Slip> {
    let [.., before, list] = &*failure.before else { return None };
    let is_list = list.sort == Sort::Word && !RESERVED.contains(&failure.slice(list)) && begins_value(failure, before);
    if !matches!(failure.word(), "where" | "by") || !failure.wanted.operator() || !is_list {
        return None;
    }
    let slip = failure.found(format!("`{}` needs a name for each of them", failure.word()));
    Some(named(failure, slip, list, "those", "those "))
}

/// Gives the members of a list the name that what follows uses for them. `added` stands before that name.
fn named(failure: &Failure, slip: Slip, list: &Token, word: &str, added: &str) -> Slip {
    let behind = failure.behind();
    let is_name = |pair: &&[Token]| pair[0].sort == Sort::Word && failure.slice(&pair[1]) == ".";
    let name = behind.windows(2).find(is_name).map(|pair| failure.slice(&pair[0]));
    let clause = match failure.word() {
        clause @ ("where" | "by") => format!(" {clause} …"),
        _ => String::new(),
    };
    let (start, list) = (list.range.start, failure.slice(list));
    let slip = slip.hint(format!("write `{word} {} in {list}{clause}`", name.unwrap_or("x")));
    match name.filter(|name| *name != list) {
        Some(name) => slip.replacing(start..start, format!("{added}{name} in ")),
        None => slip,
    }
}

/// `[q for q in players if q.tired > 3]`
fn comprehension(failure: &Failure) -> Option<Slip> {
    let open = failure.open_bracket().filter(|open| failure.slice(open) == "[" && failure.word() == "for")?;
    let behind = failure.behind();
    let [name, of, rest @ ..] = &*behind else { return None };
    let close = failure.closing(rest).filter(|_| name.sort == Sort::Word && failure.slice(of) == "in")?;
    let is_condition = |token: &&Token| matches!(failure.slice(token), "if" | "where");
    let condition = rest.iter().take_while(|token| *token != close).find(is_condition);
    let list = failure.between(of.range.end, condition.unwrap_or(close).range.start);
    let name = failure.slice(name);
    let slip = Slip::at(open.range.start..close.range.end, "a list isn't made by a loop in brackets");
    if failure.between(open.range.end, failure.found.range.start) != name {
        return Some(slip.hint(format!("go through them: `for {name} in {list} {{ … }}`")));
    }
    Some(slip.write(match condition {
        Some(condition) => format!("those {name} in {list} where {}", failure.between(condition.range.end, close.range.start)),
        None => list.to_owned(),
    }))
}

/// Whether a value may begin after this token.
fn begins_value(failure: &Failure, before: &Token) -> bool {
    let word = failure.slice(before);
    match before.sort {
        Sort::Sign => !matches!(word, "." | ")" | "]"),
        _ => matches!(word, "return" | "and" | "or" | "not" | "then" | "else" | "at"),
    }
}
