//! Signs of other languages, signs that only look right, and signs of this one where another is meant.

use super::{Failure, Slip};
use crate::syntax::lex::{Sort, Token};
use crate::syntax::recover::Part;
use crate::syntax::words::{DECLARATIONS, RESERVED, STATEMENTS};

/// Signs of other languages, and signs that only look right.
pub(super) fn foreign_sign(failure: &Failure) -> Option<Slip> {
    if failure.text[failure.start..].starts_with("///") && matches!(failure.part, Part::Statement | Part::TestLine | Part::Arm) {
        let message = "`///` explains declarations, fields, cases and options, not statements";
        return Some(Slip::at(failure.start..failure.start + 3, message).hint("write `//` for a note").put("//"));
    }
    let sign = failure.word();
    if let ([.., whole, point], Sort::Number) = (&*failure.before, failure.found.sort)
        && (whole.sort, failure.slice(point)) == (Sort::Number, ".")
    {
        let range = whole.range.start..failure.found.range.end;
        return Some(Slip::at(range, "numbers are whole").hint("count in smaller units, such as tenths"));
    }
    if failure.found.sort != Sort::Sign {
        return None;
    }
    let instead = match sign {
        "&&" => "and",
        "||" => "or",
        "===" => "==",
        "!==" | "<>" | "≠" => "!=",
        "≤" => "<=",
        "≥" => ">=",
        "−" | "–" => "-",
        "×" | "·" => "*",
        "÷" => "/",
        "→" => "->",
        "⇒" => "=>",
        "…" | "..." => "..",
        "“" | "”" | "„" | "«" | "»" | "'" | "‘" | "’" | "`" => "\"",
        "??" => "otherwise",
        "!" if failure.wanted.operator() => {
            let hint = "leave it out, and say what to do where there is none: `let x = … else return`";
            return failure.slip("`!` is not in the language", hint);
        }
        "!" => "not",
        "++" => "+= 1",
        "--" if failure.wanted.operator() || failure.wanted.has("-=") => "-= 1",
        "#" | "/*" => "//",
        ":=" => "=",
        "::" | "?." => ".",
        "=" if key_with_type(failure) => {
            return Some(
                failure.found("an entry of a table is a key and its value").hint("write `key: value`, as in `[grass: 1]`"),
            );
        }
        "=" if failure.wanted.operator() || failure.wanted.has("==") => {
            let compares = || failure.found("a single `=` sets a value").hint("write `==` to compare").put("==");
            return not_compared(failure).or_else(|| Some(compares()));
        }
        "==" | "!=" | "<" | ">" | "<=" | ">=" if is_claim(failure) => {
            let slip = failure.slip("a test says what should be true by `expect`", "write `expect` before it")?;
            return Some(slip.replacing(failure.start..failure.start, "expect "));
        }
        "==" if !failure.wanted.value() => {
            return Some(failure.found("`==` compares").hint("write `=` to set a value").put("="));
        }
        "|" if failure.wanted.has(",") => return Some(failure.found(failure.message()).write(",")),
        "*=" | "/=" => return Some(changed_by(failure, sign)),
        "%" if failure.wanted.has("=") && failure.text[failure.found.range.end..].starts_with('=') => {
            return Some(changed_by(failure, "%="));
        }
        "?" if failure.wanted.operator() => {
            return failure.slip("`?` can only follow a type", "write `if … then … else …` to pick a value");
        }
        _ if !sign.is_ascii() || matches!(sign, "@" | "$" | "^" | "~" | "\\" | "**" | "*/") => {
            return Some(failure.found(format!("`{sign}` has no meaning here")));
        }
        _ => return None,
    };
    let slip = failure.found(format!("`{sign}` is not in the language"));
    // Quotation marks come in pairs, and comments go on to the end of their line, so neither is a simple edit.
    let in_place = !matches!(instead, "\"" | "//");
    Some(if in_place { slip.write(instead) } else { slip.hint(format!("write `{instead}`")) })
}

/// Whether a line of a test is a comparison without its `expect`.
fn is_claim(failure: &Failure) -> bool {
    let word = failure.slice(failure.first());
    let is_value = !failure.before.is_empty() && !STATEMENTS.contains(&word) && !failure.has_before("=");
    failure.part == Part::TestLine && is_value && failure.open_bracket().is_none()
}

/// `[grass: int = 1]`
fn key_with_type(failure: &Failure) -> bool {
    let in_list = failure.open_bracket().is_some_and(|open| failure.slice(open) == "[");
    in_list && matches!(&*failure.before, [.., colon, ty] if failure.slice(colon) == ":" && failure.slice(ty) == "int")
}

/// A single `=` that isn't meant to compare: `choosing pace = "Fast"`, `[mud = 1]`, `roll(n = 2)`, `a = b = 1`
fn not_compared(failure: &Failure) -> Option<Slip> {
    let colon = |message: &str| Some(failure.found(message).hint("write `:` instead of `=`").put(":"));
    let before = &*failure.before;
    let is_first = |signs: &[&str]| matches!(before, [.., sign, _] if signs.contains(&failure.slice(sign)));
    if failure.part == Part::TestLine && failure.has_before("choosing") && is_first(&["choosing", ","]) {
        return colon("a decision and its answer are written with `:`");
    }
    match failure.open_bracket().map(|open| failure.slice(open)) {
        Some("[") if is_first(&["[", ","]) => return colon("a key and its value are written with `:`"),
        Some("(") if is_first(&["(", ","]) && failure.is_call() => return colon("a named value is written with `:`"),
        Some(_) => return None,
        None => {}
    }
    let sets = failure.part == Part::Statement && failure.has_before("=") && failure.open_bracket().is_none();
    sets.then(|| failure.found("a line sets one value").hint("write a line of its own for each, or `==` to compare"))
}

/// `p.tired *= 2`, written out.
fn changed_by(failure: &Failure, sign: &str) -> Slip {
    let place = failure.text[failure.start..failure.found.range.start].trim();
    let range = failure.found.range.start..failure.found.range.start + sign.len();
    // `%=` is two tokens.
    let by: Vec<Token> = failure.behind().into_iter().filter(|token| token.range.start >= range.end).collect();
    let slip = Slip::at(range, format!("`{sign}` is not in the language"));
    let is_place = failure.before.first().is_some_and(|first| {
        let word = failure.slice(first);
        let follows = failure.after(first);
        let is_called = matches!(failure.slice(&follows), "(" | "." | "[");
        let is_free = |words: &[&str]| !words.contains(&word);
        first.sort == Sort::Word && is_free(RESERVED) && (is_called || is_free(STATEMENTS) && is_free(DECLARATIONS))
    });
    let goes_on = failure.before.iter().any(|token| matches!(failure.slice(token), "=>" | "=" | "{" | "}" | ";" | ":"));
    let place = if is_place && !goes_on && failure.open_bracket().is_none() { place } else { "…" };
    let (Some(first), Some(last), true) = (by.first(), by.last(), place != "…" && failure.innermost_open(&by).is_none()) else {
        return slip.hint(format!("write `{place} = {place} {} …`", &sign[..1]));
    };
    let value = &failure.text[first.range.start..last.range.end];
    let value = if by.len() == 1 { value.to_owned() } else { format!("({value})") };
    let whole = format!("{place} = {place} {} {value}", &sign[..1]);
    slip.hint(format!("write `{whole}`")).replacing(failure.start..last.range.end, whole)
}
