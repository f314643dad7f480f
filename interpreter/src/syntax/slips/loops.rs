//! Loops, searches and lists of options, as other languages and rulebooks write their heads.

use super::{Failure, Slip};
use crate::syntax::lex::{Sort, Token, is_word};
use crate::syntax::recover::Part;

/// The slip in a head such as `for … in … where … by …`.
pub(super) fn in_head(failure: &Failure) -> Option<Slip> {
    bracketed(failure).or_else(|| before_the_list(failure)).or_else(|| step(failure)).or_else(|| behind_the_list(failure))
}

/// `for (p in players) {`, `for (let p of players) {`, `for (i = 0; i < 3; i++) {`
fn bracketed(failure: &Failure) -> Option<Slip> {
    let first = failure.first();
    let rest = failure.text[first.range.end..].trim_start().strip_prefix('(')?;
    let (each, behind) = rest.split_once(')').filter(|(each, _)| !each.contains(['(', '\n']))?;
    if !matches!(failure.slice(first), "for" | "foreach") || !behind.trim_start().starts_with('{') {
        return None;
    }
    let range = first.range.start..failure.text.len() - behind.len();
    let slip = Slip::at(range, "a loop is written `for … in …`, without brackets");
    Some(match counted(each).or_else(|| in_turn(each)) {
        Some(head) => slip.write(format!("for {head}")),
        None => slip.hint("write `for … in … { … }`"),
    })
}

/// `let p of players` and `Player p : players`, as this language writes them.
fn in_turn(each: &str) -> Option<String> {
    let (names, list) = [" in ", " of ", ":"].iter().find_map(|word| each.split_once(word))?;
    let name = names.split_whitespace().last().filter(|name| name.chars().all(is_word))?;
    Some(format!("{name} in {}", list.trim()))
}

/// `i = 0; i < 3; i++`, as this language writes it.
fn counted(each: &str) -> Option<String> {
    let [begin, test, step] = each.split(';').collect::<Vec<_>>().try_into().ok()?;
    let (names, from) = begin.split_once('=')?;
    let (name, from) = (names.split_whitespace().last()?, from.trim());
    let test = test.trim().strip_prefix(name)?.trim_start();
    let sign = ["<=", ">=", "<", ">"].into_iter().find(|sign| test.starts_with(sign))?;
    let to = test[sign.len()..].trim();
    let beside = |by: i64| match to.parse::<i32>() {
        Ok(number) => (i64::from(number) + by).to_string(),
        Err(_) => format!("{to} {} 1", if by < 0 { '-' } else { '+' }),
    };
    match (&*step.replace(name, "").replace(' ', ""), sign) {
        ("++" | "+=1", "<") => Some(format!("{name} in {from}..{}", beside(-1))),
        ("++" | "+=1", "<=") => Some(format!("{name} in {from}..{to}")),
        ("--" | "-=1", ">") => Some(format!("{name} in {}..{from} by {name} desc", beside(1))),
        ("--" | "-=1", ">=") => Some(format!("{name} in {to}..{from} by {name} desc")),
        _ => None,
    }
}

/// `for each p in players { … }`, `for int n in 1..3 { … }`, `for p in all players { … }`, `for n = 1 to 6 { … }`
fn before_the_list(failure: &Failure) -> Option<Slip> {
    let word = failure.word();
    let left_out = |token: &Token, message: &str| {
        let end = failure.after(token).range.start;
        let slip = failure.at(token, message);
        Some(slip.hint(format!("leave out `{}`", failure.slice(token))).replacing(token.range.start..end, ""))
    };
    match (&*failure.before, failure.slice(failure.first())) {
        ([_], "for") if word == "each" => left_out(&failure.found, "`for` already goes through each of them"),
        ([_], "for") if matches!(word, "let" | "var") => left_out(&failure.found, "`for` alone declares the name"),
        ([_, every], "for") if failure.found.sort == Sort::Word && word != "from" && word != "of" => match failure.slice(every) {
            "every" | "all" | "any" => left_out(every, "`for` already goes through each of them"),
            _ => left_out(every, "between `for` and `in` stands only the name"),
        },
        ([_, _], "for") if matches!(word, "of" | "from" | "=" | ":") => {
            Some(failure.found(format!("expected `in`, found `{word}`")).write("in"))
        }
        ([_, .., of, all], "for") if failure.slice(of) == "in" && failure.found.sort == Sort::Word => {
            let is_all = matches!(failure.slice(all), "all" | "every" | "each");
            is_all.then(|| left_out(all, "`for` already goes through all of them"))?
        }
        _ => None,
    }
}

/// `for n in 1..9 step 2 { … }`
fn step(failure: &Failure) -> Option<Slip> {
    if failure.word() != "step" || !failure.wanted.has("where") {
        return None;
    }
    let (name, list) = failure.listed()?;
    let behind = failure.behind();
    let amount: Vec<&Token> = behind.iter().take_while(|token| !matches!(failure.slice(token), "where" | "by")).collect();
    let (first, last) = (amount.first()?, amount.last()?);
    let is_followed = amount.len() < behind.len();
    let slip = Slip::at(failure.found.range.start..last.range.end, "a loop goes through all of them: it has no steps");
    let Some(dots) = list.iter().find(|token| failure.slice(token) == "..") else {
        return Some(slip.hint("take some of them by a condition: `where …`"));
    };
    let from = list.first()?.range.start;
    let low = failure.text[from..dots.range.start].trim();
    let high = failure.text[dots.range.end..list.last()?.range.end].trim();
    let by = &failure.text[first.range.start..last.range.end];
    let number = |text: &str| text.parse::<u32>().ok();
    let is_falling = number(low).zip(number(high)).map(|(low, high)| low > high);
    let single = |text: &str| if text.chars().all(is_word) { text.to_owned() } else { format!("({text})") };
    if by.starts_with('-') || is_falling == Some(true) {
        let by = by.trim_start_matches('-').trim();
        let (small, big) = if is_falling == Some(false) { (low, high) } else { (high, low) };
        let condition = match by {
            "1" => String::new(),
            _ => format!(" where ({} - {name}) % {} == 0", single(big), single(by)),
        };
        let sorted = format!("{small}..{big}{condition} by {name} desc");
        let hint = format!("to count down, sort the numbers: `for {name} in {sorted} {{ … }}`");
        let slip = slip.hint(hint);
        return Some(if is_followed { slip } else { slip.replacing(from..last.range.end, sorted) });
    }
    let condition = match (number(low), number(by)) {
        (_, Some(0)) => return Some(slip.hint("take some of them by a condition: `where …`")),
        (Some(low), Some(by)) => format!("{name} % {by} == {}", low % by),
        (Some(0), None) => format!("{name} % {} == 0", single(by)),
        _ => format!("({name} - {}) % {} == 0", single(low), single(by)),
    };
    let more = format!("take those that count: `where {condition} and …`");
    Some(if is_followed { slip.hint(more) } else { slip.write(format!("where {condition}")) })
}

/// `for q in players with … { … }`, `first q in players sorted by …`, `for q in players except p { … }`
fn behind_the_list(failure: &Failure) -> Option<Slip> {
    let word = failure.word();
    let is_down = matches!(word, "descending" | "decreasing" | "reversed" | "backwards" | "falling" | "down");
    let next = failure.next();
    let slip = failure.found(failure.message());
    if failure.wanted.has("desc") {
        return match word {
            "asc" | "ascending" | "increasing" | "rising" | "up" => {
                let range = failure.found.range.start..next.range.start;
                Some(slip.hint(format!("leave out `{word}`: the smallest comes first")).replacing(range, ""))
            }
            _ => is_down.then(|| slip.write("desc")),
        };
    }
    if !failure.wanted.has("where") && !failure.wanted.has("by") {
        return None;
    }
    let (name, _) = failure.listed()?;
    match word {
        "if" | "when" | "with" | "whose" | "having" if failure.wanted.has("where") => Some(slip.write("where")),
        "unless" if failure.wanted.has("where") => Some(slip.hint("write `where not (…)`")),
        ":" if failure.slice(failure.first()) == "whenever" => Some(slip.hint("write `where` instead of `:`").put(" where")),
        "except" | "but" | "without" if failure.wanted.has("where") => {
            let is_alone = matches!(failure.slice(&failure.after(&next)), "{" | "");
            if next.sort != Sort::Word || !is_alone {
                return Some(slip.hint(format!("write `where {name} != …`")));
            }
            let range = failure.found.range.start..next.range.end;
            Some(Slip { range, ..slip }.write(format!("where {name} != {}", failure.slice(&next))))
        }
        "sorted" | "ordered" | "order" | "sort" => {
            let is_by = failure.slice(&next) == "by";
            let end = if is_by { next.range.end } else { failure.found.range.end };
            Some(Slip { range: failure.found.range.start..end, ..slip }.write("by"))
        }
        "weight" | "chance" | "probability" | "weighted" | "likely" if failure.part == Part::Option => {
            Some(slip.hint(super::options::NO_WEIGHTS))
        }
        _ => is_down.then(|| slip.write(format!("by {name} desc"))),
    }
}
